/*
 * Two calls in a row, with nothing set back between them: what the first one leaves must not disturb the
 * second one, which is at another point and in other directions, so that what is stale shows. Where the
 * original can't be called there, it is at the same point.
 *
 * A tangent-linear program has to give the tangents of the original on dual numbers. The adjoints of an
 * adjoint program are compared with these by the identity that defines them: <adjoint, dx> = <dy, tangent>,
 * where dx and dy are drawn.
 */
#include <math.h>

#include "verify/draw.h"
#include "verify/judge_internal.h"

/* ---- calls ---- */

/* Draws numbers between -1 and 1: count for each direction. */
static double *draw_seed(const xb_judgement *work, size_t count, uint64_t salt)
{
    uint64_t state = work->verdict->seed * 1000003 + work->point * 101 + salt;
    double *seed = xb_arena_array(work->arena, work->directions * count + 1, sizeof *seed);
    for (size_t i = 0; i < work->directions * count; i++)
        seed[i] = draw(&state, -1, 1);
    return seed;
}

static double *sizes_of(const xb_judgement *work, const double *numbers, size_t count)
{
    double *sizes = xb_arena_array(work->arena, count + 1, sizeof *sizes);
    for (size_t i = 0; i < count; i++)
        sizes[i] = fabs(numbers[i]);
    return sizes;
}

/* A point near this one. */
static double *move(const xb_judgement *work)
{
    const size_t n = work->verdict->layout.n;
    uint64_t state = work->verdict->seed * 1000003 + work->point * 101 + 7;
    double *moved = xb_arena_array(work->arena, n + 1, sizeof *moved);
    for (size_t i = 0; i < n; i++)
        moved[i] = work->x[i] + draw(&state, 0.003, 0.013) * (1 + fabs(work->x[i]));
    return moved;
}

static xb_drive_data prepare(const xb_judgement *work, const double *x, const double *seed, bool adjoint)
{
    const xb_layout *layout = &work->verdict->layout;
    const size_t rows = work->directions, columns = adjoint ? layout->n : layout->m;
    return (xb_drive_data){
        .x = x,
        .seed = seed,
        .y = xb_arena_array(work->arena, layout->m + 1, sizeof(double)),
        .x_tangents = adjoint ? NULL : xb_arena_array(work->arena, rows * layout->n + 1, sizeof(double)),
        .derivatives = xb_arena_array(work->arena, rows * columns + 1, sizeof(double))};
}

void xb_calls_prepare(const xb_judgement *work, xb_calls *calls)
{
    const xb_layout *layout = &work->verdict->layout;
    const bool adjoint = xb_judgement_is_adjoint(work);
    for (size_t i = 0; i < 2; i++) {
        const double *x = i == 0 ? work->x : move(work);
        const double *dx = draw_seed(work, layout->n, 2 + i);
        double *dy = adjoint ? draw_seed(work, layout->m, 4 + i) : NULL;
        calls->exact[i] = prepare(work, x, dx, false);
        calls->sizes[i] = prepare(work, x, sizes_of(work, dx, work->directions * layout->n), false);
        calls->plain[i] =
            (xb_drive_data){.x = x, .y = xb_arena_array(work->arena, layout->m + 1, sizeof(double))};
        calls->derived[i] = prepare(work, x, adjoint ? dy : dx, adjoint);
    }
    calls->exact[1].before = &calls->exact[0];
    calls->sizes[1].before = &calls->sizes[0];
    calls->plain[1].before = &calls->plain[0];
    calls->derived[1].before = &calls->derived[0];
}

static void set_second_point(xb_calls *calls, const double *x)
{
    calls->exact[1].x = calls->sizes[1].x = calls->plain[1].x = calls->derived[1].x = x;
}

static bool is_finite(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}

/* Runs the first calls of the original on dual numbers, and for the sizes of terms: count of them. */
static xb_status run_exact(xb_judgement *work, const xb_calls *calls, size_t count, const char **problem)
{
    const xb_layout *layout = &work->verdict->layout;
    const xb_drive_data *last = &calls->exact[count - 1];
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < count; i++)
        status = xb_judgement_run(work, work->exact, false, &calls->exact[i], problem);
    for (size_t i = 0; !status && i < count; i++)
        status = xb_judgement_run(work, work->terms, false, &calls->sizes[i], problem);
    if (!status &&
        (!is_finite(last->y, layout->m) || !is_finite(last->derivatives, work->directions * layout->m))) {
        *problem = "values or derivatives of the original are not finite then";
        status = XB_STATUS_INVALID;
    }
    return status;
}

