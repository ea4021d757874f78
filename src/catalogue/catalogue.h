/**
 * @file
 * Catalogues of intrinsics: what their partial derivatives are.
 *
 * An inlinable intrinsic has, for each operand, a partial derivative as an expression in the operands and the
 * result. A non-inlinable intrinsic is differentiated as a whole: by an intrinsic that maps the derivative of
 * the argument to that of the result (direct action), by one that tells which element the result is
 * (selection), or by a routine that computes its Jacobian (explicit Jacobian). A routine of the program can
 * have a rule that names its tangent and adjoint routines. The built-in catalogue is a
 * constant table; documents given by the user extend or override it, item by item.
 */
#ifndef XB_CATALOGUE_CATALOGUE_H
#define XB_CATALOGUE_CATALOGUE_H

#include "base/diagnostics.h"
#include "ir/flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of partial derivatives. */
typedef enum xb_partial_kind {
    XB_PARTIAL_PASSIVE,   /**< zero */
    XB_PARTIAL_ONE,       /**< 1 */
    XB_PARTIAL_MINUS_ONE, /**< -1 */
    XB_PARTIAL_LINEAR,    /**< a constant */
    XB_PARTIAL_NONLINEAR  /**< depends on operands or result */
} xb_partial_kind;

/** What an intrinsic does to complex operands. */
typedef enum xb_complex_rule {
    XB_COMPLEX_REFUSED,    /**< not complex differentiable: active complex operands are refused */
    XB_COMPLEX_HOLOMORPHIC /**< the partials hold for complex operands too */
} xb_complex_rule;

/** How the shape of the result follows from that of the operands. */
typedef enum xb_shape_change { XB_SHAPE_SAME, XB_SHAPE_SCALAR, XB_SHAPE_RANK } xb_shape_change;

/** One vertex of a partial expression. Operands come before operators; the last vertex is the root. */
typedef struct xb_partial_vertex {
    xb_kind kind;        /**< XB_KIND_CONSTANT, XB_KIND_INTRINSIC, XB_KIND_BOOLEAN_OPERATION,
                            XB_KIND_ARGUMENT_REFERENCE */
    const char *text;    /**< name of the intrinsic, or value of the constant */
    xb_type type;        /**< type of a constant */
    const char *fe_type; /**< front-end type of a constant, NULL if none */
    unsigned argument;   /**< of an argument reference: 0 is the result, k the k-th operand */
    const char *regular; /**< of an argument reference in the condition of singular points: the number that
                            stands for it in partials there, NULL: it stays */
    unsigned operand_count;
    const unsigned *operands; /**< vertex numbers by position */
} xb_partial_vertex;

/**
 * The partial derivative with respect to one operand. A nonlinear one without an expression is not known: the
 * intrinsic is refused when that operand is active (xb_partial_is_refused()).
 */
typedef struct xb_partial {
    unsigned position; /**< operand, from 1 */
    xb_partial_kind kind;
    bool non_value_inquiry; /**< the operand's value is not needed */
    size_t vertex_count;    /**< 0 if the kind says it all, or if the partial is not known */
    const xb_partial_vertex *vertices;
    const struct xb_partial *of_complex; /**< holds in its place where the operand is complex; NULL: it holds
                                            itself */
} xb_partial;

/** An inlinable intrinsic. */
typedef struct xb_inlinable {
    const char *name;
    unsigned argument_count; /**< nr_arguments: the most operands; fewer are allowed for optional ones */
    unsigned required_count; /**< requiredArguments: the least operands */
    xb_type return_type; /**< XB_TYPE_REAL, the default: real or what the operands promote to; else the type
                            of every result */
    bool non_smooth;
    xb_shape_change shape_change;
    xb_complex_rule complex_rule;
    const char *complex_action; /**< for complex operands, the derivative is this intrinsic of their
                                   derivatives (see xb_noninlinable); NULL: as complex_rule says */
    bool any_type; /**< operands with derivatives may be no numbers, where nothing is differentiated */
    bool singular_of_complex; /**< only complex operands have singular points */
    size_t singular_count;
    const xb_partial_vertex *singular; /**< singular_count vertices: the condition that the operands are at a
                                          point where partials do not exist; NULL: there are none, or none
                                          that are known */
    size_t partial_count;
    const xb_partial *partials; /**< ascending by position */
    size_t value_count;
    const xb_partial_vertex
        *value;                        /**< value_count vertices: what the result is, without intrinsics that
                                          have    such a formula themselves; NULL: the catalogue does not say it */
    const struct xb_inlinable *before; /**< what it was before xb_catalogue_zero_singular(); NULL: the same */
    const char *file;                  /**< where it was read; NULL: it is built in */
    size_t line;
} xb_inlinable;

