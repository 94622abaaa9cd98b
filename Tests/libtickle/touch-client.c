// Opens one window, and prints a line for each event of wl_touch: touch-client APP_ID WIDTH HEIGHT
//
// `ready` comes when the window is on the screen, then `down ID X Y`, `motion ID X Y`, `up ID`, `frame` and `cancel`, with places in pixels
// of the window, and `close` when the compositor asks for its end, which it then grants.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static int32_t width, height;
static bool is_open, is_closed;

// ---- Touches --------------------------------------------------------------------------------------------------------

static void on_down(
  void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *on, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  printf("down %d %.2f %.2f\n", id, wl_fixed_to_double(x), wl_fixed_to_double(y));
}

static void on_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) { printf("up %d\n", id); }

static void on_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  printf("motion %d %.2f %.2f\n", id, wl_fixed_to_double(x), wl_fixed_to_double(y));
}

static void on_frame(void *data, struct wl_touch *touch) { printf("frame\n"); }

static void on_cancel(void *data, struct wl_touch *touch) { printf("cancel\n"); }

static const struct wl_touch_listener touch_listener = {
  .down = on_down, .up = on_up, .motion = on_motion, .frame = on_frame, .cancel = on_cancel};

static void on_capabilities(void *data, struct wl_seat *source, uint32_t capabilities) {
  static struct wl_touch *touch;
  if (touch || !(capabilities & WL_SEAT_CAPABILITY_TOUCH)) return;
  touch = wl_seat_get_touch(source);
  wl_touch_add_listener(touch, &touch_listener, NULL);
}

static const struct wl_seat_listener seat_listener = {.capabilities = on_capabilities};

// ---- The window -----------------------------------------------------------------------------------------------------

static struct wl_buffer *grey_buffer(void) {
  const int32_t stride = width * 4, size = stride * height;
  const int fd = memfd_create("picture", 0);
  if (fd < 0 || ftruncate(fd, size) < 0) return perror("touch-client: memfd_create"), exit(1), NULL;
  void *pixels = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (pixels == MAP_FAILED) return perror("touch-client: mmap"), exit(1), NULL;
  memset(pixels, 0x80, (size_t)size);
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, size);
  struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  close(fd);
  return buffer;
}

static void on_shown(void *data, struct wl_callback *callback, uint32_t time) { printf("ready\n"); }

static const struct wl_callback_listener shown_listener = {.done = on_shown};

// The first configuration allows the window to open, in the size that it wants.
static void on_configure(void *data, struct xdg_surface *window, uint32_t serial) {
  xdg_surface_ack_configure(window, serial);
  if (is_open) return;
  is_open = true;
  wl_callback_add_listener(wl_surface_frame(surface), &shown_listener, NULL);
  wl_surface_attach(surface, grey_buffer(), 0, 0);
  wl_surface_damage(surface, 0, 0, width, height);
  wl_surface_commit(surface);
}

static const struct xdg_surface_listener window_listener = {.configure = on_configure};

static void on_size(void *data, struct xdg_toplevel *toplevel, int32_t wanted_width, int32_t wanted_height, struct wl_array *states) {}

static void on_close(void *data, struct xdg_toplevel *toplevel) {
  printf("close\n");
  is_closed = true;
}

static const struct xdg_toplevel_listener toplevel_listener = {.configure = on_size, .close = on_close};

static void on_ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }

static const struct xdg_wm_base_listener shell_listener = {.ping = on_ping};

// ---- The connection -------------------------------------------------------------------------------------------------

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  if (strcmp(interface, "wl_compositor") == 0) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
  if (strcmp(interface, "wl_shm") == 0) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  if (strcmp(interface, "xdg_wm_base") == 0) shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
  // Later versions have more events, which would need listeners.
  if (strcmp(interface, "wl_seat") == 0) seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name) {}

static const struct wl_registry_listener registry_listener = {.global = on_global, .global_remove = on_global_remove};

int main(int count, char **words) {
  if (count != 4 || (width = atoi(words[2])) <= 0 || (height = atoi(words[3])) <= 0) {
    return fprintf(stderr, "usage: touch-client APP_ID WIDTH HEIGHT\n"), 64;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) return perror("touch-client: wl_display_connect"), 1;
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !shell || !seat) return fprintf(stderr, "touch-client: the compositor lacks an interface\n"), 1;
  wl_seat_add_listener(seat, &seat_listener, NULL);
  xdg_wm_base_add_listener(shell, &shell_listener, NULL);
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *window = xdg_wm_base_get_xdg_surface(shell, surface);
  xdg_surface_add_listener(window, &window_listener, NULL);
  struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(window);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  xdg_toplevel_set_app_id(toplevel, words[1]);
  wl_surface_commit(surface);
  while (!is_closed && wl_display_dispatch(display) >= 0) continue;
  if (!is_closed) fprintf(stderr, "touch-client: the connection has ended\n");
  wl_display_disconnect(display);
  return is_closed ? 0 : 1;
}
