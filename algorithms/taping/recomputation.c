/*
 * Entries of local Jacobians are temporaries that straight-line code computes. They are pushed, or what they
 * are computed from, according to the cut that is chosen (cuts.h). A value can be replaced by what it is
 * computed from if this still has its value where the entries are needed. That goes through assignments to
 * variables of the program, too: these are computed again to temporaries. Elements and
 * sections of arrays can be replaced by parts of the array as a whole (wholes.c). What is an array is
 * computed again if all operations are made element by element.
 */
#include "algorithms/taping/block.h"
#include "algorithms/taping/cuts.h"
#include "ir/build.h"

/* Elements of an array that is computed again, and vertices of its expression, at most: costs are counted in
 * 32 bits. */
enum { MOST_ELEMENTS = 1 << 16, MOST_VERTICES = 1 << 10 };

/* How often a loop is taken to be run where nothing tells. */
enum { ROUNDS_IF_UNKNOWN = 10 };

/* The values of a sequence. */
typedef struct search {
    xb_block_taping *b;
    xb_arena *scratch;
    xb_cut_graph graph;
    xb_node_numbers of_temporary;
    xb_map of_variable;       /* by number of a location and time: number + 1 */
    xb_node_numbers of_whole; /* of an array */
} search;

/* ---- pieces ------------------------------------------------------------------------------------------- */

static uint32_t location(const search *s, const xb_reference *reference)
{
    return xb_location_of(s->b->locations, reference)->number;
}

static uint32_t add(search *s, const xb_cut_piece *piece)
{
    *(xb_cut_piece *)xb_vector_push(s->scratch, &s->graph.pieces, sizeof *piece) = *piece;
    return s->graph.pieces.count - 1;
}

/* Adds a piece for what a variable has at a time. */
static uint32_t add_at(search *s, const xb_reference *reference, uint64_t time, const xb_cut_piece *piece)
{
    uint32_t number = add(s, piece);
    xb_map_put(s->scratch, &s->of_variable, location(s, reference), time,
               (const void *)((uintptr_t)number + 1));
    return number;
}

/* The piece that has the value of a reference; UINT32_MAX: none. */
static uint32_t find(const search *s, const xb_reference *reference)
{
    uint32_t number = xb_node_numbers_get(&s->of_temporary, &reference->symbol->node);
    if (number != XB_NO_NUMBER)
        return number;
    uint64_t stamp = xb_stamp_of_reference(&s->b->stamps, reference);
    return (uint32_t)(uintptr_t)xb_map_get(&s->of_variable, location(s, reference), stamp) - 1;
}

/* There may be many elements, so that it counts how many rounds of loops share a push. */
static uint32_t cost_of_element(xb_block_taping *b, xb_home home, const xb_reference *reference)
{
    uint64_t rounds;
    if (xb_home_is_there(b->t->homes, home, reference))
        return 0;
    if (!xb_home_rounds(b->t->homes, home, reference, b->place, &rounds))
        rounds = ROUNDS_IF_UNKNOWN;
    if (rounds == 1)
        return XB_COST_OF_TAPE / xb_sharers(b, reference);
    return (uint32_t)((XB_COST_OF_TAPE + rounds - 1) / rounds);
}

/* A push is shared by all sequences that use the value: those of the routine if it is made at the end, else
 * those of the block. */
