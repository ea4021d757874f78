/**
 * @file
 * Definitions: chains of the engine's own, from the statements of a routine alone.
 *
 * For each use they tell which definitions may reach it, for each definition which uses it may reach, never
 * too few. What a front end says in its chains is not looked at, its alias sets are.
 */
#ifndef XB_ANALYSIS_DEFINITIONS_H
#define XB_ANALYSIS_DEFINITIONS_H

#include "analysis/accesses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The definitions and uses of a routine. */
typedef struct xb_definitions xb_definitions;

/** Where a value may come from, or where it may go. */
typedef struct xb_value_ends {
    bool known;   /**< false: anything is possible, and the rest means nothing */
    bool again;   /**< of what a definition reaches: perhaps a use that comes when the vertex of the control
                     flow that it is in is executed another time, with other values in subscripts; known even
                     if the rest is not */
    bool outside; /**< from before the routine, or from an earlier call of it; to what is executed after it */
    xb_list ends; /**< xb_node, each once: statements, Initializations and Updates; of uses, also the
                     expressions that are conditions */
} xb_value_ends;

/**
 * The definitions of what now stands for a routine; kept until something is derived.
 *
 * Takes time linear in the statements for each round of a data-flow analysis, with sets of definitions for
 * each vertex of the control flow. Where these would be too large, nothing is known; nor is it of values with
 * very many ends, and in recursive routines. Routines without body may modify variables from outside.
 */
xb_definitions *xb_definitions_of(xb_analyses *analyses, const xb_routine *routine);

/** Which definitions may reach a use: a reference that is read. All uses of a routine are worked out when
 * that is first asked of one. */
xb_value_ends xb_definitions_reaching(xb_definitions *definitions, const xb_reference *use);

/** Which uses a definition may reach: what a statement, Initialization or Update assigns to a reference. */
xb_value_ends xb_uses_reached(const xb_definitions *definitions, const xb_reference *target);

#ifdef __cplusplus
}
#endif

#endif
