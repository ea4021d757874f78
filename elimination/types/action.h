/**
 * @file
 * Elementary eliminations, in terms of the vertices of one part of a graph.
 */
#ifndef XB_ELIMINATION_TYPES_ACTION_H
#define XB_ELIMINATION_TYPES_ACTION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An elementary elimination, or a rerouting (see xb_eliminate()). */
typedef enum xb_lcg_action_kind {
    XB_ACTION_VERTEX,   /**< all arcs into the vertex with all arcs out of it */
    XB_ACTION_FRONT,    /**< the arc with all arcs out of its target */
    XB_ACTION_BACK,     /**< all arcs into its source with the arc */
    XB_ACTION_PREROUTE, /**< the arc by way of the pivot, divided by the arc from the pivot to its target */
    XB_ACTION_POSTROUTE /**< the arc by way of the pivot, divided by the arc from its source to the pivot */
} xb_lcg_action_kind;

/** An elimination step, in terms of vertices of the part. */
typedef struct xb_lcg_action {
    xb_lcg_action_kind kind; /**< which */
    uint32_t source;         /**< the vertex, or the source of the arc */
    uint32_t target;         /**< the vertex, or the target of the arc */
    uint32_t pivot;          /**< of a rerouting: the vertex that is gone through */
} xb_lcg_action;

/** The elimination of a vertex. */
static inline xb_lcg_action xb_lcg_vertex_action(uint32_t vertex)
{
    const xb_lcg_action action = {XB_ACTION_VERTEX, vertex, vertex, 0};
    return action;
}

#ifdef __cplusplus
}
#endif

#endif
