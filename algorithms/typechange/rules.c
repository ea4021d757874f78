/*
 * Footprints tell what routines use, closed over what these call.
 */
#include "algorithms/typechange/rules.h"

#include "algorithm/routine_rules.h"
#include "analysis/footprints.h"

/* ---- active variables ---------------------------------------------------------------------------------- */

static xb_status refuse_active(xb_program *program, const xb_routine_rule *rule, const xb_routine *body,
                               const xb_list *used)
{
    for (size_t i = 0; i < used->count; i++) {
        const xb_symbol *symbol = used->items[i];
        if (xb_symbol_is_active(symbol))
            return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED,
                            xb_program_place(program, &body->node, NULL),
                            "let it be an argument, or declare it passive",
                            "'%s' uses '%s', an active variable that is no argument, which the rule of '%s' "
                            "(%s:%zu) does not cover",
                            body->symbol->id->text, symbol->id->text, rule->name, rule->file, rule->line);
    }
    return XB_STATUS_OK;
}

static xb_status check_body(xb_run *run, const xb_routine *routine)
{
    xb_program *program = xb_run_program(run);
    const xb_routine *body = xb_program_routine(program, xb_routine_rule_symbol(routine));
    const xb_footprint *footprint =
        body ? xb_footprint_of(xb_footprints_of(xb_run_analyses(run)), body) : NULL;
    if (!footprint)
        return XB_STATUS_OK;
    xb_status status = refuse_active(program, routine->rule, body, &footprint->read);
    return status ? status : refuse_active(program, routine->rule, body, &footprint->modified);
}

xb_status xb_rules_check(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_status status = routine->rule ? check_body(run, routine) : XB_STATUS_OK;
        worst = status ? status : worst;
    }
    return worst;
}

/* ---- what changes -------------------------------------------------------------------------------------- */

static bool is_listed(const xb_list *symbols, const xb_symbol *symbol)
{
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->items[i] == symbol)
            return true;
    return false;
}

/* A routine of the program that modifies a variable, or NULL. */
static const xb_routine *who_modifies(const xb_program *program, const xb_footprints *footprints,
                                      const xb_symbol *symbol)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const xb_footprint *footprint = xb_footprint_of(footprints, routine);
        if (footprint && !routine->kept && !routine->rule && is_listed(&footprint->modified, symbol))
            return routine;
    }
    return NULL;
}

void xb_rule_warn_of_changes(xb_run *run, const xb_routine *routine)
{
    xb_program *program = xb_run_program(run);
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(run));
    const xb_routine *adjoint = xb_routine_rule_body(program, routine->rule->adjoint);
    const xb_footprint *footprint = adjoint ? xb_footprint_of(footprints, adjoint) : NULL;
    for (size_t i = 0; footprint && i < footprint->read.count; i++) {
        const xb_symbol *symbol = footprint->read.items[i];
        const xb_routine *other = who_modifies(program, footprints, symbol);
        if (other)
            xb_warning(program->diagnostics, xb_program_place(program, &adjoint->node, NULL),
                       "let it be an argument",
                       "'%s' reads '%s', which is no argument, and '%s' modifies it: it is taken to have the "
                       "same value on the way back",
                       adjoint->symbol->id->text, symbol->id->text, other->symbol->id->text);
    }
}
