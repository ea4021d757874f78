/**
 * @file
 * What declarations say of variables when a program is run: extents by expressions, values to begin with, and
 * storage blocks.
 * Not installed.
 */
#ifndef XB_EVALUATE_DECLARATIONS_H
#define XB_EVALUATE_DECLARATIONS_H

#include "evaluate/lower.h"

/** Makes code of the declarations of a routine whose graphs are lowered. */
void xb_lower_declarations(xb_lowering *lowering, xb_code_routine *routine);

/** Makes code of all initial values. */
void xb_lower_initial_values(xb_lowering *lowering);

/** Whether all extents of an array are explicit, and not all of them numbers: they are found when its routine
 * is entered. */
bool xb_code_finds_extents(const xb_symbol *symbol);

/** Gives arrays of the innermost activation, which is about to begin, the extents that expressions say. */
void xb_frame_declare(xb_evaluator *evaluator);

/** Gives variables their initial values, unless that has been done since the evaluator was reset. */
void xb_evaluator_initialize(xb_evaluator *evaluator);

/* ---- storage blocks (blocks.c) ---- */

/** Finds which variables have their storage within another one, as declarations say. */
void xb_find_blocks(xb_evaluator *evaluator);

/** The number of the element of its representative that a variable begins with. */
size_t xb_block_offset(const xb_evaluator *evaluator, const xb_symbol *symbol);

/** Ends the run if a variable shares storage in a way that can't be run. */
void xb_block_require(xb_evaluator *evaluator, const xb_symbol *symbol);

#endif
