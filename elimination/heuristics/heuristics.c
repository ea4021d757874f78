/*
 * Vertex and edge eliminations are chosen by a chooser, which keeps them in order. Faces are listed and
 * filtered at each step: there are few graphs for which that takes long, since line graphs are small.
 */
#include "elimination/heuristics/heuristics.h"

#include <string.h>

#include "elimination/graphs/jacobian.h"
#include "elimination/heuristics/chooser.h"

static bool step(xb_trace *trace, xb_chooser *chooser, xb_lcg_action action)
{
    xb_chooser_before(chooser, action);
    if (!xb_trace_step(trace, action))
        return false;
    xb_chooser_after(chooser);
    return true;
}

/* Eliminates the edges out of a vertex one by one. */
static bool emulate(xb_trace *trace, xb_chooser *chooser, uint32_t vertex)
{
    const xb_lcg_state *state = trace->state;
    while (xb_lcg_is_eliminable(state, vertex)) {
        uint32_t arc = state->vertices[vertex].last_out;
        if (!xb_lcg_allows_back(state, &state->arcs[arc]))
            arc = state->arcs[arc].previous_out;
        if (!step(trace, chooser, (xb_lcg_action){XB_ACTION_BACK, vertex, state->arcs[arc].target, 0}))
            return false;
    }
    return true;
}

void xb_heuristic_run(xb_trace *trace, const xb_heuristic *heuristic)
{
    xb_chooser *chooser = xb_chooser_create(trace->scratch, trace->state, heuristic, trace->limit);
    xb_lcg_action action;
    while (xb_chooser_next(chooser, &action)) {
        xb_chooser_begin(chooser, action);
        bool done = heuristic->target == XB_TARGET_EMULATED ? emulate(trace, chooser, action.source)
                                                            : step(trace, chooser, action);
        if (!done)
            return;
    }
    if (!xb_trace_is_exhausted(trace))
        xb_trace_complete(trace);
}

/* ---- faces ---- */

/* Words of a set that are looked at in the time of an operation. */
enum { FACES_AT_ONCE = 1 << 16, WORDS_AT_ONCE = 4 };

typedef struct pair {
    uint32_t i;
    uint32_t j;
} pair;

static void list_faces(xb_arena *scratch, const xb_line_graph *graph, xb_vector *pairs)
{
    pairs->count = 0;
    for (uint32_t i = 0; (i = xb_line_next(graph, graph->used, i)) != XB_LINE_NONE; i++) {
        const xb_line *line = &graph->lines[i];
        if (line->source == XB_LINE_NONE || line->target == XB_LINE_NONE ||
            !xb_line_is_middle(graph, line->target))
            continue;
        const uint64_t *after = xb_line_row(graph, graph->after, i);
        for (uint32_t j = 0; (j = xb_line_next(graph, after, j)) != XB_LINE_NONE; j++)
            *(pair *)xb_vector_push(scratch, pairs, sizeof(pair)) = (pair){i, j};
    }
}

static void filter_faces(const xb_face_view *view, const xb_filter *filter, xb_vector *pairs)
{
    pair *items = pairs->items;
    uint32_t kept = 0;
    double lowest = 0;
    for (size_t p = 0; p < pairs->count; p++) {
        double key = filter->face(view, items[p].i, items[p].j);
        if (kept > 0 && key > lowest)
            continue;
        if (kept == 0 || key < lowest)
            kept = 0;
        lowest = key;
        items[kept++] = items[p];
    }
    pairs->count = kept;
}

/* Returns NULL if there isn't enough room, or no work left. */
static const xb_line_sequence *run_faces(xb_arena *scratch, const xb_prepared_part *part,
                                         const xb_heuristic *heuristic, uint32_t room, size_t *work,
                                         xb_watch *watch)
{
    xb_line_graph *graph = xb_line_graph_create(scratch, part, 0, false, room);
    xb_face_view view = {graph, XB_LINE_NONE};
    xb_vector pairs = {0}, actions = {0};
    for (list_faces(scratch, graph, &pairs); pairs.count > 0; list_faces(scratch, graph, &pairs)) {
        xb_watch_tick(watch, (uint32_t)(pairs.count > FACES_AT_ONCE ? FACES_AT_ONCE : pairs.count));
        size_t looked_at = pairs.count * heuristic->count * (1 + graph->words / WORDS_AT_ONCE) +
                           (size_t)part->edge_count * graph->words;
        if (looked_at > *work)
            return NULL;
        *work -= looked_at;
        for (size_t f = 0; f < heuristic->count && pairs.count > 1; f++)
            filter_faces(&view, heuristic->filters[f], &pairs);
        pair chosen = ((const pair *)pairs.items)[pairs.count - 1];
        view.last = graph->lines[chosen.i].target;
        xb_line_action *action = xb_vector_push(scratch, &actions, sizeof *action);
        *action = (xb_line_action){XB_LINE_PAIR, chosen.i, view.last, chosen.j};
        xb_line_apply(graph, *action);
        if (graph->full)
            return NULL;
    }
    xb_line_sequence *sequence = xb_arena_alloc(scratch, sizeof *sequence);
    *sequence = (xb_line_sequence){actions.items, (uint32_t)actions.count};
    return sequence;
}

