#include <stdlib.h>
#include <string.h>

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
enum { LANE_FRAMES = 128, LANE_PLACES = 768, LANE_FINGERS = 32 };

struct ti_lane {
  bool is_open;
  bool has_pair, has_centre;
  uint8_t first, second;  // the slots of the pair
  uint32_t frames, places;
  uint32_t forgotten;  // frames, to make room
  uint32_t next_frame, next_place;  // to be recalled
  int64_t window;  // microseconds before a finger's last movement of which each frame is recalled; -1: each frame is
  ti_area *areas;  // one per slot; empty: the slot may not move
  forgotten_place *forgotten_places;  // one per slot
  uint32_t next_forgotten;  // to be recalled; the slots before it have been
  ti_way way;  // of the pair
  // The sum of the places of the fingers that may move, and where it may be.
  int64_t sum_x, sum_y, left, right, top, bottom;
  int32_t fingers;
  kept_frame kept_frames[LANE_FRAMES];
  kept_place kept_places[LANE_PLACES];
};

static const ti_area NOWHERE = {1, 0, 1, 0};

static inline bool is_within(const ti_area *area, int32_t x, int32_t y) {
  return x >= area->left && x <= area->right && y >= area->top && y <= area->bottom;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

ti_lane *ti_lane_new(int32_t slots) {
  ti_lane *lane = calloc(1, sizeof *lane);
  if (!lane) return NULL;
  lane->areas = calloc((size_t)slots, sizeof *lane->areas);
  lane->forgotten_places = calloc((size_t)slots, sizeof *lane->forgotten_places);
  if (lane->areas && lane->forgotten_places) return lane;
  ti_lane_free(lane);
  return NULL;
}

void ti_lane_free(ti_lane *lane) {
  if (!lane) return;
  free(lane->areas);
  free(lane->forgotten_places);
  free(lane);
}

bool ti_device_open_lane(ti_device *device, int64_t window) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  lane->is_open = false;
  bool is_plain = d->class.protocol == TI_PROTOCOL_SLOTS && !d->special && device->kernel_time;
  if (!is_plain || d->changed_count > 0 || lane->frames > lane->next_frame) return false;
  lane->window = window;
  for (int32_t i = 0; i < d->slot_count; i++) lane->areas[i] = NOWHERE, lane->forgotten_places[i].is_known = false;
  lane->next_forgotten = 0;
  lane->frames = lane->places = lane->next_frame = lane->next_place = lane->forgotten = 0;
  lane->sum_x = lane->sum_y = lane->fingers = 0;
  lane->has_pair = lane->has_centre = false;
  lane->is_open = true;
  return true;
}

uint32_t ti_device_close_lane(ti_device *device) {
  ti_lane *lane = device->lane;
  lane->is_open = false;
  uint32_t kept = lane->frames - lane->next_frame + lane->forgotten;
  lane->forgotten = 0;
  return kept;
}

static slot *slot_of(const ti_device *device, uint64_t id) {
  ti_decoder *d = device->decoder;
  for (int32_t i = 0; i < d->slot_count; i++)
    if (d->slots[i].phase == DOWN && d->slots[i].id == id) return &d->slots[i];
  return NULL;
}

void ti_device_allow(ti_device *device, uint64_t id, ti_area area) {
  const slot *s = slot_of(device, id);
  if (!s) return;
  ti_lane *lane = device->lane;
  lane->areas[s->index] = area;
  lane->sum_x += s->reported_x, lane->sum_y += s->reported_y;
  lane->fingers++;
}

void ti_device_allow_pair(ti_device *device, uint64_t first, uint64_t second, ti_way way) {
  ti_lane *lane = device->lane;
  const slot *a = slot_of(device, first), *b = slot_of(device, second);
  if (lane->has_pair || !a || !b) {
    lane->is_open = false;
    return;
  }
  lane->has_pair = true;
  lane->first = a->index, lane->second = b->index;
  lane->way = way;
}

void ti_device_allow_centre(ti_device *device, ti_area area) {
  ti_lane *lane = device->lane;
  lane->has_centre = true;
  lane->left = (int64_t)area.left * lane->fingers, lane->right = (int64_t)area.right * lane->fingers;
  lane->top = (int64_t)area.top * lane->fingers, lane->bottom = (int64_t)area.bottom * lane->fingers;
}

