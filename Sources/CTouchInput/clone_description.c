#include <string.h>

#include "relay.h"

static void set_bit(uint8_t *bits, unsigned code) { bits[code / 8] |= (uint8_t)(1u << (code % 8)); }
static void clear_bit(uint8_t *bits, unsigned code) { bits[code / 8] &= (uint8_t) ~(1u << (code % 8)); }

// Appends `end`, cutting the name if necessary, but not within a UTF-8 character: its bytes after the first are 10xxxxxx.
static void append_to_name(char *name, size_t size, const char *end) {
  size_t length = strlen(name), most = size - 1 - strlen(end);
  if (length > most) {
    length = most;
    while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80) length--;
  }
  strcpy(name + length, end);
}

// Turns round the ranges that begin with their larger end.
static uint64_t turn_ranges(ti_axis *axes) {
  uint64_t turned = 0;
  for (unsigned code = 0; code < ABS_CNT; code++) {
    const int32_t minimum = axes[code].minimum, maximum = axes[code].maximum;
    if (minimum <= maximum) continue;
    axes[code].minimum = maximum, axes[code].maximum = minimum;
    if (code == ABS_X || code == ABS_Y || code == ABS_MT_POSITION_X || code == ABS_MT_POSITION_Y) turned |= UINT64_C(1) << code;
  }
  return turned;
}

// Removes what makes a pen, or a touchpad, of a panel for the clone's readers. Only panels that were named have it.
static void deny_claims(ti_description *d, ti_class class) {
  clear_bit(d->properties, INPUT_PROP_POINTER);
  if (class.protocol != TI_PROTOCOL_SINGLE || class.coordinates_on_z_rx) return;
  for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_LENS; code++)
    if (code != BTN_TOOL_FINGER) clear_bit(d->keys, code);
  clear_bit(d->keys, BTN_STYLUS);
  clear_bit(d->keys, BTN_STYLUS2);
}

// Adds slots if the panel has none: only a touch in a slot can be cancelled.
uint64_t ti_clone_describe(ti_description *d, ti_class class) {
  if (class.protocol != TI_PROTOCOL_SLOTS) {
    ti_axis x = d->axes[class.x_code], y = d->axes[class.y_code];
    if (class.protocol == TI_PROTOCOL_SINGLE) {
      for (unsigned code = 0; code < PLAIN_AXES; code++)
        if (code != ABS_PRESSURE) d->axes[code] = (ti_axis){0};
      d->axes[ABS_MT_PRESSURE] = d->axes[ABS_PRESSURE];
    }
    d->axes[ABS_X] = d->axes[ABS_MT_POSITION_X] = x;
    d->axes[ABS_Y] = d->axes[ABS_MT_POSITION_Y] = y;
    clear_bit(d->keys, class.touch_button);
    set_bit(d->keys, BTN_TOUCH);
  }
  if (!d->axes[ABS_MT_TRACKING_ID].present)
    d->axes[ABS_MT_TRACKING_ID] = (ti_axis){.present = true, .maximum = 0xFFFF};
  deny_claims(d, class);
  int32_t slots = class.slots < TI_RELAY_SLOTS ? TI_RELAY_SLOTS : class.slots;
  d->axes[ABS_MT_SLOT] = (ti_axis){.present = true, .maximum = slots - 1};
  const uint64_t turned = turn_ranges(d->axes);
  ti_axis *tool = &d->axes[ABS_MT_TOOL_TYPE];
  if (!tool->present) *tool = (ti_axis){.present = true};
  if (tool->maximum < MT_TOOL_PALM) tool->maximum = MT_TOOL_PALM;
  set_bit(d->event_types, EV_ABS);
  set_bit(d->properties, INPUT_PROP_DIRECT);
  append_to_name(d->name, TI_RELAY_NAME_SIZE, " (tickled)");
  return turned;
}
