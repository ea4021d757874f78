/**
 * @file
 * Whole Jacobians: a routine that runs another one for each column, or row, of its Jacobian.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_H

#include "algorithms/associationbyname/jacobian_shape.h"
#include "algorithms/associationbyname/variables.h"
#include "graph/sparsity_file.h"

/** A sparsity pattern, with groups of columns or rows that are computed together. */
typedef struct xb_compression {
    const char *file; /**< that the pattern was read from */
    xb_sparsity sparsity;
    xb_sparsity_labels labels; /**< what the file calls rows and columns */
    xb_sparsity_groups groups;
} xb_compression;

/** What is asked for. */
typedef struct xb_whole_jacobian {
    xb_run *run;
    xb_named_derivatives *derivatives;
    const xb_jacobian_names *names; /**< of the routine, and of what has rows and columns */
    const char *version; /**< what computes derivatives in forward mode, as a version of the routine */
    bool reverse;        /**< by rows: the routine has motions that record and return */
    bool has_lists;      /**< motions are replacement lists, not routines */
    bool is_named;       /**< the mode is that of the algorithms that were named */
    bool active;         /**< variables stay active */
    const xb_compression *pattern; /**< NULL: runs are not compressed */
} xb_whole_jacobian;

/**
 * Adds the routine, after all others have their arguments. The Jacobian, a matrix of a row for each element
 * of active results and a column for each of active inputs, is its last argument.
 * @return XB_STATUS_OK, or that of what is wrong, reported
 */
xb_status xb_whole_jacobian_add(const xb_whole_jacobian *jacobian);

#endif
