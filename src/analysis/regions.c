/*
 * A vertex dominates another one if a walk over the dominator tree enters it earlier and leaves it later.
 */
#include "analysis/regions.h"

#include <stdlib.h>

static uint32_t entry_of(const xb_flow_graph *flow)
{
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        if (((const xb_flow_vertex *)flow->vertices.items[v])->node.kind == XB_KIND_ENTRY)
            return v;
    return XB_GRAPH_NONE;
}

/* Times of a walk over the dominator tree; 0: never. */
typedef struct span {
    uint32_t *entered, *left;
} span;

static span spans_of_tree(xb_arena *arena, const xb_graph *tree, uint32_t root)
{
    uint32_t count = tree->vertex_count, time = 1, depth = 0;
    span s = {xb_arena_array(arena, count, sizeof *s.entered), xb_arena_array(arena, count, sizeof *s.left)};
    uint32_t *stack = xb_arena_array(arena, count, sizeof *stack),
             *next = xb_arena_array(arena, count, sizeof *next);
    stack[depth++] = root;
    s.entered[root] = time++;
    next[root] = xb_graph_first_out(tree, root);
    while (depth > 0) {
        uint32_t v = stack[depth - 1], e = next[v];
        if (e == XB_GRAPH_NONE) {
            s.left[v] = time++;
            depth--;
            continue;
        }
        next[v] = xb_graph_next_out(tree, e);
        uint32_t child = xb_graph_target(tree, e);
        stack[depth++] = child;
        s.entered[child] = time++;
        next[child] = xb_graph_first_out(tree, child);
    }
    return s;
}

static bool dominates(const span *s, uint32_t a, uint32_t b)
{
    return s->entered[b] != 0 && s->entered[a] <= s->entered[b] && s->left[b] <= s->left[a];
}

xb_graph xb_regions_tree(xb_arena *arena, const xb_regions *regions)
{
    xb_graph tree = {.vertex_count = 0};
    xb_graph_dominator_tree(arena, regions->dominator, regions->routine->flow.graph.vertex_count, &tree);
    return tree;
}

static void find_loops(xb_regions *regions, xb_arena *arena, xb_arena *scratch)
{
    const xb_graph *graph = &regions->routine->flow.graph, tree = xb_regions_tree(scratch, regions);
    span s = spans_of_tree(scratch, &tree, regions->entry);
    uint32_t *loops = xb_arena_array(arena, graph->edge_count, sizeof *loops);
    xb_graph rest = {.vertex_count = 0};
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        xb_graph_add_vertex(scratch, &rest);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t source = xb_graph_source(graph, e), target = xb_graph_target(graph, e);
        if (dominates(&s, target, source))
            loops[regions->loop_count++] = e;
        else if (s.entered[source] != 0)
            xb_graph_add_edge(scratch, &rest, source, target);
    }
    regions->loops = loops;
    uint32_t *order = xb_arena_array(scratch, graph->vertex_count, sizeof *order);
    regions->reducible = xb_graph_topological_order(scratch, &rest, order, NULL);
}

static bool find_regions(xb_analyses *analyses, xb_arena *arena, xb_regions *regions)
{
    const xb_flow_graph *flow = &regions->routine->flow;
    uint32_t *dominator = xb_arena_array(arena, flow->graph.vertex_count, sizeof *dominator);
    regions->dominator = dominator;
    regions->entry = entry_of(flow);
    if (regions->entry == XB_GRAPH_NONE ||
        xb_graph_analysis_dominators(xb_analyses_igraph(analyses), xb_analyses_program(analyses)->diagnostics,
                                     &flow->graph, regions->entry, false, dominator))
        return false;
    find_loops(regions, arena, xb_analyses_scratch(analyses));
    return true;
}

/* By number of the routine: NULL where there are none. */
static void *find(xb_analyses *analyses, xb_arena *arena)
{
    const xb_list *routines = &xb_analyses_program(analyses)->routines;
    xb_regions **all = xb_arena_array(arena, routines->count, sizeof(xb_regions *));
    size_t errors = xb_diagnostics_errors(xb_analyses_program(analyses)->diagnostics);
    for (size_t i = 0; i < routines->count; i++) {
        xb_regions *regions = xb_arena_alloc(arena, sizeof *regions);
        regions->routine = xb_current(routines->items[i]);
        if (find_regions(analyses, arena, regions))
            all[i] = regions;
        if (xb_diagnostics_errors(xb_analyses_program(analyses)->diagnostics) > errors)
            break;
    }
    return all;
}

const xb_regions *xb_regions_of(xb_analyses *analyses, size_t routine)
{
    static const xb_analysis regions = {XB_VIEW_DERIVED, find};
    return ((xb_regions **)xb_analyses_get(analyses, &regions))[routine];
}

static int compare_edges(const void *a, const void *b)
{
    const uint32_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

bool xb_regions_leads_back(const xb_regions *regions, uint32_t edge)
{
    return regions->loop_count > 0 &&
           bsearch(&edge, regions->loops, regions->loop_count, sizeof edge, compare_edges);
}
