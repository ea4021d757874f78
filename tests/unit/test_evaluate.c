/*
 * What programs compute: control flow, subscripts and sections, arguments, globals, allocation. And what the
 * environment of a program adds to it.
 */
#include <math.h>
#include <string.h>

#include "evaluate_fixture.h"
#include "ir/build.h"
#include "suite.h"

enum { MOST = 12 };

/* The results of the routines of tests/data/evaluate/values.f. */
static const struct result {
    const char *routine;
    size_t count;
    double y[MOST];
} results[] = {
    {"arithmetic", 8, {-3, 21, (double)0.1f, 0.25, -3.5, 3, 2, -2}},
    {"logic", 4, {1, 1, 1, 0}},
    {"choices", 4, {10, -1, 30, -1}},
    {"counted", 10, {15, 6, 15, 13, 321, 0, 0, 2, 5, 3}},
    {"repeated", 4, {9, 3, 0, 0}},
    {"jumps", 2, {25, 10}},
    {"subscripts", 3, {-6, 12, -5}},
    {"sections", 12, {21, 22, 23, 24, 32, 22, 12, 14, 34, 32.5, 12.5, 32.5}},
    {"overlaps", 9, {2, 1, 4, 3, 8, 3, 4, 1, 2}},
    {"broadcasts", 6, {4.5, 4.5, 3, 3, 4.5, 4.5}},
    {"allocations", 6, {0, 2, 6, 4, 1, 0}},
    {"grown", 3, {1, 4, 9}},
    {"sequences", 8, {33, 21, 207, 22, 33, 3421, -13, 34}},
    {"passed_on", 3, {3, 0, 0}},
    {"optionals", 4, {5, -1, 7, -1}},
    {"recursive", 2, {720, 6}},
    {"commons", 7, {4, 6, 9, 6, 2, 6, 4}},
    {"complexes", 6, {-3, 4, 1, 2, 0, 2.5}},
    {"early", 2, {1, 2}},
    {"functions", 9, {88, 5, 120, 1, 3, 25, 7, 4, 18}},
};

enum { RESULTS = sizeof results / sizeof *results };

static void check_result(const struct result *result)
{
    const xb_routine *routine = evaluate_routine(result->routine);
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_uint_eq(xb_variable_count(y), result->count);
    xb_status status = xb_evaluator_call(evaluator, routine, &y, 1);
    ck_assert_msg(status == XB_STATUS_OK, "%s", evaluate_reported());
    for (size_t i = 0; i < result->count; i++)
        ck_assert_msg(evaluate_value(y, i) == result->y[i], "%s: y(%zu) is %g, not %g", result->routine,
                      i + 1, evaluate_value(y, i), result->y[i]);
}

START_TEST(results_are_right)
{
    evaluate_load("values");
    check_result(&results[_i]);
}
END_TEST

/* All in one evaluator, forth and back, with and without derivatives: nothing is left from one to the next.
 */
START_TEST(runs_are_independent)
{
    options.directions = _i == 2 ? 0 : 3;
    options.exact = _i == 1;
    evaluate_load("values");
    for (size_t i = 0; i < RESULTS; i++)
        check_result(&results[i]);
    xb_evaluator_reset(evaluator);
    for (size_t i = RESULTS; i-- > 0;)
        check_result(&results[i]);
}
END_TEST

START_TEST(statements_are_counted)
{
    evaluate_load("values");
    check_result(&results[0]);
    xb_evaluator_counts counts = xb_evaluator_count(evaluator);
    ck_assert_uint_eq(counts.statements_run, 12);
    ck_assert_uint_gt(counts.statements, 100);
    ck_assert_uint_eq(counts.steps, 12 + 3);
    ck_assert_uint_eq(counts.operations, 9);
    for (size_t i = 0; i < RESULTS; i++)
        check_result(&results[i]);
    ck_assert_uint_gt(xb_evaluator_count(evaluator).statements_run, counts.statements - 10);
    size_t run = xb_evaluator_count(evaluator).statements_run;
    xb_evaluator_reset(evaluator);
    counts = xb_evaluator_count(evaluator);
    ck_assert_uint_eq(counts.statements_run, run);
    ck_assert_uint_eq(counts.steps, 0);
    const xb_routine *routine = NULL;
    const xb_node *idle = xb_evaluator_idle(evaluator, &routine);
    ck_assert_int_eq(idle != NULL, run < counts.statements);
    ck_assert_int_eq(routine != NULL, run < counts.statements);
}
END_TEST

