// Starts a program on a FIFO that fakenode.so makes a touchscreen, plays input to it, and reports what that cost.
//
//     play [options] NODE SEGMENT... -- PROGRAM ARGUMENT...
//
// A segment is FILE:LOOPS, a file of input_events that is played LOOPS times, or idle:SECONDS. Options:
//     -s          step: send each frame when the program has processed the previous one and waits (the default)
//     -p          pace: send each frame at its own time
//     -f          flood: send frames as fast as they are read
//     -c COMMAND  run a shell command after each segment; $PID is the program
//     -r          read the program's standard output after each frame, as a reader that keeps up does
//     -m WORD     after each loop, wait for a line with WORD on the program's standard output
//     -a FIFO     after each loop, wait for a time from `arrived` on FIFO
//     -b COMMAND  after each loop, also start COMMAND with posix_spawn and wait for its time on FIFO; -B: through a shell
//     -k EVENTS   hold at most EVENTS events, as the kernel does, and lose those that the program does not read in time
//
// Prints JSON: a line for the start, then one per segment. All times are in nanoseconds.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LOOPS = 20000, PATIENCE_MS = 60000 };
// Stepped frames have times in the future, so that no deadline falls between two, also if the program is slow.
static const long long LEAD = 30000000000;

static char mode = 's';
static const char *command, *word, *arrivals, *bare;
static bool bare_shell, reads_output;
static int capacity, node_fd, arrivals_fd = -1, output_fd = -1, notify_fd = -1, opened_fd = -1;
static pid_t program;
static long long lost, tracking;

static long long latencies[MOST_LOOPS], bares[MOST_LOOPS];
static int latency_count, bare_count;

static void die(const char *what, ...) {
  va_list arguments;
  va_start(arguments, what);
  vfprintf(stderr, what, arguments);
  fputc('\n', stderr);
  if (program > 0) kill(program, SIGKILL);
  exit(1);
}

static long long now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void sleep_until(long long time) {
  struct timespec at = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR) {}
}

// ---- The program ----------------------------------------------------------------------------------------------------

