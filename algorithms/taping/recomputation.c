/*
 * Entries of local Jacobians are temporaries that straight-line code computes. A set of temporaries and
 * variables that cuts all ways from variables to entries is enough to compute the entries again; three are
 * compared: the entries themselves; as few steps as possible away from the variables, that is, each temporary
 * is replaced by what it is computed from wherever this still has its value; and in between, a temporary is
 * replaced if that adds one member at most. A member costs a push and a pop, unless it is needed anyway or
 * has a home, whose push is shared; what is replaced costs its operations in the adjoint sweep.
 *
 * Source: to store or to recompute, A. Griewank, A. Walther: Evaluating Derivatives, 2nd edition, 2008,
 * chapter 12.
 */
#include "algorithms/taping/block.h"
#include "ir/build.h"

/* In elementary operations. A push and a pop move sixteen bytes through memory that is used once. */
enum { COST_OF_TAPE = 24, COST_OF_OPERATION = 1, COST_OF_DIVISION = 4, COST_OF_FUNCTION = 10 };

/* A temporary of the sequence. */
typedef struct piece {
    const xb_assignment *assignment;
    bool can_be_replaced;
    uint32_t *operands; /* pieces that it is computed from */
    uint32_t operand_count;
    uint32_t *variables; /* numbers of members that are no pieces */
    uint32_t variable_count;
    uint32_t operations;
    bool is_free; /* as a member: it is needed anyway */
} piece;

/* How a piece takes part in a cut. */
typedef enum part { NONE, MEMBER, REPLACED } part;

typedef struct cut {
    part *parts;   /* by piece */
    bool *members; /* by variable */
    uint64_t cost;
} cut;

typedef struct search {
    xb_block_taping *b;
    xb_arena *scratch;
    piece *pieces;
    uint32_t count;
    xb_map piece_of;    /* by node index of a symbol: number + 1 */
    xb_map variable_of; /* by number of a location: number + 1 */
    xb_vector costs;    /* uint32_t, by variable: as a member */
} search;

/* ---- pieces ------------------------------------------------------------------------------------------- */

static uint32_t find(const xb_map *map, uint64_t key)
{
    return (uint32_t)(uintptr_t)xb_map_get(map, key, 0) - 1;
}

static void put(search *s, xb_map *map, uint64_t key, uint32_t number)
{
    xb_map_put(s->scratch, map, key, 0, (const void *)((uintptr_t)number + 1));
}

/* A push at the end of a routine is shared by all sequences that use the variable. */
static uint32_t cost_of_member(xb_block_taping *b, const xb_reference *reference)
{
    xb_homes *homes = b->t->homes;
    if (xb_is_needed(b, reference))
        return 0;
    if (!xb_has_home(homes, reference, b->place))
        return COST_OF_TAPE;
    return xb_home_is_free(homes, reference, b->place)
               ? 0
               : COST_OF_TAPE / xb_sequences_using(b->t->uses, reference->symbol);
}

static uint32_t variable(search *s, const xb_reference *reference)
{
    uint32_t location = xb_location_of(s->b->locations, reference)->number;
    uint32_t number = find(&s->variable_of, location);
    if (number != UINT32_MAX)
        return number;
    number = s->costs.count;
    put(s, &s->variable_of, location, number);
    *(uint32_t *)xb_vector_push(s->scratch, &s->costs, sizeof(uint32_t)) = cost_of_member(s->b, reference);
    return number;
}

static uint32_t cost_of(const xb_vertex *vertex)
{
    switch (xb_vertex_intrinsic(vertex)) {
    case XB_INTRINSIC_ADD:
    case XB_INTRINSIC_SUB:
    case XB_INTRINSIC_MUL:
    case XB_INTRINSIC_MINUS: return COST_OF_OPERATION;
    case XB_INTRINSIC_DIV: return COST_OF_DIVISION;
    default: return COST_OF_FUNCTION;
    }
}

/* An operand. @return false if it has another value by now, or one that the tape does not hold */
static bool take_operand(search *s, piece *p, const xb_reference *reference, uint64_t time)
{
    if (!xb_tape_holds(reference->symbol->type))
        return false;
    uint32_t number = find(&s->piece_of, reference->symbol->node.index);
    if (number != UINT32_MAX) {
        p->operands[p->operand_count++] = number;
        return true;
    }
    if (xb_reference_rank(reference) != 0 || xb_stamp_of_reference(&s->b->stamps, reference) > time)
        return false;
    p->variables[p->variable_count++] = variable(s, reference);
    return true;
}

static void make_piece(search *s, uint32_t number, const xb_computed_temporary *computed)
{
    piece *p = &s->pieces[number];
    const xb_expression *value = computed->assignment->value;
    uint32_t count = value->graph.vertex_count;
    p->assignment = computed->assignment;
    p->operands = xb_arena_array(s->scratch, count, sizeof *p->operands);
    p->variables = xb_arena_array(s->scratch, count, sizeof *p->variables);
    p->can_be_replaced = true;
    for (uint32_t v = 0; v < count && p->can_be_replaced; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            p->can_be_replaced = take_operand(s, p, (const xb_reference *)vertex, computed->time);
        else if (vertex->node.kind == XB_KIND_INTRINSIC)
            p->operations += cost_of(vertex);
        else
            p->can_be_replaced = vertex->node.kind == XB_KIND_CONSTANT;
    }
    p->is_free = xb_is_needed(s->b, computed->assignment->target);
    put(s, &s->piece_of, computed->assignment->target->symbol->node.index, number);
}

/* ---- cuts --------------------------------------------------------------------------------------------- */

