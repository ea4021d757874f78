/*
 * Candidates wait in a heap. Keys are kept as whole numbers of the same order, the first two in the heap, the
 * others beside it. After a step, the keys of those candidates are computed again that depend on what has
 * changed.
 *
 * Keys that depend on the last elimination stand in the heap as they are elsewhere, the highest they can be.
 * The candidates around the last elimination, for which they may be lower, are looked at one by one, and the
 * best of these is compared with the best of the heap. A chain with a filter of which nothing is known
 * (XB_SCOPE_ALL) computes all keys anew.
 *
 * What is looked at counts as work of the graph, whose limit is checked wherever a key would be computed: a
 * single step may look at the square of the graph.
 */
#include "elimination/heuristics/chooser.h"

#include <math.h>
#include <string.h>

#include "elimination/graphs/lcg_pairs.h"

/* Which keys of candidates around a vertex have been computed again after this step. */
typedef enum mark { MARK_VERTEX, MARK_BACK, MARK_FRONT, MARK_COUNT } mark;

/* Two vertices, and whether there was an edge between them. */
typedef struct pair {
    uint32_t source;
    uint32_t target;
    bool joined;
} pair;

/* Candidates are vertices, or arcs times two, plus one for back elimination. */
struct xb_chooser {
    xb_arena *scratch;
    xb_lcg_state *state; /* of which nothing changes but the work */
    const xb_heuristic *heuristic;
    xb_filter_view view;
    size_t limit; /* of the work */
    bool edges;
    unsigned scope;       /* of all filters together */
    uint32_t *in_degrees; /* of each vertex, as the keys have it; with XB_SCOPE_DEGREES */
    uint32_t *out_degrees;
    xb_vector pairs; /* pair: what the step may join or sever; with XB_SCOPE_JOINED */
    xb_heap heap;
    uint64_t *ranks; /* for each candidate, width of them: its keys, then what breaks ties */
    size_t width;
    size_t rank_count;           /* candidates that there is room for */
    uint32_t *marks[MARK_COUNT]; /* for each vertex: the step in which it was marked last */
    uint32_t step;
    uint64_t best[XB_FILTERS_AT_MOST + 1]; /* ranks of the best candidate around the last elimination */
    uint32_t best_item;
    const uint64_t *rival; /* ranks of the best of the heap */
    bool has_best;
    uint64_t local[XB_FILTERS_AT_MOST]; /* ranks that depend on the last elimination, at the vertex at hand */
    bool has_local;
};

/* ---- work ---- */

static bool is_exhausted(const xb_chooser *c)
{
    return c->state->work >= c->limit;
}

static void charge(xb_chooser *c, uint64_t operations)
{
    enum { AT_ONCE = 1 << 16 };
    c->state->work += operations;
    xb_watch_tick(c->state->watch, (uint32_t)(operations > AT_ONCE ? AT_ONCE : operations));
}

static uint64_t degrees(const xb_chooser *c, xb_lcg_action action)
{
    const xb_lcg_vertex *middle = &c->state->vertices[xb_filter_middle(action)];
    return (uint64_t)middle->in_degree + middle->out_degree;
}

/* ---- ranks ---- */

