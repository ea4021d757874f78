/*
 * The vertices of a right-hand side that have to be hoisted are found first: function calls; intrinsics that
 * need a statement of their own (those that are not inlinable, and reductions of active arrays) below the
 * root; and operators that are operands of such intrinsics. In topological order, each is assigned to an
 * auxiliary variable in terms of the ones below it. An auxiliary variable is active if something below it is,
 * and if the target is: else nobody wants its derivative, and reductions below it are not hoisted.
 *
 * Function calls leave all subscripts, too: derivative code refers to variables after the statement, when a
 * call may give another value, and must not happen once more. Those in the subscripts of the target are
 * called last.
 */
#include "algorithms/canonicalization/hoist.h"

#include "algorithms/canonicalization/calls.h"
#include "algorithms/canonicalization/extents.h"
#include "algorithms/support/functions.h"
#include "analysis/shape.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/declaration.h"

typedef struct hoister {
    xb_hoister base;
    xb_program *program;
    xb_arena *arena;
    const xb_assignment *assignment;
    const xb_expression *expression;
    const uint32_t *order;
    xb_shape *shapes;
    bool *hoisted;         /* by vertex */
    bool *active;          /* by vertex: something active below it */
    xb_symbol **auxiliary; /* by vertex */
    xb_vertex **freed;     /* by vertex: what is left of it when calls are out of its subscripts */
    xb_reference *target;  /* without calls in its subscripts; NULL as long as it is not wanted */
    uint32_t current;
    xb_status status;
} hoister;

/* The catalogue's item of a vertex that is a non-inlinable intrinsic, else NULL. */
static const xb_noninlinable *noninlinable_at(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return NULL;
    const xb_catalogue *catalogue = xb_run_catalogue(h->base.run);
    const xb_name *name = ((const xb_intrinsic *)vertex)->name;
    return xb_catalogue_inlinable(catalogue, name) ? NULL : xb_catalogue_noninlinable(catalogue, name);
}

/* Whether somebody wants the derivative of a value. */
static bool is_wanted(const hoister *h, uint32_t v)
{
    return h->active[v] && xb_symbol_is_active(h->assignment->target->symbol);
}

/* The item of an inlinable intrinsic of something active, whose derivative somebody wants; else NULL. */
static const xb_inlinable *active_inlinable_at(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind != XB_KIND_INTRINSIC || !is_wanted(h, v))
        return NULL;
    return xb_catalogue_inlinable(xb_run_catalogue(h->base.run), ((const xb_intrinsic *)vertex)->name);
}

static bool is_active_reduction(const hoister *h, uint32_t v)
{
    const xb_inlinable *item = active_inlinable_at(h, v);
    return item && xb_inlinable_is_reduction(item);
}

/* Whether a vertex is an inlinable intrinsic that is differentiated as a whole, since its operand is complex.
 */
static bool is_complex_action(const hoister *h, uint32_t v)
{
    const xb_inlinable *item = active_inlinable_at(h, v);
    uint32_t operand =
        item && item->complex_action ? xb_expression_operand(h->expression, v, 1) : XB_GRAPH_NONE;
    return operand != XB_GRAPH_NONE && h->shapes[operand].type == XB_TYPE_COMPLEX;
}

static bool stands_alone(const hoister *h, uint32_t v)
{
    return noninlinable_at(h, v) || is_active_reduction(h, v) || is_complex_action(h, v);
}

/* Whether anything may have to be hoisted: a look at each vertex without the others. */
static bool is_candidate(const hoister *h, uint32_t v)
{
    const xb_inlinable *item = active_inlinable_at(h, v);
    return xb_expression_vertex(h->expression, v)->node.kind == XB_KIND_FUNCTION_CALL ||
           noninlinable_at(h, v) || (item && (item->complex_action || xb_inlinable_is_reduction(item)));
}

static bool is_leaf(const hoister *h, uint32_t v)
{
    xb_kind kind = xb_expression_vertex(h->expression, v)->node.kind;
    return kind == XB_KIND_VARIABLE_REFERENCE || kind == XB_KIND_CONSTANT;
}

