/*
 * Open addressing with linear probing over a table that doubles when three quarters full. The hash is FNV-1a:
 * its values depend on the text alone, never on addresses.
 */
#include "base/names.h"

#include <string.h>

struct xb_names {
    xb_arena *arena;
    xb_name **slots;
    size_t capacity;
    size_t count;
    const xb_name *empty;
};

enum { FIRST_CAPACITY = 256 };

xb_names *xb_names_create(xb_arena *arena)
{
    xb_names *names = xb_arena_alloc(arena, sizeof *names);
    names->arena = arena;
    names->capacity = FIRST_CAPACITY;
    names->slots = xb_arena_array(arena, names->capacity, sizeof(xb_name *));
    names->empty = xb_names_intern(names, "", 0);
    return names;
}

static uint32_t hash_text(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash;
}

/* The slot that holds the text, or the free one where it belongs. */
static xb_name **find_slot(const xb_names *names, const char *text, size_t length, uint32_t hash)
{
    size_t mask = names->capacity - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        xb_name *name = names->slots[i];
        if (!name || (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0))
            return &names->slots[i];
    }
}

static void grow(xb_names *names)
{
    xb_name **old = names->slots;
    size_t old_capacity = names->capacity;
    names->slots = xb_arena_array(names->arena, old_capacity * 2, sizeof(xb_name *));
    names->capacity = old_capacity * 2;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i])
            *find_slot(names, old[i]->text, old[i]->length, old[i]->hash) = old[i];
}

const xb_name *xb_names_intern(xb_names *names, const char *text, size_t length)
{
    if (length >= UINT32_MAX)
        xb_fail(xb_arena_failure(names->arena));
    uint32_t hash = hash_text(text, length);
    xb_name **slot = find_slot(names, text, length, hash);
    if (*slot)
        return *slot;
    xb_name *name = xb_arena_alloc(names->arena, sizeof *name + length + 1);
    name->index = (uint32_t)names->count++;
    name->hash = hash;
    name->length = (uint32_t)length;
    memcpy(name->text, text, length);
    *slot = name;
    if (names->count > names->capacity / 4 * 3)
        grow(names);
    return name;
}

const xb_name *xb_names_get(xb_names *names, const char *text)
{
    return xb_names_intern(names, text, strlen(text));
}

const xb_name *xb_names_find(const xb_names *names, const char *text, size_t length)
{
    return *find_slot(names, text, length, hash_text(text, length));
}

const xb_name *xb_names_empty(const xb_names *names)
{
    return names->empty;
}

size_t xb_names_count(const xb_names *names)
{
    return names->count;
}
