#include <string.h>

#include "lane.h"

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
  if (!ti_read_plain_frame(&plain, device->raw, size, s->now_x, s->now_y)) return false;
  const int64_t time = ti_event_time(plain.end);
  if (lane->rules || device->observer) return false;
  if (lane->frames >= lane->most_frames || lane->places == LANE_PLACES || time >= until || time < lane->time) return false;
  if (!is_within(&s->area, plain.x, plain.y)) return false;
  s->now_x = plain.x, s->now_y = plain.y;
  lane->time = time;
  if (plain.x == s->x && plain.y == s->y) return true;
  s->x = plain.x, s->y = plain.y;
  lane->kept_places[lane->places++] = (kept_place){plain.x, plain.y, (uint32_t)lane->current};
  lane->kept_frames[lane->frames++] = (kept_frame){time, lane->places};
  return true;
}

// Whether an axis' value in ti_slot_state is a pressure or a size, which decides nothing.
static inline bool is_of_imprint(uint8_t use) {
  return use == offsetof(ti_slot_state, pressure) || use == offsetof(ti_slot_state, major) || use == offsetof(ti_slot_state, minor);
}

// Takes a value that is neither a slot nor a part of a place; false if the reader must see it.
ALWAYS_INLINE bool take_other_value(const ti_decoder *d, slot *s, uint16_t code, int32_t value) {
  if (code >= ABS_CNT) return false;
  const uint8_t use = d->axis_uses[code];
  // Pressures and sizes are not reported now, but they are the first values if they are followed later.
  if (is_of_imprint(use)) *(int32_t *)((char *)&s->now + use) = value;
  else if (use != AXIS_IGNORED && use != AXIS_WITHOUT_VALUE) return false;
  return true;
}

// A frame while it is read.
typedef struct lane_frame {
  ti_device *device;
  ti_lane *lane;
  int32_t at;  // the slot that the next values are for
  int32_t last;  // the last slot with values of its place in this frame
  bool is_open;  // these have not come as x and y, and further ones may come
  kept_place *end;  // of the frame's places
} lane_frame;

ALWAYS_INLINE void note_place(lane_frame *frame, const lane_slot *s, int32_t x, int32_t y) {
  if (x != s->x || y != s->y) *frame->end++ = (kept_place){x, y, (uint32_t)frame->at};
}

// Ends the place of a finger whose values came in another order, or with others between them. Returns whether the finger may be there. Beyond
// the edge of the panel it may not, as the decoder finds out there whether the axes are turned.
ALWAYS_INLINE bool end_place(lane_frame *frame) {
  const lane_slot *s = &frame->lane->slots[frame->at];
  frame->is_open = false;
  if (!is_within(&s->area, s->now_x, s->now_y)) return false;
  note_place(frame, s, s->now_x, s->now_y);
  return true;
}

ALWAYS_INLINE bool keep_slot(void *user, int32_t index) {
  lane_frame *frame = user;
  if (frame->is_open && !end_place(frame)) return false;
  // In ascending order, as the kernel sends them: no slot comes twice.
  if (index <= frame->last || index >= frame->lane->slot_count) return false;
  frame->at = index;
  return true;
}

ALWAYS_INLINE bool keep_value(void *user, uint16_t code, int32_t value) {
  lane_frame *frame = user;
  lane_slot *s = &frame->lane->slots[frame->at];
  const bool is_x = code == ABS_MT_POSITION_X;
  if (!is_x && code != ABS_MT_POSITION_Y) {
    ti_decoder *d = frame->device->decoder;
    return take_other_value(d, &d->slots[frame->at], code, value);
  }
  if ((frame->at == frame->last && !frame->is_open) || is_nowhere(&s->area)) return false;
  *(is_x ? &s->now_x : &s->now_y) = value;
  frame->last = frame->at;
  frame->is_open = true;
  return true;
}

ALWAYS_INLINE bool keep_place(void *user, int32_t x, int32_t y) {
  lane_frame *frame = user;
  lane_slot *s = &frame->lane->slots[frame->at];
  if (frame->at == frame->last || !is_within(&s->area, x, y)) return false;
  frame->last = frame->at;
  s->now_x = x, s->now_y = y;
  note_place(frame, s, x, y);
  return true;
}

// Reads the frame that begins with an event, and keeps it if its fingers only move and stay where they may be. Returns the event after
// it; null if the reader must decode the frame. It then sets the same positions once more. Behind the events there must be one that ends
// no frame.
__attribute__((noinline)) static const struct input_event *keep_frame(
  ti_device *device, const struct input_event *event, int64_t until) {
  static const ti_reading reading = {keep_slot, keep_place, keep_value};
  ti_lane *lane = device->lane;
  if (!has_room(lane) && !make_room(device)) return NULL;
  kept_place *const places = lane->kept_places + lane->places;
  lane_frame frame = {.device = device, .lane = lane, .at = lane->current, .last = -1, .end = places};
  event = ti_read_contacts(event, NULL, sizeof *event, &reading, &frame);
  while (event->type == EV_MSC) event++;
  if (ti_kind(event) != TI_KIND(EV_SYN, SYN_REPORT) || (frame.is_open && !end_place(&frame))) return NULL;
  const int64_t time = ti_event_time(event);
  if (time >= until || time < lane->time || (lane->rules && !keeps_rules(lane, places, frame.end))) return NULL;
  lane->current = frame.at;
  lane->time = time;
  if (frame.end == places) return event + 1;
  for (const kept_place *place = places; place < frame.end; place++)
    lane->slots[place->slot].x = place->x, lane->slots[place->slot].y = place->y;
  lane->places = (uint32_t)(frame.end - lane->kept_places);
  lane->kept_frames[lane->frames++] = (kept_frame){time, lane->places};
  return event + 1;
}

// Passes on to the observer what was kept, up to an event.
static void show_kept(ti_device *device, const struct input_event *from, const struct input_event *end) {
  device->decoder->time = device->lane->time;
  ti_device_show(device, (size_t)(from - device->raw), (size_t)(end - device->raw));
}

// Keeps the frames that were read, `size` bytes, until one that may not be kept. Returns whether it keeps all and its observer
// is well, so that the lane stays open.
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
    else if (device->observer) all = device->observer->turn_ended(device);
  }
  if (!all) ti_lane_leave(device);
  return all;
}

bool ti_device_glide(ti_device *device, int64_t until) {
  ti_lane *lane = device->lane;
  if (!lane->is_open) return false;
  if (device->position != device->count || device->gone || device->drained) {
    ti_lane_leave(device);
    return false;
  }
  const ssize_t size = ti_device_read_raw(device);
  return keep_plain_frame(device, lane, size, until) || keep_frames(device, size, until);
}

bool ti_lanes_glide(void *context, uint64_t descriptor) {
  ti_lanes *lanes = context;
  for (uint32_t i = 0; i < lanes->count; i++) {
    ti_device *device = lanes->devices[i];
    if ((uint64_t)device->fd == descriptor) return ti_device_glide(device, lanes->until);
  }
  return false;
}
