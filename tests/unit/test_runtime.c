/*
 * Inlinable calls one by one: what they do to derivatives and stacks.
 */
#include <string.h>

#include "runtime_fixture.h"
#include "suite.h"

/* ---- derivatives ---------------------------------------------------------------------------------- */

/* All of a, b, c have the derivative 10 before; v and w 10, 20, 30; p is 4, s is 2, 3, 4. */
static const struct propagation {
    const char *statements, *id;
    double derivatives[6];
} propagations[] = {
    /* reverse mode: what is read comes first */
    {"Saxpy(p,a,b)", "b", {50}},
    {"Saxpy(2.5,a,b)", "b", {35}},
    {"Saxpy(3,a,b)", "b", {40}},
    {"Saxpy(p,a,a)", "a", {50}},
    {"IncDeriv(a,b)", "b", {20}},
    {"IncDeriv(a,a)", "a", {20}},
    {"DecDeriv(v[3],b)", "b", {-20}},
    {"SetDeriv(v[2],b)", "b", {20}},
    {"ZeroDeriv(a)", "a", {0}},
    {"ZeroDeriv(@a)", "a", {0}},
    {"ZeroDeriv(v[2:3])", "v", {10, 0, 0}},
    {"CondIncZeroDeriv(v[2],b)", "b", {30}},
    {"CondIncZeroDeriv(v[2],b)", "v", {10, 0, 30}},
    {"CondIncZeroDeriv(v[2],v[2])", "v", {10, 20, 30}},
    {"CondIncZeroDeriv(v[2],v[3])", "v", {10, 0, 50}},
    /* arrays: element by element; scalars that are read are broadcast, those that are updated get sums */
    {"Saxpy(s,v,w)", "w", {30, 80, 150}},
    {"Saxpy(s,a,w)", "w", {30, 50, 70}},
    {"Saxpy(p,v,w)", "w", {50, 100, 150}},
    {"Saxpy(s,v,b)", "b", {210}},
    {"IncDeriv(a,v)", "v", {20, 30, 40}},
    {"IncDeriv(v,a)", "a", {70}},
    {"DecDeriv(v,a)", "a", {-50}},
    {"IncDeriv(v[1:2],v[2:3])", "v", {10, 30, 50}},
    {"IncDeriv(v[2:3],v[1:2])", "v", {30, 50, 30}},
    {"DecDeriv(v,v)", "v", {0, 0, 0}},
    {"SetDeriv(m,n)", "n", {10, 20, 30, 40, 50, 60}},
    {"IncDeriv(m,n)", "n", {20, 40, 60, 80, 100, 120}},
    /* forward mode: the target comes first, except in sax and saxpy */
    {"setderiv(b,v[3])", "b", {30}},
    {"set_neg_deriv(b,v[3])", "b", {-30}},
    {"inc_deriv(b,v[3])", "b", {40}},
    {"dec_deriv(b,v[3])", "b", {-20}},
    {"zero_deriv(b)", "b", {0}},
    {"zero_deriv_s1(v)", "v", {0, 0, 0}},
    {"setderiv_s0_s0(b,v[3])", "b", {30}},
    {"setderiv_s1_s0(v,b)", "v", {10, 10, 10}},
    {"set_neg_deriv_s1_s1(v,w)", "v", {-10, -20, -30}},
    {"inc_deriv_s2_s2(m,n)", "m", {20, 40, 60, 80, 100, 120}},
    {"sax(p,v[2],b)", "b", {80}},
    {"saxpy(p,v[2],b)", "b", {90}},
    {"sax_s0_s0_s0(p,v[2],b)", "b", {80}},
    {"saxpy_s0_s0_s0(p,b,b)", "b", {50}},
    {"sax(p,v[2],2,v[1],0.5,b,b)", "b", {105}},
    {"saxpy(p,v[2],2,v[1],0.5,b,b)", "b", {115}},
    {"sax_s0_s0_s0_s0_s0(p,a,p,b,a)", "a", {80}},
    {"sax_s1_s1_s1(s,v,w)", "w", {20, 60, 120}},
    {"sax_s0_s1_s1(p,v,v)", "v", {40, 80, 120}},
};

