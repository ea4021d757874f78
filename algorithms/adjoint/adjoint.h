/**
 * @file
 * The adjoint of a basic block.
 */
#ifndef XB_ALGORITHMS_ADJOINT_ADJOINT_H
#define XB_ALGORITHMS_ADJOINT_ADJOINT_H

#include "ir/body.h"
#include "algorithms/taping/taping.h"

/**
 * Appends the adjoint of a block: its items from the last to the first, each with the pops of its segment of
 * the tape, and then its transpose.
 * @param vertex of the control flow of the taping version
 * @return XB_STATUS_OK, or that of the first error that was reported
 */
xb_status xb_adjoint_of_block(const xb_taping *taping, uint32_t vertex, xb_body *code);

/** The adjoints of all blocks. @param blocks receives the code by vertex, in scratch memory of the run
 * @return XB_STATUS_OK, or that of the first error that was reported */
xb_status xb_adjoint_of_blocks(const xb_taping *taping, xb_body **blocks);

#endif
