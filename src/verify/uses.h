/**
 * @file
 * Which variables routines refer to.
 */
#ifndef XB_VERIFY_USES_H
#define XB_VERIFY_USES_H

#include <stdbool.h>

#include "base/arena.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Marks the variables that some routines refer to. What their lists of side effects say of others counts
 * where these refer to it.
 * @param routines by number of a routine of the program: whether it counts
 * @param used by node index of a symbol
 */
void xb_uses_mark(xb_program *program, xb_arena *arena, const bool *routines, bool *used);

/**
 * The variables of modules and of the root that are compared when a routine is run in two ways: all but those
 * that only routines refer to that it does not call, as parts of rules do that keep something.
 * @return const xb_symbol, in the order of the program
 */
xb_list xb_uses_compared(xb_program *program, xb_arena *arena, const xb_routine *entry);

#ifdef __cplusplus
}
#endif

#endif
