/*
 * At each point the original runs first: if it fails there, a point other than the first is passed over. Then
 * the transformed program runs, and each check looks at the results of both. Errors of either program are
 * kept apart from those of the judgement by giving the program other diagnostics for the time.
 */
#include "verify/judge.h"

#include <math.h>
#include <string.h>

#include "verify/case_effects.h"
#include "verify/by_name.h"
#include "verify/draw.h"
#include "verify/judge_internal.h"

/* Most columns or rows at the first point, and elsewhere. */
enum { FIRST_LIMIT = 512, OTHER_LIMIT = 5 };

#define BETTER_POINT "there may be a better point: give one in a case file, as x0"

bool xb_judgement_is_adjoint(const xb_judgement *work)
{
    return xb_drive_is_adjoint(work->settings->kind);
}

/* ---- texts ---- */

const char *xb_judgement_where(const xb_judgement *work)
{
    return xb_arena_format(work->arena, " at point %zu", work->point + 1);
}

void xb_judgement_note(xb_judgement *work, const char *text)
{
    for (size_t i = 0; i < work->verdict->notes.count; i++)
        if (strcmp(work->verdict->notes.items[i], text) == 0)
            return;
    xb_list_append(work->arena, &work->verdict->notes, text);
}

/* The first error, on one line. */
static const char *first_error(xb_arena *arena, const xb_diagnostics *diagnostics)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        const xb_diagnostic *found = xb_diagnostics_at(diagnostics, i);
        if (found->severity != XB_SEVERITY_ERROR)
            continue;
        const char *text = found->message;
        if (found->place.line > 0)
            text = xb_arena_format(arena, "%s:%zu: %s", found->place.file ? found->place.file : "",
                                   found->place.line, text);
        return found->place.path ? xb_arena_format(arena, "%s (in %s)", text, found->place.path) : text;
    }
    return NULL;
}

/* ---- running ---- */

xb_status xb_judgement_run(xb_judgement *work, xb_drive *drive, bool transformed, const xb_drive_data *data,
                           const char **problem)
{
    xb_program *program = transformed ? work->settings->transformed : work->settings->original;
    xb_diagnostics *own = program->diagnostics;
    program->diagnostics = xb_diagnostics_create(work->arena);
    xb_status status = xb_drive_run(drive, data);
    *problem = first_error(work->arena, program->diagnostics);
    program->diagnostics = own;
    return status;
}

/* Whether a drive has run so much longer than the original that it must be endless. */
static bool is_endless(const xb_judgement *work, const xb_drive *drive)
{
    return drive && work->most_steps > 0 &&
           xb_evaluator_count(xb_drive_evaluator(drive)).steps >= work->most_steps;
}

bool xb_judgement_fails(xb_judgement *work, xb_status status, const char *problem)
{
    if (status == XB_STATUS_FAILED && problem &&
        (is_endless(work, work->derived) || is_endless(work, work->derived_plain))) {
        const xb_evaluator_counts counts = xb_evaluator_count(xb_drive_evaluator(work->exact));
        problem = xb_arena_format(work->arena, "%s; of the original, %llu", problem,
                                  (unsigned long long)counts.steps);
        status = XB_STATUS_INVALID;
    }
    bool tapes = work->derived && xb_drive_left_tapes(work->derived);
    xb_check *check = xb_judgement_check(work, tapes ? XB_CHECK_TAPES : XB_CHECK_RUNS);
    if (status == XB_STATUS_INVALID) {
        if (check->state != XB_CHECK_BAD)
            check->detail = xb_arena_format(work->arena, "%s%s", problem ? problem : "it fails",
                                            xb_judgement_where(work));
        check->state = XB_CHECK_BAD;
        return true;
    }
    work->status = status;
    if (problem)
        xb_error(work->diagnostics, status, (xb_place){.file = work->settings->transformed->file},
                 status == XB_STATUS_FAILED
                     ? "a case can allow longer runs, more memory and deeper calls: limits"
                     : "what can't be run can't be judged: is there another way to write it, or a case that "
                       "avoids it?",
                 "the transformed program can't be judged: %s", problem);
    return false;
}

/* Computes a Jacobian; errors are kept apart likewise. */
static xb_status compute(xb_judgement *work, xb_drive *drive, bool transformed, xb_drive_kind kind,
                         xb_jacobian *jacobian, const char **problem)
{
    xb_program *program = transformed ? work->settings->transformed : work->settings->original;
    xb_diagnostics *own = program->diagnostics;
    program->diagnostics = xb_diagnostics_create(work->arena);
    xb_status status =
        xb_jacobian_compute(work->arena, drive, &work->verdict->layout, kind, work->x, jacobian);
    *problem = first_error(work->arena, program->diagnostics);
    program->diagnostics = own;
    return status;
}

