#include "decoder.h"
#include "protocol_b.h"

// ---- Reports --------------------------------------------------------------------------------------------------------

static inline void fill_contact(ti_contact *contact, const slot *s, ti_phase phase) {
  contact->id = s->id;
  contact->phase = phase;
  contact->slot = s->index;
  contact->now = s->now;
  contact->now.x = s->reported_x, contact->now.y = s->reported_y;
}

static inline void report(ti_decoder *d, const slot *s, ti_phase phase) { fill_contact(&d->late[d->late_count++], s, phase); }

// Whether a contact may not be a touch, because a pen is near.
static inline bool is_muted(const ti_decoder *d, const slot *s) { return d->muted && s->now.tool != MT_TOOL_PEN; }

// ---- Places beyond the ranges ---------------------------------------------------------------------------------------

static double range(const ti_axis *axis) { return (double)axis->maximum - axis->minimum; }

// How far a value is beyond the axis, as a part of the range.
static double excess(int32_t value, const ti_axis *axis) {
  const double low = (double)axis->minimum - value, high = (double)value - axis->maximum;
  return (low > high ? low : high) / range(axis);
}

// Whether a value is beyond one axis and can only be on the other one, whose range is wider.
static bool is_of_other(int32_t value, const ti_axis *axis, const ti_axis *other) {
  return excess(value, axis) > 0.05 && excess(value, other) <= 0 && range(other) > 1.2 * range(axis);
}

__attribute__((noinline)) void ti_slots_look_beyond(ti_decoder *d, const slot *s, int32_t *x, int32_t *y) {
  const ti_slot_state *now = &s->now;
  const bool is_turned = is_of_other(now->x, &d->x_axis, &d->y_axis) || is_of_other(now->y, &d->y_axis, &d->x_axis);
  if (excess(now->x, &d->x_axis) > 0.05 || excess(now->y, &d->y_axis) > 0.05) d->bugs[TI_BUG_RANGE]++;
  if (is_turned && !d->ranges_are_known) set_special(d, SPECIAL_TURNED, true);
  if (!(d->special & SPECIAL_TURNED)) return;
  *x = ti_rescale(now->x, &d->y_axis, &d->x_axis);
  *y = ti_rescale(now->y, &d->x_axis, &d->y_axis);
}

// ---- The transitions of a touch -------------------------------------------------------------------------------------

static bool is_here(const slot *s) { return s->now.tracking_id >= 0; }
static bool is_hovering(const ti_decoder *d, const slot *s) {
  return d->special & SPECIAL_RAISED || s->now.distance > d->distance_minimum;
}
static bool has_left(const slot *s) { return s->start_id >= 0 && (s->lifted || s->now.tracking_id != s->start_id); }
static bool became_a_palm(const slot *s) { return s->now.tool == MT_TOOL_PALM && s->start_tool != MT_TOOL_PALM; }
static bool has_no_place_yet(const ti_decoder *d, const slot *s) {
  return d->class.protocol != TI_PROTOCOL_ANONYMOUS && !s->seen;
}

// EMPTY or HOVERING → DOWN.
static void begin(ti_decoder *d, slot *s) {
  s->id = d->next_id++;
  (void)set_place(d, s);
  report(d, s, TI_BEGAN);
  s->phase = DOWN;
}

// DOWN → EMPTY, in the frame in which the slot's next touch lands: this frame's values belong to the next touch.
static void make_way(ti_decoder *d, slot *s, ti_phase leaving) {
  ti_contact *contact = &d->early[d->early_count++];
  fill_contact(contact, s, leaving);
  contact->now.tool = s->start_tool;
  s->phase = EMPTY;
}

// DOWN → EMPTY. A panel may mark a palm only when it lifts. A position that comes with the lift is often wrong, and never needed.
static void end(ti_decoder *d, slot *s, ti_phase leaving) {
  report(d, s, became_a_palm(s) ? TI_CANCELLED : leaving);
  s->phase = EMPTY;
}

// EMPTY or HOVERING → DOWN, or → IGNORED if a pen is near.
static void begin_unless_muted(ti_decoder *d, slot *s) {
  if (is_muted(d, s)) s->phase = is_here(s) ? IGNORED : EMPTY;
  else begin(d, s);
}

// DOWN → IGNORED, until the finger lifts.
static void reject(ti_decoder *d, slot *s) {
  report(d, s, TI_CANCELLED);
  s->phase = IGNORED;
}

// DOWN → HOVERING.
static void rise(ti_decoder *d, slot *s, ti_phase leaving) {
  report(d, s, leaving);
  s->phase = HOVERING;
  if (d->special & SPECIAL_RAISED) d->button_lifts = true;
}

static inline void move(ti_decoder *d, slot *s) {
  if (set_place(d, s)) report(d, s, TI_MOVED);
}

// The touch has moved from another slot, which is reported even if it rests.
static void arrive(ti_decoder *d, slot *s) {
  (void)set_place(d, s);
  report(d, s, TI_MOVED);
}

// ---- The end of a frame ---------------------------------------------------------------------------------------------


