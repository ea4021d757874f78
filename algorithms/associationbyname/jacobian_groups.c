/*
 * For two directions, in forward mode:
 *
 *     for run = 1, (columns + 1) / 2
 *         x_d = 0; x_d2 = 0; …
 *         number = -column; for each element of each input:
 *             number = number + 1; if (number = 1) x_d(i) = 1; if (number = 2) x_d2(i) = 1
 *         call NAME(x, x_d, x_d2, …)
 *         column = column + 1; take y_d
 *         if (number >= 2) then column = column + 1; take y_d2
 *
 * After the seeds, number is how many columns were left. Reverse mode likewise by rows.
 */
#include "algorithms/associationbyname/jacobian_groups.h"

#include "ir/build.h"

typedef xb_jacobian_code maker;

static const xb_list *seeded(const maker *m)
{
    return m->request->reverse ? &m->shape.results : &m->shape.inputs;
}

/* The rows or columns that runs are counted by. */
static xb_symbol *counter_of(const maker *m)
{
    return m->request->reverse ? m->row : m->column;
}

static xb_expression *number_of_runs(const maker *m)
{
    const uint32_t directions = xb_jacobian_directions(m);
    const int64_t count = xb_jacobian_elements(seeded(m));
    if (count > 0)
        return xb_build_leaf(m->program, xb_build_integer(m->program, (count + directions - 1) / directions));
    xb_expression *runs = xb_jacobian_extent(m, seeded(m));
    uint32_t elements = runs->root;
    uint32_t more = xb_expression_add(m->program, runs, xb_build_integer(m->program, directions - 1));
    uint32_t sum = xb_build_binary(m->program, runs, XB_INTRINSIC_ADD, elements, more);
    uint32_t divisor = xb_expression_add(m->program, runs, xb_build_integer(m->program, directions));
    runs->root = xb_build_binary(m->program, runs, XB_INTRINSIC_DIV, sum, divisor);
    return runs;
}

static void set_to_negative(const maker *m, xb_body *code, xb_symbol *target, xb_symbol *counter)
{
    xb_expression *value = xb_build_expression(m->program);
    uint32_t operand = xb_expression_add(m->program, value, xb_build_reference(m->program, counter));
    value->root = xb_build_unary(m->program, value, XB_INTRINSIC_MINUS, operand);
    xb_jacobian_assign(m, code, xb_build_reference(m->program, target), value);
}

/* The same element of the derivative in another direction. */
static xb_reference *in_direction(const maker *m, const xb_reference *element, const xb_symbol *symbol,
                                  uint32_t direction)
{
    xb_reference *other = xb_copy_reference(m->program, element);
    other->symbol = xb_jacobian_derivative(m, symbol, direction);
    return other;
}

static void seed_elements(const maker *m, xb_body *code, xb_symbol *number, const xb_symbol *symbol)
{
    xb_reference *element;
    xb_symbol *derivative = xb_jacobian_derivative(m, symbol, 0);
    const size_t depth = xb_jacobian_over_elements(m, code, derivative, &element);
    xb_jacobian_count(m, code, number);
    for (uint32_t k = 0; k < xb_jacobian_directions(m); k++) {
        xb_body_if(code, xb_build_with_number(m->program, XB_INTRINSIC_EQUAL, number, k + 1));
        xb_jacobian_set_real(m, code, in_direction(m, element, symbol, k), 1);
        xb_body_end(code);
    }
    xb_body_end_to(code, depth);
}

static void seed(const maker *m, xb_body *code, xb_symbol *number)
{
    set_to_negative(m, code, number, counter_of(m));
    for (size_t i = 0; i < seeded(m)->count; i++)
        seed_elements(m, code, number, seeded(m)->items[i]);
}

static void take(const maker *m, xb_body *code, uint32_t direction)
{
    xb_jacobian_count(m, code, counter_of(m));
    xb_jacobian_take(m, code, direction);
}

void xb_grouped_runs(const maker *m, xb_body *code)
{
    xb_symbol *number = xb_temporary_integer(m->program, m->version->scope, "num");
    xb_body_set_number(code, "_jacobian", counter_of(m), 0);
    xb_body_count(code, xb_temporary_integer(m->program, m->version->scope, "run"), number_of_runs(m));
    xb_jacobian_prepare_run(m, code);
    seed(m, code, number);
    xb_jacobian_run(m, code);
    take(m, code, 0);
    for (uint32_t k = 1; k < xb_jacobian_directions(m); k++) {
        xb_body_if(code, xb_build_with_number(m->program, XB_INTRINSIC_GREATER_OR_EQUAL, number, k + 1));
        take(m, code, k);
        xb_body_end(code);
    }
    xb_body_end(code);
}
