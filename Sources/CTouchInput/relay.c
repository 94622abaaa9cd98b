#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CTouchInput.h"

// What a clone is told of a panel: state is carried over, not events. Each event of the panel is put down where it belongs,
// and at the end of a frame the clone is told what differs, for those touches that it may know of. So the values that the
// kernel leaves out as they have not changed come right, whatever was kept from the clone before.
//
// A touch on the panel, from landing to lifting:
//
//                        began                     cancelled       end of frame
//   LANDED ───────────┬──────────▶ PASSING ───────────────▶ TAKEN ────────▶ OVER ── lifted ──▶ FREE
//     │ end of frame  │               │ lifted, and ended
//     ├──▶ WAITING ───┘ dropped       ▼
//     │       └───────────▶ OVER    FREE
//     └──▶ PASSING, where the decoder sees no touch: a finger that hovers

enum { AXES = ABS_MT_TOOL_Y - ABS_MT_TOUCH_MAJOR + 1 };
enum { TRACKING = ABS_MT_TRACKING_ID - ABS_MT_TOUCH_MAJOR, TOOL = ABS_MT_TOOL_TYPE - ABS_MT_TOUCH_MAJOR };
enum { PLAIN_AXES = ABS_MT_SLOT };
enum { TOUCHES = 2 * TI_MAX_SLOTS };  // those on the panel, and as many whose end waits
enum { BACKLOG = 4096 };  // values of touches that wait: three of them for a second at 240 Hz
enum { EXTRAS = 64 };  // in a frame: keys and whatever is no touch
enum { FINGER_KEYS = 5 };
enum { OUT = 1024 };  // events in a write: those of a turn, mostly

typedef enum touch_state { FREE = 0, LANDED, WAITING, PASSING, TAKEN, OVER } touch_state;

typedef struct touch {
  touch_state state;
  int16_t slot, clone_slot;  // of the clone: -1 while it does not know of it
  uint64_t id;  // the decoder's; 0: it sees no touch
  int32_t tracking_id;
  int64_t lifted_at;
  bool lifted;  // from the panel
  bool may_end;
  bool changed;  // in `changes`
  bool landed_now;  // in this frame
  bool backlogged;  // has values in the backlog
  bool told;  // all its values are with the clone, but for those with news
} touch;

typedef struct clone_slot {
  int16_t touch;  // -1: none
  bool lifted_now;  // in the frame that is being written
  uint64_t order;  // of its opening
  int32_t values[AXES];
} clone_slot;

typedef struct late_value {
  int64_t time;
  int16_t touch;
  uint16_t axis;
  int32_t value;
} late_value;

struct ti_relay {
  ti_class class;
  ti_description clone;  // what the clone says it is
  int32_t panel_slots, clone_slots, touch_count;
  int64_t since, time;  // events before `since` are none of ours
  bool complete;  // a frame is, and waits for its verdicts
  bool dropping;

  // The panel.
  int32_t values[TI_MAX_SLOTS][AXES];
  uint16_t dirty[TI_MAX_SLOTS];  // axes with news in this frame
  int16_t newest[TI_MAX_SLOTS];  // the touch of a slot, or -1
  int32_t current;  // slot; -1: one that there is not
  int32_t plain[PLAIN_AXES];
  bool finger_keys[FINGER_KEYS];
  bool keys_down[KEY_CNT];  // that went through
  int32_t down, waiting;

  touch touches[TOUCHES];
  int16_t changes[TOUCHES];
  int32_t change_count;
  ti_event extras[EXTRAS];
  int32_t extra_count;
  late_value backlog[BACKLOG];
  int32_t backlog_count;

  // The clone.
  clone_slot slots[TI_MAX_SLOTS];
  int32_t clone_current, open;  // slots with a touch that is not cancelled
  int32_t clone_plain[PLAIN_AXES];
  uint8_t plain_codes[PLAIN_AXES];
  int32_t plain_count;
  bool clone_keys[FINGER_KEYS];
  uint64_t next_order;
  int64_t frame_time, clone_time;  // of the frame that is being written, and of the last one
  int32_t next_tracking_id;  // where the panel has none
  bool told;  // something of the frame that is being written
  bool any_lifted_now, any_cancelled;

  size_t out_count;
  struct input_event out[OUT];
  int fd, error;
};

