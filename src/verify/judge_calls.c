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

double *xb_judgement_draw(const xb_judgement *work, size_t count, uint64_t salt)
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
        const double *dx = xb_judgement_draw(work, layout->n, 2 + i);
        double *dy = adjoint ? xb_judgement_draw(work, layout->m, 4 + i) : NULL;
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

bool xb_calls_run_plain(xb_judgement *work, const xb_drive_data *data)
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

/* ---- tangents ---- */

static void compare_tangents(const xb_judgement *work, xb_check *check, const char *when,
                             const xb_layout_number *numbers, size_t count, const double *found,
                             const double *wanted, const double *sizes)
{
    const xb_layout *layout = &work->verdict->layout;
    for (size_t k = 0; k < work->directions; k++)
        for (size_t i = 0; i < count; i++) {
            const size_t entry = k * count + i;
            if (xb_symbol_is_active(layout->storages[numbers[i].storage].symbol) &&
                xb_tally_number(check, found[entry], wanted[entry], sizes[entry]))
                check->detail = xb_arena_format(work->arena, "%s a tangent of %s is %.17g instead of %.17g%s",
                                                when, xb_layout_name(work->arena, layout, &numbers[i]),
                                                found[entry], wanted[entry], xb_judgement_where(work));
        }
}

void xb_calls_compare_y(const xb_judgement *work, xb_check *check, const char *when, const xb_calls *calls,
                        size_t call)
{
    const xb_layout *layout = &work->verdict->layout;
    compare_tangents(work, check, when, layout->y, layout->m, calls->derived[call].derivatives,
                     calls->exact[call].derivatives, calls->sizes[call].derivatives);
}

void xb_calls_compare_x(const xb_judgement *work, xb_check *check, const char *when, const xb_calls *calls,
                        size_t call)
{
    const xb_layout *layout = &work->verdict->layout;
    compare_tangents(work, check, when, layout->x, layout->n, calls->derived[call].x_tangents,
                     calls->exact[call].x_tangents, calls->sizes[call].x_tangents);
}

void xb_judgement_check_repeated_tangents(xb_judgement *work)
{
    xb_check *check = xb_judgement_check(work, XB_CHECK_REPEAT);
    xb_calls calls;
    xb_calls_prepare(work, &calls);
    const size_t count = xb_calls_run_exact(work, &calls, check);
    if (count < 1 || !xb_calls_run_derived(work, &calls.derived[0]))
        return;
    xb_calls_compare_x(work, xb_judgement_check(work, XB_CHECK_DERIVATIVES), "after the call,", &calls, 0);
    if (count < 2 || !xb_calls_run_plain(work, &calls.plain[0]) ||
        !xb_calls_run_plain(work, &calls.plain[1]) || !xb_calls_run_derived(work, &calls.derived[1]))
        return;
    xb_judgement_compare_variables(work, work->plain, work->derived, check, "after a second call");
    xb_calls_compare_y(work, check, "called again,", &calls, 1);
    xb_calls_compare_x(work, check, "called again,", &calls, 1);
}

/* ---- adjoints ---- */

/* Adds the products of adjoints and tangents of numbers. @param no_globals only of arguments */
static void add_products(const xb_layout *layout, const xb_layout_number *numbers, size_t count,
                         const double *x, const double *y, bool no_globals, double *sum)
{
    for (size_t i = 0; i < count; i++)
        if (!no_globals || !layout->storages[numbers[i].storage].global)
            *sum += x[i] * y[i];
}

static void add_sizes(const xb_layout *layout, const xb_layout_number *numbers, size_t count, const double *x,
                      const double *y, bool no_globals, double *sum)
{
    for (size_t i = 0; i < count; i++)
        if (!no_globals || !layout->storages[numbers[i].storage].global)
            *sum += fabs(x[i] * y[i]);
}

