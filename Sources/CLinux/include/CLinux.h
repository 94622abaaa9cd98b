// CLinux: calls that Swift does not see in libc, without policy: epoll, signalfd, pidfd, spawn, uinput; the names of keys.
// As in libc, a call that fails returns -1 and sets errno, unless documented otherwise. Every descriptor is close-on-exec.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// epoll

static const uint32_t LINUX_EPOLL_IN = 0x001;
static const uint32_t LINUX_EPOLL_OUT = 0x004;

/// Like struct epoll_event, but not packed.
struct linux_epoll_event {
  uint32_t events;
  uint64_t data;
};

int linux_epoll_create(void);
int linux_epoll_add(int epoll, int fd, uint32_t events, uint64_t data);
int linux_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data);
int linux_epoll_remove(int epoll, int fd);
/// Waits for events, and returns at most 64 of them. A negative timeout waits indefinitely.
int linux_epoll_wait(int epoll, struct linux_epoll_event *events, int capacity, int64_t microseconds);
/// Handles a descriptor that is ready, by the data that it was added with. Returns whether nothing else must be done.
typedef bool linux_epoll_handler(void *context, uint64_t data);
/// Waits without a time limit, again and again as long as only one descriptor is ready and `handles` returns true for it.
int linux_epoll_wait_beyond(int epoll, struct linux_epoll_event *events, int capacity, linux_epoll_handler *handles, void *context);

// Calls and names of libc that are variadic or macros

/// Opens a file; with the mode, if the flags create it. The path is relative to a folder's descriptor, or to the working directory with
/// LINUX_HERE.
int linux_open(int folder, const char *path, int flags, mode_t mode);
#define LINUX_HERE -100
/// Has reads and writes fail rather than wait.
int linux_set_nonblocking(int fd);
/// The kind of a file, of its mode.
enum linux_kind { LINUX_FILE, LINUX_FOLDER, LINUX_PIPE, LINUX_SOCKET, LINUX_CHARACTER_DEVICE, LINUX_OTHER };
enum linux_kind linux_kind_of(mode_t mode);
int linux_errno(void);
void linux_set_errno(int number);
/// The entries of this process's environment, up to a null pointer.
char *const *linux_environment(void);
/// The name by which this program was called.
const char *linux_program_name(void);
void linux_ignore_signal(int signal);
void linux_restore_signal(int signal);

// Descriptors for signals, wake-ups and timers

/// Blocks the signals in the calling thread, and in the threads that it starts from now on.
int linux_block_signals(const int *signals, int count);
int linux_unblock_signals(const int *signals, int count);
/// Creates a non-blocking signal descriptor. The caller must have blocked the signals.
int linux_signalfd(const int *signals, int count);
/// Returns the next signal's number; -1 with EAGAIN if there is none.
int linux_signalfd_read(int fd);
/// Creates a non-blocking event descriptor.
int linux_eventfd(void);
int linux_eventfd_raise(int fd);
/// Clears all raises.
int linux_eventfd_clear(int fd);
/// Creates a non-blocking timer descriptor that becomes readable at a time on CLOCK_MONOTONIC; initially never.
int linux_alarm(void);
/// Sets the time at which an alarm becomes readable. A time that has passed makes it readable at once, a negative one never. The
/// alarm is not readable until then, even if it was before.
void linux_alarm_set(int fd, int64_t microseconds);
/// Creates a non-blocking descriptor that becomes readable when the wall clock is set, and when the machine wakes from sleep.
int linux_clock_watch(void);
/// Makes a clock watch unreadable until the next such event.
void linux_clock_watch_clear(int fd);
/// Creates a pipe: [0] is read from, [1] written to. `flags` such as O_NONBLOCK are added to close-on-exec.
int linux_pipe(int fds[2], int flags);
// Has a pipe hold this many bytes, at most what the system allows.
void linux_pipe_hold(int fd, int bytes);
bool linux_ignores_sigpipe(void);

/// Like write, but returns EPIPE without SIGPIPE when the pipe has no reader. Continues after EINTR.
ssize_t linux_write_pipe(int fd, const void *bytes, size_t count);

/// A pipe or socket that other processes may write to as well.
struct linux_direct_output {
  /// The caller closes it. -1: there is none.
  int fd;
  bool is_socket;
};

/// Opens the pipe or socket behind `fd`, without changing `fd` itself. None if it is something else or belongs to another user.
struct linux_direct_output linux_open_directly(int fd);
/// Like write, but never waits: EAGAIN if there is no room.
ssize_t linux_write_directly(struct linux_direct_output output, const void *bytes, size_t count);

// Files

