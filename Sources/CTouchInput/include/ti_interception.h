#pragma once

#include "ti_device.h"
#include "ti_relay.h"

// Has the panel's events go through the relay too, until it is null.
void ti_device_set_relay(ti_device *device, ti_relay *relay);
// Grabs the panel and starts its relay if no finger is on it. 1: done. 0: it is touched. Below 0: -errno.
int ti_device_intercept(ti_device *device);
// Lets it go; the relay has been stopped.
int ti_device_let_go(ti_device *device);
// For a device: null, or where to count.
void ti_device_set_beats(ti_device *device, uint32_t *beats);
