/**
 * @file
 * Preaccumulation of basic blocks: tangent-linear code.
 *
 * For each sequence of a flattened block, the linearized computational graph is built, eliminated (completely
 * or as far as it pays), and two kinds of code are generated behind the assignments: accumulation statements
 * that execute the elimination, and a propagator that carries directional derivatives through the remainder
 * graph.
 *
 * Source: U. Naumann, Optimal accumulation of Jacobian matrices by elimination methods on the dual
 * computational graph, Mathematical Programming 99(3), 2004; J. Utke, Flattening basic blocks, in: Automatic
 * Differentiation: Applications, Theory, and Implementations, Springer 2006.
 */
#ifndef XB_BASICBLOCKPREACCUMULATION_BASICBLOCKPREACCUMULATION_H
#define XB_BASICBLOCKPREACCUMULATION_BASICBLOCKPREACCUMULATION_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_basicblockpreaccumulation;

#ifdef __cplusplus
}
#endif

#endif
