/*
 * Sizes of terms: the intrinsic is applied once more, to operands that make its tangents what is asked for.
 * Dependences: what a reduction or a product does with names of sets means nothing, and sets are joined in
 * its place.
 */
#include "evaluate/other_numbers.h"

#include <math.h>
#include <string.h>

#include "evaluate/dependences.h"
#include "evaluate/intrinsics/transformational_lines.h"

static bool is_real(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

static size_t sides_of(const xb_array *x)
{
    return x->type == XB_TYPE_COMPLEX ? 2 : 1;
}

/* ---- sizes of terms ----------------------------------------------------------------------------------- */

/* A copy with the sizes of values. */
static xb_array sizes_of(xb_evaluator *evaluator, const xb_array *x)
{
    xb_array sizes = *x;
    bool complex_values = x->type == XB_TYPE_COMPLEX;
    if (!is_real(x->type) || !x->reals)
        return sizes;
    sizes.reals = xb_evaluator_scratch(evaluator, x->count * sides_of(x), sizeof(double));
    for (size_t i = 0; i < x->count; i++)
        if (complex_values)
            sizes.reals[2 * i] = hypot(x->reals[2 * i], x->reals[2 * i + 1]);
        else
            sizes.reals[i] = fabs(x->reals[i]);
    return sizes;
}

/* Sizes of values are right for what multiplies, values themselves for what selects; the other is not less
 * than it should be. */
static void enlarge(xb_evaluator *evaluator, const xb_transformational *rule, xb_array *x, size_t count,
                    xb_array *y)
{
    xb_array sizes = {0};
    double distance = INFINITY;
    for (size_t k = 0; k < count; k++)
        x[k] = sizes_of(evaluator, &x[k]);
    const char *what = rule->apply(evaluator->scratch, x, count, &sizes, &distance);
    size_t numbers = y->count * sides_of(y) * y->directions;
    for (size_t i = 0; i < numbers; i++) {
        double size = !what && sizes.tangents && sizes.count == y->count ? fabs(sizes.tangents[i]) : 0;
        y->tangents[i] = fmax(fabs(y->tangents[i]), size);
    }
}

/* ---- dependences -------------------------------------------------------------------------------------- */

/* Adds what an element of an array depends on, either part of it, to what an element of the result does. */
static void add_dependences(xb_evaluator *evaluator, double *to, const xb_array *x, size_t element)
{
    const size_t directions = x->directions, sides = sides_of(x);
    for (size_t c = 0; x->tangents && c < sides * directions; c++)
        to[c % directions] =
            xb_dependences_join(evaluator, to[c % directions], x->tangents[element * sides * directions + c]);
}

/* Room for what each element of a result depends on, which is nothing yet. */
static double *begin_dependences(xb_evaluator *evaluator, const xb_array *y)
{
    return xb_evaluator_scratch(evaluator, y->count, y->directions * sizeof(double));
}

/* Whatever a reduction does, its result depends on all that it reduces, as a sum does. */
static bool reduces(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_NC_MAXVAL || code == XB_INTRINSIC_NC_MINVAL || code == XB_INTRINSIC_NORM2 ||
           code == XB_INTRINSIC_PRODUCT || code == XB_INTRINSIC_SUM;
}

static double *reduce(xb_evaluator *evaluator, const xb_array *x, size_t count, const xb_array *y)
{
    double *found = begin_dependences(evaluator, y);
    xb_reduction reduction;
    if (xb_reduction_read(evaluator->scratch, x, count, &reduction))
        return found; /* which the intrinsic has not let pass */
    for (size_t j = 0; j < y->count; j++) {
        const xb_line line = xb_reduction_line(x, &reduction, j);
        for (size_t k = 0; k < line.count; k++)
            if (xb_line_has(&line, xb_line_at(&line, k)))
                add_dependences(evaluator, found + j * y->directions, x, xb_line_at(&line, k));
    }
    return found;
}

static bool multiplies(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_MATMUL || code == XB_INTRINSIC_DOT_PRODUCT;
}

/* Of matrices, and of vectors, which are a row on the left and a column on the right. */
static double *multiply(xb_evaluator *evaluator, const xb_array *x, const xb_array *y)
{
    double *found = begin_dependences(evaluator, y);
    const size_t rows = x[0].rank == 2 ? (size_t)xb_bounds_extent(x[0].bounds[0]) : 1;
    const size_t terms = (size_t)xb_bounds_extent(x[1].bounds[0]);
    for (size_t j = 0; j < y->count; j++)
        for (size_t k = 0; k < terms; k++) {
            add_dependences(evaluator, found + j * y->directions, &x[0], j % rows + k * rows);
            add_dependences(evaluator, found + j * y->directions, &x[1], j / rows * terms + k);
        }
    return found;
}

/* What is neither of these moves elements around, and has moved names of sets. */
static double *move(xb_evaluator *evaluator, const xb_array *y)
{
    double *found = begin_dependences(evaluator, y);
    for (size_t j = 0; j < y->count; j++)
        add_dependences(evaluator, found + j * y->directions, y, j);
    return found;
}

/* Both parts of a complex number depend on what one of them depends on. */
static void find_dependences(xb_evaluator *evaluator, const xb_transformational *rule, const xb_array *x,
                             size_t count, xb_array *y)
{
    const size_t sides = sides_of(y), directions = y->directions;
    const double *found = reduces(rule->intrinsic)      ? reduce(evaluator, x, count, y)
                          : multiplies(rule->intrinsic) ? multiply(evaluator, x, y)
                                                        : move(evaluator, y);
    for (size_t j = 0; j < y->count; j++)
        for (size_t side = 0; side < sides; side++)
            memcpy(y->tangents + (j * sides + side) * directions, found + j * directions,
                   directions * sizeof *found);
}

void xb_other_numbers(xb_evaluator *evaluator, const xb_transformational *rule, xb_array *x, size_t count,
                      xb_array *y)
{
    if (evaluator->options.numbers == XB_EXACT_MAGNITUDES)
        enlarge(evaluator, rule, x, count, y);
    else
        find_dependences(evaluator, rule, x, count, y);
}
