/*
 * A subscript is copied with references to temporaries in the place of calls. Copying goes in depth and from
 * left to right, so calls are hoisted in that order, the ones in arguments before the call itself. It recurs
 * as deep as subscripts are nested.
 */
#include "algorithms/canonicalization/calls.h"

#include "algorithms/support/stems.h"
#include "analysis/shape.h"
#include "ir/build.h"

void xb_hoister_append(xb_hoister *h, void *statement)
{
    if (statement)
        xb_list_append(xb_run_program(h->run)->arena, h->statements, statement);
}

static const char *next_id(xb_hoister *h)
{
    return xb_arena_format(xb_run_program(h->run)->arena, "%s%u_from_%s", xb_free_stem(h->run, "_hoisted_"),
                           ++h->count, h->statement->id->text);
}

void xb_hoister_assign(xb_hoister *h, xb_symbol *target, xb_expression *value)
{
    xb_program *program = xb_run_program(h->run);
    xb_assignment *assignment =
        xb_build_assignment(program, next_id(h), xb_build_reference(program, target), value);
    assignment->statement.node.line = h->statement->node.line;
    assignment->line_number = h->line_number;
    xb_hoister_append(h, assignment);
}

bool xb_is_gathered(const xb_reference *argument, const xb_formal *formal)
{
    return xb_symbol_is_active(argument->symbol) && (!formal || xb_symbol_is_active(formal->symbol)) &&
           xb_has_vector_subscript(argument);
}

xb_reference *xb_hoist_gathered(xb_hoister *h, xb_reference *argument)
{
    xb_program *program = xb_run_program(h->run);
    xb_shape shape = xb_shape_of_reference(program->arena, argument);
    xb_statement *allocation;
    xb_symbol *variable =
        xb_shape_temporary(program, h->place.routine->scope, "tmp", shape, true, &allocation);
    xb_hoister_append(h, allocation);
    xb_hoister_assign(h, variable, xb_build_leaf(program, argument));
    return xb_build_reference(program, variable);
}

static xb_reference *copy_argument(xb_hoister *h, const xb_reference *argument, const xb_formal *formal)
{
    xb_reference *copy = xb_copy_reference(xb_run_program(h->run), argument);
    return xb_is_gathered(argument, formal) ? xb_hoist_gathered(h, copy) : copy;
}

void xb_hoist_call(xb_hoister *h, const xb_function_call *function, const xb_routine *routine,
                   xb_symbol *result)
{
    xb_program *program = xb_run_program(h->run);
    xb_call *call = xb_build_call(program, next_id(h), function->symbol, h->statement->node.line);
    call->formal_count = routine->formals.count;
    call->line_number = h->line_number;
    for (size_t i = 0; i < function->arguments.count; i++)
        xb_build_argument(
            program, &call->arguments,
            copy_argument(h, function->arguments.items[i], xb_routine_formal(routine, (uint32_t)i + 1)));
    /* After the formals that the call leaves out. */
    xb_build_argument_at(program, call, routine->formals.count, xb_build_reference(program, result));
    xb_hoister_append(h, call);
}

/* ---- subscripts ---------------------------------------------------------------------------------------- */

/* An expression that is copied. */
typedef struct copying {
    xb_hoister *hoister;
    const xb_expression *expression;
} copying;

/* Whether an operator makes an integer of a real operand. */
static bool converts_to_integer(const copying *c, uint32_t operator)
{
    const xb_vertex *vertex = xb_expression_vertex(c->expression, operator);
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return false;
    const xb_inlinable *item =
        xb_catalogue_inlinable(xb_run_catalogue(c->hoister->run), ((const xb_intrinsic *)vertex)->name);
    return item && item->return_type == XB_TYPE_INTEGER;
}

/* The result of a function that nothing is known of is taken to be what fits a subscript. */
static xb_shape shape_of_result(const copying *c, uint32_t v, const xb_routine *routine)
{
    const xb_function_call *function = (const xb_function_call *)xb_expression_vertex(c->expression, v);
    if (routine)
        return xb_result_of_function(xb_routine_formal(routine, (uint32_t)routine->formals.count)->symbol);
    xb_shape shape = xb_result_of_function(function->symbol);
    uint32_t edge = xb_graph_first_out(&c->expression->graph, v);
    if (function->symbol->type == XB_TYPE_VOID &&
        (edge == XB_GRAPH_NONE || !converts_to_integer(c, xb_graph_target(&c->expression->graph, edge))))
        shape.type = XB_TYPE_INTEGER;
    return shape;
}

