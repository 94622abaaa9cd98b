#include "decoder.h"

static int32_t rescale(int32_t value, const ti_axis *from, const ti_axis *to) {
  value = clamp(value, from);
  double part = ((double)value - from->minimum) / ((double)from->maximum - from->minimum);
  double scaled = to->minimum + part * ((double)to->maximum - to->minimum) + 0.5;
  return scaled >= INT32_MAX ? INT32_MAX : (int32_t)scaled;
}

static void set_coordinate(ti_decoder *d, uint16_t code, int32_t value) {
  slot *s = d->slots;
  bool swapped = d->class.coordinates_on_z_rx;
  if (swapped && (code == ABS_X || code == ABS_Y)) {
    d->plain_axes = true;
    value = code == ABS_X ? rescale(value, &d->other_x, &d->x_axis) : rescale(value, &d->other_y, &d->y_axis);
  } else if (code != d->class.x_code && code != d->class.y_code) {
    return;
  } else if (swapped && d->plain_axes) {
    return;
  }
  touch_slot(d, s);
  s->seen = true;
  if (code == ABS_X || code == d->class.x_code) s->now.x = value;
  else s->now.y = value;
}

void ti_single_take(ti_decoder *d, uint16_t type, uint16_t code, int32_t value) {
  if (type == EV_KEY && code == d->class.touch_button) {
    set_tracking_id(d, d->slots, value ? 0 : NO_ID);
  } else if (type == EV_ABS && code == ABS_PRESSURE) {
    d->slots->now.pressure = value;
  } else if (type == EV_ABS) {
    set_coordinate(d, code, value);
  }
}
