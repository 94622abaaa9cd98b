#include <errno.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdlib.h>
#include <string.h>

#include "CTouchInput.h"

struct ti_discovery {
  struct udev *udev;
  struct udev_monitor *monitor;
};

ti_discovery *ti_discovery_new(ti_failure *failure) {
  ti_discovery *discovery = calloc(1, sizeof *discovery);
  int error = ENOMEM;
  *failure = (ti_failure){"udev_new", error};
  if (!discovery) return NULL;
  errno = 0;
  discovery->udev = udev_new();
  if (!discovery->udev) goto failed;
  failure->call = "udev_monitor_new_from_netlink";
  errno = 0;
  discovery->monitor = udev_monitor_new_from_netlink(discovery->udev, "udev");
  if (!discovery->monitor) goto failed;
  failure->call = "udev_monitor_filter_add_match_subsystem_devtype";
  error = -udev_monitor_filter_add_match_subsystem_devtype(discovery->monitor, "input", NULL);
  if (error <= 0) error = -udev_monitor_filter_add_match_subsystem_devtype(discovery->monitor, "iio", NULL);
  if (error > 0) goto failed_with_error;
  failure->call = "udev_monitor_enable_receiving";
  error = -udev_monitor_enable_receiving(discovery->monitor);
  if (error > 0) goto failed_with_error;
  (void)udev_monitor_set_receive_buffer_size(discovery->monitor, 1 << 20);  // needs a privilege; the default will do
  return discovery;

failed:
  if (errno) error = errno;
failed_with_error:
  failure->error = error;
  ti_discovery_free(discovery);
  return NULL;
}

void ti_discovery_free(ti_discovery *discovery) {
  if (!discovery) return;
  if (discovery->monitor) udev_monitor_unref(discovery->monitor);
  if (discovery->udev) udev_unref(discovery->udev);
  free(discovery);
}

int ti_discovery_fd(const ti_discovery *discovery) { return udev_monitor_get_fd(discovery->monitor); }

// ---- A node ---------------------------------------------------------------------------------------------------------

// Copies as much as fits; false if that is not all.
static bool copy_string(char *to, size_t size, const char *from) {
  size_t length = from ? strlen(from) : 0;
  bool fits = length < size;
  if (!fits) length = size - 1;
  if (length) memcpy(to, from, length);
  to[length] = 0;
  return fits;
}

// Whether a name is the prefix and a number.
static bool is_numbered(const char *sysname, const char *prefix) {
  size_t length = strlen(prefix);
  return sysname && strncmp(sysname, prefix, length) == 0 && sysname[length] >= '0' && sysname[length] <= '9';
}

static bool is_set(struct udev_device *device, const char *property) {
  const char *value = udev_device_get_property_value(device, property);
  return value && strcmp(value, "1") == 0;
}

// Returns a number that sysfs gives in hexadecimal digits, or 0.
static unsigned long hexadecimal(struct udev_device *device, const char *attribute) {
  const char *text = udev_device_get_sysattr_value(device, attribute);
  return text ? strtoul(text, NULL, 16) : 0;
}

// Whether a device has an X and a Y axis, unlike an ordinary mouse. sysfs gives the axes in words of hexadecimal digits, the lowest last.
static bool is_absolute(struct udev_device *device) {
  const char *words = udev_device_get_sysattr_value(device, "capabilities/abs");
  const char *space = words ? strrchr(words, ' ') : NULL;
  unsigned long both = 1ul << ABS_X | 1ul << ABS_Y;
  return words && (strtoul(space ? space + 1 : words, NULL, 16) & both) == both;
}

// Reads a set of codes, which sysfs gives in words of hexadecimal digits, the lowest last, as long as the reader's `long`.
static void read_codes(struct udev_device *device, const char *attribute, uint8_t *bits, unsigned count) {
  const char *text = udev_device_get_sysattr_value(device, attribute);
  const unsigned word = 8 * sizeof(unsigned long);
  size_t end = text ? strlen(text) : 0;
  for (unsigned base = 0; end > 0 && base < count; base += word) {
    size_t start = end;
    while (start > 0 && text[start - 1] != ' ') start--;
    unsigned long value = strtoul(text + start, NULL, 16);
    for (unsigned i = 0; i < word && base + i < count; i++)
      if (value >> i & 1) bits[(base + i) / 8] |= (uint8_t)(1u << ((base + i) % 8));
    end = start > 0 ? start - 1 : 0;
  }
}

// Adds what sysfs says of the device of an event node. All users may read its files, unlike the node.
static void identify(struct udev_device *device, bool is_mouse, ti_node *node) {
  if (!device) return;
  copy_string(node->name, sizeof node->name, udev_device_get_sysattr_value(device, "name"));
  copy_string(node->phys, sizeof node->phys, udev_device_get_sysattr_value(device, "phys"));
  read_codes(device, "capabilities/key", node->codes.keys, KEY_CNT);
  read_codes(device, "capabilities/sw", node->codes.switches, SW_CNT);
  node->vendor = (unsigned short)hexadecimal(device, "id/vendor");
  node->product = (unsigned short)hexadecimal(device, "id/product");
  if (is_mouse && is_absolute(device)) node->hints |= TI_HINT_ABSOLUTE_MOUSE;
}

