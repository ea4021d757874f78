/**
 * @file
 * Exposure: which variables a part of a routine may read before it certainly assigns them.
 *
 * They are assigned as a whole by one statement, by what is called, element by element by loops with constant
 * bounds (coverage.h), or, if they are small arrays, by elements and sections with constant subscripts that
 * together are all of it.
 */
#ifndef XB_ANALYSIS_EXPOSURE_H
#define XB_ANALYSIS_EXPOSURE_H

#include "analysis/accesses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A part of the control flow of a routine. */
typedef struct xb_region {
    const xb_routine *routine; /**< as it was read or what stands for it */
    xb_view view;              /**< which of the nodes in it count */
    const bool *inside;        /**< by vertex: whether it belongs to the region; NULL: all of them do */
    uint32_t entry; /**< vertex where control enters; edges from outside to others are thought of, too */
    bool touch; /**< an assignment to any part counts as one to the whole, and loops have a round at least:
                   what is exposed is read where nothing of it has been assigned, and is assigned somewhere */
} xb_region;

/** What a region reads first, and what it assigns. Variables of the routine and of others are in the lists.
 */
typedef struct xb_exposure {
    xb_list exposed; /**< xb_symbol: may be read before they are certainly assigned as a whole, in the order
                        in which they are met; never too few, by the names by which they are read */
    xb_list written; /**< xb_symbol: certainly assigned as a whole on each way from the entry out of the
                        region; never too many */
    bool everything; /**< anything from outside may be read: routines without body are called */
    bool anything;   /**< anything may be read: there are markers that may stand for statements */
} xb_exposure;

/** The region that is all of a routine; its entry is XB_GRAPH_NONE if there is no control flow. */
xb_region xb_region_of(const xb_routine *routine, xb_view view);

/**
 * The exposure of a region.
 *
 * Takes time linear in the region for each round of a data-flow analysis, of which there are as many as loops
 * are nested; sets of what is assigned are kept for each vertex. Where these would be too large, assignments
 * in other vertices are not thought of.
 * @param arena where the lists live; not the analyses' scratch memory
 */
xb_exposure xb_exposure_of(const xb_footprints *footprints, xb_arena *arena, const xb_region *region);

#ifdef __cplusplus
}
#endif

#endif
