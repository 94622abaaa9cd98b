#include "protocols.h"

// The types of arguments: NULL for those that are no objects.
static const struct wl_interface *none[4];
static const struct wl_interface *toplevel_only[] = {&session_toplevel};
static const struct wl_interface *output_only[] = {&wl_output_interface};
static const struct wl_interface *seat_only[] = {&wl_seat_interface};
static const struct wl_interface *rectangle[] = {&wl_surface_interface, NULL, NULL, NULL, NULL};
static const struct wl_interface *control_of_output[] = {&session_power_control, &wl_output_interface};
static const struct wl_interface *notification_of_seat[] = {&session_idle_notification, NULL, &wl_seat_interface};

static const struct wl_message manager_requests[] = {{"stop", "", none}};
static const struct wl_message manager_events[] = {{"toplevel", "n", toplevel_only}, {"finished", "", none}};
const struct wl_interface session_toplevel_manager = {
    "zwlr_foreign_toplevel_manager_v1", 1, 1, manager_requests, 2, manager_events};

static const struct wl_message toplevel_requests[] = {
    {"set_maximized", "", none}, {"unset_maximized", "", none}, {"set_minimized", "", none},
    {"unset_minimized", "", none}, {"activate", "o", seat_only}, {"close", "", none},
    {"set_rectangle", "oiiii", rectangle}, {"destroy", "", none}};
static const struct wl_message toplevel_event_list[] = {
    {"title", "s", none}, {"app_id", "s", none}, {"output_enter", "o", output_only},
    {"output_leave", "o", output_only}, {"state", "a", none}, {"done", "", none}, {"closed", "", none}};
const struct wl_interface session_toplevel = {
    "zwlr_foreign_toplevel_handle_v1", 1, 8, toplevel_requests, 7, toplevel_event_list};

static const struct wl_message power_manager_requests[] = {
    {"get_output_power", "no", control_of_output}, {"destroy", "", none}};
const struct wl_interface session_power_manager = {
    "zwlr_output_power_manager_v1", 1, 2, power_manager_requests, 0, NULL};

static const struct wl_message power_requests[] = {{"set_mode", "u", none}, {"destroy", "", none}};
static const struct wl_message power_events[] = {{"mode", "u", none}, {"failed", "", none}};
const struct wl_interface session_power_control = {"zwlr_output_power_v1", 1, 2, power_requests, 2, power_events};

static const struct wl_message notifier_requests[] = {
    {"destroy", "", none}, {"get_idle_notification", "nuo", notification_of_seat}};
const struct wl_interface session_idle_notifier = {"ext_idle_notifier_v1", 1, 2, notifier_requests, 0, NULL};

static const struct wl_message notification_requests[] = {{"destroy", "", none}};
static const struct wl_message notification_events[] = {{"idled", "", none}, {"resumed", "", none}};
const struct wl_interface session_idle_notification = {
    "ext_idle_notification_v1", 1, 1, notification_requests, 2, notification_events};
