/**
 * @file
 * Driving a program: calls of its entry routine, by a layout, for values and derivatives.
 */
#ifndef XB_VERIFY_DRIVE_H
#define XB_VERIFY_DRIVE_H

#include "evaluate/evaluate.h"
#include "verify/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is run for derivatives. */
typedef enum xb_drive_kind {
    XB_DRIVE_VALUES,  /**< values only; of templates, placeholder 1 */
    XB_DRIVE_EXACT,   /**< dual numbers */
    XB_DRIVE_TANGENT, /**< the derivative statements of a tangent-linear program */
    XB_DRIVE_SPLIT,   /**< an adjoint program: taped as a whole, then reversed as a whole */
    XB_DRIVE_JOINT,   /**< an adjoint program: callees are taped when they are reversed */
    XB_DRIVE_TRACE,   /**< values only; of templates, placeholder 2, which writes a trace */
    XB_DRIVE_MOTIONS, /**< an adjoint program: the routines that record and return, see xb_drive_motion_name()
                       */
    XB_DRIVE_COMBINED, /**< an adjoint program: the routine that records and returns in one call, after which
                          values are those that the original gives */
    XB_DRIVE_JACOBIAN  /**< the routine that computes the Jacobian in one call, see
                            xb_drive_jacobian_routine() */
} xb_drive_kind;

/** Whether adjoints are propagated. */
static inline bool xb_drive_is_adjoint(xb_drive_kind kind)
{
    return kind == XB_DRIVE_SPLIT || kind == XB_DRIVE_JOINT || kind == XB_DRIVE_MOTIONS ||
           kind == XB_DRIVE_COMBINED;
}

/** What a routine of an adjoint program does: values of XB_TAG_MOTION. */
typedef const char *xb_drive_motion;

/** The usual name of the routine that records (XB_TAG_RECORDING), returns from (XB_TAG_RETURNING), or does
 * both for (XB_TAG_COMBINED) a routine of a program: its name with a suffix. Tags tell if it has another one.
 */
const char *xb_drive_motion_name(xb_arena *arena, const xb_routine *routine, xb_drive_motion motion);

/** Whether a tag says that a routine is a motion of another one. */
bool xb_drive_is_motion(const xb_program *program, const xb_routine *routine, xb_drive_motion motion);

/** Whether a program has, for one of its routines, one that records and returns in one call, by their tags,
 * or by its name if it has no such tags. */
bool xb_drive_has_combined(xb_arena *scratch, const xb_program *program, const xb_routine *routine);

/** Whether a program, as it was read, has routines that record and return from one of its routines, by their
 * tags, or by their names if it has no such tags. */
bool xb_drive_has_sweeps(xb_arena *scratch, const xb_program *program, const xb_routine *routine);

/** Whether a program, which may be NULL, has a routine of a name, as it was read. */
bool xb_drive_has_routine(const xb_program *program, const char *name);

/** The routine of a program that is said by a tag to compute the Jacobian of the entry in one call; NULL if
 * there is none that the original, which the program was made of, has not got. */
const xb_routine *xb_drive_jacobian_routine(const xb_program *program, const xb_program *original,
                                            const xb_routine *entry);

/** How to drive. */
typedef struct xb_drive_options {
    xb_drive_kind kind;
    size_t directions; /**< of derivatives at once; 0 of XB_DRIVE_VALUES and XB_DRIVE_JACOBIAN. Where
                          derivatives are          variables, a multiple of how many each variable has */
    bool sweeps; /**< of other kinds than XB_DRIVE_MOTIONS: the routines that record and return are called,
                    one after the other, as a program that computes adjoints (see xb_drive_has_sweeps()) */
    bool other;  /**< this is another version of the program that was laid out */
    const xb_program *original; /**< what the other version was made of: tells whether derivatives are
                                     variables (by_name.h); NULL: they are components */
    xb_view view;               /**< the form of the program that is run */
    bool undefined_derivatives; /**< derivatives of local variables are undefined at first */
    bool single_as_double;      /**< as in xb_evaluate_options */
    bool strict_anonymous;      /**< placeholders 10 and 11 in the place of 2 and 3 */
    bool zero_singular;         /**< of XB_DRIVE_EXACT: derivatives at singular points are 0 */
    bool watch_kinks;
    const xb_catalogue *catalogue;     /**< as in xb_evaluate_options */
    const volatile sig_atomic_t *stop; /**< as in xb_evaluate_options */
    xb_exact_numbers numbers;          /**< of XB_DRIVE_EXACT: what derivatives are */
    xb_evaluate_watch watch;           /**< what is told of all runs */
} xb_drive_options;

/** A program that is driven. */
typedef struct xb_drive xb_drive;

