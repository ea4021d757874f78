/**
 * @file
 * Private to proofs: the states of a best-first search, whatever they stand for.
 */
#ifndef XB_ELIMINATION_PROOFS_EXACT_STATES_H
#define XB_ELIMINATION_PROOFS_EXACT_STATES_H

#include "elimination/proofs/exact.h"

/** States with the same key have the same future. */
typedef struct xb_exact_key {
    uint64_t high; /**< half of it */
    uint64_t low;  /**< the other half */
} xb_exact_key;

/** What states have been reached, and the one at hand. */
typedef struct xb_exact_states {
    xb_arena *scratch; /**< where they grow */
    xb_exact_key key;  /**< of the state at hand */
    uint64_t cost;     /**< to reach it */
    bool full;         /**< there was no room for what follows from some state: nothing more is known */
    xb_watch *watch;   /**< to be made to tick by what goes on from a state; may be NULL */
    struct xb_exact_table *table;
} xb_exact_states;

/** How one kind of elimination goes on from a state. */
typedef struct xb_exact_kind {
    void *context;      /**< for expand */
    xb_exact_key begin; /**< key of the first state */
    /** Offers the states that follow from the one at hand, or postpones it. Returns false if nothing is left
     * to be done in it. */
    bool (*expand)(void *context, xb_exact_states *states);
} xb_exact_kind;

/** Whether a state is worth its bound: it wasn't reached at this cost or less. */
bool xb_exact_is_new(const xb_exact_states *states, xb_exact_key key, uint64_t cost);

/**
 * A state that follows from the one at hand.
 * @param action leads to it
 * @param cost to reach it, from the beginning on
 * @param rest no more than what is still needed then
 */
void xb_exact_offer(xb_exact_states *states, xb_exact_key key, xb_line_action action, uint64_t cost,
                    uint64_t rest);

/** Puts off the state at hand if what it needs is more than was known. Returns whether it did. */
bool xb_exact_postpone(xb_exact_states *states, uint64_t rest);

/** The actions that lead to the state at hand, in scratch memory. */
xb_line_sequence xb_exact_path(const xb_exact_states *states);

/** Vertex elimination. Returns false if the part is too large. */
bool xb_exact_vertices(xb_arena *scratch, const xb_prepared_part *part, int awareness, xb_exact_kind *kind);

/** Edge or face elimination. Returns false if the part is too large. */
bool xb_exact_lines(xb_arena *scratch, const xb_prepared_part *part, int awareness, bool faces,
                    xb_exact_kind *kind);

#endif
