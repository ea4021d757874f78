/*
 * Derivatives: exact ones of plain programs; what transformed programs compute, run in memory as they were
 * derived; and each kind of propagation by itself.
 */
#include <math.h>
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/run.h"
#include "evaluate_fixture.h"
#include "ir/build.h"
#include "suite.h"

/* Values and Jacobians of the routines of tests/data/evaluate/derivatives.f at x = (1.5, 0.5). */
static const double point[] = {1.5, 0.5};

static const struct jacobian {
    const char *routine;
    double y[2], dy[2][2];
} jacobians[] = {
    {"products", {0.75, 2.5}, {{0.5, 1.5}, {2, -7}}},   {"overwritten", {1.125, 1.5}, {{1.5, 2.25}, {0, 3}}},
    {"whole", {-7.5, -3.5}, {{-8, 0}, {-2, -2}}},       {"scattered", {0.75, 2.25}, {{0.5, 1.5}, {3, 0}}},
    {"looped", {3.375, 3.375}, {{6.75, 0}, {6.75, 0}}}, {"branched", {2.25, 1.5}, {{3, 0}, {1, 0}}},
    {"called", {0.25, 0.0625}, {{0, 1}, {0, 0.5}}},     {"global", {4.75, 1}, {{3, 1}, {0, 0}}},
    {"summed", {2.5, 1.5}, {{3, 1}, {1, 0}}},           {"rounded", {1.5, 0.5}, {{1, 0}, {0, 1}}},
    {"composed", {1.375, 1.5}, {{1.5, 3.25}, {1, 0}}},  {"functions", {3, -1.375}, {{1.5, -1.5}, {-1, 0.75}}},
};

enum { JACOBIANS = sizeof jacobians / sizeof *jacobians };

static void check_routine(const struct jacobian *expected)
{
    const xb_routine *routine = evaluate_routine(expected->routine);
    xb_variable *x = evaluate_argument(routine, 1, point, 2), *y = evaluate_argument(routine, 2, NULL, 0);
    for (size_t i = 0; i < 2; i++)
        xb_variable_set_derivative(x, i, i, 1);
    xb_variable *arguments[] = {x, y};
    xb_status status = xb_evaluator_call(evaluator, routine, arguments, 2);
    ck_assert_msg(status == XB_STATUS_OK, "%s", evaluate_reported());
    for (size_t i = 0; i < 2; i++) {
        ck_assert_double_eq(evaluate_value(y, i), expected->y[i]);
        for (size_t k = 0; k < 2; k++) {
            double complex derivative;
            ck_assert(xb_variable_get_derivative(y, i, k, &derivative));
            ck_assert_msg(creal(derivative) == expected->dy[i][k] && cimag(derivative) == 0,
                          "%s: dy(%zu)/dx(%zu) is %g, not %g", expected->routine, i + 1, k + 1,
                          creal(derivative), expected->dy[i][k]);
        }
    }
}

START_TEST(exact_derivatives_are_right)
{
    options.directions = 2;
    options.exact = true;
    evaluate_load("derivatives");
    check_routine(&jacobians[_i]);
    check_routine(&jacobians[_i]);
    options.directions = 7; /* with many directions partials are computed apart */
    evaluate_again();
    check_routine(&jacobians[_i]);
}
END_TEST

/* None of these programs has terms of different signs; a square root has rounding errors of its value's size.
 */
START_TEST(sizes_of_terms_are_right)
{
    options.directions = 2;
    options.exact = true;
    options.numbers = XB_EXACT_MAGNITUDES;
    evaluate_load("derivatives");
    struct jacobian sizes = jacobians[_i];
    for (size_t i = 0; i < 4; i++)
        sizes.dy[i / 2][i % 2] = fabs(sizes.dy[i / 2][i % 2]);
    if (strcmp(sizes.routine, "functions") == 0)
        sizes.dy[0][0] = sizes.dy[0][1] = 3;
    check_routine(&sizes);
}
END_TEST

