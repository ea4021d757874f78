/**
 * @file
 * The local Jacobian of one sequence.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_SEQUENCE_H
#define XB_ALGORITHMS_PREACCUMULATION_SEQUENCE_H

#include "algorithms/preaccumulation/preaccumulation.h"
#include "elimination/elimination.h"

/** The local Jacobian of a sequence. @return NULL after an error that was reported */
const xb_local_jacobian *xb_sequence_preaccumulate(xb_run *run, xb_block_place place,
                                                   const xb_sequence *sequence,
                                                   const xb_elimination_options *options);

#endif
