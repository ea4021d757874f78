/*
 * The routine is run with dual numbers, one direction for each element, and one for all global variables; its
 * parts as they are, with derivative statements in one direction. What must not be read has no value, and
 * what must be overwritten or incremented has a derivative beforehand.
 */
#include "verify/catalogue_routines.h"

#include <math.h>
#include <string.h>

#include "verify/draw.h"

/* ---- arguments ----------------------------------------------------------------------------------------- */

void xb_rule_trial_lay_out(xb_rule_trial *t)
{
    t->elements = 0;
    for (size_t k = 0; k < t->count; k++) {
        xb_rule_place *place = &t->places[k];
        place->home = t->same != t->other && k == t->other ? t->same : k;
        place->first = place->home == k ? t->elements : t->places[place->home].first;
        place->read = place->written = place->before = place->after = false;
        t->elements += place->home == k ? place->count : 0;
    }
    for (size_t k = 0; k < t->count; k++) {
        const xb_rule_argument *argument = &t->rule->arguments[k];
        xb_rule_place *home = &t->places[t->places[k].home];
        home->read = home->read || argument->intent != XB_INTENT_OUT;
        home->written = home->written || argument->intent != XB_INTENT_IN;
        home->before = home->before || argument->needed == XB_RULE_BEFORE;
        home->after = home->after || argument->needed == XB_RULE_AFTER;
    }
}

static bool is_home(const xb_rule_trial *t, size_t k)
{
    return t->places[k].home == k;
}

/* ---- points -------------------------------------------------------------------------------------------- */

static double draw_number(xb_rule_trial *t, size_t k, size_t extent)
{
    const xb_rule_argument *argument = &t->rule->arguments[k];
    uint64_t *state = &t->check->state;
    double number = draw(state, -1, 1);
    switch (t->places[k].type) {
    case XB_TYPE_BOOL: return number > 0;
    case XB_TYPE_INTEGER:
        if (t->places[k].rank == 0 && argument->extent_count == 1)
            return (double)argument->extents[0];
        return floor(1 + (number + 1) / 2 * (double)(extent < 3 ? 3 : extent));
    default:
        number = number < 0 ? number - 0.2 : number + 0.2;
        return t->special ? draw_special(state, t->point, t->count, k, t->places[k].count == 1, number)
                          : number;
    }
}

/* A matrix whose diagonal dominates: extents are equal. */
static void shape_matrix(const xb_rule_place *place, bool symmetric, double *values)
{
    size_t n = (size_t)xb_bounds_extent(place->bounds[0]);
    for (size_t i = 0; i < n; i++) {
        values[i * n + i] = fabs(values[i * n + i]) + 2 * (double)n;
        for (size_t j = 0; symmetric && j < i; j++)
            values[i * n + j] = values[j * n + i];
    }
}

static void draw_point(xb_rule_trial *t)
{
    xb_rule_numbers *in = &t->outcomes[XB_RULE_ROUTINE].in;
    for (size_t k = 0; k < t->count; k++) {
        const xb_rule_place *place = &t->places[k];
        xb_rule_sample sample = t->rule->arguments[k].sample;
        for (size_t i = 0; is_home(t, k) && i < place->count; i++) {
            in->values[place->first + i] = draw_number(t, k, place->count);
            in->slopes[place->first + i] = draw(&t->check->state, -1, 1);
            in->defined[place->first + i] = place->read;
        }
        bool square =
            place->rank == 2 && xb_bounds_extent(place->bounds[0]) == xb_bounds_extent(place->bounds[1]);
        if (is_home(t, k) && square && sample != XB_RULE_SAMPLE_ANY)
            shape_matrix(place, sample == XB_RULE_SAMPLE_SYMMETRIC, in->values + place->first);
    }
}

/* ---- runs ---------------------------------------------------------------------------------------------- */

static xb_number number_of(xb_type type, double value)
{
    xb_number number = xb_number_of_real(value);
    if (type == XB_TYPE_REAL)
        return number;
    number = xb_number_of_integer((int64_t)value);
    number.type = type;
    return number;
}

static double value_of(const xb_number *number)
{
    return number->type == XB_TYPE_REAL ? number->real : (double)number->integer;
}

