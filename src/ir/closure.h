/**
 * @file
 * Sets of symbols that are closed under implications.
 *
 * What holds of one symbol, that it is assigned or that its value reaches something, often holds of others
 * because of it: of an actual argument because of the formal one. Implications are collected in any order;
 * their consequences are drawn at the end, in time linear in their number.
 */
#ifndef XB_IR_CLOSURE_H
#define XB_IR_CLOSURE_H

#include "ir/node_map.h"
#include "ir/symbol.h"

/** A set of symbols, with the implications between symbols. Set the arenas; all else is zero at first. */
typedef struct xb_closure {
    xb_arena *arena;          /**< where the set lives */
    xb_arena *scratch;        /**< where implications live, until xb_closure_complete() */
    xb_node_set members;      /**< the set */
    xb_node_map consequences; /**< private: xb_list of symbols by the symbol that implies them */
    xb_list open;             /**< private: members whose consequences are still to be drawn */
} xb_closure;

/** Adds a symbol. */
void xb_closure_add(xb_closure *closure, const xb_symbol *symbol);

/** Says that if one symbol is in the set, another one is. */
void xb_closure_imply(xb_closure *closure, const xb_symbol *symbol, const xb_symbol *consequence);

/** Adds what is implied by members, and forgets the implications. */
void xb_closure_complete(xb_closure *closure);

/** Whether a symbol is in the set. */
bool xb_closure_has(const xb_closure *closure, const xb_symbol *symbol);

#endif
