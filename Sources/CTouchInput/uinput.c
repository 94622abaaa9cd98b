#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CTouchInput.h"

// ---- Making ---------------------------------------------------------------------------------------------------------

static bool set_codes(int fd, unsigned type, unsigned long request, const uint8_t *bits, unsigned count) {
  bool any = false;
  for (unsigned code = 0; code < count; code++) {
    if (!ti_bit(bits, code)) continue;
    if (!any && ioctl(fd, UI_SET_EVBIT, type) < 0) return false;
    any = true;
    if (ioctl(fd, request, code) < 0) return false;
  }
  return true;
}

static bool set_axes(int fd, const ti_axis *axes) {
  bool any = false;
  for (unsigned code = 0; code < ABS_CNT; code++) {
    if (!axes[code].present) continue;
    if (!any && ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0) return false;
    any = true;
    struct uinput_abs_setup setup = {
      .code = (uint16_t)code,
      .absinfo = {
        .minimum = axes[code].minimum, .maximum = axes[code].maximum, .resolution = axes[code].resolution}};
    if (ioctl(fd, UI_SET_ABSBIT, code) < 0 || ioctl(fd, UI_ABS_SETUP, &setup) < 0) return false;
  }
  return true;
}

static bool set_properties(int fd, const uint8_t *properties) {
  for (unsigned property = 0; property < INPUT_PROP_CNT; property++)
    if (ti_bit(properties, property) && ioctl(fd, UI_SET_PROPBIT, property) < 0) return false;
  return true;
}

// Sets up the device as described. LEDs, sounds and motors are left out: a device receives their events, it does not send them.
// Returns the call that failed, or null.
static const char *set_up(int fd, const ti_description *d) {
  struct uinput_setup setup = {.id = {d->bustype, d->vendor, d->product, d->version}};
  memcpy(setup.name, d->name, strnlen(d->name, sizeof setup.name - 1));
  if (!set_codes(fd, EV_KEY, UI_SET_KEYBIT, d->keys, KEY_CNT)) return "ioctl UI_SET_KEYBIT";
  if (!set_codes(fd, EV_REL, UI_SET_RELBIT, d->relative, REL_CNT)) return "ioctl UI_SET_RELBIT";
  if (!set_codes(fd, EV_MSC, UI_SET_MSCBIT, d->misc, MSC_CNT)) return "ioctl UI_SET_MSCBIT";
  if (!set_codes(fd, EV_SW, UI_SET_SWBIT, d->switches, SW_CNT)) return "ioctl UI_SET_SWBIT";
  if (!set_axes(fd, d->axes)) return "ioctl UI_ABS_SETUP";
  if (!set_properties(fd, d->properties)) return "ioctl UI_SET_PROPBIT";
  if (*d->phys && ioctl(fd, UI_SET_PHYS, d->phys) < 0) return "ioctl UI_SET_PHYS";
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0) return "ioctl UI_DEV_SETUP";
  if (ioctl(fd, UI_DEV_CREATE) < 0) return "ioctl UI_DEV_CREATE";
  return NULL;
}

int ti_uinput_new(const char *path, const ti_description *description, ti_failure *failure) {
  int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  const char *call = fd < 0 ? "open" : set_up(fd, description);
  if (!call) return fd;
  *failure = (ti_failure){call, errno};
  if (fd >= 0) close(fd);
  return -failure->error;
}

// ---- Using ----------------------------------------------------------------------------------------------------------

int ti_uinput_node(int fd, char *node, size_t size) {
  char name[64] = "", path[128];
  if (ioctl(fd, UI_GET_SYSNAME(sizeof name - 1), name) < 0) return -errno;
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *folder = opendir(path);
  if (!folder) return errno == ENOENT ? -EAGAIN : -errno;
  int result = -EAGAIN;
  for (struct dirent *entry; result && (entry = readdir(folder));) {
    if (strncmp(entry->d_name, "event", 5) != 0) continue;
    int length = snprintf(node, size, "/dev/input/%s", entry->d_name);
    result = length < 0 || (size_t)length >= size ? -ENAMETOOLONG : 0;
  }
  closedir(folder);
  if (result == 0 && access(node, F_OK) < 0) result = errno == ENOENT ? -EAGAIN : -errno;
  return result;
}

bool ti_uinput_is_ready(const char *node) {
  struct stat status;
  if (stat(node, &status) < 0) return false;
  if (access("/run/udev/control", F_OK) < 0) return true;
  struct udev *udev = udev_new();
  if (!udev) return true;
  struct udev_device *device = udev_device_new_from_devnum(udev, 'c', status.st_rdev);
  bool is_ready = device && udev_device_get_is_initialized(device);
  udev_device_unref(device);
  udev_unref(udev);
  return is_ready;
}
