/*
 * First the subexpressions that need an auxiliary variable are marked: those that some partial derivative
 * refers to and that are not leaves. Then auxiliary variables are assigned in topological order, each in
 * terms of the ones below it; then each partial derivative is written with argument references replaced by
 * leaves and auxiliary variables.
 */
#include "algorithms/linearization/materialize.h"

#include <string.h>

#include "ir/build.h"
#include "ir/provenance.h"

typedef struct materializer {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch; /* for the result */
    xb_arena *work;    /* for what is not needed when it is there */
    xb_block_place place;
    xb_assignment *original;
    const xb_expression *expression;
    const xb_flat_assignment *flat;
    const xb_linearized *linearized;
    xb_materialized *result;
    const xb_reference **auxiliary; /* by vertex: the target of the assignment */
    xb_vertex **leaves;             /* by vertex: what stands for a variable, as soon as it is used */
    bool *needed;                   /* by vertex */
    uint32_t current;               /* the vertex that is being written, where substitution must not stop */
    bool direct;
} materializer;

/* ---- which subexpressions need auxiliary variables ---------------------------------------------------- */

/* The vertex whose value is differentiated. */
static uint32_t operator_of(const materializer *m, const xb_derivative *derivative)
{
    return xb_graph_target(&m->expression->graph, derivative->edge);
}

/* The vertex of the right-hand side that an argument reference of a derivative stands for. */
static uint32_t referent(const materializer *m, const xb_derivative *derivative, unsigned position)
{
    return position == 0 ? operator_of(m, derivative)
                         : xb_expression_operand(m->expression, operator_of(m, derivative), position);
}

static bool is_leaf(const materializer *m, uint32_t v)
{
    xb_kind kind = xb_expression_vertex(m->expression, v)->node.kind;
    return kind == XB_KIND_VARIABLE_REFERENCE || kind == XB_KIND_CONSTANT;
}

static void mark_needed(materializer *m)
{
    for (size_t i = 0; i < m->linearized->count; i++) {
        const xb_derivative *derivative = &m->linearized->derivatives[i];
        if (derivative->kind != XB_PARTIAL_NONLINEAR)
            continue;
        const xb_expression *expression = derivative->expression;
        for (uint32_t k = 0; k < expression->graph.vertex_count; k++) {
            const xb_vertex *vertex = xb_expression_vertex(expression, k);
            if (vertex->node.kind != XB_KIND_ARGUMENT_REFERENCE)
                continue;
            uint32_t v = referent(m, derivative, ((const xb_argument_reference *)vertex)->position);
            m->needed[v] = m->needed[v] || !is_leaf(m, v);
        }
    }
}

/* ---- auxiliary variables ------------------------------------------------------------------------------ */

/* All of it is evaluated before the assignment, so that a variable has one value and one reference to it is
 * enough. */
static xb_vertex *leaf(materializer *m, uint32_t v)
{
    if (!m->leaves[v])
        m->leaves[v] = xb_copy_vertex(m->program, xb_expression_vertex(m->expression, v));
    return m->leaves[v];
}

static void *substitute(void *context, uint32_t vertex)
{
    materializer *m = context;
    if (vertex != m->current && m->auxiliary[vertex])
        return xb_share_reference(m->program, m->auxiliary[vertex]);
    return is_leaf(m, vertex) ? leaf(m, vertex) : NULL;
}

static xb_expression *subexpression(materializer *m, uint32_t v, bool stop_at_root)
{
    xb_expression *copy = xb_build_expression(m->program);
    m->current = stop_at_root ? XB_GRAPH_NONE : v;
    copy->root = xb_copy_subexpression(m->program, m->expression, v, copy, substitute, m);
    return copy;
}

static void emit(materializer *m, xb_statement *statement)
{
    if (statement)
        xb_list_append(m->scratch, &m->result->before, statement);
}

/* Returns the target, which can serve as a pattern for uses of the variable. */
static xb_reference *emit_temporary(materializer *m, const char *stem, xb_shape shape, xb_made_id id,
                                    xb_expression *value)
{
    xb_statement *allocation;
    xb_symbol *symbol =
        xb_shape_temporary(m->program, m->place.routine->scope, stem, shape, false, &allocation);
    emit(m, allocation);
    symbol->single = shape.rank == 0;
    xb_reference *target = xb_build_reference(m->program, symbol);
    emit(m, &xb_build_assignment_as(m->program, id, target, value)->statement);
    return target;
}

