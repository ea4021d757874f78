/*
 * A partition of type classes, groups of alias sets, and variables by their node index. A variable is united
 * with the groups of its references. Those that are no formal arguments are united with their type class if a
 * reference to any such variable of it has no alias set, lists of side effects excepted, which front ends
 * write without; otherwise alias sets know better. Where a scalar is, one reference to it tells for all.
 * Variables that declarations put in one place of a block of storage are united, too; if the program says
 * that these declarations are complete, variables are not united with their type class.
 */
#include "analysis/storage.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/partition.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

struct xb_storage {
    const xb_alias_map *aliases;
    xb_node_set formals; /* symbols */
    uint32_t *partition;
    uint32_t first, count;         /* number of the variable of node index 0; size of the partition */
    bool vague[XB_TYPE_CLASS_ANY]; /* by type class: a variable that is no formal is used without alias set */
};

/* The search for references without alias sets. */
typedef struct search {
    xb_storage *storage;
    xb_arena *scratch;
    uint64_t *located; /* by node index: scalars that are used with alias sets */
    xb_list others;    /* scalars that are used without, each time */
} search;

xb_type_class xb_type_class_of(xb_type type)
{
    switch (type) {
    case XB_TYPE_REAL:
    case XB_TYPE_COMPLEX:
    case XB_TYPE_DOUBLE: return XB_TYPE_CLASS_FLOATING;
    case XB_TYPE_INTEGER: return XB_TYPE_CLASS_INTEGER;
    case XB_TYPE_BOOL: return XB_TYPE_CLASS_LOGICAL;
    case XB_TYPE_CHAR:
    case XB_TYPE_STRING: return XB_TYPE_CLASS_TEXT;
    default: return XB_TYPE_CLASS_ANY;
    }
}

bool xb_types_are_of_one_class(xb_type a, xb_type b)
{
    xb_type_class p = xb_type_class_of(a), q = xb_type_class_of(b);
    return p == q || p == XB_TYPE_CLASS_ANY || q == XB_TYPE_CLASS_ANY;
}

bool xb_storage_is_vague(const xb_storage *storage, const xb_symbol *symbol)
{
    xb_type_class type = xb_type_class_of(symbol->type);
    return type == XB_TYPE_CLASS_ANY || storage->vague[type];
}

bool xb_storage_is_formal(const xb_storage *storage, const xb_symbol *symbol)
{
    return xb_node_set_has(&storage->formals, &symbol->node);
}

bool xb_storage_is_allocatable(const xb_storage *storage, const xb_symbol *symbol)
{
    return !xb_symbol_is_sized(symbol) && !symbol->pointer && !symbol->temporary &&
           !xb_storage_is_formal(storage, symbol);
}

bool xb_storage_is_unbounded(const xb_storage *storage, const xb_symbol *symbol)
{
    return symbol->rank > 0 && symbol->bounds_count == 0 && !symbol->pointer && !symbol->temporary &&
           !xb_storage_is_formal(storage, symbol);
}

bool xb_storage_may_be_allocated(const xb_storage *storage, const xb_reference *target)
{
    return target->subscripts.count == 0 && xb_storage_is_allocatable(storage, target->symbol);
}

static bool is_anywhere(const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_POINTER || symbol->pointer ||
           xb_type_class_of(symbol->type) == XB_TYPE_CLASS_ANY;
}

/* Whether COMMON and EQUIVALENCE statements may concern a variable: they name no temporaries, whether a front
 * end has made these, or an engine that wrote the document. */
static bool is_static(const xb_storage *storage, const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE && !symbol->temporary && !symbol->temp &&
           !is_anywhere(symbol) && !xb_storage_is_formal(storage, symbol);
}

static void note_group(search *s, const xb_symbol *symbol, uint32_t group)
{
    xb_storage *storage = s->storage;
    xb_partition_unite(storage->partition, XB_TYPE_CLASS_ANY + group, storage->first + symbol->node.index);
    if (symbol->rank == 0)
        xb_bits_add(s->located, symbol->node.index);
}

static void note_vague(search *s, const xb_symbol *symbol)
{
    xb_type_class type = xb_type_class_of(symbol->type);
    if (symbol->rank != 0)
        s->storage->vague[type] = true;
    else if (!s->storage->vague[type])
        xb_list_append(s->scratch, &s->others, symbol);
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_reference *reference = (const xb_reference *)node;
    uint32_t group = xb_alias_group(s->storage->aliases, reference->alias);
    const xb_routine *routine = xb_walk_routine(walk);
    bool is_listed = routine && xb_walk_ancestor(walk, 1) == &routine->node;
    if (group != XB_ALIAS_GROUP_NONE)
        note_group(s, reference->symbol, group);
    else if (!is_listed && is_static(s->storage, reference->symbol))
        note_vague(s, reference->symbol);
    return XB_VISIT_CONTINUE;
}

static void find_vague_scalars(const search *s)
{
    for (size_t i = 0; i < s->others.count; i++) {
        const xb_symbol *symbol = s->others.items[i];
        if (!xb_bits_has(s->located, symbol->node.index))
            s->storage->vague[xb_type_class_of(symbol->type)] = true;
    }
}

