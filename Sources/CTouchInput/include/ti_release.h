#pragma once

#include "ti_description.h"

// All that a clone can hold down. A process that releases a panel without knowing what its clone holds releases all of this.
typedef struct ti_release {
  int32_t slots;
  uint8_t keys[(KEY_CNT + 7) / 8];
} ti_release;

// Takes back every touch of a clone and releases every key. The kernel ignores the release of a key that is not held. Allocates
// nothing and takes no lock, so it is safe after a fork.
void ti_release_all(int clone, const ti_release *release);
