/*
 * The graph wrapper, Graphviz text, and the analyses by igraph. Small graphs are checked against expected
 * answers, random ones against definitions computed the slow way.
 */
#include <check.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/text.h"
#include "graph/analysis.h"
#include "graph/dot.h"
#include "graph/graph.h"

enum { NONE = -1, MOST = 12 /* vertices of random graphs */ };

static xb_failure *failure;
static xb_arena *arena;
static xb_diagnostics *diagnostics;
static xb_graph_analysis *analysis;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    diagnostics = xb_diagnostics_create(arena);
    analysis = xb_graph_analysis_create();
}

static void tear_down(void)
{
    xb_graph_analysis_destroy(analysis);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* A graph with n vertices and edges given as pairs, ended by -1. */
static xb_graph make(uint32_t n, const int *ends)
{
    xb_graph graph = {0};
    for (uint32_t v = 0; v < n; v++)
        ck_assert_uint_eq(xb_graph_add_vertex(arena, &graph), v);
    for (uint32_t e = 0; ends && ends[2 * e] != NONE; e++)
        ck_assert_uint_eq(xb_graph_add_edge(arena, &graph, (uint32_t)ends[2 * e], (uint32_t)ends[2 * e + 1]),
                          e);
    return graph;
}

/* The generator xorshift64 of Marsaglia, 2003. */
static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 32) % below);
}

/* A graph with 1 to MOST vertices, parallel edges and loops included; without cycles: every edge leads up in
 * a shuffled order. */
static xb_graph make_random(uint64_t *state, bool acyclic)
{
    uint32_t n = 1 + draw(state, MOST), m = draw(state, 2 * n);
    uint32_t rank[MOST];
    for (uint32_t v = 0; v < n; v++) {
        uint32_t other = draw(state, v + 1);
        rank[v] = rank[other];
        rank[other] = v;
    }
    xb_graph graph = make(n, NULL);
    for (uint32_t e = 0; e < m; e++) {
        uint32_t source = draw(state, n), target = draw(state, n);
        if (acyclic && rank[source] == rank[target])
            continue;
        if (acyclic && rank[source] > rank[target])
            xb_graph_add_edge(arena, &graph, target, source);
        else
            xb_graph_add_edge(arena, &graph, source, target);
    }
    return graph;
}

/* Whether there is a path, also an empty one, that avoids a vertex (or UINT32_MAX); by repeated passes over
 * the edges. */
static bool is_path(const xb_graph *graph, uint32_t from, uint32_t to, uint32_t avoided)
{
    bool reached[MOST] = {false};
    if (from == avoided)
        return false;
    reached[from] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            uint32_t source = xb_graph_source(graph, e), target = xb_graph_target(graph, e);
            if (!reached[source] || reached[target] || target == avoided)
                continue;
            reached[target] = changed = true;
        }
    }
    return reached[to];
}

START_TEST(lists_are_in_order_of_insertion)
{
    xb_graph graph = make(3, (const int[]){0, 1, 2, 1, 0, 2, 0, 1, 1, 1, NONE});
    ck_assert_uint_eq(graph.vertex_count, 3);
    ck_assert_uint_eq(graph.edge_count, 5);
    ck_assert_uint_eq(xb_graph_source(&graph, 1), 2);
    ck_assert_uint_eq(xb_graph_target(&graph, 1), 1);
    uint32_t e = xb_graph_first_out(&graph, 0);
    ck_assert_uint_eq(e, 0);
    ck_assert_uint_eq(e = xb_graph_next_out(&graph, e), 2);
    ck_assert_uint_eq(e = xb_graph_next_out(&graph, e), 3);
    ck_assert_uint_eq(xb_graph_next_out(&graph, e), XB_GRAPH_NONE);
    e = xb_graph_first_in(&graph, 1);
    ck_assert_uint_eq(e, 0);
    ck_assert_uint_eq(e = xb_graph_next_in(&graph, e), 1);
    ck_assert_uint_eq(e = xb_graph_next_in(&graph, e), 3);
    ck_assert_uint_eq(e = xb_graph_next_in(&graph, e), 4);
    ck_assert_uint_eq(xb_graph_next_in(&graph, e), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_graph_first_in(&graph, 0), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_graph_out_degree(&graph, 0), 3);
    ck_assert_uint_eq(xb_graph_in_degree(&graph, 1), 4);
    ck_assert_uint_eq(xb_graph_in_degree(&graph, 0), 0);
}
END_TEST

