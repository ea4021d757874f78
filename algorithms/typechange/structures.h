/**
 * @file
 * Structures that are assigned as a whole.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_STRUCTURES_H
#define XB_ALGORITHMS_TYPECHANGE_STRUCTURES_H

#include "algorithm/algorithm.h"
#include "traverse/traverse.h"

/** Refuses assignments to active variables of type opaque, but to their members, which have derivatives.
 * Context: the run. */
extern const xb_visitor xb_structures_visitor;

#endif
