/*
 * References and expressions. They nest through subscripts, to the depth that documents may have.
 */
#include "languages/xaif/writer_internal.h"

/* ---- references ----------------------------------------------------------------------------------- */

static void write_properties(xb_writer *writer, const xb_vector *all)
{
    const xb_property *properties = all->items;
    for (size_t i = 0; i < all->count; i++) {
        xb_write_begin(writer, "SymbolReferenceProperty");
        xb_write_name(writer, "name", properties[i].name);
        xb_write_name(writer, "value", properties[i].value);
        xb_write_empty(writer);
    }
}

static void write_symbol(xb_writer *writer, const xb_reference *reference, uint32_t number)
{
    const xb_reference_parts *parts = xb_reference_parts_of(reference);
    xb_write_begin(writer, "SymbolReference");
    xb_write_id(writer, "vertex_id", parts->symbol_vertex_id, number);
    xb_write_symbol_id(writer, reference->symbol);
    xb_write_optional(writer, "annotation", parts->symbol_annotation);
    if (parts->properties.count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    write_properties(writer, &parts->properties);
    xb_write_close(writer, "SymbolReference");
}

static void write_triplet(xb_writer *writer, const void *node)
{
    const xb_triplet *triplet = node;
    xb_write_begin(writer, "IndexTriplet");
    if (!triplet->index && !triplet->bound && !triplet->stride) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer)) {
        xb_write_expression(writer, "Index", triplet->index);
        xb_write_expression(writer, "Bound", triplet->bound);
        xb_write_expression(writer, "Stride", triplet->stride);
    }
    xb_write_close(writer, "IndexTriplet");
}

static void write_subscripts(xb_writer *writer, const xb_reference *reference, uint32_t number)
{
    xb_write_begin(writer, "ArrayElementReference");
    const xb_reference_parts *parts = xb_reference_parts_of(reference);
    xb_write_id(writer, "vertex_id", parts->element_vertex_id, number);
    xb_write_optional(writer, "annotation", parts->element_annotation);
    if (xb_write_open(writer))
        xb_write_list(writer, &reference->subscripts, write_triplet);
    xb_write_close(writer, "ArrayElementReference");
}

/* Symbol and subscripts are the two vertices of a tiny graph. */
static const xb_name *part_id(const void *collection, size_t i)
{
    const xb_reference_parts *parts = collection;
    return i == 0 ? parts->symbol_vertex_id : parts->element_vertex_id;
}

static void write_parts(xb_writer *writer, const xb_reference *reference)
{
    size_t count = reference->subscripts.count > 0 ? 2 : 1;
    const xb_reference_parts *parts = xb_reference_parts_of(reference);
    const uint32_t *missing = xb_write_missing_ids(writer, count, part_id, parts);
    const uint32_t numbers[2] = {xb_write_missing_id(missing, 0),
                                 count > 1 ? xb_write_missing_id(missing, 1) : 0};
    write_symbol(writer, reference, numbers[0]);
    if (count == 1)
        return;
    write_subscripts(writer, reference, numbers[1]);
    xb_write_begin(writer, "VariableReferenceEdge");
    xb_write_id(writer, "edge_id", parts->edge_id, 1);
    xb_write_id(writer, "source", parts->symbol_vertex_id, numbers[0]);
    xb_write_id(writer, "target", parts->element_vertex_id, numbers[1]);
    xb_write_optional(writer, "annotation", parts->edge_annotation);
    xb_write_empty(writer);
}

static xb_activity activity(const xb_writer *writer, const xb_reference *reference)
{
    if (reference->active != XB_ACTIVITY_UNDEFINED || !writer->options.resolve_activity)
        return reference->active;
    return xb_symbol_is_active(reference->symbol) ? XB_ACTIVITY_TRUE : XB_ACTIVITY_FALSE;
}

/* All but the beginning of the start tag. */
static void end_reference(xb_writer *writer, const char *element, const xb_reference *reference)
{
    xb_write_annotation(writer, &reference->vertex.node);
    xb_write_activity(writer, activity(writer, reference));
    xb_write_nonzero(writer, "alias", xb_program_key_of(writer->program, reference->alias));
    xb_write_nonzero(writer, "du_ud", xb_program_key_of(writer->program, reference->du_ud));
    if (reference->deriv)
        xb_write_boolean(writer, "deriv", true);
    if (reference->constant)
        xb_write_boolean(writer, "constant", true);
    if (xb_write_open(writer))
        write_parts(writer, reference);
    xb_write_close(writer, element);
}

void xb_write_reference(xb_writer *writer, const char *element, const xb_reference *reference)
{
    reference = xb_write_single(writer, reference);
    xb_write_begin(writer, element);
    xb_write_optional(writer, "vertex_id", reference->vertex.id);
    end_reference(writer, element, reference);
}

void xb_write_target(xb_writer *writer, const xb_reference *reference)
{
    static const char element[] = "AssignmentLHS";
    reference = xb_write_single(writer, reference);
    xb_write_begin(writer, element);
    xb_write_optional(writer, "vertex_id", reference->vertex.id);
    if (!reference->live)
        xb_write_boolean(writer, "live", false);
    end_reference(writer, element, reference);
}

/* ---- vertices ------------------------------------------------------------------------------------- */

/* A vertex with its id: the name, or the number if it is NULL. */
typedef void write_vertex(xb_writer *writer, const void *vertex, const xb_name *id, uint32_t number);

static void write_variable(xb_writer *writer, const void *vertex, const xb_name *id, uint32_t number)
{
    xb_write_begin(writer, "VariableReference");
    xb_write_id(writer, "vertex_id", id, number);
    end_reference(writer, "VariableReference", vertex);
}