/* All depend on what they have derivatives by; a maximum on all its operands. */
START_TEST(dependences_are_found)
{
    options.directions = 1;
    options.exact = true;
    options.numbers = XB_EXACT_DEPENDENCES;
    evaluate_load("derivatives");
    struct jacobian expected = jacobians[_i];
    if (strcmp(expected.routine, "branched") == 0)
        expected.dy[1][1] = 1;
    const xb_routine *routine = evaluate_routine(expected.routine);
    xb_variable *x = evaluate_argument(routine, 1, point, 2), *y = evaluate_argument(routine, 2, NULL, 0);
    for (size_t i = 0; i < 2; i++)
        xb_variable_set_derivative(x, i, 0, xb_evaluator_dependence(evaluator, (uint32_t)i));
    xb_variable *arguments[] = {x, y};
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, arguments, 2), XB_STATUS_OK);
    for (size_t i = 0; i < 2; i++) {
        double complex set;
        uint32_t numbers[2] = {0, 0};
        bool found[2] = {false, false};
        ck_assert(xb_variable_get_derivative(y, i, 0, &set));
        size_t count = xb_evaluator_dependences(evaluator, creal(set), numbers);
        ck_assert_uint_le(count, 2);
        for (size_t k = 0; k < count; k++)
            found[numbers[k]] = true;
        for (size_t k = 0; k < 2; k++)
            ck_assert_msg(found[k] == (expected.dy[i][k] != 0), "%s: y(%zu), x(%zu)", expected.routine, i + 1,
                          k + 1);
    }
}
END_TEST

/* Against flags: random sets of numbers of all sizes, joined with each other again and again. */
START_TEST(sets_are_joined)
{
    enum { SETS = 40, NUMBERS = 300, ROUNDS = 4000 };
    static bool flags[SETS][NUMBERS];
    uint32_t places[NUMBERS], listed[NUMBERS], state = 12345;
    double sets[SETS] = {0};
    options.directions = 1;
    options.exact = true;
    options.numbers = XB_EXACT_DEPENDENCES;
    evaluate_load("derivatives");
    for (uint32_t i = 0; i < NUMBERS; i++)
        places[i] = i < 100 ? i : i < 200 ? 1000 * i : UINT32_MAX - 777 * i;
    memset(flags, 0, sizeof flags);
    for (size_t round = 0; round < ROUNDS; round++) {
        state = state * 1664525 + 1013904223;
        uint32_t a = (state >> 8) % SETS, b = (state >> 16) % SETS, i = (state >> 12) % NUMBERS;
        if (round % 3 == 0) {
            sets[a] = xb_evaluator_join(evaluator, sets[a], xb_evaluator_dependence(evaluator, places[i]));
            flags[a][i] = true;
        } else if (round % 50 == 1) {
            sets[a] = 0;
            memset(flags[a], 0, sizeof flags[a]);
        } else if (round % 3 == 1) {
            sets[a] = xb_evaluator_join(evaluator, sets[a], sets[b]);
            for (size_t k = 0; k < NUMBERS; k++)
                flags[a][k] |= flags[b][k];
        }
        size_t count = xb_evaluator_dependences(evaluator, sets[a], NULL), wanted = 0;
        ck_assert_uint_le(count, NUMBERS);
        ck_assert_uint_eq(xb_evaluator_dependences(evaluator, sets[a], listed), count);
        for (size_t k = 1; k < count; k++)
            ck_assert_uint_lt(listed[k - 1], listed[k]);
        for (size_t k = 0; k < NUMBERS; k++) {
            bool is_listed = false;
            for (size_t c = 0; c < count; c++)
                is_listed = is_listed || listed[c] == places[k];
            ck_assert(is_listed == flags[a][k]);
            wanted += flags[a][k];
        }
        ck_assert_uint_eq(count, wanted);
        ck_assert((sets[a] == sets[b]) == (memcmp(flags[a], flags[b], sizeof flags[a]) == 0));
    }
}
END_TEST

START_TEST(complex_derivatives_are_right)
{
    static const struct jacobian complexly = {"complexly", {2, 1.5}, {{3, -1}, {1, 3}}};
    options.directions = 2;
    options.exact = true;
    evaluate_load("derivatives_complex");
    check_routine(&complexly);
}
END_TEST

