// devices: makes the input devices of a table on standard input, whose head says what is in a line. Prints "CLASS|NAME|NODE" for each, then
// "ready", and keeps them until it is killed. Axes go from 0 to 9.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const struct {
  const char *word;
  unsigned long type, request;
} kinds[] = {{"prop=", 0, UI_SET_PROPBIT}, {"key=", EV_KEY, UI_SET_KEYBIT}, {"rel=", EV_REL, UI_SET_RELBIT},
             {"abs=", EV_ABS, UI_SET_ABSBIT}, {"sw=", EV_SW, UI_SET_SWBIT}, {"ff=", EV_FF, UI_SET_FFBIT}};

static bool add(int fd, size_t kind, const char *codes) {
  bool fine = !kinds[kind].type || ioctl(fd, UI_SET_EVBIT, kinds[kind].type) == 0;
  for (char *end; fine && *codes; codes = *end == ':' ? end + 1 : end) {
    long first = strtol(codes, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    for (long code = first; fine && code <= last; code++) {
      struct uinput_abs_setup axis = {.code = (uint16_t)code, .absinfo = {.maximum = 9}};
      fine = ioctl(fd, kinds[kind].request, code) == 0 && (kinds[kind].type != EV_ABS || ioctl(fd, UI_ABS_SETUP, &axis) == 0);
    }
    fine = fine && end != codes && (!*end || *end == ':');
  }
  return fine;
}

// Makes a device, which is there until the process ends, and returns its uinput descriptor or -1.
static int make(const char *name, char *codes) {
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .ff_effects_max = strstr(codes, "ff=") ? 1 : 0};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  int fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  bool fine = fd >= 0;
  for (char *word; fine && (word = strtok_r(codes, " \n", &codes));) {
    size_t kind = 0, count = sizeof kinds / sizeof *kinds;
    while (kind < count && strncmp(word, kinds[kind].word, strlen(kinds[kind].word)) != 0) kind++;
    fine = kind < count && add(fd, kind, strchr(word, '=') + 1);
  }
  return fine && ioctl(fd, UI_DEV_SETUP, &setup) == 0 && ioctl(fd, UI_DEV_CREATE) == 0 ? fd : -1;
}

static bool print_node(int fd) {
  char name[32], path[64];
  if (ioctl(fd, UI_GET_SYSNAME(sizeof name), name) < 0) return false;
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *folder = opendir(path);
  bool found = false;
  for (struct dirent *entry; folder && !found && (entry = readdir(folder));)
    if ((found = strncmp(entry->d_name, "event", 5) == 0)) printf("/dev/input/%s\n", entry->d_name);
  if (folder) closedir(folder);
  return found;
}

// Returns the line's next part without the spaces around it.
static char *part(char **rest) {
  char *text = strsep(rest, "|");
  while (text && isspace(*text)) text++;
  for (char *end = text ? strchr(text, 0) : NULL; end && end > text && isspace(end[-1]);) *--end = 0;
  return text;
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    char *rest = line, *class = part(&rest), *name = part(&rest), *codes = part(&rest);
    if (*class == '#' || !*class) continue;
    printf("%s|%s|", class, name ? name : "");
    int fd = codes ? make(name, codes) : -1;
    if (fd < 0 || !print_node(fd)) {
      perror(name ? name : class);
      return 1;
    }
  }
  puts("ready");
  for (;;) pause();
}
