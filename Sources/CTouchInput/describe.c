#include <libevdev/libevdev.h>
#include <string.h>

#include "internal.h"

static void copy_string(char *to, size_t size, const char *from) {
  size_t length = from ? strnlen(from, size - 1) : 0;
  if (length) memcpy(to, from, length);
  to[length] = 0;
}

static void set_bit(uint8_t *bits, unsigned code) { bits[code / 8] |= (uint8_t)(1u << (code % 8)); }

static void describe_codes(const struct libevdev *evdev, unsigned type, uint8_t *bits, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (libevdev_has_event_code(evdev, type, i)) set_bit(bits, i);
}

void ti_describe(const struct libevdev *evdev, ti_description *d) {
  memset(d, 0, sizeof *d);
  copy_string(d->name, sizeof d->name, libevdev_get_name(evdev));
  copy_string(d->phys, sizeof d->phys, libevdev_get_phys(evdev));
  copy_string(d->uniq, sizeof d->uniq, libevdev_get_uniq(evdev));
  d->bustype = (uint16_t)libevdev_get_id_bustype(evdev);
  d->vendor = (uint16_t)libevdev_get_id_vendor(evdev);
  d->product = (uint16_t)libevdev_get_id_product(evdev);
  d->version = (uint16_t)libevdev_get_id_version(evdev);
  for (unsigned i = 0; i < INPUT_PROP_CNT; i++)
    if (libevdev_has_property(evdev, i)) set_bit(d->properties, i);
  for (unsigned i = 0; i < EV_CNT; i++)
    if (libevdev_has_event_type(evdev, i)) set_bit(d->event_types, i);
  describe_codes(evdev, EV_KEY, d->keys, KEY_CNT);
  describe_codes(evdev, EV_REL, d->relative, REL_CNT);
  describe_codes(evdev, EV_MSC, d->misc, MSC_CNT);
  describe_codes(evdev, EV_SW, d->switches, SW_CNT);
  describe_codes(evdev, EV_LED, d->leds, LED_CNT);
  describe_codes(evdev, EV_SND, d->sounds, SND_CNT);
  describe_codes(evdev, EV_REP, d->repeats, REP_CNT);
  describe_codes(evdev, EV_FF, d->forces, FF_CNT);
  for (unsigned i = 0; i < ABS_CNT; i++) {
    const struct input_absinfo *info = libevdev_get_abs_info(evdev, i);
    if (!info) continue;
    d->axes[i] = (ti_axis){true, info->minimum, info->maximum, info->fuzz, info->flat, info->resolution};
  }
}
