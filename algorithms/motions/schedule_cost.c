/*
 * Activations come after what they call, so that one pass over them finds S and P. A sequence that is
 * repeated n times adds n times what it leaves, and most is stored in its last round.
 *
 * For the gains, the moment at which most is stored is looked for from outside to inside: all that was done
 * before it in each activation counts, and so does what strong callees have left in there, which a pass over
 * the activations in the other order spreads.
 */
#include "algorithms/motions/schedule_cost.h"

#include <string.h>

/* What a sequence leaves, and the most that is stored. */
typedef struct level {
    uint64_t left, most;
} level;

/* ---- preparation --------------------------------------------------------------------------------------- */

typedef struct counting {
    xb_schedule_costs *costs;
    uint64_t times; /* of the activation */
} counting;

static void count_call(void *context, const xb_profile_item *item, uint64_t times)
{
    const counting *c = context;
    const xb_profile_activation *activations = c->costs->profile->activations.items;
    if (item->kind != XB_PROFILE_CALL)
        return;
    times = xb_profile_times(times, c->times);
    c->costs->calls[item->site] = xb_profile_plus(c->costs->calls[item->site], times);
    c->costs->steps[item->site] =
        xb_profile_plus(c->costs->steps[item->site], xb_profile_times(times, activations[item->what].steps));
    if (item->amount == XB_PROFILE_UNKNOWN)
        c->costs->can_be_weak[item->site] = false;
}

xb_schedule_costs *xb_schedule_costs_create(xb_arena *arena, const xb_profile *profile)
{
    size_t sites = (size_t)profile->sites.count + 1, activations = (size_t)profile->activations.count + 1;
    const xb_profile_activation *all = profile->activations.items;
    xb_schedule_costs *costs = xb_arena_alloc(arena, sizeof *costs);
    costs->profile = profile;
    costs->calls = xb_arena_array(arena, sites, sizeof *costs->calls);
    costs->steps = xb_arena_array(arena, sites, sizeof *costs->steps);
    costs->can_be_weak = xb_arena_array(arena, sites, sizeof *costs->can_be_weak);
    costs->left = xb_arena_array(arena, activations, sizeof *costs->left);
    costs->most = xb_arena_array(arena, activations, sizeof *costs->most);
    costs->times = xb_arena_array(arena, activations, sizeof *costs->times);
    memset(costs->can_be_weak, true, sites * sizeof *costs->can_be_weak);
    const uint64_t *times = xb_profile_multiplicities(profile, arena);
    for (uint32_t a = 0; a < profile->activations.count; a++) {
        counting c = {costs, times[a]};
        xb_profile_visit(profile, all[a].sequence, count_call, &c);
    }
    return costs;
}

/* ---- peaks --------------------------------------------------------------------------------------------- */

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static level level_of(const xb_schedule_costs *costs, const bool *weak, uint32_t sequence);

/* What an item leaves, and the most that is stored during it. */
static level level_of_item(const xb_schedule_costs *costs, const bool *weak, const xb_profile_item *item)
{
    if (item->kind == XB_PROFILE_PUSH)
        return (level){item->amount, item->amount};
    if (item->kind == XB_PROFILE_CALL) {
        uint64_t left = weak[item->site] ? item->amount : costs->left[item->what];
        return (level){left, costs->most[item->what]};
    }
    level round = level_of(costs, weak, item->what);
    if (item->amount == 0)
        return (level){0, 0};
    return (level){xb_profile_times(item->amount, round.left),
                   xb_profile_plus(xb_profile_times(item->amount - 1, round.left), round.most)};
}

static level level_of(const xb_schedule_costs *costs, const bool *weak, uint32_t sequence)
{
    const xb_profile_sequence *s = (const xb_profile_sequence *)costs->profile->sequences.items + sequence;
    level sum = {0, 0};
    for (uint32_t i = 0; i < s->count; i++) {
        level item = level_of_item(costs, weak, &s->items[i]);
        sum.most = larger(sum.most, xb_profile_plus(sum.left, item.most));
        sum.left = xb_profile_plus(sum.left, item.left);
    }
    sum.most = larger(sum.most, sum.left);
    return sum;
}

