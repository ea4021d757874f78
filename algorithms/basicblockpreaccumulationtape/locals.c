/*
 * Variables in the order in which they are first referred to, without those that share storage with a
 * variable from outside: their adjoints are that one's.
 */
#include "algorithms/basicblockpreaccumulationtape/locals.h"

#include "algorithms/controlflowreversal/flow.h"
#include "analysis/contained.h"
#include "analysis/exposure.h"
#include "analysis/footprints.h"
#include "analysis/overlap.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/declaration.h"

typedef struct locals {
    xb_program *program;
    xb_arena *scratch;
    const xb_scope *scope;
    xb_node_set known; /* symbols that are listed, or no locals */
    xb_list symbols;
    xb_list structures; /* that are locals, too: their members are not known */
} locals;

static bool has_extents(const xb_symbol *symbol)
{
    return symbol->rank <= 0 || symbol->bounds_count > 0;
}

static xb_visit look_at(xb_walk *walk, xb_node *node, void *context)
{
    locals *l = context;
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    bool is_allocated = symbol->temporary && !has_extents(symbol);
    (void)walk;
    if (symbol->scope != l->scope || !xb_symbol_is_active(symbol) || is_allocated ||
        !xb_node_set_add(l->scratch, &l->known, &symbol->node))
        return XB_VISIT_CONTINUE;
    xb_list_append(l->scratch, symbol->type == XB_TYPE_OPAQUE ? &l->structures : &l->symbols, symbol);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor references = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at}};
static const xb_visitor references_as_read = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at},
                                              .view = XB_VIEW_READ};

static xb_list zero(const locals *l)
{
    xb_list statements = {.count = 0};
    for (size_t i = 0; i < l->symbols.count; i++)
        xb_list_append(l->program->arena, &statements,
                       xb_build_single_propagator(l->program, "_initialise", XB_KIND_ZERO_DERIV,
                                                  xb_build_reference(l->program, l->symbols.items[i]), NULL,
                                                  NULL));
    return statements;
}

/* ---- storage that is shared ---------------------------------------------------------------------------- */

/* References of variables from outside of routines, by what alias sets tell. */
typedef struct outside {
    bool known;
    xb_map seen; /* by node index of a variable and key of an alias set */
    xb_sharing references;
} outside;

static xb_visit look_outside(xb_walk *walk, xb_node *node, void *context)
{
    outside *o = context;
    const xb_program *program = xb_walk_program(walk);
    const xb_reference *reference = (const xb_reference *)node;
    const xb_symbol *symbol = reference->symbol;
    const xb_routine *routine = xb_walk_routine(walk);
    if (!routine || !xb_is_from_outside(routine, symbol) ||
        !xb_alias_is_place(&program->aliases, reference) ||
        xb_map_get(&o->seen, symbol->node.index, reference->alias))
        return XB_VISIT_CONTINUE;
    xb_map_put(program->arena, &o->seen, symbol->node.index, reference->alias, symbol);
    xb_sharing_add(program->arena, &o->references, reference, symbol->scope);
    return XB_VISIT_CONTINUE;
}

static const outside *outside_of(xb_run *run)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_outside},
                                       .view = XB_VIEW_READ};
    outside *o = xb_run_state(run, "basicblockpreaccumulationtape.outside", sizeof *o);
    if (!o->known) {
        o->known = true;
        o->references.analyses = xb_run_analyses(run);
        xb_traverse(xb_run_program(run), xb_run_scratch(run), &xb_run_program(run)->node, &visitor, o);
    }
    return o;
}

/* The search for local variables that share storage with such a variable. */
typedef struct sharers {
    locals *locals;
    const outside *outside;
} sharers;

static xb_visit look_at_sharer(xb_walk *walk, xb_node *node, void *context)
{
    const sharers *s = context;
    locals *l = s->locals;
    const xb_reference *reference = (const xb_reference *)node;
    xb_symbol *symbol = reference->symbol;
    if (symbol->scope == l->scope && xb_symbol_is_active(symbol) &&
        xb_alias_is_place(&xb_walk_program(walk)->aliases, reference) &&
        xb_sharing_overlaps(&s->outside->references, reference, symbol->scope))
        xb_node_set_add(l->scratch, &l->known, &symbol->node);
    return XB_VISIT_CONTINUE;
}

/* What a local variable shares with a variable from outside goes on after the routine. */
static void leave_out_sharers(xb_run *run, locals *l, const xb_routine *original)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at_sharer},
                                       .view = XB_VIEW_READ};
    sharers s = {l, outside_of(run)};
    if (s.outside->seen.count > 0)
        xb_traverse(l->program, l->scratch, (xb_node *)&original->node, &visitor, &s);
}

