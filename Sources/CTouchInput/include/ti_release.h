#pragma once

#include "ti_description.h"

// What a clone can hold down. Whoever lets a panel go without knowing what its clone holds releases all of this.
typedef struct ti_release {
  int32_t slots;
  uint8_t keys[(KEY_CNT + 7) / 8];
} ti_release;

// Writes to a clone that it holds nothing: every touch is taken back, and every key is released. The kernel ignores the
// release of what is not held. Allocates nothing and takes no lock, so it is safe after a fork.
void ti_release_all(int clone, const ti_release *release);
