/**
 * @file
 * Type change: makes the arguments of calls agree in activity with what is called.
 *
 * Where an actual argument owns a derivative component and its formal argument does not, or the other way
 * round, the call gets a temporary of the formal's kind; its value is converted before and after the call. A
 * routine without body gets passive temporaries for all active arguments, unless a differentiated wrapper for
 * it is named.
 */
#ifndef XB_TYPECHANGE_TYPECHANGE_H
#define XB_TYPECHANGE_TYPECHANGE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_typechange;

#ifdef __cplusplus
}
#endif

#endif
