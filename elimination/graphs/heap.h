/**
 * @file
 * A priority queue of small integers whose priorities may change.
 */
#ifndef XB_ELIMINATION_GRAPHS_HEAP_H
#define XB_ELIMINATION_GRAPHS_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/** A priority: lower comes first, high decides before low. */
typedef struct xb_priority {
    uint64_t high; /**< decides */
    uint64_t low;  /**< breaks ties; unless xb_heap.precedes does, equal priorities leave in no particular
                      order, so make it distinct */
} xb_priority;

typedef struct xb_heap_entry xb_heap_entry;

/** A heap. All zero is an empty heap. */
typedef struct xb_heap {
    xb_arena *arena; /**< where it grows; set it before the first use */
    bool (*precedes)(const void *context, uint32_t a,
                     uint32_t b); /**< decides between items of equal priority; NULL if nothing does. What it
                                     says of an item may change only while that is given a new priority */
    const void *context;          /**< for it */
    xb_heap_entry *entries;       /**< private */
    uint32_t *places;             /**< private */
    size_t count;                 /**< number of items in the heap */
    size_t capacity;              /**< private */
    size_t place_count;           /**< private */
} xb_heap;

/** Inserts an item, or changes its priority. Items should be small: the heap takes memory for the largest. */
void xb_heap_set(xb_heap *heap, uint32_t item, xb_priority priority);

/** Removes an item if it is there. */
void xb_heap_remove(xb_heap *heap, uint32_t item);

/**
 * Removes the item with the lowest priority.
 * @param priority receives its priority; may be NULL
 * @return the item; the heap must not be empty
 */
uint32_t xb_heap_pop(xb_heap *heap, xb_priority *priority);

/** Removes all items, in time proportional to their number. */
void xb_heap_clear(xb_heap *heap);

/** Removes all items and gives memory back; it will be taken again. */
void xb_heap_give_back(xb_heap *heap);

#endif