/**
 * One entry of an explicit Jacobian. For a function (the intrinsic is used in an expression) the dependent is
 * 1, the result, and the independent is 1 + the number of the operand. For a subroutine both are numbers of
 * its arguments. The partial is received in that argument of the Jacobian routine, which takes the operands
 * of the function (without its result) or all arguments of the subroutine first.
 */
typedef struct xb_jacobian_partial {
    unsigned dependent, independent, partial;
} xb_jacobian_partial;

/** A non-inlinable intrinsic. */
typedef struct xb_noninlinable {
    const char *name;
    bool non_smooth;
    const char *derivative_action; /**< direct action: name of the intrinsic for derivatives; else NULL */
    bool product_rule;    /**< direct action: linear in each active operand, not in all of them together */
    const char *location; /**< selection: name of the intrinsic that says where in operand 1 the result is;
                             else NULL */
    const char *jacobian; /**< explicit Jacobian: name of the routine; else NULL */
    xb_type return_type;
    size_t partial_count;
    const xb_jacobian_partial *partials;
} xb_noninlinable;

/** Whether an argument of a routine with a rule has a derivative. */
typedef enum xb_rule_activity {
    XB_RULE_ANY,    /**< it may have one: without one, a copy with derivative zero is passed */
    XB_RULE_ACTIVE, /**< it has to have one */
    XB_RULE_PASSIVE /**< it must not have one */
} xb_rule_activity;

/** Which value of an argument the adjoint routine needs. */
typedef enum xb_rule_need {
    XB_RULE_BEFORE, /**< the value before the call */
    XB_RULE_AFTER,  /**< the value after the call */
    XB_RULE_UNNEEDED
} xb_rule_need;

/** What values of an argument a rule can be tested with. */
typedef enum xb_rule_sample {
    XB_RULE_SAMPLE_ANY,      /**< any numbers */
    XB_RULE_SAMPLE_DOMINANT, /**< a square matrix whose diagonal dominates */
    XB_RULE_SAMPLE_SYMMETRIC /**< the same, symmetric */
} xb_rule_sample;

/** An argument of a routine with a rule, or the result of a function. */
typedef struct xb_rule_argument {
    xb_intent intent;
    xb_rule_activity activity;
    xb_rule_need needed;
    xb_type type;   /**< XB_TYPE_VOID: that of the routine's formal argument, or real */
    int rank;       /**< XB_RANK_VOID: that of the routine's formal argument, or of what is passed */
    unsigned alias; /**< the argument, from 1, that it may be one variable with; 0: none that either is
                         modified */
    xb_rule_sample sample;
    size_t extent_count;    /**< 0: the routine's formal argument has bounds */
    const int64_t *extents; /**< for tests, in the order of subscripts; of an integer scalar, its value */
} xb_rule_argument;

/**
 * A rule for a routine as a whole. All routines of a rule take the arguments of the routine itself. The
 * tangent routine computes their values and derivatives. The adjoint routine adds to the derivatives of what
 * the routine reads, and sets those of what it only writes to zero; where it reads values, they are those
 * that the rule says. A recording routine is called in the place of the routine when the adjoint routine,
 * then called returning, is going to follow. To all of them, the result of a function is one more argument.
 */
typedef struct xb_routine_rule {
    const char *name;      /**< of the routine */
    const char *tangent;   /**< NULL: none */
    const char *adjoint;   /**< or returning; NULL: none */
    const char *recording; /**< NULL: the routine itself */
    size_t argument_count;
    const xb_rule_argument *arguments; /**< by position */
    bool is_function;                  /**< the last argument is the result, which calls do not pass */
    const char *file;                  /**< where it was read */
    size_t line;
} xb_routine_rule;

