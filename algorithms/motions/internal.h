/**
 * @file
 * What the makers of motions share. Private to motions.
 */
#ifndef XB_ALGORITHMS_MOTIONS_INTERNAL_H
#define XB_ALGORITHMS_MOTIONS_INTERNAL_H

#include "algorithms/motions/final_values.h"
#include "algorithms/motions/motions.h"
#include "ir/closure.h"

struct xb_motions {
    xb_run *run;
    xb_program *program;
    xb_motion_sources sources;
    xb_node_set listed;   /* routines that have motions */
    xb_node_set called;   /* routines that are called as subroutines by those */
    xb_node_set weakly;   /* routines with a weak call that they can have */
    xb_node_set declared; /* routines whose motions are declared */
    xb_node_map by_scope; /* by their scopes: routines that have motions */
    xb_closure modified;  /* formals of motions */
    xb_final_values *finals;
    const uint64_t *ordinals; /* by xb_call.site */
};

/** A call of a motion, or of the routine itself, that passes on all arguments. */
xb_statement *xb_motion_pass_on(const xb_motions *motions, const xb_routine *routine, xb_motion motion);

/** Gives a motion a copy of control flow, in its own scope. @param flow in the scope of the routine */
void xb_motion_copy(xb_motions *motions, const xb_routine *routine, xb_routine *target, xb_motion motion,
                    const xb_flow_graph *flow);

#endif
