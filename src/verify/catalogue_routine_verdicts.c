/*
 * With the Jacobian J of the routine, by all that goes in, of all that comes out: its tangent routine has to
 * give J x', and its adjoint routine to leave J^T y'. An argument that is only read comes out as it went in,
 * so that its part of the latter is what was there before and an increment; of one that is only written, it
 * is zero.
 */
#include "verify/catalogue_routines.h"

#include <math.h>

static const char *alias_text(const xb_rule_trial *t)
{
    return t->same == t->other
               ? ""
               : xb_arena_format(t->check->arena, " if arguments %zu and %zu are one variable", t->same + 1,
                                 t->other + 1);
}

static const char *name_of(const xb_rule_trial *t, xb_rule_part part)
{
    return t->parts[part]->symbol->id->text;
}

/* Says what is wrong with a part, unless something was said. @param format of the name and the argument */
static void say(xb_rule_trial *t, xb_rule_part part, const char *what, size_t argument)
{
    if (t->tallies[part].wrong)
        return;
    const char *which = argument > 0 ? xb_arena_format(t->check->arena, " argument %zu", argument) : "";
    t->tallies[part].wrong =
        xb_arena_format(t->check->arena, "'%s' %s%s%s", name_of(t, part), what, which, alias_text(t));
}

static bool compare(xb_rule_trial *t, xb_rule_part part, double got, double expected, size_t argument,
                    size_t element)
{
    xb_rule_tally *tally = &t->tallies[part];
    double deviation = fabs(got - expected) / fmax(fabs(expected), 1e-3);
    if (isnan(deviation))
        deviation = INFINITY;
    if (tally->worst && deviation <= tally->deviation)
        return deviation <= t->check->options.tolerance;
    tally->deviation = deviation;
    tally->worst = xb_arena_format(t->check->arena, "element %zu of argument %zu: %.12g instead of %.12g",
                                   element + 1, argument, got, expected);
    return deviation <= t->check->options.tolerance;
}

/* ---- expectations -------------------------------------------------------------------------------------- */

static bool *active_elements(const xb_rule_trial *t)
{
    bool *active = xb_arena_array(t->check->arena, t->elements + 1, sizeof *active);
    for (size_t k = 0; k < t->count; k++)
        for (size_t i = 0; i < t->places[k].count; i++)
            active[t->places[k].first + i] = t->places[k].active;
    return active;
}

/* J x', or J^T y', where elements are active. */
static double *expected_slopes(const xb_rule_trial *t, const double *slopes, bool transposed)
{
    const bool *active = active_elements(t);
    double *expected = xb_arena_array(t->check->arena, t->elements + 1, sizeof *expected);
    for (size_t i = 0; i < t->elements; i++)
        for (size_t j = 0; j < t->elements; j++)
            if (active[i] && active[j])
                expected[i] +=
                    t->jacobian[transposed ? j * t->elements + i : i * t->elements + j] * slopes[j];
    return expected;
}

/* ---- checks -------------------------------------------------------------------------------------------- */

/* An argument under a check, with its number from 1. */
typedef void check_of_argument(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                               const double *expected);

static void each_home(xb_rule_trial *t, xb_rule_part part, const double *expected, check_of_argument *check)
{
    for (size_t k = 0; k < t->count; k++)
        if (t->places[k].home == k)
            check(t, part, &t->places[k], k + 1, expected);
}

static void check_slopes(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                         const double *expected)
{
    const double *got = t->outcomes[part].out.slopes;
    for (size_t i = 0; place->active && i < place->count; i++)
        if (!compare(t, part, got[place->first + i], expected[place->first + i], number, i))
            say(t, part, "leaves another derivative in", number);
}

static void check_results(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                          const double *expected)
{
    const xb_rule_numbers *right = &t->outcomes[XB_RULE_ROUTINE].out, *got = &t->outcomes[part].out;
    (void)expected;
    for (size_t i = place->first; i < place->first + place->count; i++)
        if (right->defined[i] &&
            !compare(t, part, got->values[i], right->values[i], number, i - place->first))
            say(t, part, "leaves another value in", number);
}

/* Values that are not changed are the same bits. */
static void check_unchanged(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                            const double *expected)
{
    const xb_rule_outcome *outcome = &t->outcomes[part];
    (void)expected;
    for (size_t i = place->first; i < place->first + place->count; i++)
        if (outcome->in.defined[i] != outcome->out.defined[i] ||
            (outcome->in.defined[i] && outcome->in.values[i] != outcome->out.values[i]))
            say(t, part, "changes the value of", number);
}

static void check_inputs(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                         const double *expected)
{
    if (!place->written)
        check_unchanged(t, part, place, number, expected);
}

