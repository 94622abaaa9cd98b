// fault: a library for the daemon's LD_PRELOAD. It makes reads fail with EIO for the input device that the link /run/broken points
// to, and with ENODEV for the one that /run/revoked points to. A uinput device never fails like that while it exists, so only the
// errors are simulated; the device behind the descriptor is real. While there is a file /run/no-fork, forks fail with EAGAIN.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/input.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

static bool leads_to(const char *link, int fd) {
  struct stat there, here;
  return stat(link, &there) == 0 && fstat(fd, &here) == 0 && S_ISCHR(here.st_mode) && here.st_rdev == there.st_rdev;
}

pid_t fork(void) {
  static pid_t (*real)(void);
  if (!real) real = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");
  if (access("/run/no-fork", F_OK) != 0) return real();
  errno = EAGAIN;
  return -1;
}

// The daemon reads panels without libc. So the kernel is asked to raise a signal instead of reads of this size, which only panels get: the
// buffer of a device.
enum { SIZE_OF_PANEL_READS = 256 * sizeof(struct input_event) };

#ifdef __x86_64__
enum { ARCHITECTURE = AUDIT_ARCH_X86_64 };
#define REGISTER(context, at) (context)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX}[at]]
#define RESULT(context) (context)->uc_mcontext.gregs[REG_RAX]
#else
enum { ARCHITECTURE = AUDIT_ARCH_AARCH64 };
#define REGISTER(context, at) (context)->uc_mcontext.regs[at]
#define RESULT(context) (context)->uc_mcontext.regs[0]
#endif

static void read_of_panel(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  ucontext_t *state = context;
  int fd = (int)REGISTER(state, 0), error = errno;
  struct iovec place = {(void *)REGISTER(state, 1), (size_t)REGISTER(state, 2)};
  ssize_t result = leads_to("/run/broken", fd) ? -EIO : leads_to("/run/revoked", fd) ? -ENODEV : readv(fd, &place, 1);
  RESULT(state) = (typeof(RESULT(state)))(result == -1 ? -errno : result);
  errno = error;
}

__attribute__((constructor)) static void catch_reads(void) {
  struct sigaction action = {.sa_sigaction = read_of_panel, .sa_flags = SA_SIGINFO | SA_NODEFER};
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)ARCHITECTURE, 0, 5),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_read, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SIZE_OF_PANEL_READS, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (sigaction(SIGSYS, &action, NULL) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
    perror("fault");
}
