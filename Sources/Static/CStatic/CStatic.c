#include "CStatic.h"

#include <CLinux.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

int static_start_thread(void *(*body)(void *), void *context) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, body, context);
  return error ? error : pthread_detach(thread);
}

void static_wait(int fd, const int *others, size_t count, int64_t until) {
  struct pollfd all[17] = {{.fd = fd, .events = POLLIN}};
  if (count > 16) count = 16;
  for (size_t i = 0; i < count; i++) all[i + 1] = (struct pollfd){.fd = others[i], .events = POLLIN};
  struct timespec time, *limit = until == INT64_MAX ? NULL : &time;
  int64_t left = until - linux_monotonic_microseconds();
  if (left < 0) left = 0;
  time.tv_sec = left / 1000000, time.tv_nsec = left % 1000000 * 1000;
  ppoll(all, count + 1, limit, NULL);
}

bool static_is_readable(int fd) {
  struct pollfd one = {.fd = fd, .events = POLLIN};
  return poll(&one, 1, 0) > 0;
}

// The number that a text begins with, in the C locale, for Embedded Swift. Returns the place behind it.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}
