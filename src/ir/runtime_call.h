/**
 * @file
 * Calls of the run-time library: the one table of the inlinable subroutines that transformed programs call.
 *
 * Generators, analyses and the evaluator ask here how a subroutine is called, how many arguments it takes and
 * what it does with each of them. What a call computes is the evaluator's.
 */
#ifndef XB_IR_RUNTIME_CALL_H
#define XB_IR_RUNTIME_CALL_H

#include "base/arena.h"
#include "ir/symbol.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Subroutines that are known, in order of names. Those of forward mode and those of reverse mode have
 * different orders of arguments. */
typedef enum xb_runtime_code {
    XB_RUNTIME_NONE, /**< not known */
    XB_RUNTIME_COND_INC_ZERO_DERIV,
    XB_RUNTIME_REVERSE_DEC_DERIV,
    XB_RUNTIME_REVERSE_INC_DERIV,
    XB_RUNTIME_LARGEST_DERIV,
    XB_RUNTIME_REVERSE_SAXPY,
    XB_RUNTIME_REVERSE_SET_DERIV,
    XB_RUNTIME_REVERSE_ZERO_DERIV,
    XB_RUNTIME_POP_ACTIVE,
    XB_RUNTIME_PUSH_ACTIVE,
    XB_RUNTIME_COUNT_ADDITIONS,
    XB_RUNTIME_COUNT_MULTIPLICATIONS,
    XB_RUNTIME_RESTORE,
    XB_RUNTIME_STORE,
    XB_RUNTIME_DEC_DERIV,
    XB_RUNTIME_INC_DERIV,
    XB_RUNTIME_ALLOCATE_MATCHING,
    XB_RUNTIME_ALLOCATE_SHAPE,
    XB_RUNTIME_DEALLOCATE,
    XB_RUNTIME_NULLIFY,
    XB_RUNTIME_SHAPE_TEST,
    XB_RUNTIME_CONVERT,
    XB_RUNTIME_TRACE_VALUE,
    XB_RUNTIME_TRACE_ARGUMENT,
    XB_RUNTIME_TRACE_BRANCH,
    XB_RUNTIME_TRACE_CALL,
    XB_RUNTIME_TRACE_CONDITION,
    XB_RUNTIME_TRACE_END_ARGUMENT,
    XB_RUNTIME_TRACE_END_BRANCH,
    XB_RUNTIME_TRACE_END_CALL,
    XB_RUNTIME_TRACE_END_CONDITION,
    XB_RUNTIME_TRACE_END_INITIALIZATION,
    XB_RUNTIME_TRACE_END_LOOP,
    XB_RUNTIME_TRACE_END_UPDATE,
    XB_RUNTIME_TRACE_INDEX,
    XB_RUNTIME_TRACE_INITIALIZATION,
    XB_RUNTIME_TRACE_LOOP,
    XB_RUNTIME_TRACE_UPDATE,
    XB_RUNTIME_POP,
    XB_RUNTIME_POP_LOGICAL,
    XB_RUNTIME_POP_COMPLEX,
    XB_RUNTIME_POP_INTEGER,
    XB_RUNTIME_POP_STRING,
    XB_RUNTIME_PUSH,
    XB_RUNTIME_PUSH_LOGICAL,
    XB_RUNTIME_PUSH_COMPLEX,
    XB_RUNTIME_PUSH_INTEGER,
    XB_RUNTIME_PUSH_STRING,
    XB_RUNTIME_SAX,
    XB_RUNTIME_SAXPY,
    XB_RUNTIME_SET_NEG_DERIV,
    XB_RUNTIME_SET_DERIV,
    XB_RUNTIME_ZERO_DERIV,
    XB_RUNTIME_COUNT
} xb_runtime_code;

/** What is appended to the name of a subroutine. */
typedef enum xb_runtime_suffix {
    XB_SUFFIX_NONE,
    XB_SUFFIX_RANK,    /**< nothing, or "_s" and the rank of the argument */
    XB_SUFFIX_RANKS,   /**< the same of each argument, or of none */
    XB_SUFFIX_VARIABLE /**< type and shape of the argument, "_a" if it is active, "_d" for its derivative */
} xb_runtime_suffix;

