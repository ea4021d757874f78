/**
 * @file
 * Sparsity patterns of matrices, and groups of columns that a compressed Jacobian has as one.
 *
 * Two columns are in one group if no row has entries in both: then a product of the matrix with the sum of
 * their unit vectors has the entries of both, each at its place. Such groups are a colouring of the graph
 * whose vertices are the columns and whose edges join those that meet in a row (A. R. Curtis, M. J. D.
 * Powell, J. K. Reid, "On the estimation of sparse Jacobian matrices", IMA Journal of Applied Mathematics 13
 * (1974); T. F. Coleman, J. J. Moré, "Estimation of sparse Jacobian matrices and graph coloring problems",
 * SIAM Journal on Numerical Analysis 20 (1983)).
 */
#ifndef XB_GRAPH_SPARSITY_H
#define XB_GRAPH_SPARSITY_H

#include "graph/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where a matrix has entries. */
typedef struct xb_sparsity {
    uint32_t rows, columns;
    size_t count;            /**< number of entries */
    const size_t *starts;    /**< rows + 1: the first entry of each row */
    const uint32_t *entries; /**< count columns, those of a row in order */
} xb_sparsity;

/** Makes a pattern. @param flags row by row: whether there is an entry */
xb_sparsity xb_sparsity_create(xb_arena *arena, uint32_t rows, uint32_t columns, const bool *flags);

/** Groups of columns, or of rows. */
typedef struct xb_sparsity_groups {
    bool of_rows;
    uint32_t count;        /**< number of groups */
    const uint32_t *group; /**< of each column (row), from 0 in the order of the groups' first members;
                              XB_GRAPH_NONE if it has no entries */
} xb_sparsity_groups;

/**
 * Groups columns so that no two of a group have entries in one row: greedily, so not always by the fewest.
 * Takes time and memory for each pair of entries in a row, unless these are too many: then for each entry.
 * @return XB_STATUS_OK, or what keeps igraph from working, reported
 */
xb_status xb_sparsity_group_columns(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                                    const xb_sparsity *sparsity, xb_sparsity_groups *groups);

/** Groups rows so that no two of a group have entries in one column, likewise. */
xb_status xb_sparsity_group_rows(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                                 const xb_sparsity *sparsity, xb_sparsity_groups *groups);

/** Groups columns or rows, whichever takes fewer groups; columns if both take as many. */
xb_status xb_sparsity_group(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *arena,
                            const xb_sparsity *sparsity, xb_sparsity_groups *groups);

#ifdef __cplusplus
}
#endif

#endif
