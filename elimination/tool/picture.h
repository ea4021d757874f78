/**
 * @file
 * Pictures of an elimination: Graphviz text, and what all pictures have in common.
 */
#ifndef XB_ELIMINATION_TOOL_PICTURE_H
#define XB_ELIMINATION_TOOL_PICTURE_H

#include "elimination/files/graph_file.h"
#include "elimination/history.h"
#include "base/output.h"

/** Most vertices of a graph, and most edges of its history, that are drawn: nobody could read more. */
enum { TOOL_PICTURE_VERTICES = 1000, TOOL_PICTURE_EDGES = 5000 };

/** What is shown. */
typedef struct tool_picture {
    xb_arena *arena;           /**< working memory */
    const char *name;          /**< of the file */
    const char *method;        /**< how the graph was eliminated */
    const xb_graph_file *file; /**< the graph */
    const xb_history *history; /**< what was done with it */
} tool_picture;

/** Whether a picture can be drawn. */
bool tool_picture_fits(const tool_picture *picture);

/** What a vertex of the history is called: a copy has a prime. */
const char *tool_picture_vertex(const tool_picture *picture, uint32_t vertex);

/** What an edge of the history is called. */
const char *tool_picture_edge(const tool_picture *picture, const xb_history_edge *edge);

/** What a step does, such as "eliminate 4". @param step from 1 */
const char *tool_picture_step(const tool_picture *picture, size_t step);

/** What is known of a label: unit, constant or variable. */
const char *tool_picture_kind(const xb_operand *label);

/** Puts a graph in Graphviz's language for the input and one after each step. */
void tool_picture_graphviz(xb_output *output, const tool_picture *picture);

#endif