xb_products xb_calls_products(const xb_judgement *work, const xb_calls *calls, size_t call, size_t direction,
                              size_t k, bool no_globals)
{
    const xb_layout *layout = &work->verdict->layout;
    const size_t n = layout->n, m = layout->m;
    const xb_drive_data *tangent = &calls->exact[call], *sizes = &calls->sizes[call];
    const xb_drive_data *adjoint = &calls->derived[call];
    const double *dy = adjoint->seed + direction * m;
    xb_products products = {0};
    add_sizes(layout, layout->y, m, dy, sizes->derivatives + k * m, no_globals, &products.size);
    add_products(layout, layout->y, m, dy, tangent->derivatives + k * m, no_globals, &products.wanted);
    add_products(layout, layout->x, n, adjoint->derivatives + direction * n, tangent->seed + k * n,
                 no_globals, &products.found);
    if (adjoint->start) {
        const double *start = adjoint->start + direction * n;
        add_sizes(layout, layout->x, n, start, sizes->x_tangents + k * n, no_globals, &products.size);
        add_products(layout, layout->x, n, start, tangent->x_tangents + k * n, no_globals, &products.wanted);
    }
    return products;
}

/* Whether x has adjoints before a call (0 or 1), in a direction: in each, it has some before one of them. */
static bool has_start(size_t call, size_t direction)
{
    return direction % 2 != call % 2;
}

/* Those of what y is as well are dy. */
static double *draw_start(const xb_judgement *work, size_t call)
{
    const xb_layout *layout = &work->verdict->layout;
    double *start = xb_judgement_draw(work, layout->n, 6 + call);
    for (size_t k = 0; k < work->directions; k++)
        for (size_t i = 0; i < layout->n; i++)
            if (!has_start(call, k) || layout->storages[layout->x[i].storage].dependent)
                start[k * layout->n + i] = 0;
    return start;
}

/* The adjoint in a direction, for all directions dx. */
static void compare_products(const xb_judgement *work, xb_check_kind kind, const xb_calls *calls, size_t call,
                             size_t direction)
{
    xb_check *check = xb_judgement_check(work, kind);
    xb_tally_state(check, XB_CHECK_GOOD);
    for (size_t k = 0; k < work->directions; k++) {
        const xb_products products = xb_calls_products(work, calls, call, direction, k, false);
        if (xb_tally_number(check, products.found, products.wanted, products.size))
            check->detail = xb_arena_format(
                work->arena, "%s<adjoint, dx> is %.17g instead of %.17g, which is <dy, tangent>%s%s",
                call > 0 ? "called again, " : "", products.found, products.wanted,
                has_start(call, direction) ? " and what was there before" : "", xb_judgement_where(work));
    }
}

static void after_first_taping(void *context)
{
    xb_judgement *work = context;
    xb_judgement_compare_variables(work, work->plain, work->derived,
                                   xb_judgement_check(work, XB_CHECK_VALUES), "after the taping sweep");
}

static void after_second_taping(void *context)
{
    xb_judgement *work = context;
    xb_judgement_compare_variables(work, work->plain, work->derived,
                                   xb_judgement_check(work, XB_CHECK_REPEAT), "after a second taping sweep");
}

/* What a first call puts into adjoints of global variables would go into those of a second one. */
void xb_judgement_check_adjoint_identities(xb_judgement *work)
{
    const size_t variables = work->width > 0 ? work->width : 1; /* of derivatives, one beside the other */
    xb_calls calls;
    xb_calls_prepare(work, &calls);
    for (size_t i = 0; i < 2; i++) {
        calls.derived[i].start = draw_start(work, i);
        calls.derived[i].taped = i == 0 ? after_first_taping : after_second_taping;
        calls.derived[i].context = work;
    }
    calls.exact[1].forgets = calls.sizes[1].forgets = calls.derived[1].forgets = XB_FORGETS_ALL;
    const size_t count = xb_calls_run_exact(work, &calls, xb_judgement_check(work, XB_CHECK_REPEAT));
    if (!xb_calls_run_plain(work, &calls.plain[0]) || !xb_calls_run_derived(work, &calls.derived[0]))
        return;
    xb_tally_state(xb_judgement_check(work, XB_CHECK_TAPES), XB_CHECK_GOOD);
    calls.derived[0].taped = NULL; /* it may be run once more before the second one */
    if (count < 1)
        return;
    for (size_t k = 0; k < 2 || k < variables; k++)
        compare_products(work, has_start(0, k) ? XB_CHECK_INCREMENT : XB_CHECK_DOT_PRODUCT, &calls, 0, k);
    if (count < 2 || !xb_calls_run_plain(work, &calls.plain[1]) ||
        !xb_calls_run_derived(work, &calls.derived[1]))
        return;
    for (size_t k = 0; k < variables; k++)
        compare_products(work, XB_CHECK_REPEAT, &calls, 1, k);
}