// ---- Keeping frames -------------------------------------------------------------------------------------------------

// Whether the way from one finger of the pair to the other stays as it may be.
static inline bool keeps_way(const ti_decoder *d, const ti_lane *lane) {
  const slot *a = &d->slots[lane->first], *b = &d->slots[lane->second];
  const ti_way *way = &lane->way;
  double across = (double)clamp(b->now.x, &d->x_axis) - clamp(a->now.x, &d->x_axis);
  double down = (double)clamp(b->now.y, &d->y_axis) - clamp(a->now.y, &d->y_axis);
  double x = way->xx * across + way->xy * down, y = way->yx * across + way->yy * down;
  double length = __builtin_sqrt(x * x + y * y);
  return length >= way->shortest && length <= way->longest &&
         __builtin_fabs(way->x * y - way->y * x) <= way->steepest * (way->x * x + way->y * y);
}

// Forgets frames that need not be recalled, to make room for further ones; false if that makes too little.
__attribute__((noinline)) static bool make_room(ti_device *device) {
  ti_lane *lane = device->lane;
  ti_device_skip_kept(device);
  const uint32_t first = lane->next_frame, place = lane->next_place;
  if (first < LANE_FRAMES / 4) return false;
  lane->frames -= first, lane->places -= place;
  memmove(lane->kept_frames, lane->kept_frames + first, lane->frames * sizeof *lane->kept_frames);
  memmove(lane->kept_places, lane->kept_places + place, lane->places * sizeof *lane->kept_places);
  for (uint32_t i = 0; i < lane->frames; i++) lane->kept_frames[i].end -= place;
  lane->forgotten += first;
  lane->next_frame = lane->next_place = 0;
  return true;
}

// Whether the fingers that move in a frame stay where they may be.
static inline bool may_keep(const ti_decoder *d, const ti_lane *lane, const kept_place *places, uint32_t count) {
  int64_t sum_x = lane->sum_x, sum_y = lane->sum_y;
  for (uint32_t i = 0; i < count; i++) {
    const kept_place *place = &places[i];
    const slot *s = &d->slots[place->slot];
    if (s->phase != DOWN || !is_within(&lane->areas[place->slot], place->x, place->y)) return false;
    sum_x += (int64_t)place->x - s->reported_x, sum_y += (int64_t)place->y - s->reported_y;
  }
  if (lane->has_pair && !keeps_way(d, lane)) return false;
  return !lane->has_centre || (sum_x >= lane->left && sum_x <= lane->right && sum_y >= lane->top && sum_y <= lane->bottom);
}

// Keeps the frame that ends, and those of its places that are new.
static inline void keep(ti_decoder *d, ti_lane *lane, int64_t time, kept_place *places, uint32_t count) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    const kept_place place = places[i];
    slot *s = &d->slots[place.slot];
    if (place.x == s->reported_x && place.y == s->reported_y) continue;
    lane->sum_x += (int64_t)place.x - s->reported_x, lane->sum_y += (int64_t)place.y - s->reported_y;
    s->reported_x = place.x, s->reported_y = place.y;
    places[kept++] = place;
  }
  d->time = time;
  if (kept == 0) return;
  lane->places += kept;
  lane->kept_frames[lane->frames++] = (kept_frame){time, lane->places};
}

// Keeps a frame in which only the finger of the current slot moves, as most do. Returns the event after it; null if it must be decoded
// as other frames are, from its first event on.
static inline const struct input_event *keep_plain_frame(
  ti_decoder *d, ti_lane *lane, const struct input_event *first, const struct input_event *end, int64_t until) {
  slot *s = d->current;
  ti_plain_frame plain;
  const struct input_event *next = ti_decode_plain_frame(&plain, first, end, s->now.x, s->now.y);
  if (!next) return NULL;
  const int64_t time = plain.time;
  const int32_t place_x = clamp(plain.x, &d->x_axis), place_y = clamp(plain.y, &d->y_axis);
  const bool is_plain = s->phase == DOWN && !lane->has_pair && !lane->has_centre;
  const bool has_room = lane->frames < LANE_FRAMES && lane->places < LANE_PLACES;
  if (!is_plain || !has_room || time >= until || time < d->time) return NULL;
  if (!is_within(&lane->areas[s->index], place_x, place_y)) return NULL;
  s->now.x = plain.x, s->now.y = plain.y;
  d->time = time;
  if (place_x == s->reported_x && place_y == s->reported_y) return next;
  lane->sum_x += (int64_t)place_x - s->reported_x, lane->sum_y += (int64_t)place_y - s->reported_y;
  s->reported_x = place_x, s->reported_y = place_y;
  lane->kept_places[lane->places++] = (kept_place){place_x, place_y, s->index};
  lane->kept_frames[lane->frames++] = (kept_frame){time, lane->places};
  return next;
}

