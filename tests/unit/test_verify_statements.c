/*
 * The verifier, from statements down: one thing at a time wrong with statements, expressions, references.
 */
#include "verify_fixture.h"

/* ---- statements ---- */

START_TEST(statements)
{
    p.call->statement.id = name("7");
    expect(BLOCK "/SubroutineCall[7]", "statement id 7 is used twice in the routine");
    p.outside_call->statement.id = name("9");
    expect(FLOW "/BasicBlock[body]/SubroutineCall[9]", "statement id 9 is used twice in the routine");
    p.call->statement.id = name("");
    expect(BLOCK "/SubroutineCall", "a statement has an empty id");
    append(&p.block->statements, xb_build_inlinable_call(p.program, XB_RUNTIME_PUSH, ""));
    expect(BLOCK "/InlinableSubroutineCall", "a statement has an empty id");
    append(&p.block->statements, xb_build_marker(p.program, "12", ""));
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    build();
    xb_statement *stray = &xb_build_marker(p.program, "77", "")->statement;
    stray->node.kind = XB_KIND_ARGUMENT;
    append(&p.block->statements, stray);
    expect(BLOCK "/Argument[77]", "Argument can't be a statement of a basic block");
    p.assignment->target = NULL;
    expect(BLOCK "/Assignment[7]", "AssignmentLHS is missing");
    p.assignment->value = NULL;
    expect(BLOCK "/Assignment[7]", "AssignmentRHS is missing");
    p.assignment->do_chain = 4;
    expect(BLOCK "/Assignment[7]", "there is no do chain with key 4");
    p.assignment->do_chain = 3;
    expect_nothing();
}
END_TEST

START_TEST(calls)
{
    xb_argument *second = p.call->arguments.items[1];
    p.call->formal_count = 3;
    expect(CALL, "f has 2 formal arguments, but formalArgCount is 3");
    second = p.call->arguments.items[1];
    second->position = 3;
    expect(CALL "/Argument", "an argument has position 3, but there are 2 formal arguments");
    second = p.call->arguments.items[1];
    second->position = 0;
    expect(CALL "/Argument", "an argument has position 0, but there are 2 formal arguments");
    second = p.call->arguments.items[1];
    second->position = 1;
    expect(CALL "/Argument", "two arguments have position 1");
    second = p.call->arguments.items[1];
    second->constant = NULL;
    expect(CALL "/Argument", "the argument is neither a reference nor a constant");
    second = p.call->arguments.items[1];
    second->reference = refer(p.y);
    expect(CALL "/Argument", "the argument is a reference and a constant at once");
    second = p.call->arguments.items[1];
    second->constant = NULL;
    second->reference = refer(p.g);
    expect_status(XB_STATUS_UNSUPPORTED, CALL "/Argument/VariableReference",
                  "subroutine g is passed as an argument, which is not supported");
    p.call->symbol = p.y;
    expect(CALL, "y is not a subroutine");
    p.call->symbol = NULL;
    expect(CALL, "the call has no symbol");
    p.outside_call->formal_count = 1;
    expect(FLOW "/BasicBlock[body]/SubroutineCall[11]/Argument",
           "an argument has position 2, but there is 1 formal argument");
    p.call->arguments.count = 0; /* optional arguments */
    expect_nothing();
}
END_TEST

START_TEST(inlinable_calls)
{
    xb_inlinable_call *call = xb_build_inlinable_call(p.program, XB_RUNTIME_PUSH, "generated");
    xb_build_argument(p.program, &call->arguments, refer(p.x));
    append(&p.block->statements, call);
    append(&p.block->statements, call); /* ids of generated calls are not unique */
    expect_nothing();
    call = xb_build_inlinable_call(p.program, XB_RUNTIME_NONE, "generated");
    append(&p.block->statements, call);
    expect(BLOCK "/InlinableSubroutineCall[generated]", "the call has no subroutine name");
}
END_TEST

START_TEST(propagators)
{
    p.set->source = NULL;
    expect(PROPAGATOR "/SetDeriv", "Src is missing");
    p.set->target = NULL;
    expect(PROPAGATOR "/SetDeriv", "Tgt is missing");
    p.set->terms = p.sax->terms;
    expect(PROPAGATOR "/SetDeriv", "SetDeriv can't have an AX");
    p.sax->terms.count = 0;
    expect(PROPAGATOR "/Sax", "Sax has no AX");
    p.sax->source = refer(p.x);
    expect(PROPAGATOR "/Sax", "Sax can't have a Src");
    ((xb_term *)p.sax->terms.items)->factor = NULL;
    expect(PROPAGATOR "/Sax/AX", "A is missing");
    ((xb_term *)p.sax->terms.items)->source = refer(p.i);
    expect(PROPAGATOR "/Sax/AX/X", "i has no derivative component");
    p.t->active = false;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, "aux_0 has no derivative component");
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->place.path, PROPAGATOR "/SetDeriv/Tgt");
    build();
    p.set->target = refer(p.i);
    p.set->target->deriv = true;
    expect(PROPAGATOR "/SetDeriv/Tgt", "i has no derivative component"); /* once */
    p.set->node.kind = XB_KIND_ZERO_DERIV;
    expect(PROPAGATOR "/ZeroDeriv", "ZeroDeriv can't have a Src");
    p.set->node.kind = XB_KIND_MARKER;
    expect(PROPAGATOR "/Marker", "Marker stands in a derivative propagator");
}
END_TEST