/* ---- drives ---- */

static xb_status make_drive(xb_judgement *work, bool transformed, xb_drive_kind kind, bool terms,
                            xb_drive **drive)
{
    const xb_judge_settings *settings = work->settings;
    const xb_drive_options options = {.kind = kind,
                                      .directions = kind == XB_DRIVE_VALUES ? 0 : work->directions,
                                      .other = transformed,
                                      .original = transformed ? settings->original : NULL,
                                      .view =
                                          !transformed && settings->as_read ? XB_VIEW_READ : XB_VIEW_DERIVED,
                                      .undefined_derivatives = transformed && work->undefined,
                                      .strict_anonymous = settings->strict_anonymous,
                                      .watch_kinks = kind == XB_DRIVE_EXACT && !terms,
                                      .numbers = terms ? XB_EXACT_MAGNITUDES : XB_EXACT_DERIVATIVES,
                                      .stop = settings->stop};
    return xb_drive_create(work->arena, transformed ? settings->transformed : settings->original,
                           settings->description, &work->verdict->layout, &options, drive);
}

/* The transformed program's drives; what is wrong with it is a verdict. */
static void make_derived(xb_judgement *work)
{
    xb_program *program = work->settings->transformed;
    xb_diagnostics *own = program->diagnostics;
    program->diagnostics = xb_diagnostics_create(work->arena);
    xb_status status = make_drive(work, true, work->settings->kind, false, &work->derived);
    if (!status && xb_judgement_is_adjoint(work))
        status = make_drive(work, true, XB_DRIVE_VALUES, false, &work->derived_plain);
    const char *problem = first_error(work->arena, program->diagnostics);
    program->diagnostics = own;
    if (status)
        xb_judgement_fails(work, status, problem);
}

/* Transformed programs take some times as many steps as the original, adjoints of deep recursions a great
 * many. Beyond that they are taken for endless, which need not be waited for, and is a fault. */
static void limit_steps(xb_judgement *work)
{
    static const uint64_t least = 10000000, times = 100000, most = 500000000;
    uint64_t steps = xb_evaluator_count(xb_drive_evaluator(work->exact)).steps;
    if (work->settings->description->step_limit > 0)
        return;
    work->most_steps = steps > most / times ? 0 : steps * times > least ? steps * times : least;
    xb_drive *const drives[] = {work->derived, work->derived_plain};
    for (size_t i = 0; i < sizeof drives / sizeof *drives; i++)
        if (drives[i])
            xb_evaluator_limit_steps(xb_drive_evaluator(drives[i]), work->most_steps);
}

static void make_drives(xb_judgement *work)
{
    work->status = make_drive(work, false, XB_DRIVE_EXACT, false, &work->exact);
    if (!work->status)
        work->status = make_drive(work, false, XB_DRIVE_EXACT, true, &work->terms);
    if (!work->status)
        work->status = make_drive(work, false, XB_DRIVE_VALUES, false, &work->plain);
    if (!work->status)
        make_derived(work);
}

static void destroy_drives(xb_judgement *work)
{
    xb_drive_destroy(work->exact);
    xb_drive_destroy(work->terms);
    xb_drive_destroy(work->plain);
    xb_drive_destroy(work->derived);
    xb_drive_destroy(work->derived_plain);
}

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

/* The point of the case; one near it, where a factor that happens to be 0 or 1 shows; one elsewhere, for
 * other branches; those of the case. */
static void choose_points(xb_judgement *work)
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

/* Whether the numbers at a point are moderate. */
static bool is_fit(xb_judgement *work)
{
    const xb_jacobian *wanted = &work->wanted;
    double size = fmax(largest(wanted->y, work->verdict->layout.m),
                       largest(wanted->entries, wanted->count * wanted->length));
    if (work->point == 0)
        work->limit = isfinite(size) ? 1e6 * (1 + size) : INFINITY;
    return work->point == 0 || size <= work->limit;
}

