/**
 * @file
 * Steps: the control flow of a routine, with all that is executed at once in a vertex of its own.
 *
 * A vertex of the control flow is one step, but a loop is three. A ForLoop is entered by its initialization,
 * comes back by its update, and goes on by its condition in either case; where it counts, bound and step are
 * evaluated when it is entered (xb_loop_head_of()). A PostLoop evaluates its condition when it comes back.
 * Of a loop that certainly has an iteration, the condition belongs to both ways into it, and control leaves
 * it only after it has come back.
 */
#ifndef XB_ANALYSIS_STEPS_H
#define XB_ANALYSIS_STEPS_H

#include "analysis/accesses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is executed in a step, one after another. */
typedef struct xb_step_part {
    const xb_node *node; /**< a statement, an Initialization or Update, an expression; or a routine, for the
                              bounds that its variables declare */
    bool perhaps;        /**< it may not be executed: what it writes is not certain */
} xb_step_part;

/** The steps of a routine. */
typedef struct xb_steps {
    const xb_routine *routine;
    xb_view view;
    xb_graph graph;                       /**< of steps */
    const uint32_t *vertex;               /**< by step: the vertex of the control flow that it belongs to */
    const uint32_t *enter, *back, *leave; /**< by such a vertex: its steps, which may be the same */
    uint32_t entry;                       /**< where control enters the routine; XB_GRAPH_NONE: nowhere */
    const xb_step_part *parts;            /**< of step after step */
    const uint32_t *first;                /**< by step, and one more: its first part */
} xb_steps;

/**
 * The steps of a routine, in the order of its vertices. Linear time.
 * @param arena where they live
 * @param routine as it was read, or what stands for it
 * @param runs by vertex: whether it is a loop that certainly has an iteration; NULL: none is known to
 */
xb_steps xb_steps_of(xb_arena *arena, const xb_routine *routine, xb_view view, const bool *runs);

/** Goes over the accesses of a part of a step (xb_accesses_each()). */
void xb_steps_accesses(const xb_footprints *footprints, const xb_steps *steps, const xb_step_part *part,
                       xb_accessed *accessed, void *context);

#ifdef __cplusplus
}
#endif

#endif
