/**
 * @file
 * How branches and loops are nested, and what the edges of a control-flow graph decide.
 */
#ifndef XB_ALGORITHMS_TRACEDIFF_NESTING_H
#define XB_ALGORITHMS_TRACEDIFF_NESTING_H

#include "ir/flow.h"

/** The nesting of a control-flow graph. */
typedef struct xb_nesting {
    bool nested;      /**< whether each branch and loop that is entered is left at its end */
    bool *reached;    /**< by vertex: control may come there */
    int64_t *value;   /**< by edge that leaves a branch or loop: what is decided when it is taken: 1 or 0 of
                           conditions and loops, else the number of the arm, from 1 */
    uint32_t *opener; /**< if nested, by edge into an EndBranch or EndLoop: the branch or loop that ends;
                           else XB_GRAPH_NONE */
    int64_t *arm;     /**< if nested, by edge into an EndBranch: what was decided at the branch */
} xb_nesting;

/** Finds the nesting, in linear time. All of it is in the arena. */
xb_nesting xb_nesting_of(xb_arena *arena, const xb_flow_graph *flow);

#endif
