/*
 * Going up from the leaves, each vertex becomes a constant, another vertex that has the same value, or stays
 * itself. Then the part that the root still needs is copied, with constants in the place of what became
 * constant. A real constant that changes no value, as in 1.0*i, stays with what may be an integer: a division
 * further up may depend on it.
 */
#include "algorithms/constantfolding/fold.h"

#include <math.h>

#include "ir/build.h"

/* What is known of a vertex. */
typedef struct folded {
    bool constant;
    bool integer; /* a constant: it is an integer, value is exact; else: it may be one */
    bool whole;   /* it is certainly an integer */
    bool truth;   /* a constant: it is a truth value, value is 0 or 1 */
    double value;
    uint32_t same_as; /* the vertex that has its value */
} folded;

typedef struct folder {
    xb_program *program;
    const xb_expression *expression;
    bool (*is_real)(const void *context, unsigned position);
    const void *context;
    folded *vertices;
    bool changed;
} folder;

static folded constant_of(double value, bool integer)
{
    return (folded){.constant = true, .integer = integer, .whole = integer, .value = value};
}

static bool is_value(const folded *operand, double value)
{
    return operand->constant && operand->value == value;
}

static const double exact_integers = 9007199254740992.0; /* 2 to the 53rd */

/* A constant result, unless it is not finite or an integer that a double can't hold exactly. */
static bool accept(folded *result, double value, bool integer)
{
    if (!isfinite(value) || (integer && fabs(value) >= exact_integers))
        return false;
    *result = constant_of(value, integer);
    return true;
}

/* An operation with a constant gives the value of the other operand, and its type. */
static bool accept_other(folded *result, const folded *constant, const folded *other)
{
    if (!constant->integer && other->integer)
        return false;
    *result = *other;
    return true;
}

static bool fold_add(const folded *a, const folded *b, folded *result)
{
    if (a->constant && b->constant)
        return accept(result, a->value + b->value, a->integer && b->integer);
    return is_value(a, 0.0) ? accept_other(result, a, b) : is_value(b, 0.0) && accept_other(result, b, a);
}

static bool fold_sub(const folded *a, const folded *b, folded *result)
{
    if (a->constant && b->constant)
        return accept(result, a->value - b->value, a->integer && b->integer);
    return is_value(b, 0.0) && accept_other(result, b, a);
}

static bool fold_mul(const folded *a, const folded *b, folded *result)
{
    if (a->constant && b->constant)
        return accept(result, a->value * b->value, a->integer && b->integer);
    if (is_value(a, 0.0) || is_value(b, 0.0)) {
        *result = constant_of(0.0, a->whole && b->whole);
        return true;
    }
    return is_value(a, 1.0) ? accept_other(result, a, b) : is_value(b, 1.0) && accept_other(result, b, a);
}

static bool fold_div(const folded *a, const folded *b, folded *result)
{
    if (a->constant && b->constant && b->value != 0.0)
        return accept(result, a->value / b->value, false);
    return is_value(b, 1.0) && accept_other(result, b, a);
}

static bool fold_pow(const folded *a, const folded *b, folded *result)
{
    bool may_be_integer = a->integer && b->integer, is_integer = a->whole && b->whole;
    if (is_value(b, 0.0) && may_be_integer == is_integer)
        return accept(result, 1.0, is_integer);
    if (is_value(b, 1.0))
        return accept_other(result, b, a);
    return a->constant && b->constant && !(a->integer && b->integer && b->value < 0.0) &&
           accept(result, pow(a->value, b->value), a->integer && b->integer);
}

static bool (*const binary_rules[XB_INTRINSIC_COUNT])(const folded *a, const folded *b, folded *result) = {
    [XB_INTRINSIC_ADD] = fold_add, [XB_INTRINSIC_SUB] = fold_sub, [XB_INTRINSIC_MUL] = fold_mul,
    [XB_INTRINSIC_DIV] = fold_div, [XB_INTRINSIC_POW] = fold_pow,
};

/* ---- truth values and what they choose ----------------------------------------------------------------- */

static bool accept_truth(folded *result, bool value)
{
    *result = (folded){.constant = true, .truth = true, .value = value};
    return true;
}

static bool are_numbers(const folded *a, const folded *b)
{
    return a->constant && b->constant && !a->truth && !b->truth;
}

