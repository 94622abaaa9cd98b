#include "CSession.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char sensor_service[] = "net.hadess.SensorProxy";
static const char sensor_path[] = "/net/hadess/SensorProxy";
static const char login_service[] = "org.freedesktop.login1";
static const char properties[] = "org.freedesktop.DBus.Properties";

struct session_bus {
  sd_bus *bus;
  int turns;
  enum session_lock lock;
  sd_bus_slot *session;  // the match for changes of the session
};

// The names say which edge of the device is up; iio-sensor-proxy documents them. If the left edge is up, the device was turned
// clockwise, and its picture must be turned counter-clockwise.
static int turns_of(const char *orientation) {
  static const char *const names[] = {"normal", "left-up", "bottom-up", "right-up"};
  for (int i = 0; i < 4; i++)
    if (strcmp(orientation, names[i]) == 0) return i;
  return -1;
}

static int take_orientation(sd_bus_message *message, void *data, sd_bus_error *error) {
  (void)error;
  struct session_bus *bus = data;
  const char *orientation;
  if (sd_bus_message_is_method_error(message, NULL)) return 0;
  if (sd_bus_message_read(message, "v", "s", &orientation) < 0) return -1;
  // A device that lies flat has no orientation, and keeps the one that it had.
  int turns = turns_of(orientation);
  if (turns >= 0) bus->turns = turns;
  return 0;
}

static int take_lock(sd_bus_message *message, void *data, sd_bus_error *error) {
  (void)error;
  struct session_bus *bus = data;
  int is_locked;
  if (sd_bus_message_is_method_error(message, NULL)) return 0;
  if (sd_bus_message_read(message, "v", "b", &is_locked) < 0) return -1;
  bus->lock = is_locked ? SESSION_LOCKED : SESSION_UNLOCKED;
  return 0;
}

// Reads the changed properties. What a service says in another form is left out.
static int changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
  if (sd_bus_message_skip(signal, "s") < 0 || sd_bus_message_enter_container(signal, 'a', "{sv}") < 0) return 0;
  while (sd_bus_message_enter_container(signal, 'e', "sv") > 0) {
    const char *name;
    if (sd_bus_message_read(signal, "s", &name) < 0) return 0;
    int code = strcmp(name, "AccelerometerOrientation") == 0 ? take_orientation(signal, data, error)
        : strcmp(name, "LockedHint") == 0                    ? take_lock(signal, data, error)
                                                             : sd_bus_message_skip(signal, "v");
    if (code < 0 || sd_bus_message_exit_container(signal) < 0) return 0;
  }
  return 0;
}

static int claimed(sd_bus_message *reply, void *data, sd_bus_error *error) {
  (void)error;
  struct session_bus *bus = data;
  if (sd_bus_message_is_method_error(reply, NULL)) return 0;
  sd_bus_call_method_async(
      bus->bus, NULL, sensor_service, sensor_path, properties, "Get", take_orientation, bus, "ss", sensor_service,
      "AccelerometerOrientation");
  return 0;
}

static void claim(struct session_bus *bus) {
  sd_bus_call_method_async(
      bus->bus, NULL, sensor_service, sensor_path, sensor_service, "ClaimAccelerometer", claimed, bus, "");
}

// The session's object is known: its signals come from there.
static int got_session(sd_bus_message *reply, void *data, sd_bus_error *error) {
  (void)error;
  struct session_bus *bus = data;
  const char *path;
  if (sd_bus_message_is_method_error(reply, NULL) || sd_bus_message_read(reply, "o", &path) < 0) {
    bus->lock = SESSION_MISSING;
    return 0;
  }
  bus->session = sd_bus_slot_unref(bus->session);
  sd_bus_match_signal_async(
      bus->bus, &bus->session, login_service, path, properties, "PropertiesChanged", changed, NULL, bus);
  sd_bus_call_method_async(
      bus->bus, NULL, login_service, path, properties, "Get", take_lock, bus, "ss", "org.freedesktop.login1.Session",
      "LockedHint");
  return 0;
}

// "auto" is the session of this process, or else that of its user's displays: a user's services belong to no session.
static void find_session(struct session_bus *bus) {
  sd_bus_call_method_async(
      bus->bus, NULL, login_service, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "GetSession",
      got_session, bus, "s", "auto");
}

// A service has started or ended. A new one does not know yet who wants the accelerometer.
static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)error;
  const char *name, *before, *after;
  if (sd_bus_message_read(signal, "sss", &name, &before, &after) < 0 || !*after) return 0;
  if (strcmp(name, sensor_service) == 0) claim(data);
  else find_session(data);
  return 0;
}

static int watch_owner(struct session_bus *bus, const char *service) {
  char match[256];
  snprintf(
      match, sizeof match,
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='%s'",
      service);
  return sd_bus_add_match_async(bus->bus, NULL, match, owner_changed, NULL, bus);
}

struct session_bus *session_bus_open(bool follows_sensor, bool follows_lock) {
  struct session_bus *bus = calloc(1, sizeof *bus);
  if (!bus) return NULL;
  bus->turns = -1;
  int code = sd_bus_open_system(&bus->bus);
  if (code >= 0 && follows_sensor)
    code = sd_bus_match_signal_async(
        bus->bus, NULL, sensor_service, sensor_path, properties, "PropertiesChanged", changed, NULL, bus);
  if (code >= 0 && follows_sensor) code = watch_owner(bus, sensor_service);
  if (code >= 0 && follows_lock) code = watch_owner(bus, login_service);
  if (code < 0) {
    session_bus_close(bus);
    errno = -code;
    return NULL;
  }
  if (follows_sensor) claim(bus);
  if (follows_lock) find_session(bus);
  sd_bus_flush(bus->bus);
  return bus;
}

void session_bus_close(struct session_bus *bus) {
  sd_bus_slot_unref(bus->session);
  sd_bus_close_unref(bus->bus);
  free(bus);
}

int session_bus_descriptor(const struct session_bus *bus) { return sd_bus_get_fd(bus->bus); }

bool session_bus_read(struct session_bus *bus) {
  int code;
  while ((code = sd_bus_process(bus->bus, NULL)) > 0) {}
  if (code >= 0) sd_bus_flush(bus->bus);
  return code >= 0;
}

int session_bus_turns(const struct session_bus *bus) { return bus->turns; }
enum session_lock session_bus_lock(const struct session_bus *bus) { return bus->lock; }