/* ---- what to hoist ------------------------------------------------------------------------------------- */

/* The routine that is called in the place of a function, or NULL. */
static const xb_routine *called_routine(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    return vertex->node.kind == XB_KIND_FUNCTION_CALL
               ? xb_function_as_subroutine(h->program, (const xb_function_call *)vertex)
               : NULL;
}

/* Whether an active argument has subscripts: what is assigned may be among them, and they are used
 * afterwards.
 */
static bool has_subscripts(const xb_function_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_reference *argument = call->arguments.items[i];
        if (xb_symbol_is_active(argument->symbol) && argument->subscripts.count > 0)
            return true;
    }
    return false;
}

static bool must_hoist(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    bool root = v == h->expression->root;
    if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
        return !root || h->assignment->target->subscripts.count > 0 || called_routine(h, v) ||
               has_subscripts((const xb_function_call *)vertex);
    bool fits = xb_reference_rank(h->assignment->target) <= 0 || !is_active_reduction(h, v);
    if (!(root && fits) && stands_alone(h, v))
        return true;
    if (is_leaf(h, v))
        return false;
    for (uint32_t e = xb_graph_first_out(&h->expression->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&h->expression->graph, e))
        if (stands_alone(h, xb_graph_target(&h->expression->graph, e)))
            return true;
    return false;
}

static bool has_candidates(const hoister *h)
{
    for (uint32_t v = 0; v < h->expression->graph.vertex_count; v++)
        if (is_candidate(h, v))
            return true;
    return false;
}

/* Shapes as far as they are known before anything is hoisted: types are right. */
static void find_types(hoister *h);

static bool find_hoisted(hoister *h)
{
    bool any = false;
    find_types(h);
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
    if (vertex != h->current && h->auxiliary[vertex])
        return xb_build_reference(h->program, h->auxiliary[vertex]);
    return h->freed[vertex] ? xb_copy_vertex(h->program, h->freed[vertex]) : NULL;
}

static xb_expression *subexpression(hoister *h, uint32_t v, uint32_t current)
{
    xb_expression *copy = xb_build_expression(h->program);
    h->current = current;
    copy->root = xb_copy_subexpression(h->program, h->expression, v, copy, substitute, h);
    return copy;
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static const xb_symbol *result_formal(const xb_routine *routine)
{
    return xb_routine_formal(routine, (uint32_t)routine->formals.count)->symbol;
}

/* What a call of a function without declared type gives, if it is all that is assigned. */
static bool is_shaped_by_target(const hoister *h, uint32_t v)
{
    const xb_function_call *call = (const xb_function_call *)xb_expression_vertex(h->expression, v);
    return v == h->expression->root && call->symbol->type == XB_TYPE_VOID;
}

static xb_reference *target_of(hoister *h)
{
    if (!h->target)
        h->target = xb_hoist_from_subscripts(&h->base, h->assignment->target);
    return h->target;
}

static xb_shape shape_at(hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    const xb_noninlinable *item = noninlinable_at(h, v);
    if (item)
        return xb_result_of_noninlinable(h->program->arena, h->expression, v, item, h->shapes);
    if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && h->freed[v])
        return xb_shape_of_reference(h->program->arena, (const xb_reference *)h->freed[v]);
    if (vertex->node.kind == XB_KIND_FUNCTION_CALL && !called_routine(h, v) && is_shaped_by_target(h, v))
        return xb_shape_of_reference(h->program->arena, target_of(h));
    return xb_shape_of_vertex(xb_run_analyses(h->base.run), h->program->arena, h->expression, v, h->shapes);
}

static void find_types(hoister *h)
{
    for (uint32_t k = 0; k < h->expression->graph.vertex_count; k++) {
        uint32_t v = h->order[k];
        const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
        h->shapes[v] = vertex->node.kind == XB_KIND_FUNCTION_CALL
                           ? xb_shape_of_vertex(xb_run_analyses(h->base.run), h->program->arena,
                                                h->expression, v, h->shapes)
                           : shape_at(h, v);
    }
}

