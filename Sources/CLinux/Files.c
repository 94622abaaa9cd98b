#include <errno.h>
#include <linux/fs.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

#include "CLinux.h"

#ifndef __GLIBC__
#include <sys/syscall.h>
#include <unistd.h>
// musl has no function for this call.
static int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}
#endif

int linux_rename(int folder, const char *from, const char *to, bool exchanges) {
  return renameat2(folder, from, folder, to, exchanges ? RENAME_EXCHANGE : RENAME_NOREPLACE);
}

int linux_copy_attributes(int from, int to) {
  // The folder may have given the new file a list.
  if (fremovexattr(to, "system.posix_acl_access") < 0 && errno != ENODATA && errno != EOPNOTSUPP) return -1;
  char *names = malloc(XATTR_LIST_MAX + XATTR_SIZE_MAX);
  if (!names) return -1;
  char *value = names + XATTR_LIST_MAX;
  ssize_t length = flistxattr(from, names, XATTR_LIST_MAX);
  bool is_copied = length >= 0 || errno == EOPNOTSUPP;
  for (char *name = names; is_copied && name < names + length; name += strlen(name) + 1) {
    // The kernel makes these from the contents.
    if (strcmp(name, "security.ima") == 0 || strcmp(name, "security.evm") == 0) continue;
    ssize_t size = fgetxattr(from, name, value, XATTR_SIZE_MAX);
    is_copied = size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) == 0;
  }
  free(names);
  return is_copied ? 0 : -1;
}
