/*
 * A judgement under way.
 */
#ifndef XB_VERIFY_JUDGE_INTERNAL_H
#define XB_VERIFY_JUDGE_INTERNAL_H

#include "verify/by_name.h"
#include "verify/jacobian.h"
#include "verify/judge.h"
#include "verify/tally.h"

/* Most columns or rows at the first point, and elsewhere. */
enum { XB_FIRST_LIMIT = 512, XB_OTHER_LIMIT = 5 };

/* The hint if no point is fit. */
#define XB_BETTER_POINT "there may be a better point: give one in a case file, as x0"

typedef struct xb_judgement {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_judge_settings *settings;
    xb_verdict *verdict;
    xb_list globals;            /* const xb_symbol: global variables of the original */
    xb_drive *exact;            /* owned: the original on dual numbers */
    xb_drive *terms;            /* owned: the original, for the sizes of terms of derivatives */
    xb_drive *plain;            /* owned: the original, values only */
    xb_drive *derived;          /* owned: the transformed program, with derivatives */
    xb_drive *derived_plain;    /* owned: the transformed program, values only; NULL of tangent-linear ones */
    xb_drive *derived_jacobian; /* owned: the routine of it that computes the Jacobian; NULL: none */
    const char *advice;         /* the hint of what a drive has failed with last; NULL: there is none */
    bool sweeps;                /* routines that record and return are judged, see xb_drive_has_sweeps() */
    const struct xb_judgement *former; /* has run other routines of the same program; NULL: none has */
    bool undefined;                    /* derivatives of local variables are undefined at first */
    const xb_by_name *named;           /* derivatives of it that are variables */
    size_t width;                      /* how many directions of it are variables; 0: none */
    size_t directions;                 /* that programs are run with at once */
    uint64_t first_steps;              /* of a call of the original at the first point */
    uint64_t most_of_original;         /* steps of a call of it elsewhere; 0: the evaluator's limit */
    uint64_t most_steps; /* of a call of the transformed program at the point; 0: the evaluator's limit */
    double limit;        /* numbers beyond mean that a point is unfit; 0: not known yet */
    size_t point;        /* number of the point, from 0 */
    const double *x;     /* the point */
    xb_jacobian wanted;  /* columns by dual numbers */
    xb_jacobian sizes;   /* of each of their entries, the sum of the sizes of its terms */
    xb_jacobian found;   /* columns or rows of the transformed program */
    xb_map singular;     /* (node, intrinsic) to its kink: places of singular points that were met */
    xb_status status;
} xb_judgement;

/* The check of a kind. */
static inline xb_check *xb_judgement_check(const xb_judgement *work, xb_check_kind kind)
{
    return &work->verdict->checks[kind];
}

/* Whether the transformed program computes adjoints. */
bool xb_judgement_is_adjoint(const xb_judgement *work);

/* " at point 2", as the end of a detail. */
const char *xb_judgement_where(const xb_judgement *work);

/* Adds a note, once. */
void xb_judgement_note(xb_judgement *work, const char *text);

/* Runs the original, or the transformed program; errors go to diagnostics of their own, of which the first is
 * returned as text if there is one. */
xb_status xb_judgement_run(xb_judgement *work, xb_drive *drive, bool transformed, const xb_drive_data *data,
                           const char **problem);

/* Computes a Jacobian at the point; errors are kept apart likewise. */
xb_status xb_judgement_compute(xb_judgement *work, xb_drive *drive, bool transformed, xb_drive_kind kind,
                               xb_jacobian *jacobian, const char **problem);

/* A drive of the original, or of the transformed program.
 * @param terms for the sizes of terms of derivatives */
xb_status xb_judgement_make_drive(xb_judgement *work, bool transformed, xb_drive_kind kind, bool terms,
                                  xb_drive **drive);

/* The first error, on one line; NULL: there is none. */
const char *xb_judgement_first_error(const xb_judgement *work, const xb_diagnostics *diagnostics);

/* "d y(1) / d x(2)" */
const char *xb_judgement_entry_name(const xb_judgement *work, size_t j, size_t i);

/* Compares an entry of a Jacobian, which is the sum of terms of these sizes. */
void xb_judgement_compare_entry(const xb_judgement *work, xb_check *check, size_t j, size_t i, double found,
                                double wanted, double terms);

/* All drives; and the transformed program's alone. What is wrong with that is a verdict. */
void xb_judgement_make_drives(xb_judgement *work);
void xb_judgement_make_derived(xb_judgement *work);
void xb_judgement_make_jacobian(xb_judgement *work);
void xb_judgement_destroy_drives(xb_judgement *work);

/* Transformed programs take some times as many steps as the original, adjoints of deep recursions a great
 * many. Beyond that they are taken for endless, which need not be waited for, and is a fault. */
void xb_judgement_limit_steps(xb_judgement *work);

/* The same bounds the original from now on, by what it has taken at the first point: elsewhere, its
 * iterations may never converge. */
void xb_judgement_limit_original(xb_judgement *work);

/* The point of the case; one near it, where a factor that happens to be 0 or 1 shows; one elsewhere, for
 * other branches; those of the case. */
void xb_judgement_choose_points(xb_judgement *work);

/* Runs both programs at a point and checks what can be. */
void xb_judgement_check_point(xb_judgement *work, xb_verdict_point *point);

/* Takes what a run of the transformed program has failed with: true if that is a verdict, else sets the
 * status. */
bool xb_judgement_fails(xb_judgement *work, xb_status status, const char *problem);

/* Compares the values of all variables of the two programs.
 * @param when as "after the call" */
void xb_judgement_compare_variables(xb_judgement *work, xb_drive *original, xb_drive *transformed,
                                    xb_check *check, const char *when);

/* A global variable of the original as both programs have it. @return whether both do */
bool xb_judgement_find_global(const xb_judgement *work, const xb_symbol *symbol, const xb_drive *original,
                              const xb_drive *transformed, xb_variable **one, xb_variable **other);

/* Two calls in a row, of all drives: judge_calls.c. The original gets directions dx, an adjoint program dy.
 */
typedef struct xb_calls {
    xb_drive_data exact[2], sizes[2], plain[2], derived[2];
} xb_calls;

/* At the point, and near it. Calls refer to each other: they are not to be copied. */
void xb_calls_prepare(const xb_judgement *work, xb_calls *calls);

/* Runs the original twice on dual numbers, and for the sizes of terms; the check says why not: a program that
 * can't be called again has no second call. @return how many calls there are, 0 to 2 */
size_t xb_calls_run_exact(xb_judgement *work, xb_calls *calls, xb_check *check);

/* One of the calls: of the original, for values, or of the transformed program, whose failure is a verdict.
 * @return whether it runs */
bool xb_calls_run_derived(xb_judgement *work, const xb_drive_data *data);

/* Before the second call of an adjoint program is begun: sweeps may leave other values in global variables
 * than a call of the original, those that it has left are put there, unless one call does both sweeps. The
 * original is called for the second time. */
void xb_calls_begin_second(xb_judgement *work, const xb_calls *calls);

/* The checks that are made at a point, once there are Jacobians. */
void xb_judgement_check_derivatives(xb_judgement *work);
void xb_judgement_check_jacobian(xb_judgement *work); /* the plain drive has been run at the point */
void xb_judgement_check_differences(xb_judgement *work);
void xb_judgement_check_repeated_tangents(xb_judgement *work);
void xb_judgement_check_adjoint_identities(xb_judgement *work);
void xb_judgement_check_others(xb_judgement *work);

#endif
