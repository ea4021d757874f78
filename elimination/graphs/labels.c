/*
 * Multiplying by ±1 needs no multiplication, constants fold as long as the result is finite. A product of
 * constants may underflow to 0, as it would when it is executed.
 */
#include "elimination/graphs/labels.h"

#include <math.h>

static bool is_constant(const xb_operand *label)
{
    return label->kind == XB_OPERAND_CONSTANT;
}

static bool has_value(const xb_operand *label, double value)
{
    return is_constant(label) && label->value == value;
}

xb_fold xb_fold_product(const xb_operand *a, const xb_operand *b, double *value)
{
    if (is_constant(a) && is_constant(b)) {
        *value = a->value * b->value;
        return isfinite(*value) ? XB_FOLD_CONSTANT : XB_FOLD_STEP;
    }
    if (has_value(a, 1))
        return XB_FOLD_SECOND;
    if (has_value(b, 1))
        return XB_FOLD_FIRST;
    if (has_value(a, -1))
        return XB_FOLD_MINUS_SECOND;
    if (has_value(b, -1))
        return XB_FOLD_MINUS_FIRST;
    return XB_FOLD_STEP;
}

xb_fold xb_fold_sum(const xb_operand *a, const xb_operand *b, double *value)
{
    if (!is_constant(a) || !is_constant(b))
        return XB_FOLD_STEP;
    *value = a->value + b->value;
    return isfinite(*value) ? XB_FOLD_CONSTANT : XB_FOLD_STEP;
}

xb_fold xb_fold_quotient(const xb_operand *a, const xb_operand *b, double *value)
{
    if (is_constant(a)) {
        *value = a->value / b->value;
        return isfinite(*value) ? XB_FOLD_CONSTANT : XB_FOLD_STEP;
    }
    if (has_value(b, 1))
        return XB_FOLD_FIRST;
    return has_value(b, -1) ? XB_FOLD_MINUS_FIRST : XB_FOLD_STEP;
}

xb_fold xb_fold_difference(const xb_operand *a, const xb_operand *b, double *value)
{
    if (!is_constant(a) || !is_constant(b))
        return XB_FOLD_STEP;
    *value = a->value - b->value;
    return isfinite(*value) ? XB_FOLD_CONSTANT : XB_FOLD_STEP;
}
