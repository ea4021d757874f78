/**
 * @file
 * What routines with rules, and those that rules name, do against what the rules say, as far as the program
 * has their bodies and these show it.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_RULES_H
#define XB_ALGORITHMS_TYPECHANGE_RULES_H

#include "algorithm/algorithm.h"

/**
 * Refuses rules of routines that use active variables which are no arguments, and those whose intents are not
 * what is done with the arguments by the routine, its tangent or its recording routine. A warning says where
 * that is not certain.
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED or XB_STATUS_INVALID if something was refused
 */
xb_status xb_rules_check(xb_run *run);

#endif
