/*
 * The element path of a walk. Steps are named as in XAIF, where a node that is one member of its parent has
 * the name of that role (AssignmentLHS, Condition, Index, …), and the step of a node with an id carries the
 * id in brackets. A table says where each kind keeps its id.
 */
#include "traverse/traverse.h"

#include "base/text.h"
#include "ir/statement_id.h"

/* ---- ids ---- */

typedef const xb_name *id_function(const xb_node *node);

static const xb_name *scope_id(const xb_node *node)
{
    return ((const xb_scope *)node)->id;
}

static const xb_name *symbol_id(const xb_node *node)
{
    return ((const xb_symbol *)node)->id;
}

static const xb_name *call_edge_id(const xb_node *node)
{
    return ((const xb_call_graph_edge *)node)->id;
}

/* People know routines by name. */
static const xb_name *routine_id(const xb_node *node)
{
    const xb_routine *routine = (const xb_routine *)node;
    return routine->symbol ? routine->symbol->id : routine->id;
}

static const xb_name *placeholder(const xb_node *node)
{
    return ((const xb_replacement *)node)->placeholder;
}

static const xb_name *formal_id(const xb_node *node)
{
    const xb_formal *formal = (const xb_formal *)node;
    return formal->symbol ? formal->symbol->id : NULL;
}

static const xb_name *flow_vertex_id(const xb_node *node)
{
    return ((const xb_flow_vertex *)node)->id;
}

static const xb_name *flow_edge_id(const xb_node *node)
{
    return ((const xb_flow_edge *)node)->id;
}

static const xb_name *statement_id(const xb_node *node)
{
    return ((const xb_statement *)node)->id;
}

static const xb_name *vertex_id(const xb_node *node)
{
    return ((const xb_vertex *)node)->id;
}

/* Kinds that are missing have no id. */
static id_function *const id_of[XB_KIND_COUNT] = {
    [XB_KIND_SCOPE] = scope_id,
    [XB_KIND_SYMBOL] = symbol_id,
    [XB_KIND_CALL_GRAPH_EDGE] = call_edge_id,
    [XB_KIND_CONTROL_FLOW_GRAPH] = routine_id,
    [XB_KIND_REPLACEMENT_LIST] = routine_id,
    [XB_KIND_REPLACEMENT] = placeholder,
    [XB_KIND_FORMAL] = formal_id,
    [XB_KIND_ENTRY] = flow_vertex_id,
    [XB_KIND_EXIT] = flow_vertex_id,
    [XB_KIND_BASIC_BLOCK] = flow_vertex_id,
    [XB_KIND_IF] = flow_vertex_id,
    [XB_KIND_BRANCH] = flow_vertex_id,
    [XB_KIND_END_BRANCH] = flow_vertex_id,
    [XB_KIND_FOR_LOOP] = flow_vertex_id,
    [XB_KIND_PRE_LOOP] = flow_vertex_id,
    [XB_KIND_POST_LOOP] = flow_vertex_id,
    [XB_KIND_END_LOOP] = flow_vertex_id,
    [XB_KIND_LABEL] = flow_vertex_id,
    [XB_KIND_GOTO] = flow_vertex_id,
    [XB_KIND_CONTROL_FLOW_EDGE] = flow_edge_id,
    [XB_KIND_ASSIGNMENT] = statement_id,
    [XB_KIND_INITIALIZATION] = statement_id,
    [XB_KIND_UPDATE] = statement_id,
    [XB_KIND_SUBROUTINE_CALL] = statement_id,
    [XB_KIND_INLINABLE_CALL] = statement_id,
    [XB_KIND_MARKER] = statement_id,
    [XB_KIND_DERIVATIVE_PROPAGATOR] = statement_id,
    [XB_KIND_VARIABLE_REFERENCE] = vertex_id,
    [XB_KIND_CONSTANT] = vertex_id,
    [XB_KIND_INTRINSIC] = vertex_id,
    [XB_KIND_BOOLEAN_OPERATION] = vertex_id,
    [XB_KIND_FUNCTION_CALL] = vertex_id,
    [XB_KIND_ARGUMENT_REFERENCE] = vertex_id,
};

/* Assignments whose ids are made (statement_id.h) have a text, not a name, and vertices of expressions a
 * number. */