static void note_kinks(xb_judgement *work)
{
    enum { SHOWN = 3 };
    static const double near = 1e-3;
    size_t count = 0, shown = 0;
    const xb_kink *kinks = xb_evaluator_kinks(xb_drive_evaluator(work->exact), &count);
    for (size_t i = 0; i < count && shown < SHOWN; i++) {
        const xb_kink *kink = &kinks[i];
        if (kink->distance > near)
            continue;
        shown++;
        const char *line = kink->node && kink->node->line > 0
                               ? xb_arena_format(work->arena, ", line %zu", (size_t)kink->node->line)
                               : "";
        const char *how = kink->distance == 0
                              ? "stands on"
                              : xb_arena_format(work->arena, "is %.1e away from", kink->distance);
        xb_judgement_note(work, xb_arena_format(work->arena, "%s in %s%s %s a point without derivative%s",
                                                kink->intrinsic, kink->routine->symbol->id->text, line, how,
                                                xb_judgement_where(work)));
    }
}

/* What may help if the original does not run at the first point. */
static const char *point_hint(const xb_judgement *work, xb_status status)
{
    if (status == XB_STATUS_UNSUPPORTED)
        return "without --verify, the program is transformed; xaifbooster verify --catalogue tests rules of "
               "intrinsics that are known";
    return status != XB_STATUS_INVALID || work->settings->description->x0 ? NULL : BETTER_POINT;
}

/* What to say of the original if it fails at the first point. */
static const char *original_fails(xb_status status)
{
    return status == XB_STATUS_UNSUPPORTED ? "the original program can't be run here, so there is no verdict"
                                           : "the original program does not run";
}

/* Runs the original at a point. @return whether there is something to compare with */
static bool run_original(xb_judgement *work, xb_verdict_point *point)
{
    size_t limit = work->point == 0 || xb_judgement_is_adjoint(work) ? FIRST_LIMIT : OTHER_LIMIT;
    const char *problem = NULL;
    work->wanted = work->sizes = xb_jacobian_choose(work->arena, work->verdict->layout.n, limit);
    xb_status status = compute(work, work->exact, false, XB_DRIVE_EXACT, &work->wanted, &problem);
    if (!status)
        status = compute(work, work->terms, false, XB_DRIVE_EXACT, &work->sizes, &problem);
    if (status && work->point == 0) {
        work->status = xb_error(work->diagnostics, status, (xb_place){.file = work->settings->original->file},
                                point_hint(work, status), "%s: %s", original_fails(status),
                                problem ? problem : "memory ran out");
        return false;
    }
    if (status)
        point->skipped = xb_arena_format(work->arena, "the original does not run here: %s",
                                         problem ? problem : "memory ran out");
    else if (!is_fit(work))
        point->skipped = "numbers are too large here";
    else
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
                                       xb_judgement_check(work, XB_CHECK_VALUES));
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
                                   xb_judgement_check(work, XB_CHECK_VALUES));
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
    make_derived(work);
    if (!work->derived)
        return status;
    limit_steps(work);
    status = compute(work, work->derived, true, settings->kind, &work->found, problem);
    if (!status)
        xb_judgement_note(work, xb_arena_format(work->arena, "derivatives have to be 0 at first: %s%s",
                                                strict_problem, xb_judgement_where(work)));
    return status;
}

/* Where the original has no derivative, say sqrt at 0, partial derivatives of the transformed program may
 * fail to have a value. @return whether that is so; the point is passed over then */
static bool has_no_derivative(xb_judgement *work, xb_verdict_point *point, const char *problem)
{
    const xb_jacobian *wanted = &work->wanted;
    if (isfinite(largest(wanted->entries, wanted->count * wanted->length)))
        return false;
    point->skipped = xb_arena_format(work->arena,
                                     "derivatives of the original are not finite here, and the transformed "
                                     "program fails: %s",
                                     problem);
    return true;
}

static bool run_derived(xb_judgement *work, xb_verdict_point *point)
{
    const xb_layout *layout = &work->verdict->layout;
    size_t limit = work->point == 0 ? FIRST_LIMIT : OTHER_LIMIT;
    const char *problem = NULL;
    work->found = xb_judgement_is_adjoint(work) ? xb_jacobian_choose(work->arena, layout->m, limit)
                                                : xb_jacobian_choose(work->arena, layout->n, limit);
    work->found = xb_jacobian_repeat(work->arena, &work->found, work->width);
    if (work->settings->kind == XB_DRIVE_VALUES)
        work->found.count = 0;
    limit_steps(work);
    xb_status status = compute(work, work->derived, true, work->settings->kind, &work->found, &problem);
    if (status == XB_STATUS_INVALID && has_no_derivative(work, point, problem))
        return false;
    if (status == XB_STATUS_INVALID)
        status = run_leniently(work, problem, &problem);
    if (status)
        xb_judgement_fails(work, status, problem);
    return !status;
}