static bool keeps_shape(const hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return false;
    const xb_inlinable *item =
        xb_catalogue_inlinable(xb_run_catalogue(h->base.run), ((const xb_intrinsic *)vertex)->name);
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

static bool is_of_unknown_extents(const xb_shape *shape)
{
    return shape->rank > 0 && !shape->bounds && !shape->model;
}

/* Whether the target is there before, in the shape that it has after the assignment. */
static bool is_target_there(const hoister *h)
{
    return !xb_storage_may_be_allocated(xb_storage_of(xb_run_analyses(h->base.run)), h->assignment->target);
}

static xb_list extents_by_operands(hoister *h, uint32_t v)
{
    const xb_result result = {.program = h->program,
                              .expression = h->expression,
                              .vertex = v,
                              .shapes = h->shapes,
                              .operand = substitute,
                              .context = h};
    h->current = XB_GRAPH_NONE;
    return xb_result_extents(&result);
}

static void warn_of_target(const hoister *h)
{
    xb_warning(h->program->diagnostics, xb_place_of(h->base.run, h->base.place, &h->assignment->statement),
               "assign each array of which it is made to a variable before",
               "%s is taken to be allocated before, in the shape of what is assigned to it",
               h->assignment->target->symbol->id->text);
}

static void refuse_extents(hoister *h, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    const char *name = vertex->node.kind == XB_KIND_FUNCTION_CALL
                           ? ((const xb_function_call *)vertex)->symbol->id->text
                           : ((const xb_intrinsic *)vertex)->name->text;
    h->status = xb_error(
        h->program->diagnostics, XB_STATUS_UNSUPPORTED,
        xb_place_of(h->base.run, h->base.place, &h->assignment->statement), "assign it to a variable before",
        "the result of '%s' is an array of unknown extents inside of a larger expression", name);
}

/* Finds a model for an array of unknown extents, for the temporary has to be allocated: the target, if it has
 * the shape; else the operands may tell the extents. @return xb_expression by dimension, if they do */
static xb_list find_extents(hoister *h, uint32_t v)
{
    xb_shape *shape = &h->shapes[v];
    bool is_like_target = is_of_unknown_extents(shape) && looks_like_target(h, v);
    xb_list extents = {.count = 0};
    if (is_of_unknown_extents(shape) && !(is_like_target && is_target_there(h)))
        extents = extents_by_operands(h, v);
    if (!is_of_unknown_extents(shape) || extents.count == (size_t)shape->rank)
        return extents;
    if (is_like_target)
        shape->model = target_of(h);
    else
        refuse_extents(h, v);
    if (is_like_target && !is_target_there(h))
        warn_of_target(h);
    return (xb_list){.count = 0};
}

/* ---- the statements ------------------------------------------------------------------------------------ */

/* Allocates an array, with extents that are assigned to variables before. */
static void allocate(hoister *h, xb_symbol *array, const xb_list *extents)
{
    xb_list numbers = {.count = 0};
    for (size_t d = 0; d < extents->count; d++) {
        xb_symbol *number = xb_temporary_integer(h->program, h->base.place.routine->scope, "ext");
        xb_hoister_assign(&h->base, number, extents->items[d]);
        xb_list_append(h->arena, &numbers, number);
    }
    xb_hoister_append(&h->base, xb_build_allocation(h->program, array, &numbers));
}

static xb_symbol *temporary_for(hoister *h, uint32_t v, bool active)
{
    xb_statement *allocation;
    const xb_list extents = find_extents(h, v);
    h->auxiliary[v] = xb_shape_temporary(h->program, h->base.place.routine->scope, "tmp", h->shapes[v],
                                         active, &allocation);
    xb_hoister_append(&h->base, allocation);
    if (extents.count > 0)
        allocate(h, h->auxiliary[v], &extents);
    if (h->shapes[v].rank > 0)
        h->shapes[v].model = xb_build_reference(h->program, h->auxiliary[v]);
    return h->auxiliary[v];
}

static void hoist_value(hoister *h, uint32_t v)
{
    const xb_shape *shape = &h->shapes[v];
    bool active = is_wanted(h, v) && (shape->type == XB_TYPE_REAL || shape->type == XB_TYPE_COMPLEX);
    xb_symbol *symbol = temporary_for(h, v, active);
    xb_hoister_assign(&h->base, symbol, subexpression(h, v, v));
}

static void hoist_vertex(hoister *h, uint32_t v)
{
    const xb_routine *routine = called_routine(h, v);
    if (!routine) {
        hoist_value(h, v);
        return;
    }
    const xb_symbol *formal = result_formal(routine);
    xb_symbol *result = temporary_for(h, v, xb_symbol_is_active(formal));
    if (formal->type == XB_TYPE_BOOL && formal->declaration && formal->declaration->bytes > 0)
        xb_symbol_declare(h->program, result)->bytes = formal->declaration->bytes;
    xb_hoist_call(&h->base, (const xb_function_call *)h->freed[v], routine, result);
}

/* Takes calls out of the subscripts that belong to a vertex. */
static void free_vertex(hoister *h, uint32_t v)
{
    xb_vertex *vertex = xb_expression_vertex(h->expression, v);
    if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
        h->freed[v] = &xb_hoist_from_arguments(&h->base, (const xb_function_call *)vertex)->vertex;
    else if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
             xb_subscripts_have_calls((const xb_reference *)vertex))
        h->freed[v] = &xb_hoist_from_subscripts(&h->base, (const xb_reference *)vertex)->vertex;
}