START_TEST(passive_variables_end_derivatives_if_wanted)
{
    options.directions = 2;
    options.exact = true;
    evaluate_load("derivatives");
    const xb_routine *routine = evaluate_routine("rounded");
    xb_variable *x = evaluate_argument(routine, 1, point, 2), *y = evaluate_argument(routine, 2, NULL, 0);
    xb_variable *arguments[] = {x, y};
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, arguments, 2), XB_STATUS_OK);
    double complex derivative;
    ck_assert(xb_variable_get_derivative(y, 1, 1, &derivative)); /* defined, though x's are not */
    ck_assert(creal(derivative) == 0);
}
END_TEST

/* Makes the routine add_global an inner one of the routine global, and the global variable one of the latter.
 */
static void make_inner(void *argument)
{
    (void)argument;
    const xb_routine *host = evaluate_routine("global");
    evaluate_symbol("through", NULL)->scope = host->scope;
    evaluate_routine("set_global")->scope->parent = host->scope;
    evaluate_routine("add_global")->scope->parent = host->scope;
}

START_TEST(inner_procedures_see_their_host)
{
    options.directions = 2;
    options.exact = true;
    evaluate_load("derivatives");
    evaluate_protected(make_inner, NULL);
    evaluate_again();
    for (size_t i = 0; i < JACOBIANS; i++)
        check_routine(&jacobians[i]);
    ck_assert(xb_evaluator_global(evaluator, evaluate_symbol("through", NULL)) == NULL);
}
END_TEST

/* ---- transformed programs ------------------------------------------------------------------------- */

static xb_run *run;

static void transform(void *settings)
{
    static const char *const names[] = {"basicblockpreaccumulation"};
    const xb_setting *setting = settings;
    const xb_registry *registry = xb_registry_create(arena, xb_builtin_algorithms);
    xb_pipeline pipeline = {0};
    ck_assert_int_eq(xb_pipeline_resolve(arena, registry, program->diagnostics, names, 1, &pipeline),
                     XB_STATUS_OK);
    const xb_options *chosen = NULL;
    ck_assert_int_eq(xb_options_read(arena, program->diagnostics, registry, &pipeline, setting,
                                     setting->name ? 1 : 0, &chosen),
                     XB_STATUS_OK);
    const xb_run_plan plan = {.program = program,
                              .catalogue = xb_catalogue_create(arena),
                              .pipeline = &pipeline,
                              .options = chosen};
    run = xb_run_create(arena, &plan);
    for (size_t i = 0; i < pipeline.count; i++)
        ck_assert_int_eq(xb_run_stage(run, &pipeline.stages[i]), XB_STATUS_OK);
    xb_run_finish(run);
}

START_TEST(derived_code_is_run)
{
    static const xb_setting settings[] = {{NULL, NULL},
                                          {"inlinable-propagation", NULL},
                                          {"nary", NULL},
                                          {"per-statement", NULL},
                                          {"rename", NULL}};
    options.directions = 2;
    evaluate_load("derivatives");
    xb_evaluator_destroy(evaluator);
    evaluator = NULL;
    evaluate_protected(transform, (void *)&settings[_i]);
    for (int undefined = 0; undefined < 2; undefined++) {
        options.undefined_derivatives = undefined;
        evaluate_again();
        for (size_t i = 0; i < JACOBIANS; i++) {
            check_routine(&jacobians[i]);
            check_routine(&jacobians[i]);
        }
    }
    /* The original is still there. */
    options = (xb_evaluate_options){.directions = 2, .exact = true, .view = XB_VIEW_READ};
    evaluate_again();
    for (size_t i = 0; i < JACOBIANS; i++)
        check_routine(&jacobians[i]);
    xb_run_destroy(run);
}
END_TEST

/* Without directions derivative statements have no effect. */
START_TEST(derivative_statements_can_be_left_out)
{
    evaluate_load("derivatives");
    xb_evaluator_destroy(evaluator);
    evaluator = NULL;
    static const xb_setting none = {NULL, NULL};
    evaluate_protected(transform, (void *)&none);
    evaluate_again();
    for (size_t i = 0; i < JACOBIANS; i++) {
        const xb_routine *routine = evaluate_routine(jacobians[i].routine);
        xb_variable *arguments[] = {evaluate_argument(routine, 1, point, 2),
                                    evaluate_argument(routine, 2, NULL, 0)};
        ck_assert_int_eq(xb_evaluator_call(evaluator, routine, arguments, 2), XB_STATUS_OK);
        ck_assert_double_eq(evaluate_value(arguments[1], 0), jacobians[i].y[0]);
    }
    xb_run_destroy(run);
}
END_TEST