START_TEST(edges_need_vertices)
{
    xb_graph graph = make(1, NULL);
    ck_assert_uint_eq(xb_graph_add_edge(arena, &graph, 0, 1), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_graph_add_edge(arena, &graph, 1, 0), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_graph_add_edge(arena, &(xb_graph){0}, 0, 0), XB_GRAPH_NONE);
    ck_assert_uint_eq(graph.edge_count, 0);
    ck_assert_uint_eq(xb_graph_out_degree(&graph, 0), 0);
}
END_TEST

START_TEST(reserved_graphs_need_no_memory)
{
    xb_graph graph = make(2, (const int[]){1, 0, NONE});
    xb_graph_reserve(arena, &graph, 1000, 2000);
    const void *vertices = graph.vertices, *edges = graph.edges;
    while (graph.vertex_count < 1000)
        xb_graph_add_vertex(arena, &graph);
    for (uint32_t e = 1; e < 2000; e++)
        xb_graph_add_edge(arena, &graph, e % 1000, e * 7 % 1000);
    ck_assert_ptr_eq(graph.vertices, vertices);
    ck_assert_ptr_eq(graph.edges, edges);
    xb_graph_reserve(arena, &graph, 10, 10);
    ck_assert_uint_eq(graph.edge_count, 2000);
    ck_assert_uint_eq(xb_graph_first_out(&graph, 1), 0);
    ck_assert_uint_eq(xb_graph_next_out(&graph, 0), 1);
}
END_TEST

START_TEST(tiny_graphs_are_small)
{
    enum { COUNT = 10000 };
    for (int i = 0; i < COUNT; i++)
        make(1, NULL);
    ck_assert_uint_le(xb_arena_size(arena), (size_t)COUNT * 64);
}
END_TEST

static void check_order(const xb_graph *graph, const uint32_t *order)
{
    uint32_t place[MOST];
    memset(place, 0xff, sizeof place);
    for (uint32_t i = 0; i < graph->vertex_count; i++) {
        ck_assert_uint_lt(order[i], graph->vertex_count);
        ck_assert_uint_eq(place[order[i]], UINT32_MAX);
        place[order[i]] = i;
    }
    for (uint32_t e = 0; e < graph->edge_count; e++)
        ck_assert_uint_lt(place[xb_graph_source(graph, e)], place[xb_graph_target(graph, e)]);
}

START_TEST(topological_order_is_document_order_where_possible)
{
    uint32_t order[5];
    xb_graph graph = make(5, (const int[]){0, 4, 1, 2, 0, 2, 3, 4, NONE});
    ck_assert(xb_graph_topological_order(arena, &graph, order, NULL));
    ck_assert_mem_eq(order, ((uint32_t[]){0, 1, 2, 3, 4}), sizeof order);
    graph = make(5, (const int[]){4, 1, 3, 1, 2, 3, NONE});
    ck_assert(xb_graph_topological_order(arena, &graph, order, NULL));
    ck_assert_mem_eq(order, ((uint32_t[]){0, 4, 2, 3, 1}), sizeof order);
    ck_assert(xb_graph_topological_order(arena, &(xb_graph){0}, NULL, NULL));
}
END_TEST

START_TEST(topological_order_of_random_graphs)
{
    uint64_t state = 1;
    for (int i = 0; i < 2000; i++) {
        xb_graph graph = make_random(&state, i % 2 == 0);
        uint32_t order[MOST], on_cycle = UINT32_MAX;
        bool cyclic = false;
        for (uint32_t e = 0; e < graph.edge_count; e++)
            cyclic |= is_path(&graph, xb_graph_target(&graph, e), xb_graph_source(&graph, e), UINT32_MAX);
        bool found = xb_graph_topological_order(arena, &graph, order, &on_cycle);
        ck_assert_int_eq(found, !cyclic);
        if (found) {
            check_order(&graph, order);
            continue;
        }
        bool closed = false;
        for (uint32_t e = 0; e < graph.edge_count; e++)
            closed |= xb_graph_source(&graph, e) == on_cycle &&
                      is_path(&graph, xb_graph_target(&graph, e), on_cycle, UINT32_MAX);
        ck_assert_msg(closed, "vertex %u is not on a cycle", (unsigned)on_cycle);
    }
}
END_TEST

