/*
 * A DO loop, whose number of steps is known when it begins, becomes a strong call of its sweep, and the loop
 * variable gets the value that it has after the loop. Before any other loop the size of a sweep is 1, and it
 * is doubled after each: as long as the condition holds, or the flag does not say that the loop has been
 * left, sweeps are called weakly, so that there are snapshots at the beginnings of sweeps of 1, 2, 4, ...
 * steps, and within each as many as are wanted. If snapshots are periodic, all kinds of loops are cut into
 * sections of as many steps. After a loop that is left early, a branch by the flag leads where the loop
 * would.
 */
#include "algorithms/loopcheckpointing/replacement.h"

#include "algorithms/loopcheckpointing/sweep.h"
#include "analysis/constructs.h"
#include "ir/body.h"
#include "ir/build.h"
#include "ir/provenance.h"
#include "ir/version.h"

/* A routine whose loops are replaced. */
typedef struct rewriting {
    const xb_swept_loop *loop; /* the loop under way, its sweep and its number */
    const xb_routine *sweep;
    int64_t number;
    xb_program *program;
    xb_routine *version; /* a copy of the routine, which has the vertices of the original */
    xb_flow_graph flow;
    uint32_t *firsts, *lasts; /* by vertex of the version: its number in the flow, or those of the first and
                                 the last vertex in the place of the loop that it is the head of;
                                 XB_GRAPH_NONE: it is in a loop */
    xb_symbol **flags;        /* by head of a loop that is left early */
} rewriting;

static const xb_flow_vertex *head_of(const rewriting *w)
{
    return w->version->flow.vertices.items[w->loop->head];
}

/* ---- the numbers of a DO loop -------------------------------------------------------------------------- */

/* Variables of a counted loop: how many steps it has, and what its own variable begins with and adds. */
typedef struct counted_steps {
    xb_symbol *count, *first, *stride;
} counted_steps;

static uint32_t part(const rewriting *w, xb_expression *to, const xb_loop_part *part)
{
    return xb_copy_subexpression(w->program, part->expression, part->vertex, to, NULL, NULL);
}

static xb_expression *bound_of(const rewriting *w)
{
    const xb_loop_form *form = &w->loop->form;
    xb_expression *value = xb_build_expression(w->program);
    value->root = part(w, value, &form->bound);
    if (!form->inclusive)
        value->root = xb_build_binary(w->program, value,
                                      form->direction == XB_LOOP_DOWN ? XB_INTRINSIC_ADD : XB_INTRINSIC_SUB,
                                      value->root, xb_build_number(w->program, value, 1));
    return value;
}

/* (bound - first + stride) / stride */
static xb_expression *number_of_steps(const rewriting *w, xb_symbol *bound, const counted_steps *steps)
{
    xb_expression *value = xb_build_of_two(w->program, XB_INTRINSIC_SUB, bound, steps->first);
    xb_build_binary(w->program, value, XB_INTRINSIC_ADD, value->root,
                    xb_build_variable(w->program, value, steps->stride));
    xb_build_binary(w->program, value, XB_INTRINSIC_DIV, value->root,
                    xb_build_variable(w->program, value, steps->stride));
    return value;
}

/* Fortran's number of steps. The sum may not fit where bound and first do: it begins with a copy of the bound
 * that has 64 bits. */
static void count_steps(const rewriting *w, xb_body *code, const char *id, const counted_steps *steps)
{
    const xb_loop_form *form = &w->loop->form;
    if (form->trips_known && form->trips <= INT32_MAX) {
        xb_body_set_number(code, id, steps->count, (int64_t)form->trips);
        return;
    }
    xb_symbol *sum = xb_temporary_long_integer(w->program, code->scope, "sum");
    xb_body_set(code, "_bound", sum, bound_of(w));
    xb_body_set(code, id, steps->count, number_of_steps(w, sum, steps));
}