static bool fold_equal(const folded *a, const folded *b, folded *result)
{
    return are_numbers(a, b) && accept_truth(result, a->value == b->value);
}

static bool fold_less(const folded *a, const folded *b, folded *result)
{
    return are_numbers(a, b) && accept_truth(result, a->value < b->value);
}

static bool fold_and(const folded *a, const folded *b, folded *result)
{
    if (!a->truth && !b->truth)
        return false;
    if ((a->truth && a->value == 0) || (b->truth && b->value == 0))
        return accept_truth(result, false);
    *result = a->truth ? *b : *a;
    return true;
}

static bool (*const relation_rules[XB_INTRINSIC_COUNT])(const folded *a, const folded *b, folded *result) = {
    [XB_INTRINSIC_EQUAL] = fold_equal,
    [XB_INTRINSIC_LESS_THAN] = fold_less,
    [XB_INTRINSIC_AND] = fold_and,
};

/* ---- functions of one operand ------------------------------------------------------------------------- */

static double negate(double x)
{
    return -x;
}

static double identity(double x)
{
    return x;
}

static double (*const unary_rules[XB_INTRINSIC_COUNT])(double) = {
    [XB_INTRINSIC_ABS] = fabs,  [XB_INTRINSIC_COS] = cos,       [XB_INTRINSIC_EXP] = exp,
    [XB_INTRINSIC_LN] = log,    [XB_INTRINSIC_MINUS] = negate,  [XB_INTRINSIC_REAL] = identity,
    [XB_INTRINSIC_INT] = trunc, [XB_INTRINSIC_SIN] = sin,       [XB_INTRINSIC_SQRT] = sqrt,
    [XB_INTRINSIC_TAN] = tan,   [XB_INTRINSIC_DBLE] = identity,
};

static bool gives_integer(xb_intrinsic_code code, bool of_integers)
{
    return xb_intrinsic_result_type(code, of_integers ? XB_TYPE_INTEGER : XB_TYPE_REAL) == XB_TYPE_INTEGER;
}

static bool fold_unary(folder *f, uint32_t operand, xb_intrinsic_code code, folded *result)
{
    const folded *a = &f->vertices[operand];
    return unary_rules[code] && a->constant &&
           accept(result, unary_rules[code](a->value), gives_integer(code, a->integer));
}

static bool fold_binary(folder *f, uint32_t first, uint32_t second, xb_intrinsic_code code, folded *result)
{
    return binary_rules[code] && binary_rules[code](&f->vertices[first], &f->vertices[second], result);
}

static bool fold_merge(folder *f, uint32_t v, folded *result)
{
    const folded *mask = &f->vertices[xb_expression_operand(f->expression, v, 3)];
    if (!mask->truth)
        return false;
    *result = f->vertices[xb_expression_operand(f->expression, v, mask->value != 0 ? 1 : 2)];
    return true;
}

static bool fold_relation(folder *f, uint32_t first, uint32_t second, xb_intrinsic_code code, folded *result)
{
    return relation_rules[code] && relation_rules[code](&f->vertices[first], &f->vertices[second], result);
}

/* Whether an operation that is not folded may give an integer. */
static bool may_give_integer(const folder *f, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(f->expression, v);
    if (vertex->node.kind == XB_KIND_ARGUMENT_REFERENCE)
        return !f->is_real(f->context, ((const xb_argument_reference *)vertex)->position);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return true;
    xb_intrinsic_code code = xb_vertex_intrinsic(vertex);
    if (!binary_rules[code] && !unary_rules[code])
        return true;
    if (!gives_integer(code, true))
        return false;
    size_t count = xb_expression_operand_count(f->expression, v);
    for (uint32_t p = 1; p <= count; p++)
        if (!f->vertices[xb_expression_operand(f->expression, v, p)].integer)
            return false;
    return true;
}

static bool fold_operation(folder *f, uint32_t v, folded *result)
{
    const xb_vertex *vertex = xb_expression_vertex(f->expression, v);
    const xb_intrinsic_code code = xb_vertex_intrinsic(vertex);
    const size_t count = xb_expression_operand_count(f->expression, v);
    const uint32_t first = xb_expression_operand(f->expression, v, 1);
    const uint32_t second = count == 2 ? xb_expression_operand(f->expression, v, 2) : XB_GRAPH_NONE;
    if (vertex->node.kind == XB_KIND_BOOLEAN_OPERATION)
        return count == 2 && fold_relation(f, first, second, code, result);
    result->whole = gives_integer(code, false);
    if (code == XB_INTRINSIC_MERGE)
        return fold_merge(f, v, result);
    return count == 1 ? fold_unary(f, first, code, result)
                      : count == 2 && fold_binary(f, first, second, code, result);
}

