/*
 * Quick forms of the intrinsics that most programs mostly consist of: arithmetic and comparisons of scalars
 * of equal type, and of real arrays without derivatives. Whatever else comes along, be it an error, is left
 * to xb_run_elemental().
 */
#include <math.h>

#include "evaluate/dependences.h"
#include "evaluate/operations.h"

static bool is_plain(const xb_register *value, xb_type type)
{
    return value->number.type == type && !value->array && !value->view;
}

static bool are_plain(const xb_register *a, const xb_register *b, xb_type type)
{
    return is_plain(a, type) && is_plain(b, type);
}

static void set_real(xb_evaluator *evaluator, xb_register *result, double value, xb_width width)
{
    evaluator->counts.operations++;
    result->number.type = XB_TYPE_REAL;
    result->number.width = width;
    result->number.real = value;
    result->number.imaginary = 0;
    result->tangent = NULL;
    result->array = NULL;
    result->view = NULL;
}

static void set_integer(xb_evaluator *evaluator, xb_register *result, xb_type type, int64_t value,
                        xb_width width)
{
    evaluator->counts.operations++;
    result->number.type = type;
    result->number.width = width;
    result->number.integer = xb_wrapped(value, width);
    result->tangent = NULL;
    result->array = NULL;
    result->view = NULL;
}

/* The derivatives da * a' + db * b', of which there is one at least. */
static void combine_tangents(xb_evaluator *evaluator, xb_register *result, const double *from_a, double da,
                             const double *from_b, double db)
{
    size_t directions = evaluator->options.directions;
    if (evaluator->options.numbers == XB_EXACT_MAGNITUDES) {
        da = fabs(da);
        db = fabs(db);
    }
    double *tangent = evaluator->register_tangents + (size_t)(result - evaluator->registers) * 2 * directions;
    result->tangent = tangent;
    if (evaluator->options.numbers == XB_EXACT_DEPENDENCES) {
        for (size_t k = 0; k < directions; k++)
            tangent[k] = xb_dependences_join(evaluator, from_a ? from_a[k] : 0, from_b ? from_b[k] : 0);
    } else if (!from_b) {
        for (size_t k = 0; k < directions; k++)
            tangent[k] = da * from_a[k];
    } else if (!from_a) {
        for (size_t k = 0; k < directions; k++)
            tangent[k] = db * from_b[k];
    } else {
        for (size_t k = 0; k < directions; k++)
            tangent[k] = da * from_a[k] + db * from_b[k];
    }
}

/* The derivatives da * a' + db * b'; b may be NULL. */
static inline void combine(xb_evaluator *evaluator, xb_register *result, const xb_register *a, double da,
                           const xb_register *b, double db)
{
    const double *from_a = a->tangent, *from_b = b ? b->tangent : NULL;
    if (from_a || from_b)
        combine_tangents(evaluator, result, from_a, da, from_b, db);
}

/* ---- real arrays ---------------------------------------------------------------------------------- */

static bool is_real_operand(const xb_register *value)
{
    return value->number.type == XB_TYPE_REAL && !value->view && !value->tangent &&
           !(value->array && value->array->tangents);
}

static bool conform(const xb_array *a, const xb_array *b)
{
    if (!a || !b)
        return true;
    bool same = a->rank == b->rank && a->count == b->count;
    for (int d = 0; same && d < a->rank; d++)
        same = xb_bounds_extent(a->bounds[d]) == xb_bounds_extent(b->bounds[d]);
    return same;
}

/* Prepares an element-by-element operation on real operands, at least one of which is an array. The steps of
 * scalars are 0. @return the result's elements; NULL: not that simple */
