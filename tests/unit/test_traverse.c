/*
 * Walks over programs that are built by hand: order of children, derived nodes, skipping, stopping, depth,
 * paths.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ir/build.h"
#include "traverse/traverse.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_diagnostics *diagnostics;
static xb_program *program;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    ck_assert_ptr_nonnull(arena);
    diagnostics = xb_diagnostics_create(arena);
    program = xb_program_create(failure, diagnostics, "test.xaif");
    ck_assert_ptr_nonnull(program);
}

static void tear_down(void)
{
    xb_program_destroy(program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* ---- building ---- */

static xb_scope *scope(const char *id)
{
    return xb_scope_create(program, xb_program_name(program, id));
}

static xb_symbol *symbol(xb_scope *in, const char *id)
{
    return xb_symbol_create(program, in, xb_program_name(program, id), false);
}

static xb_assignment *assignment(const char *id, xb_symbol *target, double value)
{
    return xb_build_assignment(program, id, xb_build_reference(program, target),
                               xb_build_leaf(program, xb_build_real(program, value)));
}

static xb_flow_vertex *vertex(xb_flow_graph *flow, xb_kind kind, const char *id)
{
    xb_flow_vertex *new = xb_node_create(program, kind, sizeof *new, 0);
    new->id = xb_program_name(program, id);
    xb_graph_add_vertex(program->arena, &flow->graph);
    xb_list_append(program->arena, &flow->vertices, new);
    return new;
}

static xb_flow_edge *edge(xb_flow_graph *flow, uint32_t source, uint32_t target, const char *id)
{
    xb_flow_edge *new = xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof *new, 0);
    new->id = xb_program_name(program, id);
    xb_graph_add_edge(program->arena, &flow->graph, source, target);
    xb_list_append(program->arena, &flow->edges, new);
    return new;
}

static xb_routine *routine(xb_symbol *name, const char *id)
{
    xb_routine *new = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *new, 0);
    new->id = xb_program_name(program, id);
    new->symbol = name;
    new->scope = name->scope;
    xb_program_add_routine(program, new);
    return new;
}

static void add_statement(xb_flow_vertex *block, void *statement)
{
    xb_list_append(program->arena, &block->statements, statement);
}

static xb_propagation *propagation(xb_kind kind, xb_symbol *target, xb_symbol *source)
{
    xb_propagation *new = xb_node_create(program, kind, sizeof *new, 0);
    new->target = xb_build_reference(program, target);
    new->source = source ? xb_build_reference(program, source) : NULL;
    return new;
}

static void add_subscript(xb_reference *reference, void *index, void *bound, void *stride)
{
    xb_triplet *triplet = xb_node_create(program, XB_KIND_TRIPLET, sizeof *triplet, 0);
    triplet->index = index ? xb_build_leaf(program, index) : NULL;
    triplet->bound = bound ? xb_build_leaf(program, bound) : NULL;
    triplet->stride = stride ? xb_build_leaf(program, stride) : NULL;
    xb_list_append(program->arena, &reference->subscripts, triplet);
}

static xb_list *derived_list(size_t count, void *const *nodes)
{
    xb_list *list = xb_arena_alloc(program->arena, sizeof *list);
    for (size_t i = 0; i < count; i++)
        xb_list_append(program->arena, list, nodes[i]);
    return list;
}

/* ---- what a walk saw ---- */

/* A walk that writes "kind(" on entry and ")" on exit of everything. */
typedef struct record {
    xb_text *text;
    xb_kind skip_at; /* kind whose children are skipped, XB_KIND_COUNT for none */
    xb_kind stop_at;
} record;

static xb_visit enter_any(xb_walk *walk, xb_node *node, void *context)
{
    record *seen = context;
    ck_assert_ptr_eq(xb_walk_program(walk), program);
    ck_assert_ptr_eq(xb_walk_ancestor(walk, 0), node);
    xb_output_format(xb_text_output(seen->text), "%s(", xb_kind_name(node->kind));
    if (node->kind == seen->stop_at)
        return XB_VISIT_STOP;
    return node->kind == seen->skip_at ? XB_VISIT_SKIP : XB_VISIT_CONTINUE;
}

static xb_visit leave_any(xb_walk *walk, xb_node *node, void *context)
{
    record *seen = context;
    ck_assert_ptr_eq(xb_walk_ancestor(walk, 0), node);
    xb_output_put(xb_text_output(seen->text), ")");
    return XB_VISIT_CONTINUE;
}

