/*
 * A turn is what threads and processes do without looking at each other. It is short, so that the caller can
 * end the search soon; when time is limited, its number of steps follows the time that the last one took, on
 * the clock of the first process. After a turn the processes exchange the costs of their chains; what
 * is decided then depends on nothing that only one of them knows.
 *
 * Of a change that makes things worse by d, annealing accepts one in e^(d/T). The random number is drawn
 * first, which gives a limit that the walker can use to stop looking.
 */
#include "elimination/search/search.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

/* A search by steps has so many turns at least; the temperature stays the same in each. Between slices of a
 * turn the clock is looked at, so that they are as long as the clock says. */
enum { TURNS_AT_LEAST = 64, TURN_AT_MOST = 20000 };

/* Parts of the whole after which chains exchange; steps without gain after which a descent begins anew. */
enum { EXCHANGES = 8, STUCK = 20000 };

static const double slice_seconds = 0.02, logarithmic_scale = 5;

typedef struct chain {
    void *walker;
    xb_random random;
    double start; /* temperature */
    uint64_t best;
    void *best_place;
    uint64_t steps;
    uint64_t since; /* the last gain or restart */
} chain;

/* Costs by the numbers that chains have among those of all processes, then what the first process's clock
 * says; all of it is sums over the processes, to which only one has something to add. */
typedef struct common {
    uint64_t *numbers;
    size_t count;
    uint64_t *best;
    uint64_t *now;
    uint64_t *fraction; /* bits of a double */
    uint64_t *seconds;  /* likewise */
} common;

typedef struct crew {
    const xb_walk *walk;
    const xb_search_team *team;
    xb_search_method method;
    chain *chains;  /* every so many-th of all chains, from the rank on */
    uint32_t count; /* of them */
    uint32_t all;   /* chains of all processes */
    uint32_t threads;
    void *place; /* for the way from one chain to another */
    common common;
    uint64_t turn;   /* steps of a turn; 0 if there is no limit by steps */
    uint64_t slice;  /* steps of this slice */
    uint64_t steps;  /* that each chain did */
    double fraction; /* of the budget that was used when the turn began */
    double used;     /* of the budget so far; 1 ends the search */
    double seconds;  /* that the last slice took */
} crew;

typedef struct worker {
    const crew *crew;
    uint32_t first; /* chain; then every so many-th */
    pthread_t thread;
    bool started;
} worker;

/* This process alone. */
static const xb_search_team alone = {.size = 1};

static const xb_search_team *team_of(const xb_elimination_search *search)
{
    return search->team ? search->team : &alone;
}

static void sum(const xb_search_team *team, uint64_t *numbers, size_t count)
{
    if (team->size > 1)
        team->sum(team->context, numbers, count);
}

static void spread(const xb_search_team *team, uint32_t from, void *bytes, size_t size)
{
    if (team->size > 1)
        team->spread(team->context, from, bytes, size);
}

uint32_t xb_search_chains(const xb_elimination_search *search, size_t memory)
{
    size_t most = memory > 0 ? (size_t)XB_SEARCH_MEMORY / memory : UINT32_MAX;
    uint32_t chains = search->chains < 1 ? 1 : search->chains;
    return chains <= most ? chains : most < 1 ? 1 : (uint32_t)most;
}

bool xb_search_agree(const xb_elimination_search *search, bool wish)
{
    uint64_t wishes = wish;
    sum(team_of(search), &wishes, 1);
    return wishes > 0;
}

void xb_search_spread(const xb_elimination_search *search, void *bytes, size_t size)
{
    spread(team_of(search), 0, bytes, size);
}

bool xb_search_tell(xb_search_budget *budget, xb_elimination_kind kind, double fraction, uint64_t cost)
{
    const xb_elimination_search *search = budget->search;
    if (!search->progress || budget->stopped)
        return !budget->stopped;
    xb_search_progress progress = {xb_now() - budget->began, fraction, budget->steps, cost, kind};
    budget->stopped = !search->progress(search->context, &progress);
    return !budget->stopped;
}

static double temperature(const crew *c, const chain *one)
{
    switch (c->method) {
    case XB_SEARCH_LOGARITHMIC: return logarithmic_scale / log((double)one->steps + 2);
    case XB_SEARCH_ANNEALING: return one->start * pow(c->walk->end / one->start, c->fraction);
    default: return 0;
    }
}

