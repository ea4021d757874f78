/**
 * @file
 * Which of the routines that rules name, or that are called for these, compute with derivatives: those get
 * arguments for them, the others compute values as they are.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_KEPT_ROUTINES_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_KEPT_ROUTINES_H

#include "ir/closure.h"
#include "ir/program.h"

/** What is known of them. */
typedef struct xb_kept_routines {
    xb_closure deriving; /**< private */
} xb_kept_routines;

/**
 * Finds out.
 * @param scratch memory for the work, not released here
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED if one that computes with derivatives is called as a
 * function, which is reported
 */
xb_status xb_kept_routines_find(xb_program *program, xb_arena *scratch, xb_kept_routines *kept);

/** Whether a routine that is kept for a rule computes with derivatives, or is a part of one. */
bool xb_kept_routine_derives(const xb_kept_routines *kept, const xb_routine *routine);

#endif
