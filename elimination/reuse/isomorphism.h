/**
 * @file
 * Parts that are the same but for the numbers of their vertices and the order of their edges.
 */
#ifndef XB_ELIMINATION_REUSE_ISOMORPHISM_H
#define XB_ELIMINATION_REUSE_ISOMORPHISM_H

#include "elimination/graphs/prepare.h"
#include "base/diagnostics.h"

/** Largest number of vertices and edges together of parts that are compared: igraph takes about the square of
 * it. */
enum { XB_ISOMORPHISM_LIMIT = 2000 };

/**
 * A number for each vertex that depends on the structure alone: on what leads to the vertex, and on what it
 * leads to, with roles and labels. Takes linear time.
 * @param colors receives the numbers
 * @return a number for the part: isomorphic parts have the same, others hardly ever
 */
uint64_t xb_isomorphism_colors(xb_arena *scratch, const xb_prepared_part *part, uint64_t *colors);

/**
 * Looks for an isomorphism that keeps roles, copies and labels, values of constants included.
 *
 * By canonical numbers of both parts (T. Junttila and P. Kaski, Engineering an efficient canonical labeling
 * tool for large and sparse graphs, ALENEX 2007), found by igraph. What they give is checked edge by edge.
 *
 * @param diagnostics receives what is wrong if igraph can't be used
 * @param map receives for each vertex of the first part the vertex of the second one
 * @return whether one was found: if not, the parts are not isomorphic, too large, or too symmetric
 */
bool xb_isomorphism_find(xb_arena *scratch, xb_diagnostics *diagnostics, const xb_prepared_part *from,
                         const xb_prepared_part *to, uint32_t *map);

#endif
