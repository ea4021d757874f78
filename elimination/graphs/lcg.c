/*
 * Arcs stand in doubly linked lists, one out of and one into each vertex; those out of vertices that have or
 * had many of them in a chained hash table by their ends, too. All refer to each other by index, and arcs
 * that were removed are used again. So looking for an arc, adding and removing one take constant time, and
 * nothing depends on how many neighbours the neighbours have.
 *
 * When a label becomes 0 its arc is removed, and with it everything that is no longer on a path from an
 * independent to a dependent; that is put off to the end of the action, so that it does not disturb the lists
 * that are being walked.
 */
#include "elimination/graphs/lcg.h"

#include <math.h>
#include <string.h>

#include "elimination/graphs/labels.h"
#include "elimination/graphs/lcg_pairs.h"

enum { SHORT_LIST = 4, FEW_ARCS = 8, FEW_BUCKETS = 64 };

xb_lcg_state *xb_lcg_state_create(xb_arena *scratch, const xb_prepared *prepared, int awareness)
{
    xb_lcg_state *state = xb_arena_alloc(scratch, sizeof *state);
    state->scratch = scratch;
    state->awareness = awareness;
    state->vertices = xb_arena_array(scratch, prepared->largest_part, sizeof *state->vertices);
    state->changed = xb_arena_array(scratch, prepared->largest_part, sizeof *state->changed);
    return state;
}

void xb_lcg_state_give_back(xb_lcg_state *state, const xb_prepared *prepared)
{
    xb_arena *scratch = state->scratch;
    xb_arena_give_back(scratch, state->vertices, prepared->largest_part * sizeof *state->vertices);
    xb_arena_give_back(scratch, state->changed, prepared->largest_part * sizeof *state->changed);
    xb_arena_give_back(scratch, state->arcs, state->arc_capacity * sizeof *state->arcs);
    xb_arena_give_back(scratch, state->buckets, state->bucket_capacity * sizeof *state->buckets);
    xb_arena_give_back(scratch, state->dead, state->dead_capacity * sizeof *state->dead);
}

/* Hash table. */

/* Edges between vertices with numbers near each other have buckets near each other, in the same cache lines:
 * pairs of vertices are taken in tiles of eight by eight, whose buckets stand together. */
static uint32_t *bucket_of(const xb_lcg_state *state, uint32_t source, uint32_t target)
{
    uint64_t tile = ((uint64_t)(source / 8) << 32 | target / 8) * 0x9e3779b97f4a7c15u;
    uint32_t within = source % 8 * 8 + target % 8;
    return &state->buckets[((uint32_t)(tile >> 32) + within) & state->bucket_mask];
}

static void insert_in_bucket(xb_lcg_state *state, uint32_t arc)
{
    uint32_t *bucket = bucket_of(state, state->arcs[arc].source, state->arcs[arc].target);
    state->arcs[arc].next_hashed = *bucket;
    *bucket = arc;
}

static void remove_from_bucket(xb_lcg_state *state, uint32_t arc)
{
    uint32_t *link = bucket_of(state, state->arcs[arc].source, state->arcs[arc].target);
    while (*link != arc)
        link = &state->arcs[*link].next_hashed;
    *link = state->arcs[arc].next_hashed;
}

static void set_bucket_count(xb_lcg_state *state, uint32_t count)
{
    if (count > state->bucket_capacity) {
        state->buckets = xb_arena_array(state->scratch, count, sizeof *state->buckets);
        state->bucket_capacity = count;
    }
    state->bucket_mask = count - 1;
    memset(state->buckets, 0xff, count * sizeof *state->buckets);
}

static void insert_all_out(xb_lcg_state *state, const xb_lcg_vertex *vertex)
{
    for (uint32_t arc = vertex->first_out; arc != XB_LCG_NONE; arc = state->arcs[arc].next_out)
        insert_in_bucket(state, arc);
}

