/*
 * Footprints tell what routines use, closed over what these call. There, one variable stands for all that may
 * be one storage with it: what is meant is looked for among the variables of the routines themselves.
 */
#include "algorithms/typechange/rules.h"

#include "algorithm/routine_rules.h"
#include "analysis/footprints.h"
#include "analysis/storage.h"

/* ---- whose variables ----------------------------------------------------------------------------------- */

/* A routine and all that it calls. */
static xb_list reached_from(const xb_program *program, xb_arena *scratch, const xb_routine *routine)
{
    xb_list reached = {.count = 0};
    xb_list_append(scratch, &reached, routine);
    for (size_t i = 0; i < reached.count; i++)
        for (size_t k = 0; k < program->call_edges.count; k++) {
            const xb_call_graph_edge *edge = program->call_edges.items[k];
            if (edge->source == reached.items[i] && !xb_list_has(&reached, edge->target))
                xb_list_append(scratch, &reached, edge->target);
        }
    return reached;
}

/* An active variable of a scope, no argument, in a storage class; or NULL. */
static const xb_symbol *active_in(const xb_scope *scope, const xb_storage *storage, uint32_t class)
{
    for (size_t k = 0; k < scope->read_count; k++) {
        const xb_symbol *symbol = scope->symbols.items[k];
        if (xb_symbol_is_active(symbol) && !xb_storage_is_formal(storage, symbol) &&
            xb_storage_class(storage, symbol) == class)
            return symbol;
    }
    return NULL;
}

/* One that is global. */
static const xb_symbol *active_global(const xb_program *program, const xb_storage *storage, uint32_t class)
{
    const xb_symbol *found = NULL;
    for (size_t i = 0; !found && i < program->scopes.count; i++)
        if (!xb_program_has_procedure(program, program->scopes.items[i]))
            found = active_in(program->scopes.items[i], storage, class);
    return found;
}

/* One that some routine has, and that may be the storage of a global one. */
static const xb_symbol *shared_variable(xb_run *run, const xb_routine *body, uint32_t class)
{
    const xb_program *program = xb_run_program(run);
    const xb_storage *storage = xb_storage_of(xb_run_analyses(run));
    const xb_list routines = reached_from(program, xb_run_scratch(run), body);
    const xb_symbol *found = NULL;
    for (size_t i = 0; !found && i < routines.count; i++)
        found = active_in(((const xb_routine *)routines.items[i])->scope, storage, class);
    return found && active_global(program, storage, class) ? found : NULL;
}

/* ---- active variables ---------------------------------------------------------------------------------- */

static xb_status refuse_outside(const xb_program *program, const xb_routine_rule *rule,
                                const xb_routine *body, const xb_symbol *symbol)
{
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &body->node, NULL),
                    "let it be an argument, or declare it passive",
                    "'%s' uses '%s', an active variable that is no argument, which the rule of '%s' "
                    "(%s:%zu) does not cover",
                    body->symbol->id->text, symbol->id->text, rule->name, rule->file, rule->line);
}

/* Nothing tells that it is nobody else's. */
static xb_status refuse_own(const xb_program *program, const xb_routine_rule *rule, const xb_routine *body,
                            const xb_symbol *symbol)
{
    return xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &symbol->node, NULL),
        "declare it passive (--passivate), or give the document alias sets",
        "'%s', an active variable that '%s' uses for itself, may share storage with variables from outside, "
        "as far as the document tells, which the rule of '%s' (%s:%zu) does not cover",
        symbol->id->text, body->symbol->id->text, rule->name, rule->file, rule->line);
}

static xb_status refuse_active(xb_run *run, const xb_routine_rule *rule, const xb_routine *body,
                               const xb_list *used)
{
    const xb_program *program = xb_run_program(run);
    for (size_t i = 0; i < used->count; i++) {
        const xb_symbol *symbol = used->items[i];
        bool is_global = !xb_program_has_procedure(program, symbol->scope);
        uint32_t class = xb_storage_class(xb_storage_of(xb_run_analyses(run)), symbol);
        const xb_symbol *own = is_global ? NULL : shared_variable(run, body, class);
        if (is_global && xb_symbol_is_active(symbol))
            return refuse_outside(program, rule, body, symbol);
        if (own)
            return refuse_own(program, rule, body, own);
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
    xb_status status = refuse_active(run, routine->rule, body, &footprint->read);
    return status ? status : refuse_active(run, routine->rule, body, &footprint->modified);
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

/* A routine of the program that modifies a variable, or NULL. */
static const xb_routine *who_modifies(const xb_program *program, const xb_footprints *footprints,
                                      const xb_symbol *symbol)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const xb_footprint *footprint = xb_footprint_of(footprints, routine);
        if (footprint && !routine->kept && !routine->rule && xb_list_has(&footprint->modified, symbol))
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
