/**
 * @file
 * Regions of control flow: dominators and natural loops, whatever the elements of the document say.
 *
 * igraph finds the dominators. A loop is an edge whose target, its header, dominates its source; its body is
 * what reaches that source without passing the header. Control flow is reducible if nothing cyclic is left
 * without these edges (Hecht, Ullman: Characterizations of reducible flow graphs, 1974). What control never
 * gets to does not count.
 */
#ifndef XB_ANALYSIS_REGIONS_H
#define XB_ANALYSIS_REGIONS_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The regions of a routine's control flow. */
typedef struct xb_regions {
    const xb_routine *routine; /**< what stands for it */
    uint32_t entry;            /**< vertex where control enters */
    const uint32_t *dominator; /**< by vertex: its immediate dominator; the entry is its own; XB_GRAPH_NONE:
                                    control never gets there */
    const uint32_t *loops;     /**< loop_count edges that lead back to a header, in their order */
    uint32_t loop_count;
    bool reducible;
} xb_regions;

/**
 * The regions of what now stands for the routine of a number in the program.
 * @return NULL if it has no control flow, or if igraph fails, which is reported
 */
const xb_regions *xb_regions_of(xb_analyses *analyses, size_t routine);

/** Whether an edge leads back to a header: control comes to its source by its target only. */
bool xb_regions_leads_back(const xb_regions *regions, uint32_t edge);

/** The dominator tree. @param arena where it lives */
xb_graph xb_regions_tree(xb_arena *arena, const xb_regions *regions);

#ifdef __cplusplus
}
#endif

#endif
