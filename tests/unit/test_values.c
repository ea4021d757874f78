/*
 * Ranks of references and index expressions; values of constants and of integer expressions.
 */
#include <float.h>
#include <math.h>

#include "ir_fixture.h"

/* ---- ranks ---- */

static bool is_range(xb_expression *index)
{
    return xb_triplet_is_range(add_triplet(whole("a", 1), index));
}

START_TEST(sections_keep_their_dimension)
{
    xb_triplet *triplet = add_triplet(whole("a", 1), NULL);
    ck_assert(xb_triplet_is_range(triplet)); /* nothing: the whole dimension */
    triplet->index = integer(1);
    ck_assert(!xb_triplet_is_range(triplet));
    triplet->bound = integer(5);
    ck_assert(xb_triplet_is_range(triplet));
    triplet->bound = NULL;
    triplet->stride = integer(1);
    ck_assert(xb_triplet_is_range(triplet));
    triplet->index = NULL;
    ck_assert(xb_triplet_is_range(triplet));
}
END_TEST

START_TEST(vector_subscripts_keep_their_dimension)
{
    ck_assert(!is_range(leaf(whole("i", 0))));
    ck_assert(is_range(leaf(whole("v", 1))));
    ck_assert(!is_range(leaf(element("v", integer(2)))));
    ck_assert(is_range(apply("add_scal_scal", integer(1), leaf(whole("v", 1)))));
    ck_assert(!is_range(apply("add_scal_scal", integer(1), leaf(whole("i", 0)))));
    /* v(w): an array again; v(w(i)): not */
    ck_assert(is_range(leaf(element("v", leaf(whole("w", 1))))));
    ck_assert(!is_range(leaf(element("v", leaf(element("w", leaf(whole("i", 0))))))));
}
END_TEST

START_TEST(inquiries_and_reductions_are_scalars)
{
    xb_expression *v = leaf(whole("v", 1)), *m = leaf(whole("m", 2)), *one = integer(1);
    static const char *const scalars[] = {
        "all",         "allocated", "any",       "associated", "bit_size",   "count",       "digits",
        "dot_product", "epsilon",   "huge",      "kind",       "len",        "maxexponent", "maxval",
        "minexponent", "minval",    "nc_maxval", "nc_minval",  "precision",  "present",     "product",
        "product_arr", "radix",     "range",     "rank",       "size",       "sum",         "sum_arr",
        "tiny",        "all_arr",   "any_arr",   "count_arr",  "maxval_arr", "minval_arr",
    };
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        ck_assert_msg(!is_range(apply(scalars[i], v, NULL)), "%s", scalars[i]);
    static const char *const vectors[] = {"lbound",     "maxloc", "maxloc_arr", "minloc",
                                          "minloc_arr", "shape",  "shape_arr",  "ubound"};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        ck_assert_msg(is_range(apply(vectors[i], m, NULL)), "%s", vectors[i]);
    ck_assert(!is_range(apply("size", m, one)));
    ck_assert(!is_range(apply("ubound", m, one)));
    ck_assert(!is_range(apply("sum", v, one))); /* along the only dimension */
    ck_assert(is_range(apply("sum", m, one)));
    ck_assert(!is_range(apply("maxval", apply("mul_scal_scal", m, m), NULL)));
    ck_assert(!is_range(apply("add_scal_scal", apply("size", v, NULL), one)));
    ck_assert(is_range(apply("add_scal_scal", apply("size", v, NULL), v)));
}
END_TEST

START_TEST(given_shapes_of_results_count)
{
    xb_expression *e = apply("reshape", leaf(whole("v", 1)), integer(1));
    ck_assert(is_range(e));
    xb_intrinsic *top = (xb_intrinsic *)xb_expression_root(e);
    top->has_result_shape = true;
    ck_assert(!is_range(e)); /* rank 0 */
    top->result_rank = 2;
    ck_assert(is_range(e));
    e = apply("spread", integer(1), NULL);
    ck_assert(!is_range(e));
    top = (xb_intrinsic *)xb_expression_root(e);
    top->has_result_shape = true;
    top->result_rank = 1;
    ck_assert(is_range(e));
}
END_TEST

