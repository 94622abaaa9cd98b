// A second preload library, used with fakenode.so, that plays a recording to a program faster than in real time:
//
//     FAKENODE=… REPLAYED=3 LD_PRELOAD='fakenode.so replayed.so' lisgd -d … 3> commands
//
// The program reads one frame at a time, and its raw clock shows the time of that frame. Commands that it passes to system() are not
// run, but written to the descriptor REPLAYED, after the frame's time. An event of type 0xffff ends the program.
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

enum { END = 0xffff };
static struct timespec frame_time;
// Frames are held back until the program waits: libinput discards the events that are there when it opens a device.
static bool is_waiting;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static bool is_node(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == 13;
}

ssize_t read(int fd, void *to, size_t size) {
  static ssize_t (*real)(int, void *, size_t);
  static bool has_given;
  if (!real) real = next("read");
  if (size < sizeof(struct input_event) || !is_node(fd)) return real(fd, to, size);
  has_given = !has_given;
  if (!is_waiting || !has_given) return errno = EAGAIN, -1;
  struct input_event *events = to;
  for (size_t count = 0; count < size / sizeof *events; count++) {
    ssize_t result = real(fd, &events[count], sizeof *events);
    if (result <= 0) return count ? (ssize_t)(count * sizeof *events) : result;
    if (events[count].type == END) exit(0);
    if (events[count].type != EV_SYN || events[count].code != SYN_REPORT) continue;
    frame_time = (struct timespec){events[count].input_event_sec, events[count].input_event_usec * 1000};
    return (ssize_t)((count + 1) * sizeof *events);
  }
  return (ssize_t)(size / sizeof *events * sizeof *events);
}

int select(int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *limit) {
  static int (*real)(int, fd_set *, fd_set *, fd_set *, struct timeval *);
  if (!real) real = next("select");
  is_waiting = true;
  return real(count, reading, writing, failing, limit);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = next("clock_gettime");
  if (clock == CLOCK_MONOTONIC_RAW) return *time = frame_time, 0;
  return real(clock, time);
}

int system(const char *command) {
  const char *descriptor = getenv("REPLAYED");
  if (!descriptor || !command) return 1;
  return dprintf(atoi(descriptor), "%lld.%06ld %s\n", (long long)frame_time.tv_sec, frame_time.tv_nsec / 1000, command) < 0;
}
