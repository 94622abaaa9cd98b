#include <linux/input.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libudev.h"
#include "texts.h"

// Whether sysfs has a bit: words of hexadecimal digits, the lowest last, each as long as the kernel's `long`, or as this program's for one of
// 32 bits on a kernel of 64.
static bool has(struct udev_device *device, const char *attribute, unsigned bit) {
  const char *text = udev_device_get_sysattr_value(device, attribute);
  const unsigned word = 8 * sizeof(unsigned long);
  size_t end = text ? strlen(text) : 0;
  for (unsigned base = 0; end > 0; base += word) {
    size_t start = end;
    while (start > 0 && text[start - 1] != ' ') start--;
    if (bit < base + word) return strtoul(text + start, NULL, 16) >> (bit - base) & 1;
    end = start > 0 ? start - 1 : 0;
  }
  return false;
}

static bool has_any(struct udev_device *device, const char *attribute, unsigned first, unsigned end) {
  for (unsigned bit = first; bit < end; bit++)
    if (has(device, attribute, bit)) return true;
  return false;
}

void udev_add_input_kind(struct udev_device *device) {
  if (strncmp(udev_device_get_sysname(device), "event", 5) != 0) return;
  struct udev_device *input = udev_device_get_parent(device);
  if (!input || !udev_device_get_sysattr_value(input, "capabilities/ev")) return;
#define KEY(code) has(input, "capabilities/key", code)
#define ABS(code) has(input, "capabilities/abs", code)
#define PROPERTY(code) has(input, "properties", code)
  const char *kind = NULL;
  bool is_placed = ABS(ABS_X) && ABS(ABS_Y), is_direct = PROPERTY(INPUT_PROP_DIRECT);
  bool has_contacts = ABS(ABS_MT_POSITION_X) && ABS(ABS_MT_POSITION_Y);
  // Joysticks have axes with the numbers of slots by chance.
  if (ABS(ABS_MT_SLOT) && ABS(ABS_MT_SLOT - 1)) has_contacts = false;
  bool is_pen = KEY(BTN_STYLUS) || KEY(BTN_TOOL_PEN), is_finger = KEY(BTN_TOOL_FINGER) && !KEY(BTN_TOOL_PEN);
  bool has_buttons = has_any(input, "capabilities/key", BTN_MOUSE, BTN_JOYSTICK);
  bool is_played = has_any(input, "capabilities/key", BTN_JOYSTICK, BTN_DIGI)
                   || has_any(input, "capabilities/key", BTN_TRIGGER_HAPPY1, BTN_TRIGGER_HAPPY40 + 1)
                   || has_any(input, "capabilities/abs", ABS_RX, ABS_PRESSURE);
  if (PROPERTY(INPUT_PROP_ACCELEROMETER) || (!has(input, "capabilities/ev", EV_KEY) && is_placed && ABS(ABS_Z)))
    kind = "ID_INPUT_ACCELEROMETER";
  else if ((is_placed || has_contacts) && is_pen) kind = "ID_INPUT_TABLET";
  else if ((is_placed || has_contacts) && is_finger && !is_direct) kind = "ID_INPUT_TOUCHPAD";
  else if (is_placed && has_buttons && !has_contacts) kind = "ID_INPUT_MOUSE";
  else if ((is_placed || has_contacts) && (KEY(BTN_TOUCH) || is_direct)) kind = "ID_INPUT_TOUCHSCREEN";
  else if (is_played) kind = "ID_INPUT_JOYSTICK";
  else if (has_buttons && has(input, "capabilities/rel", REL_X) && has(input, "capabilities/rel", REL_Y)) kind = "ID_INPUT_MOUSE";
  if (kind) udev_text_add(&device->properties, kind, "1");
  if (PROPERTY(INPUT_PROP_POINTING_STICK)) udev_text_add(&device->properties, "ID_INPUT_POINTINGSTICK", "1");
  bool is_keyboard = true;
  for (unsigned code = KEY_ESC; code < KEY_D; code++) is_keyboard = is_keyboard && KEY(code);
  if (is_keyboard) udev_text_add(&device->properties, "ID_INPUT_KEYBOARD", "1");
  udev_text_add(&device->properties, "ID_INPUT", "1");
}
