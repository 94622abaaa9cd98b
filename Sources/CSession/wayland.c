#include "CSession.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocols.h"

// More windows than any session has; those beyond are not followed.
enum { MOST_WINDOWS = 1024 };

struct output {
  struct session_output facts;
  struct wl_output *proxy;
  struct wl_proxy *power_control;
  struct session_wayland *owner;
  uint32_t global;
  bool is_complete;
};

// A keyboard, a pointer and a touchscreen that belong together.
struct seat {
  struct wl_seat *proxy;
  struct wl_proxy *notification;
  struct wl_keyboard *keyboard;
  struct xkb_keymap *keymap;
  uint32_t group;
  uint32_t global;
  bool is_idle;
};

struct window {
  struct wl_list link;
  struct session_wayland *owner;
  struct wl_proxy *proxy;
  char application[SESSION_NAME];
  bool is_active;
};

struct session_wayland {
  struct wl_display *display;
  struct wl_registry *registry;
  struct wl_proxy *windows_manager;
  struct wl_proxy *power_manager;
  struct wl_proxy *idle_notifier;
  struct output *outputs[SESSION_MOST_OUTPUTS];
  struct seat *seats[SESSION_MOST_SEATS];
  struct wl_list windows;
  int window_count;
};

// Copies a text as far as there is room, without cutting a character of UTF-8 in two.
static void keep(char to[SESSION_NAME], const char *from) {
  size_t size = strnlen(from, SESSION_NAME);
  if (size == SESSION_NAME) {
    size = SESSION_NAME - 1;
    while (size > 0 && (from[size] & 0xC0) == 0x80) size -= 1;
  }
  memcpy(to, from, size);
  to[size] = 0;
}

// MARK: Outputs

static void keep_power(struct output *output, enum session_power power) {
  output->facts.power = power;
  wl_proxy_destroy(output->power_control);
  output->power_control = NULL;
}

static void power_mode(void *data, struct wl_proxy *control, uint32_t mode) {
  (void)control;
  keep_power(data, mode == 0 ? SESSION_POWER_OFF : SESSION_POWER_ON);
}

// The output has no such control, or another client has it.
static void power_failed(void *data, struct wl_proxy *control) {
  (void)control;
  keep_power(data, SESSION_POWER_UNKNOWN);
}

static const struct power_control_events power_events = {power_mode, power_failed};

// Asks for an output's power. wlroots gives one client the control of an output, and the next one, such as wlopm, fails. So the control is
// given back along with the request, in one message: the compositor answers in between, and the proxy stays for its answer.
static void ask_power(struct session_wayland *wayland, struct output *output) {
  if (!wayland->power_manager || output->power_control) return;
  output->power_control = wl_proxy_marshal_flags(
      wayland->power_manager, POWER_MANAGER_GET_OUTPUT_POWER, &session_power_control, 1, 0, NULL, output->proxy);
  if (!output->power_control) return;
  wl_proxy_add_listener(output->power_control, (void (**)(void)) & power_events, output);
  wl_proxy_marshal_flags(output->power_control, POWER_CONTROL_DESTROY, NULL, 1, 0);
}

static void output_geometry(
    void *data, struct wl_output *proxy, int32_t x, int32_t y, int32_t width, int32_t height, int32_t subpixel,
    const char *make, const char *model, int32_t transform) {
  (void)proxy, (void)x, (void)y, (void)width, (void)height, (void)subpixel, (void)make, (void)model;
  struct output *output = data;
  output->facts.transform = transform >= 0 && transform <= 7 ? transform : 0;
}

static void output_mode(void *data, struct wl_output *proxy, uint32_t flags, int32_t width, int32_t height, int32_t rate) {
  (void)data, (void)proxy, (void)flags, (void)width, (void)height, (void)rate;
}

static void output_done(void *data, struct wl_output *proxy) {
  (void)proxy;
  ((struct output *)data)->is_complete = true;
}

static void output_scale(void *data, struct wl_output *proxy, int32_t scale) { (void)data, (void)proxy, (void)scale; }

static void output_name(void *data, struct wl_output *proxy, const char *name) {
  (void)proxy;
  keep(((struct output *)data)->facts.name, name);
}

static void output_description(void *data, struct wl_output *proxy, const char *text) {
  (void)data, (void)proxy, (void)text;
}

static const struct wl_output_listener output_events = {
    output_geometry, output_mode, output_done, output_scale, output_name, output_description};