static void check_point(xb_judgement *work, xb_verdict_point *point)
{
    work->x = point->x;
    if (!run_original(work, point) || !run_derived(work, point) || !check_values(work))
        return;
    xb_tally_state(xb_judgement_check(work, XB_CHECK_RUNS), XB_CHECK_GOOD);
    if (work->settings->kind == XB_DRIVE_VALUES)
        return;
    xb_judgement_check_derivatives(work);
    if (!work->status && work->point < 2)
        xb_judgement_check_differences(work);
    if (!work->status && xb_judgement_is_adjoint(work))
        xb_judgement_check_adjoint_identities(work);
    else if (!work->status)
        xb_judgement_check_repeated_tangents(work);
}

/* Those of all points together, unless the program had to be run again with other rules. */
static void count_statements(xb_judgement *work)
{
    if (!work->derived)
        return;
    const xb_evaluator_counts counts = xb_evaluator_count(xb_drive_evaluator(work->derived));
    work->verdict->statements = counts.statements;
    work->verdict->statements_run = counts.statements_run;
}

/* What was never run was not judged. */
static void note_idle_statements(xb_judgement *work)
{
    const xb_routine *routine = NULL;
    const xb_node *idle =
        work->derived ? xb_evaluator_idle(xb_drive_evaluator(work->derived), &routine) : NULL;
    if (!idle || work->verdict->statements_run == 0)
        return;
    const char *place = work->settings->transformed->file;
    if (idle->line > 0)
        place = xb_arena_format(work->arena, "%s:%zu", place, (size_t)idle->line);
    xb_judgement_note(work,
                      xb_arena_format(work->arena,
                                      "statements that were never run are not judged, the first is %s, in %s",
                                      place, routine->symbol->id->text));
}

/* ---- everything ---- */

static void set_tolerances(xb_judgement *work)
{
    const xb_case *description = work->settings->description;
    static const xb_check_kind exact[] = {XB_CHECK_DERIVATIVES, XB_CHECK_DOT_PRODUCT, XB_CHECK_INCREMENT,
                                          XB_CHECK_REPEAT};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        xb_judgement_check(work, exact[i])->tolerance = description->derivative_tolerance;
    xb_judgement_check(work, XB_CHECK_DIFFERENCES)->tolerance = description->difference_tolerance;
}

/* What the comparison has left open, though nothing was found to be wrong. */
static void note_limits(xb_judgement *work)
{
    const xb_check *check = xb_judgement_check(work, XB_CHECK_DERIVATIVES);
    const xb_layout *layout = &work->verdict->layout;
    bool adjoint = xb_judgement_is_adjoint(work);
    size_t total = adjoint ? layout->m : layout->n;
    if (check->faint > 0)
        xb_judgement_note(
            work, xb_arena_format(
                      work->arena,
                      "of %zu %s, %zu %s "
                      "so small that rounding errors may be to blame%s%s",
                      check->compared, xb_plural(check->compared, "derivative", "derivatives"), check->faint,
                      xb_plural(check->faint, "deviates by more than a thousandth of itself; it is",
                                "deviate by more than a thousandth of themselves; they are"),
                      check->first_faint ? ": " : "", check->first_faint ? check->first_faint : ""));
    if (total > FIRST_LIMIT && check->state != XB_CHECK_UNDONE)
        xb_judgement_note(work, xb_arena_format(work->arena,
                                                "%zu of %zu %s of the Jacobian are compared one by one",
                                                (size_t)FIRST_LIMIT, total, adjoint ? "rows" : "columns"));
}

static bool is_good(const xb_verdict *verdict)
{
    for (size_t i = 0; i < XB_CHECK_COUNT; i++)
        if (verdict->checks[i].state == XB_CHECK_BAD)
            return false;
    return verdict->checks[XB_CHECK_RUNS].state == XB_CHECK_GOOD;
}

/* If all points were passed over, nothing is known, for better or worse. */
static xb_status need_points(const xb_judgement *work)
{
    const xb_verdict_point *points = work->verdict->points.items;
    bool none = work->verdict->points.count > 0;
    for (size_t i = 0; i < work->verdict->points.count; i++)
        none = none && points[i].skipped;
    if (!none)
        return XB_STATUS_OK;
    return xb_error(work->diagnostics, XB_STATUS_INVALID, (xb_place){.file = work->settings->original->file},
                    BETTER_POINT, "there is no point to judge at: %s", points[0].skipped);
}

