/*
 * Writes are kept by storage class, so that a question looks only at those that may matter; beyond a limit
 * the answer is that something is changed. So it is for temporaries of the engine, of which nobody asks and
 * which are most of what is written: they are not kept. Whether a way leads from one vertex to another is
 * kept for all pairs unless there are too many; then it is taken for one if the second vertex comes later in
 * an order along the edges, or if both are in a part of that order that an edge leads back over.
 */
#include "analysis/changes.h"

#include "analysis/dataflow.h"
#include "analysis/effects.h"
#include "analysis/storage.h"
#include "traverse/traverse.h"

enum { MOST_PAIRS = 1 << 26, MOST_LOOKED_AT = 4096 };

/* A write. */
typedef struct change {
    xb_access access;
    uint32_t vertex;
    size_t statement;
} change;

/* A write of a class: where it is, beside its place in `all`, since most of them are asked for no more. */
typedef struct entry {
    uint32_t place;
    uint32_t vertex;
    size_t statement;
} entry;

struct xb_changes {
    xb_arena *arena;
    const xb_footprints *footprints;
    const xb_storage *storage;
    const xb_routine *routine;
    xb_view view;
    xb_vector all;      /* change */
    xb_map by_class;    /* xb_vector of entries by storage class */
    xb_vector anywhere; /* entries of those that may concern any class */
    uint64_t **reached; /* by vertex: what a way of at least one edge leads to */
    uint32_t *place;    /* if there are too many: by vertex, its place in an order along the edges */
    uint32_t *furthest; /* and by place: the least place that edges from here or from later lead back to */
    change under_way;   /* where the walk is */
};

/* ---- collecting ---------------------------------------------------------------------------------------- */

static entry entry_of(const xb_changes *c, uint32_t place)
{
    const change *x = (const change *)c->all.items + place;
    return (entry){place, x->vertex, x->statement};
}

static void enter(xb_changes *c, xb_vector *entries)
{
    *(entry *)xb_vector_push(c->arena, entries, sizeof(entry)) = entry_of(c, c->all.count - 1);
}

static void note(void *context, const xb_access *access)
{
    xb_changes *c = context;
    if (!access->written || (access->symbol && access->symbol->temporary))
        return;
    c->under_way.access = *access;
    *(change *)xb_vector_push(c->arena, &c->all, sizeof(change)) = c->under_way;
    uint32_t class = access->symbol ? xb_storage_class(c->storage, access->symbol) : XB_STORAGE_ANYWHERE;
    if (class == XB_STORAGE_ANYWHERE) {
        enter(c, &c->anywhere);
        return;
    }
    xb_vector *entries = xb_map_get(&c->by_class, class, 0);
    if (!entries) {
        entries = xb_arena_alloc(c->arena, sizeof *entries);
        xb_map_put(c->arena, &c->by_class, class, 0, entries);
    }
    enter(c, entries);
}

/* Whether a vertex is a constant, an operation or a variable without subscripts: it calls nothing. */
static bool calls_nothing(const xb_vertex *vertex)
{
    if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
        return ((const xb_reference *)vertex)->subscripts.count == 0;
    return vertex->node.kind != XB_KIND_FUNCTION_CALL;
}

/* Whether a statement does nothing but assign a temporary, as most of those do that are made. */
static bool only_assigns_temporary(const xb_changes *c, const xb_node *node)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    if (node->kind != XB_KIND_ASSIGNMENT || !assignment->target->symbol->temporary ||
        !calls_nothing(&assignment->target->vertex))
        return false;
    const xb_expression *value = xb_view_newest(c->view, assignment->value);
    for (uint32_t v = 0; v < value->graph.vertex_count; v++)
        if (!calls_nothing(xb_expression_vertex(value, v)))
            return false;
    return true;
}

static void collect_from(xb_changes *c, const void *node, size_t statement)
{
    c->under_way.statement = statement;
    if (node && !only_assigns_temporary(c, node))
        xb_accesses_each(c->footprints, c->view, node, note, c);
}

static const xb_flow_vertex *vertex_at(const xb_changes *c, uint32_t v)
{
    return xb_view_newest(c->view, c->routine->flow.vertices.items[v]);
}

