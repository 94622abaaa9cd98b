// A small Wayland compositor whose touches go through libtickle. A compositor has the touches of its screen anyway, so this needs neither
// root nor uinput nor a grab.
//
// - A finger that comes in over the left edge belongs to the compositor. The client that has seen it land gets wl_touch.cancel.
// - Two fingers move a window, three that rest on it close it.
// - All other touches reach their windows.
//
// It has one screen, one touchscreen and windows, but no popups. It is written for wlroots 0.15.1 as Debian 12 packages it:
//
//     apt install gcc libwayland-bin libwlroots-dev pkg-config wayland-protocols
//     wayland-scanner server-header /usr/share/wayland-protocols/stable/xdg-shell/xdg-shell.xml xdg-shell-protocol.h
//     cc -std=gnu11 -DWLR_USE_UNSTABLE -I. -o compositor compositor.c $(pkg-config --cflags --libs wlroots wayland-server) -ltickle -lm
//
// WLR_BACKENDS=headless runs it without a touchscreen. Fingers are then read from standard input, in millimetres: `down ID X Y`,
// `move ID X Y`, `up ID`, and `frame` after those that change at the same time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tickle.h>
#include <time.h>
#include <wlr/backend.h>
#include <wlr/backend/headless.h>
#include <wlr/backend/multi.h>
#include <wlr/render/allocator.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_output_layout.h>
#include <wlr/types/wlr_scene.h>
#include <wlr/types/wlr_screencopy_v1.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_touch.h>
#include <wlr/types/wlr_xdg_output_v1.h>
#include <wlr/types/wlr_xdg_shell.h>

struct window {
  struct wlr_xdg_surface *surface;
  struct wlr_scene_node *node;
  tickle_view *view;
  // The view's frame, and what it was when fingers began to move it.
  struct tickle_rect frame, start;
  struct wl_listener map, unmap, commit, destroy;
};

static struct wl_display *display;
static struct wlr_renderer *renderer;
static struct wlr_allocator *allocator;
static struct wlr_output_layout *layout;
static struct wlr_scene *scene;
static struct wlr_seat *seat;
static struct wl_event_source *timer;
static tickle_engine *engine;
static struct tickle_screen screen = {.size = sizeof screen};
// Pixels per millimetre: 4 if the screen does not say how large it is.
static double density = 4;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

static void listen(struct wl_signal *signal, struct wl_listener *listener, wl_notify_func_t notify) {
  listener->notify = notify;
  wl_signal_add(signal, listener);
}

// ---- Gestures and touches -------------------------------------------------------------------------------------------

// Adds a recognizer to a view. Its settings are keys and values in turn.
static void add_recognizer(tickle_view *view, const char *kind, const char *name, const char *const *settings) {
  tickle_recognizer *recognizer = tickle_recognizer_new(engine, kind, name);
  tickle_status status = TICKLE_OK;
  for (; *settings && status == TICKLE_OK; settings += 2) status = tickle_recognizer_set(recognizer, settings[0], settings[1]);
  if (status == TICKLE_OK) status = tickle_recognizer_add(recognizer, view);
  if (status != TICKLE_OK) fprintf(stderr, "compositor: %s: %s\n", name, tickle_error());
}

// Moves a window with its fingers, and back if the gesture is cancelled.
static void follow(struct window *window, const struct tickle_event *event) {
  if (event->state == TICKLE_BEGAN) window->start = window->frame;
  const bool is_kept = event->state != TICKLE_CANCELLED;
  window->frame.x = window->start.x + (is_kept ? event->translation_x : 0);
  window->frame.y = window->start.y + (is_kept ? event->translation_y : 0);
  tickle_view_set_frame(window->view, window->frame);
  wlr_scene_node_set_position(window->node, (int)lround(window->frame.x * density), (int)lround(window->frame.y * density));
  printf("window moved to %.2f %.2f\n", window->frame.x, window->frame.y);
}