static void start(char **arguments, const char *node) {
  int opened[2], output[2];
  char text[200];
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s.notify", node);
  unlink(address.sun_path);
  notify_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (bind(notify_fd, (struct sockaddr *)&address, sizeof address) < 0) die("bind %s", address.sun_path);
  setenv("NOTIFY_SOCKET", address.sun_path, 1);
  if (pipe(opened) < 0 || pipe2(output, O_CLOEXEC) < 0) die("pipe");
  fcntl(opened[0], F_SETFD, FD_CLOEXEC);
  snprintf(text, sizeof text, "%d", opened[1]);
  setenv("FAKENODE_OPENED", text, 1);
  opened_fd = opened[0];
  output_fd = output[0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (word || reads_output) posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  else posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  extern char **environ;
  int error = posix_spawnp(&program, arguments[0], &actions, NULL, arguments, environ);
  if (error) die("%s: %s", arguments[0], strerror(error));
  close(opened[1]);
  close(output[1]);
}

static bool readable(int fd, int milliseconds) {
  struct pollfd wanted = {.fd = fd, .events = POLLIN};
  return poll(&wanted, 1, milliseconds) > 0 && wanted.revents & POLLIN;
}

// Returns whether all threads of the program wait, with nothing left to read.
static bool is_parked(void) {
  int unread;
  char path[64], text[512];
  if (ioctl(node_fd, FIONREAD, &unread) < 0 || unread > 0) return false;
  snprintf(path, sizeof path, "/proc/%d/task", program);
  DIR *tasks = opendir(path);
  if (!tasks) die("the program has ended");
  bool parked = true;
  for (struct dirent *task; parked && (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", program, task->d_name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    text[size > 0 ? size : 0] = 0;
    const char *name_end = strrchr(text, ')');
    if (name_end && name_end[2] != 'S') parked = false;
  }
  closedir(tasks);
  return parked;
}

static void wait_parked(void) {
  long long limit = now(CLOCK_MONOTONIC) + PATIENCE_MS * 1000000LL;
  while (!is_parked())
    if (now(CLOCK_MONOTONIC) > limit) die("the program does not come to rest");
}

struct costs {
  long long cpu, voluntary, involuntary, rss, private_dirty, pss, threads;
};

static void read_fields(const char *path, const char *name, long long *value) {
  char line[256];
  FILE *file = fopen(path, "re");
  if (!file) return;
  size_t length = strlen(name);
  while (fgets(line, sizeof line, file))
    if (strncmp(line, name, length) == 0 && line[length] == ':') *value += atoll(line + length + 1);
  fclose(file);
}

static struct costs costs(void) {
  struct costs costs = {0};
  char path[64];
  clockid_t clock;
  if (clock_getcpuclockid(program, &clock) == 0) costs.cpu = now(clock);
  snprintf(path, sizeof path, "/proc/%d/task", program);
  DIR *tasks = opendir(path);
  if (!tasks) die("the program has ended");
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/status", program, task->d_name);
    read_fields(path, "voluntary_ctxt_switches", &costs.voluntary);
    read_fields(path, "nonvoluntary_ctxt_switches", &costs.involuntary);
    costs.threads++;
  }
  closedir(tasks);
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", program);
  read_fields(path, "Rss", &costs.rss);
  read_fields(path, "Pss", &costs.pss);
  read_fields(path, "Private_Dirty", &costs.private_dirty);
  return costs;
}

static void await_start(long long begun) {
  long long opened = -1, ready = -1;
  char message[512];
  if (!readable(opened_fd, PATIENCE_MS) || read(opened_fd, &opened, sizeof opened) != sizeof opened)
    die("the program does not open the panel");
  if (getenv("AWAIT_READY")) {
    if (!readable(notify_fd, PATIENCE_MS)) die("the program does not become ready");
    ready = now(CLOCK_MONOTONIC);
    ssize_t size = recv(notify_fd, message, sizeof message - 1, 0);
    message[size > 0 ? size : 0] = 0;
    if (strncmp(message, "READY=1", 7) != 0) die("the program says %s", message);
    ready -= begun;
  }
  for (int quiet = 0; quiet < 20; quiet++) {
    usleep(1000);
    if (!is_parked()) quiet = 0;
  }
  struct costs at = costs();
  printf(
    "{\"opened\": %lld, \"ready\": %lld, \"rss\": %lld, \"private\": %lld, \"pss\": %lld, \"threads\": %lld}\n",
    opened - begun, ready, at.rss, at.private_dirty, at.pss, at.threads);
}

// ---- Playing --------------------------------------------------------------------------------------------------------

struct recording {
  struct input_event *events;
  size_t count;
  int frames;
};

static struct recording load(const char *path) {
  struct recording recording = {0};
  struct stat status;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &status) < 0) die("%s: %s", path, strerror(errno));
  recording.events = malloc((size_t)status.st_size + 1);
  if (!recording.events || read(fd, recording.events, (size_t)status.st_size) != status.st_size) die("read %s", path);
  close(fd);
  recording.count = (size_t)status.st_size / sizeof *recording.events;
  for (size_t i = 0; i < recording.count; i++)
    recording.frames += recording.events[i].type == EV_SYN && recording.events[i].code == SYN_REPORT;
  return recording;
}

static long long time_of(const struct input_event *event) {
  return event->input_event_sec * 1000000000LL + event->input_event_usec * 1000LL;
}

// Like evdev: events that do not fit empty the buffer, and the reader gets SYN_DROPPED.
static void make_room(size_t count) {
  int unread;
  if (!capacity || ioctl(node_fd, FIONREAD, &unread) < 0) return;
  if (unread / sizeof(struct input_event) + count <= (size_t)capacity) return;
  struct input_event old[1024], dropped = {.type = EV_SYN, .code = SYN_DROPPED};
  ssize_t size = read(node_fd, old, sizeof old);
  for (ssize_t i = 0; i < size / (ssize_t)sizeof *old; i++) lost += old[i].type == EV_SYN && old[i].code == SYN_REPORT;
  if (write(node_fd, &dropped, sizeof dropped) < 0) die("write: %s", strerror(errno));
}

