/*
 * Comparing values, the Jacobians at a point, and these with differences.
 */
#include <math.h>
#include <string.h>

#include "verify/judge_internal.h"

/* ---- variables ---- */

static const char *state_of(bool defined)
{
    return defined ? "set" : "not set";
}

static bool same_value(const xb_number *x, const xb_number *y)
{
    if (x->type != y->type)
        return false;
    if (x->type == XB_TYPE_STRING)
        return x->text.length == y->text.length && memcmp(x->text.bytes, y->text.bytes, x->text.length) == 0;
    if (x->type != XB_TYPE_REAL && x->type != XB_TYPE_COMPLEX)
        return x->integer == y->integer;
    bool real = memcmp(&x->real, &y->real, sizeof x->real) == 0 || (isnan(x->real) && isnan(y->real));
    bool imaginary = memcmp(&x->imaginary, &y->imaginary, sizeof x->imaginary) == 0 ||
                     (isnan(x->imaginary) && isnan(y->imaginary));
    return real && (x->type == XB_TYPE_REAL || imaginary);
}

static const char *value_text(xb_arena *arena, const xb_number *value)
{
    if (value->type == XB_TYPE_REAL)
        return xb_arena_format(arena, "%.17g", value->real);
    if (value->type == XB_TYPE_COMPLEX)
        return xb_arena_format(arena, "(%.17g,%.17g)", value->real, value->imaginary);
    if (value->type == XB_TYPE_STRING)
        return xb_arena_format(arena, "'%s'",
                               xb_arena_copy_text(arena, value->text.bytes, value->text.length));
    return xb_arena_format(arena, "%lld", (long long)value->integer);
}

/* A comparison of variables. */
typedef struct comparison {
    const xb_judgement *work;
    xb_check *check;
    const char *when;
} comparison;

static void blame(const comparison *c, const char *name, const char *found, const char *wanted)
{
    if (c->check->state != XB_CHECK_BAD)
        c->check->detail = xb_arena_format(c->work->arena, "%s is %s instead of %s %s%s", name, found, wanted,
                                           c->when, xb_judgement_where(c->work));
    c->check->state = XB_CHECK_BAD;
}

/* What the original leaves undefined may be anything. */
static void compare_elements(const comparison *c, const char *name, const xb_variable *original,
                             const xb_variable *transformed)
{
    xb_arena *arena = c->work->arena;
    size_t count = xb_variable_count(original);
    if (xb_variable_count(transformed) != count) {
        blame(c, xb_arena_format(arena, "the size of %s", name),
              xb_arena_format(arena, "%zu", xb_variable_count(transformed)),
              xb_arena_format(arena, "%zu", count));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        xb_number wanted = {0}, found = {0};
        if (!xb_variable_get(original, i, &wanted))
            continue;
        c->check->compared++;
        const char *element = count > 1 ? xb_arena_format(arena, "element %zu of %s", i + 1, name) : name;
        if (!xb_variable_get(transformed, i, &found)) {
            blame(c, element, state_of(false), state_of(true));
            return;
        }
        if (!same_value(&wanted, &found)) {
            blame(c, element, value_text(arena, &found), value_text(arena, &wanted));
            return;
        }
    }
}

bool xb_judgement_find_global(const xb_judgement *work, const xb_symbol *symbol, const xb_drive *original,
                              const xb_drive *transformed, xb_variable **one, xb_variable **other)
{
    const xb_symbol *same = symbol->temp ? NULL : xb_layout_counterpart(work->settings->transformed, symbol);
    *one = same ? xb_evaluator_global(xb_drive_evaluator(original), symbol) : NULL;
    *other = *one ? xb_evaluator_global(xb_drive_evaluator(transformed), same) : NULL;
    return *other != NULL;
}

/* Variables of modules and of the root scope. Those of routines are none of anybody's business after the
 * call. */
static void compare_globals(const comparison *c, const xb_drive *original, const xb_drive *transformed)
{
    xb_variable *wanted = NULL, *found = NULL;
    for (size_t i = 0; i < c->work->globals.count; i++) {
        const xb_symbol *symbol = c->work->globals.items[i];
        if (xb_judgement_find_global(c->work, symbol, original, transformed, &wanted, &found))
            compare_elements(c, symbol->id->text, wanted, found);
    }
}

void xb_judgement_compare_variables(xb_judgement *work, xb_drive *original, xb_drive *transformed,
                                    xb_check *check, const char *when)
{
    const comparison c = {work, check, when};
    const xb_layout *layout = &work->verdict->layout;
    for (size_t i = 0; i < layout->argument_count; i++) {
        const xb_variable *a = xb_drive_storage(original, i), *b = xb_drive_storage(transformed, i);
        if (a && b)
            compare_elements(&c, layout->storages[i].symbol->id->text, a, b);
    }
    compare_globals(&c, original, transformed);
    xb_tally_state(check, XB_CHECK_GOOD);
}

/* ---- Jacobians ---- */

