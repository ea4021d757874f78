/**
 * @file
 * Refill: edges that are eliminated and come back, because a vertex between their ends is eliminated later.
 *
 * What was multiplied to eliminate such an edge the first time was in vain. A. Lyons, I. Safro and J. Utke,
 * Randomized heuristics for exploiting Jacobian scarcity, Optimization Methods and Software 27(2), 2012.
 */
#ifndef XB_ELIMINATION_HEURISTICS_REFILL_H
#define XB_ELIMINATION_HEURISTICS_REFILL_H

#include "elimination/graphs/lcg.h"
#include "base/map.h"

/** What runs on one part have found out. */
typedef struct xb_refills {
    xb_arena *arena;   /**< where it grows */
    size_t run;        /**< number of the present run, 1 or more */
    bool revealed;     /**< whether the present run found out anything new */
    xb_map edges;      /**< private: what is known of an edge */
    uint32_t *visited; /**< private: for each vertex, when it was visited last */
    uint32_t *stack;   /**< private */
    uint32_t visit;    /**< private: what is visited now */
} xb_refills;

/** Begins with a part. */
xb_refills *xb_refills_create(xb_arena *arena, const xb_prepared_part *part);

/** Begins a run. */
void xb_refills_begin(xb_refills *refills);

/** Notes what an elimination is about to eliminate and to refill. */
void xb_refills_note(xb_refills *refills, const xb_lcg_state *state, xb_lcg_action action);

/** Whether an edge that is eliminated now would be filled in again by a vertex that has refilled it before
 * and is still between its ends. */
bool xb_refills_expected(xb_refills *refills, xb_lcg_state *state, uint32_t source, uint32_t target);

#endif
