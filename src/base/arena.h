/**
 * @file
 * Memory that is freed all at once.
 *
 * An arena hands out zeroed, suitably aligned memory by advancing a pointer. Single allocations are never
 * freed; a scratch arena is reset when one piece of work (a basic block, an elimination) is done.
 */
#ifndef XB_BASE_ARENA_H
#define XB_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include "base/failure.h"

/** An arena. */
typedef struct xb_arena xb_arena;

/**
 * Creates an empty arena.
 * @param failure where allocations that fail jump to (see failure.h); must live as long as the arena
 * @return the arena, owned by the caller; NULL if memory ran out
 */
xb_arena *xb_arena_create(xb_failure *failure);

/** Frees an arena and everything that was allocated from it; NULL is allowed. */
void xb_arena_destroy(xb_arena *arena);

/** Frees everything that was allocated, keeping the arena (and one block of memory) for more. */
void xb_arena_reset(xb_arena *arena);

/** Allocates size bytes, zeroed and aligned for any type. Never NULL; see failure.h. */
void *xb_arena_alloc(xb_arena *arena, size_t size);

/** Allocates an array of count zeroed elements of size bytes each; an overflow counts as lack of memory. */
void *xb_arena_array(xb_arena *arena, size_t count, size_t size);

/** Copies length bytes of text and terminates the copy with a zero byte. */
char *xb_arena_copy_text(xb_arena *arena, const char *text, size_t length);

/** Formats as printf does, into memory of the arena. */
char *xb_arena_format(xb_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Formats as vprintf does, into memory of the arena. */
char *xb_arena_vformat(xb_arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/** Bytes that the arena holds of the system, used or not. */
size_t xb_arena_size(const xb_arena *arena);

/** The failure point that the arena was created with. */
xb_failure *xb_arena_failure(const xb_arena *arena);

#endif
