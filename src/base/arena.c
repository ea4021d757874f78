/*
 * A chain of blocks, each twice as large as the one before up to a limit, so that the number of calls of
 * malloc is small for large programs and the waste is small for small ones. Requests beyond the block size
 * get a block of their own, placed behind the current one so that the current one stays in use.
 */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, ALIGNMENT = _Alignof(max_align_t) };

typedef struct block {
    struct block *previous;
    size_t size;
    max_align_t memory[];
} block;

struct xb_arena {
    xb_failure *failure;
    block *current;
    size_t used;
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

static void free_chain(block *last)
{
    while (last) {
        block *previous = last->previous;
        free(last);
        last = previous;
    }
}

void xb_arena_destroy(xb_arena *arena)
{
    if (!arena)
        return;
    free_chain(arena->current);
    free(arena);
}

void xb_arena_reset(xb_arena *arena)
{
    if (!arena->current)
        return;
    free_chain(arena->current->previous);
    arena->current->previous = NULL;
    arena->total = arena->current->size;
    memset(arena->current->memory, 0,
           arena->used < arena->current->size ? arena->used : arena->current->size);
    arena->used = 0;
}

static block *new_block(xb_arena *arena, size_t size)
{
    block *fresh = size > PTRDIFF_MAX - sizeof(block) ? NULL : calloc(1, sizeof(block) + size);
    if (!fresh)
        xb_fail(arena->failure);
    fresh->size = size;
    arena->total += size;
    return fresh;
}

static void *large_allocation(xb_arena *arena, size_t size)
{
    block *fresh = new_block(arena, size);
    fresh->previous = arena->current->previous;
    arena->current->previous = fresh;
    return fresh->memory;
}

void *xb_arena_alloc(xb_arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGNMENT)
        xb_fail(arena->failure);
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!arena->current || size > arena->current->size - arena->used) {
        if (arena->current && size > arena->next_size / 2)
            return large_allocation(arena, size);
        block *fresh = new_block(arena, size > arena->next_size ? size : arena->next_size);
        fresh->previous = arena->current;
        arena->current = fresh;
        arena->used = 0;
        if (arena->next_size < LARGEST_BLOCK)
            arena->next_size *= 2;
    }
    void *memory = (char *)arena->current->memory + arena->used;
    arena->used += size;
    return memory;
}

void *xb_arena_array(xb_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        xb_fail(arena->failure);
    return xb_arena_alloc(arena, count * size);
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
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = xb_arena_alloc(arena, size);
    if (length >= 0)
        vsnprintf(text, size, format, again);
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
