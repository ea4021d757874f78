/*
 * Searches: costs that are kept up to date change by change are those that the elimination itself counts, a
 * search is never worse than what it starts from, finds the known optima, and neither threads nor repetition
 * change its result.
 */
#include <check.h>
#include <string.h>

#include "elimination/graphs/lcg.h"
#include "elimination/graphs/line_graph.h"
#include "elimination/graphs/order.h"
#include "elimination/graphs/random.h"
#include "elimination/search/order_walk.h"
#include "elimination_fixture.h"
#include "suite.h"

/* An order of the intermediates at random. */
static uint32_t *random_order(uint64_t *seed, const xb_dense *dense)
{
    uint32_t count = dense->intermediate_count, *vertices = xb_arena_array(scratch, count, sizeof *vertices);
    memcpy(vertices, dense->intermediates, count * sizeof *vertices);
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = (uint32_t)(next_random(seed) % i), kept = vertices[i - 1];
        vertices[i - 1] = vertices[j];
        vertices[j] = kept;
    }
    return vertices;
}

/* What the elimination counts; 0 in *valid if constants made the count another one than rows can tell. */
static size_t counted(const xb_prepared *prepared, const xb_prepared_part *part, int awareness,
                      const uint32_t *vertices, uint32_t count)
{
    xb_lcg_state *state = xb_lcg_state_create(scratch, prepared, awareness);
    xb_lcg_load(state, part, NULL, NULL);
    for (uint32_t i = 0; i < count; i++)
        xb_lcg_apply(state, xb_lcg_vertex_action(vertices[i]));
    return awareness == 0   ? state->tally.structural
           : awareness == 1 ? state->tally.unit
                            : state->tally.multiplications;
}

static void check_moves(uint64_t seed, const xb_prepared *prepared, const xb_prepared_part *part,
                        int awareness)
{
    const xb_dense *dense = xb_dense_create(scratch, part, awareness);
    xb_order *order = xb_order_create(scratch, dense);
    xb_order_set(order, random_order(&seed, dense));
    for (int i = 0; i < 20 && order->count > 1; i++) {
        uint32_t from = (uint32_t)(next_random(&seed) % order->count);
        uint32_t to = (uint32_t)(next_random(&seed) % order->count);
        if (from == to)
            continue;
        uint64_t before = order->cost;
        int64_t change = xb_order_try(order, from, to);
        if (next_random(&seed) % 3 == 0)
            continue;
        uint32_t vertex = order->vertices[from];
        xb_order_accept(order);
        require(order->vertices[to] == vertex && order->places[vertex] == to,
                "the vertex is at its new place");
        require((int64_t)order->cost == (int64_t)before + change, "the change is what was said");
        require(order->cost == counted(prepared, part, awareness, order->vertices, order->count),
                "the cost is what elimination counts");
    }
}

/* All constants are made positive units, so that nothing cancels; sums of them are no units. */
static void make_constants_plain(example *x, bool units)
{
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        if (x->edges[e].label == XB_LABEL_CONSTANT)
            x->edges[e].value = x->values[e] = units && e % 2 == 0 ? 1 : 3;
    }
}

