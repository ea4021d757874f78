/*
 * A routine modifies what its Mod list names, what it assigns, what calls of the run-time library set, and
 * what it passes to formal arguments that are modified: that a formal argument is modified implies that the
 * actual ones are, of subroutines and of functions wherever an expression stands. What bodies do counts,
 * whatever intents and lists say. What is passed to a routine without a body is modified if there is no list
 * and it is no formal argument of intent in, or if the catalogue has an explicit Jacobian by which it is.
 */
#include "analysis/effects.h"

#include "analysis/calls.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

struct xb_effects {
    xb_map modified; /* symbols that are modified, by node index */
    xb_map inputs;   /* those of intent in */
};

/* What is being found out. */
typedef struct finding {
    xb_analyses *analyses;
    xb_effects *effects;
    xb_closure modified;
    bool listed; /* the routine at hand has a Mod list */
} finding;

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    finding *f = context;
    if (formal)
        xb_closure_imply(&f->modified, formal->symbol, actual->symbol);
    else if (!f->listed && !xb_effects_is_input(f->effects, actual->symbol))
        xb_closure_add(&f->modified, actual->symbol);
}

static void note_set(void *context, const xb_reference *actual, const xb_formal *formal)
{
    finding *f = context;
    (void)formal;
    xb_closure_add(&f->modified, actual->symbol);
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    finding *f = context;
    (void)walk;
    xb_closure_add(&f->modified, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

/* A subroutine sets what its explicit Jacobian has derivatives of. */
static void note_dependents(finding *f, const xb_call *call)
{
    const xb_noninlinable *item = xb_jacobian_of_call(f->analyses, call);
    for (size_t i = 0; item && i < item->partial_count; i++) {
        const xb_argument *argument = xb_call_argument(call, item->partials[i].dependent);
        if (argument && argument->reference)
            xb_closure_add(&f->modified, argument->reference->symbol);
    }
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    finding *f = context;
    f->listed = xb_walk_routine(walk)->has_side_effects[XB_SIDE_EFFECT_MOD];
    xb_call_passes(xb_walk_program(walk), node, note_passed, f);
    if (node->kind == XB_KIND_SUBROUTINE_CALL)
        note_dependents(f, (const xb_call *)node);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_inlinable_call(xb_walk *walk, xb_node *node, void *context)
{
    finding *f = context;
    (void)walk;
    xb_inlinable_call_sets(f->modified.scratch, (const xb_inlinable_call *)node, note_set, f);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_marker(xb_walk *walk, xb_node *node, void *context)
{
    finding *f = context;
    const xb_list *writes = &((const xb_marker *)node)->writes;
    (void)walk;
    for (size_t i = 0; i < writes->count; i++)
        xb_closure_add(&f->modified, ((const xb_reference *)writes->items[i])->symbol);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = enter_marker,
                                             [XB_KIND_ASSIGNMENT] = enter_assignment,
                                             [XB_KIND_INITIALIZATION] = enter_assignment,
                                             [XB_KIND_UPDATE] = enter_assignment,
                                             [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                             [XB_KIND_FUNCTION_CALL] = enter_call,
                                             [XB_KIND_INLINABLE_CALL] = enter_inlinable_call},
                                   .view = XB_VIEW_READ};

static void add_listed(xb_closure *modified, const xb_routine *routine)
{
    const xb_list *listed = &routine->side_effects[XB_SIDE_EFFECT_MOD];
    for (size_t i = 0; i < listed->count; i++)
        xb_closure_add(modified, ((const xb_reference *)listed->items[i])->symbol);
}

static void note_inputs(xb_arena *arena, xb_effects *effects, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->intent == XB_INTENT_IN)
            xb_map_put(arena, &effects->inputs, formal->symbol->node.index, 0, formal);
    }
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    xb_program *program = xb_analyses_program(analyses);
    finding f = {.analyses = analyses,
                 .effects = xb_arena_alloc(arena, sizeof *f.effects),
                 .modified = {.arena = arena, .scratch = xb_analyses_scratch(analyses)}};
    for (size_t i = 0; i < program->routines.count; i++) {
        add_listed(&f.modified, program->routines.items[i]);
        note_inputs(arena, f.effects, program->routines.items[i]);
    }
    xb_traverse(program, f.modified.scratch, &program->node, &visitor, &f);
    xb_closure_complete(&f.modified);
    f.effects->modified = f.modified.members;
    return f.effects;
}

const xb_effects *xb_effects_of(xb_analyses *analyses)
{
    static const xb_analysis effects = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &effects);
}

bool xb_effects_modifies(const xb_effects *effects, const xb_formal *formal)
{
    return xb_map_get(&effects->modified, formal->symbol->node.index, 0);
}

bool xb_effects_is_input(const xb_effects *effects, const xb_symbol *symbol)
{
    return xb_map_get(&effects->inputs, symbol->node.index, 0) != NULL;
}
