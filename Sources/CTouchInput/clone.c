#include <errno.h>
#include <unistd.h>

#include "relay.h"

const uint16_t ti_finger_keys[FINGER_KEYS] = {
  BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP};

// ---- Writing --------------------------------------------------------------------------------------------------------

void ti_relay_connect(ti_relay *r, int fd) { r->fd = fd; }

int ti_relay_send(ti_relay *r) {
  size_t size = r->out_count * sizeof *r->out;
  r->out_count = 0;
  if (!size || r->error) return -r->error;
  ssize_t written;
  do written = write(r->fd, r->out, size);
  while (written < 0 && errno == EINTR);
  r->error = written < 0 ? errno : (size_t)written < size ? EIO : 0;
  return -r->error;
}

// Appends an event to the next write. The kernel passes its time on to readers, so events that waited keep the time at which they
// happened.
static void put(ti_relay *r, uint16_t type, uint16_t code, int32_t value) {
  if (r->out_count == OUT) (void)ti_relay_send(r);
  // The clone's times never go back, even if an older frame waited.
  if (!r->is_in_frame && r->frame_time > r->clone_time) r->clone_time = r->frame_time;
  int64_t time = r->clone_time > 0 ? r->clone_time : 0;
  r->out[r->out_count++] = ti_raw_event((ti_event){.time = time, .type = type, .code = code, .value = value});
  r->is_in_frame = true;
}

void ti_clone_end_frame(ti_relay *r) {
  if (r->is_in_frame) put(r, EV_SYN, SYN_REPORT, 0);
  r->is_in_frame = false;
  if (!r->any_lifted_now) return;
  for (int32_t i = 0; i < r->clone_slots; i++) r->slots[i].lifted_now = false;
  r->any_lifted_now = false;
}

void ti_clone_put_value(ti_relay *r, int32_t slot, unsigned axis, int32_t value) {
  clone_slot *s = &r->slots[slot];
  if (s->values[axis] == value || !r->clone.axes[ABS_MT_TOUCH_MAJOR + axis].present) return;
  if (r->clone_current != slot) put(r, EV_ABS, ABS_MT_SLOT, slot);
  r->clone_current = slot;
  s->values[axis] = value;
  put(r, EV_ABS, (uint16_t)(ABS_MT_TOUCH_MAJOR + axis), value);
}

// ---- Opening and closing --------------------------------------------------------------------------------------------

// Whether a slot counts as a finger. A palm no longer does, even though it lifts later.
static bool is_open(const clone_slot *s) { return s->touch >= 0 || (s->leaving && s->values[TOOL] != MT_TOOL_PALM); }

// Whether a slot can take a new touch: it is empty, and no touch was lifted from it in this frame. Readers would miss a lift and a
// landing in one frame.
static bool is_free(const clone_slot *s) { return s->touch < 0 && s->values[TRACKING] < 0 && !s->lifted_now; }

static int32_t free_slot(const ti_relay *r, int32_t wanted) {
  const clone_slot *s = r->slots;
  if (wanted < r->clone_slots && is_free(&s[wanted])) return wanted;
  for (int32_t i = 0; i < r->clone_slots; i++)
    if (is_free(&s[i])) return i;
  return -1;
}

static void close_slot(ti_relay *r, int32_t slot) {
  clone_slot *s = &r->slots[slot];
  r->open -= is_open(s);
  if (s->values[TOOL] == MT_TOOL_PALM) ti_clone_put_value(r, slot, TOOL, MT_TOOL_FINGER);
  ti_clone_put_value(r, slot, TRACKING, -1);
  s->touch = -1;
  s->leaving = 0;
  s->lifted_now = r->any_lifted_now = true;
}

// Lifts the oldest touch whose lift waits, to make room for a finger on the panel. Returns its slot, or -1.
static int32_t make_room(ti_relay *r) {
  int32_t oldest = -1;
  for (int32_t i = 0; i < r->clone_slots; i++) {
    int16_t at = r->slots[i].touch;
    if (at < 0 || !r->touches[at].lifted || r->touches[at].state == TAKEN) continue;
    if (oldest < 0 || r->slots[i].order < r->slots[oldest].order) oldest = i;
  }
  if (oldest < 0) return -1;
  touch *t = &r->touches[r->slots[oldest].touch];
  note_change(r, t);
  t->state = OVER;
  t->clone_slot = -1;
  close_slot(r, oldest);
  ti_clone_end_frame(r);
  return oldest;
}