START_TEST(derivatives_go_where_they_should)
{
    const struct propagation *test = &propagations[_i];
    runtime_numbered(test->statements);
    runtime_run_well(NULL, 0);
    xb_variable *of = variable(test->id);
    for (size_t i = 0; i < xb_variable_count(of); i++) {
        ck_assert_msg(derivative(of, i, 0) == test->derivatives[i], "%s: %s(%zu)' is %g", test->statements,
                      test->id, i + 1, derivative(of, i, 0));
        ck_assert_msg(derivative(of, i, 1) == 100 * test->derivatives[i], "%s, second direction",
                      test->statements);
        ck_assert_msg(value(of, i) == (double)i + 1, "%s changes a value", test->statements);
    }
}
END_TEST

/* Where there are no derivatives, or exact ones, the calls have no effect. */
START_TEST(derivatives_only_if_wanted)
{
    options.exact = true;
    runtime_numbered("IncDeriv(v,a); Saxpy(p,a,b); ZeroDeriv(c); setderiv(w,a)");
    runtime_run_well(NULL, 0);
    ck_assert_double_eq(derivative(variable("a"), 0, 0), 10);
    ck_assert_double_eq(derivative(variable("b"), 0, 0), 10);
    ck_assert_double_eq(derivative(variable("c"), 0, 0), 10);
    ck_assert_double_eq(derivative(variable("w"), 2, 0), 30);
    options = (xb_evaluate_options){0};
    runtime_program("IncDeriv(v,a); ZeroDeriv(c); cp_arg_store_real_scalar_a_d(a)");
    runtime_run_well(NULL, 0);
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_OK);
}
END_TEST

/* ---- tapes ---------------------------------------------------------------------------------------- */

/* Values in the order of the variable's elements after the statements, which must leave the tapes empty. */
static const struct tape {
    const char *statements, *id;
    double values[6];
} tapes[] = {
    {"push_s0(p); p = 9.0; pop_s0(p)", "p", {4}},
    {"push(p); p = 9.0; Pop(p)", "p", {4}},
    {"push_s0(2.5); pop_s0(p)", "p", {2.5}},
    {"push_s0(7); pop_s0(p)", "p", {7}},
    {"i = 7; push_s0(i); i = 1; pop_s0(i)", "i", {7}},
    {"apush(v[2]); apop(b)", "b", {2}},
    {"push_s0(v[1]); push_s0(v[2]); pop_s0(v[1]); pop_s0(v[2])", "v", {2, 1, 3}},
    {"push_s1(v); v = 0.0; pop_s1(v)", "v", {1, 2, 3}},
    {"push_s1(v[2:3]); pop_s1(v[1:2])", "v", {2, 3, 3}},
    {"push_s1(v); pop_s0(v[1]); pop_s0(v[2]); pop_s0(v[3])", "v", {3, 2, 1}},
    {"push_s2(m); m = 0.0; pop_s2(m)", "m", {1, 2, 3, 4, 5, 6}},
    {"i = 5; push_i_s0(i); i = 6; pop_i_s0(i)", "i", {5}},
    {"i = 5; push_i(i); i = 6; pop_i(i)", "i", {5}},
    {"push_i_s0(-3); pop_i_s0(i)", "i", {-3}},
    {"k = 8; k[1] = 9; push_i_s1(k); k = 0; pop_i_s1(k)", "k", {9, 8}},
    {"l = .true.; push_b(l); l = .false.; pop_b(l)", "l", {1}},
    {"lv = .true.; lv[2] = .false.; push_b(lv); lv = .false.; pop_b(lv)", "lv", {1, 0}},
    /* one tape each: orders of different types are independent */
    {"i = 5; push_s0(p); push_i_s0(i); p = 1.0; i = 0; pop_s0(p); pop_i_s0(i)", "i", {5}},
    {"oad_AllocateShape(ps,0); push_s1(ps); push_s0(p); pop_s0(a); pop_s1(ps)", "a", {4}},
};

START_TEST(tapes_give_back_what_they_got)
{
    const struct tape *test = &tapes[_i];
    runtime_numbered(test->statements);
    runtime_run_well(NULL, 0);
    xb_variable *of = variable(test->id);
    for (size_t i = 0; i < xb_variable_count(of); i++)
        ck_assert_msg(value(of, i) == test->values[i], "%s: %s(%zu) is %g", test->statements, test->id, i + 1,
                      value(of, i));
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_OK);
}
END_TEST

