/**
 * @file
 * How large the Jacobian of a graph is, which complete elimination accumulates.
 */
#ifndef XB_ELIMINATION_GRAPHS_JACOBIAN_H
#define XB_ELIMINATION_GRAPHS_JACOBIAN_H

#include "elimination/graphs/prepare.h"

/** Entries of Jacobians that are accumulated: more would take more than some 5 GB of memory. */
enum { XB_JACOBIAN_LIMIT = 1 << 24 };

/**
 * Estimates how many pairs of an independent and a dependent are joined by a path: the entries of the
 * Jacobian, which any complete elimination has to make. Some 4096 independents are looked at, spread evenly,
 * or all if there are fewer, so that it takes linear time.
 * @return the estimate; 0 if even all pairs would not be more than the limit
 */
size_t xb_jacobian_of_part(xb_arena *scratch, const xb_prepared_part *part, size_t limit);

/**
 * The same for all parts of a graph.
 * @param graph as xb_eliminate() demands; otherwise the result is 0
 * @return the estimate, without the parts where even all pairs would not be more than XB_JACOBIAN_LIMIT
 */
size_t xb_jacobian_estimate(xb_arena *scratch, const xb_lcg *graph);

#endif
