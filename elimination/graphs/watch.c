/*
 * An abandoned body is left as one in which memory runs out, by a jump to where it was called. When memory
 * does run out in there, the failure goes on outward.
 */
#include "elimination/graphs/watch.h"

#include <time.h>

/* Seconds that writing may take when the time is over. */
static const double FOR_WRITING = 0.25;

double xb_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

xb_watch *xb_watch_create(xb_arena *scratch, const xb_elimination_limits *limits)
{
    if (!limits || (!limits->stop && limits->seconds <= 0))
        return NULL;
    xb_watch *watch = xb_arena_alloc(scratch, sizeof *watch);
    watch->limits = limits;
    watch->failure = xb_arena_failure(scratch);
    watch->deadline = limits->seconds > 0 ? xb_now() + limits->seconds : 0;
    return watch;
}

void xb_watch_restart(xb_watch *watch, double deadline)
{
    watch->deadline = deadline;
    watch->reserve = 0;
    watch->over = 0;
    watch->stopped = false;
}

static bool is_wanted(const xb_watch *watch, double now)
{
    if (watch->limits->stop && watch->limits->stop(watch->limits->context))
        return true;
    return watch->deadline > 0 && now + (watch->writing ? 0 : watch->reserve) > watch->deadline;
}

static bool is_time(xb_watch *watch)
{
    double now = xb_now();
    if (watch->over == 0 && is_wanted(watch, now))
        watch->over = now;
    return watch->over > 0 && (!watch->writing || now > watch->over + FOR_WRITING);
}

void xb_watch_look(xb_watch *watch)
{
    if (!watch->guarded || !is_time(watch))
        return;
    watch->stopped = true;
    watch->guarded = false;
    xb_fail(watch->failure);
}

bool xb_watch_guard(xb_watch *watch, bool writing, void (*body)(void *argument), void *argument)
{
    if (!watch || watch->guarded) {
        body(argument);
        return true;
    }
    watch->writing = writing;
    watch->stopped = watch->stopped || (!writing && is_time(watch));
    if (watch->stopped && !writing)
        return false;
    watch->guarded = true;
    bool done = xb_protect(watch->failure, body, argument);
    if (!done && watch->guarded)
        xb_fail(watch->failure); /* for want of memory */
    watch->guarded = false;
    return done;
}
