/*
 * What a program has printed is read number by number, in the order in which results were recorded. A number
 * that deviates by more than the tolerance is right all the same if it changes as much when x moves by a few
 * rounding errors: compilers are free in how they round.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verify/native/internal.h"
#include "verify/tally.h"

/* A comparison under way. */
typedef struct comparison {
    xb_native *native;
    xb_native_way *way;
    const xb_native_run *run;
    const char *at;    /* what is left of the text */
    bool knows_nearby; /* the run nearby was tried */
    xb_vector nearby;  /* its results; none if it does not run */
} comparison;

static xb_native_verdict *verdict_of(const comparison *c)
{
    return c->way->module->verdict;
}

static xb_check *check_of(const comparison *c, const xb_native_slot *slot)
{
    return &verdict_of(c)->checks[c->way->module->is_original ? XB_NATIVE_ORIGINAL
                                  : slot->is_derivative       ? XB_NATIVE_DERIVATIVES
                                                              : XB_NATIVE_VALUES];
}

/* "element 2 of X_1, after the call at point 1" */
static const char *place_of(const comparison *c, const xb_native_result *result, size_t i)
{
    xb_arena *arena = c->native->arena;
    const size_t before = result->slot->is_dynamic;
    const char *name = result->slot->label;
    if (i < before)
        name = xb_arena_format(arena, "the size of %s", name);
    else if (result->count > 1 + before)
        name = xb_arena_format(arena, "number %zu of %s", i + 1 - before, name);
    const xb_native_result *all = c->run->results.items;
    const bool is_taping = c->way->shows_each && (size_t)(result - all) < c->way->slots.count;
    return xb_arena_format(arena, "%s, %s at point %zu", name,
                           is_taping ? "after what records," : "after the call", c->run->point + 1);
}

static void blame(xb_check *check, const char *detail)
{
    if (check->state != XB_CHECK_BAD)
        check->detail = detail;
    check->state = XB_CHECK_BAD;
}

/* ---- reading ---- */

/* The next line of the driver, which begins all with a sign; the program may print others. NULL: there is
 * none.
 * @param length receives its length, without the sign */
static const char *next_line(comparison *c, size_t *length)
{
    const char *line = c->at, *end = strchr(line, '\n');
    for (; end && *line != '='; end = strchr(line, '\n'))
        line = end + 1;
    if (!end)
        return NULL;
    *length = (size_t)(end - line) - 1;
    c->at = end + 1;
    return line + 1;
}

/* Reads a number, or a truth value. @return whether there is one */
static bool read_number(comparison *c, bool is_integer, xb_native_number *number)
{
    size_t length = 0;
    const char *line = next_line(c, &length);
    char *end = NULL;
    if (!line)
        return false;
    *number = (xb_native_number){.defined = true};
    if (length > 0 && (line[0] == 'T' || line[0] == 'F')) {
        number->integer = line[0] == 'T';
        return true;
    }
    if (is_integer)
        number->integer = strtoll(line, &end, 10);
    else
        number->real = strtod(line, &end);
    return end > line && end <= line + length;
}

/* ---- numbers ---- */

/* How much a number changes when x moves by a few rounding errors. */
static double change_nearby(comparison *c, const xb_native_result *result, size_t i)
{
    const size_t place = (size_t)(result - (const xb_native_result *)c->run->results.items);
    if (!c->knows_nearby && !xb_native_record_nearby(c->native, c->way, c->run, &c->nearby))
        c->nearby.count = 0;
    c->knows_nearby = true;
    if (c->nearby.count != c->run->results.count)
        return 0;
    const xb_native_result *moved = (const xb_native_result *)c->nearby.items + place;
    if (moved->count != result->count || !moved->numbers[i].defined)
        return 0;
    return fabs(moved->numbers[i].real - result->numbers[i].real);
}

static void compare_real(comparison *c, xb_check *check, const xb_native_result *result, size_t i,
                         double found)
{
    enum { TIMES = 4 };
    const double wanted = result->numbers[i].real, size = fabs(wanted) > 1e-290 ? fabs(wanted) : 1e-290;
    const double deviation = found == wanted || (isnan(found) && isnan(wanted)) ? 0 : fabs(found - wanted);
    const bool is_close = deviation <= check->tolerance * size;
    const bool is_steep = !is_close && deviation <= TIMES * change_nearby(c, result, i);
    verdict_of(c)->steep += is_steep;
    if (is_steep)
        return;
    check->compared++;
    check->largest = fmax(check->largest, isnan(deviation) ? INFINITY : deviation);
    check->relative = fmax(check->relative, isnan(deviation) ? INFINITY : deviation / size);
    if (!is_close)
        blame(check, xb_arena_format(c->native->arena, "%.17g instead of %.17g: %s", found, wanted,
                                     place_of(c, result, i)));
    xb_tally_state(check, XB_CHECK_GOOD);
}

static void compare_integer(comparison *c, xb_check *check, const xb_native_result *result, size_t i,
                            int64_t found)
{
    const int64_t wanted = result->numbers[i].integer;
    check->compared++;
    xb_tally_state(check, XB_CHECK_GOOD);
    if (found != wanted)
        blame(check, xb_arena_format(c->native->arena, "%lld instead of %lld: %s", (long long)found,
                                     (long long)wanted, place_of(c, result, i)));
}

/* @return whether what follows can be read */
static bool compare_result(comparison *c, const xb_native_result *result)
{
    const xb_native_slot *slot = result->slot;
    const bool is_integer = slot->type == XB_TYPE_INTEGER || slot->type == XB_TYPE_BOOL;
    xb_check *check = check_of(c, slot);
    for (size_t i = 0; i < result->count; i++) {
        const bool is_size = slot->is_dynamic && i == 0;
        xb_native_number found;
        if (!read_number(c, is_integer || is_size, &found)) {
            blame(&verdict_of(c)->checks[XB_NATIVE_RUNS], "what it prints ends too early");
            return false;
        }
        if (!result->numbers[i].defined)
            continue;
        if (is_integer || is_size)
            compare_integer(c, check, result, i, found.integer);
        else
            compare_real(c, check, result, i, found.real);
        if (is_size && found.integer != result->numbers[i].integer)
            return false;
    }
    return true;
}

static void compare_tape(comparison *c)
{
    xb_check *check = &verdict_of(c)->checks[XB_NATIVE_TAPES];
    xb_native_number empty = {.integer = 0};
    if (!c->way->module->source.has_tape)
        return;
    if (!read_number(c, true, &empty))
        blame(&verdict_of(c)->checks[XB_NATIVE_RUNS], "what it prints ends too early");
    else if (!empty.integer)
        blame(check, xb_arena_format(c->native->arena, "something is left after the call at point %zu",
                                     c->run->point + 1));
    xb_tally_state(check, XB_CHECK_GOOD);
}

void xb_native_compare(xb_native *native, xb_native_way *way, const xb_native_run *run, const char *text)
{
    comparison c = {.native = native, .way = way, .run = run, .at = text};
    const xb_native_result *results = run->results.items;
    size_t length = 0;
    for (size_t i = 0; i < run->results.count; i++)
        if (!compare_result(&c, &results[i]))
            return;
    compare_tape(&c);
    const char *last = next_line(&c, &length);
    if (!last || length != 3 || strncmp(last, "end", 3) != 0)
        blame(&verdict_of(&c)->checks[XB_NATIVE_RUNS], "it prints more than it should");
}
