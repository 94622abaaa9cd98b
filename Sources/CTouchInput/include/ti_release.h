#pragma once

#include "ti_description.h"

// How a touch that the clone's readers have seen is cancelled, when a gesture takes it.
typedef enum ti_taking {
  TI_AS_PALM = 0,  // it turns into a palm (ABS_MT_TOOL_TYPE): readers that support palms cancel it
  TI_AS_LIFT,  // it lifts where it is: readers see an ordinary touch
  TI_LED_AWAY,  // it moves to the panel's farthest edge, then beyond it, so that it lifts away from the control under the finger.
                // Two steps, as some compositors don't report positions beyond the edge to applications
} ti_taking;

// The last position before an edge, or one beyond it by 1 % of the range: libinput takes positions 2 % outside for an error of the
// panel.
int32_t ti_side(const ti_axis *axis, bool maximum, bool beyond);

// All touches and keys that a clone can hold down. A process that releases a panel without knowing what its clone holds releases all
// of them. It doesn't know the touches' positions either, so TI_LED_AWAY moves all of them to one corner.
typedef struct ti_release {
  int32_t slots;
  ti_taking taking;
  ti_axis x, y;  // the clone's ABS_MT_POSITION_X and _Y
  uint8_t keys[(KEY_CNT + 7) / 8];
} ti_release;

// Cancels every touch of a clone and releases every key. The kernel ignores the release of a key that is not held. Allocates
// nothing and takes no lock, so it is safe after a fork.
void ti_release_all(int clone, const ti_release *release);
