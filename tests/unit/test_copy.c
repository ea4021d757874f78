/*
 * Copies of references, expressions and their parts, flow vertices, routines and calls.
 */
#include "ir_fixture.h"

#include <string.h>

#include "ir/tags.h"

/* ---- copies ---- */

/* a(v(i+1), 2:n) with everything set that a reference can have */
static xb_reference *rich_reference(void)
{
    xb_reference *reference = whole("a", 2);
    reference->vertex.id = name("5");
    reference->vertex.node.line = 33;
    xb_node_annotate(&reference->vertex.node, name("note"));
    xb_reference_parts *parts = xb_arena_alloc(program->arena, sizeof *parts);
    parts->symbol_annotation = name("symbol note");
    parts->symbol_vertex_id = parts->element_vertex_id = parts->edge_id = name("1");
    reference->parts = parts;
    reference->alias = 4;
    reference->du_ud = 6;
    reference->active = XB_ACTIVITY_FALSE;
    reference->deriv = reference->constant = true;
    reference->live = false;
    add_triplet(reference, leaf(element("v", apply("add_scal_scal", leaf(whole("i", 0)), integer(1)))));
    add_triplet(reference, integer(2))->bound = leaf(whole("n", 0));
    xb_property *property = xb_vector_push(program->arena, &parts->properties, sizeof *property);
    *property = (xb_property){name("key"), name("value")};
    return reference;
}

static void check_subscripts(const xb_reference *copy, const xb_reference *original)
{
    ck_assert_uint_eq(copy->subscripts.count, 2);
    const xb_triplet *first = copy->subscripts.items[0], *second = copy->subscripts.items[1];
    const xb_triplet *old = original->subscripts.items[0];
    ck_assert_ptr_ne(first, old);
    ck_assert_ptr_ne(first->index, old->index);
    ck_assert_uint_eq(first->node.line, 7);
    const xb_reference *v = (const xb_reference *)xb_expression_root(first->index);
    ck_assert_ptr_ne(v, xb_expression_root(old->index));
    ck_assert_ptr_eq(v->symbol, variable("v", 1));
    const xb_triplet *innermost = v->subscripts.items[0];
    ck_assert_uint_eq(innermost->index->graph.edge_count, 2);
    ck_assert_int_eq(xb_expression_root(innermost->index)->node.kind, XB_KIND_INTRINSIC);
    ck_assert_ptr_nonnull(second->bound);
    ck_assert_ptr_null(second->stride);
}

START_TEST(references_are_copied_without_flags)
{
    const xb_reference *original = rich_reference();
    xb_reference *copy = xb_copy_reference(program, original);
    ck_assert_ptr_eq(copy->symbol, original->symbol);
    ck_assert_ptr_eq(copy->parts->symbol_annotation, original->parts->symbol_annotation);
    ck_assert_uint_eq(copy->alias, 4);
    ck_assert_uint_eq(copy->du_ud, 6);
    ck_assert_uint_eq(copy->vertex.node.line, 33);
    ck_assert_uint_ne(copy->vertex.node.index, original->vertex.node.index);
    ck_assert(!copy->vertex.id && !copy->vertex.node.annotation);
    ck_assert(!copy->parts->symbol_vertex_id && !copy->parts->element_vertex_id && !copy->parts->edge_id);
    ck_assert(copy->active == XB_ACTIVITY_UNDEFINED && !copy->deriv && !copy->constant && copy->live);
    check_subscripts(copy, original);
    ck_assert_uint_eq(copy->parts->properties.count, 1);
    const xb_property *property = copy->parts->properties.items;
    ck_assert(property->name == name("key") && property->value == name("value"));
    ck_assert_ptr_null(xb_copy_reference(program, whole("a", 2))->parts);
}
END_TEST

