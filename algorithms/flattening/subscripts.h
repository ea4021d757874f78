/**
 * @file
 * Assignments that change what their own subscripts depend on.
 */
#ifndef XB_ALGORITHMS_FLATTENING_SUBSCRIPTS_H
#define XB_ALGORITHMS_FLATTENING_SUBSCRIPTS_H

#include "analysis/locations.h"
#include "algorithms/support/blocks.h"

/**
 * A copy of an assignment whose references denote after it what they denote before it: subscripts that
 * depend on what it changes are saved to temporaries.
 * @param table locations of the grouping that found it out: others might not overlap the target
 * @param saves receives xb_statement, to be put before the copy
 */
xb_assignment *xb_save_own_subscripts(xb_run *run, xb_block_place place, xb_location_table *table,
                                      const xb_assignment *assignment, xb_list *saves);

#endif
