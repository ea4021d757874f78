/*
 * Limits: whenever an elimination is told to end, what comes back is right, and is what had been found; runs
 * that would have too many products are not done.
 */
#include <check.h>
#include <string.h>

#include "elimination/heuristics/cut_order.h"
#include "elimination/heuristics/foresight.h"
#include "elimination_fixture.h"
#include "suite.h"

/* Says stop at a certain question. */
typedef struct clock {
    size_t asked;
    size_t last;
} clock;

static bool tell(void *context)
{
    clock *c = context;
    return ++c->asked > c->last;
}

static bool is_bipartite(const example *x, const xb_elimination *result)
{
    bool is_target[MOST_VERTICES] = {false};
    for (size_t e = 0; e < x->graph.edge_count; e++)
        is_target[x->edges[e].target] = true;
    for (size_t e = 0; e < result->edge_count; e++) {
        if (is_target[result->edges[e].source] || !x->dependent[result->edges[e].target])
            return false;
    }
    return true;
}

typedef struct outcomes {
    size_t incomplete;
    size_t stopped; /* but complete */
    size_t finished;
} outcomes;

/* Ends an elimination at every time at which it can be ended. */
static void end_everywhere(const example *x, xb_elimination_options options, outcomes *o)
{
    bool complete = options.objective == XB_OBJECTIVE_OPERATIONS;
    for (size_t last = 0;; last = last < 20 ? last + 1 : last + last / 8) {
        clock c = {0, last};
        xb_elimination_limits limits = {0, tell, &c};
        options.limits = &limits;
        const xb_elimination *result = xb_eliminate(arena, scratch, &x->graph, &options);
        check_result(x, result, options.awareness);
        require(complete || !result->incomplete, "partial elimination is never incomplete");
        require(result->stopped || !result->incomplete, "nothing else makes it incomplete");
        require(!complete || result->incomplete || is_bipartite(x, result), "it is complete");
        o->incomplete += result->incomplete;
        o->stopped += result->stopped && !result->incomplete;
        o->finished += !result->stopped;
        xb_arena_reset(scratch);
        if (c.asked <= last)
            return;
    }
}

START_TEST(orders_end_at_any_time)
{
    outcomes o = {0};
    for (uint64_t seed = 0; seed < sample_count(60); seed++) {
        const example *x = random_multigraph(seed, MOST_VERTICES);
        for (int objective = 0; objective < XB_ELIMINATION_OBJECTIVE_COUNT; objective++) {
            for (int order = 0; order < XB_ELIMINATION_ORDER_COUNT; order++)
                end_everywhere(x,
                               (xb_elimination_options){.objective = (xb_elimination_objective)objective,
                                                        .order = (xb_elimination_order)order,
                                                        .rerouting = seed % 2,
                                                        .awareness = (int)(seed % 3)},
                               &o);
        }
        xb_arena_reset(arena);
    }
    require(!has_all_samples() || (o.incomplete > 0 && o.stopped > 0 && o.finished > 0), "all happens");
}
END_TEST

START_TEST(heuristics_end_at_any_time)
{
    const char *target, *filter;
    outcomes o = {0};
    for (size_t number = 0; xb_heuristic_name(NULL, number, &target, &filter); number++) {
        bool faces = strcmp(target, "face") == 0;
        for (uint64_t seed = 0; seed < sample_count(20); seed++) {
            xb_heuristic_problem problem;
            xb_elimination_options options = {.objective = faces || seed % 2 ? XB_OBJECTIVE_OPERATIONS
                                                                             : XB_OBJECTIVE_TOTAL};
            options.heuristic =
                xb_heuristic_parse(arena, xb_arena_format(arena, "%s:%s", target, filter), NULL, &problem);
            end_everywhere(random_example(seed + 20 * number, MOST_VERTICES), options, &o);
            xb_arena_reset(arena);
        }
    }
    require(!has_all_samples() || (o.incomplete > 0 && o.stopped > 0 && o.finished > 0), "all happens");
}
END_TEST

