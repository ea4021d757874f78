/**
 * @file
 * The accumulation code of a remainder: its steps, and which of them are needed.
 */
#ifndef XB_ELIMINATION_PORTFOLIO_ACCUMULATION_H
#define XB_ELIMINATION_PORTFOLIO_ACCUMULATION_H

#include "elimination/heuristics/trace.h"
#include "elimination/search/sequence_walk.h"

/** Marks that need not be cleared: a number is marked if its item is that of the present round. */
typedef struct xb_marks {
    size_t *items;   /**< private */
    size_t capacity; /**< private */
} xb_marks;

/** Steps and remainder edges of one part or several. All zero is empty, but for the arenas. */
typedef struct xb_accumulation {
    xb_arena *arena;              /**< where the vectors grow, and the result is */
    xb_arena *scratch;            /**< for what only counting needs; may be the same */
    xb_vector steps;              /**< xb_step */
    xb_vector edges;              /**< xb_remainder_edge, in terms of the input's vertices */
    const xb_label_sums *sums;    /**< that labels may be; NULL: such labels count as those of edges */
    xb_elimination_counts counts; /**< what is counted while eliminating, the steps not included */
    bool *needed;                 /**< private */
    size_t needed_capacity;       /**< private */
    bool *needed_sums;            /**< private */
    size_t sum_additions;         /**< private: of the needed sums, when they were counted last */
    xb_marks edge_marks;          /**< private: for labels of the input */
    xb_marks step_marks;          /**< private: for results of steps */
    size_t round;                 /**< private: what is marked now */
} xb_accumulation;

/** Does the actions on a part and appends their steps and the remaining edges. */
void xb_accumulation_add(xb_accumulation *accumulation, xb_lcg_state *state, const xb_prepared_part *part,
                         const xb_lcg_action *actions, size_t count);

/** Does a complete sequence on a part and appends its steps and the remaining edges. */
void xb_accumulation_add_sequence(xb_accumulation *accumulation, const xb_prepared_part *part,
                                  const xb_line_sequence *sequence);

/** Forgets everything, keeping the memory. */
void xb_accumulation_clear(xb_accumulation *accumulation);

/**
 * All counts, with the steps and sums that some edge needs.
 * @param awareness which edges are nontrivial
 */
xb_elimination_counts xb_accumulation_count(xb_accumulation *accumulation, int awareness);

/**
 * Makes the result: counts, and the steps without those that no edge needs, but with those that make sums of
 * labels. The vectors become part of it: the accumulation must not be used any more.
 * @param awareness which edges are nontrivial
 */
xb_elimination *xb_accumulation_finish(xb_accumulation *accumulation, int awareness);

#endif
