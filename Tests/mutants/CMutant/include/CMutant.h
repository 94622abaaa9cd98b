#ifndef CMUTANT_H
#define CMUTANT_H

#include <stdbool.h>
#include <stdint.h>

// The number of the mutant that is active; 0: none.
extern int32_t mutant_active;
// A byte for each mutant that is set when it is reached; NULL if that is not recorded.
extern unsigned char *mutant_reached;

// Whether a mutant is active. Safe in a process after a fork, and leaves errno alone.
static inline bool mutant(int32_t number) {
  if (mutant_reached) mutant_reached[number] = 1;
  return number == mutant_active;
}

#endif
