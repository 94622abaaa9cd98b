#include <string.h>
#include <sys/ioctl.h>

#include "device.h"

static void set_bit(uint8_t *bits, unsigned code) { bits[code / 8] |= (uint8_t)(1u << (code % 8)); }

static void mask(int fd, uint32_t type, const uint8_t *codes, size_t size) {
  struct input_mask wanted = {.type = type, .codes_size = (uint32_t)size, .codes_ptr = (uint64_t)(uintptr_t)codes};
  (void)ioctl(fd, EVIOCSMASK, &wanted);  // a kernel without masks sends events that are ignored later
}

static void unmask(int fd, uint32_t type, size_t count) {
  uint8_t all[(KEY_CNT + 7) / 8];
  memset(all, 0xFF, sizeof all);
  mask(fd, type, all, (count + 7) / 8);
}

void ti_unmask_events(int fd) {
  unmask(fd, EV_SYN, EV_CNT);
  unmask(fd, EV_KEY, KEY_CNT);
  unmask(fd, EV_ABS, ABS_CNT);
}

void ti_unmask_keys(int fd) { unmask(fd, EV_KEY, KEY_CNT); }

void ti_mask_events(int fd, ti_class class) {
  uint8_t types[(EV_CNT + 7) / 8] = {0}, keys[(KEY_CNT + 7) / 8] = {0}, axes[(ABS_CNT + 7) / 8] = {0};
  set_bit(types, EV_SYN);
  set_bit(types, EV_KEY);
  set_bit(types, EV_ABS);
  set_bit(keys, class.touch_button);
  for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_AIRBRUSH; code++) set_bit(keys, code);
  if (class.protocol == TI_PROTOCOL_SINGLE) {
    set_bit(axes, ABS_X);
    set_bit(axes, ABS_Y);
    set_bit(axes, ABS_PRESSURE);
    set_bit(axes, class.x_code);
    set_bit(axes, class.y_code);
  } else {
    for (unsigned code = ABS_MT_SLOT; code <= ABS_MT_TOOL_Y; code++) set_bit(axes, code);
  }
  mask(fd, EV_SYN, types, sizeof types);
  mask(fd, EV_KEY, keys, sizeof keys);
  mask(fd, EV_ABS, axes, sizeof axes);
}