static unsigned traits(struct udev_device *device) {
  static const struct {
    const char *property;
    unsigned trait;
  } properties[] = {
    {"ID_INPUT_KEYBOARD", TI_TRAIT_KEYBOARD}, {"ID_INPUT_MOUSE", TI_TRAIT_POINTING},
    {"ID_INPUT_TOUCHPAD", TI_TRAIT_POINTING}, {"ID_INPUT_TOUCHSCREEN", TI_TRAIT_POINTING},
    {"ID_INPUT_TABLET", TI_TRAIT_POINTING}, {"ID_INPUT_POINTINGSTICK", TI_TRAIT_POINTING},
    {"ID_INPUT_JOYSTICK", TI_TRAIT_JOYSTICK}, {"ID_INPUT_ACCELEROMETER", TI_TRAIT_ACCELEROMETER},
  };
  unsigned found = 0;
  for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
    if (is_set(device, properties[i].property)) found |= properties[i].trait;
  if (udev_device_get_parent_with_subsystem_devtype(device, "rc", NULL)) found |= TI_TRAIT_REMOTE;
  return found;
}

static void describe_sensor(struct udev_device *device, ti_node *node) {
  node->traits = TI_TRAIT_IIO;
  if (udev_device_get_sysattr_value(device, "in_accel_x_raw")) node->traits |= TI_TRAIT_ACCELEROMETER;
  if (udev_device_get_property_value(device, "IIO_SENSOR_PROXY_TYPE")) node->traits |= TI_TRAIT_SENSOR_PROXY;
  copy_string(node->name, sizeof node->name, udev_device_get_sysattr_value(device, "name"));
}

static bool describe(struct udev_device *device, ti_node *node) {
  const char *sysname = udev_device_get_sysname(device);
  const char *devnode = udev_device_get_devnode(device);
  memset(node, 0, sizeof *node);
  bool is_sensor = is_numbered(sysname, "iio:device");
  if (!is_sensor && (!is_numbered(sysname, "event") || !devnode)) return false;
  if (!copy_string(node->sysname, sizeof node->sysname, sysname)) return false;
  if (!copy_string(node->node, sizeof node->node, devnode)) return false;
  if (!copy_string(node->syspath, sizeof node->syspath, udev_device_get_syspath(device))) return false;
  copy_string(
    node->mount_matrix, sizeof node->mount_matrix, udev_device_get_property_value(device, "ACCEL_MOUNT_MATRIX"));
  copy_string(node->location, sizeof node->location, udev_device_get_property_value(device, "ACCEL_LOCATION"));
  if (is_sensor) {
    describe_sensor(device, node);
    return true;
  }
  node->traits = traits(device);
  if (is_set(device, "ID_INPUT_TOUCHSCREEN")) node->hints |= TI_HINT_TOUCHSCREEN;
  if (is_set(device, "ID_INPUT_TOUCHPAD")) node->hints |= TI_HINT_TOUCHPAD;
  if (!copy_string(node->links, sizeof node->links, udev_device_get_property_value(device, "DEVLINKS"))) {
    char *cut = strrchr(node->links, ' ');
    *(cut ? cut : node->links) = 0;
  }
  copy_string(node->path, sizeof node->path, udev_device_get_property_value(device, "ID_PATH"));
  copy_string(node->serial, sizeof node->serial, udev_device_get_property_value(device, "ID_SERIAL"));
  copy_string(
    node->calibration, sizeof node->calibration,
    udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX"));
  copy_string(node->output, sizeof node->output, udev_device_get_property_value(device, "WL_OUTPUT"));
  copy_string(node->seat, sizeof node->seat, udev_device_get_property_value(device, "ID_SEAT"));
  identify(udev_device_get_parent(device), is_set(device, "ID_INPUT_MOUSE"), node);
  return true;
}

int ti_discovery_enumerate(ti_discovery *discovery, bool iio, void (*body)(const ti_node *, void *), void *context) {
  struct udev_enumerate *enumerate = udev_enumerate_new(discovery->udev);
  if (!enumerate) return -ENOMEM;
  int error = udev_enumerate_add_match_subsystem(enumerate, iio ? "iio" : "input");
  if (error >= 0) error = udev_enumerate_add_match_sysname(enumerate, iio ? "iio:device*" : "event*");
  if (error >= 0) error = udev_enumerate_scan_devices(enumerate);
  if (error >= 0) {
    struct udev_list_entry *entry;
    udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(enumerate)) {
      struct udev_device *device = udev_device_new_from_syspath(discovery->udev, udev_list_entry_get_name(entry));
      if (!device) continue;  // removed meanwhile
      ti_node node;
      if (describe(device, &node)) body(&node, context);
      udev_device_unref(device);
    }
  }
  udev_enumerate_unref(enumerate);
  return error < 0 ? error : 0;
}

int ti_discovery_receive(ti_discovery *discovery, ti_node *node) {
  for (;;) {
    errno = 0;
    struct udev_device *device = udev_monitor_receive_device(discovery->monitor);
    if (!device) return errno == ENOBUFS ? -ENOBUFS : 0;
    const char *action = udev_device_get_action(device);
    bool ours = describe(device, node);
    ti_action known = TI_CHANGED;  // change, bind, move, …
    if (action && strcmp(action, "add") == 0) known = TI_ADDED;
    if (action && strcmp(action, "remove") == 0) known = TI_REMOVED;
    node->action = known;
    udev_device_unref(device);
    if (ours) return 1;
  }
}
