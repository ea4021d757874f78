/*
 * Block by block, in one pass: each item of the flat block is replaced by its code.
 */
#include "algorithms/tangent/tangent.h"

#include <stdlib.h>
#include <string.h>

#include "algorithm/routine_rules.h"
#include "algorithms/motions/marks.h"
#include "algorithms/preaccumulation/preaccumulation.h"
#include "algorithms/simplification/simplification.h"
#include "algorithms/support/propagation_calls.h"
#include "algorithms/tangent/action.h"
#include "algorithms/tangent/initialisation.h"
#include "algorithms/tangent/propagations.h"
#include "algorithms/tangent/reduction.h"
#include "algorithms/tangent/remainder.h"
#include "algorithms/tangent/selection.h"
#include "algorithms/tangent/settings.h"
#include "algorithms/tangent/stacks.h"
#include "algorithms/tangent/weighted.h"
#include "algorithms/typechange/rule_changes.h"
#include "algorithms/typechange/values.h"
#include "ir/build.h"
#include "ir/provenance.h"

typedef struct generator {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    xb_list statements;
} generator;

static void append_all(generator *g, const xb_list *statements)
{
    xb_list_append_all(g->program->arena, &g->statements, statements);
}

/* ---- statements ---------------------------------------------------------------------------------------- */

/* An active temporary stands for a passive variable: its derivative is zero. It stays so from round to round,
 * since nothing comes back, unless the temporary is allocated anew. */
static void enter(void *run, const xb_conversion *conversion, bool again, xb_list *statements)
{
    xb_program *program = xb_run_program(run);
    if (!xb_symbol_is_active(conversion->temporary) || (again && !conversion->model))
        return;
    xb_list zero = xb_propagations_zero(run, xb_build_reference(program, conversion->temporary));
    xb_list_append_all(program->arena, statements, &zero);
}

static void leave(void *run, const xb_conversion *conversion, xb_list *statements)
{
    for (size_t i = 0; i < conversion->lost.count; i++) {
        xb_list zero = xb_propagations_zero(run, conversion->lost.items[i]);
        xb_list_append_all(xb_run_program(run)->arena, statements, &zero);
    }
}

static void generate_statement(generator *g, xb_statement *statement)
{
    const xb_converted_call *converted = xb_converted_call_of(g->run, statement);
    const xb_conversion_hooks hooks = {enter, leave, g->run};
    if (converted)
        xb_put_converted_call(g->program, converted, &hooks, &g->statements);
    else
        xb_list_append(g->program->arena, &g->statements, statement);
}

/* ---- local Jacobians ----------------------------------------------------------------------------------- */

/* Canonicalization lets reductions stand alone; whatever else has one would get derivatives that are wrong.
 */
static xb_status check_reduction(generator *g, const xb_local_jacobian *jacobian)
{
    const xb_jacobian_statement *first = jacobian->statements.items;
    for (size_t i = 1; i < jacobian->edge_count; i++)
        if (jacobian->edges[i].target != jacobian->edges[0].target)
            return xb_error(g->program->diagnostics, XB_STATUS_UNSUPPORTED,
                            xb_place_of(g->run, g->place, first->statement),
                            "assign the scalar that is made of an array to a variable of its own",
                            "an array is reduced to a scalar within a larger computation");
    return XB_STATUS_OK;
}

/* Allocations that must stand before the assignment at a position. They are in order of positions. */
static void append_early(generator *g, const xb_list *early, size_t *next, uint32_t position)
{
    for (; *next < early->count; ++*next) {
        const xb_early *allocation = early->items[*next];
        if (allocation->position != position)
            return;
        xb_list_append(g->program->arena, &g->statements, allocation->statement);
    }
}

static void note_lines(generator *g, const xb_local_jacobian *jacobian)
{
    const xb_jacobian_statement *statements = jacobian->statements.items;
    if (jacobian->statements.count > 0)
        xb_provenance_between(g->program, statements[0].statement,
                              statements[jacobian->statements.count - 1].statement);
}

static xb_status generate_jacobian(generator *g, const xb_local_jacobian *jacobian)
{
    bool reduction = xb_is_reduction(jacobian);
    xb_status status = reduction ? check_reduction(g, jacobian) : XB_STATUS_OK;
    if (status)
        return status;
    note_lines(g, jacobian);
    xb_propagation_code code = reduction ? xb_propagate_reduction(g->run, g->place, jacobian)
                                         : xb_propagate_remainder(g->run, g->place, jacobian);
    size_t next = 0;
    for (size_t i = 0; i < jacobian->statements.count; i++) {
        const xb_jacobian_statement *s = (const xb_jacobian_statement *)jacobian->statements.items + i;
        append_early(g, &code.early, &next, s->position);
        append_all(g, &s->before);
        generate_statement(g, s->statement);
    }
    append_all(g, &jacobian->accumulation);
    append_all(g, &code.allocations);
    append_all(g, &code.statements);
    return XB_STATUS_OK;
}

/* ---- non-inlinable intrinsics -------------------------------------------------------------------------- */