static const uint16_t finger_keys[FINGER_KEYS] = {
  BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP};

// ---- What the clone is ----------------------------------------------------------------------------------------------

static void set_bit(uint8_t *bits, unsigned code) { bits[code / 8] |= (uint8_t)(1u << (code % 8)); }
static void clear_bit(uint8_t *bits, unsigned code) { bits[code / 8] &= (uint8_t) ~(1u << (code % 8)); }

// Cuts between characters: bytes 10xxxxxx go on with one.
static void append_to_name(char *name, size_t size, const char *end) {
  size_t length = strlen(name), most = size - 1 - strlen(end);
  if (length > most) {
    length = most;
    while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80) length--;
  }
  strcpy(name + length, end);
}

// A panel without slots gets a clone with slots: only those can be told that a touch is cancelled.
static void give_slots(ti_description *d, ti_class class) {
  if (class.protocol != TI_PROTOCOL_SLOTS) {
    ti_axis x = d->axes[class.x_code], y = d->axes[class.y_code];
    if (class.protocol == TI_PROTOCOL_SINGLE) {
      for (unsigned code = 0; code < PLAIN_AXES; code++)
        if (code != ABS_PRESSURE) d->axes[code] = (ti_axis){0};
      d->axes[ABS_MT_PRESSURE] = d->axes[ABS_PRESSURE];
    }
    d->axes[ABS_X] = d->axes[ABS_MT_POSITION_X] = x;
    d->axes[ABS_Y] = d->axes[ABS_MT_POSITION_Y] = y;
    clear_bit(d->keys, class.touch_button);
    set_bit(d->keys, BTN_TOUCH);
  }
  if (!d->axes[ABS_MT_TRACKING_ID].present)
    d->axes[ABS_MT_TRACKING_ID] = (ti_axis){.present = true, .maximum = 0xFFFF};
  int32_t slots = class.slots < TI_RELAY_SLOTS ? TI_RELAY_SLOTS : class.slots;
  d->axes[ABS_MT_SLOT] = (ti_axis){.present = true, .maximum = slots - 1};
  ti_axis *tool = &d->axes[ABS_MT_TOOL_TYPE];
  if (!tool->present) *tool = (ti_axis){.present = true};
  if (tool->maximum < MT_TOOL_PALM) tool->maximum = MT_TOOL_PALM;
  set_bit(d->event_types, EV_ABS);
  set_bit(d->properties, INPUT_PROP_DIRECT);
}

const ti_description *ti_relay_clone(const ti_relay *r) { return &r->clone; }

ti_relay *ti_relay_new(const ti_description *panel, unsigned hints) {
  ti_class class = ti_classify(panel, hints);
  ti_relay *r = class.protocol == TI_PROTOCOL_NONE ? NULL : calloc(1, sizeof *r);
  if (!r) return NULL;
  r->class = class;
  r->clone = *panel;
  give_slots(&r->clone, class);
  append_to_name(r->clone.name, TI_RELAY_NAME_SIZE, " (tickled)");
  r->panel_slots = class.protocol == TI_PROTOCOL_ANONYMOUS ? TI_MAX_ANONYMOUS : class.slots;
  r->clone_slots = r->clone.axes[ABS_MT_SLOT].maximum + 1;
  r->touch_count = 2 * (r->panel_slots > r->clone_slots ? r->panel_slots : r->clone_slots);
  for (uint8_t code = 0; code < PLAIN_AXES; code++)
    if (r->clone.axes[code].present) r->plain_codes[r->plain_count++] = code;
  r->frame_time = r->clone_time = r->time = INT64_MIN;
  r->fd = -1;
  ti_relay_was_reset(r);
  return r;
}

void ti_relay_free(ti_relay *r) { free(r); }

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

// The kernel takes the time along: what waited comes with the time at which the finger did it.
static void put(ti_relay *r, uint16_t type, uint16_t code, int32_t value) {
  if (r->out_count == OUT) (void)ti_relay_send(r);
  // Frames come in order, whatever waited.
  if (!r->told && r->frame_time > r->clone_time) r->clone_time = r->frame_time;
  int64_t time = r->clone_time > 0 ? r->clone_time : 0;
  struct input_event *event = &r->out[r->out_count++];
  *event = (struct input_event){.type = type, .code = code, .value = value};
  event->input_event_sec = (__typeof__(event->input_event_sec))(time / 1000000);
  event->input_event_usec = (__typeof__(event->input_event_usec))(time % 1000000);
  r->told = true;
}

