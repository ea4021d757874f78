/**
 * @file
 * What declarations say of variables when a program is run: extents by expressions, and values to begin with.
 * Not installed.
 */
#ifndef XB_EVALUATE_DECLARATIONS_H
#define XB_EVALUATE_DECLARATIONS_H

#include "evaluate/lower.h"

/** Makes code of the declarations of a routine whose graphs are lowered. */
void xb_lower_declarations(xb_lowering *lowering, xb_code_routine *routine);

/** Makes code of all initial values. */
void xb_lower_initial_values(xb_lowering *lowering);

/** Gives arrays of the innermost activation, which is about to begin, the extents that expressions say. */
void xb_frame_declare(xb_evaluator *evaluator);

/** Gives variables their initial values, unless that has been done since the evaluator was reset. */
void xb_evaluator_initialize(xb_evaluator *evaluator);

#endif
