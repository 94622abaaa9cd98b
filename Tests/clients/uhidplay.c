// uhidplay FILE.hid NAME: makes the HID device of a file (hid-recorder's R and I lines) through uhid, with the name NAME, and plays
// its reports (E lines) each time a line comes on standard input. The kernel's own driver turns it into a touchscreen. Prints "ready"
// when the device is there, and "done LATE" when all reports have been played. LATE is the largest delay of a report in milliseconds.
// Ends when its input ends.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SIZE = 512, CONTACT_COUNT_MAXIMUM = 2, MAX_CONTACTS = 10 };

typedef struct report {
  double time;
  int size;
  unsigned char bytes[MAX_SIZE];
} report;

static int device;
static struct uhid_event creation = {.type = UHID_CREATE2};
static report *reports;
static int count;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Answers the driver's requests for the device's features.
static void answer(void) {
  struct uhid_event asked, answered = {0};
  if (read(device, &asked, sizeof asked) <= 0) return;
  if (asked.type == UHID_GET_REPORT) {
    struct uhid_get_report_reply_req *reply = &answered.u.get_report_reply;
    answered.type = UHID_GET_REPORT_REPLY;
    reply->id = asked.u.get_report.id;
    reply->data[0] = asked.u.get_report.rnum;
    reply->data[1] = MAX_CONTACTS;
    // The other feature is the certificate, of 256 bytes.
    reply->size = asked.u.get_report.rnum == CONTACT_COUNT_MAXIMUM ? 2 : 257;
  } else if (asked.type == UHID_SET_REPORT) {
    answered.type = UHID_SET_REPORT_REPLY;
    answered.u.set_report_reply.id = asked.u.set_report.id;
  } else {
    return;
  }
  if (write(device, &answered, sizeof answered) < 0) perror("uhid: answer");
}

static void wait_until(double time) {
  struct pollfd driver = {device, POLLIN, 0};
  for (;;) {
    double left = time - now();
    if (left < 0) left = 0;
    struct timespec limit = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    if (ppoll(&driver, 1, &limit, NULL) > 0) answer();
    else if (left <= 0) return;
  }
}

// Reads a size and then this many bytes, such as "3 12 01 02". Returns the size.
static int hexadecimal(char *text, unsigned char *bytes, int room) {
  int size = (int)strtol(text, &text, 10);
  if (size > room) size = room;
  for (int i = 0; i < size; i++) bytes[i] = (unsigned char)strtol(text, &text, 16);
  return size;
}

static void load(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) {
    perror(name);
    exit(1);
  }
  char *line = NULL;
  size_t capacity = 0;
  struct uhid_create2_req *made = &creation.u.create2;
  made->bus = 3;
  while (getline(&line, &capacity, file) > 0) {
    char *value = line + 2;
    line[strcspn(line, "\r\n")] = 0;
    if (strncmp(line, "R:", 2) == 0) made->rd_size = (uint16_t)hexadecimal(value, made->rd_data, sizeof made->rd_data);
    if (strncmp(line, "I:", 2) == 0) {
      unsigned bus, vendor, product;
      if (sscanf(value, "%x %x %x", &bus, &vendor, &product) == 3) {
        made->bus = (uint16_t)bus;
        made->vendor = vendor;
        made->product = product;
      }
    }
    if (strncmp(line, "E:", 2) == 0) {
      reports = realloc(reports, (size_t)(count + 1) * sizeof *reports);
      reports[count].time = strtod(value, &value);
      reports[count].size = hexadecimal(value, reports[count].bytes, MAX_SIZE);
      count++;
    }
  }
  free(line);
  fclose(file);
}

// Plays all reports. Returns the largest delay of a report in seconds.
static double play(void) {
  double start = now(), latest = 0;
  for (int i = 0; i < count; i++) {
    wait_until(start + reports[i].time);
    double late = now() - start - reports[i].time;
    if (late > latest) latest = late;
    struct uhid_event input = {.type = UHID_INPUT2};
    input.u.input2.size = (uint16_t)reports[i].size;
    memcpy(input.u.input2.data, reports[i].bytes, (size_t)reports[i].size);
    if (write(device, &input, sizeof input) < 0) perror("uhid: report");
  }
  wait_until(now() + 0.3);
  return latest;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("uhidplay FILE.hid NAME\n", stderr);
    return 64;
  }
  load(argv[1]);
  snprintf((char *)creation.u.create2.name, sizeof creation.u.create2.name, "%s", argv[2]);
  // The driver lifts fingers that are not reported for 100 ms, which must not happen to ours on a busy machine.
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 50});
  mlockall(MCL_CURRENT);
  device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (device < 0 || write(device, &creation, sizeof creation) < 0) {
    perror("/dev/uhid");
    return 1;
  }
  wait_until(now() + 0.5);
  printf("ready %d\n", count);
  fflush(stdout);
  struct pollfd both[] = {{device, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  for (;;) {
    poll(both, 2, -1);
    if (both[0].revents) answer();
    if (!both[1].revents) continue;
    char line[64];
    if (read(STDIN_FILENO, line, sizeof line) <= 0) break;
    printf("done %.0f\n", play() * 1000);
    fflush(stdout);
  }
  return 0;
}