START_TEST(moves_cost_what_elimination_counts)
{
    for (uint64_t seed = 0; seed < sample_count(400); seed++) {
        example *x = random_example(seed * 10 + (uint64_t)_i, MOST_VERTICES);
        make_constants_plain(x, true);
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        for (size_t p = 0; p < prepared->part_count; p++) {
            for (int awareness = 0; awareness <= 2; awareness++)
                check_moves(seed, prepared, &prepared->parts[p], awareness);
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

/* Graphs of more vertices than fit one word, and two. */
START_TEST(moves_on_larger_graphs)
{
    enum { VERTICES = 220 };
    for (uint64_t seed = 1; seed < 12; seed++) {
        uint64_t state = seed;
        uint32_t count = 70 + (uint32_t)(next_random(&state) % (VERTICES - 70));
        xb_lcg_edge *edges = xb_arena_array(arena, 3 * VERTICES, sizeof *edges);
        bool *dependent = xb_arena_array(arena, VERTICES, sizeof *dependent);
        xb_lcg graph = {.vertex_count = count, .edges = edges, .dependent = dependent};
        for (uint32_t target = 4; target < count; target++) {
            uint32_t first = target > 20 ? target - 20 : 0, source = first;
            for (int i = 0; i < 3; i++, source += 1 + (uint32_t)(next_random(&state) % 6)) {
                xb_label label = next_random(&state) % 3 == 0 ? XB_LABEL_CONSTANT : XB_LABEL_VARIABLE;
                if (source < target)
                    edges[graph.edge_count++] =
                        (xb_lcg_edge){source, target, label, 1 + (double)(source % 2) * 2};
            }
        }
        dependent[count - 1] = dependent[count - 5] = dependent[count / 2] = true;
        const xb_prepared *prepared = xb_prepare(scratch, &graph);
        for (int awareness = 0; awareness <= 2; awareness++)
            check_moves(seed, prepared, &prepared->parts[0], awareness);
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

static const xb_elimination *searched(const example *x, int awareness, const xb_elimination_search *search)
{
    return eliminate(x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS,
                                                 .order = XB_ORDER_BEST,
                                                 .awareness = awareness,
                                                 .search = search});
}

static size_t cost_of(const xb_elimination *result, int awareness)
{
    const xb_elimination_counts *counts = &result->counts;
    return awareness == 0   ? counts->structural_multiplications
           : awareness == 1 ? counts->unit_multiplications
                            : counts->multiplications;
}

START_TEST(a_search_is_never_worse_than_its_start)
{
    for (uint64_t seed = 0; seed < sample_count(150); seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        for (int awareness = 0; awareness <= 2; awareness++) {
            size_t start = cost_of(searched(x, awareness, NULL), awareness);
            for (int method = XB_SEARCH_ANNEALING; method <= XB_SEARCH_LOOK_AHEAD; method++) {
                xb_elimination_search search = {
                    .method = (xb_search_method)method, .steps = 300, .seed = seed, .chains = 2};
                require(cost_of(searched(x, awareness, &search), awareness) <= start, "it is no worse");
            }
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

START_TEST(a_search_finds_the_optima_of_small_graphs)
{
    example *hole = VARIABLE_EXAMPLE(12, {1, 4}, {2, 4}, {4, 5}, {0, 5}, {4, 6}, {3, 6}, {5, 7}, {6, 8},
                                     {7, 9}, {8, 9}, {7, 10}, {8, 10}, {7, 11}, {8, 11});
    hole->dependent[9] = hole->dependent[10] = hole->dependent[11] = true;
    for (int method = XB_SEARCH_ANNEALING; method <= XB_SEARCH_RESTARTS; method++) {
        xb_elimination_search search = {.method = (xb_search_method)method, .steps = 2000};
        xb_elimination_options options = {
            .objective = XB_OBJECTIVE_OPERATIONS, .order = XB_ORDER_FORWARD, .search = &search};
        const xb_elimination *result = eliminate(hole, options);
        ck_assert_uint_eq(result->counts.structural_multiplications, 22);
        ck_assert_int_eq(result->chosen, XB_ORDER_SEARCHED);
    }
}
END_TEST

static example *lion(void)
{
    example *x = VARIABLE_EXAMPLE(8, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {3, 6}, {3, 7}, {2, 7});
    for (uint32_t v = 4; v < 8; v++)
        x->dependent[v] = true;
    return x;
}

static example *bat(void)
{
    example *x = VARIABLE_EXAMPLE(11, {0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 6}, {6, 7}, {6, 8}, {6, 9},
                                  {6, 10}, {4, 7}, {5, 10});
    for (uint32_t v = 7; v < 11; v++)
        x->dependent[v] = true;
    return x;
}

static size_t structural(const example *x, xb_elimination_kind kind)
{
    xb_elimination_search search = {.kind = kind, .steps = 50000};
    return searched(x, 0, &search)->counts.structural_multiplications;
}

START_TEST(edges_and_faces_need_fewer_multiplications)
{
    ck_assert_uint_eq(structural(lion(), XB_KIND_VERTICES), 12);
    ck_assert_uint_eq(structural(lion(), XB_KIND_EDGES), 11);
    ck_assert_uint_eq(structural(lion(), XB_KIND_FACES), 11);
    ck_assert_uint_eq(structural(bat(), XB_KIND_VERTICES), 24);
    ck_assert_uint_eq(structural(bat(), XB_KIND_EDGES), 23);
    ck_assert_uint_eq(structural(bat(), XB_KIND_FACES), 22);
}
END_TEST

/* Vertex by vertex, the line graph must count what the graph itself does. */
static void check_lines(uint64_t seed, const xb_prepared *prepared, const xb_prepared_part *part,
                        int awareness)
{
    const xb_dense *dense = xb_dense_create(scratch, part, awareness);
    const uint32_t *vertices = random_order(&seed, dense);
    xb_line_graph *lines = xb_line_graph_create(scratch, part, awareness, false, 0);
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        xb_line_apply(lines, (xb_line_action){XB_LINE_VERTEX, 0, vertices[i], 0});
        require(!lines->full, "there is room");
    }
    require(lines->cost == counted(prepared, part, awareness, vertices, dense->intermediate_count),
            "lines cost what vertices cost");
}

START_TEST(lines_cost_what_vertices_cost)
{
    for (uint64_t seed = 0; seed < sample_count(1000); seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        make_constants_plain(x, true);
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        for (size_t p = 0; p < prepared->part_count; p++) {
            for (int awareness = 0; awareness <= 2; awareness++)
                check_lines(seed, prepared, &prepared->parts[p], awareness);
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

/* eliminate() compares the Jacobian with the sums over paths. */
START_TEST(sequences_are_right_and_no_worse_than_orders)
{
    for (uint64_t seed = 0; seed < sample_count(150); seed++) {
        example *x = random_example(seed * 5 + (uint64_t)_i, seed % 2 ? MOST_VERTICES : 10);
        for (int awareness = 0; awareness <= 2; awareness++) {
            size_t most = SIZE_MAX;
            for (int kind = XB_KIND_VERTICES; kind <= XB_KIND_FACES; kind++) {
                xb_elimination_search search = {
                    .kind = (xb_elimination_kind)kind, .steps = 1000, .seed = seed, .chains = 2};
                size_t cost = cost_of(searched(x, awareness, &search), awareness);
                require(cost <= most, "finer eliminations cost no more");
                most = cost;
            }
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

static bool same_steps(const xb_elimination *a, const xb_elimination *b)
{
    if (a->step_count != b->step_count || a->edge_count != b->edge_count)
        return false;
    for (size_t s = 0; s < a->step_count; s++) {
        if (a->steps[s].kind != b->steps[s].kind || a->steps[s].a.index != b->steps[s].a.index ||
            a->steps[s].b.index != b->steps[s].b.index)
            return false;
    }
    return true;
}

START_TEST(threads_make_no_difference)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        xb_elimination_search search = {.steps = 400, .seed = seed, .chains = 5, .threads = 1};
        const xb_elimination *one = searched(x, 1, &search);
        search.kind = (xb_elimination_kind)(seed % 3);
        one = searched(x, 1, &search);
        for (search.threads = 2; search.threads <= 6; search.threads++)
            require(same_steps(one, searched(x, 1, &search)), "threads make no difference");
    }
}
END_TEST

static bool stop_at_once(void *context, const xb_search_progress *progress)
{
    size_t *calls = context;
    (*calls)++;
    return progress->steps == 0;
}

START_TEST(a_search_ends_when_it_is_told_to_and_by_time)
{
    example *x = random_example(7, MOST_VERTICES);
    size_t calls = 0;
    xb_elimination_search search = {
        .steps = 1000000000, .progress = stop_at_once, .context = &calls, .chains = 2};
    searched(x, 0, &search);
    ck_assert_uint_eq(calls, 1);
    search = (xb_elimination_search){.seconds = 0.05};
    searched(x, 0, &search);
    search = (xb_elimination_search){.seconds = 0.05, .steps = 1000000000};
    searched(x, 0, &search);
    search = (xb_elimination_search){0};
    ck_assert_int_ne(searched(x, 0, &search)->chosen, XB_ORDER_SEARCHED);
}
END_TEST

static bool note_time(void *context, const xb_search_progress *progress)
{
    double *last = context;
    last[progress->kind] = progress->seconds;
    return true;
}

/* What a search of vertices alone would find, finer ones have to begin with. Seconds are so many that a busy
 * machine does not take those of all kinds at once. */
START_TEST(each_kind_has_the_seconds)
{
    example *x = random_example(7, MOST_VERTICES);
    double last[3] = {0}, seconds = 0.5;
    xb_elimination_search search = {
        .kind = XB_KIND_FACES, .seconds = seconds, .progress = note_time, .context = last};
    searched(x, 0, &search);
    ck_assert_double_ge(last[XB_KIND_VERTICES], seconds);
    ck_assert_double_ge(last[XB_KIND_EDGES], 2 * seconds);
    ck_assert_double_ge(last[XB_KIND_FACES], 3 * seconds);
}
END_TEST

/* Layers of three, of which each vertex but those of the last one leads to the whole next one. */
static example *full_layers(uint32_t layers)
{
    example *x = new_example(3 * layers);
    for (uint32_t v = 3; v < 3 * layers; v++) {
        for (uint32_t source = v / 3 * 3 - 3; source < v / 3 * 3; source++)
            add_variable(x, source, v, 2);
        x->dependent[v] = v >= 3 * (layers - 1);
    }
    return x;
}

/* Whether an order has all intermediates. */
static bool is_order(const xb_dense *dense, const uint32_t *vertices)
{
    bool seen[MOST_VERTICES] = {false};
    for (uint32_t i = 0; i < dense->intermediate_count; i++)
        seen[vertices[i]] = true;
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        if (!seen[dense->intermediates[i]])
            return false;
    }
    return true;
}

static void check_annealing(uint64_t seed, const xb_prepared *prepared, int awareness)
{
    const xb_prepared_part *part = prepared->parts;
    const xb_dense *dense = xb_dense_create(scratch, part, awareness);
    uint32_t *vertices = random_order(&seed, dense), count = dense->intermediate_count;
    uint32_t *again = xb_arena_array(scratch, count, sizeof *again);
    memcpy(again, vertices, count * sizeof *again);
    size_t before = counted(prepared, part, awareness, vertices, count);
    xb_random random;
    xb_random_start(&random, 1, seed);
    bool improved = xb_order_anneal(scratch, dense, &random, 500, 4, 0, vertices);
    size_t after = counted(prepared, part, awareness, vertices, count);
    require(is_order(dense, vertices), "all vertices stay");
    require(improved ? after < before : after == before, "it costs less, or is the same");
    xb_random_start(&random, 1, seed);
    xb_order_anneal(scratch, dense, &random, 500, 4, 0, again);
    require(memcmp(again, vertices, count * sizeof *again) == 0, "the result is the same every time");
}

START_TEST(annealing_takes_groups_along)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        const xb_prepared *prepared = xb_prepare(scratch, &full_layers(3 + (uint32_t)seed % 6)->graph);
        for (int awareness = 0; awareness <= 2; awareness++)
            check_annealing(seed, prepared, awareness);
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

START_TEST(random_numbers_are_the_same_everywhere)
{
    xb_random random;
    xb_random_start(&random, 0, 0);
    uint64_t first = xb_random_next(&random);
    xb_random_start(&random, 0, 1);
    ck_assert_uint_ne(first, xb_random_next(&random));
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        ck_assert_uint_lt(xb_random_below(&random, 7), 7);
        sum += xb_random_fraction(&random);
    }
    ck_assert(sum > 4900 && sum < 5100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination search");
    TCase *tcase = tcase_create("search");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, moves_cost_what_elimination_counts, 0, 5);
    tcase_add_test(tcase, moves_on_larger_graphs);
    tcase_add_test(tcase, a_search_is_never_worse_than_its_start);
    tcase_add_test(tcase, a_search_finds_the_optima_of_small_graphs);
    tcase_add_test(tcase, edges_and_faces_need_fewer_multiplications);
    tcase_add_test(tcase, lines_cost_what_vertices_cost);
    tcase_add_loop_test(tcase, sequences_are_right_and_no_worse_than_orders, 0, 5);
    tcase_add_test(tcase, threads_make_no_difference);
    tcase_add_test(tcase, a_search_ends_when_it_is_told_to_and_by_time);
    tcase_add_test(tcase, each_kind_has_the_seconds);
    tcase_add_test(tcase, annealing_takes_groups_along);
    tcase_add_test(tcase, random_numbers_are_the_same_everywhere);
    return suite_run(suite);
}
