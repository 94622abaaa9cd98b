#include <string.h>

#include "decoder.h"
#include "device.h"

bool ti_device_doze(ti_device *device) {
  const ti_decoder *d = device->decoder;
  if (device->dozes) return true;
  bool is_plain = d->class.protocol == TI_PROTOCOL_SLOTS && !d->special && !device->observer;
  if (!is_plain || d->changed_count > 0 || has_second_frame(d)) return false;
  device->dozes = ti_mask_positions(device->fd);
  return device->dozes;
}

bool ti_device_wake(ti_device *device, int64_t time, ti_frame *frame) {
  if (!device->dozes) return false;
  device->dozes = false;
  const ti_class class = ti_decoder_class(device->decoder);
  ti_mask_events(device->fd, class, ti_device_follows(device));
  // Read after the mask is gone: a finger that moves in between is reported, too.
  ti_state *state = &device->state;
  state->slot_count = class.slots;
  return ti_device_read_slots(device, ABS_MT_POSITION_X, class.slots, offsetof(ti_slot_state, x)) &&
         ti_device_read_slots(device, ABS_MT_POSITION_Y, class.slots, offsetof(ti_slot_state, y)) &&
         ti_decoder_place(device->decoder, state, time, frame);
}