static void warn_non_smooth(generator *g, const xb_flat_item *item)
{
    if (item->intrinsic && item->intrinsic->non_smooth)
        xb_warning(g->program->diagnostics, xb_place_of(g->run, g->place, item->statement), NULL,
                   "'%s' is not differentiable everywhere; where it is not, a one-sided derivative is taken",
                   item->intrinsic->name);
}

static xb_status generate_passive(generator *g, xb_assignment *assignment)
{
    xb_list_append(g->program->arena, &g->statements, assignment);
    xb_list zero = xb_propagations_zero(g->run, assignment->target);
    append_all(g, &zero);
    return XB_STATUS_OK;
}

static xb_status generate_noninlinable(generator *g, const xb_flat_item *item)
{
    xb_assignment *assignment = (xb_assignment *)item->statement;
    if (!xb_noninlinable_is_active(assignment))
        return generate_passive(g, assignment);
    warn_non_smooth(g, item);
    if (xb_is_weighted(assignment, item->intrinsic))
        return xb_propagate_weighted(g->run, g->place, assignment, item->intrinsic, &g->statements);
    if (item->intrinsic->location)
        return xb_propagate_selection(g->run, g->place, assignment, item->intrinsic, &g->statements);
    xb_propagate_by_action(g->run, g->place, assignment, item->intrinsic, &g->statements);
    return XB_STATUS_OK;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

static xb_status generate_item(generator *g, const xb_flat_item *item, const xb_local_jacobian *jacobian)
{
    xb_arena_mark mark = xb_arena_mark_now(xb_run_scratch(g->run));
    xb_status status = XB_STATUS_OK;
    if (item->statement)
        xb_provenance_of(g->program, item->statement);
    if (jacobian)
        status = generate_jacobian(g, jacobian);
    else if (item->kind == XB_FLAT_NONINLINABLE)
        status = generate_noninlinable(g, item);
    else if (item->statement->node.kind == XB_KIND_INLINABLE_CALL)
        xb_propagate_call(g->run, g->place, (xb_inlinable_call *)item->statement, &g->statements);
    else
        generate_statement(g, item->statement);
    xb_arena_release(xb_run_scratch(g->run), mark);
    return status;
}

static void append_counter(generator *g, xb_runtime_code code, size_t number)
{
    const char *id = xb_arena_format(g->program->arena, "inline_%s", xb_runtime_facts_of(code)->name);
    xb_inlinable_call *call = xb_build_inlinable_call(g->program, code, id);
    xb_build_argument(g->program, &call->arguments, xb_build_integer(g->program, (int64_t)number));
    xb_list_append(g->program->arena, &g->statements, call);
}

static void append_counters(generator *g, const xb_jacobian_counts *counts)
{
    if (!xb_tangent_settings_of(g->run)->count_operations || counts->sequences == 0)
        return;
    append_counter(g, XB_RUNTIME_COUNT_MULTIPLICATIONS,
                   counts->multiplications + counts->propagation_multiplications);
    append_counter(g, XB_RUNTIME_COUNT_ADDITIONS, counts->additions + counts->propagation_additions);
}

/* ---- routines with rules ------------------------------------------------------------------------------- */

/* Whether the tangent routine of a rule is called instead. In reverse mode what is made here computes values,
 * for functions that are called within expressions. */
static bool is_by_rule(xb_run *run, const xb_routine *routine)
{
    return routine->rule && !xb_run_gives(run, XB_PROPERTY_ADJOINT);
}

static xb_status refuse_rule(xb_run *run, const xb_routine *routine)
{
    const xb_routine_rule *rule = routine->rule;
    const xb_program *program = xb_run_program(run);
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(program, &routine->node, NULL), "name a tangent routine",
                    "the rule of '%s' (%s:%zu) has no part for forward mode", rule->name, rule->file,
                    rule->line);
}

static xb_status generate_by_rule(xb_run *run, xb_block_place place)
{
    xb_program *program = xb_run_program(run);
    xb_list statements = {.count = 0};
    if (!place.routine->rule->tangent)
        return refuse_rule(run, place.routine);
    xb_rule_warn_of_tangent(run, place.routine);
    xb_provenance_of(program, place.block->statements.items[0]);
    xb_list_append(program->arena, &statements,
                   xb_routine_rule_call_part(program, place.routine, place.routine->rule->tangent));
    xb_block_replace_statements(run, place.block, statements);
    return XB_STATUS_OK;
}

/* ---- all blocks ---------------------------------------------------------------------------------------- */

static xb_status generate_block(xb_run *run, xb_block_place place)
{
    generator g = {.run = run, .program = xb_run_program(run), .place = place};
    xb_jacobian_counts counts = {.sequences = 0};
    xb_status worst = XB_STATUS_OK;
    if (is_by_rule(run, place.routine))
        return generate_by_rule(run, place);
    const xb_flat_block *flat = xb_flat_block_needed(run, place);
    if (!flat)
        return XB_STATUS_UNSUPPORTED;
    for (size_t i = 0; i < flat->items.count; i++) {
        const xb_local_jacobian *jacobian = xb_local_jacobian_of(run, place.block, i);
        xb_status status = generate_item(&g, (const xb_flat_item *)flat->items.items + i, jacobian);
        if (jacobian)
            xb_jacobian_counts_add(&counts, &jacobian->counts);
        if (!worst)
            worst = status;
    }
    append_counters(&g, &counts);
    xb_block_replace_statements(run, place.block, g.statements);
    return worst;
}

