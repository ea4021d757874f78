/**
 * @file
 * Allocation of derivatives of arrays that the program allocates.
 *
 * The derivative of such an array is a variable of its own. In tangent-linear code an assignment to the whole
 * array allocates the derivative, too; where a marker stands for what allocates it, and elements are
 * assigned, the derivative is allocated after the marker. In reverse mode nothing allocates the derivatives
 * of arrays from outside when values are computed, but where they are passed. An adjoint sweep adds to them:
 * they are allocated, and zero, where the first sweep begins that refers to them, unless somebody has
 * allocated them before, to set the adjoint of a result.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_ALLOCATIONS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_ALLOCATIONS_H

#include "algorithm/algorithm.h"
#include "algorithms/associationbyname/variables.h"

/** The arrays, xb_symbol, of a form of a routine that may have to be allocated: those with derivatives and
 * without bounds, from outside or the routine's own, but no formal arguments. To be asked for before
 * references to derivatives are changed. */
typedef struct xb_unsized {
    xb_list outside, own;
} xb_unsized;

xb_unsized xb_unsized_of(xb_run *run, xb_routine *routine);

/** The control flow of an adjoint sweep with allocations of the derivatives of arrays at its beginning.
 * @param is_first whether no other sweep comes before it: what has another shape than the array is from
 * before, and is allocated anew */
xb_flow_graph xb_allocated_first(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                 const xb_flow_graph *flow, const xb_list *arrays, bool is_first);

/** The formal arguments of a routine that are allocatable and have derivatives: xb_symbol. */
xb_list xb_allocatable_formals(xb_run *run, const xb_routine *routine);

/** The control flow of tangent-linear code with allocations of the derivatives of arrays after each marker
 * that may stand for statements. */
xb_flow_graph xb_allocated_after_markers(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                         const xb_flow_graph *flow, const xb_unsized *arrays);

/** The control flow of a taping sweep with allocations of the derivatives of arrays before calls.
 * @param arrays xb_unsized by call */
xb_flow_graph xb_allocated_before_calls(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                        const xb_flow_graph *flow, const xb_node_map *arrays);

/** Whether an assignment computes its target, a variable or a derivative, from itself: it is there then, and
 * is not allocated by the assignment. */
bool xb_reads_target(const xb_assignment *assignment);

#endif
