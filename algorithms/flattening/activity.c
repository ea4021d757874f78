/*
 * Two passes over the vertices in topological order, as in the activity analysis of expressions of any
 * source transformation: up from the leaves for "varied", down from the root for "useful". What can't be
 * differentiated is only found out, and reported, where it is both.
 */
#include "algorithms/flattening/activity.h"

#include <string.h>

#include "algorithms/support/functions.h"

typedef struct analysis {
    xb_run *run;
    xb_arena *scratch;
    const xb_expression *expression;
    const uint32_t *order;
    bool *vertex;
    bool *edge;
    const xb_partial **partial;
    const xb_assignment *assignment;
    xb_block_place where;
    bool report;
    xb_status status;
} analysis;

static void refuse(analysis *a, const char *hint, const char *name, const char *what)
{
    a->status = XB_STATUS_UNSUPPORTED;
    if (a->report)
        xb_error(xb_run_program(a->run)->diagnostics, a->status,
                 xb_place_of(a->run, a->where, &a->assignment->statement), hint, "'%s' %s", name, what);
}

static const xb_partial *partial_of(const analysis *a, uint32_t edge)
{
    const xb_vertex *target =
        xb_expression_vertex(a->expression, xb_graph_target(&a->expression->graph, edge));
    if (target->node.kind != XB_KIND_INTRINSIC)
        return NULL;
    const xb_inlinable *item =
        xb_catalogue_inlinable(xb_run_catalogue(a->run), ((const xb_intrinsic *)target)->name);
    return item ? xb_inlinable_partial(item, xb_expression_position(a->expression, edge)) : NULL;
}

/* An edge into anything but a known intrinsic counts as non-zero here: whether that is an error is seen on
 * the way down. */
static bool edge_is_passive(const analysis *a, uint32_t edge)
{
    const xb_vertex *target =
        xb_expression_vertex(a->expression, xb_graph_target(&a->expression->graph, edge));
    if (target->node.kind == XB_KIND_BOOLEAN_OPERATION)
        return true;
    const xb_partial *partial = partial_of(a, edge);
    return partial && partial->kind == XB_PARTIAL_PASSIVE;
}

/* What has a rule is differentiated by that. */
static bool is_varied(const analysis *a, uint32_t v, const bool *passive)
{
    const xb_vertex *vertex = xb_expression_vertex(a->expression, v);
    const xb_graph *graph = &a->expression->graph;
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE:
        return !(passive && passive[v]) && xb_symbol_is_active(((const xb_reference *)vertex)->symbol);
    case XB_VERTEX_FUNCTION_CALL:
        return !a->where.routine->rule &&
               xb_function_call_is_active(xb_run_program(a->run), (const xb_function_call *)vertex);
    case XB_VERTEX_CONSTANT: return false;
    case XB_VERTEX_ARGUMENT_REFERENCE:
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION: break;
    }
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (a->vertex[xb_graph_source(graph, e)] && !edge_is_passive(a, e))
            return true;
    return false;
}

/* By vertex: whether the value is complex. NULL if nothing is, which is nearly always so. */
static bool *complex_vertices(const analysis *a)
{
    const xb_expression *expression = a->expression;
    bool *is_complex = NULL;
    for (uint32_t k = 0; k < expression->graph.vertex_count; k++) {
        uint32_t v = a->order[k];
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        bool found = vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
                     ((const xb_reference *)vertex)->symbol->type == XB_TYPE_COMPLEX;
        if (vertex->node.kind == XB_KIND_INTRINSIC) {
            xb_intrinsic_code code = xb_vertex_intrinsic(vertex);
            bool of_complex = xb_intrinsic_result_type(code, XB_TYPE_COMPLEX) == XB_TYPE_COMPLEX;
            found = xb_intrinsic_facts_of(code)->result == XB_RESULT_COMPLEX;
            for (uint32_t e = xb_graph_first_in(&expression->graph, v);
                 e != XB_GRAPH_NONE && is_complex && !found; e = xb_graph_next_in(&expression->graph, e))
                found = is_complex[xb_graph_source(&expression->graph, e)] && of_complex;
        }
        if (!found)
            continue;
        if (!is_complex)
            is_complex = xb_arena_array(a->scratch, expression->graph.vertex_count, sizeof *is_complex);
        is_complex[v] = true;
    }
    return is_complex;
}

/* Whether a partial derivative refers to an optional operand that the intrinsic doesn't have here. */
static bool lacks_operands(const xb_partial *partial, size_t operand_count)
{
    for (size_t i = 0; i < partial->vertex_count; i++)
        if (partial->vertices[i].kind == XB_KIND_ARGUMENT_REFERENCE &&
            partial->vertices[i].argument > operand_count)
            return true;
    return false;
}

static bool is_integer_or_logical(const xb_vertex *vertex)
{
    xb_type type = XB_TYPE_INTEGER;
    if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
        type = ((const xb_reference *)vertex)->symbol->type;
    else if (vertex->node.kind == XB_KIND_CONSTANT)
        type = ((const xb_constant *)vertex)->type;
    return type == XB_TYPE_INTEGER || type == XB_TYPE_BOOL;
}

bool xb_reduces_partly(const xb_expression *expression, uint32_t v, const xb_inlinable *item)
{
    const uint32_t count = (uint32_t)xb_expression_operand_count(expression, v);
    bool partly = xb_inlinable_is_reduction(item) && count > item->required_count;
    for (uint32_t i = item->required_count + 1; partly && i <= count; i++)
        partly =
            is_integer_or_logical(xb_expression_vertex(expression, xb_expression_operand(expression, v, i)));
    return partly;
}

