// CSession: what the user's session says about its displays and keyboards: the compositor, by Wayland; the orientation sensor and logind, by D-Bus.
// Each side is read when its descriptor is ready, and keeps the present state; nothing here calls back.
#ifndef CSESSION_H
#define CSESSION_H

#include <stdbool.h>
#include <stdint.h>

enum {
  SESSION_MOST_OUTPUTS = 16,
  SESSION_MOST_SEATS = 4,
  // The time without input, in milliseconds, after which a seat is no longer in use.
  SESSION_IDLE_TIME = 1000,
  // The longest name that is kept, with its null byte. Longer ones are cut.
  SESSION_NAME = 256,
  // The keys of a layout, by their codes of evdev, and the characters of each: alone, with shift, with AltGr, and with both.
  SESSION_KEYS = 128,
  SESSION_LEVELS = 4,
};

enum session_power { SESSION_POWER_UNKNOWN = -1, SESSION_POWER_OFF = 0, SESSION_POWER_ON = 1 };

struct session_output {
  char name[SESSION_NAME];
  // A value of wl_output.transform: 0 to 3 are quarter turns of the picture, counter-clockwise; 4 to 7 are mirrored.
  int transform;
  enum session_power power;
};

struct session_wayland;

// Connects to the compositor at a socket; NULL: that of the environment. Waits until the compositor has described itself.
// Returns NULL, with errno set, if there is none.
struct session_wayland *session_wayland_open(const char *socket);
void session_wayland_close(struct session_wayland *wayland);
int session_wayland_descriptor(const struct session_wayland *wayland);
// Reads and handles what the compositor has sent, without waiting. Returns false if the connection is broken.
bool session_wayland_read(struct session_wayland *wayland);
// Whether the compositor reports the active application, the power of outputs, and whether the session is in use.
bool session_wayland_has_applications(const struct session_wayland *wayland);
bool session_wayland_has_power(const struct session_wayland *wayland);
// Asks for the power of all outputs, which the compositor reports at no other time.
void session_wayland_ask_power(struct session_wayland *wayland);
bool session_wayland_has_use(const struct session_wayland *wayland);
// Whether there was input of any device within the last SESSION_IDLE_TIME, or something such as a film keeps the session from becoming
// idle.
bool session_wayland_is_used(const struct session_wayland *wayland);
// The outputs whose description is complete. Returns their number.
int session_wayland_outputs(const struct session_wayland *wayland, struct session_output outputs[SESSION_MOST_OUTPUTS]);
// Stores the characters of the keyboards' layout as session_layout_named does. Returns false if the compositor has sent none.
bool session_wayland_layout(const struct session_wayland *wayland, uint32_t *characters);
// The application ID of the active window, or NULL if no window is active. Valid until the next call of session_wayland_read.
const char *session_wayland_application(const struct session_wayland *wayland);

// Stores the characters of one of xkb-data's layouts: SESSION_KEYS times SESSION_LEVELS code points of Unicode, 0 where a key types none,
// as dead keys do. `variant` may be NULL. Returns false if xkb-data does not have the layout.
bool session_layout_named(const char *layout, const char *variant, uint32_t *characters);

enum session_lock { SESSION_LOCK_UNKNOWN = 0, SESSION_MISSING, SESSION_UNLOCKED, SESSION_LOCKED };

struct session_bus;

// Connects to the system bus, and asks iio-sensor-proxy for the device's orientation, and logind whether the session is locked. Returns NULL,
// with errno set, if there is no system bus.
struct session_bus *session_bus_open(bool follows_sensor, bool follows_lock);
void session_bus_close(struct session_bus *bus);
int session_bus_descriptor(const struct session_bus *bus);
// Reads and handles what the bus has sent, without waiting. Returns false if the connection is broken.
bool session_bus_read(struct session_bus *bus);
// How often the device was turned counter-clockwise by a quarter, 0 to 3, or -1 if there is no accelerometer or it cannot tell.
int session_bus_turns(const struct session_bus *bus);
// SESSION_MISSING: logind knows no session of this user.
enum session_lock session_bus_lock(const struct session_bus *bus);

#endif
