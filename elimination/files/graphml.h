/**
 * @file
 * Linearized computational graphs in GraphML.
 *
 * The vertices of the one, directed graph of the document have a boolean attribute `dependent`, and perhaps
 * `independent`; the independents are those that no edge leads into. Edges may have an attribute `label`: 1,
 * 2, 3, or unit, constant, variable (also if it is empty). What these attributes are called counts
 * (attr.name), not the ids of their keys; other attributes don't matter. Vertices are numbered as they are
 * listed.
 */
#ifndef XB_ELIMINATION_FILES_GRAPHML_H
#define XB_ELIMINATION_FILES_GRAPHML_H

#include "elimination/files/graph_file.h"
#include "graph/analysis.h"

/** Whether a text is XML rather than numbers. */
bool xb_graphml_is(const char *text, size_t length);

/**
 * Reads a graph.
 * @param arena where the graph is allocated
 * @param analysis access to igraph, which reads; the names of vertices stay as long as what it read
 * @param name of the file, for diagnostics
 * @param text length bytes, the whole file
 * @return the graph, fit for xb_eliminate(), or NULL if the text is wrong, or igraph missing, which is
 * reported
 */
const xb_graph_file *xb_graphml_parse(xb_arena *arena, xb_diagnostics *diagnostics,
                                      xb_graph_analysis *analysis, const char *name, const char *text,
                                      size_t length);

#endif
