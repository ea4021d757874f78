/**
 * @file
 * What stands for a routine with a rule: a routine that does nothing but call it. Not installed.
 */
#ifndef XB_ALGORITHM_ROUTINE_RULE_STAND_INS_H
#define XB_ALGORITHM_ROUTINE_RULE_STAND_INS_H

#include "catalogue/catalogue.h"
#include "ir/program.h"

/**
 * Adds to a program what stands for a routine. Its arguments are as the body of the routine says, or else the
 * rule, or else the call.
 * @param scratch for the work, given back
 * @param call of the routine, with the arguments that the rule says, but perhaps without the result
 */
xb_routine *xb_stand_in_create(xb_program *program, xb_arena *scratch, const xb_routine_rule *rule,
                               const xb_call *call);

/** Whether what stands for a routine has arguments of the ranks that another call of it passes, where only
 * calls tell. */
bool xb_stand_in_fits(const xb_program *program, const xb_routine *stand_in, const xb_call *call);

#endif
