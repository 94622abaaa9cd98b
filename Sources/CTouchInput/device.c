#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "decoder.h"
#include "device.h"

// Full reads in a turn: 2,048 events. That is more than the kernel buffers for an ordinary panel (512 to 1,024), so only a
// panel that sends events faster than they are read has to wait for its next turn.
enum { TURN_READS = 8 };

// ---- Opening --------------------------------------------------------------------------------------------------------

static ti_device *allocate(void) {
  ti_device *device = ti_allocate_page(sizeof *device);
  if (!device) return NULL;
  // The buffers are left alone: most of them is never used, and what has been written to once stays resident.
  memset(device, 0, offsetof(ti_device, raw));
  memset(&device->description, 0, sizeof *device - offsetof(ti_device, description));
  return device;
}

static ti_device *fail(ti_device *device, ti_failure *failure, const char *call, int error) {
  *failure = (ti_failure){call, error};
  ti_device_close(device);
  return NULL;
}

// Makes the decoder and the lane for the device's description; false if there is not enough memory.
static bool make_decoder(ti_device *device, unsigned hints, uint64_t first_id) {
  device->decoder = ti_decoder_new(&device->description, hints, first_id);
  if (!device->decoder) return false;
  device->protocol = device->decoder->class.protocol;
  device->lane = ti_lane_new(device->decoder->slot_count);
  return device->lane;
}

ti_device *ti_device_open(
  const char *node, unsigned hints, uint64_t first_id, ti_description *description, ti_failure *failure) {
  memset(description, 0, sizeof *description);
  ti_device *device = allocate();
  if (!device) return fail(NULL, failure, "open", ENOMEM);
  device->frame_result = 1;
  device->fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (device->fd < 0) return fail(device, failure, "open", errno);
  int version;
  if (ioctl(device->fd, EVIOCGVERSION, &version) < 0) return fail(device, failure, "ioctl EVIOCGVERSION", errno);

  struct libevdev *evdev = NULL;
  int error = libevdev_new_from_fd(device->fd, &evdev);
  if (error < 0) return fail(device, failure, "libevdev_new_from_fd", -error);
  ti_describe(evdev, &device->description);
  *description = device->description;
  if (ti_classify(description, hints).protocol == TI_PROTOCOL_NONE) {
    libevdev_free(evdev);
    return fail(device, failure, "classify", ENXIO);
  }
  if (!make_decoder(device, hints, first_id)) {
    libevdev_free(evdev);
    return fail(device, failure, "open", ENOMEM);
  }
  ti_device_start(device, evdev);
  libevdev_free(evdev);

  int clock = CLOCK_MONOTONIC;
  device->kernel_time = ioctl(device->fd, EVIOCSCLOCKID, &clock) == 0;
  ti_mask_events(device->fd, ti_decoder_class(device->decoder), false);
  return device;
}

ti_device *ti_device_adopt(int fd, const ti_description *description, uint64_t first_id) {
  ti_device *device = allocate();
  if (!device) return NULL;
  device->fd = fd;
  device->description = *description;
  device->kernel_time = device->adopted = true;
  device->frame_result = 1;
  if (make_decoder(device, 0, first_id)) return device;
  ti_device_close(device);
  return NULL;
}

void ti_device_close(ti_device *device) {
  if (!device) return;
  if (device->fd >= 0) close(device->fd);
  ti_decoder_free(device->decoder);
  ti_lane_free(device->lane);
  free(device);
}

int ti_device_fd(const ti_device *device) { return device->fd; }
ti_decoder *ti_device_decoder(ti_device *device) { return device->decoder; }