static void rehash(xb_lcg_state *state)
{
    set_bucket_count(state, (state->bucket_mask + 1) * 2);
    for (uint32_t v = 0; v < state->part->vertex_count; v++)
        if (state->vertices[v].is_hashed)
            insert_all_out(state, &state->vertices[v]);
}

/* Enters a new arc in the table; when the list out of its source is not short any more, all of the list. */
static void hash(xb_lcg_state *state, uint32_t arc)
{
    xb_lcg_vertex *vertex = &state->vertices[state->arcs[arc].source];
    bool is_one = vertex->is_hashed;
    if (!is_one && vertex->out_degree <= SHORT_LIST)
        return;
    vertex->is_hashed = true;
    state->hashed_arcs += is_one ? 1 : vertex->out_degree;
    if (state->hashed_arcs > state->bucket_mask + 1)
        rehash(state);
    else if (is_one)
        insert_in_bucket(state, arc);
    else
        insert_all_out(state, vertex);
}

static uint32_t find_hashed(const xb_lcg_state *state, uint32_t source, uint32_t target)
{
    uint32_t arc = *bucket_of(state, source, target);
    while (arc != XB_LCG_NONE && (state->arcs[arc].source != source || state->arcs[arc].target != target))
        arc = state->arcs[arc].next_hashed;
    return arc;
}

/* Short lists are walked: their arcs are at hand, while a bucket is somewhere in memory. */
uint32_t xb_lcg_find(const xb_lcg_state *state, uint32_t source, uint32_t target)
{
    const xb_lcg_vertex *from = &state->vertices[source], *to = &state->vertices[target];
    uint32_t arc;
    xb_watch_tick(state->watch, 1);
    if (from->out_degree > SHORT_LIST && to->in_degree > SHORT_LIST)
        return find_hashed(state, source, target);
    if (from->out_degree <= to->in_degree) {
        for (arc = from->first_out; arc != XB_LCG_NONE && state->arcs[arc].target != target;)
            arc = state->arcs[arc].next_out;
    } else {
        for (arc = to->first_in; arc != XB_LCG_NONE && state->arcs[arc].source != source;)
            arc = state->arcs[arc].next_in;
    }
    return arc;
}

/* Arcs. */

static uint32_t new_arc(xb_lcg_state *state)
{
    uint32_t arc = state->first_free;
    if (arc != XB_LCG_NONE) {
        state->first_free = state->arcs[arc].next_hashed;
        return arc;
    }
    if (state->arc_count == state->arc_capacity) {
        uint32_t given = state->part->edge_count > FEW_ARCS ? state->part->edge_count : FEW_ARCS;
        uint32_t larger = state->arc_count < given ? given : state->arc_count * 2;
        state->arcs =
            xb_arena_enlarge(state->scratch, state->arcs, state->arc_count, larger, sizeof *state->arcs);
        state->arc_capacity = larger;
    }
    return state->arc_count++;
}

static void link_out(xb_lcg_state *state, uint32_t arc)
{
    xb_lcg_vertex *vertex = &state->vertices[state->arcs[arc].source];
    state->arcs[arc].next_out = XB_LCG_NONE;
    state->arcs[arc].previous_out = vertex->last_out;
    if (vertex->last_out == XB_LCG_NONE)
        vertex->first_out = arc;
    else
        state->arcs[vertex->last_out].next_out = arc;
    vertex->last_out = arc;
    vertex->out_degree++;
}

static void link_in(xb_lcg_state *state, uint32_t arc)
{
    xb_lcg_vertex *vertex = &state->vertices[state->arcs[arc].target];
    state->arcs[arc].next_in = XB_LCG_NONE;
    state->arcs[arc].previous_in = vertex->last_in;
    if (vertex->last_in == XB_LCG_NONE)
        vertex->first_in = arc;
    else
        state->arcs[vertex->last_in].next_in = arc;
    vertex->last_in = arc;
    vertex->in_degree++;
}

