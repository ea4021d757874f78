/**
 * @file
 * Jacobians by as many columns, or rows, a run as directions are propagated at once.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_GROUPS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_GROUPS_H

#include "algorithms/associationbyname/jacobian_code.h"

/** Adds the runs. */
void xb_grouped_runs(const xb_jacobian_code *m, xb_body *code);

#endif