START_TEST(vertices_are_copied_with_flags)
{
    xb_reference *original = rich_reference();
    xb_derive_one(program, &original->vertex.node, &original->vertex.node);
    xb_reference *copy = (xb_reference *)xb_copy_vertex(program, &original->vertex);
    ck_assert(copy->active == XB_ACTIVITY_FALSE && copy->deriv && copy->constant && !copy->live);
    ck_assert_ptr_eq(xb_node_annotation(program, &copy->vertex.node), name("note"));
    ck_assert_ptr_null(copy->vertex.id);
    ck_assert_ptr_null(copy->vertex.node.slots);
    check_subscripts(copy, original);
    xb_intrinsic *sine = xb_build_intrinsic(program, "sin_scal");
    sine->has_result_type = true;
    sine->vertex.id = name("9");
    const xb_intrinsic *sine_copy = (const xb_intrinsic *)xb_copy_vertex(program, &sine->vertex);
    ck_assert(sine_copy->has_result_type && sine_copy->name == sine->name && !sine_copy->vertex.id);
    xb_function_call *call = xb_node_create(program, XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    xb_list_append(program->arena, &call->arguments, original);
    const xb_function_call *call_copy = (const xb_function_call *)xb_copy_vertex(program, &call->vertex);
    ck_assert_uint_eq(call_copy->arguments.count, 1);
    ck_assert_ptr_ne(call_copy->arguments.items[0], original);
}
END_TEST

START_TEST(expressions_are_copied)
{
    xb_expression *original = apply("sub_scal_scal", leaf(rich_reference()), integer(1));
    xb_expression_describe_edge(
        program, original, 0, (xb_expression_edge){.id = name("1"), .annotation = name("edge note")->index});
    xb_expression_vertex(original, 1)->id = name("2");
    original->node.line = 8;
    xb_expression *copy = xb_copy_expression(program, original);
    ck_assert_uint_eq(copy->node.line, 8);
    ck_assert_uint_eq(copy->graph.vertex_count, 3);
    ck_assert_uint_eq(copy->graph.edge_count, 2);
    ck_assert_uint_eq(copy->root, original->root);
    ck_assert_ptr_null(xb_expression_vertex(copy, 1)->id);
    ck_assert_ptr_null(xb_expression_edge_at(copy, 0)->id);
    ck_assert_uint_eq(xb_expression_edge_at(copy, 0)->annotation, name("edge note")->index);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_ptr_ne(xb_expression_vertex(copy, i), xb_expression_vertex(original, i));
        ck_assert_int_eq(xb_expression_vertex(copy, i)->node.kind,
                         xb_expression_vertex(original, i)->node.kind);
    }
    ck_assert_uint_eq(xb_expression_operand(copy, copy->root, 2),
                      xb_expression_operand(original, copy->root, 2));
}
END_TEST

enum { DEEP = 200000 };

static xb_expression *deep_expression(void)
{
    xb_expression *e = leaf(whole("x", 0));
    for (uint32_t i = 0; i < DEEP; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "sin_scal"));
        xb_expression_connect(program, e, i, next, 1);
    }
    return e;
}

START_TEST(deep_expressions_are_copied)
{
    xb_expression *e = deep_expression();
    xb_expression *copy = xb_copy_expression(program, e);
    ck_assert_uint_eq(copy->graph.vertex_count, DEEP + 1);
    ck_assert_uint_eq(copy->root, DEEP);
    xb_expression *part = xb_build_expression(program);
    ck_assert_uint_eq(xb_copy_subexpression(program, e, e->root, part, NULL, NULL), DEEP);
    ck_assert_uint_eq(part->graph.vertex_count, DEEP + 1);
    ck_assert_uint_eq(part->root, DEEP);
    ck_assert_uint_eq(xb_expression_order(arena, part)[0], 0);
}
END_TEST

/* A part costs what it has, not what the whole has. */
START_TEST(small_parts_of_large_expressions_are_cheap)
{
    xb_expression *e = deep_expression();
    size_t before = xb_arena_size(program->arena);
    for (uint32_t i = 0; i < DEEP / 10; i++) {
        xb_expression *part = xb_build_expression(program);
        ck_assert_uint_eq(xb_copy_subexpression(program, e, 2, part, NULL, NULL), 2);
    }
    ck_assert_uint_lt((xb_arena_size(program->arena) - before) / (DEEP / 10), 2048);
}
END_TEST

