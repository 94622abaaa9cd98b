// A preload library that makes a FIFO look like a touchscreen, so that unmodified programs read generated input:
//
//     FAKENODE=/somewhere/event63 LD_PRELOAD=fakenode.so lisgd -d /somewhere/event63 …
//
// FAKENODE_PANEL=4095x2559@20 describes the panel: the largest coordinates, and units per mm.
// The library answers evdev's ioctls for a panel with ten slots, stat for the node, and libudev for a machine with only this
// device. Reading and waiting are the kernel's own: none of this code runs for a frame.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 10, MINOR = 127 };
static const char *node(void) { return getenv("FAKENODE"); }

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

// The program's children must not load this library, as they are compared with children that are started without it. Tools that
// run the program, such as valgrind, must pass it on: only the program itself removes it.
__attribute__((constructor)) static void stay_alone(void) {
  const char *program = getenv("FAKENODE_PROGRAM");
  if (program && strcmp(program, program_invocation_short_name) == 0) unsetenv("LD_PRELOAD");
}

// ---- What valgrind lacks --------------------------------------------------------------------------------------------

// valgrind 3.19 has no pidfd_open, without which the daemon starts no programs. The end of a program is not noticed then. All other calls
// go straight on, by a jump, as some of them come with each frame.
typedef long system_call(long number, long a, long b, long c, long d, long e, long f);
static system_call find_real;
static system_call *real = find_real;

static long find_real(long number, long a, long b, long c, long d, long e, long f) {
  real = next("syscall");
  return real(number, a, b, c, d, e, f);
}

__attribute__((noinline)) static long open_pidfd(long process, long flags) {
  long result = real(SYS_pidfd_open, process, flags, 0, 0, 0, 0);
  return result < 0 && errno == ENOSYS ? eventfd(0, EFD_CLOEXEC) : result;
}

system_call syscall_but_pidfd __asm__("syscall");
long syscall_but_pidfd(long number, long a, long b, long c, long d, long e, long f) {
  return number == SYS_pidfd_open ? open_pidfd(a, b) : real(number, a, b, c, d, e, f);
}

// ---- The node -------------------------------------------------------------------------------------------------------

static void disguise(struct stat *status) {
  static struct stat fifo;
  static int (*real)(const char *, struct stat *);
  if (!node() || !S_ISFIFO(status->st_mode)) return;
  if (!real) real = next("stat");
  if (!fifo.st_ino) real(node(), &fifo);
  if (status->st_ino != fifo.st_ino || status->st_dev != fifo.st_dev) return;
  status->st_mode = S_IFCHR | 0660;
  status->st_rdev = makedev(13, MINOR);
}

int stat(const char *path, struct stat *status) {
  static int (*real)(const char *, struct stat *);
  if (!real) real = next("stat");
  int result = real(path, status);
  if (result == 0) disguise(status);
  return result;
}
int stat64(const char *path, struct stat64 *status) { return stat(path, (struct stat *)status); }

int fstat(int fd, struct stat *status) {
  static int (*real)(int, struct stat *);
  if (!real) real = next("fstat");
  int result = real(fd, status);
  if (result == 0) disguise(status);
  return result;
}
int fstat64(int fd, struct stat64 *status) { return fstat(fd, (struct stat *)status); }

// ---- The panel ------------------------------------------------------------------------------------------------------

// The largest coordinates and the units per mm of a panel of 204.75 × 127.95 mm, or of the one that the environment describes.
static int last_x = 4095, last_y = 2559, units = 20;

__attribute__((constructor)) static void take_description(void) {
  const char *description = getenv("FAKENODE_PANEL");
  if (description && sscanf(description, "%dx%d@%d", &last_x, &last_y, &units) != 3) abort();
}

