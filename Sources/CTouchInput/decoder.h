// The internals of a decoder, for the files that turn events into touches.
#pragma once

#include <assert.h>

#include "CTouchInput.h"

// The phase of a slot (protocol B), of an entry in the list of contacts (protocol A), or of a single-touch panel's one finger.
// slots.c has a function for each arrow.
//
//                    lands                      lifts: ended
//   EMPTY ────────────────────────▶ DOWN ─────────────────────▶ EMPTY
//     │ lands, but hovers   falls ▲ │  │ becomes a palm: cancelled
//     ▼                           │ │  ▼
//   HOVERING ─────────────────────┘ │ IGNORED ──── lifts ─────▶ EMPTY
//     ▲              rises: ended   │
//     └─────────────────────────────┘
typedef enum slot_phase { EMPTY = 0, HOVERING, DOWN, IGNORED } slot_phase;

// The size of a cache line: most frames need only this much of a finger.
typedef struct slot {
  uint64_t id;  // of the touch, while DOWN
  ti_slot_state now;  // according to the events so far
  int32_t reported_x, reported_y;
  int32_t start_id, start_tool;  // tracking id and tool before this frame
  slot_phase phase : 8;  // as of the last frame
  bool dirty;  // in `changed`
  bool lifted, landed;  // within this frame: a -1 after an id, an id after a -1
  bool seen;  // coordinates were received or read
  bool anonymous : 1;  // protocol A: a contact without an id, identified by its position; its tracking id is 0 while it is there
  bool known : 1;  // an event has set its tracking id since the device's state was last read or lost
  bool stuck : 1;  // was down before the start and is never reported: not a finger
  bool switched : 1;  // in this frame: its touch was in another slot before
  uint8_t index;  // of the slot
} slot;
static_assert(sizeof(slot) == 64, "a slot is a cache line");
static_assert(TI_MAX_SLOTS - 1 <= UINT8_MAX, "an index fits into 8 bits");

// The values of a touch that are reported while it rests.
typedef struct imprint {
  int32_t pressure, major, minor;
} imprint;

enum {
  SPECIAL_DROPPING = 1,  // from SYN_DROPPED to the next SYN_REPORT
  SPECIAL_FOLLOWS = 2,  // ti_decoder_follow
  SPECIAL_MUTES = 4,  // ti_decoder_mute_for_pens
  SPECIAL_RAISED = 8,  // protocol B: BTN_TOUCH says that no finger touches the panel
  SPECIAL_MIXES = 16,  // the panel declares slots, but has sent contacts of protocol A
  SPECIAL_SWITCHES = 32,  // protocol B: this frame gives a slot a tracking id that another one had before
  SPECIAL_TURNED = 64,  // the panel's axes have each other's ranges
};

struct ti_decoder {
  // The fields that each frame needs come first, side by side.
  int64_t time;
  slot *current;  // the slot that the next events are for
  slot *slots;  // at least one more than `slot_count`
  slot **changed;  // the slots that have changed in this frame
  int32_t changed_count;
  int32_t slot_count;
  // `early`: the lifts of slots that are used again in the same frame. `late`: all other changes.
  ti_contact *early, *late;
  size_t early_count, late_count;
  bool late_waits;
  uint8_t special;  // SPECIAL_… bits; 0 while frames need nothing but the positions
  int32_t distance_minimum;
  ti_axis x_axis, y_axis;
  ti_class class;
  uint8_t axis_uses[ABS_CNT];  // AXIS_…, or the offset of the axis' value in ti_slot_state

  uint64_t next_id;
  bool plain_axes;  // ABS_X or ABS_Y has been sent
  int32_t pressure_minimum;  // of a panel of single touch
  ti_axis other_x, other_y;  // ABS_X and ABS_Y of a panel that has its coordinates on ABS_Z and ABS_RX
  int32_t used;  // protocol A: no slot from this one on has been used

