/**
 * @file
 * Storage blocks in runs. Not installed.
 */
#ifndef XB_EVALUATE_BLOCKS_H
#define XB_EVALUATE_BLOCKS_H

#include "evaluate/state.h"

/** Finds which variables have their storage within another one, as declarations say. */
void xb_find_blocks(xb_evaluator *evaluator);

/** The number of the element of its representative that a variable begins with. */
size_t xb_block_offset(const xb_evaluator *evaluator, const xb_symbol *symbol);

/** Ends the run if a variable shares storage in a way that can't be run. */
void xb_block_require(xb_evaluator *evaluator, const xb_symbol *symbol);

#endif
