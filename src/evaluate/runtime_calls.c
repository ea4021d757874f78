/*
 * Calls are checked before anything is done: number of arguments, what each must be to be used as the call
 * does, ranks that the name says. Where an argument is wrong the run ends with an error that names it by its
 * position.
 */
#include "evaluate/runtime_calls.h"

#include <string.h>

/* ---- numbers of arguments ------------------------------------------------------------------------- */

static const char *wanted_count(xb_evaluator *evaluator, const xb_runtime_facts *facts)
{
    size_t least = strlen(facts->accesses);
    xb_arena *arena = evaluator->scratch;
    evaluator->scratch_used = true;
    if (facts->again == 0)
        return xb_arena_format(arena, "%zu", least);
    if (facts->again == 1)
        return xb_arena_format(arena, "%zu or more", least);
    return xb_arena_format(arena, "%zu, %zu, %zu …", least, least + facts->again, least + 2 * facts->again);
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
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED,
                          "associationbyname makes derivatives variables, whose "
                          "values can be pushed and stored",
                          "argument %zu of %s is a derivative, where a value is needed", i + 1,
                          site->call->name->text);
}

static void check_integer(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i)
{
    const xb_variable *variable = site->arguments[i].variable;
    if (xb_variable_type(variable) != XB_TYPE_INTEGER || variable->rank > 0)
        wrong(evaluator, site, i, "is no integer");
}

static void check_index(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i)
{
    if (xb_variable_type(site->arguments[i].variable) != XB_TYPE_INTEGER)
        wrong(evaluator, site, i, "is no integer");
}

static void check_text(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i)
{
    const xb_variable *variable = site->arguments[i].variable;
    if (xb_variable_type(variable) != XB_TYPE_STRING || variable->rank > 0)
        wrong(evaluator, site, i, "is no string");
}

/* What an argument must be for what is done with it. */
static void check_access(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i,
                         xb_runtime_access access)
{
    const xb_actual *argument = &site->arguments[i];
    if (access == XB_ACCESS_ALLOCATED) {
        if (!argument->symbol || argument->reference->subscripts.count > 0)
            wrong(evaluator, site, i, "is no whole variable, and can't be allocated");
        return;
    }
    if (access == XB_ACCESS_WRITTEN && !argument->symbol)
        wrong(evaluator, site, i, "is a constant, and can't be set");
    xb_variable_require(argument->variable);
    switch (access) {
    case XB_ACCESS_READ:
    case XB_ACCESS_WRITTEN: check_value(evaluator, site, i); return;
    case XB_ACCESS_DERIVATIVE_READ:
    case XB_ACCESS_DERIVATIVE_WRITTEN:
    case XB_ACCESS_DERIVATIVE_UPDATED: check_derivative(evaluator, site, i); return;
    case XB_ACCESS_NUMBER: check_integer(evaluator, site, i); return;
    case XB_ACCESS_INDEX: check_index(evaluator, site, i); return;
    case XB_ACCESS_TEXT: check_text(evaluator, site, i); return;
    default: return;
    }
}

static void check_rank(xb_evaluator *evaluator, const xb_inlinable_site *site, size_t i, int rank)
{
    if (site->arguments[i].variable->rank != rank)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "argument %zu of %s has rank %d, and rank %d by the name of the call", i + 1,
                          site->call->name->text, site->arguments[i].variable->rank, rank);
}

void xb_call_run(xb_evaluator *evaluator, const xb_inlinable_runner *inlinable, const xb_inlinable_site *site)
{
    const xb_call_form *form = inlinable->data;
    if (!xb_runtime_takes(form->call.code, site->count))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s has %zu %s, but takes %s",
                          site->call->name->text, site->count,
                          xb_plural(site->count, "argument", "arguments"),
                          wanted_count(evaluator, form->facts));
    for (size_t i = 0; i < site->count; i++) {
        check_present(evaluator, site, i);
        check_access(evaluator, site, i, xb_runtime_access_of(&form->call, site->count, i));
    }
    for (size_t i = 0; i < form->call.rank_count && i < site->count; i++)
        check_rank(evaluator, site, i, form->call.ranks[i]);
    form->action(evaluator, form, site);
}

const char *xb_call_shape(const xb_variable *variable)
{
    xb_evaluator *evaluator = variable->evaluator;
    evaluator->scratch_used = true;
    const char *text = "(";
    for (int d = 0; d < variable->rank; d++) {
        text = xb_arena_format(evaluator->scratch, "%s%s%llu", text, d > 0 ? "," : "",
                               (unsigned long long)xb_bounds_extent(variable->bounds[d]));
    }
    return xb_arena_format(evaluator->scratch, "%s)", text);
}
