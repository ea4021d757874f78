/*
 * Transformed programs, written by hand, run by the split and the joint template: adjoints against exact
 * derivatives, balance of tapes and checkpoints, faults in the programs.
 */
#include <math.h>
#include <string.h>

#include "evaluate/state.h"
#include "runtime_fixture.h"
#include "suite.h"

/* ---- the programs --------------------------------------------------------------------------------- */

/* y and dy/dx, m rows of n. */
typedef void function(const double *x, double *y, double *jacobian);

static void product(const double *x, double *y, double *jacobian)
{
    *y = x[0] * x[1];
    jacobian[0] = x[1];
    jacobian[1] = x[0];
}

static void loop(const double *x, double *y, double *jacobian)
{
    *y = x[0] * x[1] * x[2] * x[3];
    jacobian[0] = x[1] * x[2] * x[3];
    jacobian[1] = x[0] * x[2] * x[3];
    jacobian[2] = x[0] * x[1] * x[3];
    jacobian[3] = x[0] * x[1] * x[2];
}

static void branch(const double *x, double *y, double *jacobian)
{
    *y = x[0] >= 1 ? 3 * x[0] * x[0] : 6 * x[0] - 3 * x[1];
    jacobian[0] = x[0] >= 1 ? 6 * x[0] : 6;
    jacobian[1] = x[0] >= 1 ? 0 : -3;
}

static void calls(const double *x, double *y, double *jacobian)
{
    double t = 5 * sin(x[0]);
    *y = t * t;
    jacobian[0] = 2 * t * 5 * cos(x[0]);
}

static void recursion(const double *x, double *y, double *jacobian)
{
    *y = x[0] * x[0] * x[0] * x[0];
    jacobian[0] = 4 * x[0] * x[0] * x[0];
}

static void arrays(const double *x, double *y, double *jacobian)
{
    const double factors[] = {2, 2, 1};
    memset(jacobian, 0, 16 * sizeof *jacobian);
    for (size_t i = 0; i < 3; i++) {
        y[i] = factors[i] * x[i] * x[i + 1];
        jacobian[4 * i + i] = factors[i] * x[i + 1];
        jacobian[4 * i + i + 1] = factors[i] * x[i];
    }
    y[3] = x[3] * x[3];
    jacobian[15] = 2 * x[3];
}

