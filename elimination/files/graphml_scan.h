/**
 * @file
 * What igraph does not say of a GraphML document: where things are, and what it would pass over.
 */
#ifndef XB_ELIMINATION_FILES_GRAPHML_SCAN_H
#define XB_ELIMINATION_FILES_GRAPHML_SCAN_H

#include "base/diagnostics.h"
#include "base/map.h"
#include "base/names.h"
#include "base/vector.h"

/** What was found. */
typedef struct xb_graphml_scan {
    xb_vector
        edge_lines;  /**< size_t: line of each edge, in document order; 0 if it is too large to be known */
    xb_names *names; /**< private */
    xb_map vertices; /**< private: name index to line */
} xb_graphml_scan;

/** Line of the vertex with this id, or 0. */
size_t xb_graphml_line_of(const xb_graphml_scan *scan, const char *id);

/**
 * Goes through a document: it has to be well-formed, without DOCTYPE, with one graph of plain vertices, whose
 * ids differ, and edges between these, all with a direction.
 * @param text length bytes
 * @return whether all is well; else the first thing that is wrong is reported
 */
bool xb_graphml_scan_text(xb_arena *arena, xb_diagnostics *diagnostics, const char *name, const char *text,
                          size_t length, xb_graphml_scan *scan);

#endif