/** What a call does with an argument. */
typedef enum xb_runtime_access {
    XB_ACCESS_READ = 'v',               /**< its value is read */
    XB_ACCESS_WRITTEN = 'w',            /**< its value is set */
    XB_ACCESS_DERIVATIVE_READ = 'x',    /**< its derivative is read */
    XB_ACCESS_DERIVATIVE_WRITTEN = 'y', /**< its derivative is set */
    XB_ACCESS_DERIVATIVE_UPDATED = 'u', /**< its derivative is read and set */
    XB_ACCESS_ALLOCATED = 'm',          /**< it is a whole variable, which is allocated: all of it is new */
    XB_ACCESS_SHAPE = 's',              /**< its shape is read */
    XB_ACCESS_NUMBER = 'n',             /**< it is an integer, whose value is read */
    XB_ACCESS_INDEX = 'i', /**< it is an integer or an array of integers, whose values are read */
    XB_ACCESS_TEXT = 't'   /**< it is a string, whose value is read */
} xb_runtime_access;

/** What is known of a subroutine. */
typedef struct xb_runtime_facts {
    const char *name; /**< without what is appended */
    xb_runtime_suffix suffix;
    const char *accesses;        /**< an xb_runtime_access for each argument, if there are as few as may be */
    unsigned first, again, last; /**< how many of them stand first, may be repeated, stand last */
    xb_type type;                /**< of what a tape holds; XB_TYPE_VOID: the call has to do with none */
    bool negated;                /**< derivatives are negated */
    bool forward;                /**< of forward mode: derivatives of arrays are not summed up */
} xb_runtime_facts;

/** What a name says. */
typedef struct xb_runtime_call {
    xb_runtime_code code;
    const int *ranks;  /**< of the first arguments */
    size_t rank_count; /**< number of them */
    xb_type type;      /**< of the tape, or of the variable that is stored; else XB_TYPE_VOID */
    bool active;       /**< the argument is active; if the name says whether it is */
    bool derivative;   /**< what is stored is the derivative */
} xb_runtime_call;

/** What is known of a subroutine. Of XB_RUNTIME_NONE it is a row without a name. */
const xb_runtime_facts *xb_runtime_facts_of(xb_runtime_code code);

/** Whether a subroutine can have so many arguments. */
bool xb_runtime_takes(xb_runtime_code code, size_t count);

/** What a call does with argument i (from 0) of count, a number that xb_runtime_takes(). */
xb_runtime_access xb_runtime_access_of(const xb_runtime_call *call, size_t count, size_t i);

/** Finds out what a name says. Old spellings are known, too: convert_a2p_scalar, cp_res_, Push. Takes time
 * for the length of the name. @return false if no subroutine is called so */
bool xb_runtime_call_read(xb_arena *arena, const char *name, xb_runtime_call *call);

/** Whether a name is that of a subroutine to whose name nothing is appended. */
bool xb_runtime_is(const char *name, xb_runtime_code code);

/** The name that says so. */
const char *xb_runtime_call_name(xb_arena *arena, const xb_runtime_call *call);

/** Whether a subroutine writes to the trace of a run, and does nothing else. */
bool xb_runtime_traces(xb_runtime_code code);

/** Whether a call puts a value on a tape, or takes one from it. */
bool xb_runtime_tapes(xb_runtime_code code);

/** Whether a call stores or restores a variable. */
bool xb_runtime_stores(xb_runtime_code code);

/** Whether a call allocates a variable, or compares shapes. */
bool xb_runtime_shapes(xb_runtime_code code);

/** The same for a name; false if it is none of these. @param arena scratch */
bool xb_runtime_name_shapes(xb_arena *arena, const char *name);

/** A name of a subroutine, such as it has for a scalar. */
const char *xb_runtime_example(xb_arena *arena, xb_runtime_code code);

#ifdef __cplusplus
}
#endif

#endif
