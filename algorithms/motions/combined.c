/*
 * A combined motion is a copy of the flows of two versions, one after the other, or calls two motions. In
 * between are copies of values, which are put back at the end. That a vertex belongs to the adjoint sweep is
 * kept for algorithms after this one.
 */
#include "algorithms/motions/internal.h"
#include "algorithms/support/insertion.h"
#include "algorithms/taping/temporaries.h"
#include "ir/build.h"

/* Whether vertices of combined motions are parts of the adjoint sweep. */
static xb_map *returning_vertices(xb_run *run)
{
    return xb_run_state(run, "motions.returning", sizeof(xb_map));
}

bool xb_motion_vertex_returns(xb_run *run, const xb_flow_vertex *vertex)
{
    return xb_map_get(returning_vertices(run), vertex->node.index, 0);
}

/* The combined motion of a routine under construction. */
typedef struct combining {
    xb_motions *motions;
    const xb_routine *routine;
    xb_flow_graph *flow; /* in the scope of the routine */
    xb_kept_values kept;
    uint32_t back; /* the vertex with which the adjoint sweep begins */
} combining;

/* The number of a vertex of one of the sweeps: a block is in the place of its Entry, or of its Exit. */
static uint32_t add_vertex_of(const combining *c, xb_flow_vertex *vertex)
{
    xb_program *program = c->motions->program;
    const xb_routine *current = xb_current(c->routine);
    if (vertex->node.kind == XB_KIND_ENTRY || vertex->node.kind == XB_KIND_EXIT)
        return xb_build_block(program, c->flow, current->scope, (xb_list){.count = 0});
    xb_list_append(program->arena, &c->flow->vertices, vertex);
    return xb_graph_add_vertex(program->arena, &c->flow->graph);
}

/* Adds a sweep. @param first, last receive the blocks that it begins and ends with */
static void add_sweep(const combining *c, const xb_flow_graph *sweep, uint32_t *first, uint32_t *last)
{
    xb_program *program = c->motions->program;
    uint32_t *numbers = xb_arena_array(program->arena, sweep->graph.vertex_count + 1, sizeof *numbers);
    for (uint32_t v = 0; v < sweep->graph.vertex_count; v++) {
        xb_flow_vertex *vertex = sweep->vertices.items[v];
        numbers[v] = add_vertex_of(c, vertex);
        if (vertex->node.kind == XB_KIND_ENTRY)
            *first = numbers[v];
        if (vertex->node.kind == XB_KIND_EXIT)
            *last = numbers[v];
    }
    for (uint32_t e = 0; e < sweep->graph.edge_count; e++) {
        xb_list_append(program->arena, &c->flow->edges, sweep->edges.items[e]);
        xb_graph_add_edge(program->arena, &c->flow->graph, numbers[xb_graph_source(&sweep->graph, e)],
                          numbers[xb_graph_target(&sweep->graph, e)]);
    }
}

/* @return the block that the motion ends in */
static uint32_t add_sweeps(combining *c, uint32_t entry, const xb_flow_graph *forward,
                           const xb_flow_graph *back)
{
    xb_program *program = c->motions->program;
    uint32_t first = 0, last = 0;
    add_sweep(c, forward, &first, &last);
    xb_build_flow_edge(program, c->flow, entry, first);
    uint32_t between = xb_values_keep(&c->kept, last);
    c->back = (uint32_t)c->flow->vertices.count;
    add_sweep(c, back, &first, &last);
    xb_build_flow_edge(program, c->flow, between, first);
    return xb_values_put_back(&c->kept, last);
}

static uint32_t add_calls(combining *c, uint32_t entry)
{
    const xb_routine *current = xb_current(c->routine);
    uint32_t block = xb_motion_block(c->motions, current, c->flow, entry);
    xb_motion_statement(c->motions, c->flow, block,
                        xb_motion_pass_on(c->motions, c->routine, XB_MOTION_RECORDING));
    block = xb_values_keep(&c->kept, block);
    block = xb_motion_block(c->motions, current, c->flow, block);
    c->back = block;
    xb_motion_statement(c->motions, c->flow, block,
                        xb_motion_pass_on(c->motions, c->routine, XB_MOTION_RETURNING));
    return xb_values_put_back(&c->kept, block);
}

void xb_motion_combine(xb_motions *motions, const xb_routine *routine, const xb_flow_graph *forward,
                       const xb_flow_graph *back)
{
    xb_program *program = motions->program;
    xb_routine *target = xb_motion_of(motions, routine, XB_MOTION_COMBINED);
    xb_flow_graph flow = {.vertices = {.count = 0}};
    const xb_emitter emitter = {program, target->scope, &flow};
    combining c = {.motions = motions, .routine = routine, .flow = &flow};
    c.kept = (xb_kept_values){.run = motions->run,
                              .emitter = &emitter,
                              .variables = xb_final_values_of_entry(motions->finals, routine)};
    const uint32_t entry = xb_flow_add_vertex(program, &flow, XB_KIND_ENTRY);
    const uint32_t last = forward ? add_sweeps(&c, entry, forward, back) : add_calls(&c, entry);
    xb_build_flow_edge(program, &flow, last, xb_flow_add_vertex(program, &flow, XB_KIND_EXIT));
    target->structured = forward ? ((const xb_routine *)xb_current(routine))->structured : true;
    xb_motion_copy(motions, routine, target, XB_MOTION_COMBINED, &flow);
    for (size_t v = c.back; v < target->flow.vertices.count; v++)
        xb_map_put(program->arena, returning_vertices(motions->run),
                   ((const xb_node *)target->flow.vertices.items[v])->index, 0, target);
    xb_sweep_temporaries(motions->run, target);
}