START_TEST(reachability_of_random_graphs)
{
    uint64_t state = 2;
    for (int i = 0; i < 500; i++) {
        xb_graph graph = make_random(&state, false);
        uint32_t from = draw(&state, graph.vertex_count);
        bool reached[MOST], reaching[MOST];
        memset(reached, 1, sizeof reached);
        memset(reaching, 1, sizeof reaching);
        xb_graph_reachable(arena, &graph, from, reached);
        xb_graph_reaching(arena, &graph, from, reaching);
        for (uint32_t v = 0; v < graph.vertex_count; v++) {
            ck_assert_int_eq(reached[v], is_path(&graph, from, v, UINT32_MAX));
            ck_assert_int_eq(reaching[v], is_path(&graph, v, from, UINT32_MAX));
        }
    }
}
END_TEST

/* The path through n vertices, in document order or against it. */
static xb_graph make_chain(uint32_t n, bool backward)
{
    xb_graph graph = make(n, NULL);
    for (uint32_t v = 1; v < n; v++)
        xb_graph_add_edge(arena, &graph, backward ? v : v - 1, backward ? v - 1 : v);
    return graph;
}

START_TEST(long_chains_need_no_stack)
{
    enum { LENGTH = 300000 };
    uint32_t *order = xb_arena_array(arena, LENGTH, sizeof *order);
    bool *reached = xb_arena_alloc(arena, LENGTH);
    for (int backward = 0; backward < 2; backward++) {
        xb_graph graph = make_chain(LENGTH, backward);
        ck_assert(xb_graph_topological_order(arena, &graph, order, NULL));
        size_t wrong = 0;
        for (uint32_t i = 0; i < LENGTH; i++)
            wrong += order[i] != (backward ? LENGTH - 1 - i : i);
        ck_assert_uint_eq(wrong, 0);
        xb_graph_reachable(arena, &graph, LENGTH / 2, reached);
        ck_assert(reached[0] == backward && reached[LENGTH - 1] == !backward);
    }
}
END_TEST

static void describe_vertex(void *context, uint32_t i, xb_dot_look *look)
{
    const char *const *labels = context;
    look->label = labels[i];
    look->shape = i == 0 ? "box" : NULL;
    look->placed = i == 1;
    look->x = -1.5;
    look->y = 72.0625;
}

static void describe_edge(void *context, uint32_t i, xb_dot_look *look)
{
    (void)context;
    look->tooltip = i == 0 ? "first" : NULL;
    look->style = "dashed";
    look->color = "red";
}

static const char *dot_text(const xb_graph *graph, const xb_dot *dot)
{
    xb_text *text = xb_text_create(arena);
    xb_dot_put(xb_text_output(text), graph, dot);
    return xb_text_join(text, NULL);
}

START_TEST(dot_is_escaped)
{
    const char *const labels[] = {"a \"b\"\\n", "two\nlines\r", NULL};
    xb_graph graph = make(3, (const int[]){0, 1, 2, 0, NONE});
    xb_dot dot = {"g \"1\"", "caption", "LR", describe_vertex, describe_edge, (void *)labels};
    ck_assert_str_eq(dot_text(&graph, &dot),
                     "digraph \"g \\\"1\\\"\" {\n"
                     "  rankdir=\"LR\";\n"
                     "  label=\"caption\";\n"
                     "  0 [label=\"a \\\"b\\\"\\\\n\", shape=\"box\"];\n"
                     "  1 [label=\"two\\nlines\", pos=\"-1.500,72.063\"];\n"
                     "  2;\n"
                     "  0 -> 1 [tooltip=\"first\", style=\"dashed\", color=\"red\"];\n"
                     "  2 -> 0 [style=\"dashed\", color=\"red\"];\n"
                     "}\n");
    ck_assert_str_eq(dot_text(&(xb_graph){0}, &(xb_dot){0}), "digraph {\n}\n");
}
END_TEST

/* Analyses by igraph. */

