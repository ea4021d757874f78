/**
 * @file
 * How many of certain vertices each vertex of a part is reached from.
 */
#ifndef XB_ELIMINATION_GRAPHS_REACH_H
#define XB_ELIMINATION_GRAPHS_REACH_H

#include "elimination/graphs/prepare.h"

/** A part, made ready for questions. */
typedef struct xb_reach {
    const xb_prepared_part *part;   /**< the part */
    const xb_prepared_edge **edges; /**< private: by source, which is a topological order */
    uint64_t *mask;                 /**< private: which of those that are followed reach a vertex */
    uint64_t *own;                  /**< private: the bit of a vertex that is followed */
} xb_reach;

/** A question. */
typedef struct xb_reach_question {
    const bool *begins; /**< for each vertex, whether it is counted */
    const bool *closed; /**< for each vertex, whether no path goes through it; NULL: through all of them */
    bool backwards;     /**< count vertices that are reached, not those that lead there */
    uint32_t sample;    /**< count all if they are not more than that, else so many, spread evenly */
} xb_reach_question;

/** Makes a part ready, in scratch memory. */
xb_reach xb_reach_create(xb_arena *scratch, const xb_prepared_part *part);

/**
 * Answers a question, in time that is linear in the part for each 64 vertices that are counted.
 * @param count receives for each vertex, how many other ones that begin lead to it; an estimate, unless all
 * are counted
 * @return whether all were counted
 */
bool xb_reach_count(xb_reach *reach, const xb_reach_question *question, double *count);

#endif
