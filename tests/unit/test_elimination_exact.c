/*
 * Proofs: lower bounds and optima of vertex elimination against every set of eliminated vertices, and against
 * every order for the costs that know constants; the optima of the literature for edges and faces. (Optima
 * for edges and faces of random graphs: tests/eliminate_exact.py.)
 */
#include <check.h>
#include <string.h>

#include "elimination/proofs/bounds.h"
#include "elimination/proofs/exact.h"
#include "elimination/graphs/lcg.h"
#include "elimination/proofs/triples.h"
#include "elimination_fixture.h"
#include "suite.h"

enum { MOST_INTERMEDIATES = 8 };

/* A part as plain lists, to be looked at in the plainest way. */
typedef struct plain {
    const xb_prepared_part *part;
    uint32_t intermediates[MOST_VERTICES];
    uint32_t count;
    uint32_t number[2 * MOST_VERTICES]; /* of a vertex among the intermediates, or count */
} plain;

static bool make_plain(const xb_prepared_part *part, plain *p)
{
    p->part = part;
    p->count = 0;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        if (part->vertices[v].role == XB_ROLE_INTERMEDIATE) {
            if (p->count == MOST_INTERMEDIATES)
                return false;
            p->intermediates[p->count++] = v;
        }
    }
    for (uint32_t v = 0; v < part->vertex_count; v++)
        p->number[v] = p->count;
    for (uint32_t i = 0; i < p->count; i++)
        p->number[p->intermediates[i]] = i;
    return true;
}

static void mark(const plain *p, unsigned eliminated, uint32_t vertex, bool forward, bool *found)
{
    for (uint32_t e = 0; e < p->part->edge_count; e++) {
        const xb_prepared_edge *edge = &p->part->edges[e];
        if ((forward ? edge->source : edge->target) != vertex)
            continue;
        uint32_t other = forward ? edge->target : edge->source;
        if (found[other])
            continue;
        found[other] = true;
        if (p->number[other] < p->count && eliminated >> p->number[other] & 1)
            mark(p, eliminated, other, forward, found);
    }
}

static uint64_t neighbours(const plain *p, unsigned eliminated, uint32_t vertex, bool forward)
{
    bool found[2 * MOST_VERTICES] = {false};
    uint64_t count = 0;
    mark(p, eliminated, vertex, forward, found);
    for (uint32_t v = 0; v < p->part->vertex_count; v++)
        count += found[v] && !(p->number[v] < p->count && eliminated >> p->number[v] & 1);
    return count;
}

/* The least cost over all orders, by sets. */
static uint64_t optimum(const plain *p)
{
    uint64_t least[1 << MOST_INTERMEDIATES];
    least[0] = 0;
    for (unsigned set = 1; set < 1u << p->count; set++) {
        least[set] = UINT64_MAX;
        for (uint32_t i = 0; i < p->count; i++) {
            unsigned before = set & ~(1u << i);
            if (before == set)
                continue;
            uint64_t cost = least[before] + neighbours(p, before, p->intermediates[i], false) *
                                                neighbours(p, before, p->intermediates[i], true);
            least[set] = cost < least[set] ? cost : least[set];
        }
    }
    return least[(1u << p->count) - 1];
}

static uint64_t sum(const uint64_t *numbers, uint32_t count)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++)
        total += numbers[i];
    return total;
}

static xb_exact exact_search(const xb_prepared_part *part, int awareness, uint64_t limit, uint64_t bound,
                             xb_search_budget *budget)
{
    xb_exact exact;
    xb_exact_search(scratch, part, awareness, XB_KIND_VERTICES, limit, bound, budget, &exact);
    return exact;
}

