/**
 * @file
 * Adjoint statements: the transposes of what is linear in derivatives.
 *
 * For y' = a x', the adjoint is x' += a y', then y' = 0; for y' += a x', it is x' += a y' only. A statement
 * with several entries is transposed entry by entry, from the last one to the first (A. Griewank, A. Walther:
 * Evaluating Derivatives, 2nd edition, 2008, section 3.2).
 *
 * A complex number is two real ones: the inner product is <a, b> = Re(conj(a) b), and the adjoint of z = u +
 * iv is u^ + i v^, with the adjoints u^ and v^ of its parts. Then the adjoint of y' = a x' is x' += conj(a)
 * y', and of a real x the real part of that. Adjoints of real numbers don't depend on it.
 */
#ifndef XB_ALGORITHMS_ADJOINT_TRANSPOSE_H
#define XB_ALGORITHMS_ADJOINT_TRANSPOSE_H

#include "algorithms/taping/taping.h"
#include "ir/body.h"

/** Adjoint code of a block under construction. */
typedef struct xb_adjoint {
    const xb_taping *taping;
    xb_program *program;
    xb_scope *scope; /**< of temporaries */
    xb_body *code;
    xb_list *statements; /**< where the code goes on */
} xb_adjoint;

/** Appends updated' += read'. Both are taken over. */
void xb_adjoint_increment(xb_adjoint *adjoint, xb_reference *read, xb_reference *updated);

/** Appends what sets a derivative to zero. @param target taken over */
void xb_adjoint_zero(xb_adjoint *adjoint, xb_reference *target);

/** Appends updated' += factor read'. All are taken over. */
void xb_adjoint_saxpy(xb_adjoint *adjoint, void *factor, xb_reference *read, xb_reference *updated);

/** Appends what adds the derivative of a temporary to that of a section with vector subscripts, element by
 * element. @param moved of the shape of the section @param x copied */
void xb_adjoint_scatter(xb_adjoint *adjoint, xb_symbol *moved, const xb_reference *x);

/** Appends a statement. */
void xb_adjoint_append(xb_adjoint *adjoint, void *statement);

/** What has the shape that a variable had where its value was used: a variable that is allocated may have
 * another one now, but not its adjoint. @return a reference of its own */
xb_reference *xb_adjoint_shaped(const xb_adjoint *adjoint, const xb_reference *variable);

/** A fresh variable with a derivative, which is zero; appends its allocation. */
xb_symbol *xb_adjoint_temporary(xb_adjoint *adjoint, xb_shape shape);

/** The same in the shape of a reference. @param model copied */
xb_symbol *xb_adjoint_temporary_like(xb_adjoint *adjoint, const xb_reference *model);

/** Whether a vertex is a complex variable or constant. */
bool xb_is_complex(const void *vertex);

/** Appends x' += conj(factor) y', or its real part if x is real and one of the others is complex.
 * @param factor taken over; NULL: 1 @param x taken over */
void xb_adjoint_add_product(xb_adjoint *adjoint, void *factor, const xb_reference *y, xb_reference *x);

/** Appends the transpose of a propagator. */
void xb_transpose_propagator(xb_adjoint *adjoint, const xb_propagator *propagator);

/**
 * Appends the transpose of an assignment of derivatives: of intrinsics that rearrange, add up or multiply
 * arrays.
 * @return XB_STATUS_OK, or that of the error that was reported: the transpose of an intrinsic is not known
 */
xb_status xb_transpose_assignment(xb_adjoint *adjoint, const xb_assignment *assignment);

/** Appends the call of a routine's adjoint: of the routine itself, or of its wrapper, which find out by the
 * mode of the run what they have to do. Other routines without body have none. */
void xb_transpose_call(xb_adjoint *adjoint, const xb_call *call);

#endif