/// Renames a file of a folder. One that has the new name gets the old one if `exchanges`, and is an error otherwise. Fails with EINVAL if
/// the file system can't.
int linux_rename(int folder, const char *from, const char *to, bool exchanges);
/// Gives a file the access list and the other extended attributes of another one.
int linux_copy_attributes(int from, int to);

// Queues

/// Creates a serial libdispatch queue. Release it with `linux_queue_release`.
void *linux_queue_create(const char *label);
void linux_queue_release(void *queue);
/// Calls `body` on the queue, in this thread, as soon as nothing else runs on it.
void linux_queue_sync(void *queue, void *context, void (*body)(void *context));

// Sockets

enum linux_socket_kind { LINUX_STREAM, LINUX_DATAGRAMS, LINUX_PACKETS };
/// The type of a socket, as socket() takes it, which is close-on-exec.
int linux_socket_type(enum linux_socket_kind kind, bool waits);
/// Accepts the next connection, non-blocking.
int linux_accept(int listener);
/// Finds the process and the user who connected to a Unix socket: their ids, and in `groups` the group and the supplementary groups.
/// Returns the number of groups. Only the first one is given if `capacity` is too small for all.
int linux_peer(int fd, pid_t *process, uid_t *user, gid_t *groups, int capacity);

#define LINUX_MESSAGE_FDS 2
/// Sends a message with `count` descriptors through a socket that keeps messages apart. Never waits, and fails without SIGPIPE.
int linux_send_message(int fd, const void *bytes, size_t size, const int fds[LINUX_MESSAGE_FDS], int count);
/// Receives a message without waiting. Returns its size, 0 at the end. `fds` gets its descriptors, -1 for none; NULL: there must be none.
/// One that is larger, or has more descriptors, fails with EMSGSIZE.
ssize_t linux_receive_message(int fd, void *bytes, size_t capacity, int fds[LINUX_MESSAGE_FDS]);

// Processes

/// What a program may do that this process starts. All zero, with `ruleset` -1: what this process may do.
struct linux_rights {
  /// Whether the program runs as another user; only root can do that.
  bool changes_user;
  uid_t user;
  gid_t group;
  /// The user's groups, with `group`.
  const gid_t *groups;
  size_t group_count;
  /// The most processes and threads of its user with which the program can still start one; 0: this process's limit.
  uint64_t most_processes;
  /// How much sooner than this process, and than an ordinary one, it is ended when memory runs out: 0 to 1000, as in oom_score_adj.
  int oom_score_above;
  /// A Landlock ruleset, which also holds for all that the program starts; -1: none.
  int ruleset;
};

struct linux_spawn {
  /// Searched in this process's PATH if it has no slash.
  const char *program;
  char *const *arguments;
  char *const *environment;
  /// The working directory, which a relative `program` is relative to; NULL: this process's.
  const char *directory;
  /// Becomes standard input; -1: /dev/null.
  int input;
  /// Becomes standard output and standard error.
  int output;
  struct linux_rights rights;
};

/// What a new process does before it becomes the program.
enum linux_spawn_step { LINUX_SPAWN_PREPARE, LINUX_SPAWN_USER, LINUX_SPAWN_DIRECTORY, LINUX_SPAWN_EXECUTE };

/// Starts a program as the leader of a process group of its own, with default signal handling, no blocked signals, and no open
/// descriptors except the standard three. Returns 0 or an errno; `step` is then what failed.
int linux_spawn(pid_t *pid, const struct linux_spawn *spawn, enum linux_spawn_step *step);
/// Whether neither this process nor its children can gain privileges, for example through sudo (PR_SET_NO_NEW_PRIVS). Only then may
/// processes other than root's use Landlock.
bool linux_gains_no_privileges(void);
/// Raises this process's soft limit of processes to the hard one. Returns the soft limit as it was, for other programs; 0 if the two are
/// the same or there is none.
uint64_t linux_keep_processes_for_self(void);
/// Finds all groups of a user, whose own one is `group`. Returns their number; -1 if they are more than `capacity`.
int linux_groups_of(const char *user, gid_t group, gid_t *groups, int capacity);
/// Creates a Landlock ruleset that allows no file to be opened for reading or writing. Fails without Landlock (Linux 5.13).
int linux_ruleset_create(void);
/// Allows a file, or all files in a folder, to be opened.
int linux_ruleset_allow(int ruleset, const char *path);
int linux_pidfd_open(pid_t pid);

struct linux_exit {
  bool signalled;
  /// The signal, or the exit status.
  int status;
};

/// Reaps a child without waiting. Returns 1 if it has ended, 0 if it is still running.
int linux_reap(pid_t pid, struct linux_exit *exit);
/// The name of a signal, "TERM" for SIGTERM; NULL if there is no such signal.
const char *linux_signal_name(int signal);

// Output through input devices