/* A whole number that compares as the key does. */
static uint64_t rank_of(double key)
{
    uint64_t bits;
    key += 0.0; /* there is one zero only */
    if (isnan(key))
        return UINT64_MAX;
    memcpy(&bits, &key, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static uint64_t *ranks_of(const xb_chooser *c, uint32_t item)
{
    return c->ranks + item * c->width;
}

/* The same first ranks: the others decide. */
static bool precedes(const void *context, uint32_t a, uint32_t b)
{
    const xb_chooser *c = context;
    const uint64_t *of_a = ranks_of(c, a), *of_b = ranks_of(c, b);
    for (size_t i = 2; i < c->width; i++) {
        if (of_a[i] != of_b[i])
            return of_a[i] < of_b[i];
    }
    return false;
}

static bool is_less(const uint64_t *a, const uint64_t *b, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        if (a[i] != b[i])
            return a[i] < b[i];
    }
    return false;
}

/* As `reverse` does: the last source, then the last target, front before back. */
static uint64_t tie_break(xb_lcg_action action)
{
    uint64_t source = UINT32_MAX - action.source, target = INT32_MAX - action.target;
    return source << 32 | target << 1 | (action.kind == XB_ACTION_BACK);
}

static xb_lcg_action action_of(const xb_chooser *c, uint32_t item)
{
    if (!c->edges)
        return xb_lcg_vertex_action(item);
    const xb_lcg_arc *arc = &c->state->arcs[item / 2];
    return (xb_lcg_action){item % 2 == 0 ? XB_ACTION_FRONT : XB_ACTION_BACK, arc->source, arc->target, 0};
}

static bool is_possible(const xb_chooser *c, uint32_t item)
{
    if (!c->edges)
        return xb_lcg_is_eliminable(c->state, item);
    const xb_lcg_arc *arc = &c->state->arcs[item / 2];
    if (arc->source == XB_LCG_NONE)
        return false;
    return item % 2 == 0 ? xb_lcg_allows_front(c->state, arc) : xb_lcg_allows_back(c->state, arc);
}

static double key_of(const xb_chooser *c, const xb_filter *filter, xb_lcg_action action)
{
    return c->edges ? filter->edge(&c->view, action) : filter->vertex(&c->view, action);
}

static bool is_of_last(const xb_chooser *c, const xb_filter *filter)
{
    return filter->scope & XB_SCOPE_LAST && !(c->scope & XB_SCOPE_ALL);
}

/* ---- the heap ---- */

static void make_room(xb_chooser *c, uint32_t item)
{
    if (item < c->rank_count)
        return;
    size_t larger = c->rank_count * 2 > item ? c->rank_count * 2 : (size_t)item + 1;
    c->ranks = xb_arena_enlarge(c->scratch, c->ranks, c->rank_count, larger, c->width * sizeof *c->ranks);
    c->rank_count = larger;
}

/* Keys as they are elsewhere, if they depend on the last elimination. */
static void enqueue(xb_chooser *c, uint32_t item)
{
    if (is_exhausted(c))
        return;
    if (!is_possible(c, item)) {
        xb_heap_remove(&c->heap, item);
        return;
    }
    xb_lcg_action action = action_of(c, item);
    charge(c, c->scope & XB_SCOPE_JOINED ? 1 + xb_lcg_products(c->state, action) : 1);
    make_room(c, item);
    uint64_t *ranks = ranks_of(c, item);
    for (size_t f = 0; f < c->heuristic->count; f++) {
        const xb_filter *filter = c->heuristic->filters[f];
        ranks[f] = rank_of(is_of_last(c, filter) ? filter->elsewhere : key_of(c, filter, action));
    }
    ranks[c->heuristic->count] = tie_break(action);
    xb_heap_set(&c->heap, item, (xb_priority){ranks[0], ranks[1]});
}

static void enqueue_in(xb_chooser *c, uint32_t vertex, bool back)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = state->vertices[vertex].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
        enqueue(c, 2 * a + back);
}

static void enqueue_out(xb_chooser *c, uint32_t vertex, bool back)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = state->vertices[vertex].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
        enqueue(c, 2 * a + back);
}

static void list(xb_chooser *c)
{
    xb_heap_clear(&c->heap);
    for (uint32_t v = 0; v < c->state->part->vertex_count; v++) {
        if (!c->edges) {
            enqueue(c, v);
            continue;
        }
        enqueue_in(c, v, false);
        enqueue_out(c, v, true);
    }
}

/* ---- what a step changes ---- */

static bool is_new(xb_chooser *c, mark which, uint32_t vertex)
{
    if (c->marks[which][vertex] == c->step)
        return false;
    c->marks[which][vertex] = c->step;
    return true;
}

