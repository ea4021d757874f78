/**
 * @file
 * Constructs: the tree of branches and loops of structured control flow.
 *
 * A level is a stretch of control flow that is executed from its beginning to its end: the routine, an arm of
 * a branch, the body of a loop. Vertices have places in the order of the text: what is in a construct comes
 * after its head and before its end, and what follows it comes later.
 */
#ifndef XB_ANALYSIS_CONSTRUCTS_H
#define XB_ANALYSIS_CONSTRUCTS_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A level. */
typedef struct xb_level {
    uint32_t parent; /**< number of the level around it; XB_GRAPH_NONE: it is the routine */
    uint32_t head;   /**< vertex of the branch or loop that it belongs to; XB_GRAPH_NONE: the routine */
    uint32_t edge;   /**< that leads into it; XB_GRAPH_NONE: the routine */
    uint32_t loop;   /**< head of the innermost loop that it is in; XB_GRAPH_NONE: none */
} xb_level;

/** The constructs of a control-flow graph. Arrays are by vertex; those of numbers have XB_GRAPH_NONE for
 * vertices that control can't come to. */
typedef struct xb_constructs {
    const bool *reached;   /**< whether control can come here */
    const uint32_t *place; /**< in the order of the text, from 0 */
    const uint32_t *order; /**< vertices by place */
    uint32_t count;        /**< of the vertices that control can come to */
    const uint32_t *level; /**< number of its level: for heads and EndBranches that around the construct, for
                              an EndLoop that of the body */
    const uint32_t *other; /**< of a head its end, of an end its head; else XB_GRAPH_NONE */
    xb_vector levels;      /**< xb_level */
} xb_constructs;

/** Whether a vertex is a loop. */
bool xb_is_loop(const xb_flow_graph *flow, uint32_t vertex);

/** Whether a vertex chooses among arms. Only those that end in an EndBranch are constructs. */
bool xb_is_branch(const xb_flow_graph *flow, uint32_t vertex);

/** Whether an edge leads into the body of a loop. */
bool xb_is_body_edge(const xb_flow_graph *flow, uint32_t edge);

/**
 * Finds the constructs, in linear time.
 * @param arena where the result lives
 * @return NULL if the control flow is not made of branches and loops with ends, one entry and one exit
 */
const xb_constructs *xb_constructs_of(xb_arena *arena, const xb_flow_graph *flow);

/** The level of a number. */
const xb_level *xb_constructs_level(const xb_constructs *constructs, uint32_t level);

/** The innermost loop around a vertex, itself not included; XB_GRAPH_NONE: there is none, or control can't
 * come to the vertex. */
uint32_t xb_constructs_loop_around(const xb_constructs *constructs, const xb_flow_graph *flow,
                                   uint32_t vertex);

#ifdef __cplusplus
}
#endif

#endif
