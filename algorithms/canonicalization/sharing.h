/**
 * @file
 * Arguments that share storage, in programs that are reversed.
 *
 * Fortran lets a variable be passed for two formal arguments, or be passed to a routine that uses it by its
 * own name as well, as long as nothing changes it: call dot(x, x, y). The adjoint of the routine adds to the
 * derivative of each of them, which are one variable again. That is not allowed, and compilers rely on it:
 * what is added in one of the ways may be lost. So one of the two is passed as a copy, t = x, call dot(x, t,
 * y), whose adjoint is a variable of its own.
 */
#ifndef XB_ALGORITHMS_CANONICALIZATION_SHARING_H
#define XB_ALGORITHMS_CANONICALIZATION_SHARING_H

#include "algorithms/support/blocks.h"

/**
 * Puts copies before a call in the place of active arguments that it only reads and that may share storage
 * with others of these, or with variables from outside that the callee uses. Subscripts that are certainly
 * different need none. Where a copy is not possible and storage is certainly shared, there is a warning.
 *
 * The active arguments of a call are compared with each other; after a number of comparisons that only calls
 * with more than a thousand arguments reach, the others are copied without a look.
 *
 * @param call in canonical form
 * @param statements receives the copies
 * @return the call, or a copy of it with other arguments
 */
xb_call *xb_part_shared_arguments(xb_run *run, xb_block_place place, xb_call *call, xb_list *statements);

#endif
