/*
 * The host of a routine has the nearest scope around that of the routine which is a routine's itself. The
 * caller sees the same variables if its scope is that one, or lies within it.
 */
#include "algorithms/support/hosts.h"

#include "traverse/traverse.h"

void xb_hosts_add(xb_hosts *hosts, xb_arena *arena, const xb_list *routines)
{
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (routine->flow.vertices.count > 0)
            xb_node_map_put(arena, hosts, &routine->scope->node, routine);
    }
}

const xb_routine *xb_host_of(const xb_hosts *hosts, const xb_routine *routine)
{
    for (const xb_scope *scope = routine->scope->parent; scope; scope = scope->parent) {
        const xb_routine *host = xb_node_map_get(hosts, &scope->node);
        if (host)
            return host;
    }
    return NULL;
}

const char *xb_siblings_obstacle(const xb_routine *routine)
{
    if (!routine->scope->parent)
        return "has no scope of its own, but the global one";
    if (!xb_scope_is_within(routine->scope, routine->symbol->scope))
        return "is declared in a scope that its own is not within";
    return NULL;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

typedef struct checking {
    xb_run *run;
    xb_hosts hosts; /* read or made */
    const xb_routine *caller;
    const char *hint;
    xb_status status;
} checking;

static xb_visit check_call(xb_walk *walk, xb_node *node, void *context)
{
    checking *c = context;
    xb_program *program = xb_walk_program(walk);
    const xb_symbol *symbol = node->kind == XB_KIND_SUBROUTINE_CALL
                                  ? ((const xb_call *)node)->symbol
                                  : ((const xb_function_call *)node)->symbol;
    const xb_routine *callee = xb_program_routine(program, symbol);
    const xb_routine *host = callee ? xb_host_of(&c->hosts, callee) : NULL;
    if (!host || xb_scope_is_within(c->caller->scope, host->scope))
        return XB_VISIT_CONTINUE;
    const xb_node *place = node->line > 0 ? node : &callee->node; /* calls that are made are nowhere */
    c->status =
        xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, place, NULL), c->hint,
                 "%s would be called by %s, which has none of the variables of %s, around it",
                 symbol->id->text, c->caller->symbol->id->text, host->symbol->id->text);
    return XB_VISIT_STOP;
}

xb_status xb_hosts_check(xb_run *run, const char *hint)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = check_call, [XB_KIND_FUNCTION_CALL] = check_call}};
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    const xb_list *routines = xb_view_list(scratch, XB_VIEW_DERIVED, &program->routines);
    checking c = {.run = run, .hint = hint};
    xb_hosts_add(&c.hosts, scratch, &program->routines);
    xb_hosts_add(&c.hosts, scratch, routines);
    for (size_t i = 0; i < routines->count && !c.status; i++) {
        c.caller = routines->items[i];
        xb_traverse(program, scratch, routines->items[i], &visitor, &c);
    }
    return c.status;
}
