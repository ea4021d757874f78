/*
 * Elimination: published counts of small graphs, folding, dependents with successors, malformed graphs, and
 * on random graphs that the Jacobian is the same whatever the order, objective and awareness, and that
 * partial elimination is never worse than none and than complete elimination. Labels are small integers and
 * halves, so that equality is exact.
 */
#include <check.h>
#include <stdlib.h>

#include "elimination/graphs/lcg.h"
#include "elimination_fixture.h"
#include "suite.h"

/* Structural multiplications of complete elimination, by the expected numbers. */
static void check_structural(const example *x, xb_elimination_order order, size_t multiplications)
{
    xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS, .order = order};
    const xb_elimination *result = eliminate(x, options);
    ck_assert_uint_eq(result->counts.structural_multiplications, multiplications);
    if (order != XB_ORDER_BEST)
        ck_assert_int_eq(result->chosen, order);
}

START_TEST(lighthouse_has_the_published_counts)
{
    example *x = VARIABLE_EXAMPLE(12, {2, 4}, {3, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 7}, {0, 8}, {6, 8}, {1, 9},
                                  {7, 9}, {8, 10}, {9, 10}, {10, 11}, {1, 11});
    x->dependent[10] = x->dependent[11] = true;
    check_structural(x, XB_ORDER_FORWARD, 22);
    check_structural(x, XB_ORDER_REVERSE, 24);
    check_structural(x, XB_ORDER_BEST, 18);
    check_all_options(x);
}
END_TEST

START_TEST(hole_has_the_published_counts)
{
    example *x = VARIABLE_EXAMPLE(12, {1, 4}, {2, 4}, {4, 5}, {0, 5}, {4, 6}, {3, 6}, {5, 7}, {6, 8}, {7, 9},
                                  {8, 9}, {7, 10}, {8, 10}, {7, 11}, {8, 11});
    x->dependent[9] = x->dependent[10] = x->dependent[11] = true;
    check_structural(x, XB_ORDER_FORWARD, 28);
    check_structural(x, XB_ORDER_REVERSE, 24);
    check_structural(x, XB_ORDER_MARKOWITZ, 26);
    check_all_options(x);
}
END_TEST

START_TEST(slide_example_has_the_published_counts)
{
    example *x = VARIABLE_EXAMPLE(7, {0, 2}, {1, 2}, {2, 3}, {0, 4}, {3, 4}, {4, 5}, {4, 6}, {1, 6});
    x->dependent[5] = x->dependent[6] = true;
    check_structural(x, XB_ORDER_FORWARD, 8);
    check_structural(x, XB_ORDER_REVERSE, 10);
    check_structural(x, XB_ORDER_MARKOWITZ, 7);
    check_structural(x, XB_ORDER_BEST, 7);
    check_all_options(x);
}
END_TEST

START_TEST(numbers_of_vertices_do_not_matter)
{
    /* The slide example, numbered against its order. */
    example *x = VARIABLE_EXAMPLE(7, {6, 4}, {5, 4}, {4, 3}, {6, 2}, {3, 2}, {2, 1}, {2, 0}, {5, 0});
    x->dependent[1] = x->dependent[0] = true;
    for (uint32_t v = 0; v < 7; v++)
        x->order[v] = 6 - v;
    check_structural(x, XB_ORDER_FORWARD, 8);
    check_structural(x, XB_ORDER_REVERSE, 10);
    check_structural(x, XB_ORDER_MARKOWITZ, 7);
}
END_TEST

static const xb_elimination *scarce(const example *x, int awareness)
{
    return eliminate(x, (xb_elimination_options){.objective = XB_OBJECTIVE_SCARCITY, .awareness = awareness});
}

static const xb_elimination *complete(const example *x, int awareness)
{
    return eliminate(x,
                     (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS, .awareness = awareness});
}

START_TEST(a_graph_without_edges_has_no_remainder)
{
    example *x = new_example(3);
    x->dependent[1] = true;
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 0);
    ck_assert_uint_eq(complete(x, 1)->edge_count, 0);
    xb_lcg empty = {0};
    const xb_elimination *result = xb_eliminate(arena, scratch, &empty, &(xb_elimination_options){0});
    ck_assert(result && result->edge_count == 0 && result->step_count == 0);
}
END_TEST

