/**
 * @file
 * Searches for complete eliminations, and processes that do one together.
 */
#ifndef XB_ELIMINATION_TYPES_SEARCH_H
#define XB_ELIMINATION_TYPES_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a search varies. Each kind of elimination is finer than the one before, and may need fewer products.
 */
typedef enum xb_elimination_kind {
    XB_KIND_VERTICES, /**< orders of vertex eliminations */
    XB_KIND_EDGES,    /**< then sequences of front and back eliminations of edges, from the best order on */
    XB_KIND_FACES     /**< then sequences of face eliminations, from the best of these on */
} xb_elimination_kind;

/** How a search looks around. */
typedef enum xb_search_method {
    XB_SEARCH_ANNEALING,   /**< simulated annealing, the temperature falls geometrically */
    XB_SEARCH_LOGARITHMIC, /**< simulated annealing, the temperature falls with the logarithm of the step */
    XB_SEARCH_RESTARTS,    /**< descent; when it is stuck, again from a perturbed best order */
    XB_SEARCH_LOOK_AHEAD   /**< vertex by vertex, the one with which the rest of the order costs least */
} xb_search_method;

/** How far a search is. */
typedef struct xb_search_progress {
    double seconds;           /**< since it began */
    double fraction;          /**< of the budget that is used, 0 to 1 */
    uint64_t steps;           /**< that all chains did */
    uint64_t cost;            /**< of the best order or sequence so far */
    xb_elimination_kind kind; /**< what is varied now */
} xb_search_progress;

/**
 * Processes that do a search together: each takes some of the chains, and all come to the same result, which
 * is that of one process with as many chains. All call xb_eliminate() with the same arguments (but for the
 * rank, the threads and the progress); each function is called by all of them, in the same order.
 */
typedef struct xb_search_team {
    uint32_t rank; /**< number of this process, below size */
    uint32_t size; /**< number of processes */
    void (*sum)(void *context, uint64_t *numbers,
                size_t count); /**< replaces each number by its sum over all processes */
    void (*spread)(void *context, uint32_t from, void *bytes,
                   size_t size); /**< gives all processes the bytes that one of them has */
    void *context;               /**< for the functions */
} xb_search_team;

/** A search for a better complete elimination than the heuristics'. All zero, but for a budget, is valid. */
typedef struct xb_elimination_search {
    xb_elimination_kind kind; /**< what is varied */
    xb_search_method method;  /**< how; XB_SEARCH_LOOK_AHEAD is for vertices */
    uint64_t seed;            /**< of the random numbers */
    uint64_t steps;  /**< budget: changes of an order that each chain tries, and a fiftieth of them for
                        edges and for faces, which take as much longer; 0 is no limit */
    double seconds;  /**< budget: time for each kind up to this one, and again for the proof; 0 is no limit */
    size_t states;   /**< after the search, states of each part that are looked at to find an optimum of this
                        kind,    or prove one; 0 is not to */
    uint32_t chains; /**< searches that run beside each other and now and then go on from the best of
                        them; 0 is 1 */
    uint32_t threads;           /**< that the chains of this process are spread over; 0 is 1 */
    const xb_search_team *team; /**< processes that the chains are spread over; NULL is this one alone */
    bool (*progress)(void *context,
                     const xb_search_progress *progress); /**< called now and then, on the caller's thread, if
                                                              not NULL; false ends the search */
    void *context;                                        /**< for progress */
} xb_elimination_search;

#ifdef __cplusplus
}
#endif

#endif
