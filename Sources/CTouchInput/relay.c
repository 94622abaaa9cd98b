#include <stdlib.h>
#include <string.h>

#include "relay.h"

const ti_description *ti_relay_clone(const ti_relay *r) { return &r->clone; }

// Resets the relay's record of the clone: it holds nothing.
static void forget_clone(ti_relay *r) {
  r->out_count = 0;
  r->is_in_frame = false;
  for (int32_t i = 0; i < TI_MAX_SLOTS; i++) {
    r->slots[i].touch = -1;
    r->slots[i].leaving = 0;
    r->slots[i].lifted_now = false;
    r->slots[i].values[TRACKING] = -1;
    r->slots[i].values[TOOL] = MT_TOOL_FINGER;
  }
  memset(r->clone_keys, 0, sizeof r->clone_keys);
  memset(r->clone_held.keys, 0, sizeof r->clone_held.keys);
  r->open = 0;
  r->any_leaving = false;
  r->clone_current = -1;
}

ti_relay *ti_relay_new(const ti_description *panel, unsigned hints) {
  ti_class class = ti_classify(panel, hints);
  ti_relay *r = class.protocol == TI_PROTOCOL_NONE ? NULL : calloc(1, sizeof *r);
  if (!r) return NULL;
  r->class = class;
  r->clone = *panel;
  r->turned_axes = ti_clone_describe(&r->clone, class);
  r->panel_slots = class.protocol == TI_PROTOCOL_ANONYMOUS ? TI_MAX_ANONYMOUS : class.slots;
  r->clone_slots = r->clone.axes[ABS_MT_SLOT].maximum + 1;
  r->touch_count = 2 * (r->panel_slots > r->clone_slots ? r->panel_slots : r->clone_slots);
  for (uint8_t code = 0; code < PLAIN_AXES; code++)
    if (r->clone.axes[code].present) r->plain_codes[r->plain_count++] = code;
  memcpy(r->carried_keys, r->clone.keys, sizeof r->carried_keys);
  for (int key = 0; key < FINGER_KEYS; key++) put_bit(r->carried_keys, ti_finger_keys[key], false);
  r->frame_time = r->clone_time = r->time = INT64_MIN;
  r->fd = -1;
  forget_clone(r);
  ti_relay_start(r, NULL, INT64_MAX);
  return r;
}

void ti_relay_free(ti_relay *r) { free(r); }
ti_release ti_relay_release(const ti_relay *r) {
  ti_release release = {
    .slots = r->clone_slots,
    .taking = r->taking,
    .x = r->clone.axes[ABS_MT_POSITION_X],
    .y = r->clone.axes[ABS_MT_POSITION_Y]};
  memcpy(release.keys, r->clone.keys, sizeof release.keys);
  return release;
}

void ti_relay_set_taking(ti_relay *r, ti_taking taking) { r->taking = taking; }
void ti_relay_set_watch(ti_relay *r, ti_watch *watch) { r->watch = watch; }

// ---- Fingers on the panel -------------------------------------------------------------------------------------------

static void land(ti_relay *r, int32_t slot, int32_t tracking_id) {
  int16_t at = r->newest[slot];
  // If a finger lands, lifts and lands again within a frame, the last landing counts.
  if (at < 0 || !r->touches[at].landed_now) {
    for (at = 0; at < r->touch_count && r->touches[at].state != FREE; at++) continue;
    // Without room for the finger, its values must not change the slot's last touch.
    if (at == r->touch_count) at = -1;
    r->newest[slot] = at;
    if (at < 0) return;
  }
  touch *t = &r->touches[at];
  *t = (touch){
    .state = LANDED, .slot = (int16_t)slot, .clone_slot = -1, .tracking_id = tracking_id, .landed_now = true,
    .changed = t->changed};
  r->down++;
  note_change(r, t);
}

// The newest touch in a slot; null if there has been none since the start.
static touch *newest_touch(ti_relay *r, int32_t slot) {
  int16_t at = r->newest[slot];
  return at < 0 ? NULL : &r->touches[at];
}

static void lift(ti_relay *r, int32_t slot, int64_t time) {
  touch *t = newest_touch(r, slot);
  if (!t || t->lifted) return;
  t->lifted = true;
  t->lifted_at = time;
  r->down--;
  note_change(r, t);
}

