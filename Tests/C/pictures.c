// pictures PANELS FILE…: plays the pictures of Tests/Pictures and prints those whose result is wrong.
//
// Each picture is played twice: to the decoder, and as a kernel's events through a pipe to a device. The Swift tests read the
// same files. This program needs only the C shim, so it also runs where Swift does not: emulated, on processors with 32 bits,
// which have a different `struct input_event`. Its last line is "N passed, N failed".
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "script.h"

static int passed, failed;

// ---- Frames ---------------------------------------------------------------------------------------------------------

// Returns a position on an axis in the pictures' unit, a thousandth of the range.
static long scaled(int32_t value, const ti_axis *axis) {
  double range = (double)axis->maximum - axis->minimum;
  double place = range != 0 ? (value - (double)axis->minimum) * 1000 / range : 0;
  return lround(place < 0 ? 0 : place > 1000 ? 1000 : place);
}

static bool follows, mutes;  // whether the picture's decoder follows pressures, and is muted by pens

static void print_frame(char *out, const ti_frame *frame, const ti_description *d, ti_class class) {
  const ti_axis *pressure = &d->axes[class.protocol == TI_PROTOCOL_SINGLE ? ABS_PRESSURE : ABS_MT_PRESSURE];
  out += strlen(out);
  out += sprintf(out, "%lld%s", (long long)(frame->time / 1000), frame->dropped ? "  dropped" : "");
  for (size_t i = 0; i < frame->count; i++) {
    const ti_contact *contact = &frame->contacts[i];
    const char *tool = contact->now.tool == MT_TOOL_PALM ? " palm" : contact->now.tool == MT_TOOL_PEN ? " pen" : "";
    out += sprintf(out, "  %c%llu %ld,%ld%s", "+~=-!"[contact->phase], (unsigned long long)contact->id,
                   scaled(contact->now.x, &d->axes[class.x_code]), scaled(contact->now.y, &d->axes[class.y_code]), tool);
    if (follows) out += sprintf(out, " f%ld", scaled(contact->now.pressure, pressure));
  }
  strcpy(out, "\n");
}

static void play(const script *script, const ti_description *d, char *out) {
  ti_decoder *decoder = ti_decoder_new(d, 0, 1);
  if (!decoder) die("not a touchscreen", "");
  ti_class class = ti_decoder_class(decoder);
  ti_decoder_follow(decoder, follows);
  ti_decoder_mute_for_pens(decoder, mutes);
  ti_frame frame;
  size_t position = 0;
  *out = 0;
  for (ti_step step; (step = ti_decoder_next(decoder, script->events, script->count, &position, &frame)) != TI_STEP_MORE;) {
    if (step == TI_STEP_DROPPED) ti_decoder_resync(decoder, NULL, &frame);
    print_frame(out, &frame, d, class);
  }
  ti_decoder_free(decoder);
}

// The pictures' times begin at 0, but a kernel's do not, and seconds have a field of their own there.
enum { SECONDS_SINCE_BOOT = 100000 };

// Like play, but through a device. It's not for pictures with lost events: a device then discards what it has not read yet.
static void play_to_device(const script *script, const ti_description *d, char *out) {
  int ends[2];
  if (pipe(ends) != 0) die("pipe", strerror(errno));
  ti_device *device = ti_device_adopt(ends[0], d, 1);
  if (!device) die("not a touchscreen", "");
  ti_device_follow(device, follows);
  ti_decoder_mute_for_pens(ti_device_decoder(device), mutes);
  *out = 0;
  for (size_t i = 0; i < script->count; i++) {
    const ti_event *event = &script->events[i];
    struct input_event raw = {.type = event->type, .code = event->code, .value = event->value};
    raw.input_event_sec = (__typeof__(raw.input_event_sec))(event->time / 1000000 + SECONDS_SINCE_BOOT);
    raw.input_event_usec = (__typeof__(raw.input_event_usec))(event->time % 1000000);
    if (write(ends[1], &raw, sizeof raw) != sizeof raw) die("write", strerror(errno));
  }
  close(ends[1]);
  ti_frame frame;
  for (int result; (result = ti_device_next(device, &frame)) != -ENODEV;) {
    if (result != (follows ? 3 : 1)) continue;
    frame.time -= SECONDS_SINCE_BOOT * INT64_C(1000000);
    print_frame(out, &frame, d, ti_decoder_class(ti_device_decoder(device)));
  }
  ti_device_close(device);
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

static void compare(const char *name, const char *way, const char *expected, const char *given) {
  if (strcmp(given, expected) == 0) {
    passed++;
    return;
  }
  failed++;
  printf("FAILED %s (%s)\nexpected\n%sgiven\n%s\n", name, way, expected, given);
}

static void check(const char *name, char *text) {
  static script script;
  static char given[TEXT];
  script.count = 0;
  ti_description description = {.event_types = {1 << EV_SYN | 1 << EV_KEY | 1 << EV_ABS}};
  char *expected = strstr(text, "gives\n");
  if (!expected) die("nothing after 'gives'", name);
  *expected = 0;
  expected += strlen("gives\n");

  follows = mutes = false;
  char *rest = text;
  for (char *line = strtok_r(rest, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    if (strncmp(line, "panel ", 6) == 0) describe_panel(&description, line + 6);
    else if (strcmp(line, "follows") == 0) follows = true;
    else if (strcmp(line, "mutes") == 0) mutes = true;
    else if (line[1] == ':') describe(&description, line);
    else add_frame(&script, line);
  }
  play(&script, &description, given);
  compare(name, "decoder", expected, given);
  if (strstr(expected, "dropped")) return;
  play_to_device(&script, &description, given);
  compare(name, "device", expected, given);
}

int main(int argc, char **argv) {
  static char text[TEXT];
  if (argc < 3) die("usage", "pictures PANELS FILE…");
  file_text(argv[1], panels);
  for (int i = 2; i < argc; i++) {
    file_text(argv[i], text);
    for_each_picture(text, check);
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed ? 1 : 0;
}
