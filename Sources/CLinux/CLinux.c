#include "CLinux.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <link.h>
#include <linux/time_types.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "linux_syscall.h"


// Calls and names of libc

static_assert(LINUX_HERE == AT_FDCWD, "the working directory");

int linux_open(int folder, const char *path, int flags, mode_t mode) { return openat(folder, path, flags, mode); }

int linux_set_nonblocking(int fd) { return fcntl(fd, F_SETFL, O_NONBLOCK); }

enum linux_kind linux_kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFREG: return LINUX_FILE;
  case S_IFDIR: return LINUX_FOLDER;
  case S_IFIFO: return LINUX_PIPE;
  case S_IFSOCK: return LINUX_SOCKET;
  case S_IFCHR: return LINUX_CHARACTER_DEVICE;
  default: return LINUX_OTHER;
  }
}

int linux_errno(void) { return errno; }

void linux_set_errno(int number) { errno = number; }

char *const *linux_environment(void) { return environ; }

const char *linux_program_name(void) { return program_invocation_name; }

void linux_ignore_signal(int number) { signal(number, SIG_IGN); }

void linux_restore_signal(int number) { signal(number, SIG_DFL); }

// epoll

int linux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  return epoll_ctl(epoll, operation, fd, &event);
}

int linux_epoll_add(int epoll, int fd, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, fd, events, data);
}

int linux_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_MOD, fd, events, data);
}

