/*
 * The names of the option are taken apart once. Of each wrapped routine the first call is kept, for others to
 * be compared with; positions of active arguments are compared as sets, so that it does not matter how many
 * formal arguments there are.
 */
#include "algorithms/typechange/wrappers.h"

#include <string.h>

#include "algorithms/support/names.h"
#include "algorithms/typechange/external_names.h"
#include "algorithms/typechange/settings.h"

/* Lives as long as the run. */
typedef struct wrappers {
    xb_external_name *names; /* those in the option */
    xb_node_map first;       /* by subroutine symbol: its first xb_call */
} wrappers;

static wrappers *wrappers_of(xb_run *run)
{
    const xb_typechange_settings *settings = xb_typechange_settings_of(run);
    wrappers *w = xb_run_state(run, "typechange.wrappers", sizeof *w);
    if (w->names)
        return w;
    w->names = xb_arena_array(xb_run_program(run)->arena, settings->wrapped_count + 1, sizeof *w->names);
    for (size_t i = 0; i < settings->wrapped_count; i++)
        w->names[i] = xb_external_name_of(run, settings->wrapped[i]);
    return w;
}

bool xb_wrapper_exists(xb_run *run, const xb_call *call)
{
    const xb_typechange_settings *settings = xb_typechange_settings_of(run);
    for (size_t i = 0; i < settings->wrapped_count; i++)
        if (xb_external_is_meant(&wrappers_of(run)->names[i], call->symbol))
            return true;
    return false;
}

/* ---- active arguments ---------------------------------------------------------------------------------- */

static bool is_active(const xb_argument *argument)
{
    return argument->reference && xb_symbol_is_active(argument->reference->symbol);
}

/* The positions of active arguments, as a map from (position, 0) to the argument. */
static xb_map active_positions(xb_arena *scratch, const xb_call *call)
{
    xb_map positions = {0};
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (is_active(argument))
            xb_map_put(scratch, &positions, argument->position, 0, argument);
    }
    return positions;
}

/* The position of an argument that is active in one call and not in the other; 0 if there is none. */
static uint32_t differing_position(xb_arena *scratch, const xb_call *one, const xb_call *other)
{
    xb_map known = active_positions(scratch, other);
    for (size_t i = 0; i < one->arguments.count; i++) {
        const xb_argument *argument = one->arguments.items[i];
        if (is_active(argument) && !xb_map_get(&known, argument->position, 0))
            return argument->position;
    }
    return 0;
}

static xb_status refuse(xb_run *run, xb_block_place place, const xb_call *call, const xb_call *first,
                        uint32_t position, const char *activity)
{
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_place_of(run, place, &call->statement),
                    "a wrapper can only serve calls that agree in which arguments are active",
                    "argument %u of '%s' is %s here, but not in the call in line %u", (unsigned)position,
                    call->symbol->id->text, activity, first->statement.node.line);
}

xb_status xb_wrapper_check(xb_run *run, xb_block_place place, const xb_call *call)
{
    wrappers *w = wrappers_of(run);
    const xb_call *first = xb_node_map_get(&w->first, &call->symbol->node);
    if (!first) {
        xb_node_map_put(xb_run_program(run)->arena, &w->first, &call->symbol->node, call);
        return xb_check_new_name(run, call->symbol, true, xb_place_of(run, place, &call->statement));
    }
    uint32_t here = differing_position(xb_run_scratch(run), call, first);
    uint32_t there = differing_position(xb_run_scratch(run), first, call);
    if (here)
        return refuse(run, place, call, first, here, "active");
    return there ? refuse(run, place, call, first, there, "passive") : XB_STATUS_OK;
}

xb_status xb_wrappers_used(xb_run *run)
{
    const xb_typechange_settings *settings = xb_typechange_settings_of(run);
    for (size_t i = 0; i < settings->wrapped_count; i++)
        xb_external_check_use(run, &wrappers_of(run)->names[i], "wrappers");
    return XB_STATUS_OK;
}
