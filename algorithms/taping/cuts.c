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
    const uint32_t *costs; /* by variable */
    xb_arena *arena;
} search;

static xb_cut start(const search *s)
{
    return (xb_cut){xb_arena_array(s->arena, s->graph->count, sizeof(xb_cut_part)),
                    xb_arena_array(s->arena, s->graph->costs.count, sizeof(bool)), 0};
}

static uint32_t cost_as_member(const xb_cut_piece *p)
{
    return p->is_free ? 0 : XB_COST_OF_TAPE;
}

/* Adds the cost of the members to that of the operations. */
static xb_cut counted(const search *s, xb_cut c)
{
    for (uint32_t i = 0; i < s->graph->count; i++)
        c.cost += c.parts[i] == XB_CUT_MEMBER ? cost_as_member(&s->graph->pieces[i]) : 0;
    for (uint32_t i = 0; i < s->graph->costs.count; i++)
        c.cost += c.members[i] ? s->costs[i] : 0;
    return c;
}

/* ---- one piece at a time ------------------------------------------------------------------------------- */

/* What the cost of the members would grow by. */
static uint32_t growth(const search *s, const xb_cut *c, const xb_cut_piece *p)
{
    uint32_t added = 0;
    for (uint32_t i = 0; i < p->operand_count; i++)
        if (c->parts[p->operands[i]] == XB_CUT_NONE)
            added += cost_as_member(&s->graph->pieces[p->operands[i]]);
    for (uint32_t i = 0; i < p->variable_count; i++)
        added += c->members[p->variables[i]] ? 0 : s->costs[p->variables[i]];
    return added;
}

static void replace(const search *s, xb_cut *c, uint32_t number)
{
    const xb_cut_piece *p = &s->graph->pieces[number];
    c->parts[number] = XB_CUT_REPLACED;
    c->cost += p->operations;
    for (uint32_t i = 0; i < p->operand_count; i++)
        if (c->parts[p->operands[i]] == XB_CUT_NONE)
            c->parts[p->operands[i]] = XB_CUT_MEMBER;
    for (uint32_t i = 0; i < p->variable_count; i++)
        c->members[p->variables[i]] = true;
}

/* @param most cost of members that a replacement may add */
static xb_cut by_growth(const search *s, const bool *wanted, uint32_t most)
{
    xb_cut c = start(s);
    for (uint32_t i = s->graph->count; i-- > 0;) {
        const xb_cut_piece *p = &s->graph->pieces[i];
        if (wanted[i] && c.parts[i] == XB_CUT_NONE)
            c.parts[i] = XB_CUT_MEMBER;
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
    uint32_t variables[MOST_PIECES], variable_count;
    uint32_t cost;
    bool fits; /* is within the bounds so far */
} cone;

/* The least cost at which each piece is had by itself, if no two share what they are computed from. */
static uint32_t *least_costs(const search *s)
{
    uint32_t *least = xb_arena_array(s->arena, s->graph->count, sizeof *least);
    for (uint32_t i = 0; i < s->graph->count; i++) {
        const xb_cut_piece *p = &s->graph->pieces[i];
        uint64_t cost = p->operations;
        for (uint32_t k = 0; k < p->operand_count; k++)
            cost += least[p->operands[k]];
        for (uint32_t k = 0; k < p->variable_count; k++)
            cost += s->costs[p->variables[k]];
        least[i] = cost_as_member(p);
        if (p->can_be_replaced && cost < least[i])
            least[i] = (uint32_t)cost;
    }
    return least;
}

static void include(uint32_t *numbers, uint32_t *count, uint32_t number, cone *to)
{
    for (uint32_t i = 0; i < *count; i++)
        if (numbers[i] == number)
            return;
    to->fits = to->fits && *count < MOST_PIECES;
    if (to->fits)
        numbers[(*count)++] = number;
}

static void expand(const search *s, const xb_cut *c, const xb_cut_piece *p, cone *to)
{
    uint32_t known = to->variable_count;
    to->cost += p->operations;
    for (uint32_t i = 0; i < p->operand_count; i++)
        if (c->parts[p->operands[i]] == XB_CUT_NONE)
            include(to->pieces, &to->count, p->operands[i], to);
    for (uint32_t i = 0; i < p->variable_count; i++)
        if (!c->members[p->variables[i]])
            include(to->variables, &to->variable_count, p->variables[i], to);
    for (; known < to->variable_count; known++)
        to->cost += s->costs[to->variables[known]];
}

static bool is_replaced(const search *s, const uint32_t *least, uint32_t number)
{
    const xb_cut_piece *p = &s->graph->pieces[number];
    return p->can_be_replaced && least[number] < cost_as_member(p);
}

static cone cone_of(const search *s, const xb_cut *c, const uint32_t *least, uint32_t root)
{
    cone found = {.pieces = {root}, .count = 1, .fits = true};
    expand(s, c, &s->graph->pieces[root], &found);
    for (uint32_t i = 1; i < found.count && found.fits; i++) {
        const xb_cut_piece *p = &s->graph->pieces[found.pieces[i]];
        if (is_replaced(s, least, found.pieces[i]))
            expand(s, c, p, &found);
        else
            found.cost += cost_as_member(p);
        found.fits = found.fits && found.cost < XB_COST_OF_TAPE;
    }
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
    xb_cut c = start(s);
    const uint32_t *least = least_costs(s);
    for (uint32_t i = 0; i < s->graph->count; i++)
        c.parts[i] = wanted[i] ? XB_CUT_MEMBER : XB_CUT_NONE;
    for (uint32_t i = s->graph->count; i-- > 0;) {
        const xb_cut_piece *p = &s->graph->pieces[i];
        if (c.parts[i] != XB_CUT_MEMBER || p->is_free || !p->can_be_replaced)
            continue;
        const cone found = cone_of(s, &c, least, i);
        if (found.fits && found.cost < XB_COST_OF_TAPE)
            take(s, &c, least, &found);
    }
    return counted(s, c);
}

/* ---- the choice ---------------------------------------------------------------------------------------- */

static xb_cut of_entries(const search *s, const bool *wanted)
{
    xb_cut c = start(s);
    for (uint32_t i = 0; i < s->graph->count; i++)
        c.parts[i] = wanted[i] ? XB_CUT_MEMBER : XB_CUT_NONE;
    return counted(s, c);
}

static xb_cut cheaper(xb_cut a, xb_cut b)
{
    return b.cost <= a.cost ? b : a;
}

xb_cut xb_cut_choose(xb_arena *arena, const xb_cut_graph *graph, const bool *wanted,
                     xb_tape_strategy strategy)
{
    const search s = {graph, graph->costs.items, arena};
    xb_cut best = by_growth(&s, wanted, UINT32_MAX);
    if (strategy == XB_TAPE_VALUES)
        return best;
    best = cheaper(best, by_growth(&s, wanted, XB_COST_OF_TAPE));
    best = cheaper(best, by_cones(&s, wanted));
    return cheaper(best, of_entries(&s, wanted));
}
