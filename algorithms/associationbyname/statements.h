/**
 * @file
 * Statements on derivatives as statements on variables.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_STATEMENTS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_STATEMENTS_H

#include "algorithms/associationbyname/arguments.h"

/**
 * Appends what takes the place of a statement: propagators, and calls of the run time that propagate,
 * allocate or convert, become assignments and allocations; calls get more arguments. References to
 * derivatives that it makes are marked as such, and named by whoever calls this.
 * @param statement generated, taken over
 */
void xb_plain_statements(xb_named_arguments *arguments, xb_statement *statement, xb_list *statements);

#endif
