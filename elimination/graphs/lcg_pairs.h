/*
 * What actions and assessments share: the arcs that an action works on.
 */
#ifndef XB_ELIMINATION_GRAPHS_LCG_PAIRS_H
#define XB_ELIMINATION_GRAPHS_LCG_PAIRS_H

#include "elimination/graphs/lcg.h"

/* The pairs of arcs that an elimination multiplies: all of `in` and its successors in its list, or just `in`;
 * likewise `out`. */
typedef struct xb_lcg_pairs {
    uint32_t middle; /* the vertex between */
    uint32_t in;
    uint32_t out;
    bool all_in;
    bool all_out;
} xb_lcg_pairs;

xb_lcg_pairs xb_lcg_pairs_of(const xb_lcg_state *state, xb_lcg_action action);

static inline uint32_t xb_lcg_next_in(const xb_lcg_state *state, const xb_lcg_pairs *pairs, uint32_t arc)
{
    return pairs->all_in ? state->arcs[arc].next_in : XB_LCG_NONE;
}

static inline uint32_t xb_lcg_next_out(const xb_lcg_state *state, const xb_lcg_pairs *pairs, uint32_t arc)
{
    return pairs->all_out ? state->arcs[arc].next_out : XB_LCG_NONE;
}

static inline bool xb_lcg_is_rerouting(xb_lcg_action action)
{
    return action.kind == XB_ACTION_PREROUTE || action.kind == XB_ACTION_POSTROUTE;
}

/* The arc whose label a rerouting divides by. */
static inline uint32_t xb_lcg_divisor(const xb_lcg_state *state, xb_lcg_action action)
{
    return action.kind == XB_ACTION_PREROUTE ? xb_lcg_find(state, action.pivot, action.target)
                                             : xb_lcg_find(state, action.source, action.pivot);
}

#endif
