/*
 * Shifts go back by as much. What eoshift lets in at the end is its boundary, or zero: the boundary gets what
 * is lost when y' goes back.
 */
#include "algorithms/adjoint/term.h"
#include "ir/build.h"

static uint32_t back(const xb_adjoint_term *t, xb_expression *value)
{
    return xb_build_unary(t->a->program, value, XB_INTRINSIC_MINUS, xb_term_add_operand(t, value, 2));
}

static uint32_t dimension(const xb_adjoint_term *t, xb_expression *value, uint32_t position)
{
    return xb_term_operand(t, position) ? xb_term_add_operand(t, value, position) : XB_GRAPH_NONE;
}

/* cshift(x, shift, dimension) */
bool xb_transpose_cshift(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t y = xb_term_add_y(t, value);
    const uint32_t operands[] = {y, back(t, value), dimension(t, value, 3)};
    xb_term_add_value(t, value, xb_term_apply(t, value, XB_INTRINSIC_CSHIFT, 3, operands));
    return true;
}

/* Zero, which must be there if a dimension follows. */
static uint32_t boundary(const xb_adjoint_term *t, xb_expression *value)
{
    if (!xb_term_operand(t, 4))
        return XB_GRAPH_NONE;
    const xb_shape shape = {.type = t->x->symbol->type, .fe_type = t->x->symbol->fe_type};
    const xb_symbol *zero = xb_adjoint_temporary(t->a, shape);
    xb_reference *reference = xb_build_reference(t->a->program, (xb_symbol *)zero);
    reference->deriv = true;
    return xb_expression_add(t->a->program, value, reference);
}

static uint32_t shifted(const xb_adjoint_term *t, xb_expression *value, uint32_t array, uint32_t shift)
{
    const uint32_t operands[] = {array, shift, boundary(t, value), dimension(t, value, 4)};
    return xb_term_apply(t, value, XB_INTRINSIC_EOSHIFT, 4, operands);
}

/* What y' loses on its way back, summed up over what has the same boundary. */
static uint32_t lost(const xb_adjoint_term *t, xb_expression *value)
{
    xb_program *program = t->a->program;
    uint32_t there = shifted(t, value, xb_term_add_y(t, value), back(t, value));
    uint32_t kept = shifted(t, value, there, xb_term_add_operand(t, value, 2));
    uint32_t difference = xb_build_binary(program, value, XB_INTRINSIC_SUB, xb_term_add_y(t, value), kept);
    uint32_t along = XB_GRAPH_NONE;
    if (xb_reference_rank(t->x) > 0)
        along = xb_term_operand(t, 4) ? xb_term_add_operand(t, value, 4) : xb_term_add_integer(t, value, 1);
    return xb_term_apply(t, value, XB_INTRINSIC_SUM, 2, (uint32_t[]){difference, along});
}

/* eoshift(x, shift, boundary, dimension) */
bool xb_transpose_eoshift(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    bool is_array = t->position == 1;
    xb_term_add_value(t, value,
                      is_array ? shifted(t, value, xb_term_add_y(t, value), back(t, value)) : lost(t, value));
    return true;
}