static folded fold_vertex(folder *f, uint32_t v)
{
    folded result = {.same_as = v, .integer = may_give_integer(f, v)};
    const xb_vertex *vertex = xb_expression_vertex(f->expression, v);
    if (vertex->node.kind == XB_KIND_CONSTANT) {
        const xb_constant *constant = (const xb_constant *)vertex;
        double value;
        if (xb_constant_value(constant, &value) && isfinite(value))
            accept(&result, value, constant->type == XB_TYPE_INTEGER);
        return result;
    }
    if (vertex->node.kind == XB_KIND_INTRINSIC || vertex->node.kind == XB_KIND_BOOLEAN_OPERATION)
        f->changed = fold_operation(f, v, &result) || f->changed;
    return result;
}

/* ---- the simplified expression ------------------------------------------------------------------------ */

static xb_constant *build_truth(xb_program *program, bool value)
{
    xb_constant *constant = xb_build_integer(program, 0);
    constant->type = XB_TYPE_BOOL;
    constant->value = xb_program_name(program, value ? "true" : "false");
    return constant;
}

static xb_constant *build_constant(xb_program *program, const folded *from)
{
    if (from->truth)
        return build_truth(program, from->value != 0);
    return from->integer ? xb_build_integer(program, (int64_t)from->value)
                         : xb_build_real(program, from->value);
}

static void mark_used(const folder *f, const uint32_t *order, bool *used)
{
    const xb_graph *graph = &f->expression->graph;
    used[f->vertices[f->expression->root].same_as] = true;
    for (uint32_t k = graph->vertex_count; k-- > 0;) {
        uint32_t v = order[k];
        if (!used[v] || f->vertices[v].constant)
            continue;
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
            uint32_t source = xb_graph_source(graph, e);
            used[f->vertices[source].constant ? source : f->vertices[source].same_as] = true;
        }
    }
}

static xb_expression *rebuild(const folder *f, xb_arena *scratch, const uint32_t *order)
{
    const xb_graph *graph = &f->expression->graph;
    bool *used = xb_arena_array(scratch, graph->vertex_count, sizeof *used);
    uint32_t *copy = xb_arena_array(scratch, graph->vertex_count, sizeof *copy);
    xb_expression *result = xb_build_expression(f->program);
    mark_used(f, order, used);
    for (uint32_t k = 0; k < graph->vertex_count; k++) {
        uint32_t v = order[k];
        if (!used[v])
            continue;
        const folded *self = &f->vertices[v];
        if (self->constant) {
            copy[v] = xb_expression_add(f->program, result, build_constant(f->program, self));
            continue;
        }
        copy[v] = xb_expression_add(f->program, result,
                                    xb_copy_vertex(f->program, xb_expression_vertex(f->expression, v)));
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
            uint32_t source = xb_graph_source(graph, e);
            uint32_t from = f->vertices[source].constant ? source : f->vertices[source].same_as;
            xb_expression_connect(f->program, result, copy[from], copy[v],
                                  xb_expression_position(f->expression, e));
        }
    }
    result->root = copy[f->vertices[f->expression->root].same_as];
    return result;
}

xb_expression *xb_fold(xb_program *program, xb_arena *scratch, xb_expression *expression,
                       bool (*is_real)(const void *context, unsigned position), const void *context,
                       double *value)
{
    folder f = {.program = program, .expression = expression, .is_real = is_real, .context = context};
    const uint32_t *order = xb_expression_order(scratch, expression);
    f.vertices = xb_arena_array(scratch, expression->graph.vertex_count, sizeof *f.vertices);
    for (uint32_t k = 0; k < expression->graph.vertex_count; k++)
        f.vertices[order[k]] = fold_vertex(&f, order[k]);
    const folded *root = &f.vertices[expression->root];
    if (root->constant) {
        *value = root->value;
        return NULL;
    }
    return f.changed ? rebuild(&f, scratch, order) : expression;
}
