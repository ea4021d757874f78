/**
 * @file
 * What filters know of the graph, kept up to date from one elimination to the next.
 */
#ifndef XB_ELIMINATION_HEURISTICS_FILTER_VIEW_H
#define XB_ELIMINATION_HEURISTICS_FILTER_VIEW_H

#include "elimination/heuristics/filter.h"
#include "elimination/graphs/heap.h"
#include "elimination/graphs/lcg.h"
#include "elimination/graphs/line_graph.h"

/** A set of vertices. */
typedef struct xb_vertex_set {
    bool *has;       /**< for each vertex */
    uint32_t *items; /**< the members */
    uint32_t count;  /**< number of members */
} xb_vertex_set;

/** What filters see when they look at vertex and edge eliminations. */
struct xb_filter_view {
    const xb_lcg_state *state; /**< the graph */
    uint32_t last;          /**< the vertex that was eliminated, or through which, last; XB_LCG_NONE before */
    xb_vertex_set last_in;  /**< what preceded that vertex */
    xb_vertex_set last_out; /**< what succeeded it */
    double *paths_to;       /**< number of paths from independents to each vertex, or NULL */
    double *paths_from;     /**< number of paths from each vertex to dependents */
    xb_vertex_set recounted_to;   /**< vertices whose numbers of paths to them the last elimination changed */
    xb_vertex_set recounted_from; /**< likewise, from them */
    uint32_t *sources;            /**< number of independents from which each vertex is reached, or NULL */
    uint32_t *targets;            /**< number of dependents that each vertex reaches */
    size_t work;                  /**< places that were looked at while paths were counted again */
    xb_heap heap;                 /**< private */
};

/** What filters see when they look at face eliminations. */
struct xb_face_view {
    const xb_line_graph *graph; /**< the graph */
    uint32_t last;              /**< the vertex in the middle of the face that was eliminated last */
};

/** Begins to count paths. Takes linear time. */
void xb_filter_view_count_paths(xb_filter_view *view, xb_arena *scratch);

/** Counts, for each vertex, what reaches it and what it reaches, as of now. Takes a walk over the graph for
 * each 64 independents and each 64 dependents. */
void xb_filter_view_count_reach(xb_filter_view *view, xb_arena *scratch);

/** Begins to note what was eliminated last. */
void xb_filter_view_watch_last(xb_filter_view *view, xb_arena *scratch);

/** To be called before each elimination. */
void xb_filter_view_before(xb_filter_view *view, xb_lcg_action action);

/** To be called after each elimination: looks at the vertices that it changed. Takes time n log n in the
 * number of vertices whose numbers of paths change. */
void xb_filter_view_after(xb_filter_view *view);

#endif
