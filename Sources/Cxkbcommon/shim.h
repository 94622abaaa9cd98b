// Cxkbcommon: libxkbcommon, which knows keyboard layouts.
#include <xkbcommon/xkbcommon.h>
