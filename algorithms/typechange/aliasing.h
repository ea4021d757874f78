/**
 * @file
 * Calls that pass storage that the callee reaches in another way, too, which Fortran forbids where either way
 * changes it.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_ALIASING_H
#define XB_ALGORITHMS_TYPECHANGE_ALIASING_H

#include "algorithm/algorithm.h"
#include "analysis/uses.h"

/**
 * Warns, once for each call of a subroutine or function with a body, where two formal arguments certainly
 * share storage and one of them may be modified, or where a formal argument shares storage with a variable
 * that the callee, or what it calls, uses itself, and one way may modify it. What subscripts leave open is
 * not said to be shared. A call is refused if both are active arguments; so is a call by a rule that does not
 * cover what its arguments share.
 *
 * The arguments of a call are compared with each other, up to a limit that only calls with more than a
 * hundred arguments reach; there is a limit, too, to the search for global variables among the routines of a
 * program. So the time is linear in the number of calls.
 *
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED if a call was refused
 */
xb_status xb_aliasing_check(xb_run *run, const xb_footprints *effects, xb_uses *uses);

#endif
