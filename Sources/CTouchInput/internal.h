// Declarations for the files of this module only.
#pragma once

#include "CTouchInput.h"

struct libevdev;

// Fills in a description from what libevdev has read from a device.
void ti_describe(const struct libevdev *evdev, ti_description *description);
// Lets the kernel send only these codes of a type to this descriptor; with EV_SYN, only events of these types.
bool ti_mask_codes(int fd, uint32_t type, const uint8_t *codes, size_t size);
// The current CLOCK_MONOTONIC in microseconds.
int64_t ti_now(void);
// Returns `size` bytes that begin with a page, or null: what each frame needs at the beginning of a block then lies in few cache lines, and
// on one page. To be freed with free().
void *ti_allocate_page(size_t size);
