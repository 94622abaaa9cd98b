#pragma once

#include "ti_decoder.h"
#include "ti_failure.h"

typedef struct ti_device ti_device;

// Opens an evdev node for reading, without blocking. Null and `failure` on error: ENOTTY where the node is not an
// evdev device, ENXIO from "classify" where it is not a touchscreen (the description is filled in then, too).
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

// Starts again as after opening, once its touches are cancelled: events that are not read yet are discarded, its state is
// read back, and fingers that lie there are ignored until they lift.
void ti_device_restart(ti_device *device);
