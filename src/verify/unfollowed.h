/**
 * @file
 * Variables that share storage by the alias sets of a document, and not where it is run.
 */
#ifndef XB_VERIFY_UNFOLLOWED_H
#define XB_VERIFY_UNFOLLOWED_H

#include "evaluate/evaluate.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Finds two variables of a scope, or one of them global, of which references certainly have an address in
 * common, and which have storage of their own in an evaluator: that follows alias sets of global variables
 * only, where all that refers to one has the same addresses. Formal arguments stand for others, and don't
 * count. Time as that of sorting the references.
 * @param scratch where lists live
 * @return one of them, *other receives the other one; NULL: none were found
 */
const xb_symbol *xb_unfollowed_find(xb_arena *scratch, xb_program *program, const xb_evaluator *evaluator,
                                    const xb_symbol **other);

#ifdef __cplusplus
}
#endif

#endif