const char *xb_judgement_entry_name(const xb_judgement *work, size_t j, size_t i)
{
    const xb_layout *layout = &work->verdict->layout;
    return xb_arena_format(work->arena, "d %s / d %s", xb_layout_name(work->arena, layout, &layout->y[j]),
                           xb_layout_name(work->arena, layout, &layout->x[i]));
}

void xb_judgement_compare_entry(const xb_judgement *work, xb_check *check, size_t j, size_t i, double found,
                                double wanted, double terms)
{
    bool worst = xb_tally_number(check, found, wanted, terms);
    bool first_faint = check->faint > 0 && !check->first_faint;
    if (!worst && !first_faint)
        return;
    const char *text =
        xb_arena_format(work->arena, "%s is %.17g instead of %.17g%s", xb_judgement_entry_name(work, j, i),
                        found, wanted, xb_judgement_where(work));
    if (worst)
        check->detail = text;
    if (first_faint)
        check->first_faint = text;
}

static void compare_columns(const xb_judgement *work, xb_check *check)
{
    const xb_jacobian *wanted = &work->wanted, *found = &work->found;
    size_t m = work->verdict->layout.m;
    for (size_t k = 0; k < found->count; k++)
        for (size_t j = 0; j < m; j++) {
            const size_t entry = k % wanted->count * m + j;
            xb_judgement_compare_entry(work, check, j, found->numbers[k], found->entries[k * m + j],
                                       wanted->entries[entry], work->sizes.entries[entry]);
        }
}

static void compare_rows(const xb_judgement *work, xb_check *check)
{
    const xb_jacobian *wanted = &work->wanted, *found = &work->found;
    size_t m = work->verdict->layout.m, n = work->verdict->layout.n;
    for (size_t k = 0; k < found->count; k++) {
        size_t j = found->numbers[k];
        for (size_t c = 0; c < wanted->count; c++)
            xb_judgement_compare_entry(work, check, j, wanted->numbers[c],
                                       found->entries[k * n + wanted->numbers[c]], wanted->entries[c * m + j],
                                       work->sizes.entries[c * m + j]);
    }
}

void xb_judgement_check_derivatives(xb_judgement *work)
{
    xb_check *check = xb_judgement_check(work, XB_CHECK_DERIVATIVES);
    if (xb_judgement_is_adjoint(work))
        compare_rows(work, check);
    else
        compare_columns(work, check);
}

/* ---- differences ---- */

/* A relative distance within the larger steps. */
#define NEAR_KINK 0.25

/* The least distance to a kink at this point; INFINITY if there is none. */
static double kink_distance(const xb_judgement *work)
{
    return xb_evaluator_kink_distance(xb_drive_evaluator(work->exact));
}

/* Whether one of the steps from number k on, the smaller ones, gives about this derivative. */
static bool comes_near(const xb_difference *difference, size_t k, double derivative, double most)
{
    for (; k < XB_DIFFERENCE_STEPS; k++)
        if (fabs(difference->quotients[k] - derivative) <= most)
            return true;
    return false;
}

/* Whether differences tell the derivative: the estimate of the error is small, and small steps agree. Beside
 * a pole, or where a function oscillates within the larger steps, they need not. What oscillates within all
 * steps is not seen here (see oscillates()). */
static bool is_clear(const xb_difference *difference, double scale)
{
    const double rough = 1e-3; /* an error that says nothing any more */
    double most = rough * fmax(fabs(difference->value), scale);
    return difference->error <= most &&
           comes_near(difference, XB_DIFFERENCE_STEPS * 2 / 3, difference->value, most);
}

/* Whether differences over much smaller steps say that a function oscillates within all of the others, of
 * which what these say is then no derivative, however well they agree.
 * @param agrees what is judged agrees with the dual numbers, so that less speaks for it */
static bool oscillates(const xb_judgement *work, size_t j, size_t i, const xb_difference *difference,
                       double scale, bool agrees)
{
    const double much = 2;    /* what goes around in between is as steep, and more, as what is seen of it */
    const double some = 0.01; /* beyond what differences that say the same may be apart */
    xb_diagnostics *own = work->settings->original->diagnostics;
    double *direction = xb_arena_array(work->arena, work->verdict->layout.n + 1, sizeof *direction);
    direction[i] = 1;
    work->settings->original->diagnostics = xb_diagnostics_create(work->arena);
    double within =
        xb_differences_within(work->arena, work->plain, &work->verdict->layout, work->x, direction, j);
    work->settings->original->diagnostics = own;
    double seen = fmax(fabs(difference->value), scale);
    return fabs(within) > much * seen || (agrees && fabs(within - difference->value) > some * seen);
}

/* Whether values of the original are rounded so much that they stay the same, or jump, as its input moves. */
static bool loses_digits(const xb_judgement *work)
{
    return xb_evaluator_cancelled(xb_drive_evaluator(work->exact));
}

static const char *describe_difference(const xb_judgement *work, const char *name, double found,
                                       const xb_difference *difference, bool fast)
{
    const char *why = fast                              ? ", where it oscillates within all of their steps"
                      : kink_distance(work) < NEAR_KINK ? ", with a point without derivative nearby"
                      : loses_digits(work)              ? ", where values lose their digits"
                                                        : "";
    return xb_arena_format(work->arena, "%s is %.17g, by differences %.10g (error about %.1e)%s%s", name,
                           found, difference->value, difference->error, why, xb_judgement_where(work));
}

