/**
 * @file
 * Which routines use which variables from outside, that is, of COMMON blocks, modules and hosts.
 */
#ifndef XB_ANALYSIS_USES_H
#define XB_ANALYSIS_USES_H

#include "analysis/effects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Who uses what, in the program as it was read. */
typedef struct xb_uses xb_uses;

/** A reference to a variable from outside of the routine that it is in. */
typedef struct xb_use {
    const xb_reference *reference;
    bool modified; /**< whether it may be modified there */
} xb_use;

/** The uses of all routines. Linear time. */
xb_uses *xb_uses_of(xb_analyses *analyses);

/**
 * How a routine, or what it calls, certainly uses elements of a reference to a variable from outside of it:
 * by its name, or, if the variable is from outside of the caller, too, by that of another one which alias
 * sets say is in the same place. Where addresses mean something else in each routine, that may be none. There
 * is a limit to all searches together, which only programs with very many calls reach.
 * @param caller the routine that the reference is in
 * @param any whether each use counts; otherwise those that may modify it
 * @return a use, or NULL
 */
const xb_use *xb_uses_find(xb_uses *uses, const xb_routine *caller, const xb_routine *routine,
                           const xb_reference *reference, bool any);

/** Whether a routine, or what it calls, may use elements of a reference to a variable from outside of it: as
 * above, but only subscripts that are known tell that it does not, and so the limit counts as a use. */
bool xb_uses_may_touch(xb_uses *uses, const xb_routine *caller, const xb_routine *routine,
                       const xb_reference *reference);

/**
 * What a routine, or what it calls, may modify outside, but for elements of arrays that are not known.
 * @param arena where the list lives
 * @return xb_use; each routine that is reached has a part of its own
 */
xb_list xb_uses_modified(xb_uses *uses, xb_arena *arena, const xb_routine *routine);

#ifdef __cplusplus
}
#endif

#endif
