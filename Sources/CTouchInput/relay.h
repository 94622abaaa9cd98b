// The internals of a relay, for the files that pass touches on to a clone.
#pragma once

#include "CTouchInput.h"

// The clone gets a panel's state, not its events. Each event of the panel updates that state, and at the end of a frame the
// differences are written to the clone, for the touches that it may get. The kernel leaves out values that have not changed; comparing
// states keeps them right on the clone, even if earlier values were kept from it.
//
// A touch on the panel, from landing to lifting:
//
//                       TI_PASS                     lifted, and TI_END
//   LANDED ──────────────────────────────▶ PASSING ────────────────────▶ OVER ── lifted ──▶ FREE
//     │ frame ends              TI_PASS ▲    │ TI_TAKE                    ▲
//     ▼                                 │    ▼     frame ends: cancelled  │
//   WAITING ────────────────────────────┘  TAKEN ─────────────────────────┤
//     │ TI_TAKE                                                           │
//     └───────────────────────────────────────────────────────────────────┘
//
// Other transitions: The decoder has no touch for a hovering finger, so its landing passes when the frame ends. If such a finger is
// OVER when it touches the screen, it is LANDED again. A landing in a frame that is lost is OVER. So is a touch for which the clone
// has no slot, and one whose lift waits while another finger needs its slot. A touch that goes on as another one gets its state (joins.c).

enum { AXES = ABS_MT_TOOL_Y - ABS_MT_TOUCH_MAJOR + 1 };
enum { TRACKING = ABS_MT_TRACKING_ID - ABS_MT_TOUCH_MAJOR, TOOL = ABS_MT_TOOL_TYPE - ABS_MT_TOUCH_MAJOR };
enum { EVERY_AXIS = (1 << AXES) - 1 };  // a bit for each axis of a contact
enum { PLAIN_AXES = ABS_MT_SLOT };
enum { TOUCHES = 2 * TI_MAX_SLOTS };  // the touches on the panel, and as many whose lift waits
enum { BACKLOG = 4096 };  // values of waiting touches: of three fingers for a second at 240 Hz
enum { EXTRAS = 64 };  // events in a frame that don't belong to touches, such as keys
enum { FINGER_KEYS = 5 };
enum { REPEATS = 2 };  // the value of a key's automatic repeat, which changes no state
enum { OUT = 1024 };  // events in a write: usually all of a turn

typedef enum touch_state { FREE = 0, LANDED, WAITING, PASSING, TAKEN, OVER } touch_state;

typedef struct touch {
  touch_state state;
  int16_t slot, clone_slot;  // `clone_slot` is -1 while the touch is not on the clone
  uint64_t id;  // the decoder's; 0: the decoder sees no touch
  int32_t tracking_id;
  int64_t lifted_at;
  bool lifted;  // off the panel
  bool may_end;
  bool changed;  // in `changes`
  bool landed_now;  // in this frame
  bool backlogged;  // has values in the backlog
  bool is_caught_up;  // the clone has all its values except those that have just changed
  uint64_t held;  // the frame whose values wait for the next one; 0: none
} touch;

typedef struct clone_slot {
  int16_t touch;  // -1: none
  uint8_t leaving;  // its touch was cancelled, and is lifted after this many frames; 0: not cancelled
  bool lifted_now;  // in the frame that is being written
  uint64_t order;  // the order in which slots were opened
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
  ti_description clone;  // the clone's description of itself
  uint64_t turned_axes;  // bit n: positions on axis n of the panel run against those of the clone
  ti_taking taking;
  int32_t panel_slots, clone_slots, touch_count;
  int64_t since, time;  // events before `since` are ignored
  bool complete;  // a frame is complete, and waits for its verdicts
  uint64_t frame;  // the number of the last complete frame
  bool dropping;
  bool is_unslotted;  // the panel declares slots, but speaks protocol A

  // The panel.
  int32_t values[TI_MAX_SLOTS][AXES];
  uint16_t dirty[TI_MAX_SLOTS];  // the axes that have changed in this frame, a bit each
  int16_t newest[TI_MAX_SLOTS];  // the slot's newest touch, or -1
  int32_t current;  // the slot that the next events are for; -1: a slot that the panel doesn't have
  int32_t plain[PLAIN_AXES];
  bool finger_keys[FINGER_KEYS];
  ti_held held;  // without the finger keys
  uint8_t carried_keys[(KEY_CNT + 7) / 8];  // the keys that are passed on unchanged
  int32_t down, waiting;

  touch touches[TOUCHES];
  int16_t changes[TOUCHES];
  int32_t change_count;
  ti_event extras[EXTRAS];
  int32_t extra_count;
  bool is_behind;  // events of keys or switches were lost: the clone may differ from the panel in them
  late_value backlog[BACKLOG];
  int32_t backlog_count;

  // The clone.
  clone_slot slots[TI_MAX_SLOTS];
  int32_t clone_current, open;  // `open`: the number of slots with a finger, including fingers that are leaving
  int32_t clone_plain[PLAIN_AXES];
  uint8_t plain_codes[PLAIN_AXES];
  int32_t plain_count;
  bool clone_keys[FINGER_KEYS];
  ti_held clone_held;
  uint64_t next_order;
  int64_t frame_time, clone_time;  // the time of the frame that is being written, and of the last one
  int32_t next_tracking_id;  // for panels without tracking ids
  bool is_in_frame;  // something was written since the last frame ended
  bool any_lifted_now, any_leaving;

  size_t out_count;
  struct input_event out[OUT];
  int fd, error;
  ti_watch *watch;  // shared with the guardian; null: none
};

