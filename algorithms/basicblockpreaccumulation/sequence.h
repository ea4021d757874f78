/**
 * @file
 * Code for one sequence, and for one assignment of a non-inlinable intrinsic.
 */
#ifndef XB_BASICBLOCKPREACCUMULATION_SEQUENCE_H
#define XB_BASICBLOCKPREACCUMULATION_SEQUENCE_H

#include "algorithms/basicblockpreaccumulation/graph.h"

/** Operations that generated code executes, and sizes of what it is generated from. */
typedef struct xb_code_counts {
    size_t sequences;
    size_t assignments; /**< assignments in sequences */
    size_t graph_vertices, graph_edges;
    size_t multiplications, additions;                         /**< of the accumulation */
    size_t propagation_multiplications, propagation_additions; /**< of one direction */
    size_t remainder_edges, nontrivial_edges;
    size_t tape_labels;
} xb_code_counts;

/**
 * Appends the code of a sequence to a list of statements and its counts to a sum.
 * @return XB_STATUS_OK, or the status of the error that was reported
 */
xb_status xb_sequence_generate(xb_run *run, xb_block_place place, const xb_sequence *sequence,
                               const xb_elimination_options *options, xb_list *statements,
                               xb_code_counts *counts);

/** Appends the code of an assignment whose right-hand side is a non-inlinable intrinsic. */
xb_status xb_noninlinable_generate(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                   const xb_noninlinable *intrinsic, xb_list *statements);

/**
 * Appends the code of a call, if the catalogue has an explicit Jacobian for the subroutine.
 * @return whether that is so; *status then says whether it succeeded
 */
bool xb_jacobian_call_generate(xb_run *run, xb_block_place place, xb_call *call, xb_list *statements,
                               xb_status *status);

#endif
