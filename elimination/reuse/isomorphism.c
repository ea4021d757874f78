/*
 * Colours go once forward and once backward through the part: the colour of a vertex is made of those of its
 * predecessors, then of those of its successors, each mixed with the label between them; sums don't depend on
 * the order. They are also what igraph begins with, which leaves it next to nothing to do in most cases.
 */
#include "elimination/reuse/isomorphism.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "graph/analysis.h"

/* Nodes of igraph's search tree: most graphs take fewer than they have vertices. */
enum { EFFORT = 20000 };

/* Finaliser of splitmix64: G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators,
 * OOPSLA 2014. */
static uint64_t mixed(uint64_t value)
{
    value += 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return value ^ value >> 31;
}

static uint64_t label_of(const xb_prepared_edge *edge)
{
    uint64_t bits = 0;
    if (edge->label.kind != XB_OPERAND_CONSTANT)
        return 1;
    memcpy(&bits, &edge->label.value, sizeof bits);
    return mixed(bits + (edge->copy ? 2 : 3));
}

/* Edges by source or target, as compressed lists. */
typedef struct lists {
    uint32_t *start;
    uint32_t *edges;
} lists;

static lists lists_of(xb_arena *scratch, const xb_prepared_part *part, bool by_target)
{
    lists l = {xb_arena_array(scratch, (size_t)part->vertex_count + 2, sizeof *l.start),
               xb_arena_array(scratch, part->edge_count, sizeof *l.edges)};
    uint32_t *next = l.start + 1;
    for (uint32_t e = 0; e < part->edge_count; e++)
        next[(by_target ? part->edges[e].target : part->edges[e].source) + 1]++;
    for (uint32_t v = 0; v < part->vertex_count; v++)
        next[v + 1] += next[v];
    for (uint32_t e = 0; e < part->edge_count; e++)
        l.edges[next[by_target ? part->edges[e].target : part->edges[e].source]++] = e;
    return l;
}

uint64_t xb_isomorphism_colors(xb_arena *scratch, const xb_prepared_part *part, uint64_t *colors)
{
    lists in = lists_of(scratch, part, true), out = lists_of(scratch, part, false);
    uint64_t all = mixed(part->vertex_count) + part->edge_count;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        uint64_t sum = 0;
        for (uint32_t i = in.start[v]; i < in.start[v + 1]; i++) {
            const xb_prepared_edge *edge = &part->edges[in.edges[i]];
            sum += mixed(colors[edge->source] ^ label_of(edge));
        }
        colors[v] = mixed(sum + (uint64_t)part->vertices[v].role);
    }
    for (uint32_t v = part->vertex_count; v-- > 0;) {
        uint64_t sum = 0;
        for (uint32_t i = out.start[v]; i < out.start[v + 1]; i++) {
            const xb_prepared_edge *edge = &part->edges[out.edges[i]];
            sum += mixed(colors[edge->target] ^ ~label_of(edge));
        }
        colors[v] = mixed(colors[v] + mixed(sum));
        all += mixed(colors[v]);
    }
    return mixed(all);
}

/* ---- canonical numbers ---- */

typedef struct search {
    xb_arena *scratch;
    xb_diagnostics *diagnostics;
    xb_graph_analysis *analysis; /* owned */
    const xb_prepared_part *parts[2];
    uint32_t *numbers[2];
    bool found;
} search;

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* Replaces numbers by their ranks, the same for equal ones. */
static uint32_t *ranks_of(xb_arena *scratch, const uint64_t *numbers, uint32_t count)
{
    uint64_t *sorted = xb_arena_array(scratch, count, sizeof *sorted);
    uint32_t *ranks = xb_arena_array(scratch, count, sizeof *ranks);
    if (count == 0)
        return ranks;
    memcpy(sorted, numbers, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = 0, high = count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (sorted[middle] < numbers[i])
                low = middle + 1;
            else
                high = middle;
        }
        ranks[i] = low;
    }
    return ranks;
}

