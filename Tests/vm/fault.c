// fault: laid before the daemon by LD_PRELOAD, it makes reads of the input device to which the link /run/fault leads fail
// with EIO. No device of uinput does so: the error is made here, what stands behind the descriptor is not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t read(int fd, void *buffer, size_t size) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real) real = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  struct stat broken, this;
  if (stat("/run/fault", &broken) < 0 || fstat(fd, &this) < 0) return real(fd, buffer, size);
  if (!S_ISCHR(this.st_mode) || this.st_rdev != broken.st_rdev) return real(fd, buffer, size);
  errno = EIO;
  return -1;
}
