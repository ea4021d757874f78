/**
 * @file
 * Pictures of linearized computational graphs, before and after elimination.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_PICTURE_H
#define XB_ALGORITHMS_PREACCUMULATION_PICTURE_H

#include "algorithms/preaccumulation/accumulation.h"

/** The pictures of the algorithm: "lcg" and "remainder", ended by one without kind. */
extern const xb_picture xb_preaccumulation_pictures[];

/** Keeps the picture of a sequence, if one is wanted. Called for each sequence while its graph is there. */
void xb_picture_keep(xb_run *run, xb_block_place place, const xb_sequence_graph *graph,
                     const xb_accumulation_code *accumulation);

#endif
