/*
 * Inlinable calls one by one: copies and allocation, what is refused, and how that is told.
 */
#include <stdio.h>
#include <string.h>

#include "runtime_fixture.h"
#include "suite.h"

/* ---- copies, allocation --------------------------------------------------------------------------- */

START_TEST(conversions_copy_values_only)
{
    runtime_program(
        "oad_AllocateMatching(av,v); oad_convert(q,v[2]); oad_convert(w,s); convert_a2p_scalar(p,a); "
        "convert_p2a_scalar(b,q); oad_convert(av,v); oad_convert(i,p)");
    runtime_number_elements("a");
    runtime_number_elements("v");
    runtime_number_elements("w");
    set_value(variable("s"), 1, 8);
    runtime_run_well(NULL, 0);
    xb_number number;
    ck_assert_double_eq(value(variable("q"), 0), 2);
    ck_assert(!xb_variable_get(variable("w"), 0, &number)); /* as it is in s */
    ck_assert_double_eq(value(variable("w"), 1), 8);
    ck_assert_double_eq(derivative(variable("w"), 1, 0), 20);
    ck_assert_double_eq(value(variable("p"), 0), 1);
    ck_assert_double_eq(value(variable("b"), 0), 2);
    ck_assert_double_eq(value(variable("av"), 2), 3);
    ck_assert_double_eq(derivative(variable("av"), 2, 1), 0);
    ck_assert_double_eq(value(variable("i"), 0), 1);
}
END_TEST

START_TEST(conversions_broadcast)
{
    xb_number number;
    runtime_numbered("oad_convert(w,p); oad_convert(v,q)");
    runtime_run_well(NULL, 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_eq(value(variable("w"), i), 4);
        ck_assert(!xb_variable_get(variable("v"), i, &number));
    }
}
END_TEST

START_TEST(conversions_keep_exact_derivatives)
{
    options.exact = true;
    runtime_numbered("oad_convert(b,v[2]); oad_convert(w,v)");
    runtime_run_well(NULL, 0);
    ck_assert_double_eq(derivative(variable("b"), 0, 1), 2000);
    ck_assert_double_eq(derivative(variable("w"), 2, 0), 30);
}
END_TEST

START_TEST(arrays_are_allocated)
{
    runtime_numbered(
        "oad_AllocateMatching(av,v[2:3]); oad_AllocateMatching(am,m); oad_AllocateShape(ps,4); "
        "av = 1.0; am = 2.0; oad_ShapeTest(am,m); oad_ShapeTest(av,v[1:2]); oad_AllocateMatching(v,w); "
        "oad_AllocateShape(am,1,2); oad_AllocateShape(am,2,4,0,-1); oad_AllocateShape(av,-1)");
    runtime_run_well(NULL, 0);
    xb_number number;
    ck_assert_uint_eq(xb_variable_count(variable("av")), 0);
    ck_assert_uint_eq(xb_variable_count(variable("ps")), 4);
    ck_assert_int_eq(xb_variable_rank(variable("am")), 2);
    ck_assert_int_eq(xb_variable_bounds(variable("am"), 0).lower, 0);
    ck_assert_int_eq(xb_variable_bounds(variable("am"), 1).lower, -1);
    ck_assert_int_eq(xb_variable_bounds(variable("am"), 0).upper, 1);
    ck_assert_int_eq(xb_variable_bounds(variable("am"), 1).upper, 2);
    ck_assert(!xb_variable_get(variable("am"), 0, &number));
    ck_assert(!xb_variable_get(variable("v"), 0, &number));
}
END_TEST

/* ---- errors --------------------------------------------------------------------------------------- */