static xb_expression *stride_of(const rewriting *w)
{
    const xb_loop_form *form = &w->loop->form;
    xb_expression *value = xb_build_expression(w->program);
    if (form->step.constant)
        value->root = xb_build_number(w->program, value, form->step.value);
    else
        value->root = part(w, value, &form->step);
    if (form->subtracted && !form->step.constant)
        value->root = xb_build_unary(w->program, value, XB_INTRINSIC_MINUS, value->root);
    return value;
}

/* The variable after the loop: first + steps stride, or first if there is no step. */
static xb_expression *last_value(const rewriting *w, xb_symbol *first, xb_symbol *count, xb_symbol *stride)
{
    xb_expression *value = xb_build_expression(w->program);
    uint32_t way =
        xb_build_binary(w->program, value, XB_INTRINSIC_MUL, xb_build_variable(w->program, value, count),
                        xb_build_variable(w->program, value, stride));
    xb_build_binary(w->program, value, XB_INTRINSIC_ADD, xb_build_variable(w->program, value, first), way);
    return value;
}

/* ---- a loop that is counted ---------------------------------------------------------------------------- */

static void add_call(const rewriting *w, xb_body *code, const xb_sweep_numbers *numbers, bool weak)
{
    xb_body_add(code, xb_sweep_call(w->loop, w->sweep, numbers, weak));
}

/* Calls the sweep of all steps. */
static void add_sweep(const rewriting *w, xb_body *code, const counted_steps *steps)
{
    const xb_sweep_numbers numbers = {.from = xb_build_integer(w->program, 0),
                                      .to = xb_build_reference(w->program, steps->count),
                                      .snapshots = xb_build_integer(w->program, w->number),
                                      .first = xb_build_reference(w->program, steps->first),
                                      .stride = xb_build_reference(w->program, steps->stride)};
    add_call(w, code, &numbers, false);
}

/* for (low = 0; low < count; low = low + number) call the sweep to min(low + number, count), weakly. */
static void add_sections(const rewriting *w, xb_body *code, const counted_steps *steps)
{
    xb_program *program = w->program;
    xb_symbol *low = xb_temporary_integer(program, code->scope, "low"),
              *high = xb_temporary_integer(program, code->scope, "high");
    const xb_sweep_numbers numbers = {.from = xb_build_reference(program, low),
                                      .to = xb_build_reference(program, high),
                                      .first = xb_build_reference(program, steps->first),
                                      .stride = xb_build_reference(program, steps->stride)};
    xb_body_for(code, low, xb_build_leaf(program, xb_build_integer(program, 0)), steps->count, w->number);
    xb_body_set(code, "_section", high, xb_build_with_number(program, XB_INTRINSIC_ADD, low, w->number));
    xb_body_if(code, xb_build_of_two(program, XB_INTRINSIC_LESS_THAN, steps->count, high));
    xb_body_set(code, "_minimum", high, xb_build_value_of(program, steps->count));
    xb_body_end(code);
    add_call(w, code, &numbers, true);
    xb_body_end(code);
}

/* if (count > 0) call the sweep; else count = 0. */
static void add_counted(const rewriting *w, xb_body *code)
{
    xb_program *program = w->program;
    const counted_steps steps = {.first = xb_temporary_integer(program, code->scope, "first"),
                                 .stride = xb_temporary_integer(program, code->scope, "stride"),
                                 .count = xb_temporary_integer(program, code->scope, "count")};
    xb_expression *begin = xb_build_expression(program);
    begin->root = part(w, begin, &w->loop->form.first);
    xb_body_set(code, "_first", steps.first, begin);
    xb_body_set(code, "_stride", steps.stride, stride_of(w));
    count_steps(w, code, "_count", &steps);
    xb_body_if(code, xb_build_with_number(program, XB_INTRINSIC_GREATER_THAN, steps.count, 0));
    (w->loop->periodic ? add_sections : add_sweep)(w, code, &steps);
    xb_body_else(code);
    xb_body_set_number(code, "_count", steps.count, 0);
    xb_body_end(code);
    xb_reference *variable = xb_swept_loop_reference(w->loop, w->loop->form.variable->symbol);
    xb_expression *value = last_value(w, steps.first, steps.count, steps.stride);
    xb_body_add(code, &xb_build_assignment(program, "_loop_variable", variable, value)->statement);
}

