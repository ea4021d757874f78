/*
 * Entries of local Jacobians are temporaries that straight-line code computes. They are pushed, or what they
 * are computed from, according to the cut that is chosen (cuts.h). A temporary can be replaced by what it is
 * computed from if this still has its value where the entries are needed.
 */
#include "algorithms/taping/block.h"
#include "algorithms/taping/cuts.h"
#include "ir/build.h"

/* The temporaries of a sequence. */
typedef struct search {
    xb_block_taping *b;
    xb_arena *scratch;
    xb_cut_graph graph;
    xb_map piece_of;    /* by node index of a symbol: number + 1 */
    xb_map variable_of; /* by number of a location: number + 1 */
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

/* A push is shared by all sequences that use the value: those of the routine if it is made at the end, else
 * those of the block. */
static uint32_t cost_of_member(xb_block_taping *b, const xb_reference *reference)
{
    xb_homes *homes = b->t->homes;
    if (xb_is_needed(b, reference))
        return 0;
    if (!xb_has_home(homes, reference, b->place))
        return XB_COST_OF_TAPE / xb_sharers(b, reference);
    return xb_home_is_free(homes, reference, b->place)
               ? 0
               : XB_COST_OF_TAPE / xb_sequences_using(b->t->uses, reference->symbol);
}

static uint32_t variable(search *s, const xb_reference *reference)
{
    uint32_t location = xb_location_of(s->b->locations, reference)->number;
    uint32_t number = find(&s->variable_of, location);
    if (number != UINT32_MAX)
        return number;
    number = s->graph.costs.count;
    put(s, &s->variable_of, location, number);
    *(uint32_t *)xb_vector_push(s->scratch, &s->graph.costs, sizeof(uint32_t)) =
        cost_of_member(s->b, reference);
    return number;
}

static uint32_t cost_of(const xb_vertex *vertex)
{
    switch (xb_vertex_intrinsic(vertex)) {
    case XB_INTRINSIC_ADD:
    case XB_INTRINSIC_SUB:
    case XB_INTRINSIC_MUL:
    case XB_INTRINSIC_MINUS: return XB_COST_OF_OPERATION;
    case XB_INTRINSIC_DIV: return XB_COST_OF_DIVISION;
    default: return XB_COST_OF_FUNCTION;
    }
}

/* An operand. @return false if it has another value by now, or one that the tape does not hold */
static bool take_operand(search *s, xb_cut_piece *p, const xb_reference *reference, uint64_t time)
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
    xb_cut_piece *p = &s->graph.pieces[number];
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

static void make_pieces(search *s)
{
    const xb_computed_temporary *computed = s->b->computed.items;
    s->graph.pieces = xb_arena_array(s->scratch, s->graph.count, sizeof *s->graph.pieces);
    for (uint32_t i = 0; i < s->graph.count; i++)
        make_piece(s, i, &computed[i]);
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
    const xb_cut_part *parts;
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
    if (number == UINT32_MAX || f->parts[number] != XB_CUT_REPLACED)
        xb_need_factor(f->s->b, factor);
}

static void recompute(search *s, const xb_cut *c, uint32_t number, xb_linear_item *item)
{
    const xb_assignment *assignment = s->graph.pieces[number].assignment;
    const xb_expression *value = assignment->value;
    xb_list_append(s->b->t->program->arena, &item->recomputed, assignment);
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *reference = (const xb_reference *)vertex;
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        uint32_t operand = find(&s->piece_of, reference->symbol->node.index);
        if (operand == UINT32_MAX || c->parts[operand] != XB_CUT_REPLACED)
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
    search s = {.b = b, .scratch = scratch, .graph.count = b->computed.count};
    make_pieces(&s);
    factors f = {&s, xb_arena_array(scratch, s.graph.count, sizeof *f.wanted), NULL};
    each_factor(propagator, want, &f);
    const xb_cut c = xb_cut_choose(scratch, &s.graph, f.wanted, b->t->settings->strategy);
    xb_linear_item *item = (xb_linear_item *)b->items->items + b->items->count - 1;
    for (uint32_t i = 0; i < s.graph.count; i++)
        if (c.parts[i] == XB_CUT_REPLACED)
            recompute(&s, &c, i, item);
    f.parts = c.parts;
    each_factor(propagator, need_member, &f);
    xb_arena_release(scratch, mark);
}
