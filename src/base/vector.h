/**
 * @file
 * Growing arrays in an arena. An array that has grown is somewhere else, and what it was before may be gone:
 * copies of the structure that share the items must not outlive that. More than UINT32_MAX elements count as
 * lack of memory.
 */
#ifndef XB_BASE_VECTOR_H
#define XB_BASE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A growing array of elements of one size. All zero is an empty vector. */
typedef struct xb_vector {
    void *items;       /**< the elements; moves when the vector grows */
    uint32_t count;    /**< number of elements */
    uint32_t capacity; /**< number of elements that fit without growing */
} xb_vector;

/** Makes room for at least one element more. @param size bytes of an element */
void xb_vector_grow(xb_arena *arena, xb_vector *vector, size_t size);

/**
 * Appends one element: zeroed, unless it comes in the place of one that was taken out by lowering the count.
 * @param size bytes of an element, the same at each call
 * @return the new element; valid until the next push
 */
static inline void *xb_vector_push(xb_arena *arena, xb_vector *vector, size_t size)
{
    if (vector->count == vector->capacity)
        xb_vector_grow(arena, vector, size);
    return (char *)vector->items + vector->count++ * size;
}

/**
 * Makes room for this many elements in all, so that pushing up to there moves nothing.
 * @param size bytes of an element
 */
void xb_vector_reserve(xb_arena *arena, xb_vector *vector, size_t capacity, size_t size);

/** A growing array of pointers, which are kept as they are: what they point to is not copied. All zero is an
 * empty list. */
typedef struct xb_list {
    void **items;      /**< the pointers */
    uint32_t count;    /**< number of pointers */
    uint32_t capacity; /**< number of pointers that fit without growing */
} xb_list;

/** Makes room for this many pointers in all. */
void xb_list_reserve(xb_arena *arena, xb_list *list, size_t capacity);

/** Makes room for at least one pointer more. */
void xb_list_grow(xb_arena *arena, xb_list *list);

/** Appends a pointer. */
static inline void xb_list_append(xb_arena *arena, xb_list *list, const void *item)
{
    if (list->count == list->capacity)
        xb_list_grow(arena, list);
    /* Lists hold nodes for readers and for builders alike; const is a matter of who reads. */
    memcpy(&list->items[list->count++], &item, sizeof item);
}

/** Whether a list has a pointer. Takes time linear in its length. */
bool xb_list_has(const xb_list *list, const void *item);

/** Appends all pointers of another list. */
void xb_list_append_all(xb_arena *arena, xb_list *list, const xb_list *more);

#ifdef __cplusplus
}
#endif

#endif
