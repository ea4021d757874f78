/*
 * Doubling growth: small abandoned halves stay in the arena, large ones are given back. There is room for one
 * element at first, since most arrays of a program (ranges of alias sets, statements of chains, terms of
 * propagations) never get another one.
 */
#include "base/vector.h"

#include <stdint.h>

enum { SECOND_CAPACITY = 4 };

static void *enlarged(xb_arena *arena, void *items, uint32_t *capacity, size_t larger, size_t size)
{
    if (larger > UINT32_MAX)
        xb_fail(xb_arena_failure(arena));
    items = xb_arena_enlarge(arena, items, *capacity, larger, size);
    *capacity = (uint32_t)larger;
    return items;
}

static size_t larger_than(size_t capacity)
{
    return capacity == 0 ? 1 : capacity < SECOND_CAPACITY ? SECOND_CAPACITY : capacity * 2;
}

void xb_vector_reserve(xb_arena *arena, xb_vector *vector, size_t capacity, size_t size)
{
    if (capacity > vector->capacity)
        vector->items = enlarged(arena, vector->items, &vector->capacity, capacity, size);
}

void xb_vector_grow(xb_arena *arena, xb_vector *vector, size_t size)
{
    xb_vector_reserve(arena, vector, larger_than(vector->capacity), size);
}

void xb_list_reserve(xb_arena *arena, xb_list *list, size_t capacity)
{
    if (capacity > list->capacity)
        list->items = enlarged(arena, list->items, &list->capacity, capacity, sizeof(void *));
}

void xb_list_grow(xb_arena *arena, xb_list *list)
{
    xb_list_reserve(arena, list, larger_than(list->capacity));
}

bool xb_list_has(const xb_list *list, const void *item)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == item)
            return true;
    return false;
}

void xb_list_append_all(xb_arena *arena, xb_list *list, const xb_list *more)
{
    size_t count = more->count; /* more may be list itself */
    if (list->count == 0)
        xb_list_reserve(arena, list, count);
    for (size_t i = 0; i < count; i++)
        xb_list_append(arena, list, more->items[i]);
}
