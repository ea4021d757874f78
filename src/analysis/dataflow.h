/**
 * @file
 * Data flow: sets of numbers along the edges of a graph, to the greatest or least solution.
 *
 * What holds after a vertex is what holds before it, as the client's function changes it; what holds before
 * it is the union, or the intersection, of what holds after those that precede it (Kildall: A unified
 * approach to global program optimization, 1973). Vertices are passed in postorder, or against it, until
 * nothing changes: as often as loops are nested, but for a few times.
 */
#ifndef XB_ANALYSIS_DATAFLOW_H
#define XB_ANALYSIS_DATAFLOW_H

#include "base/bits.h"
#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A problem and its solution. Sets are bits (base/bits.h). */
typedef struct xb_dataflow {
    const xb_graph *graph;
    bool backward;         /**< against the edges: "before" and "after" are exchanged throughout */
    bool all;              /**< what holds on all paths, not what holds on any */
    size_t count;          /**< members are below it */
    const bool *inside;    /**< by vertex: whether it belongs to the problem; NULL: all do */
    const bool *starts;    /**< by vertex: whether paths begin here; NULL: everywhere */
    const uint64_t *first; /**< what holds where paths begin; NULL: nothing */
    void (*pass)(void *context, uint32_t vertex, uint64_t *set); /**< makes what holds after a vertex of what
                                                                      holds before it */
    void *context;
    uint64_t **after; /**< by vertex: what holds after it; NULL: no path leads there. NULL: not solved */
} xb_dataflow;

/** Solves a problem. Time and memory: vertices times count, for each passage. @param arena for sets that
 * last, and for the work, too */
void xb_dataflow_solve(xb_arena *arena, xb_dataflow *flow);

/** Finds what holds before a vertex, once it is solved; before that, where paths begin, alone. @param set of
 * flow->count @return false: no path leads there */
bool xb_dataflow_before(const xb_dataflow *flow, uint32_t vertex, uint64_t *set);

#ifdef __cplusplus
}
#endif

#endif
