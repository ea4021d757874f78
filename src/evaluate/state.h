/**
 * @file
 * The state of an evaluator, and what its parts ask of each other. Not installed.
 */
#ifndef XB_EVALUATE_STATE_H
#define XB_EVALUATE_STATE_H

#include "evaluate/runtime.h"

/** Lowered code; see lower.h. */
typedef struct xb_code xb_code;

/** A value in the course of the evaluation of an expression; see code.h. */
typedef struct xb_register xb_register;

/** The registers of one level of nesting. */
typedef struct xb_register_file {
    xb_register *registers;
    double *tangents;
} xb_register_file;

/** An error that ended a run. */
typedef struct xb_evaluation_error {
    xb_status status; /**< XB_STATUS_OK: none; memory ran out if the run ended nevertheless */
    const char *message, *hint;
    xb_place place;
} xb_evaluation_error;

struct xb_evaluator {
    xb_program *program;
    xb_evaluate_options options; /**< limits are set */
    xb_failure *failure;         /**< where errors of the running program, and lack of memory, lead */
    xb_arena *memory;            /**< lives as long as the evaluator: code */
    xb_arena *globals;           /**< lives until reset: global variables, variables of drivers */
    xb_arena *stack;             /**< frames and local variables */
    xb_arena *scratch;           /**< lives for one statement */
    bool scratch_used;           /**< whether there is anything in scratch memory */
    xb_arena_mark
        scratch_base; /**< what is older in scratch memory belongs to expressions that call functions */
    xb_code *code;
    xb_runtime *runtime;
    xb_frame *frame;              /**< the innermost activation; NULL outside of calls */
    size_t depth;                 /**< number of activations */
    xb_node_set scopes;           /**< of routines */
    xb_node_map global_by_symbol; /**< xb_variable, in globals */
    xb_node_map representatives;  /**< the xb_symbol whose storage a global shares */
    xb_node_map tangled;          /**< the xb_symbol that a global overlaps in no way that can be run */
    xb_node_map block_offsets;    /**< size_t: the number of the element of its representative */
    xb_node_map sharers;          /**< xb_list of those there that have values first */
    xb_register *registers;       /**< registers of all expressions that are being evaluated */
    size_t register_top;          /**< how many of them are in use */
    bool *executed;               /**< by number of statement */
    double *register_tangents;    /**< room for the tangents of each register */
    size_t nesting;               /**< number of function calls within expressions that are being run */
    xb_list register_files;       /**< xb_register_file for each level of nesting */
    size_t direction;             /**< of assignments to derivatives: the direction that is being evaluated */
    struct xb_block *blocks;      /**< memory of its own, newest first */
    size_t bytes;                 /**< of variables, tapes and temporaries */
    size_t bytes_for_good;        /**< those of them that a reset does not free */
    unsigned mode;                /**< set of xb_mode */
    void (*after_taping)(void *context);
    void *after_taping_context;
    xb_evaluator_counts counts;
    uint64_t step_end;                  /**< steps at which the call ends with an error */
    xb_vector kinks;                    /**< xb_kink, in globals */
    xb_vector trace;                    /**< xb_trace_event, in globals */
    bool initialized;                   /**< variables have got their initial values */
    bool cancelled;                     /**< see xb_evaluator_cancelled() */
    xb_map kink_by_place;               /**< (node index, name) to number of kink + 1, in globals */
    struct xb_dependences *dependences; /**< of XB_EXACT_DEPENDENCES, else NULL; in memory */
    xb_names *strings;                  /**< texts that variables hold, in memory */
    xb_evaluation_error error;
};

/** Ends the run with an error at the statement that is being run. The message is formatted as by printf. */
_Noreturn void xb_evaluator_fail(xb_evaluator *evaluator, xb_status status, const char *hint,
                                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/** Counts bytes of variables, tapes or temporaries; ends the run if there are too many. */
void xb_evaluator_charge(xb_evaluator *evaluator, size_t bytes);

/** xb_evaluator_charge() for memory that lives as long as the evaluator. */
void xb_evaluator_charge_for_good(xb_evaluator *evaluator, size_t bytes);

/** Undoes xb_evaluator_charge(). */
void xb_evaluator_discharge(xb_evaluator *evaluator, size_t bytes);

/** Zeroed memory of its own, accounted for, until xb_evaluator_free() or reset. */
void *xb_evaluator_keep(xb_evaluator *evaluator, size_t size);

/** Frees what xb_evaluator_keep() returned; NULL is allowed. */
void xb_evaluator_free(xb_evaluator *evaluator, void *memory);

/** Makes the registers of the present level of nesting those that are used. */
void xb_evaluator_use_registers(xb_evaluator *evaluator);

/** Frees all memory of its own. */
void xb_evaluator_free_all(xb_evaluator *evaluator);

/** Ends the run if this many bytes more were too many; announces that they will be scratch memory. */
void xb_evaluator_require(xb_evaluator *evaluator, size_t count, size_t size);

/** Memory that lives until the end of the statement. */
void *xb_evaluator_scratch(xb_evaluator *evaluator, size_t count, size_t size);

/** Whether derivative statements have an effect. */
static inline bool xb_evaluator_propagates(const xb_evaluator *evaluator)
{
    return evaluator->options.directions > 0 && !evaluator->options.exact;
}

/** A width as values have it in a run: real numbers of 4 bytes may be computed in double precision. */
static inline xb_width xb_evaluator_width_of(const xb_evaluator *evaluator, xb_type type, xb_width width)
{
    bool keeps_digits = evaluator->options.single_as_double && type != XB_TYPE_INTEGER;
    return width == XB_WIDTH_4 && keeps_digits ? XB_WIDTH_4_UNROUNDED : width;
}

/** The width of values of a type, see xb_width_of(). */
static inline xb_width xb_evaluator_width(const xb_evaluator *evaluator, xb_type type, const xb_name *fe_type)
{
    return xb_evaluator_width_of(evaluator, type, xb_width_of(type, fe_type));
}

/** The routine whose activation is the innermost, of the program that was read or derived from it. */
const xb_routine *xb_evaluator_routine(const xb_evaluator *evaluator);

/** The statement that is being run, or the vertex. */
const xb_node *xb_evaluator_node(const xb_evaluator *evaluator);

/** The place of a node of a routine, for diagnostics, in an arena. @param node NULL: the routine */
xb_place xb_evaluator_place(const xb_evaluator *evaluator, xb_arena *arena, const xb_routine *routine,
                            const xb_node *node);

/** A string that lives as long as the evaluator. */
xb_string xb_evaluator_string(xb_evaluator *evaluator, xb_string string);

#endif
