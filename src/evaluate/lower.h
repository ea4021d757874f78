/**
 * @file
 * Making code (code.h) of programs. Not installed.
 *
 * What stands for a node in the view that the evaluator's options name is what becomes code. What can't be
 * run becomes code that says so.
 */
#ifndef XB_EVALUATE_LOWER_H
#define XB_EVALUATE_LOWER_H

#include "evaluate/code.h"
#include "ir/view.h"

/** Code in the making. */
typedef struct xb_lowering {
    xb_evaluator *evaluator;
    xb_program *program;
    xb_view view;
    xb_arena *memory; /**< where code goes */
    xb_code *code;
    xb_node_map by_scope; /**< xb_code_routine */
} xb_lowering;

/** Makes the code of the evaluator's program. Must be protected; ends like a run if the program can't be
 * understood at all. */
xb_code *xb_lower(xb_evaluator *evaluator);

/** What stands for the nodes of a list, see xb_view_list(). */
const xb_list *xb_lower_list(xb_lowering *lowering, const xb_list *nodes);

/** The one node that stands for a node; NULL for NULL. */
void *xb_lower_single(xb_lowering *lowering, const void *node);

/** The slot of a symbol in a routine, made if need be. */
uint32_t xb_lower_slot(xb_lowering *lowering, xb_code_routine *routine, xb_symbol *symbol);

/** A control-flow graph of a routine. */
void xb_lower_graph(xb_lowering *lowering, xb_code_routine *routine, const xb_flow_graph *flow,
                    xb_code_graph *graph);

/** An expression; NULL for NULL. */
const xb_code_expression *xb_lower_expression(xb_lowering *lowering, xb_code_routine *routine,
                                              const xb_expression *expression);

/** A reference. @param registers raised to what its subscripts need */
const xb_code_reference *xb_lower_reference(xb_lowering *lowering, xb_code_routine *routine,
                                            const xb_reference *reference, size_t *registers);

/** Chooses what runs the intrinsic, or boolean operation, that is the source of a node; operands are set. */
void xb_lower_intrinsic(xb_code_node *node);

/** How many nodes the formulas of an intrinsic that only the catalogue knows need before its own; 0 of other
 * vertices. */
size_t xb_formula_room(const xb_evaluator *evaluator, const xb_vertex *vertex);

/** Appends the nodes of these formulas, and has the intrinsic's own one, which is not among them yet, take
 * their result; does nothing if the catalogue does not say what it computes. */
void xb_lower_formula(xb_lowering *lowering, xb_code_node *node, xb_code_nodes *nodes);

/** The value of a constant; NULL if it can't be read. */
const xb_register *xb_lower_constant(xb_lowering *lowering, const xb_constant *constant);

#endif
