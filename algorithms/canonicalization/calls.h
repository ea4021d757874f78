/**
 * @file
 * Function calls that are made to stand alone: what is common to statements of all kinds.
 */
#ifndef XB_ALGORITHMS_CANONICALIZATION_CALLS_H
#define XB_ALGORITHMS_CANONICALIZATION_CALLS_H

#include "analysis/shape.h"
#include "algorithms/support/blocks.h"

/** A statement that calls are taken out of. */
typedef struct xb_hoister {
    xb_run *run;
    xb_block_place place;
    const xb_statement *statement;
    uint64_t line_number; /**< of the statement, for what is put before it */
    xb_list *statements;  /**< receives statements in order */
    unsigned count;       /**< private: hoisted so far */
} xb_hoister;

/** Appends a statement; NULL is allowed. */
void xb_hoister_append(xb_hoister *hoister, void *statement);

/** Appends an assignment to a variable. */
void xb_hoister_assign(xb_hoister *hoister, xb_symbol *target, xb_expression *value);

/** Whether an argument with a derivative is a section with vector subscripts: nothing may be assigned through
 * it, and derivatives neither. @param formal NULL if it is not known */
bool xb_is_gathered(const xb_reference *argument, const xb_formal *formal);

/** Assigns such an argument to a variable. @param argument taken over @return the variable */
xb_reference *xb_hoist_gathered(xb_hoister *hoister, xb_reference *argument);

/** Calls the routine of a function as a subroutine. @param result receives the result */
void xb_hoist_call(xb_hoister *hoister, const xb_function_call *function, const xb_routine *routine,
                   xb_symbol *result);

/** A copy of a function call whose arguments have no calls in their subscripts: these are hoisted. */
xb_function_call *xb_hoist_from_arguments(xb_hoister *hoister, const xb_function_call *function);

/** A copy of a reference, with all flags, without calls in its subscripts: these are hoisted. */
xb_reference *xb_hoist_from_subscripts(xb_hoister *hoister, const xb_reference *reference);

/** Whether functions are called in the subscripts of a reference, in subscripts within them, and so on. */
bool xb_subscripts_have_calls(const xb_reference *reference);

/** Whether functions are called in an expression, its subscripts included. */
bool xb_expression_has_calls(const xb_expression *expression);

#endif
