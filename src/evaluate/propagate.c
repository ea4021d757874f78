/*
 * Sums of derivatives. The sum is collected in scratch memory, one element with all its directions after the
 * other, and then written to the target, so that sources may overlap it.
 */
#include <string.h>

#include "evaluate/state.h"

/* A sum of derivatives that is being made: count elements with directions of each side. */
typedef struct sum {
    xb_evaluator *evaluator;
    size_t directions, sides, count;
    int rank; /* of all arrays among the operands; 0: there are only scalars so far */
    const xb_bounds *bounds;
    double *numbers;
} sum;

static void require_shape(sum *s, int rank, const xb_bounds *bounds, size_t count)
{
    if (rank == 0)
        return;
    if (s->rank == 0) {
        s->rank = rank;
        s->bounds = bounds;
        s->count = count;
    }
    bool conforms = s->rank == rank && s->count == count;
    for (int d = 0; conforms && count > 0 && d < rank; d++)
        conforms = xb_bounds_extent(s->bounds[d]) == xb_bounds_extent(bounds[d]);
    if (!conforms)
        xb_evaluator_fail(s->evaluator, XB_STATUS_INVALID, NULL,
                          "arrays of different shapes in the propagation of derivatives");
}

/* to += factor * from, directions of one side each. */
static void add_scaled(double *restrict to, const double *restrict from, double factor, size_t directions)
{
    for (size_t k = 0; k < directions; k++)
        to[k] += factor * from[k];
}

static double complex factor_at(const xb_derivative_term *term, size_t i)
{
    if (!term->factor)
        return term->sign;
    xb_number number = xb_array_get(term->factor, term->factor->rank ? i : 0);
    return term->sign * xb_number_complex(&number);
}

/* Adds factor times the derivative in one cell to an element of the sum; of complex numbers, what the target
 * has no side for is lost. */
static void add_product(const sum *s, size_t element, double complex factor, const double *from, size_t sides)
{
    double *real = s->numbers + element * s->sides * s->directions;
    const double *imaginary_from = from + s->directions;
    add_scaled(real, from, creal(factor), s->directions);
    if (sides == 2)
        add_scaled(real, imaginary_from, -cimag(factor), s->directions);
    if (s->sides == 1)
        return;
    add_scaled(real + s->directions, from, cimag(factor), s->directions);
    if (sides == 2)
        add_scaled(real + s->directions, imaginary_from, creal(factor), s->directions);
}

static void add_term(const sum *s, const xb_derivative_term *term)
{
    const xb_variable *source = term->source;
    for (size_t i = 0; i < s->count; i++) {
        size_t place = xb_variable_place(source, source->rank ? i : 0);
        const double *from = xb_variable_tangent(source, place);
        if (from)
            add_product(s, i, factor_at(term, i), from, source->cells->sides);
    }
}

/* A scalar that is written or incremented gets the sum over all elements. */
static void fold(sum *s)
{
    size_t size = s->sides * s->directions;
    for (size_t i = 1; i < s->count; i++)
        add_scaled(s->numbers, s->numbers + i * size, 1, size);
    if (s->count == 0)
        s->numbers = xb_evaluator_scratch(s->evaluator, size, sizeof(double));
}

/* What is incremented is one more term, so that elements that the target has twice get one of their sums, as
 * in an assignment of arrays. */
static void add_target(const sum *s, const xb_variable *target)
{
    size_t size = s->sides * s->directions;
    for (size_t i = 0; i < target->count; i++) {
        const double *from = xb_variable_tangent(target, xb_variable_place(target, i));
        if (from)
            add_scaled(s->numbers + i * size, from, 1, size);
    }
}

static void write_sum(const sum *s, const xb_variable *target)
{
    size_t size = s->sides * s->directions;
    for (size_t i = 0; i < target->count; i++) {
        double *to = xb_cells_tangent(s->evaluator, target->cells, xb_variable_place(target, i));
        memcpy(to, s->numbers + i * size, size * sizeof *to);
    }
}

static void require_target(const xb_variable *target)
{
    xb_variable_require(target);
    if (target->constant)
        xb_evaluator_fail(target->evaluator, XB_STATUS_INVALID, NULL,
                          "the derivative of %s is written, but the caller passes a constant",
                          xb_variable_name(target));
    if (target->cells->sides == 0)
        xb_evaluator_fail(target->evaluator, XB_STATUS_INVALID, NULL,
                          "%s has no derivative: it is of type %s", xb_variable_name(target),
                          xb_type_name(target->cells->type));
}

void xb_combine_derivatives(const xb_variable *target, bool increment, const xb_derivative_term *terms,
                            size_t count)
{
    xb_evaluator *evaluator = target->evaluator;
    if (!xb_evaluator_propagates(evaluator))
        return;
    require_target(target);
    sum s = {.evaluator = evaluator,
             .directions = evaluator->options.directions,
             .sides = target->cells->sides,
             .count = 1};
    require_shape(&s, target->rank, target->bounds, target->count);
    for (size_t t = 0; t < count; t++) {
        const xb_array *factor = terms[t].factor;
        xb_variable_require(terms[t].source);
        require_shape(&s, terms[t].source->rank, terms[t].source->bounds, terms[t].source->count);
        if (factor)
            require_shape(&s, factor->rank, factor->bounds, factor->count);
    }
    s.numbers = xb_evaluator_scratch(evaluator, s.count, s.sides * s.directions * sizeof(double));
    for (size_t t = 0; t < count; t++)
        add_term(&s, &terms[t]);
    if (target->rank == 0)
        fold(&s);
    if (increment)
        add_target(&s, target);
    write_sum(&s, target);
}

void xb_zero_derivatives(const xb_variable *target)
{
    xb_evaluator *evaluator = target->evaluator;
    if (!xb_evaluator_propagates(evaluator))
        return;
    require_target(target);
    xb_cells *cells = target->cells;
    if (!cells->tangents && cells->starts_at_zero)
        return;
    size_t size = cells->sides * evaluator->options.directions * sizeof(double);
    for (size_t i = 0; i < target->count; i++)
        memset(xb_cells_tangent(evaluator, cells, xb_variable_place(target, i)), 0, size);
}
