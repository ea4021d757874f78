/*
 * Analyses of graphs by igraph. Small graphs are checked against expected answers, random ones against
 * definitions computed the slow way.
 */
#include <check.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/places.h"
#include "base/text.h"
#include "graph/analysis.h"
#include "graphs.h"
#include "suite.h"

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

static void must(xb_status status)
{
    const char *text = "no diagnostic";
    if (xb_diagnostics_count(diagnostics) > 0)
        text = xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, 0));
    ck_assert_msg(status == XB_STATUS_OK, "%s", text);
}

START_TEST(strong_components_are_in_topological_order)
{
    xb_graph graph = graphs_make(arena, 6, (const int[]){4, 1, 1, 4, 3, 1, 4, 0, 0, 2, 2, 2, GRAPHS_END});
    uint32_t component[6], count = 0;
    must(xb_graph_analysis_strong(analysis, diagnostics, arena, &graph, component, &count));
    ck_assert_uint_eq(count, 5);
    ck_assert_mem_eq(component, ((uint32_t[]){2, 1, 3, 0, 1, 4}), sizeof component);
    must(xb_graph_analysis_weak(analysis, diagnostics, arena, &graph, component, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_mem_eq(component, ((uint32_t[]){0, 0, 0, 0, 0, 1}), sizeof component);
}
END_TEST

START_TEST(colors_of_random_graphs)
{
    uint64_t state = 5;
    for (uint64_t i = 0; i < sample_count(200); i++) {
        xb_graph drawn = graphs_random(arena, &state, false);
        xb_graph graph = graphs_make(arena, drawn.vertex_count, NULL);
        uint32_t color[GRAPHS_MOST], degree[GRAPHS_MOST] = {0};
        for (uint32_t e = 0; e < drawn.edge_count; e++)
            if (xb_graph_source(&drawn, e) != xb_graph_target(&drawn, e)) {
                xb_graph_add_edge(arena, &graph, xb_graph_source(&drawn, e), xb_graph_target(&drawn, e));
                degree[xb_graph_source(&drawn, e)]++;
                degree[xb_graph_target(&drawn, e)]++;
            }
        must(xb_graph_analysis_coloring(analysis, diagnostics, &graph, color));
        for (uint32_t e = 0; e < graph.edge_count; e++)
            ck_assert_uint_ne(color[xb_graph_source(&graph, e)], color[xb_graph_target(&graph, e)]);
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            ck_assert_uint_le(color[v], degree[v]); /* the least that is free */
    }
}
END_TEST

START_TEST(components_of_random_graphs)
{
    uint64_t state = 3;
    for (uint64_t i = 0; i < sample_count(500); i++) {
        xb_graph graph = graphs_random(arena, &state, false);
        xb_graph both = graphs_make(arena, graph.vertex_count, NULL);
        uint32_t strong[GRAPHS_MOST], weak[GRAPHS_MOST], count = 0, seen = 0;
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
                bool joined =
                    graphs_is_path(&graph, v, w, UINT32_MAX) && graphs_is_path(&graph, w, v, UINT32_MAX);
                ck_assert_int_eq(strong[v] == strong[w], joined);
                ck_assert_int_eq(weak[v] == weak[w], graphs_is_path(&both, v, w, UINT32_MAX));
            }
        }
        ck_assert_uint_eq(seen, count);
    }
}
END_TEST

/* Whether d dominates v: each path from the root to v, or back from v to the root, passes d. */
static bool dominates(const xb_graph *graph, uint32_t root, bool backward, uint32_t d, uint32_t v)
{
    return !(backward ? graphs_is_path(graph, v, root, d) : graphs_is_path(graph, root, v, d));
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
    for (uint64_t i = 0; i < sample_count(2000); i++) {
        xb_graph graph = graphs_random(arena, &state, i % 4 == 0);
        uint32_t root = graphs_draw(&state, graph.vertex_count), immediate[GRAPHS_MOST];
        must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, root, i % 2, immediate));
        check_dominators(&graph, root, i % 2, immediate);
    }
}
END_TEST

START_TEST(dominator_tree_of_a_loop)
{
    /* Entry, head of a loop, body with two branches that meet, exit, and a block that can't be reached. */
    xb_graph graph =
        graphs_make(arena, 7, (const int[]){0, 1, 1, 2, 2, 3, 2, 4, 3, 1, 4, 1, 1, 5, 6, 5, GRAPHS_END});
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
    xb_graph graph = graphs_make(arena, 2, NULL);
    uint32_t immediate[2];
    ck_assert_int_eq(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 2, false, immediate),
                     XB_STATUS_FAILED);
    ck_assert_uint_eq(xb_diagnostics_errors(diagnostics), 1);
    must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 1, false, immediate));
}
END_TEST