/* v used by size() and, on another path, as it is */
START_TEST(all_uses_of_a_shared_array_count)
{
    xb_expression *e = xb_build_expression(program);
    xb_expression_add(program, e, whole("v", 1));
    xb_expression_add(program, e, xb_build_intrinsic(program, "size"));
    xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
    xb_expression_add(program, e, whole("i", 0));
    xb_expression_connect(program, e, 0, 1, 1);
    xb_expression_connect(program, e, 1, 2, 1);
    xb_expression_connect(program, e, 3, 2, 2);
    ck_assert(!is_range(e));
    xb_expression_connect(program, e, 0, 2, 2);
    ck_assert(is_range(e));
    /* size(v) + sum(v) */
    e = xb_build_expression(program);
    xb_expression_add(program, e, whole("v", 1));
    xb_expression_add(program, e, xb_build_intrinsic(program, "size"));
    xb_expression_add(program, e, xb_build_intrinsic(program, "sum"));
    xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
    xb_expression_connect(program, e, 0, 1, 1);
    xb_expression_connect(program, e, 0, 2, 1);
    xb_expression_connect(program, e, 1, 3, 1);
    xb_expression_connect(program, e, 2, 3, 2);
    ck_assert(!is_range(e));
}
END_TEST

/*
 * Diamonds one above the other have exponentially many paths; below a size() none of them leads anywhere. The
 * search is given up, and so it is in a cycle; what is not known to be a scalar counts as an array.
 */
START_TEST(shared_parts_do_not_multiply)
{
    xb_expression *e = xb_build_expression(program);
    uint32_t top = xb_expression_add(program, e, whole("v", 1));
    for (int i = 0; i < 60; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
        xb_expression_connect(program, e, top, next, 1);
        xb_expression_connect(program, e, top, next, 2);
        top = next;
    }
    ck_assert(is_range(e));
    uint32_t size = xb_expression_add(program, e, xb_build_intrinsic(program, "size"));
    xb_expression_connect(program, e, top, size, 1);
    ck_assert(is_range(e));
    e = leaf(whole("v", 1));
    for (uint32_t i = 1; i < 3; i++)
        xb_expression_add(program, e, xb_build_intrinsic(program, "minus_scal"));
    xb_expression_connect(program, e, 0, 1, 1);
    xb_expression_connect(program, e, 1, 2, 1);
    xb_expression_connect(program, e, 2, 1, 2);
    ck_assert(is_range(e));
}
END_TEST

START_TEST(ranks_of_references)
{
    xb_reference *m = whole("m", 3);
    ck_assert_int_eq(xb_reference_rank(m), 3);
    add_triplet(m, integer(1));
    add_triplet(m, NULL);
    add_triplet(m, leaf(whole("v", 1)));
    ck_assert_int_eq(xb_reference_rank(m), 2);
    xb_reference *s = whole("s", 0);
    add_triplet(s, integer(1));
    ck_assert_int_eq(xb_reference_rank(s), 0);
    ck_assert_int_eq(xb_reference_rank(whole("f", XB_RANK_VOID)), XB_RANK_VOID);
}
END_TEST

/* ---- constants ---- */