START_TEST(dead_code_is_dropped)
{
    example *x = VARIABLE_EXAMPLE(6, {0, 1}, {1, 2}, {1, 3}, {0, 4}, {4, 5});
    x->dependent[2] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert(result->edges[0].source == 0 && result->edges[0].target == 2);
    ck_assert_uint_eq(result->counts.multiplications, 1);
    x->dependent[2] = false;
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 0);
}
END_TEST

START_TEST(units_need_no_code)
{
    example *x = new_example(5);
    add_constant(x, 0, 1, 1);
    add_constant(x, 1, 2, -1);
    add_variable(x, 2, 3, 7);
    add_constant(x, 3, 4, -1);
    x->dependent[4] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_int_eq(result->edges[0].label.kind, XB_OPERAND_EDGE);
    ck_assert_uint_eq(result->edges[0].label.index, 2);
    x->edges[3].value = x->values[3] = 1;
    result = scarce(x, 1);
    ck_assert_uint_eq(result->step_count, 1);
    ck_assert_int_eq(result->steps[0].kind, XB_STEP_NEGATE);
}
END_TEST

START_TEST(constants_are_folded)
{
    example *x = new_example(4);
    add_constant(x, 0, 1, 3);
    add_constant(x, 1, 3, 0.5);
    add_constant(x, 0, 2, 2);
    add_constant(x, 2, 3, -4);
    x->dependent[3] = true;
    for (int awareness = 0; awareness <= 2; awareness++) {
        const xb_elimination *result = complete(x, awareness);
        ck_assert_uint_eq(result->edge_count, 1);
        ck_assert_uint_eq(result->step_count, 0);
        ck_assert_int_eq(result->edges[0].label.kind, XB_OPERAND_CONSTANT);
        ck_assert_double_eq(result->edges[0].label.value, -6.5);
        ck_assert_uint_eq(result->counts.unit_multiplications, 2);
    }
}
END_TEST

START_TEST(a_sum_of_units_is_no_unit)
{
    example *x = new_example(3);
    add_constant(x, 0, 1, 1);
    add_constant(x, 0, 2, 1);
    add_constant(x, 1, 2, 1);
    x->dependent[2] = true;
    ck_assert_uint_eq(complete(x, 1)->counts.nontrivial_edges, 1);
    ck_assert_uint_eq(complete(x, 2)->counts.nontrivial_edges, 0);
    ck_assert_uint_eq(scarce(x, 1)->counts.nontrivial_edges, 0);
}
END_TEST

START_TEST(cancellation_leaves_nothing)
{
    /* y = (x − x)·z with z as second independent: t = x − x is constant. */
    example *x = new_example(6);
    add_constant(x, 0, 2, 1);
    add_constant(x, 0, 3, -1);
    add_constant(x, 2, 4, 1);
    add_constant(x, 3, 4, 1);
    add_variable(x, 4, 5, 3);
    add_variable(x, 1, 5, 0);
    x->dependent[5] = true;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->edges[0].source, 1);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 1);
    x->graph.edge_count = 5;
    ck_assert_uint_eq(scarce(x, 1)->edge_count, 0);
    ck_assert_uint_eq(complete(x, 1)->edge_count, 0);
    check_all_options(x);
}
END_TEST

START_TEST(steps_that_a_cancellation_made_superfluous_are_dropped)
{
    /* Markowitz first multiplies 0 → 1 → 2 → 3, then finds that 4 and 5 cancel, and with them 3. */
    example *x = new_example(8);
    add_variable(x, 0, 1, 2);
    add_variable(x, 1, 2, 3);
    add_variable(x, 2, 3, 5);
    add_constant(x, 3, 4, 1);
    add_constant(x, 3, 5, -1);
    add_constant(x, 4, 6, 1);
    add_constant(x, 5, 6, 1);
    add_constant(x, 7, 4, 1);
    add_constant(x, 7, 5, -1);
    x->dependent[6] = true;
    const xb_elimination *result =
        eliminate(x, (xb_elimination_options){
                         .objective = XB_OBJECTIVE_OPERATIONS, .order = XB_ORDER_MARKOWITZ, .awareness = 1});
    ck_assert_uint_eq(result->counts.structural_multiplications, 6);
    ck_assert_uint_eq(result->edge_count, 0);
    ck_assert_uint_eq(result->step_count, 0);
    check_all_options(x);
}
END_TEST

