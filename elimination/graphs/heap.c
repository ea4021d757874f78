/*
 * A binary heap in an array, and for each item its place in that array (plus one, so that zeroed memory means
 * "not in the heap").
 *
 * When the first item is taken away, the last one goes to its place, and mostly down to the bottom again: so
 * the gap goes down first, which takes one comparison a level instead of two, and the item up from there.
 */
#include "elimination/graphs/heap.h"

struct xb_heap_entry {
    xb_priority priority;
    uint32_t item;
};

static bool less(const xb_heap *heap, const xb_heap_entry *a, const xb_heap_entry *b)
{
    if (a->priority.high != b->priority.high)
        return a->priority.high < b->priority.high;
    if (a->priority.low != b->priority.low)
        return a->priority.low < b->priority.low;
    return heap->precedes && heap->precedes(heap->context, a->item, b->item);
}

static void put(xb_heap *heap, size_t place, xb_heap_entry entry)
{
    heap->entries[place] = entry;
    heap->places[entry.item] = (uint32_t)place + 1;
}

static void sift_up(xb_heap *heap, size_t place, xb_heap_entry entry)
{
    while (place > 0) {
        size_t parent = (place - 1) / 2;
        if (!less(heap, &entry, &heap->entries[parent]))
            break;
        put(heap, place, heap->entries[parent]);
        place = parent;
    }
    put(heap, place, entry);
}

static void sift_down(xb_heap *heap, size_t place, xb_heap_entry entry)
{
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && less(heap, &heap->entries[child + 1], &heap->entries[child]))
            child++;
        if (!less(heap, &heap->entries[child], &entry))
            break;
        put(heap, place, heap->entries[child]);
        place = child;
    }
    put(heap, place, entry);
}

/* Puts an entry in the place of another one, of which nothing is known any more. */
static void sift(xb_heap *heap, size_t place, xb_heap_entry entry)
{
    if (place > 0 && less(heap, &entry, &heap->entries[(place - 1) / 2]))
        sift_up(heap, place, entry);
    else
        sift_down(heap, place, entry);
}

/* Takes the first entry away. */
static void close_gap(xb_heap *heap, xb_heap_entry last)
{
    size_t gap = 0;
    for (size_t child = 1; child < heap->count; child = 2 * gap + 1) {
        if (child + 1 < heap->count && less(heap, &heap->entries[child + 1], &heap->entries[child]))
            child++;
        put(heap, gap, heap->entries[child]);
        gap = child;
    }
    sift_up(heap, gap, last);
}

static size_t larger_than(size_t capacity, size_t needed)
{
    size_t larger = capacity ? capacity : 16;
    while (larger < needed)
        larger *= 2;
    return larger;
}

static void make_room(xb_heap *heap, uint32_t item)
{
    if (item >= heap->place_count) {
        size_t larger = larger_than(heap->place_count, (size_t)item + 1);
        heap->places =
            xb_arena_enlarge(heap->arena, heap->places, heap->place_count, larger, sizeof *heap->places);
        heap->place_count = larger;
    }
    if (heap->count == heap->capacity) {
        size_t larger = larger_than(heap->capacity, heap->count + 1);
        heap->entries =
            xb_arena_enlarge(heap->arena, heap->entries, heap->count, larger, sizeof *heap->entries);
        heap->capacity = larger;
    }
}

void xb_heap_set(xb_heap *heap, uint32_t item, xb_priority priority)
{
    make_room(heap, item);
    xb_heap_entry entry = {priority, item};
    size_t place = heap->places[item];
    if (place == 0) {
        sift_up(heap, heap->count++, entry);
        return;
    }
    place--;
    sift(heap, place, entry);
}

void xb_heap_remove(xb_heap *heap, uint32_t item)
{
    if (item >= heap->place_count || heap->places[item] == 0)
        return;
    size_t place = heap->places[item] - 1;
    heap->places[item] = 0;
    xb_heap_entry last = heap->entries[--heap->count];
    if (place == heap->count)
        return;
    if (place == 0)
        close_gap(heap, last);
    else
        sift(heap, place, last);
}

uint32_t xb_heap_pop(xb_heap *heap, xb_priority *priority)
{
    xb_heap_entry first = heap->entries[0];
    if (priority)
        *priority = first.priority;
    xb_heap_remove(heap, first.item);
    return first.item;
}

void xb_heap_clear(xb_heap *heap)
{
    for (size_t place = 0; place < heap->count; place++)
        heap->places[heap->entries[place].item] = 0;
    heap->count = 0;
}

void xb_heap_give_back(xb_heap *heap)
{
    xb_arena_give_back(heap->arena, heap->entries, heap->capacity * sizeof *heap->entries);
    xb_arena_give_back(heap->arena, heap->places, heap->place_count * sizeof *heap->places);
    heap->entries = NULL;
    heap->places = NULL;
    heap->count = heap->capacity = heap->place_count = 0;
}
