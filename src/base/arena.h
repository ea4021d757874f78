/**
 * @file
 * Memory that is freed all at once.
 *
 * An arena hands out zeroed, suitably aligned memory by advancing a pointer. Single allocations are never
 * freed, except large arrays that have been replaced by larger ones; a scratch arena is reset, or released to
 * a mark, when one piece of work (a basic block, an elimination) is done.
 */
#ifndef XB_BASE_ARENA_H
#define XB_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/** A state of an arena to return to. */
typedef struct xb_arena_mark {
    void *block;          /**< private */
    size_t used;          /**< private */
    uint64_t large_count; /**< private */
} xb_arena_mark;

/** The state of an arena now. */
xb_arena_mark xb_arena_mark_now(const xb_arena *arena);

/**
 * Frees everything that was allocated since the mark was taken. Beware of growing arrays (vector.h, map.h)
 * that are older than the mark: what they have grown into is newer.
 * @param mark of this arena, with no reset and no release to an older mark since
 */
void xb_arena_release(xb_arena *arena, xb_arena_mark mark);

/**
 * Allocates size bytes, zeroed and aligned for pointers and for integers and floating numbers of up to 64
 * bits. Never NULL; see failure.h.
 */
void *xb_arena_alloc(xb_arena *arena, size_t size);

/** Allocates an array of count zeroed elements of size bytes each; an overflow counts as lack of memory. */
void *xb_arena_array(xb_arena *arena, size_t count, size_t size);

/**
 * Makes an array larger, and moves it if need be. Elements that are added are zero; what the array was is
 * given back, and a large one is not copied.
 * @param items what xb_arena_array() or this function returned; anything if count is 0
 * @param count number of elements that the array has room for
 * @param larger how many it is to have room for, not less
 * @param size bytes of an element
 */
void *xb_arena_enlarge(xb_arena *arena, void *items, size_t count, size_t larger, size_t size);

/**
 * Says that memory is not needed any more, as when an array has been copied to a larger one. Large pieces are
 * freed at once, small ones with the arena.
 * @param memory what xb_arena_alloc() or xb_arena_array() returned; NULL is allowed if size is 0
 * @param size the size that was asked for
 */
void xb_arena_give_back(xb_arena *arena, void *memory, size_t size);

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

#ifdef __cplusplus
}
#endif

#endif
