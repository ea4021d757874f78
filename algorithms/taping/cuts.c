/*
 * Four cuts are compared: the entries themselves; as few steps as possible away from the variables, that is,
 * each temporary is replaced by what it is computed from wherever that can be had; in between, a temporary is
 * replaced if that adds one member at most; and the entries, of which each is replaced by the *cone* of what
 * it is computed from if that costs less than its push. What a cone costs depends on what is known already,
 * so that entries that share their operands are looked at one after the other. A cone ends at pieces that
 * are cheaper pushed, if each had to bear all costs of what it is computed from. It is given up as soon as it
 * costs more than a push, which bounds its size.
 */
#include "algorithms/taping/cuts.h"

typedef struct search {
    const xb_cut_graph *graph;
    uint32_t count; /* of pieces */
    xb_arena *arena;
} search;

static const xb_cut_piece *piece(const search *s, uint32_t number)
{
    return xb_cut_piece_at(s->graph, number);
}

/* Adds the cost of the members to that of the operations. */
static xb_cut counted(const search *s, xb_cut c)
{
    for (uint32_t i = 0; i < s->count; i++)
        c.cost += c.parts[i] == XB_CUT_MEMBER ? piece(s, i)->cost : 0;
    return c;
}

/* All entries are members. */
static xb_cut of_entries(const search *s, const bool *wanted)
{
    xb_cut c = {xb_arena_array(s->arena, s->count, sizeof(xb_cut_part)), 0};
    for (uint32_t i = 0; i < s->count; i++)
        c.parts[i] = wanted[i] ? XB_CUT_MEMBER : XB_CUT_NONE;
    return c;
}

/* ---- one piece at a time ------------------------------------------------------------------------------- */

/* What the cost of the members would grow by. */
static uint32_t growth(const search *s, const xb_cut *c, const xb_cut_piece *p)
{
    uint32_t added = 0;
    for (uint32_t i = 0; i < p->operand_count; i++)
        added += c->parts[p->operands[i]] == XB_CUT_NONE ? piece(s, p->operands[i])->cost : 0;
    return added;
}

static void replace(const search *s, xb_cut *c, uint32_t number)
{
    const xb_cut_piece *p = piece(s, number);
    c->parts[number] = XB_CUT_REPLACED;
    c->cost += p->operations;
    for (uint32_t i = 0; i < p->operand_count; i++)
        if (c->parts[p->operands[i]] == XB_CUT_NONE)
            c->parts[p->operands[i]] = XB_CUT_MEMBER;
}

/* @param most cost of members that a replacement may add */
static xb_cut by_growth(const search *s, const bool *wanted, uint32_t most)
{
    xb_cut c = of_entries(s, wanted);
    for (uint32_t i = s->count; i-- > 0;) {
        const xb_cut_piece *p = piece(s, i);
        if (c.parts[i] == XB_CUT_MEMBER && p->can_be_replaced && growth(s, &c, p) <= most)
            replace(s, &c, i);
    }
    return counted(s, c);
}

/* ---- cones --------------------------------------------------------------------------------------------- */

enum { MOST_PIECES = 32 };

/* What an entry would be computed from. */
typedef struct cone {
    uint32_t pieces[MOST_PIECES], count;
    uint32_t cost;
    bool fits; /* is within the bounds so far */
} cone;

/* The least cost at which each piece is had by itself, if no two share what they are computed from. */
static uint32_t *least_costs(const search *s)
{
    uint32_t *least = xb_arena_array(s->arena, s->count, sizeof *least);
    for (uint32_t i = 0; i < s->count; i++) {
        const xb_cut_piece *p = piece(s, i);
        uint64_t cost = p->operations;
        for (uint32_t k = 0; k < p->operand_count; k++)
            cost += least[p->operands[k]];
        least[i] = p->can_be_replaced && cost < p->cost ? (uint32_t)cost : p->cost;
    }
    return least;
}

static void include(cone *to, uint32_t number)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (to->pieces[i] == number)
            return;
    to->fits = to->fits && to->count < MOST_PIECES;
    if (to->fits)
        to->pieces[to->count++] = number;
}

static void expand(const xb_cut *c, const xb_cut_piece *p, cone *to)
{
    to->cost += p->operations;
    for (uint32_t i = 0; i < p->operand_count; i++)
        if (c->parts[p->operands[i]] == XB_CUT_NONE)
            include(to, p->operands[i]);
}

static bool is_replaced(const search *s, const uint32_t *least, uint32_t number)
{
    return piece(s, number)->can_be_replaced && least[number] < piece(s, number)->cost;
}

static cone cone_of(const search *s, const xb_cut *c, const uint32_t *least, uint32_t root)
{
    cone found = {.pieces = {root}, .count = 1, .fits = true};
    expand(c, piece(s, root), &found);
    for (uint32_t i = 1; i < found.count && found.fits; i++) {
        if (is_replaced(s, least, found.pieces[i]))
            expand(c, piece(s, found.pieces[i]), &found);
        else
            found.cost += piece(s, found.pieces[i])->cost;
        found.fits = found.fits && found.cost < piece(s, root)->cost;
    }
    found.fits = found.fits && found.cost < piece(s, root)->cost;
    return found;
}

static void take(const search *s, xb_cut *c, const uint32_t *least, const cone *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        if (i == 0 || is_replaced(s, least, from->pieces[i]))
            replace(s, c, from->pieces[i]);
}

static xb_cut by_cones(const search *s, const bool *wanted)
{
    xb_cut c = of_entries(s, wanted);
    const uint32_t *least = least_costs(s);
    for (uint32_t i = s->count; i-- > 0;) {
        if (c.parts[i] != XB_CUT_MEMBER || !piece(s, i)->can_be_replaced)
            continue;
        const cone found = cone_of(s, &c, least, i);
        if (found.fits)
            take(s, &c, least, &found);
    }
    return counted(s, c);
}

/* ---- the choice ---------------------------------------------------------------------------------------- */

static xb_cut cheaper(xb_cut a, xb_cut b)
{
    return b.cost <= a.cost ? b : a;
}

xb_cut xb_cut_choose(xb_arena *arena, const xb_cut_graph *graph, const bool *wanted,
                     xb_tape_strategy strategy)
{
    const search s = {graph, graph->pieces.count, arena};
    xb_cut best = by_growth(&s, wanted, UINT32_MAX);
    if (strategy == XB_TAPE_VALUES)
        return best;
    best = cheaper(best, by_growth(&s, wanted, XB_COST_OF_TAPE));
    best = cheaper(best, by_cones(&s, wanted));
    return cheaper(best, counted(&s, of_entries(&s, wanted)));
}
