/**
 * @file
 * The steps of a sweep.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_STEP_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_STEP_H

#include "algorithms/loopcheckpointing/swept_loop.h"
#include "ir/body.h"

/** A sweep under construction. */
typedef struct xb_sweep_building {
    const xb_swept_loop *loop;
    xb_program *program;
    xb_routine *sweep;
    xb_body code;
    xb_symbol *tolerance; /**< formal argument; NULL unless the loop is solved for a fixed point */
    xb_symbol *from, *to, *snapshots, *first,
        *stride;              /**< formal arguments; those from the third on may be */
    xb_symbol *flag, *left;   /**< NULL, see xb_sweep_numbers */
    xb_symbol *middle, *rest; /**< NULL if snapshots are periodic */
    xb_symbol *step;          /**< steps that have been executed before this one */
    xb_node_set modified;     /**< symbols of the sweep */
} xb_sweep_building;

/** Adds one step, which does nothing if the loop has been left. @param code that of the sweep, or a part of
 * it
 */
void xb_sweep_add_step(xb_sweep_building *building, xb_body *code);

/** Adds the body of the loop, which has no exits, and what its head does after it. */
void xb_sweep_add_body(xb_sweep_building *building);

/** The condition under which there is another step. */
xb_expression *xb_sweep_condition(xb_sweep_building *building);

#endif
