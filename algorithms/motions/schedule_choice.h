/**
 * @file
 * Choosing a schedule: of those that keep within a limit what is stored at once, the one with the fewest
 * recomputations.
 *
 * If there are few calls, all schedules are tried: the choice is the best one, and what is said to be the
 * least that can be reached is the least. With more, calls become weak one after the other: of those that
 * have left what is stored when most is, the one that saves most for a step more; then those that turn out
 * not to be needed become strong again. That takes a pass over the profile for each call, and need not find
 * the best.
 */
#ifndef XB_ALGORITHMS_MOTIONS_SCHEDULE_CHOICE_H
#define XB_ALGORITHMS_MOTIONS_SCHEDULE_CHOICE_H

#include "algorithms/motions/schedule_cost.h"

/** A schedule. */
typedef struct xb_schedule_choice {
    bool *weak;     /**< by site */
    uint64_t peak;  /**< most bytes that are stored at once */
    uint64_t steps; /**< that are done once more */
    bool fits;      /**< whether it keeps within the limit; if not, the peak is the least that was found */
    bool exact;     /**< whether all schedules were tried */
} xb_schedule_choice;

/**
 * Chooses a schedule.
 * @param fixed by site: whether it must stay as it is
 * @param weak by site: what it is, if it must stay so
 * @param arena where the choice lives
 */
xb_schedule_choice xb_schedule_choose(xb_arena *arena, xb_schedule_costs *costs, const bool *fixed,
                                      const bool *weak, uint64_t limit);

#endif
