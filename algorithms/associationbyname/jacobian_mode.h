/**
 * @file
 * Which mode computes a Jacobian: the one that takes fewer runs, unless the user says otherwise.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_MODE_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_MODE_H

#include "algorithms/associationbyname/jacobian.h"

/** Modes, as option --jacobian-mode says them. */
typedef enum xb_jacobian_mode {
    XB_JACOBIAN_AUTO,    /**< that of the algorithms that are named; if there are none, by shape */
    XB_JACOBIAN_FORWARD, /**< by columns */
    XB_JACOBIAN_REVERSE  /**< by rows */
} xb_jacobian_mode;

/** What is asked for. */
typedef struct xb_jacobian_wish {
    xb_jacobian_names names;
    const char *pattern; /**< file of a sparsity pattern; NULL: there is none */
    xb_jacobian_mode mode;
} xb_jacobian_wish;

/** What comes of it. */
typedef struct xb_jacobian_plan {
    xb_compression compression; /**< if there is a pattern */
    bool is_named;              /**< the mode is that of the algorithms that are named, and of nothing else */
} xb_jacobian_plan;

/**
 * Chooses, and says so unless the user has chosen. Reads the pattern.
 * @param run on the pipeline without what is chosen
 * @param choice receives the algorithm of reverse mode, if it has to run and is not named
 * @return XB_STATUS_OK, or that of what is wrong, reported
 */
xb_status xb_jacobian_mode_choose(xb_run *run, const xb_jacobian_wish *wish, xb_jacobian_plan *plan,
                                  xb_algorithm_choice *choice);

#endif
