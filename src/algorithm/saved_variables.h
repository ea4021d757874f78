/**
 * @file
 * Local variables that keep their values from one call to the next, for reverse mode.
 */
#ifndef XB_ALGORITHM_SAVED_VARIABLES_H
#define XB_ALGORITHM_SAVED_VARIABLES_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Gives the local variables of routines that are saved, and change, storage blocks of their own, which their
 * versions for the taping and the adjoint sweep share, and which are restored as other common blocks are.
 * Variables that are allocated, or have storage together with others, stay as they are.
 * @return whether there was any: what is known of the program before is not to be used afterwards
 */
bool xb_share_saved_variables(xb_analyses *analyses);

#ifdef __cplusplus
}
#endif

#endif
