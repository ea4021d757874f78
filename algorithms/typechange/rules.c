/*
 * Footprints tell what routines use, closed over what these call. There, one variable stands for all that may
 * be one storage with it: what is meant is looked for among the variables of the routines themselves. What is
 * read first is told by exposure.
 */
#include "algorithms/typechange/rules.h"

#include "algorithm/routine_rules.h"
#include "analysis/calls.h"
#include "analysis/constructs.h"
#include "analysis/exposure.h"
#include "analysis/footprints.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"

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

static xb_status check_outside(xb_run *run, const xb_routine *routine, const xb_routine *body)
{
    const xb_footprint *footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(run)), body);
    if (!footprint)
        return XB_STATUS_OK;
    xb_status status = refuse_active(run, routine->rule, body, &footprint->read);
    return status ? status : refuse_active(run, routine->rule, body, &footprint->modified);
}

/* ---- intents ------------------------------------------------------------------------------------------- */

/* A routine that takes the part of one with a rule. */
typedef struct part_check {
    xb_run *run;
    const xb_routine_rule *rule;
    const xb_routine *part;
    xb_list first;   /* xb_symbol: read where nothing of them has been assigned, on the only way there is */
    xb_list perhaps; /* likewise, on some way */
} part_check;

static const xb_footprints *footprints_for(const part_check *c)
{
    return xb_footprints_of(xb_run_analyses(c->run));
}

static bool is_modified(const part_check *c, const xb_formal *formal)
{
    return xb_effects_modifies(xb_effects_of(xb_run_analyses(c->run)), formal);
}

/* An argument is used against its intent. */
static xb_status refuse_use(const part_check *c, uint32_t position, const char *breach, bool is_certain)
{
    xb_program *program = xb_run_program(c->run);
    const bool is_input = c->rule->arguments[position - 1].intent == XB_INTENT_IN;
    const xb_place place = xb_program_place(program, &c->part->node, NULL);
    const char *hint = "say intent=\"inout\" in the rule";
    const char *text = xb_arena_format(
        xb_run_scratch(c->run), "argument %u of '%s' is of intent %s by the rule of '%s' (%s:%zu), but %s",
        (unsigned)position, c->part->symbol->id->text, is_input ? "in" : "out", c->rule->name, c->rule->file,
        c->rule->line, breach);
    if (is_certain)
        return xb_error(program->diagnostics, XB_STATUS_INVALID, place, hint, "%s", text);
    xb_warning(program->diagnostics, place, hint, "%s", text);
    return XB_STATUS_OK;
}

/* What routines without body do may be known to the rule alone. */
static xb_status check_input(const part_check *c, const xb_formal *formal)
{
    const xb_footprint *footprint = xb_footprint_of(footprints_for(c), c->part);
    if (!is_modified(c, formal))
        return XB_STATUS_OK;
    return footprint && footprint->modifies_unknown
               ? refuse_use(c, formal->position, "may be modified", false)
               : refuse_use(c, formal->position, "is modified", true);
}

/* Of a number it is known better than of an array whether it has been assigned. */
static xb_status check_output(const part_check *c, const xb_formal *formal, bool is_recursive)
{
    const xb_formal_use use = xb_formal_use_of(footprints_for(c), formal);
    if (xb_list_has(&c->first, formal->symbol) || (use.seen && !is_modified(c, formal)))
        return refuse_use(c, formal->position, "is read before anything is assigned to it", true);
    if (xb_list_has(&c->perhaps, formal->symbol) ||
        (use.seen && use.exposed && formal->symbol->rank == 0 && !is_recursive))
        return refuse_use(c, formal->position, "may be read before it is assigned", false);
    return XB_STATUS_OK;
}

static bool is_recursive(xb_run *run, const xb_routine *routine)
{
    const bool *recursive = xb_calls_recursive(xb_run_analyses(run));
    const uint32_t vertex = xb_calls_vertex(xb_calls_of(xb_run_analyses(run)), routine);
    return !recursive || vertex == XB_GRAPH_NONE || recursive[vertex];
}

/* Where control goes on if nothing decides, and loops have a round; XB_GRAPH_NONE: something decides. */
static uint32_t next_on_the_way(const xb_flow_graph *flow, uint32_t v)
{
    uint32_t next = XB_GRAPH_NONE;
    for (uint32_t e = xb_graph_first_out(&flow->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&flow->graph, e)) {
        if (xb_is_body_edge(flow, e))
            return xb_graph_target(&flow->graph, e);
        next = e == xb_graph_first_out(&flow->graph, v) ? xb_graph_target(&flow->graph, e) : XB_GRAPH_NONE;
    }
    return next;
}

/* What is executed from the entry of a routine on before anything decides. */
static const bool *only_way(xb_arena *scratch, const xb_routine *routine, uint32_t entry)
{
    bool *inside = xb_arena_array(scratch, routine->flow.graph.vertex_count + 1, sizeof *inside);
    for (uint32_t v = entry; v != XB_GRAPH_NONE && !inside[v]; v = next_on_the_way(&routine->flow, v))
        inside[v] = true;
    return inside;
}

static void find_read_first(part_check *c, xb_region region)
{
    xb_arena *scratch = xb_run_scratch(c->run);
    region.touch = true;
    c->perhaps = xb_exposure_of(footprints_for(c), scratch, &region).exposed;
    region.inside = only_way(scratch, c->part, region.entry);
    c->first = xb_exposure_of(footprints_for(c), scratch, &region).exposed;
}

/* Those of the routine itself, and of what is called in its place. */
static xb_status check_intents(xb_run *run, const xb_routine_rule *rule, const xb_routine *part)
{
    const xb_region region = part ? xb_region_of(part, XB_VIEW_READ) : (xb_region){.entry = XB_GRAPH_NONE};
    xb_status worst = XB_STATUS_OK;
    if (region.entry == XB_GRAPH_NONE)
        return worst;
    part_check c = {.run = run, .rule = rule, .part = part};
    find_read_first(&c, region);
    for (uint32_t i = 1; i <= rule->argument_count; i++) {
        const xb_formal *formal = xb_routine_formal(part, i);
        const xb_intent intent = rule->arguments[i - 1].intent;
        xb_status status = XB_STATUS_OK;
        if (formal && intent == XB_INTENT_IN)
            status = check_input(&c, formal);
        else if (formal && intent == XB_INTENT_OUT)
            status = check_output(&c, formal, is_recursive(run, part));
        worst = status ? status : worst;
    }
    return worst;
}

/* ---- all rules ----------------------------------------------------------------------------------------- */

static xb_status check_rule(xb_run *run, const xb_routine *routine)
{
    const xb_program *program = xb_run_program(run);
    const xb_routine_rule *rule = routine->rule;
    const xb_routine *body = xb_program_routine(program, xb_routine_rule_symbol(routine));
    const xb_status statuses[] = {body ? check_outside(run, routine, body) : XB_STATUS_OK,
                                  check_intents(run, rule, body),
                                  check_intents(run, rule, xb_routine_rule_body(program, rule->tangent)),
                                  check_intents(run, rule, xb_routine_rule_body(program, rule->recording))};
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        worst = statuses[i] ? statuses[i] : worst;
    return worst;
}

xb_status xb_rules_check(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_status status = routine->rule ? check_rule(run, routine) : XB_STATUS_OK;
        worst = status ? status : worst;
    }
    return worst;
}
