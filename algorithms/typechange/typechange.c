/*
 * Each call is looked at on its own; how it is converted is an extension of it. Renamed routines and wrappers
 * get new symbols, which are overlay symbols of the scope that declares the original.
 */
#include "algorithms/typechange/typechange.h"

#include "algorithms/conditionhoisting/conditionhoisting.h"
#include "algorithms/support/names.h"
#include "algorithms/typechange/aliasing.h"
#include "algorithms/typechange/black_boxes.h"
#include "algorithms/typechange/conditions.h"
#include "algorithms/typechange/conversion.h"
#include "algorithms/typechange/functions.h"
#include "algorithms/typechange/structures.h"
#include "algorithms/typechange/order.h"
#include "algorithms/typechange/rules.h"
#include "algorithms/typechange/settings.h"
#include "algorithms/typechange/values.h"
#include "algorithms/typechange/wrappers.h"
#include "analysis/calls.h"
#include "ir/build.h"

typedef struct state {
    const xb_footprints *effects;
    xb_losses losses;
} state;

static state *state_of(xb_run *run)
{
    return xb_run_state(run, "typechange.effects", sizeof(state));
}

/* ---- names --------------------------------------------------------------------------------------------- */

/* Without a prefix, differentiated routines would have the names of others. */
static xb_status check_prefix(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    const xb_typechange_settings *settings = xb_typechange_settings_of(run);
    if ((!settings->rename && !settings->wrapped) || program->prefix->length > 0)
        return XB_STATUS_OK;
    return xb_error(program->diagnostics, XB_STATUS_INVALID, xb_program_place(program, &program->node, NULL),
                    "give CallGraph an attribute prefix",
                    "the options rename and wrappers need a prefix of generated names, and there is none");
}

/* ---- calls --------------------------------------------------------------------------------------------- */

#define ROUTINE_SLOT "typechange.routine"

const xb_converted_call *xb_converted_call_of(xb_run *run, const void *node)
{
    return xb_slot_get(node, xb_run_slot(run, XB_TYPECHANGE_CALL));
}

/* What is called instead of a routine: itself under another name, or its wrapper. */
static xb_status find_call(xb_run *run, xb_block_place place, xb_call *call, const xb_routine *callee,
                           xb_call **found)
{
    bool renamed = callee && !callee->kept && xb_typechange_settings_of(run)->rename;
    bool wrapped = !callee && xb_wrapper_exists(run, call);
    xb_status status = wrapped ? xb_wrapper_check(run, place, call) : XB_STATUS_OK;
    *found = call;
    if (status || (!renamed && !wrapped))
        return status;
    *found = xb_copy_call(xb_run_program(run), call);
    (*found)->symbol = xb_prefixed_symbol(xb_run_program(run), call->symbol);
    return XB_STATUS_OK;
}

/* What stands for a routine with a rule calls it in reverse mode; a tangent routine is called as it is. */
static bool calls_tangent(xb_run *run, const xb_routine *routine)
{
    return routine->rule && !xb_run_gives(run, XB_PROPERTY_ADJOINT);
}

static xb_status convert_call(xb_run *run, xb_block_place place, const xb_call *call,
                              const xb_routine *callee, xb_converted_call *converted)
{
    const state *s = state_of(run);
    if (calls_tangent(run, place.routine))
        return XB_STATUS_OK;
    if (callee || place.routine->rule)
        return xb_convert_call(run, place, call, callee, s->effects, &s->losses, converted);
    if (xb_wrapper_exists(run, call))
        return XB_STATUS_OK;
    return xb_convert_external_call(run, place, call, s->effects, &s->losses, converted);
}

static void attach(xb_run *run, xb_node *node, const xb_converted_call *converted)
{
    xb_converted_call *attached = xb_run_extension(run, node, xb_run_slot(run, XB_TYPECHANGE_CALL));
    *attached = *converted;
}

static xb_status refuse_body(xb_run *run, xb_block_place place, const xb_call *call)
{
    xb_program *program = xb_run_program(run);
    return xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, xb_place_of(run, place, (const xb_statement *)call),
        "take the entry out of the catalogue, or let a rule (RoutineRule) take the place of the body",
        "'%s' has an explicit Jacobian in a catalogue, and a body in the program", call->symbol->id->text);
}

