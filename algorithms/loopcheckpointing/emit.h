/**
 * @file
 * Arithmetic of step numbers: expressions of integer variables, and assignments to them.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_EMIT_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_EMIT_H

#include "ir/build.h"

/** Where code goes. */
typedef struct xb_emitter {
    xb_program *program;
    xb_scope *scope; /**< of new variables */
} xb_emitter;

/** A new integer variable. */
xb_symbol *xb_emit_integer(const xb_emitter *emitter, const char *stem);

/** Adds a variable to an expression. @return its number */
uint32_t xb_emit_variable(const xb_emitter *emitter, xb_expression *to, xb_symbol *symbol);

/** Adds an integer. */
uint32_t xb_emit_number(const xb_emitter *emitter, xb_expression *to, int64_t value);

/** Adds an operation of two vertices, which becomes the root. */
uint32_t xb_emit_operation(const xb_emitter *emitter, xb_expression *to, xb_intrinsic_code code,
                           uint32_t first, uint32_t second);

/** variable = value. @param id of the statement */
xb_statement *xb_emit_assignment(const xb_emitter *emitter, const char *id, xb_symbol *variable,
                                 xb_expression *value);

/** A loop: for (variable = first; variable < bound; variable = variable + stride). */
typedef struct xb_emitted_loop {
    uint32_t head; /**< its vertex, still to be entered and left */
    uint32_t body; /**< a block, empty and without successors */
    uint32_t end;  /**< where the body has to lead to */
} xb_emitted_loop;

/** Adds a loop to control flow. @param first taken over */
xb_emitted_loop xb_emit_loop(const xb_emitter *emitter, xb_flow_graph *flow, xb_symbol *variable,
                             xb_expression *first, xb_symbol *bound, int64_t stride);

/** variable = value, an integer. */
xb_statement *xb_emit_constant(const xb_emitter *emitter, const char *id, xb_symbol *variable, int64_t value);

#endif
