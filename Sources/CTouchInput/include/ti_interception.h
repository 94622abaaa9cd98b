#pragma once

#include "ti_device.h"
#include "ti_relay.h"

// Grabs the panel, starts the relay, and from then on passes all events to it as well. Does nothing while a finger is on the
// panel or one of its keys is held. Returns 1 on success, 0 if the panel is touched, or -errno (-EBUSY: another program has grabbed
// it).
int ti_device_intercept(ti_device *device, ti_relay *relay);
// Releases the panel. The caller has stopped its relay.
int ti_device_let_go(ti_device *device);
