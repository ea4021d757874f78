/*
 * Real and imaginary part, and conjugate, with the real inner product: the transpose of z -> Re z is y -> y,
 * of z -> Im z it is y -> iy, and the conjugate is its own.
 */
#include "algorithms/adjoint/term.h"
#include "ir/build.h"

bool xb_transpose_real(xb_adjoint_term *t)
{
    xb_program *program = t->a->program;
    xb_adjoint_increment(t->a, xb_copy_reference(program, t->y), xb_copy_reference(program, t->x));
    return true;
}

bool xb_transpose_imaginary(xb_adjoint_term *t)
{
    xb_program *program = t->a->program;
    xb_expression *value = xb_build_expression(program);
    uint32_t real = xb_expression_add(program, value, xb_build_real(program, 0.0));
    uint32_t imaginary = xb_expression_add(program, value, xb_build_real(program, 1.0));
    uint32_t unit = xb_build_binary(program, value, XB_INTRINSIC_COMPLEX, real, imaginary);
    uint32_t y = xb_term_add_y(t, value);
    xb_term_add_value(t, value, xb_build_binary(program, value, XB_INTRINSIC_MUL, unit, y));
    return true;
}

bool xb_transpose_conjugate(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t y = xb_term_add_y(t, value);
    xb_term_add_value(t, value, xb_build_unary(t->a->program, value, XB_INTRINSIC_CONJ, y));
    return true;
}
