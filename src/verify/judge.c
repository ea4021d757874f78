/*
 * The way of a judgement: the layout, the drives (judge_drives.c), the points (judge_points.c) with the
 * checks at each of them (judge_checks.c), and what is left to say.
 */
#include "verify/judge.h"

#include <string.h>

#include "ir/tags.h"
#include "verify/by_name.h"
#include "verify/case_effects.h"
#include "verify/judge_internal.h"
#include "verify/origins.h"
#include "verify/unfollowed.h"
#include "verify/uses.h"

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

/* Those of all points together, unless the program had to be run again with other rules. */
static void count_statements(xb_judgement *work)
{
    if (!work->derived)
        return;
    const xb_drive *const others[] = {work->derived_plain, work->derived_jacobian,
                                      work->former ? work->former->derived : NULL};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i])
            xb_evaluator_add_run(xb_drive_evaluator(work->derived), xb_drive_evaluator(others[i]));
    const xb_evaluator_counts counts = xb_evaluator_count(xb_drive_evaluator(work->derived));
    work->verdict->statements = counts.statements;
    work->verdict->statements_run = counts.statements_run;
}

/* The routine as it was read that one of the transformed program was made of; NULL: it is not known. */
static const xb_routine *original_of(const xb_judgement *work, const xb_routine *routine)
{
    const xb_program *transformed = work->settings->transformed;
    const xb_list *routines = &work->settings->original->routines;
    const xb_name *id = xb_routine_origin(transformed, routine)->symbol->id;
    xb_tag tag = {.value = NULL};
    if (!xb_tags_find(transformed, &routine->node, XB_TAG_ROUTINE, &tag) || !tag.value)
        tag = (xb_tag){.value = id->text, .value_length = id->length};
    for (size_t i = 0; i < routines->count; i++) {
        const xb_name *name = ((const xb_routine *)routines->items[i])->symbol->id;
        if (name->length == tag.value_length && memcmp(name->text, tag.value, name->length) == 0)
            return routines->items[i];
    }
    return NULL;
}

/* Where a statement of the transformed program is. */
static const char *place_of_idle(const xb_judgement *work, const xb_node *idle, const xb_routine *routine)
{
    const char *name = routine->symbol->id->text, *file = work->settings->transformed->file;
    if (!work->settings->unwritten)
        return idle->line > 0 ? xb_arena_format(work->arena, "%s:%zu, in %s", file, (size_t)idle->line, name)
                              : xb_arena_format(work->arena, "%s, in %s", file, name);
    const size_t line = xb_node_source_line(idle);
    if (line > 0)
        name = xb_arena_format(work->arena, "%s, line %zu", name, line);
    const xb_routine *original = original_of(work, routine);
    if (!original)
        return xb_arena_format(work->arena, "in %s", name);
    if (original->node.line == 0 || work->settings->reread)
        return xb_arena_format(work->arena, "in %s, made of %s", name, original->symbol->id->text);
    return xb_arena_format(work->arena, "in %s, made of %s at %s:%zu", name, original->symbol->id->text,
                           work->settings->original->file, (size_t)original->node.line);
}

/* What was never run was not judged. */
static void note_idle_statements(xb_judgement *work)
{
    const xb_routine *routine = NULL;
    const xb_node *idle =
        work->derived ? xb_evaluator_idle(xb_drive_evaluator(work->derived), &routine) : NULL;
    if (!idle || work->verdict->statements_run == 0)
        return;
    xb_judgement_note(work, xb_arena_format(work->arena,
                                            "statements that were never run are not judged, the first is %s",
                                            place_of_idle(work, idle, routine)));
}

/* ---- everything ---- */

static void set_tolerances(xb_judgement *work)
{
    const xb_case *description = work->settings->description;
    static const xb_check_kind exact[] = {XB_CHECK_DERIVATIVES, XB_CHECK_DOT_PRODUCT, XB_CHECK_INCREMENT,
                                          XB_CHECK_REPEAT,      XB_CHECK_OTHERS,      XB_CHECK_JACOBIAN};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        xb_judgement_check(work, exact[i])->tolerance = description->derivative_tolerance;
    xb_judgement_check(work, XB_CHECK_DIFFERENCES)->tolerance = description->difference_tolerance;
}

