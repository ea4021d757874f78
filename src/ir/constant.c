/*
 * Values of constants, whatever the locale.
 *
 * A number is reduced to its significant digits and a decimal exponent, as `DIGITSeEXPONENT` without a point,
 * which strtod() reads alike in every locale. 800 digits and one more that stands for a non-zero rest decide
 * the rounding of any double; so the buffer is enough for texts of any length.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/expression.h"

enum { DIGIT_LIMIT = 800 };

/* A decimal number. */
typedef struct decimal {
    bool negative;
    bool integer;                /* neither point nor exponent */
    size_t count;                /* digits kept, without leading zeros */
    int64_t exponent;            /* of the last digit kept */
    char text[DIGIT_LIMIT + 32]; /* digits; room for one more, for sign and exponent */
} decimal;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool has_sign(const char **p)
{
    char c = **p;
    if (c == '+' || c == '-')
        ++*p;
    return c == '-';
}

/* Reads digits; scale is the change of the exponent with each of them (-1 after the point). Returns how
 * many. */
static size_t read_digits(const char **p, decimal *d, bool after_point)
{
    size_t read = 0;
    for (; is_digit(**p); ++*p, read++) {
        bool keep = d->count > 0 || **p != '0';
        if (keep && d->count < DIGIT_LIMIT) {
            d->text[d->count++] = **p;
            d->exponent -= after_point;
            continue;
        }
        if (keep && **p != '0')
            d->text[DIGIT_LIMIT] = '1';
        d->exponent += keep && !after_point;
        d->exponent -= !keep && after_point;
    }
    return read;
}

/* Reads an exponent's digits, stopping to count where no double can be. */
static bool read_exponent(const char **p, int64_t *exponent)
{
    bool negative = has_sign(p);
    if (!is_digit(**p))
        return false;
    int64_t value = 0;
    for (; is_digit(**p); ++*p)
        if (value < INT64_MAX / 4 / 10)
            value = value * 10 + (**p - '0');
    *exponent += negative ? -value : value;
    return true;
}

static bool read_decimal(const char *p, decimal *d)
{
    d->count = 0;
    d->exponent = 0;
    d->integer = true;
    d->text[DIGIT_LIMIT] = '0';
    while (is_space(*p))
        p++;
    d->negative = has_sign(&p);
    size_t digits = read_digits(&p, d, false);
    if (*p == '.') {
        p++;
        d->integer = false;
        digits += read_digits(&p, d, true);
    }
    if (digits == 0)
        return false;
    if (*p && strchr("eEdDqQ", *p)) {
        p++;
        d->integer = false;
        if (!read_exponent(&p, &d->exponent))
            return false;
    }
    while (is_space(*p))
        p++;
    return *p == '\0';
}

/* The number as a double, rounded once; single: to single precision. */
static double to_double(decimal *d, bool single)
{
    if (d->count == 0)
        return d->negative ? -0.0 : 0.0;
    if (d->count == DIGIT_LIMIT && d->text[DIGIT_LIMIT] != '0') {
        d->count++;
        d->exponent--;
    }
    int64_t exponent = d->exponent;
    if (exponent > 10000)
        exponent = 10000;
    if (exponent < -10000)
        exponent = -10000;
    snprintf(d->text + d->count, sizeof d->text - d->count, "e%d", (int)exponent);
    double value = single ? (double)strtof(d->text, NULL) : strtod(d->text, NULL);
    return d->negative ? -value : value;
}

static bool is_single(const xb_name *fe_type)
{
    return fe_type && (strcmp(fe_type->text, "F4") == 0 || strcmp(fe_type->text, "f4") == 0);
}

bool xb_constant_value(const xb_constant *constant, double *value)
{
    bool integer = constant->type == XB_TYPE_INTEGER;
    if (!integer && constant->type != XB_TYPE_REAL && constant->type != XB_TYPE_DOUBLE)
        return false;
    decimal d;
    if (!constant->value || !read_decimal(constant->value->text, &d) || (integer && !d.integer))
        return false;
    double result = to_double(&d, !integer && is_single(constant->fe_type));
    if (!isfinite(result))
        return false;
    *value = result;
    return true;
}