/* Front, or back, eliminations through a vertex; or that of the vertex. */
static void renew(xb_chooser *c, uint32_t vertex, mark which)
{
    if (!c->edges)
        which = MARK_VERTEX;
    if (!is_new(c, which, vertex))
        return;
    if (which == MARK_VERTEX)
        enqueue(c, vertex);
    else if (which == MARK_FRONT)
        enqueue_in(c, vertex, false);
    else
        enqueue_out(c, vertex, true);
}

/* What goes through successors of a vertex, and so looks at this predecessor. */
static void renew_after(xb_chooser *c, uint32_t vertex)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = state->vertices[vertex].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
        renew(c, state->arcs[a].target, MARK_BACK);
        if (c->edges)
            enqueue(c, 2 * a);
    }
}

/* What goes through predecessors of a vertex, and so looks at this successor. */
static void renew_in_front(xb_chooser *c, uint32_t vertex)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = state->vertices[vertex].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in) {
        renew(c, state->arcs[a].source, MARK_FRONT);
        if (c->edges)
            enqueue(c, 2 * a + 1);
    }
}

/* What goes from one vertex to another one: there is now an edge between them, or none any more. */
static void renew_between(xb_chooser *c, uint32_t source, uint32_t target)
{
    const xb_lcg_state *state = c->state;
    bool from_source = state->vertices[source].out_degree <= state->vertices[target].in_degree;
    uint32_t a = from_source ? state->vertices[source].first_out : state->vertices[target].first_in;
    for (; a != XB_LCG_NONE; a = from_source ? state->arcs[a].next_out : state->arcs[a].next_in) {
        charge(c, 1);
        uint32_t other = from_source ? xb_lcg_find(state, state->arcs[a].target, target)
                                     : xb_lcg_find(state, source, state->arcs[a].source);
        if (other == XB_LCG_NONE)
            continue;
        if (c->edges) {
            enqueue(c, 2 * (from_source ? a : other));
            enqueue(c, 2 * (from_source ? other : a) + 1);
        } else {
            enqueue(c, from_source ? state->arcs[a].target : state->arcs[a].source);
        }
    }
}

static void renew_by_degree(xb_chooser *c, uint32_t vertex)
{
    const xb_lcg_vertex *now = &c->state->vertices[vertex];
    if (c->in_degrees[vertex] != now->in_degree)
        renew_after(c, vertex);
    if (c->out_degrees[vertex] != now->out_degree)
        renew_in_front(c, vertex);
    c->in_degrees[vertex] = now->in_degree;
    c->out_degrees[vertex] = now->out_degree;
}

void xb_chooser_begin(xb_chooser *c, xb_lcg_action action)
{
    xb_filter_view_before(&c->view, action);
}

static void note_pair(xb_chooser *c, uint32_t source, uint32_t target)
{
    pair *noted = xb_vector_push(c->scratch, &c->pairs, sizeof *noted);
    *noted = (pair){source, target, xb_lcg_find(c->state, source, target) != XB_LCG_NONE};
}

void xb_chooser_before(xb_chooser *c, xb_lcg_action action)
{
    const xb_lcg_state *state = c->state;
    c->pairs.count = 0;
    if (!(c->scope & XB_SCOPE_JOINED) || c->scope & XB_SCOPE_ALL)
        return;
    xb_lcg_pairs p = xb_lcg_pairs_of(state, action);
    for (uint32_t in = p.in; in != XB_LCG_NONE; in = xb_lcg_next_in(state, &p, in)) {
        for (uint32_t out = p.out; out != XB_LCG_NONE; out = xb_lcg_next_out(state, &p, out))
            note_pair(c, state->arcs[in].source, state->arcs[out].target);
    }
    if (action.kind != XB_ACTION_VERTEX)
        note_pair(c, action.source, action.target);
}

