/**
 * @file
 * Heuristics: chains of filters that choose one elimination after the other.
 *
 * Each filter keeps the candidates with its lowest key; the next one goes on with these. What is left in the
 * end is a tie, which is broken as by the filter `reverse`.
 *
 * A. Griewank and S. Reese, On the calculation of Jacobian matrices by the Markowitz rule, SIAM 1991; A.
 * Albrecht, P. Gottschling and U. Naumann, Markowitz-type heuristics for computing Jacobian matrices
 * efficiently, ICCS 2003, LNCS 2658.
 */
#ifndef XB_ELIMINATION_HEURISTICS_HEURISTICS_H
#define XB_ELIMINATION_HEURISTICS_HEURISTICS_H

#include "elimination/heuristics/filter.h"
#include "elimination/heuristics/trace.h"
#include "elimination/search/sequence_walk.h"

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
    xb_heuristic_target target;                   /**< what it chooses from */
    size_t count;                                 /**< number of filters, at least 1 */
    const xb_filter *filters[XB_FILTERS_AT_MOST]; /**< the filters */
};

/** Runs a heuristic for vertices or edges on the part with which the trace has begun, until the limit of the
 * trace. */
void xb_heuristic_run(xb_trace *trace, const xb_heuristic *heuristic);

/**
 * Runs a heuristic for faces on a part.
 * @param work looks at a face that it may take
 * @param watch that it makes tick, or NULL
 * @return the sequence, in scratch memory; NULL if the part is too large, or the work too much
 */
const xb_line_sequence *xb_heuristic_run_faces(xb_arena *scratch, const xb_prepared_part *part,
                                               const xb_heuristic *heuristic, size_t work, xb_watch *watch);

/** Whether a heuristic can run on all parts of a graph. Those for faces can't where a part has more than
 * XB_LINE_LIMIT edges, or its Jacobian, by estimate, more than XB_LINE_ROOM_LIMIT entries. In between, lines
 * may become too many on the way: see xb_elimination. */
bool xb_heuristic_fits(xb_arena *scratch, const xb_heuristic *heuristic, const xb_lcg *graph);

/** All filters of the library; the last one has no name. */
extern const xb_filter xb_filters[];

#endif