static uint32_t cost_of_member(xb_block_taping *b, const xb_reference *reference)
{
    if (b->keeps || xb_is_needed(b, reference))
        return 0;
    const xb_home home = xb_find_home(b->t->homes, reference, b->place);
    if (home.kind == XB_HOME_NONE)
        return XB_COST_OF_TAPE / xb_sharers(b, reference);
    if (!xb_reference_is_whole(reference))
        return cost_of_element(b, home, reference);
    return xb_home_is_free(b->t->homes, home, reference, b->place)
               ? 0
               : XB_COST_OF_TAPE / xb_sequences_using(b->t->uses, reference->symbol);
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

/* Elements of what a reference denotes; 0: they are not known. */
static uint32_t elements_of(const search *s, const xb_reference *reference)
{
    const xb_shape shape = xb_shape_of_reference(s->scratch, reference);
    int64_t count = xb_shape_count(&shape);
    return count > 0 && count <= MOST_ELEMENTS ? (uint32_t)count : 0;
}

/* The number of the piece that an array as a whole is. */
static uint32_t whole(search *s, const xb_reference *part, uint32_t cost)
{
    uint32_t number = xb_node_numbers_get(&s->of_whole, &part->symbol->node);
    if (number != XB_NO_NUMBER)
        return number;
    number = add(s, &(xb_cut_piece){.cost = cost});
    xb_node_numbers_put(s->scratch, &s->of_whole, &part->symbol->node, number);
    return number;
}

/* A piece for what a variable of the program has, which may be replaced by a part of an array as a whole. */
static uint32_t add_variable(search *s, const xb_reference *reference, uint64_t time, uint64_t stamp)
{
    uint32_t count = elements_of(s, reference), cost;
    if (count == 0)
        return UINT32_MAX;
    xb_cut_piece p = {.cost = count * cost_of_member(s->b, reference)};
    p.whole = p.cost > 0 ? xb_whole_of(s->b, reference, time, &cost) : XB_WHOLE_NEVER;
    if (p.whole != XB_WHOLE_NEVER) {
        p.can_be_replaced = true;
        p.operations = XB_COST_OF_OPERATION;
        p.operands = xb_arena_alloc(s->scratch, sizeof *p.operands);
        p.operands[p.operand_count++] = whole(s, reference, cost);
    }
    return add_at(s, reference, stamp, &p);
}

/* The number of an operand's piece; UINT32_MAX if it has another value by now, or one that the tape does not
 * hold. */
static uint32_t operand(search *s, const xb_reference *reference, uint64_t time)
{
    if (!xb_tape_holds(reference->symbol->type))
        return UINT32_MAX;
    uint32_t number = xb_node_numbers_get(&s->of_temporary, &reference->symbol->node);
    if (number != XB_NO_NUMBER)
        return number;
    uint64_t stamp = xb_stamp_of_reference(&s->b->stamps, reference);
    if (stamp > time)
        return UINT32_MAX;
    number = find(s, reference);
    return number != UINT32_MAX ? number : add_variable(s, reference, time, stamp);
}

/* Whether an operation does for each element of an array what it does for a number. */
static bool is_elemental(const xb_vertex *vertex)
{
    return xb_intrinsic_facts_of(xb_vertex_intrinsic(vertex))->form == XB_FORM_ELEMENTAL;
}

/* @return whether all operands can be had */
static bool take_operands(search *s, xb_cut_piece *p, const xb_computed_value *computed)
{
    const xb_expression *value = computed->assignment->value;
    const bool is_array = xb_reference_rank(computed->assignment->target) != 0;
    const uint32_t count = is_array ? elements_of(s, computed->assignment->target) : 1;
    p->operands = xb_arena_array(s->scratch, value->graph.vertex_count, sizeof *p->operands);
    if (is_array && value->graph.vertex_count > MOST_VERTICES)
        return false;
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (xb_is_inquiry(vertex) ||
            (is_array && vertex->node.kind == XB_KIND_INTRINSIC && !is_elemental(vertex)))
            return false;
        if (vertex->node.kind == XB_KIND_INTRINSIC)
            p->operations += count * cost_of(vertex);
        else if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE) {
            uint32_t number = operand(s, (const xb_reference *)vertex, computed->time);
            if (number == UINT32_MAX)
                return false;
            p->operands[p->operand_count++] = number;
        } else if (vertex->node.kind != XB_KIND_CONSTANT)
            return false;
    }
    return true;
}

static void make_piece(search *s, const xb_computed_value *computed)
{
    const xb_reference *target = computed->assignment->target;
    xb_cut_piece p = {.assignment = computed->assignment, .cost = XB_COST_OF_TAPE};
    p.can_be_replaced = take_operands(s, &p, computed);
    if (target->symbol->temporary) {
        p.cost = s->b->keeps || xb_is_needed(s->b, target) ? 0 : elements_of(s, target) * XB_COST_OF_TAPE;
        xb_node_numbers_put(s->scratch, &s->of_temporary, &target->symbol->node, add(s, &p));
    } else if (p.can_be_replaced && xb_stamp_of_reference(&s->b->stamps, target) == computed->time + 1) {
        p.cost = cost_of_member(s->b, target);
        add_at(s, target, computed->time + 1, &p);
    }
}

static void make_pieces(search *s)
{
    const xb_computed_value *computed = s->b->computed.items;
    for (uint32_t i = 0; i < s->b->computed.count; i++)
        make_piece(s, &computed[i]);
}

