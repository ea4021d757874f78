/**
 * @file
 * Pointers that the adjoint sweep finds associated with the last of their targets.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_REASSOCIATION_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_REASSOCIATION_H

#include "algorithm/algorithm.h"

/**
 * Warns of each active pointer that can be seen where a marker is: no statement of XAIF associates a pointer
 * with a target, front ends leave a marker in its place, and nothing takes that back.
 */
void xb_warn_of_reassociation(xb_run *run);

#endif
