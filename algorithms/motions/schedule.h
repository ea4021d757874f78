/**
 * @file
 * Schedules: how the callee of each call is reversed.
 *
 * A call is *strong* or *weak*. The callee of a strong call is recorded when its caller is recorded; that of
 * a weak one only stores its arguments then, and is recorded when its caller returns, right before it returns
 * itself. All calls strong is split reversal, all weak joint reversal; any mixture is right, and trades tape
 * for recomputation call by call. (A. Griewank, A. Walther: Evaluating Derivatives, 2nd edition, 2008,
 * chapter 12.)
 */
#ifndef XB_ALGORITHMS_MOTIONS_SCHEDULE_H
#define XB_ALGORITHMS_MOTIONS_SCHEDULE_H

#include "algorithm/algorithm.h"
#include "algorithms/motions/schedule_file.h"
#include "evaluate/profile.h"

/** What a schedule decides. */
typedef struct xb_schedule xb_schedule;

/**
 * Finds whether a document has calls that are marked as weak, see marks.h.
 * @return XB_STATUS_INVALID, with errors, if there are marks that mean nothing
 */
xb_status xb_schedule_find_marks(xb_run *run, bool *any);

/**
 * Applies rules to all calls of a document; the last one that fits a call counts, and a call that none fits
 * is strong. Linear time for each rule.
 * @param rules must outlive the schedule
 * @param schedule receives the schedule, in the program's arena
 * @return XB_STATUS_OK; XB_STATUS_USAGE if a rule with no pattern in it fits no call, which was reported
 */
xb_status xb_schedule_create(xb_run *run, const xb_schedule_rules *rules, const xb_schedule **schedule);

/**
 * Takes a schedule from what was chosen for the calls of a profile; a call that the profile does not know is
 * strong, and a marked one weak.
 * @param weak by site of the profile; must outlive the schedule, as the profile must
 * @return XB_STATUS_OK; XB_STATUS_USAGE if the profile has calls that the document has not, which was
 * reported
 */
xb_status xb_schedule_of_profile(xb_run *run, const xb_profile *profile, const bool *weak,
                                 const xb_schedule **schedule);

/** A call, as the document has it, of a routine with a body. */
typedef struct xb_scheduled_call {
    const xb_symbol *caller, *callee;
    uint64_t ordinal; /**< among the calls of the callee in the caller, from 1; 0: within an expression */
    bool weak;
    bool marked; /**< as weak */
} xb_scheduled_call;

/** Goes over all calls of a document, in its order. @param schedule NULL: only what is marked is weak */
void xb_schedule_visit(xb_run *run, const xb_schedule *schedule,
                       void (*visit)(void *context, const xb_scheduled_call *call), void *context);

/** Whether a call is weak. @param caller as read @param callee as read */
bool xb_schedule_is_weak(const xb_schedule *schedule, const xb_routine *caller, const xb_routine *callee,
                         const xb_call *call);

#endif
