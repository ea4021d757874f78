/*
 * A chain of blocks, each twice as large as the one before up to a limit, so that the number of calls of
 * malloc is small for large programs and the waste is small for small ones. Requests beyond half a block get
 * memory of their own, in a list beside the chain, so that the current block stays in use; so do all requests
 * from LARGE on, which can therefore be given back, and grow without being copied.
 *
 * A mark is a place in the chain and a number: memory of its own is numbered, and what has a higher number is
 * newer than the mark. Freeing a chain keeps its last block, zeroed, to be used again: work that is done many
 * times settles in the same memory.
 */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

enum { FIRST_BLOCK = 16 * 1024, LARGE = 128 * 1024 };

/* Texts below this size are formatted once and copied, longer ones are formatted twice. */
enum { FORMATTED = 128 };

/* What is stored in arenas: pointers, integers and floating numbers of up to 64 bits. */
typedef union unit {
    void *pointer;
    void (*function)(void);
    uint64_t integer;
    double number;
} unit;

enum { ALIGNMENT = _Alignof(unit) };

typedef struct block {
    struct block *previous;
    size_t size, used; /* bytes of memory; used is up to date if the block isn't the current one */
    unit memory[];
} block;

typedef struct large {
    struct large *older, *newer;
    size_t size;
    uint64_t number;
    unit memory[];
} large;

struct xb_arena {
    xb_failure *failure;
    block *current;
    size_t used;  /* of the current block */
    block *spare; /* zeroed, or NULL */
    large *newest;
    uint64_t large_count; /* how many there have been */
    size_t next_size;
    size_t total;
};

xb_arena *xb_arena_create(xb_failure *failure)
{
    xb_arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        return NULL;
    arena->failure = failure;
    arena->next_size = FIRST_BLOCK;
    return arena;
}

/* What the system gave, or NULL. */
static void *taken(xb_arena *arena, void *memory, size_t size)
{
    if (!memory)
        xb_fail(arena->failure);
    arena->total += size;
    return memory;
}

/* ---- memory of its own --------------------------------------------------------------------------------- */

static bool is_in_pages(size_t size)
{
    return size >= LARGE;
}

/* Puts a piece between its neighbours, or at the end. */
static void link_piece(xb_arena *arena, large *piece)
{
    if (piece->older)
        piece->older->newer = piece;
    if (piece->newer)
        piece->newer->older = piece;
    else
        arena->newest = piece;
}

static void *allocate_large(xb_arena *arena, size_t size, bool whole)
{
    size_t bytes = sizeof(large) + size;
    if (size > PTRDIFF_MAX - sizeof(large))
        xb_fail(arena->failure);
    large *fresh = taken(arena, is_in_pages(size) ? xb_pages_get(bytes, whole) : calloc(1, bytes), size);
    fresh->size = size;
    fresh->number = ++arena->large_count;
    fresh->older = arena->newest;
    link_piece(arena, fresh);
    return fresh->memory;
}

static large *piece_of(void *memory)
{
    return (large *)(void *)((char *)memory - offsetof(large, memory));
}

/* It keeps its number, so that a mark which it is older than does not free it. */
static void *enlarge(xb_arena *arena, void *memory, size_t size)
{
    large *old = piece_of(memory);
    size_t before = old->size;
    if (size > PTRDIFF_MAX - sizeof *old)
        xb_fail(arena->failure);
    large *fresh =
        taken(arena, xb_pages_enlarge(old, sizeof *old + before, sizeof *old + size), size - before);
    fresh->size = size;
    link_piece(arena, fresh);
    return fresh->memory;
}

static void free_piece(large *piece)
{
    if (is_in_pages(piece->size))
        xb_pages_free(piece, sizeof *piece + piece->size);
    else
        free(piece);
}

