/**
 * @file
 * Ending runs that take too long: because the caller wants no more, or because the time is over.
 *
 * What works on a graph ticks, often; now and then a tick looks at the clock and asks the caller. When it is
 * time to end, the body that runs under xb_watch_guard() is abandoned in the middle of whatever it does: only
 * what it had completed before can be used. Writing down what was found has a little more time.
 */
#ifndef XB_ELIMINATION_GRAPHS_WATCH_H
#define XB_ELIMINATION_GRAPHS_WATCH_H

#include "elimination/types/options.h"
#include "base/arena.h"

/** Seconds on a clock that only goes forward. */
double xb_now(void);

/** A watch over one elimination. */
typedef struct xb_watch {
    const xb_elimination_limits *limits; /**< see there */
    xb_failure *failure;                 /**< where abandoned bodies return to */
    double deadline;                     /**< by xb_now(); 0 if there is none */
    double reserve;                      /**< seconds that will be needed for writing */
    double over;                         /**< when it was first noticed that it was time; 0 before */
    bool stopped;                        /**< it was time to end, and a body was abandoned or not begun */
    bool guarded;                        /**< a body runs under the guard */
    bool writing;                        /**< it writes down what was found */
    uint32_t ticks;                      /**< private */
} xb_watch;

/** Begins anew, with a time of its own to end. @param deadline by xb_now(); 0 if there is none */
void xb_watch_restart(xb_watch *watch, double deadline);

/** A watch in scratch memory that begins now. @return NULL if there is nothing to watch for */
xb_watch *xb_watch_create(xb_arena *scratch, const xb_elimination_limits *limits);

/**
 * Runs body(argument) as long as it isn't time to end. All memory that it takes must be of arenas.
 * @param watch NULL is allowed
 * @param writing whether it writes down what was found: then it is always begun
 * @return whether the body returned; if not, the watch is stopped
 */
bool xb_watch_guard(xb_watch *watch, bool writing, void (*body)(void *argument), void *argument);

/** Looks whether it is time to end, and if so, doesn't return to a guarded body. */
void xb_watch_look(xb_watch *watch);

/** Notes that some elementary operations were done. @param watch NULL is allowed */
static inline void xb_watch_tick(xb_watch *watch, uint32_t operations)
{
    enum { OPERATIONS_BETWEEN = 4096 };
    if (!watch || (watch->ticks += operations) < OPERATIONS_BETWEEN)
        return;
    watch->ticks = 0;
    xb_watch_look(watch);
}

#endif