/* Errors of the last statement of a program. */
static const struct mistake {
    const char *statements, *message;
} mistakes[] = {
    {"Saxpy(p,a)", "Saxpy has 2 arguments, but takes 3"},
    {"ZeroDeriv()", "ZeroDeriv has 0 arguments, but takes 1"},
    {"ZeroDeriv(a,b)", "ZeroDeriv has 2 arguments, but takes 1"},
    {"sax(p,a,p,b)", "sax has 4 arguments, but takes 3, 5, 7 …"},
    {"saxpy(a)", "saxpy has 1 argument, but takes 3, 5, 7 …"},
    {"oad_AllocateShape(av)", "oad_AllocateShape has 1 argument, but takes 2 or more"},
    {"Saxpy(p,,b)", "argument 2 of Saxpy is missing"},
    {"IncDeriv(a,p)", "argument 2 of IncDeriv is passive and has no derivative"},
    {"IncDeriv(s,b)", "argument 1 of IncDeriv is passive and has no derivative"},
    {"ZeroDeriv(i)", "argument 1 of ZeroDeriv is passive and has no derivative"},
    {"setderiv(a,2.0)", "argument 2 of setderiv is a constant, which has no derivative"},
    {"pop_s0(1.0)", "argument 1 of pop_s0 is a constant, and can't be set"},
    {"oad_AllocateMatching(v[1:2],w)",
     "argument 1 of oad_AllocateMatching is no whole variable, and can't be allocated"},
    {"oad_AllocateShape(av,2.0)", "argument 2 of oad_AllocateShape is no integer"},
    {"oad_AllocateShape(av,k)", "argument 2 of oad_AllocateShape is no integer"},
    {"countmult(p)", "argument 1 of countmult is no integer"},
    {"countadd(-1)", "a negative number of operations is counted"},
    {"Saxpy(q,a,b)", "q is read but was never set"},
    /* ranks */
    {"push_s1(p)", "argument 1 of push_s1 has rank 0, and rank 1 by the name of the call"},
    {"push_s0(v)", "argument 1 of push_s0 has rank 1, and rank 0 by the name of the call"},
    {"push_i_s2(k)", "argument 1 of push_i_s2 has rank 1, and rank 2 by the name of the call"},
    {"push_s1(m)", "argument 1 of push_s1 has rank 2, and rank 1 by the name of the call"},
    {"setderiv_s1_s0(v,w)", "argument 2 of setderiv_s1_s0 has rank 1, and rank 0 by the name of the call"},
    {"cp_arg_store_real_matrix_a(v)",
     "argument 1 of cp_arg_store_real_matrix_a has rank 1, and rank 2 by the name of the call"},
    /* types */
    {"push_i_s0(p)", "push_i_s0 is for the integer tape, but p is of type real"},
    {"i = 1; push_i_s0(i); pop_s0(i); pop_i_s0(p)", "pop_s0 takes 1 value, but the real tape is empty"},
    {"push_i_s0(1); pop_i_s0(p)", "pop_i_s0 is for the integer tape, but p is of type real"},
    {"l = .true.; push_i_s0(l)", "push_i_s0 is for the integer tape, but l is of type bool"},
    {"t = 'x'; push_s0(t)", "push_s0 is for the real tape, but t is of type string"},
    {"push_s(p)", "push_s is for the string tape, but p is of type real"},
    {"push_b(1)", "push_b is for the logical tape, but the argument is of type integer"},
    {"push_s0(zp)", "push_s0 is for the real tape, but zp is of type complex"},
    {"apush(p)", "apush is for active variables, but p is passive"},
    {"apush(a); apop(p)", "apop is for active variables, but p is passive"},
    {"push_s0(9007199254740993)", "the integer 9007199254740993 is too large for the real tape"},
    {"push_s0(2.5); pop_s0(i)", "2.5 comes off the real tape for the integer i"},
    {"cp_arg_store_real_scalar(i)",
     "cp_arg_store_real_scalar is for variables of type real, but i is of type integer"},
    {"cp_arg_store_bool_scalar(p)",
     "cp_arg_store_bool_scalar is for variables of type bool, but p is of type real"},
    {"cp_arg_store_real_scalar(a)", "cp_arg_store_real_scalar is for passive variables, but a is active"},
    {"cp_arg_store_real_scalar_a(p)", "cp_arg_store_real_scalar_a is for active variables, but p is passive"},
    {"cp_arg_store_real_scalar_a_d(p)",
     "argument 1 of cp_arg_store_real_scalar_a_d is passive and has no derivative"},
    {"cp_arg_store_real_scalar(1.0)", "cp_arg_store_real_scalar is for variables, not for constants"},
    /* empty stacks */
    {"pop_s0(p)", "pop_s0 takes 1 value, but the real tape is empty"},
    {"pop_i_s1(k)", "pop_i_s1 takes 2 values, but the integer tape is empty"},
    {"push_s0(p); push_s0(p); pop_s1(v)", "pop_s1 takes 3 values, but the real tape holds 2"},
    {"push_i_s0(2); pop_s0(p)", "pop_s0 takes 1 value, but the real tape is empty"},
    {"cp_arg_restore_real_scalar(p)",
     "cp_arg_restore_real_scalar takes 1 value, but the real checkpoint stack of head is empty"},
    {"cp_arg_store_real_scalar(p); cp_arg_restore_real_vector(s)",
     "cp_arg_restore_real_vector takes 3 values, but the real checkpoint stack of head holds 1"},
    {"cp_arg_store_real_scalar_a(a); cp_arg_restore_real_scalar_a_d(a)",
     "cp_arg_restore_real_scalar_a_d takes 1 value, but the real checkpoint stack for derivatives of head is "
     "empty"},
    {"push_s0(p); cp_arg_restore_real_scalar(p)",
     "cp_arg_restore_real_scalar takes 1 value, but the real checkpoint stack of head is empty"},
    /* shapes */
    {"IncDeriv(v,w[1:2])", ""},
    {"Saxpy(s,w[1:2],v)", ""},
    {"oad_convert(v,w[1:2])", ""},
    {"setderiv(a,v)", "derivatives of an array are assigned to that of the scalar a"},
    {"saxpy(s,b,a)", "derivatives of an array are assigned to that of the scalar a"},
    {"push_s1(av)", "av is used before it is allocated"},
    {"oad_convert(av,v)", "av is used before it is allocated"},
    {"oad_AllocateMatching(am,v)", "am of rank 2 is allocated with 1 extent"},
    {"oad_AllocateShape(av,2,3,4)", "av of rank 1 is allocated with 3 extents"},
    {"oad_AllocateShape(v,2)", "v, whose bounds are declared, can't be allocated with another shape"},
    {"oad_ShapeTest(m,v)", "the shape of m is (2,3), that of v is (3)"},
    {"oad_ShapeTest(v[1:2],v)", "the shape of v is (2), that of v is (3)"},
    {"oad_ShapeTest(a,v)", "the shape of a is (), that of v is (3)"},
};