static const char *walk_over(void *root, xb_view view, xb_kind skip_at, xb_kind stop_at)
{
    xb_visitor visitor = {.view = view};
    for (int kind = 0; kind < XB_KIND_COUNT; kind++) {
        visitor.enter[kind] = enter_any;
        visitor.leave[kind] = leave_any;
    }
    record seen = {xb_text_create(arena), skip_at, stop_at};
    xb_visit result = xb_traverse(program, arena, root, &visitor, &seen);
    bool stopped = stop_at != XB_KIND_COUNT;
    ck_assert_int_eq(result, stopped ? XB_VISIT_STOP : XB_VISIT_CONTINUE);
    return xb_text_join(seen.text, NULL);
}

static const char *shape(void *root)
{
    return walk_over(root, XB_VIEW_READ, XB_KIND_COUNT, XB_KIND_COUNT);
}

/* The marker texts among the children of a node, as they are written. */
static const char *marker_texts(const xb_node *node, xb_view view)
{
    xb_text *text = xb_text_create(arena);
    xb_list children = {0};
    xb_children(arena, node, view, &children);
    for (size_t i = 0; i < children.count; i++)
        xb_output_format(xb_text_output(text), "%s ", ((const xb_marker *)children.items[i])->text->text);
    return xb_text_join(text, NULL);
}

/* ---- children ---- */

START_TEST(statements_and_their_parts)
{
    xb_scope *global = scope("1");
    xb_symbol *x = symbol(global, "x"), *i = symbol(global, "i");
    xb_assignment *a = assignment("1", x, 2.0);
    add_subscript(a->target, xb_build_reference(program, i), NULL, NULL);
    ck_assert_str_eq(shape(a), "Assignment(VariableReference(IndexTriplet(Expression(VariableReference()))"
                               ")Expression(Constant()))");
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_PUSH, "2");
    xb_build_argument(program, &call->arguments, xb_build_reference(program, x));
    xb_build_argument(program, &call->arguments, xb_build_integer(program, 3));
    ck_assert_str_eq(shape(call),
                     "InlinableSubroutineCall(Argument(VariableReference())Argument(Constant()))");
}
END_TEST

START_TEST(parts_of_a_triplet_are_in_order)
{
    xb_reference *reference = xb_build_reference(program, symbol(scope("1"), "x"));
    add_subscript(reference, xb_build_integer(program, 1), xb_build_real(program, 2),
                  xb_build_intrinsic(program, "f"));
    const xb_triplet *triplet = reference->subscripts.items[0];
    xb_list children = {0};
    xb_children(arena, &triplet->node, XB_VIEW_READ, &children);
    ck_assert_uint_eq(children.count, 3);
    ck_assert_ptr_eq(children.items[0], triplet->index);
    ck_assert_ptr_eq(children.items[1], triplet->bound);
    ck_assert_ptr_eq(children.items[2], triplet->stride);
}
END_TEST

START_TEST(entries_of_a_propagator)
{
    xb_scope *global = scope("1");
    xb_symbol *x = symbol(global, "x"), *y = symbol(global, "y");
    xb_propagator *propagator = xb_node_create(program, XB_KIND_DERIVATIVE_PROPAGATOR, sizeof *propagator, 0);
    propagator->statement.id = xb_program_name(program, "");
    xb_propagation *copy = propagation(XB_KIND_SET_DERIV, y, x), *sum = propagation(XB_KIND_SAX, y, NULL),
                   *zero = propagation(XB_KIND_ZERO_DERIV, y, NULL);
    for (int i = 0; i < 2; i++) {
        xb_term *term = xb_vector_push(program->arena, &sum->terms, sizeof *term);
        *term =
            (xb_term){xb_build_leaf(program, xb_build_integer(program, i)), xb_build_reference(program, x)};
    }
    xb_list_append(program->arena, &propagator->entries, copy);
    xb_list_append(program->arena, &propagator->entries, sum);
    xb_list_append(program->arena, &propagator->entries, zero);
    ck_assert_str_eq(shape(propagator),
                     "DerivativePropagator(SetDeriv(VariableReference()VariableReference())"
                     "Sax(Expression(Constant())VariableReference()Expression(Constant())"
                     "VariableReference()VariableReference())"
                     "ZeroDeriv(VariableReference()))");
    xb_list children = {0};
    xb_children(arena, &copy->node, XB_VIEW_READ, &children);
    ck_assert_ptr_eq(children.items[0], copy->target);
    ck_assert_ptr_eq(children.items[1], copy->source);
    children.count = 0;
    xb_children(arena, &sum->node, XB_VIEW_READ, &children);
    ck_assert_ptr_eq(children.items[4], sum->target);
}
END_TEST

