/*
 * One walk over the program; routines are found by a map from their node to their number.
 */
#include "algorithms/structure/calls.h"

typedef struct collector {
    xb_arena *arena;
    xb_graph graph;
    xb_map numbers; /* (node index of a routine) to its number */
} collector;

static uint32_t number_of(const collector *c, const xb_routine *routine)
{
    const uint32_t *number = routine ? xb_map_get(&c->numbers, routine->node.index, 0) : NULL;
    return number ? *number : XB_GRAPH_NONE;
}

static xb_visit note_call(xb_walk *walk, xb_node *node, void *context)
{
    collector *c = context;
    const xb_call *call = (const xb_call *)node;
    uint32_t caller = number_of(c, xb_walk_routine(walk));
    uint32_t callee = number_of(c, xb_program_routine(xb_walk_program(walk), call->symbol));
    if (caller != XB_GRAPH_NONE && callee != XB_GRAPH_NONE)
        xb_graph_add_edge(c->arena, &c->graph, caller, callee);
    return XB_VISIT_SKIP;
}

static xb_visit skip(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_SKIP;
}

xb_graph xb_structure_calls(xb_program *program, xb_arena *arena)
{
    static const xb_visitor visitor = {
        .enter = {
            [XB_KIND_SUBROUTINE_CALL] = note_call, [XB_KIND_ASSIGNMENT] = skip, [XB_KIND_SCOPE] = skip}};
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
