/*
 * Doubling growth: the abandoned halves stay in the arena, at most as much again as is in use.
 */
#include "base/vector.h"

#include <stdint.h>
#include <string.h>

enum { FIRST_CAPACITY = 4 };

static void *grown(xb_arena *arena, const void *items, size_t count, size_t *capacity, size_t size)
{
    size_t larger = *capacity ? *capacity * 2 : FIRST_CAPACITY;
    void *fresh = xb_arena_array(arena, larger, size);
    if (count > 0)
        memcpy(fresh, items, count * size);
    *capacity = larger;
    return fresh;
}

void *xb_vector_push(xb_arena *arena, xb_vector *vector, size_t size)
{
    if (vector->count == vector->capacity)
        vector->items = grown(arena, vector->items, vector->count, &vector->capacity, size);
    return (char *)vector->items + vector->count++ * size;
}

void xb_list_append(xb_arena *arena, xb_list *list, const void *item)
{
    if (list->count == list->capacity)
        list->items = grown(arena, list->items, list->count, &list->capacity, sizeof(void *));
    /* Lists hold nodes for readers and for builders alike; const is a matter of who reads. */
    memcpy(&list->items[list->count++], &item, sizeof item);
}

void xb_list_append_all(xb_arena *arena, xb_list *list, const xb_list *more)
{
    size_t count = more->count; /* more may be list itself */
    for (size_t i = 0; i < count; i++)
        xb_list_append(arena, list, more->items[i]);
}
