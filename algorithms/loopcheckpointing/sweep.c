/*
 * A sweep of l steps with s snapshots can be reversed with each step being advanced over at most r times as
 * long as l <= b(s, r) = (s + r)! / (s! r!). With the least such r, it is split after as many steps as the
 * first part may have, b(s, r - 1), but such that the other part, with one snapshot less, has at least b(s -
 * 1, r - 1): the least number of forward steps in all is then r l - b(s + 1, r - 1).
 *
 * If snapshots are periodic, the sweep is a loop over its steps.
 *
 * The body is copied to the scope of the sweep; those local variables of the routine that it refers to are
 * passed as arguments.
 */
#include "algorithms/loopcheckpointing/sweep.h"

#include "algorithms/loopcheckpointing/emit.h"
#include "algorithms/motions/schedule.h"
#include "algorithms/support/insertion.h"
#include "algorithms/support/names.h"
#include "analysis/calls.h"
#include "analysis/constructs.h"
#include "ir/build.h"
#include "ir/copy_internal.h"
#include "ir/version.h"

static const char version_name[] = "sweep";

/* A sweep under construction. */
typedef struct building {
    const xb_swept_loop *loop;
    xb_program *program;
    xb_emitter emit;
    xb_routine *sweep;
    xb_flow_graph flow;
    xb_symbol *from, *to, *snapshots, *first, *stride; /* formal arguments; the last three may be NULL */
    xb_symbol *middle, *rest;                          /* NULL if snapshots are periodic */
    xb_symbol *step;                                   /* steps that have been executed before this one */
    xb_map modified;                                   /* by node index of a symbol of the sweep */
} building;

/* ---- expressions --------------------------------------------------------------------------------------- */

/* first CODE second, of variables. */
static xb_expression *of_two(const building *b, xb_intrinsic_code code, xb_symbol *first, xb_symbol *second)
{
    xb_expression *value = xb_build_expression(b->program);
    xb_emit_operation(&b->emit, value, code, xb_emit_variable(&b->emit, value, first),
                      xb_emit_variable(&b->emit, value, second));
    return value;
}

/* ---- control flow -------------------------------------------------------------------------------------- */

static uint32_t add_block(building *b, uint32_t after)
{
    uint32_t block = xb_build_block(b->program, &b->flow, b->sweep->scope, (xb_list){.count = 0});
    xb_build_flow_edge(b->program, &b->flow, after, block);
    return block;
}

static void add(building *b, uint32_t block, xb_statement *statement)
{
    xb_list_append(b->program->arena, &((xb_flow_vertex *)b->flow.vertices.items[block])->statements,
                   statement);
}

/* A block that is executed if a condition holds; the other way leads to the end at once. @return the block */
static uint32_t add_branch(building *b, uint32_t after, xb_expression *condition, uint32_t *end)
{
    uint32_t branch = xb_flow_add_vertex(b->program, &b->flow, XB_KIND_BRANCH);
    *end = xb_flow_add_vertex(b->program, &b->flow, XB_KIND_END_BRANCH);
    ((xb_flow_vertex *)b->flow.vertices.items[branch])->condition = condition;
    xb_build_flow_edge(b->program, &b->flow, after, branch);
    uint32_t block = xb_build_block(b->program, &b->flow, b->sweep->scope, (xb_list){.count = 0});
    xb_flow_add_edge_if(b->program, &b->flow, branch, block, 1);
    return block;
}

static uint32_t branch_of(const building *b, uint32_t block)
{
    return xb_graph_source(&b->flow.graph, xb_graph_first_in(&b->flow.graph, block));
}

/* ---- the split ----------------------------------------------------------------------------------------- */

/* (a + r) or (a + r - 1), of variables. */
static uint32_t sum(const building *b, xb_expression *to, xb_symbol *a, xb_symbol *r, bool less_one)
{
    uint32_t whole = xb_emit_operation(&b->emit, to, XB_INTRINSIC_ADD, xb_emit_variable(&b->emit, to, a),
                                       xb_emit_variable(&b->emit, to, r));
    return less_one
               ? xb_emit_operation(&b->emit, to, XB_INTRINSIC_SUB, whole, xb_emit_number(&b->emit, to, 1))
               : whole;
}