// Whether an axis' value in ti_slot_state is a pressure or a size, which decides nothing.
static inline bool is_of_imprint(uint8_t use) {
  return use == offsetof(ti_slot_state, pressure) || use == offsetof(ti_slot_state, major) || use == offsetof(ti_slot_state, minor);
}

// Decodes the frame that begins with an event, and keeps it if its fingers only move and stay where they may be. Returns the event after
// it; null if the reader must decode the frame. It then sets the same positions once more.
__attribute__((noinline)) static const struct input_event *keep_frame(
  ti_device *device, const struct input_event *event, const struct input_event *end, int64_t until) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  if ((lane->frames == LANE_FRAMES || lane->places > LANE_PLACES - LANE_FINGERS) && !make_room(device)) return NULL;
  const ti_axis x_axis = d->x_axis, y_axis = d->y_axis;
  kept_place *places = lane->kept_places + lane->places;
  uint32_t count = 0;
  bool is_new = true;  // the slot has no place in this frame
  slot *s = d->current;
  for (; event < end && event->type == EV_ABS; event++) {
    const int32_t value = event->value;
    if (event->code == ABS_MT_SLOT) {
      // In ascending order, as the kernel sends them: no slot comes twice.
      if (value < 0 || value >= d->slot_count || (!is_new && value <= s->index)) return NULL;
      s = &d->slots[value];
      is_new = true;
      continue;
    }
    const bool is_x = event->code == ABS_MT_POSITION_X;
    if (!is_x && event->code != ABS_MT_POSITION_Y) {
      if (event->code >= ABS_CNT) return NULL;
      const uint8_t use = d->axis_uses[event->code];
      // Pressures and sizes are not reported now, but they are the first values if they are followed later.
      if (is_of_imprint(use)) *(int32_t *)((char *)&s->now + use) = value;
      else if (use != AXIS_IGNORED && use != AXIS_WITHOUT_VALUE) return NULL;
      continue;
    }
    if (is_new) {
      // Values for a slot that the panel does not have go to the extra one.
      if (count == LANE_FINGERS || s == d->slots + d->slot_count) return NULL;
      places[count++] = (kept_place){s->reported_x, s->reported_y, s->index};
      is_new = false;
    }
    if (is_x) s->now.x = value, places[count - 1].x = clamp(value, &x_axis);
    else s->now.y = value, places[count - 1].y = clamp(value, &y_axis);
  }
  while (event < end && event->type == EV_MSC) event++;
  if (event == end || event->type != EV_SYN || event->code != SYN_REPORT) return NULL;
  const int64_t time = ti_event_time(event);
  if (time >= until || time < d->time || !may_keep(d, lane, places, count)) return NULL;
  d->current = s;
  keep(d, lane, time, places, count);
  return event + 1;
}

// Passes on to the observer what was kept, up to an event.
static void show_kept(ti_device *device, const struct input_event *from, const struct input_event *end) {
  ti_device_show(device, (size_t)(from - device->raw), (size_t)(end - device->raw));
}

bool ti_device_glide(ti_device *device, int64_t until) {
  ti_lane *lane = device->lane;
  if (!lane->is_open) return false;
  bool all = device->position == device->count && !device->gone && !device->drained;
  if (all) {
    int count = ti_device_read(device);
    if (count == 0) return true;
    const struct input_event *event = device->raw, *end = event + (count > 0 ? count : 0);
    while (event < end) {
      const struct input_event *next = keep_plain_frame(device->decoder, lane, event, end, until);
      if (!next) next = keep_frame(device, event, end, until);
      if (!next) break;
      if (device->observer) show_kept(device, event, next);
      event = next;
    }
    all = event == end && count > 0 && count < BUFFER_EVENTS;
    if (all && device->observer) device->observer->turn_ended(device);
    if (!all && count > 0) ti_device_take(device, (size_t)(event - device->raw), (size_t)count);
  }
  if (!all) lane->is_open = false;
  return all;
}