  // Protocol A: the contact whose SYN_MT_REPORT has not arrived yet, and the contacts of this frame.
  ti_slot_state pending;
  unsigned pending_fields;  // GOT_… bits
  struct anonymous {
    ti_slot_state state;
    unsigned fields;
  } sent[TI_MAX_ANONYMOUS];
  int32_t sent_count;
  bool sent_any;  // a SYN_MT_REPORT, even an empty one
  bool released;  // the button went up
  bool major_counts;  // an ABS_MT_TOUCH_MAJOR above 0 has been seen, so 0 means a lift
  bool unslotted;  // the panel declares slots, but speaks protocol A
  uint8_t carried_fields;  // GOT_… bits: what the last contact of such a panel says of the next one

  // Rarely needed: for events that are ignored or at fault, and for cancelling.
  uint64_t bugs[TI_BUG_KINDS];
  uint64_t declared_axes;  // bit n: axis n
  bool ids_differ;  // the range of tracking ids has more than one
  int32_t last_slot;  // as declared; may be beyond `slot_count`
  int64_t cancel_time;  // of ti_decoder_cancel_all
  uint8_t pen_keys;  // bit n: the key BTN_TOOL_PEN + n is down
  bool button_is_down;  // the touch button, as last sent
  bool ranges_are_known;  // ti_decoder_set_ranges
  bool button_lifts;  // protocol B: BTN_TOUCH 0 has lifted a finger that kept its tracking id, or is known to
  bool muted;  // a pen is near and mutes the panel, as of this frame
  imprint *imprints;  // of each slot's last report
};

enum { NO_ID = -1 };

// The use of an axis for a slot.
enum {
  AXIS_UNEXPECTED = 0,  // an axis that the device has not declared, or the tracking id
  AXIS_IGNORED = 0xFE,  // not an axis of contacts
  AXIS_WITHOUT_VALUE = 0xFF,  // an axis of contacts that is not in ti_slot_state
};

static inline void set_special(ti_decoder *d, uint8_t bit, bool on) {
  d->special = (uint8_t)(on ? d->special | bit : d->special & ~bit);
}

// Notes that a slot changes in this frame, and keeps its previous tracking id and tool.
static inline void note_news(ti_decoder *d, slot *s) {
  if (s->dirty) return;
  s->dirty = true;
  s->start_id = s->now.tracking_id;
  s->start_tool = s->now.tool;
  d->changed[d->changed_count++] = s;
}

static inline void set_tracking_id(ti_decoder *d, slot *s, int32_t id) {
  bool was_known = s->known;
  note_news(d, s);
  s->known = true;
  s->stuck = false;
  if (id < 0) {
    if (id != NO_ID) d->bugs[TI_BUG_TRACKING_ID]++;
    if (was_known && s->now.tracking_id < 0) d->bugs[TI_BUG_LIFT]++;
    s->lifted = true;
    s->now.tracking_id = NO_ID;
  } else {
    s->landed |= s->now.tracking_id < 0;
    s->now.tracking_id = id;
  }
}

static inline int32_t clamp(int32_t value, const ti_axis *axis) {
  return value < axis->minimum ? axis->minimum : value > axis->maximum ? axis->maximum : value;
}

static inline void set_value(ti_slot_state *state, uint16_t code, int32_t value) {
  switch (code) {
  case ABS_MT_POSITION_X: state->x = value; break;
  case ABS_MT_POSITION_Y: state->y = value; break;
  case ABS_MT_PRESSURE: state->pressure = value; break;
  case ABS_MT_TOUCH_MAJOR: state->major = value; break;
  case ABS_MT_TOUCH_MINOR: state->minor = value; break;
  case ABS_MT_TOOL_TYPE: state->tool = value; break;
  case ABS_MT_DISTANCE: state->distance = value; break;
  default: break;
  }
}

// Notes the keys that say whether a pen is near.
static inline void set_pen_key(ti_decoder *d, uint16_t code, int32_t value) {
  if (code < BTN_TOOL_PEN || code > BTN_TOOL_AIRBRUSH) return;
  uint8_t bit = (uint8_t)(1u << (code - BTN_TOOL_PEN));
  d->pen_keys = (uint8_t)(value ? d->pen_keys | bit : d->pen_keys & ~bit);
}

static inline bool is_contact_axis(uint16_t code) { return code >= ABS_MT_TOUCH_MAJOR && code <= ABS_MT_TOOL_Y; }