void ti_clone_open(ti_relay *r, int16_t at, int32_t tool) {
  touch *t = &r->touches[at];
  int32_t slot = free_slot(r, t->slot);
  if (slot < 0) slot = make_room(r);
  if (slot < 0) {
    t->state = OVER;
    return;
  }
  t->clone_slot = (int16_t)slot;
  r->slots[slot].touch = at;
  r->slots[slot].order = r->next_order++;
  r->open++;
  // The tool comes before the landing, because readers check it when a touch lands.
  ti_clone_put_value(r, slot, TOOL, tool);
  ti_clone_put_value(r, slot, TRACKING, t->tracking_id);
}

void ti_clone_close(ti_relay *r, touch *t) {
  close_slot(r, t->clone_slot);
  t->clone_slot = -1;
  t->state = OVER;
}

// ---- Cancelling -----------------------------------------------------------------------------------------------------

enum { X = ABS_MT_POSITION_X - ABS_MT_TOUCH_MAJOR, Y = ABS_MT_POSITION_Y - ABS_MT_TOUCH_MAJOR };

// A slot's position on an axis, from 0 at the minimum to 1 at the maximum.
static double share(const ti_relay *r, int32_t slot, unsigned axis) {
  const ti_axis *range = &r->clone.axes[ABS_MT_TOUCH_MAJOR + axis];
  double length = (double)range->maximum - range->minimum;
  return length > 0 ? (r->slots[slot].values[axis] - (double)range->minimum) / length : 0;
}

// Moves a touch to the farthest edge of the panel, which the control under the finger is least likely to reach. A second
// call, with `beyond`, moves it from there beyond the edge.
static void lead_away(ti_relay *r, int32_t slot, bool beyond) {
  double x = share(r, slot, X), y = share(r, slot, Y);
  unsigned axis = (x > 0.5 ? x : 1 - x) > (y > 0.5 ? y : 1 - y) ? X : Y;
  if (beyond) axis = x <= 0 || x >= 1 ? X : Y;
  bool maximum = ((axis == X ? x : y) <= 0.5) != beyond;
  ti_clone_put_value(r, slot, axis, ti_side(&r->clone.axes[ABS_MT_TOUCH_MAJOR + axis], maximum, beyond));
}

void ti_clone_take_back(ti_relay *r, touch *t) {
  if (t->clone_slot < 0) return;
  clone_slot *s = &r->slots[t->clone_slot];
  s->leaving = 1;
  switch (r->taking) {
  case TI_AS_PALM: ti_clone_put_value(r, t->clone_slot, TOOL, MT_TOOL_PALM); break;
  case TI_AS_LIFT: break;
  case TI_LED_AWAY:
    lead_away(r, t->clone_slot, false);
    s->leaving = 2;
    break;
  }
  s->touch = -1;
  r->any_leaving = true;
  r->open -= !is_open(s);
  t->clone_slot = -1;
  t->state = OVER;
}

void ti_clone_leave(ti_relay *r) {
  if (!r->any_leaving) return;
  r->any_leaving = false;
  for (int32_t i = 0; i < r->clone_slots; i++) {
    if (r->slots[i].leaving != 2) continue;
    lead_away(r, i, true);
    r->slots[i].leaving = 1;
  }
  if (r->is_in_frame) {
    ti_clone_put_plain(r, false);
    ti_clone_end_frame(r);
  }
  for (int32_t i = 0; i < r->clone_slots; i++)
    if (r->slots[i].leaving) close_slot(r, i);
}

// ---- Keys and axes for readers of a single touch --------------------------------------------------------------------

