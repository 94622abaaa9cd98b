#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CLinux.h"

int linux_socket_type(enum linux_socket_kind kind, bool waits) {
  static const int types[] = {[LINUX_STREAM] = SOCK_STREAM, [LINUX_DATAGRAMS] = SOCK_DGRAM, [LINUX_PACKETS] = SOCK_SEQPACKET};
  return types[kind] | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK);
}

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

// Room for a message's descriptors, aligned as the kernel wants it.
union descriptors {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int[LINUX_MESSAGE_FDS]))];
};

int linux_send_message(int fd, const void *bytes, size_t size, const int fds[LINUX_MESSAGE_FDS], int count) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
  union descriptors passed = {0};
  passed.header.cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
  passed.header.cmsg_level = SOL_SOCKET;
  passed.header.cmsg_type = SCM_RIGHTS;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    memcpy(CMSG_DATA(&passed.header), fds, (size_t)count * sizeof(int));
    message.msg_control = &passed;
    message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

ssize_t linux_receive_message(int fd, void *bytes, size_t capacity, int fds[LINUX_MESSAGE_FDS]) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  union descriptors passed = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (fds) {
    message.msg_control = &passed;
    message.msg_controllen = sizeof passed;
    for (int i = 0; i < LINUX_MESSAGE_FDS; i++) fds[i] = -1;
  }
  ssize_t size = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  // The kernel writes the length, which is at most that of the room.
  if (size >= 0 && message.msg_controllen > 0 && passed.header.cmsg_type == SCM_RIGHTS)
    memcpy(fds, CMSG_DATA(&passed.header), passed.header.cmsg_len - CMSG_LEN(0));
  if (size < 0 || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0) return size;
  for (int i = 0; fds && i < LINUX_MESSAGE_FDS; i++)
    if (fds[i] >= 0) close(fds[i]);
  errno = EMSGSIZE;
  return -1;
}
