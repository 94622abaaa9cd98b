#include <stdlib.h>

#include "decoder.h"

// ---- Life -----------------------------------------------------------------------------------------------------------

// Returns the axis with its smaller end first, or an unlimited one if its range is empty.
static ti_axis bounds(ti_axis axis) {
  const int32_t first = axis.minimum, last = axis.maximum;
  if (first > last) axis.minimum = last, axis.maximum = first;
  if (first == last) axis.minimum = INT32_MIN, axis.maximum = INT32_MAX;
  return axis;
}

static uint8_t use_of_axis(uint8_t code) {
  switch (code) {
  case ABS_MT_TRACKING_ID: return AXIS_UNEXPECTED;
  case ABS_MT_POSITION_X: return offsetof(ti_slot_state, x);
  case ABS_MT_POSITION_Y: return offsetof(ti_slot_state, y);
  case ABS_MT_PRESSURE: return offsetof(ti_slot_state, pressure);
  case ABS_MT_TOUCH_MAJOR: return offsetof(ti_slot_state, major);
  case ABS_MT_TOUCH_MINOR: return offsetof(ti_slot_state, minor);
  case ABS_MT_TOOL_TYPE: return offsetof(ti_slot_state, tool);
  case ABS_MT_DISTANCE: return offsetof(ti_slot_state, distance);
  default: return is_contact_axis(code) ? AXIS_WITHOUT_VALUE : AXIS_IGNORED;
  }
}

static void declare_axis(ti_decoder *d, uint8_t code) {
  d->declared_axes |= UINT64_C(1) << code;
  d->axis_uses[code] = use_of_axis(code);
}

// The contacts that a decoder has room for. A panel that declares slots may turn out to speak protocol A, with as many contacts as its
// clone has slots.
static size_t most_contacts(ti_class class) {
  if (class.protocol == TI_PROTOCOL_ANONYMOUS) return TI_MAX_ANONYMOUS;
  return class.protocol == TI_PROTOCOL_SLOTS && class.slots < TI_RELAY_SLOTS ? TI_RELAY_SLOTS : (size_t)class.slots;
}

ti_decoder *ti_decoder_new(const ti_description *description, unsigned hints, uint64_t first_id) {
  ti_class class = ti_classify(description, hints);
  if (class.protocol == TI_PROTOCOL_NONE) return NULL;
  ti_decoder *d = calloc(1, sizeof *d);
  if (!d) return NULL;
  d->class = class;
  d->next_id = first_id;
  d->time = INT64_MIN;
  d->x_axis = bounds(description->axes[class.x_code]);
  d->y_axis = bounds(description->axes[class.y_code]);
  d->other_x = bounds(description->axes[ABS_X]);
  d->other_y = bounds(description->axes[ABS_Y]);
  d->pressure_minimum = description->axes[ABS_PRESSURE].minimum;
  d->distance_minimum = description->axes[ABS_MT_DISTANCE].minimum;
  d->slot_count = class.protocol == TI_PROTOCOL_ANONYMOUS ? TI_MAX_ANONYMOUS : class.slots;
  size_t count = most_contacts(class);
  d->slots = calloc(count + 1, sizeof *d->slots);
  d->changed = calloc(count, sizeof *d->changed);
  d->early = calloc(count, sizeof *d->early);
  d->late = calloc(3 * count, sizeof *d->late);
  d->imprints = calloc(count, sizeof *d->imprints);
  if (!d->slots || !d->changed || !d->early || !d->late || !d->imprints) {
    ti_decoder_free(d);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    d->slots[i].now.tracking_id = NO_ID;
    d->slots[i].now.distance = d->distance_minimum;
    d->slots[i].index = (uint8_t)i;
  }
  d->slots[d->slot_count].dirty = true;  // never enters `changed`
  for (uint8_t code = 0; code < ABS_CNT; code++)
    if (description->axes[code].present) declare_axis(d, code);
  d->last_slot = description->axes[ABS_MT_SLOT].maximum;
  d->ids_differ = description->axes[ABS_MT_TRACKING_ID].minimum != description->axes[ABS_MT_TRACKING_ID].maximum;
  d->cancel_time = INT64_MIN;
  d->pending.distance = d->distance_minimum;
  d->current = d->slots;
  return d;
}

void ti_decoder_free(ti_decoder *d) {
  if (!d) return;
  free(d->slots);
  free(d->changed);
  free(d->early);
  free(d->late);
  free(d->imprints);
  free(d);
}

ti_class ti_decoder_class(const ti_decoder *d) { return d->class; }

void ti_decoder_set_ranges(ti_decoder *d, ti_axis x, ti_axis y, bool are_known) {
  d->x_axis = bounds(x);
  d->y_axis = bounds(y);
  d->ranges_are_known = are_known;
  set_special(d, SPECIAL_TURNED, false);
}

