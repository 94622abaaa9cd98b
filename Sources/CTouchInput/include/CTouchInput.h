// Touchscreens as the kernel has them: descriptions, frames of contacts, open devices, hotplug. C structs and functions,
// no policy. Nothing here trusts what a device or a recording says, and nothing aborts.
#pragma once

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Descriptions ---------------------------------------------------------------------------------------------------

// What a device says about one absolute axis; `resolution` in units per millimetre, 0 where it does not say.
typedef struct ti_axis {
  bool present;
  int32_t minimum, maximum, fuzz, flat, resolution;
} ti_axis;

enum { TI_NAME_SIZE = 256 };
enum { TI_MAX_SLOTS = 256 };  // more than any panel has (60); bounds what a hostile one can make us hold
enum { TI_MAX_ANONYMOUS = 64 };  // contacts of a protocol A panel

// What a device says it is. Filled from a live device, or from a recording by its reader. The strings are bytes of
// somebody else's choice, not necessarily UTF-8; always NUL-terminated.
typedef struct ti_description {
  char name[TI_NAME_SIZE], phys[TI_NAME_SIZE], uniq[TI_NAME_SIZE];
  uint16_t bustype, vendor, product, version;
  uint8_t properties[(INPUT_PROP_CNT + 7) / 8];
  uint8_t event_types[(EV_CNT + 7) / 8];
  uint8_t keys[(KEY_CNT + 7) / 8];  // all zero: not known, as in recordings without B: lines
  uint8_t relative[(REL_CNT + 7) / 8];
  uint8_t misc[(MSC_CNT + 7) / 8];
  uint8_t switches[(SW_CNT + 7) / 8];
  uint8_t leds[(LED_CNT + 7) / 8];
  uint8_t sounds[(SND_CNT + 7) / 8];
  uint8_t repeats[(REP_CNT + 7) / 8];
  uint8_t forces[(FF_CNT + 7) / 8];
  ti_axis axes[ABS_CNT];
} ti_description;

typedef enum ti_protocol {
  TI_PROTOCOL_NONE = 0,  // no touchscreen
  TI_PROTOCOL_SLOTS,  // protocol B
  TI_PROTOCOL_ANONYMOUS,  // protocol A: SYN_MT_REPORT after each contact, with tracking ids or without
  TI_PROTOCOL_SINGLE,  // ABS_X, ABS_Y and a button
} ti_protocol;

// Why a device is no touchscreen.
typedef enum ti_reason {
  TI_REASON_NONE = 0,
  TI_REASON_NO_AXES,
  TI_REASON_TOUCHPAD,
  TI_REASON_PEN,
  TI_REASON_NO_TOUCH_BUTTON,
  TI_REASON_LIKE_A_MOUSE,  // a button and absolute axes: a mouse of a virtual machine, or a panel of a till
  TI_REASON_NOT_DIRECT,  // a mouse, joystick or sensor: nothing says that its axes are those of a screen
} ti_reason;

// What udev knows: ID_INPUT_TOUCHSCREEN, and ID_INPUT_TOUCHPAD. What the user knows: this very device is meant, so that it
// is a touchscreen though it looks like an absolute mouse.
enum { TI_HINT_TOUCHSCREEN = 1, TI_HINT_TOUCHPAD = 2, TI_HINT_NAMED = 4 };

typedef struct ti_class {
  ti_protocol protocol;
  ti_reason reason;
  int32_t slots;  // protocol B: 1...TI_MAX_SLOTS
  uint16_t x_code, y_code;  // the axes in whose units contacts are given
  uint16_t touch_button;  // BTN_TOUCH, or BTN_LEFT of a panel that looks like an absolute mouse
  // eGalax 0eef:0001 declares ABS_X and ABS_Y but sends ABS_Z and ABS_RX. Contacts are then in units of ABS_Z and
  // ABS_RX; should ABS_X and ABS_Y be sent after all, they are brought to those ranges.
  bool coordinates_on_z_rx;
} ti_class;

