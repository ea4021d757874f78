/*
 * Numbers of paths change only where a product was absorbed: two paths become one. What changes is found by
 * counting again at the vertices that the elimination touched, and going on from those whose number is
 * another one; by topological number, so that each is counted once.
 *
 * For reachability a word of 64 bits for each vertex tells which of 64 terminals it is joined with.
 */
#include "elimination/heuristics/filter_view.h"

/* ---- walks over neighbours ---- */

static uint32_t first_arc(const xb_lcg_state *state, uint32_t vertex, bool in)
{
    return in ? state->vertices[vertex].first_in : state->vertices[vertex].first_out;
}

static uint32_t next_arc(const xb_lcg_state *state, uint32_t arc, bool in)
{
    return in ? state->arcs[arc].next_in : state->arcs[arc].next_out;
}

static uint32_t other_end(const xb_lcg_state *state, uint32_t arc, bool in)
{
    return in ? state->arcs[arc].source : state->arcs[arc].target;
}

/* ---- paths ---- */

static double count_at(const xb_filter_view *view, uint32_t vertex, bool in)
{
    const xb_lcg_state *state = view->state;
    const double *paths = in ? view->paths_to : view->paths_from;
    xb_lcg_role terminal = in ? XB_ROLE_INDEPENDENT : XB_ROLE_DEPENDENT;
    double sum = state->part->vertices[vertex].role == terminal;
    for (uint32_t a = first_arc(state, vertex, in); a != XB_LCG_NONE; a = next_arc(state, a, in))
        sum += paths[other_end(state, a, in)];
    return sum;
}

static xb_vertex_set new_set(xb_arena *arena, uint32_t vertex_count)
{
    return (xb_vertex_set){xb_arena_array(arena, vertex_count, sizeof(bool)),
                           xb_arena_array(arena, vertex_count, sizeof(uint32_t)), 0};
}

static void add(xb_vertex_set *set, uint32_t vertex)
{
    if (!set->has[vertex])
        set->items[set->count++] = vertex;
    set->has[vertex] = true;
}

static void empty(xb_vertex_set *set)
{
    while (set->count > 0)
        set->has[set->items[--set->count]] = false;
}

void xb_filter_view_count_paths(xb_filter_view *view, xb_arena *scratch)
{
    uint32_t count = view->state->part->vertex_count;
    view->paths_to = xb_arena_array(scratch, count, sizeof *view->paths_to);
    view->paths_from = xb_arena_array(scratch, count, sizeof *view->paths_from);
    view->recounted_to = new_set(scratch, count);
    view->recounted_from = new_set(scratch, count);
    view->heap.arena = scratch;
    for (uint32_t v = 0; v < count; v++)
        view->paths_to[v] = count_at(view, v, true);
    for (uint32_t v = count; v-- > 0;)
        view->paths_from[v] = count_at(view, v, false);
}

static void enqueue(xb_filter_view *view, uint32_t vertex, bool in)
{
    xb_heap_set(&view->heap, vertex, (xb_priority){in ? vertex : UINT32_MAX - vertex, 0});
}

static void recount(xb_filter_view *view, bool in)
{
    const xb_lcg_state *state = view->state;
    double *paths = in ? view->paths_to : view->paths_from;
    for (uint32_t i = 0; i < state->changed_count; i++)
        enqueue(view, state->changed[i], in);
    while (view->heap.count > 0) {
        uint32_t vertex = xb_heap_pop(&view->heap, NULL);
        double now = count_at(view, vertex, in);
        view->work += 1 + state->vertices[vertex].in_degree + state->vertices[vertex].out_degree;
        if (now == paths[vertex])
            continue;
        paths[vertex] = now;
        add(in ? &view->recounted_to : &view->recounted_from, vertex);
        for (uint32_t a = first_arc(state, vertex, !in); a != XB_LCG_NONE; a = next_arc(state, a, !in))
            enqueue(view, other_end(state, a, !in), in);
    }
}

/* ---- reachability ---- */

/* Adds, for each vertex, how many of 64 terminals, from this number on, it is joined with. @return the number
 * after them */
