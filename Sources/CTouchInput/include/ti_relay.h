#pragma once

#include "ti_decoder.h"

// Carries a grabbed panel's touches over to a clone of it, but for those that gestures hold back or take. It gets
// - what the panel sends (`receive`), and which touches the decoder made of that (`see`);
// - the verdicts on these touches (`decide`);
// and after both (`update_clone`) the clone gets what differs for it, a frame for a frame, with the panel's times.
//
// - A touch of the decoder's waits until there is a verdict on it. What it does is kept, and follows in order once it may
//   pass; of one that waits for longer than some thousand values, the last ones.
// - A touch that the clone knows of is taken back in one of three ways, and lifted in a frame of its own after that.
// - A lift waits for its verdict too. The clone has ten slots at least, as the finger of a double tap lands again before its
//   first lift is out. Where they do not do, the lift that has waited the longest goes out.
// - A panel without slots gets a clone with slots, of which alone a touch can be taken back.
// - Keys, switches and the like pass. Those that say how many fingers are down, or where (BTN_TOUCH, ABS_X, …), follow the
//   clone's fingers.
//
// Allocates nothing after `ti_relay_new`, and costs what changed in a frame.
typedef struct ti_relay ti_relay;

enum { TI_RELAY_NAME_SIZE = 80 };  // uinput's
enum { TI_RELAY_SLOTS = 10 };  // that a clone has at least

typedef enum ti_verdict {
  TI_PASS = 0,  // the clone may know of it
  TI_END,  // and of its lift
  TI_TAKE,  // it may not, or not any more
} ti_verdict;

// How a touch is taken back that readers of the clone know of.
typedef enum ti_taking {
  TI_AS_PALM = 0,  // it turns into a palm (ABS_MT_TOOL_TYPE): readers that know palms cancel it
  TI_AS_LIFT,  // where it is: readers take it for an ordinary touch
  TI_LED_AWAY,  // it goes to the side of the panel that is farthest from it, and then beyond: it is lifted away from what it
                // lay on. Some compositors tell applications of no place beyond the side, so that it goes in two steps
} ti_taking;

// What a panel holds while no finger is on it: the kernel does not repeat it.
typedef struct ti_relay_panel {
  int32_t current_slot;
  int32_t values[ABS_MT_TOOL_Y - ABS_MT_TOUCH_MAJOR + 1][TI_MAX_SLOTS];
  int32_t plain[ABS_MT_SLOT];
} ti_relay_panel;

// Null where the description is none of a touchscreen, or memory is out.
ti_relay *ti_relay_new(const ti_description *panel, unsigned hints);
void ti_relay_free(ti_relay *relay);
// What the clone is to say it is; for ti_uinput_new.
const ti_description *ti_relay_clone(const ti_relay *relay);
// Where frames are written; stays the caller's.
void ti_relay_connect(ti_relay *relay, int fd);
// TI_AS_PALM without it.
void ti_relay_set_taking(ti_relay *relay, ti_taking taking);
// A count that goes up each time an intercepted panel has been read, for its guardian; null: none.
void ti_relay_set_beats(ti_relay *relay, uint32_t *beats);

// Begins on a panel that is untouched; events older than `since` have reached all readers.
void ti_relay_start(ti_relay *relay, const ti_relay_panel *panel, int64_t since);
// Takes back what the clone knows of, and hears no more.
void ti_relay_stop(ti_relay *relay, int64_t time);
// The guardian has stopped it, and lifted all touches of the clone.
void ti_relay_was_reset(ti_relay *relay);

void ti_relay_receive(ti_relay *relay, const ti_event *events, size_t count);
void ti_relay_see(ti_relay *relay, const ti_frame *frame);
// After lost events: what the panel holds now.
void ti_relay_resync(ti_relay *relay, const ti_state *state, int64_t time);
void ti_relay_decide(ti_relay *relay, uint64_t id, ti_verdict verdict);
// Writes what the clone must know now. `time` is used without a new frame, as with verdicts that come by time alone.
void ti_relay_update_clone(ti_relay *relay, int64_t time);
// Writes the finished frames in one write. 0 or -errno, which stays.
int ti_relay_send(ti_relay *relay);
// The touches that wait; returns how many of them are in `ids`.
size_t ti_relay_waiting(const ti_relay *relay, uint64_t *ids, size_t most);
