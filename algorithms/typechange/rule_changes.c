/*
 * What is called in the place of a routine has to modify what that one does, and an adjoint routine has to
 * modify no value. Footprints tell what they do. Variables that no other routine refers to don't count.
 */
#include "algorithms/typechange/rule_changes.h"

#include "algorithm/routine_rules.h"
#include "analysis/footprints.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "traverse/traverse.h"

/* ---- other routines ------------------------------------------------------------------------------------ */

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

/* The routine that a variable is local to, if that is around another one; NULL: none. */
static const xb_routine *host_with(xb_run *run, const xb_routine *routine, const xb_symbol *symbol)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(run));
    bool is_local = xb_is_from_outside(routine, symbol) && !xb_storage_is_formal(storage, symbol) &&
                    xb_footprint_knows(xb_footprints_of(xb_run_analyses(run)), routine, symbol);
    return is_local ? xb_procedure_of(symbol) : NULL;
}

/* What an adjoint routine reads beside its arguments. In the adjoint sweep, a routine around it is another
 * activation, with variables of its own; and other variables have the values that they were given last. */
static void warn_of_changes(xb_run *run, const xb_routine *adjoint, const xb_footprint *footprint)
{
    xb_program *program = xb_run_program(run);
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(run));
    for (size_t i = 0; i < footprint->read.count; i++) {
        const xb_symbol *symbol = footprint->read.items[i];
        const xb_routine *host = host_with(run, adjoint, symbol);
        const xb_routine *other = !host && xb_footprint_knows(footprints, adjoint, symbol)
                                      ? who_modifies(program, footprints, symbol)
                                      : NULL;
        const xb_place place = xb_program_place(program, &adjoint->node, NULL);
        if (host)
            xb_warning(program->diagnostics, place, "let it be an argument, or a global variable",
                       "'%s' reads '%s', a variable of '%s', which has another one in the adjoint sweep, "
                       "without a value",
                       adjoint->symbol->id->text, symbol->id->text, host->symbol->id->text);
        else if (other)
            xb_warning(program->diagnostics, place, "let it be an argument",
                       "'%s' reads '%s', which is no argument, and '%s' modifies it: it is taken to have the "
                       "same value on the way back",
                       adjoint->symbol->id->text, symbol->id->text, other->symbol->id->text);
    }
}

/* The search for a routine that knows a variable, but belongs to no rule. */
typedef struct knower {
    const xb_storage *storage;
    uint32_t class;
    const xb_routine *found;
} knower;

/* What a routine is said to modify counts where it does. */
static xb_visit note_reference(xb_walk *walk, xb_node *node, void *context)
{
    knower *k = context;
    const xb_routine *routine = xb_walk_routine(walk);
    const bool is_listed = xb_walk_ancestor(walk, 1)->kind == XB_KIND_CONTROL_FLOW_GRAPH;
    if (routine && !routine->rule && !is_listed &&
        xb_storage_class(k->storage, ((const xb_reference *)node)->symbol) == k->class)
        k->found = routine;
    return k->found ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

/* Variables that only routines of rules know are theirs. */
static const xb_routine *who_knows(xb_run *run, const xb_symbol *symbol)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_VARIABLE_REFERENCE] = note_reference}, .view = XB_VIEW_READ, .skips_kept = true};
    xb_program *program = xb_run_program(run);
    const xb_storage *storage = xb_storage_of(xb_run_analyses(run));
    knower k = {.storage = storage, .class = xb_storage_class(storage, symbol)};
    xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, &k);
    return k.found;
}

/* The first variable that a routine modifies, another one does not, and one that belongs to no rule knows.
 * @param but NULL: whatever others do @param knows receives the last one */
static const xb_symbol *first_change(xb_run *run, const xb_routine *routine, const xb_routine *but,
                                     const xb_routine **knows)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(run));
    const xb_list *modified = &xb_footprint_of(footprints, routine)->modified;
    for (size_t i = 0; i < modified->count; i++) {
        const xb_symbol *symbol = modified->items[i];
        if (!xb_footprint_knows(footprints, routine, symbol) ||
            (but && xb_list_has(&xb_footprint_of(footprints, but)->modified, symbol)))
            continue;
        *knows = who_knows(run, symbol);
        if (*knows)
            return symbol;
    }
    return NULL;
}

