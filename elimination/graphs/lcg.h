/**
 * @file
 * The linearized computational graph while it is eliminated: one part of the input, changed step by step.
 *
 * All changes are local: an elimination takes time proportional to the products it forms, whatever the size
 * of the graph. What the eliminations cost is counted as they are done.
 */
#ifndef XB_ELIMINATION_GRAPHS_LCG_H
#define XB_ELIMINATION_GRAPHS_LCG_H

#include "elimination/types/action.h"
#include "elimination/graphs/prepare.h"
#include "elimination/graphs/watch.h"
#include "base/vector.h"

/** No arc. (An enumerator would not fit an int.) */
#define XB_LCG_NONE UINT32_MAX

/** An edge that may change. */
typedef struct xb_lcg_arc {
    uint32_t source;       /**< vertex of the part; XB_LCG_NONE if the arc is unused */
    uint32_t target;       /**< vertex of the part */
    uint32_t next_out;     /**< next arc out of source, or XB_LCG_NONE */
    uint32_t previous_out; /**< previous arc out of source */
    uint32_t next_in;      /**< next arc into target */
    uint32_t previous_in;  /**< previous arc into target */
    uint32_t next_hashed;  /**< next arc with the same hash; of an unused arc, the next unused one */
    bool copy;             /**< whether it joins a dependent to its copy: never counted */
    xb_operand label;      /**< its label */
} xb_lcg_arc;

/** A vertex. An intermediate has arcs in and out, or none at all. */
typedef struct xb_lcg_vertex {
    uint32_t first_out;  /**< first arc out of it; arcs are in the order of their creation */
    uint32_t last_out;   /**< last arc out of it */
    uint32_t first_in;   /**< first arc into it */
    uint32_t last_in;    /**< last arc into it */
    uint32_t out_degree; /**< number of arcs out of it */
    uint32_t in_degree;  /**< number of arcs into it */
    bool is_copied;      /**< the arc into it that is a copy exists */
    bool has_copy;       /**< the arc out of it that is a copy exists */
    bool changed;        /**< it is in the list of changed vertices */
    bool is_hashed;      /**< private: the arcs out of it are in the hash table */
} xb_lcg_vertex;

/** What the steps done so far cost and what is left. */
typedef struct xb_lcg_tally {
    size_t multiplications; /**< multiplications to execute */
    size_t additions;       /**< additions to execute */
    size_t structural;      /**< products of arcs, folded or not */
    size_t unit;            /**< of these, the ones in which neither factor is a unit */
    size_t fill_in;         /**< arcs created */
    size_t edges;           /**< arcs that are there, without copies */
    size_t nontrivial;      /**< of these, the nontrivial ones */
    size_t nonunit;         /**< of these, those that are no unit */
    size_t targets;         /**< vertices into which arcs lead, without copies */
    size_t repeated;        /**< arcs whose variable label another arc has, too; only while steps are not
                               recorded, and if xb_lcg_count_repeated() was called */
} xb_lcg_tally;

/** What counts, and how much. */
typedef struct xb_lcg_weights {
    int64_t nontrivial;   /**< of a nontrivial arc */
    int64_t accumulation; /**< of a multiplication or addition that an action executes */
    int64_t propagation;  /**< of a multiplication or addition to carry one direction through the arcs */
} xb_lcg_weights;

/** The graph. */
typedef struct xb_lcg_state {
    const xb_prepared_part *part; /**< what it started from */
    xb_lcg_vertex *vertices;      /**< the vertices, numbered as in the part */
    xb_lcg_arc *arcs;             /**< the arcs, used or not; moves when it grows */
    xb_lcg_tally tally;           /**< costs so far */
    uint32_t *changed;            /**< vertices whose arcs were changed by the last action, each once */
    uint32_t changed_count;       /**< number of these */
    bool cancelled;               /**< an arc vanished because its label became 0: steps may be superfluous */
    size_t work;                  /**< elementary operations since creation */
    int awareness;                /**< which arcs are nontrivial */
    xb_lcg_weights weights;       /**< for assessments; set by the caller */
    xb_watch *watch;              /**< that looking for arcs makes tick; set by the caller; may be NULL */

    xb_arena *scratch;     /**< private */
    uint32_t arc_count;    /**< private: arcs in use or unused before */
    uint32_t arc_capacity; /**< private */
    uint32_t first_free;   /**< private */
    uint32_t hashed_arcs;  /**< private: arcs in the hash table */
    uint32_t *buckets;    /**< private: hash table of (source, target); NULL as long as there has been none */
    uint32_t bucket_mask; /**< private */
    uint32_t bucket_capacity;  /**< private */
    uint32_t *dead;            /**< private: vertices that may have lost their last arc in or out */
    size_t dead_count;         /**< private */
    size_t dead_capacity;      /**< private */
    xb_vector *steps;          /**< private: where steps are recorded */
    xb_arena *steps_arena;     /**< private */
    size_t step_count;         /**< private: of steps that are not recorded */
    uint32_t *edge_uses;       /**< private: arcs with this edge's label; NULL if that is not counted */
    uint32_t *step_uses;       /**< private: arcs with the result of this step as label */
    size_t step_uses_capacity; /**< private */
} xb_lcg_state;

