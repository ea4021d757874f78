/*
 * Whatever eliminates, by name: each filter of the table, each order, each kind and method of search, with
 * each objective and each awareness, gives the Jacobian, to 1e-10, on graphs of its own. Labels are random
 * numbers of many digits; the remainder is multiplied out. What joins the tables is tested without a line in
 * here.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "elimination_fixture.h"
#include "suite.h"

enum { AWARENESS_LEVELS = 3 };

/* What the graphs were like, so that it can be told that nothing was left out. */
typedef struct tried {
    size_t graphs;
    size_t with_dependents_inside; /* that have successors */
    size_t with_units;
    size_t with_constants;
    size_t partial; /* remainders that are no Jacobians */
} tried;

static void note(tried *t, const example *x, const xb_elimination *result)
{
    bool inside = false, units = false, constants = false, partial = false;
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        const xb_lcg_edge *edge = &x->edges[e];
        bool constant = edge->label == XB_LABEL_CONSTANT;
        bool unit = constant && (edge->value == 1 || edge->value == -1);
        inside |= x->dependent[edge->source];
        units |= unit;
        constants |= constant && !unit;
    }
    for (size_t e = 0; e < result->edge_count; e++)
        partial |= !x->dependent[result->edges[e].target];
    t->graphs++;
    t->with_dependents_inside += inside;
    t->with_units += units;
    t->with_constants += constants;
    t->partial += partial;
}

/* Tries options on some graphs; no two calls have a graph in common. */
static void try(tried *t, xb_elimination_options options, uint64_t graphs)
{
    for (uint64_t i = 0; i < sample_count(graphs); i++) {
        const example *x = random_labelled_example(10000 + t->graphs, i % 3 > 0 ? 12 : MOST_VERTICES);
        note(t, x, eliminate_rounded(x, options));
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
}

static void was_varied(const tried *t)
{
    require(t->with_dependents_inside * 8 > t->graphs, "dependents have successors");
    require(t->with_units * 8 > t->graphs, "labels are units");
    require(t->with_constants * 8 > t->graphs, "labels are constants");
}

START_TEST(heuristics)
{
    const char *target, *filter;
    tried t = {0};
    /* Chains are read in each turn: memory is given back after each graph. */
    for (size_t number = 0; xb_heuristic_name(NULL, number, &target, &filter); number++) {
        bool faces = strcmp(target, "face") == 0;
        int objective = faces ? XB_OBJECTIVE_OPERATIONS : 0;
        for (; objective < XB_ELIMINATION_OBJECTIVE_COUNT; objective++) {
            for (uint64_t i = 0; i < sample_count(100); i++) {
                xb_heuristic_problem problem;
                char chain[100];
                snprintf(chain, sizeof chain, "%s:%s%s", target, filter, i % 2 ? ",reverse" : "");
                xb_elimination_options options = {.objective = (xb_elimination_objective)objective,
                                                  .awareness = _i,
                                                  .directions = i % 4,
                                                  .heuristic =
                                                      xb_heuristic_parse(arena, chain, NULL, &problem)};
                require(options.heuristic != NULL, chain);
                const example *x = random_labelled_example(10000 + t.graphs, i % 3 > 0 ? 12 : MOST_VERTICES);
                note(&t, x, eliminate_rounded(x, options));
                xb_arena_reset(scratch);
                xb_arena_reset(arena);
            }
        }
    }
    was_varied(&t);
    require(t.partial * 50 > t.graphs, "some are partial");
}
END_TEST

START_TEST(orders)
{
    tried t = {0};
    for (int order = 0; order < XB_ELIMINATION_ORDER_COUNT; order++) {
        for (int objective = 0; objective < XB_ELIMINATION_OBJECTIVE_COUNT; objective++) {
            for (int flags = 0; flags < 4; flags++)
                try(&t,
                    (xb_elimination_options){.objective = (xb_elimination_objective)objective,
                                             .order = (xb_elimination_order)order,
                                             .awareness = _i,
                                             .rerouting = flags & 1,
                                             .maintaining = flags & 2,
                                             .directions = (size_t)flags},
                    60);
        }
    }
    was_varied(&t);
    require(t.partial * 50 > t.graphs, "some are partial");
}
END_TEST

START_TEST(searches)
{
    tried t = {0};
    for (int kind = XB_KIND_VERTICES; kind <= XB_KIND_FACES; kind++) {
        for (int method = XB_SEARCH_ANNEALING; method <= XB_SEARCH_LOOK_AHEAD; method++) {
            const xb_elimination_search search = {.kind = (xb_elimination_kind)kind,
                                                  .method = (xb_search_method)method,
                                                  .steps = 1000,
                                                  .seed = 1,
                                                  .chains = 2};
            try(&t,
                (xb_elimination_options){
                    .objective = XB_OBJECTIVE_OPERATIONS, .awareness = _i, .search = &search},
                60);
        }
    }
    was_varied(&t);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination numbers");
    TCase *tcase = tcase_create("numbers");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, heuristics, 0, AWARENESS_LEVELS);
    tcase_add_loop_test(tcase, orders, 0, AWARENESS_LEVELS);
    tcase_add_loop_test(tcase, searches, 0, AWARENESS_LEVELS);
    return suite_run(suite);
}
