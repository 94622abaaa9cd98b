#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "device.h"

// Full reads in a turn, 2,048 events: more than the kernel holds of an ordinary panel (512 to 1,024), so that only one
// that sends faster than it is read is put off.
enum { TURN_READS = 8 };

// ---- Opening --------------------------------------------------------------------------------------------------------

static ti_device *fail(ti_device *device, ti_failure *failure, const char *call, int error) {
  *failure = (ti_failure){call, error};
  ti_device_close(device);
  return NULL;
}

ti_device *ti_device_open(
  const char *node, unsigned hints, uint64_t first_id, ti_description *description, ti_failure *failure) {
  memset(description, 0, sizeof *description);
  ti_device *device = calloc(1, sizeof *device);
  if (!device) return fail(NULL, failure, "open", ENOMEM);
  device->fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (device->fd < 0) return fail(device, failure, "open", errno);
  int version;
  if (ioctl(device->fd, EVIOCGVERSION, &version) < 0) return fail(device, failure, "ioctl EVIOCGVERSION", errno);

  struct libevdev *evdev = NULL;
  int error = libevdev_new_from_fd(device->fd, &evdev);
  if (error < 0) return fail(device, failure, "libevdev_new_from_fd", -error);
  ti_describe(evdev, &device->description);
  *description = device->description;
  if (ti_classify(description, hints).protocol == TI_PROTOCOL_NONE) {
    libevdev_free(evdev);
    return fail(device, failure, "classify", ENXIO);
  }
  device->decoder = ti_decoder_new(description, hints, first_id);
  if (!device->decoder) {
    libevdev_free(evdev);
    return fail(device, failure, "open", ENOMEM);
  }
  ti_device_start(device, evdev);
  libevdev_free(evdev);

  int clock = CLOCK_MONOTONIC;
  device->kernel_time = ioctl(device->fd, EVIOCSCLOCKID, &clock) == 0;
  ti_mask_events(device->fd, ti_decoder_class(device->decoder));
  return device;
}

ti_device *ti_device_adopt(int fd, const ti_description *description, uint64_t first_id) {
  ti_device *device = calloc(1, sizeof *device);
  if (!device) return NULL;
  device->fd = fd;
  device->description = *description;
  device->kernel_time = device->adopted = true;
  device->decoder = ti_decoder_new(description, 0, first_id);
  if (device->decoder) return device;
  ti_device_close(device);
  return NULL;
}

void ti_device_close(ti_device *device) {
  if (!device) return;
  if (device->fd >= 0) close(device->fd);
  ti_decoder_free(device->decoder);
  free(device);
}

int ti_device_fd(const ti_device *device) { return device->fd; }
ti_decoder *ti_device_decoder(ti_device *device) { return device->decoder; }
bool ti_device_has_kernel_time(const ti_device *device) { return device->kernel_time; }

int ti_device_grab(ti_device *device, bool grab) {
  if (device->adopted) return 0;
  return ioctl(device->fd, EVIOCGRAB, (void *)(intptr_t)grab) < 0 ? -errno : 0;
}

// ---- Interception ---------------------------------------------------------------------------------------------------

void ti_device_set_relay(ti_device *device, ti_relay *relay) {
  device->relay = relay;
  device->relayed = device->position;
  device->told = false;
}

void ti_device_set_beats(ti_device *device, uint32_t *beats) { device->beats = beats; }

static void settle(ti_device *device) {
  device->told = false;
  if (!ti_decoder_waits(device->decoder)) ti_relay_settle(device->relay, 0);
}

// By the kernel, and by what was read of it: protocol A tells its state to nobody.
static bool is_touched(ti_device *device) {
  if (ti_decoder_fingers(device->decoder) > 0) return true;
  const ti_state *state = ti_device_read_state(device);
  if (!state) return false;
  for (int32_t i = 0; i < state->slot_count; i++)
    if (state->slots[i].tracking_id >= 0) return true;
  return state->touching;
}

