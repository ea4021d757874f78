/**
 * @file
 * Directed multigraphs: the shape of expressions, basic blocks' flow, and call graphs.
 *
 * Vertices are 0 … vertex_count-1 and edges 0 … edge_count-1, both numbered in the order in which they were
 * added (document order). A vertex's out-list and in-list hold its edges in that order too. What a vertex or
 * an edge means is kept by the owner of the graph, in arrays indexed by these numbers. Parallel edges and
 * loops are allowed. Graphs only grow.
 *
 * Vertex and edge arguments must be below the counts unless a function says otherwise.
 */
#ifndef XB_GRAPH_GRAPH_H
#define XB_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No vertex, no edge: ends a list. */
#define XB_GRAPH_NONE UINT32_MAX

/** Ends of one edge, and a number that is the owner's; private to the graph. */
typedef struct xb_graph_edge {
    uint32_t source, target;
    uint32_t number;
} xb_graph_edge;

/** Lists of edges by vertex; private to the graph. */
typedef struct xb_graph_lists xb_graph_lists;

/** A graph. All zero is the empty graph. */
typedef struct xb_graph {
    uint32_t vertex_count;    /**< number of vertices */
    uint32_t edge_count;      /**< number of edges */
    uint32_t vertex_capacity; /**< private: number of vertices that the lists have room for */
    uint32_t edge_capacity;   /**< private */
    xb_graph_edge *edges;     /**< private */
    xb_graph_lists *lists;    /**< private; NULL as long as there are few edges */
} xb_graph;

/** Makes room for this many vertices and edges in all, so that adding up to there needs no further memory. */
void xb_graph_reserve(xb_arena *arena, xb_graph *graph, uint32_t vertex_count, uint32_t edge_count);

/**
 * Adds a vertex without edges.
 * @param arena where the graph's arrays live, the same at each call
 * @return its number, the old vertex_count
 */
uint32_t xb_graph_add_vertex(xb_arena *arena, xb_graph *graph);

/**
 * Adds an edge at the end of the out-list of source and of the in-list of target.
 * @param arena where the graph's arrays live, the same at each call
 * @return its number, the old edge_count; XB_GRAPH_NONE, and nothing added, if an end is not a vertex of the
 * graph
 */
uint32_t xb_graph_add_edge(xb_arena *arena, xb_graph *graph, uint32_t source, uint32_t target);

/** The vertex that an edge leaves. */
static inline uint32_t xb_graph_source(const xb_graph *graph, uint32_t edge)
{
    return graph->edges[edge].source;
}

/** The vertex that an edge enters. */
static inline uint32_t xb_graph_target(const xb_graph *graph, uint32_t edge)
{
    return graph->edges[edge].target;
}

/** Gives an edge a number, whatever it means to the owner of the graph. Without, it is 0. */
static inline void xb_graph_set_number(xb_graph *graph, uint32_t edge, uint32_t number)
{
    graph->edges[edge].number = number;
}

/** The number that an edge was given. */
static inline uint32_t xb_graph_number(const xb_graph *graph, uint32_t edge)
{
    return graph->edges[edge].number;
}

/** The first edge that leaves a vertex, or XB_GRAPH_NONE. */
uint32_t xb_graph_first_out(const xb_graph *graph, uint32_t vertex);

/** The edge after this one among those that leave the same vertex, or XB_GRAPH_NONE. */
uint32_t xb_graph_next_out(const xb_graph *graph, uint32_t edge);

/** The first edge that enters a vertex, or XB_GRAPH_NONE. */
uint32_t xb_graph_first_in(const xb_graph *graph, uint32_t vertex);

/** The edge after this one among those that enter the same vertex, or XB_GRAPH_NONE. */
uint32_t xb_graph_next_in(const xb_graph *graph, uint32_t edge);

/** Number of edges that leave a vertex, in constant time. */
size_t xb_graph_out_degree(const xb_graph *graph, uint32_t vertex);

/** Number of edges that enter a vertex, in constant time. */
size_t xb_graph_in_degree(const xb_graph *graph, uint32_t vertex);

/**
 * Orders the vertices so that sources of edges come before their targets, in time linear in vertices and
 * edges.
 *
 * Vertices are taken in document order, each preceded by those of its predecessors that have not come yet; a
 * document order that is topological is therefore returned as it is.
 *
 * @param scratch memory for the work, released here
 * @param order vertex_count elements; undefined if the graph has a cycle
 * @param on_cycle set to a vertex that lies on a cycle if there is one; may be NULL
 * @return true if there is no cycle
 */
bool xb_graph_topological_order(xb_arena *scratch, const xb_graph *graph, uint32_t *order,
                                uint32_t *on_cycle);

/**
 * Orders the vertices as a depth-first search along the edges leaves them: targets come before their sources
 * but for edges that close a cycle. Searches begin at vertices in document order.
 * @param scratch memory for the work, not released here
 * @param order vertex_count elements
 */
void xb_graph_postorder(xb_arena *scratch, const xb_graph *graph, uint32_t *order);

/**
 * Finds the vertices that a path from a vertex leads to, itself included, in linear time.
 * @param scratch memory for the work, not released here
 * @param reached vertex_count elements, all of them set
 */
void xb_graph_reachable(xb_arena *scratch, const xb_graph *graph, uint32_t from, bool *reached);

/** xb_graph_reachable() against the direction of the edges: the vertices from which a path leads to a vertex.
 */
void xb_graph_reaching(xb_arena *scratch, const xb_graph *graph, uint32_t to, bool *reaching);

/** Marks, beside the vertices that are marked, those to which paths lead from them, or else from which paths
 * lead to them, in linear time. @param marked vertex_count elements */
void xb_graph_spread(xb_arena *scratch, const xb_graph *graph, bool *marked, bool forward);

#ifdef __cplusplus
}
#endif

#endif
