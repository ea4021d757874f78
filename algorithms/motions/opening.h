/**
 * @file
 * Intents of generated routines: a formal argument that is passed on to one that is modified is modified.
 */
#ifndef XB_ALGORITHMS_MOTIONS_OPENING_H
#define XB_ALGORITHMS_MOTIONS_OPENING_H

#include "algorithm/algorithm.h"
#include "ir/closure.h"

/** A copy of a formal argument, of intent inout. */
xb_formal *xb_formal_opened(xb_program *program, const xb_formal *formal);

/**
 * Gives formal arguments of intent in that calls pass on to modified ones the intent inout, over any number
 * of calls. What was read stays as it is.
 * @param routines of the derived program @param by_symbol the same, by their symbols
 * @param modified symbols of formal arguments; receives those that are opened
 */
void xb_open_passed_on(xb_run *run, const xb_list *routines, const xb_node_map *by_symbol,
                       xb_closure *modified);

/** Passes variables with their values in the place of constants for formal arguments that are modified. What
 * is passed is as after xb_open_passed_on(). */
void xb_pass_variables(xb_run *run, const xb_list *routines, const xb_node_map *by_symbol,
                       const xb_closure *modified);

#endif