static void end_frame(ti_relay *r) {
  if (r->told) put(r, EV_SYN, SYN_REPORT, 0);
  r->told = false;
  if (!r->any_lifted_now) return;
  for (int32_t i = 0; i < r->clone_slots; i++) r->slots[i].lifted_now = false;
  r->any_lifted_now = false;
}

static void put_value(ti_relay *r, int32_t slot, unsigned axis, int32_t value) {
  clone_slot *s = &r->slots[slot];
  if (s->values[axis] == value || !r->clone.axes[ABS_MT_TOUCH_MAJOR + axis].present) return;
  if (r->clone_current != slot) put(r, EV_ABS, ABS_MT_SLOT, slot);
  r->clone_current = slot;
  s->values[axis] = value;
  put(r, EV_ABS, (uint16_t)(ABS_MT_TOUCH_MAJOR + axis), value);
}

static void note_change(ti_relay *r, int16_t at) {
  if (r->touches[at].changed) return;
  r->touches[at].changed = true;
  r->changes[r->change_count++] = at;
}

// ---- Opening and closing on the clone -------------------------------------------------------------------------------

// Nothing is in it, and nothing was in this frame: readers take a lift and a landing in one for neither.
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
  if (s->values[TOOL] == MT_TOOL_PALM) put_value(r, slot, TOOL, MT_TOOL_FINGER);
  put_value(r, slot, TRACKING, -1);
  r->open -= s->touch >= 0;
  s->touch = -1;
  s->lifted_now = r->any_lifted_now = true;
}

// The touch whose lift has waited the longest is let go, so that a finger that is there can be told.
static int32_t make_room(ti_relay *r) {
  int32_t oldest = -1;
  for (int32_t i = 0; i < r->clone_slots; i++) {
    int16_t at = r->slots[i].touch;
    if (at < 0 || !r->touches[at].lifted || r->touches[at].state == TAKEN) continue;
    if (oldest < 0 || r->slots[i].order < r->slots[oldest].order) oldest = i;
  }
  if (oldest < 0) return -1;
  touch *t = &r->touches[r->slots[oldest].touch];
  note_change(r, r->slots[oldest].touch);
  t->state = OVER;
  t->clone_slot = -1;
  close_slot(r, oldest);
  end_frame(r);
  return oldest;
}

static void open_touch(ti_relay *r, int16_t at, int32_t tool) {
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
  // Before the landing, as readers ask for it there.
  put_value(r, slot, TOOL, tool);
  put_value(r, slot, TRACKING, t->tracking_id);
}

// Taken back: as a palm, which readers cancel, then lifted in the next frame.
static void cancel_touch(ti_relay *r, touch *t) {
  if (t->clone_slot < 0) return;
  put_value(r, t->clone_slot, TOOL, MT_TOOL_PALM);
  r->slots[t->clone_slot].touch = -1;
  r->any_cancelled = true;
  t->clone_slot = -1;
  t->state = OVER;
  r->open--;
}

static void close_touch(ti_relay *r, touch *t) {
  close_slot(r, t->clone_slot);
  t->clone_slot = -1;
  t->state = OVER;
}

static void lift_cancelled(ti_relay *r) {
  if (!r->any_cancelled) return;
  r->any_cancelled = false;
  for (int32_t i = 0; i < r->clone_slots; i++)
    if (r->slots[i].touch < 0 && r->slots[i].values[TRACKING] >= 0) close_slot(r, i);
}

// ---- What is known of one finger only -------------------------------------------------------------------------------

static int32_t oldest_open(const ti_relay *r) {
  int32_t oldest = -1;
  for (int32_t i = 0; i < r->clone_slots; i++)
    if (r->slots[i].touch >= 0 && (oldest < 0 || r->slots[i].order < r->slots[oldest].order)) oldest = i;
  return oldest;
}

static void put_plain(ti_relay *r, unsigned code, int32_t value) {
  if (r->clone_plain[code] == value || !r->clone.axes[code].present) return;
  r->clone_plain[code] = value;
  put(r, EV_ABS, (uint16_t)code, value);
}

