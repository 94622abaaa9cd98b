#include <libevdev/libevdev.h>

#include "CTouchInput.h"

int ti_type_code(const char *name) { return libevdev_event_type_from_name(name); }
int ti_code(unsigned type, const char *name) { return libevdev_event_code_from_name(type, name); }
int ti_property_code(const char *name) { return libevdev_property_from_name(name); }
const char *ti_type_name(unsigned type) { return libevdev_event_type_get_name(type); }
const char *ti_code_name(unsigned type, unsigned code) { return libevdev_event_code_get_name(type, code); }