int linux_epoll_remove(int epoll, int fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

// Waits in whole milliseconds, as kernels before 5.11 do. Rounds up: a caller that wakes too soon would wait for the rest in a busy
// loop.
static int wait_coarsely(int epoll, struct epoll_event *ready, int capacity, int64_t microseconds) {
  int64_t milliseconds = (microseconds + 999) / 1000;
  return epoll_wait(epoll, ready, capacity, milliseconds > INT_MAX ? INT_MAX : (int)milliseconds);
}

// Events are received on the stack, on a page that each wait needs anyway.
enum { MOST_EVENTS = 64 };

static inline int at_most(int capacity) { return capacity < MOST_EVENTS ? capacity : MOST_EVENTS; }

// The kernel's events are packed, ours are not.
static int spread(struct linux_epoll_event *events, const struct epoll_event *ready, int count) {
  for (int i = 0; i < count; i++) events[i] = (struct linux_epoll_event){.events = ready[i].events, .data = ready[i].data.u64};
  return count;
}

// A function of its own, so that waits without a time limit, which come with each frame, save no registers for it.
__attribute__((noinline)) static int wait_in_time(int epoll, struct linux_epoll_event *events, int capacity, int64_t microseconds) {
  struct epoll_event ready[MOST_EVENTS];
  static _Atomic bool is_old;
  if (!is_old) {
    // musl has no function for this call. The kernel does not look at the size of a signal mask that is not there.
    struct __kernel_timespec timeout = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    int count = (int)linux_syscall(SYS_epoll_pwait2, epoll, (long)ready, at_most(capacity), (long)&timeout, 0);
    if (count >= 0 || errno != ENOSYS) return spread(events, ready, count);
    is_old = true;
  }
  return spread(events, ready, wait_coarsely(epoll, ready, at_most(capacity), microseconds));
}

static inline int wait_at_will(int epoll, struct epoll_event *ready, int capacity) {
  return (int)linux_syscall(SYS_epoll_pwait, epoll, (long)ready, at_most(capacity), -1, 0);
}

int linux_epoll_wait(int epoll, struct linux_epoll_event *events, int capacity, int64_t microseconds) {
  if (microseconds >= 0) return wait_in_time(epoll, events, capacity, microseconds);
  struct epoll_event ready[MOST_EVENTS];
  return spread(events, ready, wait_at_will(epoll, ready, capacity));
}

int linux_epoll_wait_beyond(int epoll, struct linux_epoll_event *events, int capacity, linux_epoll_handler *handles, void *context) {
  struct epoll_event ready[MOST_EVENTS];
  int count;
  do count = wait_at_will(epoll, ready, capacity);
  while (count == 1 && handles(context, ready[0].data.u64));
  return spread(events, ready, count);
}

// Descriptors that carry signals and wake-ups

static void fill(sigset_t *set, const int *signals, int count) {
  sigemptyset(set);
  for (int i = 0; i < count; i++) sigaddset(set, signals[i]);
}

static int change_mask(int how, const int *signals, int count) {
  sigset_t set;
  fill(&set, signals, count);
  errno = pthread_sigmask(how, &set, NULL);
  return errno == 0 ? 0 : -1;
}

int linux_block_signals(const int *signals, int count) { return change_mask(SIG_BLOCK, signals, count); }

int linux_unblock_signals(const int *signals, int count) { return change_mask(SIG_UNBLOCK, signals, count); }

int linux_signalfd(const int *signals, int count) {
  sigset_t set;
  fill(&set, signals, count);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int linux_signalfd_read(int fd) {
  struct signalfd_siginfo info;
  ssize_t length = read(fd, &info, sizeof info);
  return length == (ssize_t)sizeof info ? (int)info.ssi_signo : -1;
}

int linux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int linux_eventfd_raise(int fd) { return eventfd_write(fd, 1); }

int linux_eventfd_clear(int fd) {
  eventfd_t raised;
  return eventfd_read(fd, &raised) == 0 || errno == EAGAIN ? 0 : -1;
}

int linux_clock_watch(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec never = {.it_value.tv_sec = INT64_MAX};  // the kernel limits it to its latest time
  if (fd < 0 || timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

void linux_clock_watch_clear(int fd) {
  uint64_t expirations;
  (void)!read(fd, &expirations, sizeof expirations);  // fails with ECANCELED, and the timer watches again
}

int linux_alarm(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

void linux_alarm_set(int fd, int64_t microseconds) {
  struct itimerspec at = {.it_value.tv_nsec = microseconds == 0};  // all zeros would disarm the timer
  if (microseconds > 0) {
    at.it_value.tv_sec = microseconds / 1000000;
    at.it_value.tv_nsec = microseconds % 1000000 * 1000;
  }
  (void)timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL);
}

int linux_pipe(int fds[2], int flags) { return pipe2(fds, flags | O_CLOEXEC); }
void linux_pipe_hold(int fd, int bytes) { (void)fcntl(fd, F_SETPIPE_SZ, bytes); }

bool linux_ignores_sigpipe(void) {
  struct sigaction action;
  return sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

ssize_t linux_write_pipe(int fd, const void *bytes, size_t count) {
  sigset_t pipe, pending, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t result;
  do result = write(fd, bytes, count);
  while (result < 0 && errno == EINTR);
  int error = errno;
  // SIGPIPE goes to the writing thread: it is removed here, unless it was pending before.
  if (result < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    static const struct timespec now;
    while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return result;
}

struct linux_direct_output linux_open_directly(int fd) {
  struct linux_direct_output output = {.fd = -1};
  struct stat status;
  if (fstat(fd, &status) != 0) return output;
  output.is_socket = S_ISSOCK(status.st_mode);
  if (output.is_socket) output.fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (!S_ISFIFO(status.st_mode)) return output;
  // Opened again: setting O_NONBLOCK on `fd` would affect all processes that share it.
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  output.fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  return output;
}

ssize_t linux_write_directly(struct linux_direct_output output, const void *bytes, size_t count) {
  if (output.is_socket) return send(output.fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  return write(output.fd, bytes, count);
}

// Queues. libdispatch's header is in the toolchain's folder, which is not searched for C.

extern void *dispatch_queue_create(const char *label, void *attributes);
extern void dispatch_release(void *queue);
extern void dispatch_sync_f(void *queue, void *context, void (*body)(void *));

void *linux_queue_create(const char *label) { return dispatch_queue_create(label, NULL); }

void linux_queue_release(void *queue) { dispatch_release(queue); }

void linux_queue_sync(void *queue, void *context, void (*body)(void *)) { dispatch_sync_f(queue, context, body); }

// Time and command line

static int64_t microseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t linux_monotonic_microseconds(void) { return microseconds(CLOCK_MONOTONIC); }

void linux_local_time(char *text) {
  struct timespec now;
  struct tm local;
  clock_gettime(CLOCK_REALTIME, &now);
  // The kernel accepts years up to 2262.
  localtime_r(&now.tv_sec, &local);
  size_t length = strftime(text, 20, "%Y-%m-%dT%H:%M:%S", &local);
  int minutes = (int)(local.tm_gmtoff / 60);
  snprintf(text + length, 32 - length, ".%03d%c%02d:%02d", (int)(now.tv_nsec / 1000000), minutes < 0 ? '-' : '+', abs(minutes) / 60 % 100,
           abs(minutes) % 60);
}

// Whether the loader has changed an object's code, so that the file does not have what is in memory.
static bool is_relocated_in_place(const struct dl_phdr_info *object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL)) return true;
  }
  return false;
}

// Called for the program and for each of its libraries.
static int release_segments(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  if (is_relocated_in_place(object)) return 0;
  uintptr_t page = (uintptr_t)getpagesize();
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    uintptr_t from = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    madvise((void *)from, end - from, MADV_DONTNEED);
  }
  return 0;
}

void linux_release_program(void) { dl_iterate_phdr(release_segments, NULL); }

void linux_release_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

int linux_start_thread(void *(*body)(void *), void *context) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, body, context);
  return error ? error : pthread_detach(thread);
}

void linux_keep_threads_small(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

int64_t linux_slept_microseconds(void) {
  // The smallest of three: a delay of this process between the two readings is not sleep.
  int64_t least = INT64_MAX;
  for (int i = 0; i < 3; i++) {
    int64_t monotonic = microseconds(CLOCK_MONOTONIC), slept = microseconds(CLOCK_BOOTTIME) - monotonic;
    if (slept < least) least = slept;
  }
  return least;
}

int linux_getopt(int argc, char *argv[], const struct linux_option *options, int count, const char **argument) {
  struct option table[33] = {{0}};
  char letters[2 + 2 * 32] = ":";
  size_t used = 1;
  for (int i = 0; i < count && i < 32; i++) {
    table[i].name = options[i].name;
    table[i].has_arg = options[i].takes_argument ? required_argument : no_argument;
    table[i].val = options[i].code;
    if (options[i].code >= 256) continue;
    letters[used++] = (char)options[i].code;
    if (options[i].takes_argument) letters[used++] = ':';
  }
  opterr = 0;
  int code = getopt_long(argc, argv, letters, table, NULL);
  *argument = optarg;
  return code;
}

int linux_getopt_index(void) { return optind; }
