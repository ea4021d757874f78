/**
 * @file
 * Running programs: an evaluator of XAIF, plain or transformed.
 *
 * An evaluator runs the routines of one program with the semantics of Fortran. It is strict: reading a value
 * or a derivative that nobody has set, a subscript out of bounds, shapes that do not conform, a pop from an
 * empty tape, writing to a constant are errors, reported with routine, statement and line. Steps and memory
 * are limited.
 *
 * Derivative components go along in any number of directions at once. They are either exact, by dual numbers,
 * which is how a plain program is differentiated as a reference; or they are what the derivative statements
 * of a transformed program make of them.
 */
#ifndef XB_EVALUATE_EVALUATE_H
#define XB_EVALUATE_EVALUATE_H

#include <signal.h>

#include "base/diagnostics.h"
#include "catalogue/catalogue.h"
#include "evaluate/values/value.h"
#include "ir/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A program that is ready to run, with its global variables and its tapes. */
typedef struct xb_evaluator xb_evaluator;

/** A variable, or a part of one, of an evaluator. */
typedef struct xb_variable xb_variable;

/** One activation of a routine. */
typedef struct xb_frame xb_frame;

/** How ReplacementLists are run: as by which subroutine template (spec of the run time). */
typedef enum xb_template {
    XB_TEMPLATE_NONE,  /**< placeholder 1 only: the original */
    XB_TEMPLATE_SPLIT, /**< plain: 1; tape: 2; adjoint: 3 */
    XB_TEMPLATE_JOINT  /**< callees store arguments, and are taped and reversed when their caller is reversed
                        */
} xb_template;

/** The flags that templates test. */
typedef enum xb_mode {
    XB_MODE_ARG_STORE = 1u << 0,
    XB_MODE_ARG_RESTORE = 1u << 1,
    XB_MODE_PLAIN = 1u << 2,
    XB_MODE_TAPE = 1u << 3,
    XB_MODE_ADJOINT = 1u << 4
} xb_mode;

/** What a program does not say about the world around it. Each function may be NULL. */
typedef struct xb_environment {
    /** The bounds of a variable that is declared without: its rank bounds in the order of subscripts; NULL if
     * it is not known. */
    const xb_bounds *(*extents)(void *context, const xb_symbol *symbol);
    /** The value of an element (from 0, column-major) of a global variable, or of a local one, before the
     * first statement; false: undefined. A local variable whose element 0 has a value is saved from one call
     * to the next. */
    bool (*initial)(void *context, const xb_symbol *symbol, size_t element, xb_number *value);
    /** Does what an opaque statement (a marker) does; XB_STATUS_UNSUPPORTED: does not know this one. Markers
     * that nobody knows do nothing, unless their annotation tells that the front end has left out a statement
     * that changes variables, which is an error. */
    xb_status (*marker)(void *context, xb_frame *frame, const xb_routine *routine, const xb_marker *marker);
    /** Whether a routine without body may be called, and does nothing. */
    bool (*external)(void *context, const xb_symbol *subroutine);
    /** A variable of the same scope, no argument, that shares its storage with this one though the alias map
     * does not say so; NULL if there is none. */
    const xb_symbol *(*associate)(void *context, const xb_symbol *symbol);
    /** The element (from 0, column-major) of its associate that a global variable begins at. */
    size_t (*offset)(void *context, const xb_symbol *symbol);
    void *context; /**< passed to all of them */
} xb_environment;

typedef struct xb_evaluator_counts xb_evaluator_counts;

/** What is told of a run while it goes on. Each function may be NULL. Counts are those so far, but for
 * statements. */
typedef struct xb_evaluate_watch {
    /** A routine is entered. @param call the statement that calls it; NULL: it is called from outside */
    void (*enter)(void *context, const xb_routine *routine, const xb_node *call,
                  const xb_evaluator_counts *counts);
    /** The routine that was entered last, and not left yet, is left. */
    void (*leave)(void *context, const xb_evaluator_counts *counts);
    /** Values are put on a tape, or on a stack of checkpoints. @param bytes see xb_type_bytes() */
    void (*store)(void *context, size_t bytes, bool on_tape);
    void *context; /**< passed to all of them */
} xb_evaluate_watch;

/** Where exact derivatives end. What the program says about activity is put to the test, or taken as given.
 */
