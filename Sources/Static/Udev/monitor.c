#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libudev.h"
#include "texts.h"

struct udev_monitor {
  int fd;
  char message[UDEV_MOST_MESSAGE];
};

// The groups of messages, one of which is received: the kernel's own, or a running udev's, which come when rights and links are set.
enum { FROM_KERNEL = 1, FROM_UDEV = 2 };

// What udev's messages begin with, in its own byte order unless said.
struct head {
  char prefix[8];  // "libudev"
  uint32_t magic;  // 0xfeedcafe, big endian
  uint32_t head_size, properties_at, properties_size;
  uint32_t filters[4];
};

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
  (void)udev, (void)name;
  struct udev_monitor *monitor = calloc(1, sizeof *monitor);
  if (!monitor) return NULL;
  monitor->fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  return monitor->fd < 0 ? udev_monitor_unref(monitor) : monitor;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
  int error = errno;
  if (monitor && monitor->fd >= 0) close(monitor->fd);
  free(monitor);
  errno = error;
  return NULL;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *subsystem, const char *type) {
  (void)monitor, (void)subsystem, (void)type;  // the caller looks at the names
  return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = udev_runs() ? FROM_UDEV : FROM_KERNEL};
  int on = 1;
  if (setsockopt(monitor->fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) < 0) return -errno;
  return bind(monitor->fd, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
}

int udev_monitor_set_receive_buffer_size(struct udev_monitor *monitor, int size) {
  return setsockopt(monitor->fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) < 0 ? -errno : 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->fd; }

// Receives a message of the kernel or of root. Returns its size; 0 if it is another's, -1 if there is none or some were lost.
static ssize_t receive(struct udev_monitor *monitor) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct sockaddr_nl sender = {0};
  struct iovec part = {monitor->message, sizeof monitor->message};
  struct msghdr header = {
    .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
    .msg_controllen = sizeof control,
  };
  ssize_t size;
  do size = recvmsg(monitor->fd, &header, MSG_DONTWAIT);
  while (size < 0 && errno == EINTR);
  if (size < 0) return -1;
  struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
  if (!rights || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_CREDENTIALS) return 0;
  struct ucred credentials;
  memcpy(&credentials, CMSG_DATA(rights), sizeof credentials);
  bool is_kernel = sender.nl_groups == FROM_KERNEL && sender.nl_pid == 0;
  bool is_trusted = is_kernel || (sender.nl_groups == FROM_UDEV && credentials.uid == 0);
  return is_trusted && !(header.msg_flags & MSG_TRUNC) ? size : 0;
}

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
  for (ssize_t size; (size = receive(monitor)) >= 0;) {
    size_t start = strnlen(monitor->message, (size_t)size) + 1, length = (size_t)size;
    struct head head;
    if (length >= sizeof head && memcmp(monitor->message, "libudev", 8) == 0) {
      memcpy(&head, monitor->message, sizeof head);
      if (head.magic != htonl(0xfeedcafe) || head.properties_at > length) continue;
      start = head.properties_at;
    } else if (!memchr(monitor->message, '@', length)) {
      continue;
    }
    if (start >= length) continue;
    struct udev_device *device = udev_device_from_message(monitor->message + start, length - start);
    if (device) return device;
  }
  return NULL;
}
