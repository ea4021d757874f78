#include "verify/uses.h"

#include "analysis/calls.h"
#include "traverse/traverse.h"
#include "verify/layout.h"

static xb_visit mark(xb_walk *walk, xb_node *node, void *context)
{
    bool *used = context;
    if (xb_walk_ancestor(walk, 1)->kind != XB_KIND_CONTROL_FLOW_GRAPH)
        used[((const xb_reference *)node)->symbol->node.index] = true;
    return XB_VISIT_CONTINUE;
}

void xb_uses_mark(xb_program *program, xb_arena *arena, const bool *routines, bool *used)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = mark}, .view = XB_VIEW_READ};
    for (size_t v = 0; v < program->routines.count; v++)
        if (routines[v])
            xb_traverse(program, arena, program->routines.items[v], &visitor, used);
}

xb_list xb_uses_compared(xb_program *program, xb_arena *arena, const xb_routine *entry)
{
    const size_t count = program->routines.count;
    const xb_call_graph calls = xb_calls(program, arena, arena);
    bool *routines = xb_arena_array(arena, count + 1, sizeof *routines);
    bool *here = xb_arena_array(arena, program->node_count, sizeof *here),
         *elsewhere = xb_arena_array(arena, program->node_count, sizeof *elsewhere);
    const xb_list globals = xb_layout_globals(arena, program);
    xb_list compared = {0};
    routines[xb_calls_vertex(&calls, entry)] = true;
    xb_graph_spread(arena, &calls.graph, routines, true);
    xb_uses_mark(program, arena, routines, here);
    for (size_t v = 0; v < count; v++)
        routines[v] = !routines[v];
    xb_uses_mark(program, arena, routines, elsewhere);
    for (size_t i = 0; i < globals.count; i++) {
        const uint32_t index = ((const xb_symbol *)globals.items[i])->node.index;
        if (here[index] || !elsewhere[index])
            xb_list_append(arena, &compared, globals.items[i]);
    }
    return compared;
}
