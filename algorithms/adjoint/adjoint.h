/**
 * @file
 * The adjoint of a basic block.
 */
#ifndef XB_ALGORITHMS_ADJOINT_ADJOINT_H
#define XB_ALGORITHMS_ADJOINT_ADJOINT_H

#include "ir/body.h"
#include "algorithms/taping/taping.h"

/** The adjoints of all blocks. @param blocks receives the code by vertex, in scratch memory of the run
 * @return XB_STATUS_OK, or that of the first error that was reported */
xb_status xb_adjoint_of_blocks(const xb_taping *taping, xb_body **blocks);

#endif
