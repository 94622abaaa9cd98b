#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "ti_failure.h"
#include "ti_release.h"

// A process that releases grabbed panels when this one cannot: this one was stopped or hangs, so that events of a panel stay
// unread, or it has ended. The guardian then also releases all that the clone can hold. It sleeps while no panel is touched, and
// looks every half second while one is.
typedef struct ti_guardian ti_guardian;

enum { TI_GUARDED = 16 };  // panels at most
// Microseconds. A panel is released TI_STALL_LIMIT after it was last read, at the latest. That read may have come just after a
// look. So the count of reads may rest for the limit, less the time between two looks, less a tenth of a second for the guardian
// to wake.
enum { TI_STALL_LIMIT = 2000000, TI_STALL_LOOK = 500000, TI_STALL_REST = TI_STALL_LIMIT - TI_STALL_LOOK - 100000 };

ti_guardian *ti_guardian_new(ti_failure *failure);
// Ends the guardian and waits for its end. The panels that it guards are released.
void ti_guardian_free(ti_guardian *guardian);
pid_t ti_guardian_process(const ti_guardian *guardian);
// Guards a panel from now on, by descriptors of the panel and of the clone, which can hold `release`. A place, or -errno.
int ti_guardian_guard(ti_guardian *guardian, int panel, int clone, const ti_release *release);
void ti_guardian_leave(ti_guardian *guardian, int place);
// Whether it has released the panel; for a guardian that has ended, whether it had begun to.
bool ti_guardian_let_go(const ti_guardian *guardian, int place);
// The count that must go up while the panel is read.
uint32_t *ti_guardian_beats(ti_guardian *guardian, int place);

// ---- Its end --------------------------------------------------------------------------------------------------------

typedef enum ti_guardian_end { TI_GUARDIAN_RUNS = 0, TI_GUARDIAN_EXITED, TI_GUARDIAN_KILLED, TI_GUARDIAN_STOPPED } ti_guardian_end;

// Whether the guardian has ended; does not wait, and is called after SIGCHLD. A guardian that was stopped is killed. `number` is
// the exit status or the signal.
ti_guardian_end ti_guardian_look(ti_guardian *guardian, int *number);

// ---- Its judgement --------------------------------------------------------------------------------------------------

// A panel that has sent an event.
typedef struct ti_stall {
  uint32_t beats;
  int64_t since;  // the time of the look or event that first found this count
  int64_t due;  // the time of the next look; 0: none until the panel sends an event
} ti_stall;

typedef enum ti_stall_verdict { TI_STALL_READ = 0, TI_STALL_UNREAD, TI_STALL_STALLED } ti_stall_verdict;

// Notes that the panel has sent an event.
void ti_stall_begin(ti_stall *stall, uint32_t beats, int64_t now);
// Looks at the panel. READ: the next event begins again. UNREAD: another look is due. STALLED: the panel is not being read.
ti_stall_verdict ti_stall_look(ti_stall *stall, uint32_t beats, bool is_unread, int64_t now);
