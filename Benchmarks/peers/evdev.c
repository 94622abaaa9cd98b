// Measures libevdev's way of reading: its events one by one, and its slots after each frame.
//
//     evdev NODE
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <time.h>

static long sum;  // keeps the compiler from removing the reads of the slots

static void end_frame(const struct libevdev *device) {
  for (int slot = 0; slot < libevdev_get_num_slots(device); slot++) {
    if (libevdev_get_slot_value(device, slot, ABS_MT_TRACKING_ID) < 0) continue;
    sum += libevdev_get_slot_value(device, slot, ABS_MT_POSITION_X);
    sum += libevdev_get_slot_value(device, slot, ABS_MT_POSITION_Y);
  }
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: evdev NODE\n"), 64;
  int fd = open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct libevdev *device;
  if (fd < 0 || libevdev_new_from_fd(fd, &device) < 0) return perror(arguments[1]), 66;
  libevdev_set_clock_id(device, CLOCK_MONOTONIC);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event interest = {.events = EPOLLIN};
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &interest);
  for (;;) {
    epoll_wait(epoll, &interest, 1, -1);
    struct input_event event;
    while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event) == LIBEVDEV_READ_STATUS_SUCCESS)
      if (event.type == EV_SYN && event.code == SYN_REPORT) end_frame(device);
  }
}
