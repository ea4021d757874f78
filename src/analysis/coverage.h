/**
 * @file
 * Coverage: what loops certainly do, since they certainly have a round.
 *
 * A DO loop whose bounds are constants says by itself whether it has one. Where its variable is a subscript
 * of an array, and goes through all of that dimension, and loops around it go through the other ones, all
 * elements have been assigned when the outermost of these loops is left, so that it is as if the array was
 * assigned as a whole there.
 */
#ifndef XB_ANALYSIS_COVERAGE_H
#define XB_ANALYSIS_COVERAGE_H

#include "analysis/analyses.h"
#include "analysis/constructs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the loops of a routine do. Arrays are by vertex of its control flow. */
typedef struct xb_coverage {
    const xb_constructs *constructs;
    const bool *runs;      /**< whether it is the head of a loop that certainly has a round */
    const xb_list *arrays; /**< of such a head: xb_symbol, the arrays of which all elements have certainly
                              been assigned when the loop is left by its condition */
} xb_coverage;

/**
 * The loops of a routine that certainly have rounds.
 *
 * Takes linear time, but for subscripts and loops that are nested. A loop whose variable may be changed in
 * its body covers nothing.
 * @param arena where the result lives; not the analyses' scratch memory
 * @param routine as it was read, or what stands for it
 * @return NULL if there is none, or control flow is not structured
 */
const xb_coverage *xb_coverage_of(xb_analyses *analyses, xb_arena *arena, const xb_routine *routine,
                                  xb_view view);

#ifdef __cplusplus
}
#endif

#endif
