/*
 * With the derivative of f by each element of x as a formula in x and in the result, y = f(x, dimension,
 * mask) becomes
 *
 *     aux = f(x, dimension, mask);  lin = derivative by each element;
 *     prp' = lin*x';  y' = sum_arr(prp', dimension, mask);  y = aux
 *
 * so that y may be a part of x. The formula is that for all of an array. In it, reductions get the further
 * operands, and what they give is spread along the dimension, as the result is. Extrema have a formula of
 * their own, in which equal elements count alike: their number is at least 1, for what a mask leaves out must
 * not become infinite.
 */
#include "algorithms/tangent/weighted.h"

#include <string.h>

#include "algorithms/linearization/linearization.h"
#include "algorithms/tangent/propagations.h"
#include "analysis/shape.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/declaration.h"

enum { COMPARISON = 2 };

/* merge(1.0, 0.0, y <= x) / max(count(y <= x), 1): of maxima, y = x, of which compilers warn */
static const xb_partial_vertex vertices_of_maximum[] = {
    {.kind = XB_KIND_ARGUMENT_REFERENCE, .argument = 1},
    {.kind = XB_KIND_ARGUMENT_REFERENCE, .argument = 0},
    {.kind = XB_KIND_BOOLEAN_OPERATION,
     .text = "less_or_equal",
     .operand_count = 2,
     .operands = (const unsigned[]){1, 0}},
    {.kind = XB_KIND_CONSTANT, .text = "1.0", .type = XB_TYPE_REAL},
    {.kind = XB_KIND_CONSTANT, .text = "0.0", .type = XB_TYPE_REAL},
    {.kind = XB_KIND_INTRINSIC,
     .text = "merge_scal_scal_scal",
     .operand_count = 3,
     .operands = (const unsigned[]){3, 4, 2}},
    {.kind = XB_KIND_INTRINSIC, .text = "count", .operand_count = 1, .operands = (const unsigned[]){2}},
    {.kind = XB_KIND_CONSTANT, .text = "1", .type = XB_TYPE_INTEGER},
    {.kind = XB_KIND_INTRINSIC,
     .text = "nc_max_scal_scal",
     .operand_count = 2,
     .operands = (const unsigned[]){6, 7}},
    {.kind = XB_KIND_INTRINSIC,
     .text = "div_scal_scal",
     .operand_count = 2,
     .operands = (const unsigned[]){5, 8}}};

/* A reduction along a dimension, under a mask, or both. */
typedef struct weighing {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    const xb_expression *value; /* f(x, dimension, mask) */
    uint32_t count;             /* of its operands */
    const xb_reference *x;
    uint32_t dimension, mask; /* which of the operands; 0: there is none */
    xb_symbol *aux;
    xb_list *statements;
} weighing;

/* ---- operands ------------------------------------------------------------------------------------------ */

static const xb_vertex *operand(const weighing *w, uint32_t position)
{
    return xb_expression_vertex(w->value, xb_expression_operand(w->value, w->value->root, position));
}

static bool is_logical(const xb_vertex *vertex)
{
    switch (vertex->node.kind) {
    case XB_KIND_VARIABLE_REFERENCE: return ((const xb_reference *)vertex)->symbol->type == XB_TYPE_BOOL;
    case XB_KIND_CONSTANT: return ((const xb_constant *)vertex)->type == XB_TYPE_BOOL;
    default: return false;
    }
}

static void find_operands(weighing *w)
{
    for (uint32_t k = 2; k <= w->count; k++)
        if (is_logical(operand(w, k)))
            w->mask = k;
        else
            w->dimension = k;
}

static uint32_t add_operand(const weighing *w, xb_expression *expression, uint32_t position)
{
    return xb_expression_add(w->program, expression, xb_copy_vertex(w->program, operand(w, position)));
}

/* ---- weights ------------------------------------------------------------------------------------------- */

/* What belongs to all elements along the dimension, for each of them. Along that of a vector, it is a scalar.
 */
static uint32_t spread(const weighing *w, xb_expression *weights, uint32_t vertex)
{
    if (!w->dimension || xb_reference_rank(w->x) == 1)
        return vertex;
    const uint32_t sized[] = {xb_expression_add(w->program, weights, xb_copy_reference(w->program, w->x)),
                              add_operand(w, weights, w->dimension)};
    const uint32_t copies = xb_build_operation(w->program, weights, XB_INTRINSIC_SIZE, sized, 2);
    const uint32_t operands[] = {vertex, add_operand(w, weights, w->dimension), copies};
    return xb_build_operation(w->program, weights, XB_INTRINSIC_SPREAD, operands, 3);
}

