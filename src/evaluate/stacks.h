/**
 * @file
 * Stacks of the run time: tapes and checkpoint stacks. Not installed.
 *
 * A stack holds elements of one kind of numbers, each of as many words as the kind needs, and remembers of
 * each which call has put it there. Stacks grow without limit but the evaluator's limit of memory.
 */
#ifndef XB_EVALUATE_STACKS_H
#define XB_EVALUATE_STACKS_H

#include "evaluate/state.h"

/** A part of an element. */
typedef union xb_word {
    double real;
    int64_t integer; /**< of a truth value, too; lengths of strings */
    const char *bytes;
} xb_word;

/** Who has put an element on a stack. */
typedef struct xb_origin {
    const xb_statement *statement;
    const xb_routine *routine;
} xb_origin;

/** A stack. All zero but for the width is an empty one. */
typedef struct xb_stack {
    size_t width;    /**< words of an element, above 0 */
    xb_word *words;  /**< width of each element */
    uint32_t *marks; /**< of each element: twice the number of its origin, plus 1 if it is undefined */
    size_t count;    /**< number of elements */
    size_t capacity; /**< number of elements that there is room for */
    size_t bytes;    /**< that an element counts, see xb_type_bytes() */
    bool is_tape;    /**< counted as tape, or as checkpoint stack */
} xb_stack;

/** The tapes. */
typedef enum xb_tape {
    XB_TAPE_REAL,
    XB_TAPE_COMPLEX,
    XB_TAPE_INTEGER,
    XB_TAPE_LOGICAL,
    XB_TAPE_STRING,
    XB_TAPE_COUNT
} xb_tape;

/** A stack for arguments of a routine. */
typedef struct xb_checkpoint_stack {
    xb_stack stack;
    const xb_routine *routine;
    xb_type type;
    bool derivative; /**< holds derivatives */
} xb_checkpoint_stack;

struct xb_runtime {
    xb_evaluator *evaluator;
    xb_arena *memory; /**< of the stacks; reset with them */
    xb_stack tapes[XB_TAPE_COUNT];
    xb_list checkpoints;      /**< xb_checkpoint_stack in order of first use */
    xb_map checkpoint_by_key; /**< (routine, type and part) to xb_checkpoint_stack */
    xb_vector origins;        /**< xb_origin */
    uint32_t
        *origin_by_index;  /**< by index of a statement's node: number of its origin + 1, or 0; NULL: none */
    size_t on_tapes;       /**< elements of all tapes */
    size_t on_checkpoints; /**< elements of all checkpoint stacks */
    size_t stored;         /**< bytes that all elements count */
    size_t bytes;          /**< charged to the evaluator */
};

/**
 * Adds elements to a stack, counts them, and says that they are from the statement that is being run. Ends
 * the run if there is too little memory.
 * @param undefined of each element, whether it has no value; NULL: all have
 * @return room for the words of the new elements
 */
xb_word *xb_stack_push(xb_runtime *runtime, xb_stack *stack, const xb_statement *statement, size_t count,
                       const bool *undefined);

/**
 * Removes the topmost elements from a stack that holds as many.
 * @return their words, valid until the next push
 */
const xb_word *xb_stack_pop(xb_runtime *runtime, xb_stack *stack, size_t count);

/** Whether an element above the top, which was popped last, has no value. @param i its place among them */
bool xb_stack_popped_undefined(const xb_stack *stack, size_t i);

/** The checkpoint stack of the routine that is being run, made when it is asked for first. @param width words
 * of an element */
xb_stack *xb_runtime_checkpoints(xb_runtime *runtime, xb_type type, bool derivative, size_t width);

/** What a tape is called in messages. */
const char *xb_tape_name(xb_tape tape);

/** What a checkpoint stack is called in messages. */
const char *xb_checkpoint_name(xb_arena *arena, const xb_checkpoint_stack *checkpoint);

#endif