static void write_constant(xb_writer *writer, const void *vertex, const xb_name *id, uint32_t number)
{
    const xb_constant *constant = vertex;
    xb_write_begin(writer, "Constant");
    xb_write_id(writer, "vertex_id", id, number);
    xb_write_text(writer, "type", xb_type_name(constant->type));
    xb_write_optional(writer, "feType", constant->fe_type);
    xb_write_name(writer, "value", constant->value);
    xb_write_annotation(writer, &constant->vertex.node);
    xb_write_empty(writer);
}

static void write_intrinsic(xb_writer *writer, const void *vertex, const xb_name *id, uint32_t number)
{
    const xb_intrinsic *intrinsic = vertex;
    xb_write_begin(writer, "Intrinsic");
    xb_write_id(writer, "vertex_id", id, number);
    xb_write_name(writer, "name", intrinsic->name);
    xb_write_optional(writer, "type", intrinsic->type);
    if (intrinsic->has_result_type)
        xb_write_text(writer, "rType", xb_type_name(intrinsic->result_type));
    if (intrinsic->has_result_shape)
        xb_write_text(writer, "rShape", xb_shape_name(intrinsic->result_rank));
    xb_write_annotation(writer, &intrinsic->vertex.node);
    xb_write_empty(writer);
}

static void write_boolean(xb_writer *writer, const void *vertex, const xb_name *id, uint32_t number)
{
    const xb_intrinsic *operation = vertex;
    xb_write_begin(writer, "BooleanOperation");
    xb_write_id(writer, "vertex_id", id, number);
    xb_write_name(writer, "name", operation->name);
    xb_write_annotation(writer, &operation->vertex.node);
    xb_write_empty(writer);
}

static void write_function_argument(xb_writer *writer, const void *reference)
{
    xb_write_reference(writer, "Argument", reference);
}

static void write_function(xb_writer *writer, const void *vertex, const xb_name *id, uint32_t number)
{
    const xb_function_call *call = vertex;
    xb_write_begin(writer, "FunctionCall");
    xb_write_id(writer, "vertex_id", id, number);
    xb_write_symbol_id(writer, call->symbol);
    xb_write_annotation(writer, &call->vertex.node);
    if (call->arguments.count == 0) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer))
        xb_write_list(writer, &call->arguments, write_function_argument);
    xb_write_close(writer, "FunctionCall");
}

static void write_vertex_as(xb_writer *writer, const xb_vertex *vertex, const xb_name *id, uint32_t number)
{
    static write_vertex *const functions[XB_KIND_COUNT] = {
        [XB_KIND_VARIABLE_REFERENCE] = write_variable, [XB_KIND_CONSTANT] = write_constant,
        [XB_KIND_INTRINSIC] = write_intrinsic,         [XB_KIND_BOOLEAN_OPERATION] = write_boolean,
        [XB_KIND_FUNCTION_CALL] = write_function,
    };
    if (functions[vertex->node.kind])
        functions[vertex->node.kind](writer, vertex, id, number);
    else
        xb_write_refuse(writer, "a node that is no vertex is derived where one of an expression is wanted");
}

void xb_write_argument_value(xb_writer *writer, const xb_argument *argument)
{
    const void *value = argument->reference ? (const void *)argument->reference : argument->constant;
    const xb_vertex *vertex = xb_write_single(writer, value);
    write_vertex_as(writer, vertex, vertex->id, 1);
}

/* ---- expressions ---------------------------------------------------------------------------------- */

static const xb_name *vertex_id(const void *collection, size_t i)
{
    const xb_expression *expression = collection;
    return expression->vertices[i]->id;
}

static const xb_name *edge_id(const void *collection, size_t i)
{
    const xb_expression *expression = collection;
    return xb_expression_edge_at(expression, (uint32_t)i)->id;
}

static void write_edges(xb_writer *writer, const xb_expression *expression, const uint32_t *vertex_numbers)
{
    const uint32_t *numbers = xb_write_missing_ids(writer, expression->graph.edge_count, edge_id, expression);
    for (uint32_t i = 0; i < expression->graph.edge_count; i++) {
        const xb_expression_edge *edge = xb_expression_edge_at(expression, i);
        uint32_t source = xb_graph_source(&expression->graph, i);
        uint32_t target = xb_graph_target(&expression->graph, i);
        xb_write_begin(writer, "ExpressionEdge");
        xb_write_id(writer, "edge_id", edge->id, xb_write_missing_id(numbers, i));
        xb_write_id(writer, "source", vertex_id(expression, source),
                    xb_write_missing_id(vertex_numbers, source));
        xb_write_id(writer, "target", vertex_id(expression, target),
                    xb_write_missing_id(vertex_numbers, target));
        xb_write_number(writer, "position", xb_expression_position(expression, i));
        if (edge->annotation)
            xb_write_name(writer, "annotation", xb_names_at(writer->program->names, edge->annotation));
        xb_write_empty(writer);
    }
}

void xb_write_expression(xb_writer *writer, const char *element, const xb_expression *expression)
{
    if (!expression)
        return;
    xb_write_begin(writer, element);
    xb_write_rest_of_expression(writer, element, expression);
}

void xb_write_rest_of_expression(xb_writer *writer, const char *element, const xb_expression *expression)
{
    expression = xb_write_single(writer, expression);
    if (expression->graph.vertex_count == 0) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer)) {
        uint32_t count = expression->graph.vertex_count;
        const uint32_t *numbers = xb_write_missing_ids(writer, count, vertex_id, expression);
        for (uint32_t i = 0; i < count; i++)
            write_vertex_as(writer, xb_write_single(writer, expression->vertices[i]),
                            vertex_id(expression, i), xb_write_missing_id(numbers, i));
        write_edges(writer, expression, numbers);
    }
    xb_write_close(writer, element);
}
