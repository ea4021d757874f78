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

/** What is done with an actual argument, and the formal one for it, NULL if the callee has no body. */
typedef void xb_passed(void *context, const xb_reference *actual, const xb_formal *formal);

/**
 * Goes over the variables that a call passes, of a subroutine or of a function.
 * @param call a SubroutineCall or a FunctionCall
 */
void xb_call_passes(const xb_program *program, const xb_node *call, xb_passed *passed, void *context);

#ifdef __cplusplus
}
#endif

#endif