static void leave(ti_decoder *d, slot *s, ti_phase leaving) {
  if (s->phase != DOWN) s->phase = EMPTY;
  else if (is_here(s) || s->landed) make_way(d, s, leaving);
  else end(d, s, leaving);
}

static void land(ti_decoder *d, slot *s) {
  if (!is_here(s) && !s->landed) {
    if (s->known && !s->lifted && d->class.protocol == TI_PROTOCOL_SLOTS) d->bugs[TI_BUG_EMPTY_SLOT]++;
    return;
  }
  if (is_hovering(d, s)) {
    s->phase = is_here(s) ? HOVERING : EMPTY;
  } else if (!has_no_place_yet(d, s)) {
    begin_unless_muted(d, s);
    if (!is_here(s) && s->phase == DOWN) end(d, s, TI_ENDED);
  }
}

static void stay(ti_decoder *d, slot *s, ti_phase leaving) {
  if (became_a_palm(s) || is_muted(d, s)) reject(d, s);
  else if (is_hovering(d, s)) rise(d, s, leaving);
  else if (s->switched) arrive(d, s);
  else move(d, s);
}

// The kernel's BTN_TOUCH may leave out palms.
static void stay_ignored(const ti_decoder *d, slot *s) {
  if (d->special & SPECIAL_RAISED && s->now.tool != MT_TOOL_PALM) s->phase = HOVERING;
}

static void end_frame_of(ti_decoder *d, slot *s, ti_phase leaving) {
  if (has_left(s)) leave(d, s, leaving);
  switch (s->phase) {
  case EMPTY: land(d, s); break;
  case HOVERING: if (!is_hovering(d, s)) begin_unless_muted(d, s); break;
  case DOWN: stay(d, s, leaving); break;
  case IGNORED: stay_ignored(d, s); break;
  }
}

void ti_slots_end_frame(ti_decoder *d, ti_phase leaving) {
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    if (stays_down(d, s)) move(d, s);
    else end_frame_of(d, s, leaving);
    s->dirty = s->lifted = s->landed = false;
  }
  d->changed_count = 0;
}

bool ti_slots_move(ti_decoder *d, int32_t x, int32_t y, int64_t time, ti_frame *frame) {
  slot *s = d->current;
  s->now.x = x, s->now.y = y;
  set_time(d, time);
  if (!set_place(d, s)) return false;
  fill_contact(d->late, s, TI_MOVED);
  *frame = (ti_frame){.time = d->time, .count = 1, .contacts = d->late};
  return true;
}

// ---- Touches that change slots --------------------------------------------------------------------------------------

static int32_t id_before(const slot *s) { return s->dirty ? s->start_id : s->now.tracking_id; }

// Whether another slot than `s` had this tracking id before the frame.
static bool was_elsewhere(const ti_decoder *d, const slot *s, int32_t id) {
  for (int32_t at = 0; at < d->slot_count; at++)
    if (&d->slots[at] != s && id_before(&d->slots[at]) == id) return true;
  return false;
}

// Returns the slot that has given its tracking id to `to` in this frame; null if there is none, or if the id does not tell touches apart.
static slot *giver(const ti_decoder *d, const slot *to) {
  const int32_t id = to->now.tracking_id;
  if (id < 0 || to->start_id == id || !to->seen) return NULL;
  slot *from = NULL;
  for (int32_t at = 0; at < d->slot_count; at++) {
    slot *s = &d->slots[at];
    if (s != to && s->now.tracking_id == id) return NULL;
    if (id_before(s) != id) continue;
    if (from) return NULL;
    from = s;
  }
  return from;
}

// The touch that a slot has now is the one that the frame says it has.
static void keep_if_right(slot *s) {
  if (s->start_id < 0 || s->start_id != s->now.tracking_id) return;
  s->switched = true;
  s->lifted = s->landed = false;
}

static void exchange_touches(ti_decoder *d, slot *a, slot *b) {
  const slot old = *a;
  a->id = b->id, a->phase = b->phase, a->start_id = b->start_id, a->start_tool = b->start_tool;
  a->reported_x = b->reported_x, a->reported_y = b->reported_y;
  b->id = old.id, b->phase = old.phase, b->start_id = old.start_id, b->start_tool = old.start_tool;
  b->reported_x = old.reported_x, b->reported_y = old.reported_y;
  const imprint last = d->imprints[a->index];
  d->imprints[a->index] = d->imprints[b->index];
  d->imprints[b->index] = last;
}

// Moves touches to the slots that have their tracking ids now. A touch that has lost its slot to another one's is then in the slot that
// this one has left, and leaves that.
static void switch_slots(ti_decoder *d) {
  set_special(d, SPECIAL_SWITCHES, false);
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *to = d->changed[i], *from = giver(d, to);
    if (!from) continue;
    exchange_touches(d, from, to);
    keep_if_right(to);
    keep_if_right(from);
  }
}

// ---- Pressure, size and pens ----------------------------------------------------------------------------------------

static bool is_pen_near(const ti_decoder *d) {
  if (d->pen_keys) return true;
  for (int32_t at = 0; at < d->slot_count; at++)
    if (is_here(&d->slots[at]) && d->slots[at].now.tool == MT_TOOL_PEN) return true;
  return false;
}

