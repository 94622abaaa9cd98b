// The internals of a device, for the files that open, read and intercept it.
#pragma once

#include <stdalign.h>
#include <unistd.h>

#include "internal.h"
#include "linux_syscall.h"
#include "protocol_b.h"

enum { BUFFER_EVENTS = 256 };  // several frames of ten fingers in one read

// Callbacks for everything that is read from a device, called in this order; see intercept.c.
typedef struct ti_observer {
  // Passes all events up to the end of the next frame, or of the buffer.
  void (*events_were_decoded)(ti_device *device, const ti_event *events, size_t count);
  // Called after lost events; `state` is null if it cannot be read.
  void (*state_was_read)(ti_device *device, const ti_state *state, int64_t time);
  void (*frame_was_decoded)(ti_device *device, const ti_frame *frame);
  // The caller of ti_device_next is done with its last frame. Also called without a frame, before each read.
  void (*frame_was_handled)(ti_device *device);
  // There is nothing more to read for now. Returns whether all is well; if not, the observer cannot go on.
  bool (*turn_ended)(ti_device *device);
} ti_observer;

// What a device keeps between the frames that its reader handles; see lane.c.
typedef struct ti_lane ti_lane;

struct ti_device {
  // What each frame needs comes first, side by side: a cache line, and what was read.
  int fd;
  bool kernel_time;
  bool adopted;  // has no other readers
  bool drained;  // the last read took all there was
  bool gone;
  bool dozes;  // the kernel sends no positions
  bool is_handed_over;  // a frame is with the caller, and the observer waits for it
  ti_protocol protocol;  // that the mask of events is for
  int reads;  // in this turn
  int frame_result;  // what ti_device_next returns with a frame: 1, or 3 while the decoder follows pressure and size
  ti_decoder *decoder;
  ti_lane *lane;
  size_t position, count;  // in `events`
  const ti_observer *observer;  // null for most devices
  alignas(64) struct input_event raw[BUFFER_EVENTS + 1];  // as read, and the end that the lane sets
  ti_event events[BUFFER_EVENTS];
  ti_description description;
  ti_state state;
  void *observer_context;
};

static inline bool ti_device_follows(const ti_device *device) { return device->frame_result == 3; }

// The time of an event in microseconds.
static inline int64_t ti_event_time(const struct input_event *event) {
  return (int64_t)((uint64_t)event->input_event_sec * 1000000 + (uint64_t)event->input_event_usec);
}

// Reads into `raw` once, and returns what read does.
static inline ssize_t ti_device_read_raw(ti_device *device) {
  return (ssize_t)linux_syscall(SYS_read, device->fd, (long)device->raw, BUFFER_EVENTS * sizeof *device->raw, 0, 0);
}

// Takes the result of a ti_device_read_raw that has read nothing, and repeats it after EINTR. Returns what ti_device_events_read does.
int ti_device_read_again(ti_device *device, ssize_t size);

// Takes the result of ti_device_read_raw. Returns the number of events, 0 if there are none for now, or -errno.
static inline int ti_device_events_read(ti_device *device, ssize_t size) {
  return size > 0 ? (int)((size_t)size / sizeof *device->raw) : ti_device_read_again(device, size);
}

// device.c
// Puts events that were read into the buffer: those from `first` on, of `end`.
void ti_device_take(ti_device *device, size_t first, size_t end);
// Shows the observer a frame that its caller handles later, if at all: the events that were read from `first` on, before `end`. The buffer
// must be empty.
void ti_device_show(ti_device *device, size_t first, size_t end);
// Reads once. Returns 1 with events in the buffer, 0 if there are none for now, or -errno.
int ti_device_fill(ti_device *device);

// lane.c
ti_lane *ti_lane_new(int32_t slots);
void ti_lane_free(ti_lane *lane);

// mask.c
// Lets only events through that the decoder uses, so that others neither wake the daemon nor fill the kernel's buffer. Pressures and
// sizes are among them only if they are followed.
void ti_mask_events(int fd, ti_class class, bool follows);
// Lets through what a touch of protocol B needs besides its position. False if the kernel has no masks.
bool ti_mask_positions(int fd);
// Lets everything through, for a relay.
void ti_unmask_events(int fd);
// Lets all keys through, for a panel that is intercepted when no key is held.
void ti_unmask_keys(int fd);

// state.c
bool ti_device_read_axis(const ti_device *device, unsigned code, int32_t *value);
// Reads one value of all slots into `device->state`, at an offset in ti_slot_state.
bool ti_device_read_slots(ti_device *device, uint32_t code, int32_t slots, size_t offset);
// Reads the device's state; null if it cannot be read.
const ti_state *ti_device_read_state(ti_device *device);
// Reads the keys and switches that are on. False if they cannot be read; all of them are off then.
bool ti_device_read_held(const ti_device *device, ti_held *held);
// Starts the decoder with the state that libevdev read when the device was opened.
void ti_device_start(ti_device *device, const struct libevdev *evdev);