static void assign_auxiliaries(materializer *m)
{
    const uint32_t *order = xb_expression_order(m->work, m->expression);
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->expression->graph.vertex_count; k++) {
        uint32_t v = order[k];
        if (!m->needed[v])
            continue;
        xb_made_id id = xb_id_of_replacement(m->program, &m->original->statement, ++count);
        m->auxiliary[v] = emit_temporary(m, "aux", m->result->shapes[v], id, subexpression(m, v, false));
    }
    if (count == 0)
        return;
    xb_assignment *rebuilt = xb_build_assignment_as(m->program, xb_id_of(&m->original->statement),
                                                    xb_copy_reference(m->program, m->original->target),
                                                    subexpression(m, m->expression->root, true));
    xb_build_stand_in(m->program, rebuilt, m->original);
    m->result->assignment = rebuilt;
}

/* ---- partial derivatives ------------------------------------------------------------------------------ */

typedef struct derivative_context {
    materializer *m;
    const xb_derivative *derivative;
    const xb_shape *shapes; /* by vertex of its expression, once they are known */
} derivative_context;

static xb_shape shape_of_argument(void *context, unsigned position)
{
    const derivative_context *c = context;
    return c->m->result->shapes[referent(c->m, c->derivative, position)];
}

static void *value_of_referent(materializer *m, uint32_t v)
{
    if (m->auxiliary[v])
        return xb_share_reference(m->program, m->auxiliary[v]);
    return is_leaf(m, v) ? leaf(m, v) : xb_copy_vertex(m->program, xb_expression_vertex(m->expression, v));
}

/* Functions such as sign want operands of one kind, so a literal is of that of the operation, if it is as
 * precise then. Double precision is what it is without being told. @return NULL: it can be copied as it is */
static void *literal_of_kind(const derivative_context *c, const xb_constant *constant,
                             const xb_shape *operation)
{
    double value;
    if (constant->type != XB_TYPE_REAL || constant->fe_type || operation->type != XB_TYPE_REAL ||
        !operation->fe_type || strcmp(operation->fe_type->text, "F8") == 0 ||
        !xb_constant_value(constant, &value) || (float)value != value)
        return NULL;
    xb_constant *copy = (xb_constant *)xb_copy_vertex(c->m->program, &constant->vertex);
    copy->fe_type = operation->fe_type;
    return copy;
}

/* What a literal is merged with, which is no literal itself; XB_GRAPH_NONE: it is not merged. */
static uint32_t merged_with(const xb_expression *expression, uint32_t vertex)
{
    const xb_graph *graph = &expression->graph;
    uint32_t e = xb_graph_first_out(graph, vertex);
    if (e == XB_GRAPH_NONE || xb_vertex_intrinsic(xb_expression_vertex(
                                  expression, xb_graph_target(graph, e))) != XB_INTRINSIC_MERGE)
        return XB_GRAPH_NONE;
    uint32_t position = xb_expression_position(expression, e);
    uint32_t other = xb_expression_operand(expression, xb_graph_target(graph, e), position == 1 ? 2 : 1);
    return position < 3 && xb_expression_vertex(expression, other)->node.kind != XB_KIND_CONSTANT
               ? other
               : XB_GRAPH_NONE;
}

/* There are no literals that are complex, but a variable takes the value of a real one. */
static void *complex_literal(const derivative_context *c, const xb_constant *constant, const xb_shape *other)
{
    xb_program *program = c->m->program;
    const xb_shape shape = {.type = XB_TYPE_COMPLEX, .fe_type = other->fe_type};
    xb_constant *copy = (xb_constant *)xb_copy_vertex(program, &constant->vertex);
    return xb_share_reference(program,
                              emit_temporary(c->m, "aux", shape, xb_id_numbered(program, "_complex_"),
                                             xb_build_leaf(program, copy)));
}

/* What is merged is of one type. */
static void *merged_literal(const derivative_context *c, const xb_constant *constant, const xb_shape *other)
{
    double value;
    if (constant->type != XB_TYPE_REAL || constant->fe_type || !xb_constant_value(constant, &value))
        return NULL;
    if (other->type == XB_TYPE_INTEGER)
        return xb_build_integer(c->m->program, (int64_t)value);
    return other->type == XB_TYPE_COMPLEX ? complex_literal(c, constant, other)
                                          : literal_of_kind(c, constant, other);
}

static void *literal(const derivative_context *c, uint32_t vertex, const xb_constant *constant)
{
    const uint32_t other = merged_with(c->derivative->expression, vertex);
    return other != XB_GRAPH_NONE
               ? merged_literal(c, constant, &c->shapes[other])
               : literal_of_kind(c, constant, &c->m->result->shapes[operator_of(c->m, c->derivative)]);
}

