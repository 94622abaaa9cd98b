// motor [NAME]: makes a uinput device that can rumble and is not a touchscreen. Prints "ready" on standard output when the device is
// there, then "play MAGNITUDE MILLISECONDS" for each effect that it is asked to play.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_EFFECTS = 8 };

int main(int count, char *words[]) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .ff_effects_max = MOST_EFFECTS};
  strncpy(setup.name, count > 1 ? words[1] : "Motor", sizeof setup.name - 1);
  if (fd < 0 || ioctl(fd, UI_SET_EVBIT, EV_FF) || ioctl(fd, UI_SET_FFBIT, FF_RUMBLE) ||
      ioctl(fd, UI_DEV_SETUP, &setup) || ioctl(fd, UI_DEV_CREATE)) {
    perror("motor");
    return 1;
  }
  puts("ready");
  struct ff_effect effects[MOST_EFFECTS] = {0};
  struct input_event event;
  while (read(fd, &event, sizeof event) == sizeof event) {
    if (event.type == EV_UINPUT && event.code == UI_FF_UPLOAD) {
      struct uinput_ff_upload upload = {.request_id = (unsigned)event.value};
      ioctl(fd, UI_BEGIN_FF_UPLOAD, &upload);
      effects[upload.effect.id % MOST_EFFECTS] = upload.effect;
      upload.retval = 0;
      ioctl(fd, UI_END_FF_UPLOAD, &upload);
    } else if (event.type == EV_UINPUT && event.code == UI_FF_ERASE) {
      struct uinput_ff_erase erase = {.request_id = (unsigned)event.value};
      ioctl(fd, UI_BEGIN_FF_ERASE, &erase);
      erase.retval = 0;
      ioctl(fd, UI_END_FF_ERASE, &erase);
    } else if (event.type == EV_FF && event.code < MOST_EFFECTS && event.value) {
      const struct ff_effect *effect = &effects[event.code];
      printf("play %d %d\n", effect->u.rumble.strong_magnitude, effect->replay.length);
    }
  }
  return 0;
}
