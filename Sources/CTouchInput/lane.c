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

// Where the finger of a slot may be.
typedef struct allowance {
  ti_area area;  // empty: the finger may not move
  bool counts;  // whether it belongs to the mean
} allowance;

// About half a second at 120 Hz. The reader handles the frames when there are so many, so that they never take long.
enum { LANE_FRAMES = 64, LANE_PLACES = 256 };

struct ti_lane {
  bool is_open;
  bool has_pair, has_centre;
  uint8_t first, second;  // the slots of the pair
  uint32_t frames, places;
  uint32_t next_frame, next_place;  // to be recalled
  ti_way way;  // of the pair
  ti_area centre;  // of the mean of all fingers that count
  allowance *allowances;  // one per slot
  kept_frame kept_frames[LANE_FRAMES];
  kept_place kept_places[LANE_PLACES];
};

static const allowance NOWHERE = {.area = {1, 0, 1, 0}};

static inline bool is_within(const ti_area *area, int32_t x, int32_t y) {
  return x >= area->left && x <= area->right && y >= area->top && y <= area->bottom;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

ti_lane *ti_lane_new(int32_t slots) {
  ti_lane *lane = calloc(1, sizeof *lane);
  if (!lane) return NULL;
  lane->allowances = calloc((size_t)slots, sizeof *lane->allowances);
  if (lane->allowances) return lane;
  free(lane);
  return NULL;
}

void ti_lane_free(ti_lane *lane) {
  if (!lane) return;
  free(lane->allowances);
  free(lane);
}

bool ti_device_open_lane(ti_device *device) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  lane->is_open = false;
  if (d->class.protocol != TI_PROTOCOL_SLOTS || d->special || device->observer || lane->frames > lane->next_frame) return false;
  for (int32_t i = 0; i < d->slot_count; i++) lane->allowances[i] = NOWHERE;
  lane->frames = lane->places = lane->next_frame = lane->next_place = 0;
  lane->has_pair = lane->has_centre = false;
  lane->is_open = true;
  return true;
}

uint32_t ti_device_close_lane(ti_device *device) {
  ti_lane *lane = device->lane;
  lane->is_open = false;
  return lane->frames - lane->next_frame;
}

static slot *slot_of(const ti_device *device, uint64_t id) {
  ti_decoder *d = device->decoder;
  for (int32_t i = 0; i < d->slot_count; i++)
    if (d->slots[i].phase == DOWN && d->slots[i].id == id) return &d->slots[i];
  return NULL;
}

void ti_device_allow(ti_device *device, uint64_t id, ti_area area) {
  const slot *s = slot_of(device, id);
  if (s) device->lane->allowances[s->index] = (allowance){area, true};
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
  device->lane->has_centre = true;
  device->lane->centre = area;
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

// Whether the mean of the fingers that the lane knows stays where it may be.
static bool keeps_centre(const ti_decoder *d, const ti_lane *lane) {
  int64_t x = 0, y = 0, count = 0;
  for (int32_t i = 0; i < d->slot_count; i++) {
    const slot *s = &d->slots[i];
    if (!lane->allowances[i].counts) continue;
    x += clamp(s->now.x, &d->x_axis), y += clamp(s->now.y, &d->y_axis);
    count++;
  }
  const ti_area *area = &lane->centre;
  return x >= area->left * count && x <= area->right * count && y >= area->top * count && y <= area->bottom * count;
}

// Keeps the frame that ends, if its fingers only move and stay where they may be.
static inline bool keep_frame(ti_decoder *d, ti_lane *lane, int64_t time) {
  const ti_axis x_axis = d->x_axis, y_axis = d->y_axis;
  const int32_t count = d->changed_count;
  kept_place *places = lane->kept_places + lane->places;
  if (lane->frames == LANE_FRAMES || lane->places + (uint32_t)count > LANE_PLACES) return false;
  for (int32_t i = 0; i < count; i++) {
    const slot *s = d->changed[i];
    places[i] = (kept_place){clamp(s->now.x, &x_axis), clamp(s->now.y, &y_axis), s->index};
    if (!stays_down(d, s) || !is_within(&lane->allowances[s->index].area, places[i].x, places[i].y)) return false;
  }
  if (lane->has_pair && !keeps_way(d, lane)) return false;
  if (lane->has_centre && !keeps_centre(d, lane)) return false;
  set_time(d, time);
  uint32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    slot *s = d->changed[i];
    s->dirty = false;
    if (places[i].x == s->reported_x && places[i].y == s->reported_y) continue;
    s->reported_x = places[i].x, s->reported_y = places[i].y;
    places[kept++] = places[i];
  }
  d->changed_count = 0;
  if (kept == 0) return true;
  lane->places += kept;
  lane->kept_frames[lane->frames++] = (kept_frame){d->time, lane->places};
  return true;
}

// Keeps the frames in the buffer, up to the first one that the reader must handle; false if there is one. Its values are decoded
// then, and its SYN event is the next one to be decoded.
static bool keep_frames(ti_device *device, int64_t until) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  const ti_event *event = device->events + device->position, *end = device->events + device->count;
  bool all = true;
  for (; (event = ti_slots_decode(d, event, end)) < end; event++) {
    all = event->code == SYN_REPORT && event->time < until && keep_frame(d, lane, event->time);
    if (!all) break;
  }
  device->position = (size_t)(event - device->events);
  return all;
}

bool ti_device_glide(ti_device *device, int64_t until) {
  ti_lane *lane = device->lane;
  if (!lane->is_open) return false;
  bool all = device->position == device->count && !device->gone && !device->drained;
  if (all) {
    int result = ti_device_fill(device);
    if (result == 0) return true;
    all = result == 1 && keep_frames(device, until);
  }
  if (all) device->drained = false;
  else lane->is_open = false;
  return all;
}

// ---- Recalling them -------------------------------------------------------------------------------------------------

void ti_device_skip_kept(ti_device *device, int64_t window) {
  ti_lane *lane = device->lane;
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
  lane->next_frame = oldest;
  lane->next_place = oldest ? lane->kept_frames[oldest - 1].end : 0;
}

bool ti_device_recall(ti_device *device, ti_frame *frame) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  if (lane->next_frame == lane->frames) return false;
  const kept_frame *kept = &lane->kept_frames[lane->next_frame++];
  size_t count = 0;
  for (; lane->next_place < kept->end; lane->next_place++) {
    const kept_place *place = &lane->kept_places[lane->next_place];
    const slot *s = &d->slots[place->slot];
    ti_contact *contact = &d->late[count++];
    *contact = (ti_contact){.id = s->id, .phase = TI_MOVED, .slot = s->index, .now = s->now};
    contact->now.x = place->x, contact->now.y = place->y;
  }
  *frame = (ti_frame){.time = kept->time, .count = count, .contacts = d->late};
  if (lane->next_frame == lane->frames) lane->frames = lane->places = lane->next_frame = lane->next_place = 0;
  return true;
}