/** Tells whether a partial is not known, so that an active operand at its position is refused. */
static inline bool xb_partial_is_refused(const xb_partial *partial)
{
    return partial->kind == XB_PARTIAL_NONLINEAR && partial->vertex_count == 0;
}

/**
 * Tells whether an intrinsic makes a scalar of arrays and has derivatives: the derivative of its result is
 * the sum of products over all elements, so it has an assignment of its own and is no part of longer chains
 * of elementwise operations.
 */
static inline bool xb_inlinable_is_reduction(const xb_inlinable *inlinable)
{
    for (size_t i = 0; inlinable->shape_change == XB_SHAPE_SCALAR && i < inlinable->partial_count; i++)
        if (inlinable->partials[i].kind != XB_PARTIAL_PASSIVE)
            return true;
    return false;
}

/** A catalogue: the built-in tables and what was read on top of them. */
typedef struct xb_catalogue xb_catalogue;

/** Creates a catalogue that holds the built-in intrinsics. Takes constant time. */
xb_catalogue *xb_catalogue_create(xb_arena *arena);

/** Intrinsics that a document defines. */
typedef struct xb_catalogue_items {
    xb_list inlinables;    /**< xb_inlinable, in document order */
    xb_list noninlinables; /**< xb_noninlinable, in document order */
    xb_list rules;         /**< xb_routine_rule, in document order */
} xb_catalogue_items;

/**
 * Adds intrinsics and rules, which the catalogue refers to from then on; an item of a known name replaces the
 * known one, of any kind. Needs an active xb_protect() (failure.h).
 */
void xb_catalogue_add(xb_catalogue *catalogue, const xb_catalogue_items *items);

/**
 * Replaces all intrinsics that have singular points by ones whose partials are 0 there. The formulas are not
 * evaluated at such points: other numbers stand for the operands that make them singular. To be called when
 * everything has been added. Needs an active xb_protect() (failure.h).
 */
void xb_catalogue_zero_singular(xb_catalogue *catalogue);

/** Where a catalogue lives, and what is added to it should. */
xb_arena *xb_catalogue_arena(const xb_catalogue *catalogue);

/** The inlinable intrinsic of this name, or NULL. */
const xb_inlinable *xb_catalogue_inlinable(const xb_catalogue *catalogue, const xb_name *name);

/** The non-inlinable intrinsic of this name, or NULL. */
const xb_noninlinable *xb_catalogue_noninlinable(const xb_catalogue *catalogue, const xb_name *name);

/** The inlinable intrinsic of this name, or NULL. */
const xb_inlinable *xb_catalogue_inlinable_called(const xb_catalogue *catalogue, const char *name);

/** Whether an intrinsic that was added makes scalars of arrays. */
bool xb_catalogue_makes_scalar(const xb_catalogue *catalogue, const xb_name *name);

/** Whether a catalogue that was read says that an intrinsic is a reduction or a selection, of one array and
 * perhaps of a dimension and a mask. */
bool xb_catalogue_reduces(const xb_catalogue *catalogue, const xb_name *name);

/** The partial of an inlinable intrinsic at a position (from 1), or NULL. */
const xb_partial *xb_inlinable_partial(const xb_inlinable *inlinable, unsigned position);

/** The name in the catalogue that means the same as this one, as ln_scal for log_scal, or that is most like
 * it; NULL: there is none. */
const char *xb_catalogue_nearest(const xb_catalogue *catalogue, xb_arena *arena, const char *name);

/** Calls a function for each inlinable intrinsic, in order of names (byte order). */
void xb_catalogue_each_inlinable(const xb_catalogue *catalogue,
                                 void (*call)(void *context, const xb_inlinable *), void *context);

/** Calls a function for each non-inlinable intrinsic, in order of names (byte order). */
void xb_catalogue_each_noninlinable(const xb_catalogue *catalogue,
                                    void (*call)(void *context, const xb_noninlinable *), void *context);

/** Calls a function for each rule of a routine, in order of names (byte order). */
void xb_catalogue_each_rule(const xb_catalogue *catalogue,
                            void (*call)(void *context, const xb_routine_rule *), void *context);

#ifdef __cplusplus
}
#endif

#endif
