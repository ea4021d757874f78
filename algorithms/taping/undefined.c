/*
 * What is exposed in a routine may be undefined there: by the exposure analysis, passing a variable to a
 * formal argument that may be read is reading it. From there it goes on from actual arguments to formal ones.
 * Variables from outside, and arguments of what nobody calls, are taken to have values.
 */
#include "algorithms/taping/undefined.h"

#include "analysis/calls.h"
#include "analysis/exposure.h"
#include "analysis/summaries.h"
#include "traverse/traverse.h"

typedef struct finder {
    const xb_footprints *footprints;
    xb_arena *scratch;
    xb_node_set assigned; /* variables of which some part is assigned */
    xb_closure undefined;
} finder;

static void note_assigned(finder *f, const xb_symbol *symbol)
{
    xb_node_set_add(f->scratch, &f->assigned, &symbol->node);
}

static void note_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    finder *f = context;
    if (!formal || xb_formal_use_of(f->footprints, formal).modified)
        note_assigned(f, actual->symbol);
    if (formal)
        xb_closure_imply(&f->undefined, actual->symbol, formal->symbol);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_argument, context);
    return XB_VISIT_CONTINUE;
}

static xb_visit look_at_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note_assigned(context, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                             [XB_KIND_FUNCTION_CALL] = look_at_call,
                                             [XB_KIND_ASSIGNMENT] = look_at_assignment},
                                   .view = XB_VIEW_READ};

static bool comes_in(const xb_routine *routine, const xb_symbol *symbol)
{
    const xb_formal *formal = xb_formals_find(&routine->formals, symbol);
    return formal && formal->intent != XB_INTENT_OUT;
}

/* Adds what may be read in a region, which is all of a routine, before it is assigned. @return whether there
 * are arrays that are assigned in part */
static bool find_exposed(finder *f, const xb_region *region)
{
    const xb_exposure exposure = xb_exposure_of(f->footprints, f->scratch, region);
    bool any = false;
    for (size_t i = 0; i < exposure.exposed.count; i++) {
        const xb_symbol *symbol = exposure.exposed.items[i];
        bool in_part = !region->touch && symbol->rank != 0 && xb_node_set_has(&f->assigned, &symbol->node);
        if (symbol->scope != region->routine->scope || comes_in(region->routine, symbol))
            continue;
        any = any || in_part;
        if (!in_part)
            xb_closure_add(&f->undefined, symbol);
    }
    return any;
}

/* Arrays that are assigned in part have no value where nothing of them has been assigned. */
static void find_in(finder *f, const xb_routine *routine)
{
    xb_region region = xb_region_of(routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE || !find_exposed(f, &region))
        return;
    region.touch = true;
    find_exposed(f, &region);
}

xb_closure xb_undefined_find(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    finder f = {.footprints = xb_footprints_of(xb_run_analyses(run)),
                .scratch = scratch,
                .undefined = {.arena = program->arena, .scratch = scratch}};
    xb_traverse(program, scratch, &program->node, &visitor, &f);
    for (size_t i = 0; i < program->routines.count; i++)
        find_in(&f, program->routines.items[i]);
    xb_closure_complete(&f.undefined);
    return f.undefined;
}