static void forget_output(struct output *output) {
  if (output->power_control) wl_proxy_destroy(output->power_control);
  if (wl_output_get_version(output->proxy) >= WL_OUTPUT_RELEASE_SINCE_VERSION) wl_output_release(output->proxy);
  else wl_output_destroy(output->proxy);
  free(output);
}

static void add_output(struct session_wayland *wayland, uint32_t global, uint32_t version) {
  for (int i = 0; i < SESSION_MOST_OUTPUTS; i++) {
    if (wayland->outputs[i]) continue;
    struct output *output = calloc(1, sizeof *output);
    if (!output) return;
    output->owner = wayland;
    output->global = global;
    output->facts.power = SESSION_POWER_UNKNOWN;
    // Before version 4 outputs have no names; one that says nothing more is recognized by its number.
    snprintf(output->facts.name, sizeof output->facts.name, "output-%u", global);
    output->proxy = wl_registry_bind(wayland->registry, global, &wl_output_interface, version < 4 ? version : 4);
    if (!output->proxy) {
      free(output);
      return;
    }
    output->is_complete = version < 2;
    wl_output_add_listener(output->proxy, &output_events, output);
    wayland->outputs[i] = output;
    ask_power(wayland, output);
    return;
  }
}

// MARK: Seats

static void seat_idled(void *data, struct wl_proxy *notification) {
  (void)notification;
  ((struct seat *)data)->is_idle = true;
}

static void seat_resumed(void *data, struct wl_proxy *notification) {
  (void)notification;
  ((struct seat *)data)->is_idle = false;
}

static const struct idle_notification_events seat_events = {seat_idled, seat_resumed};

// A seat counts as used until the compositor says otherwise, at the latest after SESSION_IDLE_TIME.
static void follow_use(struct session_wayland *wayland, struct seat *seat) {
  if (!wayland->idle_notifier || seat->notification) return;
  seat->notification = wl_proxy_marshal_flags(
      wayland->idle_notifier, IDLE_NOTIFIER_GET_NOTIFICATION, &session_idle_notification, 1, 0, NULL,
      (uint32_t)SESSION_IDLE_TIME, seat->proxy);
  if (seat->notification) wl_proxy_add_listener(seat->notification, (void (**)(void)) & seat_events, seat);
}

// Takes the layout. Many compositors report a group to the active application only, and it stays unknown here.
static int keyboard_event(
    const void *data, void *keyboard, uint32_t code, const struct wl_message *event, union wl_argument *arguments) {
  (void)data, (void)event;
  struct seat *seat = wl_proxy_get_user_data(keyboard);
  if (code == KEYBOARD_MODIFIERS) seat->group = arguments[4].u;
  if (code != KEYBOARD_KEYMAP) return 0;
  bool is_xkb = arguments[0].u == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1;
  struct xkb_keymap *keymap = is_xkb ? session_keymap_read(arguments[1].h, arguments[2].u) : NULL;
  close(arguments[1].h);
  if (!keymap) return 0;
  xkb_keymap_unref(seat->keymap);
  seat->keymap = keymap;
  return 0;
}

// A seat that loses its last keyboard keeps the layout for the next one.
static void seat_capabilities(void *data, struct wl_seat *proxy, uint32_t capabilities) {
  struct seat *seat = data;
  if (seat->keyboard) wl_keyboard_destroy(seat->keyboard);
  seat->keyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD ? wl_seat_get_keyboard(proxy) : NULL;
  if (seat->keyboard) wl_proxy_add_dispatcher((struct wl_proxy *)seat->keyboard, keyboard_event, NULL, seat);
}

static const struct wl_seat_listener seat_listener = {.capabilities = seat_capabilities};