static void must(xb_status status)
{
    const char *text = "no diagnostic";
    if (xb_diagnostics_count(diagnostics) > 0)
        text = xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, 0));
    ck_assert_msg(status == XB_STATUS_OK, "%s", text);
}

START_TEST(strong_components_are_in_topological_order)
{
    xb_graph graph = make(6, (const int[]){4, 1, 1, 4, 3, 1, 4, 0, 0, 2, 2, 2, NONE});
    uint32_t component[6], count = 0;
    must(xb_graph_analysis_strong(analysis, diagnostics, arena, &graph, component, &count));
    ck_assert_uint_eq(count, 5);
    ck_assert_mem_eq(component, ((uint32_t[]){2, 1, 3, 0, 1, 4}), sizeof component);
    must(xb_graph_analysis_weak(analysis, diagnostics, arena, &graph, component, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_mem_eq(component, ((uint32_t[]){0, 0, 0, 0, 0, 1}), sizeof component);
}
END_TEST

START_TEST(components_of_random_graphs)
{
    uint64_t state = 3;
    for (int i = 0; i < 500; i++) {
        xb_graph graph = make_random(&state, false);
        xb_graph both = make(graph.vertex_count, NULL);
        uint32_t strong[MOST], weak[MOST], count = 0, seen = 0;
        must(xb_graph_analysis_strong(analysis, diagnostics, arena, &graph, strong, &count));
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            ck_assert_uint_lt(strong[v], count);
        for (uint32_t e = 0; e < graph.edge_count; e++) {
            uint32_t source = xb_graph_source(&graph, e), target = xb_graph_target(&graph, e);
            ck_assert_uint_le(strong[source], strong[target]);
            xb_graph_add_edge(arena, &both, source, target);
            xb_graph_add_edge(arena, &both, target, source);
        }
        must(xb_graph_analysis_weak(analysis, diagnostics, arena, &graph, weak, &count));
        for (uint32_t v = 0; v < graph.vertex_count; v++) {
            ck_assert_uint_le(weak[v], seen);
            seen += weak[v] == seen;
            for (uint32_t w = 0; w < graph.vertex_count; w++) {
                bool joined = is_path(&graph, v, w, UINT32_MAX) && is_path(&graph, w, v, UINT32_MAX);
                ck_assert_int_eq(strong[v] == strong[w], joined);
                ck_assert_int_eq(weak[v] == weak[w], is_path(&both, v, w, UINT32_MAX));
            }
        }
        ck_assert_uint_eq(seen, count);
    }
}
END_TEST

/* Whether d dominates v: each path from the root to v, or back from v to the root, passes d. */
static bool dominates(const xb_graph *graph, uint32_t root, bool backward, uint32_t d, uint32_t v)
{
    return !(backward ? is_path(graph, v, root, d) : is_path(graph, root, v, d));
}

static void check_dominators(const xb_graph *graph, uint32_t root, bool backward, const uint32_t *immediate)
{
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        uint32_t d = immediate[v];
        bool connected = !dominates(graph, root, backward, UINT32_MAX, v);
        ck_assert_int_eq(d != XB_GRAPH_NONE, connected);
        if (!connected || v == root) {
            ck_assert(v != root || d == root);
            continue;
        }
        ck_assert_uint_ne(d, v);
        for (uint32_t w = 0; w < graph->vertex_count; w++)
            if (w != v && dominates(graph, root, backward, w, v))
                ck_assert(w == d || dominates(graph, root, backward, w, d));
        ck_assert(dominates(graph, root, backward, d, v));
    }
}

START_TEST(dominators_of_random_graphs)
{
    uint64_t state = 4;
    for (int i = 0; i < 2000; i++) {
        xb_graph graph = make_random(&state, i % 4 == 0);
        uint32_t root = draw(&state, graph.vertex_count), immediate[MOST];
        must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, root, i % 2, immediate));
        check_dominators(&graph, root, i % 2, immediate);
    }
}
END_TEST

