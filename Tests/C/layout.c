// The keyboard layout that a compositor shows: a compositor of our own sends keymaps, and nonsense, to Sources/CSession.
#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wayland-server.h>
#include <xkbcommon/xkbcommon.h>

#include "CSession.h"

static struct wl_resource *seat, *keyboard;

// ---- The compositor, in a process of its own --------------------------------------------------------------------------

// Sends the first `size` bytes of a text as a keymap; `claimed` is the size that it claims.
static void send_text(enum wl_keyboard_keymap_format format, const char *text, size_t size, uint32_t claimed) {
  int fd = memfd_create("keymap", MFD_CLOEXEC);
  if (fd < 0 || write(fd, text, size) != (ssize_t)size) exit(2);
  wl_keyboard_send_keymap(keyboard, format, fd, claimed);
  close(fd);
}

static char *keymap(const char *layout) {
  struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  struct xkb_rule_names names = {.rules = "evdev", .model = "pc105", .layout = layout};
  char *text = xkb_keymap_get_as_string(xkb_keymap_new_from_names(context, &names, 0), XKB_KEYMAP_FORMAT_TEXT_V1);
  if (!text) exit(2);
  return text;
}

static void perform(const char *command) {
  enum wl_keyboard_keymap_format format = WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1;
  if (strcmp(command, "unplug") == 0) {
    wl_seat_send_capabilities(seat, WL_SEAT_CAPABILITY_POINTER);
  } else if (strcmp(command, "plug") == 0) {
    wl_seat_send_capabilities(seat, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD);
  } else if (strncmp(command, "group ", 6) == 0) {
    wl_keyboard_send_modifiers(keyboard, 1, 0, 0, 0, (uint32_t)strtoul(command + 6, NULL, 10));
  } else if (strcmp(command, "short") == 0) {
    send_text(format, "xkb_keymap {", 12, 70000);
  } else if (strcmp(command, "nonsense") == 0) {
    send_text(format, "}};;xkb_keymap\"{", 16, 16);
  } else if (strcmp(command, "empty") == 0) {
    send_text(format, "", 0, 0);
  } else if (strcmp(command, "huge") == 0) {
    send_text(format, "x", 1, UINT32_MAX);
  } else if (strcmp(command, "none") == 0) {
    char *text = keymap("us");
    send_text(WL_KEYBOARD_KEYMAP_FORMAT_NO_KEYMAP, text, strlen(text) + 1, (uint32_t)strlen(text) + 1);
  } else if (strcmp(command, "screen") == 0) {
    char *text = keymap("us");
    for (char *name = text; (name = strstr(name, "<AC01>")); name += 6) memcpy(name, "<KEYS>", 6);
    send_text(format, text, strlen(text) + 1, (uint32_t)strlen(text) + 1);
  } else {
    char *text = keymap(command);
    send_text(format, text, strlen(text) + 1, (uint32_t)strlen(text) + 1);
  }
}

static void get_keyboard(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  keyboard = wl_resource_create(client, &wl_keyboard_interface, wl_resource_get_version(resource), id);
}

static void get_other(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  (void)client, (void)resource, (void)id;
}

static const struct wl_seat_interface seat_requests = {get_other, get_keyboard, get_other, NULL};

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  seat = wl_resource_create(client, &wl_seat_interface, (int)version, id);
  wl_resource_set_implementation(seat, &seat_requests, data, NULL);
  wl_seat_send_capabilities(seat, WL_SEAT_CAPABILITY_KEYBOARD);
}

static int read_command(int fd, uint32_t mask, void *display) {
  (void)mask;
  // It is called again until the client has asked for the keyboard.
  char command[32] = "";
  if (!keyboard) return 0;
  if (read(fd, command, sizeof command) <= 0) wl_display_terminate(display);
  else perform(command);
  return 0;
}

static void serve(int commands, int ready) {
  struct wl_display *display = wl_display_create();
  if (wl_display_add_socket(display, "wayland-test") < 0) exit(2);
  wl_global_create(display, &wl_seat_interface, 1, NULL, bind_seat);
  wl_event_loop_add_fd(wl_display_get_event_loop(display), commands, WL_EVENT_READABLE, read_command, display);
  if (write(ready, "", 1) != 1) exit(2);
  wl_display_run(display);
  exit(0);
}

// ---- Its client -------------------------------------------------------------------------------------------------------

static int failures;

// Sends a command, and expects these characters of the keys z and y alone, and of q with AltGr; 0: there is no layout.
static void expect(struct session_wayland *session, int commands, const char *command, uint32_t z, uint32_t y, uint32_t q) {
  char text[32] = "";
  strncpy(text, command, sizeof text - 1);
  uint32_t characters[SESSION_KEYS * SESSION_LEVELS] = {0};
  bool is_known = false, is_right = false;
  if (write(commands, text, sizeof text) != sizeof text) exit(2);
  // What changes nothing must have had time to change something.
  for (int i = 0; i < 50 && !(is_right && i >= 5); i++) {
    usleep(20000);
    if (!session_wayland_read(session)) break;
    is_known = session_wayland_layout(session, characters);
    is_right = is_known == (z != 0) && characters[KEY_Z * SESSION_LEVELS] == z && characters[KEY_Y * SESSION_LEVELS] == y &&
               characters[KEY_Q * SESSION_LEVELS + 2] == q;
  }
  printf("%s  %s\n", is_right ? "ok    " : "FAILED", command);
  failures += !is_right;
}

int main(void) {
  char folder[] = "/tmp/layoutXXXXXX", ready;
  int commands[2], started[2];
  if (!mkdtemp(folder) || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, commands) || pipe(started)) return 2;
  setenv("XDG_RUNTIME_DIR", folder, 1);
  pid_t compositor = fork();
  if (compositor == 0) {
    close(commands[1]);
    serve(commands[0], started[1]);
  }
  close(commands[0]);
  close(started[1]);
  struct session_wayland *session = read(started[0], &ready, 1) == 1 ? session_wayland_open("wayland-test") : NULL;
  if (!session) return 2;
  for (const char *const *bad = (const char *const[]){"nonsense", "short", "empty", "huge", "none", "screen", NULL}; *bad; bad++)
    expect(session, commands[1], *bad, 0, 0, 0);
  expect(session, commands[1], "de", 'y', 'z', '@');
  for (const char *const *bad = (const char *const[]){"nonsense", "short", "empty", "huge", "none", "screen", NULL}; *bad; bad++)
    expect(session, commands[1], *bad, 'y', 'z', '@');
  expect(session, commands[1], "fr", 'w', 'y', 0xe6);
  expect(session, commands[1], "unplug", 'w', 'y', 0xe6);
  expect(session, commands[1], "plug", 'w', 'y', 0xe6);
  expect(session, commands[1], "us,de", 'z', 'y', 'q');
  expect(session, commands[1], "group 1", 'y', 'z', '@');
  expect(session, commands[1], "group 4000000000", 'z', 'y', 'q');
  session_wayland_close(session);
  close(commands[1]);
  waitpid(compositor, NULL, 0);
  char path[64];
  snprintf(path, sizeof path, "%s/wayland-test.lock", folder);
  unlink(path);
  rmdir(folder);
  return failures ? 1 : 0;
}