/* Replaces vertex 1 by a reference to "aux". */
static void *stop_at_1(void *context, uint32_t vertex)
{
    ++*(int *)context;
    return vertex == 1 ? whole("aux", 0) : NULL;
}

START_TEST(shared_parts_are_copied_once)
{
    /* 0: x, 1: sin(x), 2: y, 3: 1 * y, 4: 1 + 3, 5: not below 4 */
    xb_expression *e = leaf(whole("x", 0));
    for (int i = 1; i < 6; i++)
        xb_expression_add(program, e, i == 2 ? (void *)whole("y", 0) : xb_build_intrinsic(program, "op"));
    xb_expression_connect(program, e, 0, 1, 1);
    xb_expression_connect(program, e, 1, 3, 1);
    xb_expression_connect(program, e, 2, 3, 2);
    xb_expression_connect(program, e, 1, 4, 1);
    xb_expression_connect(program, e, 3, 4, 2);
    xb_expression_connect(program, e, 4, 5, 1);
    xb_expression *to = integer(7);
    uint32_t top = xb_copy_subexpression(program, e, 4, to, NULL, NULL);
    ck_assert_uint_eq(to->graph.vertex_count, 1 + 5);
    ck_assert_uint_eq(to->graph.edge_count, 5);
    uint32_t sine = xb_expression_operand(to, top, 1), product = xb_expression_operand(to, top, 2);
    ck_assert_uint_eq(xb_expression_operand(to, product, 1), sine);
    to = xb_build_expression(program);
    int calls = 0;
    top = xb_copy_subexpression(program, e, 4, to, stop_at_1, &calls);
    ck_assert_int_eq(calls, 4); /* 4, 1, 3, 2 */
    ck_assert_uint_eq(to->graph.vertex_count, 4);
    ck_assert_uint_eq(to->root, top);
    const xb_reference *aux =
        (const xb_reference *)xb_expression_vertex(to, xb_expression_operand(to, top, 1));
    ck_assert_str_eq(aux->symbol->id->text, "aux");
    to = xb_build_expression(program);
    ck_assert_uint_eq(xb_copy_subexpression(program, e, 1, to, stop_at_1, &calls), 0);
    ck_assert_uint_eq(to->graph.vertex_count, 1);
}
END_TEST

/* More shared vertices than the table in the frame takes. */
START_TEST(wide_shared_parts_are_copied_once)
{
    enum { WIDTH = 100 };
    xb_expression *e = xb_build_expression(program);
    uint32_t a = xb_expression_add(program, e, xb_build_intrinsic(program, "f"));
    uint32_t b = xb_expression_add(program, e, xb_build_intrinsic(program, "g"));
    for (uint32_t i = 1; i <= WIDTH; i++) {
        uint32_t x = xb_expression_add(program, e, whole("x", 0));
        xb_expression_connect(program, e, x, a, i);
        xb_expression_connect(program, e, x, b, i);
    }
    xb_expression_connect(program, e, a, b, WIDTH + 1);
    xb_expression *to = xb_build_expression(program);
    uint32_t top = xb_copy_subexpression(program, e, b, to, NULL, NULL);
    ck_assert_uint_eq(to->graph.vertex_count, WIDTH + 2);
    uint32_t inner_top = xb_expression_operand(to, top, WIDTH + 1);
    for (uint32_t i = 1; i <= WIDTH; i++)
        ck_assert_uint_eq(xb_expression_operand(to, top, i), xb_expression_operand(to, inner_top, i));
}
END_TEST