/* What the cost of the members would grow by. */
static uint32_t growth(const search *s, const cut *c, const piece *p)
{
    const uint32_t *costs = s->costs.items;
    uint32_t added = 0;
    for (uint32_t i = 0; i < p->operand_count; i++)
        added += c->parts[p->operands[i]] == NONE && !s->pieces[p->operands[i]].is_free ? COST_OF_TAPE : 0;
    for (uint32_t i = 0; i < p->variable_count; i++)
        added += c->members[p->variables[i]] ? 0 : costs[p->variables[i]];
    return added;
}

static void replace(const search *s, cut *c, uint32_t number)
{
    const piece *p = &s->pieces[number];
    c->parts[number] = REPLACED;
    c->cost += p->operations;
    for (uint32_t i = 0; i < p->operand_count; i++)
        if (c->parts[p->operands[i]] == NONE)
            c->parts[p->operands[i]] = MEMBER;
    for (uint32_t i = 0; i < p->variable_count; i++)
        c->members[p->variables[i]] = true;
}

/* @param most cost of members that a replacement may add */
static cut find_cut(const search *s, const bool *wanted, uint32_t most, bool replaces)
{
    const uint32_t *costs = s->costs.items;
    cut c = {xb_arena_array(s->scratch, s->count, sizeof *c.parts),
             xb_arena_array(s->scratch, s->costs.count, sizeof *c.members), 0};
    for (uint32_t i = s->count; i-- > 0;) {
        if (wanted[i] && c.parts[i] == NONE)
            c.parts[i] = MEMBER;
        if (replaces && c.parts[i] == MEMBER && s->pieces[i].can_be_replaced &&
            growth(s, &c, &s->pieces[i]) <= most)
            replace(s, &c, i);
    }
    for (uint32_t i = 0; i < s->count; i++)
        c.cost += c.parts[i] == MEMBER && !s->pieces[i].is_free ? COST_OF_TAPE : 0;
    for (uint32_t i = 0; i < s->costs.count; i++)
        c.cost += c.members[i] ? costs[i] : 0;
    return c;
}

static cut choose_cut(const search *s, const bool *wanted)
{
    cut best = find_cut(s, wanted, UINT32_MAX, true);
    if (s->b->t->settings->strategy == XB_TAPE_VALUES)
        return best;
    cut other = find_cut(s, wanted, COST_OF_TAPE, true);
    if (other.cost <= best.cost)
        best = other;
    other = find_cut(s, wanted, 0, false);
    return other.cost <= best.cost ? other : best;
}

/* ---- needs -------------------------------------------------------------------------------------------- */

/* The number of a factor's piece; UINT32_MAX: it is none. */
static uint32_t piece_of(const search *s, const xb_expression *factor)
{
    const xb_vertex *root = xb_expression_root(factor);
    if (root->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return UINT32_MAX;
    return find(&s->piece_of, ((const xb_reference *)root)->symbol->node.index);
}

typedef void factor_action(void *context, const xb_expression *factor);

static void each_factor(const xb_propagator *propagator, factor_action *act, void *context)
{
    for (size_t i = 0; i < propagator->entries.count; i++) {
        const xb_propagation *entry = propagator->entries.items[i];
        for (size_t k = 0; k < entry->terms.count; k++)
            act(context, ((const xb_term *)entry->terms.items + k)->factor);
    }
}

/* The pieces that factors are, and whether they are replaced in the cut that was chosen. */
typedef struct factors {
    search *s;
    bool *wanted;
    const part *parts;
} factors;

static void want(void *context, const xb_expression *factor)
{
    const factors *f = context;
    uint32_t number = piece_of(f->s, factor);
    if (number != UINT32_MAX)
        f->wanted[number] = true;
}

static void need_member(void *context, const xb_expression *factor)
{
    const factors *f = context;
    uint32_t number = piece_of(f->s, factor);
    if (number == UINT32_MAX || f->parts[number] != REPLACED)
        xb_need_factor(f->s->b, factor);
}

static void recompute(search *s, const cut *c, uint32_t number, xb_linear_item *item)
{
    const xb_assignment *assignment = s->pieces[number].assignment;
    const xb_expression *value = assignment->value;
    xb_list_append(s->b->t->program->arena, &item->recomputed, assignment);
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *reference = (const xb_reference *)vertex;
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        uint32_t operand = find(&s->piece_of, reference->symbol->node.index);
        if (operand == UINT32_MAX || c->parts[operand] != REPLACED)
            xb_need_reference(s->b, XB_TAPE_FACTOR, reference);
    }
}

static void need_entries(void *context, const xb_expression *factor)
{
    xb_need_factor(context, factor);
}

void xb_need_factors(xb_block_taping *b, const xb_propagator *propagator)
{
    if (b->t->settings->strategy == XB_TAPE_JACOBIAN) {
        each_factor(propagator, need_entries, b);
        return;
    }
    xb_arena *scratch = xb_run_inner_scratch(b->t->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    search s = {.b = b, .scratch = scratch, .count = b->computed.count};
    s.pieces = xb_arena_array(scratch, s.count, sizeof *s.pieces);
    for (uint32_t i = 0; i < s.count; i++)
        make_piece(&s, i, (const xb_computed_temporary *)b->computed.items + i);
    factors f = {&s, xb_arena_array(scratch, s.count, sizeof *f.wanted), NULL};
    each_factor(propagator, want, &f);
    const cut c = choose_cut(&s, f.wanted);
    xb_linear_item *item = (xb_linear_item *)b->items->items + b->items->count - 1;
    for (uint32_t i = 0; i < s.count; i++)
        if (c.parts[i] == REPLACED)
            recompute(&s, &c, i, item);
    f.parts = c.parts;
    each_factor(propagator, need_member, &f);
    xb_arena_release(scratch, mark);
}
