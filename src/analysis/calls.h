/**
 * @file
 * The call graph as the statements of the program have it, whatever its CallGraphEdges say.
 */
#ifndef XB_ANALYSIS_CALLS_H
#define XB_ANALYSIS_CALLS_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The call graph of a program. */
typedef struct xb_call_graph {
    xb_graph graph; /**< a vertex for each routine in document order, an edge for each caller and each routine
                         with a body that it calls, as a subroutine or as a function */
    xb_node_numbers numbers; /**< private */
} xb_call_graph;

/** Builds the call graph of a program as it was read. @param arena where it lives @param
 * scratch for the work */
xb_call_graph xb_calls(xb_program *program, xb_arena *arena, xb_arena *scratch);

/** The call graph that is kept. */
const xb_call_graph *xb_calls_of(xb_analyses *analyses);

/** The vertex of a routine that was read; XB_GRAPH_NONE if it is none of the program, or NULL. */
uint32_t xb_calls_vertex(const xb_call_graph *calls, const xb_routine *routine);

/**
 * Which routines are recursive, that is, on a cycle of the call graph, by vertex. igraph finds the cycles.
 * @return NULL if igraph fails, which is reported
 */
const bool *xb_calls_recursive(xb_analyses *analyses);

/** The tag `xb.origin=CALLER#NUMBER` of a call in a program that an algorithm has rewritten: where the call
 * was before, which is how schedules name it. */
#define XB_TAG_ORIGIN "xb.origin"

/** Where a call was before its program was rewritten. */
typedef struct xb_call_origin {
    const char *caller; /**< its name; NULL: where it is */
    uint64_t ordinal;   /**< among the calls of its callee there, from 1 */
} xb_call_origin;

/** Reads the tag of a call. @param arena where the name goes */
xb_call_origin xb_call_origin_of(const xb_program *program, xb_arena *arena, const xb_call *call);

/** Gives a call the tag, unless it has one. */
void xb_call_keep_origin(xb_program *program, const xb_call *call, const xb_symbol *caller, uint64_t ordinal);

/**
 * Which call of its callee a SubroutineCall is in the text of its caller, from 1, for all calls of a program
 * as it was read; of calls with a tag that tells it, which it was before.
 * @param arena where the result lives @param scratch for work
 * @return by xb_call.site
 */
const uint64_t *xb_call_ordinals(xb_program *program, xb_arena *arena, xb_arena *scratch);

/** What is done with an actual argument, and the formal one for it, NULL if the callee has none. */
typedef void xb_passed(void *context, const xb_reference *actual, const xb_formal *formal);

/**
 * Goes over the variables that a call passes, of a subroutine or of a function.
 * @param call a SubroutineCall or a FunctionCall
 */
void xb_call_passes(const xb_program *program, const xb_node *call, xb_passed *passed, void *context);

/** The explicit Jacobian that the catalogue has for the subroutine that is called, or NULL. Its name means
 * the subroutines that agree best with it (subroutine_names.h). */
const xb_noninlinable *xb_jacobian_of_call(xb_analyses *analyses, const xb_call *call);

/**
 * Goes over the variables that a call of the run-time library sets, in value or derivative; if its name is
 * not known, over all that it passes.
 * @param scratch where the name is taken apart
 */
void xb_inlinable_call_sets(xb_arena *scratch, const xb_inlinable_call *call, xb_passed *passed,
                            void *context);

#ifdef __cplusplus
}
#endif

#endif
