/**
 * @file
 * Verdicts on transformed programs, and how they are printed.
 */
#ifndef XB_VERIFY_VERDICT_H
#define XB_VERIFY_VERDICT_H

#include "base/output.h"
#include "verify/drive.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The exit status of programs if a verdict is bad. It is none of xb_status: every part has done its work. */
enum { XB_VERDICT_STATUS = 5 };

/** What is checked. */
typedef enum xb_check_kind {
    XB_CHECK_RUNS,   /**< the transformed program runs, without reading what nobody has set, and the like */
    XB_CHECK_VALUES, /**< values are those of the original, bit for bit */
    XB_CHECK_DERIVATIVES, /**< derivatives are those of dual numbers */
    XB_CHECK_DIFFERENCES, /**< derivatives are those of central differences */
    XB_CHECK_DOT_PRODUCT, /**< <adjoint, dx> = <dy seed, tangent> for random directions */
    XB_CHECK_INCREMENT,   /**< adjoints of inputs are incremented, not overwritten */
    XB_CHECK_REPEAT,      /**< a second call gives what it has to */
    XB_CHECK_OTHERS,      /**< derivatives with respect to, and of, other active variables are right, too */
    XB_CHECK_JACOBIAN, /**< the routine that computes the Jacobian in one call does, and leaves what it should
                        */
    XB_CHECK_TAPES,    /**< all tapes and checkpoint stacks are empty at the end */
    XB_CHECK_COUNT
} xb_check_kind;

/** The outcome of a check. */
typedef enum xb_check_state {
    XB_CHECK_UNDONE,  /**< it does not apply, or could not be done */
    XB_CHECK_GOOD,    /**< all is as it should be */
    XB_CHECK_UNCLEAR, /**< what was found says nothing */
    XB_CHECK_BAD      /**< the transformed program is wrong */
} xb_check_state;

/** A check. */
typedef struct xb_check {
    xb_check_state state;
    size_t compared;    /**< numbers that were compared */
    double largest;     /**< largest deviation, absolute */
    double relative;    /**< largest deviation, relative */
    double tolerance;   /**< of the relative deviation; 0: bit for bit */
    const char *detail; /**< the worst that was found, or why there is no result; NULL: nothing to say */
    size_t faint; /**< numbers within the tolerance that are wrong if rounding errors are not to blame */
    const char *first_faint; /**< the first of these; NULL: not said */
} xb_check;

/** Puts what stands above checks in text. */
void xb_checks_put_head(xb_output *output);

/** Puts a check as text. @param title what it is called */
void xb_check_put(const xb_check *check, const char *title, xb_output *output);

/** Puts a check as one of a list of JSON. @param is_first in the list */
void xb_check_put_json(const xb_check *check, const char *name, bool is_first, xb_output *output);

/** A point. */
typedef struct xb_verdict_point {
    const char *origin;  /**< how it was chosen: "given", "near", "drawn", … */
    const double *x;     /**< n numbers */
    const char *skipped; /**< why nothing was checked here; NULL: something was */
} xb_verdict_point;

/** A verdict. In the arena that it was made in. */
typedef struct xb_verdict {
    xb_drive_kind kind; /**< XB_DRIVE_TANGENT, XB_DRIVE_SPLIT, XB_DRIVE_JOINT, XB_DRIVE_VALUES */
    bool
        sweeps; /**< the original computes adjoints: its routines that record and return were called for it */
    const char *original, *transformed; /**< names of documents */
    xb_layout layout;
    uint64_t seed;
    xb_vector points; /**< xb_verdict_point */
    xb_check checks[XB_CHECK_COUNT];
    xb_list notes;                     /**< const char: kinks near the points, and the like */
    size_t statements, statements_run; /**< of the transformed program */
    bool zero_singular;                /**< derivatives at singular points were taken as 0 */
    size_t singular;                   /**< how often: in one run of the original at each point */
    size_t singular_places;            /**< where: statements, and intrinsics in them */
    const char *singular_place;        /**< the first of these; NULL: there is none */
    bool good;
} xb_verdict;

/** How verdicts are printed. */
typedef enum xb_verdict_format { XB_VERDICT_TEXT, XB_VERDICT_JSON } xb_verdict_format;

/** Prints a verdict. */
void xb_verdict_put(const xb_verdict *verdict, xb_output *output, xb_verdict_format format);

#ifdef __cplusplus
}
#endif

#endif
