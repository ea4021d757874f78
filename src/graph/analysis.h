/**
 * @file
 * Analyses of whole graphs by the library igraph: components, dominators, isomorphism, layout, GraphML.
 *
 * Loading igraph takes longer than most runs of the program altogether. So it is not linked: a module
 * (xaifbooster-igraph), found along the environment variable XAIFBOOSTER_MODULE_PATH (folders separated by
 * colons) and then in the folder where it was installed, is loaded when the first analysis is asked for. What
 * every run needs (order, reachability) is in graph.h.
 *
 * All functions report errors as diagnostics and return the status: XB_STATUS_FAILED if the module can't be
 * loaded or igraph fails. They can run out of memory themselves (failure.h) where they take a scratch arena,
 * and when they report. igraph and the loader of modules have global state of their own: only one thread at a
 * time may be in here.
 */
#ifndef XB_GRAPH_ANALYSIS_H
#define XB_GRAPH_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/output.h"
#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Access to igraph. */
typedef struct xb_graph_analysis xb_graph_analysis;

/** Largest number of vertices and of edges that xb_graph_analysis_layout() takes: beyond, no picture can be
 * read. */
enum { XB_GRAPH_LAYOUT_LIMIT = 1000 };

/** A graph whose vertices and edges have colours, which an isomorphism must keep. */
typedef struct xb_graph_colored {
    const xb_graph *graph;         /**< the graph */
    const uint32_t *vertex_colors; /**< colours below 2^30, one a vertex; NULL: all equal */
    const uint32_t *edge_colors;   /**< colours below 2^30, one an edge; NULL: all equal */
} xb_graph_colored;

/** A named text for each vertex or edge. */
typedef struct xb_graph_attribute {
    const char *name;          /**< name of the attribute */
    const char *const *values; /**< UTF-8 texts, one a vertex or edge; NULL in there is the empty text */
} xb_graph_attribute;

/** Attributes of a graph's vertices and edges. */
typedef struct xb_graph_attributes {
    const xb_graph_attribute *vertex; /**< vertex_count attributes, with distinct names */
    size_t vertex_count;              /**< number of attributes of vertices */
    const xb_graph_attribute *edge;   /**< edge_count attributes, with distinct names */
    size_t edge_count;                /**< number of attributes of edges */
} xb_graph_attributes;

/** An attribute that was read: a text for each vertex or edge. Numbers are in decimal digits, booleans `true`
 * or `false`; what is not given is empty, or `false`. */
typedef struct xb_graph_texts {
    char *name;    /**< name of the attribute */
    char **values; /**< the texts */
    size_t count;  /**< number of texts */
} xb_graph_texts;

/** A graph that was read. */
typedef struct xb_graph_document {
    bool directed;                /**< whether edges have a direction */
    uint32_t vertex_count;        /**< number of vertices, in the order in which the document names them */
    uint32_t edge_count;          /**< number of edges, in document order */
    uint32_t *ends;               /**< source and target of each edge */
    xb_graph_texts *vertex_texts; /**< attributes of vertices; `id` is what the document calls them */
    size_t vertex_text_count;     /**< their number */
    xb_graph_texts *edge_texts;   /**< attributes of edges */
    size_t edge_text_count;       /**< their number */
} xb_graph_document;

/**
 * Prepares for analyses; loads nothing yet.
 * @return owned by the caller; NULL if memory ran out
 */
xb_graph_analysis *xb_graph_analysis_create(void);

/** Frees the access to igraph; NULL is allowed. The module stays loaded as long as the program runs. */
void xb_graph_analysis_destroy(xb_graph_analysis *analysis);

/**
 * Finds the strongly connected components: the largest sets of vertices with paths between any two, both
 * ways. A vertex is on a cycle if it shares its component or has an edge to itself.
 * @param scratch memory for the work, not released here
 * @param component vertex_count elements, set to the number of each vertex's component, from 0. Edges between
 * components lead from lower to higher numbers; where that leaves a choice, the component of the first vertex
 * in document order comes first.
 * @param count set to the number of components
 */
xb_status xb_graph_analysis_strong(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                   xb_arena *scratch, const xb_graph *graph, uint32_t *component,
                                   uint32_t *count);

/**
 * Finds the weakly connected components: the sets of vertices connected by edges, whatever their direction.
 * @param scratch memory for the work, not released here
 * @param component vertex_count elements, set to the number of each vertex's component, from 0 in the order
 * of the components' first vertices
 * @param count set to the number of components
 */