static void perform(const struct tickle_event *event) {
  static const char *const states[] = {"", "began", "changed", "ended", "cancelled"};
  printf("gesture %s %s\n", event->name, states[event->state]);
  struct window *window = event->view_data;
  if (strcmp(event->kind, "long-press") == 0 && event->state == TICKLE_BEGAN) wlr_xdg_toplevel_send_close(window->surface);
  if (strcmp(event->kind, "transform") == 0) follow(window, event);
}

static void land(struct window *window, const struct tickle_event *event, double x, double y) {
  tickle_view_raise(window->view);
  wlr_scene_node_raise_to_top(window->node);
  if (!wlr_surface_accepts_touch(seat, window->surface->surface)) return;
  wlr_seat_touch_notify_down(seat, window->surface->surface, (uint32_t)(event->touch_time / 1000), (int32_t)event->touch, x, y);
}

// Passes a phase of a touch on to the client of its window. The client gets the touch's number, not the contact's id, as it may see the end
// of a touch after the next one with the same id has landed.
static void pass_on(const struct tickle_event *event) {
  struct window *window = event->view_data;
  if (!window) return;
  struct wlr_box box;
  wlr_xdg_surface_get_geometry(window->surface, &box);
  const double x = event->view_x * density + box.x, y = event->view_y * density + box.y;
  const uint32_t time = (uint32_t)(event->touch_time / 1000);
  const int32_t id = (int32_t)event->touch;
  const struct wlr_touch_point *point = wlr_seat_touch_get_point(seat, id);
  switch (event->phase) {
  case TICKLE_DOWN: land(window, event, x, y); break;
  case TICKLE_MOVE: wlr_seat_touch_notify_motion(seat, time, id, x, y); break;
  case TICKLE_UP: wlr_seat_touch_notify_up(seat, time, id); break;
  // It cancels all touches of the client, as Wayland has nothing for one. The seat forgets them, and ignores what still comes of them.
  case TICKLE_CANCEL:
    if (point && point->surface) wlr_seat_touch_notify_cancel(seat, point->surface);
    break;
  }
}

// Performs what a call for the engine has led to, and sets the timer to the next deadline.
static void settle(void) {
  struct tickle_event event = {.size = sizeof event};
  int64_t time = 0, deadline;
  while (tickle_engine_next(engine, &event)) {
    if (event.type == TICKLE_GESTURE) perform(&event);
    if (event.type != TICKLE_TOUCH) continue;
    // Touches that were held come at once, although they were not at the same time.
    if (event.touch_time != time) wlr_seat_touch_notify_frame(seat);
    time = event.touch_time;
    pass_on(&event);
  }
  wlr_seat_touch_notify_frame(seat);
  const bool waits = tickle_engine_deadline(engine, &deadline);
  const int64_t wait = waits ? (deadline - now()) / 1000 + 1 : 0;
  wl_event_source_timer_update(timer, waits && wait < 1 ? 1 : (int)wait);
}

static int on_timer(void *data) {
  tickle_engine_advance(engine, now());
  settle();
  return 0;
}

// ---- The touchscreen ------------------------------------------------------------------------------------------------

static struct tickle_contact contacts[32];
static struct tickle_frame frame = {.size = sizeof frame, .contacts = contacts, .contact_size = sizeof contacts[0]};

static void on_frame(struct wl_listener *listener, void *data) {
  tickle_engine_feed(engine, &frame);
  frame.count = 0;
  settle();
}

// Adds a contact to the frame. The device's milliseconds have 32 bits and begin again after 50 days, which the engine's time must not.
static void add(tickle_phase phase, int32_t id, uint32_t time, double x, double y) {
  if (frame.count == sizeof contacts / sizeof contacts[0]) on_frame(NULL, NULL);
  const int64_t clock = now() / 1000;
  frame.time = (clock - (int32_t)((uint32_t)clock - time)) * 1000;
  contacts[frame.count++] = (struct tickle_contact){.id = id, .phase = phase, .x = x * screen.width, .y = y * screen.height};
}

static void on_down(struct wl_listener *listener, void *data) {
  const struct wlr_event_touch_down *event = data;
  add(TICKLE_DOWN, event->touch_id, event->time_msec, event->x, event->y);
}

