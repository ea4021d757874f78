/**
 * @file
 * Segments of the tape.
 *
 * What the taping sweep pushes at one place is one explicit list of entries; the adjoint sweep pops that list
 * reversed at the mirrored place, into fresh temporaries and never into variables of the program. All code
 * that touches the tape is made here, from these lists.
 */
#ifndef XB_ALGORITHMS_TAPING_TAPE_H
#define XB_ALGORITHMS_TAPING_TAPE_H

#include "analysis/shape.h"

/** What a value on the tape is for. */
typedef enum xb_tape_use {
    XB_TAPE_FACTOR, /**< an entry of a local Jacobian */
    XB_TAPE_INDEX,  /**< a subscript, or a part of one */
    XB_TAPE_EXTENT, /**< of an array that has to be allocated */
    XB_TAPE_TRIPS,  /**< how often the body of a loop was run */
    XB_TAPE_ARM,    /**< which arm of a branch was run */
    XB_TAPE_BLOCK,  /**< which block of unstructured control flow was run */
    XB_TAPE_USES    /**< number of uses */
} xb_tape_use;

/** What a use is called, such as "factors". */
const char *xb_tape_use_name(xb_tape_use use);

/** The id of statements that push for a use. */
const char *xb_tape_push_id(xb_tape_use use);

/** One push and the pop that mirrors it. */
typedef struct xb_tape_entry {
    xb_tape_use use;
    xb_shape shape;            /**< of the value */
    xb_statement *evaluation;  /**< the assignment to a temporary that is pushed; NULL: a variable is */
    const xb_reference *value; /**< what is pushed */
    xb_symbol *popped;         /**< where it is popped to */
    xb_list extents;           /**< xb_tape_entry, by dimension: pushed after it, to allocate `popped`; empty
                                    if its bounds are known */
} xb_tape_entry;

/** What is pushed at one place: xb_tape_entry in order. */
typedef struct xb_tape_segment {
    xb_list entries;
    bool kept; /**< both places are in one routine, and run once: variables take the place of the tape, but
                  for arrays whose bounds are not known, and texts */
} xb_tape_segment;

/** Where entries are made. */
typedef struct xb_tape {
    xb_program *program;
    xb_scope *scope; /**< of the temporaries */
    bool
        named; /**< derivatives are variables of their own, so that active arrays can be pushed as they are */
    xb_node_set *kept; /**< receives variables that take the place of the tape; NULL: there are none
                        */
} xb_tape;

/**
 * Makes an entry for the value of an expression.
 * @param value copied; evaluated into a temporary before it is pushed, unless it is a passive or scalar
 * variable
 * @param evaluate evaluate it into a temporary in any case
 */
xb_tape_entry *xb_tape_entry_create(const xb_tape *tape, xb_tape_use use, const xb_expression *value,
                                    xb_shape shape, bool evaluate);

/** Makes an entry for an integer variable, or for the temporary that is assigned to. */
xb_tape_entry *xb_tape_entry_of_symbol(const xb_tape *tape, xb_tape_use use, xb_symbol *symbol);

/** Makes an entry for the extent of a dimension, from 1 on, of an array. */
xb_tape_entry *xb_tape_entry_of_extent(const xb_tape *tape, const xb_reference *array, int dimension);

/** The same of a lower bound. */
xb_tape_entry *xb_tape_entry_of_lower_bound(const xb_tape *tape, const xb_reference *array, int dimension);

/** Whether the tape holds values of a type. */
bool xb_tape_holds(xb_type type);

/** A fresh integer variable. */
xb_symbol *xb_tape_integer(const xb_tape *tape);

/** A new scalar variable of the type of another one. */
xb_symbol *xb_tape_scalar_like(const xb_tape *tape, const xb_symbol *model);

/** A new temporary for the value of a scalar variable, or of an element. */
xb_symbol *xb_tape_scalar_for(const xb_tape *tape, const xb_reference *reference);

/** Appends what evaluates values that are no variables. */
void xb_tape_evaluate(const xb_tape *tape, const xb_tape_segment *segment, xb_list *statements);

/** Appends pushes of what has been evaluated. */
void xb_tape_push(const xb_tape *tape, const xb_tape_segment *segment, xb_list *statements);

/** Appends the allocation of a variable. @param extents xb_tape_entry, popped, by dimension */
void xb_tape_allocate(const xb_tape *tape, xb_symbol *symbol, const xb_list *extents, xb_list *statements);

/** Appends the pops of a segment. */
void xb_tape_pop(const xb_tape *tape, const xb_tape_segment *segment, xb_list *statements);

#endif
