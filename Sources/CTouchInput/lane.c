#include <stdalign.h>
#include <stddef.h>
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

static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

// ---- Opening --------------------------------------------------------------------------------------------------------

ti_lane *ti_lane_new(int32_t slots) {
  const size_t count = (size_t)slots;
  const size_t head = sizeof(ti_lane) + (count + 1) * sizeof(lane_slot);
  const size_t frames = LANE_FRAMES * sizeof(kept_frame), places = LANE_PLACES * sizeof(kept_place);
  ti_lane *lane = ti_allocate_page(head + frames + places + count * sizeof(forgotten_place));
  if (!lane) return NULL;
  memset(lane, 0, head);
  for (size_t i = 0; i <= count; i++) lane->slots[i].area = NOWHERE;
  char *behind = (char *)lane + head;
  lane->slot_count = slots;
  lane->kept_frames = (kept_frame *)behind;
  lane->kept_places = (kept_place *)(behind + frames);
  lane->forgotten_places = (forgotten_place *)(behind + frames + places);
  memset(lane->forgotten_places, 0, count * sizeof(forgotten_place));
  return lane;
}

void ti_lane_free(ti_lane *lane) { free(lane); }

// Closes an open lane: the decoder goes on where it has left the fingers.
__attribute__((noinline)) static void leave(ti_device *device) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  if (!lane->is_open) return;
  lane->is_open = false;
  d->time = lane->time;
  d->current = &d->slots[lane->current];
  for (int32_t i = 0; i < lane->end; i++) {
    lane_slot *from = &lane->slots[i];
    if (is_nowhere(&from->area)) continue;
    slot *s = &d->slots[i];
    s->now.x = from->now_x, s->now.y = from->now_y;
    s->reported_x = from->x, s->reported_y = from->y;
    from->area = NOWHERE;
  }
}

bool ti_device_open_lane(ti_device *device, int64_t window, uint32_t most_frames) {
  ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  leave(device);
  bool is_plain = d->class.protocol == TI_PROTOCOL_SLOTS && !d->special && device->kernel_time;
  if (!is_plain || d->changed_count > 0 || lane->frames > lane->next_frame) return false;
  lane->window = window;
  lane->most_frames = most_frames < LANE_FRAMES ? most_frames : LANE_FRAMES;
  if (lane->has_forgotten) memset(lane->forgotten_places, 0, (size_t)lane->slot_count * sizeof *lane->forgotten_places);
  lane->has_forgotten = false;
  lane->next_forgotten = 0;
  lane->frames = lane->places = lane->next_frame = lane->next_place = lane->forgotten = 0;
  lane->sum_x = lane->sum_y = lane->fingers = lane->end = 0;
  lane->rules = 0;
  lane->time = d->time;
  lane->current = (int32_t)(d->current - d->slots);
  lane->is_open = true;
  return true;
}

uint32_t ti_device_close_lane(ti_device *device) {
  ti_lane *lane = device->lane;
  leave(device);
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
  const ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  // Within the axes, so that most places need not be clamped: clamping does not change a place in the area.
  lane->slots[s->index] = (lane_slot){
    .x = s->reported_x, .y = s->reported_y, .now_x = s->now.x, .now_y = s->now.y,
    .area = {
      .left = larger(area.left, d->x_axis.minimum), .right = smaller(area.right, d->x_axis.maximum),
      .top = larger(area.top, d->y_axis.minimum), .bottom = smaller(area.bottom, d->y_axis.maximum),
    },
  };
  lane->sum_x += s->reported_x, lane->sum_y += s->reported_y;
  lane->fingers++;
  lane->end = larger(lane->end, s->index + 1);
}

// Whether a finger may move, and is not beyond the panel's edge, where it would be reported at the edge.
static bool can_be_of_pair(const ti_decoder *d, const lane_slot *s) {
  return !is_nowhere(&s->area) && clamp(s->now_x, &d->x_axis) == s->now_x && clamp(s->now_y, &d->y_axis) == s->now_y;
}

void ti_device_allow_pair(ti_device *device, uint64_t first, uint64_t second, ti_way way) {
  const ti_decoder *d = device->decoder;
  ti_lane *lane = device->lane;
  const slot *a = slot_of(device, first), *b = slot_of(device, second);
  const bool is_possible = !(lane->rules & RULE_PAIR) && a && b && can_be_of_pair(d, &lane->slots[a->index])
    && can_be_of_pair(d, &lane->slots[b->index]);
  if (!is_possible) return leave(device);
  lane->rules |= RULE_PAIR;
  lane->first = a->index, lane->second = b->index;
  lane->way = way;
}

