#include "CSession.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static const char service[] = "net.hadess.SensorProxy";
static const char path[] = "/net/hadess/SensorProxy";

struct session_sensor {
  sd_bus *bus;
  int turns;
};

// The names say which edge of the device is up; iio-sensor-proxy documents them. If the left edge is up, the device was turned
// clockwise, and its picture has to be turned counter-clockwise.
static int turns_of(const char *orientation) {
  static const char *const names[] = {"normal", "left-up", "bottom-up", "right-up"};
  for (int i = 0; i < 4; i++)
    if (strcmp(orientation, names[i]) == 0) return i;
  return -1;
}

static void take(struct session_sensor *sensor, const char *orientation) {
  // A device that lies flat has no orientation, and keeps the one that it had.
  int turns = turns_of(orientation);
  if (turns >= 0) sensor->turns = turns;
}

static int keep_property(sd_bus_message *reply, void *data, sd_bus_error *error) {
  (void)error;
  struct session_sensor *sensor = data;
  const char *orientation;
  if (sd_bus_message_is_method_error(reply, NULL)) return 0;
  if (sd_bus_message_read(reply, "v", "s", &orientation) < 0) return 0;
  take(sensor, orientation);
  return 0;
}

static int claimed(sd_bus_message *reply, void *data, sd_bus_error *error) {
  (void)error;
  struct session_sensor *sensor = data;
  if (sd_bus_message_is_method_error(reply, NULL)) return 0;
  sd_bus_call_method_async(
      sensor->bus, NULL, service, path, "org.freedesktop.DBus.Properties", "Get", keep_property, sensor, "ss", service,
      "AccelerometerOrientation");
  return 0;
}

static void claim(struct session_sensor *sensor) {
  sd_bus_call_method_async(sensor->bus, NULL, service, path, service, "ClaimAccelerometer", claimed, sensor, "");
}

static int changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)error;
  struct session_sensor *sensor = data;
  if (sd_bus_message_skip(signal, "s") < 0 || sd_bus_message_enter_container(signal, 'a', "{sv}") < 0) return 0;
  while (sd_bus_message_enter_container(signal, 'e', "sv") > 0) {
    const char *name, *orientation;
    if (sd_bus_message_read(signal, "s", &name) < 0) return 0;
    if (strcmp(name, "AccelerometerOrientation") == 0) {
      if (sd_bus_message_read(signal, "v", "s", &orientation) >= 0) take(sensor, orientation);
      else return 0;
    } else if (sd_bus_message_skip(signal, "v") < 0) {
      return 0;
    }
    if (sd_bus_message_exit_container(signal) < 0) return 0;
  }
  return 0;
}

// The service has started or ended. A new one does not know yet who wants the accelerometer.
static int owner_changed(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)error;
  struct session_sensor *sensor = data;
  const char *name, *before, *after;
  if (sd_bus_message_read(signal, "sss", &name, &before, &after) < 0) return 0;
  if (*after) claim(sensor);
  return 0;
}

struct session_sensor *session_sensor_open(void) {
  struct session_sensor *sensor = calloc(1, sizeof *sensor);
  if (!sensor) return NULL;
  sensor->turns = -1;
  int code = sd_bus_open_system(&sensor->bus);
  if (code >= 0)
    code = sd_bus_match_signal_async(
        sensor->bus, NULL, service, path, "org.freedesktop.DBus.Properties", "PropertiesChanged", changed, NULL, sensor);
  if (code >= 0)
    code = sd_bus_add_match_async(
        sensor->bus, NULL,
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        "arg0='net.hadess.SensorProxy'",
        owner_changed, NULL, sensor);
  if (code < 0) {
    session_sensor_close(sensor);
    errno = -code;
    return NULL;
  }
  claim(sensor);
  sd_bus_flush(sensor->bus);
  return sensor;
}

void session_sensor_close(struct session_sensor *sensor) {
  sd_bus_close_unref(sensor->bus);
  free(sensor);
}

int session_sensor_descriptor(const struct session_sensor *sensor) { return sd_bus_get_fd(sensor->bus); }

bool session_sensor_read(struct session_sensor *sensor) {
  int code;
  while ((code = sd_bus_process(sensor->bus, NULL)) > 0) {}
  if (code >= 0) sd_bus_flush(sensor->bus);
  return code >= 0;
}

int session_sensor_turns(const struct session_sensor *sensor) { return sensor->turns; }
