/**
 * @file
 * Where vertices and edges of a picture are: one place for all steps, by the program dot of Graphviz.
 */
#ifndef XB_ELIMINATION_TOOL_LAYOUT_H
#define XB_ELIMINATION_TOOL_LAYOUT_H

#include "elimination/tool/picture.h"
#include "base/document.h"

/** A place, in pixels from the upper left corner. */
typedef struct tool_point {
    double x; /**< to the right */
    double y; /**< downwards */
} tool_point;

/** The way of an edge: a place, then three for each piece of a Bézier curve. */
typedef struct tool_route {
    const tool_point *points; /**< the places */
    size_t count;             /**< their number; 0 if the way is not known */
} tool_route;

/** Places and ways. */
typedef struct tool_layout {
    double width, height;       /**< of the picture, in pixels */
    double vertex_width;        /**< of each vertex */
    double vertex_height;       /**< likewise */
    const tool_point *vertices; /**< the middle of each vertex of the history */
    const tool_route *edges;    /**< for each edge of the history */
} tool_layout;

/** All edges that there ever are, in Graphviz's language: what dot is to place. */
const char *tool_layout_question(const tool_picture *picture, size_t *length);

/**
 * Runs dot. Nothing in here jumps (failure.h).
 * @param answer all zero; receives what dot says; must be freed in any case
 * @return 0, or a value of errno: ENOENT if there is no such program, EIO if it failed
 */
int tool_layout_run(const char *question, size_t length, xb_document *answer);

/** Reads what dot says. Returns false if that is not what was asked for. */
bool tool_layout_read(const tool_picture *picture, const xb_document *answer, tool_layout *layout);

#endif