void ti_device_allow_centre(ti_device *device, ti_disc disc) {
  ti_lane *lane = device->lane;
  lane->rules |= RULE_CENTRE;
  lane->disc = disc;
  lane->disc.xx /= lane->fingers, lane->disc.xy /= lane->fingers;
  lane->disc.yx /= lane->fingers, lane->disc.yy /= lane->fingers;
}

// ---- Keeping frames -------------------------------------------------------------------------------------------------

// Whether the way from one finger of the pair to the other stays as it may be. Neither is beyond the panel's edge.
static inline bool keeps_way(const ti_lane *lane) {
  const lane_slot *a = &lane->slots[lane->first], *b = &lane->slots[lane->second];
  const ti_way *way = &lane->way;
  double across = (double)b->now_x - a->now_x, down = (double)b->now_y - a->now_y;
  double x = way->xx * across + way->xy * down, y = way->yx * across + way->yy * down;
  double length = __builtin_sqrt(x * x + y * y);
  double aside = way->x * y - way->y * x, most = way->steepest * (way->x * x + way->y * y);
  // Without the absolute value, for which a constant would be read from a page of its own.
  return length >= way->shortest && length <= way->longest && aside <= most && aside >= 0.0 - most;
}

// Whether the sum of the fingers' places is where it may be. Nothing is if no finger may move: the disc then has no numbers.
static inline bool is_on_disc(const ti_disc *disc, int64_t sum_x, int64_t sum_y) {
  double x = disc->xx * (double)sum_x + disc->xy * (double)sum_y + disc->x;
  double y = disc->yx * (double)sum_x + disc->yy * (double)sum_y + disc->y;
  return x * x + y * y <= disc->radius * disc->radius;
}

// Whether there is room for a frame of all fingers.
static inline bool has_room(const ti_lane *lane) {
  return lane->frames < lane->most_frames && lane->places + (uint32_t)lane->slot_count <= LANE_PLACES;
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
  return has_room(lane);
}

// Whether the fingers that move in a frame keep the rules about more than one of them. Notes where their centre then is.
__attribute__((noinline)) static bool keeps_rules(ti_lane *lane, const kept_place *places, const kept_place *end) {
  if (lane->rules & RULE_PAIR && !keeps_way(lane)) return false;
  if (!(lane->rules & RULE_CENTRE)) return true;
  int64_t sum_x = lane->sum_x, sum_y = lane->sum_y;
  for (const kept_place *place = places; place < end; place++) {
    const lane_slot *s = &lane->slots[place->slot];
    sum_x += (int64_t)place->x - s->x, sum_y += (int64_t)place->y - s->y;
  }
  if (!is_on_disc(&lane->disc, sum_x, sum_y)) return false;
  lane->sum_x = sum_x, lane->sum_y = sum_y;
  return true;
}

// Keeps what was read, `size` bytes, if it is one frame in which only the finger of the current slot moves, as most are. False if it must
// be decoded as other frames are.
static inline bool keep_plain_frame(ti_device *device, ti_lane *lane, ssize_t size, int64_t until) {
  lane_slot *s = &lane->slots[lane->current];
  ti_plain_frame plain;
  if (!ti_decode_plain_frame(&plain, device->raw, size, s->now_x, s->now_y)) return false;
  if (lane->rules || device->observer) return false;
  if (lane->frames >= lane->most_frames || lane->places == LANE_PLACES || plain.time >= until || plain.time < lane->time) return false;
  if (!is_within(&s->area, plain.x, plain.y)) return false;
  s->now_x = plain.x, s->now_y = plain.y;
  lane->time = plain.time;
  if (plain.x == s->x && plain.y == s->y) return true;
  s->x = plain.x, s->y = plain.y;
  lane->kept_places[lane->places++] = (kept_place){plain.x, plain.y, (uint32_t)lane->current};
  lane->kept_frames[lane->frames++] = (kept_frame){plain.time, lane->places};
  return true;
}

// Whether an axis' value in ti_slot_state is a pressure or a size, which decides nothing.
static inline bool is_of_imprint(uint8_t use) {
  return use == offsetof(ti_slot_state, pressure) || use == offsetof(ti_slot_state, major) || use == offsetof(ti_slot_state, minor);
}