/* ---- depth ---------------------------------------------------------------------------------------- */

enum { DEEP = 200000 };

/* Makes the right-hand side of the last assignment of the routine "early", y(2) = 3.0, a chain of additions
 * of 1. */
static void deepen(void *argument)
{
    (void)argument;
    xb_expression *chain = xb_build_expression(program);
    uint32_t last = xb_expression_add(program, chain, xb_build_integer(program, 0));
    for (int i = 0; i < DEEP; i++) {
        uint32_t one = xb_expression_add(program, chain, xb_build_integer(program, 1));
        uint32_t sum = xb_expression_add(program, chain, xb_build_intrinsic(program, "add_scal_scal"));
        xb_expression_connect(program, chain, last, sum, 1);
        xb_expression_connect(program, chain, one, sum, 2);
        last = sum;
    }
    const xb_list *vertices = &evaluate_routine("early")->flow.vertices;
    for (size_t i = 0; i < vertices->count; i++) {
        const xb_flow_vertex *vertex = vertices->items[i];
        if (vertex->statements.count == 0)
            continue;
        xb_assignment *assignment = vertex->statements.items[vertex->statements.count - 1];
        xb_derive_one(program, &assignment->value->node, &chain->node);
        return;
    }
}

START_TEST(deep_expressions_are_run)
{
    evaluate_load("values");
    evaluate_protected(deepen, NULL);
    evaluate_again();
    check_result(&(struct result){"early", 2, {1, DEEP}});
    options.view = XB_VIEW_READ;
    evaluate_again();
    check_result(&(struct result){"early", 2, {1, 2}});
}
END_TEST

START_TEST(deep_recursion_is_run)
{
    options.depth_limit = DEEP;
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("bottomless");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_FAILED);
    ck_assert(strstr(evaluate_reported(), "calls are nested more than 200000 deep"));
}
END_TEST

/* ---- the environment ------------------------------------------------------------------------------ */

static const xb_bounds *three(void *context, const xb_symbol *symbol)
{
    static const xb_bounds bounds[] = {{0, 2}, {1, 2}};
    (void)context;
    return strcmp(symbol->id->text, "a") == 0 || strcmp(symbol->id->text, "b") == 0 ? bounds : NULL;
}

START_TEST(extents_are_given)
{
    options.environment.extents = three;
    evaluate_load("values");
    const xb_routine *routine = evaluate_routine("grown");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
    ck_assert(evaluate_value(y, 0) == -1); /* allocated before */
    ck_assert(evaluate_value(y, 2) == 9);
}
END_TEST

static bool initially(void *context, const xb_symbol *symbol, size_t element, xb_number *value)
{
    (void)context;
    bool is_pool = strcmp(symbol->id->text, "pool") == 0;
    if (!is_pool && strcmp(symbol->id->text, "t") != 0)
        return false;
    *value = is_pool ? xb_number_of_integer((int64_t)element) : xb_number_of_real(1);
    return element != 4;
}

/* A local variable with an initial value is a global one. */
START_TEST(initial_values_are_given)
{
    options.environment.initial = initially;
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("unset_scalar");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    xb_variable *t = xb_evaluator_global(evaluator, evaluate_symbol("t", routine));
    ck_assert(t != NULL);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
    ck_assert(evaluate_value(y, 0) == 2);
    const xb_number seven = xb_number_of_real(7);
    xb_variable_set(t, 0, &seven);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
    ck_assert(evaluate_value(y, 0) == 8);
    xb_evaluator_reset(evaluator);
    ck_assert(evaluate_value(xb_evaluator_global(evaluator, evaluate_symbol("t", routine)), 0) == 1);
}
END_TEST

