#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

// ---- Opening --------------------------------------------------------------------------------------------------------

static int fail(int fd, ti_failure *failure, const char *call, int error) {
  *failure = (ti_failure){call, error};
  if (fd >= 0) close(fd);
  return -error;
}

int ti_record_open(const char *node, ti_description *description, bool *kernel_time, ti_failure *failure) {
  memset(description, 0, sizeof *description);
  int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return fail(fd, failure, "open", errno);
  int version;
  if (ioctl(fd, EVIOCGVERSION, &version) < 0) return fail(fd, failure, "ioctl EVIOCGVERSION", errno);
  struct libevdev *evdev = NULL;
  int error = libevdev_new_from_fd(fd, &evdev);
  if (error < 0) return fail(fd, failure, "libevdev_new_from_fd", -error);
  ti_describe(evdev, description);
  libevdev_free(evdev);
  int clock = CLOCK_MONOTONIC;
  *kernel_time = ioctl(fd, EVIOCSCLOCKID, &clock) == 0;
  return fd;
}

// ---- State ----------------------------------------------------------------------------------------------------------

typedef struct list {
  ti_event *events;
  size_t count, most;
} list;

static void add(list *list, unsigned type, unsigned code, int32_t value) {
  if (list->count == list->most) return;
  list->events[list->count++] = (ti_event){.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
}

// The values of one axis in all slots, laid out as EVIOCGMTSLOTS expects.
typedef struct slot_values {
  uint32_t code;
  int32_t values[TI_MAX_SLOTS];
} slot_values;

static bool read_slots(int fd, uint32_t code, int slots, slot_values *request) {
  memset(request, 0, sizeof *request);
  request->code = code;
  return ioctl(fd, EVIOCGMTSLOTS(sizeof(uint32_t) * (1 + (size_t)slots)), request) >= 0 && request->code == code;
}

static void add_slots(int fd, const ti_description *d, list *list) {
  int32_t last = d->axes[ABS_MT_SLOT].maximum;
  int slots = last < 0 ? 1 : last >= TI_MAX_SLOTS ? TI_MAX_SLOTS : last + 1;
  slot_values values[ABS_MT_TOOL_Y - ABS_MT_SLOT];
  size_t known = 0;
  for (uint32_t code = ABS_MT_SLOT + 1; code <= ABS_MT_TOOL_Y; code++) {
    if (!d->axes[code].present || code == ABS_MT_TRACKING_ID) continue;
    if (read_slots(fd, code, slots, &values[known])) known++;
  }
  int32_t here = 0;
  for (int slot = 0; slot < slots; slot++) {
    for (size_t i = 0; i < known; i++) {
      if (!values[i].values[slot]) continue;
      if (here != slot) add(list, EV_ABS, ABS_MT_SLOT, slot);
      here = slot;
      add(list, EV_ABS, values[i].code, values[i].values[slot]);
    }
  }
  struct input_absinfo current;
  if (ioctl(fd, EVIOCGABS(ABS_MT_SLOT), &current) >= 0 && current.value != here)
    add(list, EV_ABS, ABS_MT_SLOT, current.value);
}

size_t ti_record_state(int fd, const ti_description *d, ti_event *events, size_t most) {
  list list = {events, 0, most ? most - 1 : 0};
  for (unsigned code = 0; code < ABS_MT_SLOT; code++) {
    struct input_absinfo info;
    if (d->axes[code].present && ioctl(fd, EVIOCGABS(code), &info) >= 0 && info.value)
      add(&list, EV_ABS, code, info.value);
  }
  if (d->axes[ABS_MT_SLOT].present) add_slots(fd, d, &list);
  if (list.count == 0) return 0;
  list.most++;
  add(&list, EV_SYN, SYN_REPORT, 0);
  return list.count;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

int ti_record_read(int fd, bool kernel_time, ti_event *events, size_t most) {
  struct input_event raw[TI_RECORD_MOST];
  if (most > TI_RECORD_MOST) most = TI_RECORD_MOST;
  ssize_t size;
  do size = read(fd, raw, most * sizeof *raw);
  while (size < 0 && errno == EINTR);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
  if (size <= 0) return size == 0 || errno == EIO ? -ENODEV : -errno;
  int count = (int)((size_t)size / sizeof *raw);
  int64_t now = kernel_time ? 0 : ti_now();
  for (int i = 0; i < count; i++) {
    int64_t time = (int64_t)((uint64_t)raw[i].input_event_sec * 1000000 + (uint64_t)raw[i].input_event_usec);
    events[i] = (ti_event){kernel_time ? time : now, raw[i].type, raw[i].code, raw[i].value};
  }
  return count;
}