START_TEST(mistakes_are_told)
{
    const struct mistake *test = &mistakes[_i];
    runtime_numbered(test->statements);
    ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(program->diagnostics), 1);
    if (*test->message)
        ck_assert_str_eq(runtime_message(), test->message);
    else
        ck_assert_str_ne(runtime_message(), "");
}
END_TEST

START_TEST(constants_are_not_written)
{
    static const char *const calls[] = {"push_s0(2.5); pop_s0(p)", "push_s1(v); pop_s1(s)",
                                        "cp_arg_store_real_scalar(p); cp_arg_restore_real_scalar(p)",
                                        "oad_convert(p,a)", "IncDeriv(a,b)"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        runtime_numbered(calls[i]);
        xb_variable_set_constant(variable("p"), true);
        xb_variable_set_constant(variable("s"), true);
        xb_variable_set_constant(variable("b"), true);
        ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_INVALID);
        ck_assert_msg(strstr(runtime_message(), "is written, but the caller passes a constant"), "%s",
                      runtime_reported());
        ck_assert_double_eq(value(variable("p"), 0), 4);
    }
}
END_TEST

/* Arrays that are too large are no arrays. */
START_TEST(sizes_are_limited)
{
    static const char *const calls[] = {
        "oad_AllocateShape(av,9223372036854775807)",
        "oad_AllocateShape(am,1099511627776,1099511627776)",
        "oad_AllocateShape(am,4294967296,4294967296)",
        "oad_AllocateShape(av,1000000000)",
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        runtime_numbered(calls[i]);
        ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_FAILED);
        ck_assert_uint_eq(xb_diagnostics_count(program->diagnostics), 1);
        ck_assert_str_ne(runtime_message(), "");
    }
}
END_TEST

START_TEST(mistakes_are_told_with_their_place)
{
    runtime_numbered("push_s0(p); pop_s0(p); pop_s0(p)");
    ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_INVALID);
    ck_assert_str_eq(runtime_reported(),
                     "in.xaif:102: error: pop_s0 takes 1 value, but the real tape is empty\n"
                     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/InlinableSubroutineCall[call]\n");
}
END_TEST

