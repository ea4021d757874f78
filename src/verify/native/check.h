/**
 * @file
 * Drivers that users keep: a program in Fortran that compares derivatives which were added to a source with
 * central differences of the original, and how it is compiled and run.
 *
 * It calls the derived routine with arguments laid out as the evaluator does it (layout.h), whose values
 * stand in its text. It prints a table as verdicts have it, and ends with status 0 if derivatives are right,
 * 1 if they are wrong, 2 if differences do not tell.
 */
#ifndef XB_VERIFY_NATIVE_CHECK_H
#define XB_VERIFY_NATIVE_CHECK_H

#include <signal.h>

#include "languages/code/source.h"
#include "verify/cases/case.h"
#include "verify/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a driver is written for. */
typedef struct xb_check_subject {
    xb_program *program;        /**< as it was read, with what was derived */
    const xb_source *source;    /**< as it was written, added to the source */
    xb_arena *lines;            /**< for the line at hand */
    const xb_case *description; /**< how to call it; integers without value get one if it says so */
    const char *result;         /**< the file that the derivatives are in */
    const char *driver;         /**< the file of the driver */
} xb_check_subject;

/** A driver. */
typedef struct xb_check_driver {
    const char *text; /**< length bytes */
    size_t length;
    bool has_tape;       /**< it needs the run time, and that is not in the result */
    bool has_library;    /**< it needs routines that have no source, as those of BLAS and LAPACK */
    const char *made_up; /**< names of arguments whose values or extents nobody has said; NULL: none */
} xb_check_driver;

/** The value of integer arguments that a case gives none. */
enum { XB_CHECK_SIZE = 3 };

/**
 * Writes a driver.
 * @param arena where it goes
 * @return XB_STATUS_OK; XB_STATUS_INVALID or XB_STATUS_UNSUPPORTED, reported, if the routine can't be called
 */
xb_status xb_check_write(xb_arena *arena, xb_diagnostics *diagnostics, const xb_check_subject *subject,
                         xb_check_driver *driver);

/** How to compile and run. */
typedef struct xb_check_settings {
    const char *compiler;       /**< as in xb_native_settings */
    const char *const *options; /**< those of the source, ended by NULL */
    const char *result, *driver;
    bool has_tape, has_library;
    const volatile sig_atomic_t *stop; /**< it ends as soon as this is not 0; may be NULL */
} xb_check_settings;

/** What came of it. */
typedef struct xb_check_outcome {
    const char *text; /**< what the driver has printed, or why there is nothing of that */
    bool good;
} xb_check_outcome;

/**
 * Compiles a driver with the result and the run time, in a temporary folder, and runs it. Must not be called
 * within xb_protect().
 * @return XB_STATUS_OK if there is an outcome; XB_STATUS_INVALID, reported, if differences do not tell;
 * XB_STATUS_UNSUPPORTED, reported, if the compiler takes the result, but not the driver; XB_STATUS_FAILED,
 * reported, if there is no compiler, memory ran out, a file can't be written, or it was stopped
 */
xb_status xb_check_run(xb_arena *arena, xb_diagnostics *diagnostics, const xb_check_settings *settings,
                       xb_check_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