static const char *text_of_id(xb_arena *arena, const xb_node *parent, const xb_node *node)
{
    if (id_of[node->kind] == statement_id)
        return xb_statement_text(arena, (const xb_statement *)node);
    if (parent && parent->kind == XB_KIND_EXPRESSION)
        return xb_vertex_label(arena, (const xb_expression *)parent, (const xb_vertex *)node);
    const xb_name *id = id_of[node->kind] ? id_of[node->kind](node) : NULL;
    return id ? id->text : NULL;
}

/* ---- roles ---- */

static const char *role_in_assignment(const xb_node *parent, const xb_node *node)
{
    (void)parent;
    return node->kind == XB_KIND_VARIABLE_REFERENCE ? "AssignmentLHS" : "AssignmentRHS";
}

static const char *role_in_triplet(const xb_node *parent, const xb_node *node)
{
    const xb_triplet *triplet = (const xb_triplet *)parent;
    if (triplet->index == (const xb_expression *)node)
        return "Index";
    return triplet->bound == (const xb_expression *)node ? "Bound" : "Stride";
}

static const char *role_in_copying_entry(const xb_node *parent, const xb_node *node)
{
    return ((const xb_propagation *)parent)->target == (const xb_reference *)node ? "Tgt" : "Src";
}

static const char *role_in_summing_entry(const xb_node *parent, const xb_node *node)
{
    if (node->kind == XB_KIND_EXPRESSION)
        return "A";
    return ((const xb_propagation *)parent)->target == (const xb_reference *)node ? "Y" : "X";
}

static const char *role_in_routine(const xb_node *parent, const xb_node *node)
{
    (void)parent;
    return node->kind == XB_KIND_VARIABLE_REFERENCE ? "SideEffectReference" : xb_kind_name(node->kind);
}

static const char *role_in_flow_vertex(const xb_node *parent, const xb_node *node)
{
    (void)parent;
    return node->kind == XB_KIND_EXPRESSION ? "Condition" : xb_kind_name(node->kind);
}

/* Kinds that are missing have children that are named by their kind. */
static const char *(*const role_in[XB_KIND_COUNT])(const xb_node *parent, const xb_node *node) = {
    [XB_KIND_CONTROL_FLOW_GRAPH] = role_in_routine,
    [XB_KIND_REPLACEMENT_LIST] = role_in_routine,
    [XB_KIND_IF] = role_in_flow_vertex,
    [XB_KIND_BRANCH] = role_in_flow_vertex,
    [XB_KIND_FOR_LOOP] = role_in_flow_vertex,
    [XB_KIND_PRE_LOOP] = role_in_flow_vertex,
    [XB_KIND_POST_LOOP] = role_in_flow_vertex,
    [XB_KIND_ASSIGNMENT] = role_in_assignment,
    [XB_KIND_INITIALIZATION] = role_in_assignment,
    [XB_KIND_UPDATE] = role_in_assignment,
    [XB_KIND_SET_DERIV] = role_in_copying_entry,
    [XB_KIND_SET_NEG_DERIV] = role_in_copying_entry,
    [XB_KIND_INC_DERIV] = role_in_copying_entry,
    [XB_KIND_DEC_DERIV] = role_in_copying_entry,
    [XB_KIND_SAX] = role_in_summing_entry,
    [XB_KIND_SAXPY] = role_in_summing_entry,
    [XB_KIND_TRIPLET] = role_in_triplet,
};

/* ---- paths ---- */

static void put_step(xb_output *output, xb_arena *arena, const xb_node *parent, const xb_node *node)
{
    bool named = parent && role_in[parent->kind];
    xb_output_put(output, named ? role_in[parent->kind](parent, node) : xb_kind_name(node->kind));
    const char *id = text_of_id(arena, parent, node);
    if (id && *id)
        xb_output_format(output, "[%s]", id);
}

const char *xb_walk_path(const xb_walk *walk, xb_arena *arena)
{
    xb_text *text = xb_text_create(arena);
    xb_output *output = xb_text_output(text);
    const xb_node *parent = NULL;
    for (size_t up = xb_walk_depth(walk) + 1; up-- > 0;) {
        const xb_node *node = xb_walk_ancestor(walk, up);
        if (parent)
            xb_output_char(output, '/');
        put_step(output, arena, parent, node);
        parent = node;
    }
    return xb_text_join(text, NULL);
}

xb_place xb_walk_place(const xb_walk *walk, const xb_node *node, const char *path)
{
    xb_place place = xb_program_place(xb_walk_program(walk), node, path);
    for (size_t up = 0; place.source_line == 0 && up <= xb_walk_depth(walk); up++)
        place.source_line = xb_node_source_line(xb_walk_ancestor(walk, up));
    return place;
}
