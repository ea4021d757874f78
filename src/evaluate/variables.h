/**
 * @file
 * Where variables live, and activations. Not installed.
 */
#ifndef XB_EVALUATE_VARIABLES_H
#define XB_EVALUATE_VARIABLES_H

#include "evaluate/code.h"

/** Whether a variable of a routine keeps its value from one call to the next, since the environment has an
 * initial value for it. */
bool xb_symbol_is_saved(const xb_evaluator *evaluator, const xb_symbol *symbol);

/** The variable of a global symbol, made if need be. */
xb_variable *xb_global_variable(xb_evaluator *evaluator, const xb_symbol *symbol);

/** Finds out, from the alias map, which globals share storage. */
void xb_find_representatives(xb_evaluator *evaluator);

/**
 * Begins an activation of a routine.
 * @param arguments count views by position from 0, in scratch memory or longer lived; NULL: absent
 */
void xb_frame_push(xb_evaluator *evaluator, const xb_code_routine *routine, xb_variable *const *arguments,
                   size_t count);

/** Ends the innermost activation. */
void xb_frame_pop(xb_evaluator *evaluator);

/** A variable of the innermost activation as a symbol declares it, apart from that of its slot. */
xb_variable *xb_local_variable(xb_frame *frame, const xb_symbol *symbol);

/** A variable of the innermost activation with bounds that were found for it. */
xb_variable *xb_local_of_bounds(xb_frame *frame, const xb_symbol *symbol, const xb_bounds *bounds);

/** Ends such a variable; its memory, but for what it has allocated, is the stack's. */
void xb_local_drop(xb_frame *frame, xb_variable *variable);

/** The variable of a slot of any activation, made if need be; NULL: an absent argument, or an opaque symbol.
 */
xb_variable *xb_frame_find(xb_frame *frame, uint32_t slot);

#endif
