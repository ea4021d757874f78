/**
 * @file
 * Random local search: chains that walk from one elimination to another, and how they are driven.
 */
#ifndef XB_ALGORITHMS_ELIMINATION_SEARCH_H
#define XB_ALGORITHMS_ELIMINATION_SEARCH_H

#include "algorithms/elimination/elimination.h"
#include "algorithms/elimination/random.h"

/** What a chain walks on. The functions allocate nothing, and touch nothing that walkers share. */
typedef struct xb_walk {
    /** Tries a change at random. Returns what it would change in cost; if that is more than the limit,
     * anything above the limit. */
    int64_t (*propose)(void *walker, xb_random *random, int64_t limit);
    /** Does the change that was proposed last. */
    void (*accept)(void *walker);
    /** The cost where the walker is. */
    uint64_t (*cost)(const void *walker);
    /** Remembers where the walker is. */
    void (*save)(void *walker);
    /** Goes to where another walker is; to what was remembered last if the other is NULL. */
    void (*go)(void *walker, const void *other);
    double start; /**< temperature at which annealing begins */
    double end;   /**< temperature at which it ends */
} xb_walk;

/** Time and steps that a search has. */
typedef struct xb_search_budget {
    const xb_elimination_search *search; /**< what was asked for */
    double began;                        /**< when the whole search began, by xb_search_now() */
    double share_began;                  /**< when its present share began */
    double share;                        /**< seconds of it; 0 is no limit */
    uint64_t limit;                      /**< steps of each chain in it; 0 is no limit */
    uint64_t target;                     /**< a cost that can't be beaten: who reaches it stops */
    uint64_t steps;                      /**< done so far, by all chains */
    bool stopped;                        /**< whether the caller wants no more */
} xb_search_budget;

/** Seconds on a clock that only goes forward. */
double xb_search_now(void);

/**
 * Tells the caller how far the search is.
 * @param fraction of the share that is used
 * @return whether to go on
 */
bool xb_search_tell(xb_search_budget *budget, xb_elimination_kind kind, double fraction, uint64_t cost);

/**
 * Lets walkers walk until the share of the budget is used. All begin at the same place, which they have
 * saved.
 *
 * Every chain does its steps with random numbers of its own, in turns of a number of steps that doesn't
 * depend on the threads; after some turns the chain that is worst goes on from where the best is. So the
 * number of threads makes no difference.
 *
 * Simulated annealing: S. Kirkpatrick, C. Gelatt and M. Vecchi, Optimization by simulated annealing, Science
 * 220, 1983. Logarithmic: U. Naumann and P. Gottschling, Simulated annealing for optimal pivot selection in
 * Jacobian accumulation, in SAGA 2003, LNCS 2827.
 *
 * @param walkers one for each chain
 * @param count number of chains, at least 1
 * @return the chain that remembers the best place; the lowest one among equals
 */
uint32_t xb_search_walk(xb_arena *scratch, xb_search_budget *budget, xb_elimination_kind kind,
                        const xb_walk *walk, void **walkers, uint32_t count);

#endif
