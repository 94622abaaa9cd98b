#pragma once

#include "ti_decoder.h"
#include "ti_failure.h"

// Creates a uinput device (`path`: "/dev/uinput") with the description's name, phys, ids, properties, keys, and axes with their
// ranges and resolutions. Fuzz and flat are 0: the events have been through a kernel's filter already, and a second one would
// change them. Returns a descriptor; closing it removes the device. On error returns -errno and fills in `failure`.
int ti_uinput_new(const char *path, const ti_description *description, ti_failure *failure);

// Finds the node of such a device, "/dev/input/event7". Returns 0, -EAGAIN while there is none yet, or -errno.
int ti_uinput_node(int fd, char *node, size_t size);

// Whether udev has finished setting up a node, so that its readers can open it. Also true if no udev is running.
bool ti_uinput_is_ready(const char *node);