static void unlink_out(xb_lcg_state *state, const xb_lcg_arc *arc)
{
    xb_lcg_vertex *vertex = &state->vertices[arc->source];
    if (arc->previous_out == XB_LCG_NONE)
        vertex->first_out = arc->next_out;
    else
        state->arcs[arc->previous_out].next_out = arc->next_out;
    if (arc->next_out == XB_LCG_NONE)
        vertex->last_out = arc->previous_out;
    else
        state->arcs[arc->next_out].previous_out = arc->previous_out;
    vertex->out_degree--;
}

static void unlink_in(xb_lcg_state *state, const xb_lcg_arc *arc)
{
    xb_lcg_vertex *vertex = &state->vertices[arc->target];
    if (arc->previous_in == XB_LCG_NONE)
        vertex->first_in = arc->next_in;
    else
        state->arcs[arc->previous_in].next_in = arc->next_in;
    if (arc->next_in == XB_LCG_NONE)
        vertex->last_in = arc->previous_in;
    else
        state->arcs[arc->next_in].previous_in = arc->previous_in;
    vertex->in_degree--;
}

static uint32_t *uses_of(const xb_lcg_state *state, const xb_operand *label)
{
    return label->kind == XB_OPERAND_EDGE ? &state->edge_uses[label->index] : &state->step_uses[label->index];
}

static void count_repeated(xb_lcg_state *state, const xb_operand *label, bool appears)
{
    if (!state->edge_uses || state->steps || label->kind == XB_OPERAND_CONSTANT)
        return;
    uint32_t *uses = uses_of(state, label);
    if (appears)
        state->tally.repeated += (*uses)++ > 0;
    else
        state->tally.repeated -= --*uses > 0;
}

static void count_label(xb_lcg_state *state, const xb_operand *label, bool appears)
{
    count_repeated(state, label, appears);
    size_t nontrivial = xb_label_is_nontrivial(label, state->awareness), nonunit = !xb_label_is_unit(label);
    if (appears) {
        state->tally.nontrivial += nontrivial;
        state->tally.nonunit += nonunit;
    } else {
        state->tally.nontrivial -= nontrivial;
        state->tally.nonunit -= nonunit;
    }
}

static bool is_target(const xb_lcg_vertex *vertex)
{
    return vertex->in_degree > (vertex->is_copied ? 1u : 0u);
}

static void add_arc(xb_lcg_state *state, uint32_t source, uint32_t target, xb_operand label, bool copy)
{
    uint32_t arc = new_arc(state);
    xb_lcg_vertex *vertex = &state->vertices[target];
    bool was_target = is_target(vertex);
    state->arcs[arc].source = source;
    state->arcs[arc].target = target;
    state->arcs[arc].label = label;
    state->arcs[arc].copy = copy;
    link_out(state, arc);
    link_in(state, arc);
    hash(state, arc);
    if (copy) {
        vertex->is_copied = true;
        state->vertices[source].has_copy = true;
        return;
    }
    state->tally.edges++;
    state->tally.targets += !was_target;
    count_label(state, &label, true);
}

static void remove_arc(xb_lcg_state *state, uint32_t index)
{
    xb_lcg_arc *arc = &state->arcs[index];
    xb_lcg_vertex *vertex = &state->vertices[arc->target];
    if (state->vertices[arc->source].is_hashed) {
        remove_from_bucket(state, index);
        state->hashed_arcs--;
    }
    unlink_out(state, arc);
    unlink_in(state, arc);
    state->work++;
    if (arc->copy) {
        vertex->is_copied = false;
        state->vertices[arc->source].has_copy = false;
    } else {
        state->tally.edges--;
        state->tally.targets -= !is_target(vertex);
        count_label(state, &arc->label, false);
    }
    arc->source = XB_LCG_NONE;
    arc->next_hashed = state->first_free;
    state->first_free = index;
}