bool xb_constant_integer(const xb_constant *constant, int64_t *value)
{
    if (constant->type != XB_TYPE_INTEGER || !constant->value)
        return false;
    const char *p = constant->value->text;
    while (is_space(*p))
        p++;
    bool negative = has_sign(&p);
    if (!is_digit(*p))
        return false;
    int64_t result = 0; /* of the number's sign, so that the least number is in range */
    for (; is_digit(*p); p++) {
        int digit = *p - '0';
        if (__builtin_mul_overflow(result, (int64_t)10, &result) ||
            __builtin_add_overflow(result, (int64_t)(negative ? -digit : digit), &result))
            return false;
    }
    while (is_space(*p))
        p++;
    if (*p)
        return false;
    *value = result;
    return true;
}

/* Truncates as Fortran and C do. */
static bool divide(int64_t a, int64_t b, int64_t *result)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    *result = a / b;
    return true;
}

static bool apply(xb_intrinsic_code code, int64_t a, int64_t b, int64_t *result)
{
    switch (code) {
    case XB_INTRINSIC_ADD: return !__builtin_add_overflow(a, b, result);
    case XB_INTRINSIC_SUB: return !__builtin_sub_overflow(a, b, result);
    case XB_INTRINSIC_MUL: return !__builtin_mul_overflow(a, b, result);
    case XB_INTRINSIC_DIV: return divide(a, b, result);
    default: return false;
    }
}

/* How much of an expression is looked at: index arithmetic is small, and nothing is lost by not knowing a
 * value. */
enum { DEPTH_LIMIT = 64, STEP_LIMIT = 1024 };

/* An expression that is being evaluated. */
typedef struct evaluation {
    const xb_expression *expression;
    xb_integer_of *value_of; /* NULL: variables have no values */
    void *context;
    unsigned steps;
    bool wraps; /* it has integers that wrap around early, or at 0 */
} evaluation;

bool xb_type_is_narrow(const xb_name *fe_type)
{
    const char *text = fe_type ? fe_type->text : "";
    return (*text == 'I' || *text == 'U') && (text[1] == '1' || text[1] == '2') && text[2] == '\0';
}

static void note_type(evaluation *e, const xb_name *fe_type)
{
    e->wraps |= xb_type_is_narrow(fe_type) || (fe_type && fe_type->text[0] == 'U');
}

static bool evaluate_leaf(evaluation *e, const xb_vertex *leaf, int64_t *value)
{
    if (leaf->node.kind == XB_KIND_CONSTANT) {
        note_type(e, ((const xb_constant *)leaf)->fe_type);
        return xb_constant_integer((const xb_constant *)leaf, value);
    }
    if (leaf->node.kind != XB_KIND_VARIABLE_REFERENCE || !e->value_of)
        return false;
    note_type(e, ((const xb_reference *)leaf)->symbol->fe_type);
    return e->value_of(e->context, (const xb_reference *)leaf, value);
}

static bool evaluate(evaluation *e, uint32_t vertex, int64_t *value, unsigned depth)
{
    if (vertex == XB_GRAPH_NONE || depth > DEPTH_LIMIT || e->steps++ > STEP_LIMIT)
        return false;
    const xb_vertex *v = xb_expression_vertex(e->expression, vertex);
    if (v->node.kind != XB_KIND_INTRINSIC)
        return evaluate_leaf(e, v, value);
    xb_intrinsic_code code = xb_vertex_intrinsic(v);
    size_t count = xb_expression_operand_count(e->expression, vertex);
    int64_t a, b;
    if (count < 1 || count > 2 ||
        !evaluate(e, xb_expression_operand(e->expression, vertex, 1), &a, depth + 1))
        return false;
    if (count == 1)
        return !e->wraps && code == XB_INTRINSIC_MINUS && apply(XB_INTRINSIC_SUB, 0, a, value);
    return evaluate(e, xb_expression_operand(e->expression, vertex, 2), &b, depth + 1) && !e->wraps &&
           apply(code, a, b, value);
}

bool xb_expression_integer(const xb_expression *expression, int64_t *value)
{
    return xb_expression_integer_of(expression, NULL, NULL, value);
}

bool xb_expression_integer_at(const xb_expression *expression, uint32_t vertex, int64_t *value)
{
    evaluation e = {.expression = expression};
    return evaluate(&e, vertex, value, 0);
}

bool xb_expression_integer_of(const xb_expression *expression, xb_integer_of *value_of, void *context,
                              int64_t *value)
{
    evaluation e = {.expression = expression, .value_of = value_of, .context = context};
    return expression->graph.vertex_count > 0 && evaluate(&e, expression->root, value, 0);
}
