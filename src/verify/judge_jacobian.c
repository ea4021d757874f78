/*
 * A routine that computes the whole Jacobian in one call (--jacobian) is run with the arguments of the entry.
 * Its matrix has to be the Jacobian by dual numbers, and the other variables what the original leaves.
 */
#include "verify/judge_internal.h"

static bool is_there(const xb_judgement *work)
{
    const xb_judge_settings *settings = work->settings;
    return work->width > 0 &&
           xb_drive_jacobian_routine(settings->transformed, settings->original, work->verdict->layout.entry);
}

void xb_judgement_make_jacobian(xb_judgement *work)
{
    if (work->sweeps || !is_there(work))
        return;
    xb_program *program = work->settings->transformed;
    xb_diagnostics *own = program->diagnostics;
    program->diagnostics = xb_diagnostics_create(work->arena);
    const xb_status status =
        xb_judgement_make_drive(work, true, XB_DRIVE_JACOBIAN, false, &work->derived_jacobian);
    const char *problem = xb_judgement_first_error(work, program->diagnostics);
    program->diagnostics = own;
    if (status)
        xb_judgement_note(work, xb_arena_format(work->arena, "the routine of the Jacobian is not judged: %s",
                                                problem ? problem : "memory ran out"));
}

static bool is_small(const xb_judgement *work)
{
    return xb_drive_jacobian_size(work->derived_jacobian, true) <= XB_FIRST_LIMIT &&
           xb_drive_jacobian_size(work->derived_jacobian, false) <= XB_FIRST_LIMIT;
}

static void compare_entry(const xb_judgement *work, xb_check *check, size_t j, size_t k)
{
    const size_t entry = k * work->verdict->layout.m + j, i = work->wanted.numbers[k];
    double found = 0;
    const xb_entry_state state = xb_drive_jacobian_entry(work->derived_jacobian, j, i, &found);
    if (state == XB_ENTRY_SET) {
        xb_judgement_compare_entry(work, check, j, i, found, work->wanted.entries[entry],
                                   work->sizes.entries[entry]);
    } else if (state == XB_ENTRY_UNSET) {
        check->detail = xb_arena_format(work->arena, "%s was never set%s",
                                        xb_judgement_entry_name(work, j, i), xb_judgement_where(work));
        check->state = XB_CHECK_BAD;
    }
}

/* What can't be run to the end, as there is too little memory for it, is no fault. */
static void take_failure(const xb_judgement *work, xb_check *check, xb_status status, const char *problem)
{
    const xb_check_state state = status == XB_STATUS_INVALID ? XB_CHECK_BAD : XB_CHECK_UNCLEAR;
    if (state > check->state)
        check->detail = xb_arena_format(work->arena, "it fails: %s%s", problem ? problem : "memory ran out",
                                        xb_judgement_where(work));
    xb_tally_state(check, state);
}

void xb_judgement_check_jacobian(xb_judgement *work)
{
    const xb_layout *layout = &work->verdict->layout;
    xb_check *check = xb_judgement_check(work, XB_CHECK_JACOBIAN);
    if (!work->derived_jacobian)
        return;
    if (!is_small(work)) {
        xb_judgement_note(work, xb_arena_format(work->arena,
                                                "the routine of the Jacobian is not judged: it has more than "
                                                "%d rows or columns",
                                                XB_FIRST_LIMIT));
        return;
    }
    const char *problem = NULL;
    const xb_drive_data data = {.x = work->x,
                                .y = xb_arena_array(work->arena, layout->m + 1, sizeof(double))};
    const xb_status status = xb_judgement_run(work, work->derived_jacobian, true, &data, &problem);
    if (status) {
        take_failure(work, check, status, problem);
        return;
    }
    for (size_t k = 0; k < work->wanted.count; k++)
        for (size_t j = 0; j < layout->m; j++)
            compare_entry(work, check, j, k);
    xb_judgement_compare_variables(work, work->plain, work->derived_jacobian, check, "after the call");
}
