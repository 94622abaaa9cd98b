#pragma once

#include "ti_device.h"
#include "ti_relay.h"

// Grabs the panel, starts the relay and has all that the panel sends go through it too; not if a finger is on the panel, or a
// key of it is held. 1: done. 0: it is touched. Below 0: -errno (-EBUSY: another program has grabbed it).
int ti_device_intercept(ti_device *device, ti_relay *relay);
// Releases the panel, whose relay has been stopped.
int ti_device_let_go(ti_device *device);
