/**
 * @file
 * Where the lines of a line graph meet, and what has to be done there.
 *
 * The lines into and out of a vertex fall into groups which no face joins. Such a group, a junction, is as
 * good as a vertex of its own: no elimination ever brings two of them together, since a new line takes its
 * place in those of the lines that it is made of, and lines are united only if all their faces are the same.
 * So the bound of bounds.h holds with junctions for vertices, in each state of an elimination for what is
 * still to be done.
 */
#ifndef XB_ELIMINATION_PROOFS_JUNCTIONS_H
#define XB_ELIMINATION_PROOFS_JUNCTIONS_H

#include "elimination/graphs/line_graph.h"
#include "elimination/graphs/watch.h"

/** A junction. */
typedef struct xb_junction {
    uint32_t vertex;    /**< where it is */
    uint64_t *in;       /**< set of the lines that lead into it */
    uint64_t *out;      /**< set of the lines that lead out of it */
    uint32_t in_count;  /**< their numbers */
    uint32_t out_count; /**< */
    uint32_t faces;     /**< number of faces */
    bool in_ends;       /**< whether all lines into it lead out of independents */
    bool out_ends;      /**< whether all lines out of it lead into dependents */
    uint32_t in_paths;  /**< paths to it that have no junction in common */
    uint32_t out_paths; /**< paths from it, likewise */
    uint32_t bound;     /**< products that have to be formed at it */
} xb_junction;

/** All of them. */
typedef struct xb_junctions {
    xb_junction *items; /**< the first ones at intermediates, then others */
    uint32_t count;     /**< of those at intermediates */
    uint32_t total;     /**< of all */
    uint64_t bound;     /**< products that have to be formed */
    struct xb_junctions_work *work;
} xb_junctions;

/** Creates what can hold the junctions of line graphs of this part. */
xb_junctions *xb_junctions_create(xb_arena *scratch, const xb_line_graph *graph);

/** Finds the junctions of a line graph, and what is to be done there, as its awareness counts it.
 * @param watch that it makes tick, or NULL */
void xb_junctions_find(xb_junctions *junctions, const xb_line_graph *graph, xb_watch *watch);

/**
 * Whether nothing but one line leads from where it begins to the junction that it leads into; or, of a line
 * that leads out of the junction, to where that ends.
 * @param which an index of items
 */
bool xb_junctions_is_only_way(const xb_junctions *junctions, const xb_line_graph *graph, uint32_t which,
                              uint32_t line);

#endif
