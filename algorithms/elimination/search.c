/*
 * A turn is what the threads do without looking at each other. It is short, so that the caller can end the
 * search soon; when time is limited, its number of steps follows the time that the last one took.
 *
 * Of a change that makes things worse by d, annealing accepts one in e^(d/T). The random number is drawn
 * first, which gives a limit that the walker can use to stop looking.
 */
#include "algorithms/elimination/search.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

/* Turns that a search by steps has at least, and the steps of one at most. */
enum { TURNS_AT_LEAST = 64, TURN_AT_MOST = 20000, FIRST_TURN = 200 };

/* Parts of the whole after which chains exchange; steps without gain after which a descent begins anew. */
enum { EXCHANGES = 8, STUCK = 20000 };

static const double turn_seconds = 0.02, logarithmic_scale = 5;

typedef struct chain {
    void *walker;
    xb_random random;
    uint64_t best;
    uint64_t steps;
    uint64_t since; /* the last gain or restart */
} chain;

typedef struct crew {
    const xb_walk *walk;
    xb_search_method method;
    chain *chains;
    uint32_t count;
    uint32_t threads;
    uint64_t turn;   /* steps of this turn */
    double fraction; /* of the budget that was used when the turn began */
} crew;

typedef struct worker {
    const crew *crew;
    uint32_t first; /* chain; then every so many-th */
    pthread_t thread;
    bool started;
} worker;

double xb_search_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool xb_search_tell(xb_search_budget *budget, xb_elimination_kind kind, double fraction, uint64_t cost)
{
    const xb_elimination_search *search = budget->search;
    if (!search->progress || budget->stopped)
        return !budget->stopped;
    xb_search_progress progress = {xb_search_now() - budget->began, fraction, budget->steps, cost, kind};
    budget->stopped = !search->progress(search->context, &progress);
    return !budget->stopped;
}

static double temperature(const crew *c, const chain *one)
{
    switch (c->method) {
    case XB_SEARCH_LOGARITHMIC: return logarithmic_scale / log((double)one->steps + 2);
    case XB_SEARCH_ANNEALING: return c->walk->start * pow(c->walk->end / c->walk->start, c->fraction);
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
        walk->save(one->walker);
    }
}

/* Disturbs the best: some steps that may cost more. */
static void restart(const crew *c, chain *one)
{
    c->walk->go(one->walker, NULL);
    for (int i = 0; i < 200; i++)
        step(c, one, c->walk->start);
    one->since = one->steps;
}

static void take_turn(const crew *c, chain *one)
{
    double heat = temperature(c, one);
    for (uint64_t i = 0; i < c->turn; i++) {
        step(c, one, heat);
        if (c->method == XB_SEARCH_RESTARTS && one->steps - one->since > STUCK)
            restart(c, one);
    }
}

static void *work(void *argument)
{
    const worker *w = argument;
    for (uint32_t i = w->first; i < w->crew->count; i += w->crew->threads)
        take_turn(w->crew, &w->crew->chains[i]);
    return NULL;
}

/* A thread that can't be had is replaced by this one. */
static void take_turns(crew *c, worker *workers)
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

/* The chain that is where it costs least, or most; the first one among equals. */
static uint32_t extreme(const crew *c, bool most)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        uint64_t cost = c->walk->cost(c->chains[i].walker), other = c->walk->cost(c->chains[found].walker);
        if (most ? cost > other : cost < other)
            found = i;
    }
    return found;
}

static void exchange(crew *c)
{
    uint32_t best = extreme(c, false), worst = extreme(c, true);
    if (best != worst)
        c->walk->go(c->chains[worst].walker, c->chains[best].walker);
}

static uint32_t best_of(const crew *c)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        if (c->chains[i].best < c->chains[best].best)
            best = i;
    }
    return best;
}

/* The part of the share that is used: by steps where these are limited, so that time changes nothing. */
static double used(const crew *c, const xb_search_budget *budget)
{
    if (budget->limit > 0)
        return (double)c->chains[0].steps / (double)budget->limit;
    return budget->share > 0 ? (xb_search_now() - budget->share_began) / budget->share : 1;
}

static bool is_late(const xb_search_budget *budget)
{
    return budget->share > 0 && xb_search_now() - budget->share_began >= budget->share;
}

static uint64_t first_turn(uint64_t limit)
{
    if (limit == 0)
        return FIRST_TURN;
    uint64_t turn = limit / TURNS_AT_LEAST + 1;
    return turn < TURN_AT_MOST ? turn : TURN_AT_MOST;
}

/* Only where there is no limit by steps may the clock decide how long a turn is. */
static void set_next_turn(crew *c, uint64_t limit, double seconds)
{
    if (limit > 0) {
        uint64_t left = limit - c->chains[0].steps;
        c->turn = left < c->turn ? left : c->turn;
    } else if (seconds < turn_seconds / 2 && c->turn < TURN_AT_MOST) {
        c->turn *= 2;
    } else if (seconds > turn_seconds * 2 && c->turn > 1) {
        c->turn /= 2;
    }
}

static void run(crew *c, worker *workers, xb_search_budget *budget, xb_elimination_kind kind)
{
    double exchanged = 0;
    c->turn = first_turn(budget->limit);
    while ((c->fraction = used(c, budget)) < 1 && !is_late(budget)) {
        double began = xb_search_now();
        if (c->count > 1 && c->fraction - exchanged >= 1.0 / EXCHANGES) {
            exchanged = c->fraction;
            exchange(c);
        }
        take_turns(c, workers);
        budget->steps += c->turn * c->count;
        double fraction = used(c, budget);
        uint64_t best = c->chains[best_of(c)].best;
        if (!xb_search_tell(budget, kind, fraction < 1 ? fraction : 1, best) || best <= budget->target)
            return;
        set_next_turn(c, budget->limit, xb_search_now() - began);
    }
}

uint32_t xb_search_walk(xb_arena *scratch, xb_search_budget *budget, xb_elimination_kind kind,
                        const xb_walk *walk, void **walkers, uint32_t count)
{
    const xb_elimination_search *search = budget->search;
    crew c = {.walk = walk, .method = search->method, .count = count};
    c.threads = search->threads < 1 ? 1 : search->threads < count ? search->threads : count;
    c.chains = xb_arena_array(scratch, count, sizeof *c.chains);
    worker *workers = xb_arena_array(scratch, c.threads, sizeof *workers);
    for (uint32_t i = 0; i < count; i++) {
        c.chains[i].walker = walkers[i];
        c.chains[i].best = walk->cost(walkers[i]);
        xb_random_start(&c.chains[i].random, search->seed, (uint64_t)kind << 32 | i);
    }
    for (uint32_t t = 0; t < c.threads; t++)
        workers[t] = (worker){.crew = &c, .first = t};
    run(&c, workers, budget, kind);
    return best_of(&c);
}
