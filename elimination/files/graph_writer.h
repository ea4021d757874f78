/**
 * @file
 * Graphs as text files, in the form that graph_file.h reads.
 */
#ifndef XB_ELIMINATION_FILES_GRAPH_WRITER_H
#define XB_ELIMINATION_FILES_GRAPH_WRITER_H

#include "elimination/types/graph.h"
#include "base/arena.h"
#include "base/output.h"

/**
 * Writes a graph with what is known of its labels. Independents that edges lead out of come first, then all
 * other vertices, both in the order of their numbers; edges are in their order. The form has no place for
 * values of constants and for statements.
 * @param scratch working memory
 */
void xb_graph_write(xb_output *output, xb_arena *scratch, const xb_lcg *graph);

#endif
