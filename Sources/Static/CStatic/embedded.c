// What Embedded Swift expects of the system, beside the C library.
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/random.h>

// The number that a text begins with, in the C locale, whose object both C libraries have from the start. Returns the place behind it.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number);
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod_l(text, &end, newlocale(LC_ALL_MASK, "C", (locale_t)0));
  return end;
}

// Random bytes for the seeds of hashes; musl has no such function. The kernel has some as soon as it has started.
void arc4random_buf(void *bytes, size_t size);
void arc4random_buf(void *bytes, size_t size) {
  for (char *next = bytes; size > 0;) {
    ssize_t count = getrandom(next, size, 0);
    if (count < 0 && errno != EINTR) abort();
    if (count > 0) next += count, size -= (size_t)count;
  }
}
