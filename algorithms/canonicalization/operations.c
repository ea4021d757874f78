/*
 * Types go up from the leaves only as far as it takes to know that an operand is no number: the type of an
 * intrinsic is that of its catalogue item.
 */
#include "algorithms/canonicalization/operations.h"

/* Lives as long as the run. */
typedef struct reported {
    xb_map names; /* of intrinsics that no catalogue knows, by index */
} reported;

typedef struct checker {
    xb_walk *walk;
    xb_run *run;
    const xb_expression *expression;
} checker;

static xb_place place_of(const checker *c, const xb_node *node)
{
    xb_arena *scratch = xb_run_scratch(c->run);
    const char *path = xb_walk_path(c->walk, scratch);
    const xb_vertex *vertex = (const xb_vertex *)node;
    if (node->kind == XB_KIND_INTRINSIC)
        path = xb_arena_format(scratch, "%s/%s[%s]", path, xb_kind_name(node->kind),
                               xb_vertex_label(scratch, c->expression, vertex));
    return xb_walk_place(c->walk, node, path);
}

static void unknown(const checker *c, const xb_intrinsic *intrinsic)
{
    reported *all = xb_run_state(c->run, "canonicalization.operations", sizeof *all);
    xb_program *program = xb_walk_program(c->walk);
    if (xb_map_get(&all->names, intrinsic->name->index, 0))
        return;
    xb_map_put(program->arena, &all->names, intrinsic->name->index, 0, all);
    xb_arena *scratch = xb_run_scratch(c->run);
    const char *near = xb_catalogue_nearest(xb_run_catalogue(c->run), scratch, intrinsic->name->text);
    xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, place_of(c, &intrinsic->vertex.node),
        near ? xb_arena_format(
                   scratch, "did you mean '%s'? --list-intrinsics lists them; -c and -N add catalogues", near)
             : "--list-intrinsics lists them; options -c and -N add catalogues",
        "'%s' is an intrinsic that no catalogue knows", intrinsic->name->text);
}

static void check_count(const checker *c, const xb_intrinsic *intrinsic, const xb_inlinable *item,
                        size_t count)
{
    unsigned least = item->required_count, most = item->argument_count;
    if (count >= least && count <= most)
        return;
    xb_arena *scratch = xb_run_scratch(c->run);
    const char *wanted = least == most ? xb_arena_format(scratch, "%u", least)
                                       : xb_arena_format(scratch, "%u to %u", least, most);
    xb_error(xb_walk_program(c->walk)->diagnostics, XB_STATUS_INVALID, place_of(c, &intrinsic->vertex.node),
             "a catalogue can say otherwise by nr_arguments and requiredArguments: option -c",
             "'%s' has %zu %s instead of %s", intrinsic->name->text, count,
             xb_plural(count, "operand", "operands"), wanted);
}

/* The type of a vertex; XB_TYPE_VOID if it is not known. */
static xb_type type_of(const checker *c, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(c->expression, v);
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE: return ((const xb_reference *)vertex)->symbol->type;
    case XB_VERTEX_CONSTANT: return ((const xb_constant *)vertex)->type;
    case XB_VERTEX_FUNCTION_CALL: return ((const xb_function_call *)vertex)->symbol->type;
    case XB_VERTEX_BOOLEAN_OPERATION: return XB_TYPE_BOOL;
    case XB_VERTEX_INTRINSIC: {
        const xb_inlinable *item =
            xb_catalogue_inlinable(xb_run_catalogue(c->run), ((const xb_intrinsic *)vertex)->name);
        return item && item->return_type != XB_TYPE_REAL ? item->return_type : XB_TYPE_VOID;
    }
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    return XB_TYPE_VOID;
}

static bool is_no_number(xb_type type)
{
    return type == XB_TYPE_BOOL || type == XB_TYPE_CHAR || type == XB_TYPE_STRING;
}

static void check_types(const checker *c, const xb_intrinsic *intrinsic, const xb_inlinable *item, uint32_t v)
{
    const xb_graph *graph = &c->expression->graph;
    for (uint32_t e = xb_graph_first_in(graph, v); !item->any_type && e != XB_GRAPH_NONE;
         e = xb_graph_next_in(graph, e)) {
        unsigned position = xb_expression_position(c->expression, e);
        const xb_partial *partial = xb_inlinable_partial(item, position);
        xb_type type = type_of(c, xb_graph_source(graph, e));
        if (partial && partial->kind != XB_PARTIAL_PASSIVE && is_no_number(type))
            xb_error(xb_walk_program(c->walk)->diagnostics, XB_STATUS_INVALID,
                     place_of(c, &intrinsic->vertex.node), "it computes with numbers",
                     "operand %u of '%s' is of type %s", position, intrinsic->name->text, xb_type_name(type));
    }
}

static xb_visit check_expression(xb_walk *walk, xb_node *node, void *context)
{
    checker c = {walk, context, (const xb_expression *)node};
    const xb_catalogue *catalogue = xb_run_catalogue(context);
    for (uint32_t v = 0; v < c.expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(c.expression, v);
        if (vertex->node.kind != XB_KIND_INTRINSIC)
            continue;
        const xb_intrinsic *intrinsic = (const xb_intrinsic *)vertex;
        const xb_inlinable *item = xb_catalogue_inlinable(catalogue, intrinsic->name);
        size_t count = xb_expression_operand_count(c.expression, v);
        if (item) {
            check_count(&c, intrinsic, item, count);
            check_types(&c, intrinsic, item, v);
        } else if (!xb_catalogue_noninlinable(catalogue, intrinsic->name))
            unknown(&c, intrinsic);
        else if (count == 0)
            xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_INVALID, place_of(&c, &vertex->node),
                     "an ExpressionEdge leads from each operand to it", "'%s' has no operands",
                     intrinsic->name->text);
    }
    return XB_VISIT_CONTINUE;
}

const xb_visitor xb_operations_visitor = {
    .enter = {[XB_KIND_EXPRESSION] = check_expression}, .view = XB_VIEW_READ, .skips_kept = true};

xb_status xb_operations_found(xb_run *run)
{
    return xb_diagnostics_status(xb_run_program(run)->diagnostics);
}