size_t xb_calls_run_exact(xb_judgement *work, xb_calls *calls, xb_check *check)
{
    const char *problem = NULL;
    xb_status status = run_exact(work, calls, 2, &problem);
    if (status == XB_STATUS_INVALID) {
        set_second_point(calls, work->x);
        status = run_exact(work, calls, 2, &problem);
    }
    if (!status)
        return 2;
    if (!problem) {
        work->status = status; /* memory ran out */
        return 0;
    }
    if (check->state == XB_CHECK_UNDONE)
        check->detail = xb_arena_format(work->arena, "the original can't be called twice: %s", problem);
    return run_exact(work, calls, 1, &problem) ? 0 : 1;
}

static bool run_plain(xb_judgement *work, const xb_drive_data *data)
{
    const char *problem = NULL;
    const xb_status status = xb_judgement_run(work, work->plain, false, data, &problem);
    if (status && !problem)
        work->status = status;
    return !status;
}

bool xb_calls_run_derived(xb_judgement *work, const xb_drive_data *data)
{
    const char *problem = NULL;
    xb_status status = xb_judgement_run(work, work->derived, true, data, &problem);
    if (!status)
        return true;
    if (data->before && problem)
        problem = xb_arena_format(work->arena, "called again: %s", problem);
    xb_judgement_fails(work, status, problem);
    return false;
}

void xb_calls_begin_second(xb_judgement *work, const xb_calls *calls)
{
    const bool is_combined = work->settings->kind == XB_DRIVE_COMBINED;
    if (!run_plain(work, &calls->plain[0]))
        return;
    xb_variable *from = NULL, *to = NULL;
    for (size_t i = 0; !is_combined && i < work->globals.count; i++)
        if (xb_judgement_find_global(work, work->globals.items[i], work->plain, work->derived, &from, &to) &&
            xb_variable_count(from) == xb_variable_count(to))
            xb_variable_copy_values(from, to);
    (void)run_plain(work, &calls->plain[1]);
}

/* Of which numbers of x it is asked what derivatives are after a call, or were, for adjoints. Where only
 * those of dependent variables are wanted, others stay what they are if the program leaves the variable as it
 * is, and mean nothing if it does not. */
static const bool *find_asked(const xb_judgement *work, const xb_drive_data *exact)
{
    const xb_layout *layout = &work->verdict->layout;
    bool *changed = xb_arena_array(work->arena, layout->storage_count + 1, sizeof *changed);
    bool *asked = xb_arena_array(work->arena, layout->n + 1, sizeof *asked);
    for (size_t k = 0; k < work->directions; k++)
        for (size_t i = 0; i < layout->n; i++)
            if (exact->x_tangents[k * layout->n + i] != exact->seed[k * layout->n + i])
                changed[layout->x[i].storage] = true;
    for (size_t i = 0; i < layout->n; i++) {
        const size_t storage = layout->x[i].storage;
        asked[i] = !work->settings->named_only || layout->storages[storage].dependent || !changed[storage];
    }
    return asked;
}

/* ---- tangents ---- */

/* Tangents of count numbers, some of which may be left out. @param asked which are compared; NULL: all */

static void compare_tangents(const xb_judgement *work, xb_check *check, const char *when,
                             const xb_layout_number *numbers, size_t count, const bool *asked,
                             const double *found, const double *wanted, const double *sizes)
{
    const xb_layout *layout = &work->verdict->layout;
    for (size_t k = 0; k < work->directions; k++)
        for (size_t i = 0; i < count; i++) {
            const size_t entry = k * count + i;
            if ((!asked || asked[i]) && xb_symbol_is_active(layout->storages[numbers[i].storage].symbol) &&
                xb_tally_number(check, found[entry], wanted[entry], sizes[entry]))
                check->detail = xb_arena_format(work->arena, "%s a tangent of %s is %.17g instead of %.17g%s",
                                                when, xb_layout_name(work->arena, layout, &numbers[i]),
                                                found[entry], wanted[entry], xb_judgement_where(work));
        }
}

