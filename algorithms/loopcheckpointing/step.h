/**
 * @file
 * The steps of a sweep.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_STEP_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_STEP_H

#include "algorithms/support/emit.h"
#include "algorithms/loopcheckpointing/swept_loop.h"

/** A sweep under construction. */
typedef struct xb_sweep_building {
    const xb_swept_loop *loop;
    xb_program *program;
    xb_emitter emit;
    xb_routine *sweep;
    xb_flow_graph flow;
    xb_symbol *tolerance; /**< formal argument; NULL unless the loop is solved for a fixed point */
    xb_symbol *from, *to, *snapshots, *first,
        *stride;              /**< formal arguments; those from the third on may be */
    xb_symbol *flag, *left;   /**< NULL, see xb_sweep_numbers */
    xb_symbol *middle, *rest; /**< NULL if snapshots are periodic */
    xb_symbol *step;          /**< steps that have been executed before this one */
    xb_map modified;          /**< by node index of a symbol of the sweep */
} xb_sweep_building;

/** Adds one step, which does nothing if the loop has been left. @param block before it, empty @param end
 * vertex after it */
void xb_sweep_add_step(xb_sweep_building *building, uint32_t block, uint32_t end);

/** Adds the body of the loop, which has no exits, and what its head does after it. @param block before it
 * @return the last block, without successors */
uint32_t xb_sweep_add_body(xb_sweep_building *building, uint32_t block);

/** The condition under which there is another step. */
xb_expression *xb_sweep_condition(xb_sweep_building *building);

#endif