static void put_finger_key(ti_relay *r, int key, bool down) {
  if (!ti_bit(r->clone.keys, finger_keys[key]) || r->clone_keys[key] == down) return;
  r->clone_keys[key] = down;
  put(r, EV_KEY, finger_keys[key], down);
}

// Whether the clone knows of just those fingers that are on the panel.
static bool is_mirror(const ti_relay *r) {
  if (r->class.protocol != TI_PROTOCOL_SLOTS || r->open != r->down) return false;
  for (int32_t i = 0; i < r->clone_slots; i++)
    if (r->slots[i].touch >= 0 && r->touches[r->slots[i].touch].lifted) return false;
  return true;
}

static void tell_plain(ti_relay *r, bool as_panel) {
  if (as_panel) {
    for (int key = 0; key < FINGER_KEYS; key++) put_finger_key(r, key, r->finger_keys[key]);
    // Without a finger they are the places of those that were kept from the clone.
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

// ---- Fingers on the panel -------------------------------------------------------------------------------------------

static void land(ti_relay *r, int32_t slot, int32_t tracking_id) {
  int16_t at = r->newest[slot];
  // Lifted and landed again within a frame: the last one counts.
  if (at < 0 || !r->touches[at].landed_now) {
    for (at = 0; at < r->touch_count && r->touches[at].state != FREE; at++) continue;
    if (at == r->touch_count) return;
    r->newest[slot] = at;
  }
  bool changed = r->touches[at].changed;
  r->touches[at] = (touch){
    .state = LANDED, .slot = (int16_t)slot, .clone_slot = -1, .tracking_id = tracking_id, .landed_now = true,
    .changed = changed};
  r->down++;
  note_change(r, at);
}

static void lift(ti_relay *r, int32_t slot, int64_t time) {
  int16_t at = r->newest[slot];
  if (at < 0 || r->touches[at].lifted) return;
  r->touches[at].lifted = true;
  r->touches[at].lifted_at = time;
  r->down--;
  note_change(r, at);
}

static void set_tracking_id(ti_relay *r, int32_t slot, int32_t id, int64_t time) {
  int16_t at = r->newest[slot];
  bool is_down = at >= 0 && !r->touches[at].lifted;
  if (is_down && (id < 0 || id != r->touches[at].tracking_id)) lift(r, slot, time);
  else if (is_down) return;
  if (id >= 0) land(r, slot, id);
}

static void set_value(ti_relay *r, int32_t slot, unsigned axis, int32_t value) {
  r->values[slot][axis] = value;
  r->dirty[slot] |= (uint16_t)(1u << axis);
  if (r->newest[slot] >= 0) note_change(r, r->newest[slot]);
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static int finger_key(uint16_t code) {
  for (int key = 0; key < FINGER_KEYS; key++)
    if (finger_keys[key] == code) return key;
  return -1;
}

static void take_extra(ti_relay *r, const ti_event *event) {
  if (r->extra_count < EXTRAS) r->extras[r->extra_count++] = *event;
}

static void take_key(ti_relay *r, const ti_event *event) {
  if (event->code >= KEY_CNT) return;
  int key = finger_key(event->code);
  if (r->class.protocol != TI_PROTOCOL_SLOTS && event->code == r->class.touch_button) return;
  if (key >= 0) r->finger_keys[key] = event->value != 0;
  else if (ti_bit(r->clone.keys, event->code)) take_extra(r, event);
}

static void take_axis(ti_relay *r, uint16_t code, int32_t value, int64_t time) {
  bool is_slotted = r->class.protocol == TI_PROTOCOL_SLOTS;
  if (code < PLAIN_AXES) {
    if (is_slotted) r->plain[code] = value;
  } else if (code == ABS_MT_SLOT) {
    r->current = value >= 0 && value < r->panel_slots ? value : -1;
  } else if (is_slotted && code <= ABS_MT_TOOL_Y && r->current >= 0) {
    if (code == ABS_MT_TRACKING_ID) set_tracking_id(r, r->current, value, time);
    else set_value(r, r->current, code - ABS_MT_TOUCH_MAJOR, value);
  }
}

static void forget_frame(ti_relay *r);

void ti_relay_take(ti_relay *r, const ti_event *events, size_t count) {
  for (const ti_event *event = events, *end = events + count; event < end; event++) {
    if (event->time < r->since) continue;
    if (r->complete) ti_relay_settle(r, 0);
    if (event->type == EV_SYN) {
      if (event->code == SYN_DROPPED) r->dropping = true;
      else if (event->code == SYN_REPORT && r->dropping) r->dropping = false;
      else if (event->code == SYN_REPORT) r->complete = true, r->time = event->time;
    } else if (r->dropping) {
      continue;
    } else if (event->type == EV_ABS) {
      take_axis(r, event->code, event->value, event->time);
    } else if (event->type == EV_KEY) {
      take_key(r, event);
    } else if (event->type == EV_MSC || event->type == EV_SW || event->type == EV_REL) {
      take_extra(r, event);
    }
  }
}

// A protocol without slots says by itself neither which touch is which nor, for readers, which one is cancelled.
static void take_contact(ti_relay *r, const ti_contact *contact, int64_t time) {
  int32_t slot = contact->slot;
  const struct { uint16_t code; int32_t value; } values[] = {
    {ABS_MT_POSITION_X, contact->now.x}, {ABS_MT_POSITION_Y, contact->now.y}, {ABS_MT_PRESSURE, contact->now.pressure},
    {ABS_MT_TOUCH_MAJOR, contact->now.major}, {ABS_MT_TOUCH_MINOR, contact->now.minor},
    {ABS_MT_TOOL_TYPE, contact->now.tool}};
  if (contact->phase == TI_BEGAN) {
    set_tracking_id(r, slot, r->next_tracking_id, time);
    r->next_tracking_id = (r->next_tracking_id + 1) & 0xFFFF;
  }
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    set_value(r, slot, (unsigned)(values[i].code - ABS_MT_TOUCH_MAJOR), values[i].value);
  if (contact->phase == TI_ENDED || contact->phase == TI_CANCELLED) lift(r, slot, time);
}

// A finger that hovered and landed is known to the clone already; unless that was taken away from it.
static void name_touch(ti_relay *r, int16_t at, uint64_t id) {
  if (at < 0) return;
  touch *t = &r->touches[at];
  t->id = id;
  t->may_end = false;
  if (t->state != OVER || t->lifted) return;
  t->state = LANDED;
  t->landed_now = true;
  note_change(r, at);
}

void ti_relay_see(ti_relay *r, const ti_frame *frame) {
  if (frame->time < r->since) return;
  for (size_t i = 0; i < frame->count; i++) {
    const ti_contact *contact = &frame->contacts[i];
    if (contact->slot < 0 || contact->slot >= r->panel_slots) continue;
    if (r->class.protocol != TI_PROTOCOL_SLOTS) take_contact(r, contact, frame->time);
    if (contact->phase == TI_BEGAN) name_touch(r, r->newest[contact->slot], contact->id);
  }
  r->complete = true;
  r->time = frame->time;
}

// Of a frame that was not told to its end.
static void abandon_landings(ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state != LANDED) continue;
    r->down -= !t->lifted;
    t->lifted = true;
    t->state = OVER;
  }
  forget_frame(r);
}

void ti_relay_resync(ti_relay *r, const ti_state *state, int64_t time) {
  if (r->class.protocol != TI_PROTOCOL_SLOTS) return;
  abandon_landings(r);
  for (int32_t slot = 0; slot < r->panel_slots; slot++) {
    bool is_known = state && slot < state->slot_count;
    set_tracking_id(r, slot, is_known ? state->slots[slot].tracking_id : -1, time);
    if (!is_known) continue;
    const ti_slot_state *s = &state->slots[slot];
    const struct { uint16_t code; int32_t value; } values[] = {
      {ABS_MT_POSITION_X, s->x}, {ABS_MT_POSITION_Y, s->y}, {ABS_MT_PRESSURE, s->pressure},
      {ABS_MT_TOUCH_MAJOR, s->major}, {ABS_MT_TOUCH_MINOR, s->minor}, {ABS_MT_TOOL_TYPE, s->tool}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
      set_value(r, slot, (unsigned)(values[i].code - ABS_MT_TOUCH_MAJOR), values[i].value);
  }
  if (state) r->current = state->current_slot >= 0 && state->current_slot < r->panel_slots ? state->current_slot : -1;
  r->complete = true;
  r->time = time;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

static void forget_backlog(ti_relay *r, int16_t at) {
  if (!r->touches[at].backlogged) return;
  r->touches[at].backlogged = false;
  int32_t kept = 0;
  for (int32_t i = 0; i < r->backlog_count; i++)
    if (r->backlog[i].touch != at) r->backlog[kept++] = r->backlog[i];
  r->backlog_count = kept;
}

static void let_pass(ti_relay *r, touch *t) {
  if (t->state == WAITING) r->waiting--;
  if (t->state == LANDED || t->state == WAITING) t->state = PASSING;
}

static void take_away(ti_relay *r, touch *t, int16_t at) {
  if (t->state == WAITING) r->waiting--;
  forget_backlog(r, at);
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

// ---- The end of a frame ---------------------------------------------------------------------------------------------

static void put_down(ti_relay *r, int16_t at, uint16_t axes, int64_t time) {
  const touch *t = &r->touches[at];
  for (unsigned axis = 0; axis < AXES; axis++) {
    if (!(axes >> axis & 1) || axis == TRACKING || !r->clone.axes[ABS_MT_TOUCH_MAJOR + axis].present) continue;
    if (r->backlog_count == BACKLOG) return;  // its last values are told, not its way
    r->backlog[r->backlog_count++] = (late_value){time, at, (uint16_t)axis, r->values[t->slot][axis]};
    r->touches[at].backlogged = true;
  }
}

// What waited, in frames of its own, each with its time.
static void tell_backlog(ti_relay *r) {
  int32_t kept = 0;
  int64_t time = INT64_MIN;
  for (int32_t i = 0; i < r->backlog_count; i++) {
    late_value late = r->backlog[i];
    touch *t = &r->touches[late.touch];
    if (t->state == WAITING) r->backlog[kept++] = late;
    if (t->state != PASSING) continue;
    if (late.time != time && time != INT64_MIN) {
      tell_plain(r, false);
      end_frame(r);
    }
    time = late.time;
    r->frame_time = time;
    if (t->clone_slot < 0) open_touch(r, late.touch, late.axis == TOOL ? late.value : MT_TOOL_FINGER);
    if (t->clone_slot >= 0) put_value(r, t->clone_slot, late.axis, late.value);
  }
  r->backlog_count = kept;
  if (time == INT64_MIN) return;
  tell_plain(r, false);
  end_frame(r);
}

// Lifts that waited: each in a frame of its own, with its time.
static void tell_late_lifts(ti_relay *r, int64_t time) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state != PASSING || !t->lifted || !t->may_end || t->clone_slot < 0 || t->lifted_at >= time) continue;
    r->frame_time = t->lifted_at;
    close_touch(r, t);
    tell_plain(r, false);
    end_frame(r);
  }
}

static bool has_backlog_to_tell(const ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    const touch *t = &r->touches[r->changes[i]];
    if (t->backlogged && t->state == PASSING) return true;
  }
  return false;
}

