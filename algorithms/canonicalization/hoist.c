/*
 * The vertices to hoist are found first: function calls; non-inlinable intrinsics below the root; and
 * operators that are operands of non-inlinable intrinsics. In topological order, each is assigned to an
 * auxiliary variable in terms of the ones below it. An auxiliary variable is active if something below it is.
 */
#include "algorithms/canonicalization/hoist.h"

#include "algorithms/canonicalization/results.h"
#include "algorithms/support/functions.h"
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
    xb_status status;
} hoister;

/* The catalogue's item of a vertex that is a non-inlinable intrinsic, else NULL. */
static const xb_noninlinable *noninlinable_at(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return NULL;
    const xb_catalogue *catalogue = xb_run_catalogue(h->run);
    const xb_name *name = ((const xb_intrinsic *)vertex)->name;
    return xb_catalogue_inlinable(catalogue, name) ? NULL : xb_catalogue_noninlinable(catalogue, name);
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
    if (!root && noninlinable_at(h, v))
        return true;
    if (is_leaf(h, v))
        return false;
    for (uint32_t e = xb_graph_first_out(&h->expression->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&h->expression->graph, e))
        if (noninlinable_at(h, xb_graph_target(&h->expression->graph, e)))
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

static void find_active(hoister *h)
{
    const xb_graph *graph = &h->expression->graph;
    for (uint32_t k = 0; k < graph->vertex_count; k++) {
        uint32_t v = h->order[k];
        const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            h->active[v] = xb_symbol_is_active(((const xb_reference *)vertex)->symbol);
        if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            h->active[v] = xb_function_call_is_active(h->program, (const xb_function_call *)vertex);
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

static const char *hoisted_id(hoister *h)
{
    return xb_arena_format(h->program->arena, "_hoisted_%u_from_%s", ++h->count,
                           h->assignment->statement.id->text);
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static const xb_routine *called_routine(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    return vertex->node.kind == XB_KIND_FUNCTION_CALL ? as_subroutine(h, (const xb_function_call *)vertex)
                                                      : NULL;
}

static const xb_symbol *result_formal(const xb_routine *routine)
{
    return xb_routine_formal(routine, (uint32_t)routine->formals.count)->symbol;
}

static xb_shape shape_at(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    const xb_noninlinable *item = noninlinable_at(h, v);
    if (item)
        return xb_result_of_noninlinable(h->program->arena, h->expression, v, item, h->shapes);
    if (vertex->node.kind != XB_KIND_FUNCTION_CALL)
        return xb_shape_of_vertex(h->run, h->program->arena, h->expression, v, h->shapes);
    const xb_routine *routine = called_routine(h, v);
    return xb_result_of_function(routine ? result_formal(routine)
                                         : ((const xb_function_call *)vertex)->symbol);
}

static bool keeps_shape(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return false;
    const xb_inlinable *item =
        xb_catalogue_inlinable(xb_run_catalogue(h->run), ((const xb_intrinsic *)vertex)->name);
    return item && item->shape_change == XB_SHAPE_SAME;
}

/* Whether the value of the assignment is elementwise in this vertex, so that the target has its shape. */
static bool looks_like_target(const hoister *h, uint32_t v)
{
    const xb_graph *graph = &h->expression->graph;
    if (h->shapes[v].rank != xb_reference_rank(h->assignment->target))
        return false;
    while (v != h->expression->root) {
        v = xb_graph_target(graph, xb_graph_first_out(graph, v));
        if (!keeps_shape(h, v))
            return false;
    }
    return true;
}

/* Finds a model for an array of unknown extents, for the temporary has to be allocated. */
static void find_model(hoister *h, uint32_t v)
{
    xb_shape *shape = &h->shapes[v];
    if (shape->rank == 0 || shape->bounds || shape->model)
        return;
    if (looks_like_target(h, v)) {
        shape->model = h->assignment->target;
        return;
    }
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    const char *name = vertex->node.kind == XB_KIND_FUNCTION_CALL
                           ? ((const xb_function_call *)vertex)->symbol->id->text
                           : ((const xb_intrinsic *)vertex)->name->text;
    h->status =
        xb_error(h->program->diagnostics, XB_STATUS_UNSUPPORTED,
                 xb_place_of(h->run, h->place, &h->assignment->statement), "assign it to a variable before",
                 "the result of '%s' is an array of unknown extents inside of a larger expression", name);
}

/* ---- the statements ------------------------------------------------------------------------------------ */

static xb_symbol *temporary_for(hoister *h, uint32_t v, bool active)
{
    xb_statement *allocation;
    h->auxiliary[v] =
        xb_shape_temporary(h->program, h->place.routine->scope, "tmp", h->shapes[v], active, &allocation);
    append(h, allocation);
    if (h->shapes[v].rank > 0)
        h->shapes[v].model = xb_build_reference(h->program, h->auxiliary[v]);
    return h->auxiliary[v];
}

static void hoist_call(hoister *h, uint32_t v, const xb_routine *routine)
{
    const xb_function_call *function = (const xb_function_call *)xb_expression_vertex(h->expression, v);
    xb_symbol *result = temporary_for(h, v, xb_symbol_is_active(result_formal(routine)));
    xb_call *call =
        xb_node_create(h->program, XB_KIND_SUBROUTINE_CALL, sizeof *call, h->assignment->statement.node.line);
    call->statement.id = xb_program_name(h->program, hoisted_id(h));
    call->symbol = function->symbol;
    call->formal_count = routine->formals.count;
    call->line_number = h->assignment->line_number;
    for (size_t i = 0; i < function->arguments.count; i++)
        xb_build_argument(h->program, &call->arguments,
                          xb_copy_reference(h->program, function->arguments.items[i]));
    xb_build_argument(h->program, &call->arguments, xb_build_reference(h->program, result));
    append(h, call);
}

static void hoist_value(hoister *h, uint32_t v)
{
    const xb_shape *shape = &h->shapes[v];
    bool active = h->active[v] && (shape->type == XB_TYPE_REAL || shape->type == XB_TYPE_COMPLEX);
    xb_symbol *symbol = temporary_for(h, v, active);
    xb_assignment *assignment = xb_build_assignment(
        h->program, hoisted_id(h), xb_build_reference(h->program, symbol), subexpression(h, v, v));
    assignment->statement.node.line = h->assignment->statement.node.line;
    assignment->line_number = h->assignment->line_number;
    append(h, assignment);
}

static void hoist_vertex(hoister *h, uint32_t v)
{
    const xb_routine *routine = called_routine(h, v);
    find_model(h, v);
    if (routine)
        hoist_call(h, v, routine);
    else
        hoist_value(h, v);
}

xb_status xb_hoist(xb_run *run, xb_block_place place, xb_assignment *assignment, xb_list *statements)
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
        return XB_STATUS_OK;
    }
    h.order = xb_expression_order(h.arena, expression);
    h.shapes = xb_arena_array(h.arena, count, sizeof *h.shapes);
    h.active = xb_arena_array(h.arena, count, sizeof *h.active);
    h.auxiliary = xb_arena_array(h.arena, count, sizeof(xb_symbol *));
    find_active(&h);
    for (uint32_t k = 0; k < count; k++) {
        h.shapes[h.order[k]] = shape_at(&h, h.order[k]);
        if (h.hoisted[h.order[k]])
            hoist_vertex(&h, h.order[k]);
    }
    xb_reference *target = xb_copy_reference(h.program, assignment->target);
    target->active = assignment->target->active;
    xb_assignment *rest = xb_build_assignment(h.program, assignment->statement.id->text, target,
                                              subexpression(&h, expression->root, XB_GRAPH_NONE));
    rest->statement.node.line = assignment->statement.node.line;
    rest->line_number = assignment->line_number;
    rest->do_chain = assignment->do_chain;
    append(&h, rest);
    return h.status;
}
