// Static/Udev: as much of libudev's interface as the daemon uses, for machines with or without udev, without the library.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

// The same names, contracts and lifetimes as in libudev's own header. Texts live as long as their object.

struct udev;
struct udev_device;
struct udev_enumerate;
struct udev_list_entry;
struct udev_monitor;

struct udev *udev_new(void);
struct udev *udev_unref(struct udev *udev);

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *syspath);
struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number);
struct udev_device *udev_device_unref(struct udev_device *device);
const char *udev_device_get_syspath(struct udev_device *device);
const char *udev_device_get_sysname(struct udev_device *device);
const char *udev_device_get_devnode(struct udev_device *device);
const char *udev_device_get_action(struct udev_device *device);
const char *udev_device_get_property_value(struct udev_device *device, const char *key);
const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name);
int udev_device_get_is_initialized(struct udev_device *device);
// Both belong to the device.
struct udev_device *udev_device_get_parent(struct udev_device *device);
struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *device, const char *subsystem, const char *type);

struct udev_enumerate *udev_enumerate_new(struct udev *udev);
struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate);
int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem);
int udev_enumerate_add_match_sysname(struct udev_enumerate *enumerate, const char *pattern);
int udev_enumerate_scan_devices(struct udev_enumerate *enumerate);
struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate);
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry);
const char *udev_list_entry_get_name(struct udev_list_entry *entry);
#define udev_list_entry_foreach(entry, first) for (entry = first; entry; entry = udev_list_entry_get_next(entry))

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name);
struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor);
int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *subsystem, const char *type);
int udev_monitor_enable_receiving(struct udev_monitor *monitor);
int udev_monitor_set_receive_buffer_size(struct udev_monitor *monitor, int size);
int udev_monitor_get_fd(struct udev_monitor *monitor);
struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor);
