/**
 * @file
 * Linearized computational graphs as files, one a sequence (option extract-lcg).
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_EXTRACTION_H
#define XB_ALGORITHMS_PREACCUMULATION_EXTRACTION_H

#include "algorithms/preaccumulation/graph.h"

/** Keeps the graph of a sequence, if graphs are wanted. */
void xb_extraction_keep(xb_run *run, xb_block_place place, const xb_sequence *sequence, const xb_lcg *graph);

/** Has the graphs that were kept and a list of them written to the folder that the option names. */
void xb_extraction_attach(xb_run *run);

#endif
