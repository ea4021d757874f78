/*
 * Terms are kept in the order in which they are added, each once. Sums that wrap around otherwise than
 * subscripts do, those of narrow integers and of integers without sign, are terms as a whole.
 */
#include "languages/code/loops.h"

static void add_atom(xb_sum *sum, const xb_source_expression *atom, int64_t factor)
{
    for (size_t i = 0; i < sum->terms.count; i++) {
        xb_summand *known = &((xb_summand *)sum->terms.items)[i];
        if (xb_source_is_equal(known->atom, atom)) {
            known->factor += factor;
            return;
        }
    }
    *(xb_summand *)xb_vector_push(sum->arena, &sum->terms, sizeof(xb_summand)) = (xb_summand){factor, atom};
}

static bool is_operation(const xb_source_expression *e, xb_intrinsic_code code, size_t count)
{
    return e->kind == XB_SOURCE_OPERATION && e->intrinsic == code && e->count == count && xb_source_counts(e);
}

void xb_sum_add(xb_sum *sum, const xb_source_expression *e, int64_t factor)
{
    int64_t value;
    if (xb_source_is_integer(e, &value)) {
        sum->constant += factor * value;
    } else if (is_operation(e, XB_INTRINSIC_ADD, 2) || is_operation(e, XB_INTRINSIC_SUB, 2)) {
        xb_sum_add(sum, e->operands[0], factor);
        xb_sum_add(sum, e->operands[1], e->intrinsic == XB_INTRINSIC_ADD ? factor : -factor);
    } else if (is_operation(e, XB_INTRINSIC_MINUS, 1)) {
        xb_sum_add(sum, e->operands[0], -factor);
    } else if (is_operation(e, XB_INTRINSIC_MUL, 2) && xb_source_is_integer(e->operands[0], &value)) {
        xb_sum_add(sum, e->operands[1], factor * value);
    } else if (is_operation(e, XB_INTRINSIC_MUL, 2) && xb_source_is_integer(e->operands[1], &value)) {
        xb_sum_add(sum, e->operands[0], factor * value);
    } else {
        add_atom(sum, xb_source_signed(sum->arena, e), factor);
    }
}

bool xb_sum_is_zero(const xb_sum *sum)
{
    for (size_t i = 0; i < sum->terms.count; i++)
        if (((const xb_summand *)sum->terms.items)[i].factor != 0)
            return false;
    return sum->constant == 0;
}

/* Adds the terms of a sign to an expression, which is NULL as long as there is none. */
static const xb_source_expression *with_terms(const xb_sum *sum, const xb_source_expression *made,
                                              bool negative)
{
    const xb_summand *terms = sum->terms.items;
    for (size_t i = 0; i < sum->terms.count; i++) {
        int64_t factor = negative ? -terms[i].factor : terms[i].factor;
        if (factor <= 0)
            continue;
        const xb_source_expression *term =
            xb_source_times(sum->arena, xb_source_integer(sum->arena, factor), terms[i].atom);
        if (made)
            made = xb_source_binary(sum->arena, negative ? XB_INTRINSIC_SUB : XB_INTRINSIC_ADD, made, term);
        else
            made = negative ? xb_source_unary(sum->arena, XB_INTRINSIC_MINUS, term) : term;
    }
    return made;
}

const xb_source_expression *xb_sum_expression(const xb_sum *sum)
{
    const xb_source_expression *made = with_terms(sum, NULL, false);
    bool leads = !made && sum->constant > 0;
    if (leads)
        made = xb_source_integer(sum->arena, sum->constant);
    made = with_terms(sum, made, true);
    const xb_source_expression *constant = xb_source_integer(sum->arena, leads ? 0 : sum->constant);
    return made ? xb_source_plus(sum->arena, made, constant) : constant;
}