START_TEST(dominator_tree_of_a_loop)
{
    /* Entry, head of a loop, body with two branches that meet, exit, and a block that can't be reached. */
    xb_graph graph = make(7, (const int[]){0, 1, 1, 2, 2, 3, 2, 4, 3, 1, 4, 1, 1, 5, 6, 5, NONE});
    uint32_t immediate[7];
    xb_graph tree;
    must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 0, false, immediate));
    ck_assert_mem_eq(immediate, ((uint32_t[]){0, 0, 1, 2, 2, 1, XB_GRAPH_NONE}), sizeof immediate);
    xb_graph_dominator_tree(arena, immediate, 7, &tree);
    ck_assert_uint_eq(tree.vertex_count, 7);
    ck_assert_uint_eq(tree.edge_count, 5);
    ck_assert_uint_eq(xb_graph_target(&tree, xb_graph_first_out(&tree, 1)), 2);
    ck_assert_uint_eq(xb_graph_out_degree(&tree, 2), 2);
    must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 5, true, immediate));
    ck_assert_mem_eq(immediate, ((uint32_t[]){1, 5, 1, 1, 1, 5, 5}), sizeof immediate);
}
END_TEST

START_TEST(dominators_need_a_root)
{
    xb_graph graph = make(2, NULL);
    uint32_t immediate[2];
    ck_assert_int_eq(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 2, false, immediate),
                     XB_STATUS_FAILED);
    ck_assert_uint_eq(xb_diagnostics_errors(diagnostics), 1);
    must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 1, false, immediate));
}
END_TEST

START_TEST(analyses_of_long_chains)
{
    enum { LENGTH = 100000 };
    uint32_t *numbers = xb_arena_array(arena, LENGTH, sizeof *numbers), count = 0;
    for (int backward = 0; backward < 2; backward++) {
        xb_graph graph = make_chain(LENGTH, backward);
        must(xb_graph_analysis_strong(analysis, diagnostics, arena, &graph, numbers, &count));
        ck_assert_uint_eq(count, LENGTH);
        ck_assert(numbers[0] == (backward ? LENGTH - 1 : 0));
        must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 0, backward, numbers));
        size_t wrong = 0;
        for (uint32_t v = 1; v < LENGTH; v++)
            wrong += numbers[v] != v - 1;
        ck_assert_uint_eq(wrong, 0);
    }
}
END_TEST

/* A copy with vertices and edges in another order; permutations are of vertices and edges. */
static xb_graph shuffle(const xb_graph *graph, uint64_t *state, uint32_t *vertices, uint32_t *edges)
{
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        uint32_t other = draw(state, v + 1);
        vertices[v] = vertices[other];
        vertices[other] = v;
    }
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t other = draw(state, e + 1);
        edges[e] = edges[other];
        edges[other] = e;
    }
    xb_graph copy = make(graph->vertex_count, NULL);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        xb_graph_add_edge(arena, &copy, vertices[xb_graph_source(graph, edges[e])],
                          vertices[xb_graph_target(graph, edges[e])]);
    return copy;
}

static bool isomorphic(const xb_graph_colored *a, const xb_graph_colored *b)
{
    bool answer = false;
    must(xb_graph_analysis_isomorphic(analysis, diagnostics, a, b, &answer));
    return answer;
}

START_TEST(shuffled_graphs_are_isomorphic)
{
    uint64_t state = 5;
    for (int i = 0; i < 500; i++) {
        xb_graph graph = make_random(&state, false);
        uint32_t vertices[MOST], edges[2 * MOST], vertex_colors[2][MOST], edge_colors[2][2 * MOST];
        xb_graph copy = shuffle(&graph, &state, vertices, edges);
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            vertex_colors[0][v] = vertex_colors[1][vertices[v]] = draw(&state, 3);
        for (uint32_t e = 0; e < graph.edge_count; e++)
            edge_colors[1][e] = draw(&state, 3);
        for (uint32_t e = 0; e < graph.edge_count; e++)
            edge_colors[0][edges[e]] = edge_colors[1][e];
        xb_graph_colored a = {&graph, vertex_colors[0], edge_colors[0]};
        xb_graph_colored b = {&copy, vertex_colors[1], edge_colors[1]};
        ck_assert(isomorphic(&a, &b));
        ck_assert(
            isomorphic(&(xb_graph_colored){&graph, NULL, NULL}, &(xb_graph_colored){&copy, NULL, NULL}));
        vertex_colors[1][draw(&state, graph.vertex_count)] = 3;
        ck_assert(!isomorphic(&a, &b));
    }
}
END_TEST