void xb_lcg_load(xb_lcg_state *state, const xb_prepared_part *part, xb_vector *steps, xb_arena *steps_arena)
{
    static const xb_lcg_vertex lonely = {XB_LCG_NONE, XB_LCG_NONE, XB_LCG_NONE, XB_LCG_NONE, 0,
                                         0,           0,           0,           0,           0};
    state->part = part;
    state->tally = (xb_lcg_tally){0};
    state->changed_count = 0;
    state->dead_count = 0;
    state->cancelled = false;
    state->arc_count = 0;
    state->hashed_arcs = 0;
    state->first_free = XB_LCG_NONE;
    state->steps = steps;
    state->steps_arena = steps_arena;
    state->step_count = 0;
    state->work += part->vertex_count + part->edge_count;
    for (uint32_t v = 0; v < part->vertex_count; v++)
        state->vertices[v] = lonely;
    set_bucket_count(state, FEW_BUCKETS);
    for (uint32_t e = 0; e < part->edge_count; e++) {
        const xb_prepared_edge *edge = &part->edges[e];
        if (state->edge_uses && edge->label.kind == XB_OPERAND_EDGE)
            state->edge_uses[edge->label.index] = 0;
        add_arc(state, edge->source, edge->target, edge->label, edge->copy);
    }
}

void xb_lcg_count_repeated(xb_lcg_state *state, const xb_prepared *prepared)
{
    size_t count = 0;
    for (size_t p = 0; p < prepared->part_count; p++) {
        for (uint32_t e = 0; e < prepared->parts[p].edge_count; e++) {
            const xb_operand *label = &prepared->parts[p].edges[e].label;
            if (label->kind == XB_OPERAND_EDGE && label->index >= count)
                count = label->index + 1;
        }
    }
    state->edge_uses = xb_arena_array(state->scratch, count + 1, sizeof *state->edge_uses);
}

/* Products and sums. */

static xb_operand constant(double value)
{
    return (xb_operand){XB_OPERAND_CONSTANT, 0, value};
}

/* The next number of a step that is not recorded. */
static size_t new_step(xb_lcg_state *state)
{
    if (!state->edge_uses)
        return state->step_count++;
    if (state->step_count == state->step_uses_capacity) {
        size_t larger = state->step_uses_capacity ? state->step_uses_capacity * 2 : 64;
        state->step_uses = xb_arena_enlarge(state->scratch, state->step_uses, state->step_count, larger,
                                            sizeof *state->step_uses);
        state->step_uses_capacity = larger;
    }
    state->step_uses[state->step_count] = 0;
    return state->step_count++;
}

static xb_operand emit(xb_lcg_state *state, xb_step_kind kind, xb_operand a, xb_operand b)
{
    if (!state->steps)
        return (xb_operand){XB_OPERAND_STEP, (uint32_t)new_step(state), 0};
    xb_step *step = xb_vector_push(state->steps_arena, state->steps, sizeof *step);
    *step = (xb_step){kind, a, b};
    return (xb_operand){XB_OPERAND_STEP, state->steps->count - 1, 0};
}

/* Changing the sign twice leaves what was there; seen only when steps are recorded, and it costs nothing that
 * is counted. */
static xb_operand negative(xb_lcg_state *state, xb_operand a)
{
    if (a.kind == XB_OPERAND_CONSTANT)
        return constant(-a.value);
    if (state->steps && a.kind == XB_OPERAND_STEP) {
        const xb_step *step = (const xb_step *)state->steps->items + a.index;
        if (step->kind == XB_STEP_NEGATE)
            return step->a;
    }
    return emit(state, XB_STEP_NEGATE, a, constant(0));
}

static xb_operand product(xb_lcg_state *state, xb_operand a, xb_operand b)
{
    double value = 0;
    state->tally.structural++;
    state->tally.unit += !xb_label_is_unit(&a) && !xb_label_is_unit(&b);
    switch (xb_fold_product(&a, &b, &value)) {
    case XB_FOLD_CONSTANT: return constant(value);
    case XB_FOLD_FIRST: return a;
    case XB_FOLD_SECOND: return b;
    case XB_FOLD_MINUS_FIRST: return negative(state, a);
    case XB_FOLD_MINUS_SECOND: return negative(state, b);
    case XB_FOLD_STEP: break;
    }
    state->tally.multiplications++;
    return emit(state, XB_STEP_MULTIPLY, a, b);
}

