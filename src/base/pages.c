/*
 * Linux moves pages by changing its tables, and maps large pages where addresses are multiples of their size
 * and it is told that they are wanted. A page that is first touched costs a fault, which takes longer than to
 * fill the page; so faults are taken all at once, should the system have no large page. Elsewhere, and where
 * a sanitizer watches over each piece, memory comes from the C library and is copied.
 *
 * Pages are moved to a given place by the system call itself. Some libraries of communication (older
 * UCX, below MPI) put a function of four parameters in the place of mremap(), so that the pages go where the
 * fifth register happens to point.
 */
#define _GNU_SOURCE /* mremap() */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/pages.h"

#if defined(HAVE_MREMAP) && !defined(__SANITIZE_ADDRESS__)

#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *piece(void *mapped)
{
    return mapped == MAP_FAILED ? NULL : mapped;
}

static void *map(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* A piece that begins where a large page can, and consists of such pages as far as it goes. */
static void *map_large_pages(size_t size)
{
    enum { LARGE = XB_PAGES_LARGE };
    const size_t small = (size_t)sysconf(_SC_PAGESIZE), whole = (size + small - 1) / small * small;
    char *mapped = map(whole + LARGE);
    if (mapped == MAP_FAILED)
        return mapped;
    const size_t before = (LARGE - (uintptr_t)mapped % LARGE) % LARGE;
    if (before > 0)
        munmap(mapped, before);
    munmap(mapped + before + whole, LARGE - before);
    (void)madvise(mapped + before, size, MADV_HUGEPAGE);
    return mapped + before;
}

void *xb_pages_get(size_t size, bool whole)
{
    void *mapped = size < XB_PAGES_LARGE ? map(size) : map_large_pages(size);
#ifdef MADV_POPULATE_WRITE
    if (whole && size >= XB_PAGES_LARGE && mapped != MAP_FAILED)
        (void)madvise(mapped, size, MADV_POPULATE_WRITE);
#endif
    return piece(mapped);
}

static void *enlarge_by_small_pages(void *pages, size_t size, size_t larger)
{
    void *moved = mremap(pages, size, larger, MREMAP_MAYMOVE);
    if (moved != MAP_FAILED && size >= XB_PAGES_LARGE)
        (void)madvise(moved, larger, MADV_NOHUGEPAGE);
    return moved;
}

static bool move(void *pages, size_t size, size_t larger, void *place)
{
    return syscall(SYS_mremap, pages, size, larger, MREMAP_MAYMOVE | MREMAP_FIXED, place) != -1;
}

static void *enlarge_by_large_pages(void *pages, size_t size, size_t larger)
{
    void *place = map_large_pages(larger);
    if (place == MAP_FAILED)
        return place;
    if (!move(pages, size, larger, place)) {
        munmap(place, larger);
        return MAP_FAILED;
    }
    (void)madvise(place, larger, MADV_HUGEPAGE);
    return place;
}

/* What there is keeps its pages. What follows may not be needed to the end: as a large page it takes memory
 * all the same, so that is for what is much larger. */
void *xb_pages_enlarge(void *pages, size_t size, size_t larger)
{
    enum { MUCH_LARGER = 8 * XB_PAGES_LARGE };
    return piece(larger < MUCH_LARGER ? enlarge_by_small_pages(pages, size, larger)
                                      : enlarge_by_large_pages(pages, size, larger));
}

void xb_pages_free(void *pages, size_t size)
{
    munmap(pages, size);
}

#else

#include <stdlib.h>
#include <string.h>

void *xb_pages_get(size_t size, bool whole)
{
    (void)whole;
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