/* r = r + 1; c = c (s + r) / r until c = b(s, r) >= l. @return a block after the loop */
static uint32_t add_search(building *b, uint32_t block, xb_symbol *l, xb_symbol *c, xb_symbol *r)
{
    xb_expression *next = xb_build_expression(b->program), *more = xb_build_expression(b->program);
    uint32_t loop = xb_flow_add_vertex(b->program, &b->flow, XB_KIND_PRE_LOOP);
    ((xb_flow_vertex *)b->flow.vertices.items[loop])->condition = of_two(b, XB_INTRINSIC_LESS_THAN, c, l);
    xb_build_flow_edge(b->program, &b->flow, block, loop);
    uint32_t body = xb_build_block(b->program, &b->flow, b->sweep->scope, (xb_list){.count = 0});
    xb_flow_add_edge_if(b->program, &b->flow, loop, body, 1);
    uint32_t end = xb_flow_add_vertex(b->program, &b->flow, XB_KIND_END_LOOP);
    xb_emit_operation(&b->emit, next, XB_INTRINSIC_ADD, xb_emit_variable(&b->emit, next, r),
                      xb_emit_number(&b->emit, next, 1));
    add(b, body, xb_emit_assignment(&b->emit, "_repetitions", r, next));
    uint32_t grown = xb_emit_operation(&b->emit, more, XB_INTRINSIC_MUL, xb_emit_variable(&b->emit, more, c),
                                       sum(b, more, b->snapshots, r, false));
    xb_emit_operation(&b->emit, more, XB_INTRINSIC_DIV, grown, xb_emit_variable(&b->emit, more, r));
    add(b, body, xb_emit_assignment(&b->emit, "_binomial", c, more));
    xb_build_flow_edge(b->program, &b->flow, body, end);
    xb_build_flow_edge(b->program, &b->flow, end, loop);
    return add_block(b, loop);
}

/* c = c r / (s + r), or c s / (s + r - 1): from one binomial coefficient to another one. */
static xb_expression *neighbour(const building *b, xb_symbol *c, xb_symbol *factor, xb_symbol *r,
                                bool less_one)
{
    xb_expression *value = xb_build_expression(b->program);
    uint32_t product =
        xb_emit_operation(&b->emit, value, XB_INTRINSIC_MUL, xb_emit_variable(&b->emit, value, c),
                          xb_emit_variable(&b->emit, value, factor));
    xb_emit_operation(&b->emit, value, XB_INTRINSIC_DIV, product, sum(b, value, b->snapshots, r, less_one));
    return value;
}