static void check_optimum(const xb_prepared_part *part, int awareness, uint64_t expected)
{
    uint64_t at_vertex[2 * MOST_VERTICES];
    require(xb_lower_bounds(scratch, part, awareness, at_vertex, NULL), "there is a bound");
    require(sum(at_vertex, part->vertex_count) <= expected, "the bound is one");
    xb_elimination_search search = {.states = 1000000};
    xb_search_budget budget = {.search = &search};
    uint64_t bound = sum(at_vertex, part->vertex_count);
    xb_exact exact = exact_search(part, awareness, expected + 3, bound, &budget);
    require(exact.found && exact.lower == expected, "the optimum is found");
    exact = exact_search(part, awareness, expected, bound, &budget);
    require(!exact.found && exact.lower == expected, "the optimum is proven");
}

static void check_triples(const xb_prepared_part *part, int awareness, uint64_t expected)
{
    uint64_t at_vertex[2 * MOST_VERTICES];
    xb_elimination_search search = {.states = 1000000};
    xb_search_budget budget = {.search = &search};
    require(xb_lower_bounds(scratch, part, awareness, at_vertex, NULL), "there is a bound");
    uint64_t bound =
        xb_triple_bound(scratch, part, awareness, at_vertex, XB_KIND_VERTICES, expected + 3, &budget);
    require(bound >= sum(at_vertex, part->vertex_count) && bound <= expected, "the bound by triples is one");
}

static void make_constants_plain(example *x)
{
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        if (x->edges[e].label == XB_LABEL_CONSTANT)
            x->edges[e].value = x->values[e] = e % 2 == 0 ? 1 : 3;
    }
}