// Takes a value that is neither a slot nor a part of a place; false if the reader must see it.
static inline bool take_other_value(const ti_decoder *d, slot *s, const struct input_event *event) {
  if (event->type != EV_ABS || event->code >= ABS_CNT) return false;
  const uint8_t use = d->axis_uses[event->code];
  // Pressures and sizes are not reported now, but they are the first values if they are followed later.
  if (is_of_imprint(use)) *(int32_t *)((char *)&s->now + use) = event->value;
  else if (use != AXIS_IGNORED && use != AXIS_WITHOUT_VALUE) return false;
  return true;
}

// Decodes the frame that begins with an event, and keeps it if its fingers only move and stay where they may be. Returns the event after
// it; null if the reader must decode the frame. It then sets the same positions once more. Behind the events there must be one that ends
// no frame.
__attribute__((noinline)) static const struct input_event *keep_frame(
  ti_device *device, const struct input_event *event, int64_t until) {
  ti_lane *lane = device->lane;
  const int32_t slot_count = lane->slot_count;
  if (!has_room(lane) && !make_room(device)) return NULL;
  kept_place *const places = lane->kept_places + lane->places, *end = places;
  int32_t last = -1;  // the last slot with a place in this frame
  int32_t at = lane->current;
  for (;;) {
    // Most fingers: the slot, x and y, and nothing else.
    for (;; event += 2) {
      if (ti_kind(event) == TI_KIND(EV_ABS, ABS_MT_SLOT)) {
        // In ascending order, as the kernel sends them: no slot comes twice.
        at = event->value;
        if (at <= last || at >= slot_count) return NULL;
        event++;
      } else if (last >= 0) {
        break;
      }
      if (ti_kind(event) != TI_KIND(EV_ABS, ABS_MT_POSITION_X) || ti_kind(event + 1) != TI_KIND(EV_ABS, ABS_MT_POSITION_Y)) break;
      const int32_t x = event[0].value, y = event[1].value;
      lane_slot *s = &lane->slots[at];
      if (!is_within(&s->area, x, y)) break;
      s->now_x = x, s->now_y = y;
      last = at;
      if (x != s->x || y != s->y) *end++ = (kept_place){x, y, (uint32_t)at};
    }
    if (ti_kind(event) == TI_KIND(EV_SYN, SYN_REPORT)) break;
    // Other fingers: with values in another order, with other values, or at the edge of the panel. Values for a slot that the panel
    // does not have go to the extra one, which may not move.
    ti_decoder *d = device->decoder;
    lane_slot *s = &lane->slots[at];
    bool moves = false;
    for (;; event++) {
      const uint32_t kind = ti_kind(event);
      const bool is_x = kind == TI_KIND(EV_ABS, ABS_MT_POSITION_X), is_y = kind == TI_KIND(EV_ABS, ABS_MT_POSITION_Y);
      if (is_x || is_y) {
        if (at == last || is_nowhere(&s->area)) return NULL;
        *(is_x ? &s->now_x : &s->now_y) = event->value;
        moves = true;
      } else if (kind == TI_KIND(EV_ABS, ABS_MT_SLOT) || !take_other_value(d, &d->slots[at], event)) {
        break;
      }
    }
    if (moves) {
      last = at;
      const int32_t x = clamp(s->now_x, &d->x_axis), y = clamp(s->now_y, &d->y_axis);
      if (!is_within(&s->area, x, y)) return NULL;
      // A rule about a pair holds for fingers within the edges.
      if (lane->rules & RULE_PAIR && (x != s->now_x || y != s->now_y)) return NULL;
      if (x != s->x || y != s->y) *end++ = (kept_place){x, y, (uint32_t)at};
    }
    if (ti_kind(event) != TI_KIND(EV_ABS, ABS_MT_SLOT)) break;
  }
  while (event->type == EV_MSC) event++;
  if (ti_kind(event) != TI_KIND(EV_SYN, SYN_REPORT)) return NULL;
  const int64_t time = ti_event_time(event);
  if (time >= until || time < lane->time || (lane->rules && !keeps_rules(lane, places, end))) return NULL;
  lane->current = at;
  lane->time = time;
  if (end == places) return event + 1;
  for (const kept_place *place = places; place < end; place++)
    lane->slots[place->slot].x = place->x, lane->slots[place->slot].y = place->y;
  lane->places = (uint32_t)(end - lane->kept_places);
  lane->kept_frames[lane->frames++] = (kept_frame){time, lane->places};
  return event + 1;
}

// Passes on to the observer what was kept, up to an event.
static void show_kept(ti_device *device, const struct input_event *from, const struct input_event *end) {
  device->decoder->time = device->lane->time;
  ti_device_show(device, (size_t)(from - device->raw), (size_t)(end - device->raw));
}

