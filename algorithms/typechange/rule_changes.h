/**
 * @file
 * Variables that routines of rules change, or don't, besides what they are passed: what one may forget who
 * writes a rule.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_RULE_CHANGES_H
#define XB_ALGORITHMS_TYPECHANGE_RULE_CHANGES_H

#include "algorithm/algorithm.h"

/**
 * Warns where the tangent routine of a rule does not modify a variable from outside as the routine does. What
 * only the routines of rules know is their own affair.
 * @param routine it stands for the one with the rule
 */
void xb_rule_warn_of_tangent(xb_run *run, const xb_routine *routine);

/**
 * Warns where the recording routine of a rule does not, likewise, and where the adjoint routine reads
 * variables from outside that the program modifies (on the way back they have other values), or modifies
 * values itself.
 * @param routine it stands for the one with the rule
 */
void xb_rule_warn_of_adjoint(xb_run *run, const xb_routine *routine);

#endif
