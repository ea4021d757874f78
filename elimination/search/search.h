/**
 * @file
 * Random local search: chains that walk from one elimination to another, and how they are driven.
 */
#ifndef XB_ELIMINATION_SEARCH_SEARCH_H
#define XB_ELIMINATION_SEARCH_SEARCH_H

#include "elimination/graphs/random.h"
#include "elimination/graphs/watch.h"

/**
 * What a chain walks on: a walker is at a place, which can be written down as bytes. The functions but the
 * first one allocate nothing, and touch nothing that walkers share.
 */
typedef struct xb_walk {
    /** Makes a walker, which is nowhere yet. */
    void *(*create)(xb_arena *scratch, const void *context);
    /** Tries a change at random. Returns what it would change in cost; if that is more than the limit,
     * anything above the limit. */
    int64_t (*propose)(void *walker, xb_random *random, int64_t limit);
    /** Does the change that was proposed last. */
    void (*accept)(void *walker);
    /** The cost where the walker is. */
    uint64_t (*cost)(const void *walker);
    /** Writes down where the walker is. */
    void (*write)(const void *walker, void *place);
    /** Goes to a place. */
    void (*go)(void *walker, const void *place);
    const void *context; /**< for create */
    size_t size;         /**< bytes of a place */
    size_t memory;       /**< bytes that a walker takes at least */
    double start; /**< temperature at which annealing begins; every second chain begins at twice that */
    double end;   /**< temperature at which it ends */
} xb_walk;

/** Time and steps that a search has. */
typedef struct xb_search_budget {
    const xb_elimination_search *search; /**< what was asked for */
    double began;                        /**< when the whole search began, by xb_now() */
    double share_began;                  /**< when its present share began */
    double share;                        /**< seconds of it; 0 is no limit */
    uint64_t limit;                      /**< steps of each chain in it; 0 is no limit */
    uint64_t target;                     /**< a cost that can't be beaten: who reaches it stops */
    uint64_t steps;                      /**< done so far, by all chains */
    bool stopped;                        /**< whether the caller wants no more */
    xb_watch *watch;                     /**< over what is no walk; NULL if there is nothing to watch for */
} xb_search_budget;

/** Bytes that the walkers of a search may take together; there are fewer chains where that is not enough. */
enum { XB_SEARCH_MEMORY = 1 << 28 };

/** The number of chains of a search whose walkers take so many bytes each. */
uint32_t xb_search_chains(const xb_elimination_search *search, size_t memory);

/** Whether any of the processes wants something. */
bool xb_search_agree(const xb_elimination_search *search, bool wish);

/** Gives all processes what the first one has. */
void xb_search_spread(const xb_elimination_search *search, void *bytes, size_t size);

/**
 * Tells the caller how far the search is.
 * @param fraction of the share that is used
 * @return whether to go on
 */
bool xb_search_tell(xb_search_budget *budget, xb_elimination_kind kind, double fraction, uint64_t cost);

/**
 * Lets walkers walk until the share of the budget is used.
 *
 * Every chain does its steps with random numbers of its own, in turns of a number of steps that depends
 * neither on the threads nor on the processes; after some turns the chain that is worst goes on from where
 * the best is. So it makes no difference how the chains are spread over threads and processes.
 *
 * Simulated annealing: S. Kirkpatrick, C. Gelatt and M. Vecchi, Optimization by simulated annealing, Science
 * 220, 1983. Logarithmic: U. Naumann and P. Gottschling, Simulated annealing for optimal pivot selection in
 * Jacobian accumulation, in SAGA 2003, LNCS 2827.
 *
 * @param place where all chains begin; receives the best place that one was at, the lowest one among equals
 */
void xb_search_walk(xb_arena *scratch, xb_search_budget *budget, xb_elimination_kind kind,
                    const xb_walk *walk, void *place);

#endif
