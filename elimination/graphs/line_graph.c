/*
 * All sets are rows of bits over the lines. Lines with the same predecessors lead out of the same vertex, so
 * that a search for the same line is among those with the same ends only. All arrays are one piece of
 * memory, which makes copies cheap.
 *
 * When labels are computed, one may become 0. Its line is removed, and with it what it leaves without
 * predecessors or successors.
 */
#include "elimination/graphs/line_graph.h"

#include <string.h>

#include "elimination/graphs/labels.h"
#include "elimination/graphs/random.h"

static uint32_t lines_at_most(const xb_line_graph *graph)
{
    return graph->words * 64;
}

uint32_t xb_line_next(const xb_line_graph *graph, const uint64_t *set, uint32_t start)
{
    uint32_t word = start / 64;
    if (word >= graph->words)
        return XB_LINE_NONE;
    uint64_t rest = set[word] >> start % 64 << start % 64;
    while (rest == 0) {
        if (++word == graph->words)
            return XB_LINE_NONE;
        rest = set[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

static bool is_empty(const xb_line_graph *graph, const uint64_t *set)
{
    for (uint32_t i = 0; i < graph->words; i++) {
        if (set[i])
            return false;
    }
    return true;
}

static bool is_same(const xb_line_graph *graph, const uint64_t *a, const uint64_t *b)
{
    return memcmp(a, b, graph->words * sizeof *a) == 0;
}

bool xb_line_is_middle(const xb_line_graph *graph, uint32_t vertex)
{
    return graph->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE;
}

/* ---- labels ---- */

static xb_line_kind kind_of(const xb_operand *label)
{
    if (label->kind != XB_OPERAND_CONSTANT)
        return XB_LINE_VARIABLE;
    return xb_label_is_unit(label) ? XB_LINE_UNIT : XB_LINE_CONSTANT;
}

static xb_operand record(xb_line_labels *labels, xb_step_kind kind, xb_operand a, xb_operand b)
{
    xb_step *step = xb_vector_push(labels->arena, &labels->steps, sizeof *step);
    *step = (xb_step){kind, a, b};
    return (xb_operand){XB_OPERAND_STEP, labels->steps.count - 1, 0};
}

static xb_operand folded(xb_line_labels *labels, xb_fold fold, xb_step_kind kind, double value, xb_operand a,
                         xb_operand b)
{
    switch (fold) {
    case XB_FOLD_CONSTANT: return (xb_operand){XB_OPERAND_CONSTANT, 0, value};
    case XB_FOLD_FIRST: return a;
    case XB_FOLD_SECOND: return b;
    case XB_FOLD_MINUS_FIRST: return record(labels, XB_STEP_NEGATE, a, (xb_operand){0});
    case XB_FOLD_MINUS_SECOND: return record(labels, XB_STEP_NEGATE, b, (xb_operand){0});
    default: return record(labels, kind, a, b);
    }
}

static xb_operand product(xb_line_labels *labels, xb_operand a, xb_operand b)
{
    double value = 0;
    labels->unit += !xb_label_is_unit(&a) && !xb_label_is_unit(&b);
    xb_fold fold = xb_fold_product(&a, &b, &value);
    return folded(labels, fold, XB_STEP_MULTIPLY, value, a, b);
}

static xb_operand sum(xb_line_labels *labels, xb_operand a, xb_operand b)
{
    double value = 0;
    xb_fold fold = xb_fold_sum(&a, &b, &value);
    return folded(labels, fold, XB_STEP_ADD, value, a, b);
}

static bool is_zero(const xb_operand *label)
{
    return label->kind == XB_OPERAND_CONSTANT && label->value == 0;
}

/* ---- lines ---- */

static void unlink_line(xb_line_graph *graph, uint32_t line)
{
    uint64_t *before = xb_line_row(graph, graph->before, line);
    uint64_t *after = xb_line_row(graph, graph->after, line);
    xb_line *gone = &graph->lines[line];
    for (uint32_t p = 0; (p = xb_line_next(graph, before, p)) != XB_LINE_NONE; p++)
        xb_dense_take(xb_line_row(graph, graph->after, p), line);
    for (uint32_t s = 0; (s = xb_line_next(graph, after, s)) != XB_LINE_NONE; s++)
        xb_dense_take(xb_line_row(graph, graph->before, s), line);
    memset(before, 0, graph->words * sizeof *before);
    memset(after, 0, graph->words * sizeof *after);
    if (gone->target != XB_LINE_NONE)
        xb_dense_take(xb_line_row(graph, graph->into, gone->target), line);
    if (gone->source != XB_LINE_NONE)
        xb_dense_take(xb_line_row(graph, graph->out_of, gone->source), line);
    xb_dense_take(graph->used, line);
    *gone = (xb_line){0};
}

/* The lowest line that is not used. */
static uint32_t free_line(xb_line_graph *graph)
{
    for (uint32_t i = 0; i < graph->words; i++) {
        if (~graph->used[i])
            return i * 64 + (uint32_t)__builtin_ctzll(~graph->used[i]);
    }
    graph->full = true;
    return XB_LINE_NONE;
}

static uint32_t add_line(xb_line_graph *graph, xb_line content)
{
    uint32_t line = free_line(graph);
    if (line == XB_LINE_NONE)
        return line;
    graph->lines[line] = content;
    xb_dense_put(graph->used, line);
    if (content.target != XB_LINE_NONE)
        xb_dense_put(xb_line_row(graph, graph->into, content.target), line);
    if (content.source != XB_LINE_NONE)
        xb_dense_put(xb_line_row(graph, graph->out_of, content.source), line);
    return line;
}

/* Another line than `but` with these ends, predecessors and successors. */
static uint32_t find_line(const xb_line_graph *graph, uint32_t source, uint32_t target,
                          const uint64_t *before, const uint64_t *after, uint32_t but)
{
    const uint64_t *out = xb_line_row(graph, graph->out_of, source);
    const uint64_t *in = xb_line_row(graph, graph->into, target);
    for (uint32_t i = 0; i < graph->words; i++) {
        for (uint64_t rest = out[i] & in[i]; rest; rest &= rest - 1) {
            uint32_t line = i * 64 + (uint32_t)__builtin_ctzll(rest);
            if (line != but && is_same(graph, xb_line_row(graph, graph->before, line), before) &&
                is_same(graph, xb_line_row(graph, graph->after, line), after))
                return line;
        }
    }
    return XB_LINE_NONE;
}

/* ---- elimination ---- */

static bool is_inner(const xb_line_graph *graph, uint32_t line)
{
    const xb_line *at = &graph->lines[line];
    return at->source != XB_LINE_NONE && at->target != XB_LINE_NONE;
}

/* Removes what comes from nowhere or leads nowhere since a label became 0. All lines are looked at until
 * nothing changes: it is rare. */
static void sweep(xb_line_graph *graph)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t l = 0; (l = xb_line_next(graph, graph->used, l)) != XB_LINE_NONE; l++) {
            if (is_inner(graph, l) && (is_empty(graph, xb_line_row(graph, graph->before, l)) ||
                                       is_empty(graph, xb_line_row(graph, graph->after, l)))) {
                unlink_line(graph, l);
                changed = true;
            }
        }
    }
}