START_TEST(different_graphs_are_not_isomorphic)
{
    static const int graphs[][9] = {
        {0, 1, 0, 1, 1, 2, NONE},       /* a double edge, then one */
        {0, 1, 1, 2, 1, 2, NONE},       /* the other way round */
        {0, 1, 1, 2, 0, 2, NONE},       /* acyclic triangle */
        {0, 1, 1, 2, 2, 0, NONE},       /* cycle */
        {0, 1, 1, 2, 0, 0, NONE},       /* loops at three places */
        {0, 1, 1, 2, 1, 1, NONE},       /* … */
        {0, 1, 1, 2, 2, 2, NONE},       /* … */
        {0, 1, 1, 2, NONE},             /* fewer edges */
        {0, 1, 1, 2, 1, 2, 0, 0, NONE}, /* more edges */
    };
    enum { COUNT = sizeof graphs / sizeof *graphs };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < COUNT; k++) {
            xb_graph first = make(3, graphs[i]), second = make(3, graphs[k]);
            ck_assert_int_eq(
                isomorphic(&(xb_graph_colored){&first, NULL, NULL}, &(xb_graph_colored){&second, NULL, NULL}),
                i == k);
        }
    xb_graph smaller = make(2, (const int[]){0, 1, NONE}), larger = make(3, (const int[]){0, 1, NONE});
    ck_assert(
        !isomorphic(&(xb_graph_colored){&smaller, NULL, NULL}, &(xb_graph_colored){&larger, NULL, NULL}));
    ck_assert(isomorphic(&(xb_graph_colored){&(xb_graph){0}, NULL, NULL},
                         &(xb_graph_colored){&(xb_graph){0}, NULL, NULL}));
}
END_TEST

START_TEST(edge_colors_distinguish_arguments)
{
    /* x / (x + y) and (x + y) / x: positions are colours. */
    xb_graph graph = make(4, (const int[]){0, 2, 1, 2, 0, 3, 2, 3, NONE});
    const uint32_t operations[] = {0, 0, 1, 2}, straight[] = {1, 2, 1, 2}, crossed[] = {1, 2, 2, 1};
    xb_graph_colored a = {&graph, operations, straight}, b = {&graph, operations, crossed};
    ck_assert(isomorphic(&a, &a));
    ck_assert(!isomorphic(&a, &b));
    const uint32_t large[] = {0, 0, 1, (1u << 30) - 1}, larger[] = {0, 0, 1, 1u << 30};
    a.vertex_colors = large;
    ck_assert(!isomorphic(&a, &b));
    ck_assert(isomorphic(&a, &a));
    b.vertex_colors = larger;
    bool answer;
    ck_assert_int_eq(xb_graph_analysis_isomorphic(analysis, diagnostics, &a, &b, &answer), XB_STATUS_USAGE);
}
END_TEST

START_TEST(layers_follow_edges)
{
    uint64_t state = 6;
    for (int i = 0; i < 200; i++) {
        xb_graph graph = make_random(&state, true);
        double x[MOST], y[MOST], again_x[MOST], again_y[MOST];
        must(xb_graph_analysis_layout(analysis, diagnostics, &graph, 20, 30, x, y));
        for (uint32_t e = 0; e < graph.edge_count; e++)
            ck_assert_double_ge(y[xb_graph_target(&graph, e)], y[xb_graph_source(&graph, e)] + 30);
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            for (uint32_t w = 0; w < v; w++)
                ck_assert_msg(y[v] != y[w] || x[v] >= x[w] + 19.99 || x[w] >= x[v] + 19.99,
                              "%u and %u overlap", (unsigned)v, (unsigned)w);
        must(xb_graph_analysis_layout(analysis, diagnostics, &graph, 20, 30, again_x, again_y));
        ck_assert_mem_eq(x, again_x, graph.vertex_count * sizeof *x);
        ck_assert_mem_eq(y, again_y, graph.vertex_count * sizeof *y);
    }
}
END_TEST

