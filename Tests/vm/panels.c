// panels: makes uinput touchscreens by commands on standard input. When a command is done, it is answered with one line on standard
// output, "ok …" or "error …". Positions are in millimetres, and times in answers are in microseconds of CLOCK_MONOTONIC.
//
//   plug PANEL KIND [NAME=VALUE]…     makes a panel, and answers its node. KIND: slots (protocol B), anonymous and identified
//                                     (protocol A without and with tracking IDs), single
//     name=TEXT width=192 height=120 resolution=10 slots=10 vendor=1 product=1
//     sized=0                         does not report its resolution
//     button=left                     like point-of-sale panels: BTN_LEFT, and no property that marks a touchscreen
//     pen=1                           adds BTN_TOOL_PEN (320), which says that a pen is near
//     pressure=255                    adds ABS_MT_PRESSURE with this maximum, and ABS_MT_ORIENTATION; only for slots
//     keys=1                          adds KEY_HOMEPAGE (172), KEY_BACK (158) and SW_LID (0)
//   plug PANEL buttons [name=TEXT] [keys=CODE:CODE…] [switches=CODE:CODE…]     makes a device without a panel, for `key` and `switch`
//   plug PANEL accelerometer [name=TEXT]         makes an accelerometer of 256 units per g, at rest, for `shake`
//   unplug PANEL
//   down PANEL FINGER X Y             lands the finger with the next frame, as a new touch if it is down already
//   move PANEL FINGER X Y
//   press PANEL FINGER PRESSURE      presses harder or less hard; the orientation gets the same value
//   up PANEL FINGER
//   frame PANEL                       sends the changes, and answers the times before and after
//   tap PANEL X Y MILLISECONDS        taps with finger 0, and answers the times before and after its lift
//   drag PANEL FINGER X Y MILLISECONDS STEPS     moves the finger from its place to X Y
//   flood PANEL FINGER FRAMES         moves the finger back and forth without pause
//   deluge PANEL FINGER FRAMES        does the same in another process, and answers its id at once
//   hands PANEL FINGERS HERTZ SECONDS            makes strokes of 0.5 s with all fingers at once; answers the numbers of frames and
//                                     strokes, and the largest delay of a frame
//   key PANEL CODE VALUE, switch PANEL CODE VALUE    sends a frame with this event only
//   shake PANEL STROKES               moves an accelerometer along x, 2.5 g in turns to either side, each 120 ms long
//   held NODE                         answers the keys and switches that are on in the kernel: "key 172 switch 0"
//   follow NODE FILE                  starts a process that writes the keys that NODE reports to FILE, as lines "key 172 1"
//   grab PANEL, release PANEL         EVIOCGRAB by a second reader; release answers how many events that reader received
//   try PANEL                         answers "grabbed" if another reader has grabbed the panel, else "free"
//   resize PANEL WIDTH HEIGHT RESOLUTION         gives the panel other ranges by EVIOCSABS, as udev's hwdb and drivers' tools do
//   ranges NODE                       answers the last value and the resolution of both axes: "1919 10 1199 10"
//   sleep MILLISECONDS, now
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PANELS = 8, MAX_FINGERS = 10, MAX_EVENTS = 128, MAX_WORDS = 16, G = 256 };

typedef enum kind { SLOTS, ANONYMOUS, IDENTIFIED, SINGLE, BUTTONS, ACCELEROMETER, KINDS } kind;

typedef struct finger {
  bool down;
  int id;
  double x, y;
  int pressure;  // stays for the next touch, as in the kernel
} finger;

typedef struct panel {
  char label[16], node[64];
  kind kind;
  int fd, reader;
  double resolution;
  int button;
  finger fingers[MAX_FINGERS], sent[MAX_FINGERS];
  struct input_event events[MAX_EVENTS];
  int count;
} panel;

static panel panels[MAX_PANELS];
static int next_id = 1;

// ---- Time and answers -----------------------------------------------------------------------------------------------

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void wait_until(int64_t time) {
  struct timespec moment = {time / 1000000, time % 1000000 * 1000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, NULL) == EINTR) continue;
}

