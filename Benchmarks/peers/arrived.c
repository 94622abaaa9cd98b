// The command that actions start: writes the time at which its main() began to the FIFO that ARRIVED names.
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long time = now.tv_sec * 1000000000LL + now.tv_nsec;
  const char *path = getenv("ARRIVED");
  int fd = path ? open(path, O_WRONLY) : -1;
  return fd >= 0 && write(fd, &time, sizeof time) == sizeof time ? 0 : 1;
}