static bool is_newest(const ti_relay *r, int16_t at) { return r->newest[r->touches[at].slot] == at; }

static void tell_touch(ti_relay *r, int16_t at) {
  touch *t = &r->touches[at];
  const int32_t *values = r->values[t->slot];
  t->backlogged = false;
  // The values of a slot are those of its newest touch.
  bool is_current = is_newest(r, at);
  if (t->clone_slot < 0) open_touch(r, at, is_current ? values[TOOL] : MT_TOOL_FINGER);
  if (t->clone_slot < 0) return;
  if (!is_current) return;
  unsigned axes = (t->told ? r->dirty[t->slot] : (1u << AXES) - 1) & ~(1u << TRACKING);
  for (; axes; axes &= axes - 1) {
    unsigned axis = (unsigned)__builtin_ctz(axes);
    put_value(r, t->clone_slot, axis, values[axis]);
  }
  t->told = true;
}

static void settle_taken(ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state == TAKEN) cancel_touch(r, t);
  }
}

static void settle_touch(ti_relay *r, int16_t at, int64_t time) {
  touch *t = &r->touches[at];
  if (t->state == LANDED && r->complete) t->state = t->id ? WAITING : PASSING, r->waiting += t->state == WAITING;
  if (t->state == WAITING && is_newest(r, at)) {
    uint16_t axes = t->landed_now ? (uint16_t)((1u << AXES) - 1) : r->dirty[t->slot];
    put_down(r, at, axes, time);
  } else if (t->state == PASSING) {
    tell_touch(r, at);
  }
}

