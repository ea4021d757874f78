/*
 * A routine modifies what its Mod list names, what it assigns, what calls of the run-time library set, and
 * what it passes to formal arguments that are modified: that a formal argument is modified implies that the
 * actual ones are, of subroutines and of functions wherever an expression stands. What bodies do counts,
 * whatever intents and lists say. What is passed to a routine without a body is modified if there is no list
 * and it is no formal argument of intent in, or if the catalogue has an explicit Jacobian by which it is.
 *
 * Then each routine is looked at by itself: which variables from outside it refers to, with all that it
 * passes to a formal argument that may be modified counting as modified. These sets are united along the call
 * graph until nothing changes, callees first.
 */
#include "analysis/effects.h"

#include "analysis/accesses.h"
#include "base/bits.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

/* ---- arguments ----------------------------------------------------------------------------------------- */

/* What is being found out. */
typedef struct finding {
    xb_analyses *analyses;
    xb_footprints *footprints;
    xb_closure modified;
    bool listed; /* the routine at hand has a Mod list */
} finding;

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    finding *f = context;
    if (formal)
        xb_closure_imply(&f->modified, formal->symbol, actual->symbol);
    else if (!f->listed && !xb_effects_is_input(f->footprints, actual->symbol))
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

static const xb_visitor argument_visitor = {.enter = {[XB_KIND_MARKER] = enter_marker,
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

static void note_inputs(xb_footprints *f, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->intent == XB_INTENT_IN)
            xb_node_set_add(f->arena, &f->inputs, &formal->symbol->node);
    }
}

static void note_formals(xb_footprints *f, const xb_closure *modified, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        xb_formal_use *use = xb_arena_alloc(f->arena, sizeof *use);
        *use = (xb_formal_use){.modified = xb_closure_has(modified, formal->symbol), .exposed = true};
        xb_node_map_put(f->arena, &f->formals, &formal->symbol->node, use);
    }
}

static void find_formals(xb_footprints *f)
{
    xb_program *program = xb_analyses_program(f->analyses);
    finding all = {.analyses = f->analyses,
                   .footprints = f,
                   .modified = {.arena = f->arena, .scratch = xb_analyses_scratch(f->analyses)}};
    for (size_t i = 0; i < program->routines.count; i++) {
        add_listed(&all.modified, program->routines.items[i]);
        note_inputs(f, program->routines.items[i]);
    }
    xb_traverse(program, all.modified.scratch, &program->node, &argument_visitor, &all);
    xb_closure_complete(&all.modified);
    for (size_t i = 0; i < program->routines.count; i++)
        note_formals(f, &all.modified, program->routines.items[i]);
}

/* ---- variables from outside ---------------------------------------------------------------------------- */

/* References to variables from outside. */
typedef struct outer {
    xb_footprints *footprints;
    xb_list references;
    xb_map seen; /* by node index of a variable, and content of an alias set */
    xb_alias_area area;
} outer;

static void note_place(outer *o, xb_program *program, const xb_reference *reference)
{
    xb_arena *scratch = xb_analyses_scratch(o->footprints->analyses);
    uint32_t index = reference->symbol->node.index,
             content = xb_alias_content(&program->aliases, reference->alias);
    xb_bits_add(o->footprints->met, index);
    if (content == XB_ALIAS_GROUP_NONE || xb_map_get(&o->seen, index, content))
        return;
    xb_map_put(scratch, &o->seen, index, content, reference);
    xb_list_append(scratch, &o->references, reference);
}

static xb_visit share(xb_walk *walk, xb_node *node, void *context)
{
    outer *o = context;
    xb_footprints *f = o->footprints;
    const xb_routine *routine = xb_walk_routine(walk);
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    if (!routine || symbol->kind == XB_SYMBOL_SUBROUTINE || !xb_is_from_outside(routine, symbol))
        return XB_VISIT_CONTINUE;
    if (xb_storage_class(f->storage, symbol) == XB_STORAGE_ANYWHERE)
        f->anywhere = true;
    else
        xb_storage_set_add(f->arena, &f->shared, symbol);
    note_place(o, xb_walk_program(walk), (const xb_reference *)node);
    return XB_VISIT_CONTINUE;
}

