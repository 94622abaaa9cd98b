#pragma once

#include "ti_decoder.h"
#include "ti_failure.h"

// Opens an evdev node, of whatever kind, to take all that it sends as it is. A descriptor, or -errno and `failure`.
// `kernel_time` is false where the kernel would not set the device's clock to CLOCK_MONOTONIC.
int ti_record_open(const char *node, ti_description *description, bool *kernel_time, ti_failure *failure);

// What the axes hold, as a frame of events without a time: a device sends of an axis only what changes, so a program that
// plays a recording to another device has to begin with these. Contacts and buttons are left out. None where all is 0.
enum { TI_RECORD_STATE_MOST = TI_MAX_SLOTS * (ABS_MT_TOOL_Y - ABS_MT_SLOT + 1) + ABS_CNT };
size_t ti_record_state(int fd, const ti_description *description, ti_event *events, size_t most);

// The events that are there, at most TI_RECORD_MOST: how many, 0 with none for now, -errno; -ENODEV where it is gone.
enum { TI_RECORD_MOST = 1024 };
int ti_record_read(int fd, bool kernel_time, ti_event *events, size_t most);