/* The local variables that an adjoint version refers to, or a routine within it, but for those that have
 * stand-ins. */
static locals find_locals(xb_run *run, const xb_routine *adjoint, const xb_routine *original,
                          const xb_list *stand_ins)
{
    xb_program *program = xb_run_program(run);
    locals l = {.program = program, .scratch = xb_run_scratch(run), .scope = adjoint->scope};
    for (size_t i = 0; i < original->formals.count; i++) {
        xb_symbol *symbol = ((const xb_formal *)original->formals.items[i])->symbol;
        xb_node_set_add(l.scratch, &l.known, &symbol->node);
    }
    for (size_t i = 0; i < stand_ins->count; i++) {
        const xb_symbol *array = ((const xb_stand_in *)stand_ins->items[i])->array;
        xb_node_set_add(l.scratch, &l.known, &array->node);
    }
    leave_out_sharers(run, &l, original);
    xb_traverse(program, l.scratch, (xb_node *)&adjoint->node, &references, &l);
    const xb_list *within = xb_contained_in(xb_run_analyses(run), original->scope);
    for (size_t i = 0; i < within->count; i++)
        xb_traverse(program, l.scratch, within->items[i], &references_as_read, &l);
    return l;
}

static void warn_of_structures(const locals *l, const xb_routine *original)
{
    for (size_t i = 0; i < l->structures.count; i++) {
        const xb_symbol *symbol = l->structures.items[i];
        xb_warning(l->program->diagnostics, xb_program_place(l->program, &symbol->node, NULL),
                   "let derivatives of its members begin with zero where it is declared",
                   "%s is a structure: its derivatives are not set to zero at the beginning of the adjoint "
                   "sweep of %s",
                   symbol->id->text, original->symbol->id->text);
    }
}

void xb_zero_locals(xb_run *run, xb_routine *adjoint, const xb_routine *original, const xb_list *stand_ins)
{
    const locals l = find_locals(run, adjoint, original, stand_ins);
    warn_of_structures(&l, original);
    adjoint->flow = xb_flow_after_entry(l.program, adjoint->scope, &adjoint->flow, zero(&l));
}

/* ---- warnings ----------------------------------------------------------------------------------------- */

static void warn_of_missing(const locals *l, const xb_routine *original)
{
    for (size_t i = 0; i < l->symbols.count; i++) {
        const xb_symbol *symbol = l->symbols.items[i];
        if (!has_extents(symbol))
            xb_warning(
                l->program->diagnostics, xb_program_place(l->program, &symbol->node, NULL),
                "declare its bounds, or make it an argument, if it is allocated and deallocated",
                "the extents of %s are not known: the adjoint sweep of %s takes it to be there, in the shape "
                "that it had",
                symbol->id->text, original->symbol->id->text);
    }
}

/* Whether an array may keep its value from call to call; a local one that is declared to be allocatable is
 * deallocated at the end, unless it is saved. */
static bool may_keep(const xb_symbol *array)
{
    return !array->declaration || !array->declaration->allocatable || xb_symbol_is_static(array);
}

/* What keeps its value, or is allocated again in another shape, has a derivative that a stand-in has not. */
static void warn_of_stand_ins(xb_run *run, const xb_routine *original, const xb_list *stand_ins)
{
    xb_program *program = xb_run_program(run);
    if (stand_ins->count == 0)
        return;
    const xb_region region = xb_region_of(original, XB_VIEW_READ);
    const xb_exposure exposure =
        xb_exposure_of(xb_footprints_of(xb_run_analyses(run)), xb_run_scratch(run), &region);
    for (size_t i = 0; i < stand_ins->count; i++) {
        const xb_symbol *array = ((const xb_stand_in *)stand_ins->items[i])->array;
        if (xb_symbol_is_sized(array))
            continue; /* it is there as long as the routine runs, in one shape */
        if (exposure.anything)
            xb_warning(program->diagnostics, xb_program_place(program, &array->node, NULL),
                       "declare its bounds, or make it an argument, if it is allocated more than once",
                       "the extents of %s are not known, and markers may stand for its allocation: the "
                       "adjoint sweep of %s takes it to have one shape",
                       array->id->text, original->symbol->id->text);
        if (xb_list_has(&exposure.exposed, array) && may_keep(array))
            xb_warning(program->diagnostics, xb_program_place(program, &array->node, NULL),
                       "declare its bounds, or make it an argument, if it keeps its value between calls",
                       "the extents of %s are not known, and %s may read it before it assigns it: the "
                       "adjoint sweep takes it to have no value from before",
                       array->id->text, original->symbol->id->text);
    }
}

