/*
 * One walk over the program as it was read. Routines are found by a map from their node to their number; a
 * second map has the pairs that are joined already.
 */
#include "traverse/calls.h"

#include "traverse/traverse.h"

typedef struct collector {
    xb_arena *arena;
    xb_graph graph;
    xb_map numbers; /* (node index of a routine) to its number */
    xb_map joined;  /* (caller, callee) to anything */
} collector;

static uint32_t number_of(const collector *c, const xb_routine *routine)
{
    const uint32_t *number = routine ? xb_map_get(&c->numbers, routine->node.index, 0) : NULL;
    return number ? *number : XB_GRAPH_NONE;
}

static void note(xb_walk *walk, collector *c, const xb_symbol *called)
{
    uint32_t caller = number_of(c, xb_walk_routine(walk));
    uint32_t callee = number_of(c, xb_program_routine(xb_walk_program(walk), called));
    if (caller == XB_GRAPH_NONE || callee == XB_GRAPH_NONE || xb_map_get(&c->joined, caller, callee))
        return;
    xb_graph_add_edge(c->arena, &c->graph, caller, callee);
    xb_map_put(c->arena, &c->joined, caller, callee, c);
}

static xb_visit note_call(xb_walk *walk, xb_node *node, void *context)
{
    note(walk, context, ((const xb_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit note_function(xb_walk *walk, xb_node *node, void *context)
{
    note(walk, context, ((const xb_function_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit skip(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_SKIP;
}

xb_graph xb_calls(xb_program *program, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = note_call,
                                                 [XB_KIND_FUNCTION_CALL] = note_function,
                                                 [XB_KIND_SCOPE] = skip},
                                       .view = XB_VIEW_READ};
    collector c = {.arena = arena};
    for (uint32_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        uint32_t *number = xb_arena_alloc(arena, sizeof *number);
        *number = xb_graph_add_vertex(arena, &c.graph);
        xb_map_put(arena, &c.numbers, routine->node.index, 0, number);
    }
    xb_traverse(program, arena, &program->node, &visitor, &c);
    return c.graph;
}

/* ---- arguments ---------------------------------------------------------------------------------------- */

/* The routine that a symbol names if it has a body, else NULL. */
static const xb_routine *procedure_of(const xb_program *program, const xb_symbol *symbol)
{
    const xb_routine *routine = xb_program_routine(program, symbol);
    return routine && xb_routine_is_procedure(routine) ? routine : NULL;
}

void xb_call_passes(const xb_program *program, const xb_node *call, xb_passed *passed, void *context)
{
    if (call->kind == XB_KIND_FUNCTION_CALL) {
        const xb_function_call *function = (const xb_function_call *)call;
        const xb_routine *callee = procedure_of(program, function->symbol);
        for (size_t i = 0; i < function->arguments.count; i++)
            passed(context, function->arguments.items[i],
                   callee ? xb_routine_formal(callee, (uint32_t)i + 1) : NULL);
        return;
    }
    const xb_call *subroutine = (const xb_call *)call;
    const xb_routine *callee = procedure_of(program, subroutine->symbol);
    for (size_t i = 0; i < subroutine->arguments.count; i++) {
        const xb_argument *argument = subroutine->arguments.items[i];
        if (argument->reference)
            passed(context, argument->reference,
                   callee ? xb_routine_formal(callee, argument->position) : NULL);
    }
}