static void answer(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

static void add(panel *p, int type, int code, int value) {
  p->events[p->count++] = (struct input_event){.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
}

static int units(const panel *p, double millimetres) { return (int)(millimetres * p->resolution + 0.5); }

static const finger *lowest(const finger *fingers) {
  for (int i = 0; i < MAX_FINGERS; i++)
    if (fingers[i].down) return &fingers[i];
  return NULL;
}

// Adds the events that a driver sends for readers that know only one finger.
static void add_pointer(panel *p) {
  const finger *here = lowest(p->fingers);
  if (!here != !lowest(p->sent)) add(p, EV_KEY, p->button, here != NULL);
  if (!here) return;
  add(p, EV_ABS, ABS_X, units(p, here->x));
  add(p, EV_ABS, ABS_Y, units(p, here->y));
}

static void add_place(panel *p, const finger *f) {
  add(p, EV_ABS, ABS_MT_POSITION_X, units(p, f->x));
  add(p, EV_ABS, ABS_MT_POSITION_Y, units(p, f->y));
}

static void add_slots(panel *p) {
  for (int i = 0; i < MAX_FINGERS; i++) {
    const finger *f = &p->fingers[i], *was = &p->sent[i];
    bool changed = f->down != was->down || (f->down && f->id != was->id);
    bool pressed = f->pressure != was->pressure;
    if (!changed && (!f->down || (f->x == was->x && f->y == was->y && !pressed))) continue;
    add(p, EV_ABS, ABS_MT_SLOT, i);
    if (changed) add(p, EV_ABS, ABS_MT_TRACKING_ID, f->down ? f->id : -1);
    if (f->down) add_place(p, f);
    if (!pressed) continue;
    add(p, EV_ABS, ABS_MT_PRESSURE, f->pressure);
    add(p, EV_ABS, ABS_MT_ORIENTATION, f->pressure);
  }
}

static void add_contacts(panel *p) {
  for (int i = 0; i < MAX_FINGERS; i++) {
    const finger *f = &p->fingers[i];
    if (!f->down) continue;
    if (p->kind == IDENTIFIED) add(p, EV_ABS, ABS_MT_TRACKING_ID, f->id);
    add_place(p, f);
    add(p, EV_SYN, SYN_MT_REPORT, 0);
  }
  if (!lowest(p->fingers)) add(p, EV_SYN, SYN_MT_REPORT, 0);
}

// Sends the frame with one write, so that the kernel gives all events the same time.
static bool send_frame(panel *p) {
  p->count = 0;
  if (p->kind == SLOTS) add_slots(p);
  else if (p->kind != SINGLE) add_contacts(p);
  add_pointer(p);
  add(p, EV_SYN, SYN_REPORT, 0);
  memcpy(p->sent, p->fingers, sizeof p->sent);
  ssize_t size = (ssize_t)sizeof *p->events * p->count;
  return write(p->fd, p->events, (size_t)size) == size;
}

static void land(panel *p, int finger, double x, double y) {
  p->fingers[finger].down = true;
  p->fingers[finger].id = next_id++ & 0xffff;
  p->fingers[finger].x = x;
  p->fingers[finger].y = y;
}

static void move(panel *p, int finger, double x, double y) {
  p->fingers[finger].x = x;
  p->fingers[finger].y = y;
}

// ---- Panels ---------------------------------------------------------------------------------------------------------

static bool add_axis(int fd, int code, int maximum, int resolution) {
  struct uinput_abs_setup setup = {
    .code = (uint16_t)code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  return ioctl(fd, UI_SET_ABSBIT, code) == 0 && ioctl(fd, UI_ABS_SETUP, &setup) == 0;
}

// Returns the value of NAME=VALUE among the words, or the default.
static const char *option(char **words, const char *name, const char *otherwise) {
  size_t length = strlen(name);
  for (; *words; words++)
    if (strncmp(*words, name, length) == 0 && (*words)[length] == '=') return *words + length + 1;
  return otherwise;
}

static bool add_keys(int fd) {
  return ioctl(fd, UI_SET_KEYBIT, KEY_HOMEPAGE) == 0 && ioctl(fd, UI_SET_KEYBIT, KEY_BACK) == 0
    && ioctl(fd, UI_SET_EVBIT, EV_SW) == 0 && ioctl(fd, UI_SET_SWBIT, SW_LID) == 0;
}

// Adds the codes of a list such as "115:114".
static bool add_codes(int fd, unsigned long type, unsigned long request, const char *codes) {
  bool fine = !*codes || ioctl(fd, UI_SET_EVBIT, type) == 0;
  while (fine && *codes) {
    char *end;
    fine = ioctl(fd, request, strtol(codes, &end, 10)) == 0 && end != codes;
    codes = *end ? end + 1 : end;
  }
  return fine;
}

static bool set_up_buttons(int fd, char **words) {
  struct uinput_setup setup = {.id = {BUS_VIRTUAL, 1, 2, 1}};
  snprintf(setup.name, sizeof setup.name, "%s", option(words, "name", "Buttons"));
  return add_codes(fd, EV_KEY, UI_SET_KEYBIT, option(words, "keys", ""))
    && add_codes(fd, EV_SW, UI_SET_SWBIT, option(words, "switches", ""))
    && ioctl(fd, UI_DEV_SETUP, &setup) == 0 && ioctl(fd, UI_DEV_CREATE) == 0;
}

static bool set_up_accelerometer(int fd, char **words) {
  struct uinput_setup setup = {.id = {BUS_VIRTUAL, 1, 3, 1}};
  snprintf(setup.name, sizeof setup.name, "%s", option(words, "name", "Accelerometer"));
  bool fine = ioctl(fd, UI_SET_EVBIT, EV_ABS) == 0 && ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_ACCELEROMETER) == 0;
  for (uint16_t code = ABS_X; code <= ABS_Z; code++) {
    struct uinput_abs_setup axis = {code, {.minimum = -4 * G, .maximum = 4 * G, .resolution = G, .value = code == ABS_Z ? G : 0}};
    fine = fine && ioctl(fd, UI_ABS_SETUP, &axis) == 0;
  }
  return fine && ioctl(fd, UI_DEV_SETUP, &setup) == 0 && ioctl(fd, UI_DEV_CREATE) == 0;
}

static bool set_up(panel *p, char **words) {
  if (p->kind == BUTTONS) return set_up_buttons(p->fd, words);
  if (p->kind == ACCELEROMETER) return set_up_accelerometer(p->fd, words);
  int resolution = atoi(option(words, "resolution", "10"));
  p->resolution = resolution;
  int x = atoi(option(words, "width", "192")) * resolution - 1, y = atoi(option(words, "height", "120")) * resolution - 1;
  struct uinput_setup setup = {.id = {BUS_VIRTUAL, (uint16_t)atoi(option(words, "vendor", "1")),
                                      (uint16_t)atoi(option(words, "product", "1")), 1}};
  snprintf(setup.name, sizeof setup.name, "%s", option(words, "name", "Panel"));
  bool till = strcmp(option(words, "button", ""), "left") == 0;
  p->button = till ? BTN_LEFT : BTN_TOUCH;
  bool fine = ioctl(p->fd, UI_SET_EVBIT, EV_KEY) == 0 && ioctl(p->fd, UI_SET_KEYBIT, p->button) == 0;
  fine = fine && (atoi(option(words, "keys", "0")) == 0 || add_keys(p->fd));
  fine = fine && (atoi(option(words, "pen", "0")) == 0 || ioctl(p->fd, UI_SET_KEYBIT, BTN_TOOL_PEN) == 0);
  fine = fine && ioctl(p->fd, UI_SET_EVBIT, EV_ABS) == 0;
  fine = fine && (till || ioctl(p->fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) == 0);
  int reported = atoi(option(words, "sized", "1")) ? resolution : 0;
  fine = fine && add_axis(p->fd, ABS_X, x, reported) && add_axis(p->fd, ABS_Y, y, reported);
  if (p->kind != SINGLE)
    fine = fine && add_axis(p->fd, ABS_MT_POSITION_X, x, reported) && add_axis(p->fd, ABS_MT_POSITION_Y, y, reported);
  if (p->kind == SLOTS) fine = fine && add_axis(p->fd, ABS_MT_SLOT, atoi(option(words, "slots", "10")) - 1, 0);
  int pressure = atoi(option(words, "pressure", "0"));
  fine = fine && (!pressure || (add_axis(p->fd, ABS_MT_PRESSURE, pressure, 0) && add_axis(p->fd, ABS_MT_ORIENTATION, pressure, 0)));
  if (p->kind == SLOTS || p->kind == IDENTIFIED) fine = fine && add_axis(p->fd, ABS_MT_TRACKING_ID, 0xffff, 0);
  return fine && ioctl(p->fd, UI_DEV_SETUP, &setup) == 0 && ioctl(p->fd, UI_DEV_CREATE) == 0;
}

static bool find_node(panel *p) {
  char name[32], path[128];
  if (ioctl(p->fd, UI_GET_SYSNAME(sizeof name), name) < 0) return false;
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *folder = opendir(path);
  if (!folder) return false;
  bool found = false;
  for (struct dirent *entry; !found && (entry = readdir(folder));) {
    found = strncmp(entry->d_name, "event", 5) == 0;
    if (found) snprintf(p->node, sizeof p->node, "/dev/input/%.32s", entry->d_name);
  }
  closedir(folder);
  return found;
}

static panel *find(const char *label) {
  for (panel *p = panels; label && p < panels + MAX_PANELS; p++)
    if (strcmp(p->label, label) == 0) return p;
  return NULL;
}

static void unplug(panel *p) {
  if (p->reader >= 0) close(p->reader);
  ioctl(p->fd, UI_DEV_DESTROY);
  close(p->fd);
  *p = (panel){.fd = -1, .reader = -1};
}

static bool plug(char **words) {
  static const char *kinds[] = {"slots", "anonymous", "identified", "single", "buttons", "accelerometer"};
  panel *p = find("");
  if (!words[0] || !words[1] || !p || find(words[0])) return false;
  unsigned kind = 0;
  while (kind < KINDS && strcmp(kinds[kind], words[1]) != 0) kind++;
  if (kind == KINDS) return false;
  *p = (panel){.kind = (enum kind)kind, .reader = -1, .fd = open("/dev/uinput", O_RDWR | O_CLOEXEC)};
  snprintf(p->label, sizeof p->label, "%s", words[0]);
  if (p->fd < 0 || !set_up(p, words + 2) || !find_node(p)) {
    unplug(p);
    return false;
  }
  answer("ok %s", p->node);
  return true;
}

// ---- Movements ------------------------------------------------------------------------------------------------------

static bool answer_sent(panel *p) {
  int64_t before = now();
  if (!send_frame(p)) return false;
  answer("ok %lld %lld", (long long)before, (long long)now());
  return true;
}

static bool tap(panel *p, double x, double y, int milliseconds) {
  land(p, 0, x, y);
  if (!send_frame(p)) return false;
  wait_until(now() + milliseconds * 1000);
  p->fingers[0].down = false;
  return answer_sent(p);
}

static bool drag(panel *p, int finger, double x, double y, int milliseconds, int steps) {
  double from_x = p->fingers[finger].x, from_y = p->fingers[finger].y;
  int64_t start = now();
  for (int step = 1; step <= steps; step++) {
    wait_until(start + (int64_t)milliseconds * 1000 * step / steps);
    move(p, finger, from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps);
    if (!send_frame(p)) return false;
  }
  answer("ok");
  return true;
}

static bool send_flood(panel *p, int finger, int frames) {
  double x = p->fingers[finger].x, y = p->fingers[finger].y;
  for (int i = 1; i <= frames; i++) {
    // Both axes change each time, as the kernel drops unchanged values.
    move(p, finger, x + (i % 2 ? 1 : 0), y + (i % 2 ? 1 : 0));
    if (!send_frame(p)) return false;
  }
  return true;
}

static bool flood(panel *p, int finger, int frames) {
  if (!send_flood(p, finger, frames)) return false;
  answer("ok");
  return true;
}

static bool deluge(panel *p, int finger, int frames) {
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(send_flood(p, finger, frames) ? 0 : 1);
  }
  answer("ok %d", child);
  return true;
}

// Each finger has its own field, a fifth of the width of 192 mm and half of the height of 120 mm, and moves 20 mm to the right in
// each stroke.
static bool hands(panel *p, int fingers, int hertz, int seconds) {
  int frames = hertz * seconds, stroke = hertz / 2, strokes = 0;
  int64_t start = now(), latest = 0;
  for (int i = 0; i < frames; i++) {
    int64_t due = start + (int64_t)i * 1000000 / hertz;
    wait_until(due);
    int64_t late = now() - due;
    if (late > latest) latest = late;
    int step = i % stroke;
    for (int finger = 0; finger < fingers; finger++) {
      double x = 5 + 38 * (finger % 5) + 20.0 * step / stroke, y = 20 + 60 * (finger / 5) + 5.0 * step / stroke;
      if (step == 0) land(p, finger, x, y);
      else if (step == stroke - 1) p->fingers[finger].down = false;
      else move(p, finger, x, y);
    }
    strokes += step == stroke - 1;
    if (!send_frame(p)) return false;
  }
  answer("ok %d %d %lld", frames, strokes, (long long)latest);
  return true;
}

// ---- Keys -----------------------------------------------------------------------------------------------------------

static bool send_one(panel *p, int type, int code, int value) {
  p->count = 0;
  add(p, type, code, value);
  add(p, EV_SYN, SYN_REPORT, 0);
  ssize_t size = (ssize_t)sizeof *p->events * p->count;
  if (write(p->fd, p->events, (size_t)size) != size) return false;
  answer("ok");
  return true;
}

static bool shake(panel *p, int strokes) {
  int64_t start = now();
  for (int step = 1; step <= strokes * 12; step++) {
    wait_until(start + step * 10000);
    int size = (int)(2.5 * G * sin(M_PI * (step % 12 + 0.5) / 12));
    p->count = 0;
    add(p, EV_ABS, ABS_X, step / 12 % 2 ? -size : size);
    add(p, EV_SYN, SYN_REPORT, 0);
    ssize_t length = (ssize_t)sizeof *p->events * p->count;
    if (write(p->fd, p->events, (size_t)length) != length) return false;
  }
  return send_one(p, EV_ABS, ABS_X, 0);
}

static void append_codes(char *text, size_t size, const char *word, const uint8_t *bits, int count) {
  for (int code = 0; code < count; code++) {
    size_t length = strlen(text);
    if (bits[code / 8] >> code % 8 & 1) snprintf(text + length, size - length, "%s%s %d", length ? " " : "", word, code);
  }
}

// Answers the keys and switches that are on, without the keys that count fingers.
static bool held(const char *node) {
  uint8_t keys[KEY_CNT / 8 + 1] = {0}, switches[SW_CNT / 8 + 1] = {0};
  char text[256] = "";
  int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  bool fine = fd >= 0 && ioctl(fd, EVIOCGKEY(sizeof keys), keys) >= 0 && ioctl(fd, EVIOCGSW(sizeof switches), switches) >= 0;
  if (fd >= 0) close(fd);
  append_codes(text, sizeof text, "key", keys, BTN_MISC);
  append_codes(text, sizeof text, "switch", switches, SW_CNT);
  if (fine) answer("ok %s", text);
  return fine;
}

static void write_keys(int fd, FILE *file) {
  struct input_event events[64];
  for (ssize_t size; (size = read(fd, events, sizeof events)) > 0;) {
    for (size_t i = 0; i < (size_t)size / sizeof *events; i++)
      if (events[i].type == EV_KEY) fprintf(file, "key %d %d\n", events[i].code, events[i].value);
    fflush(file);
  }
}

static bool follow(const char *node, const char *path) {
  int fd = open(node, O_RDONLY | O_CLOEXEC);
  FILE *file = fopen(path, "ae");
  pid_t child = fd < 0 || !file ? -1 : fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    write_keys(fd, file);
    _exit(0);
  }
  if (fd >= 0) close(fd);
  if (file) fclose(file);
  if (child > 0) answer("ok %d", child);
  return child > 0;
}