/* ---- expressions ---- */

START_TEST(expression_graphs)
{
    xb_expression *value = p.assignment->value;
    p.v_reference->vertex.id = name("1");
    expect(VALUE "/VariableReference[1]", "vertex id 1 is used twice in the expression");
    value = p.assignment->value;
    for (uint32_t e = 0; e < 2; e++)
        xb_expression_describe_edge(p.program, value, e, (xb_expression_edge){.id = name("1")});
    expect(VALUE "/ExpressionEdge[1]", "edge id 1 is used twice in the expression");
    value = p.assignment->value;
    xb_graph_set_number(&value->graph, 1, 1);
    expect(VALUE "/ExpressionEdge[2]", "two operands have position 1");
    value = p.assignment->value;
    xb_graph_set_number(&value->graph, 1, 3);
    expect(VALUE "/ExpressionEdge[2]", "an operand has position 3, but there are 2 operands");
    value = p.assignment->value;
    xb_graph_set_number(&value->graph, 1, 0);
    expect(VALUE "/ExpressionEdge[2]", "an operand has position 0, but there are 2 operands");
    xb_expression_add(p.program, p.assignment->value, refer(p.x));
    expect(VALUE "/VariableReference[4]",
           "this vertex is no operand of anything, and neither is Intrinsic 3");
    p.assignment->value->root = 1;
    expect(VALUE, "the root of the expression is not its maximal vertex");
    p.assignment->value = xb_build_expression(p.program);
    expect(VALUE, "the expression is empty");
    xb_expression_connect(p.program, p.assignment->value, 0, 1, 1);
    expect(VALUE "/VariableReference[2]", "VariableReference can't have operands");
    value = p.assignment->value;
    xb_expression_connect(p.program, value, 2,
                          xb_expression_add(p.program, value, xb_build_integer(p.program, 1)), 1);
    expect(VALUE "/Constant[4]", "Constant can't have operands");
}
END_TEST

START_TEST(cycles)
{
    xb_expression *value = p.assignment->value;
    uint32_t a = xb_expression_add(p.program, value, xb_build_intrinsic(p.program, "f"));
    uint32_t b = xb_expression_add(p.program, value, xb_build_intrinsic(p.program, "g"));
    xb_expression_connect(p.program, value, a, b, 1);
    xb_expression_connect(p.program, value, b, a, 1);
    expect(VALUE "/Intrinsic[4]", "the expression has a cycle through this vertex");
    p.assignment->value = leaf(xb_build_intrinsic(p.program, "f"));
    xb_expression_connect(p.program, p.assignment->value, 0, 0, 1);
    expect(VALUE "/Intrinsic[1]", "the expression has a cycle through this vertex");
    xb_expression_connect(p.program, p.assignment->value, 2, 2, 3);
    expect(VALUE "/Intrinsic[3]", "the expression has a cycle through this vertex");
}
END_TEST

/* Operands before and after their operators, without a cycle. */
START_TEST(any_order_of_vertices_is_fine)
{
    xb_expression *value = xb_build_expression(p.program);
    for (int i = 0; i < 3; i++)
        xb_expression_add(p.program, value,
                          i == 0 ? (void *)refer(p.x) : xb_build_intrinsic(p.program, "sin_scal"));
    xb_expression_connect(p.program, value, 0, 2, 1);
    xb_expression_connect(p.program, value, 2, 1, 1);
    p.assignment->value = value;
    expect_nothing();
}
END_TEST

START_TEST(large_expressions_are_fine)
{
    enum { DEPTH = 200000 };
    xb_expression *value = leaf(refer(p.x));
    for (uint32_t i = 0; i < DEPTH; i++)
        xb_expression_connect(p.program, value, i,
                              xb_expression_add(p.program, value, xb_build_intrinsic(p.program, "sin_scal")),
                              1);
    p.assignment->value = value;
    xb_expression *wide = xb_build_expression(p.program);
    xb_expression_add(p.program, wide, xb_build_intrinsic(p.program, "max"));
    for (uint32_t i = DEPTH; i > 0; i--)
        xb_expression_connect(p.program, wide, xb_expression_add(p.program, wide, refer(p.x)), 0, i);
    append(&p.block->statements, xb_build_assignment(p.program, "77", refer(p.y), wide));
    expect_nothing();
}
END_TEST

static void expect_vertex(void *vertex, const char *path, const char *message)
{
    p.assignment->value = leaf(vertex);
    expect(path, message);
}

static xb_intrinsic *boolean(const char *operation)
{
    xb_intrinsic *result = xb_build_intrinsic(p.program, operation);
    result->vertex.node.kind = XB_KIND_BOOLEAN_OPERATION;
    return result;
}

