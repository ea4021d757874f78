/*
 * At each point the original runs first: if it fails there, a point other than the first is passed over. Then
 * the transformed program runs, and each check looks at the results of both.
 */
#include <math.h>
#include <string.h>

#include "verify/draw.h"
#include "verify/judge_internal.h"

/* ---- points ---- */

static void add_point(xb_judgement *work, const char *origin, const double *x)
{
    xb_verdict_point *point = xb_vector_push(work->arena, &work->verdict->points, sizeof *point);
    *point = (xb_verdict_point){.origin = origin, .x = x};
}

static double draw_number(const xb_case *description, size_t i, uint64_t *seed)
{
    static const xb_case_range usual = {0.2, 1.9};
    const xb_case_range *range = description->range_count == 0   ? &usual
                                 : description->range_count == 1 ? description->ranges
                                                                 : &description->ranges[i];
    return draw(seed, range->least, range->most);
}

void xb_judgement_choose_points(xb_judgement *work)
{
    const xb_case *description = work->settings->description;
    const double *x0 = work->verdict->layout.x0;
    size_t n = work->verdict->layout.n;
    uint64_t seed = description->seed;
    add_point(work, description->x0 ? "given" : "usual", x0);
    double *near = xb_arena_array(work->arena, n + 1, sizeof *near);
    for (size_t i = 0; i < n; i++)
        near[i] = x0[i] + draw(&seed, 0.004, 0.017) * (1 + fabs(x0[i]));
    if (n > 0)
        add_point(work, "near", near);
    size_t draws = n == 0 ? 0 : description->draws;
    for (size_t k = 0; k < draws; k++) {
        double *drawn = xb_arena_array(work->arena, n + 1, sizeof *drawn);
        for (size_t i = 0; i < n; i++)
            drawn[i] = draw_number(description, i, &seed);
        add_point(work, "drawn", drawn);
    }
    const double *const *points = description->points.items;
    for (size_t k = 0; k < description->points.count; k++)
        add_point(work, "given", points[k]);
}

static double largest(const double *numbers, size_t count)
{
    double result = 0;
    for (size_t i = 0; i < count; i++)
        result = isfinite(numbers[i]) ? fmax(result, fabs(numbers[i])) : INFINITY;
    return result;
}

/* Why the numbers at a point are not moderate; NULL if they are. What is not finite is not computed in the
 * same way by other means, and the first point that is fit says what is large. */
static const char *why_unfit(xb_judgement *work)
{
    const xb_jacobian *wanted = &work->wanted;
    double size = fmax(largest(wanted->y, work->verdict->layout.m),
                       largest(wanted->entries, wanted->count * wanted->length));
    if (!isfinite(size))
        return "values or derivatives of the original are not finite here";
    if (work->limit == 0)
        work->limit = 1e6 * (1 + size);
    return size <= work->limit ? NULL : "numbers are too large here";
}

/* "sqrt_scal in head, line 12" */
static const char *kink_place(const xb_judgement *work, const xb_kink *kink)
{
    const char *line = kink->node && kink->node->line > 0
                           ? xb_arena_format(work->arena, ", line %zu", (size_t)kink->node->line)
                           : "";
    return xb_arena_format(work->arena, "%s in %s%s", kink->intrinsic, kink->routine->symbol->id->text, line);
}

/* Counts where, and how often, the derivative was taken as 0. */
static void count_singular(xb_judgement *work, const xb_kink *kink)
{
    xb_verdict *verdict = work->verdict;
    const uint32_t place = kink->node ? kink->node->index : 0;
    const uint32_t intrinsic = (uint32_t)xb_intrinsic_find(kink->intrinsic);
    verdict->singular += kink->zeros;
    if (xb_map_get(&work->singular, place, intrinsic))
        return;
    xb_map_put(work->arena, &work->singular, place, intrinsic, kink);
    verdict->singular_places++;
    if (!verdict->singular_place)
        verdict->singular_place = kink_place(work, kink);
}

