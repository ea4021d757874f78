/*
 * What non-smooth intrinsics decide: which operand is the result, which sign one has, between which whole
 * numbers a quotient is.
 */
#include <math.h>

#include "evaluate/trace.h"

static double real_of(const xb_number *x)
{
    return x->type == XB_TYPE_INTEGER ? (double)x->integer : x->real;
}

static bool is_negative(const xb_number *x)
{
    return real_of(x) < 0;
}

/* As an integer. What is too large for one, or no number, is one piece. */
static int64_t whole(double number)
{
    return fabs(number) < 0x1p62 ? (int64_t)number : INT64_MAX;
}

static int64_t value_of(const xb_number *y)
{
    return y->type == XB_TYPE_INTEGER ? y->integer : whole(y->real);
}

/* The whole number of times that b goes into a, by a rounding function. */
static int64_t quotient(const xb_number *x, double (*rounded)(double))
{
    return whole(rounded(real_of(&x[0]) / real_of(&x[1])));
}

/* Which operand is the result: ties go to the first, as derivatives do. */
static int64_t chosen(const xb_number *x, size_t count, const xb_number *y)
{
    for (size_t i = 0; i < count; i++)
        if (x[i].type != XB_TYPE_VOID && real_of(&x[i]) == real_of(y))
            return (int64_t)i + 1;
    return 0;
}

static int64_t piece_of_size(const xb_number *x)
{
    if (x->type == XB_TYPE_COMPLEX)
        return x->real != 0 || x->imaginary != 0;
    return is_negative(x) ? -1 : 1;
}

static int64_t piece_between_poles(const xb_number *x, double distance)
{
    return x->type == XB_TYPE_COMPLEX ? 0 : whole(floor(x->real / distance + 0.5));
}

int64_t xb_trace_piece(xb_intrinsic_code code, const xb_number *x, size_t count, const xb_number *y)
{
    static const double pi = 3.14159265358979323846, half_turn = 180;
    switch (code) {
    case XB_INTRINSIC_ABS:
    case XB_INTRINSIC_IABS: return piece_of_size(x);
    case XB_INTRINSIC_SIGN:
    case XB_INTRINSIC_COPYSIGN: return 1 + is_negative(&x[0]) + 2 * (signbit(real_of(&x[1])) != 0);
    case XB_INTRINSIC_DIM:
    case XB_INTRINSIC_FDIM: return real_of(&x[0]) > real_of(&x[1]);
    case XB_INTRINSIC_FMAX:
    case XB_INTRINSIC_FMIN:
    case XB_INTRINSIC_NC_MAX:
    case XB_INTRINSIC_NC_MIN: return chosen(x, count, y);
    case XB_INTRINSIC_MOD:
    case XB_INTRINSIC_FMOD: return quotient(x, trunc);
    case XB_INTRINSIC_REMAINDER: return quotient(x, rint);
    case XB_INTRINSIC_MODULO:
    case XB_INTRINSIC_BOGUS_MODULO: return quotient(x, floor);
    case XB_INTRINSIC_OAD_TAN:
    case XB_INTRINSIC_TAN: return piece_between_poles(x, pi);
    case XB_INTRINSIC_TAND: return piece_between_poles(x, half_turn);
    case XB_INTRINSIC_TANPI: return piece_between_poles(x, 1);
    default: return value_of(y);
    }
}

xb_intrinsic_code xb_trace_locator(xb_intrinsic_code code)
{
    switch (code) {
    case XB_INTRINSIC_NC_MAXVAL:
    case XB_INTRINSIC_MAXLOC: return XB_INTRINSIC_MAXLOC;
    case XB_INTRINSIC_NC_MINVAL:
    case XB_INTRINSIC_MINLOC: return XB_INTRINSIC_MINLOC;
    default: return XB_INTRINSIC_NONE;
    }
}
