#pragma once

#include "ti_description.h"

// One input event, with its time in microseconds, as recordings hold it. 16 bytes.
typedef struct ti_event {
  int64_t time;
  uint16_t type, code;
  int32_t value;
} ti_event;

// The same event as a device reports it. On processors of 32 bits, the names of the times are not those of others.
static inline struct input_event ti_raw_event(ti_event event) {
  struct input_event raw = {.type = event.type, .code = event.code, .value = event.value};
  raw.input_event_sec = (__typeof__(raw.input_event_sec))(event.time / 1000000);
  raw.input_event_usec = (__typeof__(raw.input_event_usec))(event.time % 1000000);
  return raw;
}

// In the order of UITouch.Phase. TI_RESTS: the contact stays where it is, but its pressure or size has changed (ti_decoder_follow).
typedef enum ti_phase { TI_BEGAN = 0, TI_MOVED, TI_RESTS, TI_ENDED, TI_CANCELLED } ti_phase;

// One contact's values, as EVIOCGMTSLOTS gives them.
typedef struct ti_slot_state {
  int32_t tracking_id, x, y, pressure, major, minor, tool, distance;
} ti_slot_state;

typedef struct ti_contact {
  uint64_t id;  // the touch's; never given twice in a decoder's life
  ti_phase phase;
  int32_t slot;
  ti_slot_state now;  // x and y inside the axis' range, of which either end may be the smaller one
} ti_contact;

// The contacts that changed at one moment. `contacts` belongs to the decoder and is valid until the next call.
typedef struct ti_frame {
  int64_t time;  // microseconds, never before the frame before it
  bool dropped;  // events were lost before this frame
  bool is_last;  // the last frame of a device's turn: there is nothing more to read for now
  size_t count;
  const ti_contact *contacts;
} ti_frame;

// The state of a device, as read back from the kernel. The kernel keeps none for protocol A.
typedef struct ti_state {
  int32_t current_slot;
  int32_t slot_count;  // entries of `slots` that were read
  bool touching;  // single touch: the button, or the pressure; protocol B: BTN_TOUCH
  bool pen;  // a pen is near, according to its keys
  int32_t x, y, pressure;  // single touch
  ti_slot_state slots[TI_MAX_SLOTS];
} ti_state;

// Turns events into frames, in the same way for a live device and a recording. Reuses its storage: nothing is allocated after
// `ti_decoder_new`, and the cost of a frame depends only on what changed in it.
//
// How a panel's events become touches:
// - A touch is reported as `moved` only if x, y or its slot changed; other values are kept current without a report (but see
//   ti_decoder_follow).
// - A slot whose tracking id changes ends one touch and begins another, in two frames of the same time, the lifts first.
// - A tracking id that goes from one slot to another within a frame takes its touch along, which is reported as `moved`. Not if two slots had
//   this id or have it now, or if the range of ids has only one.
// - A tap within one frame is reported as `began` and `ended`, in that order, in one frame.
// - If a frame writes several tracking ids to a slot, the last one is compared with the id before the frame; a -1 in between
//   is a lift.
// - A hovering finger (ABS_MT_DISTANCE above its minimum) is not a touch: a touch ends when the finger starts to hover and begins
//   when it stops.
// - Protocol B: after BTN_TOUCH 0, all fingers hover until it is 1 again, as some panels have ids for fingers in the air, or lift fingers only by
//   it. A panel may as well declare it and never send it, so fingers hover before its first event, and a state that was read says so, only if
//   the panel has lifted a finger in this way, or if that is known (ti_decoder_expect_button).
// - Single touch: the button says whether the finger is down. A panel that has none says so by its pressure, which is then above its minimum.
// - If a place is beyond the range of one axis and within the wider one of the other, the panel declares its ranges turned: from then on places
//   are scaled from the other axis' range.
// - Lifts in a frame that the kernel makes by itself, with a value of SYN_REPORT, are cancellations: the panel goes, or the machine sleeps.
// - A position in the frame that lifts a finger does not count: the touch ends where it was last.
// - A contact without a place is not a touch until the first coordinate of its slot arrives.
// - A touch that turns into a palm is cancelled and then ignored until it lifts. One that lands as a palm begins, and its
//   `tool` is MT_TOOL_PALM. A palm that is marked only when it lifts is cancelled too.
// - A panel that declares slots speaks protocol A from its first SYN_MT_REPORT on, if it has chosen no other slot than the first one until
//   then. Contacts may leave out what the one before them had. While BTN_TOUCH is 1, an empty SYN_MT_REPORT means that the fingers rest. If the
//   panel chooses a slot after all, it speaks protocol B again, for good.
// - Protocol A without tracking ids: contacts keep their ids by the assignment with the smallest sum of squared distances
//   (with 11 or more contacts: nearest pair first), however large the distances are.
// - Protocol A, the end of a touch: a frame with only an empty SYN_MT_REPORT; a button that goes up; a contact missing from a
//   frame that has others; a tracking id of -1; ABS_MT_TOUCH_MAJOR 0, once the device has sent another value. A frame without
//   contacts, SYN_MT_REPORT and button release (only a time stamp, for example) changes no touch.
typedef struct ti_decoder ti_decoder;

