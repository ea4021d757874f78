/*
 * All that the body refers to, but for what is referred to elsewhere, is read before it is certainly
 * assigned, or may share storage with anything else.
 */
#include "algorithms/loopcheckpointing/private.h"

#include "analysis/constructs.h"
#include "analysis/contained.h"
#include "analysis/overlap.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"

/* References in a part of the routine. */
typedef struct looking {
    xb_arena *arena;
    xb_node_set *found; /* symbols */
    xb_list *in_order;
} looking;

static void note_symbol(const looking *l, xb_symbol *symbol)
{
    if (!xb_node_set_add(l->arena, l->found, &symbol->node))
        return;
    xb_list_append(l->arena, l->in_order, symbol);
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note_symbol(context, ((const xb_reference *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

/* What the body refers to, or the rest of the routine, in scratch memory; not the head of a counted loop,
 * which goes, but for its variable, which the sweep sets. */
static xb_list symbols_in(const xb_swept_loop *loop, bool body, xb_node_set *found)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_reference},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(loop->run);
    const xb_list *vertices = &loop->original->flow.vertices;
    xb_list in_order = {.count = 0};
    looking l = {xb_run_inner_scratch(loop->run), found, &in_order};
    for (uint32_t v = 0; v < vertices->count; v++)
        if (xb_swept_loop_body_has(loop, v) == body && !(loop->steps == XB_STEPS_COUNTED && v == loop->head))
            xb_traverse(program, xb_run_scratch(loop->run), vertices->items[v], &visitor, &l);
    if (body && loop->steps == XB_STEPS_COUNTED)
        note_symbol(&l, loop->form.variable->symbol);
    return in_order;
}

/* The first vertex of the body. */
static uint32_t entry_of(const xb_swept_loop *loop)
{
    const xb_flow_graph *flow = &loop->original->flow;
    for (uint32_t e = xb_graph_first_out(&flow->graph, loop->head); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&flow->graph, e))
        if (xb_is_body_edge(flow, e))
            return xb_graph_target(&flow->graph, e);
    return XB_GRAPH_NONE;
}

xb_exposure xb_exposure_of_body(const xb_swept_loop *loop, xb_arena *arena)
{
    bool *inside = xb_arena_array(arena, loop->original->flow.graph.vertex_count, sizeof *inside);
    for (uint32_t v = 0; v < loop->original->flow.graph.vertex_count; v++)
        inside[v] = xb_swept_loop_body_has(loop, v);
    const xb_region region = {
        .routine = loop->original, .view = XB_VIEW_READ, .inside = inside, .entry = entry_of(loop)};
    return xb_exposure_of(xb_footprints_of(xb_run_analyses(loop->run)), arena, &region);
}

/* What is known of the variables of a loop. */
typedef struct variables {
    const xb_swept_loop *loop;
    xb_exposure exposure;
    xb_node_set inside, outside, exposed;
    xb_map classes; /* by storage class: the only symbol that the routine refers to, or the
                       routine's own if there are several */
} variables;

static void note_class(variables *v, const xb_storage *storage, xb_symbol *symbol)
{
    xb_arena *arena = xb_run_inner_scratch(v->loop->run);
    uint32_t class = xb_storage_class(storage, symbol);
    xb_symbol *known = xb_map_get(&v->classes, class, 0);
    xb_map_put(arena, &v->classes, class, 0, !known || known == symbol ? symbol : v->loop->original->symbol);
}

static bool is_private(const variables *v, const xb_storage *storage, const xb_symbol *symbol)
{
    const xb_swept_loop *loop = v->loop;
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(loop->run));
    uint32_t class = xb_storage_class(storage, symbol);
    bool is_set = loop->steps == XB_STEPS_COUNTED && symbol == loop->form.variable->symbol;
    bool is_used = xb_node_set_has(&v->outside, &symbol->node) || xb_node_set_has(&v->exposed, &symbol->node);
    return symbol->scope == loop->original->scope && symbol->kind == XB_SYMBOL_VARIABLE && !symbol->pointer &&
           (is_set || !is_used) && !xb_formals_find(&loop->original->formals, symbol) &&
           !xb_footprints_share(footprints, symbol) && class != XB_STORAGE_ANYWHERE &&
           xb_map_get(&v->classes, class, 0) == symbol;
}

