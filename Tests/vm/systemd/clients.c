// clients SOCKET COUNT: connects to a Unix socket COUNT times without sending requests, and prints the number of connections that
// were made on standard output. Then it keeps them open until it is killed.
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
