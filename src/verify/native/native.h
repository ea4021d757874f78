/**
 * @file
 * Judging programs as compilers take them: they are written in another language, compiled, run, and compared
 * with what the evaluator makes of them.
 *
 * The evaluator runs each program at the points of a verdict, and what goes into a call and comes out of it
 * is recorded: arguments, derivatives that are variables, and global variables. A driver in the language
 * reads the former and prints the latter. Many programs may go into one compilation, since compilers take
 * longer to start than programs to be compiled: first all are added, then all are judged.
 */
#ifndef XB_VERIFY_NATIVE_NATIVE_H
#define XB_VERIFY_NATIVE_NATIVE_H

#include <signal.h>

#include "languages/code/options.h"
#include "verify/verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is checked. */
typedef enum xb_native_check {
    XB_NATIVE_COMPILES,    /**< the compiler takes it */
    XB_NATIVE_RUNS,        /**< it runs to its end */
    XB_NATIVE_ORIGINAL,    /**< values of the original are those of the evaluator */
    XB_NATIVE_VALUES,      /**< so are those of the transformed program */
    XB_NATIVE_DERIVATIVES, /**< and derivatives */
    XB_NATIVE_TAPES,       /**< tape and checkpoints are empty at the end */
    XB_NATIVE_CHECK_COUNT
} xb_native_check;

/** A verdict. In the arena that it was made in. */
typedef struct xb_native_verdict {
    const char *transformed; /**< name of the document */
    const char *language;
    const char *compiler; /**< the command with its options */
    size_t runs;          /**< how often the compiled program was run */
    size_t points;        /**< at how many points */
    size_t steep; /**< numbers that deviate, and change as much when x moves by a few rounding errors */
    xb_check checks[XB_NATIVE_CHECK_COUNT];
    const char *complaint; /**< lines of the compiler, or of the program that failed; NULL: none */
    bool good;
} xb_native_verdict;

/** What to judge. All of it must last until it is judged. */
typedef struct xb_native_subject {
    xb_program *original;     /**< as it was read, with nothing derived; NULL: only the other one is judged */
    xb_program *transformed;  /**< likewise; NULL: only the original is judged, and its values */
    const xb_program *before; /**< what the latter was made of, as verdict and layout know it */
    const xb_verdict *verdict; /**< kind, layout and points */
    const xb_case *description;
    const xb_catalogue *catalogue;
} xb_native_subject;

/** How to compile and run. */
typedef struct xb_native_settings {
    const char *language; /**< one of xb_native_languages */
    const char
        *compiler; /**< the command, maybe with options; NULL: by the environment, else the usual one */
    xb_source_options writing; /**< how programs are written; the run time is beside them in any case */
    const volatile sig_atomic_t *stop; /**< it ends as soon as this is not 0; may be NULL */
} xb_native_settings;

/** Programs that are judged together. */
typedef struct xb_native xb_native;

/** The names of languages in which programs can be judged, the usual one first, ended by NULL. */
extern const char *const xb_native_languages[];

/** Begins. @return programs to be judged, to be destroyed by the caller; NULL if memory ran out */
xb_native *xb_native_create(xb_arena *arena, xb_diagnostics *diagnostics, const xb_native_settings *settings);

/**
 * Adds programs, which are written and run by the evaluator. Must not be called within xb_protect().
 * @param subject copied
 * @param verdict receives the verdict when all are judged; must last
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED, reported, if a program can't be written or called; else the
 * class of what is wrong, reported; nothing is added then
 */
xb_status xb_native_add(xb_native *native, const xb_native_subject *subject, xb_native_verdict *verdict);

/**
 * Compiles, runs and judges what was added. Must not be called within xb_protect().
 * @return XB_STATUS_OK if there are verdicts, good or bad; XB_STATUS_INVALID if an original can't be compiled
 * or does not run; XB_STATUS_FAILED if there is no compiler, memory ran out, a file can't be written, or it
 * was stopped: all of it reported
 */
xb_status xb_native_judge(xb_native *native);

/** Frees what is held; NULL is allowed. */
void xb_native_destroy(xb_native *native);

/** Prints a verdict. */
void xb_native_put(const xb_native_verdict *verdict, xb_output *output, xb_verdict_format format);

#ifdef __cplusplus
}
#endif

#endif
