/**
 * @file
 * Common subexpressions of straight-line code.
 */
#ifndef XB_ALGORITHMS_SIMPLIFICATION_SHARING_H
#define XB_ALGORITHMS_SIMPLIFICATION_SHARING_H

#include "algorithms/support/blocks.h"

/** What is made of a block. */
typedef struct xb_sharing {
    xb_run *run;
    xb_block_place place;
    xb_list statements;   /**< xb_statement: what is made so far */
    xb_node_map replaced; /**< xb_symbol by the temporary that it takes the place of */
    size_t operations;    /**< that need not be executed any more */
} xb_sharing;

/** Whether a statement computes an entry of a local Jacobian, or a local partial derivative. */
bool xb_is_derivative_code(const xb_statement *statement);

/** The number of operations of an expression. */
size_t xb_operations_of(const xb_expression *expression);

/**
 * Appends statements of the block in which equal scalar values of derivative code are computed once: a
 * temporary that has the value takes the place of another one, or of a part of an expression; where there is
 * none, it is made. Statements of the program stay, but refer to the temporaries that remain. Linear time.
 * @param statements count statements, one after the other
 */
void xb_share(xb_sharing *sharing, xb_statement *const *statements, size_t count);

#endif