START_TEST(a_whole_program)
{
    xb_scope *global = scope("1");
    xb_symbol *f = symbol(global, "f"), *x = symbol(global, "x");
    xb_routine *head = routine(f, "7");
    xb_formal *formal = xb_node_create(program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = x;
    xb_list_append(program->arena, &head->formals, formal);
    xb_list_append(program->arena, &head->side_effects[XB_SIDE_EFFECT_MOD], xb_build_reference(program, x));
    vertex(&head->flow, XB_KIND_ENTRY, "1");
    xb_flow_vertex *loop = vertex(&head->flow, XB_KIND_FOR_LOOP, "2");
    loop->initialization = assignment("i", x, 1);
    loop->initialization->statement.node.kind = XB_KIND_INITIALIZATION;
    loop->condition = xb_build_leaf(program, xb_build_integer(program, 1));
    loop->update = assignment("u", x, 2);
    loop->update->statement.node.kind = XB_KIND_UPDATE;
    add_statement(vertex(&head->flow, XB_KIND_BASIC_BLOCK, "3"), xb_build_marker(program, "9", "text"));
    edge(&head->flow, 0, 1, "1");
    xb_call_graph_edge *call = xb_node_create(program, XB_KIND_CALL_GRAPH_EDGE, sizeof *call, 0);
    xb_list_append(program->arena, &program->call_edges, call);
    ck_assert_str_eq(shape(program),
                     "CallGraph(Scope(Symbol()Symbol())"
                     "ControlFlowGraph(ArgumentSymbolReference()VariableReference()Entry()"
                     "ForLoop(Initialization(VariableReference()Expression(Constant()))"
                     "Expression(Constant())Update(VariableReference()Expression(Constant())))"
                     "BasicBlock(Marker())ControlFlowEdge())CallGraphEdge())");
}
END_TEST

START_TEST(replacements)
{
    xb_routine *list = routine(symbol(scope("1"), "f"), "7");
    list->node.kind = XB_KIND_REPLACEMENT_LIST;
    xb_replacement *replacement = xb_node_create(program, XB_KIND_REPLACEMENT, sizeof *replacement, 0);
    replacement->placeholder = xb_program_name(program, "1");
    vertex(&replacement->flow, XB_KIND_EXIT, "1");
    xb_list_append(program->arena, &list->replacements, replacement);
    ck_assert_str_eq(shape(list), "ReplacementList(Replacement(Exit()))");
}
END_TEST

START_TEST(function_calls_have_references)
{
    xb_scope *global = scope("1");
    xb_function_call *call = xb_node_create(program, XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    call->symbol = symbol(global, "f");
    xb_list_append(program->arena, &call->arguments, xb_build_reference(program, symbol(global, "x")));
    ck_assert_str_eq(shape(xb_build_leaf(program, call)), "Expression(FunctionCall(VariableReference()))");
}
END_TEST

/* ---- derived nodes ---- */

static xb_flow_vertex *block_of_markers(xb_marker **markers, size_t count)
{
    xb_flow_graph *flow = xb_arena_alloc(program->arena, sizeof *flow);
    xb_flow_vertex *block = vertex(flow, XB_KIND_BASIC_BLOCK, "1");
    for (size_t i = 0; i < count; i++) {
        markers[i] = xb_build_marker(program, "", xb_arena_format(arena, "m%zu", i));
        add_statement(block, markers[i]);
    }
    return block;
}

START_TEST(derived_nodes_take_the_place_of_a_node)
{
    xb_marker *m[3];
    xb_flow_vertex *block = block_of_markers(m, 3);
    void *two[] = {xb_build_marker(program, "", "before"), m[1], xb_build_marker(program, "", "after")};
    xb_derive(program, &m[1]->statement.node, derived_list(3, two));
    xb_derive(program, &m[2]->statement.node, derived_list(0, NULL));
    ck_assert_str_eq(marker_texts(&block->node, XB_VIEW_DERIVED), "m0 before m1 after ");
    ck_assert_str_eq(marker_texts(&block->node, XB_VIEW_READ), "m0 m1 m2 ");
    ck_assert_str_eq(walk_over(block, XB_VIEW_DERIVED, XB_KIND_COUNT, XB_KIND_COUNT),
                     "BasicBlock(Marker()Marker()Marker()Marker())");
}
END_TEST

START_TEST(derived_nodes_of_derived_nodes)
{
    xb_marker *m[1];
    xb_flow_vertex *block = block_of_markers(m, 1);
    xb_marker *first = xb_build_marker(program, "", "first"),
              *second = xb_build_marker(program, "", "second"),
              *third = xb_build_marker(program, "", "third");
    void *one[] = {first, m[0]}, *two[] = {second, first, third};
    xb_derive(program, &m[0]->statement.node, derived_list(2, one));
    xb_derive(program, &first->statement.node, derived_list(3, two));
    ck_assert_str_eq(marker_texts(&block->node, XB_VIEW_DERIVED), "second first third m0 ");
}
END_TEST

START_TEST(nodes_that_are_derived_from_each_other)
{
    xb_marker *m[2];
    xb_flow_vertex *block = block_of_markers(m, 2);
    xb_derive_one(program, &m[0]->statement.node, &m[1]->statement.node);
    xb_derive_one(program, &m[1]->statement.node, &m[0]->statement.node);
    ck_assert_str_eq(marker_texts(&block->node, XB_VIEW_DERIVED), "m0 m1 ");
}
END_TEST

/* Chains as long as a program could have algorithms, and longer, are no danger. */
START_TEST(a_long_chain_of_derived_nodes)
{
    xb_marker *m[1];
    xb_flow_vertex *block = block_of_markers(m, 1);
    xb_node *node = &m[0]->statement.node;
    for (int i = 0; i < 1000; i++) {
        xb_marker *next = xb_build_marker(program, "", i == 999 ? "last" : "inner");
        xb_derive_one(program, node, &next->statement.node);
        node = &next->statement.node;
    }
    ck_assert_str_eq(marker_texts(&block->node, XB_VIEW_DERIVED), "last ");
}
END_TEST

START_TEST(derived_parts)
{
    xb_scope *global = scope("1");
    xb_assignment *a = assignment("1", symbol(global, "x"), 1);
    xb_derive_one(program, &a->value->node,
                  &xb_build_leaf(program, xb_build_reference(program, symbol(global, "y")))->node);
    ck_assert_str_eq(walk_over(a, XB_VIEW_DERIVED, XB_KIND_COUNT, XB_KIND_COUNT),
                     "Assignment(VariableReference()Expression(VariableReference()))");
}
END_TEST

/* ---- walking ---- */

START_TEST(skipping_leaves_out_children_only)
{
    xb_assignment *a = assignment("1", symbol(scope("1"), "x"), 1);
    ck_assert_str_eq(walk_over(a, XB_VIEW_READ, XB_KIND_EXPRESSION, XB_KIND_COUNT),
                     "Assignment(VariableReference()Expression())");
}
END_TEST

START_TEST(stopping_ends_at_once)
{
    xb_assignment *a = assignment("1", symbol(scope("1"), "x"), 1);
    ck_assert_str_eq(walk_over(a, XB_VIEW_READ, XB_KIND_COUNT, XB_KIND_VARIABLE_REFERENCE),
                     "Assignment(VariableReference(");
}
END_TEST

static xb_visit stop(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (*(int *)context)++;
    return XB_VISIT_STOP;
}

START_TEST(stopping_at_an_exit)
{
    int calls = 0;
    xb_assignment *a = assignment("1", symbol(scope("1"), "x"), 1);
    xb_visitor visitor = {.leave = {[XB_KIND_VARIABLE_REFERENCE] = stop, [XB_KIND_ASSIGNMENT] = stop}};
    ck_assert_int_eq(xb_traverse(program, arena, &a->statement.node, &visitor, &calls), XB_VISIT_STOP);
    ck_assert_int_eq(calls, 1);
}
END_TEST

START_TEST(missing_callbacks_descend)
{
    int calls = 0;
    xb_assignment *a = assignment("1", symbol(scope("1"), "x"), 1);
    xb_visitor visitor = {.enter = {[XB_KIND_CONSTANT] = stop}};
    xb_traverse(program, arena, &a->statement.node, &visitor, &calls);
    ck_assert_int_eq(calls, 1);
}
END_TEST

/* The innermost reference of x(x(x(…))). */
static xb_visit note_depth(xb_walk *walk, xb_node *node, void *context)
{
    size_t *deepest = context;
    (void)node;
    if (xb_walk_depth(walk) > *deepest)
        *deepest = xb_walk_depth(walk);
    return XB_VISIT_CONTINUE;
}

START_TEST(deep_nesting_needs_no_deep_stack)
{
    enum { DEPTH = 200000 };
    xb_symbol *x = symbol(scope("1"), "x");
    xb_reference *reference = xb_build_reference(program, x);
    for (int i = 0; i < DEPTH; i++) {
        xb_reference *outer = xb_build_reference(program, x);
        add_subscript(outer, reference, NULL, NULL);
        reference = outer;
    }
    size_t deepest = 0;
    xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_depth}};
    xb_traverse(program, arena, &reference->vertex.node, &visitor, &deepest);
    ck_assert_uint_eq(deepest, 3 * (size_t)DEPTH);
}
END_TEST

