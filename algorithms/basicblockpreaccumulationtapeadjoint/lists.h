/**
 * @file
 * Replacement lists: how versions of a routine are written for back ends that expand templates.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPEADJOINT_LISTS_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPEADJOINT_LISTS_H

#include "algorithms/checkpoints/checkpoints.h"
#include "algorithms/motions/motions.h"

/** Placeholders of a replacement list. */
enum {
    XB_ORIGINAL = 1,
    XB_TAPING,
    XB_ADJOINT,
    XB_STORE_ARGUMENTS,
    XB_STORE_RESULTS,
    XB_RESTORE_ARGUMENTS,
    XB_RESTORE_RESULTS,
    XB_STORE_STEP,
    XB_RESTORE_STEP,
    XB_STRICT_TAPING,
    XB_STRICT_ADJOINT,
    XB_STORE_DERIVATIVES,
    XB_RESTORE_DERIVATIVES,
    XB_PLACEHOLDERS = XB_RESTORE_DERIVATIVES
};

/** What lists are made by. */
typedef struct xb_lists {
    xb_program *program;
    const xb_checkpoints *checkpoints;
    bool all_inout; /**< all formal arguments get the intent inout */
    bool for_split; /**< the template must be that of split reversal, since calls lead to motions */
} xb_lists;

/** The list of a routine. @param versions by placeholder, which share its symbol and scope */
xb_routine *xb_list_of_versions(const xb_lists *lists, xb_routine *original, xb_routine *const *versions);

/** A list that computes the same in any mode, but for the adjoint sweep if no routine is taped in that mode.
 * @param plain a version of the routine */
xb_routine *xb_list_of_plain(const xb_lists *lists, xb_routine *original, xb_routine *plain);

/** A list that does the same in any mode in which a motion is called. @param routine the motion */
xb_routine *xb_list_of_motion(const xb_lists *lists, xb_routine *original, xb_routine *routine,
                              xb_motion motion);

#endif