static void fill(const xb_rule_trial *t, xb_variable *variable, size_t k, const xb_rule_numbers *in,
                 bool exact)
{
    const xb_rule_place *place = &t->places[k];
    for (size_t i = 0; i < place->count; i++) {
        size_t element = place->first + i;
        xb_number number = number_of(place->type, in->values[element]);
        if (in->defined[element])
            xb_variable_set(variable, i, &number);
        if (exact && place->type == XB_TYPE_REAL && in->defined[element])
            xb_variable_set_derivative(variable, i, element, 1);
        else if (!exact && place->active)
            xb_variable_set_derivative(variable, i, 0, in->slopes[element]);
    }
}

/* Makes the arguments of a part. @return false if memory ran out */
static bool make_arguments(xb_rule_trial *t, xb_evaluator *evaluator, const xb_rule_numbers *in)
{
    for (size_t k = 0; k < t->count; k++) {
        const xb_rule_place *place = &t->places[k];
        t->arguments[k] = is_home(t, k)
                              ? xb_variable_create(evaluator, place->type, NULL, place->rank, place->bounds)
                              : t->arguments[place->home];
        if (!t->arguments[k])
            return false;
        if (is_home(t, k))
            fill(t, t->arguments[k], k, in, evaluator == t->exact);
    }
    return true;
}

static void take_results(xb_rule_trial *t, xb_rule_numbers *out)
{
    for (size_t k = 0; k < t->count; k++) {
        const xb_rule_place *place = &t->places[k];
        for (size_t i = 0; is_home(t, k) && i < place->count; i++) {
            size_t element = place->first + i;
            xb_number number = {.type = XB_TYPE_VOID};
            double complex slope = NAN;
            out->defined[element] = xb_variable_get(t->arguments[k], i, &number);
            out->values[element] = out->defined[element] ? value_of(&number) : NAN;
            if (place->active && !xb_variable_get_derivative(t->arguments[k], i, 0, &slope))
                slope = NAN;
            out->slopes[element] = creal(slope);
        }
    }
}

static void take_jacobian(xb_rule_trial *t)
{
    memset(t->jacobian, 0, t->elements * t->elements * sizeof *t->jacobian);
    for (size_t k = 0; k < t->count; k++) {
        const xb_rule_place *place = &t->places[k];
        for (size_t i = 0; is_home(t, k) && place->type == XB_TYPE_REAL && i < place->count; i++)
            for (size_t d = 0; d < t->elements; d++) {
                double complex slope = 0;
                (void)xb_variable_get_derivative(t->arguments[k], i, d, &slope);
                t->jacobian[(place->first + i) * t->elements + d] = creal(slope);
            }
    }
}

/* Whether an argument has a derivative by global variables. */
static bool depends(const xb_rule_trial *t)
{
    for (size_t k = 0; k < t->count; k++)
        for (size_t i = 0; t->places[k].type == XB_TYPE_REAL && i < t->places[k].count; i++) {
            double complex slope = 0;
            if (xb_variable_get_derivative(t->arguments[k], i, t->elements, &slope) && slope != 0)
                return true;
        }
    return false;
}

static bool run(xb_rule_trial *t, xb_rule_part part)
{
    xb_rule_outcome *outcome = &t->outcomes[part];
    xb_evaluator *evaluator = part == XB_RULE_ROUTINE ? t->exact : t->plain;
    const xb_rule_slope slope = {evaluator == t->exact ? t->elements : 0, evaluator == t->exact ? 1 : 0.5};
    xb_rule_globals_fill(t->check->globals, evaluator, slope);
    const xb_diagnostics *said = t->check->options.program->diagnostics;
    const size_t before = xb_diagnostics_count(said);
    outcome->ran = make_arguments(t, evaluator, &outcome->in) &&
                   xb_evaluator_call(evaluator, t->parts[part], t->arguments, t->count) == XB_STATUS_OK;
    outcome->error = xb_diagnostics_count(said) > before ? xb_diagnostics_at(said, before) : NULL;
    if (!outcome->ran)
        return false;
    outcome->touches = xb_rule_globals_changed(t->check->globals, evaluator, slope);
    outcome->different = part == XB_RULE_ROUTINE ? NULL : xb_rule_globals_different(t);
    take_results(t, &outcome->out);
    return true;
}

/* Whether the routine only runs if what it is said not to read has values. */
static bool run_with_values(xb_rule_trial *t)
{
    xb_evaluator_reset(t->exact);
    for (size_t i = 0; i < t->elements; i++)
        t->outcomes[XB_RULE_ROUTINE].in.defined[i] = true;
    return run(t, XB_RULE_ROUTINE);
}