START_TEST(tapes_leave_derivatives_alone)
{
    runtime_numbered("push_s1(v); pop_s1(w); apush(a); apop(b)");
    set_derivatives(variable("w"), 0, 7);
    runtime_run_well(NULL, 0);
    for (size_t i = 0; i < 3; i++)
        ck_assert_double_eq(derivative(variable("w"), i, 0), 7);
    ck_assert_double_eq(derivative(variable("b"), 0, 0), 10);
}
END_TEST

/* Exact derivatives are part of the value. */
START_TEST(tapes_take_exact_derivatives_along)
{
    options.exact = true;
    runtime_numbered("push_s1(v); push_s0(a); i = 3; push_s0(i); pop_s0(b); pop_s0(c); pop_s1(w)");
    set_derivatives(variable("w"), 0, 7);
    runtime_run_well(NULL, 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_eq(value(variable("w"), i), (double)i + 1);
        ck_assert_double_eq(derivative(variable("w"), i, 0), 10 * ((double)i + 1));
        ck_assert_double_eq(derivative(variable("w"), i, 1), 1000 * ((double)i + 1));
    }
    ck_assert_double_eq(value(variable("b"), 0), 3);
    ck_assert_double_eq(derivative(variable("b"), 0, 0), 0);
    ck_assert_double_eq(derivative(variable("c"), 0, 1), 1000);
}
END_TEST

static void check_text(const char *id, const char *expected)
{
    xb_number number;
    ck_assert(xb_variable_get(variable(id), 0, &number));
    ck_assert_uint_eq(number.text.length, strlen(expected));
    ck_assert_mem_eq(number.text.bytes, expected, number.text.length);
}

START_TEST(tapes_hold_strings)
{
    runtime_numbered(
        "t = 'one'; u = ''; push_s(t); push_s(u); push_s('three'); t = 'x'; u = 'y'; pop_s(t); pop_s(u); "
        "cp_arg_store_string_scalar(t); pop_s(t); cp_arg_restore_string_scalar(u)");
    runtime_run_well(NULL, 0);
    check_text("t", "one");
    check_text("u", "three");
}
END_TEST

START_TEST(tapes_are_counted)
{
    runtime_numbered(
        "push_s1(v); push_s0(p); pop_s0(p); push_i_s0(1); pop_s1(v); push_s0(p); pop_s0(p); pop_i_s0(i); "
        "cp_arg_store_real_vector_a(v); cp_arg_restore_real_vector_a(v); countmult(5); countmult(2); "
        "i = 4; countadd(i)");
    runtime_run_well(NULL, 0);
    xb_evaluator_counts counts = xb_evaluator_count(evaluator);
    ck_assert_uint_eq(counts.pushes, 6);
    ck_assert_uint_eq(counts.tape_peak, 4);
    ck_assert_uint_eq(counts.checkpoint_peak, 3);
    ck_assert_uint_eq(counts.multiplications, 7);
    ck_assert_uint_eq(counts.additions, 4);
    xb_evaluator_reset(evaluator);
    counts = xb_evaluator_count(evaluator);
    ck_assert_uint_eq(counts.pushes, 0);
    ck_assert_uint_eq(counts.tape_peak, 0);
    ck_assert_uint_eq(counts.checkpoint_peak, 0);
    ck_assert_uint_eq(counts.multiplications, 0);
}
END_TEST

/* A thousand calls of a program leave 6000 elements; reset forgets them. */
START_TEST(tapes_grow)
{
    runtime_numbered("push_s2(m); push_s0(p); push_i_s0(2); pop_s0(p)");
    for (unsigned i = 0; i < 1000; i++) {
        for (size_t e = 0; e < 6; e++)
            set_value(variable("m"), e, i);
        runtime_run_well(NULL, 0);
    }
    ck_assert_uint_eq(xb_evaluator_count(evaluator).tape_peak, 7001);
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_INVALID);
    xb_evaluator_reset(evaluator);
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_OK);
}
END_TEST

