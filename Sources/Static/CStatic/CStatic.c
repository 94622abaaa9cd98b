#include "CStatic.h"

#include <CLinux.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

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

// Only the C++ library's last words would have readable names with the one that this takes the place of, which has 120 KB.
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status) {
  (void)name, (void)buffer, (void)size;
  *status = -2;
  return NULL;
}