void xb_chooser_after(xb_chooser *c)
{
    const xb_lcg_state *state = c->state;
    c->step++;
    c->view.work = 0;
    xb_filter_view_after(&c->view);
    charge(c, c->view.work);
    if (c->scope & XB_SCOPE_ALL)
        return;
    for (uint32_t i = 0; i < state->changed_count; i++) {
        uint32_t vertex = state->changed[i];
        if (!xb_filter_is_intermediate(&c->view, vertex))
            continue; /* nothing goes through it, and its degrees don't count */
        renew(c, vertex, MARK_FRONT);
        renew(c, vertex, MARK_BACK);
        if (c->scope & XB_SCOPE_DEGREES)
            renew_by_degree(c, vertex);
    }
    const pair *pairs = c->pairs.items;
    for (size_t i = 0; i < c->pairs.count; i++) {
        bool joined = xb_lcg_find(state, pairs[i].source, pairs[i].target) != XB_LCG_NONE;
        if (joined != pairs[i].joined)
            renew_between(c, pairs[i].source, pairs[i].target);
    }
    for (uint32_t i = 0; i < c->view.recounted_to.count; i++)
        renew_after(c, c->view.recounted_to.items[i]);
    for (uint32_t i = 0; i < c->view.recounted_from.count; i++)
        renew_in_front(c, c->view.recounted_from.items[i]);
}

/* ---- around the last elimination ---- */

/* Number of keys before those that depend on the last elimination. */
static size_t exact_ranks(const xb_chooser *c)
{
    size_t count = 0;
    while (!(c->heuristic->filters[count]->scope & XB_SCOPE_LAST))
        count++;
    return count;
}

/* The ranks that depend on the last elimination, which all candidates through a vertex share. */
static void find_local(xb_chooser *c, xb_lcg_action action)
{
    if (c->has_local)
        return;
    charge(c, degrees(c, action));
    for (size_t f = 0; f < c->heuristic->count; f++) {
        const xb_filter *filter = c->heuristic->filters[f];
        if (filter->scope & XB_SCOPE_LAST)
            c->local[f] = rank_of(key_of(c, filter, action));
    }
    c->has_local = true;
}

static void try_item(xb_chooser *c, uint32_t item)
{
    uint64_t ranks[XB_FILTERS_AT_MOST + 1];
    charge(c, 1);
    if (is_exhausted(c) || !is_possible(c, item) || is_less(c->rival, ranks_of(c, item), exact_ranks(c)))
        return;
    find_local(c, action_of(c, item));
    memcpy(ranks, ranks_of(c, item), c->width * sizeof *ranks);
    for (size_t f = 0; f < c->heuristic->count; f++) {
        if (c->heuristic->filters[f]->scope & XB_SCOPE_LAST)
            ranks[f] = c->local[f];
    }
    if (c->has_best && !is_less(ranks, c->best, c->width))
        return;
    memcpy(c->best, ranks, sizeof ranks);
    c->best_item = item;
    c->has_best = true;
}

/* Candidates that go through a vertex. */
static void try_vertex(xb_chooser *c, uint32_t vertex)
{
    const xb_lcg_state *state = c->state;
    if (!is_new(c, MARK_VERTEX, vertex))
        return;
    c->has_local = false;
    if (!c->edges) {
        try_item(c, vertex);
        return;
    }
    for (uint32_t a = state->vertices[vertex].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
        try_item(c, 2 * a);
    for (uint32_t a = state->vertices[vertex].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
        try_item(c, 2 * a + 1);
}

static size_t neighbour_count(const xb_chooser *c, const xb_vertex_set *set, bool out)
{
    size_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        const xb_lcg_vertex *vertex = &c->state->vertices[set->items[i]];
        count += out ? vertex->out_degree : vertex->in_degree;
    }
    return count;
}

static void try_neighbours(xb_chooser *c, uint32_t vertex, bool out)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = out ? state->vertices[vertex].first_out : state->vertices[vertex].first_in;
         a != XB_LCG_NONE && !is_exhausted(c); a = out ? state->arcs[a].next_out : state->arcs[a].next_in) {
        charge(c, 1);
        try_vertex(c, out ? state->arcs[a].target : state->arcs[a].source);
    }
}

/* What shares a predecessor and a successor with the last one is found from the side that has fewer
 * neighbours. */