typedef enum xb_exact_activity {
    XB_EXACT_EVERYWHERE, /**< nowhere: all variables have derivatives */
    XB_EXACT_BY_ACTUALS, /**< in variables without derivative component, by whatever name */
    XB_EXACT_BY_FORMALS  /**< likewise, but an active formal argument has derivatives, 0 at first where the
                                 actual one has none */
} xb_exact_activity;

/** What goes along as exact derivatives. */
typedef enum xb_exact_numbers {
    XB_EXACT_DERIVATIVES, /**< derivatives */
    XB_EXACT_MAGNITUDES,  /**< partial derivatives count by their size: where the derivatives of what goes in
                             are not negative, each one becomes the sum of the sizes of its terms, which tells
                             what rounding errors it may have */
    XB_EXACT_DEPENDENCES  /**< names of sets, of what a value depends on, or may depend on with other
                             numbers in the statements that are run: see xb_evaluator_dependence(); 0 is the
                             empty one */
} xb_exact_numbers;

/** Statements and control-flow vertices that one call runs at most if nothing else is asked for. */
#define XB_EVALUATE_STEPS UINT64_C(500000000)

/** The most nested calls, unless something else is said. */
#define XB_EVALUATE_DEPTH 10000

/** Choices. All zero runs a plain program for its values. */
typedef struct xb_evaluate_options {
    size_t directions;          /**< number of derivative components; 0: values only, derivative statements
                                     have no effect */
    bool exact;                 /**< derivatives by dual numbers, not by derivative statements */
    xb_exact_numbers numbers;   /**< what exact derivatives are */
    xb_exact_activity activity; /**< where exact derivatives end */
    bool single_as_double;      /**< values of single precision keep the digits of double precision: so that
                                     rounding does not hide what derivatives are judged by */
    bool undefined_derivatives; /**< derivatives of locals and temporaries are undefined at first, not 0 */
    bool zero_singular;    /**< exact derivatives of intrinsics at singular points, as of sqrt at 0, are 0,
                                which is noted */
    bool watch_kinks;      /**< note where non-smooth intrinsics are near a kink */
    bool trace;            /**< record what the trace calls of the program say, see xb_evaluator_trace() */
    bool strict_anonymous; /**< run placeholders 10 and 11 in the place of 2 and 3 */
    xb_template template_kind;
    uint64_t step_limit; /**< most statements and control-flow vertices of one call; 0: XB_EVALUATE_STEPS */
    size_t memory_limit; /**< most bytes of variables, tapes and temporaries; 0: 4 GiB */
    size_t depth_limit;  /**< most nested calls; 0: XB_EVALUATE_DEPTH */
    const volatile sig_atomic_t *stop; /**< a call ends with an error as soon as this is not 0; may be NULL */
    xb_view view;                      /**< the form of the program that is run */
    const xb_catalogue *catalogue;     /**< says what intrinsics compute that are not known otherwise, by the
                                            formulas of their values; must outlive the evaluator; NULL: none */
    xb_environment environment;
    xb_evaluate_watch watch;
} xb_evaluate_options;

/**
 * Prepares a program to be run. Takes time linear in its size.
 * @param program must outlive the evaluator and not be changed meanwhile; errors go to its diagnostics
 * @param options copied
 * @param evaluator receives the evaluator, owned by the caller; NULL unless the result is XB_STATUS_OK
 * @return XB_STATUS_OK; XB_STATUS_INVALID or XB_STATUS_UNSUPPORTED for what can't be run, by name (what is
 * never reached at run time is no error); XB_STATUS_FAILED if memory ran out
 */
xb_status xb_evaluator_create(xb_program *program, const xb_evaluate_options *options,
                              xb_evaluator **evaluator);

/** With XB_EXACT_DEPENDENCES, the derivative of what depends on one thing, which is known by a number; 0 if
 * memory ran out. Lasts as long as the evaluator. */
double xb_evaluator_dependence(xb_evaluator *evaluator, uint32_t number);

/** The derivative of what depends on all that two others depend on; 0 if memory ran out. */
double xb_evaluator_join(xb_evaluator *evaluator, double a, double b);

/**
 * The numbers of what something depends on whose derivative this is, in order.
 * @param numbers receives them; NULL: they are counted only
 * @return how many they are
 */
size_t xb_evaluator_dependences(const xb_evaluator *evaluator, double derivative, uint32_t *numbers);

