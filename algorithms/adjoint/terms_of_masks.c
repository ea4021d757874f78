/*
 * pack(x, mask, vector) takes the elements of x where the mask is true, and the end of the vector after
 * these; unpack(x, mask, field) puts the elements of x where the mask is true, and has the field elsewhere.
 * Of vectors, the last n - c elements are what is left after shifting them out and in again by c.
 */
#include "algorithms/adjoint/term.h"
#include "ir/build.h"

static uint32_t merged(const xb_adjoint_term *t, xb_expression *value, uint32_t if_true, uint32_t if_false)
{
    const uint32_t operands[] = {if_true, if_false, xb_term_add_operand(t, value, 2)};
    return xb_term_apply(t, value, XB_INTRINSIC_MERGE, 3, operands);
}

/* Where the mask is a scalar: all elements, or none. */
static uint32_t unpack_all(xb_adjoint_term *t, xb_expression *value)
{
    uint32_t y = xb_term_add_y(t, value), shape = xb_term_add_shape(t, value, t->x);
    const uint32_t operands[] = {y, shape, xb_term_add_padding(t, value)};
    uint32_t array = xb_term_apply(t, value, XB_INTRINSIC_RESHAPE, 3, operands);
    return merged(t, value, array, xb_term_add_zero(t, value));
}

static uint32_t unpack(xb_adjoint_term *t, xb_expression *value)
{
    uint32_t y = xb_term_add_y(t, value), mask = xb_term_add_operand(t, value, 2);
    const uint32_t operands[] = {y, mask, xb_term_add_zero(t, value)};
    return xb_term_apply(t, value, XB_INTRINSIC_UNPACK, 3, operands);
}

/* How many elements the mask takes. */
static uint32_t taken(const xb_adjoint_term *t, xb_expression *value)
{
    if (xb_term_rank(t, 2) > 0)
        return xb_build_unary(t->a->program, value, XB_INTRINSIC_COUNT_TRUE,
                              xb_term_add_operand(t, value, 2));
    uint32_t size = xb_build_unary(t->a->program, value, XB_INTRINSIC_SIZE, xb_term_add_operand(t, value, 1));
    return merged(t, value, size, xb_term_add_integer(t, value, 0));
}

/* The end of the vector. */
static uint32_t rest(const xb_adjoint_term *t, xb_expression *value)
{
    uint32_t out[] = {xb_term_add_y(t, value), taken(t, value)};
    uint32_t end = xb_term_apply(t, value, XB_INTRINSIC_EOSHIFT, 2, out);
    uint32_t in[] = {end, xb_build_unary(t->a->program, value, XB_INTRINSIC_MINUS, taken(t, value))};
    return xb_term_apply(t, value, XB_INTRINSIC_EOSHIFT, 2, in);
}

bool xb_transpose_pack(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t root = t->position == 3         ? rest(t, value)
                    : xb_term_rank(t, 2) > 0 ? unpack(t, value)
                                             : unpack_all(t, value);
    xb_term_add_value(t, value, root);
    return true;
}

static uint32_t packed(xb_adjoint_term *t, xb_expression *value)
{
    uint32_t y = xb_term_add_y(t, value), mask = xb_term_add_operand(t, value, 2);
    const uint32_t operands[] = {y, mask, xb_term_add_zero(t, value)};
    return xb_term_apply(t, value, XB_INTRINSIC_PACK, 3, operands);
}

/* A field that is a scalar gets the sum. */
static uint32_t elsewhere(xb_adjoint_term *t, xb_expression *value)
{
    uint32_t y = xb_term_add_y(t, value);
    uint32_t root = merged(t, value, xb_term_add_zero(t, value), y);
    return xb_reference_rank(t->x) > 0 ? root : xb_build_unary(t->a->program, value, XB_INTRINSIC_SUM, root);
}

bool xb_transpose_unpack(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    xb_term_add_value(t, value, t->position == 1 ? packed(t, value) : elsewhere(t, value));
    return true;
}
