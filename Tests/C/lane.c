// lane: sends random hands to two devices and compares what their readers get. One reads each frame; the other opens its lane whenever it is
// closed, and recalls what the lane has kept when it ends. The last line is "N of N reads were kept, the same was read".
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CTouchInput.h"

enum { SLOTS = 5, LAST = 1000, READS = 200000, EVENTS = 64 };

static uint64_t seed = 1;

// A number from 0 to `below` - 1.
static int dice(int below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)((seed >> 33) % (uint64_t)below);
}

static void die(const char *what) {
  printf("FAILED after %llu: %s\n", (unsigned long long)seed, what);
  exit(1);
}

// ---- What a hand sends ----------------------------------------------------------------------------------------------

typedef struct {
  struct input_event events[EVENTS];
  int count;
  int64_t time;
} frame;

static void add(frame *frame, uint16_t type, uint16_t code, int32_t value) {
  if (frame->count == EVENTS) return;
  struct input_event *event = &frame->events[frame->count++];
  *event = (struct input_event){.type = type, .code = code, .value = value};
  event->input_event_sec = (__typeof__(event->input_event_sec))(frame->time / 1000000);
  event->input_event_usec = (__typeof__(event->input_event_usec))(frame->time % 1000000);
}

static struct { bool is_down; int x, y; } fingers[SLOTS];
static int next_tracking_id = 1;

// Moves a finger, mostly as kernels report it.
static void move(frame *frame, int slot) {
  const int x = fingers[slot].x += dice(21) - 10, y = fingers[slot].y += dice(21) - 10;
  add(frame, EV_ABS, ABS_MT_SLOT, slot);
  const int order = dice(12);
  if (order != 0) add(frame, EV_ABS, ABS_MT_POSITION_X, x);
  if (order == 1) add(frame, EV_ABS, ABS_MT_PRESSURE, dice(256));
  if (order != 2) add(frame, EV_ABS, ABS_MT_POSITION_Y, y);
  if (order == 3 || order == 0) add(frame, EV_ABS, ABS_MT_POSITION_X, x + dice(3));
  if (order == 4) add(frame, EV_ABS, ABS_MT_ORIENTATION, dice(90));
}

static void land(frame *frame, int slot) {
  add(frame, EV_ABS, ABS_MT_SLOT, slot);
  add(frame, EV_ABS, ABS_MT_TRACKING_ID, next_tracking_id++);
  fingers[slot].is_down = true;
  fingers[slot].x = dice(LAST), fingers[slot].y = dice(LAST);
  move(frame, slot);
}

static void lift(frame *frame, int slot) {
  add(frame, EV_ABS, ABS_MT_SLOT, slot);
  add(frame, EV_ABS, ABS_MT_TRACKING_ID, -1);
  fingers[slot].is_down = false;
}

// What no kernel should send, and what few panels do.
static void stray(frame *frame) {
  static const uint16_t codes[] = {
    ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, ABS_MT_TOOL_TYPE, ABS_MT_PRESSURE, ABS_X, ABS_CNT, 0xFFFF};
  const uint16_t code = codes[dice(sizeof codes / sizeof *codes)];
  if (dice(8) == 0) add(frame, EV_SYN, dice(2) ? SYN_DROPPED : SYN_MT_REPORT, 0);
  else add(frame, EV_ABS, code, dice(SLOTS + 4) - 2);
}

static void make(frame *frame) {
  frame->count = 0;
  frame->time += dice(200) ? 8000 : -4000;
  const int change = dice(60);
  for (int slot = 0; slot < SLOTS; slot++) {
    if (change < 2 && fingers[slot].is_down != (change == 0) && dice(2)) (change == 0 ? land : lift)(frame, slot);
    else if (fingers[slot].is_down && dice(4)) move(frame, slot);
  }
  if (change == 2) stray(frame);
  if (change == 3) move(frame, dice(SLOTS));  // once more, or a slot without a finger
  if (dice(20) == 0) add(frame, EV_MSC, MSC_TIMESTAMP, dice(1000));
  add(frame, EV_SYN, SYN_REPORT, 0);
}

// ---- Its two readers ------------------------------------------------------------------------------------------------

typedef struct reader {
  ti_device *device;
  int end;  // of the pipe, for its events
  bool is_open;
  int kept;
  struct { bool is_down; uint64_t id; int x, y; } touches[SLOTS];  // as last reported
  char *log;
  size_t log_size;
  FILE *out;
} reader;

