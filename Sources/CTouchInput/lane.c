#include <stdlib.h>
#include <string.h>

#include "lane.h"

static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

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

void ti_lane_leave(ti_device *device) {
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
  ti_lane_leave(device);
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
  ti_lane_leave(device);
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
  // Within the axes, so that no place need be clamped.
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
  if (!is_possible) return ti_lane_leave(device);
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