/** Frees an evaluator with all its variables; NULL is allowed. */
void xb_evaluator_destroy(xb_evaluator *evaluator);

/** Makes all global variables what they were at first, empties all stacks, and forgets counts. Variables that
 * xb_variable_create() made are gone. */
void xb_evaluator_reset(xb_evaluator *evaluator);

/** The global variable (of any scope that is no procedure's) of a symbol; NULL if it has none, or if memory
 * ran out. */
xb_variable *xb_evaluator_global(xb_evaluator *evaluator, const xb_symbol *symbol);

/** The global variable in whose storage another one is; the variable itself if it has its own, or is not
 * global. */
const xb_symbol *xb_evaluator_owner(const xb_evaluator *evaluator, const xb_symbol *symbol);

/**
 * Makes a variable to be passed as an argument; its values and derivatives are undefined.
 * @param fe_type how a front end spells the type, which tells the width of values; NULL: not known
 * @param bounds rank bounds in the order of subscripts
 * @return the variable, owned by the evaluator; NULL if memory ran out
 */
xb_variable *xb_variable_create(xb_evaluator *evaluator, xb_type type, const xb_name *fe_type, int rank,
                                const xb_bounds *bounds);

/** Forbids, or allows, writing to a variable as to a constant. */
void xb_variable_set_constant(xb_variable *variable, bool constant);

/** The type of a variable's elements. */
xb_type xb_variable_type(const xb_variable *variable);

/** The rank of a variable. */
int xb_variable_rank(const xb_variable *variable);

/** The bounds of dimension (from 0, in the order of subscripts) of a variable. */
xb_bounds xb_variable_bounds(const xb_variable *variable, int dimension);

/** Number of elements of a variable; 0 as long as it is not allocated. */
size_t xb_variable_count(const xb_variable *variable);

/** Reads element i (from 0, column-major). @return whether it is defined */
bool xb_variable_get(const xb_variable *variable, size_t i, xb_number *value);

/** Sets element i to a value of the variable's type. The bytes of a string are copied. */
void xb_variable_set(xb_variable *variable, size_t i, const xb_number *value);

/** Gives the elements of a variable the values that those of another one have, of the same type, as far as
 * both have elements; what has none there stays. */
void xb_variable_copy_values(const xb_variable *from, xb_variable *to);

/** Makes values and derivatives of all elements undefined. */
void xb_variable_undefine(xb_variable *variable);

/** Reads the derivative of element i in a direction (from 0). @return whether it is defined */
bool xb_variable_get_derivative(const xb_variable *variable, size_t i, size_t direction,
                                xb_double_complex *derivative);

/** Sets the derivative of element i in a direction. An element's derivative is defined in all directions as
 * soon as it is set in one; it is 0 in those that have not been set. */
void xb_variable_set_derivative(xb_variable *variable, size_t i, size_t direction,
                                xb_double_complex derivative);

/** The variable of a symbol as an activation sees it; NULL if there is none. For environments. */
xb_variable *xb_frame_variable(xb_frame *frame, const xb_symbol *symbol);

/** Sets the most statements and control-flow vertices of each call from now on; 0: 5·10^8. */
void xb_evaluator_limit_steps(xb_evaluator *evaluator, uint64_t steps);

/** Sets the flags that templates test, a set of xb_mode. */
void xb_evaluator_set_mode(xb_evaluator *evaluator, unsigned mode);

/**
 * Has a function called when the outermost routine has been taped; with the joint template that is before its
 * adjoint sweep. A driver sets the adjoints of the dependents there.
 */
void xb_evaluator_after_taping(xb_evaluator *evaluator, void (*call)(void *context), void *context);

/**
 * Calls a routine. Must not be called within xb_protect().
 * @param routine of the program that was read (what stands in its place is run)
 * @param arguments count variables by position; NULL for an absent optional argument
 * @return XB_STATUS_OK; XB_STATUS_INVALID for an error of the program while it ran; XB_STATUS_UNSUPPORTED for
 * a statement that can't be run; XB_STATUS_FAILED if memory ran out a limit was reached, or it was stopped.
 * All are reported.
 */
xb_status xb_evaluator_call(xb_evaluator *evaluator, const xb_routine *routine, xb_variable *const *arguments,
                            size_t count);

/** Reports an error for each tape or checkpoint stack that is not empty, with the statement that pushed.
 * @return XB_STATUS_OK if all are empty */
