/*
 * Edges are resolved once all vertices are known, since they may come first. Each operator gets an array with
 * a place for every edge that enters it; an edge whose position does not fit, or whose place is taken, is
 * wrong, and if none is, all places are filled. The order is the topological one of the graph module, which
 * ends with the only sink.
 */
#include "catalogue/formula.h"

typedef struct draft_vertex {
    const xb_name *id;
    xb_partial_vertex vertex;
    size_t line;
} draft_vertex;

typedef struct draft_edge {
    const xb_name *source, *target;
    unsigned position;
    size_t line;
} draft_edge;

static draft_vertex *vertex_at(const xb_formula *formula, size_t i)
{
    return (draft_vertex *)formula->vertices.items + i;
}

static draft_edge *edge_at(const xb_formula *formula, size_t i)
{
    return (draft_edge *)formula->edges.items + i;
}

bool xb_formula_add_vertex(xb_arena *arena, xb_formula *formula, const xb_name *id, xb_partial_vertex vertex,
                           size_t line)
{
    if (xb_map_get(&formula->by_id, id->index, 0))
        return false;
    uint32_t *number = xb_arena_alloc(arena, sizeof *number);
    *number = (uint32_t)formula->vertices.count;
    xb_map_put(arena, &formula->by_id, id->index, 0, number);
    draft_vertex *draft = xb_vector_push(arena, &formula->vertices, sizeof *draft);
    *draft = (draft_vertex){id, vertex, line};
    return true;
}

void xb_formula_add_edge(xb_arena *arena, xb_formula *formula, const xb_name *source, const xb_name *target,
                         unsigned position, size_t line)
{
    draft_edge *draft = xb_vector_push(arena, &formula->edges, sizeof *draft);
    *draft = (draft_edge){source, target, position, line};
}

size_t xb_formula_vertex_count(const xb_formula *formula)
{
    return formula->vertices.count;
}

size_t xb_formula_line(const xb_formula *formula, size_t i)
{
    return vertex_at(formula, i)->line;
}

static bool is_operator(xb_kind kind)
{
    return kind == XB_KIND_INTRINSIC || kind == XB_KIND_BOOLEAN_OPERATION;
}

static xb_formula_problem connect(xb_arena *arena, const xb_formula *formula, xb_graph *graph)
{
    for (size_t i = 0; i < formula->vertices.count; i++)
        xb_graph_add_vertex(arena, graph);
    for (size_t i = 0; i < formula->edges.count; i++) {
        const draft_edge *edge = edge_at(formula, i);
        const uint32_t *source = xb_map_get(&formula->by_id, edge->source->index, 0);
        const uint32_t *target = xb_map_get(&formula->by_id, edge->target->index, 0);
        if (!source || !target)
            return (xb_formula_problem){edge->line,
                                        xb_arena_format(arena, "there is no vertex '%s'",
                                                        source ? edge->target->text : edge->source->text),
                                        "source and target are values of vertex_id within the same formula"};
        if (!is_operator(vertex_at(formula, *target)->vertex.kind))
            return (xb_formula_problem){
                edge->line, xb_arena_format(arena, "vertex '%s' can't have operands", edge->target->text),
                "edges lead from operands to operators"};
        xb_graph_add_edge(arena, graph, *source, *target);
    }
    return (xb_formula_problem){0};
}

/* Fills operands[v], arrays with as many places as edges enter v, with vertex numbers; count if still free.
 */
static xb_formula_problem place_operands(xb_arena *arena, const xb_formula *formula, const xb_graph *graph,
                                         unsigned **operands)
{
    size_t count = formula->vertices.count;
    for (uint32_t v = 0; v < count; v++) {
        size_t degree = xb_graph_in_degree(graph, v);
        operands[v] = xb_arena_array(arena, degree, sizeof *operands[v]);
        for (size_t p = 0; p < degree; p++)
            operands[v][p] = (unsigned)count;
    }
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t target = xb_graph_target(graph, e);
        unsigned position = edge_at(formula, e)->position;
        const char *id = vertex_at(formula, target)->id->text;
        if (position > xb_graph_in_degree(graph, target))
            return (xb_formula_problem){edge_at(formula, e)->line,
                                        xb_arena_format(arena, "operand %u of vertex '%s', which has %zu",
                                                        position, id, xb_graph_in_degree(graph, target)),
                                        "positions count from 1 without gaps"};
        unsigned *place = &operands[target][position - 1];
        if (*place != count)
            return (xb_formula_problem){
                edge_at(formula, e)->line,
                xb_arena_format(arena, "a second operand %u of vertex '%s'", position, id),
                "positions count from 1 without gaps"};
        *place = xb_graph_source(graph, e);
    }
    return (xb_formula_problem){0};
}

static xb_formula_problem check_root(xb_arena *arena, const xb_formula *formula, const xb_graph *graph)
{
    const draft_vertex *root = NULL;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        const draft_vertex *vertex = vertex_at(formula, v);
        if (is_operator(vertex->vertex.kind) && xb_graph_in_degree(graph, v) == 0)
            return (xb_formula_problem){
                vertex->line, xb_arena_format(arena, "vertex '%s' has no operands", vertex->id->text),
                "an ExpressionEdge leads to it from each of its operands"};
        if (xb_graph_out_degree(graph, v) > 0)
            continue;
        if (root)
            return (xb_formula_problem){
                vertex->line,
                xb_arena_format(
                    arena, "the formula has several results: vertices '%s' and '%s' are operands of nothing",
                    root->id->text, vertex->id->text),
                "every vertex but the result is an operand: add its ExpressionEdge"};
        root = vertex;
    }
    return (xb_formula_problem){0};
}

xb_formula_problem xb_formula_build(xb_arena *arena, const xb_formula *formula,
                                    const xb_partial_vertex **vertices, const uint32_t **origin)
{
    size_t count = formula->vertices.count;
    xb_graph graph = {0};
    xb_formula_problem problem = connect(arena, formula, &graph);
    if (problem.message)
        return problem;
    uint32_t *order = xb_arena_array(arena, count, sizeof *order);
    uint32_t on_cycle = XB_GRAPH_NONE;
    if (!xb_graph_topological_order(arena, &graph, order, &on_cycle))
        return (xb_formula_problem){vertex_at(formula, on_cycle)->line,
                                    xb_arena_format(arena, "vertex '%s' is an operand of itself",
                                                    vertex_at(formula, on_cycle)->id->text),
                                    "edges must not form a cycle"};
    problem = check_root(arena, formula, &graph);
    if (problem.message)
        return problem;
    unsigned **operands = xb_arena_array(arena, count, sizeof *operands);
    problem = place_operands(arena, formula, &graph, operands);
    if (problem.message)
        return problem;
    unsigned *rank = xb_arena_array(arena, count, sizeof *rank);
    for (size_t i = 0; i < count; i++)
        rank[order[i]] = (unsigned)i;
    xb_partial_vertex *result = xb_arena_array(arena, count, sizeof *result);
    for (size_t i = 0; i < count; i++) {
        uint32_t v = order[i];
        size_t degree = xb_graph_in_degree(&graph, v);
        for (size_t p = 0; p < degree; p++)
            operands[v][p] = rank[operands[v][p]];
        result[i] = vertex_at(formula, v)->vertex;
        result[i].operand_count = (unsigned)degree;
        result[i].operands = degree ? operands[v] : NULL;
    }
    *vertices = result;
    *origin = order;
    return (xb_formula_problem){0};
}