static inline void note_change(ti_relay *r, touch *t) {
  if (t->changed) return;
  t->changed = true;
  r->changes[r->change_count++] = (int16_t)(t - r->touches);
}

static inline void put_bit(uint8_t *bits, unsigned code, bool on) {
  uint8_t bit = (uint8_t)(1u << (code % 8));
  bits[code / 8] = on ? bits[code / 8] | bit : bits[code / 8] & (uint8_t)~bit;
}

// Whether the touch's values in the last frame wait for the next one.
static inline bool is_held(const ti_relay *r, const touch *t) { return t->held && t->held == r->frame; }

// Whether values of the last frame wait for the next one.
static inline bool ti_relay_holds(const ti_relay *r) {
  for (int32_t i = 0; i < r->change_count; i++)
    if (is_held(r, &r->touches[r->changes[i]])) return true;
  return false;
}

static inline bool is_newest(const ti_relay *r, int16_t at) { return r->newest[r->touches[at].slot] == at; }

// clone_description.c

// Turns a panel's description into its clone's, which has slots and a name of its own. Returns the position axes that are turned round, a bit
// each.
uint64_t ti_clone_describe(ti_description *clone, ti_class class);

// clone.c

// Ends the frame that is being written, if it has events.
void ti_clone_end_frame(ti_relay *r);
// Writes a value to a slot of the clone, unless the clone has that value already.
void ti_clone_put_value(ti_relay *r, int32_t slot, unsigned axis, int32_t value);
// Lands a touch on the clone. Without a free slot the touch is OVER, and its `clone_slot` stays -1.
void ti_clone_open(ti_relay *r, int16_t at, int32_t tool);
// Lifts a touch, which is then OVER.
void ti_clone_close(ti_relay *r, touch *t);
// Cancels a touch, which is then OVER; its slot is leaving.
void ti_clone_take_back(ti_relay *r, touch *t);
// Writes the frames in which cancelled touches leave, except the SYN_REPORT of the last one.
void ti_clone_leave(ti_relay *r);
// Whether the fingers on the clone are those on the panel.
bool ti_clone_is_mirror(const ti_relay *r);
// Writes the keys and axes for readers of a single touch: the panel's, or those of the oldest finger on the clone.
void ti_clone_put_plain(ti_relay *r, bool as_panel);
// Writes this frame's events that don't belong to touches. The clone then holds the keys and switches that the panel holds.
void ti_clone_put_extras(ti_relay *r);
void ti_clone_release_keys(ti_relay *r);

// backlog.c

// Keeps the current values of a touch that waits.
void ti_backlog_keep(ti_relay *r, int16_t at, uint16_t axes, int64_t time);
void ti_backlog_forget(ti_relay *r, int16_t at);
// Gives the kept values of one touch to another.
void ti_backlog_hand_over(ti_relay *r, int16_t from, int16_t to);
// Whether the backlog has values of a touch that may pass by now.
bool ti_backlog_is_due(const ti_relay *r);
// Writes the values of touches that may pass, in frames of their own.
void ti_backlog_write(ti_relay *r);

// joins.c

// The touch with this id; -1 if there is none.
int16_t ti_relay_touch(const ti_relay *r, uint64_t id);
// The touch `to`, which is not on the clone yet, goes on as `from`: it gets its id, its state with what is kept or written of it, and its slot on
// the clone. `from` is free then, and its lift is never written.
void ti_relay_go_on(ti_relay *r, int16_t to, int16_t from);

// verdicts.c

// Ends a frame of the panel: frees the touches that are over and lifted.
void ti_relay_forget_frame(ti_relay *r);

// The keys by which a panel counts its fingers.
extern const uint16_t ti_finger_keys[FINGER_KEYS];