static void look_at_references(xb_analyses *analyses, xb_arena *arena, xb_storage *storage)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_reference},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    search s = {.storage = storage, .scratch = xb_analyses_scratch(analyses)};
    xb_arena_mark mark = xb_arena_mark_now(s.scratch);
    s.located = xb_bits_create(s.scratch, program->node_count);
    xb_traverse(program, arena, &program->node, &visitor, &s);
    find_vague_scalars(&s);
    xb_arena_release(s.scratch, mark);
}

static int compare(const void *a, const void *b)
{
    return xb_compare_places(*(xb_symbol *const *)a, *(xb_symbol *const *)b);
}

static xb_list find_members(xb_arena *scratch, const xb_program *program)
{
    xb_list members = {.count = 0};
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_list *symbols = &((const xb_scope *)program->scopes.items[i])->symbols;
        for (size_t k = 0; k < symbols->count; k++) {
            xb_symbol *symbol = symbols->items[k];
            if (symbol->declaration && symbol->declaration->block_kind != XB_BLOCK_NONE)
                xb_list_append(scratch, &members, symbol);
        }
    }
    return members;
}

/* Where a variable ends in its block. Of a size that is not known, it goes to the end. */
static uint64_t end_of(const xb_symbol *symbol)
{
    const uint64_t bytes = xb_symbol_storage(symbol);
    return bytes > 0 ? symbol->declaration->offset + bytes : UINT64_MAX;
}

/* Each member of a block is united with that which reaches furthest so far, if that reaches it. */
static void unite_blocks(xb_analyses *analyses, xb_storage *storage)
{
    xb_arena *scratch = xb_analyses_scratch(analyses);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_list members = find_members(scratch, xb_analyses_program(analyses));
    const xb_symbol *furthest = NULL;
    if (members.count > 0)
        qsort(members.items, members.count, sizeof *members.items, compare);
    for (size_t i = 0; i < members.count; i++) {
        const xb_symbol *symbol = members.items[i];
        const bool same = furthest && xb_are_of_one_block(furthest, symbol);
        if (same && symbol->declaration->offset < end_of(furthest))
            xb_partition_unite(storage->partition, storage->first + furthest->node.index,
                               storage->first + symbol->node.index);
        if (!same || end_of(symbol) > end_of(furthest))
            furthest = symbol;
    }
    xb_arena_release(scratch, mark);
}

static void unite_types(xb_storage *storage, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        xb_type_class type = xb_type_class_of(symbol->type);
        if (is_static(storage, symbol) && storage->vague[type])
            xb_partition_unite(storage->partition, type, storage->first + symbol->node.index);
    }
}

static void find_formals(xb_arena *arena, xb_storage *storage, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        xb_node_set_add(arena, &storage->formals, &formal->symbol->node);
    }
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    xb_program *program = xb_analyses_program(analyses);
    xb_storage *storage = xb_arena_alloc(arena, sizeof *storage);
    storage->aliases = &program->aliases;
    storage->first = XB_TYPE_CLASS_ANY + program->aliases.group_count;
    storage->count = storage->first + program->node_count;
    storage->partition = xb_partition_create(arena, storage->count);
    for (size_t i = 0; i < program->routines.count; i++)
        find_formals(arena, storage, program->routines.items[i]);
    look_at_references(analyses, arena, storage);
    unite_blocks(analyses, storage);
    for (size_t i = 0; !xb_program_declares_storage(program) && i < program->scopes.count; i++)
        unite_types(storage, program->scopes.items[i]);
    return storage;
}

const xb_storage *xb_storage_of(xb_analyses *analyses)
{
    static const xb_analysis storage = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &storage);
}

uint32_t xb_storage_class(const xb_storage *storage, const xb_symbol *symbol)
{
    uint32_t number = storage->first + symbol->node.index;
    if (symbol->temporary)
        return number;
    if (is_anywhere(symbol) || number >= storage->count)
        return XB_STORAGE_ANYWHERE;
    return xb_partition_find(storage->partition, number);
}

/* ---- sets ---------------------------------------------------------------------------------------------- */

static unsigned type_of(const xb_symbol *symbol)
{
    return 1u << xb_type_class_of(symbol->type);
}

void xb_storage_set_add(xb_arena *arena, xb_storage_set *set, const xb_symbol *symbol)
{
    uint32_t class = xb_storage_class(set->storage, symbol);
    set->types |= type_of(symbol);
    if (class == XB_STORAGE_ANYWHERE)
        set->anywhere |= type_of(symbol);
    xb_map_put(arena, &set->classes, class, 0, symbol);
}

void xb_storage_set_add_all(xb_storage_set *set)
{
    set->types = set->anywhere = 1u << XB_TYPE_CLASS_ANY;
}

bool xb_storage_set_is_all(const xb_storage_set *set)
{
    return set->anywhere & (1u << XB_TYPE_CLASS_ANY);
}

bool xb_storage_set_has(const xb_storage_set *set, const xb_symbol *symbol)
{
    const unsigned any = 1u << XB_TYPE_CLASS_ANY, own = type_of(symbol),
                   fitting = own == any ? ~0u : own | any;
    uint32_t class = xb_storage_class(set->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE)
        return set->types & fitting;
    return (!symbol->temporary && (set->anywhere & fitting)) || xb_map_get(&set->classes, class, 0);
}