void ti_decoder_expect_button(ti_decoder *d) {
  if (d->class.protocol != TI_PROTOCOL_SLOTS || d->button_lifts) return;
  d->button_lifts = true;
  if (!d->button_is_down && ti_decoder_fingers(d) == 0) set_special(d, SPECIAL_RAISED, true);
}

void ti_decoder_follow(ti_decoder *d, bool follows) { set_special(d, SPECIAL_FOLLOWS, follows); }

void ti_decoder_measure(ti_decoder *d, const ti_state *state) {
  for (int32_t i = 0; i < state->slot_count && i < d->slot_count; i++) {
    d->slots[i].now.pressure = state->slots[i].pressure;
    d->slots[i].now.major = state->slots[i].major;
    d->slots[i].now.minor = state->slots[i].minor;
  }
}

void ti_decoder_mute_for_pens(ti_decoder *d, bool mutes) {
  set_special(d, SPECIAL_MUTES, mutes);
  d->muted = false;
}

uint64_t ti_decoder_next_id(const ti_decoder *d) { return d->next_id; }
bool ti_decoder_waits(const ti_decoder *d) { return has_second_frame(d); }
uint64_t ti_decoder_kernel_bugs(const ti_decoder *d, ti_kernel_bug kind) { return d->bugs[kind]; }

int32_t ti_decoder_fingers(const ti_decoder *d) {
  int32_t count = 0;
  if (d->special & SPECIAL_RAISED) return 0;
  for (int32_t i = 0; i < d->slot_count; i++) count += d->slots[i].now.tracking_id >= 0 && !d->slots[i].stuck;
  return count;
}

