/*
 * First each routine is looked at by itself: which variables from outside it refers to, with all that it
 * passes to a formal argument that may be modified counting as modified. These sets are then united along the
 * call graph until nothing changes, callees first. Last, when that is first asked, which it isn't where
 * nothing is called, and again callees first, it is found out what is exposed and what is certainly assigned;
 * a routine on a cycle of calls that is not known yet counts as one that reads first all that it reads and
 * certainly assigns nothing.
 *
 * Variables from outside are numbered. Those of a routine itself that may share storage with others count by
 * their storage class; they may if alias sets say so, or don't tell. That other variables connect their
 * classes is not enough.
 */
#include "analysis/footprints.h"

#include "analysis/calls.h"
#include "analysis/exposure.h"
#include "analysis/storage.h"
#include "base/bits.h"
#include "traverse/traverse.h"

#define NO_NUMBER UINT32_MAX

/* What is known of a routine. */
typedef struct entry {
    const xb_routine *routine;
    xb_vector direct; /* mention */
    uint64_t *modified, *read;
    xb_footprint footprint;
} entry;

/* A variable from outside in a routine. */
typedef struct mention {
    uint32_t item;
    bool modified, read;
    bool assumed; /* it is not known that it is modified, only not that it isn't */
} mention;

struct xb_footprints {
    xb_analyses *analyses;
    xb_arena *arena;
    const xb_effects *effects;
    const xb_storage *storage;
    const xb_call_graph *calls;
    entry *entries;  /* by vertex of the call graph */
    uint32_t *order; /* of these vertices: callees first */
    bool *waits;     /* whether it is still to be found out what is exposed */
    xb_map shared;   /* storage classes of variables from outside */
    bool anywhere;   /* one of them may be anywhere */
    size_t node_count;
    uint64_t *met;  /* node indices of variables from outside, and of what alias sets say may be in the place
                         of one */
    xb_map numbers; /* (node index of a symbol, 0) or (storage class, 1) to number + 1 */
    xb_list items;  /* xb_symbol by number */
    xb_map formals; /* xb_formal_use by node index of a symbol */
};

xb_analyses *xb_footprints_analyses(const xb_footprints *footprints)
{
    return footprints->analyses;
}

/* Variables that were made later have no node index that is known. */
static bool is_met(const xb_footprints *f, const xb_symbol *symbol)
{
    return symbol->node.index >= f->node_count || xb_bits_has(f->met, symbol->node.index);
}

bool xb_footprints_share(const xb_footprints *footprints, const xb_symbol *symbol)
{
    if (symbol->temporary)
        return false;
    uint32_t class = xb_storage_class(footprints->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE || footprints->anywhere)
        return true;
    return xb_map_get(&footprints->shared, class, 0) &&
           (xb_storage_is_vague(footprints->storage, symbol) || is_met(footprints, symbol));
}

/* ---- one routine --------------------------------------------------------------------------------------- */

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
    uint32_t class = xb_storage_class(f->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE)
        f->anywhere = true;
    else
        xb_map_put(f->arena, &f->shared, class, 0, symbol);
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

static uint32_t number_at(const xb_footprints *f, uint64_t key, bool class)
{
    /* What the map has not is 0, and 0 - 1 is NO_NUMBER. */
    return (uint32_t)(uintptr_t)xb_map_get(&f->numbers, key, class) - 1;
}

/* The number of a variable that others may know; NO_NUMBER if they don't. */
static uint32_t number_of(const xb_footprints *f, const xb_routine *routine, const xb_symbol *symbol)
{
    uint32_t by_name = number_at(f, symbol->node.index, false);
    if (xb_is_from_outside(routine, symbol) && by_name != NO_NUMBER)
        return by_name;
    return xb_footprints_share(f, symbol) ? number_at(f, xb_storage_class(f->storage, symbol), true)
                                          : NO_NUMBER;
}

