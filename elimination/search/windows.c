/*
 * What happens to a vertex depends on the vertices before it as a set, so that vertices which follow each
 * other may change places without any effect on what comes after them. Such a window is an elimination
 * problem of its own: the graph as it is when their turn comes, with their neighbours for independents and
 * dependents. (A neighbour that leads into the window and out of it is one of each.) It is solved by
 * annealing on rows of a word or two, and half of the window is passed over before the next one begins.
 *
 * That helps only if vertices that could be exchanged are near each other. Vertices that are no neighbours
 * when the first of them is eliminated may pass each other; so the order is arranged beforehand such that
 * each vertex comes just before the first vertex that has to wait for it, depth first.
 */
#include "elimination/search/windows.h"

#include <stdlib.h>
#include <string.h>

#include "elimination/search/order_walk.h"

/* Vertices in a window; vertices and neighbours of the largest one that is improved. */
enum { WINDOW = 96, WINDOW_AT_MOST = 512 };

/* Pairs of neighbours that are noted for each vertex and edge of the part: beyond that, the order stays as it
 * is arranged. */
enum { PAIRS_PER_SIZE = 16 };

#define NONE UINT32_MAX

typedef struct windows {
    xb_arena *scratch;
    xb_lcg_state *state;
    const xb_prepared_part *part;
    int awareness;
    xb_windows_effort effort;
    xb_random random;
    uint32_t *order;
    uint32_t count;
    uint32_t *places;      /* in the window, of each vertex; else NONE */
    uint32_t *from;        /* number in the problem, of neighbours that lead into the window */
    uint32_t *to;          /* likewise, of those that the window leads into */
    const uint64_t *least; /* products that the elimination of a vertex takes at least */
    bool improved;
} windows;

/* ---- the order is arranged ---- */

typedef struct pair {
    uint32_t later;
    uint32_t earlier;
} pair;

static void note(const windows *w, xb_vector *pairs, uint32_t vertex, uint32_t other)
{
    if (w->part->vertices[other].role == XB_ROLE_INTERMEDIATE)
        *(pair *)xb_vector_push(w->scratch, pairs, sizeof(pair)) = (pair){other, vertex};
}

/* Which vertices have to wait for which. Returns false if these are too many. */
static bool find_pairs(const windows *w, xb_vector *pairs)
{
    xb_lcg_state *state = w->state;
    size_t most = PAIRS_PER_SIZE * ((size_t)w->part->vertex_count + w->part->edge_count);
    xb_lcg_load(state, w->part, NULL, NULL);
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t v = w->order[i];
        if (!xb_lcg_is_eliminable(state, v))
            continue;
        for (uint32_t a = state->vertices[v].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
            note(w, pairs, v, state->arcs[a].source);
        for (uint32_t a = state->vertices[v].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
            note(w, pairs, v, state->arcs[a].target);
        if (pairs->count > most)
            return false;
        xb_lcg_apply(state, xb_lcg_vertex_action(v));
    }
    return true;
}

/* Lists the earlier ones of each vertex, in the order of their elimination. */
static void list_by_later(const windows *w, const xb_vector *pairs, uint32_t *starts, uint32_t *earlier)
{
    const pair *items = pairs->items;
    for (size_t i = 0; i < pairs->count; i++)
        starts[items[i].later + 2]++;
    for (uint32_t v = 2; v < w->part->vertex_count + 2; v++)
        starts[v] += starts[v - 1];
    for (size_t i = 0; i < pairs->count; i++)
        earlier[starts[items[i].later + 1]++] = items[i].earlier;
}

/* Writes a vertex down, and before it everything that it has to wait for. */
static uint32_t visit(uint32_t vertex, uint32_t *starts, const uint32_t *ends, const uint32_t *earlier,
                      bool *seen, uint32_t *stack, uint32_t *order)
{
    uint32_t depth = 0, written = 0;
    stack[depth++] = vertex;
    seen[vertex] = true;
    while (depth > 0) {
        uint32_t top = stack[depth - 1];
        if (starts[top] == ends[top]) {
            order[written++] = top;
            depth--;
            continue;
        }
        uint32_t next = earlier[starts[top]++];
        if (!seen[next]) {
            seen[next] = true;
            stack[depth++] = next;
        }
    }
    return written;
}

static void arrange(const windows *w)
{
    xb_vector pairs = {0};
    size_t vertices = w->part->vertex_count;
    if (!find_pairs(w, &pairs))
        return;
    uint32_t *starts = xb_arena_array(w->scratch, vertices + 2, sizeof *starts);
    uint32_t *ends = xb_arena_array(w->scratch, vertices + 1, sizeof *ends);
    uint32_t *earlier = xb_arena_array(w->scratch, pairs.count, sizeof *earlier);
    list_by_later(w, &pairs, starts, earlier);
    memcpy(ends, starts + 1, vertices * sizeof *ends);
    bool *waits = xb_arena_array(w->scratch, vertices, sizeof *waits);
    for (size_t i = 0; i < pairs.count; i++)
        waits[((const pair *)pairs.items)[i].earlier] = true;
    bool *seen = xb_arena_array(w->scratch, vertices, sizeof *seen);
    uint32_t *stack = xb_arena_array(w->scratch, w->count, sizeof *stack);
    uint32_t *order = xb_arena_array(w->scratch, w->count, sizeof *order), written = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!waits[w->order[i]])
            written += visit(w->order[i], starts, ends, earlier, seen, stack, order + written);
    }
    memcpy(w->order, order, w->count * sizeof *order);
}

