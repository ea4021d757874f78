/*
 * Cuts are what is in use between two vertices of a topological order. That order takes, among the vertices
 * that may come next, the one that lets most values go out of use; so the cuts are as narrow as a greedy
 * choice makes them. The cut is taken from which the two sweeps cost least, if each edge took as many
 * products as there are vertices in the cut; on its left side also one for each dependent there.
 *
 * In a sweep an edge costs the width of the cut. So it pays to eliminate vertices beforehand if their
 * products are fewer than the edges that disappear with them, times the width. Vertices with the same
 * neighbours are eliminated together: the first one makes edges into which the products of the others go.
 * Those that pay wait in a heap by what they save, which is computed again when their turn comes. The cut
 * itself stays.
 */
#include "elimination/heuristics/cut_order.h"

/* Beyond that, what a vertex saves is not computed. */
enum { PRODUCTS_AT_MOST = 64 };

/* The least price of an edge. */
enum { PRICE_AT_LEAST = 4 };

/* Vertices with the same neighbours that are found, and neighbours that are looked at for it. */
enum { TWINS_AT_MOST = 16 };

typedef struct cutter {
    xb_trace *trace;
    xb_lcg_state *state;
    xb_heap *heap;
    uint32_t count;   /* of vertices */
    uint32_t *order;  /* topological, without independents */
    uint32_t placed;  /* of these */
    uint32_t *places; /* of each vertex; of independents 0, of others from 1 on */
    uint32_t *left;   /* successors that have no place yet */
    uint32_t *wait;   /* predecessors that have none */
    int32_t *growth;  /* of what is in use, if the vertex comes next */
    uint32_t width;   /* of the cut */
    uint32_t cut;     /* the last place before it */
    bool *in_cut;     /* of each vertex */
} cutter;

static bool is_independent(const cutter *c, uint32_t vertex)
{
    return c->state->part->vertices[vertex].role == XB_ROLE_INDEPENDENT;
}

/* ---- a topological order ---- */

static void enqueue(cutter *c, uint32_t vertex)
{
    xb_heap_set(c->heap, vertex, (xb_priority){(uint64_t)((int64_t)c->growth[vertex] + UINT32_MAX), vertex});
}

/* The successor that is the last one to have no place lets the vertex go out of use. */
static void find_last_use(cutter *c, uint32_t vertex)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = state->vertices[vertex].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
        uint32_t target = state->arcs[a].target;
        if (c->places[target] > 0)
            continue;
        c->growth[target]--;
        if (c->wait[target] == 0)
            enqueue(c, target);
        return;
    }
}

/* A vertex has a place, so that its successors wait for one less. */
static void serve(cutter *c, uint32_t vertex)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t a = state->vertices[vertex].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
        uint32_t target = state->arcs[a].target;
        if (--c->wait[target] == 0)
            enqueue(c, target);
    }
}

static void place(cutter *c, uint32_t vertex)
{
    const xb_lcg_state *state = c->state;
    c->order[c->placed++] = vertex;
    c->places[vertex] = c->placed;
    for (uint32_t a = state->vertices[vertex].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in) {
        if (--c->left[state->arcs[a].source] == 1)
            find_last_use(c, state->arcs[a].source);
    }
    serve(c, vertex);
}

static void sort(cutter *c)
{
    xb_heap_clear(c->heap);
    for (uint32_t v = 0; v < c->count; v++) {
        c->left[v] = c->state->vertices[v].out_degree;
        c->wait[v] = c->state->vertices[v].in_degree;
        c->growth[v] = c->left[v] > 0;
    }
    for (uint32_t v = 0; v < c->count; v++) {
        if (c->left[v] == 1)
            find_last_use(c, v);
    }
    for (uint32_t v = 0; v < c->count; v++) {
        if (is_independent(c, v))
            serve(c, v);
    }
    while (c->heap->count > 0)
        place(c, xb_heap_pop(c->heap, NULL));
}

/* ---- the cut ---- */

