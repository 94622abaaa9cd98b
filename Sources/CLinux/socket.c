#include <stddef.h>
#include <sys/socket.h>

#include "CLinux.h"

int linux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int linux_peer(int fd, pid_t *process, uid_t *user, gid_t *groups, int capacity) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (capacity < 1 || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -1;
  *process = peer.pid;
  *user = peer.uid;
  groups[0] = peer.gid;
  length = (socklen_t)((size_t)(capacity - 1) * sizeof *groups);
  // If there is no room for its further groups, they are left out.
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups + 1, &length) < 0) return 1;
  return 1 + (int)(length / sizeof *groups);
}