/* Gives a reduction of the formula the further operands; a number of elements has no place for a mask. */
static void reduce_alike(const weighing *w, xb_expression *weights, uint32_t vertex, uint32_t reduced)
{
    bool counts = xb_vertex_intrinsic(xb_expression_vertex(weights, vertex)) == XB_INTRINSIC_COUNT_TRUE;
    if (w->mask && counts) {
        xb_intrinsic *both = xb_build_intrinsic(w->program, xb_intrinsic_facts_of(XB_INTRINSIC_AND)->name);
        both->vertex.node.kind = XB_KIND_BOOLEAN_OPERATION;
        uint32_t counted = xb_expression_add(w->program, weights, both);
        xb_expression_connect(w->program, weights, reduced, counted, 1);
        xb_expression_connect(w->program, weights, add_operand(w, weights, w->mask), counted, 2);
        reduced = counted;
    }
    uint32_t position = 1;
    xb_expression_connect(w->program, weights, reduced, vertex, position);
    for (uint32_t k = 2; k <= w->count; k++)
        if (!(counts && k == w->mask))
            xb_expression_connect(w->program, weights, add_operand(w, weights, k), vertex, ++position);
}

/* Copies a vertex of the formula, whose operands have been placed before. @return where it is */
static uint32_t place_vertex(const weighing *w, const xb_expression *formula, uint32_t v,
                             xb_expression *weights, const uint32_t *placed)
{
    const xb_vertex *vertex = xb_expression_vertex(formula, v);
    if (vertex->node.kind == XB_KIND_ARGUMENT_REFERENCE) {
        unsigned position = ((const xb_argument_reference *)vertex)->position;
        if (position > 0)
            return add_operand(w, weights, position);
        return spread(w, weights,
                      xb_expression_add(w->program, weights, xb_build_reference(w->program, w->aux)));
    }
    uint32_t copy = xb_expression_add(w->program, weights, xb_copy_vertex(w->program, vertex));
    bool reduces = xb_intrinsic_facts_of(xb_vertex_intrinsic(vertex))->form == XB_FORM_REDUCTION;
    for (uint32_t e = xb_graph_first_in(&formula->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&formula->graph, e)) {
        uint32_t from = placed[xb_graph_source(&formula->graph, e)];
        if (reduces)
            reduce_alike(w, weights, copy, from);
        else
            xb_expression_connect(w->program, weights, from, copy, xb_expression_position(formula, e));
    }
    return reduces ? spread(w, weights, copy) : copy;
}

