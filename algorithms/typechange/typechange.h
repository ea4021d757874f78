/**
 * @file
 * Type change: makes the arguments of calls agree in activity with what is called.
 *
 * Where an actual argument owns a derivative component and its formal argument does not, or the other way
 * round, the call gets a temporary of the formal's kind; its value is converted before and after the call. A
 * routine without body gets passive temporaries for all active arguments, unless a differentiated wrapper for
 * it is named.
 *
 * What is converted is a result: calls stay as they are, but for the names of renamed routines and of
 * wrappers. Generators put the conversions around the calls (values.h), together with what becomes of
 * derivatives in their mode.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_TYPECHANGE_H
#define XB_ALGORITHMS_TYPECHANGE_TYPECHANGE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is copied back after a call. */
typedef struct xb_copy_back {
    const xb_reference *target; /**< the actual argument, or a part of it */
    const xb_reference *source; /**< the temporary, or the corresponding part of it */
} xb_copy_back;

/** How one argument of a call is converted. */
typedef struct xb_conversion {
    const xb_argument *argument; /**< the actual argument: a reference or a constant */
    const xb_formal *formal;     /**< NULL: the routine has no body */
    xb_symbol *temporary;        /**< what the routine gets; of the formal's activity */
    const xb_reference *model;   /**< the temporary is allocated in this shape; NULL: it has fixed bounds */
    const xb_vertex *value;      /**< copied to the temporary before the call; NULL: another argument has the
                                    same temporary, and its conversion does, or the routine assigns all of it */
    xb_vector back;              /**< xb_copy_back: what is copied back after the call */
    bool back_first;             /**< that happens before parts of it are copied back for other arguments */
    xb_list lost;                /**< xb_reference: active, but without derivative after the call */
} xb_conversion;

/** A call whose arguments are converted. */
typedef struct xb_converted_call {
    xb_list saves; /**< xb_statement, before all else: subscripts that the call may change */
    xb_call *call; /**< the call, with temporaries in the place of arguments */
    const xb_assignment *assignment; /**< the call stands for the function on its right-hand side; or NULL */
    xb_vector conversions;           /**< xb_conversion in the order of the arguments */
} xb_converted_call;

/** A function in a condition, or in the head of a loop, whose arguments are converted. Nothing comes back. */
typedef struct xb_converted_function {
    xb_function_call *function; /**< as it was found; what stands for it may have another name */
    uint32_t vertex;            /**< number of the vertex of the control flow that it is evaluated in */
    bool on_entry;              /**< it is evaluated when control comes to the vertex from elsewhere */
    bool in_each_round;         /**< it is evaluated when control comes back from an EndLoop */
} xb_converted_function;

/** Slot of temporaries that holds an xb_conversion. */
#define XB_TYPECHANGE_TEMPORARY "typechange.temporary"

/** Slot that holds an xb_converted_call: of SubroutineCalls, of Assignments of what a function without body
 * gives, and of FunctionCalls in conditions and loop heads. */
#define XB_TYPECHANGE_CALL "typechange.call"

/** The conversions of a statement, or of a function in a condition or loop head as if it were called by one;
 * NULL if it has none. */
const xb_converted_call *xb_converted_call_of(xb_run *run, const void *node);

/** The conversion that a temporary was made for, the first one if it is passed several times; NULL if it was
 * made for none. */
const xb_conversion *xb_conversion_of(xb_run *run, const xb_symbol *temporary);

/** Notes that a temporary has the value of a variable for a routine that it is passed to, as if it were made
 * by type change. @param variable copied @param formal of the routine; NULL: it has no body */
void xb_conversion_note(xb_program *program, xb_symbol *temporary, const xb_reference *variable,
                        const xb_formal *formal);

/** The converted functions in conditions and loop heads of a routine, as it was read: a vector of
 * xb_converted_function in the order of vertices; NULL if there are none. */
const xb_vector *xb_converted_functions_of(xb_run *run, const xb_routine *routine);

/** The algorithm. */
extern const xb_algorithm xb_algorithm_typechange;

#ifdef __cplusplus
}
#endif

#endif
