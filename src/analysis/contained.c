/*
 * Each routine is listed for all scopes around it but that of the program.
 */
#include "analysis/contained.h"

#include "traverse/traverse.h"

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    const xb_program *program = xb_analyses_program(analyses);
    xb_node_map *contained = xb_arena_alloc(arena, sizeof *contained); /* by scope: xb_list */
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        for (const xb_scope *host = routine->scope->parent; host && host->parent; host = host->parent)
            xb_list_append(arena, xb_node_map_make(arena, contained, &host->node, sizeof(xb_list)), routine);
    }
    return contained;
}

const xb_list *xb_contained_in(xb_analyses *analyses, const xb_scope *scope)
{
    static const xb_analysis contained = {XB_VIEW_READ, find};
    static const xb_list none = {.count = 0};
    const xb_list *within = xb_node_map_get(xb_analyses_get(analyses, &contained), &scope->node);
    return within ? within : &none;
}

/* ---- references ---------------------------------------------------------------------------------------- */

typedef struct looking {
    xb_arena *arena;
    const xb_routine *routine;
    xb_node_set *variables;
} looking;

static xb_visit look_at(xb_walk *walk, xb_node *node, void *context)
{
    const looking *l = context;
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    (void)walk;
    if (!xb_scope_is_within(symbol->scope, l->routine->scope))
        xb_node_set_add(l->arena, l->variables, &symbol->node);
    return XB_VISIT_CONTINUE;
}

static void *find_variables(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at},
                                       .view = XB_VIEW_READ};
    const xb_program *program = xb_analyses_program(analyses);
    looking l = {.arena = arena, .variables = xb_arena_alloc(arena, sizeof *l.variables)};
    for (size_t i = 0; i < program->routines.count; i++) {
        l.routine = program->routines.items[i];
        if (l.routine->scope->parent != program->root)
            xb_traverse((xb_program *)program, xb_analyses_scratch(analyses), program->routines.items[i],
                        &visitor, &l);
    }
    return l.variables;
}

bool xb_contained_refer(xb_analyses *analyses, const xb_symbol *symbol)
{
    static const xb_analysis variables = {XB_VIEW_READ, find_variables};
    return xb_node_set_has(xb_analyses_get(analyses, &variables), &symbol->node);
}
