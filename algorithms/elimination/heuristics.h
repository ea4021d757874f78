/**
 * @file
 * Heuristics: chains of filters that choose one elimination after the other.
 *
 * Each filter keeps the candidates with its lowest key; the next one goes on with these. What is left in the
 * end is a tie, of which the last candidate is taken (see doc/elimination.md for the order of candidates).
 *
 * A. Griewank and S. Reese, On the calculation of Jacobian matrices by the Markowitz rule, SIAM 1991; A.
 * Albrecht, P. Gottschling and U. Naumann, Markowitz-type heuristics for computing Jacobian matrices
 * efficiently, ICCS 2003, LNCS 2658.
 */
#ifndef XB_ALGORITHMS_ELIMINATION_HEURISTICS_H
#define XB_ALGORITHMS_ELIMINATION_HEURISTICS_H

#include "algorithms/elimination/sequence_walk.h"
#include "algorithms/elimination/trace.h"

/** What a heuristic chooses from. */
typedef enum xb_heuristic_target {
    XB_TARGET_VERTEX,   /**< vertex eliminations */
    XB_TARGET_EMULATED, /**< vertices, each eliminated by back eliminations of the edges out of it */
    XB_TARGET_EDGE,     /**< front and back eliminations */
    XB_TARGET_FACE      /**< face eliminations */
} xb_heuristic_target;

/** Largest number of filters in a chain. */
enum { XB_FILTERS_AT_MOST = 8 };

/** A chain of filters. */
struct xb_heuristic {
    xb_heuristic_target target;         /**< what it chooses from */
    size_t count;                       /**< number of filters */
    size_t filters[XB_FILTERS_AT_MOST]; /**< private: places in the table */
};

/** Runs a heuristic for vertices or edges on the part with which the trace has begun. */
void xb_heuristic_run(xb_trace *trace, const xb_heuristic *heuristic);

/**
 * Runs a heuristic for faces on a part.
 * @return the sequence, in scratch memory; NULL if the part is too large
 */
const xb_line_sequence *xb_heuristic_run_faces(xb_arena *scratch, const xb_prepared_part *part,
                                               const xb_heuristic *heuristic);

/* ---- filters ---- */

/** What filters know when they look at vertex and edge eliminations. */
typedef struct xb_filter_view {
    const xb_lcg_state *state; /**< the graph */
    uint32_t last;          /**< the vertex that was eliminated, or through which, last; XB_LCG_NONE before */
    bool *last_in;          /**< for each vertex, whether it preceded that vertex */
    bool *last_out;         /**< for each vertex, whether it succeeded that vertex */
    uint32_t last_in_count; /**< number of these */
    uint32_t last_out_count; /**< number of these */
    double *paths_to;        /**< number of paths from independents to each vertex, if wanted */
    double *paths_from;      /**< number of paths from each vertex to dependents, if wanted */
    uint32_t *sources;       /**< number of independents from which each vertex is reached, if wanted */
    uint32_t *targets;       /**< number of dependents that each vertex reaches, if wanted */
} xb_filter_view;

/** What filters know when they look at face eliminations. */
typedef struct xb_face_view {
    const xb_line_graph *graph; /**< the graph */
    uint32_t last;              /**< the vertex in the middle of the face that was eliminated last */
} xb_face_view;

/** How much of the graph a key depends on. */
typedef enum xb_filter_scope {
    XB_SCOPE_NEAR,  /**< the neighbours of the vertex and the edges between them */
    XB_SCOPE_PATHS, /**< also numbers of paths */
    XB_SCOPE_REACH, /**< also numbers of independents and dependents, which don't change */
    XB_SCOPE_LAST   /**< also what was eliminated last */
} xb_filter_scope;

/** A filter. */
typedef struct xb_filter {
    const char *name;      /**< as it is written */
    xb_filter_scope scope; /**< what `vertex` depends on */
    double (*vertex)(const xb_filter_view *view,
                     xb_lcg_action action); /**< key of a vertex elimination, or NULL */
    double (*edge)(const xb_filter_view *view,
                   xb_lcg_action action); /**< key of an edge elimination, or NULL */
    double (*face)(const xb_face_view *view, uint32_t i,
                   uint32_t j); /**< key of a face elimination, or NULL */
} xb_filter;

/** All filters; the last one has no name. */
extern const xb_filter xb_filters[];

#endif
