#pragma once

#include "ti_description.h"

// Keys, switches and axes of open evdev nodes that are not panels. ti_record_open opens such a node, ti_record_read reads it.

// Lets the kernel send only these keys and switches to this descriptor, and only these absolute axes (bits of ABS_X to ABS_Z). The
// device's other readers still receive everything.
void ti_buttons_mask(int fd, const ti_codes *wanted, unsigned axes);

// Reads the keys and switches that are on, of those that the device has. The kernel also discards their events that are not read
// yet. Returns false, with none on, if they cannot be read.
bool ti_buttons_read_held(int fd, const ti_description *description, ti_codes *held);

// Reads the current value of an axis. Returns false if it cannot be read.
bool ti_buttons_read_axis(int fd, unsigned code, int32_t *value);