// ---- Recalling them -------------------------------------------------------------------------------------------------

void ti_device_skip_kept(ti_device *device) {
  ti_lane *lane = device->lane;
  const int64_t window = lane->window;
  if (window < 0) return;
  uint32_t first = lane->next_frame, needed = lane->frames;
  int64_t last = lane->kept_frames[lane->frames - 1].time;
  // Frames of the last moments need no search: whatever they move, they move it within its window.
  while (needed > first && lane->kept_frames[needed - 1].time >= last - window) needed--;
  if (needed == first) return;
  bool moves_later[TI_MAX_SLOTS];
  int64_t times[TI_MAX_SLOTS];
  memset(moves_later, 0, sizeof *moves_later * (size_t)device->decoder->slot_count);
  uint32_t oldest = needed;
  for (uint32_t i = lane->frames; i-- > first;) {
    const kept_frame *frame = &lane->kept_frames[i];
    for (uint32_t place = i ? lane->kept_frames[i - 1].end : 0; place < frame->end; place++) {
      uint32_t at = lane->kept_places[place].slot;
      if (!moves_later[at]) moves_later[at] = true, times[at] = frame->time;
      if (frame->time >= times[at] - window) oldest = i < oldest ? i : oldest;
    }
  }
  const uint32_t end = oldest ? lane->kept_frames[oldest - 1].end : 0;
  for (uint32_t i = lane->next_place; i < end; i++) {
    const kept_place *place = &lane->kept_places[i];
    lane->forgotten_places[place->slot] = (forgotten_place){true, place->x, place->y};
  }
  lane->next_frame = oldest;
  lane->next_place = end;
}

bool ti_device_recall_forgotten(ti_device *device, uint64_t *id, int32_t *x, int32_t *y) {
  ti_lane *lane = device->lane;
  const ti_decoder *d = device->decoder;
  while (lane->next_forgotten < (uint32_t)d->slot_count) {
    const uint32_t at = lane->next_forgotten++;
    const forgotten_place *place = &lane->forgotten_places[at];
    if (!place->is_known) continue;
    *id = d->slots[at].id;
    *x = place->x, *y = place->y;
    return true;
  }
  return false;
}

bool ti_device_recall_frame(ti_device *device, int64_t *time) {
  ti_lane *lane = device->lane;
  if (lane->next_frame == lane->frames) {
    lane->frames = lane->places = lane->next_frame = lane->next_place = 0;
    return false;
  }
  *time = lane->kept_frames[lane->next_frame++].time;
  return true;
}

static inline const kept_place *next_place(ti_lane *lane) {
  const bool is_there = lane->next_frame > 0 && lane->next_place < lane->kept_frames[lane->next_frame - 1].end;
  return is_there ? &lane->kept_places[lane->next_place++] : NULL;
}

bool ti_device_recall_place(ti_device *device, uint64_t *id, int32_t *x, int32_t *y) {
  const kept_place *place = next_place(device->lane);
  if (!place) return false;
  *id = device->decoder->slots[place->slot].id;
  *x = place->x, *y = place->y;
  return true;
}

bool ti_device_recall(ti_device *device, ti_frame *frame) {
  ti_decoder *d = device->decoder;
  int64_t time;
  if (!ti_device_recall_frame(device, &time)) return false;
  size_t count = 0;
  for (const kept_place *place; (place = next_place(device->lane));) {
    const slot *s = &d->slots[place->slot];
    ti_contact *contact = &d->late[count++];
    *contact = (ti_contact){.id = s->id, .phase = TI_MOVED, .slot = s->index, .now = s->now};
    contact->now.x = place->x, contact->now.y = place->y;
  }
  *frame = (ti_frame){.time = time, .count = count, .contacts = d->late};
  return true;
}
