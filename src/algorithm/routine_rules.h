/**
 * @file
 * Routines with rules: those whose derivatives the user knows, by a catalogue.
 *
 * It is a part of reading, as passivation is: the program that algorithms see has, for each routine with a
 * rule, a routine that does nothing but call it, and is called in its place. To all analyses that is a
 * routine like others; generators give it the code that the rule says. What rules name, and what that calls,
 * is kept as it is.
 */
#ifndef XB_ALGORITHM_ROUTINE_RULES_H
#define XB_ALGORITHM_ROUTINE_RULES_H

#include "catalogue/catalogue.h"
#include "ir/node_map.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Applies the rules of a catalogue to a program that was just read.
 * @param scratch memory for the work, not released here
 * @return XB_STATUS_OK, or that of the first error that was reported: a call that a rule does not cover, or
 * routines that don't agree with it
 */
xb_status xb_routine_rules_apply(xb_program *program, xb_arena *scratch, const xb_catalogue *catalogue);

/** The routines that rules of a catalogue name, or that are called for these: algorithms leave them as they
 * are. @param arena where the set lives */
xb_node_set xb_routine_rules_kept(xb_program *program, xb_arena *arena, const xb_catalogue *catalogue);

/**
 * Which routines with bodies a name may mean: "'root_1' or 'root_2'".
 * @param name or NULL
 * @return NULL if it means one at most
 */
const char *xb_routine_rule_doubt(xb_arena *arena, const xb_program *program, const char *name);

/** The routine with a body of this name; NULL: there is none. @param name or NULL */
xb_routine *xb_routine_rule_body(const xb_program *program, const char *name);

/**
 * What a routine has otherwise than its rule says, as text that ends in "than" or "but", to be followed by
 * what the rule is; NULL: nothing.
 * @param is_own it is one that the rule names: its arguments have to agree in activity, too
 */
const char *xb_routine_rule_misfit(xb_arena *arena, const xb_routine_rule *rule, const xb_routine *routine,
                                   bool is_own);

/** What an argument of a routine that a rule names is declared otherwise than that of the routine with the
 * rule, as text; NULL: nothing. Activity and intent may differ, and extents that are not declared. */
const char *xb_routine_rule_difference(xb_arena *arena, const xb_routine *routine, const xb_routine *part);

/** Another argument, from 1, that is modified and may be one variable with an argument, as the rule says; 0:
 * none. @param position from 1 */
uint32_t xb_routine_rule_overwrites(const xb_routine_rule *rule, uint32_t position);

/** The only statement of a routine that stands for one with a rule, as it was read: a call of that one, or an
 * assignment of what it gives if it is a function without body. */
xb_statement *xb_routine_rule_statement(const xb_routine *routine);

/** The routine with a rule that a routine stands for. */
xb_symbol *xb_routine_rule_symbol(const xb_routine *routine);

/** The routine of a rule with this name: a subroutine of the program, or one that is declared for it. */
xb_symbol *xb_routine_rule_part(xb_program *program, const xb_routine *routine, const char *name);

/** A call of that with the arguments of the routine that stands for the one with the rule. */
xb_call *xb_routine_rule_call_part(xb_program *program, const xb_routine *routine, const char *name);

#ifdef __cplusplus
}
#endif

#endif
