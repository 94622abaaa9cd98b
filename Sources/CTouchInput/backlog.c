#include "relay.h"

void ti_backlog_keep(ti_relay *r, int16_t at, uint16_t axes, int64_t time) {
  const touch *t = &r->touches[at];
  for (unsigned axis = 0; axis < AXES; axis++) {
    if (!(axes >> axis & 1) || axis == TRACKING || !r->clone.axes[ABS_MT_TOUCH_MAJOR + axis].present) continue;
    if (r->backlog_count == BACKLOG) return;  // the clone gets the touch's last values, but not its path
    r->backlog[r->backlog_count++] = (late_value){time, at, (uint16_t)axis, r->values[t->slot][axis]};
    r->touches[at].backlogged = true;
  }
}

// Writes each kept frame as a frame of its own, with its own time.
void ti_backlog_write(ti_relay *r) {
  int32_t kept = 0;
  int64_t time = INT64_MIN;
  for (int32_t i = 0; i < r->backlog_count; i++) {
    late_value late = r->backlog[i];
    touch *t = &r->touches[late.touch];
    if (t->state == WAITING) r->backlog[kept++] = late;
    if (t->state != PASSING) continue;
    if (late.time != time && time != INT64_MIN) {
      ti_clone_put_plain(r, false);
      ti_clone_end_frame(r);
    }
    time = late.time;
    r->frame_time = time;
    if (t->clone_slot < 0) ti_clone_open(r, late.touch, late.axis == TOOL ? late.value : MT_TOOL_FINGER);
    if (t->clone_slot >= 0) ti_clone_put_value(r, t->clone_slot, late.axis, late.value);
  }
  r->backlog_count = kept;
  if (time == INT64_MIN) return;
  ti_clone_put_plain(r, false);
  ti_clone_end_frame(r);
}

bool ti_backlog_is_due(const ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    const touch *t = &r->touches[r->changes[i]];
    if (t->backlogged && t->state == PASSING) return true;
  }
  return false;
}

void ti_backlog_forget(ti_relay *r, int16_t at) {
  if (!r->touches[at].backlogged) return;
  r->touches[at].backlogged = false;
  int32_t kept = 0;
  for (int32_t i = 0; i < r->backlog_count; i++)
    if (r->backlog[i].touch != at) r->backlog[kept++] = r->backlog[i];
  r->backlog_count = kept;
}

void ti_backlog_hand_over(ti_relay *r, int16_t from, int16_t to) {
  if (!r->touches[from].backlogged) return;
  for (int32_t i = 0; i < r->backlog_count; i++)
    if (r->backlog[i].touch == from) r->backlog[i].touch = to;
  r->touches[from].backlogged = false;
  r->touches[to].backlogged = true;
}
