/**
 * @file
 * Versions of routines that stand for one with a rule (algorithm/routine_rules.h).
 *
 * The original calls the routine. The taping version pushes what the adjoint routine needs, before or after
 * the call of the routine, or of the recording one of the rule. The adjoint version pops it, and calls the
 * adjoint routine, which finds it as values of its arguments.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_BY_RULE_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_BY_RULE_H

#include "algorithm/algorithm.h"

/** The versions of a routine that stands for one with a rule: declared, to be filled. */
typedef struct xb_rule_versions {
    xb_routine *original, *taping, *adjoint;
} xb_rule_versions;

/**
 * Fills the versions of a routine, as it was read, that stands for one with a rule.
 * @return XB_STATUS_OK, or that of the error that was reported: the rule has no adjoint part, or what it
 * needs can't be stored
 */
xb_status xb_rule_versions_fill(xb_run *run, const xb_routine *routine, const xb_rule_versions *versions);

#endif
