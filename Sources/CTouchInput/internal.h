// Declarations for the files of this module only.
#pragma once

#include "CTouchInput.h"

struct libevdev;

// Fills in a description from what libevdev has read from a device.
void ti_describe(const struct libevdev *evdev, ti_description *description);
// The current CLOCK_MONOTONIC in microseconds.
int64_t ti_now(void);