/* What is of intent out has no value before, so that all of it has to be set. */
static void check_set(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                      const double *expected)
{
    (void)expected;
    for (size_t i = place->first; !place->read && i < place->first + place->count; i++)
        if (!t->outcomes[part].out.defined[i])
            say(t, part, "does not set all of", number);
}

/* What has no derivative must not depend on what has one. */
static void check_passive(xb_rule_trial *t, xb_rule_part part, const xb_rule_place *place, size_t number,
                          const double *expected)
{
    const bool *active = active_elements(t);
    (void)expected;
    for (size_t i = place->first; !place->active && i < place->first + place->count; i++)
        for (size_t j = 0; j < t->elements; j++)
            if (active[j] && t->jacobian[i * t->elements + j] != 0) {
                say(t, part, "has derivatives that the rule does not know of:", number);
                return;
            }
}

/* ": 'top' has no value (line 30)", or nothing */
static const char *reason_text(const xb_rule_trial *t, xb_rule_part part)
{
    const xb_diagnostic *error = t->outcomes[part].error;
    if (!error)
        return "";
    return error->place.line == 0
               ? xb_arena_format(t->check->arena, ": %s", error->message)
               : xb_arena_format(t->check->arena, ": %s (line %zu)", error->message, error->place.line);
}

static bool ran(xb_rule_trial *t, xb_rule_part part)
{
    if (!t->parts[part])
        return false;
    t->tallies[part].points++;
    if (!t->outcomes[part].ran)
        say(t, part,
            xb_arena_format(t->check->arena, "fails, or reads what has no value%s", reason_text(t, part)), 0);
    else if (t->outcomes[part].touches)
        say(t, part,
            xb_arena_format(t->check->arena, "changes '%s', which is active, and no argument",
                            t->outcomes[part].touches->id->text),
            0);
    else if (t->outcomes[part].different)
        say(t, part,
            xb_arena_format(t->check->arena,
                            part == XB_RULE_ADJOINT ? "changes '%s', which is no argument"
                                                    : "leaves another value in '%s', which is no argument,",
                            t->outcomes[part].different->id->text),
            0);
    return t->outcomes[part].ran;
}

static void judge_routine(xb_rule_trial *t)
{
    if (t->depends)
        say(t, XB_RULE_ROUTINE, "depends on an active variable that is no argument", 0);
    each_home(t, XB_RULE_ROUTINE, NULL, check_inputs);
    each_home(t, XB_RULE_ROUTINE, NULL, check_set);
    each_home(t, XB_RULE_ROUTINE, NULL, check_passive);
}

static void judge_tangent(xb_rule_trial *t)
{
    const double *expected = expected_slopes(t, t->outcomes[XB_RULE_TANGENT].in.slopes, false);
    each_home(t, XB_RULE_TANGENT, NULL, check_inputs);
    each_home(t, XB_RULE_TANGENT, NULL, check_results);
    each_home(t, XB_RULE_TANGENT, expected, check_slopes);
}

static void judge_recording(xb_rule_trial *t)
{
    each_home(t, XB_RULE_RECORDING, NULL, check_inputs);
    each_home(t, XB_RULE_RECORDING, NULL, check_results);
    each_home(t, XB_RULE_RECORDING, t->outcomes[XB_RULE_RECORDING].in.slopes, check_slopes);
}

static void judge_adjoint(xb_rule_trial *t)
{
    const double *expected = expected_slopes(t, t->outcomes[XB_RULE_ADJOINT].in.slopes, true);
    each_home(t, XB_RULE_ADJOINT, NULL, check_unchanged);
    each_home(t, XB_RULE_ADJOINT, expected, check_slopes);
    if (t->outcomes[XB_RULE_ADJOINT].leaves)
        say(t, XB_RULE_ADJOINT, "leaves something on a stack", 0);
}

/* Where the routine itself does not run, nothing is compared. */
static void skip(xb_rule_trial *t)
{
    for (int p = 0; p < XB_RULE_PARTS; p++)
        if (t->parts[p] && !t->tallies[p].skipped)
            t->tallies[p].skipped =
                xb_arena_format(t->check->arena, "'%s' could not be run%s", name_of(t, XB_RULE_ROUTINE),
                                reason_text(t, XB_RULE_ROUTINE));
}

void xb_rule_trial_judge(xb_rule_trial *t)
{
    if (!t->outcomes[XB_RULE_ROUTINE].ran || t->reads_out) {
        if (t->reads_out)
            say(t, XB_RULE_ROUTINE, "reads an argument of intent out", 0);
        else
            skip(t);
        return;
    }
    if (ran(t, XB_RULE_ROUTINE))
        judge_routine(t);
    if (ran(t, XB_RULE_TANGENT))
        judge_tangent(t);
    if (ran(t, XB_RULE_RECORDING))
        judge_recording(t);
    if (ran(t, XB_RULE_ADJOINT))
        judge_adjoint(t);
}
