/**
 * @file
 * Taping: what is pushed for the statements of a block, and why.
 *
 * Tangent-linear code of a block consists of statements that compute values and of items that are linear in
 * derivatives: entries of propagators, assignments of derivatives, calls. The adjoint of the block executes
 * the transposes of the items in reverse order (A. Griewank, A. Walther: Evaluating Derivatives, 2nd edition,
 * 2008, chapter 3). What a transpose needs of the values there, that is, factors, subscripts and extents, is
 * pushed in the taping sweep: each value once, after the last item that needs it, so that the adjoint sweep
 * pops it before the first.
 */
#ifndef XB_ALGORITHMS_TAPING_TAPING_H
#define XB_ALGORITHMS_TAPING_TAPING_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"
#include "algorithms/taping/homes.h"
#include "algorithms/taping/sequence_uses.h"
#include "algorithms/taping/settings.h"
#include "algorithms/taping/tape.h"

/** A value that the adjoint sweep needs. */
typedef struct xb_tape_need xb_tape_need;

/** What stands for an array without known extents in the adjoint sweep. */
typedef struct xb_stand_in xb_stand_in;

/** A temporary that must be allocated. */
typedef struct xb_tape_allocation {
    xb_symbol *symbol;
    xb_list extents; /**< xb_tape_entry by dimension */
} xb_tape_allocation;

/** An assignment of the taping version to be executed again, with what was needed in the place of operands.
 */
typedef struct xb_recomputation {
    const xb_assignment *assignment;
    xb_symbol *target; /**< what gets the value */
} xb_recomputation;

/** A stand-in, and what was noted of its array before another routine deallocated that. */
typedef struct xb_reshaped {
    const xb_stand_in *in;
    xb_tape_segment former;
} xb_reshaped;

/** A statement that is linear in derivatives, a call, or one that allocates or deallocates what has a
 * stand-in, or a derivative that is a variable from outside or an argument. */
typedef struct xb_linear_item {
    xb_statement *statement;      /**< of the taping version; no longer in its block, unless it is a call
                                     that refers to nothing that has a stand-in */
    xb_tape_segment segment;      /**< what is pushed at its place, popped before its transpose */
    xb_list allocations;          /**< xb_tape_allocation: to be made after the pops */
    xb_list recomputed;           /**< xb_recomputation: to be made after that */
    const xb_stand_in *allocated; /**< of the array that the statement allocates or deallocates, else
                                     NULL */
    xb_list reshaped;             /**< xb_reshaped: of a call, which may deallocate them */
    xb_symbol *memory;            /**< an array without stand-in that it allocates or deallocates, else NULL;
                                     the segment has the extents and lower bounds of one that goes */
} xb_linear_item;

/** The items of a block. */
typedef struct xb_taped_block {
    xb_vector items; /**< xb_linear_item in order */
} xb_taped_block;

/** The taping version of a routine under construction. */
typedef struct xb_taping {
    xb_run *run;
    xb_program *program;
    xb_routine *version;
    const xb_callees *callees;
    const xb_tape_settings *settings;
    xb_tape tape;
    xb_homes *homes;
    const xb_sequence_uses *uses;
    xb_list stand_ins;       /**< xb_stand_in in the order in which they were made */
    xb_node_map stand_in_of; /**< private: by symbol */
    xb_node_map notes;       /**< by statement of the version: xb_symbol, an array that must be
                             allocated, else the statement must not be executed */
    xb_node_set computed;    /**< private: temporaries that are assigned, of what the adjoint sweep follows in
                                the same routine */
    xb_node_set varying;     /**< private: temporaries that are assigned more than once, or passed to calls */
    xb_node_set kept;        /**< temporaries that the adjoint sweep refers to, and variables that
                             take the place of the tape */
    xb_node_map recalled;    /**< private: xb_tape_need of an expression, or of a reference in it */
    xb_taped_block *blocks;  /**< by vertex of the control flow of the version */
} xb_taping;

/**
 * Turns a copy of a tangent-linear routine into its taping version: what is linear in derivatives is taken
 * out of its blocks, and what the adjoint sweep needs is pushed instead.
 */
xb_taping *xb_tape_routine(xb_run *run, xb_routine *version, const xb_callees *callees,
                           const xb_tape_settings *settings);

/** A copy of an expression of an item that has the same value in the adjoint sweep. */
xb_expression *xb_recall_expression(const xb_taping *taping, const xb_expression *expression);

/** A copy of a reference of an item that denotes the same in the adjoint sweep; deriv and other flags are not
 * copied. */
xb_reference *xb_recall_reference(const xb_taping *taping, const xb_reference *reference);

/** A new reference with the value that an operand, no derivative, of an item had. */
xb_reference *xb_recall_operand(const xb_taping *taping, const xb_reference *operand);

/** A vertex, new, with the value that a factor, or another operand, of an item had. */
void *xb_recall_value(const xb_taping *taping, const xb_expression *value);

/** Whether the adjoint sweep undoes what allocates and deallocates an array: its derivative, which is a
 * variable of its own, is at each place of that as the array was there in the taping sweep. The array itself
 * stays as it is. */
bool xb_memory_is_undone(xb_run *run, const xb_symbol *symbol);

#endif
