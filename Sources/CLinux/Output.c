// Output through input devices: a virtual keyboard, virtual pointers, and rumble motors.
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CLinux.h"

static const struct linux_key keys[] = {
#include "KeyNames.h"
};

const struct linux_key *linux_keys(int *count) {
  *count = sizeof keys / sizeof *keys;
  return keys;
}

static int compare(const void *name, const void *key) { return strcmp(name, ((const struct linux_key *)key)->name); }

int linux_key_code(const char *name) {
  const struct linux_key *key = bsearch(name, keys, sizeof keys / sizeof *keys, sizeof *keys, compare);
  return key ? key->code : -1;
}

// Creates the device that was described to uinput; `result` is that of the description. Closes the descriptor if anything failed.
static int create(int fd, const char *name, int result) {
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (result == 0) result = ioctl(fd, UI_DEV_SETUP, &setup);
  if (result == 0) result = ioctl(fd, UI_DEV_CREATE);
  if (result == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

static int set_keys(int fd, const uint16_t *codes, int count) {
  int result = ioctl(fd, UI_SET_EVBIT, EV_KEY);
  for (int i = 0; i < count && result == 0; i++) result = ioctl(fd, UI_SET_KEYBIT, codes[i]);
  return result;
}

int linux_keyboard_create(const char *path, const char *name, const char *phys, const uint16_t *codes, int count) {
  int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -1;
  int result = set_keys(fd, codes, count);
  if (result == 0) result = ioctl(fd, UI_SET_PHYS, phys);
  return create(fd, name, result);
}

static int set_absolute_axes(int fd) {
  static const uint16_t codes[] = {ABS_X, ABS_Y};
  int result = ioctl(fd, UI_SET_EVBIT, EV_ABS);
  for (size_t i = 0; i < sizeof codes / sizeof *codes && result == 0; i++) {
    struct uinput_abs_setup setup = {.code = codes[i], .absinfo = {.maximum = 65535}};
    result = ioctl(fd, UI_ABS_SETUP, &setup);
  }
  return result;
}

static int set_relative_axes(int fd) {
  static const uint16_t codes[] = {REL_X, REL_Y, REL_WHEEL, REL_HWHEEL, REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES};
  int result = ioctl(fd, UI_SET_EVBIT, EV_REL);
  for (size_t i = 0; i < sizeof codes / sizeof *codes && result == 0; i++) result = ioctl(fd, UI_SET_RELBIT, codes[i]);
  return result;
}

int linux_pointer_create(const char *path, const char *name, const char *phys, bool is_absolute) {
  static const uint16_t buttons[] = {BTN_LEFT, BTN_RIGHT, BTN_MIDDLE};
  int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -1;
  int result = set_keys(fd, buttons, sizeof buttons / sizeof *buttons);
  if (result == 0) result = is_absolute ? set_absolute_axes(fd) : set_relative_axes(fd);
  if (result == 0) result = ioctl(fd, UI_SET_PHYS, phys);
  return create(fd, name, result);
}

int linux_input_write(int fd, const struct linux_input_event *events, int count) {
  struct input_event batch[LINUX_INPUT_WRITE_MOST];
  if (count < 0 || count > LINUX_INPUT_WRITE_MOST) {
    errno = EINVAL;
    return -1;
  }
  memset(batch, 0, (size_t)count * sizeof *batch);
  for (int i = 0; i < count; i++) {
    batch[i].type = events[i].type;
    batch[i].code = events[i].code;
    batch[i].value = events[i].value;
  }
  ssize_t size = (ssize_t)((size_t)count * sizeof *batch);
  ssize_t written;
  do written = write(fd, batch, (size_t)size);
  while (written < 0 && errno == EINTR);
  if (written >= 0 && written != size) errno = EAGAIN;
  return written == size ? 0 : -1;
}

int linux_rumble_upload(int fd, uint16_t magnitude, uint16_t milliseconds) {
  struct ff_effect effect = {
      .type = FF_RUMBLE,
      .id = -1,
      .replay = {.length = milliseconds},
      .u.rumble = {.strong_magnitude = magnitude, .weak_magnitude = magnitude},
  };
  return ioctl(fd, EVIOCSFF, &effect) < 0 ? -1 : effect.id;
}
