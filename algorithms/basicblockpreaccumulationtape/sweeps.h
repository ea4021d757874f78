/**
 * @file
 * The taping sweep and the adjoint sweep of a routine, as versions of it.
 *
 * Both are made at once, since the one pushes what the other one needs.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_SWEEPS_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_SWEEPS_H

#include "algorithms/basicblockpreaccumulationtape/locals.h"
#include "algorithms/taping/callees.h"
#include "algorithms/taping/plain.h"
#include "algorithms/taping/settings.h"

/** What the versions of all routines are made by. What is made keeps pointers to it. */
typedef struct xb_sweeps {
    xb_run *run;
    xb_program *program;
    xb_tape_settings tape;
    xb_callees callees;
    const xb_plain *plain;
} xb_sweeps;

/** Looks at the tangent-linear program.
 * @return XB_STATUS_OK, or that of the errors that were reported: it can't be transposed */
xb_status xb_sweeps_begin(xb_sweeps *sweeps, xb_run *run, const xb_tape_settings *tape);

/** What is made of a routine; all versions share its scope. */
typedef struct xb_sweep_versions {
    xb_routine *original; /**< only computes values */
    xb_routine *taping;   /**< computes values and pushes */
    xb_routine *adjoint;  /**< pops and propagates adjoints */
} xb_sweep_versions;

/**
 * The two sweeps, and what they are sweeps of.
 * @param original as read
 * @return XB_STATUS_OK, or that of the first error that was reported
 */
xb_status xb_sweeps_make(const xb_sweeps *sweeps, xb_routine *original, xb_sweep_versions *versions);

/**
 * The two sweeps of a routine that does both in one call; the original is none of them. To be called before
 * xb_sweeps_make(), which reports what is wrong.
 * @return whether they can be parts of one routine
 */
bool xb_sweeps_make_combined(const xb_sweeps *sweeps, xb_routine *original, xb_sweep_versions *versions);

#endif
