#pragma once

#include "ti_description.h"

// One input event, its time in microseconds: what a recording holds. 16 bytes.
typedef struct ti_event {
  int64_t time;
  uint16_t type, code;
  int32_t value;
} ti_event;

typedef enum ti_phase { TI_BEGAN = 0, TI_MOVED, TI_ENDED, TI_CANCELLED } ti_phase;

// One contact's values, as EVIOCGMTSLOTS gives them.
typedef struct ti_slot_state {
  int32_t tracking_id, x, y, pressure, major, minor, tool, distance;
} ti_slot_state;

typedef struct ti_contact {
  uint64_t id;  // of the touch; never given twice in a decoder's life
  ti_phase phase;
  int32_t slot;
  ti_slot_state now;  // x and y inside the axis' range
} ti_contact;

// The contacts that changed at one moment. `contacts` belong to the decoder and live until its next call.
typedef struct ti_frame {
  int64_t time;  // microseconds, never before the frame before it
  bool dropped;  // events were lost before this frame
  bool is_last;  // of a device's turn: to ask for more would find nothing
  size_t count;
  const ti_contact *contacts;
} ti_frame;

// The state of a device, read back. Protocol A keeps none that could be read.
typedef struct ti_state {
  int32_t current_slot;
  int32_t slot_count;  // entries of `slots` that were read
  bool touching;  // single touch: the button
  int32_t x, y, pressure;  // single touch
  ti_slot_state slots[TI_MAX_SLOTS];
} ti_state;

// Turns events into frames; the same for a live device and a recording. Reused storage: nothing is allocated after
// `ti_decoder_new`, and a frame costs what changed in it.
//
// What becomes of what a panel sends:
// - `moved` only if x or y changed; other values are kept current without a report.
// - A slot whose tracking id changes is one touch ended and another begun: two frames of one time, the lifts first.
// - A tap within one frame gives its `began` and its `ended`, in that order, in one frame.
// - The last tracking id that a frame writes counts against the one before the frame, except that a -1 between is a lift.
// - Hovering (ABS_MT_DISTANCE above its minimum) is not a touch: a touch ends when it starts and begins when it stops.
// - A touch that turns into a palm is cancelled and then ignored until it lifts; one that lands as a palm begins, with
//   its tool saying so. A palm that is marked only with its lift is cancelled too.
// - Protocol A without tracking ids: contacts keep their names by the assignment with the least sum of squared ways
//   (from 11 contacts on: nearest pair first), however far that is.
// - Protocol A releases: a frame of an empty SYN_MT_REPORT; a button that goes up; a contact left out of a frame that
//   has others; a tracking id of -1; ABS_MT_TOUCH_MAJOR 0, once the device has sent another. A frame with neither
//   contacts nor SYN_MT_REPORT nor the button's release (a time stamp, say) says nothing of touches.
// - Single touch: a button before the first coordinates ever waits for them.
typedef struct ti_decoder ti_decoder;

// Touches get the ids `first_id`, `first_id + 1`, …. Null where the description is none of a touchscreen or memory is out.
ti_decoder *ti_decoder_new(const ti_description *description, unsigned hints, uint64_t first_id);
void ti_decoder_free(ti_decoder *decoder);
ti_class ti_decoder_class(const ti_decoder *decoder);
uint64_t ti_decoder_next_id(const ti_decoder *decoder);

typedef enum ti_step {
  TI_STEP_MORE = 0,  // every event is used up
  TI_STEP_FRAME,  // `frame` is filled; call again with the events that are left
  TI_STEP_DROPPED,  // SYN_DROPPED: call ti_decoder_resync, then again
} ti_step;

// Takes events until a frame is complete; `*position` goes on to the first event not yet taken. Frames in which no
// touch changed are left out.
ti_step ti_decoder_next(ti_decoder *decoder, const ti_event *events, size_t count, size_t *position, ti_frame *frame);

// Puts what a device is known to hold into a decoder that is new, or whose touches were cancelled: fingers that lie there
// are ignored until they lift.
void ti_decoder_start(ti_decoder *decoder, const ti_state *state);

// After TI_STEP_DROPPED. Touches that are gone, or whose tracking id changed, are cancelled, those that are still there
// go on, new ones begin. Without a state (a recording, protocol A, a failed ioctl) all are cancelled. Always fills
// `frame`, with `dropped` set; the next call of `ti_decoder_next` may have a second one of the same time.
void ti_decoder_resync(ti_decoder *decoder, const ti_state *state, ti_frame *frame);

// Cancels every touch, at the end of a recording or of a device; fingers still there are ignored until they lift.
// False where none was down. A time before the last frame's is that of the last frame.
bool ti_decoder_cancel_all(ti_decoder *decoder, int64_t time, ti_frame *frame);

// How many fingers lie on it, whatever the decoder makes of them.
int32_t ti_decoder_fingers(const ti_decoder *decoder);
// Whether ti_decoder_next has a second frame of the same time.
bool ti_decoder_waits(const ti_decoder *decoder);

// What a kernel never sends: its input core or its drivers are at fault, or the source is not a kernel. Such events are
// handled all the same, and counted here. Not among them, as they are legal: coordinates outside their axis' range, a
// tracking id that changes without a lift, and a second SYN_DROPPED before the SYN_REPORT that ends the first one's loss,
// which a reader gets where the kernel's buffer runs over twice.
typedef enum ti_kernel_bug {
  TI_BUG_SLOT = 0,  // a slot number outside the range of ABS_MT_SLOT
  TI_BUG_TRACKING_ID,  // a tracking id below -1
  TI_BUG_LIFT,  // a lift without a touch
  TI_BUG_EMPTY_SLOT,  // protocol B: a frame with values for a slot without a touch
  TI_BUG_SAME_ID,  // protocol A: a second contact with the same tracking id in one frame
  TI_BUG_AXIS,  // an axis that the device has not declared
  TI_BUG_TIME,  // a frame with a time before that of the frame before it
  TI_BUG_KINDS
} ti_kernel_bug;

// The number of such events since the decoder was made. Lifts and values are compared only with what earlier events said of the slot: a state
// that was read back may be newer than the events that follow it.
uint64_t ti_decoder_kernel_bugs(const ti_decoder *decoder, ti_kernel_bug kind);
