/**
 * @file
 * Code that counts and compares: scalar variables, assignments to them, and the control flow around these.
 */
#ifndef XB_ALGORITHMS_SUPPORT_EMIT_H
#define XB_ALGORITHMS_SUPPORT_EMIT_H

#include "ir/build.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where code goes. */
typedef struct xb_emitter {
    xb_program *program;
    xb_scope *scope;     /**< of new variables and blocks */
    xb_flow_graph *flow; /**< where control flow is added */
} xb_emitter;

/** A new integer variable. */
xb_symbol *xb_emit_integer(const xb_emitter *emitter, const char *stem);

/** A new integer variable of 64 bits. */
xb_symbol *xb_emit_long_integer(const xb_emitter *emitter, const char *stem);

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
xb_emitted_loop xb_emit_loop(const xb_emitter *emitter, xb_symbol *variable, xb_expression *first,
                             xb_symbol *bound, int64_t stride);

/** variable = value, an integer. */
xb_statement *xb_emit_constant(const xb_emitter *emitter, const char *id, xb_symbol *variable, int64_t value);

/** Adds an edge that is taken unconditionally. */
void xb_emit_edge(const xb_emitter *emitter, uint32_t source, uint32_t target);

/** Adds a block without statements. @param after vertex that leads to it; XB_GRAPH_NONE: nothing so far */
uint32_t xb_emit_block(const xb_emitter *emitter, uint32_t after);

/** Appends a statement to a block. */
void xb_emit_statement(const xb_emitter *emitter, uint32_t block, xb_statement *statement);

/** Appends variable = value to a block. @param id of the statement */
void xb_emit_assign(const xb_emitter *emitter, uint32_t block, const char *id, xb_symbol *variable,
                    xb_expression *value);

/** A branch. */
typedef struct xb_emitted_branch {
    uint32_t head; /**< its vertex, still to be entered; its second arm, or an edge to its end, is still to be
                        added */
    uint32_t block; /**< the first arm, an empty block without successors, taken if the condition holds */
    uint32_t end;   /**< its EndBranch, without an edge to it */
} xb_emitted_branch;

/** Adds a branch. @param after vertex that leads to it; XB_GRAPH_NONE: nothing so far @param condition taken
 * over */
xb_emitted_branch xb_emit_branch(const xb_emitter *emitter, uint32_t after, xb_expression *condition);

/** Adds a branch of one arm, which ends with this block. @param condition, statement taken over */
xb_emitted_branch xb_emit_if(const xb_emitter *emitter, uint32_t after, xb_expression *condition,
                             xb_statement *statement);

/** Adds a PreLoop, whose head is to be left. @param after as for branches @param condition taken over */
xb_emitted_loop xb_emit_while(const xb_emitter *emitter, uint32_t after, xb_expression *condition);

#ifdef __cplusplus
}
#endif

#endif