/* middle = from + min(b(s, r - 1), l - b(s - 1, r - 1)). @return the block in which it is known */
static uint32_t add_split(building *b, uint32_t block)
{
    xb_symbol *l = xb_emit_integer(&b->emit, "steps"), *c = xb_emit_integer(&b->emit, "bin"),
              *r = xb_emit_integer(&b->emit, "rep");
    uint32_t end;
    add(b, block, xb_emit_assignment(&b->emit, "_steps", l, of_two(b, XB_INTRINSIC_SUB, b->to, b->from)));
    add(b, block, xb_emit_constant(&b->emit, "_binomial", c, 1));
    add(b, block, xb_emit_constant(&b->emit, "_repetitions", r, 0));
    block = add_search(b, block, l, c, r);
    add(b, block, xb_emit_assignment(&b->emit, "_binomial", c, neighbour(b, c, r, r, false)));
    add(b, block, xb_emit_assignment(&b->emit, "_middle", b->middle, neighbour(b, c, b->snapshots, r, true)));
    add(b, block,
        xb_emit_assignment(&b->emit, "_middle", b->middle, of_two(b, XB_INTRINSIC_SUB, l, b->middle)));
    uint32_t less = add_branch(b, block, of_two(b, XB_INTRINSIC_LESS_THAN, c, b->middle), &end);
    add(b, less,
        xb_emit_assignment(&b->emit, "_middle", b->middle,
                           xb_build_leaf(b->program, xb_build_reference(b->program, c))));
    uint32_t branch = branch_of(b, less);
    xb_build_flow_edge(b->program, &b->flow, less, end);
    xb_build_flow_edge(b->program, &b->flow, branch, end);
    block = add_block(b, end);
    add(b, block,
        xb_emit_assignment(&b->emit, "_middle", b->middle, of_two(b, XB_INTRINSIC_ADD, b->from, b->middle)));
    return block;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool is_number(const building *b, const xb_symbol *symbol)
{
    return symbol == b->from || symbol == b->to || symbol == b->snapshots || symbol == b->first ||
           symbol == b->stride;
}

/* Appends an argument at the next position, unless it is NULL. */
static void pass(xb_program *program, xb_call *call, void *vertex)
{
    if (vertex)
        xb_build_argument_at(program, call, (unsigned)call->arguments.count + 1, vertex);
}

static xb_call *begin_call(xb_program *program, const xb_routine *sweep, const xb_sweep_numbers *numbers,
                           bool weak)
{
    xb_call *call = xb_build_call(program, weak ? XB_WEAK_MARK : "_sweep", sweep->symbol, 0);
    pass(program, call, numbers->from);
    pass(program, call, numbers->to);
    pass(program, call, numbers->snapshots);
    pass(program, call, numbers->first);
    pass(program, call, numbers->stride);
    return call;
}

/* A call of the sweep by itself. */
static xb_call *call_part(const building *b, xb_symbol *from, xb_symbol *to, xb_symbol *snapshots, bool weak)
{
    xb_program *program = b->program;
    const xb_sweep_numbers numbers = {.from = xb_build_reference(program, from),
                                      .to = xb_build_reference(program, to),
                                      .snapshots = xb_build_reference(program, snapshots),
                                      .first = b->first ? xb_build_reference(program, b->first) : NULL,
                                      .stride = b->stride ? xb_build_reference(program, b->stride) : NULL};
    xb_call *call = begin_call(program, b->sweep, &numbers, weak);
    for (size_t i = 0; i < b->sweep->formals.count; i++) {
        xb_symbol *symbol = ((const xb_formal *)b->sweep->formals.items[i])->symbol;
        if (!is_number(b, symbol))
            pass(program, call, xb_build_reference(program, symbol));
    }
    return call;
}

/* Whether the sweep refers to a local variable of the routine, and has none of its own for it. */
static bool is_passed(const xb_swept_loop *loop, const xb_routine *sweep, const xb_symbol *symbol)
{
    return xb_map_get(&sweep->version->symbols, symbol->node.index, 0) &&
           !xb_map_get(&loop->own, symbol->node.index, 0);
}

xb_statement *xb_sweep_call(const xb_swept_loop *loop, const xb_routine *sweep,
                            const xb_sweep_numbers *numbers, bool weak)
{
    xb_program *program = xb_run_program(loop->run);
    xb_call *call = begin_call(program, sweep, numbers, weak);
    const xb_scope *scope = sweep->version->from;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (is_passed(loop, sweep, symbol))
            pass(program, call, xb_build_reference(program, symbol));
    }
    return &call->statement;
}

/* The sweep of more than one step. */
static void add_parts(building *b, uint32_t block, uint32_t end)
{
    xb_expression *rest = xb_build_expression(b->program);
    block = add_split(b, block);
    add(b, block, &call_part(b, b->from, b->middle, b->snapshots, true)->statement);
    xb_emit_operation(&b->emit, rest, XB_INTRINSIC_SUB, xb_emit_variable(&b->emit, rest, b->snapshots),
                      xb_emit_number(&b->emit, rest, 1));
    add(b, block, xb_emit_assignment(&b->emit, "_rest", b->rest, rest));
    add(b, block, &call_part(b, b->middle, b->to, b->rest, false)->statement);
    xb_build_flow_edge(b->program, &b->flow, block, end);
}

/* ---- the body ------------------------------------------------------------------------------------------ */

static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    building *b = context;
    return symbol->kind == XB_SYMBOL_SUBROUTINE ? symbol : xb_version_symbol(b->program, b->sweep, symbol);
}

static xb_copier copier_of(building *b)
{
    return (xb_copier){b->program, symbol_for, b};
}

/* The body alone, with vertices as they are. @param number by vertex: receives its number in the result */
static xb_flow_graph body_of(const building *b, uint32_t *numbers)
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
static uint32_t append_flow(building *b, const xb_flow_graph *copy)
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