static void collect(xb_changes *c)
{
    for (uint32_t v = 0; v < c->routine->flow.graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = vertex_at(c, v);
        c->under_way.vertex = v;
        collect_from(c, vertex->initialization, XB_PART_INITIALIZATION);
        collect_from(c, vertex->update, XB_PART_UPDATE);
        collect_from(c, vertex->condition, XB_PART_CONDITION);
        const xb_list *statements = xb_view_list(c->arena, c->view, &vertex->statements);
        for (size_t i = 0; i < statements->count; i++)
            collect_from(c, statements->items[i], i);
    }
}

/* ---- ways ---------------------------------------------------------------------------------------------- */

static void pass(void *context, uint32_t vertex, uint64_t *set)
{
    (void)context;
    xb_bits_add(set, vertex);
}

static void find_all_ways(xb_changes *c)
{
    const uint32_t count = c->routine->flow.graph.vertex_count;
    xb_dataflow flow = {.graph = &c->routine->flow.graph, .backward = true, .count = count, .pass = pass};
    xb_dataflow_solve(c->arena, &flow);
    c->reached = xb_arena_array(c->arena, count, sizeof(uint64_t *));
    for (uint32_t v = 0; v < count; v++) {
        c->reached[v] = xb_bits_create(c->arena, count);
        xb_dataflow_before(&flow, v, c->reached[v]);
    }
}

static void find_order(xb_changes *c)
{
    const xb_graph *graph = &c->routine->flow.graph;
    uint32_t count = graph->vertex_count, *order = xb_arena_array(c->arena, count, sizeof *order);
    xb_graph_postorder(c->arena, graph, order);
    c->place = xb_arena_array(c->arena, count, sizeof *c->place);
    c->furthest = xb_arena_array(c->arena, (size_t)count + 1, sizeof *c->furthest);
    for (uint32_t i = 0; i < count; i++)
        c->place[order[i]] = count - 1 - i;
    for (uint32_t i = 0; i <= count; i++)
        c->furthest[i] = UINT32_MAX;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t from = c->place[xb_graph_source(graph, e)], to = c->place[xb_graph_target(graph, e)];
        if (to <= from && to < c->furthest[from])
            c->furthest[from] = to;
    }
    for (uint32_t i = count; i-- > 0;)
        if (c->furthest[i + 1] < c->furthest[i])
            c->furthest[i] = c->furthest[i + 1];
    for (uint32_t i = 0; i < count; i++)
        if (c->furthest[i] < i && c->furthest[c->furthest[i]] < c->furthest[i])
            c->furthest[i] = c->furthest[c->furthest[i]];
}

static void find_ways(xb_changes *c)
{
    uint64_t count = c->routine->flow.graph.vertex_count;
    if (count * count <= MOST_PAIRS)
        find_all_ways(c);
    else
        find_order(c);
}

/* Whether a way of at least one edge may lead from a vertex to another one. */
static bool leads(const xb_changes *c, uint32_t from, uint32_t to)
{
    if (c->reached)
        return xb_bits_has(c->reached[from], to);
    return c->place[to] > c->place[from] || c->furthest[c->place[from]] <= c->place[to];
}

xb_changes *xb_changes_of(xb_analyses *analyses, xb_arena *arena, const xb_routine *routine, xb_view view)
{
    xb_changes *c = xb_arena_alloc(arena, sizeof *c);
    c->arena = arena;
    c->footprints = xb_effects_of(analyses);
    c->storage = xb_storage_of(analyses);
    c->routine = routine;
    c->view = view;
    collect(c);
    return c;
}

/* ---- questions ----------------------------------------------------------------------------------------- */

/* Which changes count. */
typedef struct question {
    xb_changes *changes;
    const xb_reference *reference;
    const xb_flow_point *from; /* NULL: anywhere */
    const xb_flow_part *part;  /* NULL: anywhere */
} question;

static bool is_after(const xb_changes *c, const entry *x, const xb_flow_point *place)
{
    return (x->vertex == place->vertex && x->statement >= place->statement) ||
           leads(c, place->vertex, x->vertex);
}