/* What the comparison has left open, though nothing was found to be wrong. */
static void note_limits(xb_judgement *work)
{
    const xb_check *check = xb_judgement_check(work, XB_CHECK_DERIVATIVES);
    const xb_check *others = xb_judgement_check(work, XB_CHECK_OTHERS);
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
    if (others->faint > 0)
        xb_judgement_note(work,
                          xb_arena_format(work->arena,
                                          "of %zu numbers that tell derivatives of other variables than x "
                                          "and y, %zu deviate by more than a thousandth of themselves, but "
                                          "are so small that rounding errors may be to blame",
                                          others->compared, others->faint));
    if (total > XB_FIRST_LIMIT && check->state != XB_CHECK_UNDONE)
        xb_judgement_note(work, xb_arena_format(work->arena,
                                                "%zu of %zu %s of the Jacobian are compared one by one",
                                                (size_t)XB_FIRST_LIMIT, total, adjoint ? "rows" : "columns"));
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
                    XB_BETTER_POINT, "there is no point to judge at: %s", points[0].skipped);
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
    work->named = xb_by_name_find(work->arena, settings->transformed, settings->original);
    work->width = xb_by_name_directions(work->named);
    const size_t group = work->width > 0 ? work->width : 1;
    work->directions = (XB_JACOBIAN_DIRECTIONS + group - 1) / group * group;
}

static void note_directions(xb_judgement *work)
{
    if (work->width > 0 && xb_by_name_is_guessed(work->named))
        xb_judgement_note(work,
                          "the document does not say which variables are derivatives: these are told by "
                          "their names, such as x_d and x_b of x");
    if (work->width > 1)
        xb_judgement_note(
            work,
            xb_arena_format(work->arena, "%zu directions are propagated at once, and judged", work->width));
}

/* A global variable that has no counterpart in the transformed program can't be compared. */
static void note_missing(xb_judgement *work)
{
    for (size_t i = 0; i < work->globals.count; i++) {
        const xb_symbol *symbol = work->globals.items[i];
        if (symbol->temp || xb_layout_counterpart(work->settings->transformed, symbol))
            continue;
        xb_judgement_note(work,
                          xb_arena_format(work->arena,
                                          "the transformed program has not got the global variable %s: it "
                                          "is not compared",
                                          symbol->id->text));
        return;
    }
}

/* What shares storage, and does not do so here. */
static void note_unfollowed(xb_judgement *work)
{
    const xb_symbol *other = NULL;
    const xb_symbol *symbol =
        xb_unfollowed_find(work->arena, work->settings->original, xb_drive_evaluator(work->exact), &other);
    if (symbol)
        xb_judgement_note(
            work,
            xb_arena_format(work->arena,
                            "%s and %s share storage by their alias sets, which is not "
                            "followed here%s",
                            symbol->id->text, other->id->text,
                            symbol->scope == other->scope ? ": name them as \"association\" of a case" : ""));
}