/** Which derivatives of variables that outlast a call are 0 again. */
typedef enum xb_drive_forgets {
    XB_FORGETS_NOTHING,
    XB_FORGETS_LOCALS, /**< those of local variables that are kept */
    XB_FORGETS_ALL     /**< those of global variables, too */
} xb_drive_forgets;

/** Numbers that go in and out of a call, and what else is done in it. */
typedef struct xb_drive_data {
    const double *x;     /**< n numbers */
    const double *seed;  /**< directions rows: of tangents of n numbers, of adjoints of m numbers */
    const double *start; /**< directions rows of n numbers: adjoints of x at first; NULL: 0 */
    /** The call before, after which this one is without resetting anything; NULL: everything is anew. */
    const struct xb_drive_data *before;
    xb_drive_forgets forgets; /**< of a call after another one: which derivatives are 0 again */
    double *y;                /**< receives m numbers; of adjoints: as the taping run left them, or the one
                                 call of XB_DRIVE_COMBINED */
    double
        *x_tangents; /**< of tangents: receives directions rows of n tangents of x after the call; or NULL */
    double *derivatives; /**< receives directions rows: of tangents of m numbers, of adjoints of n numbers */
    void (*begin)(void *context); /**< called before anything is put in; NULL: nothing is */
    void (*ready)(void *context); /**< called when everything has been put in; likewise */
    void (*taped)(void *context); /**< of adjoints, called after the taping sweep, or, of XB_DRIVE_COMBINED,
                                     after both; likewise */
    void (*done)(void *context);  /**< called after the call; likewise */
    void *context;                /**< passed to these */
} xb_drive_data;

/**
 * Prepares a program to be driven.
 * @param program the program that was laid out, or another version of it; errors go to its diagnostics.
 * Program, description, layout and arena must outlive the drive
 * @return XB_STATUS_OK, or the class of what is wrong, reported
 */
xb_status xb_drive_create(xb_arena *arena, xb_program *program, const xb_case *description,
                          const xb_layout *layout, const xb_drive_options *options, xb_drive **drive);

/** Frees what a drive holds; NULL is allowed. */
void xb_drive_destroy(xb_drive *drive);

/**
 * Calls the entry routine; for adjoints, its taping and its reversal.
 * @return XB_STATUS_OK; else the class of what went wrong, reported with the program's diagnostics
 */
xb_status xb_drive_run(xb_drive *drive, const xb_drive_data *data);

/** Of how many directions derivatives are at once. */
size_t xb_drive_directions(const xb_drive *drive);

/** Which of them a run is in that is under way: only some are run for at once where derivatives are
 * variables. @param end receives the number after the last one @return the first one */
size_t xb_drive_run_directions(const xb_drive *drive, size_t *end);

/** A variable of the program that was laid out, with its derivatives, as a run has it that is under way or
 * was the last one. */
typedef struct xb_drive_variable {
    xb_variable *variable; /**< NULL: there is none, or it has no derivatives */
    xb_list named; /**< xb_variable: where derivatives are variables, these, by direction of the run; none
                        of derivatives that are always 0 */
} xb_drive_variable;

/** Finds an argument of the entry, or a global variable. */
xb_drive_variable xb_drive_find(const xb_drive *drive, const xb_symbol *symbol);

/** Reads the derivative of an element (from 0) of what was found. @return whether it is defined */
bool xb_drive_get(const xb_drive *drive, const xb_drive_variable *found, size_t element, size_t direction,
                  xb_double_complex *derivative);

/** Sets the derivative of an element. */
void xb_drive_set(const xb_drive *drive, const xb_drive_variable *found, size_t element, size_t direction,
                  xb_double_complex derivative);

/** Whether derivatives are variables, and a variable that was found has none, since its are always 0. */
bool xb_drive_is_zero(const xb_drive *drive, const xb_drive_variable *found);

/** A storage of the layout after a run; NULL if it is absent. */
const xb_variable *xb_drive_storage(const xb_drive *drive, size_t storage);

/** Whether the last run failed because something was left on a tape or checkpoint stack. */
bool xb_drive_left_tapes(const xb_drive *drive);

/** How many columns, or else rows, the matrix of XB_DRIVE_JACOBIAN has. */
size_t xb_drive_jacobian_size(const xb_drive *drive, bool columns);

/** What a run has left in an entry of that matrix. */
typedef enum xb_entry_state {
    XB_ENTRY_NONE,  /**< the matrix has no such row or column */
    XB_ENTRY_UNSET, /**< nothing */
    XB_ENTRY_SET
} xb_entry_state;

/** Reads the entry of the matrix for numbers j of y and i of x, after a run. @param entry set if it is */
xb_entry_state xb_drive_jacobian_entry(const xb_drive *drive, size_t j, size_t i, double *entry);

/** The program's evaluator. */
xb_evaluator *xb_drive_evaluator(const xb_drive *drive);

#ifdef __cplusplus
}
#endif

#endif
