// clients: connects to a Unix socket so and so often, asks nothing, and says on standard output how many connections were
// made; then holds them for as long as it lives.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char *words[]) {
  if (count != 3) return fputs("usage: clients SOCKET COUNT\n", stderr), 64;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, words[1], sizeof address.sun_path - 1);
  int connected = 0;
  for (int wanted = atoi(words[2]); wanted > 0; wanted--) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) break;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) connected++;
  }
  printf("%d\n", connected);
  fflush(stdout);
  for (;;) pause();
}
