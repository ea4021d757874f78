/*
 * Parallel edges, with any number of members, and vertices that no independent reaches: whatever eliminates
 * gives the Jacobian of all paths, and counts what it does on the graph in which they are one edge, and the
 * additions that make them one.
 */
#include <check.h>
#include <string.h>

#include "elimination_fixture.h"
#include "suite.h"

static const xb_elimination_options complete = {.objective = XB_OBJECTIVE_OPERATIONS};

START_TEST(variables_are_added_once)
{
    example *x =
        VARIABLE_EXAMPLE(5, {0, 1}, {0, 1}, {1, 2}, {0, 1}, {1, 3}, {1, 2}, {0, 1}, {3, 4}, {3, 4}, {0, 4});
    x->dependent[2] = x->dependent[4] = true;
    const xb_elimination *result = eliminate(x, complete);
    /* 0 → 1: three additions; 1 → 2 and 3 → 4: one each; 0 → 4 absorbs one product. */
    ck_assert_uint_eq(result->counts.additions, 6);
    ck_assert_uint_eq(result->counts.structural_multiplications, 3);
    ck_assert_uint_eq(result->edge_count, 2);
    ck_assert_int_eq(result->steps[0].kind, XB_STEP_ADD);
    ck_assert_uint_eq(result->steps[0].a.index, 0);
    ck_assert_uint_eq(result->steps[0].b.index, 1);
    ck_assert_int_eq(result->steps[1].a.kind, XB_OPERAND_STEP);
    ck_assert_uint_eq(result->steps[1].b.index, 3);
    check_all_options(x);
}
END_TEST

START_TEST(constants_are_added_at_once)
{
    example *x = new_example(3);
    for (int i = 0; i < 100; i++)
        add_constant(x, 0, 1, 1);
    add_constant(x, 1, 2, 2);
    add_constant(x, 1, 2, -1);
    x->dependent[2] = true;
    for (int awareness = 0; awareness <= 2; awareness++) {
        xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS, .awareness = awareness};
        const xb_elimination *result = eliminate(x, options);
        ck_assert_uint_eq(result->step_count, 0);
        ck_assert_double_eq(result->edges[0].label.value, 100);
        ck_assert_uint_eq(result->counts.structural_multiplications, 1);
        ck_assert_uint_eq(result->counts.unit_multiplications, 0);
    }
}
END_TEST

START_TEST(a_sum_of_two_units_is_no_unit)
{
    example *x = VARIABLE_EXAMPLE(3, {0, 1});
    add_constant(x, 1, 2, 1);
    x->dependent[2] = true;
    xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS, .awareness = 1};
    ck_assert_uint_eq(eliminate(x, options)->counts.unit_multiplications, 0);
    add_constant(x, 1, 2, 1);
    ck_assert_uint_eq(eliminate(x, options)->counts.unit_multiplications, 1);
    add_constant(x, 1, 2, -1);
    ck_assert_uint_eq(eliminate(x, options)->counts.unit_multiplications, 0);
    add_variable(x, 1, 2, 3);
    const xb_elimination *result = eliminate(x, options);
    ck_assert_uint_eq(result->counts.unit_multiplications, 1);
    ck_assert_uint_eq(result->counts.additions, 1);
}
END_TEST

START_TEST(what_cancels_is_not_there)
{
    /* 1 has derivative 0, so that 2 has that of 3 alone, and a variable is what is left of 0 → 3. */
    example *x = VARIABLE_EXAMPLE(4, {1, 2}, {0, 3}, {3, 2});
    add_constant(x, 0, 1, 2);
    add_constant(x, 0, 3, 3);
    add_constant(x, 0, 1, -2);
    add_constant(x, 0, 3, -3);
    x->order[1] = 3;
    x->order[2] = 1;
    x->order[3] = 2;
    x->dependent[1] = x->dependent[2] = true;
    const xb_elimination *result = eliminate(x, complete);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->step_count, 1);
    ck_assert_uint_eq(result->counts.structural_multiplications, 1);
    check_all_options(x);
    x->dependent[2] = false;
    ck_assert_uint_eq(eliminate(x, complete)->edge_count, 0);
}
END_TEST

START_TEST(sums_that_overflow_are_left_to_execution)
{
    example *x = new_example(2);
    add_constant(x, 0, 1, 1e308);
    add_constant(x, 0, 1, 1e308);
    x->dependent[1] = true;
    xb_elimination_options options = {.awareness = 2};
    const xb_elimination *result = xb_eliminate(arena, scratch, &x->graph, &options);
    ck_assert_uint_eq(result->step_count, 1);
    ck_assert_uint_eq(result->counts.nontrivial_edges, 1);
    add_constant(x, 0, 1, -1e308);
    result = xb_eliminate(arena, scratch, &x->graph, &options);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_double_eq(result->edges[0].label.value, 1e308);
}
END_TEST

START_TEST(sums_that_nothing_needs_are_left_out)
{
    example *x = VARIABLE_EXAMPLE(5, {0, 1}, {0, 1}, {0, 4}, {0, 4}, {0, 4}, {4, 3});
    add_constant(x, 1, 2, 1);
    add_constant(x, 1, 2, -1);
    add_constant(x, 0, 3, 1);
    x->order[3] = 4;
    x->order[4] = 3;
    x->dependent[2] = x->dependent[3] = true;
    const xb_elimination *result = eliminate(x, complete);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->counts.additions, 3);
    check_all_options(x);
}
END_TEST