/* ---- one window ---- */

typedef struct problem {
    xb_prepared_part part;
    xb_prepared_vertex *vertices;
    xb_vector edges;
    uint32_t *members; /* of the window, ascending */
    uint32_t *sources; /* that lead into it */
    uint32_t source_count;
    uint32_t *targets; /* that it leads into */
    uint32_t target_count;
} problem;

static int compare(const void *a, const void *b)
{
    const uint32_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

/* A neighbour outside; returns false if there are too many. */
static bool meet(uint32_t *numbers, uint32_t *list, uint32_t *count, uint32_t vertex)
{
    if (numbers[vertex] != NONE)
        return true;
    if (*count == WINDOW_AT_MOST)
        return false;
    numbers[vertex] = *count;
    list[(*count)++] = vertex;
    return true;
}

static bool find_neighbours(const windows *w, problem *p, uint32_t size)
{
    const xb_lcg_state *state = w->state;
    bool fits = true;
    for (uint32_t i = 0; i < size && fits; i++) {
        const xb_lcg_vertex *at = &state->vertices[p->members[i]];
        for (uint32_t a = at->first_in; a != XB_LCG_NONE && fits; a = state->arcs[a].next_in)
            if (w->places[state->arcs[a].source] == NONE)
                fits = meet(w->from, p->sources, &p->source_count, state->arcs[a].source);
        for (uint32_t a = at->first_out; a != XB_LCG_NONE && fits; a = state->arcs[a].next_out)
            if (w->places[state->arcs[a].target] == NONE)
                fits = meet(w->to, p->targets, &p->target_count, state->arcs[a].target);
    }
    return fits && p->source_count + size + p->target_count <= (uint32_t)WINDOW_AT_MOST;
}

static void add_edge(const windows *w, problem *p, uint32_t arc, uint32_t source, uint32_t target)
{
    xb_prepared_edge *edge = xb_vector_push(w->scratch, &p->edges, sizeof *edge);
    *edge = (xb_prepared_edge){source, target, w->state->arcs[arc].copy, w->state->arcs[arc].label};
}

/* Sources have the first numbers, then the members, then the targets. */
static void find_edges(const windows *w, problem *p, uint32_t size)
{
    const xb_lcg_state *state = w->state;
    uint32_t first = p->source_count, last = first + size;
    for (uint32_t i = 0; i < size; i++) {
        const xb_lcg_vertex *at = &state->vertices[p->members[i]];
        for (uint32_t a = at->first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in) {
            uint32_t source = state->arcs[a].source, place = w->places[source];
            add_edge(w, p, a, place == NONE ? w->from[source] : first + place, first + i);
        }
        for (uint32_t a = at->first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
            if (w->places[state->arcs[a].target] == NONE)
                add_edge(w, p, a, first + i, last + w->to[state->arcs[a].target]);
    }
}

static void set_roles(problem *p, uint32_t size)
{
    for (uint32_t v = 0; v < p->part.vertex_count; v++)
        p->vertices[v].role = v < p->source_count          ? XB_ROLE_INDEPENDENT
                              : v < p->source_count + size ? XB_ROLE_INTERMEDIATE
                                                           : XB_ROLE_DEPENDENT;
}

static void solve(windows *w, problem *p, uint32_t *window, uint32_t size)
{
    uint32_t first = p->source_count;
    uint32_t *order = xb_arena_array(w->scratch, size, sizeof *order);
    for (uint32_t i = 0; i < size; i++)
        order[i] = first + w->places[window[i]];
    uint64_t least = 0;
    for (uint32_t i = 0; i < size && w->awareness <= 0; i++)
        least += w->least[window[i]];
    const xb_dense *dense = xb_dense_create(w->scratch, &p->part, w->awareness);
    bool is_only_one = size == w->count; /* else half of it belongs to the next one, too */
    uint64_t steps = (uint64_t)w->effort.steps * size * (is_only_one ? 3 : 2) / 4;
    if (!xb_order_anneal(w->scratch, dense, &w->random, steps, w->effort.heat, least, order))
        return;
    w->improved = true;
    for (uint32_t i = 0; i < size; i++)
        window[i] = p->members[order[i] - first];
}

static void forget(const windows *w, const problem *p, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        w->places[p->members[i]] = NONE;
    for (uint32_t i = 0; i < p->source_count; i++)
        w->from[p->sources[i]] = NONE;
    for (uint32_t i = 0; i < p->target_count; i++)
        w->to[p->targets[i]] = NONE;
}

/* Improves vertices that follow each other, all of which can be eliminated. */
static void improve(windows *w, uint32_t *window, uint32_t size)
{
    xb_arena_mark mark = xb_arena_mark_now(w->scratch);
    problem p = {0};
    p.members = xb_arena_array(w->scratch, size, sizeof *p.members);
    p.sources = xb_arena_array(w->scratch, WINDOW_AT_MOST, sizeof *p.sources);
    p.targets = xb_arena_array(w->scratch, WINDOW_AT_MOST, sizeof *p.targets);
    memcpy(p.members, window, size * sizeof *p.members);
    qsort(p.members, size, sizeof *p.members, compare);
    for (uint32_t i = 0; i < size; i++)
        w->places[p.members[i]] = i;
    if (find_neighbours(w, &p, size)) {
        find_edges(w, &p, size);
        p.part.vertex_count = p.source_count + size + p.target_count;
        p.vertices = xb_arena_array(w->scratch, p.part.vertex_count, sizeof *p.vertices);
        set_roles(&p, size);
        p.part.vertices = p.vertices;
        p.part.edges = p.edges.items;
        p.part.edge_count = (uint32_t)p.edges.count;
        p.part.intermediate_count = size;
        solve(w, &p, window, size);
    }
    forget(w, &p, size);
    xb_arena_release(w->scratch, mark);
}

/* ---- all of them ---- */

/* Vertices that can't be eliminated, since something cancelled, go to the end. Returns the number of others.
 */
static uint32_t skip_idle(const windows *w, uint32_t begin, uint32_t end)
{
    uint32_t kept = begin;
    for (uint32_t i = begin; i < end; i++) {
        if (xb_lcg_is_eliminable(w->state, w->order[i])) {
            uint32_t vertex = w->order[i];
            w->order[i] = w->order[kept];
            w->order[kept++] = vertex;
        }
    }
    return kept - begin;
}

static void slide(windows *w)
{
    xb_lcg_load(w->state, w->part, NULL, NULL);
    for (uint32_t begin = 0; begin < w->count;) {
        uint32_t end = w->count - begin < (uint32_t)WINDOW ? w->count : begin + (uint32_t)WINDOW;
        uint32_t size = skip_idle(w, begin, end);
        xb_watch_tick(w->state->watch, w->effort.steps * (uint32_t)WINDOW);
        if (size > 1)
            improve(w, w->order + begin, size);
        uint32_t passed = end == w->count ? end : begin + (uint32_t)WINDOW / 2;
        for (; begin < passed; begin++) {
            if (xb_lcg_is_eliminable(w->state, w->order[begin]))
                xb_lcg_apply(w->state, xb_lcg_vertex_action(w->order[begin]));
        }
    }
}

static uint32_t *no_numbers(xb_arena *scratch, uint32_t count)
{
    uint32_t *numbers = xb_arena_array(scratch, count, sizeof *numbers);
    memset(numbers, 0xff, count * sizeof *numbers);
    return numbers;
}

bool xb_windows_improve(xb_arena *scratch, xb_lcg_state *state, const xb_prepared_part *part, int awareness,
                        const xb_windows_effort *effort, const uint64_t *least, uint32_t *vertices,
                        uint32_t count)
{
    windows w = {.scratch = scratch,
                 .state = state,
                 .part = part,
                 .awareness = awareness,
                 .effort = *effort,
                 .order = vertices,
                 .count = count,
                 .least = least};
    w.places = no_numbers(scratch, part->vertex_count);
    w.from = no_numbers(scratch, part->vertex_count);
    w.to = no_numbers(scratch, part->vertex_count);
    xb_random_start(&w.random, 1, effort->seed);
    arrange(&w);
    slide(&w);
    return w.improved;
}
