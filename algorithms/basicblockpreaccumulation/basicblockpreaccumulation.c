/*
 * Local Jacobians are made by preaccumulation, code that uses them by tangent; there is nothing left to do
 * here.
 */
#include "algorithms/basicblockpreaccumulation/basicblockpreaccumulation.h"

static const char *const prerequisites[] = {"preaccumulation", "tangent", NULL};

const xb_algorithm xb_algorithm_basicblockpreaccumulation = {
    .name = "basicblockpreaccumulation",
    .summary = "tangent-linear code: preaccumulate the Jacobians of basic blocks and propagate derivatives",
    .prerequisites = prerequisites,
    .product = XB_PRODUCT_RUN,
};