static void *substitute_argument(void *context, uint32_t vertex)
{
    const derivative_context *c = context;
    const xb_vertex *found = xb_expression_vertex(c->derivative->expression, vertex);
    if (found->node.kind == XB_KIND_CONSTANT)
        return literal(c, vertex, (const xb_constant *)found);
    if (found->node.kind != XB_KIND_ARGUMENT_REFERENCE)
        return NULL;
    return value_of_referent(c->m,
                             referent(c->m, c->derivative, ((const xb_argument_reference *)found)->position));
}

static bool is_floating(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

/* A derivative that is the value of one operand needs no statement if that value stays where it is. */
static bool is_in_place(const materializer *m, const xb_derivative *derivative, xb_shape shape)
{
    const xb_vertex *root = xb_expression_root(derivative->expression);
    if (!m->direct || root->node.kind != XB_KIND_ARGUMENT_REFERENCE || !is_floating(shape.type))
        return false;
    uint32_t v = referent(m, derivative, ((const xb_argument_reference *)root)->position);
    return m->auxiliary[v] || m->flat->stable[v];
}

static const xb_reference *in_place(const materializer *m, const xb_derivative *derivative)
{
    unsigned position = ((const xb_argument_reference *)xb_expression_root(derivative->expression))->position;
    uint32_t v = referent(m, derivative, position);
    return m->auxiliary[v] ? m->auxiliary[v] : xb_current(xb_expression_vertex(m->expression, v));
}

void *xb_factor_vertex(xb_program *program, const xb_factor *factor)
{
    return factor->reference ? (void *)xb_share_reference(program, factor->reference)
                             : (void *)xb_build_real(program, factor->value);
}

/* Temporaries that are made after the factor are modelled on it: the operands may have other extents by then.
 */
static xb_factor variable_factor(const xb_reference *reference, xb_shape shape)
{
    if (shape.rank > 0)
        shape.model = reference;
    return (xb_factor){.reference = reference, .shape = shape};
}

/* The type of a factor whose product with others must be as precise as the operation that it belongs to. */
static const xb_name *precise_type(const xb_shape *factor, const xb_shape *operation)
{
    const xb_shape a = {.type = factor->type, .fe_type = factor->fe_type};
    const xb_shape b = {.type = operation->type, .fe_type = operation->fe_type};
    return a.fe_type && a.type == b.type ? xb_shape_promote(a, b).fe_type : a.fe_type;
}

/* The last statement computes the derivative. */
static void note_partial(materializer *m, const xb_derivative *derivative)
{
    const xb_list *statements = &m->result->before;
    const xb_intrinsic *intrinsic =
        (const xb_intrinsic *)xb_expression_vertex(m->expression, operator_of(m, derivative));
    xb_provenance_add(m->program, statements->items[statements->count - 1], "partial", "%s:%u",
                      intrinsic->name->text, xb_expression_position(m->expression, derivative->edge));
}

static xb_factor evaluate(materializer *m, const xb_derivative *derivative)
{
    if (derivative->kind != XB_PARTIAL_NONLINEAR)
        return (xb_factor){.value = derivative->value};
    const xb_expression *expression = derivative->expression;
    derivative_context context = {m, derivative, NULL};
    context.shapes = xb_shapes_of(xb_run_analyses(m->run), m->work, expression, shape_of_argument, &context);
    xb_shape shape = context.shapes[expression->root];
    const xb_name *fe_type = precise_type(&shape, &m->result->shapes[operator_of(m, derivative)]);
    if (fe_type == shape.fe_type && is_in_place(m, derivative, shape))
        return variable_factor(in_place(m, derivative), shape);
    shape.fe_type = fe_type;
    if (!is_floating(shape.type)) {
        shape.type = XB_TYPE_REAL;
        shape.fe_type = NULL;
    }
    const xb_symbol *target = m->original->target->symbol;
    if (!shape.fe_type && shape.type == target->type)
        shape.fe_type = target->fe_type;
    xb_expression *value = xb_build_expression(m->program);
    xb_expression_reserve(m->program, value, expression->graph.vertex_count, expression->graph.edge_count);
    value->root =
        xb_copy_subexpression(m->program, expression, expression->root, value, substitute_argument, &context);
    xb_made_id id = xb_id_numbered(m->program, "_elementary_partial_");
    const xb_reference *factor = emit_temporary(m, "lin", shape, id, value);
    note_partial(m, derivative);
    return variable_factor(factor, shape);
}

static bool shapes_conform(materializer *m)
{
    if (!m->result->shapes[m->expression->root].conflict)
        return true;
    xb_error(
        xb_run_program(m->run)->diagnostics, XB_STATUS_UNSUPPORTED,
        xb_place_of(m->run, m->place, &m->original->statement), "assign the parts to variables of their own",
        "the assignment to '%s' mixes operands of different ranks", m->original->target->symbol->id->text);
    return false;
}

/* A factor has the shape of its operand, or is a scalar; that of an elementwise operation can have the shape
 * of the result. Anything else is no derivative of a result that is a scalar, or of one element for another.
 */
static bool factors_conform(materializer *m, const xb_factor *factors)
{
    for (size_t i = 0; i < m->linearized->count; i++) {
        const xb_derivative *derivative = &m->linearized->derivatives[i];
        const xb_shape *shape = &factors[i].shape,
                       *operand =
                           &m->result->shapes[xb_graph_source(&m->expression->graph, derivative->edge)];
        const xb_shape *result = &m->result->shapes[operator_of(m, derivative)];
        if (!factors[i].reference || shape->rank == 0 ||
            (!shape->conflict && (shape->rank == operand->rank || shape->rank == result->rank)))
            continue;
        const xb_intrinsic *intrinsic =
            (const xb_intrinsic *)xb_expression_vertex(m->expression, operator_of(m, derivative));
        xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                 xb_place_of(m->run, m->place, &m->original->statement),
                 "a partial derivative has the shape of its operand, or is a scalar",
                 "the partial derivative of '%s' with respect to operand %u is an array of rank %d, but the "
                 "operand has rank %d",
                 intrinsic->name->text, xb_expression_position(m->expression, derivative->edge), shape->rank,
                 operand->rank);
        return false;
    }
    return true;
}

