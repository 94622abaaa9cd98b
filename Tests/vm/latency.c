// latency: measures how long frames take from a panel to its clone.
//
//   latency panel FRAMES      makes a touchscreen, prints its node, and waits for the clone's node on standard input. Then it moves a
//                             finger for FRAMES frames, 8 ms apart, and reads each frame from the clone. Prints the median and the
//                             99th percentile, in microseconds
//   latency strokes FRAMES    the same with strokes of a hand, 192 ms each, of which each frame is timed, landings and lifts included.
//                             Prints the number of frames that were not there after 8 ms, when the next one comes, the median and the
//                             longest time, in microseconds
//   latency forward NODE      does the least that is possible: grabs the node, and writes all events into a clone of it
//
// The node on standard input may be the panel's own. Then only the kernel's part is measured.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

// Microseconds from frame to frame, and from stroke to stroke; the frames of a stroke before its lift.
enum { MAXIMUM = 4095, PERIOD = 8000, PAUSE = 150000, STROKE = 25 };

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static _Noreturn void die(const char *what) {
  perror(what);
  exit(1);
}

static void add_axis(int fd, int code, int maximum) {
  struct uinput_abs_setup setup = {.code = (uint16_t)code, .absinfo = {.maximum = maximum, .resolution = 20}};
  if (ioctl(fd, UI_SET_ABSBIT, code) < 0 || ioctl(fd, UI_ABS_SETUP, &setup) < 0) die("axis");
}

static int make(const char *name) {
  int fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  if (fd < 0 || ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH) < 0
      || ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0)
    die("uinput");
  add_axis(fd, ABS_X, MAXIMUM), add_axis(fd, ABS_Y, MAXIMUM);
  add_axis(fd, ABS_MT_POSITION_X, MAXIMUM), add_axis(fd, ABS_MT_POSITION_Y, MAXIMUM);
  add_axis(fd, ABS_MT_SLOT, 9), add_axis(fd, ABS_MT_TRACKING_ID, 0xFFFF);
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0 || ioctl(fd, UI_DEV_CREATE) < 0) die("UI_DEV_CREATE");
  return fd;
}

static void answer_node(int fd) {
  char name[32], path[128];
  if (ioctl(fd, UI_GET_SYSNAME(sizeof name), name) < 0) die("UI_GET_SYSNAME");
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    if (strncmp(entry->d_name, "event", 5) == 0) printf("/dev/input/%s\n", entry->d_name);
  if (folder) closedir(folder);
  fflush(stdout);
}

static void wait_for(int epoll) {
  struct epoll_event event;
  while (epoll_wait(epoll, &event, 1, -1) < 1) continue;
}

static int watch(int fd) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN};
  if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) die("epoll");
  return epoll;
}

// ---- The panel ------------------------------------------------------------------------------------------------------

static void send_events(int fd, const struct input_event *events, int count) {
  size_t size = sizeof *events * (size_t)count;
  if (write(fd, events, size) != (ssize_t)size) die("write");
}

static void send_place(int fd, int place, bool lands) {
  struct input_event events[8] = {0};
  int count = 0;
#define ADD(t, c, v) events[count++] = (struct input_event){.type = (t), .code = (c), .value = (v)}
  if (lands) {
    ADD(EV_ABS, ABS_MT_TRACKING_ID, 1);
    ADD(EV_KEY, BTN_TOUCH, 1);
  }
  ADD(EV_ABS, ABS_MT_POSITION_X, place);
  ADD(EV_ABS, ABS_MT_POSITION_Y, place);
  ADD(EV_ABS, ABS_X, place);
  ADD(EV_ABS, ABS_Y, place);
  ADD(EV_SYN, SYN_REPORT, 0);
#undef ADD
  send_events(fd, events, count);
}

static void send_frame(int fd, int frame) {
  send_place(fd, 400 + frame % 3000, frame == 0);  // Beyond 12 mm from the edge, where an edge pan may hold a touch back.
}

static void send_lift(int fd) {
  struct input_event lift[] = {
    {.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1}, {.type = EV_KEY, .code = BTN_TOUCH, .value = 0},
    {.type = EV_SYN, .code = SYN_REPORT, .value = 0}};
  send_events(fd, lift, 3);
}

// Sends a frame of a stroke of 85 mm across and as much down, as smooth as a hand's: at most 1.2 m/s and 19 m/s².
static void send_stroke(int fd, int frame) {
  if (frame == STROKE) return send_lift(fd);
  double part = (double)frame / (STROKE - 1);
  double way = part * part * part * (10 - 15 * part + 6 * part * part);
  send_place(fd, 800 + (int)(1700 * way), frame == 0);
}

// Reads until a frame is complete, and returns the time.
static int64_t read_frame(int fd, int epoll) {
  struct input_event events[64];
  for (;;) {
    wait_for(epoll);
    ssize_t size = read(fd, events, sizeof events);
    if (size <= 0) die("read");
    if (events[size / (ssize_t)sizeof *events - 1].type == EV_SYN) return now();
  }
}

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void measure(int panel, const char *node, int frames, bool strokes) {
  int reader = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), epoll = watch(reader), late = 0;
  int64_t *taken = calloc((size_t)frames, sizeof *taken);
  if (reader < 0 || !taken) die(node);
  for (int frame = 0; frame < frames; frame++) {
    int place = frame % (STROKE + 1);
    struct timespec pause = {.tv_nsec = (strokes && place == 0 ? PAUSE : PERIOD) * 1000};
    nanosleep(&pause, NULL);
    int64_t before = now();
    if (strokes) send_stroke(panel, place);
    else send_frame(panel, frame);
    taken[frame] = read_frame(reader, epoll) - before;
    late += taken[frame] > PERIOD * 1000;
  }
  qsort(taken, (size_t)frames, sizeof *taken, compare);
  double median = (double)taken[frames / 2] / 1000;
  if (strokes) printf("%d %.1f %.1f\n", late, median, (double)taken[frames - 1] / 1000);
  else printf("%.1f %.1f\n", median, (double)taken[frames * 99 / 100] / 1000);
  fflush(stdout);
  send_lift(panel);
  free(taken);
}

// ---- Forwarding -----------------------------------------------------------------------------------------------------

static void forward(const char *node) {
  int from = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), epoll = watch(from), to = make("Forwarded");
  if (ioctl(from, EVIOCGRAB, (void *)1) < 0) die("EVIOCGRAB");
  answer_node(to);
  struct input_event events[256];
  for (;;) {
    wait_for(epoll);
    ssize_t size = read(from, events, sizeof events);
    if (size <= 0) exit(0);  // the panel is gone
    if (write(to, events, (size_t)size) != size) die("write");
  }
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "forward") == 0) forward(words[2]);
  bool strokes = count == 3 && strcmp(words[1], "strokes") == 0;
  if (!strokes && (count != 3 || strcmp(words[1], "panel") != 0)) return 64;
  int panel = make("Timed");
  answer_node(panel);
  char node[128];
  if (!fgets(node, sizeof node, stdin)) return 64;
  node[strcspn(node, "\n")] = 0;
  measure(panel, node, atoi(words[2]), strokes);
  return 0;
}