START_TEST(flow_vertices_are_copied_with_their_list)
{
    xb_flow_vertex *block = xb_node_create(program, XB_KIND_BASIC_BLOCK, sizeof *block, 4);
    xb_list_append(program->arena, &block->statements, xb_build_marker(program, "1", ""));
    xb_flow_vertex *copy = xb_copy_flow_vertex(program, block);
    ck_assert_ptr_eq(copy->statements.items[0], block->statements.items[0]);
    xb_list_append(program->arena, &copy->statements, xb_build_marker(program, "2", ""));
    xb_list_append(program->arena, &block->statements, xb_build_marker(program, "3", ""));
    ck_assert_str_eq(((xb_marker *)copy->statements.items[1])->statement.id->text, "2");
    ck_assert_uint_ne(copy->node.index, block->node.index);
}
END_TEST

START_TEST(routines_are_copied_with_their_graph)
{
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, 4);
    xb_flow_graph *flow = &routine->flow;
    for (int i = 0; i < 2; i++) {
        xb_list_append(program->arena, &flow->vertices,
                       xb_node_create(program, XB_KIND_LABEL, sizeof(xb_flow_vertex), 0));
        xb_graph_add_vertex(program->arena, &flow->graph);
    }
    xb_list_append(program->arena, &flow->edges,
                   xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof(xb_flow_edge), 0));
    xb_graph_add_edge(program->arena, &flow->graph, 0, 1);
    xb_routine *copy = xb_copy_routine(program, routine);
    ck_assert_ptr_eq(copy->flow.vertices.items[1], flow->vertices.items[1]);
    xb_graph_add_vertex(program->arena, &copy->flow.graph);
    xb_graph_add_edge(program->arena, &copy->flow.graph, 1, 2);
    ck_assert_uint_eq(flow->graph.vertex_count, 2);
    ck_assert_uint_eq(flow->graph.edge_count, 1);
    ck_assert_uint_eq(xb_graph_out_degree(&flow->graph, 1), 0);
    ck_assert_uint_eq(xb_graph_target(&copy->flow.graph, 0), 1);
}
END_TEST

START_TEST(calls_are_copied_with_their_arguments)
{
    xb_call *call = xb_node_create(program, XB_KIND_SUBROUTINE_CALL, sizeof *call, 4);
    call->statement.id = name("12");
    call->formal_count = 3;
    xb_build_argument(program, &call->arguments, rich_reference());
    xb_build_argument(program, &call->arguments, xb_build_integer(program, 3));
    ((xb_argument *)call->arguments.items[1])->position = 3;
    xb_call *copy = xb_copy_call(program, call);
    ck_assert_ptr_eq(copy->statement.id, name("12"));
    const xb_argument *first = copy->arguments.items[0], *second = copy->arguments.items[1];
    const xb_argument *old = call->arguments.items[0];
    ck_assert_ptr_ne(first, old);
    ck_assert_ptr_ne(first->reference, old->reference);
    ck_assert(first->reference->deriv && !first->reference->vertex.id);
    ck_assert_uint_eq(second->position, 3);
    ck_assert_ptr_ne(second->constant, ((xb_argument *)call->arguments.items[1])->constant);
}
END_TEST

/* ---- kinds ---- */

static void copy_what_is_no_statement(void *argument)
{
    xb_copy_statement(program, argument);
}

static void copy_what_is_no_vertex(void *argument)
{
    xb_copy_vertex(program, argument);
}

static void check_is_unexpected(void (*body)(void *argument), void *node, const char *message)
{
    size_t count = xb_diagnostics_count(program->diagnostics);
    ck_assert(!xb_protect(xb_arena_failure(program->arena), body, node));
    ck_assert_uint_eq(xb_diagnostics_count(program->diagnostics), count + 1);
    ck_assert_str_eq(xb_diagnostics_at(program->diagnostics, count)->message, message);
}

/* A node is never taken for one of another kind. */
START_TEST(unexpected_kinds_are_internal_errors)
{
    check_is_unexpected(copy_what_is_no_statement, leaf(whole("x", 0)),
                        "internal error: Expression is not expected here");
    check_is_unexpected(copy_what_is_no_vertex, xb_build_marker(program, "1", ""),
                        "internal error: Marker is not expected here");
}
END_TEST

