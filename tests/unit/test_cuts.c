/*
 * Cuts between variables and entries of local Jacobians: on small random graphs, the cheapest one costs as
 * much as the best of all choices; on large ones it is no dearer than the two obvious ones.
 */
#include "algorithms/taping/cuts.h"
#include "arena_fixture.h"
#include "graphs.h"
#include "suite.h"

enum { SMALL = 12 };

static xb_cut_graph graph;
static bool *wanted;

/* Pieces with up to three operands each, the first ones without; costs of pushes as they are shared. */
static void make_graph(uint64_t *state, uint32_t count)
{
    static const uint32_t costs[] = {0, 4, 8, 12, 24, 24, 24, 24};
    graph = (xb_cut_graph){0};
    wanted = xb_arena_array(arena, count, sizeof *wanted);
    for (uint32_t i = 0; i < count; i++) {
        xb_cut_piece *p = xb_vector_push(arena, &graph.pieces, sizeof *p);
        p->cost = costs[graphs_draw(state, 8)];
        p->operations = 1 + graphs_draw(state, 12);
        p->can_be_replaced = i > 2 && graphs_draw(state, 8) > 0;
        p->operand_count = i > 2 ? graphs_draw(state, 4) : 0;
        p->operands = xb_arena_array(arena, 4, sizeof *p->operands);
        for (uint32_t k = 0; k < p->operand_count; k++)
            p->operands[k] = i - 1 - graphs_draw(state, i < 6 ? i : 6);
        wanted[i] = graphs_draw(state, 3) == 0;
    }
}

/* What a cut costs, which must be one. */
static uint64_t cost_of(const xb_cut_part *parts)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < graph.pieces.count; i++) {
        const xb_cut_piece *p = xb_cut_piece_at(&graph, i);
        ck_assert(!wanted[i] || parts[i] != XB_CUT_NONE);
        ck_assert(p->can_be_replaced || parts[i] != XB_CUT_REPLACED);
        cost += parts[i] == XB_CUT_REPLACED ? p->operations : parts[i] == XB_CUT_MEMBER ? p->cost : 0;
        for (uint32_t k = 0; parts[i] == XB_CUT_REPLACED && k < p->operand_count; k++)
            ck_assert(parts[p->operands[k]] != XB_CUT_NONE);
    }
    return cost;
}

/* The least cost from a piece down, for a set of those that are needed. */
static uint64_t least_cost(uint32_t above, uint32_t needed)
{
    if (above == 0)
        return 0;
    uint32_t i = above - 1;
    const xb_cut_piece *p = xb_cut_piece_at(&graph, i);
    if (!wanted[i] && !(needed >> i & 1))
        return least_cost(i, needed);
    uint64_t least = p->cost + least_cost(i, needed);
    if (!p->can_be_replaced)
        return least;
    for (uint32_t k = 0; k < p->operand_count; k++)
        needed |= 1U << p->operands[k];
    uint64_t other = p->operations + least_cost(i, needed);
    return other < least ? other : least;
}

START_TEST(small_ones_are_as_cheap_as_possible)
{
    uint64_t state = 1;
    uint64_t replaced = 0;
    for (uint64_t i = 0; i < sample_count(20000); i++) {
        make_graph(&state, SMALL);
        const xb_cut_part *parts = xb_cut_cheapest(arena, &graph, wanted);
        ck_assert_uint_eq(cost_of(parts), least_cost(SMALL, 0));
        for (uint32_t k = 0; k < SMALL; k++)
            replaced += parts[k] == XB_CUT_REPLACED;
        xb_arena_reset(arena);
    }
    ck_assert(replaced > sample_count(20000));
}
END_TEST

static uint64_t cost_of_entries(void)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < graph.pieces.count; i++)
        cost += wanted[i] ? xb_cut_piece_at(&graph, i)->cost : 0;
    return cost;
}

START_TEST(large_ones_are_no_dearer_than_others)
{
    uint64_t state = 2;
    make_graph(&state, (uint32_t)sample_count(100000));
    uint64_t cost = cost_of(xb_cut_cheapest(arena, &graph, wanted));
    ck_assert_uint_lt(cost, cost_of_entries());
    ck_assert_uint_lt(cost, cost_of(xb_cut_at_variables(arena, &graph, wanted)));
}
END_TEST

/* Each entry is computed from a value of its own and from one that all share. */
static void make_sharers(uint32_t count)
{
    graph = (xb_cut_graph){0};
    wanted = xb_arena_array(arena, 1 + 2 * (size_t)count, sizeof *wanted);
    *(xb_cut_piece *)xb_vector_push(arena, &graph.pieces, sizeof(xb_cut_piece)) = (xb_cut_piece){.cost = 24};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *operands = xb_arena_array(arena, 2, sizeof *operands);
        operands[1] = graph.pieces.count;
        *(xb_cut_piece *)xb_vector_push(arena, &graph.pieces, sizeof(xb_cut_piece)) =
            (xb_cut_piece){.cost = 8};
        wanted[graph.pieces.count] = true;
        *(xb_cut_piece *)xb_vector_push(arena, &graph.pieces, sizeof(xb_cut_piece)) = (xb_cut_piece){
            .can_be_replaced = true, .operands = operands, .operand_count = 2, .operations = 1, .cost = 24};
    }
}

START_TEST(entries_may_share_a_value)
{
    const uint32_t count = (uint32_t)sample_count(50000);
    make_sharers(count);
    ck_assert_uint_eq(cost_of(xb_cut_cheapest(arena, &graph, wanted)), 24 + count * 9);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cuts");
    SUITE_ADD(suite, "cuts", small_ones_are_as_cheap_as_possible, large_ones_are_no_dearer_than_others,
              entries_may_share_a_value);
    return suite_run(suite);
}