/* What the adjoint routine finds: the values that it needs, and no others. */
static void prepare_adjoint(xb_rule_trial *t, const xb_rule_outcome *routine, xb_rule_numbers *in)
{
    for (size_t k = 0; k < t->count; k++) {
        const xb_rule_place *place = &t->places[k];
        const xb_rule_numbers *from = place->after ? &routine->out : &routine->in;
        for (size_t i = place->first; is_home(t, k) && i < place->first + place->count; i++) {
            in->values[i] = from->values[i];
            in->defined[i] = from->defined[i] && (place->before || place->after);
            in->slopes[i] = draw(&t->check->state, -1, 1);
        }
    }
}

/* What the others find: the same as the routine, and derivatives. */
static void prepare_like_routine(xb_rule_trial *t, xb_rule_part part)
{
    const xb_rule_numbers *from = &t->outcomes[XB_RULE_ROUTINE].in;
    xb_rule_numbers *in = &t->outcomes[part].in;
    for (size_t i = 0; i < t->elements; i++) {
        in->values[i] = from->values[i];
        in->slopes[i] = from->slopes[i];
        in->defined[i] = from->defined[i];
    }
}

static bool run_part(xb_rule_trial *t, xb_rule_part part)
{
    t->outcomes[part].ran = false;
    if (!t->parts[part])
        return false;
    if (part == XB_RULE_ADJOINT)
        prepare_adjoint(t, &t->outcomes[XB_RULE_ROUTINE], &t->outcomes[XB_RULE_ADJOINT].in);
    else
        prepare_like_routine(t, part);
    return run(t, part);
}

static bool call(xb_rule_trial *t, xb_rule_part part, const xb_rule_numbers *in)
{
    return make_arguments(t, t->plain, in) &&
           xb_evaluator_call(t->plain, t->parts[part], t->arguments, t->count) == XB_STATUS_OK;
}

/* What was recorded has to last while other calls, with other numbers, are recorded and returned from. */
static void run_others(xb_rule_trial *t, int first)
{
    const xb_rule_numbers *from = first > 0 ? &t->others[first - 1].in : &t->outcomes[XB_RULE_ROUTINE].in;
    if (first == XB_RULE_OTHERS || !t->parts[XB_RULE_RECORDING] || !t->parts[XB_RULE_ADJOINT])
        return;
    xb_rule_outcome *other = &t->others[first];
    xb_rule_numbers *in = &other->in;
    for (size_t k = 0; k < t->count; k++)
        for (size_t i = t->places[k].first; i < t->places[k].first + t->places[k].count; i++) {
            in->values[i] = t->places[k].type == XB_TYPE_REAL ? 1.25 * from->values[i] : from->values[i];
            in->slopes[i] = from->slopes[i];
            in->defined[i] = from->defined[i];
        }
    if (!call(t, XB_RULE_RECORDING, in))
        return;
    take_results(t, &other->out);
    run_others(t, first + 1);
    xb_rule_numbers adjoint = t->outcomes[XB_RULE_ADJOINT].in;
    prepare_adjoint(t, other, &adjoint);
    (void)call(t, XB_RULE_ADJOINT, &adjoint);
}

/* Whether a point is one that the rule has to be right at: no kink, where it may choose a side, and nothing
 * that is not finite. */
static bool is_regular(const xb_rule_trial *t)
{
    const xb_rule_numbers *out = &t->outcomes[XB_RULE_ROUTINE].out;
    bool regular = xb_evaluator_kink_distance(t->exact) >= XB_RULE_KINK;
    for (size_t i = 0; i < t->elements; i++)
        regular = regular && (!out->defined[i] || isfinite(out->values[i]));
    for (size_t i = 0; i < t->elements * t->elements; i++)
        regular = regular && isfinite(t->jacobian[i]);
    return regular;
}

bool xb_rule_trial_run(xb_rule_trial *t)
{
    xb_evaluator_reset(t->exact);
    xb_evaluator_reset(t->plain);
    draw_point(t);
    t->reads_out = false;
    if (!run(t, XB_RULE_ROUTINE)) {
        t->reads_out = run_with_values(t);
        return !t->special;
    }
    take_jacobian(t);
    if (!is_regular(t))
        return false;
    t->depends = depends(t);
    run_part(t, XB_RULE_TANGENT);
    xb_evaluator_reset(t->plain);
    run_part(t, XB_RULE_RECORDING);
    run_others(t, 0);
    xb_rule_globals_leave(t);
    run_part(t, XB_RULE_ADJOINT);
    t->outcomes[XB_RULE_ADJOINT].leaves = xb_evaluator_check_stacks(t->plain) != XB_STATUS_OK;
    return true;
}
