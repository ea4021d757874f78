/**
 * @file
 * Arguments: x_d after x, where a routine is declared and where it is called; and those of further
 * directions.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_ARGUMENTS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_ARGUMENTS_H

#include "algorithms/associationbyname/conversions.h"
#include "algorithms/associationbyname/variables.h"

/** Routines that get more arguments, by their symbols. */
typedef struct xb_named_arguments {
    xb_program *program;
    xb_named_derivatives *derivatives;
    xb_plain_conversions conversions;
    xb_node_map interfaces; /**< private */
    xb_node_map rules;      /**< xb_routine_rule, by the symbols of its parts */
    bool is_single;         /**< whether the code under way computes in one direction, as parts of rules do */
    bool taped;             /**< whether the code under way is without propagation, as in taping sweeps */
    const xb_routine *routine; /**< private: whose code is under way */
    xb_node_set assigned;      /**< private: what that one assigns as a whole */
    xb_node_map idle;          /**< private: xb_idle by what it is like, of that one */
    xb_node_map awaited;       /**< list of xb_idle by call: those of arrays that may not be there */
    xb_status status;          /**< that of errors that were reported */
} xb_named_arguments;

/** Notes that calls of a subroutine have the arguments of a routine, as they are.
 * @param original what the routine stands for, as it was read @param directions that it takes derivatives in
 */
void xb_named_arguments_note(xb_named_arguments *arguments, const xb_symbol *symbol,
                             const xb_routine *original, xb_routine *routine, uint32_t directions);

/** Gives a routine that was noted formal arguments for derivatives. */
void xb_named_arguments_declare(xb_named_arguments *arguments, xb_routine *routine);

/** Says whose code comes next. */
void xb_named_arguments_begin(xb_named_arguments *arguments, xb_routine *routine);

/** Gives a call of a routine that was noted arguments that are derivatives, and any call the values of
 * variables instead of those of needless temporaries. @param statements where allocations are appended that
 * the call needs before it */
void xb_named_arguments_pass(xb_named_arguments *arguments, xb_call *call, xb_list *statements);

/** The same for a call of what takes derivatives in one direction. @param direction from 0 */
void xb_named_arguments_pass_one(xb_named_arguments *arguments, xb_call *call, uint32_t direction,
                                 xb_list *statements);

#endif
