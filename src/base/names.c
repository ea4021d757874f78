/*
 * Open addressing with linear probing over a table that doubles when three quarters full. A slot has the hash
 * beside the number of its name, so that looking for a name touches no other name's text. The hash is FNV-1a
 * of all bytes but the last, plus that one: names that end in consecutive numbers, which mostly come one
 * after the other, are neighbours in memory. Its values depend on the text alone, never on addresses.
 */
#include "base/names.h"

#include <stdbool.h>
#include <string.h>

#include "base/vector.h"

/* Free if number is 0. */
typedef struct slot {
    uint32_t hash;
    uint32_t number; /* index of the name + 1 */
} slot;

struct xb_names {
    xb_arena *arena;
    slot *slots;
    size_t capacity;
    xb_list all; /* xb_name, by index */
    const xb_name *empty;
};

enum { FIRST_CAPACITY = 32 };

xb_names *xb_names_create(xb_arena *arena)
{
    xb_names *names = xb_arena_alloc(arena, sizeof *names);
    names->arena = arena;
    names->capacity = FIRST_CAPACITY;
    names->slots = xb_arena_array(arena, names->capacity, sizeof *names->slots);
    names->empty = xb_names_intern(names, "", 0);
    return names;
}

static uint32_t hash_text(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i + 1 < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return length > 0 ? hash + (unsigned char)text[length - 1] : hash;
}

static const xb_name *name_in(const xb_names *names, const slot *place)
{
    return names->all.items[place->number - 1];
}

static bool has_text(const xb_name *name, const char *text, size_t length)
{
    return name->length == length && (length == 0 || memcmp(name->text, text, length) == 0);
}

/* The slot that holds the text, or the free one where it belongs. */
static slot *find_slot(const xb_names *names, const char *text, size_t length, uint32_t hash)
{
    size_t mask = names->capacity - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        slot *place = &names->slots[i];
        if (place->number == 0 || (place->hash == hash && has_text(name_in(names, place), text, length)))
            return place;
    }
}

static void grow(xb_names *names)
{
    slot *old = names->slots;
    size_t old_capacity = names->capacity, mask = old_capacity * 2 - 1;
    slot *slots = xb_arena_array(names->arena, old_capacity * 2, sizeof *slots);
    for (size_t k = 0; k < old_capacity; k++) {
        size_t i = old[k].hash & mask;
        while (old[k].number && slots[i].number)
            i = (i + 1) & mask;
        if (old[k].number)
            slots[i] = old[k];
    }
    names->slots = slots;
    names->capacity = old_capacity * 2;
    xb_arena_give_back(names->arena, old, old_capacity * sizeof *old);
}

static xb_name *new_name(xb_arena *arena, const char *text, size_t length, uint32_t hash, uint32_t index)
{
    xb_name *name = xb_arena_alloc(arena, sizeof *name + length + 1);
    name->index = index;
    name->hash = hash;
    name->length = (uint32_t)length;
    memcpy(name->text, text, length);
    return name;
}

const xb_name *xb_name_outside(xb_arena *arena, const char *text, size_t length)
{
    if (length >= UINT32_MAX)
        xb_fail(xb_arena_failure(arena));
    return new_name(arena, text, length, hash_text(text, length), XB_NAME_OUTSIDE);
}

const xb_name *xb_names_intern(xb_names *names, const char *text, size_t length)
{
    if (length >= UINT32_MAX)
        xb_fail(xb_arena_failure(names->arena));
    uint32_t hash = hash_text(text, length);
    slot *place = find_slot(names, text, length, hash);
    if (place->number)
        return name_in(names, place);
    if (names->all.count >= UINT32_MAX - 1)
        xb_fail(xb_arena_failure(names->arena));
    xb_name *name = new_name(names->arena, text, length, hash, (uint32_t)names->all.count);
    xb_list_append(names->arena, &names->all, name);
    *place = (slot){hash, name->index + 1};
    if (names->all.count > names->capacity / 4 * 3)
        grow(names);
    return name;
}

const xb_name *xb_names_get(xb_names *names, const char *text)
{
    return xb_names_intern(names, text, strlen(text));
}

const xb_name *xb_names_find(const xb_names *names, const char *text, size_t length)
{
    const slot *place = find_slot(names, text, length, hash_text(text, length));
    return place->number ? name_in(names, place) : NULL;
}

const xb_name *xb_names_at(const xb_names *names, uint32_t index)
{
    return names->all.items[index];
}

const xb_name *xb_names_empty(const xb_names *names)
{
    return names->empty;
}

size_t xb_names_count(const xb_names *names)
{
    return names->all.count;
}
