#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decoder.h"
#include "device.h"
#include "relay.h"

// ---- What a relay receives from its device --------------------------------------------------------------------------

static ti_relay *relay_of(const ti_device *device) { return device->observer_context; }

// The events have been decoded: the decoder knows their protocol.
static void relay_events(ti_device *device, const ti_event *events, size_t count) {
  ti_relay_set_protocol(relay_of(device), device->decoder->class.protocol);
  ti_relay_receive(relay_of(device), events, count);
}

static void relay_state(ti_device *device, const ti_state *state, int64_t time) {
  ti_held held;
  ti_relay_resync(relay_of(device), state, ti_device_read_held(device, &held) ? &held : NULL, time);
}

static void relay_frame(ti_device *device, const ti_frame *frame) { ti_relay_see(relay_of(device), frame); }

// Writes what has received a verdict. Verdicts on the first of two frames with the same time wait for the second.
static void relay_verdicts(ti_device *device) {
  if (!has_second_frame(device->decoder)) ti_relay_update_clone(relay_of(device), 0);
}

// Sends all frames of this turn in one write. Returns whether the clone has got them, and the panel is still grabbed.
static bool end_turn(ti_device *device) {
  ti_relay *relay = relay_of(device);
  ti_watch *watch = relay->watch;
  const bool is_sent = ti_relay_send(relay) == 0;
  if (!watch) return is_sent;
  __atomic_store_n(&watch->beats, watch->beats + 1, __ATOMIC_RELAXED);
  return is_sent && !__atomic_load_n(&watch->let_go, __ATOMIC_ACQUIRE);
}

static const ti_observer relaying = {
  .events_were_decoded = relay_events,
  .state_was_read = relay_state,
  .frame_was_decoded = relay_frame,
  .frame_was_handled = relay_verdicts,
  .turn_ended = end_turn,
};

static void observe(ti_device *device, const ti_observer *observer, ti_relay *relay) {
  device->observer = observer;
  device->observer_context = relay;
  device->is_handed_over = false;
}

// ---- Beginning and ending -------------------------------------------------------------------------------------------

static int grab(ti_device *device, bool grab) {
  if (device->adopted) return 0;
  return ioctl(device->fd, EVIOCGRAB, (void *)(intptr_t)grab) < 0 ? -errno : 0;
}

// Whether a key is held. The keys by which a panel counts its fingers say nothing while a contact is stuck.
static bool holds_key(const ti_device *device, bool is_stuck) {
  ti_held held;
  if (!ti_device_read_held(device, &held)) return false;
  for (int key = 0; is_stuck && key < FINGER_KEYS; key++)
    held.keys[ti_finger_keys[key] / 8] &= (uint8_t)~(1u << ti_finger_keys[key] % 8);
  for (size_t i = 0; i < sizeof held.keys; i++)
    if (held.keys[i]) return true;
  return false;
}

// Whether a finger is on the panel or a key is held, according to the decoder or the kernel. Neither alone is enough: a
// protocol A panel's contacts cannot be read back, but its keys can.
static bool is_touched(ti_device *device) {
  const ti_decoder *d = device->decoder;
  bool is_stuck = false;
  for (int32_t i = 0; i < d->slot_count; i++) is_stuck |= d->slots[i].stuck;
  if (ti_decoder_fingers(d) > 0 || holds_key(device, is_stuck)) return true;
  const ti_state *state = ti_device_read_state(device);
  if (!state) return false;
  // The tracking ids of fingers that have lifted may be left over.
  for (int32_t i = 0; i < state->slot_count && !d->button_lifts; i++)
    if (state->slots[i].tracking_id >= 0 && !d->slots[i].stuck) return true;
  return state->touching && !is_stuck;
}

static void read_panel(ti_device *device, ti_relay_panel *panel) {
  memset(panel, 0, sizeof *panel);
  (void)ti_device_read_held(device, &panel->held);
  for (unsigned code = 0; code < ABS_MT_SLOT; code++) (void)ti_device_read_axis(device, code, &panel->plain[code]);
  ti_class class = ti_decoder_class(device->decoder);
  if (class.protocol != TI_PROTOCOL_SLOTS) return;
  (void)ti_device_read_axis(device, ABS_MT_SLOT, &panel->current_slot);
  for (unsigned code = ABS_MT_TOUCH_MAJOR; code <= ABS_MT_TOOL_Y; code++) {
    if (!ti_device_read_slots(device, code, class.slots, offsetof(ti_slot_state, x))) continue;
    for (int32_t i = 0; i < class.slots; i++)
      panel->values[code - ABS_MT_TOUCH_MAJOR][i] = device->state.slots[i].x;
  }
}

static int start_relay(ti_device *device, ti_relay *relay, int64_t since) {
  ti_relay_panel *panel = malloc(sizeof *panel);
  if (!panel) return -ENOMEM;
  ti_unmask_events(device->fd);
  read_panel(device, panel);
  ti_relay_start(relay, panel, since);
  free(panel);
  observe(device, &relaying, relay);
  return 1;
}

int ti_device_intercept(ti_device *device, ti_relay *relay) {
  ti_unmask_keys(device->fd);  // The release of the last key must wake the caller, which then tries again.
  if (is_touched(device)) return 0;
  // Other readers have received the events before this time, even those that this process reads only later.
  int64_t since = device->kernel_time ? ti_now() : INT64_MIN;
  int result = grab(device, true);
  if (result < 0) return result;
  // Other readers have seen a finger that landed before the grab, so it must not be intercepted.
  result = is_touched(device) ? 0 : start_relay(device, relay, since);
  if (result != 1) (void)grab(device, false);
  return result;
}

int ti_device_let_go(ti_device *device) {
  observe(device, NULL, NULL);
  ti_mask_events(device->fd, ti_decoder_class(device->decoder), ti_device_follows(device));
  return grab(device, false);
}