static xb_visit count(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    ++*(size_t *)context;
    return XB_VISIT_CONTINUE;
}

START_TEST(wide_blocks_are_walked_in_linear_memory)
{
    enum { WIDTH = 100000 };
    xb_flow_graph flow = {0};
    xb_flow_vertex *block = vertex(&flow, XB_KIND_BASIC_BLOCK, "1");
    for (int i = 0; i < WIDTH; i++)
        add_statement(block, xb_build_marker(program, "", ""));
    xb_arena *scratch = xb_arena_create(failure);
    size_t markers = 0;
    xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = count}};
    xb_traverse(program, scratch, &block->node, &visitor, &markers);
    ck_assert_uint_eq(markers, WIDTH);
    ck_assert_uint_lt(xb_arena_size(scratch), 8 * WIDTH * sizeof(void *));
    xb_arena_destroy(scratch);
}
END_TEST

/* ---- places ---- */

static xb_visit note_path(xb_walk *walk, xb_node *node, void *context)
{
    (void)node;
    *(const char **)context = xb_walk_path(walk, arena);
    ck_assert_ptr_eq(xb_walk_routine(walk), program->routines.items[0]);
    ck_assert_ptr_null(xb_walk_ancestor(walk, xb_walk_depth(walk) + 1));
    ck_assert_ptr_eq(xb_walk_ancestor(walk, xb_walk_depth(walk)), program);
    return XB_VISIT_CONTINUE;
}

