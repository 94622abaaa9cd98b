#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "ti_failure.h"
#include "ti_relay.h"
#include "ti_release.h"

// A second process that releases grabbed panels when this process can't: because it has ended, or because it was stopped or hangs,
// so that a panel's events stay unread. The guardian then also releases all that the clone can hold. It sleeps while no panel is
// touched, and checks every half second while one is.
typedef struct ti_guardian ti_guardian;

enum { TI_GUARDED = 16 };  // the most panels
// Microseconds. A panel is released TI_STALL_LIMIT after it was last read, at the latest. The guardian may notice that read only
// one look later. So it waits for a count that stands still only as long as the limit less the time between two looks, and less a
// tenth of a second, which it may need to wake.
enum { TI_STALL_LIMIT = 2000000, TI_STALL_LOOK = 500000, TI_STALL_REST = TI_STALL_LIMIT - TI_STALL_LOOK - 100000 };

ti_guardian *ti_guardian_new(ti_failure *failure);
// Ends the guardian and waits for its end. The panels that it guards are released.
void ti_guardian_free(ti_guardian *guardian);
pid_t ti_guardian_process(const ti_guardian *guardian);
// Guards a panel from now on, given descriptors of the panel and of the clone, and what the clone can hold. Returns the panel's
// place with the guardian, or -errno.
int ti_guardian_guard(ti_guardian *guardian, int panel, int clone, const ti_release *release);
void ti_guardian_leave(ti_guardian *guardian, int place);
// Whether the guardian has released the panel. If the guardian has ended: whether it had begun to release it.
bool ti_guardian_let_go(const ti_guardian *guardian, int place);
// What both processes know of the panel, for its relay.
ti_watch *ti_guardian_watch(ti_guardian *guardian, int place);

// ---- Its end --------------------------------------------------------------------------------------------------------

typedef enum ti_guardian_end { TI_GUARDIAN_RUNS = 0, TI_GUARDIAN_EXITED, TI_GUARDIAN_KILLED, TI_GUARDIAN_STOPPED } ti_guardian_end;

// Checks whether the guardian has ended, without waiting; for use after SIGCHLD. A guardian that was stopped is killed. `number` is
// the exit status or the signal.
ti_guardian_end ti_guardian_look(ti_guardian *guardian, int *number);

// ---- Its decisions --------------------------------------------------------------------------------------------------

// The guardian's observation of a panel that has sent an event.
typedef struct ti_stall {
  uint32_t beats;
  int64_t since;  // the time of the look or event that first found this count
  int64_t due;  // the time of the next look; 0: none until the panel sends an event
} ti_stall;

typedef enum ti_stall_verdict { TI_STALL_READ = 0, TI_STALL_UNREAD, TI_STALL_STALLED } ti_stall_verdict;

// Notes that the panel has sent an event.
void ti_stall_begin(ti_stall *stall, uint32_t beats, int64_t now);
// Checks the panel. READ: all events are read; the next one begins a new observation. UNREAD: another look is due. STALLED: the
// panel is not being read.
ti_stall_verdict ti_stall_look(ti_stall *stall, uint32_t beats, bool is_unread, int64_t now);
