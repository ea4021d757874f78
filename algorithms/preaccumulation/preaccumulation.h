/**
 * @file
 * Preaccumulation: local Jacobians of sequences.
 *
 * The linearized computational graph of each sequence of a flattened block is built and eliminated,
 * completely or as far as it pays. What remains is a graph from the values that come from outside to those
 * that are wanted afterwards, with few edges, and the statements that evaluate their labels: the local
 * Jacobian. It is attached as a result and makes no code by itself; generators of tangent-linear or other
 * derivative code read it.
 *
 * Source: U. Naumann, Optimal accumulation of Jacobian matrices by elimination methods on the dual
 * computational graph, Mathematical Programming 99(3), 2004; J. Utke, Flattening basic blocks, in: Automatic
 * Differentiation: Applications, Theory, and Implementations, Springer 2006.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_PREACCUMULATION_H
#define XB_ALGORITHMS_PREACCUMULATION_PREACCUMULATION_H

#include "algorithms/linearization/materialize.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A vertex of a local Jacobian: a value that comes from outside, that is wanted, or between the two. */
typedef struct xb_jacobian_vertex {
    const xb_reference *reference; /**< where its derivative is, or goes; NULL: nowhere in the program */
    const xb_reference
        *clobbered_by;  /**< outside: the target at that position if it is exactly the same location */
    uint32_t clobbered; /**< outside: position of the first target that may overwrite the location */
    uint32_t position;  /**< order of the targets: a target may only depend on earlier ones */
    bool outside;       /**< its derivative is there already */
    bool wanted;        /**< its derivative must be there at the end */
    bool late; /**< a temporary for it can be allocated after the statements; else before its assignment */
    xb_shape shape;
} xb_jacobian_vertex;

/** An edge: the derivative of the target gets factor times that of the source. */
typedef struct xb_jacobian_edge {
    uint32_t source, target; /**< numbers of vertices */
    xb_factor factor;
} xb_jacobian_edge;

/** A statement of the program with what evaluates its partial derivatives. */
typedef struct xb_jacobian_statement {
    uint32_t position; /**< of an assignment in its sequence; else XB_POSITION_NONE */
    xb_list before;    /**< xb_statement: what has to be evaluated before it */
    xb_statement *statement;
} xb_jacobian_statement;

/** Operations that code for a local Jacobian executes, and sizes of what it is made from. */
typedef struct xb_jacobian_counts {
    size_t sequences;
    size_t assignments; /**< assignments in sequences */
    size_t graph_vertices, graph_edges;
    size_t multiplications, additions;                         /**< of the accumulation */
    size_t propagation_multiplications, propagation_additions; /**< of one direction */
    size_t remainder_edges, nontrivial_edges;
    size_t tape_labels;
} xb_jacobian_counts;

/** The local Jacobian of a sequence, or of a routine whose catalogue entry says what computes its partial
 * derivatives. All of it is in the program's arena. A generator takes the statements over; another one that
 * puts them into a second version of the routine has to copy them. */
typedef struct xb_local_jacobian {
    xb_vector statements;               /**< xb_jacobian_statement, in order */
    xb_list accumulation;               /**< xb_statement: to be executed after the statements */
    const xb_jacobian_vertex *vertices; /**< in order of computation: sources before targets */
    uint32_t vertex_count;
    const xb_jacobian_edge *edges; /**< those into one vertex in the order in which they are to be added up */
    size_t edge_count;
    xb_jacobian_counts counts; /**< all 0 unless it is that of a sequence */
} xb_local_jacobian;

/**
 * The local Jacobian of an item of a flat block; NULL if it has none: a statement without derivatives, or an
 * intrinsic whose derivative each generator makes by itself.
 * @param item number of the item in xb_flat_block_of(run, block)
 */
const xb_local_jacobian *xb_local_jacobian_of(xb_run *run, const xb_flow_vertex *block, size_t item);

/** Adds counts to a sum. */
void xb_jacobian_counts_add(xb_jacobian_counts *sum, const xb_jacobian_counts *counts);

/** Whether the right-hand side of an assignment, an intrinsic, has operands with a derivative, and the target
 * has one. */
bool xb_noninlinable_is_active(const xb_assignment *assignment);

/** The algorithm. */
extern const xb_algorithm xb_algorithm_preaccumulation;

#ifdef __cplusplus
}
#endif

#endif
