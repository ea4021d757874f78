/**
 * @file
 * The call graph as the statements of the program have it.
 */
#ifndef XB_STRUCTURE_CALLS_H
#define XB_STRUCTURE_CALLS_H

#include "algorithm/algorithm.h"

/**
 * Builds the call graph: a vertex for each routine in document order, an edge for each call of a routine with
 * a body. Calls of what has no body are left out.
 * @param arena where the graph lives
 */
xb_graph xb_structure_calls(xb_program *program, xb_arena *arena);

#endif
