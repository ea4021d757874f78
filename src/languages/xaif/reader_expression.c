/*
 * References and expressions. A vertex goes to the expression or to the argument that owns it; edges wait on
 * the reader's stack until the expression's vertices are known, below those of expressions that enclose it.
 * Until then, ids are names in a table of the reader's own; those that are not just the numbers of their
 * places become names of the program.
 */
#include <string.h>

#include "base/decimal.h"
#include "ir/build.h"
#include "languages/xaif/reader_internal.h"

/* ---- references ----------------------------------------------------------------------------------- */

static bool is_named(const xb_name *id, const xb_name *wanted, const xb_name *preset)
{
    return (id ? id : preset) == wanted;
}

/* A reference that is being read: what owns the elements in it. */
typedef struct open_reference {
    xb_reference *reference;
    xb_reference_parts parts;
} open_reference;

/* If nothing is wrong within it: checks that the edge of a reference, which waits on the stack if there is
 * one, joins symbol and subscripts.
 */
static void join_reference(xb_reader *reader, open_reference *open, uint32_t first, size_t errors)
{
    xb_reference_parts *parts = &open->parts;
    bool has_subscripts = open->reference->subscripts.count > 0;
    const xb_reader_edge *edge =
        reader->edges.count > first ? (const xb_reader_edge *)reader->edges.items + first : NULL;
    if ((!edge && !has_subscripts) || xb_diagnostics_errors(reader->diagnostics) > errors)
        return;
    if (!edge) {
        xb_read_error(reader, "an edge leads from the SymbolReference to the ArrayElementReference",
                      "element 'VariableReferenceEdge' is missing");
        return;
    }
    const xb_name *preset = xb_names_get(reader->program->names, "1");
    bool source = is_named(parts->symbol_vertex_id, edge->source, preset);
    bool target = has_subscripts && is_named(parts->element_vertex_id, edge->target, preset);
    if (!source || !target)
        xb_read_child_error(reader, XB_ELEMENT_VARIABLE_REFERENCE_EDGE, edge->id, edge->line,
                            "the edge leads from the SymbolReference to the ArrayElementReference",
                            "%s '%s' is not the %s", source ? "target" : "source",
                            source ? edge->target->text : edge->source->text,
                            source ? "ArrayElementReference" : "SymbolReference");
    else if (edge->source == edge->target)
        xb_read_error(reader, "vertex_id must be unique within the reference",
                      "SymbolReference and ArrayElementReference have the same id '%s'", edge->source->text);
    parts->edge_id = edge->id;
    parts->edge_annotation = edge->annotation;
}

static bool same_parts(const xb_reference_parts *a, const xb_reference_parts *b)
{
    return a->symbol_vertex_id == b->symbol_vertex_id && a->symbol_annotation == b->symbol_annotation &&
           a->element_vertex_id == b->element_vertex_id && a->element_annotation == b->element_annotation &&
           a->edge_id == b->edge_id && a->edge_annotation == b->edge_annotation &&
           a->properties.count + b->properties.count == 0;
}

/* Parts to keep: those of an earlier reference if they are the same, as they mostly are. */
static const xb_reference_parts *share_parts(xb_reader *reader, const xb_reference_parts *parts)
{
    const xb_reference_parts **latest = &reader->latest_parts[parts->element_vertex_id ? 1 : 0];
    if (*latest && same_parts(*latest, parts))
        return *latest;
    xb_reference_parts *kept = xb_arena_alloc(reader->program->arena, sizeof *kept);
    *kept = *parts;
    return *latest = kept;
}