static bool axis(unsigned code, struct input_absinfo *info) {
  switch (code) {
  case ABS_X:
  case ABS_MT_POSITION_X: *info = (struct input_absinfo){.maximum = last_x, .resolution = units}; return true;
  case ABS_Y:
  case ABS_MT_POSITION_Y: *info = (struct input_absinfo){.maximum = last_y, .resolution = units}; return true;
  case ABS_MT_SLOT: *info = (struct input_absinfo){.maximum = SLOTS - 1}; return true;
  case ABS_MT_TRACKING_ID: *info = (struct input_absinfo){.maximum = 65535}; return true;
  default: return false;
  }
}

static void set(unsigned char *bits, size_t size, unsigned code) {
  if (code / 8 < size) bits[code / 8] |= (unsigned char)(1u << (code % 8));
}

static int text(char *to, size_t size, const char *from) { return snprintf(to, size, "%s", from) + 1; }

static int describe(unsigned type, unsigned char *bits, size_t size) {
  struct input_absinfo unused;
  memset(bits, 0, size);
  if (type == 0) set(bits, size, EV_SYN), set(bits, size, EV_KEY), set(bits, size, EV_ABS);
  if (type == EV_KEY) set(bits, size, BTN_TOUCH);
  for (unsigned code = 0; type == EV_ABS && code < ABS_CNT; code++)
    if (axis(code, &unused)) set(bits, size, code);
  return (int)size;
}

// Reports to the parent process that the panel is open: all programs set its clock as the last step of opening it.
static void tell_opened(void) {
  const char *descriptor = getenv("FAKENODE_OPENED");
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long time = now.tv_sec * 1000000000LL + now.tv_nsec;
  if (descriptor && write(atoi(descriptor), &time, sizeof time) < 0) return;
}

static int answer(unsigned long request, void *argument) {
  unsigned number = _IOC_NR(request);
  size_t size = _IOC_SIZE(request);
  if (request == EVIOCGRAB) return 0;
  if (number == _IOC_NR(EVIOCSMASK)) return errno = EINVAL, -1;  // the reader gets every event, as from an old kernel
  if (request == EVIOCSCLOCKID) return tell_opened(), 0;
  if (_IOC_DIR(request) != _IOC_READ) return errno = EINVAL, -1;
  memset(argument, 0, request == EVIOCGMTSLOTS(size) ? 0 : size);
  if (request == EVIOCGVERSION) return *(int *)argument = EV_VERSION, 0;
  if (request == EVIOCGID) return *(struct input_id *)argument = (struct input_id){BUS_USB, 1, 1, 1}, 0;
  if (number == _IOC_NR(EVIOCGNAME(0))) return text(argument, size, "Generated panel");
  if (number == _IOC_NR(EVIOCGPHYS(0))) return text(argument, size, "generated/input0");
  if (number == _IOC_NR(EVIOCGUNIQ(0))) return errno = ENOENT, -1;
  if (number == _IOC_NR(EVIOCGPROP(0))) return set(argument, size, INPUT_PROP_DIRECT), (int)size;
  if (number >= 0x20 && number < 0x20 + EV_CNT) return describe(number - 0x20, argument, size);
  if (number >= 0x40 && number < 0x40 + ABS_CNT)
    return axis(number - 0x40, argument) ? 0 : (errno = EINVAL, -1);
  if (number == _IOC_NR(EVIOCGMTSLOTS(0))) {
    int *slots = argument;
    for (size_t i = 1; i < size / sizeof *slots; i++) slots[i] = slots[0] == ABS_MT_TRACKING_ID ? -1 : 0;
  }
  return (int)size;
}

// The clone of an intercepted panel is /dev/null: writing to it costs little more than the system call.
int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (!real) real = next("open");
  return real(node() && strcmp(path, "/dev/uinput") == 0 ? "/dev/null" : path, flags, mode);
}
int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static int answer_of_clone(unsigned long request, char *argument) {
  if (_IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(0))) return text(argument, _IOC_SIZE(request), "input64");
  return 0;
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, ...);
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (node() && _IOC_TYPE(request) == 'E') return answer(request, argument);
  if (node() && _IOC_TYPE(request) == UINPUT_IOCTL_BASE) return answer_of_clone(request, argument);
  if (!real) real = next("ioctl");
  return real(fd, request, argument);
}

