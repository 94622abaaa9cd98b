#pragma once

#include "ti_decoder.h"
#include "ti_failure.h"

// Opens an evdev node of any kind, to record all its events unchanged. Returns a descriptor, or -errno and fills in `failure`.
// `kernel_time` is set to false if the device's clock could not be set to CLOCK_MONOTONIC.
int ti_record_open(const char *node, ti_description *description, bool *kernel_time, ti_failure *failure);

// Reads the current values of the axes as a frame of events without a time. A device sends a value only when it changes, so a
// program that plays a recording on another device must begin with these events. Tracking ids and buttons are left out. Returns the
// number of events, 0 if all values are 0.
enum { TI_RECORD_STATE_MOST = TI_MAX_SLOTS * (ABS_MT_TOOL_Y - ABS_MT_SLOT + 1) + ABS_CNT };
size_t ti_record_state(int fd, const ti_description *description, ti_event *events, size_t most);

// Reads the events that are available, at most TI_RECORD_MOST. Returns their number, 0 if there are none for now, or -errno:
// -ENODEV if the device is gone.
enum { TI_RECORD_MOST = 1024 };
int ti_record_read(int fd, bool kernel_time, ti_event *events, size_t most);