static xb_operand sum(xb_lcg_state *state, xb_operand a, xb_operand b)
{
    double value = 0;
    if (xb_fold_sum(&a, &b, &value) == XB_FOLD_CONSTANT)
        return constant(value);
    state->tally.additions++;
    return emit(state, XB_STEP_ADD, a, b);
}

static xb_operand quotient(xb_lcg_state *state, xb_operand a, xb_operand b)
{
    double value = 0;
    state->tally.structural++;
    state->tally.unit += !xb_label_is_unit(&a) && !xb_label_is_unit(&b);
    switch (xb_fold_quotient(&a, &b, &value)) {
    case XB_FOLD_CONSTANT: return constant(value);
    case XB_FOLD_FIRST: return a;
    case XB_FOLD_MINUS_FIRST: return negative(state, a);
    default: break;
    }
    state->tally.multiplications++;
    return emit(state, XB_STEP_DIVIDE, a, b);
}

static xb_operand difference(xb_lcg_state *state, xb_operand a, xb_operand b)
{
    double value = 0;
    if (xb_fold_difference(&a, &b, &value) == XB_FOLD_CONSTANT)
        return constant(value);
    state->tally.additions++;
    return emit(state, XB_STEP_SUBTRACT, a, b);
}

static bool is_zero(const xb_operand *label)
{
    return label->kind == XB_OPERAND_CONSTANT && label->value == 0;
}

/* Actions. */

static void mark_changed(xb_lcg_state *state, uint32_t vertex)
{
    if (state->vertices[vertex].changed)
        return;
    state->vertices[vertex].changed = true;
    state->changed[state->changed_count++] = vertex;
}

static void forget_changed(xb_lcg_state *state)
{
    for (uint32_t i = 0; i < state->changed_count; i++)
        state->vertices[state->changed[i]].changed = false;
    state->changed_count = 0;
}

static void suspect(xb_lcg_state *state, uint32_t vertex)
{
    if (state->dead_count == state->dead_capacity) {
        size_t larger = state->dead_capacity ? state->dead_capacity * 2 : 16;
        state->dead =
            xb_arena_enlarge(state->scratch, state->dead, state->dead_count, larger, sizeof *state->dead);
        state->dead_capacity = larger;
    }
    state->dead[state->dead_count++] = vertex;
}

static void remove_arcs_out(xb_lcg_state *state, uint32_t vertex, bool suspect_targets)
{
    while (state->vertices[vertex].first_out != XB_LCG_NONE) {
        uint32_t arc = state->vertices[vertex].first_out, target = state->arcs[arc].target;
        remove_arc(state, arc);
        mark_changed(state, target);
        if (suspect_targets)
            suspect(state, target);
    }
}

static void remove_arcs_in(xb_lcg_state *state, uint32_t vertex, bool suspect_sources)
{
    while (state->vertices[vertex].first_in != XB_LCG_NONE) {
        uint32_t arc = state->vertices[vertex].first_in, source = state->arcs[arc].source;
        remove_arc(state, arc);
        mark_changed(state, source);
        if (suspect_sources)
            suspect(state, source);
    }
}

/* What was cut off from the independents has derivative 0; what was cut off from the dependents isn't wanted.
 */
static void remove_dead(xb_lcg_state *state)
{
    while (state->dead_count > 0) {
        uint32_t vertex = state->dead[--state->dead_count];
        const xb_lcg_vertex *at = &state->vertices[vertex];
        if (state->part->vertices[vertex].role != XB_ROLE_INTERMEDIATE)
            continue;
        mark_changed(state, vertex);
        if (at->in_degree == 0)
            remove_arcs_out(state, vertex, true);
        else if (at->out_degree == 0)
            remove_arcs_in(state, vertex, true);
    }
}