START_TEST(underflow_removes_and_overflow_is_left_to_execution)
{
    example *x = new_example(3);
    add_constant(x, 0, 1, 1e-200);
    add_constant(x, 1, 2, 1e-200);
    x->dependent[2] = true;
    ck_assert_uint_eq(complete(x, 1)->edge_count, 0);
    x->edges[0].value = x->values[0] = 1e200;
    x->edges[1].value = x->values[1] = 1e200;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->step_count, 1);
    ck_assert_int_eq(result->edges[0].label.kind, XB_OPERAND_STEP);
}
END_TEST

START_TEST(a_dependent_with_successors_is_eliminated_around)
{
    example *x = VARIABLE_EXAMPLE(4, {0, 2}, {1, 2}, {2, 3});
    x->dependent[2] = x->dependent[3] = true;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->edge_count, 4);
    ck_assert_uint_eq(result->counts.multiplications, 2);
    ck_assert_uint_eq(result->counts.structural_multiplications, 4);
    ck_assert_uint_eq(result->counts.propagation_additions, 2);
    result = scarce(x, 1);
    ck_assert_uint_eq(result->edge_count, 3);
    ck_assert_uint_eq(result->step_count, 0);
    ck_assert_uint_eq(scarce(x, 0)->counts.nontrivial_edges, 3);
    check_all_options(x);
}
END_TEST

START_TEST(an_independent_may_be_dependent)
{
    example *x = VARIABLE_EXAMPLE(3, {0, 1}, {1, 2});
    x->dependent[0] = x->dependent[2] = true;
    const xb_elimination *result = complete(x, 1);
    ck_assert_uint_eq(result->edge_count, 1);
    ck_assert_uint_eq(result->counts.multiplications, 1);
    check_all_options(x);
}
END_TEST

START_TEST(scarcity_is_used)
{
    /* Three independents through one vertex to three dependents: six edges propagate for less than nine. */
    example *x = VARIABLE_EXAMPLE(8, {0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}, {4, 7});
    x->dependent[5] = x->dependent[6] = x->dependent[7] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->counts.nontrivial_edges, 6);
    ck_assert_uint_eq(result->counts.multiplications, 3);
    ck_assert_uint_eq(complete(x, 1)->counts.nontrivial_edges, 9);
}
END_TEST

START_TEST(parts_are_independent_of_each_other)
{
    /* The same graph as above, where partial elimination is better, beside a chain. */
    example *x =
        VARIABLE_EXAMPLE(11, {0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}, {4, 7}, {8, 9}, {9, 10});
    x->dependent[5] = x->dependent[6] = x->dependent[7] = x->dependent[10] = true;
    const xb_elimination *result = scarce(x, 1);
    ck_assert_uint_eq(result->counts.nontrivial_edges, 7);
    ck_assert_uint_eq(result->counts.multiplications, 4);
}
END_TEST

START_TEST(malformed_graphs_are_refused)
{
    xb_elimination_options options = {0};
    example *x = VARIABLE_EXAMPLE(4, {0, 1}, {1, 2}, {2, 1}, {2, 3});
    x->dependent[3] = true;
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* a cycle */
    x->edges[2] = (xb_lcg_edge){0, 2, XB_LABEL_VARIABLE, 0};
    ck_assert_ptr_nonnull(xb_eliminate(arena, scratch, &x->graph, &options));
    x->edges[2].target = 4;
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* no such vertex */
    x->edges[2] = (xb_lcg_edge){0, 2, XB_LABEL_CONSTANT, 0};
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* a constant 0 */
    x->edges[2] = (xb_lcg_edge){2, 2, XB_LABEL_VARIABLE, 0};
    ck_assert_ptr_null(xb_eliminate(arena, scratch, &x->graph, &options)); /* a loop */
}
END_TEST

START_TEST(a_budget_bounds_the_exploration)
{
    example *x = VARIABLE_EXAMPLE(8, {0, 3}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {4, 6}, {4, 7});
    x->dependent[5] = x->dependent[6] = x->dependent[7] = true;
    const xb_elimination *result = eliminate(
        x, (xb_elimination_options){.objective = XB_OBJECTIVE_SCARCITY, .awareness = 1, .budget = 1});
    ck_assert_uint_eq(result->edge_count, 7);
    result = eliminate(
        x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS, .awareness = 1, .budget = 1});
    ck_assert_uint_eq(result->edge_count, 9);
}
END_TEST