// Lifts come last: one that landed in this frame too is lifted in the next.
static bool end_touch(ti_relay *r, int16_t at, bool is_second_frame) {
  touch *t = &r->touches[at];
  if (t->state != PASSING || !t->lifted || (t->id && !t->may_end) || t->clone_slot < 0) return false;
  if (t->landed_now && !is_second_frame) return true;
  close_touch(r, t);
  return false;
}

static bool end_touches(ti_relay *r, bool is_second_frame) {
  bool any_left = false;
  for (int32_t i = 0; i < r->change_count; i++) any_left |= end_touch(r, r->changes[i], is_second_frame);
  return any_left;
}

static void tell_extras(ti_relay *r) {
  bool matter = r->told;
  for (int32_t i = 0; i < r->extra_count; i++) matter |= r->extras[i].type != EV_MSC;
  for (int32_t i = 0; matter && i < r->extra_count; i++) {
    const ti_event *event = &r->extras[i];
    if (event->type == EV_KEY) r->keys_down[event->code] = event->value != 0;
    put(r, event->type, event->code, event->value);
  }
}

// What a frame that is not complete has said of landings so far stays: which touch it is comes with the rest.
static void forget_frame(ti_relay *r) {
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
  if (has_backlog_to_tell(r)) tell_backlog(r);
  tell_late_lifts(r, time);
  r->frame_time = time;
  settle_taken(r);
  for (int32_t i = 0; i < r->change_count; i++) settle_touch(r, r->changes[i], time);
  bool any_left = end_touches(r, false);
  if (r->complete) tell_extras(r);
  bool as_panel = is_mirror(r);
  if (as_panel || r->change_count) tell_plain(r, as_panel);
  end_frame(r);
  lift_cancelled(r);
  if (any_left) end_touches(r, true);
  if (r->told) {
    tell_plain(r, is_mirror(r));
    end_frame(r);
  }
  forget_frame(r);
}

