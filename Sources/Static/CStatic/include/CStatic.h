// Static: what the static build of the daemon compiles instead of libdispatch and of parts of the standard library.
// Static/CStatic: what it needs of libc besides CLinux.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Waits until one of the descriptors is readable, of the others the first 16, or a time on CLOCK_MONOTONIC has come, in microseconds;
/// INT64_MAX: without a limit. It may return sooner.
void static_wait(int fd, const int *others, size_t count, int64_t until);
bool static_is_readable(int fd);
