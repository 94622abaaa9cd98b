#include "CTouchInput.h"

static bool has_key(const ti_description *d, unsigned code) { return ti_bit(d->keys, code); }

static bool has_axes(const ti_description *d, unsigned x, unsigned y) {
  return d->axes[x].present && d->axes[y].present;
}

static bool keys_are_known(const ti_description *d) {
  for (size_t i = 0; i < sizeof d->keys; i++)
    if (d->keys[i]) return true;
  return false;
}

static ti_class refuse(ti_reason reason) { return (ti_class){.protocol = TI_PROTOCOL_NONE, .reason = reason}; }

// A pen tablet may declare these axes as well, for tilt and rotation, but then it also declares pressure, a stylus button or a
// resolution.
static bool sends_z_and_rx(const ti_description *d) {
  return has_axes(d, ABS_Z, ABS_RX) && !d->axes[ABS_X].resolution && !d->axes[ABS_Y].resolution
    && !d->axes[ABS_PRESSURE].present && !has_key(d, BTN_STYLUS);
}

static ti_class choose_protocol(const ti_description *d) {
  ti_class class = {.touch_button = BTN_TOUCH, .slots = 1};
  bool multitouch = has_axes(d, ABS_MT_POSITION_X, ABS_MT_POSITION_Y);
  bool single = has_axes(d, ABS_X, ABS_Y);
  // The kernel numbers the axes of HID devices with very many axes from ABS_MISC on, into the multitouch codes. Code 0x2e, which
  // is not an axis in its own right, gives such devices away: they have no slots, and their coordinates are those of a single touch.
  bool fake = d->axes[ABS_MT_SLOT - 1].present;
  if (multitouch && !(fake && single)) {
    class.x_code = ABS_MT_POSITION_X;
    class.y_code = ABS_MT_POSITION_Y;
    class.protocol = d->axes[ABS_MT_SLOT].present && !fake ? TI_PROTOCOL_SLOTS : TI_PROTOCOL_ANONYMOUS;
    if (class.protocol == TI_PROTOCOL_SLOTS) {
      int32_t last = d->axes[ABS_MT_SLOT].maximum;
      class.slots = last < 0 ? 1 : last >= TI_MAX_SLOTS ? TI_MAX_SLOTS : last + 1;
    }
  } else if (single) {
    class.protocol = TI_PROTOCOL_SINGLE;
    class.coordinates_on_z_rx = sends_z_and_rx(d);
    class.x_code = class.coordinates_on_z_rx ? ABS_Z : ABS_X;
    class.y_code = class.coordinates_on_z_rx ? ABS_RX : ABS_Y;
  } else {
    return refuse(TI_REASON_NO_AXES);
  }
  return class;
}

// Pens have keys of their own, a tilt or a distance.
static bool is_like_pen(const ti_description *d) {
  for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_QUADTAP; code++)
    if (has_key(d, code)) return true;
  return d->axes[ABS_DISTANCE].present || d->axes[ABS_TILT_X].present || d->axes[ABS_TILT_Y].present;
}

// Whether only the pressure can say when a finger is down.
static bool has_only_pressure(const ti_description *d) {
  const ti_axis *pressure = &d->axes[ABS_PRESSURE];
  return !has_key(d, BTN_TOUCH) && !has_key(d, BTN_LEFT) && pressure->present && pressure->minimum < pressure->maximum;
}

bool ti_knows_its_keys(const ti_description *d) {
  for (size_t i = 0; i < sizeof d->event_types; i++)
    if (d->event_types[i]) return true;
  return keys_are_known(d);
}

ti_class ti_classify(const ti_description *d, unsigned hints) {
  ti_class class = choose_protocol(d);
  if (class.protocol == TI_PROTOCOL_NONE) return class;

  bool known = keys_are_known(d);
  bool single = class.protocol == TI_PROTOCOL_SINGLE;
  bool direct = ti_bit(d->properties, INPUT_PROP_DIRECT);
  bool named = hints & TI_HINT_NAMED;
  bool screen = direct || named || (hints & TI_HINT_TOUCHSCREEN);

  if (!has_key(d, BTN_TOUCH) && has_key(d, BTN_LEFT)) class.touch_button = BTN_LEFT;
  if (hints & TI_HINT_TOUCHSCREEN) {
    // udev decides: an administrator can overrule all checks below with it.
  } else if (named) {
    // So does the user, except about a sensor: its values are not places.
    if (ti_bit(d->properties, INPUT_PROP_ACCELEROMETER)) return refuse(TI_REASON_NOT_DIRECT);
  } else if (ti_bit(d->properties, INPUT_PROP_POINTER) || (hints & TI_HINT_TOUCHPAD)
             || (has_key(d, BTN_TOOL_FINGER) && !direct)) {
    return refuse(TI_REASON_TOUCHPAD);
  } else if (single && !class.coordinates_on_z_rx && (has_key(d, BTN_TOOL_PEN) || has_key(d, BTN_STYLUS))) {
    return refuse(TI_REASON_PEN);
  } else if (!screen) {
    // Old drivers (N-Trig, eGalax) don't mark their panels as direct: a touch button is enough.
    if (ti_bit(d->properties, INPUT_PROP_ACCELEROMETER)) return refuse(TI_REASON_NOT_DIRECT);
    if (ti_bit(d->relative, REL_X)) return refuse(TI_REASON_NOT_DIRECT);
    if (known && !has_key(d, BTN_TOUCH)) {
      return refuse(single && has_key(d, BTN_LEFT) ? TI_REASON_LIKE_A_MOUSE : TI_REASON_NOT_DIRECT);
    }
  }
  class.touches_by_pressure = single && screen && has_only_pressure(d) && (named || !is_like_pen(d));
  if (single && known && !has_key(d, class.touch_button) && !class.touches_by_pressure) return refuse(TI_REASON_NO_TOUCH_BUTTON);
  return class;
}
