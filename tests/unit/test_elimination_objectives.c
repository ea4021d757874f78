/*
 * What objectives compare, statements, reroutings and refill: on small graphs by hand, and on random graphs
 * with random labels that the remainder is the same map as the graph.
 */
#include <check.h>

#include "elimination/portfolio/accumulation.h"
#include "elimination/heuristics/refill.h"
#include "elimination/portfolio/statements.h"
#include "elimination_fixture.h"
#include "suite.h"

static size_t total_of(const xb_elimination_counts *counts, size_t directions)
{
    return counts->multiplications + counts->additions +
           directions * (counts->propagation_multiplications + counts->propagation_additions);
}

static const xb_elimination *with_objective(const example *x, xb_elimination_objective objective,
                                            size_t directions)
{
    return eliminate(
        x, (xb_elimination_options){.objective = objective, .awareness = 1, .directions = directions});
}

/* ---- total --------------------------------------------------------------------------------------------- */

/* So many independents, two vertices one after the other, as many dependents. */
static example *hub(uint32_t count)
{
    example *x = new_example(2 * count + 2);
    for (uint32_t i = 0; i < count; i++)
        add_variable(x, i, count, i + 1);
    add_variable(x, count, count + 1, 2);
    for (uint32_t i = 0; i < count; i++) {
        add_variable(x, count + 1, count + 2 + i, 3);
        x->dependent[count + 2 + i] = true;
    }
    return x;
}

START_TEST(total_does_not_pay_more_than_it_gets)
{
    /* One edge less takes eleven multiplications, or as many as directions get back for. */
    example *x = hub(11);
    const xb_elimination *result = with_objective(x, XB_OBJECTIVE_TOTAL, 1);
    ck_assert_uint_eq(result->counts.multiplications, 0);
    ck_assert_uint_eq(result->counts.edges, 23);
    ck_assert_uint_eq(with_objective(x, XB_OBJECTIVE_TOTAL, 10)->counts.edges, 23);
    result = with_objective(x, XB_OBJECTIVE_TOTAL, 12);
    ck_assert_uint_eq(result->counts.multiplications, 11);
    ck_assert_uint_eq(result->counts.edges, 22);
    ck_assert_uint_eq(with_objective(x, XB_OBJECTIVE_SCARCITY, 1)->counts.edges, 22);
}
END_TEST

START_TEST(total_eliminates_completely_where_that_pays)
{
    /* Two ways from one vertex to another: one product and a sum save a product and more. */
    example *x = VARIABLE_EXAMPLE(3, {0, 1}, {0, 2}, {1, 2});
    x->dependent[2] = true;
    const xb_elimination *result = with_objective(x, XB_OBJECTIVE_TOTAL, 1);
    ck_assert_uint_eq(result->counts.edges, 1);
    ck_assert_uint_eq(total_of(&result->counts, 1), 3);
}
END_TEST

/* ---- tape ---------------------------------------------------------------------------------------------- */

START_TEST(the_same_label_is_stored_once)
{
    /* Three copies of one product. */
    example *x = new_example(5);
    add_variable(x, 0, 1, 2);
    for (uint32_t i = 2; i < 5; i++) {
        add_constant(x, 1, i, 1);
        x->dependent[i] = true;
    }
    const xb_elimination *result = with_objective(x, XB_OBJECTIVE_OPERATIONS, 1);
    ck_assert_uint_eq(result->counts.nontrivial_edges, 3);
    ck_assert_uint_eq(result->counts.tape_labels, 1);
    ck_assert_uint_eq(with_objective(x, XB_OBJECTIVE_TAPE, 1)->counts.tape_labels, 1);
}
END_TEST

START_TEST(constants_are_not_stored)
{
    example *x = new_example(4);
    add_variable(x, 0, 1, 2);
    add_constant(x, 1, 2, 5);
    add_variable(x, 2, 3, 2);
    x->dependent[3] = true;
    const xb_elimination *result = with_objective(x, XB_OBJECTIVE_TAPE, 1);
    ck_assert_uint_eq(result->counts.tape_labels, 1);
    x->dependent[2] = true;
    result = with_objective(x, XB_OBJECTIVE_TAPE, 1);
    ck_assert_uint_eq(result->counts.tape_labels, 2);
    ck_assert_uint_eq(result->counts.multiplications + result->counts.propagation_multiplications, 3);
}
END_TEST

