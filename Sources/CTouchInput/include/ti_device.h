#pragma once

#include "ti_decoder.h"
#include "ti_failure.h"

typedef struct ti_device ti_device;

// Opens an evdev node for non-blocking reading. On error returns null and fills in `failure`: ENOTTY if the node is not an evdev
// device, ENXIO from "classify" if it is not a touchscreen (the description is filled in in that case, too).
ti_device *ti_device_open(
  const char *node, unsigned hints, uint64_t first_id, ti_description *description, ti_failure *failure);
// Creates a device that reads events from any descriptor, which it then owns. For tests, which have no panels.
ti_device *ti_device_adopt(int fd, const ti_description *description, uint64_t first_id);
void ti_device_close(ti_device *device);
int ti_device_fd(const ti_device *device);
ti_decoder *ti_device_decoder(ti_device *device);
// Whether the ranges or resolutions of the positions are others than when the device was opened: EVIOCSABS changes them.
bool ti_device_has_other_ranges(const ti_device *device);

// Reads the next frame. Returns 1 if `frame` is filled (3 if its pressures and sizes are followed), 0 if there is nothing more to read for now, 2 at the end of a turn (the
// descriptor is readable if there is more), or -errno: -ENODEV if the device is gone. After SYN_DROPPED the device's state is
// read back automatically.
int ti_device_next(ti_device *device, ti_frame *frame);

// Sets whether pressures and sizes are followed, as in ti_decoder_follow. The kernel does not send them otherwise, except to a device
// that is intercepted.
void ti_device_follow(ti_device *device, bool follows);

// Starts again as after opening. The caller has cancelled the touches. Events that are not read yet are discarded, the state is
// read back, and fingers that are on the panel are ignored until they lift.
void ti_device_restart(ti_device *device);

// ---- Dozing ---------------------------------------------------------------------------------------------------------
//
// While no gesture wants the fingers that are down, the kernel need not report where they go: a device that dozes becomes readable only
// when a finger lands or lifts. Before it is read, it must wake.

// Begins to doze. False if that is not possible: without protocol B, with pressure and size, pens or interception, in the middle of a
// frame, and on a kernel without masks.
bool ti_device_doze(ti_device *device);
// Has the kernel report positions again, and reads where the fingers are. Returns whether some of them have moved; `frame` then moves
// them, at `time` (microseconds) or, if that is earlier, at the time of the last frame.
bool ti_device_wake(ti_device *device, int64_t time, ti_frame *frame);

// ---- The quiet lane -------------------------------------------------------------------------------------------------
//
// Most frames of moving fingers decide nothing. A reader that knows how far the fingers may go before it must see them opens the
// device's lane, and calls `ti_device_glide` whenever the device is readable. Frames in which the fingers only move, and only where
// they may be, are kept. At the first other frame the lane closes: the reader then recalls the kept frames, which it handles as if
// they had been read now, and goes on with `ti_device_next`.

// Where a finger may be, in the device's units; its sides belong to it.
typedef struct ti_area {
  int32_t left, right, top, bottom;
} ti_area;

// How the way from one finger to another may change.
typedef struct ti_way {
  double xx, xy, yx, yy;  // a way in units, x and y, is xx·x + xy·y and yx·x + yy·y in millimetres
  double shortest, longest;  // millimetres, both included
  double x, y;  // a direction; both 0: any direction
  double steepest;  // the tangent of the largest angle from this direction
} ti_way;

// Where the mean of fingers may be.
typedef struct ti_disc {
  double xx, xy, x, yx, yy, y;  // a mean in units, x and y, is xx·x + xy·y + x and yx·x + yy·y + y in millimetres from the disc's middle
  double radius;  // millimetres; the rim belongs to the disc
} ti_disc;

// Opens the lane. No finger may move until `ti_device_allow` has been called for it. False if the device's frames need more than a
// comparison of places (protocol A, pressure and size, pens, interception), or if there are frames to recall.
// `window`: only frames that move a touch within so many microseconds before its last movement must be recalled; -1: each frame must.
// `most_frames`: the number of frames to be recalled with which the lane ends; at most 128 in any case.
bool ti_device_open_lane(ti_device *device, int64_t window, uint32_t most_frames);
// Closes the lane. Returns the number of frames that it kept, of which the last ones can still be recalled.
uint32_t ti_device_close_lane(ti_device *device);
// Lets a touch move within an area.
void ti_device_allow(ti_device *device, uint64_t id, ti_area area);
// Also requires something of the way from one touch to another. There may be one such pair, of touches that were allowed to move and are
// within the panel's edges; otherwise the lane closes.
void ti_device_allow_pair(ti_device *device, uint64_t first, uint64_t second, ti_way way);
// Also requires that the mean of the touches that were allowed to move stays on a disc. Call it after `ti_device_allow`.
void ti_device_allow_centre(ti_device *device, ti_disc disc);
// Reads the device once, and keeps the frames before `until` (microseconds) that may be kept. True if all that was read is kept; false
// if the reader must go on with `ti_device_next`, also because the lane is not open or full, the device is gone, or what it
// passes on does not arrive.
bool ti_device_glide(ti_device *device, int64_t until);

// The devices that one thread waits for. It reads those with an open lane without calling anything else.
typedef struct ti_lanes {
  int64_t until;  // microseconds: the first time at which frames are not kept
  uint32_t count;
  ti_device **devices;
} ti_lanes;

// Glides on the device with this descriptor. `lanes` is a ti_lanes. False if the caller must go on: if `ti_device_glide` is false, or if
// the descriptor is not in the list.
bool ti_lanes_glide(void *lanes, uint64_t descriptor);

// Forgets the oldest frames that were kept and need not be recalled.
void ti_device_skip_kept(ti_device *device);
// Returns the oldest frame that was kept, and forgets it; false if there is none. Recall all of them before anything else is done with
// the device, except for gliding.
bool ti_device_recall(ti_device *device, ti_frame *frame);
// Before the first of them: returns a touch that frames have moved which were forgotten, and where the last of these left it; false if
// there are no more.
bool ti_device_recall_forgotten(ti_device *device, uint64_t *id, int32_t *x, int32_t *y);
// The oldest kept frame in two steps, without a frame: its time, then each of its places until there are no more.
bool ti_device_recall_frame(ti_device *device, int64_t *time);
bool ti_device_recall_place(ti_device *device, uint64_t *id, int32_t *x, int32_t *y);
