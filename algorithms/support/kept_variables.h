/**
 * @file
 * Local variables that may be kept from one call of a routine to the next.
 */
#ifndef XB_ALGORITHMS_SUPPORT_KEPT_VARIABLES_H
#define XB_ALGORITHMS_SUPPORT_KEPT_VARIABLES_H

#include "algorithm/algorithm.h"
#include "ir/flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Warns of the local variables of a routine that may be read before they are assigned: if the program is
 * right, they have their values from an earlier call. A document does not say which variables are kept.
 *
 * A scalar may be read so on some way through the routine. Of an array, nothing has been assigned there,
 * loops that assign parts of it before having a round at least: elements are not told apart. Arrays that are
 * not assigned keep what they have. The first ones are named, and the others counted.
 * @param what what becomes of the program then; it follows "if its value is kept from one call of … to the
 * next,"
 */
void xb_warn_of_kept_variables(xb_run *run, const xb_routine *routine, const char *what);

#ifdef __cplusplus
}
#endif

#endif
