// The internals of a lane, for the files that open it, keep frames in it, and recall them.
#pragma once

#include <stdalign.h>
#include <stddef.h>

#include "decoder.h"
#include "device.h"

// A frame that was kept: its time, and the end of its places.
typedef struct kept_frame {
  int64_t time;
  uint32_t end;
} kept_frame;

// Where a finger was in a frame that was kept.
typedef struct kept_place {
  int32_t x, y;
  uint32_t slot;
} kept_place;

// Where the finger of a slot was in the last frame that was forgotten and moved it.
typedef struct forgotten_place {
  bool is_known;
  int32_t x, y;
} forgotten_place;

// About a second at 120 Hz, and more of the last moments than velocities need from ten fingers. If each frame must be recalled, the
// reader recalls them when there is no room, so that they never take long.
enum { LANE_FRAMES = 128, LANE_PLACES = 768 };
static_assert(LANE_PLACES >= 2 * TI_MAX_SLOTS, "there is room for a frame of all fingers, and for what precedes it");

// What else is required than that each finger stays in its area.
enum { RULE_PAIR = 1, RULE_CENTRE = 2 };

// A slot while the lane is open: what its frames need of it, so that they read half a cache line for each finger instead of two.
typedef struct lane_slot {
  int32_t x, y;  // as in the slot's last report
  int32_t now_x, now_y;  // according to the events so far
  ti_area area;  // within the axes; empty: the slot may not move
} lane_slot;
static_assert(sizeof(lane_slot) == 32, "two slots are a cache line");

// One block of memory. Frames that are kept need its first cache line and that of their slots, those of several fingers also the rules'.
struct ti_lane {
  bool is_open;
  uint8_t rules;  // RULE_… bits
  uint8_t first, second;  // the slots of the pair
  int32_t current;  // the slot that the next events are for
  int32_t slot_count;
  uint32_t frames, places;
  uint32_t most_frames;  // the lane ends when it has kept as many and can forget none
  int64_t time;  // of the last frame
  kept_frame *kept_frames;
  kept_place *kept_places;
  // The sum of the places of the fingers that may move, which is up to date if there is a rule about it, and where it may be: `disc` is
  // that of a sum, not of a mean.
  int64_t sum_x, sum_y;
  ti_disc disc;
  int32_t fingers;  // that may move
  int32_t end;  // the slots from this one on may not move, and neither may those of a lane that is closed
  uint32_t forgotten;  // frames, to make room
  ti_way way;  // of the pair
  uint32_t next_frame, next_place;  // to be recalled
  int64_t window;  // microseconds before a finger's last movement of which each frame is recalled; -1: each frame is
  forgotten_place *forgotten_places;  // one per slot
  bool has_forgotten;
  uint32_t next_forgotten;  // to be recalled; the slots before it have been
  alignas(64) lane_slot slots[];  // and the extra one behind the last one, which may not move
};
static_assert(offsetof(ti_lane, disc) <= 64, "the first cache line has what each frame needs");

static const ti_area NOWHERE = {1, 0, 1, 0};

static inline bool is_nowhere(const ti_area *area) { return area->left > area->right || area->top > area->bottom; }

static inline bool is_within(const ti_area *area, int32_t x, int32_t y) {
  return x >= area->left && x <= area->right && y >= area->top && y <= area->bottom;
}

// lane.c
// Closes an open lane: the decoder goes on where it has left the fingers.
void ti_lane_leave(ti_device *device);
