#pragma once

#include <stddef.h>

#include "ti_failure.h"

// The node's access control list as the kernel keeps it, and its size; -1 where it has none.
long ti_access_list(const char *node, void *list, size_t size);

typedef enum ti_action { TI_ADDED = 0, TI_REMOVED, TI_CHANGED } ti_action;

// An event node and what udev says of it. Strings are cut to their size, lists at a whole entry.
typedef struct ti_node {
  ti_action action;
  unsigned hints;  // TI_HINT_…
  char sysname[64];  // "event4"
  char node[256];  // "/dev/input/event4"
  char links[2048];  // DEVLINKS: further paths, separated by spaces
  char path[256];  // ID_PATH
  char serial[256];  // ID_SERIAL
  char calibration[256];  // LIBINPUT_CALIBRATION_MATRIX
  char output[128];  // WL_OUTPUT
  char seat[64];  // ID_SEAT
} ti_node;

typedef struct ti_discovery ti_discovery;

// A udev context with a monitor of input devices; start the monitor before enumerating, and nothing is missed.
ti_discovery *ti_discovery_new(ti_failure *failure);
void ti_discovery_free(ti_discovery *discovery);
int ti_discovery_fd(const ti_discovery *discovery);
// Calls `body` for each event node there is. 0 or -errno.
int ti_discovery_enumerate(ti_discovery *discovery, void (*body)(const ti_node *, void *), void *context);
// 1: `node` is filled. 0: nothing more for now. Below 0: -errno; -ENOBUFS where events were lost: enumerate again.
int ti_discovery_receive(ti_discovery *discovery, ti_node *node);