START_TEST(exploration_finds_scarce_remainders)
{
    /* What was reached when this was written; without exploring edge eliminations it was 1292. */
    size_t edges = 0;
    for (uint64_t seed = 0; seed < sample_count(300); seed++) {
        edges += scarce(random_example(seed, MOST_VERTICES), 1)->counts.nontrivial_edges;
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
    ck_assert_uint_le(edges, 1272);
}
END_TEST

START_TEST(costs_are_compared_as_they_are_after_cancellations)
{
    /* Here what is counted while eliminating prefers an order whose code is longer once superfluous steps are
     * dropped. */
    check_all_options(random_example(103223, MOST_VERTICES));
}
END_TEST

START_TEST(what_is_left_is_cleaned_up)
{
    /* Reverse elimination gets no lower than five nontrivial edges; the unit edge before them can go. */
    example *x = new_example(8);
    add_constant(x, 0, 3, 1);
    add_constant(x, 3, 4, 1);
    add_variable(x, 1, 4, 2);
    add_variable(x, 2, 4, 3);
    for (uint32_t target = 5; target < 8; target++) {
        add_variable(x, 4, target, target);
        x->dependent[target] = true;
    }
    const xb_elimination *result =
        eliminate(x, (xb_elimination_options){
                         .objective = XB_OBJECTIVE_SCARCITY, .order = XB_ORDER_REVERSE, .awareness = 1});
    ck_assert_uint_eq(result->counts.nontrivial_edges, 5);
    ck_assert_uint_eq(result->edge_count, 6);
    ck_assert_uint_eq(result->step_count, 0);
}
END_TEST

/* All actions that are possible. */
static size_t possible_actions(const xb_lcg_state *state, xb_lcg_action *actions)
{
    size_t count = 0;
    for (uint32_t v = 0; v < state->part->vertex_count; v++) {
        if (xb_lcg_is_eliminable(state, v))
            actions[count++] = (xb_lcg_action){XB_ACTION_VERTEX, v, v, 0};
        for (uint32_t a = state->vertices[v].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
            const xb_lcg_arc *arc = &state->arcs[a];
            if (xb_lcg_allows_front(state, arc))
                actions[count++] = (xb_lcg_action){XB_ACTION_FRONT, arc->source, arc->target, 0};
            if (xb_lcg_allows_back(state, arc))
                actions[count++] = (xb_lcg_action){XB_ACTION_BACK, arc->source, arc->target, 0};
        }
    }
    return count;
}

static int64_t difference(size_t after, size_t before)
{
    return (int64_t)after - (int64_t)before;
}

static void check_effect(const xb_lcg_effect *effect, const xb_lcg_tally *before, const xb_lcg_tally *after)
{
    require(effect->nontrivial == difference(after->nontrivial, before->nontrivial), "nontrivial edges");
    require(effect->edges == difference(after->edges, before->edges), "edges");
    require(effect->multiplications == difference(after->multiplications, before->multiplications),
            "multiplications");
    require(effect->nonunit == difference(after->nonunit, before->nonunit), "edges that are no unit");
    require(effect->additions == difference(after->additions, before->additions), "additions");
    require(effect->beyond_first ==
                difference(after->edges - after->targets, before->edges - before->targets),
            "edges beyond the first");
}

static void check_assessments(uint64_t seed, const xb_prepared *prepared, int awareness)
{
    xb_lcg_action actions[3 * MOST_EDGES];
    xb_lcg_state *state = xb_lcg_state_create(scratch, prepared, awareness);
    for (size_t p = 0; p < prepared->part_count; p++) {
        xb_lcg_load(state, &prepared->parts[p], NULL, NULL);
        for (size_t count; (count = possible_actions(state, actions)) > 0;) {
            xb_lcg_action action = actions[next_random(&seed) % count];
            xb_lcg_tally before = state->tally;
            uint64_t products = xb_lcg_products(state, action);
            xb_lcg_effect effect = xb_lcg_assess(state, action, INT64_MAX);
            xb_lcg_apply(state, action);
            require(products == state->tally.structural - before.structural, "products");
            if (state->cancelled)
                break;
            check_effect(&effect, &before, &state->tally);
        }
    }
}

START_TEST(assessments_are_what_happens)
{
    for (uint64_t seed = 0; seed < sample_count(300); seed++) {
        const example *x = random_example(seed, seed % 3 == 0 ? MOST_VERTICES : 9);
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        require(prepared != NULL, "the graph is valid");
        for (int awareness = 0; awareness <= 2; awareness++)
            check_assessments(seed, prepared, awareness);
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

START_TEST(random_small_graphs)
{
    for (uint64_t seed = 0; seed < sample_count(400); seed++) {
        check_all_options(random_example(seed * 10 + (uint64_t)_i, 9));
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(random_larger_graphs)
{
    for (uint64_t seed = 0; seed < sample_count(60); seed++) {
        check_all_options(random_example(100000 + seed * 10 + (uint64_t)_i, MOST_VERTICES));
        xb_arena_reset(arena);
    }
}
END_TEST

static bool same_operand(xb_operand a, xb_operand b)
{
    return a.kind == b.kind && a.index == b.index && a.value == b.value;
}

START_TEST(equal_calls_give_equal_results)
{
    example *x = random_example(7, MOST_VERTICES);
    const xb_elimination *a = scarce(x, 1), *b = scarce(x, 1);
    ck_assert_uint_eq(a->step_count, b->step_count);
    ck_assert_uint_eq(a->edge_count, b->edge_count);
    for (size_t s = 0; s < a->step_count; s++) {
        ck_assert_int_eq(a->steps[s].kind, b->steps[s].kind);
        ck_assert(same_operand(a->steps[s].a, b->steps[s].a) && same_operand(a->steps[s].b, b->steps[s].b));
    }
    for (size_t e = 0; e < a->edge_count; e++) {
        ck_assert(a->edges[e].source == b->edges[e].source && a->edges[e].target == b->edges[e].target);
        ck_assert(same_operand(a->edges[e].label, b->edges[e].label));
    }
}
END_TEST

static TCase *new_case(Suite *suite, const char *name)
{
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    suite_add_tcase(suite, tcase);
    return tcase;
}

int main(void)
{
    Suite *suite = suite_create("elimination");
    TCase *counts = new_case(suite, "published counts");
    tcase_add_test(counts, lighthouse_has_the_published_counts);
    tcase_add_test(counts, hole_has_the_published_counts);
    tcase_add_test(counts, slide_example_has_the_published_counts);
    tcase_add_test(counts, numbers_of_vertices_do_not_matter);
    TCase *labels = new_case(suite, "labels");
    tcase_add_test(labels, units_need_no_code);
    tcase_add_test(labels, constants_are_folded);
    tcase_add_test(labels, a_sum_of_units_is_no_unit);
    tcase_add_test(labels, cancellation_leaves_nothing);
    tcase_add_test(labels, steps_that_a_cancellation_made_superfluous_are_dropped);
    tcase_add_test(labels, underflow_removes_and_overflow_is_left_to_execution);
    TCase *shapes = new_case(suite, "shapes");
    tcase_add_test(shapes, a_graph_without_edges_has_no_remainder);
    tcase_add_test(shapes, dead_code_is_dropped);
    tcase_add_test(shapes, a_dependent_with_successors_is_eliminated_around);
    tcase_add_test(shapes, an_independent_may_be_dependent);
    tcase_add_test(shapes, scarcity_is_used);
    tcase_add_test(shapes, what_is_left_is_cleaned_up);
    tcase_add_test(shapes, parts_are_independent_of_each_other);
    tcase_add_test(shapes, malformed_graphs_are_refused);
    tcase_add_test(shapes, a_budget_bounds_the_exploration);
    tcase_add_test(shapes, equal_calls_give_equal_results);
    TCase *random = new_case(suite, "random graphs");
    tcase_set_timeout(random, 120);
    tcase_add_test(random, costs_are_compared_as_they_are_after_cancellations);
    tcase_add_test(random, exploration_finds_scarce_remainders);
    tcase_add_test(random, assessments_are_what_happens);
    tcase_add_loop_test(random, random_small_graphs, 0, 5);
    tcase_add_loop_test(random, random_larger_graphs, 0, 5);
    return suite_run(suite);
}
