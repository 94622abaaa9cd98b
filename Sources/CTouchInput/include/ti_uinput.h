#pragma once

#include "ti_decoder.h"
#include "ti_failure.h"

// Makes a device by uinput (`path`: "/dev/uinput") that says of itself what `description` says: name, phys, ids,
// properties, keys, axes with their ranges and resolutions. Fuzz and flat are 0, as what is sent has been through a
// kernel's filter before, and would not come out as it went in. Gives a descriptor, whose closing takes the device away;
// below 0: -errno, and `failure` says of which call.
int ti_uinput_new(const char *path, const ti_description *description, ti_failure *failure);

// The node of such a device, "/dev/input/event7". 0, -EAGAIN as long as there is none, or -errno.
int ti_uinput_node(int fd, char *node, size_t size);

// Whether udev is done with a node, so that all users who may read it can open it; also true where no udev runs.
bool ti_uinput_is_ready(const char *node);

// Sends events in one write, so that a whole frame has one time: that of its sending. At most TI_UINPUT_MOST.
// 0 or -errno.
enum { TI_UINPUT_MOST = 1024 };
int ti_uinput_send(int fd, const ti_event *events, size_t count);
