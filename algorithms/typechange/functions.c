/*
 * One visit to each call. A renamed one is derived from the original; copies that later algorithms make are
 * copies of it. It shares its arguments with the original: calls within their subscripts are renamed, and
 * have their arguments converted, as well.
 */
#include "algorithms/typechange/functions.h"

#include "algorithms/support/names.h"
#include "algorithms/typechange/settings.h"
#include "algorithms/typechange/typechange.h"
#include "ir/build.h"

static xb_place place_of(xb_walk *walk, xb_run *run, const xb_function_call *call)
{
    return xb_walk_place(walk, &call->vertex.node, xb_walk_path(walk, xb_run_scratch(run)));
}

static void check_argument(xb_walk *walk, xb_run *run, const xb_function_call *call, size_t i,
                           const xb_routine *callee)
{
    const xb_reference *actual = call->arguments.items[i];
    const xb_formal *formal = xb_routine_formal(callee, (uint32_t)i + 1);
    if (!formal || xb_symbol_is_active(actual->symbol) == xb_symbol_is_active(formal->symbol))
        return;
    bool active = xb_symbol_is_active(actual->symbol);
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, place_of(walk, run, call),
             "assign the value of the function to a variable before",
             "argument '%s' of the function '%s' is %s, but its formal argument '%s' is %s",
             actual->symbol->id->text, call->symbol->id->text, active ? "active" : "passive",
             formal->symbol->id->text, active ? "passive" : "active");
}

static xb_visit check_call(xb_walk *walk, xb_node *node, void *context)
{
    const xb_function_call *call = (const xb_function_call *)node;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), call->symbol);
    if (xb_converted_call_of(context, call))
        return XB_VISIT_CONTINUE;
    for (size_t i = 0; callee && i < call->arguments.count; i++)
        check_argument(walk, context, call, i, callee);
    return XB_VISIT_CONTINUE;
}

static xb_visit rename_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_program *program = xb_walk_program(walk);
    const xb_function_call *call = (const xb_function_call *)node;
    if (!xb_typechange_settings_of(context)->rename || !xb_program_routine(program, call->symbol))
        return XB_VISIT_CONTINUE;
    xb_function_call bare = *call;
    bare.arguments = (xb_list){.count = 0};
    bare.vertex.node.slots = NULL;
    xb_function_call *renamed = (xb_function_call *)xb_copy_vertex(program, &bare.vertex);
    renamed->arguments = call->arguments;
    renamed->vertex.id = call->vertex.id;
    renamed->symbol = xb_prefixed_symbol(program, call->symbol);
    xb_derive_one(program, node, &renamed->vertex.node);
    return XB_VISIT_CONTINUE;
}

const xb_visitor xb_functions_visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = check_call},
                                         .leave = {[XB_KIND_FUNCTION_CALL] = rename_call},
                                         .skips_kept = true};

xb_status xb_functions_checked(xb_run *run)
{
    return xb_diagnostics_status(xb_run_program(run)->diagnostics);
}
