/*
 * A Mod list is believed. A routine without one modifies what it assigns, what it passes to routines without
 * a body, and what it passes to formal arguments that are modified: these are found from the modified ones
 * backwards along the arguments of calls, of subroutines and of functions wherever an expression stands.
 */
#include "algorithms/typechange/effects.h"

#include "traverse/traverse.h"

/* A symbol whose modification means that others are modified. */
typedef struct passed {
    xb_list by; /* xb_symbol: actual arguments for this formal one */
} passed;

typedef struct finder {
    xb_program *program;
    xb_arena *scratch;
    xb_effects *effects;
    xb_map actuals; /* passed, by node index of the formal's symbol */
    xb_list work;   /* xb_symbol: modified, the consequences are still to be drawn */
} finder;

static void mark(finder *f, const xb_symbol *symbol)
{
    if (xb_map_get(&f->effects->modified, symbol->node.index, 0))
        return;
    xb_map_put(f->program->arena, &f->effects->modified, symbol->node.index, 0, symbol);
    xb_list_append(f->scratch, &f->work, (void *)symbol);
}

static bool has_list(const xb_routine *routine)
{
    return routine->has_side_effects[XB_SIDE_EFFECT_MOD];
}

static void note_argument(finder *f, const xb_symbol *actual, const xb_formal *formal)
{
    if (!formal) {
        mark(f, actual);
        return;
    }
    if (formal->intent == XB_INTENT_IN)
        return;
    passed *entry = xb_map_get(&f->actuals, formal->symbol->node.index, 0);
    if (!entry) {
        entry = xb_arena_alloc(f->scratch, sizeof *entry);
        xb_map_put(f->scratch, &f->actuals, formal->symbol->node.index, 0, entry);
    }
    xb_list_append(f->scratch, &entry->by, (void *)actual);
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    if (!has_list(xb_walk_routine(walk)))
        mark(context, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

/* The routine that a symbol names if it has a body, else NULL. */
static const xb_routine *callee_of(const finder *f, const xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(f->program, symbol);
    return callee && xb_routine_is_procedure(callee) ? callee : NULL;
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    finder *f = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = callee_of(f, call->symbol);
    for (size_t i = 0; !has_list(xb_walk_routine(walk)) && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference)
            note_argument(f, argument->reference->symbol,
                          callee ? xb_routine_formal(callee, argument->position) : NULL);
    }
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_function(xb_walk *walk, xb_node *node, void *context)
{
    finder *f = context;
    const xb_function_call *call = (const xb_function_call *)node;
    const xb_routine *callee = callee_of(f, call->symbol);
    for (size_t i = 0; !has_list(xb_walk_routine(walk)) && i < call->arguments.count; i++)
        note_argument(f, ((const xb_reference *)call->arguments.items[i])->symbol,
                      callee ? xb_routine_formal(callee, (uint32_t)i + 1) : NULL);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = enter_assignment,
                                             [XB_KIND_INITIALIZATION] = enter_assignment,
                                             [XB_KIND_UPDATE] = enter_assignment,
                                             [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                             [XB_KIND_FUNCTION_CALL] = enter_function},
                                   .derived = true};

static void mark_listed(finder *f, const xb_routine *routine)
{
    const xb_list *modified = &routine->side_effects[XB_SIDE_EFFECT_MOD];
    for (size_t i = 0; i < modified->count; i++)
        mark(f, ((const xb_reference *)modified->items[i])->symbol);
}

static void note_inputs(finder *f, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->intent == XB_INTENT_IN)
            xb_map_put(f->program->arena, &f->effects->inputs, formal->symbol->node.index, 0, formal);
    }
}

void xb_effects_find(xb_run *run, xb_effects *effects)
{
    finder f = {.program = xb_run_program(run), .scratch = xb_run_scratch(run), .effects = effects};
    for (size_t i = 0; i < f.program->routines.count; i++) {
        mark_listed(&f, f.program->routines.items[i]);
        note_inputs(&f, f.program->routines.items[i]);
    }
    xb_traverse(f.program, f.scratch, &f.program->node, &visitor, &f);
    for (size_t i = 0; i < f.work.count; i++) {
        const xb_symbol *symbol = f.work.items[i];
        const passed *entry = xb_map_get(&f.actuals, symbol->node.index, 0);
        for (size_t k = 0; entry && k < entry->by.count; k++)
            mark(&f, entry->by.items[k]);
    }
}

bool xb_effects_modifies(const xb_effects *effects, const xb_formal *formal)
{
    return formal->intent != XB_INTENT_IN && xb_map_get(&effects->modified, formal->symbol->node.index, 0);
}

bool xb_effects_is_input(const xb_effects *effects, const xb_symbol *symbol)
{
    return xb_map_get(&effects->inputs, symbol->node.index, 0) != NULL;
}