// ---- Ranges ---------------------------------------------------------------------------------------------------------

static bool set_range(int fd, unsigned code, int maximum, int resolution) {
  struct input_absinfo info;
  if (ioctl(fd, EVIOCGABS(code), &info) < 0) return false;
  info.maximum = maximum;
  info.resolution = resolution;
  return ioctl(fd, EVIOCSABS(code), &info) == 0;
}

static bool resize(panel *p, int width, int height, int resolution) {
  int x = width * resolution - 1, y = height * resolution - 1;
  int fd = open(p->node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  bool fine = fd >= 0 && set_range(fd, ABS_X, x, resolution) && set_range(fd, ABS_Y, y, resolution);
  if (fine && p->kind != SINGLE)
    fine = set_range(fd, ABS_MT_POSITION_X, x, resolution) && set_range(fd, ABS_MT_POSITION_Y, y, resolution);
  if (fd >= 0) close(fd);
  if (fine) p->resolution = resolution;
  if (fine) answer("ok");
  return fine;
}

static bool ranges(const char *node) {
  struct input_absinfo x, y;
  int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  bool fine = fd >= 0 && ioctl(fd, EVIOCGABS(ABS_MT_POSITION_X), &x) == 0 && ioctl(fd, EVIOCGABS(ABS_MT_POSITION_Y), &y) == 0;
  if (fd >= 0) close(fd);
  if (fine) answer("ok %d %d %d %d", x.maximum, x.resolution, y.maximum, y.resolution);
  return fine;
}

// ---- Another reader -------------------------------------------------------------------------------------------------

static bool grab(panel *p) {
  p->reader = open(p->node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (p->reader < 0 || ioctl(p->reader, EVIOCGRAB, (void *)1) < 0) return false;
  answer("ok");
  return true;
}

static bool try(const panel *p) {
  int fd = open(p->node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  bool is_grabbed = fd >= 0 && ioctl(fd, EVIOCGRAB, (void *)1) < 0;
  if (fd >= 0) close(fd);
  if (fd >= 0) answer(is_grabbed ? "ok grabbed" : "ok free");
  return fd >= 0;
}

static bool release(panel *p) {
  struct input_event events[64];
  long count = 0;
  for (ssize_t size; (size = read(p->reader, events, sizeof events)) > 0;) count += size / (ssize_t)sizeof *events;
  bool fine = ioctl(p->reader, EVIOCGRAB, NULL) == 0;
  close(p->reader);
  p->reader = -1;
  if (fine) answer("ok %ld", count);
  return fine;
}

// ---- Commands -------------------------------------------------------------------------------------------------------

// Runs a command and answers it. Returns false, without an answer, if the command fails or is not understood.
static bool run(char **words, int count) {
  const char *verb = words[0];
  double number[MAX_WORDS] = {0};
  for (int i = 2; i < count; i++) number[i] = atof(words[i]);
  if (strcmp(verb, "plug") == 0) return plug(words + 1);
  if (strcmp(verb, "now") == 0 || strcmp(verb, "sleep") == 0) {
    if (count > 1) wait_until(now() + (int64_t)(atof(words[1]) * 1000));
    answer("ok %lld", (long long)now());
    return true;
  }
  if (strcmp(verb, "held") == 0) return count > 1 && held(words[1]);
  if (strcmp(verb, "ranges") == 0) return count > 1 && ranges(words[1]);
  if (strcmp(verb, "follow") == 0) return count > 2 && follow(words[1], words[2]);
  panel *p = count > 1 ? find(words[1]) : NULL;
  int finger = (int)number[2];
  if (!p || !*p->label || (count > 2 && (finger < 0 || finger > 1000))) return false;
  if (strcmp(verb, "frame") == 0) return answer_sent(p);
  if (strcmp(verb, "tap") == 0) return tap(p, number[2], number[3], (int)number[4]);
  if (strcmp(verb, "key") == 0) return send_one(p, EV_KEY, finger, (int)number[3]);
  if (strcmp(verb, "switch") == 0) return send_one(p, EV_SW, finger, (int)number[3]);
  if (strcmp(verb, "shake") == 0) return shake(p, finger);
  if (strcmp(verb, "try") == 0) return try(p);
  if (strcmp(verb, "grab") == 0) return grab(p);
  if (strcmp(verb, "release") == 0) return release(p);
  if (strcmp(verb, "resize") == 0) return resize(p, finger, (int)number[3], (int)number[4]);
  if (strcmp(verb, "hands") == 0)
    return finger <= MAX_FINGERS && hands(p, finger, (int)number[3], (int)number[4]);
  if (strcmp(verb, "unplug") == 0) {
    unplug(p);
    answer("ok");
    return true;
  }
  if (finger >= MAX_FINGERS) return false;
  if (strcmp(verb, "drag") == 0) return drag(p, finger, number[3], number[4], (int)number[5], (int)number[6]);
  if (strcmp(verb, "deluge") == 0) return deluge(p, finger, (int)number[3]);
  if (strcmp(verb, "flood") == 0) return flood(p, finger, (int)number[3]);
  if (strcmp(verb, "down") == 0) land(p, finger, number[3], number[4]);
  else if (strcmp(verb, "move") == 0) move(p, finger, number[3], number[4]);
  else if (strcmp(verb, "press") == 0) p->fingers[finger].pressure = (int)number[3];
  else if (strcmp(verb, "up") == 0) p->fingers[finger].down = false;
  else return false;
  answer("ok");
  return true;
}

int main(void) {
  signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < MAX_PANELS; i++) panels[i].fd = panels[i].reader = -1;
  char line[512];
  while (fgets(line, sizeof line, stdin)) {
    char *words[MAX_WORDS + 1] = {NULL}, copy[sizeof line], *rest = line;
    int count = 0;
    line[strcspn(line, "\n")] = 0;
    memcpy(copy, line, sizeof copy);
    for (char *word; count < MAX_WORDS && (word = strtok_r(rest, " ", &rest));) words[count++] = word;
    errno = 0;
    if (count && !run(words, count)) answer("error %s: %s", copy, errno ? strerror(errno) : "not understood");
  }
  return 0;
}
