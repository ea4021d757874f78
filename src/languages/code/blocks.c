/*
 * The variables of a block are sorted by where they begin. Symbols of one variable of a module become one;
 * in each place that declares them, what overlaps the first variable that begins there is equivalent to it.
 * Common blocks are declared alike in all places, with variables that fill gaps.
 */
#include <stdlib.h>
#include <string.h>

#include "ir/version.h"
#include "languages/code/maker.h"

/* A variable of a block. */
typedef struct member {
    xb_source_variable *variable;
    const xb_declaration *facts;
    uint32_t place; /* number of its unit, plus 1; 0: global */
    uint64_t from, to;
} member;

static int compare(const void *a, const void *b)
{
    const member *x = a, *y = b;
    int order = strcmp(x->facts->block->text, y->facts->block->text);
    if (order != 0)
        return order;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    return x->variable->symbol->node.index < y->variable->symbol->node.index ? -1 : 1;
}

static void find_members(xb_source_maker *maker, xb_vector *members)
{
    for (size_t i = 0; i < maker->all.count; i++) {
        xb_source_variable *variable = maker->all.items[i];
        const xb_declaration *facts = variable->symbol ? variable->symbol->declaration : NULL;
        if (!facts || facts->block_kind == XB_BLOCK_NONE)
            continue;
        member *made = xb_vector_push(maker->arena, members, sizeof *made);
        *made = (member){.variable = variable,
                         .facts = facts,
                         .place = variable->home ? variable->home->number + 1 : 0,
                         .from = facts->offset,
                         .to = facts->offset + xb_symbol_storage(variable->symbol)};
    }
    if (members->count > 1)
        qsort(members->items, members->count, sizeof(member), compare);
}

/* ---- what is equivalent ---------------------------------------------------------------------------------
 */

static bool is_alike(const xb_source_variable *a, const xb_source_variable *b)
{
    bool alike = a->type == b->type && a->bytes == b->bytes && a->rank == b->rank;
    for (int d = 0; alike && d < a->rank; d++)
        alike = a->bounds[d].lower == b->bounds[d].lower && a->bounds[d].upper == b->bounds[d].upper;
    return alike;
}

static void share(xb_source_maker *maker, const member *whole, const member *part)
{
    xb_source_unit *home = whole->variable->home;
    uint64_t size = xb_symbol_element_bytes(whole->variable->symbol),
             element = (part->from - whole->from) / size;
    xb_source_share made = {.whole = whole->variable, .part = part->variable};
    maker->at = &part->variable->symbol->node;
    if ((part->from - whole->from) % size != 0)
        xb_maker_refuse(maker, "let it begin with an element", "%s begins within an element of %s",
                        part->variable->symbol->id->text, whole->variable->symbol->id->text);
    for (int d = 0; d < whole->variable->rank; d++) {
        const xb_bounds *bounds = xb_symbol_bounds(whole->variable->symbol, (size_t)d);
        made.subscripts[d] = bounds->lower + (int64_t)(element % xb_bounds_extent(*bounds));
        element /= xb_bounds_extent(*bounds);
    }
    whole->variable->shared = part->variable->shared = true;
    xb_vector *shares = home ? &home->shares : &maker->source->shares;
    *(xb_source_share *)xb_vector_push(maker->arena, shares, sizeof made) = made;
}

/* Those of one place that overlap. */
static void relate(xb_source_maker *maker, member *members, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        xb_source_variable *variable = members[i].variable;
        bool is_same = members->facts->block_kind == XB_BLOCK_MODULE && members[i].from == members->from &&
                       is_alike(members->variable, variable);
        if (is_same) {
            variable->same = members->variable;
            variable->shared = members->variable->shared = true;
        } else {
            share(maker, members, &members[i]);
        }
    }
}

static bool is_same_place(const member *a, const member *b)
{
    return a->place == b->place && a->facts->block == b->facts->block;
}

/* ---- common blocks --------------------------------------------------------------------------------------
 */

/* Fills a gap by integers. */
static void fill(xb_source_maker *maker, xb_source_common *common, xb_source_unit *home, bool zero,
                 uint64_t from, uint64_t to)
{
    unsigned bytes = from % 4 == 0 && to % 4 == 0 ? 4 : 1;
    maker->unit = home;
    xb_source_variable *gap = xb_maker_variable_for(maker, home, "gap", XB_TYPE_INTEGER, bytes);
    xb_bounds *bounds = xb_arena_alloc(maker->arena, sizeof *bounds);
    *bounds = (xb_bounds){1, (int64_t)((to - from) / bytes)};
    gap->rank = 1;
    gap->bounds = bounds;
    gap->in_common = gap->shared = gap->is_gap = true;
    gap->is_derivative = zero;
    xb_list_append(maker->arena, &common->members, gap);
}

/* What all places of a common block have in common. */
typedef struct block {
    uint64_t size;
    bool has_initial;    /* some variable has values first */
    bool of_derivatives; /* it begins with zeros */
} block;

static block block_of(const member *members, size_t count)
{
    block b = {0};
    for (size_t i = 0; i < count; i++) {
        b.size = members[i].to > b.size ? members[i].to : b.size;
        b.of_derivatives |= members[i].variable->is_derivative;
        b.has_initial |= members[i].variable->initial_count > 0;
    }
    return b;
}