static void on_motion(struct wl_listener *listener, void *data) {
  const struct wlr_event_touch_motion *event = data;
  add(TICKLE_MOVE, event->touch_id, event->time_msec, event->x, event->y);
}

static void on_up(struct wl_listener *listener, void *data) {
  const struct wlr_event_touch_up *event = data;
  add(TICKLE_UP, event->touch_id, event->time_msec, NAN, NAN);
}

static void on_cancel(struct wl_listener *listener, void *data) {
  const struct wlr_event_touch_cancel *event = data;
  add(TICKLE_CANCEL, event->touch_id, event->time_msec, NAN, NAN);
}

static void on_input(struct wl_listener *listener, void *data) {
  const struct wlr_input_device *device = data;
  static struct wl_listener down, motion, up, cancel, end;
  if (device->type != WLR_INPUT_DEVICE_TOUCH || down.notify) return;
  listen(&device->touch->events.down, &down, on_down);
  listen(&device->touch->events.motion, &motion, on_motion);
  listen(&device->touch->events.up, &up, on_up);
  listen(&device->touch->events.cancel, &cancel, on_cancel);
  listen(&device->touch->events.frame, &end, on_frame);
}

// Emits the events of a touchscreen for a line of text, for tests.
static int on_line(int fd, uint32_t mask, void *data) {
  struct wlr_input_device *device = data;
  const uint32_t time = (uint32_t)(now() / 1000);
  char line[80], word[8] = "";
  int id = 0;
  double x = 0, y = 0;
  if (!fgets(line, sizeof line, stdin)) wl_display_terminate(display);
  else sscanf(line, "%7s %d %lf %lf", word, &id, &x, &y);
  struct wlr_event_touch_down down = {device, time, id, x / screen.width, y / screen.height};
  struct wlr_event_touch_motion motion = {device, time, id, x / screen.width, y / screen.height};
  struct wlr_event_touch_up up = {device, time, id};
  if (strcmp(word, "down") == 0) wl_signal_emit(&device->touch->events.down, &down);
  if (strcmp(word, "move") == 0) wl_signal_emit(&device->touch->events.motion, &motion);
  if (strcmp(word, "up") == 0) wl_signal_emit(&device->touch->events.up, &up);
  if (strcmp(word, "frame") == 0) wl_signal_emit(&device->touch->events.frame, NULL);
  return 0;
}

static void read_lines(struct wlr_backend *backend, void *data) {
  if (!wlr_backend_is_headless(backend)) return;
  struct wlr_input_device *device = wlr_headless_add_input_device(backend, WLR_INPUT_DEVICE_TOUCH);
  // Reads no further than the end of a line, so that the event loop sees that there is another one.
  setvbuf(stdin, NULL, _IONBF, 0);
  wl_event_loop_add_fd(wl_display_get_event_loop(display), fileno(stdin), WL_EVENT_READABLE, on_line, device);
}

// ---- Windows --------------------------------------------------------------------------------------------------------

static void measure(struct window *window) {
  struct wlr_box box;
  wlr_xdg_surface_get_geometry(window->surface, &box);
  window->frame.width = box.width / density, window->frame.height = box.height / density;
}

// Gives a window a view, in the screen's corner and in front of the others, as its node is.
static void on_map(struct wl_listener *listener, void *data) {
  struct window *window = wl_container_of(listener, window, map);
  measure(window);
  window->view = tickle_view_new(tickle_engine_root(engine), NULL, window->frame);
  tickle_view_set_data(window->view, window);
  // What the fingers of a transform have touched stays under them. This one neither scales nor turns.
  add_recognizer(window->view, "transform", "move", (const char *const[]){
    "min_fingers", "2", "max_fingers", "2", "min_scale", "1x", "max_scale", "1x", "max_turn", "0deg", NULL});
  add_recognizer(window->view, "long-press", "close", (const char *const[]){"fingers", "3", NULL});
}

// Ends a window's view, which cancels its touches and gestures. These events carry the window, and come before it is freed.
static void on_unmap(struct wl_listener *listener, void *data) {
  struct window *window = wl_container_of(listener, window, unmap);
  tickle_view_free(window->view);
  settle();
}

