#include "decoder.h"

void ti_slots_report(ti_contact *list, size_t *count, const slot *s, ti_phase phase) {
  ti_contact *contact = &list[(*count)++];
  contact->id = s->id;
  contact->phase = phase;
  contact->slot = s->index;
  contact->now = s->now;
  contact->now.x = s->reported_x, contact->now.y = s->reported_y;
}

// Turns what one slot was told in this frame into its reports: the function that changes `phase`.
static void settle(ti_decoder *d, slot *s, ti_phase leaving) {
  int32_t x = clamp(s->now.x, &d->x_axis), y = clamp(s->now.y, &d->y_axis);
  bool here = s->now.tracking_id >= 0;
  bool left = s->start_id >= 0 && (s->lifted || s->now.tracking_id != s->start_id);
  bool hovering = s->now.distance > d->distance_minimum;
  bool palm = s->now.tool == MT_TOOL_PALM && s->start_tool != MT_TOOL_PALM;
  bool waits = d->class.protocol == TI_PROTOCOL_SINGLE && !s->seen;

  if (left) {
    // What the frame says besides belongs to the next touch of the slot, if there is one: the place and the tool.
    if (s->phase == DOWN && (here || s->landed)) {
      ti_slots_report(d->early, &d->early_count, s, leaving);
      d->early[d->early_count - 1].now.tool = s->start_tool;
    } else if (s->phase == DOWN) {
      s->reported_x = x, s->reported_y = y;
      ti_slots_report(d->late, &d->late_count, s, palm ? TI_CANCELLED : leaving);
    }
    s->phase = EMPTY;
  }

  switch (s->phase) {
  case EMPTY:
    if (!here && !s->landed) break;
    if (hovering || waits) {
      s->phase = here && hovering ? HOVERING : EMPTY;
      break;
    }
    s->id = d->next_id++;
    s->reported_x = x, s->reported_y = y;
    ti_slots_report(d->late, &d->late_count, s, TI_BEGAN);
    if (here) s->phase = DOWN;
    else ti_slots_report(d->late, &d->late_count, s, palm ? TI_CANCELLED : TI_ENDED);
    break;
  case HOVERING:
    if (hovering) break;
    s->id = d->next_id++;
    s->reported_x = x, s->reported_y = y;
    ti_slots_report(d->late, &d->late_count, s, TI_BEGAN);
    s->phase = DOWN;
    break;
  case DOWN:
    if (palm) {
      ti_slots_report(d->late, &d->late_count, s, TI_CANCELLED);
      s->phase = DEAD;
    } else if (hovering) {
      ti_slots_report(d->late, &d->late_count, s, TI_ENDED);
      s->phase = HOVERING;
    } else if (x != s->reported_x || y != s->reported_y) {
      s->reported_x = x, s->reported_y = y;
      ti_slots_report(d->late, &d->late_count, s, TI_MOVED);
    }
    break;
  case DEAD:
    break;
  }
}

// Nearly all news are of fingers that are down, stay so, and have perhaps moved: those are spared the other questions.
static inline bool stays_down(const ti_decoder *d, const slot *s) {
  return s->phase == DOWN && !s->lifted && !s->landed && s->now.tracking_id == s->start_id
    && s->now.tool != MT_TOOL_PALM && s->now.distance <= d->distance_minimum;
}

static inline void settle_move(ti_decoder *d, slot *s) {
  int32_t x = clamp(s->now.x, &d->x_axis), y = clamp(s->now.y, &d->y_axis);
  if (x == s->reported_x && y == s->reported_y) return;
  s->reported_x = x, s->reported_y = y;
  ti_slots_report(d->late, &d->late_count, s, TI_MOVED);
}

void ti_slots_end_frame(ti_decoder *d, ti_phase leaving) {
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    if (stays_down(d, s)) settle_move(d, s);
    else settle(d, s, leaving);
    s->dirty = s->lifted = s->landed = false;
  }
  d->changed_count = 0;
}

// Forgets a frame that was not told to its end.
void ti_slots_forget(ti_decoder *d) {
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    s->now.tracking_id = s->start_id;
    s->now.tool = s->start_tool;
    s->dirty = s->lifted = s->landed = false;
  }
  d->changed_count = 0;
  d->pending_fields = 0;
  d->told_count = 0;
  d->told_any = d->released = false;
}

static void take_contact_axis(ti_decoder *d, slot *s, uint16_t code, int32_t value) {
  touch_slot(d, s);
  if (code == ABS_MT_TRACKING_ID) set_tracking_id(d, s, value);
  else set_value(&s->now, code, value);
}

// The axes that follow each other, which is all of most frames but the last event of each.
static inline const ti_event *take_axes(ti_decoder *d, const ti_event *event, const ti_event *end) {
  slot *s = d->current;
  for (; event < end && event->type == EV_ABS; event++) {
    uint16_t code = event->code;
    if (code == ABS_MT_SLOT) {
      s = slot_at(d, event->value);
    } else if (code == ABS_MT_POSITION_X) {  // Most axes are places: they do not wait for the others' turn.
      touch_slot(d, s);
      s->now.x = event->value;
    } else if (code == ABS_MT_POSITION_Y) {
      touch_slot(d, s);
      s->now.y = event->value;
    } else if (is_contact_axis(code)) {
      take_contact_axis(d, s, code, event->value);
    }
  }
  d->current = s;
  return event;
}

const ti_event *ti_slots_take(ti_decoder *d, const ti_event *event, const ti_event *end) {
  while ((event = take_axes(d, event, end)) < end && event->type != EV_SYN) event++;
  return event;
}