static void set_tracking_id(ti_relay *r, int32_t slot, int32_t id, int64_t time) {
  touch *t = newest_touch(r, slot);
  bool is_down = t && !t->lifted;
  if (is_down && (id < 0 || id != t->tracking_id)) lift(r, slot, time);
  else if (is_down) return;
  if (id >= 0) land(r, slot, id);
}

// Converts a value of an axis of the panel into the clone's.
static int32_t on_clone(const ti_relay *r, unsigned code, int32_t value) {
  if (!(r->turned_axes >> code & 1)) return value;
  const ti_axis *axis = &r->clone.axes[code];
  const int64_t turned = (int64_t)axis->minimum + axis->maximum - value;
  return turned < INT32_MIN ? INT32_MIN : turned > INT32_MAX ? INT32_MAX : (int32_t)turned;
}

static void set_value(ti_relay *r, int32_t slot, unsigned axis, int32_t value) {
  r->values[slot][axis] = on_clone(r, ABS_MT_TOUCH_MAJOR + axis, value);
  r->dirty[slot] |= (uint16_t)(1u << axis);
  touch *t = newest_touch(r, slot);
  if (t) note_change(r, t);
}

static void set_values(ti_relay *r, int32_t slot, const ti_slot_state *state) {
  const struct { uint16_t code; int32_t value; } values[] = {
    {ABS_MT_POSITION_X, state->x}, {ABS_MT_POSITION_Y, state->y}, {ABS_MT_PRESSURE, state->pressure},
    {ABS_MT_TOUCH_MAJOR, state->major}, {ABS_MT_TOUCH_MINOR, state->minor}, {ABS_MT_TOOL_TYPE, state->tool}};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    set_value(r, slot, (unsigned)(values[i].code - ABS_MT_TOUCH_MAJOR), values[i].value);
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static int finger_key(uint16_t code) {
  for (int key = 0; key < FINGER_KEYS; key++)
    if (ti_finger_keys[key] == code) return key;
  return -1;
}

static void receive_extra(ti_relay *r, const ti_event *event) {
  if (r->extra_count < EXTRAS) r->extras[r->extra_count++] = *event;
  else r->is_behind = true;
}

static void receive_key(ti_relay *r, const ti_event *event) {
  if (event->code >= KEY_CNT) return;
  int key = finger_key(event->code);
  if (r->class.protocol != TI_PROTOCOL_SLOTS && event->code == r->class.touch_button) return;
  if (key >= 0) r->finger_keys[key] = event->value != 0;
  if (!ti_bit(r->carried_keys, event->code)) return;
  if (event->value != REPEATS) put_bit(r->held.keys, event->code, event->value);
  receive_extra(r, event);
}

static void receive_switch(ti_relay *r, const ti_event *event) {
  if (event->code >= SW_CNT) return;
  put_bit(r->held.switches, event->code, event->value);
  receive_extra(r, event);
}

static void receive_axis(ti_relay *r, uint16_t code, int32_t value, int64_t time) {
  bool is_slotted = r->class.protocol == TI_PROTOCOL_SLOTS;
  if (code < PLAIN_AXES) {
    if (is_slotted) r->plain[code] = on_clone(r, code, value);
  } else if (code == ABS_MT_SLOT) {
    r->current = value >= 0 && value < r->panel_slots ? value : -1;
  } else if (is_slotted && code <= ABS_MT_TOOL_Y && r->current >= 0) {
    if (code == ABS_MT_TRACKING_ID) set_tracking_id(r, r->current, value, time);
    else set_value(r, r->current, code - ABS_MT_TOUCH_MAJOR, value);
  }
}

static void complete(ti_relay *r, int64_t time) {
  if (!r->complete) r->frame++;
  r->complete = true;
  r->time = time;
}

void ti_relay_receive(ti_relay *r, const ti_event *events, size_t count) {
  for (const ti_event *event = events, *end = events + count; event < end; event++) {
    if (event->time < r->since) continue;
    if (r->complete) ti_relay_update_clone(r, 0);
    if (event->type == EV_SYN) {
      if (event->code == SYN_DROPPED) r->dropping = true;
      else if (event->code == SYN_REPORT && r->dropping) r->dropping = false;
      else if (event->code == SYN_REPORT) complete(r, event->time);
    } else if (r->dropping) {
      continue;
    } else if (event->type == EV_ABS) {
      receive_axis(r, event->code, event->value, event->time);
    } else if (event->type == EV_KEY) {
      receive_key(r, event);
    } else if (event->type == EV_SW) {
      receive_switch(r, event);
    } else if (event->type == EV_MSC || event->type == EV_REL) {
      receive_extra(r, event);
    }
  }
}

// Receives a contact of a panel without slots. Its events alone don't identify the touches; the decoder's contacts do.
static void receive_contact(ti_relay *r, const ti_contact *contact, int64_t time) {
  int32_t slot = contact->slot;
  if (contact->phase == TI_BEGAN && r->is_unslotted) {
    set_tracking_id(r, slot, contact->now.tracking_id, time);
  } else if (contact->phase == TI_BEGAN) {
    set_tracking_id(r, slot, r->next_tracking_id, time);
    r->next_tracking_id = (r->next_tracking_id + 1) & 0xFFFF;
  }
  set_values(r, slot, &contact->now);
  if (contact->phase == TI_ENDED || contact->phase == TI_CANCELLED) lift(r, slot, time);
}

// Gives the decoder's id to the touch. A finger that hovered before is on the clone already, unless it was cancelled there: then it
// lands again.
static void name_touch(ti_relay *r, int16_t at, uint64_t id) {
  if (at < 0) return;
  touch *t = &r->touches[at];
  t->id = id;
  t->may_end = false;
  if (t->state != OVER || t->lifted) return;
  t->state = LANDED;
  t->landed_now = true;
  t->is_caught_up = false;
  note_change(r, t);
}

// A finger that has not landed since the start can begin a touch, if it hovered, or if it has kept the tracking id of the one before it.
static void land_unseen(ti_relay *r, const ti_contact *contact) {
  const bool is_here = contact->now.tracking_id >= 0;
  if (r->class.protocol == TI_PROTOCOL_SLOTS && is_here && r->newest[contact->slot] < 0) land(r, contact->slot, contact->now.tracking_id);
}

// A touch has moved to a slot in which a finger has just landed, according to the slots: that finger is the touch.
static void follow_touch(ti_relay *r, int16_t at, uint64_t id) {
  if (at < 0 || r->touches[at].state != LANDED || r->touches[at].id) return;
  int16_t from = ti_relay_touch(r, id);
  if (from >= 0) ti_relay_go_on(r, at, from);
}

void ti_relay_see(ti_relay *r, const ti_frame *frame) {
  if (frame->time < r->since) return;
  for (size_t i = 0; i < frame->count; i++) {
    const ti_contact *contact = &frame->contacts[i];
    if (contact->slot < 0 || contact->slot >= r->panel_slots) continue;
    if (r->class.protocol != TI_PROTOCOL_SLOTS) receive_contact(r, contact, frame->time);
    if (contact->phase == TI_BEGAN) {
      land_unseen(r, contact);
      name_touch(r, r->newest[contact->slot], contact->id);
    } else if (contact->phase == TI_MOVED) {
      follow_touch(r, r->newest[contact->slot], contact->id);
    }
  }
  complete(r, frame->time);
}

enum { OTHER_ID = 0x4000 };

void ti_relay_renew(ti_relay *r, uint64_t old_id, uint64_t new_id) {
  const int16_t at = ti_relay_touch(r, old_id);
  if (at < 0 || !is_newest(r, at) || r->touches[at].lifted) return;
  const touch old = r->touches[at];
  lift(r, old.slot, r->time);
  r->touches[at].landed_now = false;  // or it would be replaced
  // Another one, as both are on the clone for a moment.
  land(r, old.slot, old.tracking_id ^ OTHER_ID);
  name_touch(r, r->newest[old.slot], new_id);
}

// Forgets the landings of a frame whose end was lost. What else it has changed stays: a finger that lifted has lifted.
static void abandon_landings(ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++) {
    touch *t = &r->touches[r->changes[i]];
    if (t->state != LANDED) continue;
    r->down -= !t->lifted;
    t->lifted = true;
    t->state = OVER;
  }
}