/* The activation that is called from outside and stores most. */
static uint32_t worst_run(const xb_schedule_costs *costs)
{
    const uint32_t *runs = costs->profile->runs.items;
    uint32_t worst = runs[0];
    for (uint32_t i = 1; i < costs->profile->runs.count; i++)
        if (costs->most[runs[i]] > costs->most[worst])
            worst = runs[i];
    return worst;
}

uint64_t xb_schedule_peak(xb_schedule_costs *costs, const bool *weak)
{
    const xb_profile_activation *activations = costs->profile->activations.items;
    if (costs->profile->runs.count == 0)
        return 0;
    for (uint32_t a = 0; a < costs->profile->activations.count; a++) {
        level all = level_of(costs, weak, activations[a].sequence);
        costs->left[a] = all.left;
        costs->most[a] = all.most;
    }
    return costs->most[worst_run(costs)];
}

uint64_t xb_schedule_steps(const xb_schedule_costs *costs, const bool *weak)
{
    uint64_t steps = 0;
    for (uint32_t i = 0; i < costs->profile->sites.count; i++)
        steps = xb_profile_plus(steps, weak[i] ? costs->steps[i] : 0);
    return steps;
}

/* ---- gains --------------------------------------------------------------------------------------------- */

typedef struct gaining {
    xb_schedule_costs *costs;
    const bool *weak;
    double *gains;
    double times; /* of what is looked at */
} gaining;

static void gain_of_call(void *context, const xb_profile_item *item, uint64_t times)
{
    const gaining *g = context;
    if (item->kind != XB_PROFILE_CALL || g->weak[item->site])
        return;
    double all = g->times * (double)times;
    g->costs->times[item->what] += all;
    g->gains[item->site] += all * ((double)g->costs->left[item->what] - (double)item->amount);
}

static void gain_of_item(gaining *g, const xb_profile_item *item, double times)
{
    g->times = times;
    if (item->kind == XB_PROFILE_CALL)
        gain_of_call(g, item, 1);
    else if (item->kind == XB_PROFILE_REPEAT)
        xb_profile_visit(g->costs->profile, item->what, gain_of_call, g);
}

/* What a sequence does before most is stored in it. @return the item during which it is; NULL: at the end */
static const xb_profile_item *gain_before_peak(gaining *g, uint32_t sequence)
{
    const xb_profile_sequence *s = (const xb_profile_sequence *)g->costs->profile->sequences.items + sequence;
    uint64_t most = level_of(g->costs, g->weak, sequence).most, left = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const xb_profile_item *item = &s->items[i];
        level here = level_of_item(g->costs, g->weak, item);
        if (item->kind != XB_PROFILE_PUSH && xb_profile_plus(left, here.most) == most)
            return item;
        left = xb_profile_plus(left, here.left);
        gain_of_item(g, item, item->kind == XB_PROFILE_REPEAT ? (double)item->amount : 1);
    }
    return NULL;
}

static void gain_on_the_way(gaining *g, uint32_t sequence)
{
    const xb_profile_activation *activations = g->costs->profile->activations.items;
    const xb_profile_item *item = gain_before_peak(g, sequence);
    while (item) {
        bool repeats = item->kind == XB_PROFILE_REPEAT;
        if (repeats)
            gain_of_item(g, item, (double)item->amount - 1);
        item = gain_before_peak(g, repeats ? item->what : activations[item->what].sequence);
    }
}

void xb_schedule_gains(xb_schedule_costs *costs, const bool *weak, double *gains)
{
    const xb_profile *profile = costs->profile;
    const xb_profile_activation *activations = profile->activations.items;
    gaining g = {.costs = costs, .weak = weak, .gains = gains};
    memset(gains, 0, profile->sites.count * sizeof *gains);
    memset(costs->times, 0, profile->activations.count * sizeof *costs->times);
    if (profile->runs.count == 0)
        return;
    gain_on_the_way(&g, activations[worst_run(costs)].sequence);
    for (uint32_t a = profile->activations.count; a-- > 0;) {
        g.times = costs->times[a];
        if (g.times > 0)
            xb_profile_visit(profile, activations[a].sequence, gain_of_call, &g);
    }
}
