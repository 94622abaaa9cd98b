// sensor: makes an accelerometer of the class "HID sensor" through /dev/uhid, which the kernel's own drivers turn into an IIO device,
// and moves it by commands on standard input. Each is answered with "ok", once its samples are sent. Prints "ready" at the start.
//
//   rest SECONDS        lies flat: 1 g along z
//   shake STROKES       is moved along x, 2.5 g in turns to either side, each 125 ms long
//   walk SECONDS        is carried: 0.4 g along z, 1.8 times a second
//   fall                falls for 0.4 s, hits the ground with 6 g for 20 ms, and lies
//   put                 is put down on a table: 0.5 g for 40 ms
//   knock COUNT         is knocked at: 2 g for 10 ms, and 0.6 g back, at intervals of 200 ms
//   silent, answering   lets the driver wait for the samples that it asks for, or sends them, as at the start
//   state               answers "on" if the driver wants samples, else "off"
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HERTZ = 100, REPORT = 1 };

// HID Usage Tables, page 0x20 (sensors). One report: as a feature the reporting state, the power state and the interval, as input
// the acceleration in thousandths of g.
static const unsigned char descriptor[] = {
  0x05, 0x20, 0x09, 0x73, 0xa1, 0x00,  // page: sensors; usage: accelerometer 3D; collection: physical
  0x85, REPORT,
  0x0a, 0x16, 0x03, 0x15, 0x00, 0x25, 0x05, 0x75, 0x08, 0x95, 0x01, 0xa1, 0x02,  // reporting state, one of
  0x0a, 0x40, 0x08, 0x0a, 0x41, 0x08, 0x0a, 0x42, 0x08, 0x0a, 0x43, 0x08, 0x0a, 0x44, 0x08, 0x0a, 0x45, 0x08, 0xb1, 0x00, 0xc0,
  0x0a, 0x19, 0x03, 0x15, 0x00, 0x25, 0x05, 0x75, 0x08, 0x95, 0x01, 0xa1, 0x02,  // power state, one of
  0x0a, 0x50, 0x08, 0x0a, 0x51, 0x08, 0x0a, 0x52, 0x08, 0x0a, 0x53, 0x08, 0x0a, 0x54, 0x08, 0x0a, 0x55, 0x08, 0xb1, 0x00, 0xc0,
  0x0a, 0x0e, 0x03, 0x15, 0x00, 0x27, 0xff, 0xff, 0xff, 0x7f, 0x75, 0x20, 0x95, 0x01, 0xb1, 0x02,  // interval in milliseconds
  0x16, 0x01, 0x80, 0x26, 0xff, 0x7f, 0x75, 0x10, 0x95, 0x01, 0x55, 0x0d,  // -32767 to 32767, 16 bits, thousandths
  0x0a, 0x53, 0x04, 0x81, 0x02, 0x0a, 0x54, 0x04, 0x81, 0x02, 0x0a, 0x55, 0x04, 0x81, 0x02,  // x, y, z
  0xc0,
};

static int device;
// The feature report: its number, reporting state, power state, and the interval.
static unsigned char feature[7] = {REPORT, 0, 0, 1000 / HERTZ};
static struct timespec next;
// The latest sample, as an input report, and whether the driver has to wait for it when it asks for one.
static unsigned char latest[7] = {REPORT};
static bool is_silent;

static bool is_on(void) { return feature[1] > 1 || feature[2] == 1; }

static void send_event(const struct uhid_event *event) {
  if (write(device, event, sizeof *event) < 0) perror("uhid");
}

// Answers the driver, which reads and writes the feature report.
static void answer_driver(void) {
  struct uhid_event asked, reply = {0};
  if (read(device, &asked, sizeof asked) <= 0) return;
  if (asked.type == UHID_GET_REPORT && asked.u.get_report.rtype == UHID_INPUT_REPORT) {
    if (is_silent) return;
    reply.type = UHID_GET_REPORT_REPLY;
    reply.u.get_report_reply.id = asked.u.get_report.id;
    reply.u.get_report_reply.size = sizeof latest;
    memcpy(reply.u.get_report_reply.data, latest, sizeof latest);
  } else if (asked.type == UHID_GET_REPORT) {
    reply.type = UHID_GET_REPORT_REPLY;
    reply.u.get_report_reply.id = asked.u.get_report.id;
    reply.u.get_report_reply.size = sizeof feature;
    memcpy(reply.u.get_report_reply.data, feature, sizeof feature);
  } else if (asked.type == UHID_SET_REPORT) {
    size_t size = asked.u.set_report.size < sizeof feature ? asked.u.set_report.size : sizeof feature;
    memcpy(feature, asked.u.set_report.data, size);
    reply.type = UHID_SET_REPORT_REPLY;
    reply.u.set_report_reply.id = asked.u.set_report.id;
  } else {
    return;
  }
  send_event(&reply);
}