START_TEST(what_was_found_counts)
{
    /* The more time there is, the better. */
    for (uint64_t seed = 0; seed < sample_count(100); seed++) {
        const example *x = random_example(seed, MOST_VERTICES);
        size_t before = SIZE_MAX;
        for (size_t last = 0; last < 60; last++) {
            clock c = {0, last};
            xb_elimination_limits limits = {0, tell, &c};
            const xb_elimination *result =
                eliminate(x, (xb_elimination_options){
                                 .objective = XB_OBJECTIVE_SCARCITY, .awareness = 0, .limits = &limits});
            require(result->counts.nontrivial_edges <= before, "it gets better");
            before = result->counts.nontrivial_edges;
            xb_arena_reset(scratch);
        }
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(the_time_may_be_over_at_once)
{
    const example *x = random_example(11, MOST_VERTICES);
    xb_elimination_limits limits = {.seconds = 1e-9};
    xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS, .limits = &limits};
    const xb_elimination *result = xb_eliminate(arena, scratch, &x->graph, &options);
    check_result(x, result, 0);
    ck_assert(result->incomplete && result->stopped);
    ck_assert_uint_eq(result->step_count, 0);
    limits.seconds = 1000;
    ck_assert(!eliminate(x, options)->incomplete);
}
END_TEST

START_TEST(no_run_has_more_products)
{
    size_t incomplete = 0;
    for (uint64_t seed = 0; seed < sample_count(300); seed++) {
        const example *x = random_example(seed, MOST_VERTICES);
        for (int order = XB_ORDER_FORWARD; order < XB_ELIMINATION_ORDER_COUNT; order++) {
            xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS,
                                              .order = (xb_elimination_order)order};
            size_t products = eliminate(x, options)->counts.structural_multiplications;
            options.products = products;
            if (products > 0)
                ck_assert(!eliminate(x, options)->incomplete);
            options.products = products / 2;
            const xb_elimination *result = xb_eliminate(arena, scratch, &x->graph, &options);
            check_result(x, result, 0);
            require(result->counts.structural_multiplications <= products, "no more than allowed");
            require(!result->stopped, "there was time");
            incomplete += result->incomplete;
            options.objective = XB_OBJECTIVE_TOTAL;
            require(!eliminate(x, options)->incomplete, "partial elimination is possible");
        }
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
    require(incomplete > sample_count(300), "there were too many products");
}
END_TEST

static size_t products_of_order(example *x, xb_elimination_order order)
{
    xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS, .order = order};
    return eliminate(x, options)->counts.structural_multiplications;
}

static void eliminate_where(xb_lcg_state *state, const xb_cut *cut, bool in_cut, bool is_before)
{
    uint32_t count = state->part->vertex_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = is_before ? count - 1 - i : i;
        if (cut->is_in[v] == in_cut && (in_cut || (cut->places[v] <= cut->last) == is_before) &&
            xb_lcg_is_eliminable(state, v))
            xb_lcg_apply(state, xb_lcg_vertex_action(v));
    }
}

/* What sweeps from the cut really take. Parts are numbered topologically, so any two orders are as good. */
static size_t products_from_cut(const xb_prepared *prepared)
{
    xb_heap heap = {.arena = scratch};
    xb_lcg_state *state = xb_lcg_state_create(scratch, prepared, 0);
    xb_lcg_load(state, prepared->parts, NULL, NULL);
    xb_cut cut = xb_cut_find(scratch, state, &heap);
    eliminate_where(state, &cut, false, true);
    eliminate_where(state, &cut, false, false);
    eliminate_where(state, &cut, true, false);
    return state->tally.structural;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Of connected graphs without constants, whose labels never add up to 0. */
START_TEST(products_are_foreseen)
{
    size_t by_cut = 0, connected = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        for (size_t e = 0; e < x->graph.edge_count; e++)
            x->edges[e].label = XB_LABEL_VARIABLE;
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        if (prepared->part_count == 1) {
            xb_foresight foresight = xb_foresee(scratch, &x->graph, 0);
            size_t forward = products_of_order(x, XB_ORDER_FORWARD),
                   reverse = products_of_order(x, XB_ORDER_REVERSE), cut = products_from_cut(prepared);
            ck_assert(foresight.exact);
            ck_assert_uint_eq(foresight.forward, forward);
            ck_assert_uint_eq(foresight.reverse, reverse);
            ck_assert_uint_eq(foresight.least, least_of(cut, least_of(forward, reverse)));
            by_cut += cut < forward && cut < reverse;
            connected++;
        }
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
    require(connected > 100 && by_cut > 0, "there are connected graphs, and cuts are good for something");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination limits");
    SUITE_ADD(suite, "limits", orders_end_at_any_time, heuristics_end_at_any_time, what_was_found_counts,
              the_time_may_be_over_at_once, no_run_has_more_products, products_are_foreseen);
    return suite_run(suite);
}
