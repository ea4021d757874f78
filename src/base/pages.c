/*
 * Linux moves pages by changing its tables. Elsewhere, and where a sanitizer watches over each piece, memory
 * comes from the C library and is copied.
 */
#define _GNU_SOURCE /* mremap() */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/pages.h"

#if defined(HAVE_MREMAP) && !defined(__SANITIZE_ADDRESS__)

#include <sys/mman.h>

static void *piece(void *mapped)
{
    return mapped == MAP_FAILED ? NULL : mapped;
}

void *xb_pages_get(size_t size)
{
    return piece(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

void *xb_pages_enlarge(void *pages, size_t size, size_t larger)
{
    return piece(mremap(pages, size, larger, MREMAP_MAYMOVE));
}

void xb_pages_free(void *pages, size_t size)
{
    munmap(pages, size);
}

#else

#include <stdlib.h>
#include <string.h>

void *xb_pages_get(size_t size)
{
    return calloc(1, size);
}

void *xb_pages_enlarge(void *pages, size_t size, size_t larger)
{
    void *fresh = calloc(1, larger);
    if (!fresh)
        return NULL;
    memcpy(fresh, pages, size);
    free(pages);
    return fresh;
}

void xb_pages_free(void *pages, size_t size)
{
    (void)size;
    free(pages);
}

#endif