static xb_constant *constant(xb_type type, const char *value)
{
    xb_constant *result = xb_build_integer(p.program, 0);
    result->type = type;
    result->value = value ? name(value) : NULL;
    return result;
}

START_TEST(expression_vertices)
{
    expect_vertex(xb_build_intrinsic(p.program, ""), VALUE "/Intrinsic[1]", "the intrinsic has no name");
    expect_vertex(boolean("nand"), VALUE "/BooleanOperation[1]", "there is no boolean operation nand");
    expect_vertex(boolean("not"), VALUE "/BooleanOperation[1]",
                  "boolean operation not has 0 operands instead of 1");
    expect_vertex(boolean("less_than"), VALUE "/BooleanOperation[1]",
                  "boolean operation less_than has 0 operands instead of 2");
    expect_vertex(constant(XB_TYPE_INTEGER, "1.5"), VALUE "/Constant[1]",
                  "1.5 is not a constant of type integer");
    expect_vertex(constant(XB_TYPE_REAL, "one"), VALUE "/Constant[1]", "one is not a constant of type real");
    expect_vertex(constant(XB_TYPE_BOOL, NULL), VALUE "/Constant[1]", "the constant has no value");
    expect_vertex(node(XB_KIND_ARGUMENT_REFERENCE, sizeof(xb_argument_reference), 0),
                  VALUE "/ArgumentReference[1]",
                  "ArgumentReference can't be a vertex of a program's expression");
    xb_function_call *call = node(XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    expect_vertex(call, VALUE "/FunctionCall[1]", "the call has no symbol");
    call = node(XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    call->symbol = p.x;
    expect_vertex(call, VALUE "/FunctionCall[1]", "x is not a function");
    p.assignment->target = refer(p.s);
    p.assignment->value = leaf(constant(XB_TYPE_STRING, "one"));
    expect_nothing();
}
END_TEST

START_TEST(references)
{
    p.x_reference->symbol = NULL;
    expect(VALUE "/VariableReference[1]", "the reference has no symbol");
    p.x_reference->symbol = p.f;
    expect(VALUE "/VariableReference[1]", "f is a subroutine, not a variable");
    p.x_reference->alias = 3;
    expect(VALUE "/VariableReference[1]", "there is no alias set with key 3");
    p.x_reference->du_ud = 3;
    expect(VALUE "/VariableReference[1]", "there is no chain with key 3");
    p.x_reference->symbol = p.t;
    p.x_reference->du_ud = 0;
    expect(VALUE "/VariableReference[1]", "the engine's temporary aux_0 has an alias or chain key");
    p.x_reference->symbol = p.i;
    p.x_reference->deriv = true;
    expect(VALUE "/VariableReference[1]", "i has no derivative component");
    p.x_reference->deriv = true;
    expect_nothing();
    p.assignment->target->vertex.node.kind = XB_KIND_CONSTANT;
    expect(BLOCK "/Assignment[7]/AssignmentLHS", "Constant stands where a variable must");
}
END_TEST

START_TEST(subscripts)
{
    add_subscript(p.x_reference, integer(1));
    expect(VALUE "/VariableReference[1]", "x has 1 subscript, but is of shape scalar");
    add_subscript(p.v_reference, integer(1));
    expect(VALUE "/VariableReference[2]", "v has 2 subscripts, but is of shape vector");
    p.v_reference->subscripts.count = 0;
    p.y->rank = 1;
    expect_nothing();
    p.assignment->target = add_subscript(refer(p.s), integer(1)); /* a substring */
    p.assignment->value = leaf(constant(XB_TYPE_STRING, "s"));
    expect_nothing();
    p.x->type = XB_TYPE_OPAQUE; /* a component of a derived type */
    add_subscript(p.x_reference, integer(1));
    expect_nothing();
    xb_triplet *triplet = p.v_reference->subscripts.items[0];
    triplet->stride = xb_build_expression(p.program);
    expect(VALUE "/VariableReference[2]/IndexTriplet/Stride", "the expression is empty");
    triplet = p.v_reference->subscripts.items[0];
    triplet->index = leaf(refer(p.f));
    triplet->bound = integer(3);
    expect(VALUE "/VariableReference[2]/IndexTriplet/Index/VariableReference[1]",
           "f is a subroutine, not a variable");
}
END_TEST

START_TEST(nested_subscripts_end)
{
    xb_expression *index = leaf(refer(p.i));
    for (int i = 0; i < 300; i++)
        index = leaf(add_subscript(refer(p.v), index));
    p.assignment->value = index;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message,
                     "subscripts are nested deeper than 256 levels");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify statements");
    ADD_CASE(suite, "statements", statements, calls, inlinable_calls, propagators);
    ADD_CASE(suite, "expressions", expression_graphs, cycles, any_order_of_vertices_is_fine,
             large_expressions_are_fine, expression_vertices, references, subscripts, nested_subscripts_end);
    return verify_run(suite);
}
