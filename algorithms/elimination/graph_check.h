/**
 * @file
 * What has to hold for every graph that is read, whatever the form of the file.
 */
#ifndef XB_ALGORITHMS_ELIMINATION_GRAPH_CHECK_H
#define XB_ALGORITHMS_ELIMINATION_GRAPH_CHECK_H

#include "algorithms/elimination/elimination.h"
#include "base/diagnostics.h"

/** Where a graph comes from. */
typedef struct xb_graph_origin {
    xb_arena *arena;             /**< working memory */
    xb_diagnostics *diagnostics; /**< receives what is wrong */
    const char *file;            /**< name of the file */
    const size_t *lines;         /**< line of each edge; 0 if it is not known */
    const char *const *names;    /**< what the file calls the vertices; NULL: by their numbers */
} xb_graph_origin;

/** What a vertex is called in the file. */
const char *xb_graph_vertex_name(const xb_graph_origin *origin, uint32_t vertex);

/** Reports what is wrong with an edge. Returns false, so that a caller can report and return in one
 * statement.
 */
bool xb_graph_reject(const xb_graph_origin *origin, size_t edge, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Whether no edge joins a vertex to itself or two vertices twice, and none is on a cycle; else the first one
 * that is wrong is reported. */
bool xb_graph_check(const xb_graph_origin *origin, const xb_lcg *graph);

#endif
