/*
 * The body is copied to the scope of the sweep. The step of a counted loop sets the loop variable. That of
 * another one evaluates the condition first, or looks whether the flag says that the loop has been left.
 * Where the loop is left early, the flag is set, and a jump leads to the end of the step.
 */
#include "algorithms/loopcheckpointing/step.h"

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

static const xb_flow_graph *flow_with_loop(const xb_sweep_building *b)
{
    return &((const xb_routine *)xb_current(b->loop->original))->flow;
}

/* Adds a copy of the body, which control does not come to yet.
 * @return by vertex: the number of its copy; XB_GRAPH_NONE: it is not in the body */
static const uint32_t *add_copy(xb_sweep_building *b, xb_body *code, xb_arena *scratch)
{
    const xb_routine *current = xb_current(b->loop->original);
    const uint32_t all = current->flow.graph.vertex_count;
    const xb_copier copier = copier_of(b);
    uint32_t *order = xb_arena_array(scratch, all, sizeof *order), count = 0;
    uint32_t *numbers = xb_arena_array(scratch, all, sizeof *numbers);
    for (uint32_t v = 0; v < all; v++)
        if (xb_swept_loop_body_has(b->loop, v))
            order[count++] = v;
    const xb_flow_graph body = xb_flow_of_vertices(b->program, scratch, &current->flow, order, count);
    const xb_flow_graph copy = xb_copier_flow(&copier, &body, current->scope, b->sweep->scope);
    const uint32_t first = xb_body_add_flow(code, &copy);
    for (uint32_t v = 0; v < all; v++)
        numbers[v] = XB_GRAPH_NONE;
    for (uint32_t i = 0; i < count; i++)
        numbers[order[i]] = first + i;
    return numbers;
}

/* Where exits jump to. */
enum { AFTER_STEP = 1 };

/* Where the loop is left early, it is noted by which way. */
static void add_exits(const xb_sweep_building *b, xb_body *code, const uint32_t *numbers)
{
    const xb_flow_graph *flow = flow_with_loop(b);
    const uint32_t *exits = b->loop->exits.items;
    for (uint32_t i = 0; i < b->loop->exits.count; i++) {
        xb_body_come_from(code, numbers[xb_graph_source(&flow->graph, exits[i])],
                          flow->edges.items[exits[i]]);
        xb_body_set_number(code, "_way", b->flag, XB_WAY_EXITS + (int64_t)i);
        xb_body_jump(code, AFTER_STEP);
    }
}

/* The body of the loop, with blocks before and after it. */
static void add_body(xb_sweep_building *b, xb_body *code)
{
    const xb_flow_graph *flow = flow_with_loop(b);
    const xb_graph *graph = &flow->graph;
    const uint32_t head = b->loop->head, end = b->loop->end;
    xb_arena *scratch = xb_run_inner_scratch(b->loop->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_body_statements(code);
    const uint32_t *numbers = add_copy(b, code, scratch);
    for (uint32_t e = xb_graph_first_out(graph, head); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
        if (xb_is_body_edge(flow, e) && xb_graph_target(graph, e) != end)
            xb_body_enter(code, numbers[xb_graph_target(graph, e)]);
    add_exits(b, code, numbers);
    for (uint32_t e = xb_graph_first_in(graph, end); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (xb_graph_source(graph, e) != head)
            xb_body_come_from(code, numbers[xb_graph_source(graph, e)], flow->edges.items[e]);
    xb_body_statements(code);
    xb_arena_release(scratch, mark);
}

/* ---- the head ------------------------------------------------------------------------------------------ */

static const xb_flow_vertex *head_of(const xb_sweep_building *b)
{
    return flow_with_loop(b)->vertices.items[b->loop->head];
}

xb_expression *xb_sweep_condition(xb_sweep_building *b)
{
    const xb_copier copier = copier_of(b);
    return b->left ? xb_build_with_number(b->program, XB_INTRINSIC_GREATER_THAN, b->left, 0)
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
static void set_variable(xb_sweep_building *b, xb_body *code)
{
    xb_expression *value = xb_build_of_two(b->program, XB_INTRINSIC_MUL, b->step, b->stride);
    xb_build_binary(b->program, value, XB_INTRINSIC_ADD, xb_build_variable(b->program, value, b->first),
                    value->root);
    xb_body_add(code, &xb_build_assignment(b->program, "_loop_variable", loop_variable(b), value)->statement);
}

/* What a DO loop with a flag does after each step. */
static void add_increment(xb_sweep_building *b, xb_body *code)
{
    xb_reference *variable = loop_variable(b);
    xb_expression *value = xb_build_of_two(b->program, XB_INTRINSIC_ADD, variable->symbol, b->stride);
    xb_body_add(code, &xb_build_assignment(b->program, "_update", variable, value)->statement);
    xb_body_set(code, "_left", b->left, xb_build_with_number(b->program, XB_INTRINSIC_SUB, b->left, 1));
}

/* What is done after each step of a loop that is not counted. */
static void add_update(xb_sweep_building *b, xb_body *code)
{
    const xb_assignment *update = head_of(b)->update;
    if (b->left)
        add_increment(b, code);
    if (b->left || !update)
        return;
    const xb_copier copier = copier_of(b);
    xb_expression *value = xb_copier_expression(&copier, update->value);
    xb_reference *target = (xb_reference *)xb_copier_vertex(&copier, &update->target->vertex);
    xb_body_add(code, &xb_build_assignment(b->program, "_update", target, value)->statement);
}

/* ---- the step ------------------------------------------------------------------------------------------ */

/* One step, if the loop has not been left; that its condition does not hold, before or after it, is noted. */
static void add_flagged_step(xb_sweep_building *b, xb_body *code)
{
    bool tests_last = head_of(b)->node.kind == XB_KIND_POST_LOOP;
    xb_body_if(code, xb_build_with_number(b->program, XB_INTRINSIC_EQUAL, b->flag, XB_WAY_NONE));
    if (tests_last)
        add_body(b, code);
    xb_body_if(code, xb_sweep_condition(b));
    if (!tests_last) {
        add_body(b, code);
        add_update(b, code);
    }
    xb_body_else(code);
    xb_body_set_number(code, "_way", b->flag, XB_WAY_HEAD);
    xb_body_end(code);
    xb_body_end(code);
    if (b->loop->exits.count > 0)
        xb_body_label(code, AFTER_STEP);
}

static void add_conditional_step(xb_sweep_building *b, xb_body *code)
{
    xb_body_if(code, xb_sweep_condition(b));
    add_body(b, code);
    add_update(b, code);
    xb_body_end(code);
}

static void add_counted_step(xb_sweep_building *b, xb_body *code)
{
    set_variable(b, code);
    add_body(b, code);
}

void xb_sweep_add_step(xb_sweep_building *building, xb_body *code)
{
    static void (*const add[])(xb_sweep_building *,
                               xb_body *) = {[XB_STEPS_COUNTED] = add_counted_step,
                                             [XB_STEPS_CONDITIONAL] = add_conditional_step,
                                             [XB_STEPS_FLAGGED] = add_flagged_step};
    add[building->loop->steps](building, code);
}

void xb_sweep_add_body(xb_sweep_building *building)
{
    add_body(building, &building->code);
    add_update(building, &building->code);
}
