// A device's parts, for the files that open, read and intercept it.
#pragma once

#include "internal.h"

enum { BUFFER_EVENTS = 256 };  // some frames of ten fingers in one read

struct ti_device {
  // What each frame needs comes first, side by side.
  int fd;
  bool kernel_time;
  bool adopted;  // nobody else reads it
  bool drained;  // the last read took all there was
  bool gone;
  bool told;  // a frame was handed over, and its verdicts are to be taken
  int reads;  // in this turn
  ti_decoder *decoder;
  size_t position, count;  // in `events`
  ti_relay *relay;
  uint32_t *beats;
  size_t relayed;  // events before it are with the relay
  struct input_event raw[BUFFER_EVENTS];
  ti_event events[BUFFER_EVENTS];
  ti_description description;
  ti_state state;
};

// mask.c
// Keeps out what no touch is made of, before it fills the kernel's buffer.
void ti_mask_events(int fd, ti_class class);
// For who passes all of it on.
void ti_unmask_events(int fd);

// state.c
bool ti_device_read_axis(const ti_device *device, unsigned code, int32_t *value);
// Reads one value of all slots into `device->state`, at an offset in ti_slot_state.
bool ti_device_read_slots(ti_device *device, uint32_t code, int32_t slots, size_t offset);
// Reads the device's state; null where it cannot be told.
const ti_state *ti_device_read_state(ti_device *device);
// The state at opening, from what libevdev has read.
void ti_device_start(ti_device *device, const struct libevdev *evdev);