void ti_device_follow(ti_device *device, bool follows) {
  bool followed = ti_device_follows(device);
  ti_decoder_follow(device->decoder, follows);
  device->frame_result = follows ? 3 : 1;
  if (follows == followed || device->adopted) return;
  if (!device->observer) ti_mask_events(device->fd, ti_decoder_class(device->decoder), follows);
  // The kernel sends only changes, and those that came while the axes were masked are lost.
  const ti_state *state = follows ? ti_device_read_state(device) : NULL;
  if (state) ti_decoder_measure(device->decoder, state);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

int ti_device_read_again(ti_device *device, ssize_t size) {
  while (size < 0 && errno == EINTR) size = ti_device_read_raw(device);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
  if (size <= 0) {
    int error = size == 0 ? ENODEV : errno;
    device->gone = error == ENODEV;
    return -error;
  }
  return (int)((size_t)size / sizeof *device->raw);
}

// Copies events that were read to the beginning of the buffer.
static inline void copy(ti_device *device, const struct input_event *raw, size_t count) {
  for (size_t i = 0; i < count; i++)
    device->events[i] = (ti_event){ti_event_time(&raw[i]), raw[i].type, raw[i].code, raw[i].value};
}

void ti_device_show(ti_device *device, size_t first, size_t end) {
  const ti_observer *observer = device->observer;
  copy(device, device->raw + first, end - first);
  observer->events_were_decoded(device, device->events, end - first);
  observer->frame_was_decoded(device, &(ti_frame){.time = device->decoder->time});
  observer->frame_was_handled(device);
}

void ti_device_take(ti_device *device, size_t first, size_t end) {
  const size_t count = end - first;
  copy(device, device->raw + first, count);
  if (!device->kernel_time) {
    int64_t now = ti_now();
    for (size_t i = 0; i < count; i++) device->events[i].time = now;
  }
  device->position = 0;
  device->count = count;
  device->drained = end < BUFFER_EVENTS;
}

int ti_device_fill(ti_device *device) {
  int count = ti_device_events_read(device, ti_device_read_raw(device));
  if (count <= 0) return count;
  ti_device_take(device, 0, (size_t)count);
  return 1;
}

// Discards the events between a loss and the state that is about to be read: they are older than that state. The number of
// reads is limited, so a panel that sends without end cannot keep the caller here; the kernel buffers about a thousand events.
static void discard_old_events(ti_device *device) {
  for (int reads = 0; reads < 32 && !device->drained; reads++)
    if (ti_device_fill(device) <= 0) break;
  device->position = device->count = 0;
}

void ti_device_restart(ti_device *device) {
  discard_old_events(device);
  ti_decoder_start(device->decoder, ti_device_read_state(device));
  device->drained = false;
  device->reads = 0;
}

static void resync(ti_device *device, ti_frame *frame) {
  discard_old_events(device);
  const ti_state *state = ti_device_read_state(device);
  ti_decoder_resync(device->decoder, state, frame);
  if (device->observer) device->observer->state_was_read(device, state, frame->time);
}

// The panel speaks another protocol than before, which needs other events.
__attribute__((noinline)) static void change_protocol(ti_device *device) {
  device->protocol = device->decoder->class.protocol;
  if (!device->observer && !device->adopted)
    ti_mask_events(device->fd, ti_decoder_class(device->decoder), ti_device_follows(device));
}

// Fills `frame` from the events in the buffer; false if they complete no frame.
static inline bool decode(ti_device *device, ti_frame *frame) {
  ti_step step = TI_STEP_MORE;
  size_t start = device->position;
  if (start < device->count || has_second_frame(device->decoder))
    step = ti_decoder_next(device->decoder, device->events, device->count, &device->position, frame);
  if (device->decoder->class.protocol != device->protocol) change_protocol(device);
  if (device->observer && device->position > start)
    device->observer->events_were_decoded(device, device->events + start, device->position - start);
  if (step == TI_STEP_DROPPED) resync(device, frame);
  return step != TI_STEP_MORE;
}

// Returns 1 if the buffer has events; otherwise the result with which ti_device_next ends the turn.
static inline int refill(ti_device *device) {
  if (device->gone) return -ENODEV;
  // A read that did not fill the buffer took all events. A second read would only cost time: epoll reports further events.
  if (device->drained) {
    device->drained = false;
    return 0;
  }
  // The buffer is empty here, so no event is forgotten: epoll reports the events that the kernel still holds.
  if (device->reads == TURN_READS) return 2;
  device->reads++;
  return ti_device_fill(device);
}

static inline int end_turn(ti_device *device, int result) {
  device->reads = 0;
  if (device->observer) (void)device->observer->turn_ended(device);
  return result;
}

// Mostly one read gives one frame, and the turn ends with it. With an observer the turn goes on: it waits for the caller to
// handle the frame.
static inline int hand_over(ti_device *device, ti_frame *frame) {
  if (device->observer) {
    device->observer->frame_was_decoded(device, frame);
    device->is_handed_over = true;
    return device->frame_result;
  }
  if (!device->drained || device->position < device->count || has_second_frame(device->decoder)) return device->frame_result;
  device->drained = false;
  frame->is_last = true;
  return end_turn(device, device->frame_result);
}

static void finish_frame(ti_device *device) {
  device->is_handed_over = false;
  device->observer->frame_was_handled(device);
}

// Whether the next frame can be decoded as the kernel sends it: the buffer is empty, this is the turn's first read, and there is no
// observer of events.
static inline bool may_be_plain(const ti_device *device) {
  return device->position == device->count && device->reads == 0 && !device->drained && !device->gone && !device->observer
    && device->kernel_time && only_moves(device->decoder);
}

// Reads once, and decodes what was read if it is a frame in which only one finger moves: that takes a third of what other frames take.
// Returns whether it is; otherwise `count` is the result of the read, and the events are in the buffer.
static inline bool read_plain_frame(ti_device *device, ti_frame *frame, int *count) {
  const ssize_t size = ti_device_read_raw(device);
  const ti_decoder *d = device->decoder;
  ti_plain_frame plain;
  if (ti_read_plain_frame(&plain, device->raw, size, d->current->now.x, d->current->now.y)) {
    *count = 0;
    return ti_slots_move(device->decoder, plain.x, plain.y, ti_event_time(plain.end), frame);
  }
  *count = ti_device_events_read(device, size);
  if (*count > 0) {
    ti_device_take(device, 0, (size_t)*count);
    device->reads = 1;
  }
  return false;
}

int ti_device_next(ti_device *device, ti_frame *frame) {
  if (may_be_plain(device)) {
    int count;
    if (read_plain_frame(device, frame, &count)) {
      frame->is_last = true;
      return device->frame_result;
    }
    if (count <= 0) return end_turn(device, count);
  }
  if (device->is_handed_over) finish_frame(device);
  for (;;) {
    if (decode(device, frame)) return hand_over(device, frame);
    if (device->observer) finish_frame(device);
    int result = refill(device);
    if (result != 1) return end_turn(device, result);
  }
}