static void read_panel(ti_device *device, ti_relay_panel *panel) {
  memset(panel, 0, sizeof *panel);
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

int ti_device_intercept(ti_device *device) {
  if (!device->relay) return -EINVAL;
  if (is_touched(device)) return 0;
  // What came before was everybody's, even if it is read only now.
  int64_t since = device->kernel_time ? ti_now() : INT64_MIN;
  int result = ti_device_grab(device, true);
  if (result < 0) return result;
  if (is_touched(device)) {  // A finger was faster, and others know of it.
    (void)ti_device_grab(device, false);
    return 0;
  }
  ti_relay_panel *panel = malloc(sizeof *panel);
  if (!panel) {
    (void)ti_device_grab(device, false);
    return -ENOMEM;
  }
  ti_unmask_events(device->fd);
  read_panel(device, panel);
  ti_relay_start(device->relay, panel, since);
  free(panel);
  return 1;
}

int ti_device_let_go(ti_device *device) {
  ti_mask_events(device->fd, ti_decoder_class(device->decoder));
  return ti_device_grab(device, false);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// One read: 1 with events in the buffer, 0 with none for now, -errno.
static int fill(ti_device *device) {
  ssize_t size;
  do size = read(device->fd, device->raw, sizeof device->raw);
  while (size < 0 && errno == EINTR);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
  if (size <= 0) {
    int error = size == 0 ? ENODEV : errno;
    device->gone = error == ENODEV;
    return -error;
  }
  size_t count = (size_t)size / sizeof *device->raw;
  for (size_t i = 0; i < count; i++) {
    const struct input_event *event = &device->raw[i];
    int64_t time = (int64_t)((uint64_t)event->input_event_sec * 1000000 + (uint64_t)event->input_event_usec);
    device->events[i] = (ti_event){time, event->type, event->code, event->value};
  }
  if (!device->kernel_time) {
    int64_t now = ti_now();
    for (size_t i = 0; i < count; i++) device->events[i].time = now;
  }
  device->position = device->relayed = 0;
  device->count = count;
  device->drained = count < BUFFER_EVENTS;
  return 1;
}

// What lies between the loss and the state that is about to be read is older than that state: away with it. The kernel
// holds some thousand events at most, so a panel that sends without end cannot keep us here.
static void discard_old_events(ti_device *device) {
  for (int reads = 0; reads < 32 && !device->drained; reads++)
    if (fill(device) <= 0) break;
  device->position = device->relayed = device->count = 0;
}

// Interception has let go of it before.
void ti_device_restart(ti_device *device) {
  discard_old_events(device);
  ti_decoder_start(device->decoder, ti_device_read_state(device));
  device->drained = false;
  device->reads = 0;
}

static void relay_events(ti_device *device) {
  ti_relay_take(device->relay, device->events + device->relayed, device->position - device->relayed);
  device->relayed = device->position;
}


static void resync(ti_device *device, ti_frame *frame) {
  discard_old_events(device);
  const ti_state *state = ti_device_read_state(device);
  ti_decoder_resync(device->decoder, state, frame);
  if (device->relay) ti_relay_resync(device->relay, state, frame->time);
}

// Nothing is left to be read for now: what was settled goes out, in one write.
static int end_turn(ti_device *device, int result) {
  device->reads = 0;
  if (device->relay) (void)ti_relay_send(device->relay);
  if (device->beats) __atomic_store_n(device->beats, *device->beats + 1, __ATOMIC_RELAXED);
  return result;
}

// Mostly one read gives one frame, and the turn ends with it; not where its verdicts are yet to come.
static int hand_over(ti_device *device, ti_frame *frame) {
  if (device->relay) {
    ti_relay_see(device->relay, frame);
    device->told = true;
  } else if (device->drained && device->position == device->count && !ti_decoder_waits(device->decoder)) {
    device->drained = false;
    frame->is_last = true;
    return end_turn(device, 1);
  }
  return 1;
}

int ti_device_next(ti_device *device, ti_frame *frame) {
  if (device->told) settle(device);
  for (;;) {
    ti_step step = TI_STEP_MORE;
    if (device->position < device->count || ti_decoder_waits(device->decoder))
      step = ti_decoder_next(device->decoder, device->events, device->count, &device->position, frame);
    if (device->relay) relay_events(device);
    if (step == TI_STEP_DROPPED) resync(device, frame);
    if (step != TI_STEP_MORE) return hand_over(device, frame);
    if (device->relay) settle(device);
    if (device->gone) return end_turn(device, -ENODEV);
    // A read that did not fill the buffer took all there was: epoll tells of more, a second read only costs.
    if (device->drained) {
      device->drained = false;
      return end_turn(device, 0);
    }
    // No event is in the buffer now, so that epoll tells of those that are left.
    if (device->reads == TURN_READS) return end_turn(device, 2);
    int result = fill(device);
    if (result <= 0) return end_turn(device, result);
    device->reads++;
  }
}