/* Whether the footprint of a routine with a body tells all that it modifies. */
static bool is_known(xb_run *run, const xb_routine *routine)
{
    const xb_footprint *footprint =
        routine ? xb_footprint_of(xb_footprints_of(xb_run_analyses(run)), routine) : NULL;
    return footprint && !footprint->modifies_unknown;
}

/* Warns of a variable that a routine modifies, and one that is called in its place doesn't. */
static void compare_changes(xb_run *run, const xb_routine *body, const xb_routine *part)
{
    const xb_program *program = xb_run_program(run);
    const xb_routine *other = NULL;
    const xb_symbol *symbol = body && is_known(run, part) ? first_change(run, body, part, &other) : NULL;
    if (symbol)
        xb_warning(program->diagnostics, xb_program_place(program, &part->node, NULL),
                   "let it be an argument, or let both modify it",
                   "'%s' does not modify '%s', which is no argument, and which '%s' uses, but '%s' does, in "
                   "whose place it is called",
                   part->symbol->id->text, symbol->id->text, other->symbol->id->text, body->symbol->id->text);
}

/* Values are left alone on the way back. */
static void warn_of_values(xb_run *run, const xb_routine *adjoint)
{
    const xb_program *program = xb_run_program(run);
    const xb_routine *other = NULL;
    const xb_symbol *symbol = first_change(run, adjoint, NULL, &other);
    if (symbol)
        xb_warning(program->diagnostics, xb_program_place(program, &adjoint->node, NULL),
                   "let it have variables of its own",
                   "'%s' modifies '%s', which is no argument, and which '%s' uses: its value is taken to "
                   "stay as it is on the way back",
                   adjoint->symbol->id->text, symbol->id->text, other->symbol->id->text);
}

/* Of what is needed, adjoint routines get copies. */
static void warn_of_arguments(xb_run *run, const xb_routine_rule *rule, const xb_routine *adjoint)
{
    const xb_program *program = xb_run_program(run);
    const xb_footprints *effects = xb_effects_of(xb_run_analyses(run));
    for (uint32_t i = 1; i <= rule->argument_count; i++) {
        const xb_rule_argument *argument = &rule->arguments[i - 1];
        const xb_formal *formal = xb_routine_formal(adjoint, i);
        if (argument->needed == XB_RULE_UNNEEDED && formal && !xb_symbol_is_active(formal->symbol) &&
            xb_effects_modifies(effects, formal))
            xb_warning(program->diagnostics, xb_program_place(program, &adjoint->node, NULL),
                       "let it have variables of its own, or say that the argument is needed, which makes a "
                       "copy of it",
                       "'%s' modifies argument %u: its value is taken to stay as it is on the way back",
                       adjoint->symbol->id->text, (unsigned)i);
    }
}

void xb_rule_warn_of_tangent(xb_run *run, const xb_routine *routine)
{
    const xb_program *program = xb_run_program(run);
    compare_changes(run, xb_program_routine(program, xb_routine_rule_symbol(routine)),
                    xb_routine_rule_body(program, routine->rule->tangent));
}

void xb_rule_warn_of_adjoint(xb_run *run, const xb_routine *routine)
{
    const xb_program *program = xb_run_program(run);
    const xb_routine *adjoint = xb_routine_rule_body(program, routine->rule->adjoint);
    const xb_footprint *footprint =
        adjoint ? xb_footprint_of(xb_footprints_of(xb_run_analyses(run)), adjoint) : NULL;
    compare_changes(run, xb_program_routine(program, xb_routine_rule_symbol(routine)),
                    xb_routine_rule_body(program, routine->rule->recording));
    if (!footprint)
        return;
    warn_of_changes(run, adjoint, footprint);
    warn_of_values(run, adjoint);
    warn_of_arguments(run, routine->rule, adjoint);
}