/* The same; if it has none, it is given one. */
static uint32_t give_number(xb_footprints *f, const xb_routine *routine, const xb_symbol *symbol)
{
    bool outside = xb_is_from_outside(routine, symbol);
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->temporary ||
        (!outside && (xb_storage_is_formal(f->storage, symbol) || !xb_footprints_share(f, symbol))))
        return NO_NUMBER;
    uint64_t key = outside ? symbol->node.index : xb_storage_class(f->storage, symbol);
    if (number_at(f, key, !outside) == NO_NUMBER) {
        xb_list_append(f->arena, &f->items, symbol);
        xb_map_put(f->arena, &f->numbers, key, !outside, (const void *)(uintptr_t)f->items.count);
    }
    return number_at(f, key, !outside);
}

typedef struct looking {
    xb_footprints *footprints;
    entry *entry;
} looking;

static void look(void *context, const xb_access *access)
{
    const looking *l = context;
    entry *e = l->entry;
    if (!access->symbol) {
        e->footprint.reads_unknown = true;
        e->footprint.modifies_unknown = true;
        return;
    }
    uint32_t item = give_number(l->footprints, e->routine, access->symbol);
    if (item != NO_NUMBER)
        *(mention *)xb_vector_push(xb_analyses_scratch(l->footprints->analyses), &e->direct,
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
static void take_mod_list(xb_footprints *f, entry *e)
{
    const xb_list *listed = &e->routine->side_effects[XB_SIDE_EFFECT_MOD];
    mention *mentions = e->direct.items;
    if (!e->routine->has_side_effects[XB_SIDE_EFFECT_MOD])
        return;
    for (size_t i = 0; i < e->direct.count; i++)
        mentions[i].modified = mentions[i].modified && !mentions[i].assumed;
    for (size_t i = 0; i < listed->count; i++)
        look(&(looking){f, e},
             &(xb_access){.symbol = ((const xb_reference *)listed->items[i])->symbol, .written = true});
    e->footprint.modifies_unknown = false;
}

static void look_at_routine(xb_footprints *f, entry *e)
{
    const xb_flow_graph *flow = &e->routine->flow;
    looking l = {f, e};
    for (size_t i = 0; i < flow->vertices.count; i++)
        look_at_vertex(&l, flow->vertices.items[i]);
    if (flow->vertices.count == 0 && xb_routine_is_procedure(e->routine))
        e->footprint.reads_unknown = e->footprint.modifies_unknown = true;
    take_mod_list(f, e);
}

/* ---- callees ------------------------------------------------------------------------------------------- */

static void create_sets(xb_footprints *f, entry *e)
{
    e->modified = xb_bits_create(f->arena, f->items.count);
    e->read = xb_bits_create(f->arena, f->items.count);
    for (size_t i = 0; i < e->direct.count; i++) {
        const mention *m = (const mention *)e->direct.items + i;
        if (m->modified)
            xb_bits_add(e->modified, m->item);
        if (m->read)
            xb_bits_add(e->read, m->item);
    }
}

static bool unite(const xb_footprints *f, entry *caller, const entry *callee)
{
    size_t words = xb_bits_words(f->items.count);
    xb_footprint *of = &caller->footprint;
    bool listed = caller->routine->has_side_effects[XB_SIDE_EFFECT_MOD];
    bool reads = of->reads_unknown || callee->footprint.reads_unknown;
    bool modifies = of->modifies_unknown || (!listed && callee->footprint.modifies_unknown);
    bool changed = reads != of->reads_unknown || modifies != of->modifies_unknown;
    of->reads_unknown = reads;
    of->modifies_unknown = modifies;
    changed = xb_bits_unite(caller->read, callee->read, words) || changed;
    return xb_bits_unite(caller->modified, callee->modified, words) || changed;
}

static void unite_callees(xb_footprints *f, const uint32_t *order)
{
    const xb_graph *graph = &f->calls->graph;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < graph->vertex_count; i++)
            for (uint32_t e = xb_graph_first_out(graph, order[i]); e != XB_GRAPH_NONE;
                 e = xb_graph_next_out(graph, e))
                changed = unite(f, &f->entries[order[i]], &f->entries[xb_graph_target(graph, e)]) || changed;
    }
}