static void note_zero(xb_line_graph *graph)
{
    graph->labels->cancelled = true;
    graph->labels->must_sweep = true;
}

/* Adds what is known of another line to a line. Its label is a sum then. */
static void add_to(xb_line_graph *graph, uint32_t line, xb_line more, xb_operand label)
{
    xb_line *at = &graph->lines[line];
    at->value += more.value;
    if (graph->labels) {
        graph->labels->of[line] = sum(graph->labels, graph->labels->of[line], label);
        at->kind = kind_of(&graph->labels->of[line]);
        if (is_zero(&graph->labels->of[line])) {
            note_zero(graph);
            unlink_line(graph, line);
        }
        return;
    }
    at->kind = at->kind > more.kind ? at->kind : more.kind;
    if (at->kind == XB_LINE_UNIT)
        at->kind = XB_LINE_CONSTANT;
}

static void link_like(xb_line_graph *graph, uint32_t line, const uint64_t *before, const uint64_t *after)
{
    memcpy(xb_line_row(graph, graph->before, line), before, graph->words * sizeof *before);
    memcpy(xb_line_row(graph, graph->after, line), after, graph->words * sizeof *after);
    for (uint32_t p = 0; (p = xb_line_next(graph, before, p)) != XB_LINE_NONE; p++)
        xb_dense_put(xb_line_row(graph, graph->after, p), line);
    for (uint32_t s = 0; (s = xb_line_next(graph, after, s)) != XB_LINE_NONE; s++)
        xb_dense_put(xb_line_row(graph, graph->before, s), line);
}