static bool number_part(search *s, int which)
{
    const xb_prepared_part *part = s->parts[which];
    xb_graph graph = {.vertex_count = 0};
    uint64_t *colors = xb_arena_array(s->scratch, part->vertex_count, sizeof *colors);
    uint64_t *labels = xb_arena_array(s->scratch, part->edge_count, sizeof *labels);
    xb_graph_reserve(s->scratch, &graph, part->vertex_count, part->edge_count);
    for (uint32_t v = 0; v < part->vertex_count; v++)
        xb_graph_add_vertex(s->scratch, &graph);
    for (uint32_t e = 0; e < part->edge_count; e++) {
        xb_graph_add_edge(s->scratch, &graph, part->edges[e].source, part->edges[e].target);
        labels[e] = label_of(&part->edges[e]);
    }
    xb_isomorphism_colors(s->scratch, part, colors);
    xb_graph_colored colored = {&graph, ranks_of(s->scratch, colors, part->vertex_count),
                                ranks_of(s->scratch, labels, part->edge_count)};
    s->numbers[which] = xb_arena_array(s->scratch, part->vertex_count, sizeof(uint32_t));
    bool found = false;
    return xb_graph_analysis_canonical(s->analysis, s->diagnostics, &colored, EFFORT, s->numbers[which],
                                       &found) == XB_STATUS_OK &&
           found;
}

static void number_both(void *argument)
{
    search *s = argument;
    s->found = number_part(s, 0) && number_part(s, 1);
}

/* ---- the map ---- */

static bool is_same_label(const xb_prepared_edge *a, const xb_prepared_edge *b)
{
    return a->copy == b->copy && a->label.kind == b->label.kind &&
           (a->label.kind != XB_OPERAND_CONSTANT ||
            memcmp(&a->label.value, &b->label.value, sizeof a->label.value) == 0);
}

static bool keeps_everything(xb_arena *scratch, const xb_prepared_part *from, const xb_prepared_part *to,
                             const uint32_t *map)
{
    xb_map edges = {.count = 0};
    bool *taken = xb_arena_array(scratch, to->edge_count, sizeof *taken);
    for (uint32_t v = 0; v < from->vertex_count; v++) {
        if (from->vertices[v].role != to->vertices[map[v]].role)
            return false;
    }
    for (uint32_t e = 0; e < to->edge_count; e++)
        xb_map_put(scratch, &edges, to->edges[e].source, to->edges[e].target, &to->edges[e]);
    if (edges.count != to->edge_count)
        return false;
    for (uint32_t e = 0; e < from->edge_count; e++) {
        const xb_prepared_edge *edge = &from->edges[e];
        const xb_prepared_edge *image = xb_map_get(&edges, map[edge->source], map[edge->target]);
        if (!image || taken[image - to->edges] || !is_same_label(edge, image))
            return false;
        taken[image - to->edges] = true;
    }
    return true;
}

static bool same_sizes(const xb_prepared_part *a, const xb_prepared_part *b)
{
    return a->vertex_count == b->vertex_count && a->edge_count == b->edge_count &&
           a->intermediate_count == b->intermediate_count;
}

bool xb_isomorphism_find(xb_arena *scratch, xb_diagnostics *diagnostics, const xb_prepared_part *from,
                         const xb_prepared_part *to, uint32_t *map)
{
    if (!same_sizes(from, to) || from->vertex_count + from->edge_count > (uint32_t)XB_ISOMORPHISM_LIMIT)
        return false;
    search s = {.scratch = scratch, .diagnostics = diagnostics, .parts = {from, to}};
    s.analysis = xb_graph_analysis_create();
    bool done = s.analysis && xb_protect(xb_arena_failure(scratch), number_both, &s);
    xb_graph_analysis_destroy(s.analysis);
    if (!done)
        xb_fail(xb_arena_failure(scratch));
    if (!s.found)
        return false;
    uint32_t *holder = xb_arena_array(scratch, to->vertex_count, sizeof *holder);
    for (uint32_t v = 0; v < to->vertex_count; v++)
        holder[s.numbers[1][v]] = v;
    for (uint32_t v = 0; v < from->vertex_count; v++)
        map[v] = holder[s.numbers[0][v]];
    return keeps_everything(scratch, from, to, map);
}