static inline bool is_declared(const ti_decoder *d, uint16_t code) {
  return code < ABS_CNT && (d->declared_axes >> code & 1);
}

// Returns the slot with this index. Events for a slot that the panel does not have go to an extra slot behind the last one,
// which is never reported.
static inline slot *slot_at(ti_decoder *d, int32_t index) {
  if (index >= 0 && index < d->slot_count) return &d->slots[index];
  if (index < 0 || index > d->last_slot) d->bugs[TI_BUG_SLOT]++;
  return &d->slots[d->slot_count];
}

// Finds out what a place is that is not within the ranges: `x` and `y` are clamped, and become the place.
void ti_slots_look_beyond(ti_decoder *d, const slot *s, int32_t *x, int32_t *y);

// Updates the position that a slot's next reports have; false if it is that of the last report.
static inline bool set_place(ti_decoder *d, slot *s) {
  int32_t x = clamp(s->now.x, &d->x_axis), y = clamp(s->now.y, &d->y_axis);
  if (x != s->now.x || y != s->now.y || d->special & SPECIAL_TURNED) ti_slots_look_beyond(d, s, &x, &y);
  if (x == s->reported_x && y == s->reported_y) return false;
  s->reported_x = x, s->reported_y = y;
  return true;
}

// Whether a finger stays down and has at most moved. Nearly all changes are of this kind, and they skip the other checks.
static inline bool stays_down(const ti_decoder *d, const slot *s) {
  return s->phase == DOWN && !s->lifted && !s->landed && s->now.tracking_id == s->start_id
    && s->now.tool != MT_TOOL_PALM && s->now.distance <= d->distance_minimum;
}

// Whether a frame of values of the current slot can only move its finger: it is down, and no part of a frame has been decoded.
static inline bool only_moves(const ti_decoder *d) {
  return d->special == 0 && d->changed_count == 0 && !d->late_waits && d->class.protocol == TI_PROTOCOL_SLOTS
    && d->current->phase == DOWN;
}

// Sets the time of the frame that ends.
static inline void set_time(ti_decoder *d, int64_t time) {
  if (time > d->time) d->time = time;
  else if (time < d->time && d->time != d->cancel_time) d->bugs[TI_BUG_TIME]++;
}

// Whether ti_decoder_next has a second frame with the same time.
static inline bool has_second_frame(const ti_decoder *d) { return d->late_waits; }

// Decode the events of one protocol up to the next SYN event that is not part of a contact, and return that event or `end`.
const ti_event *ti_slots_decode(ti_decoder *d, const ti_event *event, const ti_event *end);
const ti_event *ti_anonymous_decode(ti_decoder *d, const ti_event *event, const ti_event *end);
const ti_event *ti_single_decode(ti_decoder *d, const ti_event *event, const ti_event *end);

// Goes on in protocol A, in the middle of a frame, at the first SYN_MT_REPORT of a panel that declares slots and has chosen none of them.
void ti_anonymous_take_over(ti_decoder *d);

// Turns the changes of all slots into reports. Touches that are gone get the phase `leaving`: ended or cancelled.
void ti_slots_end_frame(ti_decoder *d, ti_phase leaving);
// The same, with everything that `special` asks for.
void ti_slots_end_special_frame(ti_decoder *d, ti_phase leaving);
// Moves the finger of the current slot, if only_moves. Returns false if it stays where it was; otherwise `frame` reports it.
bool ti_slots_move(ti_decoder *d, int32_t x, int32_t y, int64_t time, ti_frame *frame);
// Undoes the changes of a frame that is not complete.
void ti_slots_forget(ti_decoder *d);
// Reports every touch as cancelled; their fingers are ignored until they lift.
void ti_slots_cancel(ti_decoder *d);

// The value in another axis' range that is the same part of it.
int32_t ti_rescale(int32_t value, const ti_axis *from, const ti_axis *to);

// Assigns each row to a column of its own; rows <= columns <= TI_MAX_ANONYMOUS. `cost` holds the rows one after the other.
void ti_assign(const double *cost, int rows, int columns, int8_t *column_of_row);