static void count(xb_line_graph *graph, const xb_line *i, const xb_line *j)
{
    bool nonunit = i->kind != XB_LINE_UNIT && j->kind != XB_LINE_UNIT;
    bool constant = i->kind == XB_LINE_CONSTANT && j->kind == XB_LINE_CONSTANT;
    graph->faces++;
    graph->cost += graph->awareness <= 0 || (nonunit && (graph->awareness == 1 || !constant));
}

/* Forms the product of two lines. */
static void combine(xb_line_graph *graph, uint32_t i, uint32_t j)
{
    const xb_line *first = &graph->lines[i], *second = &graph->lines[j];
    xb_line content = {first->source, second->target, first->kind > second->kind ? first->kind : second->kind,
                       first->value * second->value};
    const uint64_t *before = xb_line_row(graph, graph->before, i);
    const uint64_t *after = xb_line_row(graph, graph->after, j);
    xb_operand label = {0};
    count(graph, first, second);
    if (graph->labels) {
        label = product(graph->labels, graph->labels->of[i], graph->labels->of[j]);
        content.kind = kind_of(&label);
        if (is_zero(&label)) {
            note_zero(graph);
            return;
        }
    }
    uint32_t line = find_line(graph, content.source, content.target, before, after, XB_LINE_NONE);
    if (line != XB_LINE_NONE) {
        add_to(graph, line, content, label);
        return;
    }
    line = add_line(graph, content);
    if (line == XB_LINE_NONE)
        return;
    if (graph->labels)
        graph->labels->of[line] = label;
    graph->fill_in++;
    link_like(graph, line, before, after);
}

/* A line that has lost a face disappears if that was the last one on its side, or into another one that has
 * the same neighbours. */
static void settle(xb_line_graph *graph, uint32_t line)
{
    if (!xb_dense_has(graph->used, line))
        return;
    const uint64_t *before = xb_line_row(graph, graph->before, line);
    const uint64_t *after = xb_line_row(graph, graph->after, line);
    if (is_empty(graph, before) || is_empty(graph, after)) {
        unlink_line(graph, line);
        return;
    }
    xb_line content = graph->lines[line];
    uint32_t other = find_line(graph, content.source, content.target, before, after, line);
    if (other == XB_LINE_NONE)
        return;
    xb_operand label = {0};
    if (graph->labels)
        label = graph->labels->of[line];
    unlink_line(graph, line);
    add_to(graph, other, content, label);
}

bool xb_line_is_absorbed(const xb_line_graph *graph, uint32_t i, uint32_t j)
{
    return find_line(graph, graph->lines[i].source, graph->lines[j].target,
                     xb_line_row(graph, graph->before, i), xb_line_row(graph, graph->after, j),
                     XB_LINE_NONE) != XB_LINE_NONE;
}

/* Eliminates a face, which must be there, at an intermediate. */
static void eliminate(xb_line_graph *graph, uint32_t i, uint32_t j)
{
    combine(graph, i, j);
    xb_dense_take(xb_line_row(graph, graph->after, i), j);
    xb_dense_take(xb_line_row(graph, graph->before, j), i);
    settle(graph, i);
    settle(graph, j);
    if (graph->labels && graph->labels->must_sweep) {
        graph->labels->must_sweep = false;
        sweep(graph);
    }
}

