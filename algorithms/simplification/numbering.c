/*
 * A value is made of pieces: what it is, and the numbers of its operands. A chain of pieces is interned pair
 * by pair, the number of what came before with the next piece, so that it takes constant time for each.
 */
#include "algorithms/simplification/numbering.h"

/* What a piece is. */
typedef enum piece { OPERATION, OPERAND, CONSTANT, FRONT_END_TYPE, VARIABLE, STORED, OTHER } piece;

/* What a temporary was assigned. */
typedef struct content {
    uint32_t number;
    uint64_t time;
} content;

xb_numbering xb_numbering_start(xb_run *run, xb_arena *arena)
{
    return (xb_numbering){.arena = arena,
                          .locations = xb_location_table_create(arena, xb_run_analyses(run)),
                          .stamps = xb_stamps_start(run, arena)};
}

static uint32_t intern(xb_numbering *n, piece what, uint32_t first, uint64_t second)
{
    uint64_t key = (uint64_t)what << 32 | first;
    uint32_t number = (uint32_t)(uintptr_t)xb_map_get(&n->numbers, key, second);
    if (number > 0)
        return number;
    number = ++n->count;
    xb_map_put(n->arena, &n->numbers, key, second, (const void *)(uintptr_t)number);
    return number;
}

static uint64_t index_of(const xb_name *name)
{
    return name ? (uint64_t)name->index + 1 : 0;
}

static uint32_t number_constant(xb_numbering *n, const xb_constant *constant)
{
    uint32_t number = intern(n, CONSTANT, (uint32_t)constant->type, index_of(constant->value));
    return intern(n, FRONT_END_TYPE, number, index_of(constant->fe_type));
}

static uint32_t number_variable(xb_numbering *n, const xb_reference *reference)
{
    uint64_t time = xb_stamp_of_reference(&n->stamps, reference);
    const content *found = xb_node_map_get(&n->of_temporary, &reference->symbol->node);
    if (found && found->time == time && reference->subscripts.count == 0)
        return found->number;
    return intern(n, VARIABLE, xb_location_of(n->locations, reference)->number, time);
}

static bool commutes(const xb_vertex *vertex)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(vertex);
    return code == XB_INTRINSIC_ADD || code == XB_INTRINSIC_MUL;
}

static uint32_t number_operation(xb_numbering *n, const xb_expression *expression, uint32_t v,
                                 const uint32_t *numbers)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(expression, v);
    size_t count = xb_expression_operand_count(expression, v);
    uint32_t number = intern(n, OPERATION, (uint32_t)intrinsic->vertex.node.kind, index_of(intrinsic->name));
    bool swapped =
        count == 2 && commutes(&intrinsic->vertex) &&
        numbers[xb_expression_operand(expression, v, 1)] > numbers[xb_expression_operand(expression, v, 2)];
    for (uint32_t p = 1; p <= count; p++)
        number =
            intern(n, OPERAND, number, numbers[xb_expression_operand(expression, v, swapped ? 3 - p : p)]);
    return number;
}

/* A function may give another value each time. */
static uint32_t number_vertex(xb_numbering *n, const xb_expression *expression, uint32_t v,
                              const uint32_t *numbers)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_CONSTANT: return number_constant(n, (const xb_constant *)vertex);
    case XB_VERTEX_VARIABLE_REFERENCE: return number_variable(n, (const xb_reference *)vertex);
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION: return number_operation(n, expression, v, numbers);
    case XB_VERTEX_FUNCTION_CALL:
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    return intern(n, OTHER, 0, vertex->node.index);
}

uint32_t *xb_numbering_of(xb_numbering *n, const xb_expression *expression, const uint32_t *order)
{
    uint32_t *numbers = xb_arena_array(n->arena, expression->graph.vertex_count, sizeof *numbers);
    for (uint32_t k = 0; k < expression->graph.vertex_count; k++) {
        numbers[order[k]] = number_vertex(n, expression, order[k], numbers);
    }
    return numbers;
}

uint32_t xb_numbering_stored(xb_numbering *n, uint32_t value, const xb_shape *shape,
                             const xb_symbol *variable)
{
    if (shape->type == variable->type && shape->fe_type == variable->fe_type)
        return value;
    uint32_t number = intern(n, STORED, value, (uint64_t)variable->type);
    return intern(n, FRONT_END_TYPE, number, index_of(variable->fe_type));
}

void xb_numbering_note(xb_numbering *n, const xb_statement *statement, uint32_t stored)
{
    xb_stamps_note(&n->stamps, statement);
    if (stored == 0)
        return;
    content *c = xb_arena_alloc(n->arena, sizeof *c);
    *c = (content){stored, n->stamps.time};
    xb_node_map_put(n->arena, &n->of_temporary, &((const xb_assignment *)statement)->target->symbol->node, c);
}
