/*
 * Errors of either program are kept apart from those of the judgement by giving the program other diagnostics
 * for the time that its drive is created or runs.
 */
#include "verify/judge_internal.h"

#include <string.h>

const char *xb_judgement_first_error(const xb_judgement *work, const xb_diagnostics *diagnostics)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        const xb_diagnostic *found = xb_diagnostics_at(diagnostics, i);
        if (found->severity != XB_SEVERITY_ERROR)
            continue;
        const char *text = found->message;
        if (found->place.line > 0)
            text = xb_arena_format(work->arena, "%s:%zu: %s", found->place.file ? found->place.file : "",
                                   found->place.line, text);
        return found->place.path ? xb_arena_format(work->arena, "%s (in %s)", text, found->place.path) : text;
    }
    return NULL;
}

/* The hint of the first error, if it has one. */
static const char *first_hint(const xb_judgement *work, const xb_diagnostics *diagnostics)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        const xb_diagnostic *found = xb_diagnostics_at(diagnostics, i);
        if (found->severity == XB_SEVERITY_ERROR)
            return found->hint ? xb_arena_copy_text(work->arena, found->hint, strlen(found->hint)) : NULL;
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
    *problem = xb_judgement_first_error(work, program->diagnostics);
    program->diagnostics = own;
    return status;
}

/* What the original takes where a drive has run so much longer, or called so much deeper, that it must be
 * endless; NULL: it has not. */
static const char *find_endless(const xb_judgement *work, const xb_drive *drive)
{
    enum { TIMES = 10 };
    if (!drive)
        return NULL;
    const xb_evaluator_counts counts = xb_evaluator_count(xb_drive_evaluator(drive));
    const xb_evaluator_counts original = xb_evaluator_count(xb_drive_evaluator(work->exact));
    if (work->most_steps > 0 && counts.steps >= work->most_steps)
        return xb_arena_format(work->arena, "%llu", (unsigned long long)original.steps);
    bool is_deep = work->settings->description->depth_limit == 0 && counts.depth_peak >= XB_EVALUATE_DEPTH &&
                   original.depth_peak < XB_EVALUATE_DEPTH / TIMES;
    return is_deep ? xb_arena_format(work->arena, "%zu deep", original.depth_peak) : NULL;
}

bool xb_judgement_fails(xb_judgement *work, xb_status status, const char *problem)
{
    const char *original = find_endless(work, work->derived);
    if (!original)
        original = find_endless(work, work->derived_plain);
    if (status == XB_STATUS_FAILED && problem && original) {
        problem = xb_arena_format(work->arena, "%s; of the original, %s", problem, original);
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

xb_status xb_judgement_compute(xb_judgement *work, xb_drive *drive, bool transformed, xb_drive_kind kind,
                               xb_jacobian *jacobian, const char **problem)
{
    xb_program *program = transformed ? work->settings->transformed : work->settings->original;
    xb_diagnostics *own = program->diagnostics;
    program->diagnostics = xb_diagnostics_create(work->arena);
    xb_status status =
        xb_jacobian_compute(work->arena, drive, &work->verdict->layout, kind, work->x, jacobian);
    *problem = xb_judgement_first_error(work, program->diagnostics);
    work->advice = first_hint(work, program->diagnostics);
    program->diagnostics = own;
    return status;
}

/* ---- drives ---- */

xb_status xb_judgement_make_drive(xb_judgement *work, bool transformed, xb_drive_kind kind, bool terms,
                                  xb_drive **drive)
{
    const xb_judge_settings *settings = work->settings;
    const bool is_plain = kind == XB_DRIVE_VALUES || kind == XB_DRIVE_JACOBIAN;
    const xb_drive_options options = {.kind = kind,
                                      .directions = is_plain ? 0 : work->directions,
                                      .sweeps = work->sweeps && kind != XB_DRIVE_JACOBIAN,
                                      .other = transformed,
                                      .original = transformed ? settings->original : NULL,
                                      .view =
                                          !transformed && settings->as_read ? XB_VIEW_READ : XB_VIEW_DERIVED,
                                      .undefined_derivatives = transformed && work->undefined,
                                      .single_as_double = true,
                                      .strict_anonymous = settings->strict_anonymous,
                                      .zero_singular = settings->zero_singular,
                                      .catalogue = settings->catalogue,
                                      .watch_kinks = kind == XB_DRIVE_EXACT && !terms,
                                      .numbers = terms ? XB_EXACT_MAGNITUDES : XB_EXACT_DERIVATIVES,
                                      .stop = settings->stop};
    return xb_drive_create(work->arena, transformed ? settings->transformed : settings->original,
                           settings->description, &work->verdict->layout, &options, drive);
}

void xb_judgement_make_derived(xb_judgement *work)
{
    xb_program *program = work->settings->transformed;
    xb_diagnostics *own = program->diagnostics;
    program->diagnostics = xb_diagnostics_create(work->arena);
    xb_status status = xb_judgement_make_drive(work, true, work->settings->kind, false, &work->derived);
    if (!status && xb_judgement_is_adjoint(work))
        status = xb_judgement_make_drive(work, true, XB_DRIVE_VALUES, false, &work->derived_plain);
    const char *problem = xb_judgement_first_error(work, program->diagnostics);
    program->diagnostics = own;
    if (status)
        xb_judgement_fails(work, status, problem);
}

/* So many times what the original has taken, or many. @return 0: the evaluator's limit */
static uint64_t limit_of(const xb_judgement *work, uint64_t times)
{
    static const uint64_t least = 10000000, most = 500000000;
    const uint64_t steps = xb_evaluator_count(xb_drive_evaluator(work->exact)).steps;
    if (steps > most / times)
        return 0;
    return steps * times > least ? steps * times : least;
}

static void limit(xb_drive *drive, uint64_t steps)
{
    if (drive)
        xb_evaluator_limit_steps(xb_drive_evaluator(drive), steps);
}

void xb_judgement_limit_steps(xb_judgement *work)
{
    if (work->settings->description->step_limit > 0)
        return;
    work->most_steps = limit_of(work, 100000);
    limit(work->derived, work->most_steps);
    limit(work->derived_plain, work->most_steps);
}

void xb_judgement_limit_original(xb_judgement *work)
{
    if (work->settings->description->step_limit > 0)
        return;
    work->first_steps = xb_evaluator_count(xb_drive_evaluator(work->exact)).steps;
    work->most_of_original = limit_of(work, 1000);
    limit(work->exact, work->most_of_original);
    limit(work->terms, work->most_of_original);
    limit(work->plain, work->most_of_original);
}

void xb_judgement_make_drives(xb_judgement *work)
{
    work->status = xb_judgement_make_drive(work, false, XB_DRIVE_EXACT, false, &work->exact);
    if (!work->status)
        work->status = xb_judgement_make_drive(work, false, XB_DRIVE_EXACT, true, &work->terms);
    if (!work->status)
        work->status = xb_judgement_make_drive(work, false, XB_DRIVE_VALUES, false, &work->plain);
    if (!work->status)
        xb_judgement_make_derived(work);
    if (work->derived)
        xb_judgement_make_jacobian(work);
}

void xb_judgement_destroy_drives(xb_judgement *work)
{
    xb_drive_destroy(work->exact);
    xb_drive_destroy(work->terms);
    xb_drive_destroy(work->plain);
    xb_drive_destroy(work->derived);
    xb_drive_destroy(work->derived_plain);
    xb_drive_destroy(work->derived_jacobian);
}
