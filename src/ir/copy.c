/*
 * Copies of IR. Expressions are copied vertex by vertex; only subscripts, which hold expressions of their
 * own, recurse, as deep as subscripts are nested.
 *
 * Part of an expression is copied in postorder with an explicit stack. Most parts are small, so both the
 * stack and the table from old numbers to new ones begin in a frame of fixed size and only move to the arena
 * when they outgrow it: copying a part costs time and memory in its own size, however large the whole is.
 */
#include "ir/copy_internal.h"
#include "ir/declaration.h"
#include "ir/tags.h"

#include <string.h>

void *xb_copy_node(xb_program *program, const void *original, size_t size)
{
    const xb_node *old = original;
    xb_node *copy = xb_node_create(program, old->kind, size, old->line);
    uint32_t index = copy->index;
    memcpy(copy, original, size);
    copy->index = index;
    copy->slots = NULL;
    xb_tags_copy(program, copy, old);
    return copy;
}

static xb_symbol *symbol_of(const xb_copier *copier, xb_symbol *symbol)
{
    return copier->symbol ? copier->symbol(copier->context, symbol) : symbol;
}

static xb_expression *copy_optional(const xb_copier *copier, const xb_expression *expression)
{
    return expression ? xb_copier_expression(copier, expression) : NULL;
}

static xb_triplet *copy_triplet(const xb_copier *copier, const xb_triplet *triplet)
{
    xb_triplet *copy = xb_copy_node(copier->program, triplet, sizeof *copy);
    copy->index = copy_optional(copier, triplet->index);
    copy->bound = copy_optional(copier, triplet->bound);
    copy->stride = copy_optional(copier, triplet->stride);
    return copy;
}

static xb_list copy_subscripts(const xb_copier *copier, const xb_list *subscripts)
{
    xb_list copy = {0};
    for (size_t i = 0; i < subscripts->count; i++) {
        xb_triplet *triplet = xb_current(subscripts->items[i]);
        if (!xb_is_shared_triplet(copier->program, triplet))
            triplet = copy_triplet(copier, triplet);
        xb_list_append(copier->program->arena, &copy, triplet);
    }
    return copy;
}

/* What copies of a reference have: no ids, which belong to the document. */
static const xb_reference_parts *copy_parts(xb_program *program, const xb_reference_parts *parts)
{
    if (!parts || (!parts->symbol_annotation && !parts->element_annotation && !parts->edge_annotation &&
                   parts->properties.count == 0))
        return NULL;
    xb_reference_parts *copy = xb_arena_alloc(program->arena, sizeof *copy);
    copy->symbol_annotation = parts->symbol_annotation;
    copy->element_annotation = parts->element_annotation;
    copy->edge_annotation = parts->edge_annotation;
    copy->properties = parts->properties;
    return copy;
}

/* With all flags. */
static xb_reference *copy_whole_reference(const xb_copier *copier, const xb_reference *reference)
{
    xb_reference *copy = xb_copy_node(copier->program, reference, sizeof *copy);
    copy->symbol = symbol_of(copier, reference->symbol);
    copy->vertex.id = NULL;
    copy->parts = copy_parts(copier->program, reference->parts);
    copy->subscripts = copy_subscripts(copier, &reference->subscripts);
    return copy;
}

xb_reference *xb_copy_reference(xb_program *program, const xb_reference *reference)
{
    const xb_copier copier = {.program = program};
    xb_reference *copy = copy_whole_reference(&copier, reference);
    copy->vertex.node.annotation = 0;
    copy->active = XB_ACTIVITY_UNDEFINED;
    copy->deriv = false;
    copy->constant = false;
    copy->live = true;
    return copy;
}

static xb_vertex *copy_function_call(const xb_copier *copier, const xb_function_call *call)
{
    xb_function_call *copy = xb_copy_node(copier->program, call, sizeof *copy);
    copy->symbol = symbol_of(copier, call->symbol);
    copy->arguments = (xb_list){0};
    for (size_t i = 0; i < call->arguments.count; i++)
        xb_list_append(copier->program->arena, &copy->arguments,
                       xb_copier_vertex(copier, call->arguments.items[i]));
    return &copy->vertex;
}

