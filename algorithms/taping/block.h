/**
 * @file
 * A block that is being taped, and the values that its items need. Private to taping.
 */
#ifndef XB_ALGORITHMS_TAPING_BLOCK_H
#define XB_ALGORITHMS_TAPING_BLOCK_H

#include "algorithms/support/stamps.h"
#include "algorithms/taping/taping.h"
#include "analysis/locations.h"

/** A value that is needed. */
struct xb_tape_need {
    xb_tape_use use;
    const xb_expression *value;
    xb_shape shape;
    uint32_t number; /**< of what has the value, and */
    uint64_t time;   /**< the time at which it had it, see xb_block_taping.needs */
    uint32_t last;   /**< the last item that needs it */
    uint32_t passed; /**< number + 1 of the last item, a call, that has the value as an argument which it does
                        not change; 0: there is none */
    struct xb_tape_need *later;       /**< of a later block, which it is met by; NULL: there is none */
    xb_tape_entry *entry;             /**< NULL until it is known where it is pushed */
    const xb_reference *home;         /**< has the value in the adjoint sweep without a push at an item; or
                                         NULL */
    const struct xb_tape_need *whole; /**< the array that home is a part of, which it is to be had from; or
                                         NULL */
};

/** A temporary that has been allocated in a block. */
typedef struct xb_allocated {
    xb_tape_allocation allocation;
    uint32_t last; /**< the last item that refers to it; XB_GRAPH_NONE: none so far */
} xb_allocated;

/** A scalar that a statement computes. */
typedef struct xb_computed_value {
    const xb_assignment *assignment;
    uint64_t time; /**< of what it is computed from */
} xb_computed_value;

/** A block under way. */
typedef struct xb_block_taping {
    xb_taping *t;
    xb_arena *scratch;
    xb_flow_point place; /**< of the statement at hand */
    bool keeps;          /**< what is needed is kept in variables, see xb_tape_segment */
    xb_stamps stamps;
    xb_location_table *locations;
    xb_map needs;          /**< by number of the expression and time */
    xb_list needs_listed;  /**< xb_tape_need in order */
    xb_node_map allocated; /**< by symbol */
    xb_list allocated_listed;
    xb_node_numbers noted; /**< of arrays: 1 if extents have been noted, 0 if it was allocated since */
    xb_vector *items;      /**< xb_linear_item */
    xb_vector computed;    /**< xb_computed_value since the last item */
    xb_map sharers;        /**< of values, by number of the location and time, see sharers.c */
    xb_node_map copies;    /**< by temporary: xb_copied_value of what it is a copy of */
} xb_block_taping;

/** What a temporary is a copy of. */
typedef struct xb_copied_value {
    const xb_expression *original; /**< a reference to a variable of the program */
    uint64_t time;                 /**< at which it was copied */
} xb_copied_value;

/**
 * Lets needs of blocks be met by those of later blocks that have the same value and are run for certain after
 * them: the way back comes there first.
 * @param blocks by vertex; NULL: it is no block
 */
void xb_needs_share(xb_taping *t, xb_block_taping *const *blocks);

/** Whether a statement is an item: a call, or linear in derivatives. */
bool xb_is_linear_item(const xb_block_taping *b, const xb_statement *statement);

/** The need for the value of a reference, which is recalled in its place. */
void xb_need_reference(xb_block_taping *b, xb_tape_use use, const xb_reference *reference);

/** Lets the current item, a call, need the value of an argument that it does not change. A push is made at a
 * home only if control comes to the call for certain, or it is made anyway. */
void xb_need_given(xb_block_taping *b, const xb_reference *actual);

/** How an array can be had as a whole in the adjoint sweep. */
typedef enum xb_whole {
    XB_WHOLE_NEVER,
    XB_WHOLE_AT_HOME, /**< from its home */
    XB_WHOLE_HERE     /**< by a push at an item */
} xb_whole;

/**
 * Whether the value of a part of an array can be had from the array as a whole.
 * @param time of what is computed from it
 * @param cost receives what it costs to have the array, see cuts.h
 */
xb_whole xb_whole_of(xb_block_taping *b, const xb_reference *part, uint64_t time, uint32_t *cost);

/** Whether a push of the array as a whole would be made for what is in an arm of a branch. */
bool xb_whole_is_in_arm(const xb_block_taping *b, const xb_reference *part);

/** Lets the current item need a part of an array by the array as a whole, which has been found to be
 * possible. It is recalled in the place of the part. */
void xb_need_by_whole(xb_block_taping *b, const xb_reference *part, xb_whole whole);

/** Whether a value like this is among the needs already. */
bool xb_is_needed(const xb_block_taping *b, const xb_reference *reference);

/** Whether the value of a reference has a home; then it is recalled from there in the place of a node. */
bool xb_need_home(xb_block_taping *b, const xb_reference *reference, const xb_node *node, xb_tape_use use);

/** Recalls what has been needed in the place of a node. */
void xb_recall(xb_block_taping *b, const xb_node *node, const xb_tape_need *need);

/** Recalls a symbol of the adjoint sweep in the place of a node. */
void xb_recall_by(xb_block_taping *b, const xb_node *node, xb_symbol *symbol);

/** Lets the current item need what is in the subscripts of a reference. */
void xb_need_subscripts(xb_block_taping *b, const xb_reference *reference);

/** Lets the current item need a factor. */
void xb_need_factor(xb_block_taping *b, const xb_expression *factor);

/** Lets the current item need the entries of local Jacobians in a propagator, by what is cheapest: the
 * entries, or what they are computed from. */
void xb_need_factors(xb_block_taping *b, const xb_propagator *propagator);

/** Counts the sequences of the block that compute temporaries from one and the same value of a variable. To
 * be called before the first statement is looked at. */
void xb_sharers_count(xb_block_taping *b, const xb_list *statements);

/** The number of sequences of the block that use the value that a reference has now, at least 1. */
uint32_t xb_sharers(const xb_block_taping *b, const xb_reference *reference);

#endif
