#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ti_failure.h"
#include "ti_release.h"

// A process of its own that lets grabbed panels go where this one does not: it was stopped or hangs, so that what a panel
// has sent lies unread for TI_STALL_LIMIT; or it has ended. It then takes back what the clone knows of. It sleeps while
// no panel is touched, and wakes every 2 s while one is.
typedef struct ti_guardian ti_guardian;

enum { TI_GUARDED = 16 };  // panels at most
enum { TI_STALL_LIMIT = 2000000 };  // microseconds

ti_guardian *ti_guardian_new(ti_failure *failure);
// The guardian's end; what it guards is released.
void ti_guardian_free(ti_guardian *guardian);
// Guards a panel from now on, by descriptors of the panel and of the clone, which can hold `release`. A place, or -errno.
int ti_guardian_guard(ti_guardian *guardian, int panel, int clone, const ti_release *release);
void ti_guardian_leave(ti_guardian *guardian, int place);
// Whether it has let the panel go.
bool ti_guardian_let_go(const ti_guardian *guardian, int place);
// The count that must go up while the panel is read.
uint32_t *ti_guardian_beats(ti_guardian *guardian, int place);