const xb_line_sequence *xb_heuristic_run_faces(xb_arena *scratch, const xb_prepared_part *part,
                                               const xb_heuristic *heuristic, size_t work, xb_watch *watch)
{
    if (part->edge_count > (uint32_t)XB_LINE_LIMIT)
        return NULL;
    for (uint32_t room = 2 * part->edge_count; room <= (uint32_t)XB_LINE_ROOM_LIMIT; room *= 2) {
        xb_arena_mark mark = xb_arena_mark_now(scratch);
        const xb_line_sequence *sequence = run_faces(scratch, part, heuristic, room, &work, watch);
        if (sequence)
            return sequence;
        xb_arena_release(scratch, mark);
    }
    return NULL;
}

/* ---- names ---- */

static const char *const targets[] = {"vertex", "emulated", "edge", "face", NULL};

static bool serves(const xb_filter *filter, xb_heuristic_target target)
{
    return target == XB_TARGET_FACE   ? filter->face != NULL
           : target == XB_TARGET_EDGE ? filter->edge != NULL
                                      : filter->vertex != NULL;
}

/* The filters of the library, then others; NULL after the last one. */
static const xb_filter *filter_at(const xb_filter *const *more, size_t number)
{
    for (size_t i = 0; xb_filters[i].name; i++) {
        if (number-- == 0)
            return &xb_filters[i];
    }
    for (; more && *more; more++) {
        if (number-- == 0)
            return *more;
    }
    return NULL;
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

typedef struct parser {
    xb_arena *arena;
    const xb_filter *const *more;
    xb_heuristic *heuristic;
    xb_heuristic_problem *problem;
} parser;

static const xb_heuristic *refuse(const parser *p, const char *message, const char *hint)
{
    *p->problem = (xb_heuristic_problem){message, hint};
    return NULL;
}

static const char *names_of_filters(const parser *p)
{
    const xb_filter *filter;
    const char *names = NULL;
    for (size_t f = 0; (filter = filter_at(p->more, f)); f++) {
        if (serves(filter, p->heuristic->target))
            names = names ? xb_arena_format(p->arena, "%s, %s", names, filter->name) : filter->name;
    }
    return names;
}

static bool add_filter(const parser *p, const char *text, size_t length)
{
    xb_heuristic *heuristic = p->heuristic;
    const xb_filter *filter;
    if (heuristic->count == XB_FILTERS_AT_MOST) {
        refuse(p, xb_arena_format(p->arena, "there are more than %d filters", XB_FILTERS_AT_MOST), NULL);
        return false;
    }
    for (size_t f = 0; (filter = filter_at(p->more, f)); f++) {
        if (is_word(filter->name, text, length) && serves(filter, heuristic->target)) {
            heuristic->filters[heuristic->count++] = filter;
            return true;
        }
    }
    const char *target = targets[heuristic->target];
    refuse(p, xb_arena_format(p->arena, "there is no filter '%.*s' for %s", (int)length, text, target),
           xb_arena_format(p->arena, "for %s there are %s", target, names_of_filters(p)));
    return false;
}

/* Filters have different names. */
static const xb_heuristic *refuse_clash(const parser *p)
{
    const xb_filter *a, *b;
    for (size_t i = 0; (a = filter_at(p->more, i)); i++) {
        for (size_t j = i + 1; (b = filter_at(p->more, j)); j++) {
            if (strcmp(a->name, b->name) == 0)
                return refuse(p, xb_arena_format(p->arena, "there are two filters '%s'", a->name),
                              "a plugin offers one whose name is in use");
        }
    }
    return p->heuristic;
}

const xb_heuristic *xb_heuristic_parse(xb_arena *arena, const char *text, const xb_filter *const *more,
                                       xb_heuristic_problem *problem)
{
    const parser p = {arena, more, xb_arena_alloc(arena, sizeof(xb_heuristic)), problem};
    size_t length = strcspn(text, ":"), target = 0;
    while (targets[target] && !is_word(targets[target], text, length))
        target++;
    if (!targets[target] || text[length] == 0)
        return refuse(&p, xb_arena_format(arena, "'%.*s' is no target with filters", (int)length, text),
                      "a target (vertex, emulated, edge, face) and filters, such as "
                      "vertex:lowest_markowitz,reverse");
    p.heuristic->target = (xb_heuristic_target)target;
    do {
        text += length + 1;
        length = strcspn(text, ",");
        if (!add_filter(&p, text, length))
            return NULL;
    } while (text[length] != 0);
    return refuse_clash(&p);
}

bool xb_heuristic_name(const xb_filter *const *more, size_t number, const char **target, const char **filter)
{
    const xb_filter *at;
    for (size_t t = 0; targets[t]; t++) {
        for (size_t f = 0; (at = filter_at(more, f)); f++) {
            if (serves(at, (xb_heuristic_target)t) && number-- == 0) {
                *target = targets[t];
                *filter = at->name;
                return true;
            }
        }
    }
    return false;
}

/* At the end there is a line for each entry of the Jacobian. */
static bool fits_faces(xb_arena *scratch, const xb_prepared_part *part)
{
    const size_t most_lines = XB_LINE_ROOM_LIMIT;
    return part->edge_count <= (uint32_t)XB_LINE_LIMIT &&
           xb_jacobian_of_part(scratch, part, most_lines) <= most_lines;
}

bool xb_heuristic_fits(xb_arena *scratch, const xb_heuristic *heuristic, const xb_lcg *graph)
{
    if (heuristic->target != XB_TARGET_FACE)
        return true;
    const xb_prepared *prepared = xb_prepare(scratch, graph);
    for (size_t p = 0; prepared && p < prepared->part_count; p++)
        if (!fits_faces(scratch, &prepared->parts[p]))
            return false;
    return true;
}