/* ---- tags ---- */

static const char *tags_of(const void *node)
{
    const xb_name *tags = xb_tags_get(program, node);
    return tags ? tags->text : "";
}

START_TEST(tags_are_read_one_by_one)
{
    const char *rest = "  one two=2 a.b:c-d=x=y,z _=\t";
    xb_tag tag;
    ck_assert(xb_tag_next(&rest, &tag) && tag.name_length == 3 && strncmp(tag.name, "one", 3) == 0 &&
              !tag.value);
    ck_assert(xb_tag_next(&rest, &tag) && tag.name_length == 3 && tag.value_length == 1 && *tag.value == '2');
    ck_assert(xb_tag_next(&rest, &tag) && tag.name_length == 7 && tag.value_length == 5);
    ck_assert(xb_tag_next(&rest, &tag) && tag.name_length == 1 && tag.value && tag.value_length == 0);
    ck_assert(!xb_tag_next(&rest, &tag) && *rest == '\0');
}
END_TEST

START_TEST(tags_are_set_added_and_found)
{
    xb_tag tag;
    xb_assignment *assignment =
        xb_build_assignment(program, "1", whole("x", 0), xb_build_leaf(program, whole("y", 0)));
    const xb_node *node = &assignment->statement.node;
    xb_tags_set(program, node, NULL);
    ck_assert(xb_node_map_is_empty(&program->tags)); /* nothing has to be kept */
    ck_assert_str_eq(tags_of(node), "");
    xb_tags_add(program, node, "pass", "flattening");
    xb_tags_add(program, node, "passed", NULL);
    ck_assert_str_eq(tags_of(node), "pass=flattening passed");
    ck_assert(xb_tags_find(program, node, "passed", &tag) && !tag.value);
    ck_assert(xb_tags_find(program, node, "pass", &tag) &&
              strncmp(tag.value, "flattening", tag.value_length) == 0);
    ck_assert(!xb_tags_find(program, node, "pas", &tag));
    xb_tags_remove(program, node, "pas");
    ck_assert_str_eq(tags_of(node), "pass=flattening passed");
    xb_tags_remove(program, node, "pass");
    ck_assert_str_eq(tags_of(node), "passed");
    xb_tags_remove(program, node, "passed");
    ck_assert_str_eq(tags_of(node), "");
    xb_tags_set(program, node, NULL);
    ck_assert_str_eq(tags_of(node), "");
}
END_TEST

START_TEST(copies_and_stand_ins_have_tags)
{
    xb_call *call = xb_build_call(program, "1", variable("f", 0), 4);
    xb_tags_add(program, &call->statement.node, "note", NULL);
    ck_assert_str_eq(tags_of(xb_copy_call(program, call)), "note");
    xb_assignment *original = xb_build_assignment(program, "1", whole("x", 0), leaf(whole("y", 0)));
    xb_assignment *other = xb_build_assignment(program, "2", whole("x", 0), leaf(whole("z", 0)));
    original->line_number = 8;
    original->do_chain = 3;
    xb_tags_add(program, &original->statement.node, "first", NULL);
    xb_tags_add(program, &other->statement.node, "second", NULL);
    xb_build_stand_in(program, other, original);
    ck_assert_str_eq(tags_of(other), "first");
    ck_assert(other->line_number == 8 && other->do_chain == 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("copies");
    ADD_CASE(suite, "copies", references_are_copied_without_flags, vertices_are_copied_with_flags,
             expressions_are_copied, deep_expressions_are_copied, small_parts_of_large_expressions_are_cheap,
             shared_parts_are_copied_once, wide_shared_parts_are_copied_once,
             flow_vertices_are_copied_with_their_list, routines_are_copied_with_their_graph,
             calls_are_copied_with_their_arguments, unexpected_kinds_are_internal_errors);
    ADD_CASE(suite, "tags", tags_are_read_one_by_one, tags_are_set_added_and_found,
             copies_and_stand_ins_have_tags);
    return ir_run(suite);
}
