/*
 * Steps refer to earlier ones only, so one backward sweep from the edges finds all that are needed and one
 * forward sweep gives them new numbers. Sums of labels of parallel edges come before all other steps.
 */
#include "elimination/portfolio/accumulation.h"

#include <string.h>

#include "elimination/graphs/labels.h"

static void add_remainder(xb_accumulation *accumulation, const xb_lcg_state *state)
{
    const xb_prepared_vertex *vertices = state->part->vertices;
    for (uint32_t v = 0; v < state->part->vertex_count; v++) {
        for (uint32_t a = state->vertices[v].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in) {
            const xb_lcg_arc *arc = &state->arcs[a];
            if (arc->copy)
                continue;
            xb_remainder_edge *edge = xb_vector_push(accumulation->arena, &accumulation->edges, sizeof *edge);
            *edge = (xb_remainder_edge){vertices[arc->source].original, vertices[arc->target].original,
                                        arc->label};
        }
    }
}

void xb_accumulation_add(xb_accumulation *accumulation, xb_lcg_state *state, const xb_prepared_part *part,
                         const xb_lcg_action *actions, size_t count)
{
    xb_lcg_load(state, part, &accumulation->steps, accumulation->arena);
    for (size_t i = 0; i < count; i++)
        xb_lcg_apply(state, actions[i]);
    add_remainder(accumulation, state);
    accumulation->counts.structural_multiplications += state->tally.structural;
    accumulation->counts.unit_multiplications += state->tally.unit;
    accumulation->counts.fill_in += state->tally.fill_in;
    accumulation->counts.edges += state->tally.edges;
    accumulation->counts.propagation_multiplications += state->tally.nonunit;
    accumulation->counts.propagation_additions += state->tally.edges - state->tally.targets;
}

static xb_operand shifted(xb_operand operand, size_t by)
{
    if (operand.kind == XB_OPERAND_STEP)
        operand.index += (uint32_t)by;
    return operand;
}

/* The graph's own steps begin at 0. Returns the number of the first one among all. */
static size_t add_steps(xb_accumulation *accumulation, const xb_line_labels *labels)
{
    const xb_step *steps = labels->steps.items;
    size_t first = accumulation->steps.count;
    for (size_t s = 0; s < labels->steps.count; s++) {
        xb_step *step = xb_vector_push(accumulation->arena, &accumulation->steps, sizeof *step);
        *step = (xb_step){steps[s].kind, shifted(steps[s].a, first), shifted(steps[s].b, first)};
    }
    return first;
}

static void add_lines(xb_accumulation *accumulation, const xb_line_graph *graph, uint32_t target,
                      size_t first)
{
    const xb_prepared_vertex *vertices = graph->part->vertices;
    const uint64_t *in = xb_line_row(graph, graph->into, target);
    size_t count = 0;
    for (uint32_t l = 0; (l = xb_line_next(graph, in, l)) != XB_LINE_NONE; l++) {
        if (graph->lines[l].source == XB_LINE_NONE)
            continue;
        xb_operand label = shifted(graph->labels->of[l], first);
        xb_remainder_edge *edge = xb_vector_push(accumulation->arena, &accumulation->edges, sizeof *edge);
        *edge =
            (xb_remainder_edge){vertices[graph->lines[l].source].original, vertices[target].original, label};
        accumulation->counts.propagation_multiplications += !xb_label_is_unit(&label);
        count++;
    }
    accumulation->counts.edges += count;
    accumulation->counts.propagation_additions += count > 0 ? count - 1 : 0;
}

void xb_accumulation_add_sequence(xb_accumulation *accumulation, const xb_prepared_part *part,
                                  const xb_line_sequence *sequence)
{
    /* Where a label became 0, pairs of lines may have been others than were meant, and some are left: to be
     * eliminated, or to need more room. */
    xb_line_graph *graph;
    for (uint32_t room = xb_line_room(accumulation->scratch, part, sequence);; room *= 2) {
        xb_arena_mark mark = xb_arena_mark_now(accumulation->scratch);
        graph = xb_line_graph_create(accumulation->scratch, part, 0, true, room);
        xb_line_complete(graph, sequence);
        if (!graph->full)
            break;
        xb_arena_release(accumulation->scratch, mark);
    }
    size_t first = add_steps(accumulation, graph->labels);
    for (uint32_t v = 0; v < part->vertex_count; v++)
        add_lines(accumulation, graph, v, first);
    accumulation->counts.structural_multiplications += graph->faces;
    accumulation->counts.unit_multiplications += graph->labels->unit;
    accumulation->counts.fill_in += graph->fill_in;
}

