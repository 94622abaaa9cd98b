// System calls without libc, for those of each frame. Libc's syscall() is reached over two further pages of memory and lies on a third,
// none of which a frame needs otherwise, and a processor that has rested since the last frame must look up where each page is.
#pragma once

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__LP64__)
#define LINUX_ENTERS_KERNEL
// Returns the result, or the negated error.
static inline long linux_enter_kernel(long number, long first, long second, long third, long fourth, long fifth) {
  register long r10 __asm__("r10") = fourth;
  register long r8 __asm__("r8") = fifth;
  long result;
  __asm__ volatile(
    "syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8) : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__) && defined(__LP64__)
#define LINUX_ENTERS_KERNEL
static inline long linux_enter_kernel(long number, long first, long second, long third, long fourth, long fifth) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = fourth;
  register long x4 __asm__("x4") = fifth;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory", "cc");
  return x0;
}
#endif

/// Calls the kernel as syscall() does. Returns -1, with errno set, if the call fails. No thread can be cancelled in it.
static inline long linux_syscall(long number, long first, long second, long third, long fourth, long fifth) {
#ifdef LINUX_ENTERS_KERNEL
  long result = linux_enter_kernel(number, first, second, third, fourth, fifth);
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
#else
  return syscall(number, first, second, third, fourth, fifth);
#endif
}
