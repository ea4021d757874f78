/**
 * @file
 * Variables from outside that routines with rules use, of which rules know nothing.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_RULES_H
#define XB_ALGORITHMS_TYPECHANGE_RULES_H

#include "algorithm/algorithm.h"

/**
 * Refuses rules of routines that use active variables which are no arguments.
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED if something was refused
 */
xb_status xb_rules_check(xb_run *run);

/**
 * Warns where the adjoint routine of a rule reads variables from outside that the program modifies: on the
 * way back they have other values. What the routines of rules keep for each other is their own affair.
 * @param routine it stands for the one with the rule
 */
void xb_rule_warn_of_changes(xb_run *run, const xb_routine *routine);

#endif