static void free_large(xb_arena *arena, large *old)
{
    if (old->older)
        old->older->newer = old->newer;
    if (old->newer)
        old->newer->older = old->older;
    else
        arena->newest = old->older;
    arena->total -= old->size;
    free_piece(old);
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* What is in a large page; none is larger. */
enum { LARGEST_BLOCK = XB_PAGES_LARGE - sizeof(block) };

static block *make_block(xb_arena *arena, size_t size)
{
    bool is_largest = size == LARGEST_BLOCK;
    block *fresh =
        taken(arena, is_largest ? xb_pages_get(XB_PAGES_LARGE, true) : calloc(1, sizeof *fresh + size), size);
    fresh->size = size;
    return fresh;
}

static void free_block(block *old)
{
    if (old && old->size == LARGEST_BLOCK)
        xb_pages_free(old, XB_PAGES_LARGE);
    else
        free(old);
}

/* Makes another block, with room for this size, the current one. */
static void begin_block(xb_arena *arena, size_t size)
{
    block *fresh = arena->spare;
    if (fresh && fresh->size >= size)
        arena->spare = NULL;
    else {
        fresh = make_block(arena, size > arena->next_size ? size : arena->next_size);
        arena->next_size = arena->next_size < LARGEST_BLOCK / 2 ? 2 * arena->next_size : LARGEST_BLOCK;
    }
    if (arena->current)
        arena->current->used = arena->used;
    fresh->previous = arena->current;
    arena->current = fresh;
    arena->used = 0;
}

static size_t rounded(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Of arrays that grow, the last part may stay unused. */
static void *allocate(xb_arena *arena, size_t size, bool whole)
{
    if (size > SIZE_MAX - ALIGNMENT)
        xb_fail(arena->failure);
    size = rounded(size);
    if (is_in_pages(size))
        return allocate_large(arena, size, whole);
    if (!arena->current || size > arena->current->size - arena->used) {
        if (arena->current && size > arena->next_size / 2)
            return allocate_large(arena, size, whole);
        begin_block(arena, size);
    }
    void *memory = (char *)arena->current->memory + arena->used;
    arena->used += size;
    return memory;
}

void *xb_arena_alloc(xb_arena *arena, size_t size)
{
    return allocate(arena, size, true);
}

void xb_arena_give_back(xb_arena *arena, void *memory, size_t size)
{
    if (is_in_pages(size))
        free_large(arena, piece_of(memory));
}

void xb_arena_destroy(xb_arena *arena)
{
    if (!arena)
        return;
    free_block(arena->spare);
    arena->spare = NULL;
    for (block *last = arena->current; last; last = arena->current) {
        arena->current = last->previous;
        free_block(last);
    }
    for (large *last = arena->newest; last; last = arena->newest) {
        arena->newest = last->older;
        free_piece(last);
    }
    free(arena);
}

xb_arena_mark xb_arena_mark_now(const xb_arena *arena)
{
    return (xb_arena_mark){arena->current, arena->used, arena->large_count};
}

/* Zeroes a block and keeps it; the smaller one of it and the one kept already is freed. */
static void keep_spare(xb_arena *arena, block *old, size_t used)
{
    block *small = arena->spare;
    if (small && small->size > old->size) {
        small = old;
    } else {
        memset(old->memory, 0, used);
        arena->spare = old;
    }
    if (small)
        arena->total -= small->size;
    free_block(small);
}

void xb_arena_release(xb_arena *arena, xb_arena_mark mark)
{
    while (arena->newest && arena->newest->number > mark.large_count)
        free_large(arena, arena->newest);
    while (arena->current != mark.block) {
        block *old = arena->current;
        size_t used = arena->used;
        arena->current = old->previous;
        arena->used = old->previous ? old->previous->used : 0;
        keep_spare(arena, old, used);
    }
    if (arena->current)
        memset((char *)arena->current->memory + mark.used, 0, arena->used - mark.used);
    arena->used = mark.used;
}

void xb_arena_reset(xb_arena *arena)
{
    xb_arena_release(arena, (xb_arena_mark){NULL, 0, 0});
}

void *xb_arena_array(xb_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        xb_fail(arena->failure);
    return xb_arena_alloc(arena, count * size);
}

void *xb_arena_enlarge(xb_arena *arena, void *items, size_t count, size_t larger, size_t size)
{
    if (size != 0 && larger > (SIZE_MAX - ALIGNMENT) / size)
        xb_fail(arena->failure);
    if (is_in_pages(count * size))
        return enlarge(arena, items, rounded(larger * size));
    void *fresh = allocate(arena, larger * size, false);
    if (count > 0)
        memcpy(fresh, items, count * size);
    return fresh;
}

char *xb_arena_copy_text(xb_arena *arena, const char *text, size_t length)
{
    char *copy = xb_arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *xb_arena_format(xb_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = xb_arena_vformat(arena, format, arguments);
    va_end(arguments);
    return text;
}

char *xb_arena_vformat(xb_arena *arena, const char *format, va_list arguments)
{
    char first[FORMATTED];
    va_list again;
    va_copy(again, arguments);
    int formatted = vsnprintf(first, sizeof first, format, arguments);
    size_t length = formatted < 0 ? 0 : (size_t)formatted;
    char *text = xb_arena_alloc(arena, length + 1);
    if (length < sizeof first)
        memcpy(text, first, length);
    else
        vsnprintf(text, length + 1, format, again);
    va_end(again);
    return text;
}

size_t xb_arena_size(const xb_arena *arena)
{
    return arena->total;
}

xb_failure *xb_arena_failure(const xb_arena *arena)
{
    return arena->failure;
}