/* ---- any other loop ------------------------------------------------------------------------------------ */

/* The variables of a loop with a flag are set. @param numbers receives references to them */
static void begin_flagged(const rewriting *w, xb_body *code, xb_symbol *flag, xb_sweep_numbers *numbers)
{
    xb_body_set_number(code, "_way", flag, XB_WAY_NONE);
    numbers->flag = xb_build_reference(w->program, flag);
    if (!w->loop->limited)
        return;
    const counted_steps steps = {.first = w->loop->form.variable->symbol,
                                 .stride = xb_temporary_integer(w->program, code->scope, "stride"),
                                 .count = xb_temporary_integer(w->program, code->scope, "left")};
    xb_body_set(code, "_stride", steps.stride, stride_of(w));
    count_steps(w, code, "_left", &steps);
    numbers->stride = xb_build_reference(w->program, steps.stride);
    numbers->left = xb_build_reference(w->program, steps.count);
}

/* Initialization of the loop, if it has one. */
static void initialize(const rewriting *w, xb_body *code)
{
    const xb_assignment *first = head_of(w)->initialization;
    if (first)
        xb_body_add(
            code,
            &xb_build_assignment(w->program, "_initialization", first->target, first->value)->statement);
}

/* A call of the routine that solves for the fixed point. */
static void add_solution(const rewriting *w, xb_body *code)
{
    const xb_sweep_numbers numbers = {.tolerance = xb_build_real(w->program, w->loop->tolerance)};
    initialize(w, code);
    add_call(w, code, &numbers, true);
}

/* As long as there may be steps, call the sweep of more and more steps, or always as many. */
static void add_doubling(const rewriting *w, xb_body *code)
{
    xb_program *program = w->program;
    bool flagged = w->loop->steps == XB_STEPS_FLAGGED, periodic = w->loop->periodic;
    xb_symbol *size = xb_temporary_integer(program, code->scope, "size"),
              *flag = flagged ? xb_temporary_integer(program, code->scope, "way") : NULL;
    xb_sweep_numbers numbers = {.from = xb_build_integer(program, 0),
                                .to = xb_build_reference(program, size),
                                .snapshots = periodic ? NULL : xb_build_integer(program, w->number)};
    initialize(w, code);
    if (flagged)
        begin_flagged(w, code, flag, &numbers);
    xb_body_set_number(code, "_size", size, periodic ? w->number : 1);
    xb_body_loop(code, XB_KIND_PRE_LOOP,
                 flagged ? xb_build_with_number(program, XB_INTRINSIC_EQUAL, flag, XB_WAY_NONE)
                         : head_of(w)->condition);
    add_call(w, code, &numbers, true);
    if (!periodic)
        xb_body_set(code, "_size", size, xb_build_with_number(program, XB_INTRINSIC_MUL, size, 2));
    xb_body_end(code);
    w->flags[w->loop->head] = flag;
}

/* ---- the routine --------------------------------------------------------------------------------------- */

static void copy_vertices(rewriting *w)
{
    const xb_list *vertices = &w->version->flow.vertices;
    for (uint32_t v = 0; v < vertices->count; v++) {
        if (w->firsts[v] == XB_GRAPH_NONE)
            continue;
        w->firsts[v] = w->lasts[v] = xb_graph_add_vertex(w->program->arena, &w->flow.graph);
        xb_list_append(w->program->arena, &w->flow.vertices, vertices->items[v]);
    }
}

/* After the loop, the way by which it was left is taken. @return a branch */
static uint32_t add_ways(rewriting *w, uint32_t after, xb_symbol *flag)
{
    const uint32_t *exits = w->loop->exits.items;
    uint32_t branch =
        xb_build_flow_vertex(w->program, &w->flow, XB_KIND_BRANCH, xb_program_name(w->program, "_cfr_"));
    ((xb_flow_vertex *)w->flow.vertices.items[branch])->condition = xb_build_value_of(w->program, flag);
    xb_build_flow_edge(w->program, &w->flow, after, branch);
    for (uint32_t i = 0; i < w->loop->exits.count; i++)
        xb_build_flow_edge_if(w->program, &w->flow, branch,
                              w->firsts[xb_graph_target(&w->version->flow.graph, exits[i])],
                              XB_WAY_EXITS + (int64_t)i);
    return branch;
}

