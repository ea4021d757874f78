/**
 * @file
 * What a schedule costs, by a profile.
 *
 * **Memory.** While an activation is recorded, what is stored grows: by its pushes, by what a strong callee
 * leaves on the tape, and by the checkpoint of a weak one. While it returns, what was stored is taken again,
 * in reverse order; the checkpoint of a weak callee is taken before the callee is recorded and returns. So,
 * with
 *
 * - S(a), the bytes that an activation a leaves when it is recorded: its pushes, S(c) of each strong callee
 *   c, and the checkpoint of each weak one,
 * - B(a, c), those of them that were stored before the call of c,
 *
 * the most that is stored from the beginning of its recording to the end of its return is
 *
 *     P(a) = max(S(a), max over its calls c, strong or weak, of B(a, c) + P(c)).
 *
 * **Steps.** Each activation is recorded once, and once more run for its values for each weak call on the way
 * from outside to it. So a weak call costs, each time, the steps of its callee and of all that this calls:
 * what calls cost does not depend on which other calls are weak, and adds up.
 *
 * Both follow from the profile alone, exactly as far as that is exact, in time linear in its size.
 */
#ifndef XB_ALGORITHMS_MOTIONS_SCHEDULE_COST_H
#define XB_ALGORITHMS_MOTIONS_SCHEDULE_COST_H

#include "evaluate/profile.h"

/** What is needed to cost schedules of a profile. */
typedef struct xb_schedule_costs {
    const xb_profile *profile;
    uint64_t *calls;   /**< by site: how often it calls */
    uint64_t *steps;   /**< by site: steps that are done once more if it is weak */
    bool *can_be_weak; /**< by site: the checkpoint is known each time */
    uint64_t *left;    /**< by activation: S */
    uint64_t *most;    /**< by activation: P */
    double *times;     /**< by activation; for work */
} xb_schedule_costs;

/** Prepares to cost schedules. @param arena where the result lives */
xb_schedule_costs *xb_schedule_costs_create(xb_arena *arena, const xb_profile *profile);

/** The most bytes that are stored at once. @param weak by site */
uint64_t xb_schedule_peak(xb_schedule_costs *costs, const bool *weak);

/** Steps that are done once more. @param weak by site */
uint64_t xb_schedule_steps(const xb_schedule_costs *costs, const bool *weak);

/**
 * Which strong calls have left what is stored when most is, after xb_schedule_peak().
 * @param weak as it was given there
 * @param gains by site: receives the bytes that would be stored less at that moment if it were weak
 */
void xb_schedule_gains(xb_schedule_costs *costs, const bool *weak, double *gains);

#endif