static bool is_within(const change *x, const xb_flow_part *part)
{
    bool inside = part->inside ? part->inside[x->vertex]
                               : part->place[x->vertex] >= part->first_place &&
                                     part->place[x->vertex] <= part->last_place;
    const xb_reference *reference = x->access.reference;
    if (reference && part->excepted && xb_node_set_has(part->excepted, &reference->vertex.node))
        return false;
    return inside && !(x->vertex == part->head && x->statement == XB_PART_INITIALIZATION) &&
           !(part->except && reference == part->except);
}

/* Within the vertex of the place, nothing before it counts unless the vertex is met again. */
static bool counts(const question *q, const entry *x)
{
    const xb_changes *c = q->changes;
    if (q->from && !is_after(c, x, q->from))
        return false;
    return !q->part || is_within((const change *)c->all.items + x->place, q->part);
}

static bool matters(const question *q, const entry *x)
{
    const xb_changes *c = q->changes;
    return counts(q, x) &&
           xb_access_concerns(c->footprints, &((const change *)c->all.items + x->place)->access,
                              q->reference);
}

static bool any_of(const question *q, const xb_vector *entries)
{
    if (entries && entries->count > MOST_LOOKED_AT)
        return true;
    for (uint32_t i = 0; entries && i < entries->count; i++)
        if (matters(q, (const entry *)entries->items + i))
            return true;
    return false;
}

static bool any_at_all(const question *q)
{
    if (q->changes->all.count > MOST_LOOKED_AT)
        return true;
    for (uint32_t i = 0; i < q->changes->all.count; i++) {
        const entry x = entry_of(q->changes, i);
        if (matters(q, &x))
            return true;
    }
    return false;
}

static bool ask(const question *q)
{
    xb_changes *c = q->changes;
    if (q->reference->symbol->temporary)
        return true;
    uint32_t class = xb_storage_class(c->storage, q->reference->symbol);
    if (q->from && !c->reached && !c->place)
        find_ways(c);
    if (class == XB_STORAGE_ANYWHERE)
        return any_at_all(q);
    return any_of(q, xb_map_get(&c->by_class, class, 0)) || any_of(q, &c->anywhere);
}

bool xb_changes_after(xb_changes *changes, xb_flow_point place, const xb_reference *reference)
{
    return ask(&(question){.changes = changes, .reference = reference, .from = &place});
}

bool xb_changes_within(xb_changes *changes, const xb_flow_part *part, const xb_reference *reference)
{
    return ask(&(question){.changes = changes, .reference = reference, .part = part});
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static xb_visit stop_if_changed(xb_walk *walk, xb_node *node, void *context)
{
    question *q = context;
    (void)walk;
    q->reference = (const xb_reference *)node;
    return ask(q) ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

static xb_visit stop(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_STOP;
}

bool xb_changes_value_within(xb_changes *changes, const xb_flow_part *part, const xb_expression *expression,
                             uint32_t vertex)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_VARIABLE_REFERENCE] = stop_if_changed, [XB_KIND_FUNCTION_CALL] = stop}};
    xb_analyses *analyses = changes->footprints->analyses;
    xb_arena *scratch = xb_analyses_scratch(analyses);
    question q = {.changes = changes, .part = part};
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    bool *leading = xb_arena_array(scratch, expression->graph.vertex_count, sizeof *leading);
    xb_graph_reaching(scratch, &expression->graph, vertex, leading);
    bool changed = false;
    for (uint32_t v = 0; v < expression->graph.vertex_count && !changed; v++)
        changed = leading[v] &&
                  xb_traverse(xb_analyses_program(analyses), scratch,
                              &xb_expression_vertex(expression, v)->node, &visitor, &q) == XB_VISIT_STOP;
    xb_arena_release(scratch, mark);
    return changed;
}

xb_list xb_changes_list(const xb_changes *changes, xb_arena *arena, const xb_flow_part *part)
{
    xb_list list = {.count = 0};
    for (uint32_t i = 0; i < changes->all.count; i++) {
        const change *x = (const change *)changes->all.items + i;
        if (is_within(x, part))
            xb_list_append(arena, &list, &x->access);
    }
    return list;
}
