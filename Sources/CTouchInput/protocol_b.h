// The one reading of protocol B: which values belong to which slot. What becomes of them is up to its users: the decoder (slots.c) and the
// lane (lane_frames.c). Both read a frame that is nothing but the place of one finger, as most are, at once.
#pragma once

#include <assert.h>
#include <stddef.h>

#include "internal.h"

// What protocol B needs of an event: the end of one that the kernel sends, and of one of a recording.
typedef struct __attribute__((may_alias)) ti_change {
  uint16_t type, code;
  int32_t value;
} ti_change;
static_assert(sizeof(struct input_event) - offsetof(struct input_event, type) == sizeof(ti_change), "the kernel's event ends with a change");
static_assert(sizeof(ti_event) - offsetof(ti_event, type) == sizeof(ti_change), "an event of a recording ends with a change");

// The type and the code of an event in one number, which is read and compared at once.
#define TI_KIND(type, code) ((uint32_t)(type) | (uint32_t)(code) << 16)
#define ti_kind(event) TI_KIND((event)->type, (event)->code)
// Whether two events are the place of a finger as most fingers send it.
#define ti_is_place(first, second) \
  (ti_kind(first) == TI_KIND(EV_ABS, ABS_MT_POSITION_X) && ti_kind(second) == TI_KIND(EV_ABS, ABS_MT_POSITION_Y))

// What a user does with what is read. The functions are constants, and inline: the compiler puts them where they are called.
typedef struct ti_reading {
  // The values that follow are this slot's. Returns whether to read on.
  bool (*slot)(void *user, int32_t index);
  // Both coordinates, as they come from most fingers. False: `value` shall get them, one after the other.
  bool (*place)(void *user, int32_t x, int32_t y);
  // Any other value. Returns whether to read on.
  bool (*value)(void *user, uint16_t code, int32_t value);
} ti_reading;

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Reads slots and values up to the first event that is neither, that the user refuses, or that is at `end`; returns that event. `size` is
// that of an event. `end` may be null if an event of another type comes last.
ALWAYS_INLINE const void *ti_read_contacts(
  const void *events, const void *end, size_t size, const ti_reading *reading, void *user) {
  const char *event = events;
#define HAS(number) (!end || event + (number) * size < (const char *)end)
#define CHANGE(number) ((const ti_change *)(event + ((number) + 1) * size) - 1)
  while (HAS(0)) {
    if (ti_kind(CHANGE(0)) == TI_KIND(EV_ABS, ABS_MT_SLOT)) {
      if (!reading->slot(user, CHANGE(0)->value)) break;
      event += size;
      if (!HAS(0)) break;
    }
    if (HAS(1) && ti_is_place(CHANGE(0), CHANGE(1)) && reading->place(user, CHANGE(0)->value, CHANGE(1)->value)) {
      event += 2 * size;
      continue;
    }
    if (CHANGE(0)->type != EV_ABS) break;
    if (CHANGE(0)->code == ABS_MT_SLOT) continue;
    if (!reading->value(user, CHANGE(0)->code, CHANGE(0)->value)) break;
    event += size;
  }
#undef HAS
#undef CHANGE
  return event;
}

// A frame in which only the finger of the current slot moves: its place, as the kernel reports it, and its last event.
typedef struct ti_plain_frame {
  int32_t x, y;
  const struct input_event *end;
} ti_plain_frame;

// Reads what the kernel has sent, `size` bytes, if it is such a frame of a finger whose last place is `x`, `y`; false if it is something
// else.
static inline bool ti_read_plain_frame(ti_plain_frame *frame, const struct input_event *raw, ssize_t size, int32_t x, int32_t y) {
  if (size == 3 * sizeof *raw) {
    if (!ti_is_place(&raw[0], &raw[1])) return false;
    *frame = (ti_plain_frame){raw[0].value, raw[1].value, &raw[2]};
  } else if (size == 2 * sizeof *raw) {
    const bool is_x = ti_kind(&raw[0]) == TI_KIND(EV_ABS, ABS_MT_POSITION_X);
    if (!is_x && ti_kind(&raw[0]) != TI_KIND(EV_ABS, ABS_MT_POSITION_Y)) return false;
    *frame = (ti_plain_frame){is_x ? raw[0].value : x, is_x ? y : raw[0].value, &raw[1]};
  } else {
    return false;
  }
  return ti_kind(frame->end) == TI_KIND(EV_SYN, SYN_REPORT);
}
