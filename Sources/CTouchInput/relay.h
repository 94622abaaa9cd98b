// A relay's parts, for the files that carry touches over to a clone.
#pragma once

#include "CTouchInput.h"

// The clone gets a panel's state, not its events. Each event of the panel is put down where it belongs, and at the end of a
// frame the clone gets what differs, of those touches that it may know of. So the values that the kernel leaves out because
// they have not changed come right, whatever was kept from the clone before.
//
// A touch on the panel, from landing to lifting:
//
//                       TI_PASS                     lifted, and TI_END
//   LANDED ──────────────────────────────▶ PASSING ────────────────────▶ OVER ── lifted ──▶ FREE
//     │ frame ends              TI_PASS ▲    │ TI_TAKE                    ▲
//     ▼                                 │    ▼     frame ends: taken back │
//   WAITING ────────────────────────────┘  TAKEN ─────────────────────────┤
//     │ TI_TAKE                                                           │
//     └───────────────────────────────────────────────────────────────────┘
//
// Besides: a finger that hovers has no touch of the decoder's, so its landing passes when the frame ends; when it touches the
// screen, one that is OVER becomes LANDED again. A landing in a frame that is lost is OVER, and so is a touch for which the
// clone has no slot, or whose lift has waited while another finger needs the slot.

enum { AXES = ABS_MT_TOOL_Y - ABS_MT_TOUCH_MAJOR + 1 };
enum { TRACKING = ABS_MT_TRACKING_ID - ABS_MT_TOUCH_MAJOR, TOOL = ABS_MT_TOOL_TYPE - ABS_MT_TOUCH_MAJOR };
enum { EVERY_AXIS = (1 << AXES) - 1 };  // of a contact, a bit each
enum { PLAIN_AXES = ABS_MT_SLOT };
enum { TOUCHES = 2 * TI_MAX_SLOTS };  // those on the panel, and as many whose end waits
enum { BACKLOG = 4096 };  // values of touches that wait: three of them for a second at 240 Hz
enum { EXTRAS = 64 };  // in a frame: keys and whatever is no touch
enum { FINGER_KEYS = 5 };
enum { REPEATS = 2 };  // the value of a key that is held on: it changes nothing
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
  bool is_caught_up;  // the clone has all its values, but for those with news
} touch;

typedef struct clone_slot {
  int16_t touch;  // -1: none
  uint8_t leaving;  // its touch was taken back, and is lifted after this many frames; 0: it was not
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
  ti_taking taking;
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
  ti_held held;  // but for finger keys
  uint8_t carried_keys[(KEY_CNT + 7) / 8];  // that go through as they are
  int32_t down, waiting;

  touch touches[TOUCHES];
  int16_t changes[TOUCHES];
  int32_t change_count;
  ti_event extras[EXTRAS];
  int32_t extra_count;
  bool is_behind;  // events of keys or switches were lost: the clone may hold others than the panel
  late_value backlog[BACKLOG];
  int32_t backlog_count;

  // The clone.
  clone_slot slots[TI_MAX_SLOTS];
  int32_t clone_current, open;  // slots with a finger, or with one that is leaving
  int32_t clone_plain[PLAIN_AXES];
  uint8_t plain_codes[PLAIN_AXES];
  int32_t plain_count;
  bool clone_keys[FINGER_KEYS];
  ti_held clone_held;
  uint64_t next_order;
  int64_t frame_time, clone_time;  // of the frame that is being written, and of the last one
  int32_t next_tracking_id;  // where the panel has none
  bool is_in_frame;  // something was written since the last frame ended
  bool any_lifted_now, any_leaving;

  size_t out_count;
  struct input_event out[OUT];
  int fd, error;
  uint32_t *beats;  // counted up at the end of each turn, for the guardian; null: none
};

static inline void note_change(ti_relay *r, int16_t at) {
  if (r->touches[at].changed) return;
  r->touches[at].changed = true;
  r->changes[r->change_count++] = at;
}

static inline void put_bit(uint8_t *bits, unsigned code, bool on) {
  uint8_t bit = (uint8_t)(1u << (code % 8));
  bits[code / 8] = on ? bits[code / 8] | bit : bits[code / 8] & (uint8_t)~bit;
}

static inline bool is_newest(const ti_relay *r, int16_t at) { return r->newest[r->touches[at].slot] == at; }

// clone_description.c

// Turns a panel's description into its clone's: with slots, and with a name of its own.
void ti_clone_describe(ti_description *clone, ti_class class);

// clone.c

// Ends the frame that is being written, if it has events.
void ti_clone_end_frame(ti_relay *r);
// Writes a value of a slot of the clone, unless the clone has it.
void ti_clone_put_value(ti_relay *r, int32_t slot, unsigned axis, int32_t value);
// Lands a touch on the clone. Without a free slot the touch is OVER, and its `clone_slot` stays -1.
void ti_clone_open(ti_relay *r, int16_t at, int32_t tool);
// Lifts a touch; it is OVER.
void ti_clone_close(ti_relay *r, touch *t);
// Takes a touch back; it is OVER. Its slot is leaving.
void ti_clone_take_back(ti_relay *r, touch *t);
// Writes the frames of what is leaving, but for the end of the last one.
void ti_clone_leave(ti_relay *r);
// Whether the fingers on the clone are those on the panel.
bool ti_clone_is_mirror(const ti_relay *r);
// Writes what readers of a single touch look at: from the panel, or from the oldest finger on the clone.
void ti_clone_put_plain(ti_relay *r, bool as_panel);
// Writes the keys and the like of this frame. The clone then holds the keys and switches that the panel holds.
void ti_clone_put_extras(ti_relay *r);
void ti_clone_release_keys(ti_relay *r);

// backlog.c

// Keeps the present values of a touch that waits.
void ti_backlog_keep(ti_relay *r, int16_t at, uint16_t axes, int64_t time);
void ti_backlog_forget(ti_relay *r, int16_t at);
// Whether a touch that may pass now has values in the backlog.
bool ti_backlog_is_due(const ti_relay *r);
// Writes the values of touches that may pass, in frames of their own.
void ti_backlog_write(ti_relay *r);

// verdicts.c

// Ends a frame of the panel: frees the touches that are over and lifted.
void ti_relay_forget_frame(ti_relay *r);

// The keys by which a panel counts its fingers.
extern const uint16_t ti_finger_keys[FINGER_KEYS];
