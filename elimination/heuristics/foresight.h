/**
 * @file
 * How many products complete elimination will form, before it is done.
 */
#ifndef XB_ELIMINATION_HEURISTICS_FORESIGHT_H
#define XB_ELIMINATION_HEURISTICS_FORESIGHT_H

#include "elimination/graphs/prepare.h"

/** Structural products of the part of a graph that takes most of them; each number is of such a part. */
typedef struct xb_foresight {
    size_t forward; /**< in forward order */
    size_t reverse; /**< in reverse order */
    size_t least;   /**< in the one of these that is cheaper, or in sweeps from a narrow cut if those are;
                       other orders may do better by a small factor */
    bool exact;     /**< these are no estimates; before eliminations that constants allow to leave out */
} xb_foresight;

/**
 * Foresees the products of complete elimination. What leads to and from each vertex is estimated from 1024
 * independents, dependents and vertices of the cut, spread evenly, or known if there are fewer; so it takes
 * time n log n.
 * @param graph as xb_eliminate() demands; otherwise the result is 0
 * @param limit where a number certainly does not exceed it, it is 0, and takes no time
 */
xb_foresight xb_foresee(xb_arena *scratch, const xb_lcg *graph, size_t limit);

#endif
