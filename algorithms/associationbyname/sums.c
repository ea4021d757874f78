/*
 * Factors that are 1 or -1 are left out.
 */
#include "algorithms/associationbyname/sums.h"

xb_derivative_sum xb_derivative_sum_begin(xb_program *program, const xb_reference *target)
{
    return (xb_derivative_sum){program, target, xb_build_expression(program), true};
}

/* A copy of a reference to a derivative, as a vertex. */
static uint32_t add_reference(xb_derivative_sum *sum, const xb_reference *reference)
{
    return xb_expression_add(sum->program, sum->value, xb_build_derivative(sum->program, reference));
}

/* Takes a vertex in as the next term. */
static void append(xb_derivative_sum *sum, uint32_t term, bool negated)
{
    xb_expression *value = sum->value;
    if (!sum->is_empty)
        value->root = xb_build_binary(sum->program, value, negated ? XB_INTRINSIC_SUB : XB_INTRINSIC_ADD,
                                      value->root, term);
    else
        value->root = negated ? xb_build_unary(sum->program, value, XB_INTRINSIC_MINUS, term) : term;
    sum->is_empty = false;
}

void xb_derivative_sum_keep(xb_derivative_sum *sum)
{
    append(sum, add_reference(sum, sum->target), false);
}

/* Whether a factor is 1 or -1. */
static bool is_unit(const xb_vertex *factor, bool *negated)
{
    double value = 1.0;
    if (factor &&
        (factor->node.kind != XB_KIND_CONSTANT || !xb_constant_value((const xb_constant *)factor, &value)))
        return false;
    if (value == -1.0)
        *negated = !*negated;
    return value == 1.0 || value == -1.0;
}

static bool is_array(const xb_vertex *vertex)
{
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           xb_reference_rank((const xb_reference *)vertex) > 0;
}

void xb_derivative_sum_add(xb_derivative_sum *sum, const xb_vertex *factor, const xb_reference *source,
                           bool negated)
{
    xb_program *program = sum->program;
    uint32_t root = sum->value->root, term = XB_GRAPH_NONE;
    bool folds =
        !is_array(&sum->target->vertex) && (is_array(&source->vertex) || (factor && is_array(factor)));
    if (is_unit(factor, &negated)) {
        term = add_reference(sum, source);
    } else {
        uint32_t first = xb_expression_add(program, sum->value, xb_copy_vertex(program, factor));
        term = xb_build_binary(program, sum->value, XB_INTRINSIC_MUL, first, add_reference(sum, source));
    }
    if (folds)
        term = xb_build_unary(program, sum->value, XB_INTRINSIC_SUM, term);
    sum->value->root = root;
    append(sum, term, negated);
}

xb_statement *xb_derivative_sum_end(xb_derivative_sum *sum)
{
    xb_program *program = sum->program;
    if (sum->is_empty)
        xb_expression_add(program, sum->value, xb_build_real(program, 0.0));
    xb_reference *target = xb_build_derivative(program, sum->target);
    return &xb_build_assignment(program, "_derivative", target, sum->value)->statement;
}
