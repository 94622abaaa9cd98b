// Cexpat: libexpat, which reads XML.
#include <expat.h>
