/*
 * The names of the option are taken apart once. Of each wrapped routine the first call is kept, for others to
 * be compared with; positions of active arguments are compared as sets, so that it does not matter how many
 * formal arguments there are.
 */
#include "algorithms/typechange/wrappers.h"

#include <string.h>

#include "algorithms/support/names.h"

/* A name in the option. */
typedef struct wanted {
    const char *name;
    bool used;
} wanted;

/* What the option and the calls so far say. */
typedef struct wrappers {
    bool read;
    xb_vector names; /* wanted */
    xb_map first;    /* (node index of a subroutine symbol, 0) to its first xb_call */
} wrappers;

/* A key for the state; it is never run. */
static const xb_algorithm state_key = {.name = "wrappers"};

static wrappers *wrappers_of(xb_run *run)
{
    static const char separators[] = " \t\n,";
    wrappers *w = xb_run_state(run, &state_key, sizeof *w);
    const char *list = xb_run_option(run, "wrappers");
    xb_arena *arena = xb_run_program(run)->arena;
    while (!w->read && list && *list) {
        size_t length = strcspn(list, separators);
        if (length > 0)
            ((wanted *)xb_vector_push(arena, &w->names, sizeof(wanted)))->name =
                xb_arena_copy_text(arena, list, length);
        list += length + strspn(list + length, separators);
    }
    w->read = true;
    return w;
}

bool xb_wrapper_exists(xb_run *run, const xb_call *call)
{
    wrappers *w = wrappers_of(run);
    wanted *names = w->names.items;
    for (size_t i = 0; i < w->names.count; i++)
        if (xb_name_matches(call->symbol->id->text, names[i].name)) {
            names[i].used = true;
            return true;
        }
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
    const xb_call *first = xb_map_get(&w->first, call->symbol->node.index, 0);
    if (!first) {
        xb_map_put(xb_run_program(run)->arena, &w->first, call->symbol->node.index, 0, call);
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
    const xb_program *program = xb_run_program(run);
    const wrappers *w = wrappers_of(run);
    const wanted *names = w->names.items;
    for (size_t i = 0; i < w->names.count; i++)
        if (!names[i].used)
            xb_warning(program->diagnostics, (xb_place){.file = program->file}, "see the option --wrappers",
                       "no routine without body named %s is called", names[i].name);
    return XB_STATUS_OK;
}
