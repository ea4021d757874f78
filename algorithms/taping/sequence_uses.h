/**
 * @file
 * In how many sequences local Jacobians are computed from a variable.
 */
#ifndef XB_ALGORITHMS_TAPING_SEQUENCE_USES_H
#define XB_ALGORITHMS_TAPING_SEQUENCE_USES_H

#include "ir/program.h"

/** Uses by the sequences of a routine. */
typedef struct xb_sequence_uses {
    xb_node_map by_symbol; /**< private */
    xb_arena *arena;       /**< private */
} xb_sequence_uses;

/** Looks at tangent-linear code: a sequence is what is computed before a propagator. Linear time.
 * @param arena where the result lives */
const xb_sequence_uses *xb_sequence_uses_of(xb_arena *arena, const xb_flow_graph *flow);

/** The number of sequences that compute temporaries from a variable, at least 1. */
uint32_t xb_sequences_using(const xb_sequence_uses *uses, const xb_symbol *symbol);

#endif
