/**
 * @file
 * Initialisation blocks at the entries of routines (option initialise).
 */
#ifndef XB_ALGORITHMS_TANGENT_INITIALISATION_H
#define XB_ALGORITHMS_TANGENT_INITIALISATION_H

#include "algorithm/algorithm.h"

/**
 * Derives for each routine one with an empty basic block between its Entry and what
 * follows it. Tangent-linear code sets every derivative before it is read, so there is nothing to initialise;
 * the block is a place for back ends.
 */
void xb_initialisation_blocks(xb_run *run);

#endif