// ---- The machine's devices ------------------------------------------------------------------------------------------

#define SYSPATH "/sys/devices/virtual/input/input63/event63"
struct udev { int unused; };
struct udev_device { const char *syspath; };
struct udev_enumerate { int unused; };
struct udev_monitor { int fd; };
struct udev_list_entry { const char *name; };

static struct udev machine;
static struct udev_device panel = {SYSPATH}, board = {"/sys/devices/virtual/dmi/id"};
static struct udev_enumerate enumeration;
static struct udev_monitor monitor = {-1};
static struct udev_list_entry entry = {SYSPATH};

struct udev *udev_new(void) { return &machine; }
struct udev *udev_ref(struct udev *udev) { return udev; }
struct udev *udev_unref(struct udev *udev) { return (void)udev, NULL; }

struct udev_enumerate *udev_enumerate_new(struct udev *udev) { return (void)udev, &enumeration; }
struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *it) { return (void)it, NULL; }
int udev_enumerate_add_match_subsystem(struct udev_enumerate *it, const char *name) { return (void)it, (void)name, 0; }
int udev_enumerate_add_match_sysname(struct udev_enumerate *it, const char *name) { return (void)it, (void)name, 0; }
int udev_enumerate_scan_devices(struct udev_enumerate *it) { return (void)it, 0; }
struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *it) { return (void)it, &entry; }
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *it) { return (void)it, NULL; }
const char *udev_list_entry_get_name(struct udev_list_entry *it) { return it->name; }

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
  (void)udev, (void)name;
  monitor.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return &monitor;
}
struct udev_monitor *udev_monitor_unref(struct udev_monitor *it) { return (void)it, NULL; }
int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *it, const char *a, const char *b) {
  return (void)it, (void)a, (void)b, 0;
}
int udev_monitor_enable_receiving(struct udev_monitor *it) { return (void)it, 0; }
int udev_monitor_set_receive_buffer_size(struct udev_monitor *it, int size) { return (void)it, (void)size, 0; }
int udev_monitor_get_fd(struct udev_monitor *it) { return it->fd; }
struct udev_device *udev_monitor_receive_device(struct udev_monitor *it) { return (void)it, NULL; }

struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) {
  return (void)udev, type == 'c' && minor(number) == MINOR ? &panel : NULL;
}
struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
  (void)udev;
  return strcmp(path, SYSPATH) == 0 ? &panel : strstr(path, "dmi/id") ? &board : NULL;
}
struct udev_device *udev_device_ref(struct udev_device *it) { return it; }
struct udev_device *udev_device_unref(struct udev_device *it) { return (void)it, NULL; }
struct udev *udev_device_get_udev(struct udev_device *it) { return (void)it, &machine; }
struct udev_device *udev_device_get_parent(struct udev_device *it) { return (void)it, NULL; }
struct udev_device *udev_device_get_parent_with_subsystem_devtype(
  struct udev_device *it, const char *subsystem, const char *type) {
  return (void)it, (void)subsystem, (void)type, NULL;
}
int udev_device_get_is_initialized(struct udev_device *it) { return (void)it, 1; }
const char *udev_device_get_action(struct udev_device *it) { return (void)it, NULL; }
const char *udev_device_get_devnode(struct udev_device *it) { return it == &panel ? node() : NULL; }
const char *udev_device_get_syspath(struct udev_device *it) { return it->syspath; }
const char *udev_device_get_sysname(struct udev_device *it) { return strrchr(it->syspath, '/') + 1; }
const char *udev_device_get_property_value(struct udev_device *it, const char *name) {
  if (it == &board) return strcmp(name, "MODALIAS") == 0 ? "dmi:generated" : NULL;
  bool is_touchscreen = strcmp(name, "ID_INPUT") == 0 || strcmp(name, "ID_INPUT_TOUCHSCREEN") == 0;
  return is_touchscreen ? "1" : NULL;
}
