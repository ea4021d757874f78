/*
 * Widths of results follow from those of the operands that count: real and complex ones for a result that is
 * real or complex, integers for an integer. Integers that are made of something else, or
 * converted, have 4 bytes, which is the default of languages, unless a kind is given. A choice holds both of
 * its values.
 */
#include "evaluate/intrinsics/intrinsics.h"

static bool is_real(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

static bool counts_for(xb_type operand, xb_type result)
{
    return is_real(result) ? is_real(operand) : operand == result;
}

/* The widest of the operands that count. */
static xb_width widest(const xb_number *x, size_t count, xb_type result)
{
    xb_width width = XB_WIDE;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!counts_for(x[i].type, result))
            continue;
        width = any ? xb_wider(width, x[i].width) : x[i].width;
        any = true;
    }
    return width;
}

/* Integers of C's type long have 8 bytes. Shifts and the like have the width of what is shifted. */
static xb_width width_of_integer(const xb_intrinsic_facts *facts, xb_intrinsic_code code, const xb_number *x,
                                 size_t count)
{
    bool is_long = code == XB_INTRINSIC_LRINT || code == XB_INTRINSIC_LROUND;
    bool is_symmetric = code == XB_INTRINSIC_IAND || code == XB_INTRINSIC_IEOR || code == XB_INTRINSIC_IOR;
    if (facts->form != XB_FORM_ELEMENTAL || facts->kind > 0 || x[0].type != XB_TYPE_INTEGER)
        return is_long ? XB_WIDE : XB_WIDTH_4;
    return is_symmetric ? widest(x, count, XB_TYPE_INTEGER) : x[0].width;
}

static xb_width width_of_kind(int64_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 ? (xb_width)bytes : XB_WIDE;
}

xb_width xb_result_width(xb_intrinsic_code code, const xb_number *x, size_t count, xb_type result)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    if (count == 0)
        return XB_WIDE;
    if (facts->kind > 0 && facts->kind <= count && x[facts->kind - 1].type == XB_TYPE_INTEGER)
        return width_of_kind(x[facts->kind - 1].integer);
    switch (facts->result) {
    case XB_RESULT_INTEGER: return width_of_integer(facts, code, x, count);
    case XB_RESULT_DOUBLE: return XB_WIDE;
    case XB_RESULT_ANY: return code == XB_INTRINSIC_MERGE ? widest(x, count, result) : x[0].width;
    case XB_RESULT_MOULD: return count > 1 ? x[1].width : XB_WIDE;
    default: break;
    }
    bool is_of_first = facts->form == XB_FORM_REDUCTION || facts->inquiry || code == XB_INTRINSIC_NEAREST ||
                       code == XB_INTRINSIC_NEXTAFTER;
    return is_of_first ? x[0].width : widest(x, count, result);
}

/* ---- integers without sign ------------------------------------------------------------------------------
 */

/* What is done with integers without sign: 1 after all have the widest kind, 2 as they are, 0 not at all. */
static int way_of_unsigned(xb_intrinsic_code code)
{
    switch (code) {
    case XB_INTRINSIC_ADD:
    case XB_INTRINSIC_SUB:
    case XB_INTRINSIC_MUL:
    case XB_INTRINSIC_DIV:
    case XB_INTRINSIC_MOD:
    case XB_INTRINSIC_NC_MAX:
    case XB_INTRINSIC_NC_MIN:
    case XB_INTRINSIC_IAND:
    case XB_INTRINSIC_IEOR:
    case XB_INTRINSIC_IOR:
    case XB_INTRINSIC_EQUAL:
    case XB_INTRINSIC_NOT_EQUAL:
    case XB_INTRINSIC_LESS_THAN:
    case XB_INTRINSIC_LESS_OR_EQUAL:
    case XB_INTRINSIC_GREATER_THAN:
    case XB_INTRINSIC_GREATER_OR_EQUAL: return 1;
    case XB_INTRINSIC_AND:
    case XB_INTRINSIC_OR:
    case XB_INTRINSIC_XOR:
    case XB_INTRINSIC_NOT:
    case XB_INTRINSIC_MINUS:
    case XB_INTRINSIC_NOT_SCAL:
    case XB_INTRINSIC_ABS:
    case XB_INTRINSIC_IABS:
    case XB_INTRINSIC_POW:
    case XB_INTRINSIC_MERGE:
    case XB_INTRINSIC_INT:
    case XB_INTRINSIC_REAL:
    case XB_INTRINSIC_DBLE:
    case XB_INTRINSIC_COMPLEX: return 2;
    default: return 0;
    }
}

const char *xb_convert_unsigned(xb_intrinsic_code code, xb_number *x, size_t count)
{
    bool found = false, all = true;
    for (size_t i = 0; i < count; i++) {
        found |= x[i].type == XB_TYPE_INTEGER && xb_is_unsigned(x[i].width);
        all &= x[i].type == XB_TYPE_INTEGER;
    }
    if (!found)
        return NULL;
    const int way = way_of_unsigned(code);
    const xb_width width = widest(x, count, XB_TYPE_INTEGER);
    for (size_t i = 0; way == 1 && all && i < count; i++)
        x[i].integer = xb_wrapped(x[i].integer, width);
    return way == 0 ? "an integer without sign, which it is not known for" : NULL;
}

bool xb_lacks_unsigned(xb_intrinsic_code code, const xb_array *x, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found |= x[i].type == XB_TYPE_INTEGER && xb_is_unsigned(x[i].width);
    return found && !xb_intrinsic_facts_of(code)->inquiry;
}

xb_width xb_result_width_of_arrays(xb_intrinsic_code code, const xb_array *x, size_t count, xb_type result)
{
    enum { MOST = 4 };
    xb_number operands[MOST] = {{.type = XB_TYPE_VOID}};
    for (size_t i = 0; i < count && i < MOST; i++) {
        operands[i] = (xb_number){.type = x[i].type, .width = x[i].width};
        if (x[i].integers && x[i].count > 0)
            operands[i].integer = x[i].integers[0];
    }
    return xb_result_width(code, operands, count < MOST ? count : MOST, result);
}
