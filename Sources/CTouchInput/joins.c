#include "relay.h"

int16_t ti_relay_touch(const ti_relay *r, uint64_t id) {
  for (int16_t at = 0; at < r->touch_count; at++)
    if (r->touches[at].id == id && r->touches[at].state != FREE) return at;
  return -1;
}

void ti_relay_go_on(ti_relay *r, int16_t to, int16_t from) {
  touch *t = &r->touches[to], *old = &r->touches[from];
  if (t->state == WAITING) r->waiting--;
  if (!old->lifted) r->down--;
  ti_backlog_hand_over(r, from, to);
  t->id = old->id;
  t->state = old->state;
  t->clone_slot = old->clone_slot;
  t->may_end = false;
  if (t->clone_slot >= 0) r->slots[t->clone_slot].touch = to;
  if (r->newest[old->slot] == from) r->newest[old->slot] = -1;
  *old = (touch){.state = FREE, .slot = old->slot, .clone_slot = -1, .changed = old->changed};
  note_change(r, t);
}

// Lets a touch end that another one has replaced: it gets no verdicts any more.
static void let_go(ti_relay *r, int16_t at) {
  touch *t = &r->touches[at];
  if (t->state != PASSING) return ti_relay_decide(r, t->id, TI_TAKE);
  t->id = 0;
  note_change(r, t);
}

void ti_relay_hold(ti_relay *r, uint64_t id) {
  const int16_t at = ti_relay_touch(r, id);
  if (at < 0) return;
  r->touches[at].held = r->frame;
  note_change(r, &r->touches[at]);
}

void ti_relay_let_held(ti_relay *r) { r->frame++; }

void ti_relay_drop_held(ti_relay *r, uint64_t id) {
  const int16_t at = ti_relay_touch(r, id);
  if (at >= 0 && is_newest(r, at) && r->touches[at].lifted) r->dirty[r->touches[at].slot] = 0;
}

void ti_relay_join(ti_relay *r, uint64_t new_id, uint64_t old_id) {
  int16_t to = ti_relay_touch(r, new_id), from = ti_relay_touch(r, old_id);
  if (to < 0 || to == from) return;
  touch *t = &r->touches[to];
  const bool is_new = t->state == LANDED || t->state == WAITING;
  if (is_new && from >= 0) return ti_relay_go_on(r, to, from);
  if (from >= 0 && t->state == PASSING) let_go(r, from);
  t->id = old_id;
  t->may_end = false;
  if (is_new) ti_relay_decide(r, old_id, TI_TAKE);
}
