/**
 * @file
 * Arguments that may be absent for all that the program tells.
 */
#ifndef XB_ALGORITHMS_SUPPORT_ABSENCE_H
#define XB_ALGORITHMS_SUPPORT_ABSENCE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Warns if nothing tells that a formal argument is there (xb_is_passed_on()): code that is made for it takes
 * it to be there.
 * @param what what is done with it, as in "is stored"
 */
void xb_warn_of_passed_on(xb_run *run, const xb_symbol *symbol, const char *what);

#ifdef __cplusplus
}
#endif

#endif