/* ---- statements ---------------------------------------------------------------------------------------- */

/* The same graph, cut at the results of statements: what statements by themselves take. */
static size_t statement_by_statement(const example *x, size_t directions)
{
    size_t total = 0;
    for (uint32_t s = 0; s < MOST_VERTICES; s++) {
        example *one = new_example(x->graph.vertex_count);
        for (uint32_t v = 0; v < x->graph.vertex_count; v++)
            one->order[v] = x->order[v];
        for (size_t e = 0; e < x->graph.edge_count; e++) {
            const xb_lcg_edge *edge = &x->edges[e];
            if (x->statement[edge->target] != s) {
                if (x->statement[edge->source] == s)
                    one->dependent[edge->source] = true;
            } else if (edge->label == XB_LABEL_CONSTANT) {
                add_constant(one, edge->source, edge->target, edge->value);
            } else {
                add_variable(one, edge->source, edge->target, x->values[e]);
            }
        }
        for (uint32_t v = 0; v < x->graph.vertex_count; v++)
            one->dependent[v] |= x->dependent[v] && x->statement[v] == s;
        total += total_of(&with_objective(one, XB_OBJECTIVE_TOTAL, directions)->counts, directions);
    }
    return total;
}

START_TEST(total_is_no_worse_than_statement_by_statement)
{
    for (uint64_t seed = 0; seed < sample_count(300); seed++) {
        example *x = random_example(seed * 7, MOST_VERTICES);
        x->graph.statement = x->statement;
        for (uint32_t v = 0; v < x->graph.vertex_count; v++)
            x->order[v] = v;
        bool is_ordered = true;
        for (size_t e = 0; e < x->graph.edge_count; e++)
            is_ordered = is_ordered && x->edges[e].source < x->edges[e].target;
        if (!is_ordered)
            continue;
        for (size_t directions = 1; directions < 20; directions += 9) {
            size_t together =
                total_of(&with_objective(x, XB_OBJECTIVE_TOTAL, directions)->counts, directions);
            require(together <= statement_by_statement(x, directions), "together is no worse than apart");
            xb_arena_reset(scratch);
        }
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(statements_are_eliminated_each_by_itself)
{
    /* y = c·(a·x), z = b·(d·y), the constants folded; whether y is wanted or used makes no difference. */
    example *x = new_example(6);
    uint32_t statement[] = {7, 1, 1, 1, 2, 2};
    add_constant(x, 0, 1, 2);
    add_constant(x, 1, 3, 3);
    add_variable(x, 0, 2, 5);
    add_variable(x, 2, 3, 7);
    add_variable(x, 3, 4, 2);
    add_constant(x, 4, 5, 4);
    x->dependent[5] = true;
    x->graph.statement = statement;
    const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
    xb_elimination_options options = {.objective = XB_OBJECTIVE_TOTAL, .awareness = 1};
    xb_actions actions = xb_statements_choose(scratch, &prepared->parts[0], statement, &options, NULL);
    for (size_t i = 0; i < actions.count; i++) {
        ck_assert_uint_ne(actions.items[i].source, 3u);
        if (actions.items[i].kind == XB_ACTION_FRONT)
            ck_assert_uint_ne(actions.items[i].target, 3);
    }
    ck_assert_uint_ge(actions.count, 2);
}
END_TEST

static void add_statement(example *x, uint32_t operand, uint32_t inner, bool constant)
{
    void (*add)(example * x, uint32_t source, uint32_t target, double value) =
        constant ? add_constant : add_variable;
    add(x, operand, inner, 2);
    add(x, 1, inner, 3);
    add(x, inner, inner + 1, 5);
}

START_TEST(statements_are_remembered_by_what_they_are)
{
    /* Three statements of one structure: eliminating within it pays if labels are constant. */
    example *x = new_example(8);
    uint32_t statement[] = {0, 0, 1, 1, 2, 2, 3, 3};
    add_statement(x, 0, 2, true);
    add_statement(x, 3, 4, false);
    add_statement(x, 5, 6, true);
    x->dependent[7] = true;
    x->graph.statement = statement;
    const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
    xb_elimination_options options = {.objective = XB_OBJECTIVE_TOTAL, .awareness = 1};
    xb_actions actions = xb_statements_choose(scratch, &prepared->parts[0], statement, &options, NULL);
    size_t half = actions.count / 2;
    ck_assert_uint_gt(half, 0);
    ck_assert_uint_eq(actions.count, 2 * half);
    for (size_t i = 0; i < actions.count; i++) {
        const xb_lcg_action *action = &actions.items[i];
        uint32_t inner = i < half ? 2 : 6;
        ck_assert_int_eq(action->kind, actions.items[i % half].kind);
        ck_assert(action->source == inner || action->target == inner);
    }
}
END_TEST

/* ---- reroutings ---------------------------------------------------------------------------------------- */

/* Does one action and compares what it changes with what was expected. */
static xb_lcg_state *after(const example *x, xb_lcg_action action)
{
    const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
    xb_lcg_state *state = xb_lcg_state_create(scratch, prepared, 1);
    xb_lcg_load(state, &prepared->parts[0], NULL, NULL);
    ck_assert(xb_lcg_allows(state, action));
    xb_lcg_tally before = state->tally;
    xb_lcg_effect effect = xb_lcg_assess(state, action, INT64_MAX);
    xb_lcg_apply(state, action);
    ck_assert_int_eq(effect.edges, (int64_t)state->tally.edges - (int64_t)before.edges);
    ck_assert_int_eq(effect.nontrivial, (int64_t)state->tally.nontrivial - (int64_t)before.nontrivial);
    ck_assert_int_eq(effect.multiplications, (int64_t)state->tally.multiplications);
    ck_assert_int_eq(effect.additions, (int64_t)state->tally.additions);
    return state;
}

/* 0 → 2, 1 → 2, 2 → 3, 2 → 4, 0 → 3, 0 → 4, with a constant from 2 to 3. */
static example *reroutable(double constant)
{
    example *x = new_example(5);
    add_variable(x, 0, 2, 2);
    add_variable(x, 1, 2, 3);
    add_constant(x, 2, 3, constant);
    add_variable(x, 2, 4, 5);
    add_variable(x, 0, 3, 7);
    add_variable(x, 0, 4, 11);
    x->dependent[3] = x->dependent[4] = true;
    return x;
}

START_TEST(prerouting)
{
    xb_lcg_state *state = after(reroutable(4), (xb_lcg_action){XB_ACTION_PREROUTE, 0, 3, 2});
    ck_assert_uint_eq(xb_lcg_find(state, 0, 3), XB_LCG_NONE);
    ck_assert_uint_eq(state->tally.edges, 5);
    ck_assert_uint_eq(state->tally.multiplications, 2); /* a quotient and a product */
    ck_assert_uint_eq(state->tally.additions, 2);
    state = after(reroutable(-1), (xb_lcg_action){XB_ACTION_PREROUTE, 0, 3, 2});
    ck_assert_uint_eq(state->tally.multiplications, 1);
}
END_TEST

START_TEST(postrouting)
{
    /* 0 → 2 is constant, 0 → 4 goes by way of 2. */
    example *x = new_example(5);
    add_constant(x, 0, 2, 2);
    add_variable(x, 1, 2, 3);
    add_variable(x, 2, 3, 5);
    add_variable(x, 2, 4, 7);
    add_variable(x, 0, 4, 11);
    add_variable(x, 1, 4, 13);
    x->dependent[3] = x->dependent[4] = true;
    xb_lcg_state *state = after(x, (xb_lcg_action){XB_ACTION_POSTROUTE, 0, 4, 2});
    ck_assert_uint_eq(xb_lcg_find(state, 0, 4), XB_LCG_NONE);
    ck_assert_uint_eq(state->tally.edges, 5);
    ck_assert_uint_eq(state->tally.multiplications, 2);
    ck_assert_uint_eq(state->tally.additions, 2);
}
END_TEST

static bool allows(const example *x, xb_lcg_action action)
{
    const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
    xb_lcg_state *state = xb_lcg_state_create(scratch, prepared, 1);
    xb_lcg_load(state, &prepared->parts[0], NULL, NULL);
    return xb_lcg_allows(state, action);
}

START_TEST(what_may_be_zero_is_no_divisor)
{
    ck_assert(allows(reroutable(4), (xb_lcg_action){XB_ACTION_PREROUTE, 0, 3, 2}));
    ck_assert(!allows(reroutable(1e-5), (xb_lcg_action){XB_ACTION_PREROUTE, 0, 3, 2}));
    ck_assert(!allows(reroutable(4), (xb_lcg_action){XB_ACTION_PREROUTE, 0, 4, 2}));
    ck_assert(!allows(reroutable(4), (xb_lcg_action){XB_ACTION_PREROUTE, 1, 3, 2}));
    ck_assert(!allows(reroutable(4), (xb_lcg_action){XB_ACTION_POSTROUTE, 0, 3, 2}));
    example *x = reroutable(4);
    x->dependent[2] = true; /* its own derivative would change */
    ck_assert(!allows(x, (xb_lcg_action){XB_ACTION_PREROUTE, 0, 3, 2}));
}
END_TEST

static size_t steps_of(const xb_elimination *result, xb_step_kind kind)
{
    size_t count = 0;
    for (size_t s = 0; s < result->step_count; s++)
        count += result->steps[s].kind == kind;
    return count;
}

START_TEST(reroutings_are_found)
{
    /* An edge less than without; each direction saves a multiplication and an addition. */
    size_t plain = 0, rerouted = 0, subtractions = 0;
    for (uint64_t seed = 0; seed < sample_count(300); seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        xb_elimination_options options = {.objective = XB_OBJECTIVE_SCARCITY, .awareness = 1};
        plain += eliminate(x, options)->counts.nontrivial_edges;
        options.rerouting = true;
        const xb_elimination *result = eliminate(x, options);
        rerouted += result->counts.nontrivial_edges;
        subtractions += steps_of(result, XB_STEP_SUBTRACT);
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
    ck_assert(!has_all_samples() || (rerouted < plain && subtractions > 0));
}
END_TEST

/* A possible action, a rerouting if one is found. */
static bool random_action(uint64_t *seed, const xb_lcg_state *state, xb_lcg_action *action)
{
    uint32_t count = state->part->vertex_count;
    for (int attempt = 0; attempt < 3000; attempt++) {
        uint64_t kind = next_random(seed) % (attempt < 2000 ? 2 : XB_ACTION_POSTROUTE + 1);
        *action = (xb_lcg_action){
            (xb_lcg_action_kind)(XB_ACTION_POSTROUTE - kind), (uint32_t)(next_random(seed) % count),
            (uint32_t)(next_random(seed) % count), (uint32_t)(next_random(seed) % count)};
        if (action->kind == XB_ACTION_VERTEX)
            action->target = action->source;
        if (xb_lcg_allows(state, *action))
            return true;
    }
    return false;
}

/* Any actions, also such as no heuristic would do. */
START_TEST(actions_keep_the_jacobian)
{
    size_t divisions = 0, subtractions = 0;
    for (uint64_t seed = 0; seed < sample_count(1000); seed++) {
        uint64_t state = seed + 4711;
        example *x = random_example(seed, 14);
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        xb_lcg_state *lcg = xb_lcg_state_create(scratch, prepared, 1);
        xb_accumulation accumulation = {.arena = arena, .scratch = scratch};
        for (size_t p = 0; p < prepared->part_count; p++) {
            xb_lcg_action actions[8];
            size_t count = 0;
            xb_lcg_load(lcg, &prepared->parts[p], NULL, NULL);
            while (count < 8 && random_action(&state, lcg, &actions[count]))
                xb_lcg_apply(lcg, actions[count++]);
            xb_accumulation_add(&accumulation, lcg, &prepared->parts[p], actions, count);
        }
        const xb_elimination *result = xb_accumulation_finish(&accumulation, 1);
        check_result(x, result, 1);
        divisions += steps_of(result, XB_STEP_DIVIDE);
        subtractions += steps_of(result, XB_STEP_SUBTRACT);
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
    ck_assert(!has_all_samples() || (divisions > 100 && subtractions > 100));
}
END_TEST

/* ---- refill -------------------------------------------------------------------------------------------- */

START_TEST(refill_is_noted_and_expected)
{
    /* 0 → 1 → 2 → 3 and 0 → 2: the edge from 0 to 2 is eliminated, then 1 brings it back. */
    example *x = VARIABLE_EXAMPLE(4, {0, 1}, {1, 2}, {2, 3}, {0, 2});
    x->dependent[3] = true;
    const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
    xb_lcg_state *state = xb_lcg_state_create(scratch, prepared, 1);
    xb_refills *refills = xb_refills_create(scratch, &prepared->parts[0]);
    xb_refills_begin(refills);
    xb_lcg_load(state, &prepared->parts[0], NULL, NULL);
    const xb_lcg_action front = {XB_ACTION_FRONT, 0, 2, 0};
    ck_assert(!xb_refills_expected(refills, state, 0, 2));
    xb_refills_note(refills, state, front);
    xb_lcg_apply(state, front);
    ck_assert(!refills->revealed);
    xb_refills_note(refills, state, xb_lcg_vertex_action(1));
    xb_lcg_apply(state, xb_lcg_vertex_action(1));
    ck_assert(refills->revealed);
    ck_assert(!xb_refills_expected(refills, state, 0, 2)); /* 1 is gone */
    xb_refills_begin(refills);
    xb_lcg_load(state, &prepared->parts[0], NULL, NULL);
    ck_assert(!refills->revealed);
    ck_assert(xb_refills_expected(refills, state, 0, 2));
    ck_assert(!xb_refills_expected(refills, state, 1, 2));
}
END_TEST

/* ---- random labels ------------------------------------------------------------------------------------- */

START_TEST(random_labels)
{
    for (uint64_t seed = 0; seed < sample_count(1000); seed++) {
        const example *x = random_labelled_example(seed * 5 + (uint64_t)_i, seed % 2 ? MOST_VERTICES : 12);
        for (int choice = 0; choice < 4 * XB_ELIMINATION_OBJECTIVE_COUNT; choice++) {
            xb_elimination_options options = {.objective = (xb_elimination_objective)(choice / 4),
                                              .awareness = choice % 3,
                                              .rerouting = choice & 1,
                                              .maintaining = choice & 2,
                                              .directions = (size_t)choice % 5};
            eliminate_rounded(x, options);
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination objectives");
    SUITE_ADD(suite, "total", total_does_not_pay_more_than_it_gets,
              total_eliminates_completely_where_that_pays);
    SUITE_ADD(suite, "tape", the_same_label_is_stored_once, constants_are_not_stored);
    SUITE_ADD(suite, "statements", total_is_no_worse_than_statement_by_statement,
              statements_are_eliminated_each_by_itself, statements_are_remembered_by_what_they_are);
    SUITE_ADD(suite, "reroutings", prerouting, postrouting, what_may_be_zero_is_no_divisor,
              reroutings_are_found, actions_keep_the_jacobian);
    SUITE_ADD(suite, "refill", refill_is_noted_and_expected);
    TCase *random = tcase_create("random labels");
    tcase_add_checked_fixture(random, set_up, tear_down);
    tcase_set_timeout(random, 120);
    tcase_add_loop_test(random, random_labels, 0, 5);
    suite_add_tcase(suite, random);
    return suite_run(suite);
}
