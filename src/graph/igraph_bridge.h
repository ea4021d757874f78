/**
 * @file
 * The table of functions through which the library reaches igraph: what the module xaifbooster-igraph and
 * analysis.c agree on.
 *
 * The module is loaded while the program runs; see analysis.h for why. The functions return NULL if all went
 * well, else a text, valid for ever, that says what went wrong. They never jump, print, or keep anything.
 * igraph has global state: one thread at a time.
 */
#ifndef XB_GRAPH_IGRAPH_BRIDGE_H
#define XB_GRAPH_IGRAPH_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/analysis.h"
#include "graph/graph.h"

/** Number of this interface, xb_graph's private members included; to be increased with each change. */
enum { XB_IGRAPH_BRIDGE_ABI = 4 };

/** A document that was read. All memory is allocated by malloc and belongs to the caller, whatever the
 * result. */
typedef struct xb_igraph_document {
    xb_graph_document content; /**< what it holds */
    char *complaint;           /**< what igraph said first, if it said anything */
} xb_igraph_document;

/** The functions. Result arrays have an element for each vertex and belong to the caller. */
typedef struct xb_igraph_bridge {
    uint32_t abi;               /**< XB_IGRAPH_BRIDGE_ABI of the module */
    const char *igraph_version; /**< version of igraph that the module was compiled with */

    /** Strongly or weakly connected components: the number of each vertex's component, in any numbering. */
    const char *(*components)(const xb_graph *graph, bool strong, uint32_t *membership);

    /** Immediate dominators (backward: postdominators), XB_GRAPH_NONE for the root and for what it doesn't
     * reach. */
    const char *(*dominators)(const xb_graph *graph, uint32_t root, bool backward, uint32_t *immediate);

    /** Whether two graphs are isomorphic, colours kept. */
    const char *(*isomorphic)(const xb_graph_colored *a, const xb_graph_colored *b, bool *isomorphic);

    /**
     * Numbers vertices so that isomorphic graphs, colours kept, become the same.
     * @param effort nodes of the search tree that may be looked at
     * @param number the number of each vertex, from 0; set if *found
     * @param found set to whether that effort was enough
     */
    const char *(*canonical)(const xb_graph_colored *graph, uint32_t effort, uint32_t *number, bool *found);

    /** Colours of vertices, from 0, of which neighbours have different ones. */
    const char *(*coloring)(const xb_graph *graph, uint32_t *color);

    /** Layered layout: distance hgap within and vgap between layers. */
    const char *(*layout)(const xb_graph *graph, double hgap, double vgap, double *x, double *y);

    /** GraphML, as length bytes allocated by malloc. */
    const char *(*graphml)(const xb_graph *graph, const xb_graph_attributes *attributes, char **text,
                           size_t *length);

    /** Reads the first graph of length bytes of GraphML. The document is all zero before. */
    const char *(*read_graphml)(const char *text, size_t length, xb_igraph_document *document);
} xb_igraph_bridge;

/** The function of that name: in a file of its own. */
const char *xb_igraph_read_graphml(const char *text, size_t length, xb_igraph_document *document);

/** The one function that the module exports, under this name. */
const xb_igraph_bridge *xb_igraph_bridge_table(void);

#endif