/* @param changed receives the call to be put in its place; conversions are attached to that */
static xb_status change_call(xb_run *run, xb_block_place place, xb_call *call, xb_call **changed)
{
    xb_program *program = xb_run_program(run);
    const xb_routine *callee = xb_program_routine(program, call->symbol);
    xb_converted_call converted = {.call = NULL};
    *changed = call;
    if (xb_jacobian_of_call(xb_run_analyses(run), call))
        return callee ? refuse_body(run, place, call) : XB_STATUS_OK;
    xb_status status = find_call(run, place, call, callee, changed);
    if (!status)
        status = convert_call(run, place, call, callee, &converted);
    if (status || !converted.call)
        return status;
    converted.call->symbol = (*changed)->symbol;
    attach(run, &(*changed)->statement.node, &converted);
    return XB_STATUS_OK;
}

/* Functions without body stand alone on right-hand sides; others are called by statements. */
static xb_status convert_function(xb_run *run, xb_block_place place, xb_assignment *assignment)
{
    const state *s = state_of(run);
    const xb_function_call *function = (const xb_function_call *)xb_expression_root(assignment->value);
    xb_converted_call converted;
    if (function->vertex.node.kind != XB_KIND_FUNCTION_CALL || calls_tangent(run, place.routine) ||
        xb_program_routine(xb_run_program(run), function->symbol))
        return XB_STATUS_OK;
    xb_status status =
        xb_convert_external_function(run, place, assignment, s->effects, &s->losses, &converted);
    if (!status && converted.call)
        attach(run, &assignment->statement.node, &converted);
    return status;
}

static xb_status change_statement(xb_run *run, xb_block_place place, xb_statement **statement)
{
    xb_call *changed;
    if ((*statement)->node.kind == XB_KIND_ASSIGNMENT)
        return convert_function(run, place, (xb_assignment *)*statement);
    if ((*statement)->node.kind != XB_KIND_SUBROUTINE_CALL)
        return XB_STATUS_OK;
    xb_status status = change_call(run, place, (xb_call *)*statement, &changed);
    *statement = &changed->statement;
    return status;
}

/* A block is derived only if a call in it is another one. */
static xb_status change_block(xb_run *run, xb_block_place place)
{
    xb_list changes = {.count = 0}, statements = {.count = 0};
    xb_status worst = XB_STATUS_OK;
    bool any = false;
    for (size_t i = 0; i < place.block->statements.count; i++) {
        xb_statement *statement = place.block->statements.items[i];
        xb_status status = change_statement(run, place, &statement);
        any = any || statement != place.block->statements.items[i];
        xb_list_append(xb_run_scratch(run), &changes, statement);
        if (worst == XB_STATUS_OK)
            worst = status;
    }
    if (!any)
        return worst;
    xb_list_append_all(xb_run_program(run)->arena, &statements, &changes);
    xb_block_replace_statements(run, place.block, statements);
    return worst;
}

static xb_status find_effects(xb_run *run)
{
    state *s = state_of(run);
    s->effects = xb_effects_of(xb_run_analyses(run));
    xb_uses *uses = xb_uses_of(xb_run_analyses(run));
    xb_status aliasing = xb_aliasing_check(run, s->effects, uses), globals = xb_rules_check(run);
    xb_order_check(run, s->effects, uses);
    return aliasing ? aliasing : globals;
}

static xb_status change_calls(xb_run *run)
{
    state *s = state_of(run);
    xb_losses_find(run, s->effects, &s->losses);
    return xb_blocks_each(run, change_block);
}

static xb_visit check_function(xb_walk *walk, xb_node *node, void *run)
{
    const xb_function_call *call = (const xb_function_call *)node;
    const state *s = state_of(run);
    if (xb_walk_routine(walk)->rule || xb_program_routine(xb_walk_program(walk), call->symbol))
        return XB_VISIT_CONTINUE;
    const xb_black_box box = {.run = run,
                              .routine = xb_walk_routine(walk),
                              .called = call->symbol,
                              .call = node,
                              .place = xb_walk_place(walk, node, xb_walk_path(walk, xb_run_scratch(run))),
                              .effects = s->effects,
                              .losses = &s->losses};
    xb_black_box_check(&box);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor black_boxes = {.enter = {[XB_KIND_FUNCTION_CALL] = check_function},
                                       .skips_kept = true};

static xb_status check_names_in_options(xb_run *run)
{
    xb_wrappers_used(run);
    return xb_black_boxes_used(run);
}

const xb_vector *xb_converted_functions_of(xb_run *run, const xb_routine *routine)
{
    return xb_slot_get(&routine->node, xb_run_slot(run, ROUTINE_SLOT));
}

static xb_status convert_conditions(xb_run *run)
{
    const state *s = state_of(run);
    const xb_list *routines = &xb_run_program(run)->routines;
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *routine = routines->items[i];
        xb_vector functions = {.count = 0};
        if (routine->kept)
            continue;
        xb_arena_reset(xb_run_scratch(run));
        xb_status status =
            xb_convert_conditions(run, xb_current(routine), s->effects, &s->losses, &functions);
        worst = worst ? worst : status;
        xb_vector *attached = functions.count > 0
                                  ? xb_run_extension(run, &routine->node, xb_run_slot(run, ROUTINE_SLOT))
                                  : NULL;
        if (attached)
            *attached = functions;
    }
    return worst;
}