struct linux_key {
  /// The name in linux/input-event-codes.h, without KEY_ and in lower case.
  const char *name;
  uint16_t code;
};

/// All key names, in strcmp's order. A key may have several.
const struct linux_key *linux_keys(int *count);
/// The code of a key; -1 if there is no such name.
int linux_key_code(const char *name);

static const uint16_t LINUX_EV_SYN = 0x00;
static const uint16_t LINUX_EV_KEY = 0x01;
static const uint16_t LINUX_EV_REL = 0x02;
static const uint16_t LINUX_EV_ABS = 0x03;
static const uint16_t LINUX_EV_FF = 0x15;
static const uint16_t LINUX_REL_X = 0x00;
static const uint16_t LINUX_REL_Y = 0x01;
static const uint16_t LINUX_REL_HWHEEL = 0x06;
static const uint16_t LINUX_REL_WHEEL = 0x08;
static const uint16_t LINUX_REL_WHEEL_HI_RES = 0x0b;
static const uint16_t LINUX_REL_HWHEEL_HI_RES = 0x0c;
static const uint16_t LINUX_ABS_X = 0x00;
static const uint16_t LINUX_ABS_Y = 0x01;
/// The capability of a device that can rumble.
static const int LINUX_FF_RUMBLE = 0x50;

/// Like struct input_event, without the time.
struct linux_input_event {
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/// Creates a virtual keyboard with these keys through the uinput device at `path`. Closing the descriptor removes it.
int linux_keyboard_create(const char *path, const char *name, const char *phys, const uint16_t *codes, int count);

/// Creates a virtual pointer with three buttons through the uinput device at `path`: an absolute one with axes from 0 to 65535, like
/// that of a virtual machine, or a relative one with a wheel for both axes. `phys` is what the kernel reports as its place. Closing the
/// descriptor removes it.
int linux_pointer_create(const char *path, const char *name, const char *phys, bool is_absolute);

#define LINUX_INPUT_WRITE_MOST 1024
/// Writes at most LINUX_INPUT_WRITE_MOST events in one write, so that a whole frame has one time: that of the write.
int linux_input_write(int fd, const struct linux_input_event *events, int count);

/// Uploads an effect to a device that can rumble. Returns the effect's number, with which EV_FF plays it.
int linux_rumble_upload(int fd, uint16_t magnitude, uint16_t milliseconds);

// Terminals

/// Puts a terminal into raw mode: each key arrives at once, and no key sends a signal. The mode lasts until `linux_terminal_leave`,
/// which also runs when the program exits or crashes, and which writes `goodbye` (at most 128 bytes). Call this again after the
/// process was stopped.
int linux_terminal_enter(int fd, const char *goodbye);
/// Opens the terminal of standard output, non-blocking.
int linux_terminal_open(void);
/// Restores the terminal's mode. Does nothing the second time. Safe in a signal handler.
void linux_terminal_leave(void);
int linux_terminal_size(int fd, int *columns, int *rows);
/// Stops the process as Ctrl-Z does, so that a shell can continue it, even though SIGTSTP is blocked.
int linux_stop_self(void);

// Time and command line

/// The time on CLOCK_MONOTONIC, which evdev's times also have after EVIOCSCLOCKID.
int64_t linux_monotonic_microseconds(void);
/// Writes the local time of day as "2026-01-31T23:59:59.999+01:00", with a NUL, to at least 32 bytes.
void linux_local_time(char *text);
/// Releases the read-only pages of the program and its libraries from memory. Pages that are needed again come from the page cache.
void linux_release_program(void);
/// Returns memory that was freed to the system.
void linux_release_freed_memory(void);
/// Starts a thread that nothing waits for. Returns 0 or an errno.
int linux_start_thread(void *(*body)(void *), void *context);
/// Gives threads that start from now on stacks of 1 MiB. In one of 8 MiB, which is the default, the kernel may make a huge page of a few small
/// ones: 2 MiB for a thread that uses 20 KiB. All threads share one heap: several keep more freed memory, each time more or less.
void linux_keep_threads_small(void);
/// The time that the machine has slept since boot: CLOCK_MONOTONIC stands still during sleep, CLOCK_BOOTTIME does not.
int64_t linux_slept_microseconds(void);

struct linux_option {
  /// Without its dashes.
  const char *name;
  bool takes_argument;
  /// The letter of its short form, or a number of 256 or more if it has none.
  int code;
};

/// Returns the next option's code, with its argument in `argument`; -1 after the last option, '?' for an unknown one, ':' for one
/// whose argument is missing. Takes at most 32 options. Prints nothing. Moves operands to the end of `argv`.
int linux_getopt(int argc, char *argv[], const struct linux_option *options, int count, const char **argument);
/// The index in argv of the next option or, after the last option, of the first operand.
int linux_getopt_index(void);