static inline bool ti_bit(const uint8_t *bits, unsigned code) { return (bits[code / 8] >> (code % 8)) & 1; }

// What the kernel's headers call things: "EV_ABS", "ABS_MT_SLOT", "INPUT_PROP_DIRECT". -1 or null where there is no such.
int ti_type_code(const char *name);
int ti_code(unsigned type, const char *name);
int ti_property_code(const char *name);
const char *ti_type_name(unsigned type);
const char *ti_code_name(unsigned type, unsigned code);

ti_class ti_classify(const ti_description *description, unsigned hints);

// ---- Frames ---------------------------------------------------------------------------------------------------------

// One input event, its time in microseconds: what a recording holds. 16 bytes.
typedef struct ti_event {
  int64_t time;
  uint16_t type, code;
  int32_t value;
} ti_event;

typedef enum ti_phase { TI_BEGAN = 0, TI_MOVED, TI_ENDED, TI_CANCELLED } ti_phase;

// One contact's values, as EVIOCGMTSLOTS tells them.
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
// - Hovering (ABS_MT_DISTANCE above its minimum) is no touch: a touch ends when it starts and begins when it stops.
// - A touch that turns into a palm is cancelled and then ignored until it lifts; one that lands as a palm begins, with
//   its tool saying so. A palm that is marked only with its lift is cancelled too.
// - Protocol A without tracking ids: contacts keep their names by the assignment with the least sum of squared ways
//   (from 11 contacts on: nearest pair first), however far that is.
// - Protocol A releases: a frame of an empty SYN_MT_REPORT; a button that goes up; a contact left out of a frame that
//   has others; a tracking id of -1; ABS_MT_TOUCH_MAJOR 0, once the device has sent another. A frame with neither
//   contacts nor SYN_MT_REPORT nor the button's release (a time stamp, say) tells nothing.
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

// ---- Devices --------------------------------------------------------------------------------------------------------

typedef struct ti_device ti_device;

// Which system call failed, and how.
typedef struct ti_failure {
  const char *call;
  int error;
} ti_failure;

// Opens an evdev node for reading, without blocking. Null and `failure` on error: ENOTTY where the node is no evdev
// device, ENXIO from "classify" where it is no touchscreen (the description is filled in then, too).
ti_device *ti_device_open(
  const char *node, unsigned hints, uint64_t first_id, ti_description *description, ti_failure *failure);
// A device whose events come from any descriptor, which is its own from then on: for tests, which have no panels.
ti_device *ti_device_adopt(int fd, const ti_description *description, uint64_t first_id);
void ti_device_close(ti_device *device);
int ti_device_fd(const ti_device *device);
ti_decoder *ti_device_decoder(ti_device *device);
// False where the device could not be set to CLOCK_MONOTONIC; frames then carry the time at which they were read.
bool ti_device_has_kernel_time(const ti_device *device);

// 1: `frame` is filled. 0: nothing more to read for now. 2: enough for a turn, the descriptor is readable if there is
// more. Below 0: -errno; -ENODEV where the device is gone. After SYN_DROPPED it reads the device's state back by itself.
int ti_device_next(ti_device *device, ti_frame *frame);

// As if it were opened anew, after its touches were cancelled: what it has sent so far is away, its state is read back,
// and fingers that lie there are ignored until they lift.
void ti_device_restart(ti_device *device);

// EVIOCGRAB: nobody else receives the panel's events. 0 or -errno (-EBUSY: somebody else has it).
int ti_device_grab(ti_device *device, bool grab);

// The node's access control list as the kernel keeps it, and its size; -1 where it has none.
long ti_access_list(const char *node, void *list, size_t size);

// ---- Recording ------------------------------------------------------------------------------------------------------

