#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "CLinux.h"

// The state of the one terminal, in static variables: a signal handler can reach nothing else.
static volatile sig_atomic_t entered;
static int terminal;
static struct termios found;
static char farewell[128];
static size_t farewell_length;

// Writes as much as the terminal accepts; gives up if it accepts nothing for a second. It may have stopped, and the program is about
// to end.
static void write_patiently(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(terminal, bytes, count);
    struct pollfd output = {.fd = terminal, .events = POLLOUT};
    if (written < 0 && errno == EAGAIN && poll(&output, 1, 1000) == 1 && output.revents & POLLOUT) continue;
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

void linux_terminal_leave(void) {
  if (!entered) return;
  int code = errno;
  write_patiently(farewell, farewell_length);
  tcflush(terminal, TCIFLUSH);
  // TCSADRAIN would wait for a terminal that accepts nothing.
  tcsetattr(terminal, TCSANOW, &found);
  entered = 0;
  errno = code;
}

int linux_terminal_open(void) {
  const int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  char name[256];
  int fd = ttyname_r(STDOUT_FILENO, name, sizeof name) == 0 ? open(name, flags) : -1;
  // Under su the node belongs to another user and may not be opened, but /dev/tty still leads to our terminal.
  return fd < 0 ? open("/dev/tty", flags) : fd;
}

static void crashed(int signal) {
  linux_terminal_leave();
  raise(signal);  // takes its default action, as SA_RESETHAND has removed this handler
}

// Has crashes handled by `crashed`, on a stack of its own: after a stack overflow the normal stack has no room for a handler.
static void watch_crashes(void) {
  static char stack[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_RESETHAND | SA_ONSTACK};
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
  atexit(linux_terminal_leave);
}

int linux_terminal_enter(int fd, const char *goodbye) {
  static bool is_watching;
  if (!entered && tcgetattr(fd, &found) < 0) return -1;
  terminal = fd;
  farewell_length = strnlen(goodbye, sizeof farewell);
  memcpy(farewell, goodbye, farewell_length);
  if (!is_watching) watch_crashes();
  is_watching = true;
  struct termios raw = found;
  cfmakeraw(&raw);
  if (tcsetattr(fd, TCSANOW, &raw) < 0) return -1;
  entered = 1;
  return 0;
}

int linux_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int linux_stop_self(void) {
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  raise(SIGTSTP);
  errno = pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  if (errno == 0) errno = pthread_sigmask(SIG_SETMASK, &before, NULL);
  return errno == 0 ? 0 : -1;
}