xb_status xb_graph_analysis_weak(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *scratch,
                                 const xb_graph *graph, uint32_t *component, uint32_t *count);

/**
 * Finds immediate dominators (Lengauer, Tarjan: A fast algorithm for finding dominators in a flowgraph,
 * 1979): of each vertex, the last vertex before it that every path from the root to it passes.
 * @param root where control enters; backward, where it leaves
 * @param backward true for postdominators: paths from the vertex to the root
 * @param immediate vertex_count elements, set to the immediate dominator; to the root for the root itself; to
 * XB_GRAPH_NONE for vertices that no path connects with the root
 */
xb_status xb_graph_analysis_dominators(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                       const xb_graph *graph, uint32_t root, bool backward,
                                       uint32_t *immediate);

/**
 * Builds the dominator tree from immediate dominators.
 * @param arena where the tree lives
 * @param immediate as xb_graph_analysis_dominators() sets it, vertex_count elements
 * @param tree set to a graph with the same vertices, and an edge from each immediate dominator to what it
 * dominates, in order of the latter
 */
void xb_graph_dominator_tree(xb_arena *arena, const uint32_t *immediate, uint32_t vertex_count,
                             xb_graph *tree);

/**
 * Tells whether there is a one-to-one correspondence between two graphs' vertices and edges that keeps ends
 * and colours (canonical labelling by bliss; Junttila, Kaski: Engineering an efficient canonical labeling
 * tool for large and sparse graphs, 2007). Exponential in rare, highly symmetric cases.
 * @param isomorphic set to the answer
 * @return also XB_STATUS_USAGE if a colour is out of range
 */
xb_status xb_graph_analysis_isomorphic(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                       const xb_graph_colored *a, const xb_graph_colored *b,
                                       bool *isomorphic);

/**
 * Numbers the vertices of a graph so that isomorphic graphs, colours kept, become the same (as above).
 * @param effort how many nodes of the search tree may be looked at: the more symmetric a graph is, the more
 * it takes, in rare cases exponentially many
 * @param number vertex_count elements, set to numbers from 0 if *found
 * @param found set to whether that effort was enough
 * @return also XB_STATUS_USAGE if a colour is out of range
 */
xb_status xb_graph_analysis_canonical(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                      const xb_graph_colored *graph, uint32_t effort, uint32_t *number,
                                      bool *found);

/**
 * Colours vertices so that no edge joins two of the same colour, by a greedy heuristic: the vertex with the
 * most neighbours that have colours comes next, and gets the least colour that none of them has.
 * @param graph whatever the direction of edges; none leads from a vertex to itself
 * @param color vertex_count elements, set to colours from 0
 */
xb_status xb_graph_analysis_coloring(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                     const xb_graph *graph, uint32_t *color);

/**
 * Places vertices in layers so that edges lead downwards where possible and seldom cross (Sugiyama, Tagawa,
 * Toda: Methods for visual understanding of hierarchical system structures, 1981). Time and memory grow with
 * the layers that edges skip: for pictures.
 * @param hgap least distance between vertices of a layer, positive
 * @param vgap distance of layers, positive
 * @param x vertex_count elements, set to coordinates to the right, from 0
 * @param y vertex_count elements, set to coordinates downwards, from 0 for the first layer
 * @return also XB_STATUS_UNSUPPORTED if the graph exceeds XB_GRAPH_LAYOUT_LIMIT
 */
xb_status xb_graph_analysis_layout(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                   const xb_graph *graph, double hgap, double vgap, double *x, double *y);

/**
 * Writes a graph as GraphML.
 * @param attributes texts of vertices and edges
 * @param output where the text is put; its errors are the caller's to check
 */
xb_status xb_graph_analysis_graphml(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                    const xb_graph *graph, const xb_graph_attributes *attributes,
                                    xb_output *output);

/**
 * Reads the first graph of a GraphML document. igraph takes ids that no vertex has for vertices, and what has
 * one id for one vertex.
 * @param file name of the document, for diagnostics
 * @param text length bytes
 * @param document set to what was read, which belongs to the analysis and stays until the next call or the
 * end of the analysis
 * @return also XB_STATUS_INVALID if igraph objects to the document, even if it would read it
 */
xb_status xb_graph_analysis_read_graphml(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                         const char *file, const char *text, size_t length,
                                         const xb_graph_document **document);

#ifdef __cplusplus
}
#endif

#endif