/* The loop variable in this step: first + step stride. */
static xb_statement *set_variable(building *b)
{
    xb_expression *value = xb_build_expression(b->program);
    uint32_t way =
        xb_emit_operation(&b->emit, value, XB_INTRINSIC_MUL, xb_emit_variable(&b->emit, value, b->step),
                          xb_emit_variable(&b->emit, value, b->stride));
    xb_emit_operation(&b->emit, value, XB_INTRINSIC_ADD, xb_emit_variable(&b->emit, value, b->first), way);
    return xb_emit_assignment(&b->emit, "_loop_variable", symbol_for(b, b->loop->form.variable->symbol),
                              value);
}

/* What is done after each step of a loop that is not counted. */
static void add_update(building *b, uint32_t block)
{
    const xb_flow_graph *flow = &((const xb_routine *)xb_current(b->loop->original))->flow;
    const xb_assignment *update = ((const xb_flow_vertex *)flow->vertices.items[b->loop->head])->update;
    if (!update || b->loop->counted)
        return;
    const xb_copier copier = copier_of(b);
    xb_expression *value = xb_copier_expression(&copier, update->value);
    xb_reference *target = (xb_reference *)xb_copier_vertex(&copier, &update->target->vertex);
    add(b, block, &xb_build_assignment(b->program, "_update", target, value)->statement);
}

/* One step. @param block before it @param end after it */
static void add_body(building *b, uint32_t block, uint32_t end)
{
    const xb_routine *current = xb_current(b->loop->original);
    const xb_graph *graph = &current->flow.graph;
    uint32_t *numbers = xb_arena_array(b->program->arena, graph->vertex_count, sizeof *numbers);
    const xb_flow_graph body = body_of(b, numbers);
    const xb_copier copier = copier_of(b);
    const xb_flow_graph copy = xb_copier_flow(&copier, &body, current->scope, b->sweep->scope);
    uint32_t base = append_flow(b, &copy);
    uint32_t last = xb_build_block(b->program, &b->flow, b->sweep->scope, (xb_list){.count = 0});
    add_update(b, last);
    xb_build_flow_edge(b->program, &b->flow, last, end);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t source = xb_graph_source(graph, e), target = xb_graph_target(graph, e);
        const xb_flow_edge *edge = current->flow.edges.items[e];
        bool enters = source == b->loop->head && xb_is_body_edge(&current->flow, e);
        bool leaves = target == b->loop->end && b->loop->inside[source];
        uint32_t from = enters                             ? block
                        : numbers[source] == XB_GRAPH_NONE ? XB_GRAPH_NONE
                                                           : base + numbers[source];
        if (enters)
            xb_build_flow_edge(b->program, &b->flow, from, leaves ? last : base + numbers[target]);
        else if (leaves && edge->has_condition_value)
            xb_flow_add_edge_if(b->program, &b->flow, from, last, edge->condition_value);
        else if (leaves)
            xb_build_flow_edge(b->program, &b->flow, from, last);
    }
}

/* One step, if the condition of the loop holds. */
static void add_guarded_body(building *b, uint32_t block, uint32_t end)
{
    const xb_flow_graph *flow = &((const xb_routine *)xb_current(b->loop->original))->flow;
    const xb_copier copier = copier_of(b);
    xb_expression *condition = xb_copier_expression(
        &copier, ((const xb_flow_vertex *)flow->vertices.items[b->loop->head])->condition);
    uint32_t done, step = add_branch(b, block, condition, &done);
    uint32_t branch = branch_of(b, step);
    add_body(b, step, done);
    xb_build_flow_edge(b->program, &b->flow, branch, done);
    xb_build_flow_edge(b->program, &b->flow, add_block(b, done), end);
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

static void note_modified(building *b, const xb_symbol *symbol)
{
    xb_map_put(b->program->arena, &b->modified, symbol->node.index, 0, (void *)symbol);
}

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    if (!formal || formal->intent != XB_INTENT_IN)
        note_modified(context, actual->symbol);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_passed, context);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note_modified(context, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

static void add_formal(building *b, xb_symbol *symbol, xb_intent intent)
{
    xb_formal *formal = xb_node_create(b->program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = symbol;
    formal->position = (uint32_t)b->sweep->formals.count + 1;
    formal->intent = intent;
    b->sweep->has_formals = true;
    xb_list_append(b->program->arena, &b->sweep->formals, formal);
}

/* Those local variables of the routine that the body refers to, in the order of its scope. */
static void add_formals(building *b)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_call,
                                                 [XB_KIND_FUNCTION_CALL] = see_call,
                                                 [XB_KIND_ASSIGNMENT] = see_assignment,
                                                 [XB_KIND_INITIALIZATION] = see_assignment,
                                                 [XB_KIND_UPDATE] = see_assignment}};
    xb_symbol *numbers[] = {b->from, b->to, b->snapshots, b->first, b->stride};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i])
            add_formal(b, numbers[i], XB_INTENT_IN);
    for (size_t v = 0; v < b->flow.vertices.count; v++)
        xb_traverse(b->program, xb_run_scratch(b->loop->run), b->flow.vertices.items[v], &visitor, b);
    const xb_scope *scope = b->sweep->version->from;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        xb_symbol *own = xb_map_get(&b->sweep->version->symbols, symbol->node.index, 0);
        if (is_passed(b->loop, b->sweep, symbol))
            add_formal(b, own, xb_map_get(&b->modified, own->node.index, 0) ? XB_INTENT_INOUT : XB_INTENT_IN);
    }
}

