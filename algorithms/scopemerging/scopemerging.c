/*
 * For each scope, that of a routine is found which is the innermost one around it. What is declared in a
 * scope within that is declared there anew; then each routine that may refer to something that was moved is
 * copied, with the new symbols for the old ones.
 */
#include "algorithms/scopemerging/scopemerging.h"

#include <strings.h>

#include "ir/build.h"
#include "ir/decoration.h"
#include "ir/tags.h"
#include "ir/taken_names.h"

typedef struct merging {
    xb_program *program;
    xb_arena *scratch;
    xb_node_map around;  /* by scope: the scope of a routine that is the innermost one around
                       it, or  it itself; the root where there is none */
    xb_node_map symbols; /* by symbol that was moved: the new one */
    xb_node_set changed; /* scopes of routines to which something was moved */
    xb_map counters;     /* by index of a name: the last number that was given to it */
} merging;

static merging merging_in(xb_run *run)
{
    merging m = {.program = xb_run_program(run), .scratch = xb_run_scratch(run)};
    for (size_t i = 0; i < m.program->routines.count; i++) {
        xb_scope *own = ((xb_routine *)m.program->routines.items[i])->scope;
        xb_node_map_put(m.scratch, &m.around, &own->node, own);
    }
    return m;
}

/* The scope of the routine around a scope, which may be its own, or the root. Each step of the way is taken
 * once. */
static xb_scope *around(merging *m, xb_scope *scope)
{
    xb_scope *at = scope, *found;
    while (!(found = xb_node_map_get(&m->around, &at->node)))
        if (at->parent)
            at = at->parent;
        else
            xb_node_map_put(m->scratch, &m->around, &at->node, at);
    for (; scope != at; scope = scope->parent)
        xb_node_map_put(m->scratch, &m->around, &scope->node, found);
    return found;
}

/* What is within a module is no block. */
static bool is_moved(merging *m, const xb_symbol *symbol)
{
    const xb_scope *target = around(m, symbol->scope);
    return target != symbol->scope && target->routine && xb_routine_is_procedure(target->routine);
}

/* Whether a scope has symbols that are moved. */
static bool is_merged(merging *m, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->symbols.count; i++)
        if (is_moved(m, scope->symbols.items[i]))
            return true;
    return false;
}

xb_status xb_scopemerging_choose(xb_run *run, void *settings, xb_algorithm_choice *choice)
{
    merging m = merging_in(run);
    const xb_list *scopes = &m.program->scopes;
    (void)settings;
    for (size_t i = 0; i < scopes->count && !choice->algorithm; i++)
        if (is_merged(&m, scopes->items[i]))
            choice->algorithm = xb_algorithm_scopemerging.name;
    return XB_STATUS_OK;
}

/* ---- symbols ------------------------------------------------------------------------------------------- */

/* A name that no other symbol has, as it is or without what the front end decorates names with. x_d2 would be
 * taken for a derivative of x where derivatives are variables. */
static const xb_name *name_for(merging *m, const xb_symbol *symbol)
{
    const xb_name *id = symbol->id;
    size_t length = xb_plain_length(id->text, id->length, SIZE_MAX);
    const xb_list *takers = xb_name_takers(m->program, id->text, length);
    if (takers->count == 1)
        return id;
    const xb_name *stem = xb_names_intern(m->program->names, id->text, length);
    uintptr_t number = (uintptr_t)xb_map_get(&m->counters, stem->index, 0);
    const char *name;
    bool is_derivative = stem->length > 2 && strcasecmp(stem->text + stem->length - 2, "_d") == 0;
    do
        name = xb_arena_format(m->scratch, "%s%s%u", stem->text, is_derivative ? "v" : "",
                               (unsigned)(++number + 1));
    while (!xb_name_is_free(m->program, name));
    xb_map_put(m->scratch, &m->counters, stem->index, 0, (const void *)number);
    return xb_program_name(m->program, name);
}

static xb_symbol *create(merging *m, xb_scope *target, const xb_name *id, const xb_symbol *symbol)
{
    xb_symbol *made = xb_symbol_like(m->program, target, id, symbol);
    made->node.annotation = symbol->node.annotation;
    xb_tags_copy(m->program, &made->node, &symbol->node);
    return made;
}

/* Subroutines keep their names, which others know them by: where it is declared already, that is the one.
 * NULL: it is something else that is, which is reported. */
static xb_symbol *move_subroutine(merging *m, xb_scope *target, const xb_symbol *symbol)
{
    xb_symbol *known = xb_symbol_find(target, symbol->id);
    bool is_same = known && known->kind == symbol->kind &&
                   xb_program_routine(m->program, known) == xb_program_routine(m->program, symbol);
    if (!known)
        return create(m, target, symbol->id, symbol);
    if (!is_same)
        xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                 xb_program_place(m->program, &symbol->node, NULL), "give one of them another name",
                 "%s is a subroutine in a scope of blocks, and something else in the scope of their routine",
                 symbol->id->text);
    return is_same ? known : NULL;
}

static xb_status move(merging *m, xb_symbol *symbol)
{
    xb_scope *target = around(m, symbol->scope);
    xb_symbol *moved = symbol->kind == XB_SYMBOL_SUBROUTINE ? move_subroutine(m, target, symbol)
                                                            : create(m, target, name_for(m, symbol), symbol);
    if (!moved)
        return XB_STATUS_UNSUPPORTED;
    xb_node_map_put(m->scratch, &m->symbols, &symbol->node, moved);
    xb_node_set_add(m->scratch, &m->changed, &target->node);
    xb_derive(m->program, &symbol->node, &(xb_list){.count = 0});
    return XB_STATUS_OK;
}

/* What is moved is appended to lists that may be gone over. */
static xb_status move_all(merging *m)
{
    const xb_list *scopes = &m->program->scopes;
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        for (size_t k = 0, count = scope->symbols.count; k < count && !status; k++)
            if (is_moved(m, scope->symbols.items[k]))
                status = move(m, scope->symbols.items[k]);
    }
    return status;
}

/* ---- routines ------------------------------------------------------------------------------------------ */

static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    const merging *m = context;
    xb_symbol *moved = xb_node_map_get(&m->symbols, &symbol->node);
    return moved ? moved : symbol;
}

/* Whether a routine may refer to what was moved: to its own scope, or to that of a routine around it. */
static bool may_refer(const merging *m, const xb_routine *routine)
{
    for (const xb_scope *scope = routine->scope; scope; scope = scope->parent)
        if (xb_node_set_has(&m->changed, &scope->node))
            return true;
    return false;
}

static xb_status merge(xb_run *run)
{
    merging m = merging_in(run);
    xb_status status = move_all(&m);
    for (size_t i = 0; i < m.program->routines.count && !status; i++) {
        xb_routine *routine = m.program->routines.items[i], *copy;
        if (!may_refer(&m, routine) && symbol_for(&m, routine->symbol) == routine->symbol)
            continue;
        copy = xb_copy_whole_routine(m.program, routine, symbol_for, &m);
        copy->symbol = symbol_for(&m, routine->symbol);
        xb_derive_one(m.program, &routine->node, &copy->node);
    }
    return status;
}

static const char *const gives[] = {XB_PROPERTY_REWRITTEN, NULL};

static const xb_action actions[] = {{"merging", NULL, merge}, {.name = NULL}};

const xb_algorithm xb_algorithm_scopemerging = {
    .name = "scopemerging",
    .summary = "move the variables of blocks into the scopes of their routines",
    .gives = gives,
    .actions = actions,
};