static void vanish(xb_lcg_state *state, uint32_t source, uint32_t target)
{
    state->cancelled = true;
    suspect(state, source);
    suspect(state, target);
}

/* Adds to the label of an arc, which is made if there is none, or subtracts from it. */
static void put(xb_lcg_state *state, uint32_t source, uint32_t target, xb_operand label, bool subtracts)
{
    uint32_t existing = xb_lcg_find(state, source, target);
    state->work++;
    if (is_zero(&label)) {
        vanish(state, source, target);
        return;
    }
    if (existing == XB_LCG_NONE) {
        state->tally.fill_in++;
        add_arc(state, source, target, subtracts ? negative(state, label) : label, false);
        return;
    }
    label = subtracts ? difference(state, state->arcs[existing].label, label)
                      : sum(state, state->arcs[existing].label, label);
    if (is_zero(&label)) {
        remove_arc(state, existing);
        vanish(state, source, target);
        return;
    }
    count_label(state, &state->arcs[existing].label, false);
    count_label(state, &label, true);
    state->arcs[existing].label = label;
}

static void combine(xb_lcg_state *state, uint32_t in, uint32_t out)
{
    uint32_t source = state->arcs[in].source, target = state->arcs[out].target;
    put(state, source, target, product(state, state->arcs[in].label, state->arcs[out].label), false);
}

xb_lcg_pairs xb_lcg_pairs_of(const xb_lcg_state *state, xb_lcg_action action)
{
    const xb_lcg_vertex *source = &state->vertices[action.source], *target = &state->vertices[action.target];
    uint32_t arc = XB_LCG_NONE;
    if (action.kind != XB_ACTION_VERTEX)
        arc = xb_lcg_find(state, action.source, action.target);
    if (action.kind == XB_ACTION_FRONT)
        return (xb_lcg_pairs){action.target, arc, target->first_out, target->in_degree == 1, true};
    if (action.kind == XB_ACTION_BACK)
        return (xb_lcg_pairs){action.source, source->first_in, arc, true, source->out_degree == 1};
    return (xb_lcg_pairs){action.source, source->first_in, source->first_out, true, true};
}

static void preroute(xb_lcg_state *state, xb_lcg_action action, xb_operand factor)
{
    put(state, action.source, action.pivot, factor, false);
    for (uint32_t out = state->vertices[action.pivot].first_out; out != XB_LCG_NONE;
         out = state->arcs[out].next_out) {
        uint32_t target = state->arcs[out].target;
        if (target == action.target)
            continue;
        mark_changed(state, target);
        put(state, action.source, target, product(state, factor, state->arcs[out].label), true);
    }
}

static void postroute(xb_lcg_state *state, xb_lcg_action action, xb_operand factor)
{
    put(state, action.pivot, action.target, factor, false);
    for (uint32_t in = state->vertices[action.pivot].first_in; in != XB_LCG_NONE;
         in = state->arcs[in].next_in) {
        uint32_t source = state->arcs[in].source;
        if (source == action.source)
            continue;
        mark_changed(state, source);
        put(state, source, action.target, product(state, state->arcs[in].label, factor), true);
    }
}

static void reroute(xb_lcg_state *state, xb_lcg_action action)
{
    uint32_t arc = xb_lcg_find(state, action.source, action.target);
    xb_operand divisor = state->arcs[xb_lcg_divisor(state, action)].label;
    xb_operand factor = quotient(state, state->arcs[arc].label, divisor);
    forget_changed(state);
    mark_changed(state, action.source);
    mark_changed(state, action.pivot);
    mark_changed(state, action.target);
    remove_arc(state, arc);
    if (action.kind == XB_ACTION_PREROUTE)
        preroute(state, action, factor);
    else
        postroute(state, action, factor);
    remove_dead(state);
}

