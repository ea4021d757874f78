/*
 * All is done by basicblockpreaccumulation, with other values of its options.
 */
#include "algorithms/memopstradeoffpreaccumulation/memopstradeoffpreaccumulation.h"

static const char *const prerequisites[] = {"basicblockpreaccumulation", NULL};

static const xb_setting presets[] = {
    {"objective", "operations"}, {"heuristic", "edge:lowest_markowitz,sibling2,reverse"}, {.name = NULL}};

const xb_algorithm xb_algorithm_memopstradeoffpreaccumulation = {
    .name = "memopstradeoffpreaccumulation",
    .summary = "preaccumulate completely, staying near what was used last: as --objective=operations "
               "--heuristic=edge:lowest_markowitz,sibling2,reverse",
    .prerequisites = prerequisites,
    .presets = presets,
};
