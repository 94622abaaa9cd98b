#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "libudev.h"
#include "texts.h"

// ---- Texts ----------------------------------------------------------------------------------------------------------

struct udev_list_entry *udev_text_add(struct udev_list_entry **list, const char *key, const char *value) {
  size_t key_size = strlen(key), size = strlen(value) + 1;
  struct udev_list_entry *entry = malloc(sizeof *entry + key_size + 1 + size);
  if (!entry) return NULL;
  *entry = (struct udev_list_entry){.next = *list, .key_size = key_size};
  memcpy(entry->text, key, key_size + 1);
  memcpy(entry->text + key_size + 1, value, size);
  return *list = entry;
}

static const char *value_of(const struct udev_list_entry *entry) { return entry->text + entry->key_size + 1; }

const char *udev_text_find(struct udev_list_entry *list, const char *key) {
  for (; list; list = list->next)
    if (strcmp(list->text, key) == 0) return value_of(list);
  return NULL;
}

void udev_texts_free(struct udev_list_entry **list) {
  while (*list) {
    struct udev_list_entry *next = (*list)->next;
    free(*list);
    *list = next;
  }
}

// Reads a small file. Returns its size, without a newline at its end; -1 if it cannot be read.
static ssize_t read_file(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return -1;
  size_t length = 0;
  for (ssize_t part; length < size - 1; length += (size_t)part) {
    part = read(fd, text + length, size - 1 - length);
    if (part < 0 && errno == EINTR) part = 0;
    else if (part <= 0) break;
  }
  close(fd);
  if (length > 0 && text[length - 1] == '\n') length--;
  text[length] = 0;
  return (ssize_t)length;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

int udev_runs(void) { return access("/run/udev/control", F_OK) == 0; }

// Adds what a line "KEY=value" says. Of two, the later one counts.
static void add_line(struct udev_device *device, char *line) {
  char *sign = strchr(line, '=');
  if (!sign) return;
  *sign = 0;
  udev_text_add(&device->properties, line, sign + 1);
}

// Adds what udev has written of the device: "E:KEY=value", links "S:input/by-path/…", and "I:…" when it has done with it.
static void add_database(struct udev_device *device, const char *major, const char *minor) {
  char path[64], *text = malloc(UDEV_MOST_MESSAGE);
  char links[2048] = "";
  snprintf(path, sizeof path, "/run/udev/data/c%.16s:%.16s", major, minor);
  if (text && read_file(path, text, UDEV_MOST_MESSAGE) >= 0) {
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
      size_t length = strlen(links);
      if (strncmp(line, "E:", 2) == 0) add_line(device, line + 2);
      if (strncmp(line, "I:", 2) == 0) device->is_initialized = 1;
      if (strncmp(line, "S:", 2) == 0 && length + strlen(line) + 5 < sizeof links)
        snprintf(links + length, sizeof links - length, "%s/dev/%s", length ? " " : "", line + 2);
    }
    if (*links && !udev_text_find(device->properties, "DEVLINKS")) udev_text_add(&device->properties, "DEVLINKS", links);
  }
  free(text);
}

// Adds what neither the kernel nor udev has said.
static void complete(struct udev_device *device) {
  const char *major = udev_text_find(device->properties, "MAJOR"), *minor = udev_text_find(device->properties, "MINOR");
  bool is_told = udev_text_find(device->properties, "ID_INPUT");
  device->is_initialized = is_told || !udev_runs();
  if (major && minor && !is_told) add_database(device, major, minor);
  if (!udev_text_find(device->properties, "ID_INPUT")) udev_add_input_kind(device);
}

// A device at a path without links; NULL if the path is too long.
static struct udev_device *device_at(const char *syspath) {
  if (strlen(syspath) >= UDEV_MOST_PATH) return NULL;
  struct udev_device *device = calloc(1, sizeof *device);
  if (device) strcpy(device->syspath, syspath);
  return device;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *syspath) {
  (void)udev;
  char text[4096];
  char *path = realpath(syspath, NULL);
  struct udev_device *device = path ? device_at(path) : NULL;
  free(path);
  if (!device) return NULL;
  snprintf(text, sizeof text, "%s/uevent", device->syspath);
  if (read_file(text, text, sizeof text) < 0) return udev_device_unref(device);
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));) add_line(device, line);
  complete(device);
  return device;
}

struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) {
  char path[64];
  snprintf(path, sizeof path, "/sys/dev/%s/%u:%u", type == 'b' ? "block" : "char", major(number), minor(number));
  return udev_device_new_from_syspath(udev, path);
}

struct udev_device *udev_device_from_message(const char *entries, size_t size) {
  struct udev_device *device = calloc(1, sizeof *device);
  char line[2048];
  for (size_t length; device && size > 0; entries += length, size -= length) {
    length = strnlen(entries, size);
    if (length < sizeof line) {
      memcpy(line, entries, length);
      line[length] = 0;
      add_line(device, line);
    }
    if (length < size) length++;
  }
  const char *path = device ? udev_text_find(device->properties, "DEVPATH") : NULL;
  if (!path || *path != '/' || strlen(path) + 4 >= sizeof device->syspath) return udev_device_unref(device);
  snprintf(device->syspath, sizeof device->syspath, "/sys%s", path);
  complete(device);
  return device;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
  while (device) {
    struct udev_device *parent = device->parent;
    udev_texts_free(&device->properties);
    udev_texts_free(&device->attributes);
    free(device);
    device = parent;
  }
  return NULL;
}

// ---- What a device says ---------------------------------------------------------------------------------------------

const char *udev_device_get_syspath(struct udev_device *device) { return device->syspath; }

const char *udev_device_get_sysname(struct udev_device *device) { return strrchr(device->syspath, '/') + 1; }

const char *udev_device_get_action(struct udev_device *device) { return udev_text_find(device->properties, "ACTION"); }

const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
  return udev_text_find(device->properties, key);
}

int udev_device_get_is_initialized(struct udev_device *device) { return device->is_initialized; }

const char *udev_device_get_devnode(struct udev_device *device) {
  const char *known = udev_text_find(device->attributes, "/node"), *name = udev_text_find(device->properties, "DEVNAME");
  if (known || !name) return known;
  if (*name == '/') return name;  // as udev tells it
  char node[UDEV_MOST_PATH];
  snprintf(node, sizeof node, "/dev/%s", name);
  struct udev_list_entry *entry = udev_text_add(&device->attributes, "/node", node);
  return entry ? value_of(entry) : NULL;
}

const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name) {
  const char *known = udev_text_find(device->attributes, name);
  if (known) return known;
  char path[UDEV_MOST_PATH + 64], text[4096];
  snprintf(path, sizeof path, "%s/%s", device->syspath, name);
  if (read_file(path, text, sizeof text) < 0) return NULL;
  struct udev_list_entry *entry = udev_text_add(&device->attributes, name, text);
  return entry ? value_of(entry) : NULL;
}

struct udev_device *udev_device_get_parent(struct udev_device *device) {
  if (device->parent) return device->parent;
  char path[UDEV_MOST_PATH], file[UDEV_MOST_PATH + 8];
  strcpy(path, device->syspath);
  // The folders between two devices are not devices.
  for (char *end; (end = strrchr(path, '/')) && end - path > 4;) {
    *end = 0;
    snprintf(file, sizeof file, "%s/uevent", path);
    if (access(file, F_OK) == 0) return device->parent = device_at(path);
  }
  return NULL;
}

struct udev_device *udev_device_get_parent_with_subsystem_devtype(
  struct udev_device *device, const char *subsystem, const char *type
) {
  (void)type;
  char link[UDEV_MOST_PATH + 16], target[UDEV_MOST_PATH];
  while ((device = udev_device_get_parent(device))) {
    snprintf(link, sizeof link, "%s/subsystem", device->syspath);
    ssize_t size = readlink(link, target, sizeof target - 1);
    if (size <= 0) continue;
    target[size] = 0;
    const char *name = strrchr(target, '/');
    if (name && strcmp(name + 1, subsystem) == 0) return device;
  }
  return NULL;
}
