/**
 * @file
 * Structure of a program: its call graph and its control flow, as a whole.
 *
 * Reports, as metrics, how many routines are recursive, in how many components the calls are, and for each
 * routine its loops and whether its control flow is reducible. Draws dominator trees, and writes graphs as
 * GraphML for other tools. The analyses are igraph's.
 */
#ifndef XB_ALGORITHMS_STRUCTURE_STRUCTURE_H
#define XB_ALGORITHMS_STRUCTURE_STRUCTURE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_structure;

#ifdef __cplusplus
}
#endif

#endif
