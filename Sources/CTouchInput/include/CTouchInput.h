// Touchscreens as the kernel has them: descriptions, frames of contacts, open devices, hotplug. C structs and functions,
// no policy. Nothing here trusts what a device or a recording says, and nothing aborts.
#pragma once

#include "ti_failure.h"
#include "ti_description.h"
#include "ti_decoder.h"
#include "ti_device.h"
#include "ti_recording.h"
#include "ti_relay.h"
#include "ti_interception.h"
#include "ti_guardian.h"
#include "ti_uinput.h"
#include "ti_discovery.h"
