#include "lane.h"

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
  while (lane->next_forgotten < (uint32_t)lane->slot_count) {
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
