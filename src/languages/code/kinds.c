/*
 * Kinds of results, in bytes. They follow from those of the operands that count, as they do when the program
 * is evaluated (evaluate/intrinsics/widths.c).
 */
#include "languages/code/maker.h"

unsigned xb_source_kind_of(xb_type type, unsigned bytes)
{
    if (bytes)
        return bytes;
    if (type == XB_TYPE_INTEGER)
        return 4;
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX ? 8 : 0;
}

static bool is_real(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

static bool counts_for(const xb_source_expression *operand, xb_type result)
{
    return is_real(result) ? is_real(operand->type) : operand->type == result;
}

/* The widest of the operands that count; that of the language if none does. */
static unsigned widest(const xb_source_expression *operation, size_t count)
{
    unsigned bytes = 0;
    for (size_t i = 0; i < count && i < operation->count; i++) {
        const xb_source_expression *operand = operation->operands[i];
        if (!operand || !counts_for(operand, operation->type))
            continue;
        unsigned wide = xb_source_kind_of(operand->type, operand->bytes);
        bytes = xb_source_order(wide) > xb_source_order(bytes) ? wide : bytes;
    }
    return bytes ? bytes : is_real(operation->type) ? 8 : 4;
}

/* Integers of C's type long have 8 bytes. Shifts and the like have the kind of what is shifted. */
static unsigned kind_of_integer(const xb_intrinsic_facts *facts, const xb_source_expression *operation)
{
    xb_intrinsic_code code = operation->intrinsic;
    bool is_long = code == XB_INTRINSIC_LRINT || code == XB_INTRINSIC_LROUND;
    bool is_symmetric = code == XB_INTRINSIC_IAND || code == XB_INTRINSIC_IEOR || code == XB_INTRINSIC_IOR;
    if (facts->form != XB_FORM_ELEMENTAL || facts->kind > 0 ||
        operation->operands[0]->type != XB_TYPE_INTEGER)
        return is_long ? 8 : 4;
    return widest(operation, is_symmetric ? operation->count : 1);
}

/* A choice has a kind that holds both. */
static bool is_of_first(const xb_intrinsic_facts *facts, xb_intrinsic_code code)
{
    if (code == XB_INTRINSIC_MERGE)
        return false;
    return facts->result == XB_RESULT_ANY || facts->form == XB_FORM_REDUCTION || facts->inquiry ||
           code == XB_INTRINSIC_NEAREST || code == XB_INTRINSIC_NEXTAFTER;
}

void xb_source_settle_kind(xb_source_expression *operation)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(operation->intrinsic);
    int64_t kind;
    if (facts->result == XB_RESULT_MOULD && operation->count > 1 && operation->operands[1])
        operation->type = operation->operands[1]->type;
    if (facts->result == XB_RESULT_ANY && operation->count > 0 && operation->operands[0])
        operation->type = operation->operands[0]->type;
    bool is_number = operation->type == XB_TYPE_INTEGER || is_real(operation->type);
    if (!is_number || operation->count == 0 || !facts->name)
        return;
    if (facts->kind > 0 && facts->kind <= operation->count && operation->operands[facts->kind - 1] &&
        xb_source_is_integer(operation->operands[facts->kind - 1], &kind))
        operation->bytes = (unsigned)kind;
    else if (facts->result == XB_RESULT_INTEGER)
        operation->bytes = kind_of_integer(facts, operation);
    else if (facts->result == XB_RESULT_MOULD && operation->count > 1)
        operation->bytes = xb_source_kind_of(operation->type, operation->operands[1]->bytes);
    else if (facts->result == XB_RESULT_DOUBLE)
        operation->bytes = 8;
    else if (is_of_first(facts, operation->intrinsic))
        operation->bytes = xb_source_kind_of(operation->type, operation->operands[0]->bytes);
    else
        operation->bytes = widest(operation, operation->count);
}
