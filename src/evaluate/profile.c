/*
 * Sequences and activations that are equal get the same number: they are found by a hash of what they
 * consist of, which is exact since their parts have numbers already. Items are folded as they come: when the
 * last ones are the same as those before them, both become a repetition, and a repetition that is followed by
 * what it repeats happens once more. Patterns of up to LONGEST items are found.
 */
#include "evaluate/profile.h"

#include <string.h>

enum { LONGEST = 16 };

xb_profile *xb_profile_create(xb_arena *arena)
{
    xb_profile *profile = xb_arena_alloc(arena, sizeof *profile);
    profile->arena = arena;
    profile->names = xb_names_create(arena);
    return profile;
}

/* ---- counts -------------------------------------------------------------------------------------------- */

uint64_t xb_profile_plus(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

uint64_t xb_profile_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

/* Of what has the same hash, the next number, plus 1. */
typedef struct same_hash {
    uint32_t number;
    struct same_hash *next;
} same_hash;

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static void keep(xb_profile *profile, xb_map *map, uint64_t hash, uint32_t number)
{
    same_hash *fresh = xb_arena_alloc(profile->arena, sizeof *fresh);
    *fresh = (same_hash){number, xb_map_get(map, hash, 0)};
    xb_map_put(profile->arena, map, hash, 0, fresh);
}

static uint64_t hash_of_site(const xb_name *caller, const xb_name *callee, uint64_t ordinal)
{
    return mixed(mixed(caller->index, callee->index), ordinal);
}

bool xb_profile_find_site(const xb_profile *profile, const char *caller, const char *callee, uint64_t ordinal,
                          uint32_t *number)
{
    const xb_name *from = xb_names_find(profile->names, caller, strlen(caller));
    const xb_name *to = xb_names_find(profile->names, callee, strlen(callee));
    const xb_profile_site *sites = profile->sites.items;
    if (!from || !to)
        return false;
    const same_hash *h = xb_map_get(&profile->site_numbers, hash_of_site(from, to, ordinal), 0);
    while (h && (sites[h->number].caller != from || sites[h->number].callee != to ||
                 sites[h->number].ordinal != ordinal))
        h = h->next;
    if (h)
        *number = h->number;
    return h;
}

uint32_t xb_profile_site_number(xb_profile *profile, const char *caller, const char *callee, uint64_t ordinal)
{
    uint32_t number = 0;
    if (xb_profile_find_site(profile, caller, callee, ordinal, &number))
        return number;
    const xb_name *from = xb_names_get(profile->names, caller);
    const xb_name *to = xb_names_get(profile->names, callee);
    keep(profile, &profile->site_numbers, hash_of_site(from, to, ordinal), profile->sites.count);
    xb_profile_site *site = xb_vector_push(profile->arena, &profile->sites, sizeof *site);
    *site = (xb_profile_site){from, to, ordinal};
    return profile->sites.count - 1;
}

static bool is_same(const xb_profile_item *a, const xb_profile_item *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i].kind != b[i].kind || a[i].site != b[i].site || a[i].what != b[i].what ||
            a[i].amount != b[i].amount)
            return false;
    return true;
}

static uint64_t hash_of(const xb_profile_item *items, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = mixed(mixed(mixed(mixed(hash, items[i].kind), items[i].site), items[i].what), items[i].amount);
    return hash;
}

static uint32_t sequence_of(xb_profile *profile, const xb_profile_item *items, uint32_t count)
{
    uint64_t hash = hash_of(items, count);
    const xb_profile_sequence *known = profile->sequences.items;
    for (const same_hash *h = xb_map_get(&profile->sequence_numbers, hash, 0); h; h = h->next)
        if (known[h->number].count == count && is_same(known[h->number].items, items, count))
            return h->number;
    keep(profile, &profile->sequence_numbers, hash, profile->sequences.count);
    xb_profile_item *copy = xb_arena_array(profile->arena, (size_t)count + 1, sizeof *copy);
    if (count > 0)
        memcpy(copy, items, count * sizeof *copy);
    xb_profile_sequence *fresh = xb_vector_push(profile->arena, &profile->sequences, sizeof *fresh);
    *fresh = (xb_profile_sequence){copy, count};
    return profile->sequences.count - 1;
}

uint32_t xb_profile_sequence_number(xb_profile *profile, const xb_vector *items)
{
    return sequence_of(profile, items->items, items->count);
}

