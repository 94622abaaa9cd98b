#include "CTouchInput.h"

void ti_stall_begin(ti_stall *s, uint32_t beats, int64_t now) {
  *s = (ti_stall){.beats = beats, .since = now, .due = now + TI_STALL_LOOK};
}

ti_stall_verdict ti_stall_look(ti_stall *s, uint32_t beats, bool is_unread, int64_t now) {
  s->due = 0;
  if (!is_unread) return TI_STALL_READ;
  if (beats != s->beats) s->beats = beats, s->since = now;
  int64_t end = s->since + TI_STALL_REST;
  if (now >= end) return TI_STALL_STALLED;
  s->due = now + TI_STALL_LOOK < end ? now + TI_STALL_LOOK : end;
  return TI_STALL_UNREAD;
}
