/**
 * @file
 * Which formal arguments routines may modify, found out from their bodies where no Mod list says it.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_EFFECTS_H
#define XB_ALGORITHMS_TYPECHANGE_EFFECTS_H

#include "algorithm/algorithm.h"

/** Formal arguments that may be modified. All zero: none. */
typedef struct xb_effects {
    xb_map modified; /**< private: symbols that are modified, by node index */
    xb_map inputs;   /**< private: those of intent in */
} xb_effects;

/** Looks at all routines of a program, before any call is changed. Linear time. */
void xb_effects_find(xb_run *run, xb_effects *effects);

/** Whether a routine with a body may modify a formal argument of its own. */
bool xb_effects_modifies(const xb_effects *effects, const xb_formal *formal);

/** Whether a variable is a formal argument of intent in, which its routine may not change. */
bool xb_effects_is_input(const xb_effects *effects, const xb_symbol *symbol);

#endif