static void find_cut(cutter *c)
{
    const xb_lcg_state *state = c->state;
    double edges = 0, all = c->state->part->edge_count, least = 0;
    uint32_t used = 0, dependents = 0;
    for (uint32_t v = 0; v < c->count; v++) {
        c->left[v] = state->vertices[v].out_degree;
        used += is_independent(c, v);
    }
    c->width = used;
    least = used * all;
    for (uint32_t i = 0; i < c->placed; i++) {
        uint32_t v = c->order[i];
        edges += state->vertices[v].in_degree;
        used += state->vertices[v].out_degree > 0;
        dependents += state->vertices[v].out_degree == 0;
        for (uint32_t a = state->vertices[v].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
            used -= --c->left[state->arcs[a].source] == 0;
        double cost = ((double)used + dependents) * edges + used * (all - edges);
        if (cost < least) {
            least = cost;
            c->width = used + (used == 0 ? dependents : 0);
            c->cut = i + 1;
        }
    }
}

static void mark_cut(cutter *c)
{
    const xb_lcg_state *state = c->state;
    for (uint32_t i = 0; i < c->cut; i++) {
        uint32_t v = c->order[i];
        for (uint32_t a = state->vertices[v].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out)
            c->in_cut[v] |= c->places[state->arcs[a].target] > c->cut;
    }
}

/* The vertices in the order in which they are eliminated; those of the cut are the last ones. */
static void arrange(const cutter *c, uint32_t *vertices)
{
    uint32_t count = 0;
    for (uint32_t i = c->cut; i-- > 0;) {
        if (!c->in_cut[c->order[i]])
            vertices[count++] = c->order[i];
    }
    for (uint32_t i = c->cut; i < c->placed; i++)
        vertices[count++] = c->order[i];
    for (uint32_t i = 0; i < c->cut; i++) {
        if (c->in_cut[c->order[i]])
            vertices[count++] = c->order[i];
    }
}

/* ---- eliminations ---- */

/* Whether two vertices have the same neighbours on a side. */
static bool share_side(const cutter *c, uint32_t vertex, uint32_t other, bool in)
{
    const xb_lcg_state *state = c->state;
    uint32_t a = in ? state->vertices[vertex].first_in : state->vertices[vertex].first_out;
    for (; a != XB_LCG_NONE; a = in ? state->arcs[a].next_in : state->arcs[a].next_out) {
        uint32_t arc = in ? xb_lcg_find(state, state->arcs[a].source, other)
                          : xb_lcg_find(state, other, state->arcs[a].target);
        if (arc == XB_LCG_NONE)
            return false;
    }
    return true;
}

static bool is_twin(const cutter *c, uint32_t vertex, uint32_t other)
{
    const xb_lcg_vertex *a = &c->state->vertices[vertex], *b = &c->state->vertices[other];
    return xb_lcg_is_eliminable(c->state, other) && !c->in_cut[other] && a->in_degree == b->in_degree &&
           a->out_degree == b->out_degree && share_side(c, vertex, other, true) &&
           share_side(c, vertex, other, false);
}

/* A vertex and others with the same neighbours, as far as they are soon found. */
static uint32_t find_twins(const cutter *c, uint32_t vertex, uint32_t *twins)
{
    xb_lcg_state *state = c->state;
    uint32_t source = state->arcs[state->vertices[vertex].first_in].source, count = 0;
    uint32_t a = state->vertices[source].first_out;
    twins[count++] = vertex;
    for (uint32_t looks = 0; a != XB_LCG_NONE && looks < (uint32_t)TWINS_AT_MOST; looks++) {
        uint32_t other = state->arcs[a].target;
        if (other != vertex && count < (uint32_t)TWINS_AT_MOST && is_twin(c, vertex, other))
            twins[count++] = other;
        a = state->arcs[a].next_out;
    }
    state->work += count;
    return count;
}

/* What the elimination of a vertex and its twins saves in the sweeps, less what it costs; 0 if that is
 * nothing. */
static uint64_t saving(const cutter *c, uint32_t vertex)
{
    xb_lcg_state *state = c->state;
    uint32_t twins[TWINS_AT_MOST];
    int64_t price = c->width > (uint32_t)PRICE_AT_LEAST ? c->width : PRICE_AT_LEAST;
    if (!xb_lcg_is_eliminable(state, vertex) || c->in_cut[vertex])
        return 0;
    const xb_lcg_vertex *at = &state->vertices[vertex];
    int64_t products = (int64_t)at->in_degree * at->out_degree,
            gone = (int64_t)at->in_degree + at->out_degree;
    if (products >= price * gone || products > PRODUCTS_AT_MOST)
        return 0;
    int64_t count = find_twins(c, vertex, twins), made = 0;
    for (uint32_t in = at->first_in; in != XB_LCG_NONE; in = state->arcs[in].next_in) {
        for (uint32_t out = at->first_out; out != XB_LCG_NONE; out = state->arcs[out].next_out)
            made += xb_lcg_find(state, state->arcs[in].source, state->arcs[out].target) == XB_LCG_NONE;
    }
    state->work += (size_t)products;
    int64_t saved = count * (price * gone - products) - price * made;
    return saved > 0 ? (uint64_t)saved : 0;
}

static void offer(cutter *c, uint32_t vertex)
{
    uint64_t saved = saving(c, vertex);
    if (saved > 0)
        xb_heap_set(c->heap, vertex, (xb_priority){UINT64_MAX - saved, UINT32_MAX - vertex});
    else
        xb_heap_remove(c->heap, vertex);
}

static bool eliminate_twins(cutter *c, uint32_t vertex)
{
    xb_lcg_state *state = c->state;
    uint32_t twins[TWINS_AT_MOST], count = find_twins(c, vertex, twins);
    for (uint32_t t = 0; t < count; t++) {
        if (!xb_lcg_is_eliminable(state, twins[t]))
            continue;
        if (!xb_trace_step(c->trace, xb_lcg_vertex_action(twins[t])))
            return false;
        for (uint32_t i = 0; i < state->changed_count; i++)
            offer(c, state->changed[i]);
    }
    return true;
}

static bool eliminate_what_pays(cutter *c)
{
    xb_lcg_state *state = c->state;
    xb_heap_clear(c->heap);
    for (uint32_t v = 0; v < c->count; v++)
        offer(c, v);
    while (c->heap->count > 0) {
        uint32_t vertex = xb_heap_pop(c->heap, NULL);
        if (!xb_lcg_is_eliminable(state, vertex) || saving(c, vertex) == 0)
            continue;
        if (!eliminate_twins(c, vertex))
            return false;
    }
    return true;
}

/* Finds the cut. */
static void divide(cutter *c, xb_arena *scratch)
{
    c->count = c->state->part->vertex_count;
    c->order = xb_arena_array(scratch, c->count, sizeof *c->order);
    c->places = xb_arena_array(scratch, c->count, sizeof *c->places);
    c->left = xb_arena_array(scratch, c->count, sizeof *c->left);
    c->wait = xb_arena_array(scratch, c->count, sizeof *c->wait);
    c->in_cut = xb_arena_array(scratch, c->count, sizeof *c->in_cut);
    c->growth = xb_arena_array(scratch, c->count, sizeof *c->growth);
    sort(c);
    find_cut(c);
    mark_cut(c);
}

xb_cut xb_cut_find(xb_arena *scratch, xb_lcg_state *state, xb_heap *heap)
{
    cutter c = {.state = state, .heap = heap};
    divide(&c, scratch);
    return (xb_cut){c.places, c.cut, c.in_cut};
}

void xb_cut_order_run(xb_trace *trace, xb_heap *heap)
{
    cutter c = {.trace = trace, .state = trace->state, .heap = heap};
    divide(&c, trace->scratch);
    uint32_t *vertices = xb_arena_array(trace->scratch, c.count, sizeof *vertices);
    arrange(&c, vertices);
    if (!eliminate_what_pays(&c))
        return;
    for (uint32_t i = 0; i < c.placed; i++) {
        if (xb_lcg_is_eliminable(trace->state, vertices[i]) &&
            !xb_trace_step(trace, xb_lcg_vertex_action(vertices[i])))
            return;
    }
    xb_trace_complete(trace);
}
