#pragma once

#include <stddef.h>

// A text that belongs to a device, with the others that do: a property ("KEY=value"), an attribute of sysfs, or the name of a device.
struct udev_list_entry {
  struct udev_list_entry *next;
  size_t key_size;
  char text[];
};

enum {
  UDEV_MOST_PATH = 512,
  // More than the kernel's messages and udev's own have.
  UDEV_MOST_MESSAGE = 16384,
};

struct udev_device {
  char syspath[UDEV_MOST_PATH];
  struct udev_list_entry *properties, *attributes;
  struct udev_device *parent;
  // Whether a running udev has done with the device; without udev all are.
  int is_initialized;
};

// Adds a key and its value. NULL without memory for it.
struct udev_list_entry *udev_text_add(struct udev_list_entry **list, const char *key, const char *value);
// The value of a key; NULL if there is none.
const char *udev_text_find(struct udev_list_entry *list, const char *key);
void udev_texts_free(struct udev_list_entry **list);

// A device with the properties of a message: entries "KEY=value", each with a NUL. NULL if it names no device.
struct udev_device *udev_device_from_message(const char *entries, size_t size);
// Whether a udev runs, which reports devices when it has named them and set their rights.
int udev_runs(void);

// Adds ID_INPUT_… by what a device can do, by udev's criteria.
void udev_add_input_kind(struct udev_device *device);