/* Members that are from outside of a routine, or stand for such ones. */
static xb_list members(const xb_footprints *f, const xb_routine *routine, const uint64_t *set)
{
    xb_list list = {.count = 0};
    for (uint32_t i = 0; i < f->items.count; i++) {
        const xb_symbol *symbol = f->items.items[i];
        if (xb_bits_has(set, i) && (xb_is_from_outside(routine, symbol) || xb_footprints_share(f, symbol)))
            xb_list_append(f->arena, &list, symbol);
    }
    return list;
}

/* ---- order --------------------------------------------------------------------------------------------- */

static xb_formal_use *use_of(const xb_footprints *f, const xb_symbol *symbol)
{
    return xb_map_get(&f->formals, symbol->node.index, 0);
}

static void note_formals(xb_footprints *f, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        xb_formal_use *use = xb_arena_alloc(f->arena, sizeof *use);
        *use = (xb_formal_use){.modified = xb_effects_modifies(f->effects, formal), .exposed = true};
        xb_map_put(f->arena, &f->formals, formal->symbol->node.index, 0, use);
    }
}

static void take_exposed(const xb_footprints *f, entry *e, const xb_list *exposed, bool anything)
{
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    uint64_t *set = xb_bits_create(scratch, f->items.count);
    for (size_t i = 0; i < e->routine->formals.count; i++)
        use_of(f, ((const xb_formal *)e->routine->formals.items[i])->symbol)->exposed = anything;
    for (size_t i = 0; i < exposed->count; i++) {
        const xb_symbol *symbol = exposed->items[i];
        xb_formal_use *use = xb_is_from_outside(e->routine, symbol) ? NULL : use_of(f, symbol);
        uint32_t item = number_of(f, e->routine, symbol);
        if (use)
            use->exposed = use->seen = true;
        else if (item != NO_NUMBER)
            xb_bits_add(set, item);
    }
    e->footprint.exposed = members(f, e->routine, set);
}

static void take_written(const xb_footprints *f, entry *e, const xb_list *written)
{
    for (size_t i = 0; i < written->count; i++) {
        const xb_symbol *symbol = written->items[i];
        xb_formal_use *use = use_of(f, symbol);
        if (xb_is_from_outside(e->routine, symbol))
            xb_list_append(f->arena, &e->footprint.written, symbol);
        else if (use)
            use->written = use->modified;
    }
}

static void find_exposed(const xb_footprints *f, entry *e)
{
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    xb_region region = xb_region_of(e->routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE)
        return;
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_exposure exposure = xb_exposure_of(f, f->arena, &region);
    take_exposed(f, e, &exposure.exposed, exposure.anything);
    take_written(f, e, &exposure.written);
    xb_arena_release(scratch, mark);
}

static void complete(const xb_footprints *f)
{
    if (!*f->waits)
        return;
    *f->waits = false;
    for (uint32_t i = 0; i < f->calls->graph.vertex_count; i++)
        find_exposed(f, &f->entries[f->order[i]]);
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    xb_program *program = xb_analyses_program(analyses);
    xb_footprints *f = xb_arena_alloc(arena, sizeof *f);
    f->analyses = analyses;
    f->arena = arena;
    f->effects = xb_effects_of(analyses);
    f->storage = xb_storage_of(analyses);
    f->calls = xb_calls_of(analyses);
    uint32_t count = f->calls->graph.vertex_count;
    f->entries = xb_arena_array(arena, count, sizeof *f->entries);
    f->order = xb_arena_array(arena, count, sizeof *f->order);
    f->waits = xb_arena_alloc(arena, sizeof *f->waits);
    xb_arena *scratch = xb_analyses_scratch(analyses);
    find_shared(f);
    for (uint32_t v = 0; v < count; v++) {
        f->entries[v].routine = program->routines.items[v];
        note_formals(f, f->entries[v].routine);
    }
    for (uint32_t v = 0; v < count; v++)
        look_at_routine(f, &f->entries[v]);
    for (uint32_t v = 0; v < count; v++)
        create_sets(f, &f->entries[v]);
    xb_graph_postorder(scratch, &f->calls->graph, f->order);
    unite_callees(f, f->order);
    for (uint32_t v = 0; v < count; v++) {
        entry *e = &f->entries[v];
        e->footprint.modified = members(f, e->routine, e->modified);
        e->footprint.read = members(f, e->routine, e->read);
        e->footprint.exposed = e->footprint.read;
    }
    *f->waits = true;
    return f;
}

