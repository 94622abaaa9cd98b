// Cwayland: libwayland-client, which speaks with a compositor.
#include <wayland-client.h>
