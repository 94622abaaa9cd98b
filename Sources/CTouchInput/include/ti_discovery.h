#pragma once

#include <stddef.h>

#include "ti_description.h"
#include "ti_failure.h"

// Reads the node's access control list in the kernel's format. Returns its size, or -1 if the node has none.
long ti_access_list(const char *node, void *list, size_t size);

typedef enum ti_action { TI_ADDED = 0, TI_REMOVED, TI_CHANGED } ti_action;

// What udev and sysfs say of a device that is not a panel.
enum {
  TI_TRAIT_IIO = 1,  // a sensor of the subsystem iio, not an event node
  TI_TRAIT_KEYBOARD = 2,  // ID_INPUT_KEYBOARD
  TI_TRAIT_POINTING = 4,  // a mouse, touchpad, pointing stick, tablet, or touchscreen
  TI_TRAIT_JOYSTICK = 8,
  TI_TRAIT_REMOTE = 16,  // the device of an infrared receiver or of HDMI-CEC: one of its parents is in the subsystem rc
  TI_TRAIT_ACCELEROMETER = 32,
  TI_TRAIT_SENSOR_PROXY = 64,  // iio-sensor-proxy is installed, and may read it
};

// An event node or an IIO device, and its udev properties. Strings that don't fit are cut, lists after a whole entry. For an IIO
// device only the action, the traits, sysname, node, syspath, mount_matrix, location and the name are filled in.
typedef struct ti_node {
  ti_action action;
  unsigned hints;  // TI_HINT_…
  unsigned traits;  // TI_TRAIT_…
  char sysname[64];  // "event4", "iio:device0"
  char node[256];  // "/dev/input/event4"; an IIO device without a buffer has none
  char syspath[512];  // "/sys/devices/…/input4/event4"
  char links[2048];  // DEVLINKS: further paths, separated by spaces
  char path[256];  // ID_PATH
  char serial[256];  // ID_SERIAL
  char calibration[256];  // LIBINPUT_CALIBRATION_MATRIX
  char output[128];  // WL_OUTPUT
  char seat[64];  // ID_SEAT
  char mount_matrix[256];  // ACCEL_MOUNT_MATRIX
  char location[64];  // ACCEL_LOCATION
  char name[256];  // of the device, like the rest; empty or 0 if it is gone
  char phys[256];
  ti_codes codes;  // the keys and switches that it has
  unsigned short vendor;
  unsigned short product;
} ti_node;

// The texts of a node. Swift imports arrays as tuples, and making their types at run time would take longer than all else at the start.
typedef struct ti_node_texts {
  const char *sysname, *node, *syspath, *links, *path, *serial, *calibration, *output, *seat, *mount_matrix, *location, *name, *phys;
} ti_node_texts;

static inline ti_node_texts ti_texts_of_node(const ti_node *it) {
  return (ti_node_texts){
    it->sysname, it->node, it->syspath, it->links, it->path, it->serial, it->calibration, it->output, it->seat,
    it->mount_matrix, it->location, it->name, it->phys,
  };
}

typedef struct ti_discovery ti_discovery;

// Creates a udev context with a monitor of input and IIO devices. Enumerate after this call: the monitor runs already, so no device is
// missed.
ti_discovery *ti_discovery_new(ti_failure *failure);
void ti_discovery_free(ti_discovery *discovery);
int ti_discovery_fd(const ti_discovery *discovery);
// Calls `body` for each existing event node, or for each IIO device. Returns 0 or -errno.
int ti_discovery_enumerate(ti_discovery *discovery, bool iio, void (*body)(const ti_node *, void *), void *context);
// Receives the next event. Returns 1 if `node` is filled, 0 if there is none for now, or -errno: -ENOBUFS if events were lost, so
// that the caller must enumerate again.
int ti_discovery_receive(ti_discovery *discovery, ti_node *node);