// Creates a decoder whose touches get the ids `first_id`, `first_id + 1`, …. Null if the description is not that of a touchscreen,
// or if there is not enough memory.
ti_decoder *ti_decoder_new(const ti_description *description, unsigned hints, uint64_t first_id);
void ti_decoder_free(ti_decoder *decoder);
// The description's class, with the protocol that the panel has turned out to speak.
ti_class ti_decoder_class(const ti_decoder *decoder);

// Sets the ranges in which places are. Places beyond them are moved to their ends; an empty range has none. If they are known, places do not
// show that the panel declares them turned.
void ti_decoder_set_ranges(ti_decoder *decoder, ti_axis x, ti_axis y, bool are_known);
// Says that fingers of protocol B are down only while BTN_TOUCH is 1, before its first event, too.
void ti_decoder_expect_button(ti_decoder *decoder);
// Sets whether touches that rest are reported when their pressure or size changes, as TI_RESTS. False at first.
void ti_decoder_follow(ti_decoder *decoder, bool follows);
// Sets the pressures and sizes of all slots, after events with them may have been lost.
void ti_decoder_measure(ti_decoder *decoder, const ti_state *state);
// Sets whether a pen mutes the panel. False at first. While a pen is near, all other touches are cancelled and then ignored until
// they lift, and new ones are ignored. A pen is near while one of its keys (BTN_TOOL_PEN to BTN_TOOL_AIRBRUSH) is down, or while
// there is a contact with the tool MT_TOOL_PEN, even if it hovers.
void ti_decoder_mute_for_pens(ti_decoder *decoder, bool mutes);
uint64_t ti_decoder_next_id(const ti_decoder *decoder);

typedef enum ti_step {
  TI_STEP_MORE = 0,  // all events have been decoded
  TI_STEP_FRAME,  // `frame` is filled; call ti_decoder_next again with the remaining events
  TI_STEP_DROPPED,  // SYN_DROPPED: call ti_decoder_resync, then ti_decoder_next again
} ti_step;

// Decodes events until a frame is complete, and moves `*position` to the first event that is not decoded yet. Skips frames in
// which no touch changed.
ti_step ti_decoder_next(ti_decoder *decoder, const ti_event *events, size_t count, size_t *position, ti_frame *frame);

// Sets the device's state in a decoder that is new, or whose touches were cancelled. Fingers that are already on the panel are
// ignored until they lift.
void ti_decoder_start(ti_decoder *decoder, const ti_state *state);

// Continues after TI_STEP_DROPPED. Touches that are gone or whose tracking id changed are cancelled, those that are still there
// go on, and new ones begin. Without a state (a recording, protocol A, a failed ioctl) all touches are cancelled. Always fills
// `frame`, with `dropped` set; the next call of `ti_decoder_next` may return a second frame with the same time.
void ti_decoder_resync(ti_decoder *decoder, const ti_state *state, ti_frame *frame);

// Moves the slots to where `places` has them, between two frames, as if a frame at `time` had reported it; nothing else of it is read.
// Returns whether touches have moved, which `frame` then reports.
bool ti_decoder_place(ti_decoder *decoder, const ti_state *places, int64_t time, ti_frame *frame);

// Cancels every touch, when a recording ends or a device is gone. Fingers that stay on the panel are ignored until they lift.
// False if no touch was down. If `time` is before the last frame's time, the last frame's time is used.
bool ti_decoder_cancel_all(ti_decoder *decoder, int64_t time, ti_frame *frame);

// Decides that contacts which were down at the start and were not reported since are not fingers, until their ids change. Returns the number of
// all such contacts.
int32_t ti_decoder_leave_stuck(ti_decoder *decoder);
// The number of fingers on the panel, including hovering and ignored ones; 0 after BTN_TOUCH 0.
int32_t ti_decoder_fingers(const ti_decoder *decoder);
// Whether ti_decoder_next has a second frame with the same time.
bool ti_decoder_waits(const ti_decoder *decoder);

// Events that a kernel should never send: its input core or a driver is at fault, or the source is not a kernel. Such events are
// handled all the same, and counted. The following are legal and not counted: coordinates a little outside their axis' range, a tracking
// id that changes without a lift, and a second SYN_DROPPED before the SYN_REPORT that ends the first loss, which a reader receives
// if the kernel's buffer overflows twice.
typedef enum ti_kernel_bug {
  TI_BUG_SLOT = 0,  // a slot number outside the range of ABS_MT_SLOT
  TI_BUG_TRACKING_ID,  // a tracking id below -1
  TI_BUG_LIFT,  // a lift without a touch
  TI_BUG_EMPTY_SLOT,  // protocol B: a frame with values for a slot without a touch
  TI_BUG_SAME_ID,  // protocol A: a second contact with the same tracking id in one frame
  TI_BUG_AXIS,  // an axis that the device has not declared
  TI_BUG_TIME,  // a frame whose time is before the previous frame's
  TI_BUG_RANGE,  // a place beyond its axis' range by more than a twentieth of it
  TI_BUG_KINDS
} ti_kernel_bug;

// The number of such events since the decoder was created. Lifts and values are checked only against earlier events for the slot,
// not against a state that was read back: that may be newer than the events that follow it.
uint64_t ti_decoder_kernel_bugs(const ti_decoder *decoder, ti_kernel_bug kind);
