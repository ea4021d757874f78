/**
 * @file
 * Sparsity patterns as files in the coordinate format of Matrix Market (R. F. Boisvert, R. Pozo, K. A.
 * Remington, "The Matrix Market exchange formats: initial design", NIST, 1996), which most programs for
 * sparse matrices read.
 */
#ifndef XB_GRAPH_SPARSITY_FILE_H
#define XB_GRAPH_SPARSITY_FILE_H

#include "base/output.h"
#include "graph/sparsity.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What rows and columns are called, and their groups. */
typedef struct xb_sparsity_labels {
    const char *const *rows;          /**< a name for each row */
    const char *const *columns;       /**< a name for each column */
    const xb_sparsity_groups *groups; /**< NULL: not asked for */
} xb_sparsity_labels;

/** Puts a pattern: names and groups in comments, then the size, then the entries row by row. Everything is
 * counted from 1. */
void xb_sparsity_write(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_labels *labels);

#ifdef __cplusplus
}
#endif

#endif