// ---- Beginning and ending -------------------------------------------------------------------------------------------

void ti_relay_start(ti_relay *r, const ti_relay_panel *panel, int64_t since) {
  for (int32_t i = 0; i < r->touch_count; i++) r->touches[i] = (touch){.state = FREE};
  for (int32_t slot = 0; slot < TI_MAX_SLOTS; slot++) {
    r->newest[slot] = -1;
    r->dirty[slot] = 0;
    for (unsigned axis = 0; panel && axis < AXES; axis++) r->values[slot][axis] = panel->values[axis][slot];
  }
  for (unsigned code = 0; panel && code < PLAIN_AXES; code++) r->plain[code] = panel->plain[code];
  memset(r->finger_keys, 0, sizeof r->finger_keys);
  r->current = panel ? panel->current_slot : 0;
  r->down = r->waiting = r->change_count = r->extra_count = r->backlog_count = 0;
  r->complete = r->dropping = false;
  r->since = since;
}

void ti_relay_stop(ti_relay *r, int64_t time) {
  forget_frame(r);
  r->frame_time = time;
  for (int16_t at = 0; at < r->touch_count; at++) {
    if (r->touches[at].state != FREE) cancel_touch(r, &r->touches[at]);
    r->touches[at] = (touch){.state = FREE};
  }
  for (uint32_t code = 0; code < KEY_CNT; code++) {
    if (r->keys_down[code]) put(r, EV_KEY, (uint16_t)code, 0);
    r->keys_down[code] = false;
  }
  end_frame(r);
  lift_cancelled(r);
  tell_plain(r, false);
  end_frame(r);
  (void)ti_relay_send(r);
  ti_relay_start(r, NULL, INT64_MAX);
}

void ti_relay_was_reset(ti_relay *r) {
  r->out_count = 0;
  r->told = false;
  for (int32_t i = 0; i < TI_MAX_SLOTS; i++) {
    r->slots[i].touch = -1;
    r->slots[i].lifted_now = false;
    r->slots[i].values[TRACKING] = -1;
    r->slots[i].values[TOOL] = MT_TOOL_FINGER;
  }
  memset(r->clone_keys, 0, sizeof r->clone_keys);
  memset(r->keys_down, 0, sizeof r->keys_down);
  r->open = 0;
  r->clone_current = -1;
  ti_relay_start(r, NULL, INT64_MAX);
}
