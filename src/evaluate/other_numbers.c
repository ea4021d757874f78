/*
 * The intrinsic is applied once more, to operands that make its tangents what is asked for, or another one is
 * in its place.
 */
#include "evaluate/other_numbers.h"

#include <math.h>

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

static bool multiplies(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_MATMUL || code == XB_INTRINSIC_DOT_PRODUCT;
}

/* Whatever a reduction does, its result depends on all that it reduces, as a sum does. */
static bool reduces(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_NC_MAXVAL || code == XB_INTRINSIC_NC_MINVAL || code == XB_INTRINSIC_NORM2 ||
           code == XB_INTRINSIC_PRODUCT;
}

/* A copy of numbers that are all 1, so that no product vanishes. */
static xb_array ones_like(xb_evaluator *evaluator, const xb_array *x)
{
    xb_array ones = *x;
    if (is_real(x->type))
        ones.reals = xb_evaluator_scratch(evaluator, x->count * sides_of(x), sizeof(double));
    else
        ones.integers = xb_evaluator_scratch(evaluator, x->count, sizeof *ones.integers);
    for (size_t i = 0; i < x->count; i++)
        if (is_real(x->type))
            ones.reals[i * sides_of(x)] = 1;
        else
            ones.integers[i] = 1;
    return ones;
}

/* Numbers that are 1 or 0; both parts of a complex one depend on what one of them depends on. */
static void normalize(xb_array *y)
{
    size_t sides = sides_of(y), directions = y->directions;
    for (size_t i = 0; i < y->count; i++) {
        double *tangents = y->tangents + i * sides * directions;
        for (size_t d = 0; d < directions; d++) {
            bool depends = tangents[d] != 0 || (sides == 2 && tangents[directions + d] != 0);
            tangents[d] = depends;
            if (sides == 2)
                tangents[directions + d] = depends;
        }
    }
}

static void find_dependences(xb_evaluator *evaluator, const xb_transformational *rule, xb_array *x,
                             size_t count, xb_array *y)
{
    xb_array again = {0};
    double distance = INFINITY;
    const bool sums = reduces(rule->intrinsic), products = multiplies(rule->intrinsic);
    for (size_t k = 0; products && k < count; k++)
        x[k] = ones_like(evaluator, &x[k]);
    if (sums)
        rule = xb_transformational_find(XB_INTRINSIC_SUM);
    if ((sums || products) && !rule->apply(evaluator->scratch, x, count, &again, &distance) && again.tangents)
        y->tangents = again.tangents;
    normalize(y);
}

void xb_other_numbers(xb_evaluator *evaluator, const xb_transformational *rule, xb_array *x, size_t count,
                      xb_array *y)
{
    if (evaluator->options.numbers == XB_EXACT_MAGNITUDES)
        enlarge(evaluator, rule, x, count, y);
    else
        find_dependences(evaluator, rule, x, count, y);
}