// Returns whether the pressure or the size differs from the last report's, and keeps the new one.
static bool set_imprint(ti_decoder *d, const slot *s) {
  imprint *last = &d->imprints[s->index], now = {s->now.pressure, s->now.major, s->now.minor};
  bool is_new = last->pressure != now.pressure || last->major != now.major || last->minor != now.minor;
  *last = now;
  return is_new;
}

void ti_slots_end_special_frame(ti_decoder *d, ti_phase leaving) {
  if (d->special & SPECIAL_SWITCHES) switch_slots(d);
  d->muted = d->special & SPECIAL_MUTES && is_pen_near(d);
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    slot_phase before = s->phase;
    size_t reports = d->late_count;
    end_frame_of(d, s, leaving);
    if (d->special & SPECIAL_FOLLOWS && s->phase == DOWN && set_imprint(d, s) && before == DOWN && d->late_count == reports)
      report(d, s, TI_RESTS);
    s->dirty = s->lifted = s->landed = s->switched = false;
  }
  d->changed_count = 0;
  if (!d->muted) return;
  for (int32_t at = 0; at < d->slot_count; at++)
    if (d->slots[at].phase == DOWN && is_muted(d, &d->slots[at])) reject(d, &d->slots[at]);
}

// ---- Outside the order of events ------------------------------------------------------------------------------------

void ti_slots_forget(ti_decoder *d) {
  set_special(d, SPECIAL_SWITCHES, false);
  for (int32_t i = 0; i < d->changed_count; i++) {
    slot *s = d->changed[i];
    s->now.tracking_id = s->start_id;
    s->now.tool = s->start_tool;
    s->dirty = s->lifted = s->landed = false;
  }
  d->changed_count = 0;
  d->pending_fields = 0;
  d->sent_count = 0;
  d->sent_any = d->released = false;
}

void ti_slots_cancel(ti_decoder *d) {
  for (int32_t at = 0; at < d->slot_count; at++)
    if (d->slots[at].phase == DOWN) reject(d, &d->slots[at]);
}

// ---- Protocol B -----------------------------------------------------------------------------------------------------

// The decoder while it reads, and the slot that the next values are for.
typedef struct decoding {
  ti_decoder *d;
  slot *s;
} decoding;

ALWAYS_INLINE bool select_slot(void *user, int32_t index) {
  decoding *now = user;
  now->s = slot_at(now->d, index);
  return true;
}

ALWAYS_INLINE bool set_both(void *user, int32_t x, int32_t y) {
  decoding *now = user;
  note_news(now->d, now->s);
  now->s->now.x = x, now->s->now.y = y;
  now->s->seen = true;
  return true;
}

static void decode_unexpected_axis(ti_decoder *d, slot *s, uint16_t code, int32_t value) {
  if (!is_declared(d, code)) d->bugs[TI_BUG_AXIS]++;
  if (!is_contact_axis(code)) return;
  note_news(d, s);
  if (code != ABS_MT_TRACKING_ID) return set_value(&s->now, code, value);
  set_tracking_id(d, s, value);
  if (value >= 0 && d->ids_differ && was_elsewhere(d, s, value)) set_special(d, SPECIAL_SWITCHES, true);
}

ALWAYS_INLINE bool set_one(void *user, uint16_t code, int32_t value) {
  const decoding *now = user;
  uint8_t use = code < ABS_CNT ? now->d->axis_uses[code] : AXIS_UNEXPECTED;
  if (use == AXIS_IGNORED) return true;
  if (use == AXIS_UNEXPECTED) return decode_unexpected_axis(now->d, now->s, code, value), true;
  note_news(now->d, now->s);
  if (use != AXIS_WITHOUT_VALUE) *(int32_t *)((char *)&now->s->now + use) = value;
  now->s->seen |= code == ABS_MT_POSITION_X || code == ABS_MT_POSITION_Y;
  return true;
}

// BTN_TOUCH 0 lifts all fingers, whatever their tracking ids say, until it is 1 again. Then those are down that the frame has named before, as
// the ids of others may be left over; or all, if it has named none.
static void set_touch_button(ti_decoder *d, bool is_down) {
  d->button_is_down = is_down;
  if (is_down == !(d->special & SPECIAL_RAISED)) return;
  set_special(d, SPECIAL_RAISED, !is_down);
  if (is_down && d->changed_count) return;
  for (int32_t at = 0; at < d->slot_count; at++)
    if (is_here(&d->slots[at])) note_news(d, &d->slots[at]);
}

const ti_event *ti_slots_decode(ti_decoder *d, const ti_event *event, const ti_event *end) {
  static const ti_reading reading = {select_slot, set_both, set_one};
  decoding now = {d, d->current};
  for (; (event = ti_read_contacts(event, end, sizeof *event, &reading, &now)) < end && event->type != EV_SYN; event++)
    if (event->type == EV_KEY && event->code == BTN_TOUCH) set_touch_button(d, event->value);
    else if (event->type == EV_KEY) set_pen_key(d, event->code, event->value);
  d->current = now.s;
  return event;
}
