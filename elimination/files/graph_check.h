/**
 * @file
 * What has to hold for every graph that is read, whatever the form of the file.
 */
#ifndef XB_ELIMINATION_FILES_GRAPH_CHECK_H
#define XB_ELIMINATION_FILES_GRAPH_CHECK_H

#include "elimination/types/graph.h"
#include "base/diagnostics.h"

/** Where a graph comes from. */
typedef struct xb_graph_origin {
    xb_arena *arena;             /**< working memory */
    xb_diagnostics *diagnostics; /**< receives what is wrong */
    const char *file;            /**< name of the file */
    const size_t *lines;         /**< line of each edge; 0 if it is not known */
    const char *const *names;    /**< what the file calls the vertices; NULL: by their numbers */
} xb_graph_origin;

/** Reports what is wrong with an edge. Returns false, so that a caller can report and return in one
 * statement.
 */
bool xb_graph_reject(const xb_graph_origin *origin, size_t edge, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Whether no edge joins a vertex to itself and there is no cycle; else a loop, or a cycle that is as short
 * as any through one of its vertices, is reported. */
bool xb_graph_check(const xb_graph_origin *origin, const xb_lcg *graph);

/** Warns if there are edges out of vertices that are no independents although no edge leads into them. */
void xb_graph_warn_of_constants(const xb_graph_origin *origin, const xb_lcg *graph);

/** For each edge, which of the parallel edges between its vertices it is, counted from 1, or 0 if it is the
 * only one; NULL if there are no parallel edges. In the origin's working memory. */
const uint32_t *xb_graph_parallel(const xb_graph_origin *origin, const xb_lcg *graph);

#endif
