/**
 * @file
 * Judging a transformed program by the original: both are run at a few points, and values and derivatives are
 * compared.
 */
#ifndef XB_VERIFY_JUDGE_H
#define XB_VERIFY_JUDGE_H

#include "verify/verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What to judge. */
typedef struct xb_judge_settings {
    xb_program *original;
    bool as_read; /**< the original has been transformed: run it as it was read */
    xb_program *transformed;
    xb_drive_kind kind; /**< of the transformed program, see xb_judge_kind() */
    const xb_case *description;
    /**
     * Derivatives of local variables are undefined at first: a tangent-linear program must not read any. If
     * false, a program that only runs with derivatives that are 0 at first is right, with a note.
     */
    bool undefined_derivatives;
    const volatile sig_atomic_t
        *stop;          /**< judging ends with an error as soon as this is not 0; may be NULL */
    bool zero_singular; /**< derivatives at singular points, as of sqrt at 0, are 0 in the transformed
                           program:    those of the original are taken so, too */
    const xb_catalogue *catalogue; /**< as in xb_evaluate_options */
    bool unwritten;                /**< the transformed program is no document: its lines mean nothing */
    bool reread;     /**< the original is what a pass has made: lines of what it made are near ones */
    bool named_only; /**< derivatives are right of the dependent variables by the independent ones only */
    bool strict_anonymous; /**< run replacements 10 and 11 in the place of 2 and 3 */
    bool both; /**< an adjoint program for split templates and for joint ones, or, of XB_DRIVE_MOTIONS, with
                    routines that do both sweeps in one call, too: it has to be right with either; the verdict
                    says which one it is about */
} xb_judge_settings;

/** What a transformed program is, as far as its document tells. */
typedef struct xb_judge_finding {
    /** XB_DRIVE_TANGENT if it has derivative statements, XB_DRIVE_VALUES if it has none; if it has
     * replacements XB_DRIVE_JOINT or XB_DRIVE_SPLIT, by the names of their templates. */
    xb_drive_kind kind;
    /** There are replacements, and the names of their templates have neither "split" nor "joint" in them, or
     * both: kind is XB_DRIVE_SPLIT, but the document is for joint templates as well. */
    bool unclear;
    /** It has replacements, or calls of the run-time library, as if it were half of an adjoint program, but
     * there are no derivatives. Only known if the original is. */
    bool records;
    /** It has to do with components of variables that are derivatives; else they are variables, if any. */
    bool has_components;
} xb_judge_finding;

/** Looks what kind of program a transformed program is.
 * @param original what it was made of, which tells whether derivatives are variables; NULL: not known */
xb_judge_finding xb_judge_find_kind(xb_program *original, xb_program *program, xb_arena *scratch);

/** Reports an error if a program can't be run as one of a kind, as it has replacements, or routines that
 * record and return, where others are wanted, or has none.
 * @return XB_STATUS_OK or XB_STATUS_INVALID */
xb_status xb_judge_require_kind(xb_diagnostics *diagnostics, const xb_program *program,
                                xb_judge_finding found, xb_drive_kind wanted);

/**
 * Judges. What is wrong with the original, the case, or the evaluation as such is reported; what is wrong
 * with the transformed program is in the verdict.
 * @param arena where the verdict goes
 * @return XB_STATUS_OK if there is a verdict, good or bad; XB_STATUS_INVALID if the original does not run, or
 * the case does not fit it; XB_STATUS_UNSUPPORTED; XB_STATUS_FAILED if a limit was reached, memory ran out,
 * or it was stopped
 */
xb_status xb_judge(xb_arena *arena, xb_diagnostics *diagnostics, const xb_judge_settings *settings,
                   xb_verdict *verdict);

#ifdef __cplusplus
}
#endif

#endif
