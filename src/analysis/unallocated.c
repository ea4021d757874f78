/*
 * Which arrays are allocated by assignments follows from these, backward through calls; which formal
 * arguments stand for what is not there, from what callers may read before they assign it, forward through
 * calls.
 */
#include "analysis/unallocated.h"

#include "analysis/calls.h"
#include "analysis/exposure.h"
#include "analysis/storage.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

/* A call passes an array without bounds as a whole for one without bounds. */
typedef struct pass {
    const xb_routine *caller;
    const xb_symbol *actual, *formal;
} pass;

typedef struct looking {
    xb_arena *scratch;
    const xb_storage *storage;
    const xb_footprints *footprints;
    xb_closure assigned;       /* as a whole */
    xb_vector passes;          /* pass */
    const xb_routine *routine; /* the one under way */
    xb_map exposed;            /* by node index: what that one may read before it assigns it */
    xb_closure missing;        /* formal arguments */
} looking;

static bool is_unsized(const xb_symbol *symbol)
{
    return symbol->rank > 0 && symbol->bounds_count == 0;
}

static xb_visit look_at_assignment(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_reference *target = ((const xb_assignment *)node)->target;
    (void)walk;
    if (is_unsized(target->symbol) && target->subscripts.count == 0)
        xb_closure_add(&l->assigned, target->symbol);
    return XB_VISIT_CONTINUE;
}

static void look_at_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    looking *l = context;
    if (!formal || !is_unsized(formal->symbol) || !is_unsized(actual->symbol) || actual->subscripts.count > 0)
        return;
    xb_closure_imply(&l->assigned, formal->symbol, actual->symbol);
    *(pass *)xb_vector_push(l->scratch, &l->passes, sizeof(pass)) =
        (pass){l->routine, actual->symbol, formal->symbol};
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    l->routine = xb_walk_routine(walk);
    if (l->routine)
        xb_call_passes(xb_walk_program(walk), node, look_at_argument, l);
    return XB_VISIT_CONTINUE;
}

/* Passes of one routine come one after the other. */
static void look_into(looking *l, const xb_routine *routine)
{
    if (l->routine == routine)
        return;
    const xb_region region = xb_region_of(routine, XB_VIEW_READ);
    const xb_exposure exposure = xb_exposure_of(l->footprints, l->scratch, &region);
    l->routine = routine;
    l->exposed = (xb_map){.count = 0};
    for (size_t i = 0; i < exposure.exposed.count; i++) {
        const xb_symbol *symbol = exposure.exposed.items[i];
        xb_map_put(l->scratch, &l->exposed, symbol->node.index, 0, (void *)symbol);
    }
}

static void judge(looking *l, const pass *p)
{
    if (xb_storage_is_formal(l->storage, p->actual)) {
        xb_closure_imply(&l->missing, p->actual, p->formal);
        return;
    }
    if (!xb_closure_has(&l->assigned, p->actual))
        return;
    look_into(l, p->caller);
    if (xb_map_get(&l->exposed, p->actual->node.index, 0))
        xb_closure_add(&l->missing, p->formal);
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                                 [XB_KIND_FUNCTION_CALL] = look_at_call,
                                                 [XB_KIND_ASSIGNMENT] = look_at_assignment},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    looking *l = xb_arena_alloc(arena, sizeof *l);
    *l = (looking){.scratch = arena,
                   .storage = xb_storage_of(analyses),
                   .footprints = xb_footprints_of(analyses),
                   .assigned = {.arena = arena, .scratch = arena},
                   .missing = {.arena = arena, .scratch = arena}};
    xb_traverse(program, xb_analyses_scratch(analyses), &program->node, &visitor, l);
    xb_closure_complete(&l->assigned);
    l->routine = NULL;
    const pass *all = l->passes.items;
    for (size_t i = 0; i < l->passes.count; i++)
        judge(l, &all[i]);
    xb_closure_complete(&l->missing);
    return &l->missing;
}

bool xb_may_be_unallocated(xb_analyses *analyses, const xb_symbol *symbol)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find};
    return is_unsized(symbol) && xb_closure_has(xb_analyses_get(analyses, &analysis), symbol);
}
