/*
 * Open addressing with linear probing; the two halves of the key are mixed by the finaliser of splitmix64
 * (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Keys are numbers of things that
 * mostly come one after the other: four in a row are neighbours in memory, too.
 */
#include "base/map.h"

#include <stdbool.h>
#include <string.h>

struct xb_map_entry {
    uint64_t a, b;
    void *value;
};

enum { FIRST_CAPACITY = 8, ROW = 4 };

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t z = a + 0x9e3779b97f4a7c15u * (b + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static xb_map_entry *find(const xb_map *map, uint64_t a, uint64_t b)
{
    size_t mask = map->capacity - 1;
    for (size_t i = (mix(a / ROW, b) + a % ROW) & mask;; i = (i + 1) & mask) {
        xb_map_entry *entry = &map->entries[i];
        if (!entry->value || (entry->a == a && entry->b == b))
            return entry;
    }
}

void *xb_map_get(const xb_map *map, uint64_t a, uint64_t b)
{
    return map->capacity ? find(map, a, b)->value : NULL;
}

/* A page of new memory that is read before it is written to is made ready twice. */
static void write_to_pages(xb_map_entry *entries, size_t capacity)
{
    enum { PAGE = 4096 / sizeof *entries };
    for (size_t i = 0; i < capacity; i += PAGE)
        entries[i].value = NULL;
}

static bool is_full(size_t count, size_t capacity)
{
    return count >= capacity / 4 * 3;
}

static void move(xb_arena *arena, xb_map *map, size_t capacity)
{
    xb_map old = *map;
    /* May jump: until it returns the map must be whole. */
    map->entries = xb_arena_array(arena, capacity, sizeof *map->entries);
    map->capacity = capacity;
    write_to_pages(map->entries, capacity);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].value)
            *find(map, old.entries[i].a, old.entries[i].b) = old.entries[i];
    xb_arena_give_back(arena, old.entries, old.capacity * sizeof *old.entries);
}

void xb_map_reserve(xb_arena *arena, xb_map *map, size_t count)
{
    size_t capacity = FIRST_CAPACITY;
    while (is_full(count, capacity))
        capacity *= 2;
    move(arena, map, capacity);
}

void xb_map_put(xb_arena *arena, xb_map *map, uint64_t a, uint64_t b, const void *value)
{
    if (is_full(map->count, map->capacity) && !xb_map_get(map, a, b))
        move(arena, map, map->capacity ? map->capacity * 2 : FIRST_CAPACITY);
    xb_map_entry *entry = find(map, a, b);
    if (!entry->value)
        map->count++;
    entry->a = a;
    entry->b = b;
    memcpy(&entry->value, &value, sizeof value);
}