/** Creates a state in scratch memory, for any part of the input; load one before use. */
xb_lcg_state *xb_lcg_state_create(xb_arena *scratch, const xb_prepared *prepared, int awareness);

/**
 * Starts with a part anew. Takes time proportional to the part.
 * @param steps vector of xb_step to which the steps of the following actions are appended, or NULL to only
 * count
 * @param steps_arena where that vector grows
 */
void xb_lcg_load(xb_lcg_state *state, const xb_prepared_part *part, xb_vector *steps, xb_arena *steps_arena);

/** Gives back what the state takes; it must not be used any more. */
void xb_lcg_state_give_back(xb_lcg_state *state, const xb_prepared *prepared);

/** Begins to count repeated labels, from the next part that is loaded on. */
void xb_lcg_count_repeated(xb_lcg_state *state, const xb_prepared *prepared);

/** Whether a vertex can be eliminated: an intermediate that still has arcs. */
bool xb_lcg_is_eliminable(const xb_lcg_state *state, uint32_t vertex);

/** Whether an arc may be front eliminated: its target is an intermediate without copy, or this is its only
 * arc in. */
bool xb_lcg_allows_front(const xb_lcg_state *state, const xb_lcg_arc *arc);

/** Whether an arc may be back eliminated: its source is an intermediate, and it is no copy unless it is the
 * only arc out. */
bool xb_lcg_allows_back(const xb_lcg_state *state, const xb_lcg_arc *arc);

/** Whether a rerouting is possible: the arcs that it names exist and none is a copy, its pivot is an
 * intermediate, its divisor a constant of at least XB_PIVOT_LIMIT, and topological numbers remain
 * topological. */
bool xb_lcg_allows_rerouting(const xb_lcg_state *state, xb_lcg_action action);

/** Whether an action is possible. */
bool xb_lcg_allows(const xb_lcg_state *state, xb_lcg_action action);

/** The arc from source to target, or XB_LCG_NONE. */
uint32_t xb_lcg_find(const xb_lcg_state *state, uint32_t source, uint32_t target);

/** Number of products that an action forms, a quotient included. */
uint64_t xb_lcg_products(const xb_lcg_state *state, xb_lcg_action action);

/** Does an action, which must be possible. */
void xb_lcg_apply(xb_lcg_state *state, xb_lcg_action action);

/** What an action would change; differences in the sense of after minus before. */
typedef struct xb_lcg_effect {
    int64_t nontrivial;      /**< of xb_lcg_tally::nontrivial */
    int64_t multiplications; /**< of xb_lcg_tally::multiplications */
    int64_t additions;       /**< of xb_lcg_tally::additions */
    int64_t nonunit;         /**< of xb_lcg_tally::nonunit */
    int64_t beyond_first;    /**< of edges beyond the first into each vertex */
    int64_t edges;           /**< of xb_lcg_tally::edges */
} xb_lcg_effect;

/** The change of what counts. */
static inline int64_t xb_lcg_change(const xb_lcg_weights *weights, const xb_lcg_effect *effect)
{
    return weights->nontrivial * effect->nontrivial +
           weights->accumulation * (effect->multiplications + effect->additions) +
           weights->propagation * (effect->nonunit + effect->beyond_first);
}

/**
 * What an action would change, apart from what follows when a label becomes 0. Looking stops early when
 * xb_lcg_change() is certain to be more than a limit; then only that can be relied on.
 */
xb_lcg_effect xb_lcg_assess(xb_lcg_state *state, xb_lcg_action action, int64_t limit);

#endif