static xb_visit meet(xb_walk *walk, xb_node *node, void *context)
{
    const outer *o = context;
    const xb_reference *reference = (const xb_reference *)node;
    if (xb_alias_area_touches(&o->area, &xb_walk_program(walk)->aliases, reference))
        xb_bits_add(o->footprints->met, reference->symbol->node.index);
    return XB_VISIT_CONTINUE;
}

/* Finds out which variables may share storage with those from outside. */
static void find_shared(xb_footprints *f)
{
    static const xb_visitor first = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = share}, .view = XB_VIEW_READ},
                            second = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = meet}, .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(f->analyses);
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    outer o = {.footprints = f};
    f->node_count = program->node_count;
    f->met = xb_bits_create(f->arena, f->node_count);
    xb_traverse(program, scratch, &program->node, &first, &o);
    o.area = xb_alias_area_of(scratch, &program->aliases, &o.references);
    xb_traverse(program, scratch, &program->node, &second, &o);
    xb_arena_release(scratch, mark);
}

/* ---- one routine --------------------------------------------------------------------------------------- */

/* A variable from outside in a routine. */
typedef struct mention {
    uint32_t item;
    bool modified, read;
    bool assumed; /* it is not known that it is modified, only not that it isn't */
} mention;

/* A routine that is looked at. */
typedef struct looking {
    xb_footprints *footprints;
    const xb_routine *routine;
    xb_footprint *footprint;
    xb_vector direct; /* mention */
} looking;

static void look(void *context, const xb_access *access)
{
    looking *l = context;
    if (!access->symbol) {
        l->footprint->reads_unknown = true;
        l->footprint->modifies_unknown = true;
        return;
    }
    uint32_t item = xb_footprints_give_number(l->footprints, l->routine, access->symbol);
    if (item != XB_FOOTPRINT_NONE)
        *(mention *)xb_vector_push(xb_analyses_scratch(l->footprints->analyses), &l->direct,
                                   sizeof(mention)) =
            (mention){item, access->written, access->read, access->assumed};
}

static void look_at_vertex(looking *l, const xb_flow_vertex *vertex)
{
    const void *parts[] = {vertex->initialization, vertex->condition, vertex->update};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i])
            xb_accesses_each(l->footprints, XB_VIEW_READ, parts[i], look, l);
    for (size_t i = 0; i < vertex->statements.count; i++)
        xb_accesses_each(l->footprints, XB_VIEW_READ, vertex->statements.items[i], look, l);
}

/* A Mod list is believed where the body leaves it open. */
static void take_mod_list(looking *l)
{
    const xb_list *listed = &l->routine->side_effects[XB_SIDE_EFFECT_MOD];
    mention *mentions = l->direct.items;
    if (!l->routine->has_side_effects[XB_SIDE_EFFECT_MOD])
        return;
    for (size_t i = 0; i < l->direct.count; i++)
        mentions[i].modified = mentions[i].modified && !mentions[i].assumed;
    for (size_t i = 0; i < listed->count; i++)
        look(l, &(xb_access){.symbol = ((const xb_reference *)listed->items[i])->symbol, .written = true});
    l->footprint->modifies_unknown = false;
}

static void look_at_routine(looking *l)
{
    const xb_flow_graph *flow = &l->routine->flow;
    if (flow->vertices.count > 0)
        xb_accesses_each_declared(l->footprints, XB_VIEW_READ, l->routine, look, l);
    for (size_t i = 0; i < flow->vertices.count; i++)
        look_at_vertex(l, flow->vertices.items[i]);
    if (flow->vertices.count == 0 && xb_routine_is_procedure(l->routine))
        l->footprint->reads_unknown = l->footprint->modifies_unknown = true;
    take_mod_list(l);
}

/* ---- callees ------------------------------------------------------------------------------------------- */

