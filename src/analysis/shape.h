/**
 * @file
 * Types and shapes of expressions, for temporaries that hold their values.
 */
#ifndef XB_ANALYSIS_SHAPE_H
#define XB_ANALYSIS_SHAPE_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a value looks like. */
typedef struct xb_shape {
    xb_type type : 8;          /**< type of the elements */
    bool conflict : 1;         /**< operands of different nonzero ranks were met */
    int rank;                  /**< number of dimensions */
    const xb_name *fe_type;    /**< front-end type, NULL if unknown */
    const xb_bounds *bounds;   /**< rank bounds in document order if they are known, else NULL */
    const xb_reference *model; /**< something of the same shape, NULL for scalars */
    const xb_name *length;     /**< of a text: a number of characters; NULL: it is none, or not known */
} xb_shape;

/** The shape of a reference. Bounds of sections are worked out if all of their parts are constant. */
xb_shape xb_shape_of_reference(xb_arena *arena, const xb_reference *reference);

/** The shape of one vertex that is no argument reference, given those of its operands. */
xb_shape xb_shape_of_vertex(const xb_analyses *analyses, xb_arena *arena, const xb_expression *expression,
                            uint32_t v, const xb_shape *shapes);

/**
 * The shapes of all vertices of an expression.
 * @param argument shape of what an argument reference stands for, by its position; NULL if there are none
 * @return an array by vertex number, allocated in arena
 */
xb_shape *xb_shapes_of(const xb_analyses *analyses, xb_arena *arena, const xb_expression *expression,
                       xb_shape (*argument)(void *context, unsigned position), void *context);

/**
 * The shape of the result of a non-inlinable intrinsic. The rank is right, or what the front end says; bounds
 * are known only for intrinsics that the built-in catalogue has, the model only where the result looks like
 * an operand.
 * @param v the vertex of the intrinsic
 * @param shapes shapes of its operands, by vertex
 */
xb_shape xb_result_of_noninlinable(xb_arena *arena, const xb_expression *expression, uint32_t v,
                                   const xb_noninlinable *item, const xb_shape *shapes);

/**
 * The shape of what a reduction leaves of its first operand: a scalar, or one dimension less if its second
 * operand is a dimension.
 */
xb_shape xb_result_of_reduction(xb_arena *arena, const xb_expression *expression, uint32_t v,
                                const xb_shape *shapes);

/** The routine of a function that can be called as a subroutine whose last argument is the result, or NULL.
 */
const xb_routine *xb_function_as_subroutine(const xb_program *program, const xb_function_call *call);

/** The shape of the result of a function, as far as its symbol or the formal argument for the result tells.
 */
xb_shape xb_result_of_function(const xb_symbol *symbol);

/** The common shape of two operands of an elementwise operation: the wider type, the higher rank. */
xb_shape xb_shape_promote(xb_shape a, xb_shape b);

/** The number of elements; 0 if it is not known, or there are none. */
int64_t xb_shape_count(const xb_shape *shape);

/** A shape whose bounds are in an arena, copied there if it has any. */
xb_shape xb_shape_copy(xb_arena *arena, xb_shape shape);

/** The shape of a real scalar. */
xb_shape xb_shape_scalar(void);

/**
 * Creates a temporary that holds values of a shape.
 * @param allocation receives the statement that allocates it, NULL if its bounds are known; it goes before
 * the first assignment
 */
xb_symbol *xb_shape_temporary(xb_program *program, xb_scope *scope, const char *stem, xb_shape shape,
                              bool active, xb_statement **allocation);

#ifdef __cplusplus
}
#endif

#endif
