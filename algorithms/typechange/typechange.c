/*
 * Each call is looked at on its own. Renamed routines and wrappers get new symbols, which are overlay symbols
 * of the scope that declares the original.
 */
#include "algorithms/typechange/typechange.h"

#include "algorithms/support/names.h"
#include "algorithms/typechange/aliasing.h"
#include "algorithms/typechange/conditions.h"
#include "algorithms/typechange/conversion.h"
#include "algorithms/typechange/functions.h"
#include "algorithms/typechange/order.h"
#include "algorithms/typechange/settings.h"
#include "algorithms/typechange/wrappers.h"
#include "ir/build.h"

typedef struct state {
    xb_effects effects;
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

static xb_call *with_symbol(xb_program *program, xb_call *call, const xb_call *original, xb_symbol *symbol)
{
    xb_call *copy = call == original ? xb_copy_call(program, call) : call;
    copy->symbol = symbol;
    return copy;
}

static xb_status wrap(xb_run *run, xb_block_place place, xb_call *call, xb_call **wrapped)
{
    xb_program *program = xb_run_program(run);
    xb_status status = xb_wrapper_check(run, place, call);
    if (!status)
        *wrapped = with_symbol(program, call, call, xb_prefixed_symbol(program, call->symbol));
    return status;
}

static xb_status change_call(xb_run *run, xb_block_place place, xb_call *call, xb_list *statements)
{
    xb_program *program = xb_run_program(run);
    const xb_routine *callee = xb_program_routine(program, call->symbol);
    xb_converted_call converted = {.call = call};
    xb_status status = XB_STATUS_OK;
    if (callee && !xb_routine_is_procedure(callee))
        callee = NULL;
    if (xb_jacobian_of_call(run, call)) {
        xb_list_append(program->arena, statements, call);
        return XB_STATUS_OK;
    }
    if (callee) {
        const state *s = state_of(run);
        converted = xb_convert_call(run, place, call, callee, &s->effects, &s->losses);
        status = converted.status;
        if (xb_typechange_settings_of(run)->rename)
            converted.call =
                with_symbol(program, converted.call, call, xb_prefixed_symbol(program, call->symbol));
    } else if (xb_wrapper_exists(run, call)) {
        status = wrap(run, place, call, &converted.call);
    } else {
        converted = xb_convert_external_call(run, place, call, &state_of(run)->effects);
    }
    xb_list_append_all(program->arena, statements, &converted.before);
    xb_list_append(program->arena, statements, converted.call);
    xb_list_append_all(program->arena, statements, &converted.after);
    return status;
}

static bool has_calls(const xb_flow_vertex *block)
{
    for (size_t i = 0; i < block->statements.count; i++)
        if (((const xb_statement *)block->statements.items[i])->node.kind == XB_KIND_SUBROUTINE_CALL)
            return true;
    return false;
}

static xb_status change_block(xb_run *run, xb_block_place place)
{
    xb_list statements = {.count = 0};
    xb_status worst = XB_STATUS_OK;
    if (!has_calls(place.block))
        return XB_STATUS_OK;
    for (size_t i = 0; i < place.block->statements.count; i++) {
        xb_statement *statement = place.block->statements.items[i];
        if (statement->node.kind != XB_KIND_SUBROUTINE_CALL) {
            xb_list_append(xb_run_program(run)->arena, &statements, statement);
            continue;
        }
        xb_status status = change_call(run, place, (xb_call *)statement, &statements);
        if (worst == XB_STATUS_OK)
            worst = status;
    }
    xb_block_replace_statements(run, place.block, statements);
    return worst;
}

static xb_status find_effects(xb_run *run)
{
    state *s = state_of(run);
    xb_effects_find(run, &s->effects);
    xb_uses *uses = xb_uses_create(run, &s->effects);
    xb_aliasing_check(run, &s->effects, uses);
    xb_order_check(run, &s->effects, uses);
    return XB_STATUS_OK;
}

static xb_status change_calls(xb_run *run)
{
    state *s = state_of(run);
    xb_losses_find(run, &s->effects, &s->losses);
    return xb_blocks_each(run, change_block);
}

static xb_status convert_conditions(xb_run *run)
{
    const state *s = state_of(run);
    return xb_convert_conditions(run, &s->effects, &s->losses);
}

/* ---- routines ------------------------------------------------------------------------------------------ */

static xb_status rename_routines(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    for (size_t i = 0; xb_typechange_settings_of(run)->rename && i < program->routines.count; i++) {
        xb_routine *routine = xb_current(program->routines.items[i]);
        if (!xb_routine_is_procedure(routine))
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
        if (xb_routine_is_procedure(routine))
            status = xb_check_new_name(run, routine->symbol, false,
                                       xb_program_place(program, &routine->node, NULL));
        worst = worst == XB_STATUS_OK ? status : worst;
    }
    for (size_t i = 0;
         xb_typechange_settings_of(run)->rename && worst == XB_STATUS_OK && i < program->routines.count; i++)
        if (xb_routine_is_procedure(program->routines.items[i]))
            xb_prefixed_symbol(program, ((const xb_routine *)program->routines.items[i])->symbol);
    return worst;
}

static const xb_action actions[] = {{"prefix", NULL, check_prefix},
                                    {"new names", NULL, check_new_names},
                                    {"effects", NULL, find_effects},
                                    {"calls", NULL, change_calls},
                                    {"wrappers", NULL, xb_wrappers_used},
                                    {"conditions", NULL, convert_conditions},
                                    {"functions", &xb_functions_visitor, xb_functions_checked},
                                    {"routine names", NULL, rename_routines},
                                    {.name = NULL}};

const xb_algorithm xb_algorithm_typechange = {
    .name = "typechange",
    .summary = "convert arguments of calls where actual and formal arguments differ in activity",
    .options = xb_typechange_options,
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .settings_size = sizeof(xb_typechange_settings),
    .configure = xb_typechange_configure,
};
