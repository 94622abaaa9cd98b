#include <string.h>
#include <sys/ioctl.h>

#include "device.h"

static void set_bit(uint8_t *bits, unsigned code) { bits[code / 8] |= (uint8_t)(1u << (code % 8)); }

// The kernel takes whole words only: it rejects a mask whose size is not a multiple of its own `long`.
bool ti_mask_codes(int fd, uint32_t type, const uint8_t *codes, size_t size) {
  uint64_t words[(KEY_CNT + 63) / 64] = {0};
  if (size > sizeof words) size = sizeof words;
  memcpy(words, codes, size);
  struct input_mask wanted = {.type = type, .codes_ptr = (uint64_t)(uintptr_t)words};
  wanted.codes_size = (uint32_t)((size + sizeof *words - 1) / sizeof *words * sizeof *words);
  return ioctl(fd, EVIOCSMASK, &wanted) == 0;  // a kernel without masks sends events that are ignored later
}

static void unmask(int fd, uint32_t type, size_t count) {
  uint8_t all[(KEY_CNT + 7) / 8];
  memset(all, 0xFF, sizeof all);
  (void)ti_mask_codes(fd, type, all, (count + 7) / 8);
}

void ti_unmask_events(int fd) {
  unmask(fd, EV_SYN, EV_CNT);
  unmask(fd, EV_KEY, KEY_CNT);
  unmask(fd, EV_ABS, ABS_CNT);
}

void ti_unmask_keys(int fd) { unmask(fd, EV_KEY, KEY_CNT); }

// The axes of a contact that the decoder uses: always, and only for pressures and sizes. Neither protocol needs the others to tell
// contacts from each other.
static const uint8_t contact_axes[] = {
  ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE, ABS_MT_DISTANCE,
};
static const uint8_t followed_axes[] = {ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR};

void ti_mask_events(int fd, ti_class class, bool follows) {
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
    for (size_t i = 0; i < sizeof contact_axes; i++) set_bit(axes, contact_axes[i]);
    for (size_t i = 0; follows && i < sizeof followed_axes; i++) set_bit(axes, followed_axes[i]);
    // In protocol A, a contact of size 0 has lifted.
    if (class.protocol == TI_PROTOCOL_ANONYMOUS) set_bit(axes, ABS_MT_TOUCH_MAJOR);
  }
  (void)ti_mask_codes(fd, EV_SYN, types, sizeof types);
  (void)ti_mask_codes(fd, EV_KEY, keys, sizeof keys);
  (void)ti_mask_codes(fd, EV_ABS, axes, sizeof axes);
}

bool ti_mask_positions(int fd) {
  static const uint8_t kept[] = {ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_TOOL_TYPE, ABS_MT_DISTANCE};
  uint8_t axes[(ABS_CNT + 7) / 8] = {0};
  for (size_t i = 0; i < sizeof kept; i++) set_bit(axes, kept[i]);
  return ti_mask_codes(fd, EV_ABS, axes, sizeof axes);
}
