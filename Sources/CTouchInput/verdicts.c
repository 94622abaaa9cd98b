#include "relay.h"

// ---- Verdicts -------------------------------------------------------------------------------------------------------

// LANDED or WAITING → PASSING.
static void let_pass(ti_relay *r, touch *t) {
  if (t->state == WAITING) r->waiting--;
  if (t->state == LANDED || t->state == WAITING) t->state = PASSING;
}

// PASSING → TAKEN if the touch is on the clone; otherwise any state → OVER.
static void withhold(ti_relay *r, touch *t, int16_t at) {
  if (t->state == WAITING) r->waiting--;
  ti_backlog_forget(r, at);
  t->state = t->clone_slot < 0 ? OVER : TAKEN;
}

void ti_relay_decide(ti_relay *r, uint64_t id, ti_verdict verdict) {
  for (int16_t at = 0; at < r->touch_count; at++) {
    touch *t = &r->touches[at];
    if (t->id != id || t->state == FREE || t->state >= TAKEN) continue;
    note_change(r, t);
    switch (verdict) {
    case TI_PASS: let_pass(r, t); break;
    case TI_END: t->may_end = true; break;
    case TI_TAKE: withhold(r, t, at); break;
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

// ---- The end of a frame ---------------------------------------------------------------------------------------------

// LANDED → WAITING for a verdict, or → PASSING for a hovering finger, for which the decoder has no touch.
static void end_landing(ti_relay *r, touch *t) {
  t->state = t->id ? WAITING : PASSING;
  r->waiting += t->state == WAITING;
}

// WAITING: keeps the touch's changes in this frame. A slot's values belong to its newest touch.
static void keep_news(ti_relay *r, int16_t at, int64_t time) {
  const touch *t = &r->touches[at];
  if (is_newest(r, at)) ti_backlog_keep(r, at, t->landed_now ? EVERY_AXIS : r->dirty[t->slot], time);
}

static void write_values(ti_relay *r, touch *t) {
  const int32_t *values = r->values[t->slot];
  unsigned axes = (t->is_caught_up ? r->dirty[t->slot] : EVERY_AXIS) & ~(1u << TRACKING);
  for (; axes; axes &= axes - 1) {
    unsigned axis = (unsigned)__builtin_ctz(axes);
    ti_clone_put_value(r, t->clone_slot, axis, values[axis]);
  }
  t->is_caught_up = true;
}

// PASSING: writes the touch's changes in this frame.
static void pass_news(ti_relay *r, int16_t at) {
  touch *t = &r->touches[at];
  bool has_values = is_newest(r, at);
  t->backlogged = false;
  if (t->clone_slot < 0) ti_clone_open(r, at, has_values ? r->values[t->slot][TOOL] : MT_TOOL_FINGER);
  if (t->clone_slot >= 0 && has_values) write_values(r, t);
}

static bool may_lift(const touch *t) {
  return t->state == PASSING && t->lifted && (!t->id || t->may_end) && t->clone_slot >= 0;
}

// PASSING → OVER for lifts that waited: writes each in a frame of its own, with its own time.
static void write_late_lifts(ti_relay *r, int64_t time) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (!may_lift(t) || !t->may_end || t->lifted_at >= time) continue;
    r->frame_time = t->lifted_at;
    ti_clone_close(r, t);
    ti_clone_put_plain(r, false);
    ti_clone_end_frame(r);
  }
}

// TAKEN → OVER.
static void take_back_taken(ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state == TAKEN) ti_clone_take_back(r, t);
  }
}

static void carry_over(ti_relay *r, int16_t at, int64_t time) {
  touch *t = &r->touches[at];
  if (t->state == LANDED && r->complete) end_landing(r, t);
  if (is_held(r, t)) return;
  if (t->state == WAITING) keep_news(r, at, time);
  else if (t->state == PASSING) pass_news(r, at);
}

// PASSING → OVER. False if a lifted touch remains because it has also landed in this frame: its lift needs a second frame.
static bool write_lifts(ti_relay *r, bool is_second_frame) {
  bool is_complete = true;
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (!may_lift(t)) continue;
    if (t->landed_now && !is_second_frame) is_complete = false;
    else ti_clone_close(r, t);
  }
  return is_complete;
}

// Writes what has received a verdict since: kept values, and lifts of earlier frames.
static void write_earlier_frames(ti_relay *r, int64_t time) {
  if (ti_backlog_is_due(r)) ti_backlog_write(r);
  write_late_lifts(r, time);
}

// Writes the frame; false if lifts remain for a second one.
static bool write_frame(ti_relay *r, int64_t time) {
  r->frame_time = time;
  take_back_taken(r);
  for (int32_t i = 0; i < r->change_count; i++) carry_over(r, r->changes[i], time);
  bool is_complete = write_lifts(r, false);
  if (r->complete) ti_clone_put_extras(r);
  bool as_panel = ti_clone_is_mirror(r);
  if (as_panel || r->change_count) ti_clone_put_plain(r, as_panel);
  ti_clone_end_frame(r);
  return is_complete;
}

// Writes the lifts of touches that were cancelled in the first frame, or that landed in it.
static void write_second_frame(ti_relay *r, bool has_lifts) {
  ti_clone_leave(r);
  if (has_lifts) (void)write_lifts(r, true);
  if (!r->is_in_frame) return;
  ti_clone_put_plain(r, ti_clone_is_mirror(r));
  ti_clone_end_frame(r);
}

// Keeps the landings of a frame that is not complete: the decoder reports their touches when the rest of the frame has arrived. Keeps what
// waits for the next frame, too.
void ti_relay_forget_frame(ti_relay *r) {
  int32_t kept = 0;
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state == LANDED || is_held(r, t)) {
      t->landed_now = t->state == LANDED;
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

void ti_relay_update_clone(ti_relay *r, int64_t time) {
  if (r->complete) time = r->time;
  else if (!r->change_count) return;
  // The landings of a frame that is not complete wait for its end; verdicts do not.
  write_earlier_frames(r, time);
  bool is_complete = write_frame(r, time);
  write_second_frame(r, !is_complete);
  ti_relay_forget_frame(r);
}
