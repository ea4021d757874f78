/*
 * Sums and spreads, which are each other's transposes. What a mask leaves out of a sum gets nothing.
 */
#include "algorithms/adjoint/term.h"
#include "ir/build.h"

static bool is_logical(const xb_vertex *vertex)
{
    switch (vertex->node.kind) {
    case XB_KIND_VARIABLE_REFERENCE: return ((const xb_reference *)vertex)->symbol->type == XB_TYPE_BOOL;
    case XB_KIND_CONSTANT: return ((const xb_constant *)vertex)->type == XB_TYPE_BOOL;
    default: return false;
    }
}

/* Where a dimension, or a mask, is among the operands; 0: there is none. */
static uint32_t find_operand(const xb_adjoint_term *t, bool mask)
{
    for (uint32_t k = 2; k <= 3; k++) {
        const xb_vertex *vertex = xb_term_operand(t, k);
        if (vertex && is_logical(vertex) == mask)
            return k;
    }
    return 0;
}

/* y' for each element along the dimension. */
static uint32_t spread(const xb_adjoint_term *t, xb_expression *value, uint32_t dimension)
{
    uint32_t y = xb_term_add_y(t, value);
    uint32_t copies = xb_term_add_extent(t, value, t->x, xb_term_add_operand(t, value, dimension));
    const uint32_t operands[] = {y, xb_term_add_operand(t, value, dimension), copies};
    return xb_term_apply(t, value, XB_INTRINSIC_SPREAD, 3, operands);
}

/* sum(x) , sum(x, dimension), sum(x, mask), sum(x, dimension, mask) */
bool xb_transpose_sum(xb_adjoint_term *t)
{
    uint32_t dimension = find_operand(t, false), mask = find_operand(t, true);
    if (!dimension && !mask) {
        xb_adjoint_increment(t->a, xb_copy_reference(t->a->program, t->y),
                             xb_copy_reference(t->a->program, t->x));
        return true;
    }
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t root = dimension ? spread(t, value, dimension) : xb_term_add_y(t, value);
    if (mask) {
        uint32_t zero = xb_term_add_zero(t, value);
        const uint32_t operands[] = {root, zero, xb_term_add_operand(t, value, mask)};
        root = xb_term_apply(t, value, XB_INTRINSIC_MERGE, 3, operands);
    }
    xb_term_add_value(t, value, root);
    return true;
}

/* spread(x, dimension, copies) */
bool xb_transpose_spread(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t y = xb_term_add_y(t, value);
    uint32_t dimension = xb_reference_rank(t->x) == 0 ? XB_GRAPH_NONE : xb_term_add_operand(t, value, 2);
    xb_term_add_value(t, value, xb_term_apply(t, value, XB_INTRINSIC_SUM, 2, (uint32_t[]){y, dimension}));
    return true;
}
