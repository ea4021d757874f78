/*
 * Calls are checked before anything is done: number of arguments, what each must be to be used as the call
 * does, ranks that the name says. Where an argument is wrong the run ends with an error that names it by its
 * position.
 */
#include "evaluate/runtime_calls.h"

/* ---- numbers of arguments ------------------------------------------------------------------------- */

static size_t least_count(const xb_call_form *form)
{
    return form->first + form->again + form->last;
}

static bool fits(const xb_call_form *form, size_t count)
{
    size_t least = least_count(form);
    if (form->again == 0)
        return count == least;
    return count >= least && (count - least) % form->again == 0;
}

static char role_at(const xb_call_form *form, size_t count, size_t i)
{
    const xb_call_roles *roles = &form->rule->roles;
    if (i < form->first)
        return roles->first[i];
    if (i >= count - form->last)
        return roles->last[i - (count - form->last)];
    return roles->again[(i - form->first) % form->again];
}

static const char *wanted_count(xb_evaluator *evaluator, const xb_call_form *form)
{
    size_t least = least_count(form);
    xb_arena *arena = evaluator->scratch;
    evaluator->scratch_used = true;
    if (form->again == 0)
        return xb_arena_format(arena, "%zu", least);
    if (form->again == 1)
        return xb_arena_format(arena, "%zu or more", least);
    return xb_arena_format(arena, "%zu, %zu, %zu …", least, least + form->again, least + 2 * form->again);
}

/* ---- arguments ------------------------------------------------------------------------------------ */

_Noreturn static void wrong(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i,
                            const char *problem)
{
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "argument %zu of %s %s", i + 1,
                      site->call->name->text, problem);
}

static void check_present(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i)
{
    const xb_actual *argument = &site->arguments[i];
    if (!argument->variable)
        wrong(evaluator, site, i, argument->symbol ? "is an optional argument that is absent" : "is missing");
}

static void check_derivative(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i)
{
    const xb_actual *argument = &site->arguments[i];
    if (!argument->symbol)
        wrong(evaluator, site, i, "is a constant, which has no derivative");
    if (!xb_symbol_is_active(argument->symbol))
        wrong(evaluator, site, i, "is passive and has no derivative");
}

static void check_value(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i)
{
    if (site->arguments[i].reference && site->arguments[i].reference->deriv)
        wrong(evaluator, site, i, "is a derivative, where a value is needed");
}

/* What an argument must be to play a role. */
static void check_role(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i, char role)
{
    const xb_actual *argument = &site->arguments[i];
    if (role == 'm') {
        if (!argument->symbol || argument->reference->subscripts.count > 0)
            wrong(evaluator, site, i, "is no whole variable, and can't be allocated");
        return;
    }
    if (role == 'w' && !argument->symbol)
        wrong(evaluator, site, i, "is a constant, and can't be set");
    xb_variable_require(argument->variable);
    if (role == 'v' || role == 'w')
        check_value(evaluator, site, i);
    if (role == 'x' || role == 'y')
        check_derivative(evaluator, site, i);
    if (role == 'n' &&
        (xb_variable_type(argument->variable) != XB_TYPE_INTEGER || argument->variable->rank > 0))
        wrong(evaluator, site, i, "is no integer");
}

static void check_rank(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i, int rank)
{
    if (site->arguments[i].variable->rank != rank)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "argument %zu of %s has rank %d, and rank %d by the name of the call", i + 1,
                          site->call->name->text, site->arguments[i].variable->rank, rank);
}

void xb_call_run(xb_evaluator *evaluator, const xb_inlinable *inlinable, const xb_inlinable_site *site)
{
    const xb_call_form *form = inlinable->data;
    if (!fits(form, site->count))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s has %zu %s, but takes %s",
                          site->call->name->text, site->count,
                          xb_plural(site->count, "argument", "arguments"), wanted_count(evaluator, form));
    for (size_t i = 0; i < site->count; i++) {
        check_present(evaluator, site, i);
        check_role(evaluator, site, i, role_at(form, site->count, i));
    }
    for (size_t i = 0; i < form->rank_count && i < site->count; i++)
        check_rank(evaluator, site, i, form->ranks[i]);
    form->rule->action(evaluator, form, site);
}

const char *xb_call_shape(const xb_variable *variable)
{
    xb_evaluator *evaluator = variable->evaluator;
    evaluator->scratch_used = true;
    const char *text = "(";
    for (int d = 0; d < variable->rank; d++) {
        xb_bounds bounds = variable->bounds[d];
        uint64_t extent =
            bounds.upper < bounds.lower ? 0 : (uint64_t)bounds.upper - (uint64_t)bounds.lower + 1;
        text = xb_arena_format(evaluator->scratch, "%s%s%llu", text, d > 0 ? "," : "",
                               (unsigned long long)extent);
    }
    return xb_arena_format(evaluator->scratch, "%s)", text);
}