START_TEST(analyses_of_long_chains)
{
    const uint32_t length = (uint32_t)sample_count(100000);
    uint32_t *numbers = xb_arena_array(arena, length, sizeof *numbers), count = 0;
    for (int backward = 0; backward < 2; backward++) {
        xb_graph graph = graphs_chain(arena, length, backward);
        must(xb_graph_analysis_strong(analysis, diagnostics, arena, &graph, numbers, &count));
        ck_assert_uint_eq(count, length);
        ck_assert(numbers[0] == (backward ? length - 1 : 0));
        must(xb_graph_analysis_dominators(analysis, diagnostics, &graph, 0, backward, numbers));
        size_t wrong = 0;
        for (uint32_t v = 1; v < length; v++)
            wrong += numbers[v] != v - 1;
        ck_assert_uint_eq(wrong, 0);
    }
}
END_TEST

/* A copy with vertices and edges in another order; permutations are of vertices and edges. */
static xb_graph shuffle(const xb_graph *graph, uint64_t *state, uint32_t *vertices, uint32_t *edges)
{
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        uint32_t other = graphs_draw(state, v + 1);
        vertices[v] = vertices[other];
        vertices[other] = v;
    }
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t other = graphs_draw(state, e + 1);
        edges[e] = edges[other];
        edges[other] = e;
    }
    xb_graph copy = graphs_make(arena, graph->vertex_count, NULL);
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

enum { MUCH_EFFORT = 1000000 };

/* Whether canonical numbers are numbers, and make the same graph of both. */
static bool canonically_equal(const xb_graph_colored *a, const xb_graph_colored *b)
{
    const xb_graph_colored *both[] = {a, b};
    uint32_t numbers[2][GRAPHS_MOST] = {{0}}, colors[2][GRAPHS_MOST] = {{0}};
    unsigned edges[2][GRAPHS_MOST][GRAPHS_MOST][3] = {{{{0}}}}; /* edges of each colour */
    for (int i = 0; i < 2; i++) {
        const xb_graph *graph = both[i]->graph;
        bool found = false, taken[GRAPHS_MOST] = {false};
        must(xb_graph_analysis_canonical(analysis, diagnostics, both[i], MUCH_EFFORT, numbers[i], &found));
        ck_assert(found);
        for (uint32_t v = 0; v < graph->vertex_count; v++) {
            ck_assert(numbers[i][v] < graph->vertex_count && !taken[numbers[i][v]]);
            taken[numbers[i][v]] = true;
            colors[i][numbers[i][v]] = both[i]->vertex_colors[v];
        }
        for (uint32_t e = 0; e < graph->edge_count; e++)
            edges[i][numbers[i][xb_graph_source(graph, e)]][numbers[i][xb_graph_target(graph, e)]]
                 [both[i]->edge_colors[e]]++;
    }
    return memcmp(colors[0], colors[1], sizeof colors[0]) == 0 &&
           memcmp(edges[0], edges[1], sizeof edges[0]) == 0;
}

START_TEST(shuffled_graphs_are_isomorphic)
{
    uint64_t state = 5;
    for (uint64_t i = 0; i < sample_count(500); i++) {
        xb_graph graph = graphs_random(arena, &state, false);
        uint32_t vertices[GRAPHS_MOST] = {0}, edges[2 * GRAPHS_MOST] = {0}, vertex_colors[2][GRAPHS_MOST],
                 edge_colors[2][2 * GRAPHS_MOST];
        xb_graph copy = shuffle(&graph, &state, vertices, edges);
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            vertex_colors[0][v] = vertex_colors[1][vertices[v]] = graphs_draw(&state, 3);
        for (uint32_t e = 0; e < graph.edge_count; e++)
            edge_colors[1][e] = graphs_draw(&state, 3);
        for (uint32_t e = 0; e < graph.edge_count; e++)
            edge_colors[0][edges[e]] = edge_colors[1][e];
        xb_graph_colored a = {&graph, vertex_colors[0], edge_colors[0]};
        xb_graph_colored b = {&copy, vertex_colors[1], edge_colors[1]};
        ck_assert(isomorphic(&a, &b));
        ck_assert(canonically_equal(&a, &b));
        ck_assert(
            isomorphic(&(xb_graph_colored){&graph, NULL, NULL}, &(xb_graph_colored){&copy, NULL, NULL}));
        vertex_colors[1][graphs_draw(&state, graph.vertex_count)] = 3;
        ck_assert(!isomorphic(&a, &b));
        ck_assert(!canonically_equal(&a, &b));
    }
}
END_TEST