START_TEST(values_of_constants)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1", 1},
        {"-1.5", -1.5},
        {"+2.e3", 2000},
        {".5", 0.5},
        {"5.", 5},
        {"1.5d-3", 1.5e-3},
        {"1.5D+03", 1500},
        {"1q2", 100},
        {" \t2.5e0 \r\n", 2.5},
        {"0.1", 0.1},
        {"1E-1", 0.1},
        {"0", 0},
        {"000.000", 0},
        {"0.000e99999", 0},
        {"1e-400", 0},
        {"4.9406564584124654e-324", 5e-324},
        {"3.14159265358979311600e+00", 3.14159265358979311600e+00},
        {"1.7976931348623157e308", DBL_MAX},
        {"00000000000000000000012.5", 12.5},
        {"0.00000000000000000000000125e25", 12.5},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
        {"9007199254740993", 9007199254740992.0},
        {"9007199254740993.00000000000000000001", 9007199254740994.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(real_value("F8", cases[i].text) == cases[i].value, "%s", cases[i].text);
    ck_assert(signbit(real_value(NULL, "-0.0")));
    double value = 0;
    ck_assert(xb_constant_value(constant(XB_TYPE_DOUBLE, NULL, "2.5"), &value) && value == 2.5);
    ck_assert(xb_constant_value(constant(XB_TYPE_INTEGER, "I4", " -12 "), &value) && value == -12);
    ck_assert(xb_constant_value(constant(XB_TYPE_INTEGER, "U8", "18446744073709551615"), &value));
    ck_assert(value == 18446744073709551616.0);
}
END_TEST

START_TEST(single_precision_rounds_once)
{
    ck_assert(real_value("F4", "0.1") == (double)0.1f);
    ck_assert(real_value("f4", "0.1d0") == (double)0.1f);
    ck_assert(real_value("F8", "0.1") == 0.1);
    /* Rounding to double first would give a tie here, and then the other neighbour. */
    ck_assert(real_value("F4", "1.00000005960464477540") == (double)nextafterf(1, 2));
    double value;
    ck_assert(!xb_constant_value(constant(XB_TYPE_REAL, "F4", "1e39"), &value));
}
END_TEST

START_TEST(what_is_no_number)
{
    static const char *const texts[] = {"",     " ",   "-",   ".",   "e5",    "1e",  "1e+", "1.2.3", "1 2",
                                        "0x10", "nan", "inf", "1,5", "1e999", "1_8", "--1", "1d0x",  "(1,2)"};
    double value = 7;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!xb_constant_value(constant(XB_TYPE_REAL, "F8", texts[i]), &value), "%s", texts[i]);
    ck_assert(!xb_constant_value(constant(XB_TYPE_INTEGER, "I4", "1.0"), &value));
    ck_assert(!xb_constant_value(constant(XB_TYPE_INTEGER, "I4", "1e3"), &value));
    ck_assert(!xb_constant_value(constant(XB_TYPE_BOOL, "I4", "1"), &value));
    ck_assert(!xb_constant_value(constant(XB_TYPE_STRING, NULL, "1"), &value));
    ck_assert(value == 7);
}
END_TEST

START_TEST(long_constants_round_right)
{
    /* half a unit above 1, in exact decimals; then a digit far beyond the limit of what is kept */
    static const char half[] = "1.00000000000000011102230246251565404236316680908203125";
    ck_assert(real_value(NULL, half) == 1.0);
    char *text = xb_arena_format(arena, "%s%03000d1", half, 0);
    ck_assert(real_value(NULL, text) == nextafter(1, 2));
    char *zeros = xb_arena_format(arena, "%s%03000d", half, 0);
    ck_assert(real_value(NULL, zeros) == 1.0);
    char *large = xb_arena_format(arena, "1%03000de-3000", 0);
    ck_assert(real_value(NULL, large) == 1.0);
    char *small = xb_arena_format(arena, "0.%03000d1e3001", 0);
    ck_assert(real_value(NULL, small) == 1.0);
    ck_assert(real_value(NULL, "1e-99999999999999999999999999") == 0);
    double value;
    ck_assert(!xb_constant_value(constant(XB_TYPE_REAL, NULL, "1e99999999999999999999999999"), &value));
}
END_TEST

START_TEST(integer_constants)
{
    int64_t value = 0;
    ck_assert(xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "9223372036854775807"), &value));
    ck_assert(value == INT64_MAX);
    ck_assert(xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "-9223372036854775808"), &value));
    ck_assert(value == INT64_MIN);
    ck_assert(xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, " +007 "), &value));
    ck_assert(value == 7);
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "9223372036854775808"), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "-9223372036854775809"), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, ""), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "1x"), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_REAL, NULL, "1"), &value));
}
END_TEST