START_TEST(layout_of_cyclic_graphs)
{
    uint64_t state = 7;
    double x[MOST], y[MOST];
    for (int i = 0; i < 200; i++) {
        xb_graph graph = make_random(&state, false);
        for (uint32_t v = 0; v < MOST; v++)
            x[v] = y[v] = -1;
        must(xb_graph_analysis_layout(analysis, diagnostics, &graph, 1, 1, x, y));
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            ck_assert_msg(x[v] >= 0 && y[v] >= 0 && x[v] <= 10 * MOST && y[v] <= MOST, "%u at %g, %g",
                          (unsigned)v, x[v], y[v]);
    }
    must(xb_graph_analysis_layout(analysis, diagnostics, &(xb_graph){0}, 1, 1, x, y));
}
END_TEST

START_TEST(layout_is_limited)
{
    xb_graph graph = make_chain(XB_GRAPH_LAYOUT_LIMIT, false);
    double *x = xb_arena_array(arena, XB_GRAPH_LAYOUT_LIMIT + 1, sizeof *x);
    double *y = xb_arena_array(arena, XB_GRAPH_LAYOUT_LIMIT + 1, sizeof *y);
    must(xb_graph_analysis_layout(analysis, diagnostics, &graph, 1, 1, x, y));
    ck_assert_double_eq(y[XB_GRAPH_LAYOUT_LIMIT - 1], XB_GRAPH_LAYOUT_LIMIT - 1);
    xb_graph_add_vertex(arena, &graph);
    ck_assert_int_eq(xb_graph_analysis_layout(analysis, diagnostics, &graph, 1, 1, x, y),
                     XB_STATUS_UNSUPPORTED);
}
END_TEST

static const char *graphml_text(const xb_graph *graph, const xb_graph_attributes *attributes)
{
    xb_text *text = xb_text_create(arena);
    must(xb_graph_analysis_graphml(analysis, diagnostics, graph, attributes, xb_text_output(text)));
    return xb_text_join(text, NULL);
}

static size_t count_elements(const xmlNode *node, const char *name)
{
    size_t count = 0;
    for (; node; node = node->next) {
        count += node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
        count += count_elements(node->children, name);
    }
    return count;
}

/* Whether some element has just this text. */
static bool has_text(const xmlNode *node, const char *text)
{
    for (; node; node = node->next) {
        if (node->type == XML_TEXT_NODE && strcmp((const char *)node->content, text) == 0)
            return true;
        if (has_text(node->children, text))
            return true;
    }
    return false;
}

START_TEST(graphml_is_well_formed)
{
    const char *const labels[] = {"a < b && \"c\"", "x \xc3\xa9", NULL}, *const kinds[] = {"1", "2", "3"};
    const char *const positions[] = {"1", "second > 'first'"};
    xb_graph_attribute vertex[] = {{"label", labels}, {"kind", kinds}}, edge[] = {{"label", positions}};
    xb_graph_attributes attributes = {vertex, 2, edge, 1};
    xb_graph graph = make(3, (const int[]){0, 1, 2, 2, NONE});
    const char *text = graphml_text(&graph, &attributes);
    ck_assert_str_eq(text, graphml_text(&graph, &attributes));
    xmlDoc *document = xmlReadMemory(text, (int)strlen(text), "graph.graphml", NULL, XML_PARSE_NONET);
    ck_assert_ptr_nonnull(document);
    const xmlNode *root = xmlDocGetRootElement(document);
    ck_assert_str_eq((const char *)root->name, "graphml");
    ck_assert_uint_eq(count_elements(root, "node"), 3);
    ck_assert_uint_eq(count_elements(root, "edge"), 2);
    ck_assert_uint_eq(count_elements(root, "key"), 3);
    ck_assert(has_text(root, labels[0]));
    ck_assert(has_text(root, labels[1]));
    ck_assert(has_text(root, positions[1]));
    ck_assert(!has_text(root, "never"));
    xmlFreeDoc(document);
    xmlCleanupParser();
}
END_TEST

START_TEST(graphml_refuses_what_xml_cannot_hold)
{
    const char *const labels[] = {"\x01"};
    xb_graph_attribute vertex = {"label", labels};
    xb_graph graph = make(1, NULL);
    xb_text *text = xb_text_create(arena);
    xb_status status = xb_graph_analysis_graphml(
        analysis, diagnostics, &graph, &(xb_graph_attributes){&vertex, 1, NULL, 0}, xb_text_output(text));
    ck_assert_int_eq(status, XB_STATUS_FAILED);
    ck_assert_str_eq(xb_text_join(text, NULL), "");
    ck_assert_uint_eq(xb_diagnostics_errors(diagnostics), 1);
    graphml_text(&graph, &(xb_graph_attributes){0});
}
END_TEST