// Opens an evdev node, of whatever kind, to take all that it sends as it is. A descriptor, or -errno and `failure`.
// `kernel_time` is false where the kernel would not set the device's clock to CLOCK_MONOTONIC.
int ti_record_open(const char *node, ti_description *description, bool *kernel_time, ti_failure *failure);

// What the axes hold, as a frame of events without a time: a device tells of an axis only what changes, so that who plays
// a recording to another device has to begin with these. Contacts and buttons are left out. None where all is 0.
enum { TI_RECORD_STATE_MOST = TI_MAX_SLOTS * (ABS_MT_TOOL_Y - ABS_MT_SLOT + 1) + ABS_CNT };
size_t ti_record_state(int fd, const ti_description *description, ti_event *events, size_t most);

// The events that are there, at most TI_RECORD_MOST: how many, 0 with none for now, -errno; -ENODEV where it is gone.
enum { TI_RECORD_MOST = 1024 };
int ti_record_read(int fd, bool kernel_time, ti_event *events, size_t most);

// ---- Relays ---------------------------------------------------------------------------------------------------------

// Carries a grabbed panel's touches over to a clone of it, but for those that gestures hold back or take. It is told
// - what the panel sends (`take`), and which touches the decoder made of that (`see`);
// - what is to become of these touches (`tell`);
// and when both are done (`settle`), the clone is told what differs for it, a frame for a frame, with the panel's times.
//
// - A touch of which the decoder knows and of which nothing was told waits. What it does is kept, and follows in order once
//   it may pass; of one that waits for longer than some thousand values, the last ones.
// - A touch is taken back as a palm (ABS_MT_TOOL_TYPE), which readers cancel, and lifted in the next frame.
// - A lift waits for its verdict too. The clone has ten slots at least, as the finger of a double tap lands again before its
//   first lift is out. Where they do not do, the lift that has waited the longest goes out.
// - A panel without slots gets a clone with slots, of which alone a touch can be taken back.
// - Keys, switches and the like pass. Those that tell of fingers (BTN_TOUCH, ABS_X, …) follow the clone's fingers.
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

// From now on: the panel is untouched, and events older than `since` were everybody's.
void ti_relay_start(ti_relay *relay, const ti_relay_panel *panel, int64_t since);
// Takes back what the clone knows of, and hears no more.
void ti_relay_stop(ti_relay *relay, int64_t time);
// Somebody else has stopped it, and lifted all.
void ti_relay_was_reset(ti_relay *relay);

void ti_relay_take(ti_relay *relay, const ti_event *events, size_t count);
void ti_relay_see(ti_relay *relay, const ti_frame *frame);
// After lost events: what the panel holds now.
void ti_relay_resync(ti_relay *relay, const ti_state *state, int64_t time);
void ti_relay_tell(ti_relay *relay, uint64_t id, ti_verdict verdict);
// `time`: where verdicts come by time alone; a frame has its own.
void ti_relay_settle(ti_relay *relay, int64_t time);
// One write for all that was settled. 0 or -errno, which stays.
int ti_relay_send(ti_relay *relay);
// The touches that wait; returns how many of them are in `ids`.
size_t ti_relay_waiting(const ti_relay *relay, uint64_t *ids, size_t most);

// ---- Guardians ------------------------------------------------------------------------------------------------------

// A process of its own that lets grabbed panels go where this one does not: it was stopped or hangs, so that what a panel
// has sent lies unread for TI_STALL_LIMIT; or it has ended. It then takes back what the clone knows of. It sleeps while
// nobody touches a panel, and wakes every 2 s while somebody does.
typedef struct ti_guardian ti_guardian;

enum { TI_GUARDED = 16 };  // panels at most
enum { TI_STALL_LIMIT = 2000000 };  // microseconds

