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
// False if the device could not be set to CLOCK_MONOTONIC; frames then have the time at which they were read.
bool ti_device_has_kernel_time(const ti_device *device);

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
