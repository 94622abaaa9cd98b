#include <libevdev/libevdev.h>
#include <string.h>
#include <sys/ioctl.h>

#include "device.h"

bool ti_device_read_axis(const ti_device *device, unsigned code, int32_t *value) {
  struct input_absinfo info;
  if (!device->description.axes[code].present || ioctl(device->fd, EVIOCGABS(code), &info) < 0) return false;
  *value = info.value;
  return true;
}

bool ti_device_has_other_ranges(const ti_device *device) {
  const ti_class class = ti_decoder_class(device->decoder);
  const uint16_t codes[] = {class.x_code, class.y_code};
  for (size_t i = 0; i < 2 && !device->adopted; i++) {
    const ti_axis *known = &device->description.axes[codes[i]];
    struct input_absinfo now;
    if (ioctl(device->fd, EVIOCGABS(codes[i]), &now) < 0) return false;
    if (now.minimum != known->minimum || now.maximum != known->maximum || now.resolution != known->resolution) return true;
  }
  return false;
}

bool ti_device_read_slots(ti_device *device, uint32_t code, int32_t slots, size_t offset) {
  struct {
    uint32_t code;
    int32_t values[TI_MAX_SLOTS];
  } request = {.code = code};
  if (!device->description.axes[code].present) return false;
  if (ioctl(device->fd, EVIOCGMTSLOTS(sizeof(uint32_t) * (1 + (size_t)slots)), &request) < 0) return false;
  if (request.code != code) return false;  // emulated devices may fill in the answer to another request
  for (int32_t i = 0; i < slots; i++)
    memcpy((char *)&device->state.slots[i] + offset, &request.values[i], sizeof(int32_t));
  return true;
}

static bool has_pen_key(const uint8_t *keys) {
  for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_AIRBRUSH; code++)
    if (ti_bit(keys, code)) return true;
  return false;
}

// Whether a pen is near, according to its keys.
static bool has_pen(const ti_device *device) {
  uint8_t keys[(KEY_CNT + 7) / 8] = {0};
  return has_pen_key(device->description.keys) && ioctl(device->fd, EVIOCGKEY(sizeof keys), keys) >= 0 && has_pen_key(keys);
}

// Whether BTN_TOUCH of a panel with slots is down.
static bool is_button_down(const ti_device *device) {
  uint8_t keys[(KEY_CNT + 7) / 8] = {0};
  const bool has_button = ti_bit(device->description.keys, BTN_TOUCH);
  return has_button && ioctl(device->fd, EVIOCGKEY(sizeof keys), keys) >= 0 && ti_bit(keys, BTN_TOUCH);
}

// Whether a panel of single touch says by this pressure that a finger is down.
static bool is_pressed(const ti_device *device, int32_t pressure) {
  return ti_decoder_class(device->decoder).touches_by_pressure && pressure > device->description.axes[ABS_PRESSURE].minimum;
}

const ti_state *ti_device_read_state(ti_device *device) {
  ti_class class = ti_decoder_class(device->decoder);
  ti_state *state = &device->state;
  *state = (ti_state){.pen = has_pen(device)};
  if (class.protocol == TI_PROTOCOL_SLOTS) {
    static const struct {
      uint32_t code;
      size_t offset;
    } values[] = {
      {ABS_MT_POSITION_X, offsetof(ti_slot_state, x)}, {ABS_MT_POSITION_Y, offsetof(ti_slot_state, y)},
      {ABS_MT_PRESSURE, offsetof(ti_slot_state, pressure)}, {ABS_MT_TOUCH_MAJOR, offsetof(ti_slot_state, major)},
      {ABS_MT_TOUCH_MINOR, offsetof(ti_slot_state, minor)}, {ABS_MT_TOOL_TYPE, offsetof(ti_slot_state, tool)},
      {ABS_MT_DISTANCE, offsetof(ti_slot_state, distance)},
    };
    if (!ti_device_read_axis(device, ABS_MT_SLOT, &state->current_slot)) return NULL;
    if (!ti_device_read_slots(device, ABS_MT_TRACKING_ID, class.slots, offsetof(ti_slot_state, tracking_id))) return NULL;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
      (void)ti_device_read_slots(device, values[i].code, class.slots, values[i].offset);
    state->slot_count = class.slots;
    state->touching = is_button_down(device);
    return state;
  }
  if (class.protocol == TI_PROTOCOL_SINGLE) {
    uint8_t keys[(KEY_CNT + 7) / 8] = {0};
    if (ioctl(device->fd, EVIOCGKEY(sizeof keys), keys) < 0) return NULL;
    state->touching = ti_bit(keys, class.touch_button);
    (void)ti_device_read_axis(device, class.x_code, &state->x);
    (void)ti_device_read_axis(device, class.y_code, &state->y);
    (void)ti_device_read_axis(device, ABS_PRESSURE, &state->pressure);
    state->touching |= is_pressed(device, state->pressure);
    return state;
  }
  return NULL;
}

bool ti_device_read_held(const ti_device *device, ti_held *held) {
  memset(held, 0, sizeof *held);
  if (ioctl(device->fd, EVIOCGKEY(sizeof held->keys), held->keys) < 0) return false;
  if (ioctl(device->fd, EVIOCGSW(sizeof held->switches), held->switches) >= 0) return true;
  memset(held, 0, sizeof *held);
  return false;
}

void ti_device_start(ti_device *device, const struct libevdev *evdev) {
  ti_class class = ti_decoder_class(device->decoder);
  ti_state *state = &device->state;
  *state = (ti_state){.pen = has_pen(device)};
  if (class.protocol == TI_PROTOCOL_SLOTS) {
    int slots = libevdev_get_num_slots(evdev);
    state->current_slot = libevdev_get_current_slot(evdev);
    state->touching = libevdev_get_event_value(evdev, EV_KEY, BTN_TOUCH);
    state->slot_count = slots < 0 ? 0 : slots < class.slots ? slots : class.slots;
    for (int i = 0; i < state->slot_count; i++) {
      unsigned at = (unsigned)i;
      state->slots[i] = (ti_slot_state){
        .tracking_id = libevdev_get_slot_value(evdev, at, ABS_MT_TRACKING_ID),
        .x = libevdev_get_slot_value(evdev, at, ABS_MT_POSITION_X),
        .y = libevdev_get_slot_value(evdev, at, ABS_MT_POSITION_Y),
        .pressure = libevdev_get_slot_value(evdev, at, ABS_MT_PRESSURE),
        .major = libevdev_get_slot_value(evdev, at, ABS_MT_TOUCH_MAJOR),
        .minor = libevdev_get_slot_value(evdev, at, ABS_MT_TOUCH_MINOR),
        .tool = libevdev_get_slot_value(evdev, at, ABS_MT_TOOL_TYPE),
        .distance = libevdev_get_slot_value(evdev, at, ABS_MT_DISTANCE),
      };
    }
  } else if (class.protocol == TI_PROTOCOL_SINGLE) {
    state->touching = libevdev_get_event_value(evdev, EV_KEY, class.touch_button);
    state->x = libevdev_get_event_value(evdev, EV_ABS, class.x_code);
    state->y = libevdev_get_event_value(evdev, EV_ABS, class.y_code);
    state->pressure = libevdev_get_event_value(evdev, EV_ABS, ABS_PRESSURE);
    state->touching |= is_pressed(device, state->pressure);
  }
  ti_decoder_start(device->decoder, state);
}