static void forget_seat(struct seat *seat) {
  if (seat->keyboard) wl_keyboard_destroy(seat->keyboard);
  xkb_keymap_unref(seat->keymap);
  if (seat->notification)
    wl_proxy_marshal_flags(seat->notification, IDLE_NOTIFICATION_DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  wl_seat_destroy(seat->proxy);
  free(seat);
}

static void add_seat(struct session_wayland *wayland, uint32_t global) {
  for (int i = 0; i < SESSION_MOST_SEATS; i++) {
    if (wayland->seats[i]) continue;
    struct seat *seat = calloc(1, sizeof *seat);
    if (!seat) return;
    seat->global = global;
    seat->proxy = wl_registry_bind(wayland->registry, global, &wl_seat_interface, 1);
    if (!seat->proxy) {
      free(seat);
      return;
    }
    wayland->seats[i] = seat;
    wl_seat_add_listener(seat->proxy, &seat_listener, seat);
    follow_use(wayland, seat);
    return;
  }
}

// MARK: Windows

static void forget_window(struct window *window) {
  window->owner->window_count -= 1;
  wl_list_remove(&window->link);
  wl_proxy_marshal_flags(window->proxy, TOPLEVEL_DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  free(window);
}

static void window_title(void *data, struct wl_proxy *proxy, const char *title) { (void)data, (void)proxy, (void)title; }

static void window_application(void *data, struct wl_proxy *proxy, const char *application) {
  (void)proxy;
  keep(((struct window *)data)->application, application);
}

static void window_output(void *data, struct wl_proxy *proxy, struct wl_output *output) {
  (void)data, (void)proxy, (void)output;
}

static void window_state(void *data, struct wl_proxy *proxy, struct wl_array *states) {
  (void)proxy;
  struct window *window = data;
  window->is_active = false;
  uint32_t *state;
  wl_array_for_each(state, states) if (*state == TOPLEVEL_STATE_ACTIVATED) window->is_active = true;
}

static void window_done(void *data, struct wl_proxy *proxy) { (void)data, (void)proxy; }

static void window_closed(void *data, struct wl_proxy *proxy) {
  (void)proxy;
  forget_window(data);
}

static const struct toplevel_events window_events = {window_title,  window_application, window_output, window_output,
                                                     window_state,  window_done,        window_closed};

static void manager_window(void *data, struct wl_proxy *manager, struct wl_proxy *proxy) {
  (void)manager;
  struct session_wayland *wayland = data;
  struct window *window = wayland->window_count < MOST_WINDOWS ? calloc(1, sizeof *window) : NULL;
  if (!window) {
    wl_proxy_marshal_flags(proxy, TOPLEVEL_DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
    return;
  }
  window->owner = wayland;
  window->proxy = proxy;
  wl_list_insert(&wayland->windows, &window->link);
  wayland->window_count += 1;
  wl_proxy_add_listener(proxy, (void (**)(void)) & window_events, window);
}

static void manager_finished(void *data, struct wl_proxy *manager) {
  struct session_wayland *wayland = data;
  wayland->windows_manager = NULL;
  wl_proxy_destroy(manager);
}

static const struct toplevel_manager_events manager_events = {manager_window, manager_finished};

// MARK: The compositor

static void registry_global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  struct session_wayland *wayland = data;
  if (strcmp(interface, wl_output_interface.name) == 0) {
    add_output(wayland, name, version);
  } else if (strcmp(interface, session_toplevel_manager.name) == 0 && !wayland->windows_manager) {
    wayland->windows_manager = wl_registry_bind(registry, name, &session_toplevel_manager, 1);
    if (wayland->windows_manager)
      wl_proxy_add_listener(wayland->windows_manager, (void (**)(void)) & manager_events, wayland);
  } else if (strcmp(interface, session_power_manager.name) == 0 && !wayland->power_manager) {
    wayland->power_manager = wl_registry_bind(registry, name, &session_power_manager, 1);
    session_wayland_ask_power(wayland);
  } else if (strcmp(interface, wl_seat_interface.name) == 0) {
    add_seat(wayland, name);
  } else if (strcmp(interface, session_idle_notifier.name) == 0 && !wayland->idle_notifier) {
    wayland->idle_notifier = wl_registry_bind(registry, name, &session_idle_notifier, 1);
    for (int i = 0; i < SESSION_MOST_SEATS; i++)
      if (wayland->seats[i]) follow_use(wayland, wayland->seats[i]);
  }
}

static void registry_global_remove(void *data, struct wl_registry *registry, uint32_t name) {
  (void)registry;
  struct session_wayland *wayland = data;
  for (int i = 0; i < SESSION_MOST_OUTPUTS; i++) {
    if (!wayland->outputs[i] || wayland->outputs[i]->global != name) continue;
    forget_output(wayland->outputs[i]);
    wayland->outputs[i] = NULL;
  }
  for (int i = 0; i < SESSION_MOST_SEATS; i++) {
    if (!wayland->seats[i] || wayland->seats[i]->global != name) continue;
    forget_seat(wayland->seats[i]);
    wayland->seats[i] = NULL;
  }
}

static const struct wl_registry_listener registry_events = {registry_global, registry_global_remove};

// libwayland's own sentences would go to standard error, and repeat what the caller says about errno.
static void say_nothing(const char *format, va_list arguments) { (void)format, (void)arguments; }

struct session_wayland *session_wayland_open(const char *socket) {
  wl_log_set_handler_client(say_nothing);
  struct wl_display *display = wl_display_connect(socket);
  if (!display) return NULL;
  struct session_wayland *wayland = calloc(1, sizeof *wayland);
  if (!wayland) {
    wl_display_disconnect(display);
    errno = ENOMEM;
    return NULL;
  }
  wayland->display = display;
  wl_list_init(&wayland->windows);
  wayland->registry = wl_display_get_registry(display);
  wl_registry_add_listener(wayland->registry, &registry_events, wayland);
  // The first answer names the globals, the second one has what they say of themselves.
  if (wl_display_roundtrip(display) < 0 || wl_display_roundtrip(display) < 0) {
    int code = errno;
    session_wayland_close(wayland);
    errno = code;
    return NULL;
  }
  return wayland;
}

void session_wayland_close(struct session_wayland *wayland) {
  struct window *window, *next;
  wl_list_for_each_safe(window, next, &wayland->windows, link) forget_window(window);
  for (int i = 0; i < SESSION_MOST_OUTPUTS; i++)
    if (wayland->outputs[i]) forget_output(wayland->outputs[i]);
  for (int i = 0; i < SESSION_MOST_SEATS; i++)
    if (wayland->seats[i]) forget_seat(wayland->seats[i]);
  if (wayland->idle_notifier)
    wl_proxy_marshal_flags(wayland->idle_notifier, IDLE_NOTIFIER_DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  if (wayland->windows_manager) wl_proxy_destroy(wayland->windows_manager);
  if (wayland->power_manager) wl_proxy_destroy(wayland->power_manager);
  wl_registry_destroy(wayland->registry);
  wl_display_disconnect(wayland->display);
  free(wayland);
}

int session_wayland_descriptor(const struct session_wayland *wayland) { return wl_display_get_fd(wayland->display); }

bool session_wayland_read(struct session_wayland *wayland) {
  while (wl_display_prepare_read(wayland->display) != 0)
    if (wl_display_dispatch_pending(wayland->display) < 0) return false;
  struct pollfd ready = {.fd = wl_display_get_fd(wayland->display), .events = POLLIN};
  if (poll(&ready, 1, 0) > 0) {
    if (wl_display_read_events(wayland->display) < 0) return false;
  } else {
    wl_display_cancel_read(wayland->display);
  }
  if (wl_display_dispatch_pending(wayland->display) < 0) return false;
  return wl_display_flush(wayland->display) >= 0 || errno == EAGAIN;
}

bool session_wayland_has_applications(const struct session_wayland *wayland) { return wayland->windows_manager; }

bool session_wayland_has_power(const struct session_wayland *wayland) { return wayland->power_manager; }

void session_wayland_ask_power(struct session_wayland *wayland) {
  for (int i = 0; i < SESSION_MOST_OUTPUTS; i++)
    if (wayland->outputs[i]) ask_power(wayland, wayland->outputs[i]);
  wl_display_flush(wayland->display);
}

bool session_wayland_has_use(const struct session_wayland *wayland) { return wayland->idle_notifier; }

bool session_wayland_is_used(const struct session_wayland *wayland) {
  for (int i = 0; i < SESSION_MOST_SEATS; i++)
    if (wayland->seats[i] && wayland->seats[i]->notification && !wayland->seats[i]->is_idle) return true;
  return false;
}

int session_wayland_outputs(
    const struct session_wayland *wayland, struct session_output outputs[SESSION_MOST_OUTPUTS]) {
  int count = 0;
  for (int i = 0; i < SESSION_MOST_OUTPUTS; i++)
    if (wayland->outputs[i] && wayland->outputs[i]->is_complete) outputs[count++] = wayland->outputs[i]->facts;
  return count;
}

bool session_wayland_layout(const struct session_wayland *wayland, uint32_t *characters) {
  for (int i = 0; i < SESSION_MOST_SEATS; i++)
    if (wayland->seats[i] && wayland->seats[i]->keymap)
      return session_keymap_characters(wayland->seats[i]->keymap, wayland->seats[i]->group, characters);
  return false;
}

const char *session_wayland_application(const struct session_wayland *wayland) {
  struct window *window;
  wl_list_for_each(window, &wayland->windows, link) if (window->is_active) return window->application;
  return NULL;
}
