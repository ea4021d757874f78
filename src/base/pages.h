/**
 * @file
 * Memory of the system in large pieces, of whole pages.
 */
#ifndef XB_BASE_PAGES_H
#define XB_BASE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/** Bytes of a large page: what the system maps in one step where it can. */
enum { XB_PAGES_LARGE = 2 * 1024 * 1024 };

/**
 * A piece of zeroed memory, aligned for anything.
 * @param size bytes, at least one
 * @param whole whether all of it is going to be written soon
 * @return the piece; NULL if memory ran out
 */
void *xb_pages_get(size_t size, bool whole);

/**
 * Makes a piece larger. Where the system can, nothing is copied: the same pages stand at other addresses.
 * @param pages the piece, which is gone after that
 * @param size how large it was made
 * @return the piece, with zeroes at its end; NULL if memory ran out: then it stays as it is
 */
void *xb_pages_enlarge(void *pages, size_t size, size_t larger);

/** Gives a piece back to the system. @param size how large it was made */
void xb_pages_free(void *pages, size_t size);

#endif
