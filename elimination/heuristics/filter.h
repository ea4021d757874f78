/**
 * @file
 * Filters: what heuristics are made of.
 *
 * A filter gives each elimination that may come next a key, and keeps those with the lowest one. A chain of
 * filters is a heuristic: see xb_heuristic_parse(). Plugins can offer filters of their own, see
 * XB_FILTER_OFFER.
 *
 * Vertices are numbered topologically within the weakly connected part of the graph that is eliminated. An
 * elimination is of a vertex, or front or back of an edge; its middle is the vertex that it goes through.
 */
#ifndef XB_ELIMINATION_HEURISTICS_FILTER_H
#define XB_ELIMINATION_HEURISTICS_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "elimination/types/action.h"
#include "elimination/types/options.h"
#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a plugin offers filters as, see xb_offer. */
#define XB_FILTER_OFFER "elimination-filter"

/** What filters see of vertex and edge eliminations. */
typedef struct xb_filter_view xb_filter_view;

/** What filters see of face eliminations. */
typedef struct xb_face_view xb_face_view;

/**
 * On what the keys of an elimination depend, besides the numbers of edges into and out of its middle, and
 * what doesn't change, such as numbers of vertices. Keys are computed again when something changes there, so
 * that less takes less time. A set.
 */
typedef enum xb_filter_scope {
    XB_SCOPE_MIDDLE = 0,       /**< on nothing else */
    XB_SCOPE_JOINED = 1 << 0,  /**< which predecessors and successors of the middle an edge joins */
    XB_SCOPE_DEGREES = 1 << 1, /**< numbers of edges into those predecessors that are intermediates, and out
                                  of those successors; also of the other end of the edge that is eliminated */
    XB_SCOPE_PATHS = 1 << 2,   /**< numbers of paths to predecessors and from successors */
    XB_SCOPE_REACH = 1 << 3,   /**< numbers of independents and dependents that are reached */
    XB_SCOPE_LAST = 1 << 4,    /**< on the last elimination: the key is `elsewhere` unless the middle is a
                                  neighbour of that one's middle, or has a predecessor and a successor in
                                  common with it; all eliminations through a middle have the same key */
    XB_SCOPE_ALL = 1 << 5      /**< on anything: all keys are computed anew at each step */
} xb_filter_scope;

/** A filter. Keys that are no numbers come last. */
typedef struct xb_filter {
    const char *name; /**< as it is written */
    unsigned scope;   /**< set of xb_filter_scope: what `vertex` and `edge` depend on */
    double elsewhere; /**< for XB_SCOPE_LAST: the highest key */
    double (*vertex)(const xb_filter_view *view,
                     xb_lcg_action action); /**< key of a vertex elimination, or NULL */
    double (*edge)(const xb_filter_view *view,
                   xb_lcg_action action); /**< key of an edge elimination, or NULL */
    double (*face)(const xb_face_view *view, uint32_t i,
                   uint32_t j); /**< key of the face of two lines, or NULL */
} xb_filter;

/** What is wrong with the text of a heuristic. */
typedef struct xb_heuristic_problem {
    const char *message; /**< what */
    const char *hint;    /**< what there is instead, or NULL */
} xb_heuristic_problem;

/**
 * Reads a heuristic such as "vertex:lowest_markowitz,reverse": what it chooses from (vertex; emulated:
 * vertices whose edges are eliminated one by one; edge; face), then filters, each of which keeps the
 * candidates that are best by it.
 * @param more filters besides those of the library, ended by NULL; NULL if there are none. They must outlive
 * the heuristic
 * @param problem receives what is wrong, if something is
 * @return the heuristic, in the arena, or NULL
 */
const xb_heuristic *xb_heuristic_parse(xb_arena *arena, const char *text, const xb_filter *const *more,
                                       xb_heuristic_problem *problem);

/**
 * The names of a target and of a filter that serves it, for number from 0 on.
 * @param more as above
 * @return false after the last one
 */
bool xb_heuristic_name(const xb_filter *const *more, size_t number, const char **target, const char **filter);

/** The vertex that a vertex or edge elimination goes through. */
static inline uint32_t xb_filter_middle(xb_lcg_action action)
{
    return action.kind == XB_ACTION_FRONT ? action.target : action.source;
}

/** Number of vertices of the part, eliminated ones included. */
uint32_t xb_filter_vertex_count(const xb_filter_view *view);

/** Number of edges into a vertex. */
uint32_t xb_filter_in_degree(const xb_filter_view *view, uint32_t vertex);

/** Number of edges out of a vertex. */
uint32_t xb_filter_out_degree(const xb_filter_view *view, uint32_t vertex);

/** Whether a vertex is neither independent nor dependent. (Of a dependent with successors, a copy is the
 * dependent.) */
bool xb_filter_is_intermediate(const xb_filter_view *view, uint32_t vertex);

/** Whether there is an edge. */
bool xb_filter_is_joined(const xb_filter_view *view, uint32_t source, uint32_t target);

/** Where a walk over the neighbours of a vertex begins. */
#define XB_FILTER_BEGIN UINT32_MAX

/**
 * Goes to the next predecessor of a vertex.
 * @param place XB_FILTER_BEGIN before the first one; the walk's own afterwards
 * @param predecessor receives it
 * @return false after the last one
 */
bool xb_filter_predecessor(const xb_filter_view *view, uint32_t vertex, uint32_t *place,
                           uint32_t *predecessor);

/** Goes to the next successor of a vertex, likewise. */
bool xb_filter_successor(const xb_filter_view *view, uint32_t vertex, uint32_t *place, uint32_t *successor);

/** Number of products that an elimination forms. */
uint64_t xb_filter_products(const xb_filter_view *view, xb_lcg_action action);

/** The middle of the last elimination. @return false if there was none */
bool xb_filter_last(const xb_filter_view *view, uint32_t *vertex);

/** The vertex where a line of the line graph begins, or ends. UINT32_MAX: none, the line leads into an
 * independent, or out of a dependent. */
uint32_t xb_face_source(const xb_face_view *view, uint32_t line);

/** Likewise, where it ends. */
uint32_t xb_face_target(const xb_face_view *view, uint32_t line);

/** Whether the product of two lines is added to a line that is there. */
bool xb_face_is_absorbed(const xb_face_view *view, uint32_t i, uint32_t j);

#ifdef __cplusplus
}
#endif

#endif
