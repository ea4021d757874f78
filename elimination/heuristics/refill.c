/*
 * For each edge that was eliminated, the run in which that was last, and the vertices that brought it back in
 * any run. Whether such a vertex is still between the ends is looked up in the graph as it is; all arcs lead
 * to higher numbers, so only vertices between the two numbers are visited.
 */
#include "elimination/heuristics/refill.h"

#include "elimination/graphs/lcg_pairs.h"
#include "base/vector.h"

typedef struct known {
    size_t run;        /* in which the edge was eliminated last */
    xb_vector through; /* uint32_t: vertices that refilled it */
} known;

xb_refills *xb_refills_create(xb_arena *arena, const xb_prepared_part *part)
{
    xb_refills *refills = xb_arena_alloc(arena, sizeof *refills);
    refills->arena = arena;
    refills->visited = xb_arena_array(arena, part->vertex_count, sizeof *refills->visited);
    refills->stack = xb_arena_array(arena, part->vertex_count, sizeof *refills->stack);
    return refills;
}

void xb_refills_begin(xb_refills *refills)
{
    refills->run++;
    refills->revealed = false;
}

static void note_elimination(xb_refills *refills, const xb_lcg_arc *arc)
{
    known *edge = xb_map_get(&refills->edges, arc->source, arc->target);
    if (!edge) {
        edge = xb_arena_alloc(refills->arena, sizeof *edge);
        xb_map_put(refills->arena, &refills->edges, arc->source, arc->target, edge);
    }
    edge->run = refills->run;
}

static bool has_vertex(const known *edge, uint32_t vertex)
{
    const uint32_t *through = edge->through.items;
    for (size_t i = 0; i < edge->through.count; i++) {
        if (through[i] == vertex)
            return true;
    }
    return false;
}

static void note_fill_in(xb_refills *refills, const xb_lcg_state *state, uint32_t source, uint32_t target,
                         uint32_t middle)
{
    known *edge = xb_map_get(&refills->edges, source, target);
    if (!edge || edge->run != refills->run || has_vertex(edge, middle) ||
        xb_lcg_find(state, source, target) != XB_LCG_NONE)
        return;
    *(uint32_t *)xb_vector_push(refills->arena, &edge->through, sizeof middle) = middle;
    refills->revealed = true;
}

void xb_refills_note(xb_refills *refills, const xb_lcg_state *state, xb_lcg_action action)
{
    if (xb_lcg_is_rerouting(action))
        return;
    xb_lcg_pairs p = xb_lcg_pairs_of(state, action);
    for (uint32_t in = p.in; in != XB_LCG_NONE; in = xb_lcg_next_in(state, &p, in)) {
        for (uint32_t out = p.out; out != XB_LCG_NONE; out = xb_lcg_next_out(state, &p, out))
            note_fill_in(refills, state, state->arcs[in].source, state->arcs[out].target, p.middle);
    }
    if (p.all_out)
        for (uint32_t in = p.in; in != XB_LCG_NONE; in = xb_lcg_next_in(state, &p, in))
            note_elimination(refills, &state->arcs[in]);
    if (p.all_in)
        for (uint32_t out = p.out; out != XB_LCG_NONE; out = xb_lcg_next_out(state, &p, out))
            note_elimination(refills, &state->arcs[out]);
}

static bool is_reached(xb_refills *refills, xb_lcg_state *state, uint32_t from, uint32_t to)
{
    uint32_t top = 0;
    refills->visit++;
    refills->stack[top++] = from;
    while (top > 0) {
        uint32_t v = refills->stack[--top];
        if (v == to)
            return true;
        for (uint32_t a = state->vertices[v].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
            uint32_t next = state->arcs[a].target;
            state->work++;
            if (next > to || refills->visited[next] == refills->visit)
                continue;
            refills->visited[next] = refills->visit;
            refills->stack[top++] = next;
        }
    }
    return false;
}

bool xb_refills_expected(xb_refills *refills, xb_lcg_state *state, uint32_t source, uint32_t target)
{
    const known *edge = xb_map_get(&refills->edges, source, target);
    if (!edge)
        return false;
    const uint32_t *through = edge->through.items;
    for (size_t i = 0; i < edge->through.count; i++) {
        if (is_reached(refills, state, source, through[i]) && is_reached(refills, state, through[i], target))
            return true;
    }
    return false;
}
