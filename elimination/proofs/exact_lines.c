/*
 * The key of a line graph doesn't depend on what its lines stand for, only on how they follow each other,
 * since nothing else decides on what is still to come. Each line gets a colour that is mixed, round by round,
 * from those of its neighbours (B. Weisfeiler and A. Leman, 1968). Colours alone don't prove that two graphs
 * are the same if two lines of one have the same colour; to such colours the value of the line (line_graph.h)
 * is added, which tells lines apart that stand for different paths. That different graphs have the same 128
 * bits is as good as impossible.
 */
#include <stdlib.h>
#include <string.h>

#include "elimination/proofs/exact_states.h"
#include "elimination/proofs/junctions.h"

/* What one more graph takes at least, in elementary operations. */
enum { ROUNDS = 5, STEPS_OF_OFFER = 1024 };

typedef struct explorer {
    const xb_prepared_part *part;
    bool faces;
    xb_line_graph *begin;
    xb_line_graph *graph; /* of the state at hand */
    xb_line_graph *trial;
    xb_junctions *junctions;
    xb_junctions *trial_junctions;
    uint64_t *colours;
    uint64_t *mixed;
    uint64_t *sorted;
    xb_exact_states *states;
} explorer;

/* ---- keys ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t sum_of(const xb_line_graph *graph, const uint64_t *set, const uint64_t *numbers)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < graph->words; i++) {
        for (uint64_t rest = set[i]; rest; rest &= rest - 1)
            sum += numbers[i * 64 + (uint32_t)__builtin_ctzll(rest)];
    }
    return sum;
}

static void next_round(const explorer *e, const xb_line_graph *graph)
{
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++)
        e->mixed[l] = mix(e->colours[l]);
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++)
        e->colours[l] =
            mix(e->colours[l] * 5 + sum_of(graph, xb_line_row(graph, graph->before, l), e->mixed)) +
            3 * sum_of(graph, xb_line_row(graph, graph->after, l), e->mixed);
}

static int compare(const void *a, const void *b)
{
    const uint64_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

static bool is_double(const uint64_t *sorted, size_t count, uint64_t colour)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted[middle] < colour)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1 < count && sorted[low + 1] == colour;
}

static void tell_apart(const explorer *e, const xb_line_graph *graph)
{
    size_t count = 0;
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++)
        e->sorted[count++] = e->colours[l];
    qsort(e->sorted, count, sizeof *e->sorted, compare);
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++) {
        if (is_double(e->sorted, count, e->colours[l]))
            e->colours[l] += mix(graph->lines[l].value);
    }
}

static xb_exact_key key_of(const explorer *e, const xb_line_graph *graph)
{
    xb_exact_key key = {0, 0};
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++) {
        const xb_line *line = &graph->lines[l];
        e->colours[l] = 1 + (uint64_t)(graph->awareness > 0 ? line->kind : 0) +
                        8 * (uint64_t)(line->source == XB_LINE_NONE) +
                        16 * (uint64_t)(line->target == XB_LINE_NONE);
    }
    for (int round = 0; round < ROUNDS; round++)
        next_round(e, graph);
    tell_apart(e, graph);
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++)
        e->mixed[l] = mix(e->colours[l]);
    for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++) {
        uint64_t line = mix(e->colours[l] * 7 + sum_of(graph, xb_line_row(graph, graph->after, l), e->mixed));
        key.low += mix(line);
        key.high += mix(line ^ 0x9e3779b97f4a7c15u);
    }
    return key;
}

/* ---- actions ---- */

/* Makes e->graph the graph of the state at hand. */
static void follow(explorer *e)
{
    xb_arena_mark mark = xb_arena_mark_now(e->states->scratch);
    xb_line_sequence path = xb_exact_path(e->states);
    xb_line_graph_copy(e->graph, e->begin);
    for (uint32_t i = 0; i < path.count; i++) {
        xb_watch_tick(e->states->watch, STEPS_OF_OFFER);
        xb_line_apply(e->graph, path.actions[i]);
    }
    xb_arena_release(e->states->scratch, mark);
}

static void offer(explorer *e, xb_line_action action)
{
    xb_watch_tick(e->states->watch, STEPS_OF_OFFER);
    xb_line_graph_copy(e->trial, e->graph);
    xb_line_apply(e->trial, action);
    if (e->trial->full) {
        e->states->full = true;
        return;
    }
    xb_exact_key key = key_of(e, e->trial);
    if (!xb_exact_is_new(e->states, key, e->trial->cost))
        return;
    xb_junctions_find(e->trial_junctions, e->trial, e->states->watch);
    xb_exact_offer(e->states, key, action, e->trial->cost, e->trial_junctions->bound);
}

static void offer_face(explorer *e, const xb_junction *at, uint32_t in, uint32_t out)
{
    offer(e, (xb_line_action){XB_LINE_PAIR, in, at->vertex, out});
}

