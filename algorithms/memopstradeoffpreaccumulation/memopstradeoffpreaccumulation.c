/*
 * All is done by basicblockpreaccumulation, with other values of its options.
 */
#include "algorithms/memopstradeoffpreaccumulation/memopstradeoffpreaccumulation.h"

static const char *const requires[] = {"basicblockpreaccumulation", NULL};

static const xb_setting presets[] = {
    {"objective", "operations"}, {"heuristic", "edge:lowest_markowitz,sibling2,reverse"}, {.name = NULL}};

const xb_algorithm xb_algorithm_memopstradeoffpreaccumulation = {
    .name = "memopstradeoffpreaccumulation",
    .summary = "basicblockpreaccumulation with --objective=operations and "
               "--heuristic=edge:lowest_markowitz,sibling2,reverse, unless these are given: complete "
               "elimination that stays near what it used last",
    .requires = requires,
    .presets = presets,
};
