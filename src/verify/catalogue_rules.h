/**
 * @file
 * The rule test: catalogues of intrinsics against the evaluator's own rules.
 *
 * Each partial derivative of an inlinable intrinsic, each direct action, selection and Jacobian routine of
 * a non-inlinable one is compared at random points with what the evaluator knows of the intrinsic, which
 * shares nothing with catalogues, or with the formula of its value if only the catalogue knows it. What an
 * explicit Jacobian is of can be in a program: a routine of the intrinsic's name, with the same arguments, is
 * differentiated with dual numbers; of a function, the result is the first argument. Rules of routines are
 * compared with what the routine does, in values, tangents, adjoints, intents and aliasing; all of their
 * routines have to be in the program. What nothing is known of is said to be unchecked, by name.
 */
#ifndef XB_VERIFY_CATALOGUE_RULES_H
#define XB_VERIFY_CATALOGUE_RULES_H

#include "catalogue/catalogue.h"
#include "ir/program.h"
#include "verify/cases/case.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The outcome of a check. */
typedef enum xb_rule_verdict {
    XB_RULE_RIGHT,     /**< it agrees at all points */
    XB_RULE_LIMITED,   /**< it agrees, but only under a condition that the row names */
    XB_RULE_REFUSED,   /**< there is nothing to check: the catalogue gives no derivative */
    XB_RULE_UNCHECKED, /**< it could not be checked; the row says why */
    XB_RULE_WRONG      /**< it is wrong */
} xb_rule_verdict;

/** One check. All texts are in the arena of the report, or last. */
typedef struct xb_rule_row {
    const char *name;   /**< the intrinsic */
    const char *kind;   /**< "inlinable", "direct action", "selection", "explicit Jacobian", or of the rule
                           of a routine: "rule", "tangent routine", "recording routine", "adjoint routine" */
    unsigned position;  /**< number of the operand (from 1) of a partial; 0: the intrinsic as a whole */
    unsigned dependent; /**< explicit Jacobian: number of the dependent; else 0 */
    xb_rule_verdict verdict;
    const char *detail; /**< what is wrong, or why it is limited or unchecked; NULL: nothing to say */
    size_t points;      /**< how many points were compared */
    double deviation;   /**< worst relative deviation, of numbers above 0.001; else of a thousandth */
    const char *worst;  /**< operands at which it is worst, as text; NULL: nothing was compared */
} xb_rule_row;

/** How to check. */
typedef struct xb_rule_options {
    uint64_t seed;              /**< of the points */
    size_t points;              /**< points for each combination of operand types; 0: 40 */
    double tolerance;           /**< relative deviation that is right; 0: 1e-9 */
    xb_program *program;        /**< with bodies of routines; NULL: none. Errors go to its diagnostics */
    const xb_case *description; /**< the world around these: initial values, extents and others; NULL: nothing
                                     is said */
} xb_rule_options;

/** The outcome of all checks. */
typedef struct xb_rule_report {
    double tolerance;        /**< that of the options, or its default */
    const xb_rule_row *rows; /**< count rows: inlinable intrinsics, then others, in order of names */
    size_t count;
    size_t verdicts[XB_RULE_WRONG + 1]; /**< number of rows by verdict */
    const xb_rule_row *first_wrong;     /**< NULL if none is */
    const xb_rule_row *first_unchecked; /**< NULL if none is */
} xb_rule_report;

/**
 * Checks all intrinsics of a catalogue. Must not be called within xb_protect().
 * @param arena where the report goes
 * @param report receives the report
 * @return XB_STATUS_OK if there is a report, whatever its verdicts; XB_STATUS_INVALID, reported, if the case
 * is not one of the program; XB_STATUS_FAILED if memory ran out
 */
xb_status xb_catalogue_check(xb_arena *arena, const xb_catalogue *catalogue, const xb_rule_options *options,
                             xb_rule_report *report);

/** The name of a verdict: "right", "limited", "refused", "unchecked", "wrong". */
const char *xb_rule_verdict_name(xb_rule_verdict verdict);

#ifdef __cplusplus
}
#endif

#endif