static void on_commit(struct wl_listener *listener, void *data) {
  struct window *window = wl_container_of(listener, window, commit);
  measure(window);
  tickle_view_set_frame(window->view, window->frame);
}

static void on_destroy(struct wl_listener *listener, void *data) {
  struct window *window = wl_container_of(listener, window, destroy);
  wl_list_remove(&window->map.link);
  wl_list_remove(&window->unmap.link);
  wl_list_remove(&window->commit.link);
  wl_list_remove(&window->destroy.link);
  free(window);
}

static void on_surface(struct wl_listener *listener, void *data) {
  struct wlr_xdg_surface *surface = data;
  if (surface->role != WLR_XDG_SURFACE_ROLE_TOPLEVEL) return;
  struct window *window = calloc(1, sizeof *window);
  window->surface = surface;
  window->node = wlr_scene_xdg_surface_create(&scene->node, surface);
  listen(&surface->events.map, &window->map, on_map);
  listen(&surface->events.unmap, &window->unmap, on_unmap);
  listen(&surface->surface->events.commit, &window->commit, on_commit);
  listen(&surface->events.destroy, &window->destroy, on_destroy);
}

// ---- The screen -----------------------------------------------------------------------------------------------------

static void on_redraw(struct wl_listener *listener, void *data) {
  struct wlr_scene_output *output = wlr_scene_get_scene_output(scene, data);
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  wlr_scene_output_commit(output);
  wlr_scene_output_send_frame_done(output, &time);
}

static void on_output(struct wl_listener *listener, void *data) {
  struct wlr_output *output = data;
  static struct wl_listener redraw;
  if (engine || !wlr_output_init_render(output, allocator, renderer)) return;
  struct wlr_output_mode *mode = wlr_output_preferred_mode(output);
  if (mode) wlr_output_set_mode(output, mode);
  wlr_output_enable(output, true);
  if (!wlr_output_commit(output)) return;
  wlr_output_layout_add_auto(layout, output);
  wlr_scene_output_create(scene, output);
  listen(&output->events.frame, &redraw, on_redraw);

  if (output->phys_width > 0) density = (double)output->width / output->phys_width;
  screen.width = output->width / density, screen.height = output->height / density;
  engine = tickle_engine_new(&screen);
  // `starts_at` keeps fingers away from it that land elsewhere. One that rests there, such as another person's, would make it fail.
  add_recognizer(tickle_engine_root(engine), "edge-pan", "back", (const char *const[]){
    "edges", "left", "starts_at", "left", "edge_width", "6mm", NULL});
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  display = wl_display_create();
  struct wlr_backend *backend = wlr_backend_autocreate(display);
  if (!backend || !(renderer = wlr_renderer_autocreate(backend)) || !(allocator = wlr_allocator_autocreate(backend, renderer))) return 1;
  wlr_renderer_init_wl_display(renderer, display);
  wlr_compositor_create(display, renderer);
  wlr_data_device_manager_create(display);
  wlr_screencopy_manager_v1_create(display);
  layout = wlr_output_layout_create();
  wlr_xdg_output_manager_v1_create(display, layout);
  scene = wlr_scene_create();
  seat = wlr_seat_create(display, "seat0");
  wlr_seat_set_capabilities(seat, WL_SEAT_CAPABILITY_TOUCH);
  timer = wl_event_loop_add_timer(wl_display_get_event_loop(display), on_timer, NULL);

  struct wl_listener output, input, surface;
  listen(&backend->events.new_output, &output, on_output);
  listen(&backend->events.new_input, &input, on_input);
  listen(&wlr_xdg_shell_create(display)->events.new_surface, &surface, on_surface);
  wlr_multi_for_each_backend(backend, read_lines, NULL);
  const char *socket = wl_display_add_socket_auto(display);
  if (!socket || !wlr_backend_start(backend) || !engine) return fprintf(stderr, "compositor: no socket or no screen\n"), 1;
  printf("WAYLAND_DISPLAY=%s\n", socket);
  wl_display_run(display);
  wl_display_destroy_clients(display);
  tickle_engine_free(engine);
  wl_display_destroy(display);
  return 0;
}
