/*
 * Members are in several lists: by variable, by storage class, by storage class if they have no alias set,
 * and by group of alias sets. Only a list of the last sort needs a search; of the others any two members will
 * do, since one of them does not belong to the owner that is left out.
 */
#include "analysis/sharing.h"

#include "analysis/overlap.h"

typedef struct member {
    const xb_reference *reference; /* NULL: has no alias set */
    const void *owner;
} member;

/* Sorts of lists. */
enum { BY_SYMBOL, BY_CLASS, UNKNOWN, BY_GROUP };

/* The key of all classes together; no storage class has it. */
static const uint64_t every_class = (uint64_t)UINT32_MAX + 1;

static void add_to(xb_arena *arena, xb_sharing *set, uint64_t sort, uint64_t key, member new)
{
    xb_vector *bucket = xb_map_get(&set->buckets, key, sort);
    if (!bucket) {
        bucket = xb_arena_alloc(arena, sizeof *bucket);
        xb_map_put(arena, &set->buckets, key, sort, bucket);
    }
    *(member *)xb_vector_push(arena, bucket, sizeof new) = new;
}

static uint32_t class_of(const xb_sharing *set, const xb_symbol *symbol)
{
    return xb_storage_class(xb_storage_of(set->analyses), symbol);
}

static uint32_t group_of(const xb_sharing *set, const xb_reference *reference)
{
    return xb_alias_group(&xb_analyses_program(set->analyses)->aliases, reference->alias);
}

static void add(xb_arena *arena, xb_sharing *set, const xb_symbol *symbol, uint32_t group, member new)
{
    add_to(arena, set, BY_SYMBOL, symbol->node.index, new);
    if (symbol->temporary)
        return;
    uint32_t class = class_of(set, symbol);
    add_to(arena, set, BY_CLASS, class, new);
    add_to(arena, set, BY_CLASS, every_class, new);
    if (group != XB_ALIAS_GROUP_NONE) {
        add_to(arena, set, BY_GROUP, group, new);
        return;
    }
    add_to(arena, set, UNKNOWN, class, new);
    add_to(arena, set, UNKNOWN, every_class, new);
}

void xb_sharing_add(xb_arena *arena, xb_sharing *set, const xb_reference *reference, const void *owner)
{
    add(arena, set, reference->symbol, group_of(set, reference), (member){reference, owner});
}

void xb_sharing_add_variable(xb_arena *arena, xb_sharing *set, const xb_symbol *symbol)
{
    add(arena, set, symbol, XB_ALIAS_GROUP_NONE, (member){NULL, NULL});
}

static bool has_any(const xb_sharing *set, uint64_t sort, uint64_t key, const void *except)
{
    const xb_vector *bucket = xb_map_get(&set->buckets, key, sort);
    const member *members = bucket ? bucket->items : NULL;
    for (size_t i = 0; bucket && i < bucket->count; i++)
        if (!except || members[i].owner != except)
            return true;
    return false;
}

/* Whether there is any of a storage class, or that may be anywhere. */
static bool has_class(const xb_sharing *set, uint64_t sort, uint32_t class, const void *except)
{
    if (class == XB_STORAGE_ANYWHERE)
        return has_any(set, sort, every_class, except);
    return has_any(set, sort, class, except) || has_any(set, sort, XB_STORAGE_ANYWHERE, except);
}

static bool has_alias(const xb_sharing *set, const xb_reference *reference, uint32_t group,
                      const void *except)
{
    const xb_vector *bucket = xb_map_get(&set->buckets, group, BY_GROUP);
    const member *members = bucket ? bucket->items : NULL;
    for (size_t i = 0; bucket && i < bucket->count; i++)
        if ((!except || members[i].owner != except) &&
            xb_overlap_of(set->analyses, members[i].reference, reference, false) != XB_OVERLAP_NEVER)
            return true;
    return false;
}

bool xb_sharing_overlaps(const xb_sharing *set, const xb_reference *reference, const void *except)
{
    const xb_symbol *symbol = reference->symbol;
    if (has_any(set, BY_SYMBOL, symbol->node.index, except))
        return true;
    if (symbol->temporary)
        return false;
    uint32_t group = group_of(set, reference), class = class_of(set, symbol);
    if (group == XB_ALIAS_GROUP_NONE)
        return has_class(set, BY_CLASS, class, except);
    return has_class(set, UNKNOWN, class, except) || has_alias(set, reference, group, except);
}
