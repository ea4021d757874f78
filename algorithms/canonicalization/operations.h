/**
 * @file
 * The intrinsics of a program, against the catalogues: that they are known, and what operands they take.
 */
#ifndef XB_ALGORITHMS_CANONICALIZATION_OPERATIONS_H
#define XB_ALGORITHMS_CANONICALIZATION_OPERATIONS_H

#include "algorithm/algorithm.h"

/**
 * Checks each expression, wherever it stands: an intrinsic that no catalogue knows could have any derivative,
 * and side effects, and one with too few or too many operands, or with operands that are no numbers where it
 * computes with numbers, is not what the catalogue's derivative is of. An unknown intrinsic is reported
 * once, at its first use. Linear in the size of the program.
 */
extern const xb_visitor xb_operations_visitor;

/** The result of the check. */
xb_status xb_operations_found(xb_run *run);

#endif
