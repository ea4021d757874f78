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
    const char *const *rows;          /**< a name for each row; of a file, NULL where it does not say one */
    const char *const *columns;       /**< likewise, for each column */
    const xb_sparsity_groups *groups; /**< NULL: not asked for */
} xb_sparsity_labels;

/** Puts a pattern: names and groups in comments, then the size, then the entries row by row. Everything is
 * counted from 1. */
void xb_sparsity_write(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_labels *labels);

/**
 * Reads a pattern: a Matrix Market file in coordinate format, general, whatever its entries are. Entries that
 * are there twice count once.
 * @param file its name, "-" for standard input
 * @param labels receives what comments of xb_sparsity_write() say, with ", group N" after names if they do
 * @return XB_STATUS_OK; XB_STATUS_INVALID or XB_STATUS_UNSUPPORTED, reported with the line; XB_STATUS_FAILED
 * if it can't be read
 */
xb_status xb_sparsity_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                           xb_sparsity *sparsity, xb_sparsity_labels *labels);

#ifdef __cplusplus
}
#endif

#endif
