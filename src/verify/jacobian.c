/*
 * Seeds are unit vectors, as many at once as the drive has directions; the last batch repeats its last
 * vector.
 */
#include "verify/jacobian.h"

#include <math.h>
#include <string.h>

/* ---- Jacobians ---- */

xb_jacobian xb_jacobian_choose(xb_arena *arena, size_t total, size_t limit)
{
    xb_jacobian jacobian = {.count = total < limit ? total : limit};
    size_t *numbers = xb_arena_array(arena, jacobian.count + 1, sizeof *numbers);
    for (size_t i = 0; i < jacobian.count; i++)
        numbers[i] = jacobian.count == total ? i : (size_t)((double)i * (double)total / (double)limit);
    jacobian.numbers = numbers;
    return jacobian;
}

xb_jacobian xb_jacobian_repeat(xb_arena *arena, const xb_jacobian *jacobian, size_t group)
{
    const size_t rest = group > 0 ? jacobian->count % group : 0;
    xb_jacobian more = *jacobian;
    more.count += rest > 0 ? group - rest : 0;
    size_t *numbers = xb_arena_array(arena, more.count + 1, sizeof *numbers);
    for (size_t i = 0; i < more.count; i++)
        numbers[i] = jacobian->numbers[i % jacobian->count];
    more.numbers = numbers;
    return more;
}

xb_status xb_jacobian_compute(xb_arena *arena, xb_drive *drive, const xb_layout *layout, xb_drive_kind kind,
                              const double *x, xb_jacobian *jacobian)
{
    bool adjoint = xb_drive_is_adjoint(kind);
    size_t seeds = adjoint ? layout->m : layout->n;
    jacobian->length = adjoint ? layout->n : layout->m;
    jacobian->entries = xb_arena_array(arena, jacobian->count * jacobian->length + 1, sizeof(double));
    jacobian->y = xb_arena_array(arena, layout->m + 1, sizeof(double));
    const size_t directions = xb_drive_directions(drive);
    double *seed = xb_arena_array(arena, directions * seeds + 1, sizeof *seed);
    double *found = xb_arena_array(arena, directions * jacobian->length + 1, sizeof *found);
    size_t first = 0;
    do { /* once if there is nothing to differentiate, too: for the values */
        size_t count = jacobian->count - first;
        count = count < directions ? count : directions;
        memset(seed, 0, directions * seeds * sizeof *seed);
        for (size_t k = 0; k < directions && count > 0; k++)
            seed[k * seeds + jacobian->numbers[first + (k < count ? k : count - 1)]] = 1;
        const xb_drive_data data = {.x = x, .seed = seed, .y = jacobian->y, .derivatives = found};
        xb_status status = xb_drive_run(drive, &data);
        if (status)
            return status;
        memcpy(jacobian->entries + first * jacobian->length, found, count * jacobian->length * sizeof *found);
        first += count;
    } while (first < jacobian->count);
    return XB_STATUS_OK;
}

/* ---- patterns ---- */

static xb_sparsity list_entries(xb_arena *arena, const xb_evaluator *evaluator, const xb_layout *layout,
                                const double *sets)
{
    size_t *starts = xb_arena_array(arena, layout->m + 1, sizeof *starts);
    for (size_t j = 0; j < layout->m; j++)
        starts[j + 1] = starts[j] + xb_evaluator_dependences(evaluator, sets[j], NULL);
    uint32_t *entries = xb_arena_array(arena, starts[layout->m] + 1, sizeof *entries);
    for (size_t j = 0; j < layout->m; j++)
        xb_evaluator_dependences(evaluator, sets[j], entries + starts[j]);
    return (xb_sparsity){(uint32_t)layout->m, (uint32_t)layout->n, starts[layout->m], starts, entries};
}

xb_status xb_jacobian_pattern(xb_arena *arena, xb_drive *drive, const xb_layout *layout, const double *x,
                              double *y, xb_sparsity *pattern)
{
    xb_evaluator *evaluator = xb_drive_evaluator(drive);
    double *seed = xb_arena_array(arena, layout->n + 1, sizeof *seed);
    double *sets = xb_arena_array(arena, layout->m + 1, sizeof *sets);
    for (size_t i = 0; i < layout->n; i++) {
        seed[i] = xb_evaluator_dependence(evaluator, (uint32_t)i);
        if (seed[i] == 0)
            xb_fail(xb_arena_failure(arena));
    }
    const xb_drive_data data = {.x = x, .seed = seed, .y = y, .derivatives = sets};
    xb_status status = xb_drive_run(drive, &data);
    if (!status)
        *pattern = list_entries(arena, evaluator, layout, sets);
    return status;
}

/* ---- differences ---- */

/* A program along a line. */
typedef struct line {
    xb_drive *drive;
    size_t n;
    const double *x, *direction;
    double *moved; /* n numbers */
} line;