static void send_frame(const struct input_event *from, size_t count, long long time) {
  static struct input_event frame[256];
  if (count > sizeof frame / sizeof *frame) die("a frame of %zu events", count);
  for (size_t i = 0; i < count; i++) {
    frame[i] = from[i];
    frame[i].input_event_sec = time / 1000000000;
    frame[i].input_event_usec = time % 1000000000 / 1000;
    // Each touch has its own tracking ID.
    if (from[i].type == EV_ABS && from[i].code == ABS_MT_TRACKING_ID && from[i].value >= 0)
      frame[i].value = (int)(++tracking % 60000);
  }
  make_room(count);
  if (write(node_fd, frame, count * sizeof *frame) < 0) die("write: %s", strerror(errno));
}

static bool take_line(void) {
  static char text[65536];
  static size_t filled;
  for (;;) {
    char *end;
    while ((end = memchr(text, '\n', filled))) {
      *end = 0;
      bool is_wanted = strstr(text, word);
      size_t used = (size_t)(end - text) + 1;
      memmove(text, end + 1, filled -= used);
      if (is_wanted) return true;
    }
    if (filled == sizeof text || !readable(output_fd, 5000)) return false;
    ssize_t size = read(output_fd, text + filled, sizeof text - filled);
    if (size <= 0) return false;
    filled += (size_t)size;
  }
}

static void read_output(void) {
  char text[65536];
  while (readable(output_fd, 0) && read(output_fd, text, sizeof text) > 0) {}
}

static long long arrival(void) {
  long long time;
  if (!readable(arrivals_fd, 5000) || read(arrivals_fd, &time, sizeof time) != sizeof time) return -1;
  return time;
}

static void spawn_bare(void) {
  extern char **environ;
  char *direct[] = {(char *)bare, NULL}, *shell[] = {"/bin/sh", "-c", (char *)bare, NULL};
  char **arguments = bare_shell ? shell : direct;
  long long begun = now(CLOCK_MONOTONIC);
  pid_t child;
  if (posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ)) die("posix_spawn %s", arguments[0]);
  long long at = arrival();
  waitpid(child, NULL, 0);
  if (at > 0 && bare_count < MOST_LOOPS) bares[bare_count++] = at - begun;
}

// Measures the effect of the loop whose last frame was sent at `time`, and a bare start of the same command. The pause before the
// bare start is as long as the loop, because a command that ran a moment ago starts faster.
static void measure(long long time, long long pause) {
  long long at = -1;
  if (word) at = take_line() ? now(CLOCK_MONOTONIC) : -1;
  else if (arrivals_fd >= 0) at = arrival();
  if (at > 0 && latency_count < MOST_LOOPS) latencies[latency_count++] = at - time;
  if (!bare) return;
  sleep_until(now(CLOCK_MONOTONIC) + pause);
  spawn_bare();
}

static long long clock_of_frames;  // the time at which the next loop begins

// The time until the next loop may begin: a hand that has lifted does not land again within a frame.
static long long pause_after(const struct recording *recording) {
  bool is_up = false;
  for (size_t i = recording->count - 1; i-- > 0 && recording->events[i].type != EV_SYN;)
    is_up |= recording->events[i].code == ABS_MT_TRACKING_ID && recording->events[i].value < 0;
  return is_up ? 100000000 : 8333333;
}

static void play(const struct recording *recording) {
  size_t first = 0;
  long long length = recording->count ? time_of(&recording->events[recording->count - 1]) + pause_after(recording) : 0, sent = 0;
  if (mode == 'p') clock_of_frames = now(CLOCK_MONOTONIC) + 2000000;
  for (size_t i = 0; i < recording->count; i++) {
    const struct input_event *event = &recording->events[i];
    if (event->type != EV_SYN || event->code != SYN_REPORT) continue;
    long long time = clock_of_frames + time_of(event);
    if (mode == 'p') sleep_until(time);
    sent = now(CLOCK_MONOTONIC);
    send_frame(&recording->events[first], i + 1 - first, mode == 'p' ? sent : time);
    if (mode == 's') wait_parked();
    if (reads_output) read_output();
    first = i + 1;
  }
  clock_of_frames += length;
  if (word || arrivals_fd >= 0) measure(sent, length);
}