/* ---- the routine --------------------------------------------------------------------------------------- */

static void declare(building *b)
{
    const xb_routine *current = xb_current(b->loop->original);
    b->sweep = xb_version_declare(b->program, b->loop->original, version_name,
                                  xb_version_subroutine(b->program, current->symbol, version_name));
    b->emit = (xb_emitter){b->program, b->sweep->scope};
    b->from = xb_emit_integer(&b->emit, "from");
    b->to = xb_emit_integer(&b->emit, "to");
    if (b->loop->periodic) {
        b->step = xb_emit_integer(&b->emit, "step");
    } else {
        b->step = b->from;
        b->snapshots = xb_emit_integer(&b->emit, "snaps");
        b->middle = xb_emit_integer(&b->emit, "middle");
        b->rest = xb_emit_integer(&b->emit, "rest");
    }
    if (b->loop->counted) {
        b->first = xb_emit_integer(&b->emit, "first");
        b->stride = xb_emit_integer(&b->emit, "stride");
    }
}

/* from + 1 < to */
static xb_expression *several(const building *b)
{
    xb_expression *condition = xb_build_expression(b->program);
    uint32_t next = xb_emit_operation(&b->emit, condition, XB_INTRINSIC_ADD,
                                      xb_emit_variable(&b->emit, condition, b->from),
                                      xb_emit_number(&b->emit, condition, 1));
    xb_emit_operation(&b->emit, condition, XB_INTRINSIC_LESS_THAN, next,
                      xb_emit_variable(&b->emit, condition, b->to));
    return condition;
}

/* @param block before it @param end after it */
static void add_step(building *b, uint32_t block, uint32_t end)
{
    if (!b->loop->counted) {
        add_guarded_body(b, block, end);
        return;
    }
    add(b, block, set_variable(b));
    add_body(b, block, end);
}

/* One step, or two sweeps. @return the last vertex */
static uint32_t add_binomial(building *b, uint32_t entry)
{
    uint32_t end, parts = add_branch(b, entry, several(b), &end);
    add_step(b, add_block(b, branch_of(b, parts)), end);
    add_formals(b);
    add_parts(b, parts, end);
    return end;
}

/* All steps, in a loop. */
static uint32_t add_steps(building *b, uint32_t entry)
{
    xb_expression *from = xb_build_leaf(b->program, xb_build_reference(b->program, b->from));
    const xb_emitted_loop loop = xb_emit_loop(&b->emit, &b->flow, b->step, from, b->to, 1);
    xb_build_flow_edge(b->program, &b->flow, entry, loop.head);
    add_step(b, loop.body, loop.end);
    add_formals(b);
    return loop.head;
}

xb_routine *xb_sweep_create(const xb_swept_loop *loop)
{
    building b = {.loop = loop, .program = xb_run_program(loop->run)};
    declare(&b);
    uint32_t entry = xb_flow_add_vertex(b.program, &b.flow, XB_KIND_ENTRY);
    uint32_t end = loop->periodic ? add_steps(&b, entry) : add_binomial(&b, entry);
    uint32_t exit = xb_flow_add_vertex(b.program, &b.flow, XB_KIND_EXIT);
    xb_build_flow_edge(b.program, &b.flow, end, exit);
    b.sweep->flow = b.flow;
    return b.sweep;
}