/* One place gives values. */
static void check_values(xb_source_maker *maker, const xb_source_variable *variable, bool is_first)
{
    if (is_first || variable->is_derivative || variable->initial_count == 0)
        return;
    maker->at = &variable->symbol->node;
    xb_maker_refuse(maker, "let the variables of the first scope that has the block have them",
                    "%s has values first, and is not where the common block is declared first",
                    variable->symbol->id->text);
}

/* One place of a common block. */
static void declare_common(xb_source_maker *maker, const member *members, size_t count, const block *b,
                           bool is_first)
{
    xb_source_unit *home = members->variable->home;
    xb_source_common *common = xb_arena_alloc(maker->arena, sizeof *common);
    uint64_t at = 0;
    *common = (xb_source_common){.block = members->facts->block->text,
                                 .has_initial = is_first && (b->has_initial || b->of_derivatives)};
    for (size_t i = 0; i < count; i++) {
        xb_source_variable *variable = members[i].variable;
        variable->in_common = variable->shared = true;
        check_values(maker, variable, is_first);
        if (i > 0 && members[i].from < at)
            continue; /* it is equivalent to one before */
        if (members[i].from > at)
            fill(maker, common, home, b->of_derivatives, at, members[i].from);
        xb_list_append(maker->arena, &common->members, variable);
        at = members[i].to;
    }
    if (at < b->size)
        fill(maker, common, home, b->of_derivatives, at, b->size);
    xb_list_append(maker->arena, home ? &home->commons : &maker->source->commons, common);
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

/* The members of one block. */
static void take_block(xb_source_maker *maker, member *members, size_t count)
{
    bool is_common = members->facts->block_kind == XB_BLOCK_COMMON;
    const block b = block_of(members, count);
    for (size_t first = 0, next; first < count; first = next) {
        for (next = first + 1; next < count && is_same_place(&members[first], &members[next]);)
            next++;
        for (size_t from = first, to; from < next; from = to) {
            for (to = from + 1; to < next && members[to].from < members[from].to;)
                to++;
            relate(maker, &members[from], to - from);
        }
        if (is_common)
            declare_common(maker, &members[first], next - first, &b, first == 0);
        else if (first > 0 && members->facts->block_kind == XB_BLOCK_MODULE)
            xb_maker_refuse(maker, "let all of its symbols be in the scope of the module",
                            "the variable %s of a module has symbols in several scopes",
                            members->facts->block->text);
    }
}

/* The symbol that a variable is, or is a copy of. */
static const xb_symbol *origin_of(const xb_source_maker *maker, const xb_source_variable *variable)
{
    const xb_routine *routine = variable->home ? variable->home->routine : NULL;
    return routine && routine->version ? xb_version_origin(maker->program, routine, variable->symbol)
                                       : variable->symbol;
}

/* Common blocks that are used, by the index of their name: a place that declares them, the first one that has
 * values if there are some; and the symbols that are there. */
typedef struct places {
    xb_map first;      /* xb_source_variable */
    xb_node_set there; /* symbols */
} places;

static bool has_values(const xb_source_variable *variable)
{
    return variable->symbol->declaration->initial.count > 0 && !variable->is_derivative;
}

static bool comes_before(const xb_source_variable *a, const xb_source_variable *b)
{
    if (!b || has_values(a) != has_values(b))
        return !b || has_values(a);
    return b->home && (!a->home || a->home->number < b->home->number);
}

static places find_places(xb_source_maker *maker)
{
    places p = {.first = {0}};
    for (size_t i = 0; i < maker->all.count; i++) {
        xb_source_variable *variable = maker->all.items[i];
        const xb_declaration *facts = variable->symbol ? variable->symbol->declaration : NULL;
        if (!facts || facts->block_kind != XB_BLOCK_COMMON)
            continue;
        if (comes_before(variable, xb_map_get(&p.first, facts->block->index, 0)))
            xb_map_put(maker->arena, &p.first, facts->block->index, 0, variable);
        xb_node_set_add(maker->arena, &p.there, &origin_of(maker, variable)->node);
    }
    return p;
}

/* Variables of common blocks that have values first are there even if the routine that gives them does not
 * use them. */
void xb_source_add_valued(xb_source_maker *maker)
{
    const places p = find_places(maker);
    const xb_list *scopes = &maker->program->scopes;
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            const xb_declaration *facts = symbol->declaration;
            if (!facts || facts->block_kind != XB_BLOCK_COMMON || facts->initial.count == 0 ||
                xb_node_set_has(&p.there, &symbol->node))
                continue;
            const xb_source_variable *near = xb_map_get(&p.first, facts->block->index, 0);
            if (near)
                xb_maker_variable_at(maker, symbol, near->home);
        }
    }
}

void xb_source_find_blocks(xb_source_maker *maker)
{
    xb_vector found = {0};
    find_members(maker, &found);
    member *members = found.items;
    for (size_t first = 0, next; first < found.count; first = next) {
        for (next = first + 1;
             next < found.count && members[next].facts->block == members[first].facts->block;)
            next++;
        take_block(maker, &members[first], next - first);
    }
}
