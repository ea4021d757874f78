/*
 * The shared program of the tests of the IR.
 */
#include "ir_fixture.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

static xb_failure *failure;
xb_arena *arena;
xb_program *program;
xb_scope *global, *inner;

void ir_set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    program = xb_program_create(failure, xb_diagnostics_create(arena), "test.xaif");
    program->prefix = xb_program_name(program, "ad_");
    global = xb_scope_create(program, xb_program_name(program, "1"));
    inner = xb_scope_create(program, xb_program_name(program, "2"));
    inner->parent = global;
}

void ir_tear_down(void)
{
    xb_program_destroy(program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

const xb_name *name(const char *text)
{
    return xb_program_name(program, text);
}

xb_symbol *variable(const char *id, int rank)
{
    xb_symbol *symbol = xb_symbol_find(global, name(id));
    if (!symbol)
        symbol = xb_symbol_create(program, global, name(id), false);
    symbol->rank = rank;
    return symbol;
}

xb_reference *whole(const char *id, int rank)
{
    return xb_build_reference(program, variable(id, rank));
}

xb_triplet *add_triplet(xb_reference *reference, xb_expression *index)
{
    xb_triplet *triplet = xb_node_create(program, XB_KIND_TRIPLET, sizeof *triplet, 7);
    triplet->index = index;
    xb_list_append(program->arena, &reference->subscripts, triplet);
    return triplet;
}

xb_reference *element(const char *id, xb_expression *index)
{
    xb_reference *reference = whole(id, 1);
    add_triplet(reference, index);
    return reference;
}

xb_expression *leaf(void *vertex)
{
    return xb_build_leaf(program, vertex);
}

xb_expression *integer(int64_t value)
{
    return leaf(xb_build_integer(program, value));
}

xb_expression *apply(const char *operator_name, const xb_expression *a, const xb_expression *b)
{
    xb_expression *result = xb_build_expression(program);
    uint32_t first = xb_copy_subexpression(program, a, a->root, result, NULL, NULL);
    uint32_t second = b ? xb_copy_subexpression(program, b, b->root, result, NULL, NULL) : 0;
    uint32_t top = xb_expression_add(program, result, xb_build_intrinsic(program, operator_name));
    xb_expression_connect(program, result, first, top, 1);
    if (b)
        xb_expression_connect(program, result, second, top, 2);
    return result;
}

const xb_constant *constant(xb_type type, const char *fe_type, const char *value)
{
    xb_constant *c = xb_build_integer(program, 0);
    c->type = type;
    c->fe_type = fe_type ? name(fe_type) : NULL;
    c->value = name(value);
    return c;
}

double real_value(const char *fe_type, const char *value)
{
    double result = NAN;
    ck_assert_msg(xb_constant_value(constant(XB_TYPE_REAL, fe_type, value), &result), "%s", value);
    return result;
}

void ir_add_case(Suite *suite, const char *case_name, const TTest *const *tests, size_t count)
{
    TCase *tcase = tcase_create(case_name);
    tcase_add_checked_fixture(tcase, ir_set_up, ir_tear_down);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

int ir_run(Suite *suite)
{
    return suite_run(suite);
}