START_TEST(paths_name_elements_and_ids)
{
    xb_scope *global = scope("1");
    xb_symbol *f = symbol(global, "head"), *x = symbol(global, "x");
    xb_routine *head = routine(f, "7");
    xb_assignment *a = assignment("13", x, 1);
    add_subscript(a->target, xb_build_integer(program, 1), NULL, NULL);
    add_statement(vertex(&head->flow, XB_KIND_BASIC_BLOCK, "8"), a);
    const char *path = NULL;
    xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = note_path}};
    xb_traverse(program, arena, &program->node, &visitor, &path);
    ck_assert_str_eq(path, "CallGraph/ControlFlowGraph[head]/BasicBlock[8]/Assignment[13]");
    xb_visitor inner = {.enter = {[XB_KIND_TRIPLET] = note_path}};
    xb_traverse(program, arena, &program->node, &inner, &path);
    ck_assert_str_eq(path, "CallGraph/ControlFlowGraph[head]/BasicBlock[8]/Assignment[13]/AssignmentLHS/"
                           "IndexTriplet");
}
END_TEST

static xb_visit expect_no_routine(xb_walk *walk, xb_node *node, void *context)
{
    (void)node;
    (void)context;
    ck_assert_ptr_null(xb_walk_routine(walk));
    return XB_VISIT_CONTINUE;
}

START_TEST(scopes_are_in_no_routine)
{
    symbol(scope("1"), "x");
    xb_visitor visitor = {.enter = {[XB_KIND_SYMBOL] = expect_no_routine}};
    xb_traverse(program, arena, &program->node, &visitor, NULL);
}
END_TEST

static Suite *suite(void)
{
    const TTest *const tests[] = {statements_and_their_parts,
                                  parts_of_a_triplet_are_in_order,
                                  entries_of_a_propagator,
                                  a_whole_program,
                                  replacements,
                                  function_calls_have_references,
                                  derived_nodes_take_the_place_of_a_node,
                                  derived_nodes_of_derived_nodes,
                                  nodes_that_are_derived_from_each_other,
                                  a_long_chain_of_derived_nodes,
                                  derived_parts,
                                  skipping_leaves_out_children_only,
                                  stopping_ends_at_once,
                                  stopping_at_an_exit,
                                  missing_callbacks_descend,
                                  deep_nesting_needs_no_deep_stack,
                                  wide_blocks_are_walked_in_linear_memory,
                                  paths_name_elements_and_ids,
                                  scopes_are_in_no_routine};
    Suite *all = suite_create("traverse");
    TCase *cases = tcase_create("walks");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(cases, tests[i]);
    suite_add_tcase(all, cases);
    return all;
}

int main(void)
{
    SRunner *runner = srunner_create(suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