void xb_accumulation_clear(xb_accumulation *accumulation)
{
    accumulation->steps.count = 0;
    accumulation->edges.count = 0;
    accumulation->counts = (xb_elimination_counts){0};
}

/* Marks the sum that an operand means, if it does, and counts its additions if it was not marked. */
static size_t mark_sum(xb_accumulation *accumulation, const xb_operand *operand)
{
    const xb_label_sum *sum = accumulation->sums ? xb_label_sum_of(accumulation->sums, operand) : NULL;
    if (!sum || accumulation->needed_sums[sum - accumulation->sums->items])
        return 0;
    accumulation->needed_sums[sum - accumulation->sums->items] = true;
    return sum->count - 1;
}

/* Marks the sums that are needed, when the steps are known that are. Returns the number of their additions.
 */
static size_t find_needed_sums(xb_accumulation *accumulation)
{
    const xb_step *steps = accumulation->steps.items;
    const xb_remainder_edge *edges = accumulation->edges.items;
    size_t count = accumulation->sums ? accumulation->sums->count : 0, additions = 0;
    if (count == 0)
        return 0;
    if (!accumulation->needed_sums)
        accumulation->needed_sums = xb_arena_array(accumulation->scratch, count, sizeof(bool));
    memset(accumulation->needed_sums, 0, count * sizeof(bool));
    for (size_t e = 0; e < accumulation->edges.count; e++)
        additions += mark_sum(accumulation, &edges[e].label);
    for (size_t s = 0; s < accumulation->steps.count; s++) {
        if (accumulation->needed[s])
            additions += mark_sum(accumulation, &steps[s].a) + mark_sum(accumulation, &steps[s].b);
    }
    return additions;
}

/* Marks the steps that are needed. */
static void find_needed(xb_accumulation *accumulation)
{
    const xb_step *steps = accumulation->steps.items;
    const xb_remainder_edge *edges = accumulation->edges.items;
    if (accumulation->steps.count == 0)
        return;
    if (accumulation->steps.count > accumulation->needed_capacity) {
        accumulation->needed_capacity = accumulation->steps.capacity;
        accumulation->needed =
            xb_arena_array(accumulation->scratch, accumulation->needed_capacity, sizeof(bool));
    }
    bool *needed = accumulation->needed;
    memset(needed, 0, accumulation->steps.count * sizeof *needed);
    for (size_t e = 0; e < accumulation->edges.count; e++) {
        if (edges[e].label.kind == XB_OPERAND_STEP)
            needed[edges[e].label.index] = true;
    }
    for (size_t s = accumulation->steps.count; s-- > 0;) {
        if (needed[s] && steps[s].a.kind == XB_OPERAND_STEP)
            needed[steps[s].a.index] = true;
        if (needed[s] && steps[s].b.kind == XB_OPERAND_STEP)
            needed[steps[s].b.index] = true;
    }
}

static void count_step(xb_elimination_counts *counts, const xb_step *step)
{
    switch (step->kind) {
    case XB_STEP_MULTIPLY:
    case XB_STEP_DIVIDE: counts->multiplications++; break;
    case XB_STEP_ADD:
    case XB_STEP_SUBTRACT: counts->additions++; break;
    case XB_STEP_NEGATE: counts->negations++; break;
    }
}

/* Marks a number; says whether it was not marked. */
static bool mark(xb_accumulation *accumulation, xb_marks *marks, size_t number)
{
    if (number >= marks->capacity) {
        size_t larger = 2 * (number + 1);
        marks->items = xb_arena_enlarge(accumulation->scratch, marks->items, marks->capacity, larger,
                                        sizeof *marks->items);
        marks->capacity = larger;
    }
    bool is_new = marks->items[number] != accumulation->round;
    marks->items[number] = accumulation->round;
    return is_new;
}

/* Different labels that are no constants. */
static size_t count_tape_labels(xb_accumulation *accumulation)
{
    const xb_remainder_edge *edges = accumulation->edges.items;
    size_t count = 0;
    accumulation->round++;
    for (size_t e = 0; e < accumulation->edges.count; e++) {
        const xb_operand *label = &edges[e].label;
        if (label->kind == XB_OPERAND_EDGE)
            count += mark(accumulation, &accumulation->edge_marks, label->index);
        else if (label->kind == XB_OPERAND_STEP)
            count += mark(accumulation, &accumulation->step_marks, label->index);
    }
    return count;
}

