// What `import Glibc` misses of Linux: the calls themselves, no policy.
// As in libc, a call that fails gives -1 and sets errno, unless it says otherwise. Every descriptor is close-on-exec.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// epoll

static const uint32_t LINUX_EPOLL_IN = 0x001;
static const uint32_t LINUX_EPOLL_OUT = 0x004;
static const uint32_t LINUX_EPOLL_ERR = 0x008;
static const uint32_t LINUX_EPOLL_HUP = 0x010;

/// As struct epoll_event, but not packed.
struct linux_epoll_event {
  uint32_t events;
  uint64_t data;
};

int linux_epoll_create(void);
int linux_epoll_add(int epoll, int fd, uint32_t events, uint64_t data);
int linux_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data);
int linux_epoll_remove(int epoll, int fd);
/// A negative time-out waits for ever.
int linux_epoll_wait(int epoll, struct linux_epoll_event *events, int capacity, int64_t microseconds);

// Descriptors that carry signals and wake-ups

/// Blocks the signals in the calling thread, and in the threads that it starts from now on.
int linux_block_signals(const int *signals, int count);
/// Non-blocking; the signals have to be blocked.
int linux_signalfd(const int *signals, int count);
/// The next signal's number; -1 with EAGAIN when there is none.
int linux_signalfd_read(int fd);
/// Non-blocking.
int linux_eventfd(void);
int linux_eventfd_raise(int fd);
/// Takes back every raise so far.
int linux_eventfd_clear(int fd);
/// Non-blocking; becomes readable at a moment on CLOCK_MONOTONIC.
int linux_alarm(void);
/// At 0 or later, be it over; a negative one is never. Takes back that it is readable.
void linux_alarm_set(int fd, int64_t microseconds);
/// Non-blocking; becomes readable when the wall clock is set, and when the machine wakes from sleep.
int linux_clock_watch(void);
/// Takes that back.
void linux_clock_watch_clear(int fd);
/// [0] is read from, [1] written to; `flags` as O_NONBLOCK, beside the close-on-exec that both have.
int linux_pipe(int fds[2], int flags);
/// As write, without SIGPIPE where nobody reads: EPIPE alone tells. Goes on after EINTR.
ssize_t linux_write_pipe(int fd, const void *bytes, size_t count);

/// A pipe or socket that somebody else may write to as well.
struct linux_direct_output {
  /// -1: there is none. To be closed.
  int fd;
  bool is_socket;
};

/// The pipe or socket that `fd` is, without a change to `fd` itself; none where it is something else, or another user's.
struct linux_direct_output linux_open_directly(int fd);
/// As write, never waits: EAGAIN where there is no room.
ssize_t linux_write_directly(struct linux_direct_output output, const void *bytes, size_t count);

// Queues

/// A serial queue of libdispatch's.
void *linux_queue_create(const char *label);
/// Calls `body` on the queue, by this thread, as soon as nothing else is on it.
void linux_queue_sync(void *queue, void *context, void (*body)(void *context));

// Sockets

/// The next connection, close-on-exec and non-blocking.
int linux_accept(int listener);
/// Who connected a Unix socket: the user, and in `groups` its group and its further groups. Gives how many.
int linux_peer(int fd, uid_t *user, gid_t *groups, int capacity);

// Processes

struct linux_spawn {
  /// Without a slash it is looked for in this process's PATH.
  const char *program;
  char *const *arguments;
  char *const *environment;
  /// Where it starts, and what a relative `program` is relative to; NULL: here.
  const char *directory;
  /// Becomes standard input; -1: that is /dev/null.
  int input;
  /// Becomes standard output and standard error.
  int output;
};

/// Starts a program as the leader of a process group of its own, with default signals, none of them blocked, and no
/// descriptor beyond the three. Gives 0 or an errno, of chdir and exec too.
int linux_spawn(pid_t *pid, const struct linux_spawn *spawn);
int linux_pidfd_open(pid_t pid);

struct linux_exit {
  bool signalled;
  /// The signal, or the exit status.
  int status;
};

/// Reaps the child if it has ended: 1, 0 when it still runs.
int linux_reap(pid_t pid, struct linux_exit *exit);
/// "TERM" of SIGTERM; NULL when there is no such signal.
const char *linux_signal_name(int signal);

// Input devices that something goes out through

struct linux_key {
  /// As in linux/input-event-codes.h, without KEY_ and in lower case.
  const char *name;
  uint16_t code;
};

/// All keys that have names, in the order of strcmp; a key may have several.
const struct linux_key *linux_keys(int *count);
/// -1 where there is no such key.
int linux_key_code(const char *name);

static const uint16_t LINUX_EV_SYN = 0x00;
static const uint16_t LINUX_EV_KEY = 0x01;
static const uint16_t LINUX_EV_FF = 0x15;
/// The capability of a device that can rumble.
static const int LINUX_FF_RUMBLE = 0x50;

/// As struct input_event, without the time.
struct linux_input_event {
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/// A keyboard of its own with these keys, by the uinput device at `path`; closing the descriptor takes it away.
int linux_keyboard_create(const char *path, const char *name, const uint16_t *codes, int count);

#define LINUX_INPUT_WRITE_MOST 64
/// Writes at most so many events at once.
int linux_input_write(int fd, const struct linux_input_event *events, int count);

/// Puts an effect into a device that can rumble: the number by which EV_FF plays it.
int linux_rumble_upload(int fd, uint16_t magnitude, uint16_t milliseconds);

// Terminals

/// Raw: each key at once, no signals by keys. Until `linux_terminal_leave`, which also comes by itself when the program exits
/// or crashes. `goodbye` (at most 128 bytes) is what is written then. Again after the process was stopped.
int linux_terminal_enter(int fd, const char *goodbye);
/// As it was found; does nothing the second time. Safe in a handler of signals.
void linux_terminal_leave(void);
int linux_terminal_size(int fd, int *columns, int *rows);
/// As Ctrl-Z does: stops the process where a shell can continue it, though SIGTSTP is blocked.
int linux_stop_self(void);

// Time and command line

/// CLOCK_MONOTONIC, as evdev's times are after EVIOCSCLOCKID.
int64_t linux_monotonic_microseconds(void);
/// Gives back the pages of this program that hold what cannot change: who needs one again has it from the page cache.
void linux_release_program(void);
/// How long the machine has slept since it was started: CLOCK_MONOTONIC stands still meanwhile, CLOCK_BOOTTIME goes on.
int64_t linux_slept_microseconds(void);

struct linux_option {
  /// Without its dashes.
  const char *name;
  bool takes_argument;
  /// The letter of its short form, or a number from 256 on when it has none.
  int code;
};

/// The next option's code, its argument in `argument`; -1 after the last one, '?' for one that is not known, ':' for
/// one whose argument is missing. At most 32 options. Prints nothing. Operands move to the end of `argv`.
int linux_getopt(int argc, char *argv[], const struct linux_option *options, int count, const char **argument);
/// Where in argv the next option, or after the last one the first operand, is.
int linux_getopt_index(void);