START_TEST(constant_vertices_contribute_nothing)
{
    bool independent[6] = {true};
    example *x = VARIABLE_EXAMPLE(6, {0, 2}, {1, 2}, {1, 3}, {3, 4}, {2, 4}, {3, 5});
    x->dependent[4] = x->dependent[5] = true;
    x->graph.independent = independent;
    const xb_elimination *result = eliminate(x, complete);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->counts.structural_multiplications, 1);
    check_all_options(x);
    independent[1] = true;
    ck_assert_uint_eq(eliminate(x, complete)->edge_count, 3);
    independent[2] = true; /* there are edges into it */
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &complete));
}
END_TEST

START_TEST(a_cycle_that_nothing_reaches_is_one)
{
    bool independent[4] = {true};
    example *x = VARIABLE_EXAMPLE(4, {0, 3}, {1, 2}, {2, 1}, {2, 3});
    x->dependent[3] = true;
    x->graph.independent = independent;
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &complete));
    x->edges[2] = (xb_lcg_edge){2, 3, XB_LABEL_VARIABLE, 0};
    ck_assert_ptr_nonnull(xb_eliminate(arena, scratch, &x->graph, &complete));
}
END_TEST

/* ---- random graphs ---- */

static void check_like_merged(const example *x, xb_elimination_options options)
{
    size_t additions[MOST_EDGES], most = 0;
    const example *merged = merged_example(x, additions);
    const xb_elimination_counts *a = &eliminate(x, options)->counts, *b = &eliminate(merged, options)->counts;
    for (size_t e = 0; e < merged->graph.edge_count; e++)
        most += additions[e];
    require(a->structural_multiplications == b->structural_multiplications, "the same products");
    require(a->unit_multiplications == b->unit_multiplications, "the same products of no units");
    require(a->multiplications == b->multiplications, "the same multiplications");
    require(a->edges == b->edges && a->fill_in == b->fill_in, "the same edges");
    require(a->additions >= b->additions && a->additions <= b->additions + most, "as many additions more");
}

START_TEST(orders_do_what_they_do_on_one_edge)
{
    for (uint64_t seed = 0; seed < sample_count(1500); seed++) {
        const example *x = random_multigraph(seed, seed % 3 > 0 ? 9 : MOST_VERTICES);
        for (int order = XB_ORDER_FORWARD; order < XB_ELIMINATION_ORDER_COUNT; order++)
            check_like_merged(x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS,
                                                          .order = (xb_elimination_order)order,
                                                          .awareness = (int)(seed % 3)});
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(random_multigraphs)
{
    size_t with_sums = 0, with_constants = 0;
    for (uint64_t seed = 0; seed < sample_count(400); seed++) {
        size_t additions[MOST_EDGES] = {0};
        const example *x = random_multigraph(seed, seed % 3 > 0 ? 9 : MOST_VERTICES);
        check_all_options(x);
        with_sums += x->graph.edge_count > merged_example(x, additions)->graph.edge_count;
        with_constants += x->graph.independent != NULL;
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
    require(!has_all_samples() || with_sums * 4 > sample_count(400), "edges are parallel");
    require(!has_all_samples() || with_constants * 8 > sample_count(400), "there may be constants");
}
END_TEST

START_TEST(heuristics_and_parallel_edges)
{
    const char *target, *filter;
    for (size_t number = 0; xb_heuristic_name(NULL, number, &target, &filter); number++) {
        int objective = strcmp(target, "face") == 0 ? XB_OBJECTIVE_OPERATIONS : 0;
        for (; objective < XB_ELIMINATION_OBJECTIVE_COUNT; objective++) {
            for (uint64_t i = 0; i < sample_count(60); i++) {
                xb_heuristic_problem problem;
                const char *chain = xb_arena_format(arena, "%s:%s", target, filter);
                xb_elimination_options options = {.objective = (xb_elimination_objective)objective,
                                                  .awareness = (int)(i % 3),
                                                  .heuristic =
                                                      xb_heuristic_parse(arena, chain, NULL, &problem)};
                require(options.heuristic != NULL, chain);
                eliminate(random_multigraph(number * 1000 + i, i % 3 > 0 ? 12 : MOST_VERTICES), options);
                xb_arena_reset(scratch);
                xb_arena_reset(arena);
            }
        }
    }
}
END_TEST

START_TEST(searches_and_parallel_edges)
{
    for (int kind = XB_KIND_VERTICES; kind <= XB_KIND_FACES; kind++) {
        for (int method = XB_SEARCH_ANNEALING; method <= XB_SEARCH_LOOK_AHEAD; method++) {
            const xb_elimination_search search = {.kind = (xb_elimination_kind)kind,
                                                  .method = (xb_search_method)method,
                                                  .steps = 1000,
                                                  .states = method == XB_SEARCH_ANNEALING ? 1000 : 0,
                                                  .chains = 2};
            for (uint64_t i = 0; i < sample_count(60); i++) {
                const example *x = random_multigraph(50000 + i, i % 3 > 0 ? 9 : 14);
                eliminate(x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS,
                                                      .awareness = (int)(i % 3),
                                                      .search = &search});
                xb_arena_reset(scratch);
                xb_arena_reset(arena);
            }
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination of parallel edges");
    SUITE_ADD(suite, "parallel edges", variables_are_added_once, constants_are_added_at_once,
              a_sum_of_two_units_is_no_unit, what_cancels_is_not_there,
              sums_that_overflow_are_left_to_execution, sums_that_nothing_needs_are_left_out,
              constant_vertices_contribute_nothing, a_cycle_that_nothing_reaches_is_one,
              orders_do_what_they_do_on_one_edge, random_multigraphs, heuristics_and_parallel_edges,
              searches_and_parallel_edges);
    return suite_run(suite);
}
