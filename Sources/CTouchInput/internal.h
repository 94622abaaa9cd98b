// What the files of this module share and others need not know.
#pragma once

#include "CTouchInput.h"

struct libevdev;

// What libevdev has read of a device.
void ti_describe(const struct libevdev *evdev, ti_description *description);
// CLOCK_MONOTONIC in microseconds.
int64_t ti_now(void);