/* Evaluates partial derivatives; what their shapes took is given back, bounds are kept. */
static const xb_factor *evaluate_all(materializer *m)
{
    xb_factor *factors = xb_arena_array(m->scratch, m->linearized->count, sizeof *factors);
    for (size_t i = 0; i < m->linearized->count; i++) {
        xb_arena_mark mark = xb_arena_mark_now(m->work);
        factors[i] = evaluate(m, &m->linearized->derivatives[i]);
        factors[i].shape = xb_shape_copy(m->scratch, factors[i].shape);
        xb_arena_release(m->work, mark);
    }
    return factors;
}

/* Tells whether shapes fit. */
static bool materialize(materializer *m)
{
    uint32_t count = m->expression->graph.vertex_count;
    m->result->shapes = xb_shapes_of(xb_run_analyses(m->run), m->scratch, m->expression, NULL, NULL);
    if (!shapes_conform(m))
        return false;
    m->auxiliary = xb_arena_array(m->work, count, sizeof *m->auxiliary);
    m->leaves = xb_arena_array(m->work, count, sizeof *m->leaves);
    m->needed = xb_arena_array(m->work, count, sizeof *m->needed);
    mark_needed(m);
    assign_auxiliaries(m);
    m->result->factors = evaluate_all(m);
    return factors_conform(m, m->result->factors);
}

xb_materialized *xb_materialize(xb_run *run, xb_block_place place, xb_assignment *assignment, bool direct)
{
    xb_materialized *result = xb_arena_alloc(xb_run_scratch(run), sizeof *result);
    result->assignment = assignment;
    materializer m = {.run = run,
                      .program = xb_run_program(run),
                      .scratch = xb_run_scratch(run),
                      .work = xb_run_inner_scratch(run),
                      .place = place,
                      .original = assignment,
                      .expression = assignment->value,
                      .flat = xb_flat_assignment_of(run, assignment),
                      .linearized = xb_linearized_of(run, assignment),
                      .result = result,
                      .direct = direct};
    xb_arena_mark mark = xb_arena_mark_now(m.work);
    xb_provenance before = xb_provenance_enter(m.program, "linearization");
    xb_provenance_of(m.program, &assignment->statement);
    bool fits = materialize(&m);
    xb_provenance_restore(m.program, before);
    xb_arena_release(m.work, mark);
    return fits ? result : NULL;
}

void xb_materialized_forget_shapes(xb_run *run, xb_materialized *materialized,
                                   const xb_assignment *assignment)
{
    xb_arena_give_back(xb_run_scratch(run), materialized->shapes,
                       assignment->value->graph.vertex_count * sizeof *materialized->shapes);
    materialized->shapes = NULL;
}