static bool integer_value(const xb_expression *e, int64_t expected)
{
    int64_t value = expected - 1;
    return xb_expression_integer(e, &value) && value == expected;
}

START_TEST(integer_expressions)
{
    int64_t value;
    ck_assert(integer_value(integer(-3), -3));
    ck_assert(integer_value(apply("add_scal_scal", integer(2), integer(3)), 5));
    ck_assert(integer_value(apply("sub_scal_scal", integer(2), integer(3)), -1));
    ck_assert(integer_value(apply("mul_scal_scal", integer(-2), integer(3)), -6));
    ck_assert(integer_value(apply("div_scal_scal", integer(-7), integer(2)), -3));
    ck_assert(integer_value(apply("div_scal_scal", integer(7), integer(-1)), -7));
    ck_assert(integer_value(apply("minus_scal", integer(4), NULL), -4));
    ck_assert(integer_value(apply("add_scal_scal", apply("mul_scal_scal", integer(3), integer(4)),
                                  apply("minus_scal", integer(2), NULL)),
                            10));
    ck_assert(!xb_expression_integer(apply("div_scal_scal", integer(1), integer(0)), &value));
    ck_assert(!xb_expression_integer(apply("div_scal_scal", integer(INT64_MIN), integer(-1)), &value));
    ck_assert(!xb_expression_integer(apply("add_scal_scal", integer(INT64_MAX), integer(1)), &value));
    ck_assert(!xb_expression_integer(apply("sub_scal_scal", integer(INT64_MIN), integer(1)), &value));
    ck_assert(!xb_expression_integer(apply("mul_scal_scal", integer(INT64_MAX), integer(2)), &value));
    ck_assert(!xb_expression_integer(apply("minus_scal", integer(INT64_MIN), NULL), &value));
    ck_assert(!xb_expression_integer(apply("pow_scal_scal", integer(2), integer(3)), &value));
    ck_assert(!xb_expression_integer(apply("add_scal_scal", integer(2), leaf(whole("i", 0))), &value));
    ck_assert(!xb_expression_integer(apply("add_scal_scal", integer(2), NULL), &value));
    ck_assert(!xb_expression_integer(apply("minus_scal", integer(2), integer(2)), &value));
    ck_assert(!xb_expression_integer(leaf(xb_build_real(program, 1)), &value));
    xb_expression *three = apply("add_scal_scal", integer(2), integer(2));
    uint32_t third = xb_expression_add(program, three, xb_build_integer(program, 2));
    xb_expression_connect(program, three, third, three->root, 3);
    ck_assert(!xb_expression_integer(three, &value));
    ck_assert(!xb_expression_integer(xb_build_expression(program), &value));
}
END_TEST

/* x + x, x = y + y, …: 2^60 paths; and a chain deeper than any stack */
START_TEST(large_integer_expressions_are_given_up)
{
    int64_t value;
    xb_expression *e = integer(1);
    for (uint32_t top = 0, i = 0; i < 60; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
        xb_expression_connect(program, e, top, next, 1);
        xb_expression_connect(program, e, top, next, 2);
        top = next;
    }
    ck_assert(!xb_expression_integer(e, &value));
    e = integer(1);
    for (uint32_t top = 0, i = 0; i < 200000; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "minus_scal"));
        xb_expression_connect(program, e, top, next, 1);
        top = next;
    }
    ck_assert(!xb_expression_integer(e, &value));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("values");
    ADD_CASE(suite, "ranks", sections_keep_their_dimension, vector_subscripts_keep_their_dimension,
             inquiries_and_reductions_are_scalars, given_shapes_of_results_count,
             all_uses_of_a_shared_array_count, shared_parts_do_not_multiply, ranks_of_references);
    ADD_CASE(suite, "constants", values_of_constants, single_precision_rounds_once, what_is_no_number,
             long_constants_round_right, integer_constants, integer_expressions,
             large_integer_expressions_are_given_up);
    return ir_run(suite);
}
