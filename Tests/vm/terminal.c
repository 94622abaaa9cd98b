// terminal COLUMNS ROWS SCREEN PROGRAM [ARGUMENT]…: runs a program on its own terminal.
//
// Standard input is typed on the terminal. The program's output goes to the file SCREEN. When the program has ended, a line on
// standard output gives its exit status, and whether the terminal's modes are as before: "status 0 modes kept".
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(2);
}

static void run(int terminal, char **words) {
  setsid();
  if (ioctl(terminal, TIOCSCTTY, 0) < 0) fail("TIOCSCTTY");
  for (int fd = 0; fd < 3; fd++) dup2(terminal, fd);
  close(terminal);
  execvp(words[0], words);
  fail(words[0]);
}

// Returns false at the end of the input.
static int copy(int from, int to) {
  char bytes[4096];
  ssize_t count = read(from, bytes, sizeof bytes);
  if (count <= 0) return count < 0 && errno == EINTR;
  return write(to, bytes, (size_t)count) == count;
}

int main(int argc, char **argv) {
  if (argc < 5) return 64;
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0) fail("posix_openpt");
  int terminal = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  int screen = open(argv[3], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (terminal < 0 || screen < 0) fail(argv[3]);
  struct winsize size = {.ws_col = (unsigned short)atoi(argv[1]), .ws_row = (unsigned short)atoi(argv[2])};
  struct termios before = {0}, after = {0};  // padding too, as they are compared whole
  if (ioctl(terminal, TIOCSWINSZ, &size) < 0 || tcgetattr(terminal, &before) < 0) fail("ioctl");

  pid_t child = fork();
  if (child == 0) run(terminal, argv + 4);
  // This end stays open, so that the master does not hang up and the modes can be read afterwards.
  struct pollfd ready[2] = {{.fd = master, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  int status = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    if (poll(ready, 2, 20) <= 0) continue;
    if (ready[0].revents & POLLIN) copy(master, screen);
    if (ready[1].revents & (POLLIN | POLLHUP) && !copy(STDIN_FILENO, master)) ready[1].fd = -1;
  }
  while (poll(ready, 1, 0) == 1 && ready[0].revents & POLLIN) copy(master, screen);
  if (tcgetattr(terminal, &after) < 0) fail("tcgetattr");
  int is_kept = memcmp(&before, &after, sizeof before) == 0;
  printf("status %d modes %s\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
         is_kept ? "kept" : "changed");
  return 0;
}
