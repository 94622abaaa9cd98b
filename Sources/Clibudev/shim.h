// Clibudev: libudev, which finds devices and reports those that come and go.
#include <libudev.h>
