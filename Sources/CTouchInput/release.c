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

// Makes palms of the touches first, so that readers cancel them, and then lifts them.
static void release_touches(batch *b, int32_t slots) {
  for (int32_t slot = 0; slot < slots; slot++) {
    add(b, EV_ABS, ABS_MT_SLOT, slot);
    add(b, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
  }
  add(b, EV_SYN, SYN_REPORT, 0);
  for (int32_t slot = 0; slot < slots; slot++) {
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
  release_touches(&b, release->slots);
  release_keys(&b, release->keys);
  add(&b, EV_SYN, SYN_REPORT, 0);
  flush(&b);
}
