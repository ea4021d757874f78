/**
 * @file
 * Search over the orders of vertex eliminations.
 */
#ifndef XB_ELIMINATION_SEARCH_ORDER_WALK_H
#define XB_ELIMINATION_SEARCH_ORDER_WALK_H

#include "elimination/graphs/order.h"
#include "elimination/search/search.h"

/**
 * Searches for an order that costs less.
 * @param vertices all intermediates in the order to begin with; receives the best order that was found, or
 * stays as it is
 * @return its cost
 */
uint64_t xb_order_search(xb_arena *scratch, const xb_dense *dense, xb_search_budget *budget,
                         uint32_t *vertices);

/**
 * Anneals an order. The result depends on the arguments alone.
 * @param steps changes that are tried; many of them take vertices with the same neighbours along
 * @param heat the first temperature
 * @param target a cost that can't be beaten
 * @param vertices as above; stays as it is if nothing better was found
 * @return whether it costs less now
 */
bool xb_order_anneal(xb_arena *scratch, const xb_dense *dense, xb_random *random, uint64_t steps, double heat,
                     uint64_t target, uint32_t *vertices);

/**
 * Changes an order at random, never so that it costs more. The result depends on the arguments alone.
 * @param steps changes that are tried
 * @param vertices as above
 * @return whether it costs less now
 */
bool xb_order_descend(xb_arena *scratch, const xb_dense *dense, uint64_t steps, uint32_t *vertices);

#endif