ti_guardian *ti_guardian_new(ti_failure *failure);
// The guardian's end; what it guards is let go.
void ti_guardian_free(ti_guardian *guardian);
// Guards a panel from now on, by descriptors of the panel and of the clone, which has so many slots. A place, or -errno.
int ti_guardian_guard(ti_guardian *guardian, int panel, int clone, int32_t slots);
void ti_guardian_leave(ti_guardian *guardian, int place);
// Whether it has let the panel go.
bool ti_guardian_let_go(const ti_guardian *guardian, int place);
// What is counted up to say that the panel is read.
uint32_t *ti_guardian_beats(ti_guardian *guardian, int place);
// For a device: null, or where to count.
void ti_device_set_beats(ti_device *device, uint32_t *beats);

// ---- Intercepted devices --------------------------------------------------------------------------------------------

// Has the panel's events go through the relay too, until it is null.
void ti_device_set_relay(ti_device *device, ti_relay *relay);
// Grabs the panel and starts its relay if no finger is on it. 1: done. 0: it is touched. Below 0: -errno.
int ti_device_intercept(ti_device *device);
// Lets it go; the relay has been stopped.
int ti_device_let_go(ti_device *device);
// How many fingers lie on it, whatever the decoder makes of them.
int32_t ti_decoder_fingers(const ti_decoder *decoder);
// Whether ti_decoder_next has a second frame of the same time.
bool ti_decoder_waits(const ti_decoder *decoder);

// ---- Devices of our own ----------------------------------------------------------------------------------------------

// Makes a device by uinput (`path`: "/dev/uinput") that says of itself what `description` says: name, phys, ids,
// properties, keys, axes with their ranges and resolutions. Fuzz and flat are 0, as what is sent has been through a
// kernel's filter before, and would not come out as it went in. Gives a descriptor, whose closing takes the device away;
// below 0: -errno, and `failure` says of which call.
int ti_uinput_new(const char *path, const ti_description *description, ti_failure *failure);

// The node of such a device, "/dev/input/event7". 0, -EAGAIN as long as there is none, or -errno.
int ti_uinput_node(int fd, char *node, size_t size);

// Whether udev is through with a node, so that everybody who may read it can open it; also true where no udev runs.
bool ti_uinput_is_settled(const char *node);

// Sends events in one write, so that a whole frame has one time: that of its sending. At most TI_UINPUT_MOST.
// 0 or -errno.
enum { TI_UINPUT_MOST = 1024 };
int ti_uinput_send(int fd, const ti_event *events, size_t count);

// ---- Discovery ------------------------------------------------------------------------------------------------------

typedef enum ti_action { TI_ADDED = 0, TI_REMOVED, TI_CHANGED } ti_action;

// An event node and what udev says of it. Strings are cut to their size, lists at a whole entry.
typedef struct ti_node {
  ti_action action;
  unsigned hints;  // TI_HINT_…
  char sysname[64];  // "event4"
  char node[256];  // "/dev/input/event4"
  char links[2048];  // DEVLINKS: further paths, separated by spaces
  char path[256];  // ID_PATH
  char serial[256];  // ID_SERIAL
  char calibration[256];  // LIBINPUT_CALIBRATION_MATRIX
  char output[128];  // WL_OUTPUT
  char seat[64];  // ID_SEAT
} ti_node;

typedef struct ti_discovery ti_discovery;

// A udev context with a monitor of input devices; start the monitor before enumerating, and nothing is missed.
ti_discovery *ti_discovery_new(ti_failure *failure);
void ti_discovery_free(ti_discovery *discovery);
int ti_discovery_fd(const ti_discovery *discovery);
// Calls `body` for each event node there is. 0 or -errno.
int ti_discovery_enumerate(ti_discovery *discovery, void (*body)(const ti_node *, void *), void *context);
// 1: `node` is filled. 0: nothing more for now. Below 0: -errno; -ENOBUFS where events were lost: enumerate again.
int ti_discovery_receive(ti_discovery *discovery, ti_node *node);

#ifdef __cplusplus
}
#endif
