/*
 * Where extrema are: subscripts that count from 1 whatever the bounds, 0 if there are no elements.
 */
#include "evaluate/intrinsics/transformational_lines.h"

#include <math.h>

/* Subscripts of an element, as a vector as long as the rank. */
static void set_subscripts(const xb_array *x, size_t element, xb_array *y)
{
    for (int d = 0; d < x->rank; d++) {
        size_t extent = xb_array_extent(x, d);
        y->integers[d] = (int64_t)(element % extent) + 1;
        element /= extent;
    }
}

static const char *locate(xb_arena *arena, const xb_array *x, size_t count, bool least, xb_array *y,
                          double *kink)
{
    if (x->type != XB_TYPE_INTEGER && x->type != XB_TYPE_REAL)
        return xb_wrong_operand_type();
    if (x->rank == 0)
        return xb_wrong_operand_shape();
    xb_reduction reduction;
    const char *wrong = xb_reduction_read(arena, x, count, &reduction);
    if (wrong)
        return wrong;
    double runner_up;
    if (reduction.dimension < 0) {
        *y = xb_array_result(arena, XB_TYPE_INTEGER, 1, (size_t[]){(size_t)x->rank}, NULL, 0);
        xb_line line = xb_reduction_line(x, &reduction, 0);
        size_t best = xb_line_extremum(x, &line, least, &runner_up);
        *kink = fmin(*kink, runner_up);
        if (best < line.count)
            set_subscripts(x, best, y);
        return NULL;
    }
    size_t extents[XB_RANK_LIMIT];
    int rank = xb_reduction_shape(x, &reduction, extents);
    *y = xb_array_result(arena, XB_TYPE_INTEGER, rank, extents, NULL, 0);
    for (size_t j = 0; j < y->count; j++) {
        xb_line line = xb_reduction_line(x, &reduction, j);
        size_t best = xb_line_extremum(x, &line, least, &runner_up);
        *kink = fmin(*kink, runner_up);
        y->integers[j] = best < line.count ? (int64_t)best + 1 : 0;
    }
    return NULL;
}

static const char *maxloc_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return locate(arena, x, count, false, y, kink);
}

static const char *minloc_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return locate(arena, x, count, true, y, kink);
}

static const xb_transformational rows[] = {
    {XB_INTRINSIC_MAXLOC, maxloc_apply},
    {XB_INTRINSIC_MINLOC, minloc_apply},
};

const xb_transformational_family xb_transformational_location = {rows, sizeof rows / sizeof rows[0]};