/* ---- needs -------------------------------------------------------------------------------------------- */

/* The number of a factor's piece; UINT32_MAX: it is none. */
static uint32_t piece_of(const search *s, const xb_expression *factor)
{
    const xb_vertex *root = xb_expression_root(factor);
    if (root->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return UINT32_MAX;
    return xb_node_numbers_get(&s->of_temporary, &((const xb_reference *)root)->symbol->node);
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
    if (number == UINT32_MAX || f->parts[number] != XB_CUT_REPLACED) {
        xb_need_factor(f->s->b, factor);
        return;
    }
    const xb_cut_piece *p = xb_cut_piece_at(&f->s->graph, number);
    if (p->same)
        xb_recall(f->s->b, &factor->node, p->same);
}

static void need_operand(search *s, const xb_cut_part *parts, const xb_reference *reference)
{
    uint32_t number = find(s, reference);
    const xb_cut_piece *p = xb_cut_piece_at(&s->graph, number);
    if (parts[number] != XB_CUT_REPLACED)
        xb_need_reference(s->b, XB_TAPE_FACTOR, reference);
    else if (p->whole != XB_WHOLE_NEVER)
        xb_need_by_whole(s->b, reference, (xb_whole)p->whole);
    else if (p->same)
        xb_recall(s->b, &reference->vertex.node, p->same);
    else if (p->again)
        xb_recall_by(s->b, &reference->vertex.node, p->again);
}

static bool is_copy(const xb_assignment *assignment)
{
    return xb_expression_root(assignment->value)->node.kind == XB_KIND_VARIABLE_REFERENCE;
}

/* What a copy of a number is recalled by, so that it is not made again; NULL if a value is no copy, or
 * changes its type on the way. */
static const xb_tape_need *copied(const search *s, const xb_assignment *assignment)
{
    const xb_vertex *root = xb_expression_root(assignment->value);
    if (!is_copy(assignment))
        return NULL;
    const xb_reference *original = (const xb_reference *)root;
    const xb_symbol *from = original->symbol, *to = assignment->target->symbol;
    return xb_reference_rank(original) == 0 && from->type == to->type && from->fe_type == to->fe_type
               ? xb_node_map_get(&s->b->t->recalled, &root->node)
               : NULL;
}

static void need_operands(search *s, const xb_cut_part *parts, const xb_assignment *assignment)
{
    for (uint32_t v = 0; v < assignment->value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(assignment->value, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            need_operand(s, parts, (const xb_reference *)vertex);
    }
}

static void recompute(search *s, const xb_cut_part *parts, xb_cut_piece *p, xb_linear_item *item)
{
    xb_arena *arena = s->b->t->program->arena;
    const xb_assignment *assignment = p->assignment;
    if (is_copy(assignment))
        need_operands(s, parts, assignment);
    p->same = copied(s, assignment);
    if (p->same)
        return;
    if (!assignment->target->symbol->temporary)
        p->again = xb_tape_scalar_for(&s->b->t->tape, assignment->target);
    xb_recomputation *recomputation = xb_arena_alloc(arena, sizeof *recomputation);
    *recomputation = (xb_recomputation){assignment, p->again ? p->again : assignment->target->symbol};
    xb_list_append(arena, &item->recomputed, recomputation);
    if (!is_copy(assignment))
        need_operands(s, parts, assignment);
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
    search s = {.b = b, .scratch = scratch};
    xb_node_numbers_reserve(scratch, &s.of_temporary, b->computed.count);
    make_pieces(&s);
    factors f = {&s, xb_arena_array(scratch, s.graph.pieces.count, sizeof *f.wanted), NULL};
    each_factor(propagator, want, &f);
    f.parts = b->t->settings->strategy == XB_TAPE_VALUES ? xb_cut_at_variables(scratch, &s.graph, f.wanted)
                                                         : xb_cut_cheapest(scratch, &s.graph, f.wanted);
    xb_linear_item *item = (xb_linear_item *)b->items->items + b->items->count - 1;
    for (uint32_t i = 0; i < s.graph.pieces.count; i++)
        if (f.parts[i] == XB_CUT_REPLACED && xb_cut_piece_at(&s.graph, i)->assignment)
            recompute(&s, f.parts, xb_cut_piece_at(&s.graph, i), item);
    each_factor(propagator, need_member, &f);
    xb_arena_release(scratch, mark);
}