/* ---- routines ------------------------------------------------------------------------------------------ */

static bool is_renamed(const xb_routine *routine)
{
    return xb_routine_is_procedure(routine) && !routine->kept;
}

static xb_status rename_routines(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    for (size_t i = 0; xb_typechange_settings_of(run)->rename && i < program->routines.count; i++) {
        xb_routine *routine = xb_current(program->routines.items[i]);
        if (!is_renamed(routine))
            continue;
        xb_routine *renamed = xb_copy_routine(program, routine);
        renamed->symbol = xb_prefixed_symbol(program, routine->symbol);
        xb_derive_one(program, &routine->node, &renamed->node);
    }
    return XB_STATUS_OK;
}

static const char *const needs[] = {XB_PROPERTY_CANONICAL, NULL};
static const char *const gives[] = {XB_PROPERTY_TYPES_MATCH, NULL};

/* The new names of routines must be new. They are taken at once, so that no name generated later gets in
 * their way. */
static xb_status check_new_names(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; xb_typechange_settings_of(run)->rename && i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_status status = XB_STATUS_OK;
        if (is_renamed(routine))
            status = xb_check_new_name(run, routine->symbol, false,
                                       xb_program_place(program, &routine->node, NULL));
        worst = worst == XB_STATUS_OK ? status : worst;
    }
    for (size_t i = 0;
         xb_typechange_settings_of(run)->rename && worst == XB_STATUS_OK && i < program->routines.count; i++)
        if (is_renamed(program->routines.items[i]))
            xb_prefixed_symbol(program, ((const xb_routine *)program->routines.items[i])->symbol);
    return worst;
}

/* ---- the results in the output ------------------------------------------------------------------------- */

static const xb_conversion_hooks no_hooks = {.enter = NULL};

static xb_status show_block(xb_run *run, xb_block_place place)
{
    xb_program *program = xb_run_program(run);
    xb_list statements = {.count = 0};
    for (size_t i = 0; i < place.block->statements.count; i++) {
        xb_statement *statement = place.block->statements.items[i];
        const xb_converted_call *converted = xb_converted_call_of(run, statement);
        if (converted)
            xb_put_converted_call(program, converted, &no_hooks, &statements);
        else
            xb_list_append(program->arena, &statements, statement);
    }
    xb_block_replace_statements(run, place.block, statements);
    return XB_STATUS_OK;
}

static xb_status present(xb_run *run)
{
    xb_status status = xb_blocks_each(run, show_block);
    xb_put_converted_functions(run, &no_hooks);
    return status;
}

static const xb_factory factories[] = {
    {XB_KIND_SUBROUTINE_CALL, XB_TYPECHANGE_CALL, sizeof(xb_converted_call), NULL},
    {XB_KIND_ASSIGNMENT, XB_TYPECHANGE_CALL, sizeof(xb_converted_call), NULL},
    {XB_KIND_FUNCTION_CALL, XB_TYPECHANGE_CALL, sizeof(xb_converted_call), NULL},
    {XB_KIND_CONTROL_FLOW_GRAPH, ROUTINE_SLOT, sizeof(xb_vector), NULL},
    {.slot = NULL}};

static const xb_action actions[] = {{"prefix", NULL, check_prefix},
                                    {"new names", NULL, check_new_names},
                                    {"effects", NULL, find_effects},
                                    {"calls", NULL, change_calls},
                                    {"conditions", NULL, convert_conditions},
                                    {"functions without body", &black_boxes, xb_functions_checked},
                                    {"names in options", NULL, check_names_in_options},
                                    {"functions", &xb_functions_visitor, xb_functions_checked},
                                    {"structures", &xb_structures_visitor, xb_functions_checked},
                                    {"routine names", NULL, rename_routines},
                                    {.name = NULL}};

const xb_algorithm xb_algorithm_typechange = {
    .name = "typechange",
    .summary = "convert arguments of calls where actual and formal arguments differ in activity",
    .options = xb_typechange_options,
    .factories = factories,
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .settings_size = sizeof(xb_typechange_settings),
    .configure = xb_typechange_configure,
    .present = present,
    .choose = xb_conditionhoisting_choose,
};