xb_reference *xb_read_reference(xb_reader *reader)
{
    const xb_value *values = reader->values;
    xb_reference *reference =
        xb_node_create(reader->program, XB_KIND_VARIABLE_REFERENCE, sizeof *reference, xb_read_line(reader));
    xb_node_annotate(&reference->vertex.node, xb_read_annotation(reader));
    reference->vertex.id = values[XB_ATTRIBUTE_VERTEX_ID].name;
    reference->active = (xb_activity)values[XB_ATTRIBUTE_ACTIVE].number;
    reference->alias = xb_read_key(reader, XB_ATTRIBUTE_ALIAS) & XB_KEY_MASK;
    reference->du_ud = xb_read_key(reader, XB_ATTRIBUTE_DU_UD) & XB_KEY_MASK;
    reference->deriv = values[XB_ATTRIBUTE_DERIV].number;
    reference->constant = values[XB_ATTRIBUTE_CONSTANT].number;
    reference->live = true;
    uint32_t first = reader->edges.count;
    size_t errors = xb_diagnostics_errors(reader->diagnostics);
    open_reference open = {.reference = reference};
    xb_read_children(reader, &open);
    if (!reader->stop)
        join_reference(reader, &open, first, errors);
    reader->edges.count = first;
    reference->parts = share_parts(reader, &open.parts);
    return reference;
}

void xb_handle_symbol_reference(xb_reader *reader, void *owner)
{
    open_reference *open = owner;
    xb_read_symbol_to(reader, &open->reference->symbol);
    open->parts.symbol_vertex_id = reader->values[XB_ATTRIBUTE_VERTEX_ID].name;
    open->parts.symbol_annotation = xb_read_annotation(reader);
    xb_read_children(reader, open);
}

void xb_handle_property(xb_reader *reader, void *owner)
{
    open_reference *open = owner;
    xb_property *property = xb_vector_push(reader->program->arena, &open->parts.properties, sizeof *property);
    property->name = reader->values[XB_ATTRIBUTE_NAME].name;
    property->value = reader->values[XB_ATTRIBUTE_VALUE].name;
}

void xb_handle_element_reference(xb_reader *reader, void *owner)
{
    open_reference *open = owner;
    open->parts.element_vertex_id = reader->values[XB_ATTRIBUTE_VERTEX_ID].name;
    open->parts.element_annotation = xb_read_annotation(reader);
    xb_read_children(reader, open);
    if (open->reference->subscripts.count == 0 && !reader->stop)
        xb_read_error(reader,
                      "give one IndexTriplet per dimension, or the SymbolReference alone for the whole",
                      "element 'IndexTriplet' is missing");
}

void xb_handle_reference_edge(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_read_push_edge(reader);
}

void xb_handle_triplet(xb_reader *reader, void *owner)
{
    open_reference *open = owner;
    xb_triplet *triplet = xb_read_node(reader, sizeof *triplet);
    xb_list_append(reader->program->arena, &open->reference->subscripts, triplet);
    xb_read_children(reader, triplet);
}

void xb_handle_subscript(xb_reader *reader, void *owner)
{
    xb_triplet *triplet = owner;
    xb_element element = reader->frames[reader->depth].element;
    xb_expression *expression = xb_read_expression(reader);
    if (element == XB_ELEMENT_INDEX)
        triplet->index = expression;
    else if (element == XB_ELEMENT_BOUND)
        triplet->bound = expression;
    else
        triplet->stride = expression;
}

/* ---- expressions ---------------------------------------------------------------------------------- */

/* The program's own name for an id that is one within an expression only. */
static const xb_name *lasting(const xb_reader *reader, const xb_name *id)
{
    return xb_names_intern(reader->program->names, id->text, id->length);
}

/* Whether an id is the number of its place, from 1, as the writer gives it where there is no id. */
static bool is_number(const xb_name *id, uint32_t number)
{
    char text[16];
    uint32_t length = (uint32_t)xb_decimal(text, number);
    return id->length == length && memcmp(id->text, text, length) == 0;
}