START_TEST(tapes_obey_the_limit_of_memory)
{
    options.memory_limit = 1024 * 1024;
    runtime_numbered("push_s2(m)");
    xb_status status = XB_STATUS_OK;
    unsigned calls = 0;
    while (status == XB_STATUS_OK && calls < 100000) {
        status = runtime_run(NULL, 0);
        calls++;
    }
    ck_assert_int_eq(status, XB_STATUS_FAILED);
    ck_assert_uint_gt(calls, 1000);
    ck_assert_msg(strncmp(runtime_reported(), "in.xaif:100: error: ", 20) == 0, "%s", runtime_reported());
    xb_evaluator_reset(evaluator);
    for (size_t e = 0; e < 6; e++)
        set_value(variable("m"), e, 1);
    ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_OK);
}
END_TEST

/* ---- checkpoints ---------------------------------------------------------------------------------- */

static const struct tape checkpoints[] = {
    {"cp_arg_store_real_scalar(p); p = 1.0; cp_arg_restore_real_scalar(p)", "p", {4}},
    {"cp_arg_store_real_scalar_a(a); a = 7.0; cp_arg_restore_real_scalar_a(a)", "a", {1}},
    {"cp_arg_store_real_vector(s); s = 7.0; cp_arg_restore_real_vector(s)", "s", {2, 3, 4}},
    {"cp_arg_store_real_matrix_a(m); m = 7.0; cp_arg_restore_real_matrix_a(m)", "m", {1, 2, 3, 4, 5, 6}},
    {"i = 3; cp_arg_store_integer_scalar(i); i = 7; cp_arg_restore_integer_scalar(i)", "i", {3}},
    {"k = 3; k[2] = 4; cp_arg_store_integer_vector(k); k = 7; cp_arg_restore_integer_vector(k)", "k", {3, 4}},
    {"l = .true.; cp_arg_store_bool_scalar(l); l = .false.; cp_arg_restore_bool_scalar(l)", "l", {1}},
    /* last in, first out by type; other types don't matter */
    {"i = 3; cp_arg_store_real_scalar(p); cp_arg_store_real_vector(s); cp_arg_store_integer_scalar(i); "
     "p = 1.0; s = 0.0; cp_arg_restore_real_vector(s); cp_arg_restore_real_scalar(p); "
     "cp_arg_restore_integer_scalar(i)",
     "p",
     {4}},
    /* old names */
    {"cp_res_store_real_vector_a(v); v = 0.0; cp_res_restore_real_vector_a(v)", "v", {1, 2, 3}},
};

START_TEST(checkpoints_give_back_what_they_got)
{
    const struct tape *test = &checkpoints[_i];
    runtime_numbered(test->statements);
    runtime_run_well(NULL, 0);
    xb_variable *of = variable(test->id);
    for (size_t i = 0; i < xb_variable_count(of); i++)
        ck_assert_msg(value(of, i) == test->values[i], "%s: %s(%zu) is %g", test->statements, test->id, i + 1,
                      value(of, i));
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_OK);
}
END_TEST

START_TEST(checkpoints_of_derivatives)
{
    runtime_numbered(
        "cp_arg_store_real_vector_a_d(v); cp_arg_store_real_scalar_a(a); ZeroDeriv(v); v = 0.0; a = 3.0; "
        "cp_arg_restore_real_scalar_a(a); cp_arg_restore_real_vector_a_d(v)");
    runtime_run_well(NULL, 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_eq(value(variable("v"), i), 0);
        ck_assert_double_eq(derivative(variable("v"), i, 0), 10 * ((double)i + 1));
        ck_assert_double_eq(derivative(variable("v"), i, 1), 1000 * ((double)i + 1));
    }
    ck_assert_double_eq(value(variable("a"), 0), 1);
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_OK);
}
END_TEST

/* What a routine does not read need not be defined. */
START_TEST(checkpoints_keep_what_is_undefined)
{
    runtime_numbered("cp_arg_store_real_vector_a(v); v = 7.0; cp_arg_restore_real_vector_a(v); "
                     "cp_arg_store_real_scalar(q); "
                     "q = 1.0; cp_arg_restore_real_scalar(q)");
    xb_variable_undefine(variable("v"));
    set_value(variable("v"), 1, 5);
    runtime_run_well(NULL, 0);
    xb_number number;
    ck_assert(!xb_variable_get(variable("v"), 0, &number));
    ck_assert_double_eq(value(variable("v"), 1), 5);
    ck_assert(!xb_variable_get(variable("v"), 2, &number));
    ck_assert(!xb_variable_get(variable("q"), 0, &number));
}
END_TEST

