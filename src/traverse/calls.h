/**
 * @file
 * The call graph as the statements of the program have it, whatever its CallGraphEdges say.
 */
#ifndef XB_TRAVERSE_CALLS_H
#define XB_TRAVERSE_CALLS_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Builds the call graph: a vertex for each routine in document order, an edge for each caller and each
 * routine with a body that it calls, as a subroutine or as a function. Calls of what has no body are left
 * out.
 * @param arena where the graph lives
 */
xb_graph xb_calls(xb_program *program, xb_arena *arena);

#ifdef __cplusplus
}
#endif

#endif