xb_elimination_counts xb_accumulation_count(xb_accumulation *accumulation, int awareness)
{
    const xb_step *steps = accumulation->steps.items;
    const xb_remainder_edge *edges = accumulation->edges.items;
    xb_elimination_counts counts = accumulation->counts;
    find_needed(accumulation);
    for (size_t s = 0; s < accumulation->steps.count; s++) {
        if (accumulation->needed[s])
            count_step(&counts, &steps[s]);
    }
    accumulation->sum_additions = find_needed_sums(accumulation);
    counts.additions += accumulation->sum_additions;
    for (size_t e = 0; e < accumulation->edges.count; e++)
        counts.nontrivial_edges += xb_label_is_nontrivial(&edges[e].label, awareness);
    counts.tape_labels = count_tape_labels(accumulation);
    return counts;
}

/* The numbers that results have among the steps that are needed. */
typedef struct numbering {
    const xb_accumulation *accumulation;
    uint32_t *steps;
    uint32_t *sums;
} numbering;

static xb_operand renumbered(xb_operand operand, const numbering *n)
{
    const xb_label_sums *sums = n->accumulation->sums;
    const xb_label_sum *sum = sums ? xb_label_sum_of(sums, &operand) : NULL;
    if (sum)
        return (xb_operand){XB_OPERAND_STEP, n->sums[sum - sums->items], 0};
    if (operand.kind == XB_OPERAND_STEP)
        operand.index = n->steps[operand.index];
    return operand;
}

/* Writes down the additions of the needed sums; returns the number of steps. */
static uint32_t put_sums(const numbering *n, xb_step *steps)
{
    const xb_label_sums *sums = n->accumulation->sums;
    uint32_t count = 0;
    for (size_t i = 0; sums && i < sums->count; i++) {
        const xb_label_sum *sum = &sums->items[i];
        if (!n->accumulation->needed_sums[i])
            continue;
        xb_operand partial = sum->terms[0];
        for (size_t t = 1; t < sum->count; t++) {
            steps[count] = (xb_step){XB_STEP_ADD, partial, sum->terms[t]};
            partial = (xb_operand){XB_OPERAND_STEP, count++, 0};
        }
        n->sums[i] = partial.index;
    }
    return count;
}

/* Moves steps to the end of the vector, so that there is room for others before them. */
static void make_room_before(xb_accumulation *accumulation, size_t added)
{
    const size_t count = accumulation->steps.count;
    if (added == 0)
        return;
    xb_vector_reserve(accumulation->arena, &accumulation->steps, count + added, sizeof(xb_step));
    xb_step *steps = accumulation->steps.items;
    memmove(steps + added, steps, count * sizeof *steps);
}

/* Puts the needed steps, and before them the additions of sums, where the vector of steps is: no step gets a
 * place after its own. */
static numbering compact_steps(xb_accumulation *accumulation, xb_elimination *result)
{
    const size_t additions = accumulation->sum_additions;
    size_t sum_count = accumulation->sums ? accumulation->sums->count : 0;
    numbering n = {accumulation,
                   xb_arena_array(accumulation->scratch, accumulation->steps.count, sizeof *n.steps),
                   xb_arena_array(accumulation->scratch, sum_count, sizeof *n.sums)};
    make_room_before(accumulation, additions);
    xb_step *steps = accumulation->steps.items;
    uint32_t kept = put_sums(&n, steps);
    for (size_t s = 0; s < accumulation->steps.count; s++) {
        const xb_step step = steps[additions + s];
        if (!accumulation->needed[s])
            continue;
        n.steps[s] = kept;
        steps[kept++] = (xb_step){step.kind, renumbered(step.a, &n), renumbered(step.b, &n)};
    }
    result->steps = steps;
    result->step_count = kept;
    return n;
}

xb_elimination *xb_accumulation_finish(xb_accumulation *accumulation, int awareness)
{
    xb_remainder_edge *edges = accumulation->edges.items;
    xb_elimination *result = xb_arena_alloc(accumulation->arena, sizeof *result);
    result->counts = xb_accumulation_count(accumulation, awareness);
    numbering n = compact_steps(accumulation, result);
    for (size_t e = 0; e < accumulation->edges.count; e++)
        edges[e].label = renumbered(edges[e].label, &n);
    result->edges = edges;
    result->edge_count = accumulation->edges.count;
    return result;
}
