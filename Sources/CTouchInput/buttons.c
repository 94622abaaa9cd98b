#include <string.h>
#include <sys/ioctl.h>

#include "internal.h"

void ti_buttons_mask(int fd, const ti_codes *wanted, unsigned axes) {
  uint8_t types[(EV_CNT + 7) / 8] = {1 << EV_SYN | 1 << EV_KEY | 1 << EV_SW | 1 << EV_ABS};
  uint8_t absolute[(ABS_CNT + 7) / 8] = {(uint8_t)axes};
  (void)ti_mask_codes(fd, EV_SYN, types, sizeof types);
  (void)ti_mask_codes(fd, EV_KEY, wanted->keys, sizeof wanted->keys);
  (void)ti_mask_codes(fd, EV_SW, wanted->switches, sizeof wanted->switches);
  (void)ti_mask_codes(fd, EV_ABS, absolute, sizeof absolute);
}

static bool has_any(const uint8_t *bits, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bits[i]) return true;
  return false;
}

bool ti_buttons_read_held(int fd, const ti_description *d, ti_codes *held) {
  memset(held, 0, sizeof *held);
  bool has_keys = has_any(d->keys, sizeof d->keys), has_switches = has_any(d->switches, sizeof d->switches);
  bool is_read = true;
  if (has_keys) is_read = ioctl(fd, EVIOCGKEY(sizeof held->keys), held->keys) >= 0;
  if (is_read && has_switches) is_read = ioctl(fd, EVIOCGSW(sizeof held->switches), held->switches) >= 0;
  if (!is_read) memset(held, 0, sizeof *held);
  return is_read;
}

bool ti_buttons_read_axis(int fd, unsigned code, int32_t *value) {
  struct input_absinfo info;
  if (ioctl(fd, EVIOCGABS(code), &info) < 0) return false;
  *value = info.value;
  return true;
}