static const struct reversed {
    const char *file;
    function *exact;
    size_t n, m;
    bool x_is_vector, y_is_vector;
    double x[4];
} programs[] = {
    {"reverse_product.xaif", product, 2, 1, true, false, {3, 0.5}},
    {"reverse_loop.xaif", loop, 4, 1, true, false, {1.5, -2, 0.25, 3}},
    {"reverse_branch.xaif", branch, 2, 1, true, false, {1.5, 2}},
    {"reverse_branch.xaif", branch, 2, 1, true, false, {0.5, 2}},
    {"reverse_calls.xaif", calls, 1, 1, false, false, {0.75}},
    {"reverse_recursion.xaif", recursion, 1, 1, false, false, {1.25}},
    {"reverse_arrays.xaif", arrays, 4, 4, true, true, {1.5, -2, 0.25, 3}},
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

/* ---- running them --------------------------------------------------------------------------------- */

static const struct reversed *test;
static xb_variable *x, *y;

static xb_variable *argument(size_t count, bool is_vector)
{
    const xb_bounds bounds = {1, (int64_t)count};
    return xb_variable_create(evaluator, XB_TYPE_REAL, NULL, is_vector, &bounds);
}

static void start(const struct reversed *of)
{
    test = of;
    x = argument(test->n, test->x_is_vector);
    y = argument(test->m, test->y_is_vector);
    for (size_t i = 0; i < test->n; i++)
        set_value(x, i, test->x[i]);
    for (size_t d = 0; d < test->m; d++) {
        set_derivatives(x, d, 0);
        set_derivatives(y, d, 0);
    }
}

static void load(const struct reversed *of, xb_template kind)
{
    options.template_kind = kind;
    options.directions = of->m;
    runtime_file(of->file);
    start(of);
}

static xb_status run_in_mode(unsigned mode)
{
    xb_variable *const arguments[] = {x, y};
    xb_evaluator_set_mode(evaluator, mode);
    return runtime_run(arguments, 2);
}

static void check_near(double found, double wanted)
{
    ck_assert_msg(fabs(found - wanted) <= 1e-14 * fabs(wanted), "%.17g is %.17g", wanted, found);
}

static void check_values(void)
{
    double expected[4], jacobian[16];
    test->exact(test->x, expected, jacobian);
    for (size_t i = 0; i < test->m; i++)
        check_near(value(y, i), expected[i]);
}

/* The adjoints of x, and those of y. */
static void check_adjoints(double factor)
{
    double expected[4], jacobian[16];
    test->exact(test->x, expected, jacobian);
    for (size_t i = 0; i < test->m; i++)
        for (size_t j = 0; j < test->n; j++) {
            check_near(derivative(x, j, i), factor * jacobian[i * test->n + j]);
            ck_assert_double_eq(derivative(y, j % test->m, i), 0);
        }
    ck_assert_msg(xb_evaluator_check_stacks(evaluator) == XB_STATUS_OK, "%s", runtime_reported());
}

/* One direction for each dependent. */
static void seed(void *calls)
{
    check_values();
    for (size_t i = 0; i < test->m; i++)
        xb_variable_set_derivative(y, i, i, 1);
    ++*(int *)calls;
}

static void run_adjoint(void)
{
    int calls_of_seed = 0;
    xb_evaluator_after_taping(evaluator, seed, &calls_of_seed);
    ck_assert_msg(run_in_mode(XB_MODE_TAPE) == XB_STATUS_OK, "%s", runtime_reported());
    ck_assert_int_eq(calls_of_seed, 1);
    if (options.template_kind == XB_TEMPLATE_SPLIT)
        ck_assert_msg(run_in_mode(XB_MODE_ADJOINT) == XB_STATUS_OK, "%s", runtime_reported());
    ck_assert_str_eq(runtime_reported(), "");
}

START_TEST(originals_compute_values)
{
    static const xb_template kinds[] = {XB_TEMPLATE_NONE, XB_TEMPLATE_SPLIT, XB_TEMPLATE_JOINT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        load(&programs[_i], kinds[i]);
        ck_assert_msg(run_in_mode(XB_MODE_PLAIN) == XB_STATUS_OK, "%s", runtime_reported());
        check_values();
        ck_assert_uint_eq(xb_evaluator_count(evaluator).pushes, 0);
        ck_assert_uint_eq(xb_evaluator_count(evaluator).checkpoint_peak, 0);
    }
}
END_TEST

static void check_twice(void)
{
    run_adjoint();
    check_adjoints(1);
    run_adjoint();
    check_adjoints(2);
    xb_evaluator_reset(evaluator);
    start(test);
    run_adjoint();
    check_adjoints(1);
}

START_TEST(adjoints_by_the_split_template)
{
    load(&programs[_i], XB_TEMPLATE_SPLIT);
    check_twice();
    ck_assert_uint_eq(xb_evaluator_count(evaluator).checkpoint_peak, 0);
}
END_TEST

START_TEST(adjoints_by_the_joint_template)
{
    load(&programs[_i], XB_TEMPLATE_JOINT);
    check_twice();
}
END_TEST

/* Without a seed after taping, and with both flags set by the driver. */
START_TEST(adjoints_seeded_beforehand)
{
    load(&programs[_i], XB_TEMPLATE_JOINT);
    for (size_t i = 0; i < test->m; i++)
        xb_variable_set_derivative(y, i, i, 1);
    ck_assert_msg(run_in_mode(XB_MODE_TAPE | XB_MODE_ADJOINT) == XB_STATUS_OK, "%s", runtime_reported());
    check_adjoints(1);
}
END_TEST

START_TEST(strict_graphs_are_others)
{
    load(&programs[1], XB_TEMPLATE_SPLIT);
    run_adjoint();
    ck_assert_uint_eq(xb_evaluator_count(evaluator).pushes, 4 * 2 + 1);
    options.strict_anonymous = true;
    load(&programs[1], XB_TEMPLATE_SPLIT);
    run_adjoint();
    check_adjoints(1);
    ck_assert_uint_eq(xb_evaluator_count(evaluator).pushes, 4 * 3 + 1);
    load(&programs[1], XB_TEMPLATE_JOINT);
    run_adjoint();
    check_adjoints(1);
}
END_TEST

/* The split template has all of the tape at once, the joint one that of one routine and its callers. */
START_TEST(tapes_are_as_long_as_the_template_says)
{
    load(&programs[5], XB_TEMPLATE_SPLIT);
    run_adjoint();
    xb_evaluator_counts counts = xb_evaluator_count(evaluator);
    ck_assert_uint_eq(counts.tape_peak, 4 * 3 + 1);
    ck_assert_uint_eq(counts.pushes, 4 * 3 + 1);
    load(&programs[5], XB_TEMPLATE_JOINT);
    run_adjoint();
    counts = xb_evaluator_count(evaluator);
    ck_assert_uint_eq(counts.tape_peak, 3);
    ck_assert_uint_eq(counts.pushes, 4 * 3 + 1);
    ck_assert_uint_eq(counts.checkpoint_peak, 2);
    load(&programs[4], XB_TEMPLATE_JOINT);
    run_adjoint();
    ck_assert_uint_eq(xb_evaluator_count(evaluator).checkpoint_peak, 2 * 5);
}
END_TEST

/* ---- the order of placeholders -------------------------------------------------------------------- */

enum {
    STORE = XB_MODE_ARG_STORE,
    RESTORE = XB_MODE_ARG_RESTORE,
    PLAIN = XB_MODE_PLAIN,
    TAPE = XB_MODE_TAPE,
    ADJOINT = XB_MODE_ADJOINT
};

/* What a routine runs, in which mode each, and the mode that it leaves. */
static const struct order {
    xb_template kind;
    unsigned mode;
    unsigned placeholders[4], modes[4];
    unsigned left;
} orders[] = {
    {XB_TEMPLATE_NONE, 0, {1}, {0}, 0},
    {XB_TEMPLATE_NONE, TAPE | ADJOINT, {1}, {TAPE | ADJOINT}, TAPE | ADJOINT},
    {XB_TEMPLATE_SPLIT, 0, {0}, {0}, 0},
    {XB_TEMPLATE_SPLIT, PLAIN, {1}, {PLAIN}, PLAIN},
    {XB_TEMPLATE_SPLIT, TAPE, {2}, {TAPE}, TAPE},
    {XB_TEMPLATE_SPLIT, ADJOINT, {3}, {ADJOINT}, ADJOINT},
    {XB_TEMPLATE_SPLIT, TAPE | ADJOINT, {2, 3}, {TAPE | ADJOINT, TAPE | ADJOINT}, TAPE | ADJOINT},
    {XB_TEMPLATE_SPLIT, STORE | RESTORE, {0}, {0}, STORE | RESTORE},
    {XB_TEMPLATE_JOINT, PLAIN, {1}, {PLAIN}, PLAIN},
    {XB_TEMPLATE_JOINT, STORE | PLAIN, {4, 1}, {STORE | PLAIN, PLAIN}, STORE | PLAIN},
    {XB_TEMPLATE_JOINT, TAPE, {2, 3}, {STORE | PLAIN, RESTORE | TAPE}, RESTORE | TAPE},
    {XB_TEMPLATE_JOINT,
     RESTORE | TAPE,
     {6, 2, 3},
     {RESTORE | TAPE, STORE | PLAIN, RESTORE | TAPE},
     RESTORE | TAPE},
    {XB_TEMPLATE_JOINT, ADJOINT, {3}, {RESTORE | TAPE}, RESTORE | TAPE},
    {XB_TEMPLATE_JOINT, STORE | RESTORE, {4, 6}, {STORE | RESTORE, STORE | RESTORE}, STORE | RESTORE},
};

START_TEST(templates_run_placeholders_in_order)
{
    const struct order *order = &orders[_i];
    xb_evaluator fake = {.options = {.template_kind = order->kind}, .mode = order->mode};
    xb_template_state state = {0};
    for (size_t i = 0; i < 4 && order->placeholders[i]; i++) {
        ck_assert_uint_eq(xb_template_next(&fake, &state, false), order->placeholders[i]);
        ck_assert_uint_eq(fake.mode, order->modes[i]);
    }
    ck_assert_uint_eq(xb_template_next(&fake, &state, false), 0);
    ck_assert_uint_eq(fake.mode, order->left);
}
END_TEST

/* The mode may be anything when a placeholder has been run: that of the caller is put back. */
START_TEST(plain_runs_put_the_mode_back)
{
    xb_evaluator fake = {.options = {.template_kind = XB_TEMPLATE_JOINT}, .mode = STORE | PLAIN};
    xb_template_state state = {0};
    ck_assert_uint_eq(xb_template_next(&fake, &state, false), 4);
    ck_assert_uint_eq(xb_template_next(&fake, &state, false), 1);
    fake.mode = RESTORE | TAPE;
    ck_assert_uint_eq(xb_template_next(&fake, &state, false), 0);
    ck_assert_uint_eq(fake.mode, STORE | PLAIN);
}
END_TEST

static void count_call(void *calls)
{
    ++*(unsigned *)calls;
}

START_TEST(drivers_are_told_of_the_outermost_tape)
{
    static const struct {
        xb_template kind;
        unsigned mode;
        bool outermost;
        unsigned calls;
    } cases[] = {
        {XB_TEMPLATE_JOINT, TAPE, true, 1},    {XB_TEMPLATE_JOINT, TAPE, false, 0},
        {XB_TEMPLATE_SPLIT, TAPE, true, 1},    {XB_TEMPLATE_SPLIT, TAPE, false, 0},
        {XB_TEMPLATE_SPLIT, ADJOINT, true, 0}, {XB_TEMPLATE_JOINT, ADJOINT, true, 0},
        {XB_TEMPLATE_JOINT, PLAIN, true, 0},   {XB_TEMPLATE_NONE, TAPE, true, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned count = 0;
        xb_evaluator fake = {.options = {.template_kind = cases[i].kind},
                             .mode = cases[i].mode,
                             .after_taping = count_call,
                             .after_taping_context = &count};
        xb_template_state state = {0};
        while (xb_template_next(&fake, &state, cases[i].outermost) > 0)
            ;
        ck_assert_uint_eq(count, cases[i].calls);
    }
}
END_TEST

/* ---- faults --------------------------------------------------------------------------------------- */

/* A change of a program, and what is said when its adjoint is run (text of the diagnostics, a part of it). */
static const struct fault {
    size_t program;
    xb_template kind;
    const char *part, *by, *reported;
} faults[] = {
    /* a pop in the place of a push */
    {0, XB_TEMPLATE_SPLIT, "\"push_s0\"", "\"pop_s0\"", "pop_s0 takes 1 value, but the real tape is empty"},
    {0, XB_TEMPLATE_JOINT, "\"push_s0\"", "\"pop_s0\"",
     "  in CallGraph/ReplacementList[head]/Replacement[2]/BasicBlock[2]/InlinableSubroutineCall[s204]\n"},
    /* a push in the place of a pop: what would have been popped has no value */
    {0, XB_TEMPLATE_SPLIT, "\"pop_s0\"", "\"push_s0\"", "f_1"},
    /* on the wrong tape */
    {1, XB_TEMPLATE_SPLIT, "\"push_i_s0\"", "\"push_s0\"",
     "pop_i_s0 takes 1 value, but the integer tape is empty"},
    {1, XB_TEMPLATE_SPLIT, "\"pop_i_s0\"", "\"pop_i_s1\"",
     "argument 1 of pop_i_s1 has rank 0, and rank 1 by the name"},
    /* arguments that are stored once more than they are restored, and the reverse */
    {2, XB_TEMPLATE_JOINT, "\"cp_arg_restore_real_vector_a\"", "\"cp_arg_store_real_vector_a\"",
     "4 values are left on the real checkpoint stack of part at the end, the last by this "
     "cp_arg_store_real_vector_a\n"
     "  in CallGraph/ReplacementList[part]/Replacement[6]/BasicBlock[2]/InlinableSubroutineCall[s601]\n"},
    {4, XB_TEMPLATE_JOINT, "\"cp_arg_store_integer_scalar\"", "\"cp_arg_restore_integer_scalar\"",
     "cp_arg_restore_integer_scalar takes 1 value, but the integer checkpoint stack of part is empty"},
    {4, XB_TEMPLATE_JOINT, "\"cp_arg_restore_bool_scalar\"", "\"cp_arg_restore_integer_scalar\"",
     "cp_arg_restore_integer_scalar is for variables of type integer, but flag is of type bool"},
    /* a placeholder that is missing */
    {0, XB_TEMPLATE_JOINT, "placeholder=\"2\"", "placeholder=\"20\"", "placeholder 2"},
    {0, XB_TEMPLATE_SPLIT, "placeholder=\"3\"", "placeholder=\"30\"", "placeholder 3"},
};

START_TEST(faults_are_found)
{
    const struct fault *fault = &faults[_i];
    const struct reversed *of = &programs[fault->program];
    options.template_kind = fault->kind;
    options.directions = of->m;
    runtime_changed_file(of->file, fault->part, fault->by);
    start(of);
    for (size_t i = 0; i < test->m; i++)
        xb_variable_set_derivative(y, i, i, 1);
    xb_status status = run_in_mode(XB_MODE_TAPE);
    if (status == XB_STATUS_OK && fault->kind == XB_TEMPLATE_SPLIT)
        status = run_in_mode(XB_MODE_ADJOINT);
    if (status == XB_STATUS_OK)
        status = xb_evaluator_check_stacks(evaluator);
    ck_assert_int_ne(status, XB_STATUS_OK);
    ck_assert_msg(strstr(runtime_reported(), fault->reported), "%s", runtime_reported());
}
END_TEST

/* --------------------------------------------------------------------------------------------------- */

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

int main(void)
{
    Suite *suite = suite_create("runtime templates");
    TCase *all = tcase_create("templates");
    tcase_add_checked_fixture(all, runtime_set_up, runtime_tear_down);
    tcase_add_loop_test(all, originals_compute_values, 0, PROGRAMS);
    tcase_add_loop_test(all, adjoints_by_the_split_template, 0, PROGRAMS);
    tcase_add_loop_test(all, adjoints_by_the_joint_template, 0, PROGRAMS);
    tcase_add_loop_test(all, adjoints_seeded_beforehand, 0, PROGRAMS);
    tcase_add_test(all, strict_graphs_are_others);
    tcase_add_test(all, tapes_are_as_long_as_the_template_says);
    tcase_add_loop_test(all, templates_run_placeholders_in_order, 0, COUNT(orders));
    tcase_add_test(all, plain_runs_put_the_mode_back);
    tcase_add_test(all, drivers_are_told_of_the_outermost_tape);
    tcase_add_loop_test(all, faults_are_found, 0, COUNT(faults));
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