static double *begin_arrays(xb_evaluator *evaluator, const xb_register *a, const xb_register *b,
                            xb_register *result, size_t *count)
{
    const xb_array *shape = a->array ? a->array : b->array;
    if (!shape || !is_real_operand(a) || !is_real_operand(b) || !conform(a->array, b->array))
        return NULL;
    xb_array *array = xb_evaluator_scratch(evaluator, 1, sizeof *array);
    *array = *shape;
    for (int d = 0; d < shape->rank; d++)
        array->bounds[d] = (xb_bounds){1, (int64_t)xb_bounds_extent(shape->bounds[d])};
    array->reals = xb_evaluator_scratch(evaluator, shape->count, sizeof(double));
    array->width = xb_wider(a->number.width, b->number.width);
    *result = (xb_register){.number = {.type = XB_TYPE_REAL, .width = array->width}, .array = array};
    evaluator->counts.operations += shape->count;
    *count = shape->count;
    return array->reals;
}

static const double *elements(const xb_register *value, size_t *step)
{
    *step = value->array ? 1 : 0;
    return value->array ? value->array->reals : &value->number.real;
}

/* ---- arithmetic ----------------------------------------------------------------------------------- */

static inline const xb_register *operand(const xb_code_node *node, const xb_register *registers, size_t i)
{
    return &registers[node->operands[i]];
}

/* The functions with an argument of this type are inlined where it is constant. */
typedef enum arithmetic { ADD, SUBTRACT, MULTIPLY } arithmetic;

static inline double apply_real(arithmetic how, double a, double b)
{
    switch (how) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    default: return a * b;
    }
}

/* Integers wrap around. */
static inline int64_t apply_integer(arithmetic how, int64_t a, int64_t b)
{
    switch (how) {
    case ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case SUBTRACT: return (int64_t)((uint64_t)a - (uint64_t)b);
    default: return (int64_t)((uint64_t)a * (uint64_t)b);
    }
}

static inline void run_arithmetic(xb_evaluator *evaluator, const xb_code_node *node,
                                  const xb_register *registers, xb_register *result, arithmetic how)
{
    const xb_register *a = operand(node, registers, 0), *b = operand(node, registers, 1);
    if (are_plain(a, b, XB_TYPE_REAL)) {
        double x = a->number.real, z = b->number.real;
        xb_width width = xb_wider(a->number.width, b->number.width);
        double y = xb_rounded(apply_real(how, x, z), width);
        if (how != MULTIPLY && evaluator->options.watch_kinks)
            xb_note_cancellation(evaluator, x, z, y);
        set_real(evaluator, result, y, width);
        combine(evaluator, result, a, how == MULTIPLY ? z : 1, b,
                how == MULTIPLY   ? x
                : how == SUBTRACT ? -1
                                  : 1);
        return;
    }
    if (are_plain(a, b, XB_TYPE_INTEGER)) {
        set_integer(evaluator, result, XB_TYPE_INTEGER,
                    apply_integer(how, a->number.integer, b->number.integer),
                    xb_wider(a->number.width, b->number.width));
        return;
    }
    size_t count, i = 0, k = 0, a_step, b_step;
    double *y = begin_arrays(evaluator, a, b, result, &count);
    if (!y) {
        xb_run_elemental(evaluator, node, registers, result);
        return;
    }
    const double *x = elements(a, &a_step), *z = elements(b, &b_step);
    for (size_t n = 0; n < count; n++, i += a_step, k += b_step)
        y[n] = xb_rounded(apply_real(how, x[i], z[k]), result->array->width);
    for (size_t n = i = k = 0; how != MULTIPLY && evaluator->options.watch_kinks && n < count;
         n++, i += a_step, k += b_step)
        xb_note_cancellation(evaluator, x[i], z[k], y[n]);
}

static void run_add(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                    xb_register *result)
{
    run_arithmetic(evaluator, node, registers, result, ADD);
}

static void run_subtract(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                         xb_register *result)
{
    run_arithmetic(evaluator, node, registers, result, SUBTRACT);
}

static void run_multiply(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                         xb_register *result)
{
    run_arithmetic(evaluator, node, registers, result, MULTIPLY);
}

