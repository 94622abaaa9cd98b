// Touchscreens as the kernel has them: descriptions, frames of contacts, open devices, their clones, hotplug. The policy in
// it is that of evdev and of readers like libinput: which device is a touchscreen, when a touch begins, ends or is cancelled,
// in which frames a clone gets what waited. Which gesture gets a touch is decided by callers. Nothing here trusts what a
// device or a recording says, and nothing aborts.
#pragma once

#include "ti_failure.h"
#include "ti_description.h"
#include "ti_decoder.h"
#include "ti_device.h"
#include "ti_recording.h"
#include "ti_release.h"
#include "ti_relay.h"
#include "ti_interception.h"
#include "ti_guardian.h"
#include "ti_uinput.h"
#include "ti_discovery.h"
