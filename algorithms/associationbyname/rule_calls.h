/**
 * @file
 * Calls of parts of rules, which take derivatives in one direction: one for each direction.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_RULE_CALLS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_RULE_CALLS_H

#include "algorithms/associationbyname/arguments.h"

/** Whether a call of a part of a rule has to be repeated. */
bool xb_rule_call_is_repeated(const xb_named_arguments *arguments, const xb_call *call);

/** Appends the calls, each with derivatives in another direction and with the values that the first one has.
 * @param call becomes the last one */
void xb_rule_calls_append(xb_named_arguments *arguments, xb_call *call, xb_list *statements);

#endif
