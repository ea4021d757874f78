/*
 * The entries of propagators are elementwise, so that the sum is an assignment of derivatives, as direct
 * actions are. Nothing is written to the target before everything has been read: it may be part of an
 * operand.
 */
#include "algorithms/tangent/reduction.h"

#include "algorithms/tangent/propagations.h"
#include "ir/build.h"

typedef struct reducer {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    xb_propagation_code code;
} reducer;

bool xb_is_reduction(const xb_local_jacobian *jacobian)
{
    const xb_jacobian_vertex *vertices = jacobian->vertices;
    for (size_t i = 0; i < jacobian->edge_count; i++)
        if (vertices[jacobian->edges[i].target].shape.rank == 0 &&
            vertices[jacobian->edges[i].source].shape.rank > 0)
            return true;
    return false;
}

static const xb_reference *temporary(reducer *r, xb_shape shape)
{
    xb_statement *allocation;
    xb_symbol *symbol =
        xb_shape_temporary(r->program, r->place.routine->scope, "prp", shape, true, &allocation);
    if (allocation)
        xb_list_append(r->program->arena, &r->code.allocations, allocation);
    return xb_build_reference(r->program, symbol);
}

/* sum' = sum_arr(array') */
static void add_sum(reducer *r, const xb_reference *sum, const xb_reference *array)
{
    xb_program *program = r->program;
    xb_expression *value = xb_build_expression(program);
    uint32_t operand = xb_expression_add(program, value, xb_build_derivative(program, array));
    value->root = xb_build_unary(program, value, XB_INTRINSIC_SUM, operand);
    xb_made_id id = xb_id_numbered(program, "_sum_of_derivatives_");
    xb_list_append(program->arena, &r->code.statements,
                   xb_build_assignment_as(program, id, xb_build_derivative(program, sum), value));
}

static void append_entries(reducer *r, const xb_propagations *entries)
{
    xb_list statements = xb_propagations_statements(entries);
    xb_list_append_all(r->program->arena, &r->code.statements, &statements);
}

static xb_shape shape_of_product(const xb_jacobian_vertex *source, const xb_factor *factor)
{
    return factor->reference ? xb_shape_promote(source->shape, factor->shape) : source->shape;
}

xb_propagation_code xb_propagate_reduction(xb_run *run, xb_block_place place,
                                           const xb_local_jacobian *jacobian)
{
    static const xb_factor unit = {.value = 1.0};
    reducer r = {.run = run, .program = xb_run_program(run), .place = place};
    const xb_jacobian_vertex *vertices = jacobian->vertices;
    const xb_jacobian_edge *edges = jacobian->edges;
    size_t edge_count = jacobian->edge_count;
    const xb_jacobian_vertex *target = &vertices[edges[0].target];
    xb_arena *scratch = xb_run_scratch(run);
    const xb_reference **products = xb_arena_array(scratch, edge_count, sizeof(const xb_reference *));
    xb_propagation_term *terms = xb_arena_array(scratch, edge_count, sizeof *terms);
    xb_propagations *first = xb_propagations_create(run), *last = xb_propagations_create(run);
    for (size_t i = 0; i < edge_count; i++) {
        const xb_jacobian_vertex *source = &vertices[edges[i].source];
        const xb_propagation_term product = {&edges[i].factor, source->reference};
        products[i] = temporary(&r, shape_of_product(source, &edges[i].factor));
        xb_propagations_set(first, products[i], &product, 1, false);
    }
    append_entries(&r, first);
    for (size_t i = 0; i < edge_count; i++) {
        terms[i] = (xb_propagation_term){&unit, products[i]};
        if (vertices[edges[i].source].shape.rank == 0)
            continue;
        terms[i].source = edge_count == 1 ? target->reference : temporary(&r, target->shape);
        add_sum(&r, terms[i].source, products[i]);
    }
    if (edge_count > 1) {
        xb_propagations_set(last, target->reference, terms, edge_count, false);
        append_entries(&r, last);
    }
    return r.code;
}