/* ---- actions ---- */

/* Eliminates the faces of a line at its target, or only those with lines to c. */
static void eliminate_after(xb_line_graph *graph, uint32_t line, xb_line_action action)
{
    for (uint32_t next = 0; graph->lines[line].target == action.b && !graph->full; next++) {
        next = xb_line_next(graph, xb_line_row(graph, graph->after, line), next);
        if (next == XB_LINE_NONE)
            return;
        if (action.kind != XB_LINE_FACE || graph->lines[next].target == action.c)
            eliminate(graph, line, next);
    }
}

static void eliminate_before(xb_line_graph *graph, uint32_t line, uint32_t vertex)
{
    for (uint32_t next = 0; graph->lines[line].source == vertex && !graph->full; next++) {
        next = xb_line_next(graph, xb_line_row(graph, graph->before, line), next);
        if (next == XB_LINE_NONE)
            return;
        eliminate(graph, next, line);
    }
}

/* Whether a line has the ends that an action asks for. */
static bool is_meant(const xb_line *line, xb_line_action action)
{
    switch (action.kind) {
    case XB_LINE_VERTEX: return line->target == action.b;
    case XB_LINE_BACK: return line->source == action.b && line->target == action.c;
    default: return line->source == action.a && line->target == action.b;
    }
}

/* Lines that an action makes never end at its middle, so those that it finds there were there before. */
uint32_t xb_line_apply(xb_line_graph *graph, xb_line_action action)
{
    uint64_t before = graph->faces;
    const uint64_t *set = action.kind == XB_LINE_BACK ? xb_line_row(graph, graph->out_of, action.b)
                                                      : xb_line_row(graph, graph->into, action.b);
    if (!xb_line_is_middle(graph, action.b))
        return 0;
    if (action.kind == XB_LINE_PAIR) {
        if (graph->lines[action.a].target != action.b ||
            !xb_dense_has(xb_line_row(graph, graph->after, action.a), action.c))
            return 0;
        eliminate(graph, action.a, action.c);
        return 1;
    }
    for (uint32_t l = 0; (l = xb_line_next(graph, set, l)) != XB_LINE_NONE && !graph->full; l++) {
        if (!is_meant(&graph->lines[l], action))
            continue;
        if (action.kind == XB_LINE_BACK)
            eliminate_before(graph, l, action.b);
        else
            eliminate_after(graph, l, action);
    }
    return (uint32_t)(graph->faces - before);
}

/* ---- creation ---- */

/* Words of a set of lines. There is room for as many new lines as there are edges, at least; they come and
 * go. */
static uint32_t words_of(const xb_prepared_part *part, uint32_t room)
{
    uint32_t terminals = part->vertex_count - part->intermediate_count;
    uint32_t lines = room > 2 * part->edge_count ? room : 2 * part->edge_count;
    return (lines + terminals) / 64 + 2;
}

static size_t words_of_rows(const xb_prepared_part *part, uint32_t words)
{
    return (2 * ((size_t)words * 64 + part->vertex_count) + 1) * words;
}

size_t xb_line_graph_memory(const xb_prepared_part *part, uint32_t room)
{
    uint32_t words = words_of(part, room);
    return words_of_rows(part, words) * sizeof(uint64_t) + (size_t)words * 64 * sizeof(xb_line);
}

static xb_line_graph *allocate(xb_arena *scratch, const xb_prepared_part *part, uint32_t words)
{
    size_t lines = (size_t)words * 64, row_words = words_of_rows(part, words);
    xb_line_graph *graph = xb_arena_alloc(scratch, sizeof *graph);
    graph->size = row_words * sizeof(uint64_t) + lines * sizeof(xb_line);
    uint64_t *memory = xb_arena_alloc(scratch, graph->size);
    graph->part = part;
    graph->words = words;
    graph->used = memory;
    graph->before = graph->used + words;
    graph->after = graph->before + lines * words;
    graph->into = graph->after + lines * words;
    graph->out_of = graph->into + (size_t)part->vertex_count * words;
    graph->lines = (xb_line *)(void *)(memory + row_words);
    return graph;
}

