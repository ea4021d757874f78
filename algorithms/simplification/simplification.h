/**
 * @file
 * Simplification of derivative code: algebra, and common subexpressions.
 *
 * It changes what evaluates local partial derivatives and accumulates Jacobians, never the program's own
 * expressions. Values stay what they are but for the sign of a zero (algebra.h).
 *
 * Source: J. Cocke, J. T. Schwartz, Programming Languages and Their Compilers, New York University 1970
 * (numbers of values).
 */
#ifndef XB_ALGORITHMS_SIMPLIFICATION_SIMPLIFICATION_H
#define XB_ALGORITHMS_SIMPLIFICATION_SIMPLIFICATION_H

#include "algorithm/algorithm.h"

/** Most rounds of simplification. */
enum { XB_SIMPLIFICATION_LIMIT = 100 };

/**
 * Derives blocks with simplified statements from all blocks of tangent-linear code. It ends before the last
 * round if there is nothing left to do. Takes linear time in each round.
 * @param rounds how many times, at least once
 */
xb_status xb_simplify(xb_run *run, unsigned rounds);

/** Reports operations that simplification has saved as a metric of the program. */
void xb_simplification_metrics(xb_run *run);

#endif
