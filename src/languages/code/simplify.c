/*
 * Identities that hold exactly, whatever is rounded and however zeros are signed; only what is not a number
 * may get another sign. With real numbers and integers:
 *
 *     p + (-q) = p - q        p - (-q) = p + q        -(-p) = p
 *     1*p = p*1 = p/1 = p     (-1)*p = p*(-1) = p/(-1) = -p
 *     p*(-q) = -(p*q)         p/(-q) = -(p/q)         p**1 = p        p - 0 = p
 *
 * where -q may also be a constant below 0 or, of real numbers, a product or a quotient that begins with a
 * negative factor. Not used are p + 0 = p (p may be -0), 0*p = 0 and 0 - p = -p (p may be 0). The negative of
 * an integer without sign is none: these are left alone.
 */
#include <string.h>

#include "languages/code/loops.h"
#include "languages/code/printing.h"

enum { DEEP = 8 /* factors of a product that are looked at */ };

static bool is_operation(const xb_source_expression *e, xb_intrinsic_code code, size_t count)
{
    return e->kind == XB_SOURCE_OPERATION && e->intrinsic == code && e->count == count;
}

static bool is_number(const xb_source_expression *e)
{
    return e->type == XB_TYPE_REAL || (e->type == XB_TYPE_INTEGER && e->bytes < XB_SOURCE_UNSIGNED);
}

static bool is_alike(const xb_source_expression *a, const xb_source_expression *b)
{
    return a->type == b->type && a->rank == b->rank &&
           xb_source_kind_of(a->type, a->bytes) == xb_source_kind_of(b->type, b->bytes);
}

static bool is_constant(const xb_source_expression *e, double value)
{
    return e->kind == XB_SOURCE_CONSTANT && is_number(e) && xb_constant_real(e->text) == value;
}

static const xb_source_expression *with_operands(xb_arena *arena, const xb_source_expression *operation,
                                                 const xb_source_expression *a, const xb_source_expression *b)
{
    const xb_source_expression *operands[] = {a, b};
    return xb_source_rebuilt(arena, operation, operands);
}

static const xb_source_expression *negative(xb_arena *arena, const xb_source_expression *e)
{
    return xb_source_unary(arena, XB_INTRINSIC_MINUS, e);
}

/* A constant without its minus; NULL: it has none. */
static const xb_source_expression *without_minus(xb_arena *arena, const xb_source_expression *constant)
{
    if (*constant->text != '-')
        return NULL;
    xb_source_expression *made = xb_source_rebuilt(arena, constant, NULL);
    made->text++;
    return made;
}

/* What an expression is the negative of; NULL: it is not seen to be one. */
static const xb_source_expression *negated(xb_arena *arena, const xb_source_expression *e, int depth)
{
    if (e->kind == XB_SOURCE_CONSTANT && is_number(e))
        return without_minus(arena, e);
    if (is_operation(e, XB_INTRINSIC_MINUS, 1) && is_number(e))
        return is_alike(e, e->operands[0]) ? e->operands[0] : NULL;
    bool multiplies = is_operation(e, XB_INTRINSIC_MUL, 2) || is_operation(e, XB_INTRINSIC_DIV, 2);
    if (!multiplies || e->type != XB_TYPE_REAL || depth == 0)
        return NULL;
    const xb_source_expression *first = negated(arena, e->operands[0], depth - 1);
    return first ? with_operands(arena, e, first, e->operands[1]) : NULL;
}

static const xb_source_expression *simplified_sum(xb_arena *arena, const xb_source_expression *e)
{
    const xb_source_expression *second = e->operands[1], *other = negated(arena, second, DEEP);
    bool adds = e->intrinsic == XB_INTRINSIC_ADD;
    if (!adds && is_constant(second, 0) && *second->text != '-' && is_alike(e, e->operands[0]))
        return e->operands[0];
    if (!other)
        return e;
    xb_source_expression *made = xb_source_rebuilt(arena, e, e->operands);
    made->intrinsic = adds ? XB_INTRINSIC_SUB : XB_INTRINSIC_ADD;
    xb_source_set_operand(made, 1, other);
    made->size -= second->size;
    made->text = xb_intrinsic_facts_of(made->intrinsic)->name;
    return made;
}

static const xb_source_expression *simplified_product(xb_arena *arena, const xb_source_expression *e)
{
    const xb_source_expression *a = e->operands[0], *b = e->operands[1];
    bool multiplies = e->intrinsic == XB_INTRINSIC_MUL;
    if (is_constant(b, 1) && is_alike(e, a))
        return a;
    if (multiplies && is_constant(a, 1) && is_alike(e, b))
        return b;
    if (e->type != XB_TYPE_REAL)
        return e;
    if (is_constant(b, -1) && is_alike(e, a))
        return negative(arena, a);
    if (multiplies && is_constant(a, -1) && is_alike(e, b))
        return negative(arena, b);
    if (is_operation(b, XB_INTRINSIC_MINUS, 1) && is_alike(b, b->operands[0]))
        return xb_source_simplified(arena, negative(arena, with_operands(arena, e, a, b->operands[0])));
    return e;
}

/* The negative of a constant is one. */
static const xb_source_expression *simplified_negative(xb_arena *arena, const xb_source_expression *e)
{
    const xb_source_expression *operand = e->operands[0], *other = negated(arena, operand, DEEP);
    if (!is_alike(e, operand))
        return e;
    if (operand->kind != XB_SOURCE_CONSTANT || other)
        return other ? other : e;
    xb_source_expression *made = xb_source_rebuilt(arena, operand, NULL);
    made->text = xb_arena_format(arena, "-%s", operand->text + (*operand->text == '+'));
    return made;
}

const xb_source_expression *xb_source_simplified(xb_arena *arena, const xb_source_expression *e)
{
    if (e->kind != XB_SOURCE_OPERATION || !is_number(e))
        return e;
    for (size_t i = 0; i < e->count; i++)
        if (!e->operands[i] || !is_number(e->operands[i]))
            return e;
    if (is_operation(e, XB_INTRINSIC_ADD, 2) || is_operation(e, XB_INTRINSIC_SUB, 2))
        return simplified_sum(arena, e);
    if (is_operation(e, XB_INTRINSIC_MUL, 2) || is_operation(e, XB_INTRINSIC_DIV, 2))
        return simplified_product(arena, e);
    if (is_operation(e, XB_INTRINSIC_POW, 2) && is_constant(e->operands[1], 1) && is_alike(e, e->operands[0]))
        return e->operands[0];
    return is_operation(e, XB_INTRINSIC_MINUS, 1) ? simplified_negative(arena, e) : e;
}