static void offer_all_at(explorer *e, const xb_junction *at)
{
    const xb_line_graph *graph = e->graph;
    for (uint32_t l = 0; (l = xb_line_next(graph, at->in, l)) != XB_LINE_NONE; l++) {
        const uint64_t *after = xb_line_row(graph, graph->after, l);
        if (!e->faces)
            offer(e, (xb_line_action){XB_LINE_FRONT, graph->lines[l].source, at->vertex, 0});
        for (uint32_t j = 0; e->faces && (j = xb_line_next(graph, after, j)) != XB_LINE_NONE; j++)
            offer_face(e, at, l, j);
    }
    for (uint32_t l = 0; !e->faces && (l = xb_line_next(graph, at->out, l)) != XB_LINE_NONE; l++)
        offer(e, (xb_line_action){XB_LINE_BACK, 0, at->vertex, graph->lines[l].target});
}

/* ---- what can be done at once ---- */

/* Whether another line joins the same vertices. */
static bool has_twin(const xb_line_graph *graph, uint32_t line)
{
    const xb_line *at = &graph->lines[line];
    const uint64_t *in = xb_line_row(graph, graph->into, at->target);
    const uint64_t *out = xb_line_row(graph, graph->out_of, at->source);
    for (uint32_t i = 0; i < graph->words; i++) {
        uint64_t rest = in[i] & out[i];
        if (i == line / 64)
            rest &= ~((uint64_t)1 << line % 64);
        if (rest)
            return true;
    }
    return false;
}

static bool has_twins(const xb_line_graph *graph, const uint64_t *lines)
{
    for (uint32_t l = 0; (l = xb_line_next(graph, lines, l)) != XB_LINE_NONE; l++) {
        if (has_twin(graph, l))
            return true;
    }
    return false;
}

static void offer_first(explorer *e, const xb_junction *at)
{
    if (!e->faces) {
        offer(e, (xb_line_action){XB_LINE_VERTEX, 0, at->vertex, 0});
        return;
    }
    uint32_t in = xb_line_next(e->graph, at->in, 0);
    offer_face(e, at, in, xb_line_next(e->graph, xb_line_row(e->graph, e->graph->after, in), 0));
}

static bool has_single_end(const explorer *e, const xb_junction *at)
{
    bool in = at->in_ends && at->in_count == 1 && at->bound == at->out_count;
    bool out = at->out_ends && at->out_count == 1 && at->bound == at->in_count;
    return e->graph->awareness <= 0 && (in || out);
}

/* A face of lines that are the only ways from an independent and to a dependent: nothing is ever added to
 * them, so that it will be eliminated as it is, and what is done before or after makes no difference to it.
 */
static bool offer_terminal_face(explorer *e, uint32_t which)
{
    const xb_line_graph *graph = e->graph;
    const xb_junction *at = &e->junctions->items[which];
    for (uint32_t l = 0; (l = xb_line_next(graph, at->in, l)) != XB_LINE_NONE; l++) {
        xb_watch_tick(e->states->watch, STEPS_OF_OFFER);
        if (xb_line_is_middle(graph, graph->lines[l].source) ||
            !xb_junctions_is_only_way(e->junctions, graph, which, l))
            continue;
        const uint64_t *after = xb_line_row(graph, graph->after, l);
        for (uint32_t j = 0; (j = xb_line_next(graph, after, j)) != XB_LINE_NONE; j++) {
            if (!xb_line_is_middle(graph, graph->lines[j].target) &&
                xb_junctions_is_only_way(e->junctions, graph, which, j)) {
                offer_face(e, at, l, j);
                return true;
            }
        }
    }
    return false;
}

static bool expand(void *context, xb_exact_states *states)
{
    explorer *e = context;
    e->states = states;
    follow(e);
    xb_junctions_find(e->junctions, e->graph, e->states->watch);
    for (uint32_t i = 0; i < e->junctions->count; i++) {
        const xb_junction *at = &e->junctions->items[i];
        bool isolated = at->in_ends && at->out_ends;
        if (isolated && (has_twins(e->graph, at->in) || has_twins(e->graph, at->out))) {
            offer_all_at(e, at);
            return true;
        }
        if (isolated || has_single_end(e, at)) {
            offer_first(e, at);
            return true;
        }
    }
    for (uint32_t i = 0; e->faces && i < e->junctions->count; i++) {
        if (offer_terminal_face(e, i))
            return true;
    }
    for (uint32_t i = 0; i < e->junctions->count; i++)
        offer_all_at(e, &e->junctions->items[i]);
    return e->junctions->count > 0;
}

bool xb_exact_lines(xb_arena *scratch, const xb_prepared_part *part, int awareness, bool faces,
                    xb_exact_kind *kind)
{
    explorer *e = xb_arena_alloc(scratch, sizeof *e);
    *e = (explorer){.part = part, .faces = faces};
    e->begin = xb_line_graph_create(scratch, part, awareness, false, 0);
    if (!e->begin)
        return false;
    e->graph = xb_line_graph_create(scratch, part, awareness, false, 0);
    e->trial = xb_line_graph_create(scratch, part, awareness, false, 0);
    e->junctions = xb_junctions_create(scratch, e->begin);
    e->trial_junctions = xb_junctions_create(scratch, e->begin);
    size_t lines = (size_t)e->begin->words * 64;
    e->colours = xb_arena_array(scratch, lines, sizeof *e->colours);
    e->mixed = xb_arena_array(scratch, lines, sizeof *e->mixed);
    e->sorted = xb_arena_array(scratch, lines, sizeof *e->sorted);
    *kind = (xb_exact_kind){e, key_of(e, e->begin), expand};
    return true;
}