static xb_vertex *copy_vertex(const xb_copier *copier, const xb_vertex *vertex)
{
    xb_program *program = copier->program;
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE:
        return &copy_whole_reference(copier, (const xb_reference *)vertex)->vertex;
    case XB_VERTEX_CONSTANT: return xb_copy_node(program, vertex, sizeof(xb_constant));
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION: return xb_copy_node(program, vertex, sizeof(xb_intrinsic));
    case XB_VERTEX_FUNCTION_CALL: return copy_function_call(copier, (const xb_function_call *)vertex);
    case XB_VERTEX_ARGUMENT_REFERENCE: return xb_copy_node(program, vertex, sizeof(xb_argument_reference));
    }
    xb_unexpected_kind(program, &vertex->node);
}

/* Of what now stands for the vertex: calls are renamed. */
xb_vertex *xb_copier_vertex(const xb_copier *copier, const xb_vertex *original)
{
    xb_vertex *copy = copy_vertex(copier, xb_current(original));
    copy->id = NULL;
    return copy;
}

xb_vertex *xb_copy_vertex(xb_program *program, const xb_vertex *vertex)
{
    return xb_copier_vertex(&(xb_copier){.program = program}, vertex);
}

/* Connects vertices as the originals are by an edge. */
static void connect_copy(xb_program *program, xb_expression *to, uint32_t operand, uint32_t vertex,
                         const xb_expression *from, uint32_t edge)
{
    uint32_t annotation = xb_expression_edge_at(from, edge)->annotation;
    xb_expression_connect(program, to, operand, vertex, xb_expression_position(from, edge));
    if (annotation)
        xb_expression_describe_edge(program, to, to->graph.edge_count - 1,
                                    (xb_expression_edge){.annotation = annotation});
}

xb_expression *xb_copier_expression(const xb_copier *copier, const xb_expression *original)
{
    xb_program *program = copier->program;
    const xb_expression *expression = xb_current(original);
    xb_expression *copy = xb_build_expression(program);
    const xb_graph *graph = &expression->graph;
    copy->node.line = expression->node.line;
    copy->node.annotation = expression->node.annotation;
    xb_expression_reserve(program, copy, graph->vertex_count, graph->edge_count);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        xb_expression_add(program, copy, xb_copier_vertex(copier, xb_expression_vertex(expression, v)));
    for (uint32_t e = 0; e < graph->edge_count; e++)
        connect_copy(program, copy, xb_graph_source(graph, e), xb_graph_target(graph, e), expression, e);
    copy->root = expression->root;
    return copy;
}

xb_expression *xb_copy_expression(xb_program *program, const xb_expression *expression)
{
    return xb_copier_expression(&(xb_copier){.program = program}, expression);
}

void xb_copier_declaration(const xb_copier *copier, xb_symbol *symbol)
{
    xb_program *program = copier->program;
    const xb_declaration *from = symbol->declaration;
    xb_declaration *facts = xb_symbol_declare(program, symbol);
    xb_dimension *dimensions = xb_arena_array(program->arena, from->dimension_count, sizeof *dimensions);
    for (size_t d = 0; d < from->dimension_count; d++) {
        dimensions[d] = from->dimensions[d];
        dimensions[d].lower = copy_optional(copier, dimensions[d].lower);
        dimensions[d].upper = copy_optional(copier, dimensions[d].upper);
    }
    facts->dimensions = dimensions;
    facts->is_result = false; /* versions are subroutines */
    facts->was_result = from->is_result || from->was_result;
    facts->initial = (xb_vector){0};
    for (size_t i = 0; i < from->initial.count; i++) {
        const xb_initial_value *initial = &((const xb_initial_value *)from->initial.items)[i];
        xb_initial_value *made = xb_vector_push(program->arena, &facts->initial, sizeof *made);
        *made = (xb_initial_value){xb_copier_expression(copier, initial->value), initial->count};
    }
}

