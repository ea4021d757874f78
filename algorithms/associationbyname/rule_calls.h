/**
 * @file
 * Calls of parts of rules, which take derivatives in one direction: one for each direction. In programs that
 * are differentiated again, their arguments have to be apart.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_RULE_CALLS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_RULE_CALLS_H

#include "algorithms/associationbyname/arguments.h"

/** Whether a call of a part of a rule has to be repeated. */
bool xb_rule_call_is_repeated(const xb_named_arguments *arguments, const xb_call *call);

/** Appends the calls, each with derivatives in another direction and with the values that the first one has.
 * @param call becomes the last one */
void xb_rule_calls_append(xb_named_arguments *arguments, xb_call *call, xb_list *statements);

/** Lets what stands for a routine with a rule pass copies of arguments that are only read and may be one
 * variable with others, which are modified. @param form a version of the routine, before it is changed */
void xb_rule_calls_part(const xb_named_arguments *arguments, const xb_routine *routine,
                        const xb_routine *form);

/** Warns of arguments that can't be parted, since both are modified. @param routine it stands for one with a
 * rule */
void xb_rule_calls_warn(const xb_program *program, const xb_routine *routine);

#endif