START_TEST(globals_are_seen)
{
    options.environment.initial = initially;
    evaluate_load("values");
    xb_variable *pool = xb_evaluator_global(evaluator, evaluate_symbol("pool", NULL));
    xb_variable *window = xb_evaluator_global(evaluator, evaluate_symbol("window", NULL));
    ck_assert(pool && window && xb_variable_rank(pool) == 1 && xb_variable_type(pool) == XB_TYPE_REAL);
    ck_assert_int_eq(xb_variable_bounds(pool, 0).upper, 6);
    ck_assert(evaluate_value(pool, 3) == 3);
    xb_number number;
    ck_assert(!xb_variable_get(pool, 4, &number));
    const xb_number nine = xb_number_of_real(9);
    xb_variable_set(pool, 1, &nine);
    ck_assert(evaluate_value(window, 1) == 9);
    const xb_routine *routine = evaluate_routine("recursive");
    ck_assert(xb_evaluator_global(evaluator, evaluate_symbol("n", routine)) == NULL);
    ck_assert(xb_evaluator_global(evaluator, routine->symbol) == NULL);
}
END_TEST

static const xb_symbol *shares(void *context, const xb_symbol *symbol)
{
    return strcmp(symbol->id->text, "shared") == 0 ? context : NULL;
}

static xb_variable *global(const char *name)
{
    return xb_evaluator_global(evaluator, evaluate_symbol(name, NULL));
}

/* Runs the program again with what is to share the storage of "pool". */
static void share_pool(void)
{
    options.environment.associate = shares;
    evaluate_load("values");
    options.environment.context = evaluate_symbol("pool", NULL);
    evaluate_again();
}

START_TEST(globals_are_associated)
{
    share_pool();
    xb_variable *pool = global("pool"), *shared = global("shared");
    const xb_number nine = xb_number_of_real(9);
    xb_variable_set(pool, 0, &nine);
    ck_assert(evaluate_value(shared, 0) == 9);
}
END_TEST

static bool shared_is_five(void *context, const xb_symbol *symbol, size_t element, xb_number *value)
{
    (void)context;
    *value = xb_number_of_real(5);
    return element == 0 && strcmp(symbol->id->text, "shared") == 0;
}

/* It counts for what shares the storage, whichever is looked at first. */
START_TEST(initial_values_are_shared)
{
    options.environment.initial = shared_is_five;
    share_pool();
    xb_variable *pool = global("pool");
    ck_assert(evaluate_value(pool, 0) == 5);
    const xb_number nine = xb_number_of_real(9);
    xb_variable_set(pool, 0, &nine);
    ck_assert(evaluate_value(global("shared"), 0) == 9);
}
END_TEST

static size_t second(void *context, const xb_symbol *symbol)
{
    (void)context;
    return strcmp(symbol->id->text, "shared") == 0 ? 1 : 0;
}

START_TEST(globals_begin_within_others)
{
    options.environment.offset = second;
    share_pool();
    xb_variable *pool = global("pool"), *shared = global("shared");
    const xb_number eight = xb_number_of_real(8), nine = xb_number_of_real(9);
    xb_variable_set(pool, 0, &eight);
    xb_variable_set(pool, 1, &nine);
    ck_assert(evaluate_value(shared, 0) == 9);
}
END_TEST

static xb_status mark(void *context, xb_frame *frame, const xb_routine *routine, const xb_marker *marker)
{
    ++*(int *)context;
    if (strstr(marker->text->text, "PRAGMA"))
        return XB_STATUS_UNSUPPORTED;
    xb_variable *y = xb_frame_variable(frame, xb_routine_formal(routine, 1)->symbol);
    ck_assert(y != NULL);
    const xb_number number = xb_number_of_real(5);
    xb_variable_set(y, 0, &number);
    ck_assert(xb_frame_variable(frame, evaluate_symbol("count", NULL)) != NULL);
    ck_assert(xb_frame_variable(frame, routine->symbol) == NULL);
    const xb_symbol *unused = evaluate_symbol("unused", routine);
    xb_variable *local = xb_frame_variable(frame, unused);
    ck_assert(local && local == xb_frame_variable(frame, unused) && xb_variable_count(local) == 2);
    xb_variable_set(local, 1, &number);
    xb_variable_set_derivative(local, 1, 0, 2);
    return XB_STATUS_OK;
}

