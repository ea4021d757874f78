/*
 * Storage. Common blocks say where their variables begin; what is equivalent to a variable begins at an
 * element of it, which is followed from variable to variable. Each variable has a stretch of made-up
 * addresses, and shares that of its block; references to a whole variable have one alias set, those to parts
 * of it another one. Pointers may point anywhere: they have none.
 */
#include <stdlib.h>

#include "languages/code/back.h"

/* Where a variable is. */
typedef struct place {
    uint64_t from, to;    /* addresses */
    uint32_t whole, part; /* alias sets, 0: there is none so far */
} place;

/* What is known of the storage of a variable while blocks are put together. */
typedef struct member {
    const xb_source_variable *variable;
    xb_symbol *symbol;
    xb_list shares;         /* xb_source_share that it is part of */
    const struct group *in; /* NULL: it is not known yet */
    int64_t offset;
} member;

/* Variables that are in one block. */
typedef struct group {
    xb_block_kind kind;
    const xb_name *block;
    xb_list members; /* member */
    int64_t lowest;  /* offset */
} group;

/* One place that declares variables. */
typedef struct sharing {
    xb_back *back;
    xb_map members;  /* by address of the variable */
    xb_list all;     /* member, in the order in which they were met */
    uint32_t groups; /* equivalences so far */
} sharing;

static member *member_of(sharing *s, const xb_source_variable *variable)
{
    const xb_source_variable *own = variable->same ? variable->same : variable;
    member *found = xb_map_get(&s->members, (uintptr_t)own, 0);
    if (found)
        return found;
    found = xb_arena_alloc(s->back->scratch, sizeof *found);
    *found = (member){.variable = own, .symbol = xb_back_symbol(s->back, own)};
    xb_map_put(s->back->scratch, &s->members, (uintptr_t)own, 0, found);
    xb_list_append(s->back->scratch, &s->all, found);
    return found;
}

static void join(sharing *s, group *in, member *m, int64_t offset)
{
    if (m->in && m->offset != offset)
        xb_back_refuse(s->back, XB_STATUS_INVALID, "leave out one of them",
                       "%s begins at two places of its block", m->variable->name);
    if (m->in)
        return;
    m->in = in;
    m->offset = offset;
    in->lowest = offset < in->lowest ? offset : in->lowest;
    xb_list_append(s->back->scratch, &in->members, m);
}

/* Bytes from the beginning of an array to one of its elements. */
static int64_t offset_within(const xb_source_share *share, const xb_symbol *whole)
{
    int64_t elements = 0, stride = 1;
    for (int d = 0; d < whole->rank && whole->bounds_count > 0; d++) {
        const xb_bounds *bounds = xb_symbol_bounds(whole, (size_t)d);
        elements += (share->subscripts[d] - bounds->lower) * stride;
        stride *= (int64_t)xb_bounds_extent(*bounds);
    }
    return elements * (int64_t)xb_symbol_element_bytes(whole);
}

/* What is equivalent to members of a group is in it. */
static void spread(sharing *s, group *in)
{
    for (size_t i = 0; i < in->members.count; i++) {
        const member *m = in->members.items[i];
        for (size_t k = 0; k < m->shares.count; k++) {
            const xb_source_share *share = m->shares.items[k];
            member *whole = member_of(s, share->whole), *part = member_of(s, share->part);
            int64_t within = offset_within(share, whole->symbol);
            if (whole == m)
                join(s, in, part, m->offset + within);
            else
                join(s, in, whole, m->offset - within);
        }
    }
}

static void declare_group(sharing *s, const group *in)
{
    int64_t beginning = in->kind == XB_BLOCK_COMMON ? 0 : in->lowest;
    for (size_t i = 0; i < in->members.count; i++) {
        const member *m = in->members.items[i];
        xb_declaration *facts = xb_symbol_declare(s->back->program, m->symbol);
        if (m->offset < beginning)
            xb_back_refuse(s->back, XB_STATUS_INVALID, "let the block begin with it",
                           "%s begins before the common block %s", m->variable->name, in->block->text);
        facts->block_kind = in->kind;
        facts->block = in->block;
        facts->offset = (uint64_t)(m->offset - beginning);
    }
}

static group *new_group(sharing *s, xb_block_kind kind, const char *name)
{
    group *made = xb_arena_alloc(s->back->scratch, sizeof *made);
    *made = (group){.kind = kind, .block = xb_program_name(s->back->program, name)};
    return made;
}

static void take_common(sharing *s, const xb_source_common *common)
{
    group *made = new_group(s, XB_BLOCK_COMMON, common->block ? common->block : common->name);
    int64_t offset = 0;
    for (size_t i = 0; i < common->members.count; i++) {
        const xb_source_variable *variable = common->members.items[i];
        if (variable->is_gap) {
            offset += xb_bounds_elements(variable->bounds, (size_t)variable->rank) * variable->bytes;
            continue;
        }
        member *m = member_of(s, variable);
        join(s, made, m, offset);
        offset += (int64_t)xb_symbol_storage(m->symbol);
    }
    spread(s, made);
    declare_group(s, made);
}