/* Without any of either nothing would be compared, which is no verdict. */
static xb_status need_numbers(const xb_judgement *work)
{
    const xb_layout *layout = &work->verdict->layout;
    if (work->settings->kind == XB_DRIVE_VALUES || (layout->n > 0 && layout->m > 0))
        return XB_STATUS_OK;
    const xb_routine *entry = layout->entry;
    return xb_error(work->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(work->settings->original, &entry->node, NULL),
                    "name some with --independents and --dependents, or in a case file, under arguments or "
                    "globals; an argument is independent if it is active and can be read, dependent if it is "
                    "active and can be written",
                    "there are no derivatives to compare: of %s, %s", entry->symbol->id->text,
                    layout->n > 0   ? "nothing is dependent"
                    : layout->m > 0 ? "nothing is independent"
                                    : "nothing is independent and nothing dependent");
}

/* Whole groups of those that are variables. */
static void choose_directions(xb_judgement *work)
{
    const xb_judge_settings *settings = work->settings;
    work->width = xb_by_name_directions(settings->transformed, settings->original);
    const size_t group = work->width > 0 ? work->width : 1;
    work->directions = (XB_JACOBIAN_DIRECTIONS + group - 1) / group * group;
}

static void note_directions(xb_judgement *work)
{
    if (work->width > 1)
        xb_judgement_note(
            work,
            xb_arena_format(work->arena, "%zu directions are propagated at once, and judged", work->width));
}

static void judge(void *context)
{
    xb_judgement *work = context;
    const xb_judge_settings *settings = work->settings;
    xb_verdict *verdict = work->verdict;
    *verdict = (xb_verdict){.kind = settings->kind,
                            .original = settings->original->file,
                            .transformed = settings->transformed->file,
                            .seed = settings->description->seed};
    set_tolerances(work);
    work->status = xb_layout_create(work->arena, work->diagnostics, settings->original, settings->description,
                                    &verdict->layout);
    if (!work->status)
        work->status = xb_case_check(work->arena, work->diagnostics, settings->original,
                                     settings->description, &verdict->layout);
    if (!work->status)
        work->status = need_numbers(work);
    if (work->status)
        return;
    choose_directions(work);
    make_drives(work);
    if (work->status)
        return;
    note_directions(work);
    choose_points(work);
    xb_verdict_point *points = verdict->points.items;
    for (work->point = 0; work->derived && !work->status && work->point < verdict->points.count;
         work->point++) {
        check_point(work, &points[work->point]);
        count_statements(work);
        if (settings->stop && *settings->stop && !work->status)
            work->status =
                xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = settings->original->file},
                         NULL, "the run was interrupted");
    }
    if (!work->status)
        work->status = need_points(work);
    note_idle_statements(work);
    note_limits(work);
    verdict->good = is_good(verdict);
}

static xb_status judge_one(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                           xb_verdict *verdict)
{
    /* Adjoint programs rely on the run time's initialisation unless they were made without. */
    bool tangent = settings->kind == XB_DRIVE_TANGENT;
    xb_judgement work = {.arena = arena,
                         .diagnostics = diagnostics,
                         .settings = settings,
                         .verdict = verdict,
                         .undefined = tangent || settings->undefined_derivatives ||
                                      settings->description->undefined_derivatives};
    xb_diagnostics *original = settings->original->diagnostics;
    xb_diagnostics *transformed = settings->transformed->diagnostics;
    settings->original->diagnostics = diagnostics;
    bool done = xb_protect(xb_arena_failure(arena), judge, &work);
    destroy_drives(&work);
    settings->original->diagnostics = original;
    settings->transformed->diagnostics = transformed;
    return done ? work.status : XB_STATUS_FAILED;
}

static void add_note(xb_arena *arena, xb_verdict *verdict, const char *text)
{
    xb_list_append(arena, &verdict->notes, text);
}

/* One verdict for both templates: the first one that is bad, or the last one. */
static xb_status judge_both(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                            xb_verdict *verdict)
{
    xb_judge_settings one = *settings;
    one.kind = XB_DRIVE_SPLIT;
    xb_status status = judge_one(arena, diagnostics, &one, verdict);
    if (status)
        return status;
    if (!verdict->good) {
        add_note(arena, verdict, "these are split templates; joint ones were not tried");
        return XB_STATUS_OK;
    }
    one.kind = XB_DRIVE_JOINT;
    status = judge_one(arena, diagnostics, &one, verdict);
    if (!status)
        add_note(arena, verdict, "with split templates, the adjoint is right");
    return status;
}

xb_status xb_judge(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                   xb_verdict *verdict)
{
    return settings->both ? judge_both(arena, diagnostics, settings, verdict)
                          : judge_one(arena, diagnostics, settings, verdict);
}