START_TEST(optima_of_vertex_elimination)
{
    size_t checked = 0;
    for (uint64_t seed = 0; seed < sample_count(1500); seed++) {
        example *x = random_example(seed * 10 + (uint64_t)_i, 14);
        make_constants_plain(x);
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        for (size_t p = 0; p < prepared->part_count; p++) {
            plain simple;
            if (!make_plain(&prepared->parts[p], &simple) || simple.count == 0)
                continue;
            check_optimum(&prepared->parts[p], 0, optimum(&simple));
            if (seed % 20 == 0)
                check_triples(&prepared->parts[p], 0, optimum(&simple));
            checked++;
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
    ck_assert_uint_ge(checked, sample_count(500));
}
END_TEST

typedef struct permutation {
    const xb_prepared *prepared;
    const xb_prepared_part *part;
    int awareness;
    uint64_t least;
    uint32_t order[MOST_VERTICES];
    uint32_t count;
} permutation;

static void count_order(permutation *p)
{
    xb_arena_mark mark_now = xb_arena_mark_now(scratch);
    xb_lcg_state *state = xb_lcg_state_create(scratch, p->prepared, p->awareness);
    xb_lcg_load(state, p->part, NULL, NULL);
    for (uint32_t i = 0; i < p->count; i++)
        xb_lcg_apply(state, xb_lcg_vertex_action(p->order[i]));
    uint64_t cost = p->awareness == 1 ? state->tally.unit : state->tally.multiplications;
    p->least = cost < p->least ? cost : p->least;
    xb_arena_release(scratch, mark_now);
}

static void permute(permutation *p, uint32_t from)
{
    if (from == p->count)
        count_order(p);
    for (uint32_t i = from; i < p->count; i++) {
        uint32_t kept = p->order[from];
        p->order[from] = p->order[i];
        p->order[i] = kept;
        permute(p, from + 1);
        p->order[i] = p->order[from];
        p->order[from] = kept;
    }
}

START_TEST(optima_that_know_constants)
{
    for (uint64_t seed = 0; seed < sample_count(200); seed++) {
        example *x = random_example(seed, 10);
        make_constants_plain(x);
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        for (size_t p = 0; p < prepared->part_count; p++) {
            plain simple;
            if (!make_plain(&prepared->parts[p], &simple) || simple.count == 0 || simple.count > 4)
                continue;
            for (int awareness = 1; awareness <= 2; awareness++) {
                permutation all = {prepared, &prepared->parts[p], awareness, UINT64_MAX, {0}, simple.count};
                memcpy(all.order, simple.intermediates, sizeof simple.intermediates);
                permute(&all, 0);
                check_optimum(&prepared->parts[p], awareness, all.least);
                check_triples(&prepared->parts[p], awareness, all.least);
            }
        }
        xb_arena_reset(arena);
        xb_arena_reset(scratch);
    }
}
END_TEST

static void check_published(const example *x, xb_elimination_kind kind, size_t multiplications)
{
    xb_elimination_search search = {.kind = kind, .steps = 1000, .states = 1000000};
    const xb_elimination *result =
        eliminate(x, (xb_elimination_options){
                         .objective = XB_OBJECTIVE_OPERATIONS, .order = XB_ORDER_BEST, .search = &search});
    ck_assert_uint_eq(result->counts.structural_multiplications, multiplications);
    ck_assert_uint_eq(result->lower_bound, multiplications);
}

START_TEST(optima_of_the_literature)
{
    example *lion = VARIABLE_EXAMPLE(8, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {3, 6}, {3, 7}, {2, 7});
    for (uint32_t v = 4; v < 8; v++)
        lion->dependent[v] = true;
    check_published(lion, XB_KIND_VERTICES, 12);
    check_published(lion, XB_KIND_EDGES, 11);
    check_published(lion, XB_KIND_FACES, 11);
    example *bat = VARIABLE_EXAMPLE(11, {0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 6}, {6, 7}, {6, 8},
                                    {6, 9}, {6, 10}, {4, 7}, {5, 10});
    for (uint32_t v = 7; v < 11; v++)
        bat->dependent[v] = true;
    check_published(bat, XB_KIND_VERTICES, 24);
    check_published(bat, XB_KIND_EDGES, 23);
    check_published(bat, XB_KIND_FACES, 22);
    example *lighthouse = VARIABLE_EXAMPLE(12, {2, 4}, {3, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 7}, {0, 8}, {6, 8},
                                           {1, 9}, {7, 9}, {8, 10}, {9, 10}, {10, 11}, {1, 11});
    lighthouse->dependent[10] = lighthouse->dependent[11] = true;
    check_published(lighthouse, XB_KIND_VERTICES, 18);
    example *hole = VARIABLE_EXAMPLE(12, {1, 4}, {2, 4}, {4, 5}, {0, 5}, {4, 6}, {3, 6}, {5, 7}, {6, 8},
                                     {7, 9}, {8, 9}, {7, 10}, {8, 10}, {7, 11}, {8, 11});
    hole->dependent[9] = hole->dependent[10] = hole->dependent[11] = true;
    check_published(hole, XB_KIND_VERTICES, 22);
    example *slide = VARIABLE_EXAMPLE(7, {0, 2}, {1, 2}, {2, 3}, {0, 4}, {3, 4}, {4, 5}, {4, 6}, {1, 6});
    slide->dependent[5] = slide->dependent[6] = true;
    for (int kind = XB_KIND_VERTICES; kind <= XB_KIND_FACES; kind++)
        check_published(slide, (xb_elimination_kind)kind, 7);
}
END_TEST

START_TEST(where_constants_may_cancel_nothing_is_claimed)
{
    example *x = new_example(4);
    add_constant(x, 0, 1, 1);
    add_constant(x, 0, 2, -1);
    add_variable(x, 1, 3, 2);
    add_variable(x, 2, 3, 2);
    x->dependent[3] = true;
    xb_elimination_search search = {.steps = 100, .states = 1000};
    const xb_elimination *result =
        eliminate(x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS, .search = &search});
    ck_assert_uint_eq(result->lower_bound, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination exact");
    TCase *tcase = tcase_create("exact");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, optima_of_vertex_elimination, 0, 4);
    tcase_add_test(tcase, optima_that_know_constants);
    tcase_add_test(tcase, optima_of_the_literature);
    tcase_add_test(tcase, where_constants_may_cancel_nothing_is_claimed);
    return suite_run(suite);
}
