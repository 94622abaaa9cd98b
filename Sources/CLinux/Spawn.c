// Starts programs, with fewer rights than this process if wanted.
//
// posix_spawn can change neither the user nor limits of a child. So this does what glibc's posix_spawn does: the child shares our memory
// and our thread waits until the child has replaced itself (CLONE_VM, CLONE_VFORK). Until then the child makes system calls only, on its
// own stack: it takes no locks and allocates nothing. Sanitizers are switched off for it, as it leaves its functions without returning;
// and it uses `syscall`, as they replace glibc's functions by some that record in our memory what only the child does.
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNCHECKED __attribute__((no_sanitize("address", "thread", "undefined")))
#define STACK_SIZE (64 << 10)
#define KERNEL_SIGSET_SIZE 8

// The thread sanitizer takes `clone` for a fork, after which memory is not shared.
extern int __clone(int (*body)(void *), void *stack, int flags, void *argument, ...);

// glibc's setresuid and its siblings change all threads of a process by signals, so the child must not use them. On 32-bit machines
// the plain numbers are those of system calls with 16-bit ids.
#ifdef SYS_setresuid32
#define SETRESUID SYS_setresuid32
#define SETRESGID SYS_setresgid32
#define SETGROUPS SYS_setgroups32
#else
#define SETRESUID SYS_setresuid
#define SETRESGID SYS_setresgid
#define SETGROUPS SYS_setgroups
#endif

struct child {
  const struct linux_spawn *spawn;
  const char *search_path;
  // The text for oom_score_adj; empty: unchanged.
  char oom_score[8];
  bool new_session;
  // Where the child writes the path that it tries next.
  char path[PATH_MAX];
  enum linux_spawn_step step;
  int error;
};

UNCHECKED static int open_file(const char *path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0);
}

UNCHECKED static bool use_as(int fd, int target) {
  // dup3 fails if they are the same.
  if (fd == target) return syscall(SYS_fcntl, fd, F_SETFD, 0) == 0;
  return syscall(SYS_dup3, fd, target, 0) >= 0;
}

UNCHECKED static bool use_files(const struct linux_spawn *spawn) {
  // Standard input is last of the three, as `output` may be descriptor 0; linux_spawn has moved an `input` of 1 or 2.
  if (!use_as(spawn->output, STDOUT_FILENO) || !use_as(spawn->output, STDERR_FILENO)) return false;
  if (spawn->input >= 0) return use_as(spawn->input, STDIN_FILENO);
  int empty = open_file("/dev/null", O_RDONLY);
  if (empty < 0 || !use_as(empty, STDIN_FILENO)) return false;
  if (empty > STDERR_FILENO) syscall(SYS_close, empty);
  return true;
}

UNCHECKED static void close_others(void) {
  if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) == 0) return;
  // Before Linux 5.9. Ours close themselves; this is for those that we inherited.
  for (int fd = STDERR_FILENO + 1; fd < 1024; fd++) syscall(SYS_close, fd);
}

UNCHECKED static void reset_signals(void) {
  // The kernel's struct sigaction: SIG_DFL and everything else are 0.
  const uint64_t standard[4] = {0};
  for (int number = 1; number < NSIG; number++) syscall(SYS_rt_sigaction, number, standard, NULL, KERNEL_SIGSET_SIZE);
}

UNCHECKED static bool become_user(const struct linux_rights *rights) {
  if (!rights->changes_user) return true;
  return syscall(SETGROUPS, rights->group_count, rights->groups) == 0
    && syscall(SETRESGID, rights->group, rights->group, rights->group) == 0
    && syscall(SETRESUID, rights->user, rights->user, rights->user) == 0;
}

UNCHECKED static void raise_oom_score(const char *text) {
  if (!text[0]) return;
  int fd = open_file("/proc/self/oom_score_adj", O_WRONLY);
  if (fd < 0) return;
  // The child runs as well without it: /proc may be missing.
  syscall(SYS_write, fd, text, strlen(text));
  syscall(SYS_close, fd);
}

UNCHECKED static bool limit_processes(uint64_t most) {
  if (most == 0) return true;
  const uint64_t limit[2] = {most, most};
  return syscall(SYS_prlimit64, 0, RLIMIT_NPROC, limit, NULL) == 0;
}

