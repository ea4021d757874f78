/**
 * @file
 * Products that are needed in any case, found in no time.
 */
#ifndef XB_ELIMINATION_GRAPHS_LEAST_H
#define XB_ELIMINATION_GRAPHS_LEAST_H

#include "elimination/graphs/lcg.h"

/**
 * Products that any elimination forms at each vertex, at least, whether they are free or not. (bounds.h has
 * better bounds, for smaller graphs.) Takes time proportional to the part.
 * @param state just loaded with the part
 * @param least receives the number for each vertex of the part; 0 unless it is an intermediate
 * @return their sum
 */
uint64_t xb_least_products(xb_arena *scratch, const xb_lcg_state *state, uint64_t *least);

#endif
