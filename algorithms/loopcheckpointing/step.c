/*
 * The body is copied to the scope of the sweep. The step of a counted loop sets the loop variable. That of
 * another one evaluates the condition first, or looks whether the flag says that the loop has been left.
 * Where the loop is left early, the flag is set, and a jump leads to the end of the step.
 */
#include "algorithms/loopcheckpointing/step.h"

#include "algorithms/support/insertion.h"
#include "analysis/constructs.h"
#include "ir/build.h"
#include "ir/copy_internal.h"
#include "ir/version.h"

/* ---- the body ------------------------------------------------------------------------------------------ */

static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    xb_sweep_building *b = context;
    return symbol->kind == XB_SYMBOL_SUBROUTINE ? symbol : xb_version_symbol(b->program, b->sweep, symbol);
}

static xb_copier copier_of(xb_sweep_building *b)
{
    return (xb_copier){.program = b->program, .symbol = symbol_for, .context = b};
}

/* The body alone, with vertices as they are. @param number by vertex: receives its number in the result */
static xb_flow_graph body_of(const xb_sweep_building *b, uint32_t *numbers)
{
    const xb_swept_loop *loop = b->loop;
    const xb_flow_graph *flow = &((const xb_routine *)xb_current(loop->original))->flow;
    xb_arena *arena = b->program->arena;
    xb_flow_graph body = {.vertices = {.count = 0}};
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        const xb_node *vertex = flow->vertices.items[v];
        numbers[v] = XB_GRAPH_NONE;
        if (!loop->inside[v] || v == loop->head || v == loop->end)
            continue;
        numbers[v] = xb_graph_add_vertex(arena, &body.graph);
        xb_list_append(arena, &body.vertices, vertex);
    }
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        uint32_t source = numbers[xb_graph_source(&flow->graph, e)],
                 target = numbers[xb_graph_target(&flow->graph, e)];
        if (source == XB_GRAPH_NONE || target == XB_GRAPH_NONE)
            continue;
        xb_graph_add_edge(arena, &body.graph, source, target);
        xb_list_append(arena, &body.edges, flow->edges.items[e]);
    }
    return body;
}

/* Adds a copied graph to the flow. @return how much its numbers grow */
static uint32_t append_flow(xb_sweep_building *b, const xb_flow_graph *copy)
{
    uint32_t base = b->flow.graph.vertex_count;
    xb_list_append_all(b->program->arena, &b->flow.vertices, &copy->vertices);
    for (uint32_t v = 0; v < copy->graph.vertex_count; v++)
        xb_graph_add_vertex(b->program->arena, &b->flow.graph);
    for (uint32_t e = 0; e < copy->graph.edge_count; e++)
        xb_graph_add_edge(b->program->arena, &b->flow.graph, base + xb_graph_source(&copy->graph, e),
                          base + xb_graph_target(&copy->graph, e));
    xb_list_append_all(b->program->arena, &b->flow.edges, &copy->edges);
    return base;
}

/* The edge of a vertex of the original, which may have a condition value, leads from one vertex to another.
 */
static void copy_edge(const xb_sweep_building *b, const xb_flow_edge *edge, uint32_t from, uint32_t to)
{
    if (edge->has_condition_value)
        xb_flow_add_edge_if(b->program, b->emit.flow, from, to, edge->condition_value);
    else
        xb_emit_edge(&b->emit, from, to);
}

static xb_statement *set_flag(const xb_sweep_building *b, int64_t way)
{
    return xb_emit_constant(&b->emit, "_way", b->flag, way);
}

/* A block that notes by which way the loop is left, and jumps to a label. @return the block */
static uint32_t add_exit(const xb_sweep_building *b, int64_t way, uint32_t label)
{
    uint32_t block = xb_emit_block(&b->emit, XB_GRAPH_NONE);
    uint32_t jump = xb_flow_add_vertex(b->program, b->emit.flow, XB_KIND_GOTO);
    xb_emit_statement(&b->emit, block, set_flag(b, way));
    xb_emit_edge(&b->emit, block, jump);
    xb_emit_edge(&b->emit, jump, label);
    return block;
}