static void check_complex(const char *id, double real, double imaginary)
{
    xb_number number;
    ck_assert(xb_variable_get(variable(id), 0, &number));
    ck_assert_double_eq(number.real, real);
    ck_assert_double_eq(number.imaginary, imaginary);
}

START_TEST(checkpoints_of_complex_numbers)
{
    const xb_number start = xb_number_of_complex(xb_complex(1, 2));
    runtime_numbered(
        "cp_arg_store_complex_scalar_a(z); cp_arg_store_complex_scalar_a_d(z); z = 0.0; ZeroDeriv(z); "
        "cp_arg_restore_complex_scalar_a(z); cp_arg_restore_complex_scalar_a_d(z); "
        "cp_arg_store_complex_scalar(zp); zp = 1.0; cp_arg_restore_complex_scalar(zp)");
    xb_variable_set(variable("z"), 0, &start);
    xb_variable_set(variable("zp"), 0, &start);
    xb_variable_set_derivative(variable("z"), 0, 1, xb_complex(3, 4));
    runtime_run_well(NULL, 0);
    check_complex("z", 1, 2);
    check_complex("zp", 1, 2);
    double complex d;
    ck_assert(xb_variable_get_derivative(variable("z"), 0, 1, &d));
    ck_assert_double_eq(creal(d), 3);
    ck_assert_double_eq(cimag(d), 4);
}
END_TEST

START_TEST(checkpoints_take_exact_derivatives_along)
{
    options.exact = true;
    runtime_numbered(
        "cp_arg_store_real_vector_a(v); cp_arg_store_real_matrix_a(m); cp_arg_store_complex_scalar_a(z); "
        "v = 0.0; m = 0.0; z = 0.0; cp_arg_restore_complex_scalar_a(z); cp_arg_restore_real_matrix_a(m); "
        "cp_arg_restore_real_vector_a(w)");
    const xb_number start = xb_number_of_complex(xb_complex(1, 2));
    xb_variable_set(variable("z"), 0, &start);
    xb_variable_set_derivative(variable("z"), 0, 1, xb_complex(3, 4));
    set_derivatives(variable("w"), 0, 7);
    runtime_run_well(NULL, 0);
    for (size_t i = 0; i < 6; i++) {
        xb_variable *of = variable(i < 3 ? "w" : "m");
        ck_assert_double_eq(value(of, i), (double)i + 1);
        ck_assert_double_eq(derivative(of, i, 0), 10 * ((double)i + 1));
        ck_assert_double_eq(derivative(of, i, 1), 1000 * ((double)i + 1));
    }
    check_complex("z", 1, 2);
    double complex d;
    ck_assert(xb_variable_get_derivative(variable("z"), 0, 1, &d));
    ck_assert_double_eq(creal(d), 3);
    ck_assert_double_eq(cimag(d), 4);
}
END_TEST

/* --------------------------------------------------------------------------------------------------- */

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

int main(void)
{
    Suite *suite = suite_create("runtime");
    TCase *calls = tcase_create("calls");
    tcase_add_checked_fixture(calls, runtime_set_up, runtime_tear_down);
    tcase_add_loop_test(calls, derivatives_go_where_they_should, 0, COUNT(propagations));
    tcase_add_test(calls, derivatives_only_if_wanted);
    tcase_add_loop_test(calls, tapes_give_back_what_they_got, 0, COUNT(tapes));
    tcase_add_test(calls, tapes_leave_derivatives_alone);
    tcase_add_test(calls, tapes_take_exact_derivatives_along);
    tcase_add_test(calls, tapes_hold_strings);
    tcase_add_test(calls, tapes_are_counted);
    tcase_add_test(calls, tapes_grow);
    tcase_add_test(calls, tapes_obey_the_limit_of_memory);
    tcase_add_loop_test(calls, checkpoints_give_back_what_they_got, 0, COUNT(checkpoints));
    tcase_add_test(calls, checkpoints_of_derivatives);
    tcase_add_test(calls, checkpoints_keep_what_is_undefined);
    tcase_add_test(calls, checkpoints_of_complex_numbers);
    tcase_add_test(calls, checkpoints_take_exact_derivatives_along);
    suite_add_tcase(suite, calls);
    return suite_run(suite);
}
