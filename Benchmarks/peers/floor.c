// The least that a gesture daemon can do: read frames, keep slots, recognize one swipe. The costs of the other programs are given
// as multiples of this one's.
//
//     floor NODE        prints "swipe" for one finger that moved 30 mm to the right
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 10, UNITS_OF_A_SWIPE = 600 };
static struct slot {
  int id, x, y, start_x, start_y;
  bool landed;
} slots[SLOTS];
static int current, down;
static bool alone;  // no second finger has landed since the first one

static void lift(struct slot *slot) {
  int right = slot->x - slot->start_x, along = slot->y - slot->start_y;
  bool is_swipe = alone && right > UNITS_OF_A_SWIPE && 2 * along < right && -2 * along < right;
  slot->id = -1;
  down--;
  if (is_swipe && write(STDOUT_FILENO, "swipe\n", 6) < 0) _exit(1);
}

static void land(struct slot *slot, int id) {
  slot->id = id;
  slot->landed = true;
  alone = ++down == 1;
}

static void end_frame(void) {
  for (int i = 0; i < SLOTS; i++) {
    struct slot *slot = &slots[i];
    if (!slot->landed) continue;
    slot->landed = false;
    slot->start_x = slot->x;
    slot->start_y = slot->y;
  }
}

static void take(const struct input_event *event) {
  struct slot *slot = &slots[current];
  if (event->type == EV_SYN && event->code == SYN_REPORT) return end_frame();
  if (event->type != EV_ABS) return;
  switch (event->code) {
  case ABS_MT_SLOT: current = event->value >= 0 && event->value < SLOTS ? event->value : 0; return;
  case ABS_MT_POSITION_X: slot->x = event->value; return;
  case ABS_MT_POSITION_Y: slot->y = event->value; return;
  case ABS_MT_TRACKING_ID:
    if (event->value < 0 && slot->id >= 0) lift(slot);
    else if (event->value >= 0) land(slot, event->value);
  }
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: floor NODE\n"), 64;
  int fd = open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), clock = CLOCK_MONOTONIC;
  if (fd < 0 || ioctl(fd, EVIOCSCLOCKID, &clock) < 0) return perror(arguments[1]), 66;
  for (int i = 0; i < SLOTS; i++) slots[i].id = -1;
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event interest = {.events = EPOLLIN};
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &interest);
  static struct input_event events[256];
  for (;;) {
    epoll_wait(epoll, &interest, 1, -1);
    ssize_t size = read(fd, events, sizeof events);
    if (size == 0) return 0;
    for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) take(&events[i]);
  }
}
