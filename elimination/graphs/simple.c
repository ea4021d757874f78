/*
 * Vertices are visited in topological order, and their edges out in that of the input: when a vertex is
 * visited, all that leads into it has been added up, and whether it is reached is known. A sum is begun when
 * the second of several parallel edges is met.
 */
#include "elimination/graphs/simple.h"

#include <math.h>

#include "base/vector.h"

/* What several edges add up to: a constant, and operands that are to be added to it when it is executed. */
typedef struct sum {
    double constant;
    xb_vector terms; /* xb_operand */
} sum;

typedef struct work {
    xb_arena *scratch;
    const xb_lcg *graph;
    uint32_t *heads; /* by vertex: the first edge out of it, plus 1 */
    uint32_t *next;  /* by edge: the next one out of its source, plus 1; 0 ends */
    uint32_t *first; /* by vertex: the edge into it that stands for those from the vertex at hand, plus 1 */
    sum **sums;      /* by edge: of those that it stands for; NULL if it is alone */
    bool *kept;      /* by edge: it stands for itself or several */
    bool *reached;   /* by vertex: from an independent */
    size_t kept_count;
    size_t sum_count;
} work;

static void chain_edges(work *w)
{
    w->heads = xb_arena_array(w->scratch, w->graph->vertex_count, sizeof *w->heads);
    w->next = xb_arena_array(w->scratch, w->graph->edge_count, sizeof *w->next);
    for (size_t e = w->graph->edge_count; e-- > 0;) {
        w->next[e] = w->heads[w->graph->edges[e].source];
        w->heads[w->graph->edges[e].source] = (uint32_t)e + 1;
    }
}

/* Constants that overflow together are left to execution. */
static void add_term(work *w, sum *s, uint32_t edge)
{
    const xb_lcg_edge *e = &w->graph->edges[edge];
    xb_operand term = {XB_OPERAND_EDGE, edge, 0};
    if (e->label == XB_LABEL_CONSTANT) {
        if (isfinite(s->constant + e->value)) {
            s->constant += e->value;
            return;
        }
        term = (xb_operand){XB_OPERAND_CONSTANT, 0, e->value};
    }
    *(xb_operand *)xb_vector_push(w->scratch, &s->terms, sizeof term) = term;
}

static void add_edge(work *w, uint32_t edge)
{
    const xb_lcg_edge *e = &w->graph->edges[edge];
    uint32_t first = w->first[e->target];
    if (first == 0 || w->graph->edges[first - 1].source != e->source) {
        w->first[e->target] = edge + 1;
        w->kept[edge] = true;
        return;
    }
    sum **s = &w->sums[first - 1];
    if (!*s) {
        *s = xb_arena_alloc(w->scratch, sizeof **s);
        add_term(w, *s, first - 1);
    }
    add_term(w, *s, edge);
}

static bool is_zero(const sum *s)
{
    return s && s->constant == 0 && s->terms.count == 0;
}

/* Adds up the edges out of a vertex that is reached, and notes what they reach. */
static void visit(work *w, uint32_t vertex)
{
    for (uint32_t e = w->heads[vertex]; e != 0; e = w->next[e - 1])
        add_edge(w, e - 1);
    for (uint32_t e = w->heads[vertex]; e != 0; e = w->next[e - 1]) {
        w->kept[e - 1] = w->kept[e - 1] && !is_zero(w->sums[e - 1]);
        w->kept_count += w->kept[e - 1];
        w->reached[w->graph->edges[e - 1].target] |= w->kept[e - 1];
    }
}

/* All terms, the constant first. */
static xb_label_sum sum_of(work *w, const sum *s)
{
    size_t constants = s->constant != 0, count = s->terms.count;
    xb_operand *terms = xb_arena_array(w->scratch, count + constants, sizeof *terms);
    terms[0] = (xb_operand){XB_OPERAND_CONSTANT, 0, s->constant};
    for (size_t i = 0; i < count; i++)
        terms[constants + i] = ((const xb_operand *)s->terms.items)[i];
    return (xb_label_sum){terms, count + constants};
}

/* Gives an edge the label of all that it stands for. */
static void set_label(work *w, xb_lcg_edge *edge, size_t *label, const sum *s, xb_label_sum *sums)
{
    xb_label_sum all = sum_of(w, s);
    edge->label = XB_LABEL_VARIABLE;
    if (all.count > 1) {
        *label = w->graph->edge_count + w->sum_count;
        sums[w->sum_count++] = all;
        return;
    }
    *label = all.terms[0].index;
    if (all.terms[0].kind == XB_OPERAND_CONSTANT) {
        edge->label = XB_LABEL_CONSTANT;
        edge->value = all.terms[0].value;
    }
}

static xb_simple collect(work *w)
{
    xb_lcg *graph = xb_arena_alloc(w->scratch, sizeof *graph);
    xb_lcg_edge *edges = xb_arena_array(w->scratch, w->kept_count, sizeof *edges);
    size_t *labels = xb_arena_array(w->scratch, w->kept_count, sizeof *labels), count = 0;
    xb_label_sum *sums = xb_arena_array(w->scratch, w->kept_count, sizeof *sums);
    for (size_t e = 0; e < w->graph->edge_count; e++) {
        if (!w->kept[e])
            continue;
        edges[count] = w->graph->edges[e];
        labels[count] = e;
        if (w->sums[e])
            set_label(w, &edges[count], &labels[count], w->sums[e], sums);
        count++;
    }
    *graph = *w->graph;
    graph->edges = edges;
    graph->edge_count = count;
    return (xb_simple){graph, labels, {w->graph->edge_count, sums, w->sum_count}};
}

/* What is found is in the result. */
static void drop_work(work *w)
{
    const size_t vertices = w->graph->vertex_count, edges = w->graph->edge_count;
    xb_arena_give_back(w->scratch, w->heads, vertices * sizeof *w->heads);
    xb_arena_give_back(w->scratch, w->next, edges * sizeof *w->next);
    xb_arena_give_back(w->scratch, w->first, vertices * sizeof *w->first);
    xb_arena_give_back(w->scratch, w->sums, edges * sizeof(sum *));
    xb_arena_give_back(w->scratch, w->kept, edges * sizeof *w->kept);
    xb_arena_give_back(w->scratch, w->reached, vertices * sizeof *w->reached);
}

xb_simple xb_simple_of(xb_arena *scratch, const xb_lcg *graph, const uint32_t *order, const bool *independent)
{
    uint32_t vertices = graph->vertex_count;
    work w = {.scratch = scratch, .graph = graph};
    chain_edges(&w);
    w.first = xb_arena_array(scratch, vertices, sizeof *w.first);
    w.sums = xb_arena_array(scratch, graph->edge_count, sizeof(sum *));
    w.kept = xb_arena_array(scratch, graph->edge_count, sizeof *w.kept);
    w.reached = xb_arena_array(scratch, vertices, sizeof *w.reached);
    for (uint32_t i = 0; i < vertices; i++) {
        w.reached[order[i]] |= independent[order[i]];
        if (w.reached[order[i]])
            visit(&w, order[i]);
    }
    xb_simple simple = {graph, NULL, {graph->edge_count, NULL, 0}};
    if (w.kept_count < graph->edge_count)
        simple = collect(&w);
    drop_work(&w);
    return simple;
}