static void check_intrinsic(analysis *a, const xb_intrinsic *intrinsic, const bool *is_complex, uint32_t v)
{
    const xb_catalogue *catalogue = xb_run_catalogue(a->run);
    const char *name = intrinsic->name->text;
    const xb_inlinable *item = xb_catalogue_inlinable(catalogue, intrinsic->name);
    if (!item) {
        refuse(a, "run the algorithm canonicalization first", name,
               "is a non-inlinable intrinsic inside of a larger expression");
        return;
    }
    size_t operand_count = xb_expression_operand_count(a->expression, v);
    if (xb_reduces_partly(a->expression, v, item)) {
        refuse(a, "write it as a loop, or apply it to a whole array or section", name,
               "has no derivative with a dimension or a mask");
        return;
    }
    const xb_graph *graph = &a->expression->graph;
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        if (!a->edge[e])
            continue;
        const bool of_complex = is_complex && is_complex[xb_graph_source(graph, e)];
        const xb_partial *partial = partial_of(a, e);
        if (of_complex && partial && partial->of_complex)
            partial = partial->of_complex;
        if (!partial || (partial->kind >= XB_PARTIAL_LINEAR && partial->vertex_count == 0) ||
            lacks_operands(partial, operand_count)) {
            refuse(a, "rewrite the statement, or give a catalogue with a partial derivative for it", name,
                   "has no partial derivative with respect to an active operand");
            return;
        }
        if (of_complex && item->complex_rule != XB_COMPLEX_HOLOMORPHIC) {
            refuse(a, "split real and imaginary part", name,
                   "is not complex differentiable but has an active complex operand");
            return;
        }
        a->partial[e] = partial;
    }
}

static void check_vertex(analysis *a, uint32_t v, const bool *is_complex)
{
    const xb_vertex *vertex = xb_expression_vertex(a->expression, v);
    if (vertex->node.kind == XB_KIND_INTRINSIC)
        check_intrinsic(a, (const xb_intrinsic *)vertex, is_complex, v);
    else if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
        refuse(a, "give the function a body whose last formal is the result, of intent out",
               ((const xb_function_call *)vertex)->symbol->id->text,
               "is a function whose result may be active");
}

static void mark_useful(analysis *a)
{
    const xb_graph *graph = &a->expression->graph;
    const bool *is_complex = complex_vertices(a);
    bool *useful = xb_arena_array(a->scratch, graph->vertex_count, sizeof *useful);
    useful[a->expression->root] = true;
    for (uint32_t k = graph->vertex_count; k-- > 0;) {
        uint32_t v = a->order[k];
        a->vertex[v] = a->vertex[v] && useful[v];
        if (!a->vertex[v])
            continue;
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
            uint32_t source = xb_graph_source(graph, e);
            a->edge[e] = a->vertex[source] && !edge_is_passive(a, e);
            useful[source] = useful[source] || a->edge[e];
        }
        check_vertex(a, v, is_complex);
    }
}

static void check_narrowing(analysis *a, const xb_reference *target)
{
    const bool *is_complex = target->symbol->type == XB_TYPE_COMPLEX ? NULL : complex_vertices(a);
    if (is_complex && is_complex[a->expression->root])
        refuse(a, "split real and imaginary part", target->symbol->id->text,
               "is real but is assigned an active complex value");
}

/* Finds what is active in a value that is assigned to something active. */
static void compute(analysis *a, const bool *passive)
{
    uint32_t count = a->expression->graph.vertex_count;
    a->order = xb_expression_order(a->scratch, a->expression);
    for (uint32_t k = 0; k < count; k++)
        a->vertex[a->order[k]] = is_varied(a, a->order[k], passive);
    if (!a->vertex[a->expression->root]) {
        memset(a->vertex, 0, count * sizeof *a->vertex);
        return;
    }
    mark_useful(a);
    check_narrowing(a, a->assignment->target);
}

xb_status xb_activity_compute(xb_run *run, xb_arena *arena, const xb_assignment *assignment,
                              const bool *passive, xb_block_place where, bool report,
                              xb_expression_activity *activity)
{
    const xb_expression *expression = assignment->value;
    const xb_reference *target = assignment->target;
    const xb_graph *graph = &expression->graph;
    analysis a = {.run = run,
                  .scratch = xb_run_inner_scratch(run),
                  .expression = expression,
                  .assignment = assignment,
                  .where = where,
                  .report = report};
    a.vertex = xb_arena_array(arena, graph->vertex_count, sizeof *a.vertex);
    a.edge = xb_arena_array(arena, (size_t)graph->edge_count + 1, sizeof *a.edge);
    a.partial = xb_arena_array(arena, (size_t)graph->edge_count + 1, sizeof *a.partial);
    *activity = (xb_expression_activity){a.vertex, a.edge, a.partial, false};
    if (!xb_symbol_is_active(target->symbol) || target->active == XB_ACTIVITY_FALSE)
        return XB_STATUS_OK;
    xb_arena_mark mark = xb_arena_mark_now(a.scratch);
    compute(&a, passive);
    xb_arena_release(a.scratch, mark);
    activity->active = a.vertex[expression->root];
    return a.status;
}