START_TEST(canonical_numbers_take_effort)
{
    enum { COUNT = 12 };
    xb_graph graph = graphs_make(arena, COUNT, NULL); /* three squares, which nothing tells apart */
    for (uint32_t v = 0; v < COUNT; v++)
        xb_graph_add_edge(arena, &graph, v, v % 4 == 3 ? v - 3 : v + 1);
    uint32_t numbers[COUNT];
    bool found = true;
    xb_graph_colored plain = {&graph, NULL, NULL};
    must(xb_graph_analysis_canonical(analysis, diagnostics, &plain, 1, numbers, &found));
    ck_assert(!found);
    must(xb_graph_analysis_canonical(analysis, diagnostics, &plain, MUCH_EFFORT, numbers, &found));
    ck_assert(found);
    must(xb_graph_analysis_canonical(analysis, diagnostics, &(xb_graph_colored){&(xb_graph){0}, NULL, NULL},
                                     MUCH_EFFORT, numbers, &found));
    uint32_t large[COUNT] = {1u << 30};
    plain.vertex_colors = large;
    ck_assert_int_eq(xb_graph_analysis_canonical(analysis, diagnostics, &plain, MUCH_EFFORT, numbers, &found),
                     XB_STATUS_USAGE);
    ck_assert(!found);
}
END_TEST

START_TEST(different_graphs_are_not_isomorphic)
{
    static const int graphs[][9] = {
        {0, 1, 0, 1, 1, 2, GRAPHS_END},       /* a double edge, then one */
        {0, 1, 1, 2, 1, 2, GRAPHS_END},       /* the other way round */
        {0, 1, 1, 2, 0, 2, GRAPHS_END},       /* acyclic triangle */
        {0, 1, 1, 2, 2, 0, GRAPHS_END},       /* cycle */
        {0, 1, 1, 2, 0, 0, GRAPHS_END},       /* loops at three places */
        {0, 1, 1, 2, 1, 1, GRAPHS_END},       /* … */
        {0, 1, 1, 2, 2, 2, GRAPHS_END},       /* … */
        {0, 1, 1, 2, GRAPHS_END},             /* fewer edges */
        {0, 1, 1, 2, 1, 2, 0, 0, GRAPHS_END}, /* more edges */
    };
    enum { COUNT = sizeof graphs / sizeof *graphs };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < COUNT; k++) {
            xb_graph first = graphs_make(arena, 3, graphs[i]), second = graphs_make(arena, 3, graphs[k]);
            ck_assert_int_eq(
                isomorphic(&(xb_graph_colored){&first, NULL, NULL}, &(xb_graph_colored){&second, NULL, NULL}),
                i == k);
        }
    xb_graph smaller = graphs_make(arena, 2, (const int[]){0, 1, GRAPHS_END}),
             larger = graphs_make(arena, 3, (const int[]){0, 1, GRAPHS_END});
    ck_assert(
        !isomorphic(&(xb_graph_colored){&smaller, NULL, NULL}, &(xb_graph_colored){&larger, NULL, NULL}));
    ck_assert(isomorphic(&(xb_graph_colored){&(xb_graph){0}, NULL, NULL},
                         &(xb_graph_colored){&(xb_graph){0}, NULL, NULL}));
}
END_TEST

