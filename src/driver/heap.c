/*
 * The GNU C library gives large pieces of memory back when they are freed, but from then on takes pieces of
 * that size from its heap, where holes remain: of what a large program takes to be transformed, some seven
 * per cent. A threshold that is set stays.
 */
#include "driver/heap.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#ifdef HAVE_MALLOPT
#include <malloc.h>
#endif

void return_freed_blocks(void)
{
#ifdef HAVE_MALLOPT
    enum { THRESHOLD = 128 * 1024 };
    mallopt(M_MMAP_THRESHOLD, THRESHOLD);
#endif
}