xb_status xb_evaluator_check_stacks(xb_evaluator *evaluator);

/** What has been counted since the evaluator was made or reset; statements, since it was made. */
struct xb_evaluator_counts {
    uint64_t steps;                    /**< statements and control-flow vertices */
    uint64_t operations;               /**< elemental operations on scalars */
    uint64_t multiplications;          /**< by countmult */
    uint64_t additions;                /**< by countadd */
    uint64_t pushes;                   /**< values pushed to tapes */
    size_t tape_peak;                  /**< most values on all tapes at once */
    size_t checkpoint_peak;            /**< most values on all checkpoint stacks at once */
    size_t stored_peak;                /**< most bytes on tapes and checkpoint stacks at once */
    size_t depth_peak;                 /**< most nested calls */
    size_t statements, statements_run; /**< how many statements there are, and have been run at least once;
                                            replacements that the template never runs don't count */
};

/** Tells what has been counted. */
xb_evaluator_counts xb_evaluator_count(const xb_evaluator *evaluator);

/** Takes what another evaluator has run as run by this one, too. Both are of one program in one form; of
 * others, nothing is taken. */
void xb_evaluator_add_run(xb_evaluator *evaluator, const xb_evaluator *other);

/** The first statement, in document order of its routine, that has never been run since the evaluator was
 * made. @param routine receives its routine @return NULL if all statements have been run */
const xb_node *xb_evaluator_idle(const xb_evaluator *evaluator, const xb_routine **routine);

/** A place where a non-smooth intrinsic was near a point without derivative. */
typedef struct xb_kink {
    const char *intrinsic;
    const xb_node *node; /**< the statement, or the vertex whose condition it is */
    const xb_routine *routine;
    double distance; /**< relative distance, the least there was */
    size_t zeros;    /**< how often the derivative was taken as 0 there, see zero_singular */
} xb_kink;

/** The kinks met since the evaluator was made or reset, for each statement and intrinsic the nearest; see
 * watch_kinks and zero_singular. Comparisons of real numbers count too, as intrinsic "branch". @param count
 * receives their number */
const xb_kink *xb_evaluator_kinks(const xb_evaluator *evaluator, size_t *count);

/** The distance to the nearest of these; INFINITY if there is none. */
double xb_evaluator_kink_distance(const xb_evaluator *evaluator);

/**
 * Tells whether, since the evaluator was made or reset, a sum or difference of real numbers was that much
 * smaller than its terms (by 2^-36 or less) that few of its digits are left, or none, or the operand of a
 * periodic function that large (2^36 or more). Noted with watch_kinks.
 */
bool xb_evaluator_cancelled(const xb_evaluator *evaluator);

/** What an event of a trace is. */
typedef enum xb_trace_kind {
    XB_TRACE_BRANCH,    /**< a branch begins: number is the source line */
    XB_TRACE_LOOP,      /**< a loop begins: number is the source line */
    XB_TRACE_CALL,      /**< a call, or a statement with non-smooth intrinsics, begins: name, number is the
                             source line */
    XB_TRACE_CONDITION, /**< array accesses of a condition follow */
    XB_TRACE_INITIALIZATION, /**< array accesses of an initialization follow */
    XB_TRACE_UPDATE,         /**< array accesses of an update follow */
    XB_TRACE_ARGUMENT,       /**< indices of an array access follow: name of the array */
    XB_TRACE_INDEX,          /**< an index: number */
    XB_TRACE_VALUE,          /**< what a branch or loop decided: number of the arm, or of rounds */
    XB_TRACE_CHOICE,         /**< what a non-smooth intrinsic decided: its name, number of the piece */
    XB_TRACE_END             /**< what began last, and has not ended yet, ends */
} xb_trace_kind;

/** An event of a trace. */
typedef struct xb_trace_event {
    xb_trace_kind kind;
    const char *name;          /**< NULL if it has none */
    int64_t number;            /**< 0 if it has none */
    const xb_routine *routine; /**< that it happened in */
    const xb_node *node;       /**< the statement that wrote it, or had the intrinsic evaluated */
} xb_trace_event;

/** The trace since the evaluator was made or reset: what oad_trace calls and traced intrinsics wrote, in
 * order; see the option trace. @param count receives the number of events @return them; valid until the next
 * call or reset */
const xb_trace_event *xb_evaluator_trace(const xb_evaluator *evaluator, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