static void take_equivalence(sharing *s, member *first)
{
    group *made =
        new_group(s, XB_BLOCK_EQUIVALENCE, xb_arena_format(s->back->scratch, "equivalence_%u", ++s->groups));
    join(s, made, first, 0);
    spread(s, made);
    declare_group(s, made);
}

/* What one place declares. */
static void share_in(xb_back *back, const xb_source_unit *unit, const xb_list *commons,
                     const xb_vector *shares)
{
    sharing s = {.back = back};
    const xb_source_share *all = shares->items;
    back->unit = unit;
    back->line = unit ? unit->line : 0;
    for (size_t i = 0; i < shares->count; i++) {
        xb_list_append(back->scratch, &member_of(&s, all[i].whole)->shares, &all[i]);
        xb_list_append(back->scratch, &member_of(&s, all[i].part)->shares, &all[i]);
    }
    for (size_t i = 0; i < commons->count; i++)
        take_common(&s, commons->items[i]);
    for (size_t i = 0; i < s.all.count; i++)
        if (!((const member *)s.all.items[i])->in)
            take_equivalence(&s, s.all.items[i]);
}

/* ---- addresses ------------------------------------------------------------------------------------------
 */

typedef struct addressing {
    xb_back *back;
    xb_map blocks; /* place by index of the block's name and of the scope, which has to be the same */
} addressing;

static uint64_t size_of(const xb_symbol *symbol)
{
    uint64_t size = xb_symbol_storage(symbol);
    return size > 0 ? size : 1;
}

/* All of a block: it is as long as the last of its members reaches. */
static place *block_of(addressing *a, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    if (!facts || facts->block_kind == XB_BLOCK_NONE)
        return NULL;
    uint64_t scope = facts->block_kind == XB_BLOCK_COMMON ? 0 : symbol->scope->node.index;
    place *block = xb_map_get(&a->blocks, facts->block->index, scope);
    if (block)
        return block;
    block = xb_arena_alloc(a->back->scratch, sizeof *block);
    *block = (place){.from = 0};
    xb_map_put(a->back->scratch, &a->blocks, facts->block->index, scope, block);
    return block;
}

static void measure_blocks(addressing *a, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        place *block = block_of(a, symbol);
        uint64_t end = block ? symbol->declaration->offset + size_of(symbol) : 0;
        if (block && end > block->to)
            block->to = end;
    }
}

static uint64_t take_addresses(xb_back *back, uint64_t count)
{
    uint64_t first = back->addresses + 1;
    back->addresses += count;
    return first;
}

static void place_at(xb_back *back, const xb_symbol *symbol, uint64_t from)
{
    place *made = xb_arena_alloc(back->program->arena, sizeof *made);
    *made = (place){.from = from, .to = from + size_of(symbol) - 1};
    xb_node_map_put(back->program->arena, &back->places, &symbol->node, made);
}

void xb_back_place(xb_back *back, const xb_symbol *symbol)
{
    place_at(back, symbol, take_addresses(back, size_of(symbol)));
}

static void place_symbol(addressing *a, const xb_symbol *symbol)
{
    place *block = block_of(a, symbol);
    if (!block) {
        xb_back_place(a->back, symbol);
        return;
    }
    if (block->from == 0)
        block->from = take_addresses(a->back, block->to);
    place_at(a->back, symbol, block->from + symbol->declaration->offset);
}

static void place_all(xb_back *back)
{
    addressing a = {.back = back};
    const xb_list *scopes = &back->program->scopes;
    for (size_t i = 0; i < scopes->count; i++)
        measure_blocks(&a, scopes->items[i]);
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_list *symbols = &((const xb_scope *)scopes->items[i])->symbols;
        for (size_t k = 0; k < symbols->count; k++)
            if (((const xb_symbol *)symbols->items[k])->kind == XB_SYMBOL_VARIABLE)
                place_symbol(&a, symbols->items[k]);
    }
    xb_alias_map_add(back->program->arena, &back->program->aliases, back->sets++);
}

void xb_back_share(xb_back *back)
{
    const xb_source *source = back->source;
    share_in(back, NULL, &source->commons, &source->shares);
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        share_in(back, unit, &unit->commons, &unit->shares);
    }
    if (!back->status)
        place_all(back);
}

uint32_t xb_back_alias(xb_back *back, const xb_symbol *symbol, bool is_part)
{
    place *at = xb_node_map_get(&back->places, &symbol->node);
    xb_arena *arena = back->program->arena;
    if (!at || symbol->pointer)
        return 0;
    uint32_t *set = is_part ? &at->part : &at->whole;
    if (*set == 0) {
        *set = xb_program_key(back->program, back->sets++);
        xb_alias_set *made = xb_alias_map_add(arena, &back->program->aliases, *set);
        *(xb_alias_range *)xb_vector_push(arena, &made->ranges, sizeof(xb_alias_range)) =
            (xb_alias_range){at->from, at->to, is_part};
    }
    return *set;
}
