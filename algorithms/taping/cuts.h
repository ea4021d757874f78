/**
 * @file
 * Cuts: what is pushed of the computation of a sequence, and what is computed again from that.
 *
 * A set of values that cuts all ways from what comes into the sequence to the entries of its local Jacobian
 * is enough to compute the entries again. A member costs a push and a pop, unless it is needed anyway; what
 * is replaced, that is, computed again, costs its operations in the adjoint sweep.
 *
 * Source: to store or to recompute, A. Griewank, A. Walther: Evaluating Derivatives, 2nd edition, 2008,
 * chapter 12.
 */
#ifndef XB_ALGORITHMS_TAPING_CUTS_H
#define XB_ALGORITHMS_TAPING_CUTS_H

#include "base/vector.h"
#include "ir/program.h"

/** In elementary operations. A push and a pop move sixteen bytes through memory that is used once. */
enum { XB_COST_OF_TAPE = 24, XB_COST_OF_OPERATION = 1, XB_COST_OF_DIVISION = 4, XB_COST_OF_FUNCTION = 10 };

/** A value: what an assignment of the sequence computes, or what a variable has. */
typedef struct xb_cut_piece {
    const xb_assignment *assignment; /**< NULL: none of the sequence; it is replaced by a part of an array */
    xb_symbol *again;                /**< where it is computed to again; NULL: where it was */
    const struct xb_tape_need *same; /**< for the owner: has the value that it is a copy of; NULL: it is
                                        computed */
    bool can_be_replaced;
    uint32_t *operands; /**< pieces before it that it is computed from */
    uint32_t operand_count;
    uint32_t operations; /**< what it costs to compute it */
    uint32_t cost;       /**< as a member; 0: it is needed anyway */
    unsigned whole;      /**< for the owner: how it is had if it is a part of an array */
} xb_cut_piece;

/** What entries are computed from, and how: xb_cut_piece, each after its operands. */
typedef struct xb_cut_graph {
    xb_vector pieces;
} xb_cut_graph;

/** How a piece takes part in a cut. */
typedef enum xb_cut_part { XB_CUT_NONE, XB_CUT_MEMBER, XB_CUT_REPLACED } xb_cut_part;

/** A piece by its number. */
static inline xb_cut_piece *xb_cut_piece_at(const xb_cut_graph *graph, uint32_t number)
{
    return (xb_cut_piece *)graph->pieces.items + number;
}

/**
 * The cut as few steps as possible away from the variables: whatever can be computed again is.
 * @param wanted by piece: whether it is an entry, and must be a member or be replaced
 * @return by piece, in scratch memory
 */
xb_cut_part *xb_cut_at_variables(xb_arena *scratch, const xb_cut_graph *graph, const bool *wanted);

/**
 * The cut whose members and operations together cost least: a minimum cut. Linear time; an entry for which
 * that does not suffice is a member.
 * @param wanted by piece: whether it is an entry, and must be a member or be replaced
 * @return by piece, in scratch memory
 */
xb_cut_part *xb_cut_cheapest(xb_arena *scratch, const xb_cut_graph *graph, const bool *wanted);

#endif