static bool values_at(const line *along, double distance, double *y)
{
    for (size_t i = 0; i < along->n; i++)
        along->moved[i] = along->x[i] + distance * along->direction[i];
    const xb_drive_data data = {.x = along->moved, .y = y};
    return xb_drive_run(along->drive, &data) == XB_STATUS_OK;
}

/* The first step: a sixteenth of the numbers that move. */
static double first_step(const line *along)
{
    double size = 0, length = 0;
    for (size_t i = 0; i < along->n; i++) {
        size = fmax(size, along->direction[i] != 0 ? fabs(along->x[i]) : 0);
        length = fmax(length, fabs(along->direction[i]));
    }
    return length > 0 ? fmax(size, 0.25) / 16 / length : 1.0 / 16;
}

/* Extrapolates quotients of steps that halve; NAN where the program could not be run. */
static void extrapolate(xb_difference *difference)
{
    const double smallest = 1e-6; /* numbers that are this small have no relative error */
    double table[XB_DIFFERENCE_STEPS][XB_DIFFERENCE_STEPS];
    double best = INFINITY;
    difference->error = INFINITY;
    for (size_t i = 0; i < XB_DIFFERENCE_STEPS; i++) {
        double factor = 4;
        table[0][i] = difference->quotients[i];
        for (size_t j = 1; j <= i; j++, factor *= 4) {
            table[j][i] = (factor * table[j - 1][i] - table[j - 1][i - 1]) / (factor - 1);
            double error = fmax(fabs(table[j][i] - table[j - 1][i]), fabs(table[j][i] - table[j - 1][i - 1]));
            double relative = error / fmax(fabs(table[j][i]), smallest);
            if (relative > best || isnan(relative))
                continue;
            best = relative;
            difference->value = table[j][i];
            difference->error = error;
        }
    }
}

void xb_differences_compute(xb_arena *arena, xb_drive *drive, const xb_layout *layout, const double *x,
                            const double *direction, xb_difference *differences)
{
    size_t m = layout->m;
    line along = {drive, layout->n, x, direction, xb_arena_array(arena, layout->n + 1, sizeof(double))};
    double *after = xb_arena_array(arena, m + 1, sizeof *after);
    double *before = xb_arena_array(arena, m + 1, sizeof *before);
    double step = first_step(&along);
    for (size_t k = 0; k < XB_DIFFERENCE_STEPS; k++, step /= 2) {
        bool runs = values_at(&along, step, after) && values_at(&along, -step, before);
        for (size_t j = 0; j < m; j++)
            differences[j].quotients[k] = runs ? (after[j] - before[j]) / (2 * step) : NAN;
    }
    for (size_t j = 0; j < m; j++)
        extrapolate(&differences[j]);
}

/* Whether a value has changed by more than what rounding may do. */
static bool has_moved(double from, double to)
{
    const double rounded = 1e-9;
    return fabs(to - from) > rounded * fmax(fabs(from), fabs(to));
}

/* The binary exponent of a sixteenth of the least number that moves and is not 0: beside what is special at
 * 0, such as a pole, nothing but steps of that size tells the derivative. That of 1 if there is none. */
static int own_exponent(const line *along)
{
    const double sixteenth = 0.0625;
    double least = INFINITY;
    for (size_t i = 0; i < along->n; i++)
        if (along->direction[i] != 0 && along->x[i] != 0)
            least = fmin(least, fabs(along->x[i]));
    return isfinite(least) ? ilogb(sixteenth * least) : 0;
}

/* Steps are powers of two, which most numbers can be moved by exactly: a rounded step would count. */
double xb_differences_within(xb_arena *arena, xb_drive *drive, const xb_layout *layout, const double *x,
                             const double *direction, size_t j)
{
    enum { STEPS = 10, OWN = 2, HALVINGS = 3 };
    const double agreement = 2e-2; /* of what is rounded a lot, and curved */
    line along = {drive, layout->n, x, direction, xb_arena_array(arena, layout->n + 1, sizeof(double))};
    double *after = xb_arena_array(arena, layout->m + 1, sizeof *after);
    double *before = xb_arena_array(arena, layout->m + 1, sizeof *before);
    double last = NAN, greatest = NAN, moving = NAN;
    int exponent = ilogb(first_step(&along)) - XB_DIFFERENCE_STEPS;
    for (size_t k = 0; k < STEPS + OWN; k++, exponent -= HALVINGS) {
        if (k == STEPS && own_exponent(&along) >= exponent)
            break;
        if (k == STEPS)
            exponent = own_exponent(&along);
        double step = ldexp(1, exponent);
        bool runs = values_at(&along, step, after) && values_at(&along, -step, before);
        double quotient = runs ? (after[j] - before[j]) / (2 * step) : NAN;
        if (fabs(quotient - last) <= agreement * fabs(quotient) && !(fabs(quotient) <= fabs(greatest)))
            greatest = quotient;
        if (has_moved(before[j], after[j]) && !(fabs(quotient) <= fabs(moving)))
            moving = quotient;
        last = quotient;
    }
    return isnan(greatest) ? moving : greatest;
}
