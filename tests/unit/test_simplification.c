/*
 * Rules of algebra, one by one and together, and where they must not be used.
 */
#include "ir_fixture.h"

#include <string.h>

#include "algorithms/simplification/algebra.h"
#include "suite.h"

/* ---- short notation ------------------------------------------------------------------------------------ */

static xb_analyses *analyses;

static void set_up(void)
{
    ir_set_up();
    analyses = xb_analyses_create(arena, program, xb_catalogue_create(arena));
}

static void tear_down(void)
{
    xb_analyses_destroy(analyses);
    ir_tear_down();
}

static xb_expression *var(const char *id)
{
    return leaf(whole(id, 0));
}

static xb_expression *real(double value)
{
    return leaf(xb_build_real(program, value));
}

static xb_expression *minus(const xb_expression *a)
{
    return apply("minus_scal", a, NULL);
}

static xb_expression *add(const xb_expression *a, const xb_expression *b)
{
    return apply("add_scal_scal", a, b);
}

static xb_expression *sub(const xb_expression *a, const xb_expression *b)
{
    return apply("sub_scal_scal", a, b);
}

static xb_expression *mul(const xb_expression *a, const xb_expression *b)
{
    return apply("mul_scal_scal", a, b);
}

static xb_expression *quotient(const xb_expression *a, const xb_expression *b)
{
    return apply("div_scal_scal", a, b);
}

static const char *text_of(const xb_expression *expression, uint32_t v)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
        return ((const xb_reference *)vertex)->symbol->id->text;
    if (vertex->node.kind == XB_KIND_CONSTANT)
        return xb_arena_format(arena, "%.1s", ((const xb_constant *)vertex)->value->text);
    const char *text = "", *name = ((const xb_intrinsic *)vertex)->name->text;
    size_t count = xb_expression_operand_count(expression, v);
    for (uint32_t p = 1; p <= count; p++)
        text = xb_arena_format(arena, "%s%s%s", text, p > 1 ? "," : "",
                               text_of(expression, xb_expression_operand(expression, v, p)));
    return xb_arena_format(arena, "%.*s(%s)", (int)strcspn(name, "_"), name, text);
}

static void check(xb_expression *expression, const char *wanted)
{
    const xb_expression *simple = xb_simplify_algebra(analyses, arena, expression);
    ck_assert_str_eq(text_of(simple, simple->root), wanted);
    for (uint32_t v = 0; v < simple->graph.vertex_count; v++)
        ck_assert(v == simple->root || xb_graph_out_degree(&simple->graph, v) > 0);
}

static void check_unchanged(xb_expression *expression)
{
    ck_assert_ptr_eq(xb_simplify_algebra(analyses, arena, expression), expression);
}

/* ---- tests --------------------------------------------------------------------------------------------- */

START_TEST(neutral_constants_go)
{
    check(mul(var("x"), real(1)), "x");
    check(mul(real(1), var("x")), "x");
    check(quotient(var("x"), real(1)), "x");
    check(add(var("x"), real(0)), "x");
    check(add(real(0), var("x")), "x");
    check(sub(var("x"), real(0)), "x");
    check(apply("pow_scal_scal", var("x"), integer(1)), "x");
    check(mul(var("x"), integer(1)), "x");
}
END_TEST

START_TEST(signs_are_drawn_together)
{
    check(mul(var("x"), real(-1)), "minus(x)");
    check(mul(real(-1), var("x")), "minus(x)");
    check(quotient(var("x"), real(-1)), "minus(x)");
    check(sub(real(0), var("x")), "minus(x)");
    check(minus(minus(var("x"))), "x");
    check(add(var("x"), minus(var("y"))), "sub(x,y)");
    check(add(minus(var("x")), var("y")), "sub(y,x)");
    check(sub(var("x"), minus(var("y"))), "add(x,y)");
    check(mul(minus(var("x")), minus(var("y"))), "mul(x,y)");
    check(quotient(minus(var("x")), minus(var("y"))), "div(x,y)");
}
END_TEST

START_TEST(what_is_left_is_simplified)
{
    check(minus(mul(real(-1), mul(real(1), var("x")))), "x");
    check(sub(var("x"), mul(var("y"), real(-1))), "add(x,y)");
    check(add(mul(real(1), minus(var("x"))), mul(var("z"), minus(minus(var("y"))))), "sub(mul(z,y),x)");
    check(apply("sin_scal", minus(minus(var("x"))), NULL), "sin(x)");
    xb_expression *deep = var("x");
    for (int i = 0; i < 1000; i++)
        deep = minus(deep);
    check(deep, "x");
}
END_TEST

START_TEST(values_that_would_be_others_stay)
{
    check_unchanged(mul(var("x"), real(0)));
    check_unchanged(sub(var("x"), var("x")));
    check_unchanged(quotient(var("x"), var("x")));
    check_unchanged(minus(sub(var("x"), var("y"))));
    check_unchanged(mul(real(2), mul(real(3), var("x"))));
    check_unchanged(quotient(real(1), var("x")));
    check_unchanged(apply("pow_scal_scal", var("x"), integer(2)));
    check_unchanged(mul(minus(var("x")), var("y")));
}
END_TEST

START_TEST(types_and_ranks_stay)
{
    variable("k", 0)->type = XB_TYPE_INTEGER;
    check_unchanged(mul(var("k"), real(1)));
    check_unchanged(mul(real(-1), var("k")));
    check(mul(var("k"), integer(1)), "k");
    check_unchanged(mul(var("x"), leaf((void *)constant(XB_TYPE_REAL, "F8", "1.0"))));
    check(mul(leaf(whole("v", 1)), real(1)), "v");
    check(sub(leaf(whole("v", 1)), minus(var("x"))), "add(v,x)");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simplification");
    const TTest *const tests[] = {neutral_constants_go, signs_are_drawn_together, what_is_left_is_simplified,
                                  values_that_would_be_others_stay, types_and_ranks_stay};
    suite_add(suite, "algebra", set_up, tear_down, tests, sizeof tests / sizeof *tests);
    return suite_run(suite);
}