static void print_times(const char *name, const long long *times, int count) {
  printf(", \"%s\": [", name);
  for (int i = 0; i < count; i++) printf("%s%lld", i ? ", " : "", times[i]);
  printf("]");
}

static void run_segment(char *segment) {
  char *colon = strrchr(segment, ':');
  if (!colon) die("%s is not a segment: expected FILE:LOOPS or idle:SECONDS", segment);
  *colon = 0;
  double amount = atof(colon + 1);
  long long frames = 0;
  struct costs before = costs();
  long long begun = now(CLOCK_MONOTONIC);
  latency_count = bare_count = 0;
  lost = 0;
  if (strcmp(segment, "idle") == 0) {
    sleep_until(begun + (long long)(amount * 1e9));
  } else {
    struct recording recording = load(segment);
    for (int loop = 0; loop < amount; loop++) play(&recording);
    frames = (long long)amount * recording.frames;
    free(recording.events);
    wait_parked();
  }
  long long wall = now(CLOCK_MONOTONIC) - begun;
  struct costs after = costs();
  printf(
    "{\"frames\": %lld, \"wall\": %lld, \"cpu\": %lld, \"voluntary\": %lld, \"involuntary\": %lld, \"rss\": %lld, "
    "\"private\": %lld, \"pss\": %lld, \"threads\": %lld, \"lost\": %lld",
    frames, wall, after.cpu - before.cpu, after.voluntary - before.voluntary, after.involuntary - before.involuntary,
    after.rss, after.private_dirty, after.pss, after.threads, lost);
  print_times("latencies", latencies, latency_count);
  print_times("bare", bares, bare_count);
  printf("}\n");
  fflush(stdout);
  if (command && system(command) != 0) die("%s failed", command);
}

int main(int count, char **arguments) {
  int option;
  while ((option = getopt(count, arguments, "+spfrc:m:a:b:B:k:")) != -1) {
    switch (option) {
    case 's': case 'p': case 'f': mode = (char)option; break;
    case 'c': command = optarg; break;
    case 'r': reads_output = true; break;
    case 'm': word = optarg; break;
    case 'a': arrivals = optarg; break;
    case 'b': case 'B': bare = optarg, bare_shell = option == 'B'; break;
    case 'k': capacity = atoi(optarg); break;
    default: return 64;
    }
  }
  int dashes = optind;
  while (dashes < count && strcmp(arguments[dashes], "--") != 0) dashes++;
  if (dashes - optind < 1 || dashes + 1 >= count)
    return fprintf(stderr, "usage: play [options] NODE SEGMENT... -- PROGRAM...\n"), 64;
  const char *node = arguments[optind];
  unlink(node);
  if (mkfifo(node, 0600) < 0) die("mkfifo %s: %s", node, strerror(errno));
  node_fd = open(node, O_RDWR | O_CLOEXEC);
  if (arrivals) {
    unlink(arrivals);
    if (mkfifo(arrivals, 0600) < 0) die("mkfifo %s: %s", arrivals, strerror(errno));
    arrivals_fd = open(arrivals, O_RDWR | O_CLOEXEC);
    setenv("ARRIVED", arrivals, 1);
  }
  setenv("FAKENODE", node, 1);
  if (getenv("PRELOAD")) setenv("LD_PRELOAD", getenv("PRELOAD"), 1);

  long long begun = now(CLOCK_MONOTONIC);
  start(arguments + dashes + 1, node);
  char text[20];
  snprintf(text, sizeof text, "%d", program);
  unsetenv("LD_PRELOAD");
  setenv("PID", text, 1);
  await_start(begun);
  fflush(stdout);
  clock_of_frames = now(CLOCK_MONOTONIC) + LEAD;
  for (int i = optind + 1; i < dashes; i++) run_segment(arguments[i]);
  kill(program, SIGTERM);
  int status;
  waitpid(program, &status, 0);
  return 0;
}
