/*
 * A formal argument changes by what its own routine does; everything else changes, too, with what may share
 * its storage.
 */
#include "analysis/effects.h"

#include "analysis/calls.h"
#include "analysis/storage.h"
#include "base/bits.h"
#include "traverse/traverse.h"

/* What changes. */
typedef struct changing {
    xb_arena *arena;
    const xb_footprints *effects;
    const xb_storage *storage;
    uint64_t *symbols;         /* by node index */
    xb_storage_set others;     /* those that are no formal arguments */
    const xb_routine *routine; /* that is looked at */
} changing;

static void note(changing *c, const xb_symbol *symbol)
{
    xb_bits_add(c->symbols, symbol->node.index);
    if (!xb_storage_is_formal(c->storage, symbol))
        xb_storage_set_add(c->arena, &c->others, symbol);
}

static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note(context, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

/* Of a routine without body, a rule says what it only reads: what stands for it has formals of that intent.
 */
static bool is_read_by_rule(const changing *c, const xb_symbol *symbol)
{
    const xb_formal *formal =
        c->routine && c->routine->rule ? xb_formals_find(&c->routine->formals, symbol) : NULL;
    return formal && formal->intent == XB_INTENT_IN;
}

static void see_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    changing *c = context;
    if (formal ? xb_effects_modifies(c->effects, formal) : !is_read_by_rule(c, actual->symbol))
        note(c, actual->symbol);
}

static xb_visit see_routine(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    ((changing *)context)->routine = (const xb_routine *)node;
    return XB_VISIT_CONTINUE;
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, see_argument, context);
    return XB_VISIT_CONTINUE;
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = see_assignment,
                                                 [XB_KIND_INITIALIZATION] = see_assignment,
                                                 [XB_KIND_UPDATE] = see_assignment,
                                                 [XB_KIND_CONTROL_FLOW_GRAPH] = see_routine,
                                                 [XB_KIND_SUBROUTINE_CALL] = see_call,
                                                 [XB_KIND_FUNCTION_CALL] = see_call},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    changing *c = xb_arena_alloc(arena, sizeof *c);
    *c = (changing){.arena = arena,
                    .effects = xb_effects_of(analyses),
                    .storage = xb_storage_of(analyses),
                    .symbols = xb_bits_create(arena, program->node_count),
                    .others = {.storage = xb_storage_of(analyses)}};
    xb_traverse(program, xb_analyses_scratch(analyses), &program->node, &visitor, c);
    return c;
}

bool xb_is_changed(xb_analyses *analyses, const xb_symbol *symbol)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find};
    const changing *c = xb_analyses_get(analyses, &analysis);
    return xb_bits_has(c->symbols, symbol->node.index) ||
           (!xb_storage_is_formal(c->storage, symbol) && xb_storage_set_has(&c->others, symbol));
}