static xb_reference *hoist_function(const copying *c, uint32_t v)
{
    xb_hoister *h = c->hoister;
    xb_program *program = xb_run_program(h->run);
    xb_function_call *function =
        xb_hoist_from_arguments(h, (const xb_function_call *)xb_expression_vertex(c->expression, v));
    const xb_routine *routine = xb_function_as_subroutine(program, function);
    xb_shape shape = shape_of_result(c, v, routine);
    bool active =
        routine && xb_symbol_is_active(xb_routine_formal(routine, (uint32_t)routine->formals.count)->symbol);
    xb_statement *allocation;
    xb_symbol *result =
        xb_shape_temporary(program, h->place.routine->scope, "tmp", shape, active, &allocation);
    xb_hoister_append(h, allocation);
    if (routine)
        xb_hoist_call(h, function, routine, result);
    else
        xb_hoister_assign(h, result, xb_build_leaf(program, function));
    return xb_build_reference(program, result);
}

static void *replacement(void *context, uint32_t v)
{
    const copying *c = context;
    const xb_vertex *vertex = xb_expression_vertex(c->expression, v);
    switch (vertex->node.kind) {
    case XB_KIND_FUNCTION_CALL: return hoist_function(c, v);
    case XB_KIND_VARIABLE_REFERENCE:
        return xb_hoist_from_subscripts(c->hoister, (const xb_reference *)vertex);
    default: return NULL;
    }
}

static xb_expression *without_calls(xb_hoister *h, const xb_expression *expression)
{
    if (!expression)
        return NULL;
    xb_program *program = xb_run_program(h->run);
    copying c = {h, expression};
    xb_expression *copy = xb_build_expression(program);
    copy->root = xb_copy_subexpression(program, expression, expression->root, copy, replacement, &c);
    return copy;
}

xb_reference *xb_hoist_from_subscripts(xb_hoister *h, const xb_reference *reference)
{
    xb_program *program = xb_run_program(h->run);
    xb_reference whole = *reference;
    whole.subscripts = (xb_list){.count = 0};
    xb_reference *copy = (xb_reference *)xb_copy_vertex(program, &whole.vertex);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *original = reference->subscripts.items[i];
        xb_expression *index = without_calls(h, original->index), *bound = without_calls(h, original->bound);
        xb_triplet *triplet = xb_build_triplet(program, index, bound, without_calls(h, original->stride));
        triplet->node.line = original->node.line;
        triplet->node.annotation = original->node.annotation;
        xb_list_append(program->arena, &copy->subscripts, triplet);
    }
    return copy;
}

xb_function_call *xb_hoist_from_arguments(xb_hoister *h, const xb_function_call *function)
{
    xb_program *program = xb_run_program(h->run);
    xb_function_call bare = *function;
    bare.arguments = (xb_list){.count = 0};
    bare.vertex.node.slots = NULL;
    xb_function_call *copy = (xb_function_call *)xb_copy_vertex(program, &bare.vertex);
    for (size_t i = 0; i < function->arguments.count; i++)
        xb_list_append(program->arena, &copy->arguments,
                       xb_hoist_from_subscripts(h, function->arguments.items[i]));
    return copy;
}

/* ---- queries ------------------------------------------------------------------------------------------- */

bool xb_subscripts_have_calls(const xb_reference *reference)
{
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        if (xb_expression_has_calls(triplet->index) || xb_expression_has_calls(triplet->bound) ||
            xb_expression_has_calls(triplet->stride))
            return true;
    }
    return false;
}

bool xb_expression_has_calls(const xb_expression *expression)
{
    for (uint32_t v = 0; expression && v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind == XB_KIND_FUNCTION_CALL ||
            (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
             xb_subscripts_have_calls((const xb_reference *)vertex)))
            return true;
    }
    return false;
}
