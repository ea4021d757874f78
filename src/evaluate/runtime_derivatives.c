/*
 * Calls that propagate derivatives, in either mode. All of them are sums of terms a·x' that are added to y',
 * or put in its place. One call only looks how large derivatives are.
 */
#include "evaluate/runtime_calls.h"

#include <math.h>

/* In forward mode nothing is summed up: a scalar is no place for the derivatives of an array. */
static void check_conforming(xb_evaluator *evaluator, const xb_call_form *form, const xb_variable *target,
                             const xb_derivative_term *term)
{
    if (!form->facts->forward || target->rank > 0)
        return;
    if (term->source->rank > 0 || (term->factor && term->factor->rank > 0))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "derivatives of an array are assigned to that of the scalar %s",
                          xb_variable_name(target));
}

static double sign_of(const xb_call_form *form)
{
    return form->facts->negated ? -1 : 1;
}

/* Whether terms are added to the derivative of an argument, not put in its place. */
static bool updates(const xb_call_form *form, const xb_inlinable_site *site, size_t i)
{
    return xb_runtime_access_of(&form->call, site->count, i) == XB_ACCESS_DERIVATIVE_UPDATED;
}

void xb_call_propagate_first(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_variable *target = xb_call_variable(site, 0), *source = xb_call_variable(site, 1);
    if (!xb_evaluator_propagates(evaluator))
        return;
    const xb_derivative_term term = {.sign = sign_of(form), .source = source};
    check_conforming(evaluator, form, target, &term);
    xb_combine_derivatives(target, updates(form, site, 0), &term, 1);
}

/* One term of one argument, or any number of two each. */
void xb_call_propagate_last(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_variable *target = xb_call_variable(site, site->count - 1);
    size_t width = site->count == 2 ? 1 : 2, count = (site->count - 1) / width;
    if (!xb_evaluator_propagates(evaluator))
        return;
    xb_derivative_term *terms = xb_evaluator_scratch(evaluator, count, sizeof *terms);
    xb_array *factors = xb_evaluator_scratch(evaluator, count, sizeof *factors);
    for (size_t i = 0; i < count; i++) {
        terms[i].sign = sign_of(form);
        terms[i].source = xb_call_variable(site, width * i + width - 1);
        if (width == 2) {
            factors[i] = xb_variable_load(xb_call_variable(site, 2 * i), XB_PART_VALUE, false);
            terms[i].factor = &factors[i];
        }
        check_conforming(evaluator, form, target, &terms[i]);
    }
    xb_combine_derivatives(target, updates(form, site, site->count - 1), terms, count);
}

void xb_call_zero(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    (void)form;
    if (xb_evaluator_propagates(evaluator))
        xb_zero_derivatives(xb_call_variable(site, 0));
}

void xb_call_move(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    if (xb_variable_same_storage(xb_call_variable(site, 0), xb_call_variable(site, 1)))
        return;
    xb_call_propagate_last(evaluator, form, site);
    xb_call_zero(evaluator, form, site);
}

/* The largest magnitude; a number that is none is larger than any. */
static double largest(const double *numbers, size_t count)
{
    double found = 0;
    for (size_t i = 0; i < count && !isnan(found); i++)
        if (!(fabs(numbers[i]) <= found))
            found = fabs(numbers[i]);
    return found;
}

/* Element by element; without derivatives nothing is larger. */
void xb_call_find_largest(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site)
{
    const xb_variable *source = xb_call_variable(site, 2);
    xb_array found = xb_variable_load(xb_call_variable(site, 1), XB_PART_VALUE, true);
    (void)form;
    if (xb_evaluator_propagates(evaluator)) {
        const xb_array array = xb_variable_load(source, XB_PART_DERIVATIVE, false);
        const size_t components = source->cells->sides * array.directions;
        if (found.count != array.count)
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                              "the derivative of %s has not the shape of what is compared with it",
                              xb_variable_name(source));
        for (size_t i = 0; array.tangents && i < array.count; i++) {
            const double size = largest(array.tangents + i * components, components);
            if (!(size <= found.reals[i]) && !isnan(found.reals[i]))
                found.reals[i] = size;
        }
    }
    xb_variable_store(xb_call_variable(site, 0), &found, XB_PART_VALUE);
}
