#include "decoder.h"

int32_t ti_rescale(int32_t value, const ti_axis *from, const ti_axis *to) {
  value = clamp(value, from);
  double part = ((double)value - from->minimum) / ((double)from->maximum - from->minimum);
  double scaled = to->minimum + part * ((double)to->maximum - to->minimum) + 0.5;
  return scaled >= INT32_MAX ? INT32_MAX : (int32_t)scaled;
}

static void set_coordinate(ti_decoder *d, bool is_x, int32_t value) {
  slot *s = d->slots;
  note_news(d, s);
  s->seen = true;
  if (is_x) s->now.x = value;
  else s->now.y = value;
}

// Decodes ABS_X or ABS_Y of a panel that was expected to send its coordinates on ABS_Z and ABS_RX.
static void decode_plain_axis(ti_decoder *d, bool is_x, int32_t value) {
  d->plain_axes = true;
  set_coordinate(d, is_x, is_x ? ti_rescale(value, &d->other_x, &d->x_axis) : ti_rescale(value, &d->other_y, &d->y_axis));
}

static void set_pressure(ti_decoder *d, int32_t value) {
  slot *s = d->slots;
  note_news(d, s);
  s->now.pressure = value;
  if (!d->class.touches_by_pressure) return;
  const bool is_down = value > d->pressure_minimum;
  if (is_down != (s->now.tracking_id >= 0)) set_tracking_id(d, s, is_down ? 0 : NO_ID);
}

static void set_touch_button(ti_decoder *d, bool is_down) {
  d->class.touches_by_pressure = false;
  set_tracking_id(d, d->slots, is_down ? 0 : NO_ID);
}

static void decode_axis(ti_decoder *d, uint16_t code, int32_t value) {
  bool is_x = code == d->class.x_code;
  if (code == ABS_PRESSURE) set_pressure(d, value);
  else if (d->class.coordinates_on_z_rx && (code == ABS_X || code == ABS_Y)) decode_plain_axis(d, code == ABS_X, value);
  else if ((is_x || code == d->class.y_code) && !d->plain_axes) set_coordinate(d, is_x, value);
  else if (!is_declared(d, code)) d->bugs[TI_BUG_AXIS]++;
}

const ti_event *ti_single_decode(ti_decoder *d, const ti_event *event, const ti_event *end) {
  for (; event < end && event->type != EV_SYN; event++) {
    if (event->type == EV_ABS) decode_axis(d, event->code, event->value);
    else if (event->type == EV_KEY && event->code == d->class.touch_button) set_touch_button(d, event->value);
  }
  return event;
}