static int32_t oldest_open(const ti_relay *r) {
  int32_t oldest = -1;
  for (int32_t i = 0; i < r->clone_slots; i++)
    if (is_open(&r->slots[i]) && (oldest < 0 || r->slots[i].order < r->slots[oldest].order)) oldest = i;
  return oldest;
}

static void put_plain(ti_relay *r, unsigned code, int32_t value) {
  if (r->clone_plain[code] == value || !r->clone.axes[code].present) return;
  r->clone_plain[code] = value;
  put(r, EV_ABS, (uint16_t)code, value);
}

static void put_finger_key(ti_relay *r, int key, bool down) {
  if (!ti_bit(r->clone.keys, ti_finger_keys[key]) || r->clone_keys[key] == down) return;
  r->clone_keys[key] = down;
  put(r, EV_KEY, ti_finger_keys[key], down);
}

// Equal numbers are not enough: a slot of the clone may hold a finger that is leaving, or whose lift waits.
bool ti_clone_is_mirror(const ti_relay *r) {
  if (r->class.protocol != TI_PROTOCOL_SLOTS || r->open != r->down || ti_relay_holds(r)) return false;
  for (int32_t i = 0; i < r->clone_slots; i++) {
    const clone_slot *s = &r->slots[i];
    if (is_open(s) && (s->leaving || r->touches[s->touch].lifted)) return false;
  }
  return true;
}

void ti_clone_put_plain(ti_relay *r, bool as_panel) {
  if (as_panel) {
    for (int key = 0; key < FINGER_KEYS; key++) put_finger_key(r, key, r->finger_keys[key]);
    // Without a finger on the clone, these axes hold positions of touches that were kept from it.
    for (int32_t i = 0; r->open && i < r->plain_count; i++) put_plain(r, r->plain_codes[i], r->plain[r->plain_codes[i]]);
    return;
  }
  int32_t oldest = oldest_open(r);
  put_finger_key(r, 0, oldest >= 0);
  for (int key = 1; key < FINGER_KEYS; key++) put_finger_key(r, key, r->open == key);
  if (oldest < 0) return;
  const int32_t *values = r->slots[oldest].values;
  put_plain(r, ABS_X, values[ABS_MT_POSITION_X - ABS_MT_TOUCH_MAJOR]);
  put_plain(r, ABS_Y, values[ABS_MT_POSITION_Y - ABS_MT_TOUCH_MAJOR]);
  if (r->clone.axes[ABS_MT_PRESSURE].present)
    put_plain(r, ABS_PRESSURE, values[ABS_MT_PRESSURE - ABS_MT_TOUCH_MAJOR]);
}

// Writes the keys or switches in which the clone differs from `wanted`.
static void put_differences(ti_relay *r, uint16_t type, const uint8_t *wanted, uint8_t *held, unsigned count) {
  for (unsigned code = 0; code < count; code++) {
    bool on = ti_bit(wanted, code);
    if (on == ti_bit(held, code)) continue;
    put_bit(held, code, on);
    put(r, type, (uint16_t)code, on);
  }
}

static void catch_up(ti_relay *r) {
  put_differences(r, EV_KEY, r->held.keys, r->clone_held.keys, KEY_CNT);
  put_differences(r, EV_SW, r->held.switches, r->clone_held.switches, SW_CNT);
  r->is_behind = false;
}

void ti_clone_put_extras(ti_relay *r) {
  bool matter = r->is_in_frame;
  for (int32_t i = 0; i < r->extra_count; i++) matter |= r->extras[i].type != EV_MSC;
  for (int32_t i = 0; matter && i < r->extra_count; i++) {
    const ti_event *event = &r->extras[i];
    if (event->type == EV_KEY && event->value != REPEATS) put_bit(r->clone_held.keys, event->code, event->value);
    if (event->type == EV_SW) put_bit(r->clone_held.switches, event->code, event->value);
    put(r, event->type, event->code, event->value);
  }
  if (r->is_behind) catch_up(r);
}

void ti_clone_release_keys(ti_relay *r) {
  static const uint8_t none[sizeof r->clone_held.keys];
  put_differences(r, EV_KEY, none, r->clone_held.keys, KEY_CNT);
}