enum { FRAMES = 32, PAIRS = 16 };

/* A vertex whose operands are being copied. */
typedef struct frame {
    uint32_t vertex;
    uint32_t edge; /* in-edge to look at next */
} frame;

/* The copy of a vertex. */
typedef struct pair {
    uint32_t old, new;
} pair;

/* One run of xb_copy_subexpression(). */
typedef struct copying {
    xb_program *program;
    const xb_expression *from;
    xb_expression *to;
    void *(*stop)(void *context, uint32_t vertex);
    void *context;
    xb_vector stack; /* frame */
    pair pairs[PAIRS];
    size_t pair_count;
    xb_map map; /* old number to new number + 1, beyond the first pairs */
} copying;

static uint32_t find_copy(const copying *c, uint32_t old)
{
    for (size_t i = 0; i < c->pair_count; i++)
        if (c->pairs[i].old == old)
            return c->pairs[i].new;
    /* What the map has not is 0, and 0 - 1 is XB_GRAPH_NONE. */
    return (uint32_t)(uintptr_t)xb_map_get(&c->map, old, 0) - 1;
}

static void remember(copying *c, uint32_t old, uint32_t new)
{
    if (c->pair_count < PAIRS)
        c->pairs[c->pair_count++] = (pair){old, new};
    else
        xb_map_put(c->program->arena, &c->map, old, 0, (const void *)((uintptr_t) new + 1));
}

/* Begins with a vertex: it is replaced at once or goes on the stack. */
static void begin(copying *c, uint32_t vertex)
{
    void *replacement = c->stop ? c->stop(c->context, vertex) : NULL;
    if (replacement) {
        remember(c, vertex, xb_expression_add(c->program, c->to, replacement));
        return;
    }
    frame *top = xb_vector_push(c->program->arena, &c->stack, sizeof *top);
    *top = (frame){vertex, xb_graph_first_in(&c->from->graph, vertex)};
}

/* Copies a vertex whose operands are copied. */
static void finish(copying *c, uint32_t vertex)
{
    const xb_graph *graph = &c->from->graph;
    uint32_t copy = xb_expression_add(c->program, c->to,
                                      xb_share_vertex(c->program, xb_expression_vertex(c->from, vertex)));
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        connect_copy(c->program, c->to, find_copy(c, xb_graph_source(graph, e)), copy, c->from, e);
    remember(c, vertex, copy);
}

/* Most copies are of one operation whose operands have no operands of their own, or are replaced. What is
 * copied to an expression that has vertices has to make room by doubling, since more may follow. */
static void make_room_for_operation(const copying *c, uint32_t vertex)
{
    const uint32_t operands = (uint32_t)xb_expression_operand_count(c->from, vertex);
    if (c->to->graph.vertex_count == 0)
        xb_expression_reserve(c->program, c->to, operands + 1, operands);
}

uint32_t xb_copy_subexpression(xb_program *program, const xb_expression *from, uint32_t vertex,
                               xb_expression *to, void *(*stop)(void *context, uint32_t vertex),
                               void *context)
{
    frame frames[FRAMES];
    copying c = {.program = program, .from = from, .to = to, .stop = stop, .context = context};
    c.stack = (xb_vector){frames, 0, FRAMES};
    make_room_for_operation(&c, vertex);
    begin(&c, vertex);
    while (c.stack.count > 0) {
        frame *top = (frame *)c.stack.items + c.stack.count - 1;
        if (top->edge == XB_GRAPH_NONE) {
            finish(&c, top->vertex);
            c.stack.count--;
            continue;
        }
        uint32_t source = xb_graph_source(&from->graph, top->edge);
        top->edge = xb_graph_next_in(&from->graph, top->edge);
        if (find_copy(&c, source) == XB_GRAPH_NONE)
            begin(&c, source);
    }
    return find_copy(&c, vertex);
}