static void compare_y(const xb_judgement *work, xb_check *check, const char *when, const xb_calls *calls,
                      size_t call)
{
    const xb_layout *layout = &work->verdict->layout;
    compare_tangents(work, check, when, layout->y, layout->m, NULL, calls->derived[call].derivatives,
                     calls->exact[call].derivatives, calls->sizes[call].derivatives);
}

/* By storage, whether the transformed program has no derivatives of it where these are variables: they stay
 * what they are. */
static const bool *find_unneeded(const xb_judgement *work)
{
    const xb_layout *layout = &work->verdict->layout;
    bool *unneeded = xb_arena_array(work->arena, layout->storage_count + 1, sizeof *unneeded);
    for (size_t i = 0; i < layout->storage_count; i++) {
        if (layout->storages[i].absent)
            continue;
        const xb_drive_variable found = xb_drive_find(work->derived, layout->storages[i].symbol);
        unneeded[i] = xb_drive_is_zero(work->derived, &found);
    }
    return unneeded;
}

static void compare_x(const xb_judgement *work, xb_check *check, const char *when, const xb_calls *calls,
                      size_t call)
{
    const xb_layout *layout = &work->verdict->layout;
    const bool *unneeded = find_unneeded(work);
    double *found = calls->derived[call].x_tangents;
    const bool *asked = find_asked(work, &calls->exact[call]);
    for (size_t k = 0; k < work->directions; k++)
        for (size_t i = 0; i < layout->n; i++)
            if (unneeded[layout->x[i].storage])
                found[k * layout->n + i] = calls->derived[call].seed[k * layout->n + i];
    compare_tangents(work, check, when, layout->x, layout->n, asked, found, calls->exact[call].x_tangents,
                     calls->sizes[call].x_tangents);
}

void xb_judgement_check_repeated_tangents(xb_judgement *work)
{
    xb_check *check = xb_judgement_check(work, XB_CHECK_REPEAT);
    xb_calls calls;
    xb_calls_prepare(work, &calls);
    if (work->settings->named_only) /* global variables are independent only if they are named */
        calls.exact[1].forgets = calls.sizes[1].forgets = calls.derived[1].forgets = XB_FORGETS_ALL;
    const size_t count = xb_calls_run_exact(work, &calls, check);
    if (count < 1 || !xb_calls_run_derived(work, &calls.derived[0]))
        return;
    compare_x(work, xb_judgement_check(work, XB_CHECK_DERIVATIVES), "after the call,", &calls, 0);
    if (count < 2 || !run_plain(work, &calls.plain[0]) || !run_plain(work, &calls.plain[1]) ||
        !xb_calls_run_derived(work, &calls.derived[1]))
        return;
    xb_judgement_compare_variables(work, work->plain, work->derived, check, "after a second call");
    compare_y(work, check, "called again,", &calls, 1);
    compare_x(work, check, "called again,", &calls, 1);
}

/* ---- adjoints ---- */

static double product(const double *x, const double *y, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i] * y[i];
    return sum;
}

static double product_of_sizes(const double *x, const double *y, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(x[i] * y[i]);
    return sum;
}

/* Whether x has adjoints before a call (0 or 1), in a direction: in each, it has some before one of them. */
static bool has_start(size_t call, size_t direction)
{
    return direction % 2 != call % 2;
}

/* Those of what y is as well are dy, those that the program has not got, or of which nothing is asked, are 0.
 */
static double *draw_start(const xb_judgement *work, const xb_calls *calls, size_t call)
{
    const xb_layout *layout = &work->verdict->layout;
    const bool *unneeded = find_unneeded(work), *asked = find_asked(work, &calls->exact[call]);
    double *start = draw_seed(work, layout->n, 6 + call);
    for (size_t k = 0; k < work->directions; k++)
        for (size_t i = 0; i < layout->n; i++)
            if (!has_start(call, k) || layout->storages[layout->x[i].storage].dependent ||
                unneeded[layout->x[i].storage] || !asked[i])
                start[k * layout->n + i] = 0;
    return start;
}

/* The adjoint in a direction, for all directions dx: <adjoint, dx> against <dy, tangent> and, where the
 * program leaves x as it is, <adjoint of x at first, tangent of x>, to which adjoints are added. */
