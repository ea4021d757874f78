/*
 * Assignments are taken in order, and the vertices of their expressions in topological order, so that whether
 * all of a vertex's sources have zero derivatives is known when the vertex is reached.
 */
#include "algorithms/preaccumulation/graph.h"

typedef struct builder {
    xb_run *run;
    xb_arena *arena; /* for the graph */
    xb_arena *work;  /* for one assignment at a time */
    xb_block_place place;
    xb_sequence_graph *graph;
} builder;

xb_sequence_vertex *xb_sequence_vertex_at(const xb_sequence_graph *graph, uint32_t i)
{
    return (xb_sequence_vertex *)graph->vertices.items + i;
}

xb_sequence_edge *xb_sequence_edge_at(const xb_sequence_graph *graph, uint32_t i)
{
    return (xb_sequence_edge *)graph->edges.items + i;
}

static uint32_t add_vertex(builder *b, const xb_value *value, uint32_t position, xb_shape shape)
{
    xb_sequence_vertex *vertex = xb_vector_push(b->arena, &b->graph->vertices, sizeof *vertex);
    vertex->value = value;
    vertex->position = position;
    vertex->shape = shape;
    return (uint32_t)b->graph->vertices.count - 1;
}

static uint32_t vertex_of_value(builder *b, const xb_value *value)
{
    uint32_t *vertex = &b->graph->vertex_of_value[value->number];
    if (*vertex == XB_GRAPH_NONE)
        *vertex = add_vertex(b, value, value->position, xb_shape_of_reference(b->arena, value->reference));
    return *vertex;
}

/*
 * The edge from source to the vertex whose edges are being added; made if there is none. All edges into one
 * vertex are added before those into the next, so if there is such an edge, it is the last one out of source.
 */
static xb_sequence_edge *edge_between(builder *b, uint32_t source, uint32_t target)
{
    uint32_t *last = &xb_sequence_vertex_at(b->graph, source)->last_edge;
    if (*last < b->graph->edges.count) {
        xb_sequence_edge *found = xb_sequence_edge_at(b->graph, *last);
        if (found->source == source && found->target == target)
            return found;
    }
    *last = (uint32_t)b->graph->edges.count;
    xb_sequence_edge *edge = xb_vector_push(b->arena, &b->graph->edges, sizeof *edge);
    *edge = (xb_sequence_edge){.source = source,
                               .target = target}; /* in the place of one that cancelled, perhaps */
    return edge;
}

static void add_label(builder *b, uint32_t source, uint32_t target, const xb_factor *factor)
{
    if (xb_sequence_vertex_at(b->graph, source)->zero || (!factor->reference && factor->value == 0.0))
        return;
    xb_sequence_edge *edge = edge_between(b, source, target);
    if (!factor->reference)
        edge->constant += factor->value;
    else
        xb_list_append(b->arena, &edge->factors, factor);
}

/* Once all edges into a vertex are there: drops those from `first` on that cancelled; says whether any are
 * left. */
static bool settle_edges(builder *b, uint32_t first)
{
    xb_vector *edges = &b->graph->edges;
    uint32_t kept = first;
    for (uint32_t i = first; i < edges->count; i++) {
        const xb_sequence_edge *edge = xb_sequence_edge_at(b->graph, i);
        if (edge->constant == 0.0 && edge->factors.count == 0)
            continue;
        *xb_sequence_edge_at(b->graph, kept++) = *edge;
    }
    edges->count = kept;
    return kept > first;
}

static const xb_factor unit = {.value = 1.0};

/* The derivatives of a right-hand side in lists, one for each operator. */
typedef struct by_operator {
    const xb_graph *graph; /* of the right-hand side */
    const xb_linearized *linearized;
    uint32_t *first; /* by vertex */
    uint32_t *next;  /* by derivative */
} by_operator;

#define NO_DERIVATIVE UINT32_MAX

static by_operator group_by_operator(builder *b, const xb_linearized *linearized, const xb_graph *graph)
{
    by_operator lists = {graph, linearized, xb_arena_array(b->work, graph->vertex_count, sizeof *lists.first),
                         xb_arena_array(b->work, linearized->count + 1, sizeof *lists.next)};
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        lists.first[v] = NO_DERIVATIVE;
    for (size_t i = linearized->count; i-- > 0;) {
        uint32_t operator= xb_graph_target(graph, linearized->derivatives[i].edge);
        lists.next[i] = lists.first[operator];
        lists.first[operator] = (uint32_t)i;
    }
    return lists;
}

