/**
 * @file
 * What an elimination does to the graph, step by step: for pictures.
 *
 * Recording looks at the whole graph after each step. A step that changes nothing is none.
 */
#ifndef XB_ELIMINATION_HISTORY_H
#define XB_ELIMINATION_HISTORY_H

#include "elimination/portfolio/portfolio.h"

/** The graph is as it was read before step 1; no step. */
enum { XB_HISTORY_START = 0, XB_HISTORY_NEVER = 0 };

/** A vertex. */
typedef struct xb_history_vertex {
    uint32_t original; /**< its number in the input; of a copy, that of the dependent */
    xb_lcg_role role;  /**< what may be done with it */
    bool copy;         /**< whether it is the copy of a dependent with successors */
    uint32_t gone;     /**< step that took its last edge in or out, or XB_HISTORY_NEVER */
} xb_history_vertex;

/** An edge, from when it appears until it disappears. */
typedef struct xb_history_edge {
    uint32_t source;   /**< vertex of the history */
    uint32_t target;   /**< vertex of the history */
    uint32_t parallel; /**< while faces are eliminated, several edges may join two vertices: which of them */
    uint32_t made;     /**< step that made it, or XB_HISTORY_START */
    uint32_t gone;     /**< step that took it away, or XB_HISTORY_NEVER */
    xb_operand label;  /**< when it appears; steps are numbered within the part */
} xb_history_edge;

/** An edge took up a product. */
typedef struct xb_history_absorption {
    uint32_t step;    /**< when */
    uint32_t edge;    /**< which */
    xb_operand label; /**< its label since then */
} xb_history_absorption;

/** What a step is. */
typedef enum xb_history_kind {
    XB_HISTORY_VERTEX,   /**< elimination of the vertex b */
    XB_HISTORY_FRONT,    /**< front elimination of the edge from a to b */
    XB_HISTORY_BACK,     /**< back elimination of the edge from b to c */
    XB_HISTORY_FACE,     /**< elimination of the face from a by b to c */
    XB_HISTORY_PREROUTE, /**< the edge from a to c goes by b, which leads to c */
    XB_HISTORY_POSTROUTE /**< the edge from a to c goes by b, which a leads to */
} xb_history_kind;

/** A step, and what all steps so far cost. */
typedef struct xb_history_step {
    xb_history_kind kind;   /**< what it is */
    uint32_t a, b, c;       /**< vertices of the history */
    size_t products;        /**< products of edges so far, whatever their labels */
    size_t multiplications; /**< multiplications and divisions to execute so far */
    size_t additions;       /**< additions and subtractions to execute so far */
} xb_history_step;

/** A history. All zero is empty, but for the arena. */
struct xb_history {
    xb_arena *arena;       /**< where it grows */
    xb_vector vertices;    /**< xb_history_vertex: part by part, in topological order */
    xb_vector edges;       /**< xb_history_edge: in the order in which they appear, part by part */
    xb_vector absorptions; /**< xb_history_absorption: in order of steps */
    xb_vector steps;       /**< xb_history_step: number 1 is the first one */
    size_t additions;      /**< to execute, of all parts so far */
};

/** Begins anew, keeping the arena. */
void xb_history_clear(xb_history *history);

/** Does what was chosen for a part, and adds it. @param state working memory for any part */
void xb_history_add(xb_history *history, xb_lcg_state *state, const xb_prepared_part *part,
                    const xb_choice *choice);

#endif
