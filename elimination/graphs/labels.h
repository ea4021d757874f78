/**
 * @file
 * What is known of products and sums of labels: the rules of folding.
 *
 * For these rules a label is a constant or an operand whose value is not known. Results that overflow are not
 * folded, so that no infinity has to be written down as a constant.
 */
#ifndef XB_ELIMINATION_GRAPHS_LABELS_H
#define XB_ELIMINATION_GRAPHS_LABELS_H

#include <stdbool.h>

#include "elimination/types/result.h"

/** How a product or sum comes about. */
typedef enum xb_fold {
    XB_FOLD_CONSTANT,     /**< it is a constant, possibly 0 */
    XB_FOLD_FIRST,        /**< it is the first operand */
    XB_FOLD_SECOND,       /**< it is the second operand */
    XB_FOLD_MINUS_FIRST,  /**< it is the first operand with its sign changed */
    XB_FOLD_MINUS_SECOND, /**< it is the second operand with its sign changed */
    XB_FOLD_STEP          /**< it must be computed */
} xb_fold;

/** The product of two labels. A constant goes to *value. */
xb_fold xb_fold_product(const xb_operand *a, const xb_operand *b, double *value);

/** The sum of two labels. A constant goes to *value. */
xb_fold xb_fold_sum(const xb_operand *a, const xb_operand *b, double *value);

/** The quotient of two labels, the second of which is a constant other than 0. A constant goes to *value. */
xb_fold xb_fold_quotient(const xb_operand *a, const xb_operand *b, double *value);

/** The difference of two labels. A constant goes to *value. */
xb_fold xb_fold_difference(const xb_operand *a, const xb_operand *b, double *value);

/** Whether a label is a constant ±1. */
static inline bool xb_label_is_unit(const xb_operand *label)
{
    return label->kind == XB_OPERAND_CONSTANT && (label->value == 1 || label->value == -1);
}

/** Whether a label is nontrivial at an awareness (see xb_elimination_options). */
static inline bool xb_label_is_nontrivial(const xb_operand *label, int awareness)
{
    if (awareness <= 0)
        return true;
    return awareness == 1 ? !xb_label_is_unit(label) : label->kind != XB_OPERAND_CONSTANT;
}

#endif