/* All lines into a vertex precede all lines out of it. */
static void join(xb_line_graph *graph, uint32_t vertex)
{
    const uint64_t *in = xb_line_row(graph, graph->into, vertex);
    const uint64_t *out = xb_line_row(graph, graph->out_of, vertex);
    for (uint32_t i = 0; (i = xb_line_next(graph, in, i)) != XB_LINE_NONE; i++)
        memcpy(xb_line_row(graph, graph->after, i), out, graph->words * sizeof *out);
    for (uint32_t j = 0; (j = xb_line_next(graph, out, j)) != XB_LINE_NONE; j++)
        memcpy(xb_line_row(graph, graph->before, j), in, graph->words * sizeof *in);
}

static void fill(xb_line_graph *graph)
{
    const xb_prepared_part *part = graph->part;
    xb_random random;
    xb_random_start(&random, 0, 0);
    for (uint32_t e = 0; e < part->edge_count; e++) {
        const xb_prepared_edge *edge = &part->edges[e];
        uint32_t line = add_line(
            graph, (xb_line){edge->source, edge->target, kind_of(&edge->label), xb_random_next(&random) | 1});
        if (graph->labels)
            graph->labels->of[line] = edge->label;
    }
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        if (part->vertices[v].role == XB_ROLE_INDEPENDENT)
            add_line(graph, (xb_line){XB_LINE_NONE, v, XB_LINE_UNIT, 1});
        else if (part->vertices[v].role == XB_ROLE_DEPENDENT)
            add_line(graph, (xb_line){v, XB_LINE_NONE, XB_LINE_UNIT, 1});
    }
    for (uint32_t v = 0; v < part->vertex_count; v++)
        join(graph, v);
}

xb_line_graph *xb_line_graph_create(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                                    bool labels, uint32_t room)
{
    if (part->edge_count > (uint32_t)XB_LINE_LIMIT)
        return NULL;
    xb_line_graph *graph = allocate(scratch, part, words_of(part, room));
    graph->awareness = awareness;
    if (labels) {
        graph->labels = xb_arena_alloc(scratch, sizeof *graph->labels);
        graph->labels->of = xb_arena_array(scratch, lines_at_most(graph), sizeof *graph->labels->of);
        graph->labels->arena = scratch;
    }
    fill(graph);
    return graph;
}

void xb_line_graph_copy(xb_line_graph *graph, const xb_line_graph *from)
{
    memcpy(graph->used, from->used, graph->size);
    graph->cost = from->cost;
    graph->faces = from->faces;
    graph->full = from->full;
}

void xb_line_complete(xb_line_graph *graph, const xb_line_sequence *sequence)
{
    for (uint32_t i = 0; i < sequence->count && !graph->full; i++)
        xb_line_apply(graph, sequence->actions[i]);
    for (uint32_t v = 0; v < graph->part->vertex_count && !graph->full; v++)
        xb_line_apply(graph, (xb_line_action){XB_LINE_VERTEX, 0, v, 0});
}

uint32_t xb_line_room(xb_arena *scratch, const xb_prepared_part *part, const xb_line_sequence *sequence)
{
    if (part->edge_count > (uint32_t)XB_LINE_LIMIT)
        return 0;
    for (uint32_t room = 2 * part->edge_count; room <= (uint32_t)XB_LINE_ROOM_LIMIT; room *= 2) {
        xb_arena_mark mark = xb_arena_mark_now(scratch);
        xb_line_graph *graph = xb_line_graph_create(scratch, part, 0, false, room);
        xb_line_complete(graph, sequence);
        bool full = graph->full;
        xb_arena_release(scratch, mark);
        if (!full)
            return room;
    }
    return 0;
}