uint32_t xb_profile_activation_number(xb_profile *profile, const xb_profile_activation *activation)
{
    uint64_t hash = mixed(mixed(mixed(activation->routine->index, activation->sequence), activation->steps),
                          activation->operations);
    const xb_profile_activation *known = profile->activations.items;
    for (const same_hash *h = xb_map_get(&profile->activation_numbers, hash, 0); h; h = h->next) {
        const xb_profile_activation *other = &known[h->number];
        if (other->routine == activation->routine && other->sequence == activation->sequence &&
            other->steps == activation->steps && other->operations == activation->operations)
            return h->number;
    }
    keep(profile, &profile->activation_numbers, hash, profile->activations.count);
    xb_profile_activation *fresh = xb_vector_push(profile->arena, &profile->activations, sizeof *fresh);
    *fresh = *activation;
    return profile->activations.count - 1;
}

void xb_profile_add_run(xb_profile *profile, uint32_t activation)
{
    *(uint32_t *)xb_vector_push(profile->arena, &profile->runs, sizeof activation) = activation;
}

/* ---- folding ------------------------------------------------------------------------------------------- */

/* Whether the last items are what the repetition before them repeats. */
static bool goes_on(const xb_profile *profile, const xb_vector *items, uint32_t length)
{
    if (items->count <= length)
        return false;
    const xb_profile_item *last = (const xb_profile_item *)items->items + items->count - length;
    if (last[-1].kind != XB_PROFILE_REPEAT)
        return false;
    const xb_profile_sequence *body = (const xb_profile_sequence *)profile->sequences.items + last[-1].what;
    return body->count == length && is_same(body->items, last, length);
}

static bool recurs(const xb_vector *items, uint32_t length)
{
    const xb_profile_item *last = (const xb_profile_item *)items->items + items->count - length;
    return items->count >= 2 * length && is_same(last - length, last, length);
}

static bool fold_length(xb_profile *profile, xb_vector *items, uint32_t length)
{
    xb_profile_item *last = (xb_profile_item *)items->items + items->count - length;
    if (goes_on(profile, items, length)) {
        last[-1].amount++;
        items->count -= length;
        return true;
    }
    if (!recurs(items, length))
        return false;
    uint32_t body = sequence_of(profile, last, length);
    last[-(ptrdiff_t)length] = (xb_profile_item){.kind = XB_PROFILE_REPEAT, .what = body, .amount = 2};
    items->count -= 2 * length - 1;
    return true;
}

/* @return whether something was folded */
static bool fold(xb_profile *profile, xb_vector *items)
{
    for (uint32_t length = 1; length <= LONGEST && length < items->count; length++)
        if (fold_length(profile, items, length))
            return true;
    return false;
}

void xb_profile_append(xb_profile *profile, xb_vector *items, xb_profile_item item)
{
    if (item.kind == XB_PROFILE_PUSH && item.amount == 0)
        return;
    *(xb_profile_item *)xb_vector_push(profile->arena, items, sizeof item) = item;
    while (fold(profile, items)) {
    }
}

/* ---- visits -------------------------------------------------------------------------------------------- */

typedef struct visiting {
    const xb_profile *profile;
    void (*visit)(void *context, const xb_profile_item *item, uint64_t times);
    void *context;
} visiting;

static void visit_sequence(const visiting *v, uint32_t number, uint64_t times)
{
    const xb_profile_sequence *sequence = (const xb_profile_sequence *)v->profile->sequences.items + number;
    for (uint32_t i = 0; i < sequence->count; i++) {
        const xb_profile_item *item = &sequence->items[i];
        if (item->kind == XB_PROFILE_REPEAT)
            visit_sequence(v, item->what, xb_profile_times(times, item->amount));
        else
            v->visit(v->context, item, times);
    }
}

void xb_profile_visit(const xb_profile *profile, uint32_t sequence,
                      void (*visit)(void *context, const xb_profile_item *item, uint64_t times),
                      void *context)
{
    const visiting v = {profile, visit, context};
    visit_sequence(&v, sequence, 1);
}

/* Multiplicities under way. */
typedef struct counting {
    uint64_t *counts;
    uint64_t times; /* of the caller */
} counting;

static void count_call(void *context, const xb_profile_item *item, uint64_t times)
{
    const counting *c = context;
    if (item->kind == XB_PROFILE_CALL)
        c->counts[item->what] = xb_profile_plus(c->counts[item->what], xb_profile_times(times, c->times));
}

uint64_t *xb_profile_multiplicities(const xb_profile *profile, xb_arena *arena)
{
    const xb_profile_activation *activations = profile->activations.items;
    const uint32_t *runs = profile->runs.items;
    uint64_t *counts = xb_arena_array(arena, (size_t)profile->activations.count + 1, sizeof *counts);
    for (uint32_t i = 0; i < profile->runs.count; i++)
        counts[runs[i]]++;
    for (uint32_t a = profile->activations.count; a-- > 0;) {
        counting c = {counts, counts[a]};
        xb_profile_visit(profile, activations[a].sequence, count_call, &c);
    }
    return counts;
}