static void copy_edge(rewriting *w, uint32_t edge)
{
    const xb_graph *graph = &w->version->flow.graph;
    const xb_flow_edge *from = w->version->flow.edges.items[edge];
    uint32_t source = xb_graph_source(graph, edge), target = xb_graph_target(graph, edge);
    if (w->lasts[source] == XB_GRAPH_NONE || w->firsts[target] == XB_GRAPH_NONE)
        return;
    bool is_kept = w->flow.vertices.items[w->lasts[source]] == w->version->flow.vertices.items[source];
    if (is_kept && from->has_condition_value)
        xb_build_flow_edge_if(w->program, &w->flow, w->lasts[source], w->firsts[target],
                              from->condition_value);
    else
        xb_build_flow_edge(w->program, &w->flow, w->lasts[source], w->firsts[target]);
}

/* Turns to a loop. */
static void turn_to(rewriting *w, const xb_replaced_loop *replaced)
{
    w->loop = replaced->loop;
    w->sweep = replaced->routines.items[0];
    w->number = replaced->number;
    xb_provenance_of_node(w->program, w->loop->original->flow.vertices.items[w->loop->head]);
}

static void replace_loop(rewriting *w)
{
    xb_body code = xb_body_begin_part(w->program, w->version->scope);
    (w->loop->fixed_point                 ? add_solution
     : w->loop->steps == XB_STEPS_COUNTED ? add_counted
                                          : add_doubling)(w, &code);
    const xb_flow_ends ends = xb_body_add_to_flow(&code, &w->flow);
    w->firsts[w->loop->head] = ends.first;
    w->lasts[w->loop->head] = ends.last;
}

/* Vertices of loops are left out. */
static void leave_out(const rewriting *w, const xb_swept_loop *loop)
{
    for (uint32_t v = 0; v < w->version->flow.graph.vertex_count; v++)
        if (loop->inside[v])
            w->firsts[v] = w->lasts[v] = XB_GRAPH_NONE;
}

static void replace_all(rewriting *w, const xb_vector *loops)
{
    const xb_replaced_loop *all = loops->items;
    for (size_t i = 0; i < loops->count; i++)
        leave_out(w, all[i].loop);
    copy_vertices(w);
    for (size_t i = 0; i < loops->count; i++) {
        turn_to(w, &all[i]);
        replace_loop(w);
    }
    for (size_t i = 0; i < loops->count; i++) {
        turn_to(w, &all[i]);
        if (w->loop->exits.count > 0) /* which may lead to another one */
            w->lasts[w->loop->head] = add_ways(w, w->lasts[w->loop->head], w->flags[w->loop->head]);
    }
    for (uint32_t e = 0; e < w->version->flow.graph.edge_count; e++)
        copy_edge(w, e);
    w->version->flow = w->flow;
}

xb_routine *xb_swept_loops_replace(const xb_vector *loops)
{
    const xb_swept_loop *first = ((const xb_replaced_loop *)loops->items)->loop;
    xb_program *program = xb_run_program(first->run);
    xb_arena *arena = program->arena;
    const size_t count = first->original->flow.graph.vertex_count;
    rewriting w = {.program = program};
    xb_provenance_of_node(program, first->original->flow.vertices.items[first->head]);
    w.version = xb_version_declare(program, first->original, "checkpointed", NULL);
    xb_version_complete(program, w.version);
    w.version->id = first->original->id;
    w.firsts = xb_arena_array(arena, count, sizeof *w.firsts);
    w.lasts = xb_arena_array(arena, count, sizeof *w.lasts);
    w.flags = xb_arena_array(arena, count, sizeof(xb_symbol *));
    replace_all(&w, loops);
    return w.version;
}
