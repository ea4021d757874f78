/**
 * @file
 * What the verifier knows of values, and whether they fit where they stand. Not installed.
 */
#ifndef XB_IR_VERIFY_VALUES_H
#define XB_IR_VERIFY_VALUES_H

#include "ir/verify_internal.h"

/** The value of a reference. It must have a symbol. */
xb_verify_value xb_verify_value_of_reference(const xb_reference *reference);

/** The value of a constant. */
xb_verify_value xb_verify_value_of_constant(const xb_constant *constant);

/** The value that a symbol stands for. */
xb_verify_value xb_verify_value_of_symbol(const xb_symbol *symbol);

/** An expression while the values of its vertices are found. */
typedef struct xb_verify_evaluation {
    xb_verifier *v;
    const xb_verify_step *at; /**< the step of the expression */
    const xb_expression *expression;
    xb_verify_value *values; /**< by vertex */
} xb_verify_evaluation;

/** Whether anything is known of the numbers of elements of an array. */
bool xb_verify_has_extents(const xb_verify_value *value);

/** Gives a value the shape of another one. */
void xb_verify_take_shape(xb_verify_value *value, const xb_verify_value *from);

/** Whether two values can be used element by element, as far as that is known; if not, it is reported. */
bool xb_verify_conform(xb_verifier *v, const xb_verify_step *at, const xb_verify_value *a,
                       const xb_verify_value *b);

/**
 * Finds the shape of what an intrinsic gives that is not elemental, and reports operands that don't fit.
 * @param at the step of the intrinsic
 * @param value receives the shape, if it is known
 */
void xb_verify_shape_of_intrinsic(const xb_verify_evaluation *evaluation, const xb_verify_step *at,
                                  uint32_t vertex, xb_verify_value *value);

/**
 * The numbers of elements of the dimensions that a reference keeps, first dimension first.
 * @param extents receives up to XB_RANK_LIMIT numbers; -1 where one is not known before the program runs
 * @return how many
 */
size_t xb_verify_extents(const xb_reference *reference, int64_t *extents);

/**
 * What a triplet picks of a dimension. An element of its own and a vector of subscripts are no such ranges.
 * @param bounds those of the dimension, or NULL
 * @param first, count, stride receive the subscript of the first element, the number of elements, their
 * distance
 * @return whether all of it is known before the program runs
 */
bool xb_verify_triplet(const xb_triplet *triplet, const xb_bounds *bounds, int64_t *first, int64_t *count,
                       int64_t *stride);

/**
 * The value of an expression in which nothing else is wrong; operands that don't go together are reported.
 * @param at the step of the expression
 */
xb_verify_value xb_verify_values(xb_verifier *v, const xb_verify_step *at, const xb_expression *expression);

/** Whether one type can't stand for the other. XB_TYPE_VOID, which is not known, never clashes. */
bool xb_verify_types_clash(xb_type a, xb_type b);

/** Whether one is an integer and the other logical. */
bool xb_verify_types_differ_in_truth(xb_type a, xb_type b);

/** Reports if a value can't be assigned to a target. @param at the step of the assignment */
void xb_verify_assigned(xb_verifier *v, const xb_verify_step *at, const xb_reference *target,
                        const xb_verify_value *value);

/** Reports if a value can't be a condition. @param at the step of what has the condition */
void xb_verify_condition_value(xb_verifier *v, const xb_verify_step *at, const xb_verify_value *value);

/** Reports if a value can't be part of a subscript. @param at the step of the triplet, name the part's */
void xb_verify_subscript_value(xb_verifier *v, const xb_verify_step *at, const char *name,
                               const xb_verify_value *value);

#endif
