/*
 * Heuristics: each of them, alone and before another one, gives the right Jacobian on random graphs; those
 * that have an order of the same name choose what that order does; keys that are remembered are those that
 * are computed anew.
 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "elimination/heuristics/filter.h"
#include "elimination_fixture.h"
#include "suite.h"

enum { CHAINS_AT_MOST = 64 };

static double nothing(const xb_filter_view *view, xb_lcg_action action)
{
    (void)view;
    (void)action;
    return 0;
}

/* Filters that let everything pass; one has all keys computed anew. */
static const xb_filter pass = {"pass", XB_SCOPE_MIDDLE, 0, nothing, nothing, NULL};
static const xb_filter anew = {"anew", XB_SCOPE_ALL, 0, nothing, nothing, NULL};

/* As a plugin would write it. */
static double most_successors(const xb_filter_view *view, xb_lcg_action action)
{
    uint32_t place = XB_FILTER_BEGIN, vertex, count = 0;
    while (xb_filter_successor(view, xb_filter_middle(action), &place, &vertex))
        count++;
    return count > 0 ? -(double)count : (double)NAN;
}

static const xb_filter successors = {"successors",    XB_SCOPE_MIDDLE, 0,
                                     most_successors, most_successors, NULL};
static const xb_filter *const more[] = {&pass, &anew, &successors, NULL};

static const xb_heuristic *parsed(const char *text)
{
    xb_heuristic_problem problem = {NULL, NULL};
    const xb_heuristic *heuristic = xb_heuristic_parse(scratch, text, more, &problem);
    ck_assert_msg(heuristic != NULL, "%s: %s", text, problem.message);
    return heuristic;
}

static const xb_elimination *chosen_by(const example *x, const xb_heuristic *heuristic, int awareness,
                                       xb_elimination_objective objective)
{
    return eliminate(
        x, (xb_elimination_options){.objective = objective, .awareness = awareness, .heuristic = heuristic});
}

static size_t list_chains(const char **chains)
{
    const char *target, *filter;
    size_t count = 0;
    for (; xb_heuristic_name(more, count, &target, &filter); count++) {
        ck_assert_uint_lt(count, CHAINS_AT_MOST);
        chains[count] = xb_arena_format(arena, "%s:%s", target, filter);
    }
    return count;
}

static void check_chain(const example *x, const char *chain)
{
    bool faces = strncmp(chain, "face:", 5) == 0;
    for (int awareness = 0; awareness <= 2; awareness++) {
        chosen_by(x, parsed(chain), awareness, XB_OBJECTIVE_OPERATIONS);
        if (!faces)
            chosen_by(x, parsed(chain), awareness, XB_OBJECTIVE_SCARCITY);
    }
}

START_TEST(every_heuristic_gives_the_jacobian)
{
    for (uint64_t seed = 0; seed < sample_count(60); seed++) {
        const char *chains[CHAINS_AT_MOST];
        size_t count = list_chains(chains);
        const example *x = random_example(seed * 5 + (uint64_t)_i, seed % 3 ? 10 : MOST_VERTICES);
        for (size_t c = 0; c < count; c++) {
            check_chain(x, chains[c]);
            xb_arena_reset(scratch);
        }
        xb_arena_reset(arena);
    }
}
END_TEST

static size_t products(const example *x, const char *chain)
{
    return chosen_by(x, parsed(chain), 0, XB_OBJECTIVE_OPERATIONS)->counts.structural_multiplications;
}

static size_t products_in_order(const example *x, xb_elimination_order order)
{
    return eliminate(x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS, .order = order})
        ->counts.structural_multiplications;
}

/* All labels variable, so that nothing cancels. */
static example *variable_random_example(uint64_t seed)
{
    example *x = random_example(seed, MOST_VERTICES);
    for (size_t e = 0; e < x->graph.edge_count; e++)
        x->edges[e].label = XB_LABEL_VARIABLE;
    return x;
}

