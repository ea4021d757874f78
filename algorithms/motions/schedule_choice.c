/*
 * The greedy choice comes first: its steps bound those that all others are tried with. Which of two schedules
 * is better is a matter of steps, then of the peak; if both exceed the limit, of the peak, then of steps.
 */
#include "algorithms/motions/schedule_choice.h"

#include <string.h>

/* Most work of trying all schedules: items of the profile that are looked at. */
#define MOST_WORK (UINT64_C(1) << 25)

/* A choice under way. */
typedef struct choosing {
    xb_arena *arena;
    xb_schedule_costs *costs;
    uint64_t limit;
    uint32_t *open; /* sites that are not fixed */
    uint32_t count;
    bool *weak; /* by site; as it is now */
    double *gains;
    xb_schedule_choice best;
} choosing;

static bool is_better(const choosing *c, uint64_t peak, uint64_t steps)
{
    const xb_schedule_choice *best = &c->best;
    bool fits = peak <= c->limit;
    if (fits != best->fits)
        return fits;
    if (fits)
        return steps < best->steps || (steps == best->steps && peak < best->peak);
    return peak < best->peak || (peak == best->peak && steps < best->steps);
}

/* @return the peak of the schedule as it is now, which is kept if it is the best one */
static uint64_t consider(choosing *c)
{
    uint64_t peak = xb_schedule_peak(c->costs, c->weak), steps = xb_schedule_steps(c->costs, c->weak);
    if (!is_better(c, peak, steps))
        return peak;
    c->best.peak = peak;
    c->best.steps = steps;
    c->best.fits = peak <= c->limit;
    memcpy(c->best.weak, c->weak, c->costs->profile->sites.count * sizeof *c->weak);
    return peak;
}

/* ---- one after the other ------------------------------------------------------------------------------- */

/* The strong call that saves most bytes for a step more; UINT32_MAX: none saves any. */
static uint32_t best_gain(const choosing *c)
{
    uint32_t found = UINT32_MAX;
    double most = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t site = c->open[i];
        double ratio = c->gains[site] / ((double)c->costs->steps[site] + 1);
        if (c->weak[site] || ratio <= most)
            continue;
        most = ratio;
        found = site;
    }
    return found;
}

static void weaken(choosing *c)
{
    while (consider(c) > c->limit) {
        xb_schedule_gains(c->costs, c->weak, c->gains);
        uint32_t site = best_gain(c);
        if (site == UINT32_MAX)
            return;
        c->weak[site] = true;
    }
}

/* Calls that cost most become strong first, as far as that keeps within what was reached. */
static void strengthen(choosing *c)
{
    memcpy(c->weak, c->best.weak, c->costs->profile->sites.count * sizeof *c->weak);
    bool *tried = xb_arena_array(c->arena, (size_t)c->costs->profile->sites.count + 1, sizeof *tried);
    uint64_t bound = c->best.fits ? c->limit : c->best.peak;
    for (uint32_t round = 0; round < c->count; round++) {
        uint32_t site = UINT32_MAX;
        for (uint32_t i = 0; i < c->count; i++)
            if (c->weak[c->open[i]] && !tried[c->open[i]] &&
                (site == UINT32_MAX || c->costs->steps[c->open[i]] > c->costs->steps[site]))
                site = c->open[i];
        if (site == UINT32_MAX)
            return;
        tried[site] = true;
        c->weak[site] = false;
        if (consider(c) > bound)
            c->weak[site] = true;
    }
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static bool can_try_all(const choosing *c)
{
    const xb_profile *profile = c->costs->profile;
    const xb_profile_sequence *sequences = profile->sequences.items;
    uint64_t items = profile->activations.count;
    for (uint32_t i = 0; i < profile->sequences.count; i++)
        items += sequences[i].count;
    return c->count < 24 && items << c->count <= MOST_WORK;
}

/* Each subset as a binary number; those that cost more steps than the best one are not looked at. */
static void try_all(choosing *c)
{
    uint64_t end = UINT64_C(1) << c->count;
    for (uint64_t subset = 0; subset < end; subset++) {
        for (uint32_t i = 0; i < c->count; i++)
            c->weak[c->open[i]] = subset >> i & 1;
        if (!c->best.fits || xb_schedule_steps(c->costs, c->weak) <= c->best.steps)
            consider(c);
    }
    c->best.exact = true;
}

xb_schedule_choice xb_schedule_choose(xb_arena *arena, xb_schedule_costs *costs, const bool *fixed,
                                      const bool *weak, uint64_t limit)
{
    size_t sites = (size_t)costs->profile->sites.count + 1;
    choosing c = {.arena = arena, .costs = costs, .limit = limit};
    c.open = xb_arena_array(arena, sites, sizeof *c.open);
    c.weak = xb_arena_array(arena, sites, sizeof *c.weak);
    c.gains = xb_arena_array(arena, sites, sizeof *c.gains);
    c.best = (xb_schedule_choice){
        .weak = xb_arena_array(arena, sites, sizeof *c.weak), .peak = UINT64_MAX, .steps = UINT64_MAX};
    for (uint32_t i = 0; i < costs->profile->sites.count; i++) {
        c.weak[i] = fixed[i] && weak[i];
        if (!fixed[i] && costs->can_be_weak[i])
            c.open[c.count++] = i;
    }
    weaken(&c);
    strengthen(&c);
    if (can_try_all(&c))
        try_all(&c);
    return c.best;
}
