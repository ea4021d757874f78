/**
 * @file
 * A set of numbers, in an arena, of which many are near one another: numbers of nodes, for instance.
 *
 * It takes memory for those stretches of numbers of which it has a member: a row of bits each.
 */
#ifndef XB_BASE_NUMBER_SET_H
#define XB_BASE_NUMBER_SET_H

#include <stdbool.h>

#include "base/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A set of numbers. All zero is an empty set. */
typedef struct xb_number_set {
    xb_map stretches; /**< private */
} xb_number_set;

/** Whether a number is in a set. */
bool xb_number_set_has(const xb_number_set *set, uint64_t number);

/** Adds a number; nothing happens if it is in the set already. */
void xb_number_set_add(xb_arena *arena, xb_number_set *set, uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
