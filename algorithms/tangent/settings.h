/**
 * @file
 * The options of tangent-linear code.
 */
#ifndef XB_ALGORITHMS_TANGENT_SETTINGS_H
#define XB_ALGORITHMS_TANGENT_SETTINGS_H

#include "algorithm/algorithm.h"

/** What the options say. */
typedef struct xb_tangent_settings {
    bool nary;             /**< one entry of a propagator for all terms of a target */
    bool calls;            /**< entries are written as calls of inlinable subroutines */
    bool count_operations; /**< calls that count operations at run time are inserted */
    bool initialise;       /**< routines get a block after their Entry */
    unsigned simplify;     /**< rounds of simplification */
} xb_tangent_settings;

/** What the options of a run say. */
const xb_tangent_settings *xb_tangent_settings_of(const xb_run *run);

#endif
