// The parts of three Wayland protocols that are used here, version 1 of each: wlr-foreign-toplevel-management-unstable-v1,
// wlr-output-power-management-unstable-v1 and ext-idle-notify-v1. Opcodes are positions in these lists, so every request and event of
// version 1 is in them.
#ifndef CSESSION_PROTOCOLS_H
#define CSESSION_PROTOCOLS_H

#include <stdbool.h>
#include <wayland-client.h>
#include <xkbcommon/xkbcommon.h>

extern const struct wl_interface session_toplevel_manager;
extern const struct wl_interface session_toplevel;
extern const struct wl_interface session_power_manager;
extern const struct wl_interface session_power_control;
extern const struct wl_interface session_idle_notifier;
extern const struct wl_interface session_idle_notification;

enum { TOPLEVEL_DESTROY = 7 };
enum { TOPLEVEL_STATE_ACTIVATED = 2 };
enum { POWER_MANAGER_GET_OUTPUT_POWER = 0 };
enum { POWER_CONTROL_DESTROY = 1 };
enum { IDLE_NOTIFIER_DESTROY = 0, IDLE_NOTIFIER_GET_NOTIFICATION = 1 };
enum { IDLE_NOTIFICATION_DESTROY = 0 };
// Events of wl_keyboard.
enum { KEYBOARD_KEYMAP = 0, KEYBOARD_MODIFIERS = 4 };

// Returns the keymap in a file, or NULL if it has none of a keyboard.
struct xkb_keymap *session_keymap_read(int fd, uint32_t size);
// Stores the characters of a group's keys as session_layout_named does. Returns false if memory is short.
bool session_keymap_characters(struct xkb_keymap *keymap, uint32_t group, uint32_t *characters);

struct toplevel_manager_events {
  void (*toplevel)(void *data, struct wl_proxy *manager, struct wl_proxy *toplevel);
  void (*finished)(void *data, struct wl_proxy *manager);
};

struct toplevel_events {
  void (*title)(void *data, struct wl_proxy *toplevel, const char *title);
  void (*app_id)(void *data, struct wl_proxy *toplevel, const char *app_id);
  void (*output_enter)(void *data, struct wl_proxy *toplevel, struct wl_output *output);
  void (*output_leave)(void *data, struct wl_proxy *toplevel, struct wl_output *output);
  void (*state)(void *data, struct wl_proxy *toplevel, struct wl_array *states);
  void (*done)(void *data, struct wl_proxy *toplevel);
  void (*closed)(void *data, struct wl_proxy *toplevel);
};

struct power_control_events {
  void (*mode)(void *data, struct wl_proxy *control, uint32_t mode);
  void (*failed)(void *data, struct wl_proxy *control);
};

struct idle_notification_events {
  void (*idled)(void *data, struct wl_proxy *notification);
  void (*resumed)(void *data, struct wl_proxy *notification);
};

#endif
