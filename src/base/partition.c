/*
 * Each number refers to a lower one of its class; the least refers to itself.
 */
#include "base/partition.h"

uint32_t *xb_partition_create(xb_arena *arena, size_t count)
{
    uint32_t *partition = xb_arena_array(arena, count, sizeof *partition);
    for (size_t i = 0; i < count; i++)
        partition[i] = (uint32_t)i;
    return partition;
}

uint32_t xb_partition_find(uint32_t *partition, uint32_t number)
{
    while (partition[number] != number)
        number = partition[number] = partition[partition[number]];
    return number;
}

void xb_partition_unite(uint32_t *partition, uint32_t a, uint32_t b)
{
    a = xb_partition_find(partition, a);
    b = xb_partition_find(partition, b);
    partition[a < b ? b : a] = a < b ? a : b;
}
