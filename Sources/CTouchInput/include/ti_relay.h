#pragma once

#include "ti_decoder.h"
#include "ti_release.h"

// Passes a grabbed panel's touches on to a clone, except those that gestures hold back or take. It receives
// - the panel's events (`receive`), and the touches that the decoder found in them (`see`);
// - the verdicts on these touches (`decide`).
// After both, `update_clone` writes what has changed to the clone, one frame for each frame of the panel, with the panel's times.
//
// - A touch that the decoder reports waits for its verdict. Its values are kept meanwhile, and are written in order once it may
//   pass. The backlog holds about four thousand values; when it is full, a touch that passes skips to its last ones.
// - A touch that the clone has is cancelled as `ti_taking` says, and then lifted in a frame of its own.
// - A lift waits for its verdict too. So that the finger of a double tap can land again before its first lift is written, the
//   clone has at least ten slots. If they run out, the lift that has waited longest is written.
// - What a frame says of a touch can wait for the next one (`hold`).
// - A touch that goes on in another slot of the panel, or after a lift (`join`), keeps its slot on the clone.
// - A range whose minimum is above its maximum is turned round on the clone, and positions with it: uinput refuses such ranges.
// - The clone of a panel without slots has slots: only a touch in a slot can be cancelled.
// - Keys, switches and other events pass. Those that say how many fingers are down and where (BTN_TOUCH, ABS_X, …) follow the
//   clone's fingers. After each frame the clone holds the keys that the panel holds, even if events were lost.
//
// Nothing is allocated after `ti_relay_new`, and the cost of a frame depends only on what changed in it.
typedef struct ti_relay ti_relay;

enum { TI_RELAY_NAME_SIZE = 80 };  // uinput's limit
enum { TI_RELAY_SLOTS = 10 };  // the least number of slots of a clone

typedef enum ti_verdict {
  TI_PASS = 0,  // the clone gets the touch
  TI_END,  // the clone gets its lift as well
  TI_TAKE,  // a gesture takes the touch: the clone doesn't get it, or it is cancelled there
} ti_verdict;

// The keys and switches of a panel that are on.
typedef ti_codes ti_held;

// What the process that reads an intercepted panel shares with the panel's guardian.
typedef struct ti_watch {
  uint32_t beats;  // the number of times that the panel was read
  uint32_t let_go;  // not 0 if the guardian releases the panel, or has released it
} ti_watch;

// A panel's values while no finger is on it. The kernel doesn't send a value again that has not changed.
typedef struct ti_relay_panel {
  ti_held held;
  int32_t current_slot;
  int32_t values[ABS_MT_TOOL_Y - ABS_MT_TOUCH_MAJOR + 1][TI_MAX_SLOTS];
  int32_t plain[ABS_MT_SLOT];
} ti_relay_panel;

// Creates a relay for a panel. Null if the description is not that of a touchscreen, or if there is not enough memory.
ti_relay *ti_relay_new(const ti_description *panel, unsigned hints);
void ti_relay_free(ti_relay *relay);
// The clone's description, for ti_uinput_new.
const ti_description *ti_relay_clone(const ti_relay *relay);
// Sets the descriptor that frames are written to. The caller still owns it.
void ti_relay_connect(ti_relay *relay, int fd);
// Sets how touches are cancelled; initially TI_AS_PALM.
void ti_relay_set_taking(ti_relay *relay, ti_taking taking);
// Sets what the relay shares with its panel's guardian; null: it has none.
void ti_relay_set_watch(ti_relay *relay, ti_watch *watch);

// Begins with a panel that is not touched, and sets the clone's switches. Events before `since` are ignored: the panel's other
// readers have received them.
void ti_relay_start(ti_relay *relay, const ti_relay_panel *panel, int64_t since);
// Cancels the clone's touches, releases its keys, and ignores all further events.
void ti_relay_stop(ti_relay *relay, int64_t time);
// Forgets what the clone holds, after the guardian has released it. Releases everything once more, in case a frame was written
// meanwhile.
void ti_relay_was_reset(ti_relay *relay);
// All touches and keys that the clone can hold.
ti_release ti_relay_release(const ti_relay *relay);

// Sets the protocol in which the panel's decoder has read the events that `receive` gets next (ti_decoder_class). A panel that declares slots
// can turn out to speak protocol A.
void ti_relay_set_protocol(ti_relay *relay, ti_protocol protocol);
void ti_relay_receive(ti_relay *relay, const ti_event *events, size_t count);
void ti_relay_see(ti_relay *relay, const ti_frame *frame);
// Continues with the panel's current state after events were lost. Without a state no touch counts as down. Without `held`, keys
// are released and switches stay as they are.
void ti_relay_resync(ti_relay *relay, const ti_state *state, const ti_held *held, int64_t time);
void ti_relay_decide(ti_relay *relay, uint64_t id, ti_verdict verdict);
// The touch `new_id`, which has landed and has no verdict yet, goes on as the touch `old_id`, which has lifted, and whose TI_END has not come:
// the clone gets no lift and no landing, and verdicts on `old_id` are about this touch from now on. If a gesture has taken the old touch, the
// clone does not get the new one either. If the clone has the new one already, a finger that hovered, the old one lifts there.
void ti_relay_join(ti_relay *relay, uint64_t new_id, uint64_t old_id);
// The contact of the touch `old_id` goes on as the touch `new_id`, as if it had lifted and landed again in the last frame: both need verdicts.
void ti_relay_renew(ti_relay *relay, uint64_t old_id, uint64_t new_id);
// The clone gets what the last frame says of a touch only with the next frame, as it may be wrong, or after `ti_relay_let_held`.
void ti_relay_hold(ti_relay *relay, uint64_t id);
void ti_relay_let_held(ti_relay *relay);
// What was held of a touch that has lifted is wrong: the clone doesn't get it.
void ti_relay_drop_held(ti_relay *relay, uint64_t id);
// Writes the changes that may pass now to the clone. `time` is used if the panel has sent no new frame: verdicts may also come
// with time alone.
void ti_relay_update_clone(ti_relay *relay, int64_t time);
// Sends the finished frames in one write. Returns 0 or -errno; after an error nothing more is sent, and every call returns it.
int ti_relay_send(ti_relay *relay);
// Puts the ids of the touches that wait into `ids`, at most `most`. Returns their number.
size_t ti_relay_waiting(const ti_relay *relay, uint64_t *ids, size_t most);