static void step(const crew *c, chain *one, double heat)
{
    const xb_walk *walk = c->walk;
    double most = heat > 0 ? -heat * log(1 - xb_random_fraction(&one->random)) : 0;
    int64_t limit = (int64_t)most;
    one->steps++;
    if (walk->propose(one->walker, &one->random, limit) > limit)
        return;
    walk->accept(one->walker);
    if (walk->cost(one->walker) < one->best) {
        one->best = walk->cost(one->walker);
        one->since = one->steps;
        walk->write(one->walker, one->best_place);
    }
}

/* Disturbs the best: some steps that may cost more. */
static void restart(const crew *c, chain *one)
{
    c->walk->go(one->walker, one->best_place);
    for (int i = 0; i < 200; i++)
        step(c, one, c->walk->start);
    one->since = one->steps;
}

static void take_slice(const crew *c, chain *one)
{
    double heat = temperature(c, one);
    for (uint64_t i = 0; i < c->slice; i++) {
        step(c, one, heat);
        if (c->method == XB_SEARCH_RESTARTS && one->steps - one->since > STUCK)
            restart(c, one);
    }
}

static void *work(void *argument)
{
    const worker *w = argument;
    for (uint32_t i = w->first; i < w->crew->count; i += w->crew->threads)
        take_slice(w->crew, &w->crew->chains[i]);
    return NULL;
}

/* A thread that can't be had is replaced by this one. */
static void take_slices(crew *c, worker *workers)
{
    for (uint32_t t = 1; t < c->threads; t++)
        workers[t].started = pthread_create(&workers[t].thread, NULL, work, &workers[t]) == 0;
    for (uint32_t t = 0; t < c->threads; t++) {
        if (!workers[t].started)
            work(&workers[t]);
    }
    for (uint32_t t = 1; t < c->threads; t++) {
        if (workers[t].started)
            pthread_join(workers[t].thread, NULL);
    }
}

/* ---- what all processes know ---- */

static void make_common(xb_arena *scratch, crew *c)
{
    common *all = &c->common;
    all->count = 2 * (size_t)c->all + 2;
    all->numbers = xb_arena_array(scratch, all->count, sizeof *all->numbers);
    all->best = all->numbers;
    all->now = all->best + c->all;
    all->fraction = all->now + c->all;
    all->seconds = all->fraction + 1;
}

static uint32_t number_of(const crew *c, uint32_t place)
{
    return place * c->team->size + c->team->rank;
}

/* The chain with this number, or NULL if it is another process's. */
static chain *own(const crew *c, uint32_t number)
{
    return number % c->team->size == c->team->rank ? &c->chains[number / c->team->size] : NULL;
}

/* Tells the other processes how the chains of this one stand, and the time if it is the first one. */
static void share(crew *c, double used, double seconds)
{
    common *all = &c->common;
    memset(all->numbers, 0, all->count * sizeof *all->numbers);
    for (uint32_t i = 0; i < c->count; i++) {
        all->best[number_of(c, i)] = c->chains[i].best;
        all->now[number_of(c, i)] = c->walk->cost(c->chains[i].walker);
    }
    if (c->team->rank == 0) {
        memcpy(all->fraction, &used, sizeof used);
        memcpy(all->seconds, &seconds, sizeof seconds);
    }
    sum(c->team, all->numbers, all->count);
    memcpy(&c->used, all->fraction, sizeof c->used);
    memcpy(&c->seconds, all->seconds, sizeof c->seconds);
}

/* The place of the lowest cost; the first one among equals. */
static uint32_t lowest(const crew *c, const uint64_t *costs)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < c->all; i++) {
        if (costs[i] < costs[found])
            found = i;
    }
    return found;
}

static uint32_t highest(const crew *c, const uint64_t *costs)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < c->all; i++) {
        if (costs[i] > costs[found])
            found = i;
    }
    return found;
}

/* The chain that stands worst goes on from where the best stands. */
static void exchange(crew *c)
{
    uint32_t best = lowest(c, c->common.now), worst = highest(c, c->common.now);
    if (best == worst)
        return;
    if (own(c, best))
        c->walk->write(own(c, best)->walker, c->place);
    spread(c->team, best % c->team->size, c->place, c->walk->size);
    if (own(c, worst))
        c->walk->go(own(c, worst)->walker, c->place);
}