static xb_expression *weights_of(const weighing *w, const xb_expression *formula)
{
    uint32_t count = formula->graph.vertex_count;
    const uint32_t *order = xb_expression_order(xb_run_scratch(w->run), formula);
    uint32_t *placed = xb_arena_array(xb_run_scratch(w->run), count, sizeof *placed);
    xb_expression *weights = xb_build_expression(w->program);
    for (uint32_t i = 0; i < count; i++)
        placed[order[i]] = place_vertex(w, formula, order[i], weights, placed);
    weights->root = placed[formula->root];
    return weights;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void append(weighing *w, void *statement)
{
    if (statement)
        xb_list_append(w->program->arena, w->statements, statement);
}

static void append_all(weighing *w, const xb_list *statements)
{
    xb_list_append_all(w->program->arena, w->statements, statements);
}

static xb_symbol *temporary(weighing *w, const char *stem, xb_shape shape, bool active)
{
    xb_statement *allocation;
    xb_symbol *symbol =
        xb_shape_temporary(w->program, w->place.routine->scope, stem, shape, active, &allocation);
    append(w, allocation);
    return symbol;
}

/* That of the result: of the target, unless a scalar is assigned to all of its elements. */
static xb_shape shape_of_result(const weighing *w, const xb_reference *target)
{
    xb_shape shape = xb_shape_scalar(), of_x = xb_shape_of_reference(w->program->arena, w->x);
    if (w->dimension && of_x.rank > 1)
        shape = xb_shape_of_reference(w->program->arena, target);
    shape.type = of_x.type;
    shape.fe_type = of_x.fe_type;
    return shape;
}

/* prp' = lin*x' */
static xb_reference *add_products(weighing *w, const xb_factor *factor)
{
    xb_reference *products = xb_build_reference(
        w->program, temporary(w, "prp", xb_shape_of_reference(w->program->arena, w->x), true));
    const xb_propagation_term term = {factor, w->x};
    xb_propagations *entries = xb_propagations_create(w->run);
    xb_propagations_set(entries, products, &term, 1, false);
    const xb_list code = xb_propagations_statements(entries);
    append_all(w, &code);
    return products;
}

/* y' = sum_arr(prp', dimension, mask) */
static void add_sum(weighing *w, const xb_reference *y, const xb_reference *products)
{
    xb_expression *sum = xb_build_expression(w->program);
    uint32_t operands[3] = {xb_expression_add(w->program, sum, xb_build_derivative(w->program, products))};
    for (uint32_t k = 2; k <= w->count; k++)
        operands[k - 1] = add_operand(w, sum, k);
    sum->root = xb_build_operation(w->program, sum, XB_INTRINSIC_SUM, operands, w->count);
    append(w, xb_build_assignment(w->program, "_weighted_sum", xb_build_derivative(w->program, y), sum));
}

/* A scalar becomes the derivative of all elements of an array by way of a scalar. */
static void propagate(weighing *w, const xb_reference *y, const xb_shape *result,
                      const xb_reference *products)
{
    if (result->rank == xb_reference_rank(y)) {
        add_sum(w, y, products);
        return;
    }
    const xb_reference *sum = xb_build_reference(w->program, temporary(w, "prp", *result, true));
    add_sum(w, sum, products);
    xb_propagations *entries = xb_propagations_create(w->run);
    xb_propagations_copy(entries, y, sum);
    const xb_list code = xb_propagations_statements(entries);
    append_all(w, &code);
}

/* Whether a target may get its shape only where it is assigned. What has none so far, neither has what is
 * assigned to it before: that gets it in the same way. */
static bool may_be_allocated(const weighing *w, const xb_reference *target)
{
    const xb_declaration *facts = target->symbol->declaration;
    return (facts && facts->allocatable && target->subscripts.count == 0) ||
           xb_storage_may_be_allocated(xb_storage_of(xb_run_analyses(w->run)), target);
}

static void weigh(weighing *w, xb_assignment *assignment, const xb_partial *partial)
{
    xb_program *program = w->program;
    const xb_shape result = shape_of_result(w, assignment->target);
    xb_shape kept = result;
    if (may_be_allocated(w, assignment->target))
        kept.model = NULL;
    w->aux = temporary(w, "aux", kept, false);
    append(w, xb_build_assignment(program, "_reduction", xb_build_reference(program, w->aux),
                                  xb_copy_expression(program, w->value)));
    const xb_expression *formula = xb_partial_expression(program, partial, w->value, w->value->root);
    xb_expression *weights = weights_of(w, formula);
    xb_factor factor = {.shape = xb_shape_of_reference(program->arena, w->x)};
    factor.reference = xb_build_reference(program, temporary(w, "lin", factor.shape, false));
    append(w,
           xb_build_assignment(program, "_weights", xb_copy_reference(program, factor.reference), weights));
    const xb_reference *products = add_products(w, &factor);
    xb_assignment *last = xb_build_assignment_as(program, xb_id_of(&assignment->statement),
                                                 xb_copy_reference(program, assignment->target),
                                                 xb_build_leaf(program, xb_build_reference(program, w->aux)));
    xb_build_stand_in(program, last, assignment);
    append(w, last);
    propagate(w, assignment->target, &result, products);
}

/* For minima, with x <= y. */
static const xb_partial *partial_of_extremum(const weighing *w, xb_intrinsic_code code)
{
    enum { COUNT = sizeof vertices_of_maximum / sizeof *vertices_of_maximum };
    static const unsigned of_minimum[] = {0, 1};
    xb_partial *made = xb_arena_alloc(w->program->arena, sizeof *made);
    xb_partial_vertex *vertices = xb_arena_array(w->program->arena, COUNT, sizeof *vertices);
    memcpy(vertices, vertices_of_maximum, sizeof vertices_of_maximum);
    if (code == XB_INTRINSIC_NC_MINVAL)
        vertices[COMPARISON].operands = of_minimum;
    *made = (xb_partial){
        .position = 1, .kind = XB_PARTIAL_NONLINEAR, .vertex_count = COUNT, .vertices = vertices};
    return made;
}

/* The derivative by each element, as for all of an array. */
static const xb_partial *partial_of(const weighing *w)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_root(w->value);
    const xb_inlinable *item = xb_catalogue_inlinable(xb_run_catalogue(w->run), intrinsic->name);
    const xb_partial *partial = item ? xb_inlinable_partial(item, 1)
                                     : partial_of_extremum(w, xb_vertex_intrinsic(&intrinsic->vertex));
    const xb_reference *x = (const xb_reference *)xb_expression_vertex(
        w->value, xb_expression_operand(w->value, w->value->root, 1));
    return x->symbol->type == XB_TYPE_COMPLEX && partial->of_complex ? partial->of_complex : partial;
}

bool xb_is_weighted(const xb_assignment *assignment, const xb_noninlinable *intrinsic)
{
    const xb_expression *value = assignment->value;
    bool by_formula = !intrinsic->derivative_action && !intrinsic->jacobian;
    return by_formula && xb_expression_operand_count(value, value->root) > 1;
}

xb_status xb_propagate_weighted(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                const xb_noninlinable *intrinsic, xb_list *statements)
{
    weighing w = {.run = run,
                  .program = xb_run_program(run),
                  .place = place,
                  .value = assignment->value,
                  .statements = statements};
    w.count = (uint32_t)xb_expression_operand_count(w.value, w.value->root);
    w.x = (const xb_reference *)operand(&w, 1);
    if (w.x->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE || xb_reference_rank(w.x) < 1)
        return xb_error(w.program->diagnostics, XB_STATUS_UNSUPPORTED,
                        xb_place_of(run, place, &assignment->statement),
                        "apply it to a whole array, or to a section", "'%s' has no derivative for a scalar",
                        intrinsic->name);
    find_operands(&w);
    weigh(&w, assignment, partial_of(&w));
    return XB_STATUS_OK;
}
