/*
 * The vertices to hoist are found first: function calls; non-inlinable intrinsics below the root; and
 * operators that are operands of non-inlinable intrinsics. In topological order, each is assigned to an
 * auxiliary variable in terms of the ones below it. An auxiliary variable is active if something below it is.
 */
#include "algorithms/canonicalization/hoist.h"

#include <string.h>

#include "algorithms/linearization/shape.h"
#include "ir/build.h"

typedef struct hoister {
    xb_run *run;
    xb_program *program;
    xb_arena *arena;
    xb_block_place place;
    const xb_assignment *assignment;
    const xb_expression *expression;
    const uint32_t *order;
    xb_shape *shapes;
    bool *hoisted;         /* by vertex */
    bool *active;          /* by vertex: something active below it */
    xb_symbol **auxiliary; /* by vertex */
    uint32_t current;
    unsigned count;
    xb_list *statements;
} hoister;

static bool is_noninlinable(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return false;
    const xb_catalogue *catalogue = xb_run_catalogue(h->run);
    const xb_name *name = ((const xb_intrinsic *)vertex)->name;
    return !xb_catalogue_inlinable(catalogue, name) && xb_catalogue_noninlinable(catalogue, name);
}

static bool is_leaf(const hoister *h, uint32_t v)
{
    xb_kind kind = xb_expression_vertex(h->expression, v)->node.kind;
    return kind == XB_KIND_VARIABLE_REFERENCE || kind == XB_KIND_CONSTANT;
}

/* ---- what to hoist ------------------------------------------------------------------------------------- */

/* The routine of a function that can be called as a subroutine whose last argument is the result, or NULL. */
static const xb_routine *as_subroutine(const hoister *h, const xb_function_call *call)
{
    const xb_routine *routine = xb_program_routine(h->program, call->symbol);
    if (!routine || !xb_routine_is_procedure(routine) || routine->formals.count != call->arguments.count + 1)
        return NULL;
    const xb_formal *last = xb_routine_formal(routine, (uint32_t)routine->formals.count);
    return last && last->intent == XB_INTENT_OUT ? routine : NULL;
}

static bool must_hoist(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    bool root = v == h->expression->root;
    if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
        return !root || as_subroutine(h, (const xb_function_call *)vertex);
    if (!root && is_noninlinable(h, v))
        return true;
    if (is_leaf(h, v))
        return false;
    for (uint32_t e = xb_graph_first_out(&h->expression->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&h->expression->graph, e))
        if (is_noninlinable(h, xb_graph_target(&h->expression->graph, e)))
            return true;
    return false;
}

static bool find_hoisted(hoister *h)
{
    bool any = false;
    for (uint32_t v = 0; v < h->expression->graph.vertex_count; v++) {
        h->hoisted[v] = must_hoist(h, v);
        any = any || h->hoisted[v];
    }
    return any;
}

static bool arguments_are_active(const xb_function_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++)
        if (xb_symbol_is_active(((const xb_reference *)call->arguments.items[i])->symbol))
            return true;
    return false;
}

static void find_active(hoister *h)
{
    const xb_graph *graph = &h->expression->graph;
    for (uint32_t k = 0; k < graph->vertex_count; k++) {
        uint32_t v = h->order[k];
        const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            h->active[v] = xb_symbol_is_active(((const xb_reference *)vertex)->symbol);
        if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            h->active[v] = arguments_are_active((const xb_function_call *)vertex);
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
            h->active[v] = h->active[v] || h->active[xb_graph_source(graph, e)];
    }
}

/* ---- hoisting ------------------------------------------------------------------------------------------ */

static void *substitute(void *context, uint32_t vertex)
{
    hoister *h = context;
    if (vertex == h->current || !h->auxiliary[vertex])
        return NULL;
    return xb_build_reference(h->program, h->auxiliary[vertex]);
}

static xb_expression *subexpression(hoister *h, uint32_t v, uint32_t current)
{
    xb_expression *copy = xb_build_expression(h->program);
    h->current = current;
    copy->root = xb_copy_subexpression(h->program, h->expression, v, copy, substitute, h);
    return copy;
}

static void append(hoister *h, void *statement)
{
    if (statement)
        xb_list_append(h->program->arena, h->statements, statement);
}