static void compare_products(const xb_judgement *work, xb_check_kind kind, const xb_calls *calls, size_t call,
                             size_t direction)
{
    const size_t n = work->verdict->layout.n, m = work->verdict->layout.m;
    const xb_drive_data *tangent = &calls->exact[call], *sizes = &calls->sizes[call];
    const double *dy = calls->derived[call].seed + direction * m;
    const double *adjoint = calls->derived[call].derivatives + direction * n;
    const double *start = calls->derived[call].start + direction * n;
    xb_check *check = xb_judgement_check(work, kind);
    xb_tally_state(check, XB_CHECK_GOOD);
    for (size_t k = 0; k < work->directions; k++) {
        const double found = product(adjoint, tangent->seed + k * n, n);
        const double wanted =
            product(dy, tangent->derivatives + k * m, m) + product(start, tangent->x_tangents + k * n, n);
        const double size = product_of_sizes(dy, sizes->derivatives + k * m, m) +
                            product_of_sizes(start, sizes->x_tangents + k * n, n);
        if (xb_tally_number(check, found, wanted, size))
            check->detail = xb_arena_format(
                work->arena, "%s<adjoint, dx> is %.17g instead of %.17g, which is <dy, tangent>%s%s",
                call > 0 ? "called again, " : "", found, wanted,
                has_start(call, direction) ? " and what was there before" : "", xb_judgement_where(work));
    }
}

/* What goes with the calls of an adjoint program. */
typedef struct sweeps {
    xb_judgement *work;
    xb_calls calls;
} sweeps;

/* One call does both sweeps. */
static bool is_combined(const xb_judgement *work)
{
    return work->settings->kind == XB_DRIVE_COMBINED;
}

static void after_first_taping(void *context)
{
    xb_judgement *work = ((sweeps *)context)->work;
    xb_judgement_compare_variables(work, work->plain, work->derived,
                                   xb_judgement_check(work, XB_CHECK_VALUES),
                                   is_combined(work) ? "after the call" : "after the taping sweep");
}

static void before_second(void *context)
{
    const sweeps *all = context;
    xb_calls_begin_second(all->work, &all->calls);
}

static void after_second_taping(void *context)
{
    xb_judgement *work = ((sweeps *)context)->work;
    xb_judgement_compare_variables(work, work->plain, work->derived,
                                   xb_judgement_check(work, XB_CHECK_REPEAT),
                                   is_combined(work) ? "after a second call" : "after a second taping sweep");
}

/* What a first call puts into adjoints of global variables would go into those of a second one. */
void xb_judgement_check_adjoint_identities(xb_judgement *work)
{
    const size_t variables = work->width > 0 ? work->width : 1; /* of derivatives, one beside the other */
    sweeps all = {.work = work};
    xb_drive_data *derived = all.calls.derived;
    xb_calls_prepare(work, &all.calls);
    for (size_t i = 0; i < 2; i++) {
        derived[i].taped = i == 0 ? after_first_taping : after_second_taping;
        derived[i].context = &all;
    }
    derived[1].begin = before_second;
    all.calls.exact[1].forgets = all.calls.sizes[1].forgets = derived[1].forgets = XB_FORGETS_ALL;
    const size_t count = xb_calls_run_exact(work, &all.calls, xb_judgement_check(work, XB_CHECK_REPEAT));
    for (size_t i = 0; i < 2; i++)
        derived[i].start = draw_start(work, &all.calls, i);
    if (!run_plain(work, &all.calls.plain[0]) || !xb_calls_run_derived(work, &derived[0]))
        return;
    xb_tally_state(xb_judgement_check(work, XB_CHECK_TAPES), XB_CHECK_GOOD);
    derived[0].taped = NULL; /* it may be run once more before the second one */
    for (size_t k = 0; count > 0 && (k < 2 || k < variables); k++)
        compare_products(work, has_start(0, k) ? XB_CHECK_INCREMENT : XB_CHECK_DOT_PRODUCT, &all.calls, 0, k);
    if (count < 2 || !xb_calls_run_derived(work, &derived[1]))
        return;
    for (size_t k = 0; k < variables; k++)
        compare_products(work, XB_CHECK_REPEAT, &all.calls, 1, k);
}