static void judge(void *context)
{
    xb_judgement *work = context;
    const xb_judge_settings *settings = work->settings;
    xb_verdict *verdict = work->verdict;
    *verdict = (xb_verdict){.kind = settings->kind,
                            .sweeps = work->sweeps,
                            .original = settings->original->file,
                            .transformed = settings->transformed->file,
                            .zero_singular = settings->zero_singular,
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
    work->globals = xb_uses_compared(settings->original, work->arena, verdict->layout.entry);
    choose_directions(work);
    xb_judgement_make_drives(work);
    if (work->status)
        return;
    note_directions(work);
    note_unfollowed(work);
    note_missing(work);
    xb_judgement_choose_points(work);
    xb_verdict_point *points = verdict->points.items;
    for (work->point = 0; work->derived && !work->status && work->point < verdict->points.count;
         work->point++) {
        xb_judgement_check_point(work, &points[work->point]);
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

static xb_judgement begin(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                          xb_verdict *verdict)
{
    /* Adjoint programs rely on the run time's initialisation unless they were made without. */
    bool tangent = settings->kind == XB_DRIVE_TANGENT;
    return (xb_judgement){.arena = arena,
                          .diagnostics = diagnostics,
                          .settings = settings,
                          .verdict = verdict,
                          .undefined = tangent || settings->undefined_derivatives ||
                                       settings->description->undefined_derivatives};
}

/* The drives are left for the caller to destroy. */
static xb_status carry_out(xb_judgement *work)
{
    const xb_judge_settings *settings = work->settings;
    xb_diagnostics *original = settings->original->diagnostics;
    xb_diagnostics *transformed = settings->transformed->diagnostics;
    settings->original->diagnostics = work->diagnostics;
    bool done = xb_protect(xb_arena_failure(work->arena), judge, work);
    settings->original->diagnostics = original;
    settings->transformed->diagnostics = transformed;
    return done ? work->status : XB_STATUS_FAILED;
}

static void add_note(xb_arena *arena, xb_verdict *verdict, const char *text)
{
    xb_list_append(arena, &verdict->notes, text);
}

/* Whether the original computes adjoints by routines that record and return. */
static bool has_sweeps(const xb_judgement *work)
{
    const xb_routine *entry = work->verdict->layout.entry;
    return work->settings->kind == XB_DRIVE_TANGENT && entry &&
           xb_drive_has_sweeps(work->arena, work->settings->original, entry);
}

/* Why the routines that record and return can't be judged after the entry; NULL: they can. */
static const char *obstacle(const xb_judgement *entry)
{
    if (!entry->verdict->good)
        return "this is the routine itself; those that record and return were not tried";
    return entry->width > 0
               ? NULL
               : "this is the routine itself; those that record and return push and pop components of "
                 "derivatives, which can't be run: associationbyname makes them variables";
}

/* The entry; where it has routines that record and return, these as well, in the same verdict. */
static xb_status judge_one(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                           xb_verdict *verdict)
{
    xb_judgement entry = begin(arena, diagnostics, settings, verdict), sweeps = entry;
    xb_status status = carry_out(&entry);
    if (!status && has_sweeps(&entry)) {
        const char *why = obstacle(&entry);
        if (why) {
            add_note(arena, verdict, why);
        } else {
            sweeps.sweeps = true;
            sweeps.former = &entry;
            status = carry_out(&sweeps);
            xb_judgement_destroy_drives(&sweeps);
        }
    }
    xb_judgement_destroy_drives(&entry);
    return status;
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

/* The routine that does both sweeps in one call, after those that record and return. */
static xb_status judge_combined(const xb_judgement *sweeps)
{
    xb_judge_settings settings = *sweeps->settings;
    settings.kind = XB_DRIVE_COMBINED;
    xb_judgement combined = begin(sweeps->arena, sweeps->diagnostics, &settings, sweeps->verdict);
    combined.former = sweeps;
    xb_status status = carry_out(&combined);
    if (!status)
        add_note(sweeps->arena, sweeps->verdict,
                 "by the routines that record and return, the adjoint is right");
    xb_judgement_destroy_drives(&combined);
    return status;
}

/* One verdict for all motions: the first one that is bad, or the last one. */
static xb_status judge_motions(xb_arena *arena, xb_diagnostics *diagnostics,
                               const xb_judge_settings *settings, xb_verdict *verdict)
{
    xb_judgement sweeps = begin(arena, diagnostics, settings, verdict);
    xb_status status = carry_out(&sweeps);
    bool has_combined = !status && xb_drive_has_combined(arena, settings->transformed, verdict->layout.entry);
    if (has_combined && verdict->good)
        status = judge_combined(&sweeps);
    else if (has_combined)
        add_note(arena, verdict,
                 "these are the routines that record and return; the one that does both was not tried");
    xb_judgement_destroy_drives(&sweeps);
    return status;
}

xb_status xb_judge(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                   xb_verdict *verdict)
{
    if (settings->both && settings->kind == XB_DRIVE_MOTIONS)
        return judge_motions(arena, diagnostics, settings, verdict);
    return settings->both ? judge_both(arena, diagnostics, settings, verdict)
                          : judge_one(arena, diagnostics, settings, verdict);
}
