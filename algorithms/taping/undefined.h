/**
 * @file
 * Which formal arguments may come in without a value. A routine need not read what it gets, on the way that
 * it takes, and what it gets need not have a value then.
 */
#ifndef XB_ALGORITHMS_TAPING_UNDEFINED_H
#define XB_ALGORITHMS_TAPING_UNDEFINED_H

#include "algorithm/algorithm.h"
#include "ir/closure.h"

/**
 * The local variables, of all routines as read, that may be read before they have a value, if passing them
 * counts as reading them, and the formal arguments for which they are passed, directly or by others. An array
 * counts if nothing in its routine assigns any part of it. Linear time.
 */
xb_closure xb_undefined_find(xb_run *run);

#endif
