// fault: a library for the daemon's LD_PRELOAD. It makes reads fail with EIO for the input device that the link /run/broken points
// to, and with ENODEV for the one that /run/revoked points to. A uinput device never fails like that while it exists, so only the
// errors are simulated; the device behind the descriptor is real. While there is a file /run/no-fork, forks fail with EAGAIN.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool leads_to(const char *link, int fd) {
  struct stat there, here;
  return stat(link, &there) == 0 && fstat(fd, &here) == 0 && S_ISCHR(here.st_mode) && here.st_rdev == there.st_rdev;
}

pid_t fork(void) {
  static pid_t (*real)(void);
  if (!real) real = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");
  if (access("/run/no-fork", F_OK) != 0) return real();
  errno = EAGAIN;
  return -1;
}

ssize_t read(int fd, void *buffer, size_t size) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real) real = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  int error = leads_to("/run/broken", fd) ? EIO : leads_to("/run/revoked", fd) ? ENODEV : 0;
  if (!error) return real(fd, buffer, size);
  errno = error;
  return -1;
}

// The daemon reads panels without libc's function.
long syscall(long number, ...) {
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  long values[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_read) return read((int)values[0], (void *)values[1], (size_t)values[2]);
  return real(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}
