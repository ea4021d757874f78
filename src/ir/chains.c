/*
 * Chains are sorted by name index once; queries count members inside and outside of a block by the places
 * of the statements there, never by the text of their ids. The empty id has index 0 and therefore sorts
 * first.
 */
#include "ir/chains.h"

#include <stdlib.h>

/* As with alias sets, a chain nearly always stands at the place that its key says; the others are in the map.
 */
static xb_chain *find(const xb_chain_map *map, uint32_t key)
{
    xb_chain *chain = key < map->chains.count ? map->chains.items[key] : NULL;
    return chain && chain->key == key ? chain : xb_map_get(&map->by_key, key, 0);
}

xb_chain *xb_chain_map_add(xb_arena *arena, xb_chain_map *map, uint32_t key)
{
    if (find(map, key))
        return NULL;
    xb_chain *chain = xb_arena_alloc(arena, sizeof *chain);
    chain->key = key;
    if (key != map->chains.count)
        xb_map_put(arena, &map->by_key, key, 0, chain);
    xb_list_append(arena, &map->chains, chain);
    return chain;
}

const xb_chain *xb_chain_find(const xb_chain_map *map, uint32_t key)
{
    return key ? find(map, key) : NULL;
}

const xb_chain *xb_chain_telling(const xb_chain_map *map, uint32_t key)
{
    const xb_chain *chain = xb_chain_find(map, key);
    return chain && chain->sorted_count > 0 ? chain : NULL;
}

static int compare_names(const void *x, const void *y)
{
    const xb_name *a = *(const xb_name *const *)x, *b = *(const xb_name *const *)y;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void finish_chain(xb_arena *arena, xb_chain *chain)
{
    size_t count = chain->ids.count;
    const xb_name **sorted = xb_arena_array(arena, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = chain->ids.items[i];
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, compare_names);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (distinct == 0 || sorted[i] != sorted[distinct - 1])
            sorted[distinct++] = sorted[i];
    chain->sorted = sorted;
    chain->sorted_count = distinct;
}

void xb_chain_map_finish(xb_arena *arena, xb_chain_map *map)
{
    for (size_t i = 0; i < map->chains.count; i++)
        finish_chain(arena, map->chains.items[i]);
}

bool xb_chain_contains(const xb_chain *chain, const xb_name *id)
{
    size_t low = 0, high = chain->sorted_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t index = chain->sorted[middle]->index;
        if (index == id->index)
            return true;
        if (index < id->index)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

void xb_statement_order_append(xb_statement_order *order, const xb_name *id)
{
    size_t place = order->count++;
    if (id->length == 0 || xb_map_get(&order->places, id->index, 0))
        return;
    xb_map_put(order->arena, &order->places, id->index, 0, (const void *)(uintptr_t)(place + 1));
}

size_t xb_statement_order_place(const xb_statement_order *order, const xb_name *id)
{
    /* What the map has not is 0, and 0 - 1 is SIZE_MAX. */
    return (size_t)(uintptr_t)xb_map_get(&order->places, id->index, 0) - 1;
}

bool xb_uses_come_after(const xb_chain *chain, const xb_statement_order *order, size_t place)
{
    for (size_t i = 0; i < chain->sorted_count; i++) {
        size_t use = xb_statement_order_place(order, chain->sorted[i]);
        if (use == SIZE_MAX || use <= place)
            return false;
    }
    return true;
}
