#include <stdlib.h>

#include "internal.h"

enum { PAGE = 4096 };

void *ti_allocate_page(size_t size) {
  void *block;
  return posix_memalign(&block, PAGE, size) == 0 ? block : NULL;
}
