#pragma once

#include "ti_description.h"

// How a touch is taken back that readers of the clone know of.
typedef enum ti_taking {
  TI_AS_PALM = 0,  // it turns into a palm (ABS_MT_TOOL_TYPE): readers that know palms cancel it
  TI_AS_LIFT,  // where it is: readers take it for an ordinary touch
  TI_LED_AWAY,  // it goes to the side of the panel that is farthest from it, and then beyond: it is lifted away from what it
                // lay on. Some compositors tell applications of no place beyond the side, so that it goes in two steps
} ti_taking;

// The last place on a side, or one beyond it by a hundredth: libinput takes what lies 2 % outside for an error of the panel.
int32_t ti_side(const ti_axis *axis, bool maximum, bool beyond);

// What a clone can hold down. A process that releases a panel without knowing what its clone holds releases all of this; where its
// touches are is not known either, so that they are led away to one corner.
typedef struct ti_release {
  int32_t slots;
  ti_taking taking;
  ti_axis x, y;  // of the clone's ABS_MT_POSITION_X and _Y
  uint8_t keys[(KEY_CNT + 7) / 8];
} ti_release;

// Takes back every touch of a clone and releases every key. The kernel ignores the release of a key that is not held. Allocates
// nothing and takes no lock, so it is safe after a fork.
void ti_release_all(int clone, const ti_release *release);
