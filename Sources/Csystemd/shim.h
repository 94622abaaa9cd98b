// Csystemd: libsystemd, for its D-Bus.
#include <systemd/sd-bus.h>