START_TEST(heuristics_do_what_orders_do)
{
    for (uint64_t seed = 0; seed < sample_count(200); seed++) {
        const example *x = variable_random_example(seed);
        size_t forward = products_in_order(x, XB_ORDER_FORWARD);
        require(products(x, "vertex:forward") == forward, "forward");
        require(products(x, "emulated:forward") == forward, "forward, emulated");
        require(products(x, "face:forward") == forward, "forward, faces");
        size_t reverse = products_in_order(x, XB_ORDER_REVERSE);
        require(products(x, "vertex:reverse") == reverse, "reverse");
        require(products(x, "emulated:reverse") == reverse, "reverse, emulated");
        require(products(x, "face:reverse") == reverse, "reverse, faces");
        size_t markowitz = products_in_order(x, XB_ORDER_MARKOWITZ);
        require(products(x, "vertex:lowest_markowitz") == markowitz, "markowitz");
        require(products(x, "vertex:lowest_markowitz,reverse") == markowitz, "markowitz, reverse");
        require(products(x, "emulated:lowest_markowitz,reverse") == markowitz, "markowitz, emulated");
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(keys_that_are_kept_are_those_computed_anew)
{
    for (uint64_t seed = 0; seed < sample_count(40); seed++) {
        const char *chains[CHAINS_AT_MOST];
        size_t count = list_chains(chains);
        const example *x = random_example(seed * 5 + (uint64_t)_i, MOST_VERTICES);
        for (size_t c = 0; c < count; c++) {
            if (strncmp(chains[c], "face:", 5) == 0)
                continue;
            const char *filter = strchr(chains[c], ':') + 1;
            int target = (int)(filter - chains[c]);
            static const char *const before[] = {"", "pass,pass,", "lowest_markowitz,"};
            for (size_t b = 0; b < sizeof before / sizeof *before; b++) {
                const char *chain = xb_arena_format(arena, "%.*s%s%s", target, chains[c], before[b], filter);
                const char *slow = xb_arena_format(arena, "%s,anew", chain);
                ck_assert_msg(products(x, chain) == products(x, slow), "%s", chain);
            }
            xb_arena_reset(scratch);
        }
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(filters_choose_what_they_say)
{
    /* Hole: fewest fill-ins and used-once find the optimum, forward and reverse don't. */
    example *hole = VARIABLE_EXAMPLE(12, {1, 4}, {2, 4}, {4, 5}, {0, 5}, {4, 6}, {3, 6}, {5, 7}, {6, 8},
                                     {7, 9}, {8, 9}, {7, 10}, {8, 10}, {7, 11}, {8, 11});
    hole->dependent[9] = hole->dependent[10] = hole->dependent[11] = true;
    ck_assert_uint_eq(products(hole, "vertex:used_once,reverse"), 22);
    ck_assert_uint_eq(products(hole, "vertex:lowest_markowitz,reverse"), 26);
    /* Lion: with faces, edges 2 → 7 (absorbed) come first. */
    example *lion = VARIABLE_EXAMPLE(8, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {3, 6}, {3, 7}, {2, 7});
    for (uint32_t v = 4; v < 8; v++)
        lion->dependent[v] = true;
    ck_assert_uint_eq(products(lion, "face:absorb,forward"), 11);
    ck_assert_uint_eq(products(lion, "vertex:forward"), 12);
}
END_TEST

START_TEST(searches_begin_with_heuristics)
{
    for (uint64_t seed = 0; seed < sample_count(40); seed++) {
        const example *x = random_example(seed, MOST_VERTICES);
        static const char *const chains[] = {"vertex:lmmd,reverse", "edge:lowest_markowitz", "face:momr"};
        for (size_t c = 0; c < sizeof chains / sizeof *chains; c++) {
            const xb_heuristic *heuristic = parsed(chains[c]);
            size_t alone = chosen_by(x, heuristic, 1, XB_OBJECTIVE_OPERATIONS)->counts.unit_multiplications;
            xb_elimination_search search = {.kind = XB_KIND_FACES, .steps = 500};
            xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS,
                                              .awareness = 1,
                                              .heuristic = heuristic,
                                              .search = &search};
            require(eliminate(x, options)->counts.unit_multiplications <= alone, "a search is no worse");
        }
        xb_arena_reset(scratch);
        xb_arena_reset(arena);
    }
}
END_TEST

START_TEST(wrong_names_are_found)
{
    static const char *const wrong[][2] = {
        {"vertices:forward", "'vertices' is no target with filters"},
        {"vertex", "'vertex' is no target with filters"},
        {"vertex:", "there is no filter '' for vertex"},
        {"vertex:forward,backward", "there is no filter 'backward' for vertex"},
        {"edge:used_once", "there is no filter 'used_once' for edge"},
        {"face:lmmd", "there is no filter 'lmmd' for face"},
        {"vertex:absorb", "there is no filter 'absorb' for vertex"},
        {"vertex:forward,", "there is no filter '' for vertex"},
        {"vertex:minimal_distance", "there is no filter 'minimal_distance' for vertex"},
        {"edge:front,back,front,back,front,back,front,back,front", "there are more than 8 filters"},
    };
    xb_heuristic_problem problem = {NULL, NULL};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_ptr_null(xb_heuristic_parse(arena, wrong[i][0], NULL, &problem));
        ck_assert_str_eq(problem.message, wrong[i][1]);
    }
    ck_assert_ptr_null(xb_heuristic_parse(arena, "face:lmmd", NULL, &problem));
    ck_assert_str_eq(problem.hint, "for face there are forward, reverse, lowest_markowitz, lowest_fill_in, "
                                   "momr, minimal_distance, absorb, whole_vertex");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination heuristics");
    TCase *tcase = tcase_create("heuristics");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, every_heuristic_gives_the_jacobian, 0, 5);
    tcase_add_test(tcase, heuristics_do_what_orders_do);
    tcase_add_loop_test(tcase, keys_that_are_kept_are_those_computed_anew, 0, 5);
    tcase_add_test(tcase, filters_choose_what_they_say);
    tcase_add_test(tcase, searches_begin_with_heuristics);
    tcase_add_test(tcase, wrong_names_are_found);
    return suite_run(suite);
}
