// faults: a library for LD_PRELOAD. From the first lock on, it counts the calls of the system that change files. FAULT is what happens at
// the one with the number FAULT_AT: "fail": the call fails with FAULT_ERRNO; "kill":
// the process is killed; "write" and "rename": another program writes "other" to the file FAULT_FILE, in place or by a rename, before the
// call. "plain": the file system can't exchange files, and the call fails. It says on standard error which call that was.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

static bool is_saving;
static int count;

static void other_program_writes(bool renames) {
  const char *file = getenv("FAULT_FILE");
  char draft[4096];
  snprintf(draft, sizeof draft, "%s.other", file);
  const char *path = renames ? draft : file;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  syscall(SYS_write, fd, "other", 5);
  syscall(SYS_close, fd);
  if (renames) syscall(SYS_renameat2, AT_FDCWD, draft, AT_FDCWD, file, 0);
}

// Returns whether the call fails.
static bool is_faulty(const char *call) {
  const char *fault = getenv("FAULT");
  if (!is_saving || !fault || ++count != atoi(getenv("FAULT_AT"))) return false;
  dprintf(2, "%s at %s\n", fault, call);
  if (strcmp(fault, "kill") == 0) raise(SIGKILL);
  if (strcmp(fault, "write") == 0 || strcmp(fault, "rename") == 0) other_program_writes(fault[0] == 'r');
  if (strcmp(fault, "fail") != 0 && strcmp(fault, "plain") != 0) return false;
  errno = atoi(getenv("FAULT_ERRNO"));
  return true;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define CALL(type, name, parameters, ...) \
  type name parameters { return is_faulty(#name) ? (type)-1 : REAL(name)(__VA_ARGS__); }

int flock(int fd, int operation) {
  if (operation != LOCK_UN) is_saving = true;
  return is_faulty("flock") ? -1 : REAL(flock)(fd, operation);
}

static int open_at(const char *call, int folder, const char *path, int flags, mode_t mode) {
  return is_faulty(call) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_at("openat", folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_at("openat64", folder, path, flags, mode);
}

CALL(ssize_t, read, (int fd, void *bytes, size_t size), fd, bytes, size)
CALL(ssize_t, write, (int fd, const void *bytes, size_t size), fd, bytes, size)
CALL(int, fsync, (int fd), fd)
CALL(int, fchown, (int fd, uid_t user, gid_t group), fd, user, group)
CALL(int, fchmod, (int fd, mode_t mode), fd, mode)
int renameat2(int a, const char *b, int c, const char *d, unsigned flags) {
  const char *fault = getenv("FAULT");
  bool is_unknown = fault && strcmp(fault, "plain") == 0;
  if (is_unknown) errno = EINVAL;
  return is_unknown || is_faulty("renameat2") ? -1 : REAL(renameat2)(a, b, c, d, flags);
}

CALL(int, renameat, (int a, const char *b, int c, const char *d), a, b, c, d)
CALL(int, unlinkat, (int folder, const char *path, int flags), folder, path, flags)
CALL(int, fsetxattr, (int fd, const char *name, const void *value, size_t size, int flags), fd, name, value, size, flags)
CALL(ssize_t, fgetxattr, (int fd, const char *name, void *value, size_t size), fd, name, value, size)
CALL(ssize_t, flistxattr, (int fd, char *names, size_t size), fd, names, size)
CALL(int, fremovexattr, (int fd, const char *name), fd, name)
