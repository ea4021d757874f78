/*
 * A combined motion is a copy of the flows of two versions, one after the other, or calls two motions. In
 * between are copies of values, which are put back at the end. That a vertex belongs to the adjoint sweep is
 * kept for algorithms after this one.
 */
#include "algorithms/motions/internal.h"
#include "algorithms/taping/temporaries.h"

/* Whether vertices of combined motions are parts of the adjoint sweep. */
static xb_node_set *returning_vertices(xb_run *run)
{
    return xb_run_state(run, "motions.returning", sizeof(xb_node_set));
}

bool xb_motion_vertex_returns(xb_run *run, const xb_flow_vertex *vertex)
{
    return xb_node_set_has(returning_vertices(run), &vertex->node);
}

/* The combined motion of a routine under construction. */
typedef struct combining {
    xb_motions *motions;
    const xb_routine *routine;
    xb_body code; /* in the scope of the routine */
    xb_kept_values kept;
    const xb_flow_vertex *back; /* with which the adjoint sweep begins */
} combining;

/* A vertex of one of the sweeps: a block is in the place of its Entry, or of its Exit. */
static xb_flow_vertex *vertex_of(const combining *c, xb_flow_vertex *vertex)
{
    if (vertex->node.kind != XB_KIND_ENTRY && vertex->node.kind != XB_KIND_EXIT)
        return vertex;
    xb_flow_vertex *block = xb_node_create(c->code.program, XB_KIND_BASIC_BLOCK, sizeof *block, 0);
    block->scope = c->code.scope;
    return block;
}

/* @return the block that it begins with */
static const xb_flow_vertex *add_sweep(combining *c, const xb_flow_graph *sweep)
{
    xb_flow_graph blocks = {.graph = sweep->graph, .edges = sweep->edges};
    uint32_t first = 0, last = 0;
    for (uint32_t v = 0; v < sweep->graph.vertex_count; v++) {
        xb_list_append(c->code.program->arena, &blocks.vertices, vertex_of(c, sweep->vertices.items[v]));
        if (xb_flow_kind_at(sweep, v) == XB_KIND_ENTRY)
            first = v;
        if (xb_flow_kind_at(sweep, v) == XB_KIND_EXIT)
            last = v;
    }
    uint32_t base = xb_body_add_flow(&c->code, &blocks);
    xb_body_enter(&c->code, base + first);
    xb_body_go_on(&c->code, base + last);
    return blocks.vertices.items[first];
}

static void add_sweeps(combining *c, const xb_flow_graph *forward, const xb_flow_graph *back)
{
    add_sweep(c, forward);
    xb_values_keep(&c->kept, &c->code);
    c->back = add_sweep(c, back);
}

static void add_calls(combining *c)
{
    xb_body back = xb_body_begin_part(c->code.program, c->code.scope);
    xb_body_add(&c->code, xb_motion_pass_on(c->motions, c->routine, XB_MOTION_RECORDING));
    xb_values_keep(&c->kept, &c->code);
    xb_body_add(&back, xb_motion_pass_on(c->motions, c->routine, XB_MOTION_RETURNING));
    xb_body_add_part(&c->code, &back);
    c->back = back.flow.vertices.items[0];
}

/* All vertices from that on with which the adjoint sweep begins are parts of it. */
static void note_returning(const combining *c, const xb_flow_graph *flow, const xb_routine *target)
{
    size_t v = 0;
    while (v < flow->vertices.count && flow->vertices.items[v] != c->back)
        v++;
    for (; v < flow->vertices.count; v++)
        xb_node_set_add(c->code.program->arena, returning_vertices(c->motions->run),
                        target->flow.vertices.items[v]);
}

void xb_motion_combine(xb_motions *motions, const xb_routine *routine, const xb_flow_graph *forward,
                       const xb_flow_graph *back)
{
    xb_routine *target = xb_motion_of(motions, routine, XB_MOTION_COMBINED);
    const xb_routine *current = xb_current(routine);
    combining c = {.motions = motions, .routine = routine};
    c.code = xb_body_begin_made(motions->program, current->scope);
    c.kept = (xb_kept_values){.run = motions->run,
                              .scope = target->scope,
                              .variables = xb_final_values_of_entry(motions->finals, routine)};
    if (forward)
        add_sweeps(&c, forward, back);
    else
        add_calls(&c);
    xb_values_put_back(&c.kept, &c.code);
    const xb_flow_graph flow = xb_body_finish(&c.code, xb_run_scratch(motions->run));
    target->structured = forward ? current->structured : true;
    xb_motion_copy(motions, routine, target, XB_MOTION_COMBINED, &flow);
    note_returning(&c, &flow, target);
    xb_sweep_temporaries(motions->run, target);
}
