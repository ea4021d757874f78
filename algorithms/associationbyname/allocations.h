/**
 * @file
 * Allocation of derivatives of arrays that the program allocates.
 *
 * The derivative of such an array is a variable of its own. In tangent-linear code an assignment to the whole
 * array allocates the derivative, too; where a marker stands for what allocates it, and elements are
 * assigned, the derivative is allocated after the marker. In reverse mode nothing allocates the derivatives
 * of arrays when values are computed. An adjoint sweep adds to them:
 * they are allocated, and zero, where the first sweep begins that refers to them, unless somebody has
 * allocated them before, to set the adjoint of a result.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_ALLOCATIONS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_ALLOCATIONS_H

#include "algorithm/algorithm.h"
#include "algorithms/associationbyname/variables.h"
#include "ir/body.h"

/** The arrays, xb_symbol, of a form of a routine that may have to be allocated: those with derivatives and
 * without bounds, from outside or the routine's own, but no formal arguments. To be asked for before
 * references to derivatives are changed. */
typedef struct xb_unsized {
    xb_list outside, own;
} xb_unsized;

xb_unsized xb_unsized_of(xb_run *run, xb_routine *routine);

/** The control flow of an adjoint sweep with allocations of the derivatives of arrays that have none at its
 * beginning. */
xb_flow_graph xb_allocated_first(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                 const xb_flow_graph *flow, const xb_list *arrays);

/** Adds code that gives derivatives of arrays that are there the bounds of these, and zeros, if they have
 * other ones, or are missing. */
void xb_allocate_derivatives(xb_body *code, xb_named_derivatives *derivatives, const xb_list *arrays);

/** The same for those that are not missing. */
void xb_reshape_derivatives(xb_body *code, xb_named_derivatives *derivatives, const xb_list *arrays);

/** The control flow of tangent-linear code with allocations of the derivatives of arrays after each marker
 * that may stand for statements. */
xb_flow_graph xb_allocated_after_markers(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                         const xb_flow_graph *flow, const xb_unsized *arrays);

/** An array that a taping sweep passes in the place of a derivative that the callee does not use, or an
 * adjoint sweep in the place of an array whose values the callee does not use. */
typedef struct xb_idle {
    xb_symbol *symbol;
    xb_symbol *like; /**< what has its bounds: the array, or its derivative */
    bool is_read;    /**< it is copied to a structure that is passed, and zero */
} xb_idle;

/** Appends statements that give it these bounds. */
void xb_idle_allocate(xb_program *program, const xb_idle *idle, xb_list *statements);

/** The control flow of a taping sweep with allocations before calls of what these pass in the place of
 * derivatives of arrays that may not be there.
 * @param idle list of xb_idle by call */
xb_flow_graph xb_allocated_before_calls(xb_run *run, xb_scope *scope, const xb_flow_graph *flow,
                                        const xb_node_map *idle);

/** Replaces derivatives of another shape, which are left from another call of the program, where adjoint
 * sweeps begin (left_derivatives.c): in all routines and replacement lists. All else has been made. Linear
 * time for each. */
void xb_left_derivatives_replace(xb_run *run, xb_named_derivatives *derivatives);

/** Whether a replacement of a list is an adjoint sweep. */
bool xb_replacement_is_adjoint(const xb_replacement *replacement);

/** Whether an assignment computes its target, a variable or a derivative, from itself: it is there then, and
 * is not allocated by the assignment. */
bool xb_reads_target(const xb_assignment *assignment);

#endif
