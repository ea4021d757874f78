/**
 * @file
 * Graphs as text for Graphviz.
 */
#ifndef XB_GRAPH_DOT_H
#define XB_GRAPH_DOT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/output.h"
#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Looks of one vertex or edge. Texts that are NULL are left to Graphviz; all are plain UTF-8, escaped when
 * written. */
typedef struct xb_dot_look {
    const char *label;   /**< text; newlines break the line */
    const char *tooltip; /**< text for who points at it */
    const char *shape;   /**< shape of a vertex, as "box" */
    const char *style;   /**< style, as "dashed" */
    const char *color;   /**< colour of lines, as "#0044aa" */
    const char *fill;    /**< colour of the inside of a vertex; only shown with the style "filled" */
    bool placed;         /**< whether a vertex has coordinates (for `neato -n2`) */
    double x;            /**< its coordinate to the right, in points of 1/72 inch */
    double y;            /**< its coordinate upwards, in points */
} xb_dot_look;

/** Says how vertex or edge number i looks, by setting what it likes of a look that is all zero. */
typedef void xb_dot_describe(void *context, uint32_t i, xb_dot_look *look);

/** How a graph looks. All zero is a graph without labels. */
typedef struct xb_dot {
    const char *name;        /**< name of the graph, or NULL */
    const char *label;       /**< caption, or NULL */
    const char *direction;   /**< direction of edges: "TB" (also if NULL), "BT", "LR", "RL" */
    xb_dot_describe *vertex; /**< looks of vertices, or NULL: their numbers */
    xb_dot_describe *edge;   /**< looks of edges, or NULL */
    void *context;           /**< passed to both */
} xb_dot;

/**
 * Puts a graph as Graphviz text, a `digraph` with vertices named by number, in order of vertices, then of
 * edges. Several graphs can follow each other in one file.
 */
void xb_dot_put(xb_output *output, const xb_graph *graph, const xb_dot *dot);

#ifdef __cplusplus
}
#endif

#endif
