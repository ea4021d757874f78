/**
 * @file
 * A lower bound that holds for eliminations by vertices, edges and faces alike, by integer programming.
 *
 * The product of a face at j whose first line leads out of i and whose second line leads into k has the
 * triple (i,j,k). Take any path from an independent to a dependent. Whatever is eliminated, the path is
 * represented by lines that stand for pieces of it, in the end by a single one; each product makes one piece
 * of two that meet at a vertex j, the first of which begins at some vertex i of the path and the second of
 * which ends at some vertex k of it. So each path is put together, in some order, by triples of products that
 * were formed. Products with different triples are different ones: no elimination has fewer products than the
 * smallest set of triples by which each path can be put together. (With fewer paths the set is no larger, so
 * that some of them will do for a bound.)
 *
 * To find that set is an integer program: a binary variable for each triple, and for each piece of a path
 * whether, and at which vertex, it is put together. The GNU Linear Programming Kit solves it, with floating
 * point numbers as all such solvers do.
 *
 * A product of a piece whose edges are all units need not count, if units are free; a line that stands for a
 * piece that has another edge is never a unit.
 */
#ifndef XB_ELIMINATION_PROOFS_TRIPLES_H
#define XB_ELIMINATION_PROOFS_TRIPLES_H

#include "elimination/graphs/prepare.h"
#include "elimination/search/search.h"

/**
 * Products that any complete elimination needs.
 * @param awareness which products are free, as in xb_dense_create(); there must be a bound, see
 * xb_lower_bounds()
 * @param at_vertex from xb_lower_bounds()
 * @param kind what is searched, for reports of progress
 * @param limit a cost that is known; it is enough to show that nothing costs less
 * @param budget time, states of which each program of a node takes a thousand, and whom to report to
 * @return at least the sum of at_vertex, at most limit
 */
uint64_t xb_triple_bound(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                         const uint64_t *at_vertex, xb_elimination_kind kind, uint64_t limit,
                         xb_search_budget *budget);

#endif
