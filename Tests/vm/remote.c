// remote: the infrared receiver of the kernel's rc-loopback, which receives what it sends.
//
//   remote learn NODE SCANCODE KEY     gives a scancode of the receiver's event node a key, as ir-keytable does
//   remote send LIRC SCANCODE          sends a scancode of the NEC protocol through a device such as /dev/lirc0
//
// Numbers are decimal, or hexadecimal after 0x.
#include <fcntl.h>
#include <linux/input.h>
#include <linux/lirc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int failed(const char *what) {
  perror(what);
  return 1;
}

static int learn(const char *node, uint32_t scancode, uint32_t key) {
  int fd = open(node, O_RDWR | O_CLOEXEC);
  struct input_keymap_entry entry = {.len = sizeof scancode, .keycode = key};
  memcpy(entry.scancode, &scancode, sizeof scancode);
  return fd < 0 || ioctl(fd, EVIOCSKEYCODE_V2, &entry) < 0 ? failed(node) : 0;
}

static int send(const char *lirc, uint32_t scancode) {
  int fd = open(lirc, O_RDWR | O_CLOEXEC);
  unsigned mode = LIRC_MODE_SCANCODE;
  struct lirc_scancode code = {.rc_proto = RC_PROTO_NEC, .scancode = scancode};
  if (fd < 0 || ioctl(fd, LIRC_SET_SEND_MODE, &mode) < 0) return failed(lirc);
  return write(fd, &code, sizeof code) == sizeof code ? 0 : failed("write");
}

int main(int count, char *words[]) {
  if (count == 5 && strcmp(words[1], "learn") == 0)
    return learn(words[2], (uint32_t)strtoul(words[3], NULL, 0), (uint32_t)strtoul(words[4], NULL, 0));
  if (count == 4 && strcmp(words[1], "send") == 0) return send(words[2], (uint32_t)strtoul(words[3], NULL, 0));
  fputs("usage: remote learn NODE SCANCODE KEY | remote send LIRC SCANCODE\n", stderr);
  return 64;
}