int32_t ti_decoder_leave_stuck(ti_decoder *d) {
  int32_t count = 0;
  for (int32_t i = 0; i < d->slot_count && d->class.protocol == TI_PROTOCOL_SLOTS; i++) {
    slot *s = &d->slots[i];
    s->stuck |= s->phase == IGNORED && !s->known && s->now.x == s->reported_x && s->now.y == s->reported_y;
    count += s->stuck;
  }
  return count;
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

static void emit(ti_decoder *d, ti_frame *frame, bool dropped) {
  bool early = d->early_count > 0;
  *frame = (ti_frame){
    .time = d->time, .dropped = dropped,
    .count = early ? d->early_count : d->late_count, .contacts = early ? d->early : d->late,
  };
  d->late_waits = early && d->late_count > 0;
  d->early_count = 0;
}

static const ti_event *skip_to_syn(const ti_event *event, const ti_event *end) {
  while (event < end && event->type != EV_SYN) event++;
  return event;
}

// Decodes events up to the next SYN event that is not part of a contact.
static inline const ti_event *decode_contacts(ti_decoder *d, const ti_event *event, const ti_event *end) {
  if (d->special & SPECIAL_DROPPING) return skip_to_syn(event, end);
  switch (d->class.protocol) {
  case TI_PROTOCOL_SLOTS: return ti_slots_decode(d, event, end);
  case TI_PROTOCOL_ANONYMOUS: return ti_anonymous_decode(d, event, end);
  default: return ti_single_decode(d, event, end);
  }
}

static void begin_drop(ti_decoder *d) {
  ti_slots_forget(d);
  set_special(d, SPECIAL_DROPPING, true);
}

// Whether the panel has ever chosen another slot than the first one.
static bool has_chosen_slot(const ti_decoder *d) {
  if (d->special & SPECIAL_MIXES || d->current != d->slots) return true;
  for (int32_t at = 1; at <= d->slot_count; at++)
    if (d->slots[at].seen || d->slots[at].known || (at < d->slot_count && d->slots[at].now.tracking_id >= 0)) return true;
  return false;
}

// SYN_MT_REPORT, unless it has been decoded as the end of a contact.
static void end_contact(ti_decoder *d) {
  if (d->class.protocol != TI_PROTOCOL_SLOTS || d->special & SPECIAL_DROPPING || has_chosen_slot(d)) return;
  ti_anonymous_take_over(d);
}

static inline ti_step end_frame(ti_decoder *d, bool is_special, ti_phase leaving, ti_frame *frame) {
  d->late_count = 0;
  if (is_special) ti_slots_end_special_frame(d, leaving);
  else ti_slots_end_frame(d, leaving);
  if (d->early_count + d->late_count == 0) return TI_STEP_MORE;
  emit(d, frame, false);
  return TI_STEP_FRAME;
}

__attribute__((noinline)) static ti_step end_special_frame(ti_decoder *d, ti_phase leaving, ti_frame *frame) {
  if (!(d->special & SPECIAL_DROPPING)) return end_frame(d, true, leaving, frame);
  set_special(d, SPECIAL_DROPPING, false);
  return TI_STEP_DROPPED;
}

// A report with a value is the kernel's own: it releases all keys as the panel goes or the machine sleeps.
static inline ti_step decode_report(ti_decoder *d, const ti_event *event, ti_frame *frame) {
  const ti_phase leaving = event->value ? TI_CANCELLED : TI_ENDED;
  set_time(d, event->time);
  return d->special ? end_special_frame(d, leaving, frame) : end_frame(d, false, leaving, frame);
}

ti_step ti_decoder_next(ti_decoder *d, const ti_event *events, size_t count, size_t *position, ti_frame *frame) {
  if (d->late_waits) {
    emit(d, frame, false);
    return TI_STEP_FRAME;
  }
  const ti_event *event = events + *position, *end = events + count;
  ti_step step = TI_STEP_MORE;
  while (step == TI_STEP_MORE && (event = decode_contacts(d, event, end)) < end) {
    if (event->code == SYN_REPORT) step = decode_report(d, event, frame);
    else if (event->code == SYN_DROPPED) begin_drop(d);
    else if (event->code == SYN_MT_REPORT) end_contact(d);
    event++;
  }
  *position = (size_t)(event - events);
  return step;
}

// Copies a device's state into the slots; without a state, no finger counts as down.
static void put_state(ti_decoder *d, const ti_state *state) {
  bool slots = d->class.protocol == TI_PROTOCOL_SLOTS, single = d->class.protocol == TI_PROTOCOL_SINGLE;
  if (slots && state) d->current = slot_at(d, state->current_slot);
  d->pen_keys = state && state->pen;
  // Until the panel has lifted a finger by BTN_TOUCH alone, it may as well never send it.
  set_special(d, SPECIAL_RAISED, slots && d->button_lifts && state && !state->touching);
  for (int32_t at = 0; at < d->slot_count; at++) {
    slot *s = &d->slots[at];
    note_news(d, s);
    const ti_slot_state before = s->now;
    s->known = false;
    if (slots && state && at < state->slot_count) {
      s->now = state->slots[at];
      s->seen |= s->now.x || s->now.y;
      if (s->now.tracking_id < 0) s->now.tracking_id = NO_ID;
    } else if (single && state) {
      s->now.tracking_id = state->touching ? 0 : NO_ID;
      s->now.x = state->x, s->now.y = state->y, s->now.pressure = state->pressure;
      s->seen |= state->x || state->y;
    } else {
      s->now.tracking_id = NO_ID;
    }
    // After lost events or a sleep, a contact that is still the same one at the same place is no finger now either.
    s->stuck &= s->now.tracking_id >= 0 && s->now.tracking_id == before.tracking_id && s->now.x == before.x && s->now.y == before.y;
  }
}

void ti_decoder_start(ti_decoder *d, const ti_state *state) {
  ti_slots_forget(d);
  set_special(d, SPECIAL_DROPPING, false);
  put_state(d, state);
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    s->phase = s->now.tracking_id < 0 ? EMPTY : d->special & SPECIAL_RAISED ? HOVERING : IGNORED;
    s->reported_x = s->now.x, s->reported_y = s->now.y;
    s->dirty = false;
  }
  d->changed_count = 0;
}

void ti_decoder_resync(ti_decoder *d, const ti_state *state, ti_frame *frame) {
  if (d->late_waits) __builtin_trap();  // ti_decoder_next returns the second frame before it returns TI_STEP_DROPPED
  ti_slots_forget(d);
  put_state(d, state);
  d->late_count = 0;
  ti_slots_end_special_frame(d, TI_CANCELLED);
  emit(d, frame, true);
}

bool ti_decoder_place(ti_decoder *d, const ti_state *places, int64_t time, ti_frame *frame) {
  d->late_count = 0;
  for (int32_t i = 0; i < d->slot_count && i < places->slot_count; i++) {
    slot *s = &d->slots[i];
    if (s->phase == DOWN) note_news(d, s);
    s->now.x = places->slots[i].x, s->now.y = places->slots[i].y;
  }
  ti_slots_end_frame(d, TI_ENDED);
  if (time > d->time) d->time = d->cancel_time = time;
  emit(d, frame, false);
  return frame->count > 0;
}

// What has been read of the next frame is kept: a finger may be landing in it.
bool ti_decoder_cancel_all(ti_decoder *d, int64_t time, ti_frame *frame) {
  if (!d->late_waits) d->late_count = 0;
  ti_slots_cancel(d);
  if (time > d->time) d->time = d->cancel_time = time;
  emit(d, frame, false);
  return frame->count > 0;
}
