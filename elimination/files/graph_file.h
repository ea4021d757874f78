/**
 * @file
 * Linearized computational graphs in text files, the form in which benchmarks are exchanged.
 *
 * Line 1 holds three numbers: vertices, independents, dependents. Line 2 holds the numbers of the dependents.
 * Each further line is an edge: its source and its target, and in some files a third number that says what is
 * known of its label: 1 unit, 2 constant, 3 variable. Vertices are numbered from 0, and the independents are
 * the first ones. Parallel edges are added up; a vertex that no edge leads into, but is no independent, is
 * constant, of which the user is warned.
 */
#ifndef XB_ELIMINATION_FILES_GRAPH_FILE_H
#define XB_ELIMINATION_FILES_GRAPH_FILE_H

#include "elimination/types/graph.h"
#include "base/diagnostics.h"

/** A graph that was read. */
typedef struct xb_graph_file {
    xb_lcg graph; /**< the graph. The files don't have the values of constants: units are 1, others 2 */
    uint32_t
        independent_count;    /**< number of independents; unless vertices have names, these are the first */
    uint32_t dependent_count; /**< number of dependents */
    bool has_labels;          /**< whether the file says what is known of labels; else all are variable */
    const char *const *names; /**< what the file calls the vertices; NULL if by their numbers */
    const uint32_t *parallel; /**< see xb_graph_parallel() */
} xb_graph_file;

/** An edge whose label is of a kind: 1 unit, 2 constant, 3 variable. */
xb_lcg_edge xb_graph_file_edge(uint32_t source, uint32_t target, uint32_t kind);

/**
 * Reads a graph.
 * @param arena where the graph is allocated
 * @param name of the file, for diagnostics
 * @param text length bytes, the whole file
 * @return the graph, fit for xb_eliminate(), or NULL if the text is wrong, which is reported
 */
const xb_graph_file *xb_graph_file_parse(xb_arena *arena, xb_diagnostics *diagnostics, const char *name,
                                         const char *text, size_t length);

#endif
