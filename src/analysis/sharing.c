/*
 * Members are in several lists: by variable, by type, by type if nothing is known of their storage, and by
 * type and group of alias sets. Only a list of the last sort needs a search; of the others any two members
 * will do, since one of them does not belong to the owner that is left out.
 */
#include "analysis/sharing.h"

typedef struct member {
    const xb_reference *reference;
    const void *owner;
} member;

enum { BY_SYMBOL, BY_TYPE, UNKNOWN, BY_GROUP };

static void add_to(xb_arena *arena, xb_sharing *set, uint64_t sort, uint64_t key, member new)
{
    xb_vector *bucket = xb_map_get(&set->buckets, key, sort);
    if (!bucket) {
        bucket = xb_arena_alloc(arena, sizeof *bucket);
        xb_map_put(arena, &set->buckets, key, sort, bucket);
    }
    *(member *)xb_vector_push(arena, bucket, sizeof new) = new;
}

/* A sort of its own for each type. */
static uint64_t sort_of(const xb_symbol *symbol)
{
    return BY_GROUP + (uint64_t)symbol->type;
}

void xb_sharing_add(xb_arena *arena, const xb_program *program, xb_sharing *set,
                    const xb_reference *reference, const void *owner)
{
    const xb_symbol *symbol = reference->symbol;
    const member new = {reference, owner};
    add_to(arena, set, BY_SYMBOL, symbol->node.index, new);
    if (symbol->temporary)
        return;
    uint32_t group = xb_alias_group(&program->aliases, reference->alias);
    add_to(arena, set, BY_TYPE, (uint64_t)symbol->type, new);
    if (group == XB_ALIAS_GROUP_NONE)
        add_to(arena, set, UNKNOWN, (uint64_t)symbol->type, new);
    else
        add_to(arena, set, sort_of(symbol), group, new);
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

bool xb_sharing_any(const xb_program *program, const xb_sharing *set, const xb_reference *reference,
                    const void *except)
{
    const xb_symbol *symbol = reference->symbol;
    uint64_t type = (uint64_t)symbol->type;
    if (has_any(set, BY_SYMBOL, symbol->node.index, except))
        return true;
    if (symbol->temporary)
        return false;
    uint32_t group = xb_alias_group(&program->aliases, reference->alias);
    if (group == XB_ALIAS_GROUP_NONE)
        return has_any(set, BY_TYPE, type, except);
    if (has_any(set, UNKNOWN, type, except))
        return true;
    const xb_vector *bucket = xb_map_get(&set->buckets, group, sort_of(symbol));
    const member *members = bucket ? bucket->items : NULL;
    for (size_t i = 0; bucket && i < bucket->count; i++)
        if ((!except || members[i].owner != except) &&
            xb_may_alias(&program->aliases, members[i].reference, reference))
            return true;
    return false;
}
