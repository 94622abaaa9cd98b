#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libudev.h"
#include "texts.h"

struct udev_enumerate {
  char folder[64], pattern[64];
  struct udev_list_entry *names;
};

// There is nothing that all objects share.
struct udev *udev_new(void) { return calloc(1, 1); }

struct udev *udev_unref(struct udev *udev) {
  free(udev);
  return NULL;
}

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
  (void)udev;
  return calloc(1, sizeof(struct udev_enumerate));
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate) {
  if (enumerate) udev_texts_free(&enumerate->names);
  free(enumerate);
  return NULL;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem) {
  const char *form = strcmp(subsystem, "input") == 0 ? "/sys/class/%s" : "/sys/bus/%s/devices";
  snprintf(enumerate->folder, sizeof enumerate->folder, form, subsystem);
  return 0;
}

int udev_enumerate_add_match_sysname(struct udev_enumerate *enumerate, const char *pattern) {
  snprintf(enumerate->pattern, sizeof enumerate->pattern, "%s", pattern);
  return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate) {
  DIR *folder = opendir(enumerate->folder);
  // The kernel may lack a subsystem.
  if (!folder) return errno == ENOENT ? 0 : -errno;
  int error = 0;
  for (struct dirent *entry; !error && (entry = readdir(folder));) {
    char path[sizeof enumerate->folder + sizeof entry->d_name + 1];
    if (fnmatch(enumerate->pattern, entry->d_name, 0) != 0) continue;
    snprintf(path, sizeof path, "%s/%s", enumerate->folder, entry->d_name);
    if (!udev_text_add(&enumerate->names, path, "")) error = -ENOMEM;
  }
  closedir(folder);
  return error;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) { return enumerate->names; }

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry->next; }

const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->text; }