static void note_kinks(xb_judgement *work)
{
    enum { SHOWN = 3 };
    static const double near = 1e-3;
    size_t count = 0, shown = 0;
    const xb_kink *kinks = xb_evaluator_kinks(xb_drive_evaluator(work->exact), &count);
    for (size_t i = 0; i < count; i++) {
        const xb_kink *kink = &kinks[i];
        if (kink->zeros > 0)
            count_singular(work, kink);
        else if (kink->distance <= near && shown++ < SHOWN)
            xb_judgement_note(
                work,
                xb_arena_format(work->arena, "%s %s a point without derivative%s", kink_place(work, kink),
                                kink->distance == 0
                                    ? "stands on"
                                    : xb_arena_format(work->arena, "is %.1e away from", kink->distance),
                                xb_judgement_where(work)));
    }
}

/* What may help if the original does not run at the first point. */
static const char *point_hint(const xb_judgement *work, xb_status status, const char *problem)
{
    if (problem && strstr(problem, ", in markers."))
        return "correct the formula in the case file";
    if (status == XB_STATUS_UNSUPPORTED)
        return xb_arena_format(work->arena, "%s%swithout --verify, the program is transformed",
                               work->advice ? work->advice : "", work->advice ? "; " : "");
    return status != XB_STATUS_INVALID || work->settings->description->x0 ? NULL : XB_BETTER_POINT;
}

/* What to say of the original if it fails at the first point. */
static const char *original_fails(xb_status status)
{
    return status == XB_STATUS_UNSUPPORTED ? "the original program can't be run here, so there is no verdict"
                                           : "the original program does not run";
}

static const char *why_not_run(const xb_judgement *work, xb_status status, const char *problem)
{
    const uint64_t steps = xb_evaluator_count(xb_drive_evaluator(work->exact)).steps;
    if (status == XB_STATUS_FAILED && work->most_of_original > 0 && steps >= work->most_of_original)
        return xb_arena_format(
            work->arena, "the original was stopped here after %llu steps; at point 1 it takes %llu",
            (unsigned long long)work->most_of_original, (unsigned long long)work->first_steps);
    return xb_arena_format(work->arena, "the original does not run here: %s",
                           problem ? problem : "memory ran out");
}

/* Runs the original at a point. @return whether there is something to compare with */
static bool run_original(xb_judgement *work, xb_verdict_point *point)
{
    size_t limit = work->point == 0 || xb_judgement_is_adjoint(work) ? XB_FIRST_LIMIT : XB_OTHER_LIMIT;
    const char *problem = NULL;
    work->wanted = work->sizes = xb_jacobian_choose(work->arena, work->verdict->layout.n, limit);
    xb_status status =
        xb_judgement_compute(work, work->exact, false, XB_DRIVE_EXACT, &work->wanted, &problem);
    if (!status)
        status = xb_judgement_compute(work, work->terms, false, XB_DRIVE_EXACT, &work->sizes, &problem);
    if (status && work->point == 0) {
        work->status = xb_error(work->diagnostics, status, (xb_place){.file = work->settings->original->file},
                                point_hint(work, status, problem), "%s: %s", original_fails(status),
                                problem ? problem : "memory ran out");
        return false;
    }
    if (work->point == 0)
        xb_judgement_limit_original(work);
    if (status)
        point->skipped = why_not_run(work, status, problem);
    else
        point->skipped = why_unfit(work);
    if (!point->skipped)
        note_kinks(work);
    return !point->skipped;
}

/* ---- values ---- */

static const char *value_detail(const xb_judgement *work, const char *name, double found, double wanted)
{
    return xb_arena_format(work->arena, "%s is %.17g instead of %.17g%s", name, found, wanted,
                           xb_judgement_where(work));
}

static void compare_y(const xb_judgement *work, const double *found, const double *wanted)
{
    const xb_layout *layout = &work->verdict->layout;
    xb_check *check = xb_judgement_check(work, XB_CHECK_VALUES);
    for (size_t j = 0; j < layout->m; j++)
        if (xb_tally_bits(check, found[j], wanted[j]))
            check->detail =
                value_detail(work, xb_layout_name(work->arena, layout, &layout->y[j]), found[j], wanted[j]);
}