/* Compares a derivative that the transformed program has found with one by differences. Steep functions,
 * rounding errors and kinks make differences say nothing. Where values lose their digits, as those of
 * (x + 1e16) - 1e16, differences may even agree on a wrong derivative: they say nothing against one that is
 * that of the dual numbers, which don't round so. */
static void compare_difference(const xb_judgement *work, size_t j, size_t i, double found, double wanted,
                               const xb_difference *difference, double scale)
{
    enum { ERRORS = 4 };         /* how much an estimate may be wrong */
    const double roughly = 1e-3; /* what a single quotient may be wrong */
    const double least = 1e-290; /* below, values may be too small to have all their digits */
    xb_check *check = xb_judgement_check(work, XB_CHECK_DIFFERENCES);
    double size = fmax(fabs(found), scale), deviation = fabs(found - difference->value);
    double excess = fmax(0, deviation - ERRORS * difference->error);
    bool clear = isfinite(found) && size >= least && is_clear(difference, scale);
    if (clear && excess <= check->tolerance * size) {
        check->compared++;
        check->largest = fmax(check->largest, deviation);
        check->relative = fmax(check->relative, excess / size);
        xb_tally_state(check, XB_CHECK_GOOD);
        return;
    }
    bool agrees = fabs(found - wanted) <= check->tolerance * size, rounded = loses_digits(work) && agrees;
    bool unclear = !clear || rounded || kink_distance(work) < NEAR_KINK ||
                   comes_near(difference, XB_DIFFERENCE_STEPS / 2, found, roughly * size);
    bool fast = !unclear && check->state < XB_CHECK_BAD && oscillates(work, j, i, difference, scale, agrees);
    unclear = unclear || fast;
    xb_check_state state = unclear ? XB_CHECK_UNCLEAR : XB_CHECK_BAD;
    if (state > check->state)
        check->detail =
            describe_difference(work, xb_judgement_entry_name(work, j, i), found, difference, fast);
    if (!unclear) {
        check->compared++;
        check->largest = fmax(check->largest, deviation);
        check->relative = fmax(check->relative, excess / size);
    }
    xb_tally_state(check, state);
}

/* What differences of an entry are measured by at least: a part of the largest derivative in its column, of
 * the value, and of the quotients that are extrapolated. */
static double difference_scale(const xb_judgement *work, size_t j, size_t c, const xb_difference *difference)
{
    const double of_others = 1e-5, of_value = 1e-4;
    size_t m = work->verdict->layout.m;
    double size = 0, y = work->wanted.y[j];
    for (size_t i = 0; i < m; i++)
        if (isfinite(work->wanted.entries[c * m + i]))
            size = fmax(size, fabs(work->wanted.entries[c * m + i]));
    for (size_t k = 0; k < XB_DIFFERENCE_STEPS; k++)
        if (isfinite(difference->quotients[k]))
            size = fmax(size, fabs(difference->quotients[k]));
    return fmax(of_others * size, isfinite(y) ? of_value * fabs(y) : 0);
}

/* The entry of the Jacobian under test in row j and column i; false if it was not computed. */
static bool found_entry(const xb_judgement *work, size_t j, size_t c, double *entry)
{
    const xb_jacobian *found = &work->found;
    if (!xb_judgement_is_adjoint(work)) {
        *entry = found->entries[c * found->length + j];
        return c < found->count;
    }
    for (size_t k = 0; k < found->count; k++)
        if (found->numbers[k] == j) {
            *entry = found->entries[k * found->length + work->wanted.numbers[c]];
            return true;
        }
    return false;
}

void xb_judgement_check_differences(xb_judgement *work)
{
    enum { LINES = 8 };
    const xb_layout *layout = &work->verdict->layout;
    xb_diagnostics *own = work->settings->original->diagnostics;
    size_t lines = work->wanted.count < LINES ? work->wanted.count : LINES;
    double *direction = xb_arena_array(work->arena, layout->n + 1, sizeof *direction);
    xb_difference *differences = xb_arena_array(work->arena, layout->m + 1, sizeof *differences);
    for (size_t k = 0; k < lines; k++) {
        size_t c = k * work->wanted.count / lines, i = work->wanted.numbers[c];
        memset(direction, 0, layout->n * sizeof *direction);
        direction[i] = 1;
        work->settings->original->diagnostics = xb_diagnostics_create(work->arena);
        xb_differences_compute(work->arena, work->plain, layout, work->x, direction, differences);
        work->settings->original->diagnostics = own;
        for (size_t j = 0; j < layout->m; j++) {
            double entry = 0;
            if (found_entry(work, j, c, &entry))
                compare_difference(work, j, i, entry, work->wanted.entries[c * layout->m + j],
                                   &differences[j], difference_scale(work, j, c, &differences[j]));
        }
    }
}
