/**
 * @file
 * A hash table from pairs of 64-bit keys to pointers, in an arena.
 *
 * Keys are numbers (name indices, node indices), so that the order of insertion and the content never depend
 * on addresses. Values are pointers that are kept as they are, not copied: what they point to must live as
 * long as it may be asked for. There is no iteration: who needs an order keeps a list beside the map.
 */
#ifndef XB_BASE_MAP_H
#define XB_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct xb_map_entry xb_map_entry;

/** A map. All zero is an empty map. */
typedef struct xb_map {
    xb_map_entry *entries; /**< private */
    size_t capacity;       /**< private */
    size_t count;          /**< number of keys */
} xb_map;

/** The value of key (a, b), or NULL. */
void *xb_map_get(const xb_map *map, uint64_t a, uint64_t b);

/** Makes room for so many keys in an empty map, which then need not be moved as it fills. */
void xb_map_reserve(xb_arena *arena, xb_map *map, size_t count);

/** Sets the value of key (a, b); value must not be NULL. Replaces an earlier value. */
void xb_map_put(xb_arena *arena, xb_map *map, uint64_t a, uint64_t b, const void *value);

#ifdef __cplusplus
}
#endif

#endif
