/**
 * @file
 * Where passive variables lose derivatives.
 *
 * A passive variable has no derivative component: what is computed from it is as good as computed from a
 * constant. That is right for a formal argument that gets an active actual one if its value ends in passive
 * variables, integers and decisions; it loses derivatives if the value reaches an active variable.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_LOSSES_H
#define XB_ALGORITHMS_TYPECHANGE_LOSSES_H

#include "algorithm/algorithm.h"
#include "analysis/effects.h"

/** Passive variables whose values reach active ones. All zero: none. */
typedef struct xb_losses {
    xb_node_set reaching; /**< private: their symbols */
} xb_losses;

/**
 * Finds them, and warns of those that lose what assignments and calls give them. Values are followed through
 * all assignments, and through arguments into routines and out of them, whatever the order of statements,
 * before any call is changed. Linear time.
 */
void xb_losses_find(xb_run *run, const xb_footprints *effects, xb_losses *losses);

/** Whether the value of a passive formal argument may reach an active variable in a differentiable way. */
bool xb_losses_at(const xb_losses *losses, const xb_formal *formal);

/** Whether the value of a passive variable may, likewise. */
bool xb_losses_reach(const xb_losses *losses, const xb_symbol *symbol);

#endif