void ti_relay_set_protocol(ti_relay *r, ti_protocol protocol) {
  if (protocol == r->class.protocol) return;
  if (r->complete) ti_relay_update_clone(r, 0);
  abandon_landings(r);
  // From now on, the decoder's contacts say when a finger lifts, or the slots do. Neither knows the fingers that hover, or those of
  // contacts without slots.
  for (int32_t slot = 0; slot < r->panel_slots; slot++) {
    const touch *t = newest_touch(r, slot);
    if (t && (protocol == TI_PROTOCOL_SLOTS ? slot > 0 : !t->id)) lift(r, slot, r->time);
  }
  r->class.protocol = protocol;
  r->is_unslotted = protocol == TI_PROTOCOL_ANONYMOUS;
  r->panel_slots = r->clone_slots;
}

// Takes over the keys and switches that the panel holds; without `held` no key counts as held. This includes the events of a frame
// whose end was lost.
static void take_held(ti_relay *r, const ti_held *held) {
  for (int key = 0; key < FINGER_KEYS; key++) r->finger_keys[key] = held && ti_bit(held->keys, ti_finger_keys[key]);
  for (size_t i = 0; i < sizeof r->held.keys; i++) r->held.keys[i] = held ? held->keys[i] & r->carried_keys[i] : 0;
  if (held) memcpy(r->held.switches, held->switches, sizeof r->held.switches);
  r->extra_count = 0;
  r->is_behind = true;
}