static bool has_active(const xb_program *program)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_list *symbols = &((const xb_scope *)program->scopes.items[i])->symbols;
        for (size_t k = 0; k < symbols->count; k++)
            if (xb_symbol_is_active(symbols->items[k]))
                return true;
    }
    return false;
}

/* Reverse mode goes by this way, too. */
static void warn_of_nothing(const xb_program *program)
{
    if (!has_active(program))
        xb_warning(program->diagnostics, (xb_place){.file = program->file},
                   "let the front end mark what has a derivative (active=\"true\" of symbols); --passivate "
                   "takes it away",
                   "no variable is active: no derivative is computed");
}

static xb_status generate(xb_run *run)
{
    warn_of_nothing(xb_run_program(run));
    if (!xb_run_gives(run, XB_PROPERTY_ADJOINT))
        xb_warn_of_steps(xb_run_program(run), xb_run_scratch(run),
                         "is differentiated step by step: it is reverse mode that knows its derivative",
                         "reverse it with -a basicblockpreaccumulationreverse, or leave fixedpoint out");
    xb_status status = xb_blocks_each(run, generate_block);
    const xb_conversion_hooks hooks = {enter, leave, run};
    xb_put_converted_functions(run, &hooks);
    if (!status && xb_tangent_settings_of(run)->initialise)
        xb_initialisation_blocks(run);
    return status;
}

static xb_status simplify(xb_run *run)
{
    unsigned rounds = xb_tangent_settings_of(run)->simplify;
    return rounds > 0 ? xb_simplify(run, rounds) : XB_STATUS_OK;
}

/* Reverse mode has calls of its own, and refuses these. */
static xb_status lower(xb_run *run)
{
    if (xb_tangent_settings_of(run)->calls && !xb_run_gives(run, XB_PROPERTY_ADJOINT))
        xb_propagation_calls_derive(run);
    return XB_STATUS_OK;
}

static void metrics(xb_run *run)
{
    if (xb_tangent_settings_of(run)->simplify > 0)
        xb_simplification_metrics(run);
}

/* ---- the algorithm ------------------------------------------------------------------------------------- */

static xb_status read_simplify(const xb_options *options, xb_tangent_settings *settings)
{
    const char *text = xb_option_value(options, "simplify");
    size_t length = strlen(text);
    settings->simplify = (unsigned)strtoul(text, NULL, 10);
    if (length > 0 && length <= 3 && strspn(text, "0123456789") == length &&
        settings->simplify <= XB_SIMPLIFICATION_LIMIT)
        return XB_STATUS_OK;
    const char *hint =
        xb_arena_format(xb_options_arena(options), "a number from 0 to %d", XB_SIMPLIFICATION_LIMIT);
    return xb_option_error(options, hint, "--simplify: '%s' is no number of rounds", text);
}

static xb_status configure(const xb_options *options, void *memory)
{
    xb_tangent_settings *settings = memory;
    settings->nary = xb_option_given(options, "nary");
    settings->calls = xb_option_given(options, "inlinable-propagation");
    settings->count_operations = xb_option_given(options, "count-operations");
    settings->initialise = xb_option_given(options, "initialise");
    return read_simplify(options, settings);
}

const xb_tangent_settings *xb_tangent_settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_tangent);
}

static const xb_option options[] = {
    {"nary", 'n', NULL, "propagate with one entry per target, whatever the number of its terms", NULL, NULL},
    {"inlinable-propagation", 'H', NULL, "write propagation as calls of inlinable subroutines", NULL, NULL},
    {"count-operations", 'C', NULL, "insert calls that count multiplications and additions at run time", NULL,
     NULL},
    {"initialise", 'D', NULL, "insert an initialisation block at the entry of each routine", NULL, NULL},
    {"simplify", 0, "ROUNDS",
     "simplify what evaluates derivatives, by algebra and by computing common subexpressions once, so many "
     "times, at most 100; 0 is never. The default is 2 where Fortran or C is written, else 0",
     "0", NULL},
    {.name = NULL}};

static const char *const needs[] = {XB_PROPERTY_PREACCUMULATED, NULL};
static const char *const gives[] = {XB_PROPERTY_TANGENT, XB_PROPERTY_DIFFERENTIATED, NULL};

static const xb_action actions[] = {{"propagation", NULL, generate},
                                    {"simplification", NULL, simplify},
                                    {"calls", NULL, lower},
                                    {.name = NULL}};

const xb_algorithm xb_algorithm_tangent = {
    .name = "tangent",
    .summary = "generate tangent-linear code, which propagates derivatives along with the values",
    .options = options,
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .product = XB_PRODUCT_DERIVATIVES,
    .settings_size = sizeof(xb_tangent_settings),
    .configure = configure,
    .metrics = metrics,
};