/* ---- propagations --------------------------------------------------------------------------------- */

/* An operand: a local variable of the routine "operands", perhaps with a subscript or a section. */
typedef struct operand {
    const char *variable;
    enum { WHOLE, ELEMENT, SECTION } part;
    int64_t first, last;
} operand;

/* A propagation and the derivatives (in direction 1; direction 2 has them twice) that it leaves. Before it
 * s' = 2, t' = 3, u' is undefined, v' = (1, 2, 3), w' = (10, 20, 30); s = 5, v = (4, 5, 6). */
static const struct propagation_case {
    xb_kind kind;
    operand target, sources[2], factors[2]; /* a factor without variable: 3 */
    size_t terms;
    double expected[3];
    const char *error;
} propagations[] = {
    {XB_KIND_SET_DERIV, {"u", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {2}, NULL},
    {XB_KIND_SET_NEG_DERIV, {"u", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {-2}, NULL},
    {XB_KIND_INC_DERIV, {"t", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {5}, NULL},
    {XB_KIND_DEC_DERIV, {"t", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {1}, NULL},
    {XB_KIND_INC_DERIV, {"s", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {4}, NULL},
    {XB_KIND_DEC_DERIV, {"s", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {0}, NULL},
    {XB_KIND_ZERO_DERIV, {"u", WHOLE, 0, 0}, {{0}}, {{0}}, 0, {0}, NULL},
    {XB_KIND_ZERO_DERIV, {"v", SECTION, 2, 3}, {{0}}, {{0}}, 0, {1, 0, 0}, NULL},
    {XB_KIND_SAX, {"u", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{"s", WHOLE, 0, 0}}, 1, {10}, NULL},
    {XB_KIND_SAX,
     {"s", WHOLE, 0, 0},
     {{"s", WHOLE, 0, 0}, {"t", WHOLE, 0, 0}},
     {{0}, {"s", WHOLE, 0, 0}},
     2,
     {21},
     NULL},
    {XB_KIND_SAXPY, {"s", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}, {"t", WHOLE, 0, 0}}, {{0}, {0}}, 2, {17}, NULL},
    {XB_KIND_SET_DERIV, {"v", WHOLE, 0, 0}, {{"w", WHOLE, 0, 0}}, {{0}}, 1, {10, 20, 30}, NULL},
    {XB_KIND_SET_DERIV, {"v", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{0}}, 1, {2, 2, 2}, NULL},
    {XB_KIND_INC_DERIV, {"v", SECTION, 1, 2}, {{"w", SECTION, 2, 3}}, {{0}}, 1, {21, 32, 3}, NULL},
    {XB_KIND_SET_DERIV, {"v", SECTION, 2, 3}, {{"v", SECTION, 1, 2}}, {{0}}, 1, {1, 1, 2}, NULL},
    {XB_KIND_SET_DERIV, {"v", ELEMENT, 2, 0}, {{"w", ELEMENT, 3, 0}}, {{0}}, 1, {1, 30, 3}, NULL},
    {XB_KIND_SAXPY, {"v", WHOLE, 0, 0}, {{"w", WHOLE, 0, 0}}, {{"v", WHOLE, 0, 0}}, 1, {41, 102, 183}, NULL},
    {XB_KIND_SAX, {"v", WHOLE, 0, 0}, {{"s", WHOLE, 0, 0}}, {{"v", WHOLE, 0, 0}}, 1, {8, 10, 12}, NULL},
    {XB_KIND_INC_DERIV, {"t", WHOLE, 0, 0}, {{"v", WHOLE, 0, 0}}, {{0}}, 1, {9}, NULL},
    {XB_KIND_SAX, {"t", WHOLE, 0, 0}, {{"v", SECTION, 2, 3}, {"s", WHOLE, 0, 0}}, {{0}, {0}}, 2, {27}, NULL},
    {XB_KIND_INC_DERIV,
     {"u", WHOLE, 0, 0},
     {{"s", WHOLE, 0, 0}},
     {{0}},
     1,
     {0},
     "the derivative of u is read but was never set"},
    {XB_KIND_SET_DERIV,
     {"s", WHOLE, 0, 0},
     {{"u", WHOLE, 0, 0}},
     {{0}},
     1,
     {0},
     "the derivative of u is read but was never set"},
    {XB_KIND_SET_DERIV,
     {"i", WHOLE, 0, 0},
     {{"s", WHOLE, 0, 0}},
     {{0}},
     1,
     {0},
     "i has no derivative: it is of type integer"},
    {XB_KIND_SET_DERIV,
     {"v", SECTION, 1, 2},
     {{"w", WHOLE, 0, 0}},
     {{0}},
     1,
     {0},
     "arrays of different shapes in the propagation of derivatives"},
};

enum { PROPAGATIONS = sizeof propagations / sizeof *propagations };

static xb_expression *integer(int64_t value)
{
    return xb_build_leaf(program, xb_build_integer(program, value));
}

static xb_reference *make_reference(const operand *o)
{
    xb_symbol *symbol = evaluate_symbol(o->variable, evaluate_routine("operands"));
    xb_reference *reference = xb_build_reference(program, symbol);
    if (o->part == WHOLE)
        return reference;
    xb_triplet *triplet = xb_node_create(program, XB_KIND_TRIPLET, sizeof *triplet, 0);
    triplet->index = integer(o->first);
    triplet->bound = o->part == SECTION ? integer(o->last) : NULL;
    xb_list_append(program->arena, &reference->subscripts, triplet);
    return reference;
}

static xb_propagation *make_propagation(xb_kind kind, const operand *target)
{
    xb_propagation *entry = xb_node_create(program, kind, sizeof *entry, 0);
    entry->target = make_reference(target);
    return entry;
}

static void add_term(xb_propagation *entry, const operand *factor, const operand *source)
{
    xb_term *term = xb_vector_push(program->arena, &entry->terms, sizeof *term);
    term->factor = factor->variable ? xb_build_leaf(program, make_reference(factor)) : integer(3);
    term->source = make_reference(source);
}

/* Puts a propagator after the last statement of the routine "operands". */
static void add_propagator(void *argument)
{
    const struct propagation_case *c = argument;
    xb_propagation *entry = make_propagation(c->kind, &c->target);
    bool has_factors = c->kind == XB_KIND_SAX || c->kind == XB_KIND_SAXPY;
    if (c->terms > 0 && !has_factors)
        entry->source = make_reference(&c->sources[0]);
    for (size_t i = 0; has_factors && i < c->terms; i++)
        add_term(entry, &c->factors[i], &c->sources[i]);
    xb_propagator *propagator = xb_node_create(program, XB_KIND_DERIVATIVE_PROPAGATOR, sizeof *propagator, 0);
    propagator->statement.id = xb_names_empty(program->names);
    xb_list_append(program->arena, &propagator->entries, entry);
    const xb_list *vertices = &evaluate_routine("operands")->flow.vertices;
    for (size_t i = 0; i < vertices->count; i++) {
        const xb_flow_vertex *vertex = vertices->items[i];
        if (vertex->statements.count == 0)
            continue;
        xb_node *last = vertex->statements.items[vertex->statements.count - 1];
        xb_list *derived = xb_arena_alloc(program->arena, sizeof *derived);
        xb_list_append(program->arena, derived, last);
        xb_list_append(program->arena, derived, propagator);
        xb_derive(program, last, derived);
    }
}

static void set_derivatives(xb_variable *variable, const double *values)
{
    for (size_t i = 0; i < xb_variable_count(variable); i++)
        for (size_t k = 0; k < 2; k++)
            xb_variable_set_derivative(variable, i, k, values[i] * (double)(k + 1));
}

static void check_derivatives(const xb_variable *variable, const double *expected)
{
    for (size_t i = 0; i < xb_variable_count(variable); i++)
        for (size_t k = 0; k < 2; k++) {
            double complex derivative;
            ck_assert(xb_variable_get_derivative(variable, i, k, &derivative));
            ck_assert_double_eq(creal(derivative), expected[i] * (double)(k + 1));
        }
}

START_TEST(propagations_are_run)
{
    const struct propagation_case *c = &propagations[_i];
    options.directions = 2;
    evaluate_load("propagations");
    xb_evaluator_destroy(evaluator);
    evaluator = NULL;
    evaluate_protected(add_propagator, (void *)c);
    evaluate_again();
    const xb_routine *routine = evaluate_routine("operands");
    static const char *const names[] = {"s", "t", "u", "v", "w", "i"};
    static const double values[6][3] = {{5}, {1}, {1}, {4, 5, 6}, {7, 8, 9}, {1}};
    static const double derivatives[6][3] = {{2}, {3}, {0}, {1, 2, 3}, {10, 20, 30}, {0}};
    xb_variable *arguments[6], *target = NULL;
    for (uint32_t i = 0; i < 6; i++) {
        arguments[i] = evaluate_argument(routine, i + 1, values[i], i == 3 || i == 4 ? 3 : 1);
        if (strcmp(names[i], "u") != 0)
            set_derivatives(arguments[i], derivatives[i]);
        if (strcmp(names[i], c->target.variable) == 0)
            target = arguments[i];
    }
    xb_status status = xb_evaluator_call(evaluator, routine, arguments, 6);
    if (c->error) {
        ck_assert_int_eq(status, XB_STATUS_INVALID);
        ck_assert_msg(strstr(evaluate_reported(), c->error), "%s", evaluate_reported());
        ck_assert_msg(strstr(evaluate_reported(), "]/DerivativePropagator"), "%s", evaluate_reported());
        return;
    }
    ck_assert_msg(status == XB_STATUS_OK, "%s", evaluate_reported());
    check_derivatives(target, c->expected);
}
END_TEST

/* ---- kinks ---------------------------------------------------------------------------------------- */

START_TEST(kinks_are_noted)
{
    options.watch_kinks = true;
    evaluate_load("derivatives");
    const xb_routine *routine = evaluate_routine("branched");
    const double near[] = {1.25, 1.5};
    xb_variable *arguments[] = {evaluate_argument(routine, 1, near, 2),
                                evaluate_argument(routine, 2, NULL, 0)};
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, arguments, 2), XB_STATUS_OK);
    size_t count;
    const xb_kink *kinks = xb_evaluator_kinks(evaluator, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(kinks[0].intrinsic, "branch");
    ck_assert_int_eq(kinks[0].node->kind, XB_KIND_BRANCH);
    ck_assert_str_eq(kinks[1].intrinsic, "nc_max_scal_scal");
    ck_assert_int_eq(kinks[1].node->kind, XB_KIND_ASSIGNMENT);
    ck_assert(kinks[1].routine == routine);
    double first = kinks[1].distance;
    ck_assert(first > 0.1 && first < 0.3);
    const xb_number closer = xb_number_of_real(1.4375);
    xb_variable_set(arguments[0], 0, &closer);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, arguments, 2), XB_STATUS_OK);
    kinks = xb_evaluator_kinks(evaluator, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_double_lt(kinks[1].distance, first);
    xb_evaluator_reset(evaluator);
    xb_evaluator_kinks(evaluator, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evaluate_derivatives");
    TCase *derivatives = tcase_create("derivatives");
    tcase_add_checked_fixture(derivatives, evaluate_set_up, evaluate_tear_down);
    tcase_add_loop_test(derivatives, exact_derivatives_are_right, 0, JACOBIANS);
    tcase_add_loop_test(derivatives, sizes_of_terms_are_right, 0, JACOBIANS);
    tcase_add_loop_test(derivatives, dependences_are_found, 0, JACOBIANS);
    tcase_add_test(derivatives, sets_are_joined);
    tcase_add_test(derivatives, complex_derivatives_are_right);
    tcase_add_test(derivatives, passive_variables_end_derivatives_if_wanted);
    tcase_add_test(derivatives, inner_procedures_see_their_host);
    tcase_add_loop_test(derivatives, derived_code_is_run, 0, 5);
    tcase_add_test(derivatives, derivative_statements_can_be_left_out);
    tcase_add_loop_test(derivatives, propagations_are_run, 0, PROPAGATIONS);
    tcase_add_test(derivatives, kinks_are_noted);
    suite_add_tcase(suite, derivatives);
    return suite_run(suite);
}
