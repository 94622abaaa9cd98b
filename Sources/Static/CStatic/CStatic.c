#include "CStatic.h"

#include <CLinux.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/random.h>
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

// The number that a text begins with, in the C locale, for Embedded Swift. Returns the place behind it.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

// Random bytes for the seeds of hashes, for Embedded Swift; musl has no such function. The kernel has some as soon as it has started.
void arc4random_buf(void *bytes, size_t size);
void arc4random_buf(void *bytes, size_t size) {
  for (char *next = bytes; size > 0;) {
    ssize_t count = getrandom(next, size, 0);
    if (count < 0 && errno != EINTR) abort();
    if (count > 0) next += count, size -= (size_t)count;
  }
}

// Only the C++ library's last words would have readable names with the one that this takes the place of, which has 120 KB.
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status) {
  (void)name, (void)buffer, (void)size;
  *status = -2;
  return NULL;
}