/* Values of the original as it is, without derivatives, and of the transformed program. */
static bool check_values(xb_judgement *work)
{
    double *y = xb_arena_array(work->arena, work->verdict->layout.m + 1, sizeof *y);
    double *derived_y = xb_arena_array(work->arena, work->verdict->layout.m + 1, sizeof *derived_y);
    const char *problem = NULL;
    const xb_drive_data data = {.x = work->x, .y = y};
    xb_status status = xb_judgement_run(work, work->plain, false, &data, &problem);
    if (status) {
        work->status =
            xb_error(work->diagnostics, status, (xb_place){.file = work->settings->original->file},
                     "xaif-run runs it alone; a case file chooses another entry, values and extents",
                     "the original program does not run: %s", problem ? problem : "memory ran out");
        return false;
    }
    compare_y(work, work->found.y, y);
    if (!work->derived_plain) {
        xb_judgement_compare_variables(work, work->plain, work->derived,
                                       xb_judgement_check(work, XB_CHECK_VALUES), "after the call");
        return true;
    }
    const xb_drive_data derived = {.x = work->x, .y = derived_y};
    status = xb_judgement_run(work, work->derived_plain, true, &derived, &problem);
    if (status) {
        xb_judgement_fails(work, status, problem);
        return false;
    }
    compare_y(work, derived_y, y);
    xb_judgement_compare_variables(work, work->plain, work->derived_plain,
                                   xb_judgement_check(work, XB_CHECK_VALUES), "after the call");
    return true;
}

/* ---- one point ---- */

/* Runs the transformed program again with derivatives that are 0 at first, if that is not wrong by itself. */
static xb_status run_leniently(xb_judgement *work, const char *strict_problem, const char **problem)
{
    const xb_judge_settings *settings = work->settings;
    xb_status status = XB_STATUS_INVALID;
    *problem = strict_problem;
    if (!work->undefined || settings->undefined_derivatives || settings->description->undefined_derivatives)
        return status;
    work->undefined = false;
    xb_drive_destroy(work->derived);
    xb_drive_destroy(work->derived_plain);
    work->derived = work->derived_plain = NULL;
    xb_judgement_make_derived(work);
    if (!work->derived)
        return status;
    xb_judgement_limit_steps(work);
    status = xb_judgement_compute(work, work->derived, true, settings->kind, &work->found, problem);
    if (!status)
        xb_judgement_note(work, xb_arena_format(work->arena, "derivatives have to be 0 at first: %s%s",
                                                strict_problem, xb_judgement_where(work)));
    return status;
}

static bool run_derived(xb_judgement *work)
{
    const xb_layout *layout = &work->verdict->layout;
    size_t limit = work->point == 0 ? XB_FIRST_LIMIT : XB_OTHER_LIMIT;
    const char *problem = NULL;
    work->found = xb_judgement_is_adjoint(work) ? xb_jacobian_choose(work->arena, layout->m, limit)
                                                : xb_jacobian_choose(work->arena, layout->n, limit);
    work->found = xb_jacobian_repeat(work->arena, &work->found, work->width);
    if (work->settings->kind == XB_DRIVE_VALUES)
        work->found.count = 0;
    xb_judgement_limit_steps(work);
    xb_status status =
        xb_judgement_compute(work, work->derived, true, work->settings->kind, &work->found, &problem);
    if (status == XB_STATUS_INVALID)
        status = run_leniently(work, problem, &problem);
    if (status)
        xb_judgement_fails(work, status, problem);
    return !status;
}

void xb_judgement_check_point(xb_judgement *work, xb_verdict_point *point)
{
    work->x = point->x;
    if (!run_original(work, point) || !run_derived(work) || !check_values(work))
        return;
    xb_tally_state(xb_judgement_check(work, XB_CHECK_RUNS), XB_CHECK_GOOD);
    if (work->sweeps)
        xb_tally_state(xb_judgement_check(work, XB_CHECK_TAPES), XB_CHECK_GOOD);
    if (work->settings->kind == XB_DRIVE_VALUES)
        return;
    xb_judgement_check_derivatives(work);
    xb_judgement_check_jacobian(work);
    if (!work->status && work->point < 2)
        xb_judgement_check_differences(work);
    if (!work->status && work->point < 2)
        xb_judgement_check_others(work);
    if (!work->status && xb_judgement_is_adjoint(work))
        xb_judgement_check_adjoint_identities(work);
    else if (!work->status)
        xb_judgement_check_repeated_tangents(work);
}
