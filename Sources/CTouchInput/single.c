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
  note_news(d, s);
  s->seen = true;
  if (code == ABS_X || code == d->class.x_code) s->now.x = value;
  else s->now.y = value;
}

static void take_axis(ti_decoder *d, uint16_t code, int32_t value) {
  if (code == ABS_PRESSURE) d->slots->now.pressure = value;
  else set_coordinate(d, code, value);
}

const ti_event *ti_single_take(ti_decoder *d, const ti_event *event, const ti_event *end) {
  for (; event < end && event->type != EV_SYN; event++) {
    if (event->type == EV_ABS) take_axis(d, event->code, event->value);
    else if (event->type == EV_KEY && event->code == d->class.touch_button)
      set_tracking_id(d, d->slots, event->value ? 0 : NO_ID);
  }
  return event;
}