static void start(reader *reader) {
  ti_description d = {.event_types = {1 << EV_SYN | 1 << EV_KEY | 1 << EV_ABS}, .properties = {2}};
  d.axes[ABS_MT_SLOT] = (ti_axis){.present = true, .maximum = SLOTS - 1};
  d.axes[ABS_MT_TRACKING_ID] = (ti_axis){.present = true, .maximum = 65535};
  d.axes[ABS_MT_POSITION_X] = d.axes[ABS_MT_POSITION_Y] = (ti_axis){.present = true, .maximum = LAST};
  d.axes[ABS_MT_PRESSURE] = d.axes[ABS_MT_ORIENTATION] = d.axes[ABS_MT_TOOL_TYPE] = (ti_axis){.present = true, .maximum = 255};
  int ends[2];
  if (pipe(ends) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) die(strerror(errno));
  *reader = (struct reader){0};
  reader->device = ti_device_adopt(ends[0], &d, 1);
  reader->end = ends[1];
  reader->out = open_memstream(&reader->log, &reader->log_size);
  if (!reader->device || !reader->out) die("not a touchscreen");
}

static void take(reader *reader, const ti_frame *frame) {
  fprintf(reader->out, "%lld%s", (long long)frame->time, frame->dropped ? " dropped" : "");
  for (size_t i = 0; i < frame->count; i++) {
    const ti_contact *c = &frame->contacts[i];
    const bool is_down = c->phase == TI_BEGAN || c->phase == TI_MOVED;
    fprintf(reader->out, "  %d %llu %d,%d", c->phase, (unsigned long long)c->id, c->now.x, c->now.y);
    if (is_down || reader->touches[c->slot].id == c->id)
      reader->touches[c->slot].is_down = is_down, reader->touches[c->slot].id = c->id;
    reader->touches[c->slot].x = c->now.x, reader->touches[c->slot].y = c->now.y;
  }
  fputc('\n', reader->out);
}

// Lets most fingers move, each in an area of its own, and sometimes only together.
static void open_lane(reader *reader) {
  reader->is_open = ti_device_open_lane(reader->device, -1, dice(4) ? UINT32_MAX : (uint32_t)dice(10));
  uint64_t moving[SLOTS];
  int count = 0;
  for (int slot = 0; reader->is_open && slot < SLOTS; slot++) {
    if (!reader->touches[slot].is_down || dice(10) == 0) continue;
    const int x = reader->touches[slot].x, y = reader->touches[slot].y, reach = dice(200);
    ti_device_allow(reader->device, reader->touches[slot].id, (ti_area){x - reach, x + reach, y - reach, y + reach});
    moving[count++] = reader->touches[slot].id;
  }
  if (count > 1 && dice(3) == 0)
    ti_device_allow_pair(reader->device, moving[0], moving[1], (ti_way){.xx = 1, .yy = 1, .longest = dice(LAST)});
  if (count > 1 && dice(3) == 0)
    ti_device_allow_centre(reader->device, (ti_disc){.xx = 1, .yy = 1, .x = -LAST / 2, .y = -LAST / 2, .radius = dice(LAST)});
}

static void read_frames(reader *reader) {
  ti_frame frame;
  while (ti_device_next(reader->device, &frame) == 1) {
    take(reader, &frame);
    if (frame.is_last) return;
  }
}

static void close_lane(reader *reader) {
  ti_frame frame;
  reader->is_open = false;
  (void)ti_device_close_lane(reader->device);
  while (ti_device_recall(reader->device, &frame)) take(reader, &frame);
}

static void send(const reader *reader, const struct input_event *events, int count) {
  const ssize_t size = (ssize_t)((size_t)count * sizeof *events);
  if (write(reader->end, events, (size_t)size) != size) die("write");
}

int main(void) {
  static reader plain, lane;
  static frame frame = {.time = 1000000};
  int sent = 0;
  start(&plain);
  start(&lane);
  for (int i = 0; i < READS; i++) {
    if (!lane.is_open) open_lane(&lane);
    if (sent == frame.count) make(&frame), sent = 0;
    // Mostly a whole frame at once.
    const int count = dice(50) ? frame.count - sent : 1 + dice(frame.count - sent);
    send(&plain, frame.events + sent, count);
    send(&lane, frame.events + sent, count);
    sent += count;
    read_frames(&plain);
    if (lane.is_open && ti_device_glide(lane.device, dice(50) ? INT64_MAX : frame.time)) {
      lane.kept++;
    } else {
      close_lane(&lane);
      read_frames(&lane);
    }
  }
  close_lane(&lane);
  fclose(plain.out);
  fclose(lane.out);
  if (plain.log_size != lane.log_size || memcmp(plain.log, lane.log, plain.log_size) != 0) die("the lane changes what is read");
  if (lane.kept < READS / 4) die("the lane is hardly used");
  printf("%d of %d reads were kept, the same was read\n", lane.kept, READS);
  return 0;
}
