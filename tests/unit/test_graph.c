/*
 * The graph wrapper and Graphviz text. Small graphs are checked against expected answers, random ones against
 * definitions computed the slow way.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "graph/dot.h"
#include "graphs.h"
#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* Checks the lists of vertices 0 and 1; whatever else is in the graph does not touch them. */
static void check_lists(xb_graph graph)
{
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

static xb_graph five_edges(uint32_t vertex_count)
{
    return graphs_make(arena, vertex_count, (const int[]){0, 1, 2, 1, 0, 2, 0, 1, 1, 1, GRAPHS_END});
}

START_TEST(lists_are_in_order_of_insertion)
{
    xb_graph graph = five_edges(3);
    ck_assert_uint_eq(graph.vertex_count, 3);
    ck_assert_uint_eq(graph.edge_count, 5);
    check_lists(graph);
}
END_TEST

START_TEST(lists_stay_when_edges_become_many)
{
    xb_graph graph = five_edges(5);
    for (uint32_t e = 5; e < 100; e++) {
        xb_graph_add_edge(arena, &graph, 2 + e % 3, 2 + e % 2);
        check_lists(graph);
    }
    uint32_t in = 0, out = 0;
    for (uint32_t e = xb_graph_first_out(&graph, 3); e != XB_GRAPH_NONE; e = xb_graph_next_out(&graph, e))
        out += xb_graph_source(&graph, e) == 3;
    for (uint32_t e = xb_graph_first_in(&graph, 3); e != XB_GRAPH_NONE; e = xb_graph_next_in(&graph, e))
        in += xb_graph_target(&graph, e) == 3;
    ck_assert_uint_eq(out, xb_graph_out_degree(&graph, 3));
    ck_assert_uint_eq(in, xb_graph_in_degree(&graph, 3));
    ck_assert_uint_eq(out, 31);
    ck_assert_uint_eq(in, 48);
}
END_TEST

START_TEST(edges_keep_their_numbers)
{
    xb_graph graph = five_edges(3);
    ck_assert_uint_eq(xb_graph_number(&graph, 4), 0);
    for (uint32_t e = 0; e < 20; e++) {
        if (e >= graph.edge_count)
            xb_graph_add_edge(arena, &graph, 0, 1);
        xb_graph_set_number(&graph, e, 100 + e);
    }
    for (uint32_t e = 0; e < 20; e++)
        ck_assert_uint_eq(xb_graph_number(&graph, e), 100 + e);
}
END_TEST

START_TEST(edges_need_vertices)
{
    xb_graph graph = graphs_make(arena, 1, NULL);
    ck_assert_uint_eq(xb_graph_add_edge(arena, &graph, 0, 1), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_graph_add_edge(arena, &graph, 1, 0), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_graph_add_edge(arena, &(xb_graph){0}, 0, 0), XB_GRAPH_NONE);
    ck_assert_uint_eq(graph.edge_count, 0);
    ck_assert_uint_eq(xb_graph_out_degree(&graph, 0), 0);
}
END_TEST

START_TEST(reserved_graphs_need_no_memory)
{
    xb_graph graph = graphs_make(arena, 2, (const int[]){1, 0, GRAPHS_END});
    xb_graph_reserve(arena, &graph, 1000, 2000);
    size_t used = xb_arena_mark_now(arena).used;
    while (graph.vertex_count < 1000)
        xb_graph_add_vertex(arena, &graph);
    for (uint32_t e = 1; e < 2000; e++)
        xb_graph_add_edge(arena, &graph, e % 1000, e * 7 % 1000);
    ck_assert_uint_eq(xb_arena_mark_now(arena).used, used);
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
        graphs_make(arena, 1, NULL);
    ck_assert_uint_le(xb_arena_size(arena), (size_t)COUNT * 64);
}
END_TEST

static void check_order(const xb_graph *graph, const uint32_t *order)
{
    uint32_t place[GRAPHS_MOST];
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
    xb_graph graph = graphs_make(arena, 5, (const int[]){0, 4, 1, 2, 0, 2, 3, 4, GRAPHS_END});
    ck_assert(xb_graph_topological_order(arena, &graph, order, NULL));
    ck_assert_mem_eq(order, ((uint32_t[]){0, 1, 2, 3, 4}), sizeof order);
    graph = graphs_make(arena, 5, (const int[]){4, 1, 3, 1, 2, 3, GRAPHS_END});
    ck_assert(xb_graph_topological_order(arena, &graph, order, NULL));
    ck_assert_mem_eq(order, ((uint32_t[]){0, 4, 2, 3, 1}), sizeof order);
    ck_assert(xb_graph_topological_order(arena, &(xb_graph){0}, NULL, NULL));
}
END_TEST

START_TEST(topological_order_of_random_graphs)
{
    uint64_t state = 1;
    for (uint64_t i = 0; i < sample_count(2000); i++) {
        xb_graph graph = graphs_random(arena, &state, i % 2 == 0);
        uint32_t order[GRAPHS_MOST], on_cycle = UINT32_MAX;
        bool cyclic = false;
        for (uint32_t e = 0; e < graph.edge_count; e++)
            cyclic |=
                graphs_is_path(&graph, xb_graph_target(&graph, e), xb_graph_source(&graph, e), UINT32_MAX);
        bool found = xb_graph_topological_order(arena, &graph, order, &on_cycle);
        ck_assert_int_eq(found, !cyclic);
        if (found) {
            check_order(&graph, order);
            continue;
        }
        bool closed = false;
        for (uint32_t e = 0; e < graph.edge_count; e++)
            closed |= xb_graph_source(&graph, e) == on_cycle &&
                      graphs_is_path(&graph, xb_graph_target(&graph, e), on_cycle, UINT32_MAX);
        ck_assert_msg(closed, "vertex %u is not on a cycle", (unsigned)on_cycle);
    }
}
END_TEST

START_TEST(reachability_of_random_graphs)
{
    uint64_t state = 2;
    for (uint64_t i = 0; i < sample_count(500); i++) {
        xb_graph graph = graphs_random(arena, &state, false);
        uint32_t from = graphs_draw(&state, graph.vertex_count);
        bool reached[GRAPHS_MOST], reaching[GRAPHS_MOST];
        memset(reached, 1, sizeof reached);
        memset(reaching, 1, sizeof reaching);
        xb_graph_reachable(arena, &graph, from, reached);
        xb_graph_reaching(arena, &graph, from, reaching);
        for (uint32_t v = 0; v < graph.vertex_count; v++) {
            ck_assert_int_eq(reached[v], graphs_is_path(&graph, from, v, UINT32_MAX));
            ck_assert_int_eq(reaching[v], graphs_is_path(&graph, v, from, UINT32_MAX));
        }
    }
}
END_TEST

START_TEST(marks_spread_from_several_vertices)
{
    uint64_t state = 3;
    for (uint64_t i = 0; i < sample_count(500); i++) {
        xb_graph graph = graphs_random(arena, &state, false);
        uint32_t one = graphs_draw(&state, graph.vertex_count),
                 other = graphs_draw(&state, graph.vertex_count);
        bool after[GRAPHS_MOST] = {false}, before[GRAPHS_MOST] = {false};
        after[one] = after[other] = before[one] = before[other] = true;
        xb_graph_spread(arena, &graph, after, true);
        xb_graph_spread(arena, &graph, before, false);
        for (uint32_t v = 0; v < graph.vertex_count; v++) {
            ck_assert_int_eq(after[v], graphs_is_path(&graph, one, v, UINT32_MAX) ||
                                           graphs_is_path(&graph, other, v, UINT32_MAX));
            ck_assert_int_eq(before[v], graphs_is_path(&graph, v, one, UINT32_MAX) ||
                                            graphs_is_path(&graph, v, other, UINT32_MAX));
        }
    }
}
END_TEST

START_TEST(long_chains_need_no_stack)
{
    const uint32_t length = (uint32_t)sample_count(300000);
    uint32_t *order = xb_arena_array(arena, length, sizeof *order);
    bool *reached = xb_arena_alloc(arena, length);
    for (int backward = 0; backward < 2; backward++) {
        xb_graph graph = graphs_chain(arena, length, backward);
        ck_assert(xb_graph_topological_order(arena, &graph, order, NULL));
        size_t wrong = 0;
        for (uint32_t i = 0; i < length; i++)
            wrong += order[i] != (backward ? length - 1 - i : i);
        ck_assert_uint_eq(wrong, 0);
        xb_graph_reachable(arena, &graph, length / 2, reached);
        ck_assert(reached[0] == backward && reached[length - 1] == !backward);
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
    xb_graph graph = graphs_make(arena, 3, (const int[]){0, 1, 2, 0, GRAPHS_END});
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

int main(void)
{
    Suite *suite = suite_create("graph");
    SUITE_ADD(suite, "wrapper", lists_are_in_order_of_insertion, lists_stay_when_edges_become_many,
              edges_keep_their_numbers, edges_need_vertices, reserved_graphs_need_no_memory,
              tiny_graphs_are_small, topological_order_is_document_order_where_possible,
              topological_order_of_random_graphs, reachability_of_random_graphs,
              marks_spread_from_several_vertices, long_chains_need_no_stack);
    SUITE_ADD(suite, "dot", dot_is_escaped);
    return suite_run(suite);
}