void xb_lcg_apply(xb_lcg_state *state, xb_lcg_action action)
{
    if (xb_lcg_is_rerouting(action)) {
        reroute(state, action);
        return;
    }
    xb_lcg_pairs p = xb_lcg_pairs_of(state, action);
    forget_changed(state);
    mark_changed(state, p.middle);
    for (uint32_t in = p.in; in != XB_LCG_NONE; in = xb_lcg_next_in(state, &p, in)) {
        mark_changed(state, state->arcs[in].source);
        for (uint32_t out = p.out; out != XB_LCG_NONE; out = xb_lcg_next_out(state, &p, out)) {
            mark_changed(state, state->arcs[out].target);
            combine(state, in, out);
        }
    }
    if (p.all_in && p.all_out) {
        remove_arcs_in(state, p.middle, false);
        remove_arcs_out(state, p.middle, false);
    } else {
        remove_arc(state, p.all_in ? p.out : p.in);
    }
    remove_dead(state);
}

uint64_t xb_lcg_products(const xb_lcg_state *state, xb_lcg_action action)
{
    if (xb_lcg_is_rerouting(action)) {
        const xb_lcg_vertex *pivot = &state->vertices[action.pivot];
        return action.kind == XB_ACTION_PREROUTE ? pivot->out_degree : pivot->in_degree;
    }
    uint64_t in = state->vertices[action.kind == XB_ACTION_FRONT ? action.target : action.source].in_degree;
    uint64_t out = state->vertices[action.kind == XB_ACTION_FRONT ? action.target : action.source].out_degree;
    if (action.kind == XB_ACTION_FRONT)
        in = 1;
    if (action.kind == XB_ACTION_BACK)
        out = 1;
    return in * out;
}

bool xb_lcg_is_eliminable(const xb_lcg_state *state, uint32_t vertex)
{
    return state->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE &&
           state->vertices[vertex].in_degree > 0;
}

bool xb_lcg_allows_front(const xb_lcg_state *state, const xb_lcg_arc *arc)
{
    const xb_lcg_vertex *target = &state->vertices[arc->target];
    return state->part->vertices[arc->target].role == XB_ROLE_INTERMEDIATE &&
           (!target->has_copy || target->in_degree == 1);
}

bool xb_lcg_allows_back(const xb_lcg_state *state, const xb_lcg_arc *arc)
{
    return state->part->vertices[arc->source].role == XB_ROLE_INTERMEDIATE &&
           (!arc->copy || state->vertices[arc->source].out_degree == 1);
}

bool xb_lcg_allows_rerouting(const xb_lcg_state *state, xb_lcg_action action)
{
    uint32_t arc = xb_lcg_find(state, action.source, action.target);
    uint32_t pivot = action.pivot, divisor = xb_lcg_divisor(state, action);
    bool pre = action.kind == XB_ACTION_PREROUTE;
    if (arc == XB_LCG_NONE || divisor == XB_LCG_NONE || arc == divisor || state->arcs[arc].copy ||
        state->arcs[divisor].copy || !xb_lcg_is_eliminable(state, pivot))
        return false;
    const xb_operand *label = &state->arcs[divisor].label;
    if (label->kind != XB_OPERAND_CONSTANT || fabs(label->value) < XB_PIVOT_LIMIT)
        return false;
    return pre ? action.source < pivot && !state->vertices[pivot].has_copy : pivot < action.target;
}

bool xb_lcg_allows(const xb_lcg_state *state, xb_lcg_action action)
{
    if (action.kind == XB_ACTION_VERTEX)
        return xb_lcg_is_eliminable(state, action.source);
    if (xb_lcg_is_rerouting(action))
        return xb_lcg_allows_rerouting(state, action);
    uint32_t arc = xb_lcg_find(state, action.source, action.target);
    if (arc == XB_LCG_NONE)
        return false;
    return action.kind == XB_ACTION_FRONT ? xb_lcg_allows_front(state, &state->arcs[arc])
                                          : xb_lcg_allows_back(state, &state->arcs[arc]);
}