/* Sets the folders where modules are looked for; returns what they were, or NULL. */
static const char *look_in(const char *folders)
{
    const char *path = getenv("XAIFBOOSTER_MODULE_PATH");
    const char *saved = path ? xb_arena_copy_text(arena, path, strlen(path)) : NULL;
    if (folders)
        setenv("XAIFBOOSTER_MODULE_PATH", folders, 1);
    else
        unsetenv("XAIFBOOSTER_MODULE_PATH");
    return saved;
}

/* Has two analyses refused, in a folder. */
static void must_not_load(const char *folders, const char *message)
{
    const char *saved = look_in(folders);
    xb_graph graph = make(1, NULL);
    uint32_t component[1], count;
    for (size_t i = 1; i <= 2; i++) {
        xb_status status = xb_graph_analysis_weak(analysis, diagnostics, arena, &graph, component, &count);
        ck_assert_int_eq(status, XB_STATUS_FAILED);
        ck_assert_uint_eq(xb_diagnostics_count(diagnostics), i);
    }
    look_in(saved);
    const xb_diagnostic *d = xb_diagnostics_at(diagnostics, 0);
    ck_assert_ptr_nonnull(strstr(d->message, message));
    ck_assert_ptr_nonnull(strstr(d->hint, "XAIFBOOSTER_MODULE_PATH"));
}

START_TEST(missing_module_is_an_error)
{
    if (access(XB_MODULE_DIR "/xaifbooster-igraph.la", F_OK) == 0)
        return; /* it is installed, so it can't be missing */
    must_not_load("::/nonexistent:relative", "can't load the module xaifbooster-igraph");
}
END_TEST

START_TEST(module_of_another_version_is_an_error)
{
    const char *top = getenv("XB_TOP_BUILDDIR");
    ck_assert_msg(top != NULL, "XB_TOP_BUILDDIR is not set: run by make check");
    must_not_load(xb_arena_format(arena, "%s/tests/unit/wrong", top), "it belongs to another version");
}
END_TEST

START_TEST(analyses_can_be_created_again)
{
    xb_graph graph = make(1, NULL);
    uint32_t component[1], count;
    xb_graph_analysis_destroy(NULL);
    xb_graph_analysis_destroy(xb_graph_analysis_create());
    for (int i = 0; i < 3; i++) {
        xb_graph_analysis *other = xb_graph_analysis_create();
        must(xb_graph_analysis_weak(other, diagnostics, arena, &graph, component, &count));
        must(xb_graph_analysis_weak(analysis, diagnostics, arena, &graph, component, &count));
        xb_graph_analysis_destroy(other);
    }
}
END_TEST

static void add_case(Suite *suite, const char *name, const TTest *const *tests, size_t count)
{
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

#define ADD_CASE(suite, name, ...)                             \
    add_case(suite, name, (const TTest *const[]){__VA_ARGS__}, \
             sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

int main(void)
{
    Suite *suite = suite_create("graph");
    ADD_CASE(suite, "wrapper", lists_are_in_order_of_insertion, edges_need_vertices,
             reserved_graphs_need_no_memory, tiny_graphs_are_small,
             topological_order_is_document_order_where_possible, topological_order_of_random_graphs,
             reachability_of_random_graphs, long_chains_need_no_stack);
    ADD_CASE(suite, "dot", dot_is_escaped);
    ADD_CASE(suite, "analysis", strong_components_are_in_topological_order, components_of_random_graphs,
             dominators_of_random_graphs, dominator_tree_of_a_loop, dominators_need_a_root,
             analyses_of_long_chains, shuffled_graphs_are_isomorphic, different_graphs_are_not_isomorphic,
             edge_colors_distinguish_arguments, layers_follow_edges, layout_of_cyclic_graphs,
             layout_is_limited, graphml_is_well_formed, graphml_refuses_what_xml_cannot_hold);
    ADD_CASE(suite, "module", missing_module_is_an_error, module_of_another_version_is_an_error,
             analyses_can_be_created_again);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