static void add_edge(xb_reader *reader, xb_expression *expression, const xb_reader_edge *edge, bool numbered)
{
    uint32_t source, target;
    if (!xb_read_edge_ends(reader, edge, XB_ELEMENT_EXPRESSION_EDGE, &source, &target))
        return;
    xb_expression_connect(reader->program, expression, source, target, edge->position);
    uint32_t number = expression->graph.edge_count - 1;
    xb_expression_set_edge_line(reader->program, expression, number, (uint32_t)edge->line);
    if (!numbered || edge->annotation)
        xb_expression_describe_edge(reader->program, expression, number,
                                    (xb_expression_edge){numbered ? NULL : lasting(reader, edge->id),
                                                         edge->annotation ? edge->annotation->index : 0});
}

static void add_edges(xb_reader *reader, xb_expression *expression, const xb_reader_edge *edges,
                      uint32_t count)
{
    bool numbered = true;
    for (uint32_t i = 0; i < count && numbered; i++)
        numbered = is_number(edges[i].id, i + 1);
    for (uint32_t i = 0; i < count; i++)
        add_edge(reader, expression, &edges[i], numbered);
}

/* What ids are in the end: as many as there are in documents with a large expression would take much memory,
 * and most front ends number vertices from 1.
 */
static void settle_ids(const xb_reader *reader, xb_expression *expression)
{
    uint32_t count = expression->graph.vertex_count;
    bool numbered = true;
    for (uint32_t i = 0; i < count && numbered; i++)
        numbered = is_number(expression->vertices[i]->id, i + 1);
    for (uint32_t i = 0; i < count; i++)
        expression->vertices[i]->id = numbered ? NULL : lasting(reader, expression->vertices[i]->id);
}

/* The vertex that has been marked with an id, or NULL. */
static const xb_node *marked_vertex(const xb_reader *reader, const xb_expression *expression,
                                    const xb_name *id)
{
    uint32_t number = xb_read_find_mark(reader, id);
    return number == XB_GRAPH_NONE ? NULL : &expression->vertices[number]->node;
}

static void join_expression(xb_reader *reader, xb_expression *expression, uint32_t first)
{
    uint32_t count = expression->graph.vertex_count;
    xb_read_begin_marks(reader);
    xb_expression_reserve(reader->program, expression, count, reader->edges.count - first);
    for (uint32_t i = 0; i < count; i++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, i);
        const xb_node *earlier = marked_vertex(reader, expression, vertex->id);
        if (!xb_read_mark_vertex(reader, vertex->id, i))
            xb_read_refuse_second(reader,
                                  xb_read_element_of(vertex->node.kind, XB_ELEMENT_VARIABLE_REFERENCE,
                                                     XB_ELEMENT_FUNCTION_CALL),
                                  vertex->id, &vertex->node, vertex->id, earlier);
    }
    add_edges(reader, expression, (const xb_reader_edge *)reader->edges.items + first,
              (uint32_t)(reader->edges.count - first));
    settle_ids(reader, expression);
}

/* The only vertex without out-edges; XB_GRAPH_NONE if there is none or if there are several. */
static uint32_t find_root(const xb_graph *graph)
{
    uint32_t root = XB_GRAPH_NONE;
    for (uint32_t i = 0; i < graph->vertex_count; i++) {
        if (xb_graph_out_degree(graph, i) > 0)
            continue;
        if (root != XB_GRAPH_NONE)
            return XB_GRAPH_NONE;
        root = i;
    }
    return root;
}

xb_expression *xb_read_expression(xb_reader *reader)
{
    xb_expression *expression =
        xb_node_create(reader->program, XB_KIND_EXPRESSION, sizeof *expression, xb_read_line(reader));
    uint32_t first = reader->edges.count;
    xb_read_children(reader, expression);
    if (!reader->stop)
        join_expression(reader, expression, first);
    reader->edges.count = first;
    expression->root = find_root(&expression->graph);
    return expression;
}

void xb_handle_expression_edge(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_read_push_edge(reader)->position = (uint32_t)reader->values[XB_ATTRIBUTE_POSITION].number;
}

