// What Embedded Swift expects of the system, beside the C library.
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// The number that a text begins with, in the C locale, whose object both C libraries have from the start. Returns the place behind it.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number);
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod_l(text, &end, newlocale(LC_ALL_MASK, "C", (locale_t)0));
  return end;
}

#ifndef __wasi__
// Random bytes for the seeds of hashes, a few at a time; musl has no such function. The kernel has some as soon as it has started.
void arc4random_buf(void *bytes, size_t size);
void arc4random_buf(void *bytes, size_t size) {
  if (getentropy(bytes, size) != 0) abort();
}
#endif

#if UINTPTR_MAX > UINT32_MAX
// The runtime of Swift 6.3 returns objects without the marks that their pointers may have, such as those of short texts, and says that it returns
// them as they are. On aarch64 the caller then goes on with what was returned. These take the place of the runtime's functions.
void *swift_retain(void *object);
void *swift_retain_n(void *object, uint32_t count);
void *swift_bridgeObjectRetain(void *object);
void *swift_bridgeObjectRetain_n(void *object, uint32_t count);

// What a pointer with marks points to; NULL if it has the mark of those that are no objects.
static void *plain(void *object) {
  uintptr_t bits = (uintptr_t)object;
  return bits >> 63 ? NULL : (void *)(bits & 0x8ffffffffffffff8);
}

void *swift_bridgeObjectRetain(void *object) {
  if (plain(object)) swift_retain(plain(object));
  return object;
}

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  if (plain(object)) swift_retain_n(plain(object), count);
  return object;
}
#endif
