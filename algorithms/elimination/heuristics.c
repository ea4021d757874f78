/*
 * At each step all candidates are listed and filtered. Keys of vertices that depend on their neighbourhood
 * alone are remembered until something in it changes, so that a step costs little more than looking through
 * the list.
 */
#include "algorithms/elimination/heuristics.h"

#include <string.h>

typedef struct candidates {
    xb_lcg_action *items;
    uint32_t count;
} candidates;

typedef struct runner {
    xb_trace *trace;
    const xb_heuristic *heuristic;
    xb_filter_view view;
    bool by_vertex;
    xb_vector actions;                /* xb_lcg_action: the candidates */
    double *keys[XB_FILTERS_AT_MOST]; /* remembered, for each vertex */
    bool *known[XB_FILTERS_AT_MOST];
    bool wants_paths;
    bool wants_last;
} runner;

static const xb_filter *filter_at(const xb_heuristic *heuristic, size_t place)
{
    return &xb_filters[heuristic->filters[place]];
}

/* ---- what filters look at ---- */

static void count_paths(runner *r)
{
    const xb_lcg_state *state = r->view.state;
    const xb_prepared_part *part = state->part;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        r->view.paths_to[v] = part->vertices[v].role == XB_ROLE_INDEPENDENT;
        for (uint32_t a = state->vertices[v].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
            r->view.paths_to[v] += r->view.paths_to[state->arcs[a].source];
    }
    /* Copies, the dependents with the highest numbers, have no successors. */
    for (uint32_t v = part->vertex_count; v-- > 0;) {
        r->view.paths_from[v] = part->vertices[v].role == XB_ROLE_DEPENDENT;
        for (uint32_t a = state->vertices[v].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
            r->view.paths_from[v] += r->view.paths_from[state->arcs[a].target];
    }
}

/* For each vertex how many terminals of one side it is joined with: one walk for each terminal. */
static void count_reach(runner *r, bool forward, uint32_t *counts)
{
    const xb_lcg_state *state = r->view.state;
    const xb_prepared_part *part = state->part;
    bool *reached = xb_arena_array(r->trace->scratch, part->vertex_count, sizeof *reached);
    xb_lcg_role role = forward ? XB_ROLE_INDEPENDENT : XB_ROLE_DEPENDENT;
    for (uint32_t t = 0; t < part->vertex_count; t++) {
        if (part->vertices[t].role != role)
            continue;
        for (uint32_t i = 0; i < part->vertex_count; i++) {
            uint32_t v = forward ? i : part->vertex_count - 1 - i;
            uint32_t a = forward ? state->vertices[v].first_in : state->vertices[v].first_out;
            reached[v] = v == t;
            for (; a != XB_LCG_NONE && !reached[v];
                 a = forward ? state->arcs[a].next_in : state->arcs[a].next_out)
                reached[v] = reached[forward ? state->arcs[a].source : state->arcs[a].target];
            counts[v] += reached[v];
        }
    }
}

static void note_last(runner *r, xb_lcg_action action)
{
    xb_filter_view *view = &r->view;
    const xb_lcg_state *state = view->state;
    uint32_t count = state->part->vertex_count;
    view->last = action.kind == XB_ACTION_FRONT ? action.target : action.source;
    memset(view->last_in, 0, count * sizeof *view->last_in);
    memset(view->last_out, 0, count * sizeof *view->last_out);
    const xb_lcg_vertex *at = &state->vertices[view->last];
    for (uint32_t a = at->first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
        view->last_in[state->arcs[a].source] = true;
    for (uint32_t a = at->first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
        view->last_out[state->arcs[a].target] = true;
    view->last_in_count = at->in_degree;
    view->last_out_count = at->out_degree;
}

static void prepare(runner *r)
{
    xb_arena *scratch = r->trace->scratch;
    size_t count = r->trace->state->part->vertex_count;
    r->view.state = r->trace->state;
    r->view.last = XB_LCG_NONE;
    r->by_vertex = r->heuristic->target != XB_TARGET_EDGE;
    for (size_t f = 0; f < r->heuristic->count; f++) {
        const xb_filter *filter = filter_at(r->heuristic, f);
        r->wants_paths |= filter->scope == XB_SCOPE_PATHS;
        r->wants_last |= filter->scope == XB_SCOPE_LAST;
        if (r->by_vertex && (filter->scope == XB_SCOPE_NEAR || filter->scope == XB_SCOPE_REACH)) {
            r->keys[f] = xb_arena_array(scratch, count, sizeof *r->keys[f]);
            r->known[f] = xb_arena_array(scratch, count, sizeof *r->known[f]);
        }
        if (filter->scope == XB_SCOPE_REACH && !r->view.sources) {
            r->view.sources = xb_arena_array(scratch, count, sizeof *r->view.sources);
            r->view.targets = xb_arena_array(scratch, count, sizeof *r->view.targets);
            count_reach(r, true, r->view.sources);
            count_reach(r, false, r->view.targets);
        }
    }
    r->view.last_in = xb_arena_array(scratch, count, sizeof *r->view.last_in);
    r->view.last_out = xb_arena_array(scratch, count, sizeof *r->view.last_out);
    r->view.paths_to = xb_arena_array(scratch, count, sizeof *r->view.paths_to);
    r->view.paths_from = xb_arena_array(scratch, count, sizeof *r->view.paths_from);
}

/* ---- candidates ---- */

static void add_candidate(runner *r, xb_lcg_action action)
{
    *(xb_lcg_action *)xb_vector_push(r->trace->scratch, &r->actions, sizeof action) = action;
}

static void list_edges(runner *r, uint32_t source)
{
    const xb_lcg_state *state = r->view.state;
    for (uint32_t a = state->vertices[source].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
        uint32_t target = state->arcs[a].target;
        if (xb_lcg_allows_back(state, &state->arcs[a]))
            add_candidate(r, (xb_lcg_action){XB_ACTION_BACK, source, target, 0});
        if (xb_lcg_allows_front(state, &state->arcs[a]))
            add_candidate(r, (xb_lcg_action){XB_ACTION_FRONT, source, target, 0});
    }
}

static void list(runner *r)
{
    const xb_lcg_state *state = r->view.state;
    r->actions.count = 0;
    for (uint32_t v = 0; v < state->part->vertex_count; v++) {
        if (!r->by_vertex)
            list_edges(r, v);
        else if (xb_lcg_is_eliminable(state, v))
            add_candidate(r, xb_lcg_vertex_action(v));
    }
}

static double key_of(runner *r, size_t f, xb_lcg_action action)
{
    const xb_filter *filter = filter_at(r->heuristic, f);
    if (!r->by_vertex)
        return filter->edge(&r->view, action);
    if (!r->known[f])
        return filter->vertex(&r->view, action);
    if (!r->known[f][action.source]) {
        r->keys[f][action.source] = filter->vertex(&r->view, action);
        r->known[f][action.source] = true;
    }
    return r->keys[f][action.source];
}

/* Keeps the candidates with the lowest key. */
static void apply_filter(runner *r, size_t f)
{
    xb_lcg_action *actions = r->actions.items;
    size_t kept = 0;
    double lowest = 0;
    for (size_t i = 0; i < r->actions.count; i++) {
        double key = key_of(r, f, actions[i]);
        if (kept > 0 && key > lowest)
            continue;
        if (kept == 0 || key < lowest)
            kept = 0;
        lowest = key;
        actions[kept++] = actions[i];
    }
    r->actions.count = kept;
}

static void forget(runner *r, uint32_t vertex)
{
    for (size_t f = 0; f < r->heuristic->count; f++) {
        if (r->known[f])
            r->known[f][vertex] = false;
    }
}

static void forget_around(runner *r, uint32_t vertex)
{
    const xb_lcg_state *state = r->view.state;
    forget(r, vertex);
    for (uint32_t a = state->vertices[vertex].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
        forget(r, state->arcs[a].source);
    for (uint32_t a = state->vertices[vertex].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
        forget(r, state->arcs[a].target);
}

static bool step(runner *r, xb_lcg_action action)
{
    if (!xb_trace_step(r->trace, action))
        return false;
    for (uint32_t i = 0; r->by_vertex && i < r->view.state->changed_count; i++)
        forget_around(r, r->view.state->changed[i]);
    return true;
}

/* Eliminates the edges out of a vertex one by one. */
static bool emulate(runner *r, uint32_t vertex)
{
    const xb_lcg_state *state = r->view.state;
    while (xb_lcg_is_eliminable(state, vertex)) {
        uint32_t arc = state->vertices[vertex].last_out;
        if (!xb_lcg_allows_back(state, &state->arcs[arc]))
            arc = state->arcs[arc].previous_out;
        if (!step(r, (xb_lcg_action){XB_ACTION_BACK, vertex, state->arcs[arc].target, 0}))
            return false;
    }
    return true;
}

static bool choose(runner *r, xb_lcg_action *action)
{
    list(r);
    if (r->actions.count == 0)
        return false;
    if (r->wants_paths)
        count_paths(r);
    for (size_t f = 0; f < r->heuristic->count && r->actions.count > 1; f++)
        apply_filter(r, f);
    *action = ((const xb_lcg_action *)r->actions.items)[r->actions.count - 1];
    return true;
}

void xb_heuristic_run(xb_trace *trace, const xb_heuristic *heuristic)
{
    runner r = {.trace = trace, .heuristic = heuristic};
    xb_lcg_action action;
    prepare(&r);
    while (choose(&r, &action)) {
        if (r.wants_last)
            note_last(&r, action);
        bool done = heuristic->target == XB_TARGET_EMULATED ? emulate(&r, action.source) : step(&r, action);
        if (!done)
            return;
    }
    xb_trace_complete(trace);
}

/* ---- faces ---- */

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
    size_t kept = 0;
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

const xb_line_sequence *xb_heuristic_run_faces(xb_arena *scratch, const xb_prepared_part *part,
                                               const xb_heuristic *heuristic)
{
    xb_line_graph *graph = xb_line_graph_create(scratch, part, 0, false);
    xb_face_view view = {graph, XB_LINE_NONE};
    xb_vector pairs = {0}, actions = {0};
    if (!graph)
        return NULL;
    for (list_faces(scratch, graph, &pairs); pairs.count > 0; list_faces(scratch, graph, &pairs)) {
        for (size_t f = 0; f < heuristic->count && pairs.count > 1; f++)
            filter_faces(&view, filter_at(heuristic, f), &pairs);
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

/* ---- names ---- */

static const char *const targets[] = {"vertex", "emulated", "edge", "face"};

static bool serves(const xb_filter *filter, xb_heuristic_target target)
{
    return target == XB_TARGET_FACE   ? filter->face != NULL
           : target == XB_TARGET_EDGE ? filter->edge != NULL
                                      : filter->vertex != NULL;
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static bool add_filter(xb_heuristic *heuristic, const char *text, size_t length)
{
    if (heuristic->count == XB_FILTERS_AT_MOST)
        return false;
    for (size_t f = 0; xb_filters[f].name; f++) {
        if (is_word(xb_filters[f].name, text, length) && serves(&xb_filters[f], heuristic->target)) {
            heuristic->filters[heuristic->count++] = f;
            return true;
        }
    }
    return false;
}

const xb_heuristic *xb_heuristic_parse(xb_arena *arena, const char *text, const char **wrong)
{
    xb_heuristic *heuristic = xb_arena_alloc(arena, sizeof *heuristic);
    size_t length = strcspn(text, ":"), target = 0;
    while (target < sizeof targets / sizeof *targets && !is_word(targets[target], text, length))
        target++;
    *wrong = xb_arena_copy_text(arena, text, length);
    if (target == sizeof targets / sizeof *targets || text[length] == 0)
        return NULL;
    heuristic->target = (xb_heuristic_target)target;
    do {
        text += length + 1;
        length = strcspn(text, ",");
        if (!add_filter(heuristic, text, length)) {
            *wrong = xb_arena_copy_text(arena, text, length);
            return NULL;
        }
    } while (text[length] != 0);
    return heuristic;
}

bool xb_heuristic_name(size_t number, const char **target, const char **filter)
{
    for (size_t t = 0; t < sizeof targets / sizeof *targets; t++) {
        for (size_t f = 0; xb_filters[f].name; f++) {
            if (serves(&xb_filters[f], (xb_heuristic_target)t) && number-- == 0) {
                *target = targets[t];
                *filter = xb_filters[f].name;
                return true;
            }
        }
    }
    return false;
}
