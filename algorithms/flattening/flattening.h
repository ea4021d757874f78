/**
 * @file
 * Flattening of basic blocks: groups assignments into sequences that can be differentiated as one graph.
 *
 * A *sequence* is a run of assignments for each of whose active operands it is certain whether the value
 * comes from an assignment of the sequence, and from which, or from outside. The derivative of a sequence is
 * propagated in one go after its last assignment. Every value is one xb_value: what an assignment defines,
 * or what a location holds when the sequence begins. Values that provably coincide are one.
 *
 * A new sequence begins where that certainty ends: at calls, at operands that may or may not have been
 * assigned before, at assignments to what may or may not be an earlier target, and at assignments to
 * variables that occur in subscripts of references whose derivatives are still to be propagated.
 *
 * Assumed of the input: chains and alias sets are true, and so is what is said in analysis/storage.h where
 * there are none. But that a value is not used by calls, or after its routine, is only believed where the
 * statements of the program do not tell that it may be (analysis/definitions.h).
 */
#ifndef XB_ALGORITHMS_FLATTENING_FLATTENING_H
#define XB_ALGORITHMS_FLATTENING_FLATTENING_H

#include "algorithms/flattening/activity.h"

#ifdef __cplusplus
extern "C" {
#endif

/** No position in a sequence. */
#define XB_POSITION_NONE UINT32_MAX

/** A value whose derivative a sequence deals with. A definition is final if it is not superseded. */
typedef struct xb_value {
    uint32_t number;               /**< number in the sequence, from 0 */
    const xb_reference *reference; /**< the location that holds it, as first referred to */
    xb_assignment *definition;     /**< the assignment that defines it; NULL: comes from outside */
    uint32_t position;             /**< position of the definition, XB_POSITION_NONE from outside */
    bool passive;                  /**< its derivative is zero */
    bool superseded;               /**< a later definition of the sequence overwrites its location */
    bool live;                     /**< its derivative is needed in its location after the sequence */
    uint32_t clobbered; /**< from outside: position of the first final definition that may overwrite its
                             location; XB_POSITION_NONE if there is none */
    const struct xb_value
        *clobbered_by; /**< that definition, if it is certainly of the same location; else NULL */
} xb_value;

/** A sequence. */
typedef struct xb_sequence {
    uint32_t number;     /**< number in the program, from 0 */
    xb_list elements;    /**< xb_statement in order: the assignments, and markers between them */
    xb_list assignments; /**< xb_assignment by position */
    xb_list values;      /**< xb_value by number */
} xb_sequence;

/** What flattening knows of an assignment of a sequence. */
typedef struct xb_flat_assignment {
    xb_sequence *sequence;
    uint32_t position;               /**< position in the sequence, from 0 */
    xb_expression_activity activity; /**< of the right-hand side */
    xb_value *result;   /**< the value that it defines; NULL if the target has no derivative component */
    xb_value **operand; /**< by vertex number: the value that an active leaf reads, else NULL */
    const bool
        *stable; /**< by vertex number: the leaf denotes the same value until the end of the sequence */
} xb_flat_assignment;

/** How an item of a flat block is treated. */
typedef enum xb_flat_kind {
    XB_FLAT_STATEMENT,   /**< call, marker, …: kept as it is */
    XB_FLAT_SEQUENCE,    /**< a sequence */
    XB_FLAT_NONINLINABLE /**< assignment of a non-inlinable intrinsic */
} xb_flat_kind;

/** One item of a flat block. */
typedef struct xb_flat_item {
    xb_flat_kind kind;
    xb_statement *statement;          /**< unless it is a sequence */
    xb_sequence *sequence;            /**< of a sequence */
    const xb_noninlinable *intrinsic; /**< of a non-inlinable intrinsic */
} xb_flat_item;

/** A flat block: extension of basic blocks in the slot XB_FLATTENING_BLOCK. */
typedef struct xb_flat_block {
    xb_vector items; /**< xb_flat_item */
} xb_flat_block;

/** Slot of basic blocks that holds an xb_flat_block. */
#define XB_FLATTENING_BLOCK "flattening.block"

/** Slot of assignments that holds an xb_flat_assignment. */
#define XB_FLATTENING_ASSIGNMENT "flattening.assignment"

/** The flat form of a block, NULL if it was not flattened. */
const xb_flat_block *xb_flat_block_of(xb_run *run, const xb_flow_vertex *block);

/** The same for who needs it. @return NULL if the block was made after flattening, which is reported */
const xb_flat_block *xb_flat_block_needed(xb_run *run, xb_block_place place);

/** What flattening knows of an assignment, NULL if it is in no sequence. */
xb_flat_assignment *xb_flat_assignment_of(xb_run *run, const xb_assignment *assignment);

/** The algorithm. */
extern const xb_algorithm xb_algorithm_flattening;

#ifdef __cplusplus
}
#endif

#endif