/* The part of the share that is used: by steps where these are limited, so that time changes nothing. */
static double used(const crew *c, const xb_search_budget *budget)
{
    double time = budget->share > 0 ? (xb_now() - budget->share_began) / budget->share : 0;
    if (budget->limit == 0)
        return budget->share > 0 && time < 1 ? time : 1;
    double steps = (double)c->steps / (double)budget->limit;
    return time < 1 && steps < 1 ? steps : 1;
}

/* ---- turns ---- */

static uint64_t turn_of(uint64_t limit)
{
    uint64_t turn = limit / TURNS_AT_LEAST + 1;
    return limit == 0 ? 0 : turn < TURN_AT_MOST ? turn : TURN_AT_MOST;
}

static bool begins_turn(const crew *c)
{
    return c->turn == 0 || c->steps % c->turn == 0;
}

/* Temperature and exchanges depend on the steps alone, where these are limited. */
static void begin_turn(crew *c, double *exchanged)
{
    if (!begins_turn(c))
        return;
    c->fraction = c->used;
    if (c->all > 1 && c->fraction - *exchanged >= 1.0 / EXCHANGES) {
        *exchanged = c->fraction;
        exchange(c);
    }
}

/* The clock decides how long a slice is; it ends with the turn. */
static void set_slice(crew *c, uint64_t *wanted, uint64_t limit)
{
    if (c->seconds < slice_seconds / 2 && *wanted < TURN_AT_MOST)
        *wanted *= 2;
    else if (c->seconds > slice_seconds * 2 && *wanted > 1)
        *wanted /= 2;
    c->slice = *wanted;
    if (c->turn > 0 && c->slice > c->turn - c->steps % c->turn)
        c->slice = c->turn - c->steps % c->turn;
    if (limit > 0 && c->slice > limit - c->steps)
        c->slice = limit - c->steps;
}

static void run(crew *c, worker *workers, xb_search_budget *budget, xb_elimination_kind kind)
{
    double exchanged = 0;
    uint64_t wanted = 1;
    c->turn = turn_of(budget->limit);
    share(c, used(c, budget), 0);
    while (c->used < 1) {
        double began = xb_now();
        begin_turn(c, &exchanged);
        set_slice(c, &wanted, budget->limit);
        take_slices(c, workers);
        c->steps += c->slice;
        budget->steps += c->slice * c->all;
        share(c, used(c, budget), xb_now() - began);
        uint64_t best = c->common.best[lowest(c, c->common.best)];
        xb_search_tell(budget, kind, c->used, best);
        budget->stopped = xb_search_agree(budget->search, budget->stopped);
        if (budget->stopped || best <= budget->target)
            return;
    }
}

static void begin(xb_arena *scratch, crew *c, const void *place, uint64_t seed, xb_elimination_kind kind)
{
    c->chains = xb_arena_array(scratch, c->count, sizeof *c->chains);
    c->place = xb_arena_alloc(scratch, c->walk->size);
    for (uint32_t i = 0; i < c->count; i++) {
        chain *one = &c->chains[i];
        one->walker = c->walk->create(scratch, c->walk->context);
        c->walk->go(one->walker, place);
        one->start = c->walk->start * (1 + number_of(c, i) % 2);
        one->best = c->walk->cost(one->walker);
        one->best_place = xb_arena_alloc(scratch, c->walk->size);
        c->walk->write(one->walker, one->best_place);
        xb_random_start(&one->random, seed, (uint64_t)kind << 32 | number_of(c, i));
    }
    make_common(scratch, c);
}

void xb_search_walk(xb_arena *scratch, xb_search_budget *budget, xb_elimination_kind kind,
                    const xb_walk *walk, void *place)
{
    const xb_elimination_search *search = budget->search;
    const xb_search_team *team = team_of(search);
    crew c = {.walk = walk, .team = team, .method = search->method};
    c.all = xb_search_chains(search, walk->memory);
    c.count = c.all / team->size + (team->rank < c.all % team->size);
    c.threads = search->threads < c.count ? search->threads : c.count;
    c.threads = c.threads < 1 ? 1 : c.threads;
    worker *workers = xb_arena_array(scratch, c.threads, sizeof *workers);
    for (uint32_t t = 0; t < c.threads; t++)
        workers[t] = (worker){.crew = &c, .first = t};
    begin(scratch, &c, place, search->seed, kind);
    run(&c, workers, budget, kind);
    uint32_t best = lowest(&c, c.common.best);
    if (own(&c, best))
        memcpy(place, own(&c, best)->best_place, walk->size);
    spread(team, best % team->size, place, walk->size);
}
