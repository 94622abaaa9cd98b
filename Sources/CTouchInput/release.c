#include <errno.h>
#include <unistd.h>

#include "CTouchInput.h"

enum { BATCH = 256 };  // events in a write

typedef struct batch {
  int fd;
  size_t count;
  struct input_event events[BATCH];
} batch;

// A clone that is gone holds nothing, so a failure does not matter.
static void flush(batch *b) {
  ssize_t written;
  do written = write(b->fd, b->events, b->count * sizeof *b->events);
  while (written < 0 && errno == EINTR);
  b->count = 0;
}

static void add(batch *b, uint16_t type, uint16_t code, int32_t value) {
  if (b->count == BATCH) flush(b);
  b->events[b->count++] = (struct input_event){.type = type, .code = code, .value = value};
}

int32_t ti_side(const ti_axis *axis, bool maximum, bool beyond) {
  int64_t margin = beyond ? ((int64_t)axis->maximum - axis->minimum) / 100 + 1 : 0;
  int64_t place = maximum ? axis->maximum + margin : axis->minimum - margin;
  return place < INT32_MIN ? INT32_MIN : place > INT32_MAX ? INT32_MAX : (int32_t)place;
}

static void turn_into_palms(batch *b, int32_t slots) {
  for (int32_t slot = 0; slot < slots; slot++) {
    add(b, EV_ABS, ABS_MT_SLOT, slot);
    add(b, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
  }
  add(b, EV_SYN, SYN_REPORT, 0);
}

static void lead_away(batch *b, const ti_release *release, bool beyond) {
  for (int32_t slot = 0; slot < release->slots; slot++) {
    add(b, EV_ABS, ABS_MT_SLOT, slot);
    add(b, EV_ABS, ABS_MT_POSITION_X, ti_side(&release->x, true, beyond));
    add(b, EV_ABS, ABS_MT_POSITION_Y, ti_side(&release->y, true, beyond));
  }
  add(b, EV_SYN, SYN_REPORT, 0);
}

static void release_touches(batch *b, const ti_release *release) {
  switch (release->taking) {
  case TI_AS_PALM: turn_into_palms(b, release->slots); break;
  case TI_AS_LIFT: break;
  case TI_LED_AWAY: lead_away(b, release, false), lead_away(b, release, true); break;
  }
  for (int32_t slot = 0; slot < release->slots; slot++) {
    add(b, EV_ABS, ABS_MT_SLOT, slot);
    add(b, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
    add(b, EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
}

static void release_keys(batch *b, const uint8_t *keys) {
  for (unsigned code = 0; code < KEY_CNT; code++)
    if (ti_bit(keys, code)) add(b, EV_KEY, (uint16_t)code, 0);
}

void ti_release_all(int clone, const ti_release *release) {
  batch b = {.fd = clone};
  release_touches(&b, release);
  release_keys(&b, release->keys);
  add(&b, EV_SYN, SYN_REPORT, 0);
  flush(&b);
}