/* Arrays from outside that a routine refers to, and that may be allocated. */
typedef struct allocatables {
    xb_run *run;
    const xb_routine *original;
    xb_node_set known;
    xb_list symbols;
} allocatables;

static xb_visit look_at_allocatable(xb_walk *walk, xb_node *node, void *context)
{
    allocatables *a = context;
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    (void)walk;
    if (xb_symbol_is_active(symbol) &&
        xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(a->run)), symbol) &&
        xb_is_from_outside(a->original, symbol) &&
        xb_node_set_add(xb_run_scratch(a->run), &a->known, &symbol->node))
        xb_list_append(xb_run_scratch(a->run), &a->symbols, symbol);
    return XB_VISIT_CONTINUE;
}

/* Their derivatives are gone if they are deallocated before the adjoint sweep. */
static void warn_of_allocatables(xb_run *run, const xb_routine *original)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at_allocatable},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    allocatables a = {.run = run, .original = original};
    xb_traverse(program, xb_run_scratch(run), (xb_node *)&original->node, &visitor, &a);
    const xb_region region = xb_region_of(original, XB_VIEW_READ);
    if (a.symbols.count == 0 ||
        !xb_exposure_of(xb_footprints_of(xb_run_analyses(run)), xb_run_scratch(run), &region).anything)
        return;
    for (size_t i = 0; i < a.symbols.count; i++) {
        const xb_symbol *symbol = a.symbols.items[i];
        xb_warning(program->diagnostics, xb_program_place(program, &symbol->node, NULL),
                   "declare its bounds, or allocate and deallocate it outside of what is differentiated",
                   "markers may stand for the deallocation of %s: the adjoint sweep of %s takes it to be "
                   "there, in the "
                   "shape that it had",
                   symbol->id->text, original->symbol->id->text);
    }
}

void xb_warn_of_locals(xb_run *run, const xb_routine *adjoint, const xb_routine *original,
                       const xb_list *stand_ins)
{
    const locals l = find_locals(run, adjoint, original, stand_ins);
    warn_of_missing(&l, original);
    warn_of_stand_ins(run, original, stand_ins);
    warn_of_allocatables(run, original);
}

static xb_visit stop_at_allocatable(xb_walk *walk, xb_node *node, void *context)
{
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    (void)walk;
    return xb_symbol_is_active(symbol) && !symbol->temporary &&
                   xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(context)), symbol)
               ? XB_VISIT_STOP
               : XB_VISIT_CONTINUE;
}

bool xb_refers_to_allocatable(xb_run *run, const xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = stop_at_allocatable}};
    return xb_traverse(xb_run_program(run), xb_run_scratch(run), (xb_node *)&routine->node, &visitor, run) ==
           XB_VISIT_STOP;
}

typedef struct allocating {
    xb_run *run;
    xb_node_set told;
} allocating;

static bool allocates(const allocating *a, const xb_routine *routine, const xb_reference *target)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(a->run));
    bool has_stand_in = xb_procedure_of(target->symbol);
    return xb_symbol_is_active(target->symbol) && xb_storage_may_be_allocated(storage, target) &&
           xb_is_from_outside(routine, target->symbol) && !has_stand_in;
}

static xb_visit look_at_target(xb_walk *walk, xb_node *node, void *context)
{
    allocating *a = context;
    const xb_reference *target = ((const xb_assignment *)node)->target;
    const xb_symbol *symbol = target->symbol;
    if (!allocates(a, xb_walk_routine(walk), target) ||
        !xb_node_set_add(xb_run_scratch(a->run), &a->told, &symbol->node))
        return XB_VISIT_CONTINUE;
    xb_warning(xb_walk_program(walk)->diagnostics, xb_walk_place(walk, node, NULL),
               "allocate it before, with a derivative that is zero, or add associationbyname",
               "%s may be allocated here: nothing sets its derivative to zero", symbol->id->text);
    return XB_VISIT_CONTINUE;
}

void xb_warn_of_allocated(xb_run *run)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_ASSIGNMENT] = look_at_target}, .view = XB_VIEW_READ, .skips_kept = true};
    xb_program *program = xb_run_program(run);
    allocating a = {.run = run};
    xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, &a);
}
