#pragma once

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One absolute axis as the device declares it. `resolution` is in units per millimetre, 0 if not declared.
typedef struct ti_axis {
  bool present;
  int32_t minimum, maximum, fuzz, flat, resolution;
} ti_axis;

enum { TI_NAME_SIZE = 256 };
enum { TI_MAX_SLOTS = 256 };  // more than any panel has (60); limits the memory that a hostile device can make us use
enum { TI_MAX_ANONYMOUS = 64 };  // the most contacts of a protocol A panel

// A device as it describes itself. Filled in from a live device, or by the reader of a recording. The strings are bytes that the
// device chooses, not necessarily UTF-8; they are always NUL-terminated.
typedef struct ti_description {
  char name[TI_NAME_SIZE], phys[TI_NAME_SIZE], uniq[TI_NAME_SIZE];
  uint16_t bustype, vendor, product, version;
  uint8_t properties[(INPUT_PROP_CNT + 7) / 8];
  uint8_t event_types[(EV_CNT + 7) / 8];
  uint8_t keys[(KEY_CNT + 7) / 8];  // all zero: unknown, as in recordings without B: lines
  uint8_t relative[(REL_CNT + 7) / 8];
  uint8_t misc[(MSC_CNT + 7) / 8];
  uint8_t switches[(SW_CNT + 7) / 8];
  uint8_t leds[(LED_CNT + 7) / 8];
  uint8_t sounds[(SND_CNT + 7) / 8];
  uint8_t repeats[(REP_CNT + 7) / 8];
  uint8_t forces[(FF_CNT + 7) / 8];
  ti_axis axes[ABS_CNT];
} ti_description;

// The texts of a description, for Swift, which would make types of the arrays.
typedef struct ti_description_texts {
  const char *name, *phys, *uniq;
} ti_description_texts;

static inline ti_description_texts ti_texts_of_description(const ti_description *it) {
  return (ti_description_texts){it->name, it->phys, it->uniq};
}

typedef enum ti_protocol {
  TI_PROTOCOL_NONE = 0,  // not a touchscreen
  TI_PROTOCOL_SLOTS,  // protocol B
  TI_PROTOCOL_ANONYMOUS,  // protocol A: SYN_MT_REPORT after each contact, with tracking ids or without
  TI_PROTOCOL_SINGLE,  // ABS_X, ABS_Y and a button
} ti_protocol;

// Why a device is not a touchscreen.
typedef enum ti_reason {
  TI_REASON_NONE = 0,
  TI_REASON_NO_AXES,
  TI_REASON_TOUCHPAD,
  TI_REASON_PEN,
  TI_REASON_NO_TOUCH_BUTTON,
  TI_REASON_LIKE_A_MOUSE,  // a button and absolute axes: a virtual machine's mouse, or the panel of a point of sale
  TI_REASON_NOT_DIRECT,  // a mouse, joystick or sensor: nothing indicates that its axes are those of a screen
} ti_reason;

// Hints from udev: ID_INPUT_TOUCHSCREEN and ID_INPUT_TOUCHPAD. A hint from the user: this device was named, so it is a
// touchscreen whatever it claims to be, if it has places and says when it is touched.
enum { TI_HINT_TOUCHSCREEN = 1, TI_HINT_TOUCHPAD = 2, TI_HINT_NAMED = 4, TI_HINT_ABSOLUTE_MOUSE = 8 };

typedef struct ti_class {
  ti_protocol protocol;
  ti_reason reason;
  int32_t slots;  // protocol B: 1...TI_MAX_SLOTS
  uint16_t x_code, y_code;  // the axes in whose units contacts are given
  uint16_t touch_button;  // BTN_TOUCH, or BTN_LEFT of a panel that looks like an absolute mouse
  // eGalax 0eef:0001 declares ABS_X and ABS_Y but sends ABS_Z and ABS_RX. Contacts are then in units of ABS_Z and ABS_RX; if
  // the panel sends ABS_X and ABS_Y after all, they are scaled to those ranges.
  bool coordinates_on_z_rx;
  // Single touch, and no button: the finger is down while ABS_PRESSURE is above its minimum. A touch button that the panel sends after all
  // counts instead.
  bool touches_by_pressure;
} ti_class;

// A set of keys and switches.
typedef struct ti_codes {
  uint8_t keys[(KEY_CNT + 7) / 8], switches[(SW_CNT + 7) / 8];
} ti_codes;

static inline bool ti_bit(const uint8_t *bits, unsigned code) { return (bits[code / 8] >> (code % 8)) & 1; }

static inline bool ti_has_property(const ti_description *it, unsigned property) { return ti_bit(it->properties, property); }
static inline bool ti_has_key(const ti_description *it, unsigned key) { return ti_bit(it->keys, key); }
// Whether the description says which events the device can send. Recordings don't always.
bool ti_knows_its_keys(const ti_description *it);

// Names in the kernel's headers ("EV_ABS", "ABS_MT_SLOT", "INPUT_PROP_DIRECT") and their codes. -1 or null if unknown.
int ti_type_code(const char *name);
int ti_code(unsigned type, const char *name);
int ti_property_code(const char *name);
const char *ti_type_name(unsigned type);
const char *ti_code_name(unsigned type, unsigned code);

ti_class ti_classify(const ti_description *description, unsigned hints);
