/*
 * Bits of integers, in two's complement. There are as many as the width of the first operand says.
 */
#include "evaluate/intrinsics/elemental.h"

/* A function of two integers, the first of which has so many bits. */
typedef struct bit_function {
    const char *(*f)(int64_t a, int64_t b, int bits, xb_number *y);
} bit_function;

static int bits_of(const xb_number *x)
{
    return x->width == XB_WIDE ? 64 : 8 * xb_width_bytes(x->width);
}

static const char *bit_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const bit_function *function = self->function;
    if (x[0].type != XB_TYPE_INTEGER || x[1].type != XB_TYPE_INTEGER)
        return xb_wrong_type();
    return function->f(x[0].integer, x[1].integer, bits_of(&x[0]), y);
}

static const char *no_bit(void)
{
    return "a bit that integers don't have";
}

static bool is_bit(int64_t number, int bits)
{
    return number >= 0 && number < bits;
}

static uint64_t bit(int64_t number)
{
    return UINT64_C(1) << number;
}

static const char *both(int64_t a, int64_t b, int bits, xb_number *y)
{
    (void)bits;
    return xb_set_integer(y, a & b);
}

static const char *either(int64_t a, int64_t b, int bits, xb_number *y)
{
    (void)bits;
    return xb_set_integer(y, a | b);
}

static const char *one_only(int64_t a, int64_t b, int bits, xb_number *y)
{
    (void)bits;
    return xb_set_integer(y, a ^ b);
}

static const char *shift(int64_t a, int64_t places, int bits, xb_number *y)
{
    if (places > bits || places < -bits)
        return "a shift by more bits than integers have";
    if (places == bits || places == -bits)
        return xb_set_integer(y, 0);
    uint64_t pattern = (uint64_t)a & (UINT64_MAX >> (64 - bits));
    return xb_set_integer(y, (int64_t)(places >= 0 ? pattern << places : pattern >> -places));
}

static const char *set_bit(int64_t a, int64_t number, int bits, xb_number *y)
{
    return is_bit(number, bits) ? xb_set_integer(y, (int64_t)((uint64_t)a | bit(number))) : no_bit();
}

static const char *clear_bit(int64_t a, int64_t number, int bits, xb_number *y)
{
    return is_bit(number, bits) ? xb_set_integer(y, (int64_t)((uint64_t)a & ~bit(number))) : no_bit();
}

static const char *test_bit(int64_t a, int64_t number, int bits, xb_number *y)
{
    return is_bit(number, bits) ? xb_set_bool(y, ((uint64_t)a & bit(number)) != 0) : no_bit();
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