/* What is known of a non-inlinable intrinsic's result: the front end's word, else what its name says. */
static xb_shape shape_of_noninlinable(const hoister *h, uint32_t v)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(h->expression, v);
    xb_shape shape = h->shapes[v];
    shape.bounds = NULL;
    shape.model = NULL;
    if (intrinsic->has_result_shape)
        shape.rank = intrinsic->result_rank > 0 ? intrinsic->result_rank : 0;
    else if (strncmp(intrinsic->name->text, "sum_arr", strlen("sum_arr")) == 0 &&
             xb_expression_operand_count(h->expression, v) == 1)
        shape.rank = 0;
    return shape;
}

static const char *hoisted_id(hoister *h)
{
    return xb_arena_format(h->program->arena, "_hoisted_%u_from_%s", ++h->count,
                           h->assignment->statement.id->text);
}

static void hoist_call(hoister *h, uint32_t v, const xb_routine *routine)
{
    const xb_function_call *function = (const xb_function_call *)xb_expression_vertex(h->expression, v);
    const xb_symbol *result = xb_routine_formal(routine, (uint32_t)routine->formals.count)->symbol;
    xb_shape shape = {.type = result->type,
                      .fe_type = result->fe_type,
                      .rank = result->rank > 0 ? result->rank : 0,
                      .bounds = result->bounds_count > 0 ? result->bounds : NULL};
    xb_statement *allocation;
    h->auxiliary[v] = xb_shape_temporary(h->program, h->place.routine->scope, "tmp", shape,
                                         xb_symbol_is_active(result), &allocation);
    append(h, allocation);
    xb_call *call = xb_node_create(h->program, XB_KIND_SUBROUTINE_CALL, sizeof *call, 0);
    call->statement.id = xb_program_name(h->program, hoisted_id(h));
    call->symbol = function->symbol;
    call->formal_count = routine->formals.count;
    call->line_number = h->assignment->line_number;
    for (size_t i = 0; i < function->arguments.count; i++)
        xb_build_argument(h->program, &call->arguments,
                          xb_copy_reference(h->program, function->arguments.items[i]));
    xb_build_argument(h->program, &call->arguments, xb_build_reference(h->program, h->auxiliary[v]));
    append(h, call);
}

static void hoist_vertex(hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind == XB_KIND_FUNCTION_CALL) {
        const xb_routine *routine = as_subroutine(h, (const xb_function_call *)vertex);
        if (routine) {
            hoist_call(h, v, routine);
            return;
        }
    }
    xb_shape shape = is_noninlinable(h, v) ? shape_of_noninlinable(h, v) : h->shapes[v];
    bool active = h->active[v] && (shape.type == XB_TYPE_REAL || shape.type == XB_TYPE_COMPLEX);
    xb_statement *allocation;
    xb_symbol *symbol =
        xb_shape_temporary(h->program, h->place.routine->scope, "tmp", shape, active, &allocation);
    append(h, allocation);
    xb_assignment *assignment = xb_build_assignment(
        h->program, hoisted_id(h), xb_build_reference(h->program, symbol), subexpression(h, v, v));
    assignment->line_number = h->assignment->line_number;
    append(h, assignment);
    h->auxiliary[v] = symbol;
}

void xb_hoist(xb_run *run, xb_block_place place, xb_assignment *assignment, xb_list *statements)
{
    const xb_expression *expression = assignment->value;
    uint32_t count = expression->graph.vertex_count;
    hoister h = {.run = run,
                 .program = xb_run_program(run),
                 .arena = xb_run_scratch(run),
                 .place = place,
                 .assignment = assignment,
                 .expression = expression,
                 .statements = statements};
    h.hoisted = xb_arena_array(h.arena, count, sizeof *h.hoisted);
    if (!find_hoisted(&h)) {
        append(&h, assignment);
        return;
    }
    h.order = xb_expression_order(h.arena, expression);
    h.shapes = xb_shapes_of(run, h.program->arena, expression, NULL, NULL);
    h.active = xb_arena_array(h.arena, count, sizeof *h.active);
    h.auxiliary = xb_arena_array(h.arena, count, sizeof(xb_symbol *));
    find_active(&h);
    for (uint32_t k = 0; k < count; k++)
        if (h.hoisted[h.order[k]])
            hoist_vertex(&h, h.order[k]);
    xb_reference *target = xb_copy_reference(h.program, assignment->target);
    target->active = assignment->target->active;
    xb_assignment *rest = xb_build_assignment(h.program, assignment->statement.id->text, target,
                                              subexpression(&h, expression->root, XB_GRAPH_NONE));
    rest->statement.node.line = assignment->statement.node.line;
    rest->line_number = assignment->line_number;
    rest->do_chain = assignment->do_chain;
    append(&h, rest);
}