START_TEST(markers_are_run)
{
    int calls = 0;
    options.environment.marker = mark;
    options.environment.context = &calls;
    options.directions = 1;
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("opaque");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
    ck_assert(evaluate_value(y, 0) == 1);
    ck_assert_int_eq(xb_evaluator_call(evaluator, evaluate_routine("harmless"), &y, 1), XB_STATUS_OK);
    ck_assert_int_eq(calls, 2);
}
END_TEST

static xb_status refuse_marker(void *context, xb_frame *frame, const xb_routine *routine,
                               const xb_marker *marker)
{
    (void)context, (void)frame, (void)routine, (void)marker;
    return XB_STATUS_INVALID;
}

START_TEST(markers_can_fail)
{
    options.environment.marker = refuse_marker;
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("harmless");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_INVALID);
    ck_assert(strstr(evaluate_reported(), "the marker can't be run"));
}
END_TEST

static bool all_external(void *context, const xb_symbol *subroutine)
{
    (void)context;
    return strcmp(subroutine->id->text, "nowhere") == 0;
}

START_TEST(externals_do_nothing)
{
    options.environment.external = all_external;
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("outside_world");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
}
END_TEST

/* ---- variables of drivers ------------------------------------------------------------------------- */

START_TEST(derivatives_of_elements)
{
    options.directions = 2;
    evaluate_load("values");
    const xb_bounds bounds[] = {{0, 1}, {1, 3}};
    xb_variable *a = xb_variable_create(evaluator, XB_TYPE_REAL, NULL, 2, bounds);
    ck_assert_uint_eq(xb_variable_count(a), 6);
    const xb_number six = xb_number_of_real(6);
    xb_variable_set(a, 4, &six);
    ck_assert(evaluate_value(a, 4) == 6);
    double complex derivative;
    ck_assert(!xb_variable_get_derivative(a, 4, 1, &derivative));
    xb_variable_set_derivative(a, 4, 1, 2.5);
    ck_assert(xb_variable_get_derivative(a, 4, 1, &derivative) && creal(derivative) == 2.5);
    ck_assert(xb_variable_get_derivative(a, 4, 0, &derivative) && creal(derivative) == 0);
    ck_assert(!xb_variable_get_derivative(a, 3, 1, &derivative));
    xb_variable_undefine(a);
    xb_number number;
    ck_assert(!xb_variable_get(a, 4, &number) && !xb_variable_get_derivative(a, 4, 1, &derivative));
}
END_TEST

START_TEST(strings_are_kept)
{
    evaluate_load("values");
    xb_variable *a = xb_variable_create(evaluator, XB_TYPE_STRING, NULL, 0, NULL);
    char bytes[] = "abc";
    const xb_number text = {.type = XB_TYPE_STRING, .text = {bytes, 3}};
    xb_variable_set(a, 0, &text);
    bytes[0] = 'x';
    xb_number number;
    ck_assert(xb_variable_get(a, 0, &number));
    ck_assert_uint_eq(number.text.length, 3);
    ck_assert(memcmp(number.text.bytes, "abc", 3) == 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evaluate");
    TCase *values = tcase_create("values");
    tcase_add_checked_fixture(values, evaluate_set_up, evaluate_tear_down);
    tcase_add_loop_test(values, results_are_right, 0, RESULTS);
    tcase_add_loop_test(values, runs_are_independent, 0, 3);
    tcase_add_test(values, statements_are_counted);
    tcase_add_test(values, deep_expressions_are_run);
    tcase_add_test(values, deep_recursion_is_run);
    tcase_add_test(values, extents_are_given);
    tcase_add_test(values, initial_values_are_given);
    tcase_add_test(values, globals_are_seen);
    tcase_add_test(values, globals_are_associated);
    tcase_add_test(values, initial_values_are_shared);
    tcase_add_test(values, globals_begin_within_others);
    tcase_add_test(values, markers_are_run);
    tcase_add_test(values, markers_can_fail);
    tcase_add_test(values, externals_do_nothing);
    tcase_add_test(values, derivatives_of_elements);
    tcase_add_test(values, strings_are_kept);
    suite_add_tcase(suite, values);
    return suite_run(suite);
}
