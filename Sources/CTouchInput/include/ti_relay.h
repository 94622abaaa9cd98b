#pragma once

#include "ti_decoder.h"
#include "ti_release.h"

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
//   clone's fingers. After each frame the clone holds the keys that the panel holds, even if events were lost.
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

// The keys and switches of a panel that are on.
typedef struct ti_held {
  uint8_t keys[(KEY_CNT + 7) / 8], switches[(SW_CNT + 7) / 8];
} ti_held;

// What a panel holds while no finger is on it: the kernel does not repeat it.
typedef struct ti_relay_panel {
  ti_held held;
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

// Begins on a panel that is untouched, and sets the clone's switches; events older than `since` have reached all readers.
void ti_relay_start(ti_relay *relay, const ti_relay_panel *panel, int64_t since);
// Takes back what the clone knows of, and hears no more.
void ti_relay_stop(ti_relay *relay, int64_t time);
// Forgets what the clone held, as the guardian has released it. Releases all of it once more: a frame may have been written since.
void ti_relay_was_reset(ti_relay *relay);
// All that the clone can hold.
ti_release ti_relay_release(const ti_relay *relay);

void ti_relay_receive(ti_relay *relay, const ti_event *events, size_t count);
void ti_relay_see(ti_relay *relay, const ti_frame *frame);
// Takes over what the panel holds, after lost events. Without a state no touch counts as down. Without `held` keys are released
// and switches stay.
void ti_relay_resync(ti_relay *relay, const ti_state *state, const ti_held *held, int64_t time);
void ti_relay_decide(ti_relay *relay, uint64_t id, ti_verdict verdict);
// Writes what the clone must know now. `time` is used without a new frame, as with verdicts that come by time alone.
void ti_relay_update_clone(ti_relay *relay, int64_t time);
// Writes the finished frames in one write. 0 or -errno, which stays.
int ti_relay_send(ti_relay *relay);
// The touches that wait; returns how many of them are in `ids`.
size_t ti_relay_waiting(const ti_relay *relay, uint64_t *ids, size_t most);