// Keeps the frames that were read, `size` bytes, until one that may not be kept. Returns whether it keeps all, and the lane stays open.
__attribute__((noinline)) static bool keep_frames(ti_device *device, ssize_t size, int64_t until) {
  int count = ti_device_events_read(device, size);
  if (count == 0) return true;
  bool all = count > 0;
  if (all) {
    const struct input_event *event = device->raw, *end = event + count;
    device->raw[count].type = EV_SYN, device->raw[count].code = SYN_MAX;
    while (event < end) {
      const struct input_event *next = keep_frame(device, event, until);
      if (!next) break;
      if (device->observer) show_kept(device, event, next);
      event = next;
    }
    all = event == end && count < BUFFER_EVENTS;
    if (!all) ti_device_take(device, (size_t)(event - device->raw), (size_t)count);
    else if (device->observer) device->observer->turn_ended(device);
  }
  if (!all) leave(device);
  return all;
}

bool ti_device_glide(ti_device *device, int64_t until) {
  ti_lane *lane = device->lane;
  if (!lane->is_open) return false;
  if (device->position != device->count || device->gone || device->drained) {
    leave(device);
    return false;
  }
  const ssize_t size = ti_device_read_raw(device);
  return keep_plain_frame(device, lane, size, until) || keep_frames(device, size, until);
}

bool ti_lanes_glide(void *context, uint64_t descriptor) {
  ti_lanes *lanes = context;
  for (uint32_t i = 0; i < lanes->count; i++) {
    ti_device *device = lanes->devices[i];
    if ((uint64_t)device->fd != descriptor) continue;
    lanes->has_tried = !device->observer;
    return lanes->has_tried && device->lane->is_open && ti_device_glide(device, lanes->until);
  }
  return lanes->has_tried = false;
}

// ---- Recalling them -------------------------------------------------------------------------------------------------

// The slots that a search back over the kept frames has met. As soon as it has met each finger that may move, it can end.
typedef struct met_slots {
  uint64_t bits[(TI_MAX_SLOTS + 63) / 64];
  int32_t count;
} met_slots;

// Whether a slot is met for the first time.
static inline bool is_first(met_slots *met, uint32_t at) {
  const uint64_t bit = UINT64_C(1) << at % 64;
  if (met->bits[at / 64] & bit) return false;
  met->bits[at / 64] |= bit;
  met->count++;
  return true;
}

// Returns the oldest frame that moves a finger within the window before its last movement.
static uint32_t oldest_needed(const ti_lane *lane) {
  uint32_t oldest = lane->frames, end = lane->places;
  met_slots met = {.count = 0};
  int64_t since[TI_MAX_SLOTS];
  int64_t earliest = INT64_MAX;  // of `since`
  for (uint32_t i = lane->frames; i-- > lane->next_frame;) {
    const int64_t time = lane->kept_frames[i].time;
    if (met.count == lane->fingers && time < earliest) break;
    const uint32_t start = i ? lane->kept_frames[i - 1].end : 0;
    for (uint32_t place = start; place < end; place++) {
      const uint32_t at = lane->kept_places[place].slot;
      if (is_first(&met, at)) {
        since[at] = time - lane->window;
        if (since[at] < earliest) earliest = since[at];
      }
      if (time >= since[at]) oldest = i;
    }
    end = start;
  }
  return oldest;
}

void ti_device_skip_kept(ti_device *device) {
  ti_lane *lane = device->lane;
  if (lane->window < 0 || lane->next_frame == lane->frames) return;
  // Frames of the last moments need no search: whatever they move, they move it within its window.
  if (lane->kept_frames[lane->next_frame].time >= lane->kept_frames[lane->frames - 1].time - lane->window) return;
  const uint32_t oldest = oldest_needed(lane);
  const uint32_t end = oldest ? lane->kept_frames[oldest - 1].end : 0;
  met_slots met = {.count = 0};
  for (uint32_t i = end; i-- > lane->next_place && met.count < lane->fingers;) {
    const kept_place *place = &lane->kept_places[i];
    if (is_first(&met, place->slot)) lane->forgotten_places[place->slot] = (forgotten_place){true, place->x, place->y};
  }
  lane->has_forgotten |= end > lane->next_place;
  lane->next_frame = oldest;
  lane->next_place = end;
}

bool ti_device_recall_forgotten(ti_device *device, uint64_t *id, int32_t *x, int32_t *y) {
  ti_lane *lane = device->lane;
  if (!lane->has_forgotten) return false;
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