static void run_divide(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                       xb_register *result)
{
    const xb_register *a = operand(node, registers, 0), *b = operand(node, registers, 1);
    if (are_plain(a, b, XB_TYPE_REAL) && b->number.real != 0) {
        xb_width width = xb_wider(a->number.width, b->number.width);
        double y = xb_rounded(a->number.real / b->number.real, width);
        set_real(evaluator, result, y, width);
        combine(evaluator, result, a, 1 / b->number.real, b, -y / b->number.real);
        return;
    }
    bool has_sign = !xb_is_unsigned(a->number.width) && !xb_is_unsigned(b->number.width);
    if (are_plain(a, b, XB_TYPE_INTEGER) && has_sign && b->number.integer != 0 && b->number.integer != -1) {
        set_integer(evaluator, result, XB_TYPE_INTEGER, a->number.integer / b->number.integer,
                    xb_wider(a->number.width, b->number.width));
        return;
    }
    xb_run_elemental(evaluator, node, registers, result);
}

static void run_negate(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                       xb_register *result)
{
    const xb_register *a = operand(node, registers, 0);
    if (!is_plain(a, XB_TYPE_REAL)) {
        xb_run_elemental(evaluator, node, registers, result);
        return;
    }
    set_real(evaluator, result, -a->number.real, a->number.width);
    combine(evaluator, result, a, -1, NULL, 0);
}

/* ---- comparisons ---------------------------------------------------------------------------------- */

/* -1, 0 or 1; 2 for what can't be ordered, or not quickly. */
static int compare(const xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers)
{
    const xb_register *a = operand(node, registers, 0), *b = operand(node, registers, 1);
    if (are_plain(a, b, XB_TYPE_INTEGER) && !xb_is_unsigned(a->number.width) &&
        !xb_is_unsigned(b->number.width))
        return (a->number.integer > b->number.integer) - (a->number.integer < b->number.integer);
    if (!are_plain(a, b, XB_TYPE_REAL) || evaluator->options.watch_kinks || isnan(a->number.real) ||
        isnan(b->number.real))
        return 2;
    return (a->number.real > b->number.real) - (a->number.real < b->number.real);
}

/* A set of the results of compare() for which a relation holds: bit 0 less, 1 equal, 2 greater. */
static void relate(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                   xb_register *result, unsigned holds)
{
    int order = compare(evaluator, node, registers);
    if (order == 2)
        xb_run_elemental(evaluator, node, registers, result);
    else
        set_integer(evaluator, result, XB_TYPE_BOOL, holds >> (order + 1) & 1, XB_WIDE);
}

static void run_less(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                     xb_register *result)
{
    relate(evaluator, node, registers, result, 1);
}

static void run_less_or_equal(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                              xb_register *result)
{
    relate(evaluator, node, registers, result, 3);
}

static void run_greater(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                        xb_register *result)
{
    relate(evaluator, node, registers, result, 4);
}

static void run_greater_or_equal(xb_evaluator *evaluator, const xb_code_node *node,
                                 const xb_register *registers, xb_register *result)
{
    relate(evaluator, node, registers, result, 6);
}

static void run_equal(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                      xb_register *result)
{
    relate(evaluator, node, registers, result, 2);
}

static void run_not_equal(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                          xb_register *result)
{
    relate(evaluator, node, registers, result, 5);
}

xb_operation *xb_operation_quick(xb_intrinsic_code code)
{
    static xb_operation *const operations[XB_INTRINSIC_COUNT] = {
        [XB_INTRINSIC_ADD] = run_add,
        [XB_INTRINSIC_SUB] = run_subtract,
        [XB_INTRINSIC_MUL] = run_multiply,
        [XB_INTRINSIC_DIV] = run_divide,
        [XB_INTRINSIC_MINUS] = run_negate,
        [XB_INTRINSIC_LESS_THAN] = run_less,
        [XB_INTRINSIC_LESS_OR_EQUAL] = run_less_or_equal,
        [XB_INTRINSIC_GREATER_THAN] = run_greater,
        [XB_INTRINSIC_GREATER_OR_EQUAL] = run_greater_or_equal,
        [XB_INTRINSIC_EQUAL] = run_equal,
        [XB_INTRINSIC_NOT_EQUAL] = run_not_equal,
    };
    return operations[code];
}