const xb_footprints *xb_footprints_of(xb_analyses *analyses)
{
    static const xb_analysis footprints = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &footprints);
}

/* ---- questions ----------------------------------------------------------------------------------------- */

const xb_footprint *xb_footprint_of(const xb_footprints *footprints, const xb_routine *routine)
{
    uint32_t v = xb_calls_vertex(footprints->calls, routine);
    complete(footprints);
    return v == XB_GRAPH_NONE || !xb_routine_is_procedure(routine) ? NULL : &footprints->entries[v].footprint;
}

bool xb_footprint_knows(const xb_footprints *footprints, const xb_routine *routine, const xb_symbol *symbol)
{
    const xb_program *program = xb_analyses_program(footprints->analyses);
    if (!xb_is_from_outside(routine, symbol))
        return false;
    for (const xb_scope *scope = routine->scope; scope; scope = scope->parent)
        if (scope == symbol->scope)
            return true;
    return !xb_program_has_procedure(program, symbol->scope);
}

xb_formal_use xb_formal_use_of(const xb_footprints *footprints, const xb_formal *formal)
{
    complete(footprints);
    const xb_formal_use *use = xb_map_get(&footprints->formals, formal->symbol->node.index, 0);
    return use ? *use : (xb_formal_use){.modified = true, .exposed = true};
}

static const xb_symbol *modified_formal(const xb_footprints *footprints, const xb_routine *function,
                                        size_t arguments)
{
    for (size_t i = 0; i < arguments && i < function->formals.count; i++) {
        const xb_formal *formal = xb_routine_formal(function, (uint32_t)i + 1);
        if (formal && xb_symbol_is_active(formal->symbol) && xb_formal_use_of(footprints, formal).modified)
            return formal->symbol;
    }
    return NULL;
}

const xb_symbol *xb_function_changes_active(const xb_footprints *footprints, const xb_routine *function,
                                            size_t arguments)
{
    const xb_footprint *footprint = xb_footprint_of(footprints, function);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++)
        if (xb_symbol_is_active(footprint->modified.items[i]))
            return footprint->modified.items[i];
    return modified_formal(footprints, function, arguments);
}

typedef struct question {
    const xb_footprints *footprints;
    const xb_reference *reference;
    bool outside; /* what is only known to be outside counts */
    bool writing; /* what is written counts, else what is read */
    bool found;
} question;

static void answer(void *context, const xb_access *access)
{
    question *q = context;
    bool counts = q->writing ? access->written : access->read;
    q->found = q->found || (counts && (q->outside || access->extent != XB_EXTENT_OUTSIDE) &&
                            xb_access_concerns(q->footprints, access, q->reference));
}

static bool ask(xb_analyses *analyses, const xb_node *call, const xb_reference *reference,
                xb_black_boxes black_boxes, bool writing)
{
    xb_arena *scratch = xb_analyses_scratch(analyses);
    question q = {.footprints = xb_footprints_of(analyses),
                  .reference = reference,
                  .outside = black_boxes == XB_BLACK_BOXES_WILD,
                  .writing = writing};
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_accesses_each(q.footprints, XB_VIEW_READ, call, answer, &q);
    xb_arena_release(scratch, mark);
    return q.found;
}

bool xb_call_may_modify(xb_analyses *analyses, const xb_node *call, const xb_reference *reference,
                        xb_black_boxes black_boxes)
{
    return ask(analyses, call, reference, black_boxes, true);
}

bool xb_call_may_read(xb_analyses *analyses, const xb_node *call, const xb_reference *reference,
                      xb_black_boxes black_boxes)
{
    return ask(analyses, call, reference, black_boxes, false);
}