static void hoist_from_value(hoister *h)
{
    uint32_t count = h->expression->graph.vertex_count;
    h->auxiliary = xb_arena_array(h->arena, count, sizeof(xb_symbol *));
    for (uint32_t k = 0; k < count; k++) {
        uint32_t v = h->order[k];
        free_vertex(h, v);
        h->shapes[v] = shape_at(h, v);
        if (h->hoisted[v])
            hoist_vertex(h, v);
    }
}

static void prepare(hoister *h)
{
    uint32_t count = h->expression->graph.vertex_count;
    h->hoisted = xb_arena_array(h->arena, count, sizeof *h->hoisted);
    h->active = xb_arena_array(h->arena, count, sizeof *h->active);
    h->shapes = xb_arena_array(h->arena, count, sizeof *h->shapes);
    h->freed = xb_arena_array(h->arena, count, sizeof(xb_vertex *));
    h->order = xb_expression_order(h->arena, h->expression);
    find_active(h);
}

xb_status xb_hoist(xb_run *run, xb_block_place place, xb_assignment *assignment, xb_list *statements)
{
    const xb_expression *expression = assignment->value;
    hoister h = {.base = {.run = run,
                          .place = place,
                          .statement = &assignment->statement,
                          .line_number = assignment->line_number,
                          .statements = statements},
                 .program = xb_run_program(run),
                 .arena = xb_run_scratch(run),
                 .assignment = assignment,
                 .expression = expression};
    bool calls = xb_expression_has_calls(expression) || xb_subscripts_have_calls(assignment->target);
    xb_arena_mark mark = xb_arena_mark_now(h.arena);
    prepare(&h);
    if (!(has_candidates(&h) && find_hoisted(&h)) && !calls) {
        xb_arena_release(h.arena, mark);
        xb_hoister_append(&h.base, assignment);
        return XB_STATUS_OK;
    }
    hoist_from_value(&h);
    xb_reference *target = target_of(&h);
    xb_assignment *rest = xb_build_assignment_as(h.program, xb_id_of(&assignment->statement), target,
                                                 subexpression(&h, expression->root, XB_GRAPH_NONE));
    xb_build_stand_in(h.program, rest, assignment);
    xb_hoister_append(&h.base, rest);
    return h.status;
}