static void resync_slots(ti_relay *r, const ti_state *state, int64_t time) {
  abandon_landings(r);
  for (int32_t slot = 0; slot < r->panel_slots; slot++) {
    bool is_known = state && slot < state->slot_count;
    set_tracking_id(r, slot, is_known ? state->slots[slot].tracking_id : -1, time);
    if (is_known) set_values(r, slot, &state->slots[slot]);
  }
  if (state) r->current = state->current_slot >= 0 && state->current_slot < r->panel_slots ? state->current_slot : -1;
}

void ti_relay_resync(ti_relay *r, const ti_state *state, const ti_held *held, int64_t time) {
  if (r->class.protocol == TI_PROTOCOL_SLOTS) resync_slots(r, state, time);
  take_held(r, held);
  complete(r, time);
}

// ---- Beginning and ending -------------------------------------------------------------------------------------------

void ti_relay_start(ti_relay *r, const ti_relay_panel *panel, int64_t since) {
  for (int32_t i = 0; i < r->touch_count; i++) r->touches[i] = (touch){.state = FREE};
  for (int32_t slot = 0; slot < TI_MAX_SLOTS; slot++) {
    r->newest[slot] = -1;
    r->dirty[slot] = 0;
    for (unsigned axis = 0; panel && axis < AXES; axis++)
      r->values[slot][axis] = on_clone(r, ABS_MT_TOUCH_MAJOR + axis, panel->values[axis][slot]);
  }
  for (unsigned code = 0; panel && code < PLAIN_AXES; code++) r->plain[code] = on_clone(r, code, panel->plain[code]);
  take_held(r, panel ? &panel->held : NULL);
  r->current = panel ? panel->current_slot : 0;
  r->down = r->waiting = r->change_count = r->extra_count = r->backlog_count = 0;
  r->complete = r->dropping = false;
  r->since = since;
  if (!panel) return;
  r->frame_time = since;
  ti_clone_put_extras(r);
  ti_clone_end_frame(r);
  (void)ti_relay_send(r);
}

void ti_relay_stop(ti_relay *r, int64_t time) {
  ti_relay_forget_frame(r);
  r->frame_time = time;
  for (int16_t at = 0; at < r->touch_count; at++) {
    if (r->touches[at].state != FREE) ti_clone_take_back(r, &r->touches[at]);
    r->touches[at] = (touch){.state = FREE};
  }
  ti_clone_release_keys(r);
  ti_clone_put_plain(r, false);
  ti_clone_end_frame(r);
  ti_clone_leave(r);
  ti_clone_put_plain(r, false);
  ti_clone_end_frame(r);
  (void)ti_relay_send(r);
  ti_relay_start(r, NULL, INT64_MAX);
}

void ti_relay_was_reset(ti_relay *r) {
  ti_release release = ti_relay_release(r);
  ti_release_all(r->fd, &release);
  forget_clone(r);
  for (int32_t i = 0; release.taking == TI_LED_AWAY && i < r->clone_slots; i++) {
    r->slots[i].values[ABS_MT_POSITION_X - ABS_MT_TOUCH_MAJOR] = ti_side(&release.x, true, true);
    r->slots[i].values[ABS_MT_POSITION_Y - ABS_MT_TOUCH_MAJOR] = ti_side(&release.y, true, true);
  }
  ti_relay_start(r, NULL, INT64_MAX);
}