UNCHECKED static bool restrict_files(int ruleset) {
  return ruleset < 0 || syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

// Replaces the program, which is searched in the folders of `search_path` if its name has no slash. Returns an errno, as it failed.
UNCHECKED static int execute(struct child *child) {
  const struct linux_spawn *spawn = child->spawn;
  size_t size = strlen(spawn->program);
  if (size == 0) return ENOENT;
  if (strchr(spawn->program, '/')) {
    syscall(SYS_execve, spawn->program, spawn->arguments, spawn->environment);
    return errno;
  }
  int error = ENOENT;
  for (const char *folder = child->search_path, *end;; folder = end + 1) {
    end = strchrnul(folder, ':');
    size_t length = (size_t)(end - folder);
    if (length + 1 + size < sizeof child->path) {
      // An empty entry is the working directory.
      memcpy(child->path, folder, length);
      child->path[length] = '/';
      memcpy(child->path + length + (length > 0), spawn->program, size + 1);
      syscall(SYS_execve, child->path, spawn->arguments, spawn->environment);
      if (errno == EACCES) error = EACCES;
      else if (errno != ENOENT && errno != ENOTDIR && errno != ENODEV && errno != ESTALE && errno != ETIMEDOUT) return errno;
    }
    if (*end == '\0') return error;
  }
}

UNCHECKED static int run_child(void *argument) {
  struct child *child = argument;
  const struct linux_spawn *spawn = child->spawn;
  const uint64_t no_signals = 0;
  reset_signals();
  bool has_group = child->new_session ? setsid() >= 0 : setpgid(0, 0) == 0;
  raise_oom_score(child->oom_score);
  child->step = LINUX_SPAWN_PREPARE;
  if (!has_group || !use_files(spawn) || !limit_processes(spawn->rights.most_processes)) goto failed;
  child->step = LINUX_SPAWN_USER;
  if (!become_user(&spawn->rights)) goto failed;
  child->step = LINUX_SPAWN_DIRECTORY;
  if (spawn->directory && syscall(SYS_chdir, spawn->directory) != 0) goto failed;
  child->step = LINUX_SPAWN_PREPARE;
  if (!restrict_files(spawn->rights.ruleset)) goto failed;
  close_others();
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &no_signals, NULL, KERNEL_SIGSET_SIZE);
  child->step = LINUX_SPAWN_EXECUTE;
  child->error = execute(child);
  goto end;
failed:
  child->error = errno;
end:
  syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

// Whether commands get a session of their own instead of only a process group. A session keeps the command from our terminal.
// Without a terminal, as in a service, a process group is enough, and the command starts sooner: the kernel schedules each session
// as a group (sched(7), autogroup).
static bool needs_session(void) {
  static _Atomic int known = -1;  // A process may lose its terminal later, but it never gains one.
  if (known >= 0) return known;
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (terminal >= 0) close(terminal);
  return known = terminal >= 0;
}

// Our own oom_score_adj; 0 if it cannot be read.
static int own_oom_score(void) {
  char text[16] = "";
  int fd = open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  return count > 0 ? atoi(text) : 0;
}

static void set_oom_score(struct child *child, int above) {
  if (above <= 0) return;
  static _Atomic int known = INT_MIN;
  if (known == INT_MIN) known = own_oom_score();
  int own = known < 0 ? 0 : known, score = own + above > 1000 ? 1000 : own + above;
  snprintf(child->oom_score, sizeof child->oom_score, "%d", score);
}

static int clone_child(pid_t *pid, struct child *child) {
  char *stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return errno;
  // Our handlers must not run in the child, and nothing may interrupt this thread while they share memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  *pid = __clone(run_child, stack + STACK_SIZE, CLONE_VM | CLONE_VFORK | SIGCHLD, child);
  int error = *pid < 0 ? errno : child->error;
  if (*pid > 0 && error != 0)
    while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR) {}
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  munmap(stack, STACK_SIZE);
  return error;
}

int linux_spawn(pid_t *pid, const struct linux_spawn *wanted, enum linux_spawn_step *step) {
  struct linux_spawn spawn = *wanted;
  struct child child = {.spawn = &spawn, .new_session = needs_session(), .step = LINUX_SPAWN_PREPARE};
  child.search_path = getenv("PATH");
  if (!child.search_path) child.search_path = "/bin:/usr/bin";
  set_oom_score(&child, spawn.rights.oom_score_above);
  int moved = -1;
  if (spawn.input >= 0 && spawn.input <= STDERR_FILENO) {
    moved = spawn.input = fcntl(spawn.input, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0) return errno;
  }
  int error = clone_child(pid, &child);
  if (moved >= 0) close(moved);
  *step = child.step;
  return error;
}

// A system call, as glibc has a function for it only since 2.36, and 2.35 is supported.
int linux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int linux_reap(pid_t pid, struct linux_exit *exit) {
  siginfo_t info = {0};
  int result;
  do result = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG);
  while (result != 0 && errno == EINTR);
  if (result != 0) return -1;
  if (info.si_pid == 0) return 0;
  exit->signalled = info.si_code != CLD_EXITED;
  exit->status = info.si_status;
  return 1;
}

const char *linux_signal_name(int signal) {
  static const char *const names[] = {
    [SIGHUP] = "HUP", [SIGINT] = "INT", [SIGQUIT] = "QUIT", [SIGILL] = "ILL", [SIGTRAP] = "TRAP", [SIGABRT] = "ABRT",
    [SIGBUS] = "BUS", [SIGFPE] = "FPE", [SIGKILL] = "KILL", [SIGUSR1] = "USR1", [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2",
    [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM", [SIGTERM] = "TERM", [SIGSTKFLT] = "STKFLT", [SIGCHLD] = "CHLD", [SIGCONT] = "CONT",
    [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP", [SIGTTIN] = "TTIN", [SIGTTOU] = "TTOU", [SIGURG] = "URG", [SIGXCPU] = "XCPU",
    [SIGXFSZ] = "XFSZ", [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH", [SIGPOLL] = "POLL", [SIGPWR] = "PWR",
    [SIGSYS] = "SYS",
  };
  return signal > 0 && signal < (int)(sizeof names / sizeof *names) ? names[signal] : NULL;
}

// Rights

bool linux_gains_no_privileges(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; }

uint64_t linux_keep_processes_for_self(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  uint64_t others = limit.rlim_cur;
  if (limit.rlim_cur == limit.rlim_max) return 0;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NPROC, &limit) == 0 ? others : 0;
}

int linux_groups_of(const char *user, gid_t group, gid_t *groups, int capacity) {
  int count = capacity;
  return getgrouplist(user, group, groups, &count) < 0 ? -1 : count;
}

int linux_ruleset_create(void) {
  struct landlock_ruleset_attr attributes = {
    .handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE};
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

int linux_ruleset_allow(int ruleset, const char *path) {
  int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  struct landlock_path_beneath_attr rule = {
    .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE, .parent_fd = fd};
  int result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(fd);
  return result;
}