START_TEST(edge_colors_distinguish_arguments)
{
    /* x / (x + y) and (x + y) / x: positions are colours. */
    xb_graph graph = graphs_make(arena, 4, (const int[]){0, 2, 1, 2, 0, 3, 2, 3, GRAPHS_END});
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
    for (uint64_t i = 0; i < sample_count(200); i++) {
        xb_graph graph = graphs_random(arena, &state, true);
        double x[GRAPHS_MOST], y[GRAPHS_MOST], again_x[GRAPHS_MOST], again_y[GRAPHS_MOST];
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
    double x[GRAPHS_MOST], y[GRAPHS_MOST];
    for (uint64_t i = 0; i < sample_count(200); i++) {
        xb_graph graph = graphs_random(arena, &state, false);
        for (uint32_t v = 0; v < GRAPHS_MOST; v++)
            x[v] = y[v] = -1;
        must(xb_graph_analysis_layout(analysis, diagnostics, &graph, 1, 1, x, y));
        for (uint32_t v = 0; v < graph.vertex_count; v++)
            ck_assert_msg(x[v] >= 0 && y[v] >= 0 && x[v] <= 10 * GRAPHS_MOST && y[v] <= GRAPHS_MOST,
                          "%u at %g, %g", (unsigned)v, x[v], y[v]);
    }
    must(xb_graph_analysis_layout(analysis, diagnostics, &(xb_graph){0}, 1, 1, x, y));
}
END_TEST

START_TEST(layout_is_limited)
{
    xb_graph graph = graphs_chain(arena, XB_GRAPH_LAYOUT_LIMIT, false);
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
    xb_graph graph = graphs_make(arena, 3, (const int[]){0, 1, 2, 2, GRAPHS_END});
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

static const xb_graph_document *graphml_read(const char *text)
{
    const xb_graph_document *document = NULL;
    must(xb_graph_analysis_read_graphml(analysis, diagnostics, "graph", text, strlen(text), &document));
    return document;
}

START_TEST(graphml_is_read)
{
    const char *const labels[] = {"a < b", "x \xc3\xa9", NULL}, *const positions[] = {"1", "2"};
    xb_graph_attribute vertex = {"label", labels}, edge = {"position", positions};
    xb_graph graph = graphs_make(arena, 3, (const int[]){0, 1, 2, 1, GRAPHS_END});
    const char *text = graphml_text(&graph, &(xb_graph_attributes){&vertex, 1, &edge, 1});
    for (int twice = 0; twice < 2; twice++) {
        const xb_graph_document *document = graphml_read(text);
        ck_assert(document->directed);
        ck_assert_uint_eq(document->vertex_count, 3);
        ck_assert_uint_eq(document->edge_count, 2);
        ck_assert_mem_eq(document->ends, ((uint32_t[]){0, 1, 2, 1}), 4 * sizeof(uint32_t));
        ck_assert_uint_eq(document->vertex_text_count, 2);
        ck_assert_str_eq(document->vertex_texts[0].name, "label");
        ck_assert_str_eq(document->vertex_texts[0].values[1], labels[1]);
        ck_assert_str_eq(document->vertex_texts[0].values[2], "");
        ck_assert_str_eq(document->vertex_texts[1].name, "id");
        ck_assert_uint_eq(document->edge_text_count, 1);
        ck_assert_str_eq(document->edge_texts[0].values[1], "2");
    }
    const xb_graph_document *document = graphml_read(
        "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>"
        "<key id='b' for='node' attr.name='flag' attr.type='boolean'/>"
        "<key id='n' for='node' attr.name='size' attr.type='double'/><graph edgedefault='undirected'>"
        "<node id='x'><data key='b'>true</data><data key='n'>0.5</data></node><node "
        "id='y'/></graph></graphml>");
    ck_assert(!document->directed);
    ck_assert_str_eq(document->vertex_texts[0].values[0], "true");
    ck_assert_str_eq(document->vertex_texts[0].values[1], "false");
    ck_assert_str_eq(document->vertex_texts[1].values[0], "0.5");
    ck_assert_str_eq(document->vertex_texts[1].values[1], "");
}
END_TEST

START_TEST(graphml_is_refused)
{
    static const char *const texts[] = {"", "<graphml", "<graphml/>",
                                        "<graphml><graph><node/></graph></graphml>"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const xb_graph_document *document = NULL;
        xb_status status = xb_graph_analysis_read_graphml(analysis, diagnostics, "graph", texts[i],
                                                          strlen(texts[i]), &document);
        ck_assert_int_eq(status, XB_STATUS_INVALID);
        ck_assert_ptr_null(document);
    }
}
END_TEST

START_TEST(graphml_refuses_what_xml_cannot_hold)
{
    const char *const labels[] = {"\x01"};
    xb_graph_attribute vertex = {"label", labels};
    xb_graph graph = graphs_make(arena, 1, NULL);
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
    xb_graph graph = graphs_make(arena, 1, NULL);
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
    xb_graph graph = graphs_make(arena, 1, NULL);
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

int main(void)
{
    Suite *suite = suite_create("analysis");
    SUITE_ADD(suite, "analysis", colors_of_random_graphs, strong_components_are_in_topological_order,
              components_of_random_graphs, dominators_of_random_graphs, dominator_tree_of_a_loop,
              dominators_need_a_root, analyses_of_long_chains, shuffled_graphs_are_isomorphic,
              different_graphs_are_not_isomorphic, canonical_numbers_take_effort,
              edge_colors_distinguish_arguments, layers_follow_edges, layout_of_cyclic_graphs,
              layout_is_limited, graphml_is_well_formed, graphml_is_read, graphml_is_refused,
              graphml_refuses_what_xml_cannot_hold);
    SUITE_ADD(suite, "module", missing_module_is_an_error, module_of_another_version_is_an_error,
              analyses_can_be_created_again);
    return suite_run(suite);
}