static void put_value(unsigned char *bytes, double g) {
  int16_t value = (int16_t)lround(fmax(-32, fmin(32, g)) * 1000);
  memcpy(bytes, &value, sizeof value);
}

// Sends a sample in units of g at the next time, and answers the driver meanwhile.
static void sample(double x, double y, double z) {
  struct pollfd driver = {device, POLLIN, 0};
  next.tv_nsec += 1000000000 / HERTZ;
  if (next.tv_nsec >= 1000000000) next = (struct timespec){next.tv_sec + 1, next.tv_nsec - 1000000000};
  for (;;) {
    struct timespec now, left;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t nanoseconds = (next.tv_sec - now.tv_sec) * 1000000000LL + next.tv_nsec - now.tv_nsec;
    if (nanoseconds <= 0) break;
    left = (struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000};
    if (ppoll(&driver, 1, &left, NULL) > 0) answer_driver();
  }
  put_value(latest + 1, x);
  put_value(latest + 3, y);
  put_value(latest + 5, z);
  struct uhid_event event = {.type = UHID_INPUT2, .u.input2.size = sizeof latest};
  memcpy(event.u.input2.data, latest, sizeof latest);
  send_event(&event);
}

static void rest(double seconds) {
  for (int i = 0; i < seconds * HERTZ; i++) sample(0, 0, 1);
}

static void shake(int strokes) {
  int length = HERTZ / 8;
  for (int i = 0; i < strokes * length; i++) {
    double size = 2.5 * sin(M_PI * (i % length + 0.5) / length);
    sample(i / length % 2 ? -size : size, 0, 1);
  }
}

static void walk(double seconds) {
  for (int i = 0; i < seconds * HERTZ; i++) sample(0, 0, 1 + 0.4 * sin(2 * M_PI * 1.8 * i / HERTZ));
}

static void fall(void) {
  for (int i = 0; i < 0.4 * HERTZ; i++) sample(0, 0, 0);
  sample(0.5, 0, 6);
  sample(-0.5, 0, 4);
  rest(1);
}

static void put(void) {
  for (int i = 0; i < 0.04 * HERTZ; i++) sample(0, 0, 1.5);
  rest(1);
}

static void knock(int count) {
  while (count-- > 0) {
    sample(0, 0, 3);
    sample(0, 0, 0.4);
    rest(0.18);
  }
}

static void obey(char *line) {
  const char *command = strtok(line, " \n"), *number = strtok(NULL, " \n");
  double value = number ? atof(number) : 0;
  clock_gettime(CLOCK_MONOTONIC, &next);
  if (!command) return;
  if (strcmp(command, "rest") == 0) rest(value);
  else if (strcmp(command, "shake") == 0) shake((int)value);
  else if (strcmp(command, "walk") == 0) walk(value);
  else if (strcmp(command, "fall") == 0) fall();
  else if (strcmp(command, "put") == 0) put();
  else if (strcmp(command, "knock") == 0) knock((int)value);
  else if (strcmp(command, "silent") == 0) is_silent = true;
  else if (strcmp(command, "answering") == 0) is_silent = false;
  else if (strcmp(command, "state") != 0) {
    puts("error no such command");
    return;
  }
  puts(strcmp(command, "state") ? "ok" : is_on() ? "on" : "off");
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  struct uhid_event creation = {.type = UHID_CREATE2};
  struct uhid_create2_req *request = &creation.u.create2;
  strcpy((char *)request->name, "Accelerometer");
  request->rd_size = sizeof descriptor;
  memcpy(request->rd_data, descriptor, sizeof descriptor);
  request->bus = BUS_VIRTUAL;
  request->vendor = request->product = 1;
  if (device < 0 || write(device, &creation, sizeof creation) < 0) {
    perror("/dev/uhid");
    return 1;
  }
  puts("ready");
  struct pollfd sources[] = {{device, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  static char line[128];
  size_t length = 0;
  for (;;) {
    if (poll(sources, 2, -1) < 0 && errno != EINTR) return 1;
    if (sources[0].revents) answer_driver();
    if (!sources[1].revents) continue;
    // A byte at a time, so that nothing waits in a buffer while `poll` waits for more.
    if (read(STDIN_FILENO, line + length, 1) <= 0) return 0;
    if (line[length] != '\n' && length < sizeof line - 2) {
      length++;
      continue;
    }
    line[length] = 0;
    length = 0;
    obey(line);
  }
}
