/**
 * @file
 * Terms of assignments of derivatives, and the expressions of their transposes. Private to adjoint.
 */
#ifndef XB_ALGORITHMS_ADJOINT_TERM_H
#define XB_ALGORITHMS_ADJOINT_TERM_H

#include "algorithms/adjoint/transpose.h"
#include "ir/intrinsic.h"

/** A term: an intrinsic with a derivative x' among its operands. */
typedef struct xb_adjoint_term {
    xb_adjoint *a;
    const xb_expression *value; /**< where it is */
    uint32_t vertex;            /**< the intrinsic */
    const xb_reference *y;      /**< what y' was moved to, of the term's type; recalled */
    xb_reference *x;            /**< recalled */
    uint32_t position;          /**< of x' among the operands */
    xb_symbol *added; /**< in the shape of x, whose derivative is to be added to x'; NULL: not needed yet */
} xb_adjoint_term;

/** Appends the transpose of a term. @return false if there is none for operands like these */
typedef bool xb_transpose_rule(xb_adjoint_term *t);

xb_transpose_rule xb_transpose_sum, xb_transpose_spread, xb_transpose_transpose, xb_transpose_reshape;
xb_transpose_rule xb_transpose_cshift, xb_transpose_eoshift, xb_transpose_pack, xb_transpose_unpack;
xb_transpose_rule xb_transpose_dot_product, xb_transpose_matmul;
xb_transpose_rule xb_transpose_real, xb_transpose_imaginary, xb_transpose_conjugate;

/** An operand of the intrinsic; NULL: there is none at the position. */
const xb_vertex *xb_term_operand(const xb_adjoint_term *t, uint32_t position);

/** The rank of an operand; 0 if there is none. */
int xb_term_rank(const xb_adjoint_term *t, uint32_t position);

/** Adds to an expression what an operand was. @return its number */
uint32_t xb_term_add_operand(const xb_adjoint_term *t, xb_expression *to, uint32_t position);

/** Adds y' to an expression. @return its number */
uint32_t xb_term_add_y(const xb_adjoint_term *t, xb_expression *to);

/** Adds zero of the type and shape of x to an expression. @return its number */
uint32_t xb_term_add_zero(xb_adjoint_term *t, xb_expression *to);

/** Adds a vector with one element, zero of the type of x. @return its number */
uint32_t xb_term_add_padding(xb_adjoint_term *t, xb_expression *to);

/** Adds an integer. @return its number */
uint32_t xb_term_add_integer(const xb_adjoint_term *t, xb_expression *to, int64_t value);

/** Adds the shape of a variable, or its size, or an extent. @return its number */
uint32_t xb_term_add_shape(const xb_adjoint_term *t, xb_expression *to, const xb_reference *array);
uint32_t xb_term_add_size(const xb_adjoint_term *t, xb_expression *to, const xb_reference *array);
uint32_t xb_term_add_extent(const xb_adjoint_term *t, xb_expression *to, const xb_reference *array,
                            uint32_t dimension);

/** Adds an intrinsic of operands that are in the expression. @param operands count numbers; XB_GRAPH_NONE:
 * there is none at this position @return its number */
uint32_t xb_term_apply(const xb_adjoint_term *t, xb_expression *to, xb_intrinsic_code code, uint32_t count,
                       const uint32_t *operands);

/** Appends x' += value, or its real part if that is complex and x real. @param root of the value */
void xb_term_add_value(xb_adjoint_term *t, xb_expression *value, uint32_t root);

#endif
