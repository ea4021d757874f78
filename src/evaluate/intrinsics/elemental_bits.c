/*
 * Bits of integers, which have 64 of them, in two's complement.
 */
#include "evaluate/intrinsics/elemental.h"

enum { BITS = 64 };

/* A function of two integers. */
typedef struct bit_function {
    const char *(*f)(int64_t a, int64_t b, xb_number *y);
} bit_function;

static const char *bit_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const bit_function *function = self->function;
    if (x[0].type != XB_TYPE_INTEGER || x[1].type != XB_TYPE_INTEGER)
        return xb_wrong_type();
    return function->f(x[0].integer, x[1].integer, y);
}

static const char *no_bit(void)
{
    return "a bit that integers don't have";
}

static bool is_bit(int64_t number)
{
    return number >= 0 && number < BITS;
}

static uint64_t bit(int64_t number)
{
    return UINT64_C(1) << number;
}

static const char *both(int64_t a, int64_t b, xb_number *y)
{
    return xb_set_integer(y, a & b);
}

static const char *either(int64_t a, int64_t b, xb_number *y)
{
    return xb_set_integer(y, a | b);
}

static const char *one_only(int64_t a, int64_t b, xb_number *y)
{
    return xb_set_integer(y, a ^ b);
}

static const char *shift(int64_t a, int64_t places, xb_number *y)
{
    if (places > BITS || places < -BITS)
        return "a shift by more bits than integers have";
    uint64_t bits = (uint64_t)a;
    if (places == BITS || places == -BITS)
        bits = 0;
    else
        bits = places >= 0 ? bits << places : bits >> -places;
    return xb_set_integer(y, (int64_t)bits);
}

static const char *set_bit(int64_t a, int64_t number, xb_number *y)
{
    return is_bit(number) ? xb_set_integer(y, (int64_t)((uint64_t)a | bit(number))) : no_bit();
}

static const char *clear_bit(int64_t a, int64_t number, xb_number *y)
{
    return is_bit(number) ? xb_set_integer(y, (int64_t)((uint64_t)a & ~bit(number))) : no_bit();
}

static const char *test_bit(int64_t a, int64_t number, xb_number *y)
{
    return is_bit(number) ? xb_set_bool(y, ((uint64_t)a & bit(number)) != 0) : no_bit();
}

static const char *not_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return x->type == XB_TYPE_INTEGER ? xb_set_integer(y, ~x->integer) : xb_wrong_type();
}

static const bit_function btest = {test_bit}, iand = {both}, ibclr = {clear_bit}, ibset = {set_bit};
static const bit_function ieor = {one_only}, ior = {either}, ishft = {shift};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_BTEST, bit_value, NULL, NULL, &btest}, {XB_INTRINSIC_IAND, bit_value, NULL, NULL, &iand},
    {XB_INTRINSIC_IBCLR, bit_value, NULL, NULL, &ibclr}, {XB_INTRINSIC_IBSET, bit_value, NULL, NULL, &ibset},
    {XB_INTRINSIC_IEOR, bit_value, NULL, NULL, &ieor},   {XB_INTRINSIC_IOR, bit_value, NULL, NULL, &ior},
    {XB_INTRINSIC_ISHFT, bit_value, NULL, NULL, &ishft}, {XB_INTRINSIC_NOT_SCAL, not_value, NULL, NULL, NULL},
};

const xb_elemental_family xb_elemental_bits = {rows, sizeof rows / sizeof rows[0]};