/* Variables by number. */
typedef struct sets {
    uint64_t *modified, *read;
} sets;

static sets sets_of(const xb_footprints *f, const looking *l)
{
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    sets s = {xb_bits_create(scratch, f->items.count), xb_bits_create(scratch, f->items.count)};
    for (size_t i = 0; i < l->direct.count; i++) {
        const mention *m = (const mention *)l->direct.items + i;
        if (m->modified)
            xb_bits_add(s.modified, m->item);
        if (m->read)
            xb_bits_add(s.read, m->item);
    }
    return s;
}

static bool unite(const xb_footprints *f, sets *all, uint32_t caller, uint32_t callee)
{
    size_t words = xb_bits_words(f->items.count);
    xb_footprint *of = &f->entries[caller].footprint;
    const xb_footprint *from = &f->entries[callee].footprint;
    bool listed = f->entries[caller].routine->has_side_effects[XB_SIDE_EFFECT_MOD];
    bool reads = of->reads_unknown || from->reads_unknown;
    bool modifies = of->modifies_unknown || (!listed && from->modifies_unknown);
    bool changed = reads != of->reads_unknown || modifies != of->modifies_unknown;
    of->reads_unknown = reads;
    of->modifies_unknown = modifies;
    changed = xb_bits_unite(all[caller].read, all[callee].read, words) || changed;
    return xb_bits_unite(all[caller].modified, all[callee].modified, words) || changed;
}

static void unite_callees(const xb_footprints *f, sets *all)
{
    const xb_graph *graph = &f->calls->graph;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < graph->vertex_count; i++)
            for (uint32_t e = xb_graph_first_out(graph, f->order[i]); e != XB_GRAPH_NONE;
                 e = xb_graph_next_out(graph, e))
                changed = unite(f, all, f->order[i], xb_graph_target(graph, e)) || changed;
    }
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void find_footprints(xb_footprints *f)
{
    uint32_t count = f->calls->graph.vertex_count;
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    looking *all = xb_arena_array(scratch, count, sizeof *all);
    sets *united = xb_arena_array(scratch, count, sizeof *united);
    for (uint32_t v = 0; v < count; v++) {
        all[v] = (looking){f, f->entries[v].routine, &f->entries[v].footprint, {0}};
        look_at_routine(&all[v]);
    }
    for (uint32_t v = 0; v < count; v++)
        united[v] = sets_of(f, &all[v]);
    unite_callees(f, united);
    for (uint32_t v = 0; v < count; v++) {
        xb_footprint_entry *e = &f->entries[v];
        e->footprint.modified = xb_footprints_members(f, e->routine, united[v].modified);
        e->footprint.read = e->footprint.exposed = xb_footprints_members(f, e->routine, united[v].read);
    }
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    xb_program *program = xb_analyses_program(analyses);
    xb_footprints *f = xb_arena_alloc(arena, sizeof *f);
    f->analyses = analyses;
    f->arena = arena;
    f->storage = f->shared.storage = xb_storage_of(analyses);
    f->calls = xb_calls_of(analyses);
    uint32_t count = f->calls->graph.vertex_count;
    f->entries = xb_arena_array(arena, count, sizeof *f->entries);
    f->order = xb_arena_array(arena, count, sizeof *f->order);
    xb_graph_postorder(xb_analyses_scratch(analyses), &f->calls->graph, f->order);
    for (uint32_t v = 0; v < count; v++)
        f->entries[v].routine = program->routines.items[v];
    find_formals(f);
    find_shared(f);
    find_footprints(f);
    return f;
}

const xb_footprints *xb_effects_of(xb_analyses *analyses)
{
    static const xb_analysis effects = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &effects);
}

bool xb_effects_modifies(const xb_footprints *effects, const xb_formal *formal)
{
    const xb_formal_use *use = xb_node_map_get(&effects->formals, &formal->symbol->node);
    return use && use->modified;
}

bool xb_effects_is_input(const xb_footprints *effects, const xb_symbol *symbol)
{
    return xb_node_set_has(&effects->inputs, &symbol->node);
}
