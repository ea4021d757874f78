/**
 * @file
 * Face elimination: the line graph of a part while it is eliminated.
 *
 * The lines are the edges of the part, and one more into each independent and out of each dependent. Two
 * lines that follow each other are a face. Eliminating a face (i,j) multiplies the labels of both lines and
 * adds the product to the line that has the predecessors of i and the successors of j; if there is none, it
 * makes one. A line without predecessors or successors disappears, and of two with the same predecessors and
 * successors one takes up the other. When no face is left at any intermediate, the lines are the Jacobian.
 *
 * A vertex elimination eliminates all faces at the vertex, an edge elimination all faces of an edge at one of
 * its ends; they cost here what they cost there.
 *
 * U. Naumann, Optimal accumulation of Jacobian matrices by elimination methods on the dual computational
 * graph, Mathematical Programming 99, 2004.
 */
#ifndef XB_ELIMINATION_GRAPHS_LINE_GRAPH_H
#define XB_ELIMINATION_GRAPHS_LINE_GRAPH_H

#include "elimination/graphs/dense.h"
#include "base/vector.h"

/** Largest number of edges of a part whose line graph is made: rows take the square of it in bits. */
enum { XB_LINE_LIMIT = 4000 };

/** Largest number of lines that there is room for, besides those at independents and dependents. */
enum { XB_LINE_ROOM_LIMIT = 8 * XB_LINE_LIMIT };

/** No vertex, no line. */
#define XB_LINE_NONE UINT32_MAX

/** What is known of a line's label, from least to most costly. */
typedef enum xb_line_kind { XB_LINE_UNIT, XB_LINE_CONSTANT, XB_LINE_VARIABLE } xb_line_kind;

/** Elementary eliminations. Vertices are those of the part. */
typedef enum xb_line_action_kind {
    XB_LINE_VERTEX, /**< all faces at b */
    XB_LINE_FRONT,  /**< all faces of lines from a to b, at b */
    XB_LINE_BACK,   /**< all faces of lines from b to c, at b */
    XB_LINE_FACE,   /**< all faces of lines from a to b and from b to c */
    XB_LINE_PAIR    /**< the face of the lines a and c, at b */
} xb_line_action_kind;

/** An elimination step. Faces that are not there cost nothing. */
typedef struct xb_line_action {
    xb_line_action_kind kind; /**< which */
    uint32_t a;               /**< of front and face */
    uint32_t b;               /**< the vertex in the middle */
    uint32_t c;               /**< of back and face */
} xb_line_action;

/** A sequence of eliminations. It is complete if it has a vertex elimination of each intermediate. */
typedef struct xb_line_sequence {
    xb_line_action *actions; /**< the steps */
    uint32_t count;          /**< their number */
} xb_line_sequence;

/** A line. */
typedef struct xb_line {
    uint32_t source;   /**< vertex; XB_LINE_NONE if the line leads into an independent */
    uint32_t target;   /**< vertex; XB_LINE_NONE if the line leads out of a dependent */
    xb_line_kind kind; /**< of its label */
    uint64_t value;    /**< of its label, if each edge had a random odd number for a label: the same for lines
                          that    stand for the same paths */
} xb_line;

/** The labels, for those who want to know. */
typedef struct xb_line_labels {
    xb_operand *of;  /**< for each line */
    xb_vector steps; /**< xb_step */
    xb_arena *arena; /**< where the steps grow */
    size_t unit;     /**< products in which neither factor is a unit */
    bool cancelled;  /**< a label became 0 */
    bool must_sweep; /**< private */
} xb_line_labels;

/** The graph. */
typedef struct xb_line_graph {
    const xb_prepared_part *part; /**< where it comes from */
    int awareness;                /**< which products are free, as in xb_dense_create() */
    uint32_t words;               /**< of a set of lines */
    uint64_t cost;                /**< products so far, as awareness counts them */
    uint64_t faces;               /**< faces eliminated so far */
    uint64_t fill_in;             /**< lines made so far */
    bool full;                    /**< there was no room for a line: what follows is wrong */
    xb_line_labels *labels;       /**< NULL if only costs are wanted */
    xb_line *lines;               /**< the lines; those that are not used are zero */
    uint64_t *used;               /**< set of lines */
    uint64_t *before;             /**< for each line, the set of its predecessors */
    uint64_t *after;              /**< for each line, the set of its successors */
    uint64_t *into;               /**< for each vertex, the set of lines that lead into it */
    uint64_t *out_of;             /**< for each vertex, the set of lines that lead out of it */
    size_t size;                  /**< private: bytes of all these arrays */
} xb_line_graph;

/**
 * Creates the line graph of a part in scratch memory.
 * @param labels whether labels are computed and steps recorded
 * @param room for so many lines at a time, besides those at independents and dependents; no less than twice
 * the edges
 * @return the graph; NULL if the part has more than XB_LINE_LIMIT edges
 */
xb_line_graph *xb_line_graph_create(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                                    bool labels, uint32_t room);

/** Bytes that the line graph of a part takes, labels not included. */
size_t xb_line_graph_memory(const xb_prepared_part *part, uint32_t room);

/**
 * The room that a sequence needs, and vertex elimination of what it leaves: twice the edges, or that doubled
 * as often as is necessary.
 * @return 0 if that would be more than XB_LINE_ROOM_LIMIT, or the part is too large
 */
uint32_t xb_line_room(xb_arena *scratch, const xb_prepared_part *part, const xb_line_sequence *sequence);

/** Makes a graph what another graph of the same part is. Neither may have labels. */
void xb_line_graph_copy(xb_line_graph *graph, const xb_line_graph *from);

/** The set of a line, or of a vertex. */
static inline uint64_t *xb_line_row(const xb_line_graph *graph, uint64_t *rows, uint32_t which)
{
    return rows + (size_t)which * graph->words;
}

/** The first member of a set that is not below start, or XB_LINE_NONE. */
uint32_t xb_line_next(const xb_line_graph *graph, const uint64_t *set, uint32_t start);

/** Whether there is a line that takes up the product of a face, so that none is made. */
bool xb_line_is_absorbed(const xb_line_graph *graph, uint32_t i, uint32_t j);

/** Does an action. @return the number of faces that were eliminated */
uint32_t xb_line_apply(xb_line_graph *graph, xb_line_action action);

/** Does a sequence, then vertex eliminations until no face is left; ends when the graph is full. */
void xb_line_complete(xb_line_graph *graph, const xb_line_sequence *sequence);

/** Whether faces at a vertex may be eliminated. */
bool xb_line_is_middle(const xb_line_graph *graph, uint32_t vertex);

#endif
