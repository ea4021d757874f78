/*
 * What the routine may modify is known by storage classes. What is restored is found in the checkpoint that
 * has been made; then all references of the code are led to the own variables.
 */
#include "algorithms/motions/own_variables.h"

#include "analysis/effects.h"
#include "analysis/footprints.h"
#include "analysis/omission.h"
#include "analysis/shape.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "traverse/traverse.h"

/* What a routine may modify. */
static xb_storage_set find_modified(const xb_own_variables *o)
{
    xb_arena *scratch = xb_run_scratch(o->run);
    xb_analyses *analyses = xb_run_analyses(o->run);
    xb_storage_set modified = {.storage = xb_storage_of(analyses)};
    const xb_footprints *footprints = xb_footprints_of(analyses);
    const xb_footprint *footprint = xb_footprint_of(footprints, o->routine);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++)
        xb_storage_set_add(scratch, &modified, footprint->modified.items[i]);
    for (size_t i = 0; i < o->routine->formals.count; i++) {
        const xb_formal *formal = o->routine->formals.items[i];
        if (xb_formal_use_of(footprints, formal).modified)
            xb_storage_set_add(scratch, &modified, formal->symbol);
    }
    return modified;
}

/* Whether an argument is restored in a variable of its own: if the routine does not modify it, neither by its
 * name nor by that of another variable with which it shares storage, as alias sets may say. One that may be
 * absent has no shape. */
static bool is_restored_apart(const xb_own_variables *o, const xb_formal *formal,
                              const xb_storage_set *modified)
{
    xb_analyses *analyses = xb_run_analyses(o->run);
    return !xb_symbol_is_active(formal->symbol) && formal->symbol->kind == XB_SYMBOL_VARIABLE &&
           !xb_effects_modifies(xb_effects_of(analyses), formal) &&
           !xb_storage_set_has(modified, formal->symbol) && !xb_may_be_absent(analyses, formal->symbol);
}

static xb_visit note_variable(xb_walk *walk, xb_node *node, void *context)
{
    xb_own_variables *o = context;
    xb_node_set_add(xb_walk_program(walk)->arena, &o->restored, &((const xb_reference *)node)->symbol->node);
    return XB_VISIT_CONTINUE;
}

static xb_visit lead_to_own(xb_walk *walk, xb_node *node, void *context)
{
    xb_reference *reference = (xb_reference *)node;
    xb_symbol *own = xb_node_map_get(&((xb_own_variables *)context)->own, &reference->symbol->node);
    (void)walk;
    if (own)
        reference->symbol = own;
    return XB_VISIT_CONTINUE;
}

static void each_reference(xb_own_variables *o, xb_visit (*visit)(xb_walk *, xb_node *, void *))
{
    const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = visit}};
    const xb_list *vertices = &o->code->flow.vertices;
    for (size_t v = 0; v < vertices->count; v++)
        xb_traverse(xb_run_program(o->run), xb_run_scratch(o->run), vertices->items[v], &visitor, o);
}

/* Makes a variable in the shape of an argument. */
static void make_own(xb_own_variables *o, xb_symbol *formal)
{
    xb_program *program = xb_run_program(o->run);
    xb_statement *allocation;
    xb_shape shape = xb_shape_of_reference(program->arena, xb_build_reference(program, formal));
    xb_symbol *own = xb_shape_temporary(program, o->scope, "own", shape, false, &allocation);
    own->temporary =
        false; /* it stays passive as the argument does, also where temporaries are kept active */
    if (allocation)
        xb_list_append(program->arena, &o->allocations, allocation);
    xb_node_map_put(program->arena, &o->own, &formal->node, own);
}

void xb_own_variables_find(xb_own_variables *o)
{
    const xb_list *formals = &o->routine->formals;
    const xb_storage_set modified = find_modified(o);
    each_reference(o, note_variable);
    for (size_t i = 0; i < formals->count; i++) {
        const xb_formal *formal = formals->items[i];
        if (xb_node_set_has(&o->restored, &formal->symbol->node) && is_restored_apart(o, formal, &modified))
            make_own(o, formal->symbol);
    }
}

void xb_own_variables_use(xb_own_variables *o, xb_body *before)
{
    each_reference(o, lead_to_own);
    for (size_t i = 0; i < o->allocations.count; i++)
        xb_body_add(before, o->allocations.items[i]);
}
