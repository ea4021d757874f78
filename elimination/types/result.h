/**
 * @file
 * What an elimination returns: steps, the remainder, what they cost.
 */
#ifndef XB_ELIMINATION_TYPES_RESULT_H
#define XB_ELIMINATION_TYPES_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elimination/types/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where the value of an operand comes from. */
typedef enum xb_operand_kind {
    XB_OPERAND_CONSTANT, /**< value */
    XB_OPERAND_EDGE,     /**< the label of the input edge with this index */
    XB_OPERAND_STEP      /**< the result of the step with this index */
} xb_operand_kind;

/** An operand of a step, or the label of a remainder edge. */
typedef struct xb_operand {
    xb_operand_kind kind; /**< where it comes from */
    uint32_t index;       /**< of the edge or the step */
    double value;         /**< of a constant, never 0 */
} xb_operand;

/** What a step computes. Only rerouting subtracts and divides. */
typedef enum xb_step_kind {
    XB_STEP_MULTIPLY, /**< a·b */
    XB_STEP_ADD,      /**< a+b */
    XB_STEP_NEGATE,   /**< −a; b is not used */
    XB_STEP_SUBTRACT, /**< a−b */
    XB_STEP_DIVIDE    /**< a/b; b is a constant */
} xb_step_kind;

/** One operation of a Jacobian accumulation expression. Operands refer to earlier steps only. */
typedef struct xb_step {
    xb_step_kind kind; /**< what is computed */
    xb_operand a;      /**< first operand */
    xb_operand b;      /**< second operand, except of XB_STEP_NEGATE */
} xb_step;

/** An edge of the remainder. Vertices are those of the input graph. */
typedef struct xb_remainder_edge {
    uint32_t source;  /**< vertex of the input */
    uint32_t target;  /**< vertex of the input */
    xb_operand label; /**< its partial derivative */
} xb_remainder_edge;

/** What an elimination costs. */
typedef struct xb_elimination_counts {
    size_t multiplications;             /**< multiplications and divisions among the steps */
    size_t additions;                   /**< additions and subtractions among the steps */
    size_t negations;                   /**< changes of sign among the steps */
    size_t structural_multiplications;  /**< products of edges that were formed, folded or not */
    size_t unit_multiplications;        /**< of these, the ones in which neither factor is a unit */
    size_t fill_in;                     /**< edges that were created between vertices that had none */
    size_t propagation_multiplications; /**< to carry one direction through the remainder: edges that are no
                                           unit */
    size_t propagation_additions; /**< to carry one direction: edges beyond the first into each vertex */
    size_t edges;                 /**< edges of the remainder */
    size_t nontrivial_edges;      /**< those that are nontrivial at the awareness that was asked for */
    size_t tape_labels;           /**< different labels of the remainder that are no constants */
} xb_elimination_counts;

/** The result of an elimination. */
typedef struct xb_elimination {
    const xb_step *steps; /**< the accumulation, in an order of execution; each step is needed */
    size_t step_count;    /**< number of steps */
    const xb_remainder_edge
        *edges;        /**< the remainder; no two edges join the same vertices in the same direction */
    size_t edge_count; /**< number of edges of the remainder */
    xb_elimination_counts counts; /**< what it costs */
    size_t lower_bound; /**< after a search: no complete elimination of the kind that was searched has fewer
                           multiplications, as awareness counts them; 0 if nothing is known */
    bool incomplete;    /**< with XB_OBJECTIVE_OPERATIONS: for some part, no complete elimination was found
                           within the limits, and it was eliminated partially, or not at all */
    bool replaced;      /**< a heuristic was asked for, but for some part the orders ran instead, because it
                           took longer than its patience, its line graph got too large, or time ended */
    bool stopped;       /**< a limit on time ended what was tried */
    xb_elimination_order chosen; /**< the order that won; XB_ORDER_BEST if parts of the graph chose
                                    differently or a  heuristic for partial elimination won */
} xb_elimination;

#ifdef __cplusplus
}
#endif

#endif
