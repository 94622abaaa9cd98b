// Clibevdev: libevdev, which describes input devices and names their codes.
#include <libevdev/libevdev.h>