static void try_around_last(xb_chooser *c)
{
    const xb_vertex_set *in = &c->view.last_in, *out = &c->view.last_out;
    bool from_in = neighbour_count(c, in, true) <= neighbour_count(c, out, false);
    const xb_vertex_set *from = from_in ? in : out;
    c->step++; /* marks of its own */
    c->has_best = false;
    for (uint32_t i = 0; i < in->count; i++)
        try_vertex(c, in->items[i]);
    for (uint32_t i = 0; i < out->count; i++)
        try_vertex(c, out->items[i]);
    for (uint32_t i = 0; i < from->count; i++)
        try_neighbours(c, from->items[i], from_in);
}

/* ---- choice ---- */

bool xb_chooser_next(xb_chooser *c, xb_lcg_action *action)
{
    if (c->scope & XB_SCOPE_ALL)
        list(c);
    if (c->heap.count == 0 || is_exhausted(c))
        return false;
    uint32_t item = xb_heap_pop(&c->heap, NULL);
    while (!is_possible(c, item)) { /* an arc that is gone */
        if (c->heap.count == 0)
            return false;
        item = xb_heap_pop(&c->heap, NULL);
    }
    if (c->scope & XB_SCOPE_LAST && !(c->scope & XB_SCOPE_ALL)) {
        const uint64_t *ranks = ranks_of(c, item);
        c->rival = ranks;
        try_around_last(c);
        if (c->has_best && c->best_item != item && is_less(c->best, ranks, c->width)) {
            xb_heap_set(&c->heap, item, (xb_priority){ranks[0], ranks[1]});
            item = c->best_item;
            xb_heap_remove(&c->heap, item);
        }
    }
    *action = action_of(c, item);
    return true;
}

static void note_degrees(xb_chooser *c)
{
    uint32_t count = c->state->part->vertex_count;
    c->in_degrees = xb_arena_array(c->scratch, count, sizeof *c->in_degrees);
    c->out_degrees = xb_arena_array(c->scratch, count, sizeof *c->out_degrees);
    for (uint32_t v = 0; v < count; v++) {
        c->in_degrees[v] = c->state->vertices[v].in_degree;
        c->out_degrees[v] = c->state->vertices[v].out_degree;
    }
}

/* Reachability goes over the part once for each word of terminals. */
static void count_reach(xb_chooser *c)
{
    const xb_prepared_part *part = c->state->part;
    uint64_t terminals = part->vertex_count - part->intermediate_count;
    charge(c, (terminals / 64 + 2) * ((uint64_t)part->vertex_count + part->edge_count));
    if (!is_exhausted(c))
        xb_filter_view_count_reach(&c->view, c->scratch);
}

xb_chooser *xb_chooser_create(xb_arena *scratch, xb_lcg_state *state, const xb_heuristic *heuristic,
                              size_t limit)
{
    xb_chooser *c = xb_arena_alloc(scratch, sizeof *c);
    size_t vertex_count = state->part->vertex_count;
    c->scratch = scratch;
    c->state = state;
    c->view.state = state;
    c->heuristic = heuristic;
    c->limit = limit;
    c->edges = heuristic->target == XB_TARGET_EDGE;
    c->view.last = XB_LCG_NONE;
    c->heap = (xb_heap){.arena = scratch, .precedes = precedes, .context = c};
    c->width = heuristic->count + 1;
    for (size_t f = 0; f < heuristic->count; f++)
        c->scope |= heuristic->filters[f]->scope;
    for (int i = 0; i < MARK_COUNT; i++)
        c->marks[i] = xb_arena_array(scratch, vertex_count, sizeof *c->marks[i]);
    if (c->scope & XB_SCOPE_DEGREES)
        note_degrees(c);
    if (c->scope & XB_SCOPE_LAST)
        xb_filter_view_watch_last(&c->view, scratch);
    if (c->scope & XB_SCOPE_PATHS)
        xb_filter_view_count_paths(&c->view, scratch);
    if (c->scope & XB_SCOPE_REACH)
        count_reach(c);
    list(c);
    return c;
}
