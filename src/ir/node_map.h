/**
 * @file
 * Sets of nodes, and maps from nodes to pointers and to numbers.
 *
 * Nodes count by their number within the program, so that all nodes of one container are of one program and
 * nothing depends on addresses. There is no iteration: who needs an order keeps a list beside it.
 */
#ifndef XB_IR_NODE_MAP_H
#define XB_IR_NODE_MAP_H

#include "base/map.h"
#include "ir/node.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A set of nodes. All zero is an empty set. */
typedef struct xb_node_set {
    xb_map members; /**< private */
} xb_node_set;

/** Whether a set has no members. */
static inline bool xb_node_set_is_empty(const xb_node_set *set)
{
    return set->members.count == 0;
}

/** Whether a node is in a set. */
static inline bool xb_node_set_has(const xb_node_set *set, const xb_node *node)
{
    return xb_map_get(&set->members, node->index, 0) != NULL;
}

/** Adds a node. @return whether it was not in the set before */
static inline bool xb_node_set_add(xb_arena *arena, xb_node_set *set, const xb_node *node)
{
    size_t count = set->members.count;
    xb_map_put(arena, &set->members, node->index, 0, node);
    return set->members.count > count;
}

/** A map from nodes to pointers, which are kept as they are: what they point to is not copied. All zero is an
 * empty map. */
typedef struct xb_node_map {
    xb_map values; /**< private */
} xb_node_map;

/** Whether no node has a value. */
static inline bool xb_node_map_is_empty(const xb_node_map *map)
{
    return map->values.count == 0;
}

/** The value of a node, or NULL. */
static inline void *xb_node_map_get(const xb_node_map *map, const xb_node *node)
{
    return xb_map_get(&map->values, node->index, 0);
}

/** Sets the value of a node; it must not be NULL. Replaces an earlier value. */
static inline void xb_node_map_put(xb_arena *arena, xb_node_map *map, const xb_node *node, const void *value)
{
    xb_map_put(arena, &map->values, node->index, 0, value);
}

/** The value of a node: if it has none it gets zeroed memory of a size, such as an empty xb_list. */
static inline void *xb_node_map_make(xb_arena *arena, xb_node_map *map, const xb_node *node, size_t size)
{
    void *value = xb_node_map_get(map, node);
    if (!value) {
        value = xb_arena_alloc(arena, size);
        xb_node_map_put(arena, map, node, value);
    }
    return value;
}

/** A map from nodes to numbers below XB_NO_NUMBER. All zero is an empty map. */
typedef struct xb_node_numbers {
    xb_map successors; /**< private: what is not there is 0 */
} xb_node_numbers;

/** The number of a node that has none; equal to XB_GRAPH_NONE. */
#define XB_NO_NUMBER UINT32_MAX

/** Makes room for so many nodes in an empty map. */
static inline void xb_node_numbers_reserve(xb_arena *arena, xb_node_numbers *numbers, size_t count)
{
    xb_map_reserve(arena, &numbers->successors, count);
}

/** The number of a node, or XB_NO_NUMBER. */
static inline uint32_t xb_node_numbers_get(const xb_node_numbers *numbers, const xb_node *node)
{
    return (uint32_t)(uintptr_t)xb_map_get(&numbers->successors, node->index, 0) - 1;
}

/** Sets the number of a node. Replaces an earlier number. */
static inline void xb_node_numbers_put(xb_arena *arena, xb_node_numbers *numbers, const xb_node *node,
                                       uint32_t number)
{
    xb_map_put(arena, &numbers->successors, node->index, 0, (const void *)((uintptr_t)number + 1));
}

#ifdef __cplusplus
}
#endif

#endif