/* Adds the edges into one active operator (or into the target of a plain copy). */
static void add_edges(builder *b, const by_operator *derivatives, const xb_materialized *materialized,
                      uint32_t operator, uint32_t target, const uint32_t *numbers)
{
    uint32_t first = b->graph->edges.count;
    for (uint32_t i = derivatives->first[operator]; i != NO_DERIVATIVE; i = derivatives->next[i]) {
        uint32_t edge = derivatives->linearized->derivatives[i].edge;
        add_label(b, numbers[xb_graph_source(derivatives->graph, edge)], target, &materialized->factors[i]);
    }
    xb_sequence_vertex_at(b->graph, target)->zero = !settle_edges(b, first);
}

static void add_copy(builder *b, uint32_t source, uint32_t target)
{
    uint32_t first = b->graph->edges.count;
    add_label(b, source, target, &unit);
    xb_sequence_vertex_at(b->graph, target)->zero = !settle_edges(b, first);
}

static void add_active(builder *b, const xb_assignment *assignment, const xb_flat_assignment *flat,
                       const xb_materialized *materialized)
{
    const xb_expression *expression = assignment->value;
    uint32_t count = expression->graph.vertex_count;
    const uint32_t *order = xb_expression_order(b->work, expression);
    uint32_t *numbers = xb_arena_array(b->work, count, sizeof *numbers);
    const xb_linearized *linearized = xb_linearized_of(b->run, assignment);
    const by_operator derivatives = group_by_operator(b, linearized, &expression->graph);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t v = order[k];
        if (!flat->activity.vertex[v])
            continue;
        if (flat->operand[v]) {
            numbers[v] = vertex_of_value(b, flat->operand[v]);
            continue;
        }
        numbers[v] = v == expression->root ? vertex_of_value(b, flat->result)
                                           : add_vertex(b, NULL, flat->position, materialized->shapes[v]);
        add_edges(b, &derivatives, materialized, v, numbers[v], numbers);
    }
    if (flat->operand[expression->root])
        add_copy(b, numbers[expression->root], vertex_of_value(b, flat->result));
}

static bool add_assignment(builder *b, xb_assignment *assignment)
{
    const xb_flat_assignment *flat = xb_flat_assignment_of(b->run, assignment);
    if (!flat->activity.active) {
        if (flat->result)
            xb_sequence_vertex_at(b->graph, vertex_of_value(b, flat->result))->zero = true;
        return true;
    }
    xb_materialized *materialized = xb_materialize(b->run, b->place, assignment, true);
    if (!materialized)
        return false;
    b->graph->materialized[flat->position] = materialized;
    xb_arena_mark mark = xb_arena_mark_now(b->work);
    add_active(b, assignment, flat, materialized);
    xb_arena_release(b->work, mark);
    xb_materialized_forget_shapes(b->run, materialized, assignment);
    return true;
}

xb_sequence_graph *xb_sequence_graph_build(xb_run *run, xb_block_place place, const xb_sequence *sequence)
{
    xb_arena *arena = xb_run_scratch(run);
    xb_sequence_graph *graph = xb_arena_alloc(arena, sizeof *graph);
    graph->sequence = sequence;
    graph->materialized = xb_arena_array(arena, sequence->assignments.count, sizeof *graph->materialized);
    graph->vertex_of_value = xb_arena_array(arena, sequence->values.count, sizeof *graph->vertex_of_value);
    for (size_t i = 0; i < sequence->values.count; i++)
        graph->vertex_of_value[i] = XB_GRAPH_NONE;
    builder b = {
        .run = run, .arena = arena, .work = xb_run_inner_scratch(run), .place = place, .graph = graph};
    bool good = true;
    for (size_t i = 0; i < sequence->assignments.count; i++)
        good = add_assignment(&b, sequence->assignments.items[i]) && good;
    return good ? graph : NULL;
}

xb_lcg xb_sequence_graph_lcg(const xb_sequence_graph *graph, xb_arena *arena)
{
    xb_lcg_edge *edges = xb_arena_array(arena, graph->edges.count, sizeof *edges);
    bool *dependent = xb_arena_array(arena, graph->vertices.count, sizeof *dependent);
    uint32_t *statement = xb_arena_array(arena, graph->vertices.count, sizeof *statement);
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const xb_sequence_edge *edge = xb_sequence_edge_at(graph, i);
        xb_label label = edge->factors.count > 0 ? XB_LABEL_VARIABLE : XB_LABEL_CONSTANT;
        edges[i] = (xb_lcg_edge){edge->source, edge->target, label, edge->constant};
    }
    for (uint32_t i = 0; i < graph->vertices.count; i++) {
        const xb_value *value = xb_sequence_vertex_at(graph, i)->value;
        dependent[i] = value && value->live;
        statement[i] = xb_sequence_vertex_at(graph, i)->position;
    }
    return (xb_lcg){.vertex_count = (uint32_t)graph->vertices.count,
                    .edges = edges,
                    .edge_count = graph->edges.count,
                    .dependent = dependent,
                    .statement = statement};
}