/* Notes the private variables of a loop. @param v with all its exposed variables */
static void find_private(variables *v, xb_node_set *result)
{
    xb_program *program = xb_run_program(v->loop->run);
    xb_arena *scratch = xb_run_inner_scratch(v->loop->run);
    const xb_storage *storage = xb_storage_of(xb_run_analyses(v->loop->run));
    const xb_list inside = symbols_in(v->loop, true, &v->inside),
                  outside = symbols_in(v->loop, false, &v->outside);
    for (size_t i = 0; i < v->exposure.exposed.count; i++) {
        xb_symbol *symbol = v->exposure.exposed.items[i];
        xb_node_set_add(scratch, &v->exposed, &symbol->node);
    }
    for (size_t i = 0; i < inside.count; i++)
        note_class(v, storage, inside.items[i]);
    for (size_t i = 0; i < outside.count; i++)
        note_class(v, storage, outside.items[i]);
    for (size_t i = 0; i < inside.count; i++) {
        xb_symbol *symbol = inside.items[i];
        if (is_private(v, storage, symbol))
            xb_node_set_add(program->arena, result, &symbol->node);
    }
}

xb_node_set xb_private_variables(const xb_swept_loop *loop)
{
    xb_arena *scratch = xb_run_inner_scratch(loop->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    variables v = {.loop = loop, .exposure = xb_exposure_of_body(loop, scratch)};
    xb_node_set result = {0};
    const xb_list *within = xb_contained_in(xb_run_analyses(loop->run), loop->original->scope);
    if (!v.exposure.anything && within->count == 0) /* which may refer to anything */
        find_private(&v, &result);
    xb_arena_release(scratch, mark);
    return result;
}

/* References to the variables that are passed to the sweep, of which alias sets say where they are. */
typedef struct passed {
    const xb_swept_loop *loop;
    xb_list references; /* one for each variable and content of an alias set */
    xb_sharing sharing; /* the same, owned by their variables */
    xb_map seen;        /* by node index of the symbol, and content of the alias set */
    const xb_reference
        *shares; /* the first one that shares storage with another variable; NULL: none so far */
} passed;

static xb_visit see_storage(xb_walk *walk, xb_node *node, void *context)
{
    passed *p = context;
    xb_reference *reference = (xb_reference *)node;
    const xb_symbol *symbol = reference->symbol;
    xb_arena *scratch = xb_run_scratch(p->loop->run);
    uint32_t content = xb_alias_content(&xb_walk_program(walk)->aliases, reference->alias);
    bool is_passed =
        symbol->scope == p->loop->original->scope && !xb_node_set_has(&p->loop->own, &symbol->node);
    if (!is_passed || content == XB_ALIAS_GROUP_NONE || xb_map_get(&p->seen, symbol->node.index, content))
        return XB_VISIT_CONTINUE;
    if (xb_sharing_overlaps(&p->sharing, reference, symbol)) {
        p->shares = reference;
        return XB_VISIT_STOP;
    }
    xb_map_put(scratch, &p->seen, symbol->node.index, content, symbol);
    xb_list_append(scratch, &p->references, reference);
    xb_sharing_add(scratch, &p->sharing, reference, symbol);
    return XB_VISIT_CONTINUE;
}

bool xb_shared_variables(const xb_swept_loop *loop, const xb_reference *pair[2])
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_storage},
                                       .view = XB_VIEW_READ};
    xb_analyses *analyses = xb_run_analyses(loop->run);
    const xb_list *vertices = &loop->original->flow.vertices;
    passed p = {.loop = loop, .sharing = {.analyses = analyses}};
    for (uint32_t v = 0; v < vertices->count && !p.shares; v++)
        if (xb_swept_loop_body_has(loop, v))
            xb_traverse(xb_run_program(loop->run), xb_run_scratch(loop->run), vertices->items[v], &visitor,
                        &p);
    for (size_t i = 0; p.shares && i < p.references.count; i++) {
        pair[0] = p.references.items[i];
        pair[1] = p.shares;
        if (pair[0]->symbol != p.shares->symbol &&
            xb_overlap_of(analyses, pair[0], p.shares, false) != XB_OVERLAP_NEVER)
            return true;
    }
    return false;
}
