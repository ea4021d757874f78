/**
 * @file
 * A lower bound on the multiplications of any complete elimination, by vertices, edges or faces.
 *
 * Take paths from independents to v that meet in v only, a of them, and b paths from v to dependents that
 * meet in v only. Joining one of these to one of those makes a path from an independent to a dependent.
 * Whatever is eliminated, at each time such a path is represented by lines that stand for pieces of it, in
 * the end by a single one; so at some time a face at v is eliminated whose first line stands for an end of
 * the first path and whose second line stands for a beginning of the second path. The first line leads out of
 * a vertex of the first path, the second one into a vertex of the second path. These paths have no other
 * vertex in common with the others, so that this is another face for each of the a·b pairs. So at least a·b
 * faces are eliminated at v. The largest a and b are found as maximal flows (K. Menger, Zur allgemeinen
 * Kurventheorie, Fundamenta Mathematicae 10, 1927).
 *
 * The product is no unit if the last edge of the first path and the first edge of the second path are none:
 * this gives bounds for unit-aware costs.
 */
#ifndef XB_ELIMINATION_PROOFS_BOUNDS_H
#define XB_ELIMINATION_PROOFS_BOUNDS_H

#include "elimination/graphs/prepare.h"
#include "elimination/graphs/watch.h"

/**
 * Multiplications that are needed at each vertex.
 * @param awareness which products are free, as in xb_dense_create()
 * @param at_vertex receives the number for each vertex of the part
 * @param watch that it makes tick, or NULL
 * @return whether there is a bound; if not (constants might cancel, or the part is so large that it would
 * take too long), the numbers are 0
 */
bool xb_lower_bounds(xb_arena *scratch, const xb_prepared_part *part, int awareness, uint64_t *at_vertex,
                     xb_watch *watch);

#endif
