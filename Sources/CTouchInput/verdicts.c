#include "relay.h"

// ---- Verdicts ----------------------------------------------------------------------------------------------------------

static void let_pass(ti_relay *r, touch *t) {
  if (t->state == WAITING) r->waiting--;
  if (t->state == LANDED || t->state == WAITING) t->state = PASSING;
}

static void take_away(ti_relay *r, touch *t, int16_t at) {
  if (t->state == WAITING) r->waiting--;
  ti_backlog_forget(r, at);
  t->state = t->clone_slot < 0 ? OVER : TAKEN;
}

void ti_relay_tell(ti_relay *r, uint64_t id, ti_verdict verdict) {
  for (int16_t at = 0; at < r->touch_count; at++) {
    touch *t = &r->touches[at];
    if (t->id != id || t->state == FREE || t->state >= TAKEN) continue;
    note_change(r, at);
    switch (verdict) {
    case TI_PASS: let_pass(r, t); break;
    case TI_END: t->may_end = true; break;
    case TI_TAKE: take_away(r, t, at); break;
    }
    return;
  }
}

size_t ti_relay_waiting(const ti_relay *r, uint64_t *ids, size_t most) {
  size_t count = 0;
  if (!r->waiting) return 0;
  for (int32_t at = 0; at < r->touch_count && count < most; at++)
    if (r->touches[at].state == WAITING) ids[count++] = r->touches[at].id;
  return count;
}

// ---- The end of a frame ------------------------------------------------------------------------------------------------

// Lifts that waited: each in a frame of its own, with its time.
static void tell_late_lifts(ti_relay *r, int64_t time) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state != PASSING || !t->lifted || !t->may_end || t->clone_slot < 0 || t->lifted_at >= time) continue;
    r->frame_time = t->lifted_at;
    ti_clone_close(r, t);
    ti_clone_put_plain(r, false);
    ti_clone_end_frame(r);
  }
}

static void tell_touch(ti_relay *r, int16_t at) {
  touch *t = &r->touches[at];
  const int32_t *values = r->values[t->slot];
  t->backlogged = false;
  // The values of a slot are those of its newest touch.
  bool is_current = is_newest(r, at);
  if (t->clone_slot < 0) ti_clone_open(r, at, is_current ? values[TOOL] : MT_TOOL_FINGER);
  if (t->clone_slot < 0) return;
  if (!is_current) return;
  unsigned axes = (t->told ? r->dirty[t->slot] : (1u << AXES) - 1) & ~(1u << TRACKING);
  for (; axes; axes &= axes - 1) {
    unsigned axis = (unsigned)__builtin_ctz(axes);
    ti_clone_put_value(r, t->clone_slot, axis, values[axis]);
  }
  t->told = true;
}

static void settle_taken(ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state == TAKEN) ti_clone_cancel(r, t);
  }
}

static void settle_touch(ti_relay *r, int16_t at, int64_t time) {
  touch *t = &r->touches[at];
  if (t->state == LANDED && r->complete) t->state = t->id ? WAITING : PASSING, r->waiting += t->state == WAITING;
  if (t->state == WAITING && is_newest(r, at)) {
    uint16_t axes = t->landed_now ? (uint16_t)((1u << AXES) - 1) : r->dirty[t->slot];
    ti_backlog_keep(r, at, axes, time);
  } else if (t->state == PASSING) {
    tell_touch(r, at);
  }
}

// Lifts come last: one that landed in this frame too is lifted in the next.
static bool end_touch(ti_relay *r, int16_t at, bool is_second_frame) {
  touch *t = &r->touches[at];
  if (t->state != PASSING || !t->lifted || (t->id && !t->may_end) || t->clone_slot < 0) return false;
  if (t->landed_now && !is_second_frame) return true;
  ti_clone_close(r, t);
  return false;
}

static bool end_touches(ti_relay *r, bool is_second_frame) {
  bool any_left = false;
  for (int32_t i = 0; i < r->change_count; i++) any_left |= end_touch(r, r->changes[i], is_second_frame);
  return any_left;
}

// What a frame that is not complete has said of landings so far stays: which touch it is comes with the rest.
void ti_relay_forget_frame(ti_relay *r) {
  int32_t kept = 0;
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state == LANDED) {
      r->changes[kept++] = r->changes[i];
      continue;
    }
    t->changed = t->landed_now = false;
    r->dirty[t->slot] = 0;
    if (t->state != OVER || !t->lifted) continue;
    if (is_newest(r, r->changes[i])) r->newest[t->slot] = -1;
    *t = (touch){.state = FREE};
  }
  r->change_count = kept;
  if (r->complete) r->extra_count = 0;
  r->complete = false;
}

void ti_relay_settle(ti_relay *r, int64_t time) {
  if (r->complete) time = r->time;
  else if (!r->change_count) return;
  // What a frame that is not complete has said so far waits for its end; verdicts upon it do not.
  if (ti_backlog_is_due(r)) ti_backlog_write(r);
  tell_late_lifts(r, time);
  r->frame_time = time;
  settle_taken(r);
  for (int32_t i = 0; i < r->change_count; i++) settle_touch(r, r->changes[i], time);
  bool any_left = end_touches(r, false);
  if (r->complete) ti_clone_put_extras(r);
  bool as_panel = ti_clone_is_mirror(r);
  if (as_panel || r->change_count) ti_clone_put_plain(r, as_panel);
  ti_clone_end_frame(r);
  ti_clone_lift_cancelled(r);
  if (any_left) end_touches(r, true);
  if (r->told) {
    ti_clone_put_plain(r, ti_clone_is_mirror(r));
    ti_clone_end_frame(r);
  }
  ti_relay_forget_frame(r);
}
