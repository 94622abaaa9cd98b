// CTouchInput: touchscreens as the kernel presents them: descriptions, frames of contacts, open devices, their clones, hotplug.
// This module decides what evdev and its readers, such as libinput, decide: which device is a touchscreen, when a touch begins, ends or
// is cancelled, and in which frames a clone receives the events that waited. Which gesture gets a touch is up to the caller. Nothing
// a device or a recording says is trusted, and none of it makes this module abort.
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
#include "ti_buttons.h"