/* Where a copied body goes. */
typedef struct place {
    uint32_t block; /* before it */
    uint32_t last;  /* the block after it */
    uint32_t label; /* to which exits jump */
} place;

/* An edge into the body or out of it. @param source, target of the copy, XB_GRAPH_NONE: not in the body */
static void connect(xb_sweep_building *b, uint32_t e, uint32_t source, uint32_t target, const place *at)
{
    const xb_flow_graph *flow = &((const xb_routine *)xb_current(b->loop->original))->flow;
    const xb_flow_edge *edge = flow->edges.items[e];
    bool ends = xb_graph_target(&flow->graph, e) == b->loop->end;
    int64_t way = xb_swept_loop_way(b->loop, e);
    if (xb_graph_source(&flow->graph, e) == b->loop->head && xb_is_body_edge(flow, e))
        xb_emit_edge(&b->emit, at->block, ends ? at->last : target);
    else if (source != XB_GRAPH_NONE && ends)
        copy_edge(b, edge, source, at->last);
    else if (source != XB_GRAPH_NONE && way != XB_WAY_NONE)
        copy_edge(b, edge, source, add_exit(b, way, at->label));
}

/* The body of the loop. @return the last vertex, a block */
static uint32_t add_body(xb_sweep_building *b, uint32_t block, uint32_t label)
{
    const xb_routine *current = xb_current(b->loop->original);
    const xb_graph *graph = &current->flow.graph;
    xb_arena *scratch = xb_run_inner_scratch(b->loop->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    uint32_t *numbers = xb_arena_array(scratch, graph->vertex_count, sizeof *numbers);
    const xb_flow_graph body = body_of(b, numbers);
    const xb_copier copier = copier_of(b);
    const xb_flow_graph copy = xb_copier_flow(&copier, &body, current->scope, b->sweep->scope);
    uint32_t base = append_flow(b, &copy);
    const place at = {block, xb_emit_block(&b->emit, XB_GRAPH_NONE), label};
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        numbers[v] += numbers[v] == XB_GRAPH_NONE ? 0 : base;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        connect(b, e, numbers[xb_graph_source(graph, e)], numbers[xb_graph_target(graph, e)], &at);
    xb_arena_release(scratch, mark);
    return at.last;
}

/* ---- the head ------------------------------------------------------------------------------------------ */

static const xb_flow_vertex *head_of(const xb_sweep_building *b)
{
    const xb_flow_graph *flow = &((const xb_routine *)xb_current(b->loop->original))->flow;
    return flow->vertices.items[b->loop->head];
}

xb_expression *xb_sweep_condition(xb_sweep_building *b)
{
    const xb_copier copier = copier_of(b);
    return b->left ? xb_build_with_number(b->emit.program, XB_INTRINSIC_GREATER_THAN, b->left, 0)
                   : xb_copier_expression(&copier, head_of(b)->condition);
}

/* The loop variable as an assignment's target, where the document says that it is. */
static xb_reference *loop_variable(xb_sweep_building *b)
{
    const xb_copier copier = copier_of(b);
    const xb_reference *original = xb_swept_loop_reference(b->loop, b->loop->form.variable->symbol);
    return (xb_reference *)xb_copier_vertex(&copier, &original->vertex);
}

/* The loop variable of a counted loop: first + step stride. */
static void set_variable(xb_sweep_building *b, uint32_t block)
{
    xb_expression *value = xb_build_of_two(b->emit.program, XB_INTRINSIC_MUL, b->step, b->stride);
    xb_build_binary(b->emit.program, value, XB_INTRINSIC_ADD,
                    xb_build_variable(b->emit.program, value, b->first), value->root);
    xb_emit_statement(&b->emit, block,
                      &xb_build_assignment(b->program, "_loop_variable", loop_variable(b), value)->statement);
}

/* What a DO loop with a flag does after each step. */
static void add_increment(xb_sweep_building *b, uint32_t block)
{
    xb_reference *variable = loop_variable(b);
    xb_expression *value = xb_build_of_two(b->emit.program, XB_INTRINSIC_ADD, variable->symbol, b->stride);
    xb_emit_statement(&b->emit, block,
                      &xb_build_assignment(b->program, "_update", variable, value)->statement);
    xb_emit_assign(&b->emit, block, "_left", b->left,
                   xb_build_with_number(b->emit.program, XB_INTRINSIC_SUB, b->left, 1));
}

/* What is done after each step of a loop that is not counted. */
static void add_update(xb_sweep_building *b, uint32_t block)
{
    const xb_assignment *update = head_of(b)->update;
    if (b->left)
        add_increment(b, block);
    if (b->left || !update)
        return;
    const xb_copier copier = copier_of(b);
    xb_expression *value = xb_copier_expression(&copier, update->value);
    xb_reference *target = (xb_reference *)xb_copier_vertex(&copier, &update->target->vertex);
    xb_emit_statement(&b->emit, block, &xb_build_assignment(b->program, "_update", target, value)->statement);
}

/* ---- the step ------------------------------------------------------------------------------------------ */

/* One step, if the condition of the loop holds. @return a branch whose other arm is still to be added */
static xb_emitted_branch add_guarded_body(xb_sweep_building *b, uint32_t block, uint32_t label)
{
    const xb_emitted_branch done = xb_emit_branch(&b->emit, block, xb_sweep_condition(b));
    uint32_t last = add_body(b, done.block, label);
    add_update(b, last);
    xb_emit_edge(&b->emit, last, done.end);
    return done;
}

/* One step of a loop with its condition at its end. @return as before */
static xb_emitted_branch add_body_and_test(xb_sweep_building *b, uint32_t block, uint32_t label)
{
    const xb_emitted_branch again =
        xb_emit_branch(&b->emit, add_body(b, block, label), xb_sweep_condition(b));
    xb_emit_edge(&b->emit, again.block, again.end);
    return again;
}

/* One step, if the loop has not been left. */
static void add_flagged_step(xb_sweep_building *b, uint32_t block, uint32_t end)
{
    xb_expression *open = xb_build_with_number(b->emit.program, XB_INTRINSIC_EQUAL, b->flag, XB_WAY_NONE);
    const xb_emitted_branch guard = xb_emit_branch(&b->emit, block, open);
    uint32_t label = XB_GRAPH_NONE, after = guard.end;
    if (b->loop->exits.count > 0) {
        label = xb_flow_add_vertex(b->program, b->emit.flow, XB_KIND_LABEL);
        xb_emit_edge(&b->emit, guard.end, label);
        after = label;
    }
    const xb_emitted_branch test =
        (head_of(b)->node.kind == XB_KIND_POST_LOOP ? add_body_and_test : add_guarded_body)(b, guard.block,
                                                                                            label);
    uint32_t leave = xb_emit_block(&b->emit, test.head);
    xb_emit_statement(&b->emit, leave, set_flag(b, XB_WAY_HEAD));
    xb_emit_edge(&b->emit, leave, test.end);
    xb_emit_edge(&b->emit, test.end, guard.end);
    xb_emit_edge(&b->emit, guard.head, guard.end);
    xb_emit_edge(&b->emit, xb_emit_block(&b->emit, after), end);
}

static void add_conditional_step(xb_sweep_building *b, uint32_t block, uint32_t end)
{
    const xb_emitted_branch done = add_guarded_body(b, block, XB_GRAPH_NONE);
    xb_emit_edge(&b->emit, done.head, done.end);
    xb_emit_edge(&b->emit, xb_emit_block(&b->emit, done.end), end);
}

static void add_counted_step(xb_sweep_building *b, uint32_t block, uint32_t end)
{
    set_variable(b, block);
    xb_emit_edge(&b->emit, add_body(b, block, XB_GRAPH_NONE), end);
}

void xb_sweep_add_step(xb_sweep_building *building, uint32_t block, uint32_t end)
{
    static void (*const add[])(xb_sweep_building *, uint32_t,
                               uint32_t) = {[XB_STEPS_COUNTED] = add_counted_step,
                                            [XB_STEPS_CONDITIONAL] = add_conditional_step,
                                            [XB_STEPS_FLAGGED] = add_flagged_step};
    add[building->loop->steps](building, block, end);
}

uint32_t xb_sweep_add_body(xb_sweep_building *building, uint32_t block)
{
    uint32_t last = add_body(building, block, XB_GRAPH_NONE);
    add_update(building, last);
    return last;
}
