#include <sys/xattr.h>

#include "CTouchInput.h"

long ti_access_list(const char *node, void *list, size_t size) {
  return getxattr(node, "system.posix_acl_access", list, size);
}