/* Names that are nearly right. */
static const char *const unknown[] = {
    "saxpY(p,a,b)",
    "incderiv(a,b)",
    "Inc_deriv(a,b)",
    "push_s8(p)",
    "push_x(p)",
    "push_i_s(i)",
    "apush_s0(a)",
    "push_s0_s0(p)",
    "cp_arg_store_real(p)",
    "cp_arg_real_scalar(p)",
    "cp_arg_store_real_scalar_d(p)",
    "cp_arg_keep_real_scalar(p)",
    "cp_arg_store_real_scalar_a_d_d(a)",
    "cp_arg_store_void_scalar(p)",
    "oad_allocate(av)",
    "setderiv_s(a,b)",
    "setderiv_s0s0(a,b)",
};

START_TEST(unknown_names_are_refused)
{
    runtime_numbered(xb_arena_format(arena, "p = 1.0; %s", unknown[_i]));
    xb_status status = runtime_run(NULL, 0);
    ck_assert_int_eq(status, XB_STATUS_UNSUPPORTED);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(unknown[_i], "("), unknown[_i]);
    ck_assert_msg(strstr(runtime_message(), name), "%s", runtime_reported());
    ck_assert_msg(strncmp(runtime_reported(), "in.xaif:101: ", 13) == 0, "%s", runtime_reported());
}
END_TEST

/* Not a mistake: the run time of another program may push it. */
START_TEST(derivatives_are_no_values)
{
    runtime_numbered("push_s0(@a)");
    ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_UNSUPPORTED);
    ck_assert_str_eq(runtime_message(), "argument 1 of push_s0 is a derivative, where a value is needed");
}
END_TEST

START_TEST(unknown_names_get_a_hint)
{
    runtime_numbered("IncDerv(a,b)");
    ck_assert_int_eq(runtime_run(NULL, 0), XB_STATUS_UNSUPPORTED);
    ck_assert_str_eq(runtime_reported(),
                     "in.xaif:100: error: the inlinable subroutine IncDerv is not known\n"
                     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/InlinableSubroutineCall[call]\n"
                     "  hint: did you mean IncDeriv?\n");
}
END_TEST

START_TEST(leftovers_are_named)
{
    runtime_numbered(
        "push_s0(p); push_s1(s); push_i_s0(1); cp_arg_store_real_vector_a(v); cp_arg_store_real_vector(s); "
        "cp_arg_store_real_scalar_a_d(a); pop_i_s0(i)");
    runtime_run_well(NULL, 0);
    ck_assert_int_eq(xb_evaluator_check_stacks(evaluator), XB_STATUS_INVALID);
    ck_assert_str_eq(
        runtime_reported(),
        "in.xaif:101: error: 4 values are left on the real tape at the end, the last by this push_s1\n"
        "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/InlinableSubroutineCall[call]\n"
        "  hint: each push needs a pop, each checkpoint must be restored once\n"
        "in.xaif:104: error: 6 values are left on the real checkpoint stack of head at the end, the last by "
        "this "
        "cp_arg_store_real_vector\n"
        "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/InlinableSubroutineCall[call]\n"
        "  hint: each push needs a pop, each checkpoint must be restored once\n"
        "in.xaif:105: error: 1 value is left on the real checkpoint stack for derivatives of head at the "
        "end, "
        "the last by this cp_arg_store_real_scalar_a_d\n"
        "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/InlinableSubroutineCall[call]\n"
        "  hint: each push needs a pop, each checkpoint must be restored once\n");
}
END_TEST

/* --------------------------------------------------------------------------------------------------- */

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

int main(void)
{
    Suite *suite = suite_create("runtime errors");
    TCase *calls = tcase_create("calls");
    tcase_add_checked_fixture(calls, runtime_set_up, runtime_tear_down);
    tcase_add_test(calls, conversions_copy_values_only);
    tcase_add_test(calls, conversions_keep_exact_derivatives);
    tcase_add_test(calls, arrays_are_allocated);
    tcase_add_loop_test(calls, mistakes_are_told, 0, COUNT(mistakes));
    tcase_add_test(calls, conversions_broadcast);
    tcase_add_test(calls, constants_are_not_written);
    tcase_add_test(calls, sizes_are_limited);
    tcase_add_test(calls, mistakes_are_told_with_their_place);
    tcase_add_loop_test(calls, unknown_names_are_refused, 0, COUNT(unknown));
    tcase_add_test(calls, derivatives_are_no_values);
    tcase_add_test(calls, unknown_names_get_a_hint);
    tcase_add_test(calls, leftovers_are_named);
    suite_add_tcase(suite, calls);
    return suite_run(suite);
}
