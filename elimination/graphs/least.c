/*
 * A vertex takes one product. If what leads to it is a tree whose edges lead nowhere else, then the paths to
 * its predecessors have no vertex in common, so that each edge into it takes products of its own; likewise
 * for what it leads to.
 */
#include "elimination/graphs/least.h"

/* Whether all neighbours on a side are roots of trees, and lead to nothing else. */
static bool has_branches(const xb_lcg_state *state, uint32_t vertex, bool in, const bool *is_tree)
{
    uint32_t a = in ? state->vertices[vertex].first_in : state->vertices[vertex].first_out;
    for (; a != XB_LCG_NONE; a = in ? state->arcs[a].next_in : state->arcs[a].next_out) {
        uint32_t other = in ? state->arcs[a].source : state->arcs[a].target;
        const xb_lcg_vertex *at = &state->vertices[other];
        if (!is_tree[other] || (in ? at->out_degree : at->in_degree) != 1)
            return false;
    }
    return true;
}

uint64_t xb_least_products(xb_arena *scratch, const xb_lcg_state *state, uint64_t *least)
{
    uint32_t count = state->part->vertex_count;
    bool *in = xb_arena_array(scratch, count, sizeof *in), *out = xb_arena_array(scratch, count, sizeof *out);
    uint64_t sum = 0;
    for (uint32_t v = 0; v < count; v++)
        in[v] = has_branches(state, v, true, in);
    for (uint32_t v = count; v-- > 0;)
        out[v] = has_branches(state, v, false, out);
    for (uint32_t v = 0; v < count; v++) {
        const xb_lcg_vertex *at = &state->vertices[v];
        bool is_intermediate = state->part->vertices[v].role == XB_ROLE_INTERMEDIATE;
        least[v] = !is_intermediate
                       ? 0
                       : (in[v] ? (uint64_t)at->in_degree : 1) * (out[v] ? (uint64_t)at->out_degree : 1);
        sum += least[v];
    }
    return sum;
}