static uint32_t add_reach(const xb_filter_view *view, bool in, uint32_t first, uint64_t *reached,
                          uint32_t *counts)
{
    const xb_lcg_state *state = view->state;
    const xb_prepared_part *part = state->part;
    xb_lcg_role terminal = in ? XB_ROLE_INDEPENDENT : XB_ROLE_DEPENDENT;
    uint32_t end = first, marks = 0;
    for (uint32_t v = 0; v < part->vertex_count; v++)
        reached[v] = 0;
    for (; end < part->vertex_count && marks < 64; end++)
        if (part->vertices[end].role == terminal)
            reached[end] = (uint64_t)1 << marks++;
    for (uint32_t i = 0; i < part->vertex_count && marks > 0; i++) {
        uint32_t v = in ? i : part->vertex_count - 1 - i;
        for (uint32_t a = first_arc(state, v, in); a != XB_LCG_NONE; a = next_arc(state, a, in))
            reached[v] |= reached[other_end(state, a, in)];
        counts[v] += (uint32_t)__builtin_popcountll(reached[v]);
    }
    return end;
}

void xb_filter_view_count_reach(xb_filter_view *view, xb_arena *scratch)
{
    uint32_t count = view->state->part->vertex_count;
    uint64_t *reached = xb_arena_array(scratch, count, sizeof *reached);
    view->sources = xb_arena_array(scratch, count, sizeof *view->sources);
    view->targets = xb_arena_array(scratch, count, sizeof *view->targets);
    for (uint32_t first = 0; first < count;)
        first = add_reach(view, true, first, reached, view->sources);
    for (uint32_t first = 0; first < count;)
        first = add_reach(view, false, first, reached, view->targets);
}

/* ---- the last elimination ---- */

void xb_filter_view_watch_last(xb_filter_view *view, xb_arena *scratch)
{
    uint32_t count = view->state->part->vertex_count;
    view->last_in = new_set(scratch, count);
    view->last_out = new_set(scratch, count);
}

void xb_filter_view_before(xb_filter_view *view, xb_lcg_action action)
{
    const xb_lcg_state *state = view->state;
    view->last = xb_filter_middle(action);
    if (!view->last_in.has)
        return;
    empty(&view->last_in);
    empty(&view->last_out);
    for (uint32_t a = first_arc(state, view->last, true); a != XB_LCG_NONE; a = next_arc(state, a, true))
        add(&view->last_in, state->arcs[a].source);
    for (uint32_t a = first_arc(state, view->last, false); a != XB_LCG_NONE; a = next_arc(state, a, false))
        add(&view->last_out, state->arcs[a].target);
}

void xb_filter_view_after(xb_filter_view *view)
{
    if (!view->paths_to)
        return;
    empty(&view->recounted_to);
    empty(&view->recounted_from);
    recount(view, true);
    recount(view, false);
}

/* ---- what filters ask for ---- */

uint32_t xb_filter_vertex_count(const xb_filter_view *view)
{
    return view->state->part->vertex_count;
}

uint32_t xb_filter_in_degree(const xb_filter_view *view, uint32_t vertex)
{
    return view->state->vertices[vertex].in_degree;
}

uint32_t xb_filter_out_degree(const xb_filter_view *view, uint32_t vertex)
{
    return view->state->vertices[vertex].out_degree;
}

bool xb_filter_is_intermediate(const xb_filter_view *view, uint32_t vertex)
{
    return view->state->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE;
}

bool xb_filter_is_joined(const xb_filter_view *view, uint32_t source, uint32_t target)
{
    return xb_lcg_find(view->state, source, target) != XB_LCG_NONE;
}

static bool neighbour(const xb_filter_view *view, uint32_t vertex, bool in, uint32_t *place, uint32_t *other)
{
    const xb_lcg_state *state = view->state;
    *place = *place == XB_FILTER_BEGIN ? first_arc(state, vertex, in) : next_arc(state, *place, in);
    if (*place == XB_LCG_NONE)
        return false;
    *other = other_end(state, *place, in);
    return true;
}

bool xb_filter_predecessor(const xb_filter_view *view, uint32_t vertex, uint32_t *place,
                           uint32_t *predecessor)
{
    return neighbour(view, vertex, true, place, predecessor);
}

bool xb_filter_successor(const xb_filter_view *view, uint32_t vertex, uint32_t *place, uint32_t *successor)
{
    return neighbour(view, vertex, false, place, successor);
}

uint64_t xb_filter_products(const xb_filter_view *view, xb_lcg_action action)
{
    return xb_lcg_products(view->state, action);
}

bool xb_filter_last(const xb_filter_view *view, uint32_t *vertex)
{
    *vertex = view->last;
    return view->last != XB_LCG_NONE;
}

uint32_t xb_face_source(const xb_face_view *view, uint32_t line)
{
    return view->graph->lines[line].source;
}

uint32_t xb_face_target(const xb_face_view *view, uint32_t line)
{
    return view->graph->lines[line].target;
}

bool xb_face_is_absorbed(const xb_face_view *view, uint32_t i, uint32_t j)
{
    return xb_line_is_absorbed(view->graph, i, j);
}