/* ---- vertices ------------------------------------------------------------------------------------- */

static void add_vertex(xb_reader *reader, xb_expression *expression, xb_vertex *vertex)
{
    vertex->id = reader->values[XB_ATTRIBUTE_VERTEX_ID].name;
    xb_expression_add(reader->program, expression, vertex);
}

static bool is_argument(const void *owner)
{
    return ((const xb_node *)owner)->kind == XB_KIND_ARGUMENT;
}

void xb_handle_variable(xb_reader *reader, void *owner)
{
    xb_reference *reference = xb_read_reference(reader);
    if (!is_argument(owner)) {
        xb_expression_add(reader->program, owner, reference);
        return;
    }
    reference->vertex.id = lasting(reader, reference->vertex.id);
    ((xb_argument *)owner)->reference = reference;
}

void xb_handle_constant(xb_reader *reader, void *owner)
{
    /* in the order of the vocabulary's words */
    static const xb_type types[] = {XB_TYPE_INTEGER, XB_TYPE_REAL,   XB_TYPE_BOOL,
                                    XB_TYPE_CHAR,    XB_TYPE_STRING, XB_TYPE_DOUBLE};
    xb_constant *constant = xb_read_node(reader, sizeof *constant);
    constant->type = types[reader->values[XB_ATTRIBUTE_TYPE].number];
    constant->fe_type = xb_read_text(reader, XB_ATTRIBUTE_FE_TYPE);
    constant->value = reader->values[XB_ATTRIBUTE_VALUE].name;
    if (!is_argument(owner)) {
        add_vertex(reader, owner, &constant->vertex);
        return;
    }
    constant->vertex.id = lasting(reader, reader->values[XB_ATTRIBUTE_VERTEX_ID].name);
    ((xb_argument *)owner)->constant = constant;
}

void xb_handle_intrinsic(xb_reader *reader, void *owner)
{
    xb_intrinsic *intrinsic = xb_read_node(reader, sizeof *intrinsic);
    intrinsic->name = reader->values[XB_ATTRIBUTE_NAME].name;
    intrinsic->type = reader->values[XB_ATTRIBUTE_TYPE].name;
    intrinsic->has_result_type = xb_read_has(reader, XB_ATTRIBUTE_R_TYPE);
    intrinsic->has_result_shape = xb_read_has(reader, XB_ATTRIBUTE_R_SHAPE);
    intrinsic->result_type = (xb_type)reader->values[XB_ATTRIBUTE_R_TYPE].number;
    intrinsic->result_rank = (int)reader->values[XB_ATTRIBUTE_R_SHAPE].number - 1;
    intrinsic->is_scalar = reader->catalogue && xb_catalogue_makes_scalar(reader->catalogue, intrinsic->name);
    intrinsic->is_reduction =
        intrinsic->is_scalar && xb_catalogue_reduces(reader->catalogue, intrinsic->name);
    add_vertex(reader, owner, &intrinsic->vertex);
}

void xb_handle_boolean(xb_reader *reader, void *owner)
{
    xb_intrinsic *operation = xb_read_node(reader, sizeof *operation);
    operation->name = reader->values[XB_ATTRIBUTE_NAME].name;
    operation->result_type = XB_TYPE_BOOL;
    add_vertex(reader, owner, &operation->vertex);
}

void xb_handle_function(xb_reader *reader, void *owner)
{
    xb_function_call *call = xb_read_node(reader, sizeof *call);
    if (reader->declared)
        xb_read_error(reader, "use intrinsics and variables only",
                      "a function is called in the declaration of a symbol");
    call->symbol = reader->declared ? NULL : xb_read_symbol(reader);
    add_vertex(reader, owner, &call->vertex);
    xb_read_children(reader, call);
}

void xb_handle_function_argument(xb_reader *reader, void *owner)
{
    xb_function_call *call = owner;
    xb_list_append(reader->program->arena, &call->arguments, xb_read_reference(reader));
}
