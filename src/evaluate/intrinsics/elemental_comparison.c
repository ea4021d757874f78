/*
 * Comparisons and truth values. Strings compare as in Fortran, the shorter one being padded with blanks; an
 * integer counts as a truth value, which front ends use it for.
 */
#include "evaluate/intrinsics/elemental.h"

/* What a comparison says of less, equal, greater; of unordered numbers only "not equal" holds. */
typedef struct comparison {
    bool less, equal, greater;
} comparison;

enum { UNORDERED = 2 };

static int order_of_integers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int order_of_reals(double a, double b)
{
    return isunordered(a, b) ? UNORDERED : (a > b) - (a < b);
}

static int order_of_strings(xb_string a, xb_string b)
{
    size_t length = a.length > b.length ? a.length : b.length;
    for (size_t i = 0; i < length; i++) {
        int of_a = i < a.length ? (unsigned char)a.bytes[i] : ' ';
        int of_b = i < b.length ? (unsigned char)b.bytes[i] : ' ';
        if (of_a != of_b)
            return of_a < of_b ? -1 : 1;
    }
    return 0;
}

static bool is_whole(const xb_number *x)
{
    return x->type == XB_TYPE_INTEGER || x->type == XB_TYPE_BOOL;
}

static const char *compare(const comparison *holds, int order, xb_number *y)
{
    if (order == UNORDERED)
        return xb_set_bool(y, !holds->equal && holds->less && holds->greater);
    return xb_set_bool(y, order < 0 ? holds->less : order > 0 ? holds->greater : holds->equal);
}

static const char *compare_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const comparison *holds = self->function;
    if (is_whole(&x[0]) && is_whole(&x[1]))
        return compare(holds, order_of_integers(x[0].integer, x[1].integer), y);
    if (x[0].type == XB_TYPE_STRING && x[1].type == XB_TYPE_STRING)
        return compare(holds, order_of_strings(x[0].text, x[1].text), y);
    switch (xb_promoted(&x[0], &x[1])) {
    case XB_TYPE_REAL: return compare(holds, order_of_reals(xb_real_of(&x[0]), xb_real_of(&x[1])), y);
    case XB_TYPE_COMPLEX:
        if (holds->less != holds->greater)
            return "complex numbers, which have no order";
        return xb_set_bool(y, (xb_number_complex(&x[0]) == xb_number_complex(&x[1])) == holds->equal);
    default: return xb_wrong_type();
    }
}

static const char *string_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    if (x[0].type != XB_TYPE_STRING || x[1].type != XB_TYPE_STRING)
        return xb_wrong_type();
    return compare(self->function, order_of_strings(x[0].text, x[1].text), y);
}

static double compare_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)self, (void)count;
    xb_type type = xb_promoted(&x[0], &x[1]);
    if (type != XB_TYPE_REAL && type != XB_TYPE_COMPLEX)
        return INFINITY;
    double complex a = xb_number_complex(&x[0]), b = xb_number_complex(&x[1]);
    return xb_relative(cabs(a - b), fmax(cabs(a), cabs(b)));
}

static const comparison less = {true, false, false}, less_or_equal = {true, true, false};
static const comparison greater = {false, false, true}, greater_or_equal = {false, true, true};
static const comparison equal = {false, true, false}, not_equal = {true, false, true};

/* ---- truth values ---------------------------------------------------------- */

/* What a junctor makes of one operand being true and the other one, and of both. */
typedef struct junctor {
    bool of_one, of_both;
} junctor;

static const char *junctor_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const junctor *table = self->function;
    if (!is_whole(&x[0]) || !is_whole(&x[1]))
        return xb_wrong_type();
    bool a = x[0].integer != 0, b = x[1].integer != 0;
    return xb_set_bool(y, a && b ? table->of_both : a || b ? table->of_one : false);
}

static const char *not_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return is_whole(x) ? xb_set_bool(y, x->integer == 0) : xb_wrong_type();
}

static const junctor and_table = {false, true}, or_table = {true, true}, xor_table = {true, false};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_AND, junctor_value, NULL, NULL, &and_table},
    {XB_INTRINSIC_EQUAL, compare_value, NULL, compare_kink, &equal},
    {XB_INTRINSIC_GREATER_OR_EQUAL, compare_value, NULL, compare_kink, &greater_or_equal},
    {XB_INTRINSIC_GREATER_THAN, compare_value, NULL, compare_kink, &greater},
    {XB_INTRINSIC_LESS_OR_EQUAL, compare_value, NULL, compare_kink, &less_or_equal},
    {XB_INTRINSIC_LESS_THAN, compare_value, NULL, compare_kink, &less},
    {XB_INTRINSIC_NOT, not_value, NULL, NULL, NULL},
    {XB_INTRINSIC_NOT_EQUAL, compare_value, NULL, compare_kink, &not_equal},
    {XB_INTRINSIC_OR, junctor_value, NULL, NULL, &or_table},
    {XB_INTRINSIC_STRING_EQ, string_value, NULL, NULL, &equal},
    {XB_INTRINSIC_STRING_GE, string_value, NULL, NULL, &greater_or_equal},
    {XB_INTRINSIC_STRING_GT, string_value, NULL, NULL, &greater},
    {XB_INTRINSIC_STRING_LE, string_value, NULL, NULL, &less_or_equal},
    {XB_INTRINSIC_STRING_LT, string_value, NULL, NULL, &less},
    {XB_INTRINSIC_STRING_NE, string_value, NULL, NULL, &not_equal},
    {XB_INTRINSIC_XOR, junctor_value, NULL, NULL, &xor_table},
};

const xb_elemental_family xb_elemental_comparison = {rows, sizeof rows / sizeof rows[0]};
