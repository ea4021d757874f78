/*
 * Transformational intrinsics: values, shapes and errors at chosen operands, tangents of all that have any
 * against extrapolated differences of the values.
 *
 * Arrays are written as text, "2x3: 1. 2. 3. 4. 5. 6.": extents, or bounds as in 0..2, in the order of
 * subscripts, then elements, the first subscript varying fastest; ": 5" is a scalar. Elements are as in
 * test_intrinsics_points.c, but _ is a blank of a string. The first element may end in the width of all. "-"
 * is a missing operand, "!" an error.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "differences.h"
#include "evaluate/intrinsics/intrinsics.h"
#include "suite.h"

enum { OPERANDS = 4, DIRECTIONS = 2 };

static xb_failure *failure;
static xb_arena *arena;
static uint64_t state;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    state = 88172645463325252u;
}

static void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* ---- notation -------------------------------------------------------------- */

static int parse_shape(char *text, xb_bounds *bounds)
{
    int rank = 0;
    char *rest;
    for (char *part = strtok_r(text, "x ", &rest); part; part = strtok_r(NULL, "x ", &rest)) {
        long long lower = 1, upper;
        if (sscanf(part, "%lld..%lld", &lower, &upper) != 2) {
            lower = 1;
            upper = strtoll(part, NULL, 10);
        }
        bounds[rank++] = (xb_bounds){lower, upper};
    }
    return rank;
}

static xb_number parse_element(const char *text)
{
    double real, imaginary;
    if (strcmp(text, "T") == 0 || strcmp(text, "F") == 0)
        return xb_number_of_bool(text[0] == 'T');
    if (sscanf(text, "(%lf,%lf)", &real, &imaginary) == 2)
        return xb_number_of_complex(xb_complex(real, imaginary));
    if (text[0] == '\'') {
        size_t length = strlen(text) - 2;
        char *bytes = xb_arena_copy_text(arena, text + 1, length);
        for (size_t i = 0; i < length; i++)
            bytes[i] = bytes[i] == '_' ? ' ' : bytes[i];
        return (xb_number){.type = XB_TYPE_STRING, .text = {bytes, length}};
    }
    xb_number number = strpbrk(text, ".ne") ? xb_number_of_real(strtod(text, NULL))
                                            : xb_number_of_integer(strtoll(text, NULL, 10));
    const char *width = strchr(text, '_');
    if (width)
        xb_number_fit(&number, (xb_width)(width[1] - '0'));
    return number;
}

/* An array without elements is one of reals. */
static xb_array parse(const char *notation, size_t directions)
{
    if (strcmp(notation, "-") == 0)
        return (xb_array){.type = XB_TYPE_VOID};
    char *text = xb_arena_copy_text(arena, notation, strlen(notation));
    char *elements = strchr(text, ':');
    *elements++ = '\0';
    xb_bounds bounds[XB_RANK_LIMIT];
    int rank = parse_shape(text, bounds);
    char *rest, *element = strtok_r(elements, " ", &rest);
    xb_number first = element ? parse_element(element) : xb_number_of_real(0);
    xb_array array = xb_array_create(arena, first.type, rank, bounds, directions);
    for (size_t i = 0; i < array.count; i++, element = strtok_r(NULL, " ", &rest)) {
        ck_assert_msg(element != NULL, "%s", notation);
        xb_number value = parse_element(element);
        ck_assert_int_eq(value.type, first.type);
        xb_array_set(&array, i, &value);
    }
    ck_assert_ptr_null(element);
    xb_array_fit(&array, first.width);
    return array;
}

static size_t parse_operands(const char *const *texts, size_t directions, xb_array *x)
{
    size_t count = 0;
    for (; count < OPERANDS && texts[count]; count++)
        x[count] = parse(texts[count], directions);
    return count;
}

static void check_same(const char *name, const xb_array *got, const xb_array *expected)
{
    ck_assert_msg(got->type == expected->type, "%s has type %d", name, (int)got->type);
    ck_assert_msg(got->rank == expected->rank, "%s has rank %d", name, got->rank);
    for (int d = 0; d < got->rank; d++) {
        ck_assert_int_eq(got->bounds[d].lower, expected->bounds[d].lower);
        ck_assert_int_eq(got->bounds[d].upper, expected->bounds[d].upper);
    }
    for (size_t i = 0; i < got->count; i++) {
        xb_number a = xb_array_get(got, i), b = xb_array_get(expected, i);
        bool same = a.integer == b.integer && fabs(a.real - b.real) <= 4e-16 * fabs(b.real) &&
                    fabs(a.imaginary - b.imaginary) <= 4e-16 * fabs(b.imaginary) &&
                    a.text.length == b.text.length &&
                    (a.text.length == 0 || memcmp(a.text.bytes, b.text.bytes, a.text.length) == 0);
        ck_assert_msg(same, "%s: element %zu is %lld, %.17g, %.17g, '%.*s'", name, i + 1,
                      (long long)a.integer, a.real, a.imaginary, (int)a.text.length,
                      a.text.bytes ? a.text.bytes : "");
    }
}

/* ---- values ---------------------------------------------------------------- */

typedef struct example {
    const char *name, *operands[OPERANDS], *result;
} example;

static const example examples[] = {
    /* shapes */
    {"size", {"2x3: 1 2 3 4 5 6"}, ": 6"},
    {"size", {"2x3: 1 2 3 4 5 6", ": 2"}, ": 3"},
    {"size", {"2x3: 1 2 3 4 5 6", "-", ": 8"}, ": 6"},
    {"size", {"2x3: 1 2 3 4 5 6", ": 3"}, "!"},
    {"size", {"2x3: 1 2 3 4 5 6", ": 1."}, "!"},
    {"size", {"-"}, "!"},
    {"rank", {"2x3: 1 2 3 4 5 6"}, ": 2"},
    {"rank", {": 1."}, ": 0"},
    {"shape_arr", {"2x3: 1 2 3 4 5 6"}, "2: 2 3"},
    {"shape_arr", {"2x3: 1 2 3 4 5 6", ": 8"}, "2: 2 3"},
    {"lbound", {"0..1x-3..-1: 1 2 3 4 5 6"}, "2: 0 -3"},
    {"lbound", {"0..1x-3..-1: 1 2 3 4 5 6", ": 2"}, ": -3"},
    {"ubound", {"0..1x-3..-1: 1 2 3 4 5 6"}, "2: 1 -1"},
    {"lbound", {"5..4:", ": 1"}, ": 1"},
    {"ubound", {"5..4:", ": 1"}, ": 0"},
    {"ubound", {"5..4:", ": 0"}, "!"},
    {"present", {": 1"}, ": T"},
    {"present", {"-"}, ": F"},
    {"allocated", {"1: 1"}, ": T"},
    {"allocated", {"-"}, ": F"},
    {"associated", {"1: 1"}, ": T"},
    {"associated", {"1: 1", "1: 1"}, "!"},
    {"is_contiguous", {"1: 1"}, "!"},
    /* representation */
    {"bit_size", {": 1"}, ": 64"},
    {"bit_size", {": 1."}, "!"},
    {"digits", {"2: 1. 2."}, ": 53"},
    {"digits", {": 1"}, ": 63"},
    {"digits", {": (1.,1.)"}, "!"},
    {"kind", {": 1."}, ": 8"},
    {"kind", {": 'a'"}, ": 1"},
    {"maxexponent", {": 1."}, ": 1024"},
    {"maxexponent", {": 1"}, "!"},
    {"minexponent", {": 1."}, ": -1021"},
    {"precision", {": (1.,1.)"}, ": 15"},
    {"radix", {": 1"}, ": 2"},
    {"range", {": 1."}, ": 307"},
    {"range", {": 1"}, ": 18"},
    {"epsilon", {": 1."}, ": 2.220446049250313e-16"},
    {"epsilon", {": 1"}, "!"},
    {"huge", {": 1."}, ": 1.7976931348623157e308"},
    {"huge", {": 1"}, ": 9223372036854775807"},
    {"huge", {": 1_1"}, ": 127_1"},
    {"huge", {": 1_2"}, ": 32767_2"},
    {"huge", {": 1_4"}, ": 2147483647_4"},
    {"huge", {": 1._4"}, ": 3.4028234663852886e38_4"},
    {"tiny", {": 1._4"}, ": 1.1754943508222875e-38_4"},
    {"epsilon", {": 1._4"}, ": 1.1920928955078125e-7_4"},
    {"bit_size", {": 1_4"}, ": 32_4"},
    {"bit_size", {": 1_2"}, ": 16"},
    {"digits", {": 1_1"}, ": 7"},
    {"digits", {": 1_4"}, ": 31"},
    {"digits", {": 1._4"}, ": 24"},
    {"kind", {": 1_2"}, ": 2_4"},
    {"kind", {": 1._4"}, ": 4"},
    {"maxexponent", {": 1._4"}, ": 128"},
    {"minexponent", {": 1._4"}, ": -125"},
    {"precision", {": 1._4"}, ": 6"},
    {"range", {": 1_1"}, ": 2"},
    {"range", {": 1_2"}, ": 4"},
    {"range", {": 1_4"}, ": 9"},
    {"range", {": 1._4"}, ": 37"},
    {"transfer", {": 1._4", ": 0_4"}, ": 1065353216_4"},
    {"transfer", {"2: 0_4 1072693248", ": 0."}, ": 1."},
    {"transfer", {": 1.", "1: 0_4"}, "2: 0_4 1072693248"},
    {"size", {"2: 1. 2."}, ": 2_4"},
    {"size", {"2: 1. 2.", "-", ": 1"}, ": 2_1"},
    {"huge", {": T"}, "!"},
    {"tiny", {": 1."}, ": 2.2250738585072014e-308"},
    /* sums, products, norms */
    {"sum_arr", {"2x3: 1. 2. 3. 4. 5. 6."}, ": 21."},
    {"sum_arr", {"2x3: 1. 2. 3. 4. 5. 6.", ": 1"}, "3: 3. 7. 11."},
    {"sum_arr", {"2x3: 1. 2. 3. 4. 5. 6.", ": 2"}, "2: 9. 12."},
    {"sum_arr", {"2x3x2: 1 2 3 4 5 6 7 8 9 10 11 12", ": 2"}, "2x2: 9 12 27 30"},
    {"sum_arr", {"2x3: 1 2 3 4 5 6", "2x3: T F F T T F"}, ": 10"},
    {"sum_arr", {"2x3: 1 2 3 4 5 6", "-", "2x3: T F F T T F"}, ": 10"},
    {"sum_arr", {"2x3: 1 2 3 4 5 6", ": 1", "2x3: T F F T F F"}, "3: 1 4 0"},
    {"sum_arr", {"2x3: 1 2 3 4 5 6", ": 1", ": F"}, "3: 0 0 0"},
    {"sum_arr", {"2: (1.,2.) (3.,-5.)"}, ": (4.,-3.)"},
    {"sum_arr", {"0:"}, ": 0."},
    {"sum_arr", {"2: T F"}, "!"},
    {"sum_arr", {"2: 9223372036854775807 1"}, ": -9223372036854775808"},
    {"sum_arr", {"2: 2147483647_4 1"}, ": -2147483648_4"},
    {"sum_arr", {"3: 1._4 3e-8 3e-8"}, ": 1._4"},
    {"sum_arr", {"2x3: 1 2 3 4 5 6", "3x2: T F F T T F"}, "!"},
    {"sum_arr", {"2x3: 1 2 3 4 5 6", ": 3"}, "!"},
    {"sum_arr", {"2: 1 2", "-", ": 1"}, "!"},
    {"sum_arr", {"2: 1 2", ": 1."}, "!"},
    {"sum_arr", {"2: 1 2", "2: T F", ": 1."}, "!"},
    {"product_arr", {"3: 2. 3. 4."}, ": 24."},
    {"product_arr", {"2x2: 2 3 4 5", ": 2"}, "2: 8 15"},
    {"product_arr", {"2: 9223372036854775807 2"}, ": -2"},
    {"product_arr", {"2: 100_1 2"}, ": -56_1"},
    {"dot_product_arr", {"2: 1._4 1.", "2: 1._4 3e-8"}, ": 1._4"},
    {"matmul_arr", {"1x2: 65536_4 1", "2: 65536_4 7"}, "1: 7_4"},
    {"product_arr", {"2: (0.,1.) (0.,1.)"}, ": (-1.,0.)"},
    {"product_arr", {"0:"}, ": 1."},
    {"norm2_arr", {"2: 3e200 4e200"}, ": 5e200"},
    {"norm2_arr", {"2x2: 3. 4. 0. 0.", ": 1"}, "2: 5. 0."},
    {"norm2_arr", {"2: 3 4"}, "!"},
    {"dot_product_arr", {"3: 1 2 3", "3: 4 5 6"}, ": 32"},
    {"dot_product_arr", {"2: 1. 2.", "2: 4 5"}, ": 14."},
    {"dot_product_arr", {"1: (0.,1.)", "1: (2.,0.)"}, ": (0.,-2.)"},
    {"dot_product_arr", {"2: T F", "2: T T"}, ": T"},
    {"dot_product_arr", {"2: T F", "2: F T"}, ": F"},
    {"dot_product_arr", {"2: 1. 2.", "3: 4. 5. 6."}, "!"},
    {"dot_product_arr", {"2: 1. 2.", ": 4."}, "!"},
    {"dot_product_arr", {"2: 1. 2.", "2: T F"}, "!"},
    {"matmul_arr", {"2x3: 1 2 3 4 5 6", "3x2: 1 2 3 4 5 6"}, "2x2: 22 28 49 64"},
    {"matmul_arr", {"2x3: 1. 2. 3. 4. 5. 6.", "3: 1. 2. 3."}, "2: 22. 28."},
    {"matmul_arr", {"2: 1. 2.", "2x3: 1. 2. 3. 4. 5. 6."}, "3: 5. 11. 17."},
    {"matmul_arr", {"2x2: T F F F", "2: T T"}, "2: T F"},
    {"matmul_arr", {"1x2: 1. 2.", "2: 3 4"}, "1: 11."},
    {"matmul_arr", {"1x2: 1 2", "2: (3.,0.) (0.,4.)"}, "1: (3.,8.)"},
    {"matmul_arr", {"2: 1. 2.", "2: 1. 2."}, "!"},
    {"matmul_arr", {"2x3: 1. 2. 3. 4. 5. 6.", "2: 1. 2."}, "!"},
    /* extrema */
    {"nc_maxval", {"4: 3. 7. -9. 7."}, ": 7."},
    {"nc_minval", {"4: 3 7 -9 7"}, ": -9"},
    {"nc_maxval", {"2x2: 3 7 -9 8", ": 2"}, "2: 3 8"},
    {"nc_maxval", {"4: 3 7 -9 7", "4: T F T F"}, ": 3"},
    {"nc_maxval", {"0:"}, ": -1.7976931348623157e308"},
    {"nc_minval", {"1: 1", ": F"}, ": 9223372036854775807"},
    {"nc_maxval", {"1: (1.,1.)"}, "!"},
    {"nc_minval", {"1: 'a'"}, "!"},
    {"maxloc_arr", {"0..3: 3. 7. -9. 7."}, "1: 2"},
    {"maxloc_arr", {"4: 3. 7. -9. 7.", ": 1"}, ": 2"},
    {"minloc_arr", {"2x2: 3 7 -9 8"}, "2: 1 2"},
    {"maxloc_arr", {"2x2: 3 7 9 8", ": 1"}, "2: 2 1"},
    {"maxloc_arr", {"2x2: 3 7 9 8", "2x2: T T F F"}, "2: 2 1"},
    {"maxloc_arr", {"2x2: 3 7 9 8", ": F"}, "2: 0 0"},
    {"maxloc_arr", {": 3"}, "!"},
    {"maxloc_arr", {"1: (1.,1.)"}, "!"},
    /* truth values */
    {"all", {"3: T T T"}, ": T"},
    {"all", {"3: T F T"}, ": F"},
    {"any", {"3: F F T"}, ": T"},
    {"any", {"3: F F F"}, ": F"},
    {"count", {"2x2: T F T T", ": 1"}, "2: 1 2"},
    {"count", {"2x2: T F T T", "-", ": 8"}, ": 3"},
    {"all", {"2x2: T F T T", ": 1"}, "2: F T"},
    {"all", {"3: 1 1 1"}, "!"},
    {"any", {"3: F F F", "3: T T T"}, "!"},
    /* rearrangements */
    {"transpose_arr", {"2x3: 1 2 3 4 5 6"}, "3x2: 1 3 5 2 4 6"},
    {"transpose_arr", {"3: 1 2 3"}, "!"},
    {"spread_arr", {"2: 1 2", ": 1", ": 3"}, "3x2: 1 1 1 2 2 2"},
    {"spread_arr", {"2: 1 2", ": 2", ": 3"}, "2x3: 1 2 1 2 1 2"},
    {"spread_arr", {": 5.", ": 1", ": 2"}, "2: 5. 5."},
    {"spread_arr", {"2x2: 1 2 3 4", ": 2", ": 2"}, "2x2x2: 1 2 1 2 3 4 3 4"},
    {"spread_arr", {"2: 1. 2.", ": 1", ": -1"}, "0x2:"},
    {"spread_arr", {"2: 1 2", ": 3", ": 3"}, "!"},
    {"reshape_arr", {"6: 1 2 3 4 5 6", "2: 2 3"}, "2x3: 1 2 3 4 5 6"},
    {"reshape_arr", {"6: 1 2 3 4 5 6", "2: 2 2"}, "2x2: 1 2 3 4"},
    {"reshape_arr", {"4: 1 2 3 4", "2: 2 3", "2: 8 9"}, "2x3: 1 2 3 4 8 9"},
    {"reshape_arr", {"6: 1 2 3 4 5 6", "2: 2 3", "-", "2: 2 1"}, "2x3: 1 4 2 5 3 6"},
    {"reshape_arr", {"4: 1 2 3 4", "2: 2 3"}, "!"},
    {"reshape_arr", {"4: 1 2 3 4", "2: 2 3", "1: 0."}, "!"},
    {"reshape_arr", {"4: 1 2 3 4", "2: 2 -3"}, "!"},
    {"reshape_arr", {"4: 1 2 3 4", "2: 2 2", "-", "2: 1 1"}, "!"},
    {"reshape_arr", {"4: 1 2 3 4", "2: 2. 2."}, "!"},
    {"reshape_arr", {"4: 1 2 3 4", ": 2"}, "!"},
    {"cshift_arr", {"5: 1 2 3 4 5", ": 2"}, "5: 3 4 5 1 2"},
    {"cshift_arr", {"5: 1 2 3 4 5", ": -7"}, "5: 4 5 1 2 3"},
    {"cshift_arr", {"2x3: 1 2 3 4 5 6", "2: 1 2", ": 2"}, "2x3: 3 6 5 2 1 4"},
    {"cshift_arr", {"2x3: 1 2 3 4 5 6", ": 1"}, "2x3: 2 1 4 3 6 5"},
    {"cshift_arr", {"2x3: 1 2 3 4 5 6", "2: 1 2"}, "!"},
    {"cshift_arr", {": 1", ": 1"}, "!"},
    {"cshift_arr", {"2: 1 2", ": 1."}, "!"},
    {"eoshift_arr", {"5: 1 2 3 4 5", ": 2"}, "5: 3 4 5 0 0"},
    {"eoshift_arr", {"5: 1 2 3 4 5", ": -2", ": 9"}, "5: 9 9 1 2 3"},
    {"eoshift_arr", {"2x3: 1 2 3 4 5 6", "2: 1 -1", "2: 8 9", ": 2"}, "2x3: 3 9 5 2 8 4"},
    {"eoshift_arr", {"2: 1 2", ": 9223372036854775807"}, "2: 0 0"},
    {"eoshift_arr", {"2: 1 2", ": 1", ": 1."}, "!"},
    {"pack_arr", {"2x2: 1 2 3 4", "2x2: T F F T"}, "2: 1 4"},
    {"pack_arr", {"2x2: 1 2 3 4", "2x2: T F F T", "3: 7 8 9"}, "3: 1 4 9"},
    {"pack_arr", {"2x2: 1 2 3 4", ": T"}, "4: 1 2 3 4"},
    {"pack_arr", {"2x2: 1 2 3 4", "4: T F F T"}, "!"},
    {"pack_arr", {"2x2: 1 2 3 4", "2x2: T F F T", "1: 7"}, "!"},
    {"unpack_arr", {"2: 8 9", "2x2: F T T F", "2x2: 1 2 3 4"}, "2x2: 1 8 9 4"},
    {"unpack_arr", {"2: 8 9", "2x2: F T T F", ": 0"}, "2x2: 0 8 9 0"},
    {"unpack_arr", {"1: 8", "2x2: F T T F", ": 0"}, "!"},
    {"unpack_arr", {"2: 8 9", "2x2: 0 1 1 0", ": 0"}, "!"},
    {"unpack_arr", {"2: 8 9", "2x2: F T T F", ": 0."}, "!"},
    {"transfer", {": 1.", ": 0"}, ": 4607182418800017408"},
    {"transfer", {": 4607182418800017408", ": 0."}, ": 1."},
    {"transfer", {": (1.,2.)", "1: 0."}, "2: 1. 2."},
    {"transfer", {"2: 1. 2.", ": (0.,0.)"}, ": (1.,2.)"},
    {"transfer", {"2: 1. 2.", ": 0.", ": 1"}, "1: 1."},
    {"transfer", {"2: 1. 2.", ": 0.", ": 3"}, "!"},
    {"transfer", {": 'a'", ": 0"}, "!"},
    /* strings */
    {"len", {": 'ab_'"}, ": 3"},
    {"len", {"2: 'ab' 'cd'", ": 8"}, ": 2"},
    {"len", {": 1"}, "!"},
    {"adjustl", {": '__a_b'"}, ": 'a_b__'"},
    {"adjustr", {"2: 'a_b__' '___'"}, "2: '__a_b' '___'"},
    {"adjustl", {": 1"}, "!"},
    {"repeat", {": 'ab'", ": 3"}, ": 'ababab'"},
    {"concat", {": 'ab'", ": 'c_'"}, ": 'abc_'"},
    {"concat", {": ''", ": ''"}, ": ''"},
    {"concat", {"2: 'a' 'b'", ": 'c'"}, "2: 'ac' 'bc'"},
    {"concat", {": 'a'", ": 1"}, "!"},
    {"substring", {": 'abcd'", ": 2", ": 3"}, ": 'bc'"},
    {"substring", {": 'abcd'", ": 3", ": 2"}, ": ''"},
    {"substring", {": 'abcd'", ": 3", ": 5"}, "!"},
    {"substring", {": 'abcd'", ": 0", ": 1"}, "!"},
    {"overlay", {": 'abcd'", ": 2", ": 3", ": 'x'"}, ": 'ax_d'"},
    {"overlay", {": 'abcd'", ": 2", ": 3", ": 'xyz'"}, ": 'axyd'"},
    {"overlay", {": 'abcd'", ": 5", ": 4", ": 'xyz'"}, ": 'abcd'"},
    {"overlay", {": 'abcd'", ": 4", ": 5", ": 'x'"}, "!"},
    {"repeat", {": ''", ": 3"}, ": ''"},
    {"repeat", {": 'ab'", ": 0"}, ": ''"},
    {"repeat", {": 'ab'", ": -1"}, "!"},
};

/* The rank that the table tells; -1: it doesn't. */
static int rank_by_table(xb_intrinsic_form form, const xb_array *x, size_t count)
{
    bool has_dimension = count > 1 && x[1].type == XB_TYPE_INTEGER && x[1].rank == 0;
    switch (form) {
    case XB_FORM_ELEMENTAL:
    case XB_FORM_SAME: return x[0].rank;
    case XB_FORM_SCALAR: return 0;
    case XB_FORM_VECTOR: return 1;
    case XB_FORM_BOUNDS: return has_dimension ? 0 : 1;
    case XB_FORM_REDUCTION: return has_dimension ? x[0].rank - 1 : 0;
    case XB_FORM_LOCATION: return has_dimension ? x[0].rank - 1 : 1;
    case XB_FORM_TRANSPOSED: return 2;
    case XB_FORM_MULTIPLIED: return x[0].rank + x[1].rank - 2;
    case XB_FORM_SPREAD: return x[0].rank + 1;
    case XB_FORM_RESHAPED: return (int)x[1].count;
    default: return -1;
    }
}

static xb_type type_by_table(xb_intrinsic_code code, const xb_array *x, size_t count)
{
    xb_intrinsic_result result = xb_intrinsic_facts_of(code)->result;
    bool second = count > 1 && (result == XB_RESULT_MOULD ||
                                (result == XB_RESULT_NUMERIC && x[1].type == XB_TYPE_COMPLEX));
    return result == XB_RESULT_MOULD ? x[1].type : xb_intrinsic_result_type(code, x[second].type);
}

static void check_against_table(xb_intrinsic_code code, const xb_array *x, size_t count, const xb_array *y)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    int rank = rank_by_table(facts->form, x, count);
    ck_assert_msg(rank < 0 || rank == y->rank, "%s has rank %d", facts->name, y->rank);
    ck_assert_msg(y->type == type_by_table(code, x, count), "%s is of type %s", facts->name,
                  xb_type_name(y->type));
}

static void check_example(void *argument)
{
    const example *e = argument;
    xb_array x[OPERANDS], y;
    size_t count = parse_operands(e->operands, 0, x);
    const xb_transformational *rule = xb_transformational_find(xb_intrinsic_find(e->name));
    ck_assert_msg(rule != NULL, "%s", e->name);
    ck_assert_uint_ge(count, xb_intrinsic_facts_of(rule->intrinsic)->least);
    ck_assert_uint_le(count, xb_intrinsic_facts_of(rule->intrinsic)->most);
    if (xb_intrinsic_facts_of(rule->intrinsic)->inquiry) /* values are not there */
        x[0].integers = NULL, x[0].reals = NULL, x[0].texts = NULL;
    double kink = INFINITY;
    const char *wrong = rule->apply(arena, x, count, &y, &kink);
    if (strcmp(e->result, "!") == 0) {
        ck_assert_msg(wrong && strlen(wrong) > 5, "%s of %s: no error", e->name, e->operands[0]);
        return;
    }
    ck_assert_msg(!wrong, "%s of %s: %s", e->name, e->operands[0], wrong);
    xb_array expected = parse(e->result, 0);
    xb_array_fit(&y, xb_result_width_of_arrays(rule->intrinsic, x, count, y.type));
    if (expected.width != XB_WIDE)
        ck_assert_int_eq(y.width, expected.width);
    check_same(e->name, &y, &expected);
    check_against_table(rule->intrinsic, x, count, &y);
}

START_TEST(values)
{
    example e = examples[_i];
    ck_assert(xb_protect(failure, check_example, &e));
}
END_TEST

/* ---- tangents -------------------------------------------------------------- */

/* Applications whose real and complex operands all move. */
static const example smooth[] = {
    {"sum_arr", {"2x3: 1. 2. 3. 4. 5. 6."}, ""},
    {"sum_arr", {"2x3: 1. 2. 3. 4. 5. 6.", ": 2"}, ""},
    {"sum_arr", {"2x2: (1.,2.) (3.,4.) (5.,6.) (7.,8.)", ": 1", "2x2: T T F T"}, ""},
    {"product_arr", {"4: 2. -3. 0.5 4."}, ""},
    {"product_arr", {"4: 2. 0. 0.5 4."}, ""},
    {"product_arr", {"4: 2. 0. 0. 4."}, ""},
    {"product_arr", {"2x2: (1.,2.) (3.,4.) (0.,1.) (1.,-1.)", ": 2"}, ""},
    {"product_arr", {"4: 2. 0. 0.5 4.", "4: T F T T"}, ""},
    {"norm2_arr", {"3: 3. -4. 0.5"}, ""},
    {"norm2_arr", {"2x2: 3. -4. 0.5 1.", ": 2"}, ""},
    {"dot_product_arr", {"3: 1. 2. 3.", "3: -4. 5. 6."}, ""},
    {"dot_product_arr", {"2: (1.,2.) (0.5,-1.)", "2: (3.,1.) (2.,-2.)"}, ""},
    {"dot_product_arr", {"2: 1. 2.", "2: (3.,1.) (2.,-2.)"}, ""},
    {"dot_product_arr", {"2: 1. 2.", "2: 3 4"}, ""},
    {"matmul_arr", {"2x3: 1. 2. 3. 4. 5. 6.", "3x2: 1. -2. 3. -4. 5. 6."}, ""},
    {"matmul_arr", {"2x3: 1. 2. 3. 4. 5. 6.", "3: 1. -2. 3."}, ""},
    {"matmul_arr", {"2: (1.,2.) (0.5,-1.)", "2x2: 1. 2. 3. 4."}, ""},
    {"nc_maxval", {"4: 3. 7. -9. 6."}, ""},
    {"nc_minval", {"2x2: 3. 7. -9. 6.", ": 2"}, ""},
    {"nc_maxval", {"4: 3. 7. -9. 6.", "4: T F T F"}, ""},
    {"transpose_arr", {"2x3: 1. 2. 3. 4. 5. 6."}, ""},
    {"transpose_arr", {"1x2: (1.,2.) (3.,4.)"}, ""},
    {"spread_arr", {"2: 1. 2.", ": 1", ": 3"}, ""},
    {"reshape_arr", {"4: 1. 2. 3. 4.", "2: 2 3", "2: 8. 9.", "2: 2 1"}, ""},
    {"cshift_arr", {"2x3: 1. 2. 3. 4. 5. 6.", "2: 1 2", ": 2"}, ""},
    {"eoshift_arr", {"2x3: 1. 2. 3. 4. 5. 6.", "2: 1 -1", "2: 8. 9.", ": 2"}, ""},
    {"pack_arr", {"4: 1. 2. 3. 4.", "4: T F F T", "3: 7. 8. 9."}, ""},
    {"unpack_arr", {"2: 8. 9.", "4: F T T F", "4: 1. 2. 3. 4."}, ""},
    {"transfer", {"4: 1. 2. 3. 4.", "1: (0.,0.)"}, ""},
    {"transfer", {": (1.,2.)", "1: 0."}, ""},
};

typedef struct moved {
    const xb_transformational *rule;
    const xb_array *x;
    size_t count, direction;
    size_t real; /* which number of the result */
} moved;

/* The operands a step away, as the tangents in a direction say. */
static long double complex at(const void *context, long double step)
{
    const moved *m = context;
    xb_array x[OPERANDS], y;
    double kink = INFINITY;
    for (size_t k = 0; k < m->count; k++) {
        x[k] = m->x[k];
        x[k].tangents = NULL;
        if (!x[k].reals)
            continue;
        size_t reals = x[k].count * (x[k].type == XB_TYPE_COMPLEX ? 2 : 1);
        x[k].reals = xb_arena_array(arena, reals, sizeof *x[k].reals);
        for (size_t i = 0; i < reals; i++)
            x[k].reals[i] = m->x[k].reals[i] + (double)step * m->x[k].tangents[i * DIRECTIONS + m->direction];
    }
    ck_assert_ptr_null(m->rule->apply(arena, x, m->count, &y, &kink));
    ck_assert(!y.tangents);
    return y.reals[m->real];
}

static void check_tangents(void *argument)
{
    const example *e = argument;
    xb_array x[OPERANDS], y;
    moved m = {.rule = xb_transformational_find(xb_intrinsic_find(e->name)), .x = x};
    m.count = parse_operands(e->operands, DIRECTIONS, x);
    for (size_t k = 0; k < m.count; k++) {
        size_t reals = x[k].reals ? x[k].count * (x[k].type == XB_TYPE_COMPLEX ? 2 : 1) : 0;
        for (size_t i = 0; i < reals * DIRECTIONS; i++)
            x[k].tangents[i] = uniform_number(&state) - 0.5;
    }
    double kink = INFINITY;
    ck_assert_ptr_null(m.rule->apply(arena, x, m.count, &y, &kink));
    ck_assert(kink > 0.05);
    ck_assert_uint_eq(y.directions, DIRECTIONS);
    size_t reals = y.count * (y.type == XB_TYPE_COMPLEX ? 2 : 1);
    ck_assert_uint_gt(reals, 0);
    for (m.direction = 0; m.direction < DIRECTIONS; m.direction++)
        for (m.real = 0; m.real < reals; m.real++) {
            long double error;
            double got = y.tangents[m.real * DIRECTIONS + m.direction];
            double expected = (double)creall(extrapolated_derivative(at, &m, 0.5L, &error));
            ck_assert_msg(fabs(got - expected) <= 1e-9 * (1 + fabs(expected)),
                          "%s of %s, …, number %zu: %.17g, not %.17g", e->name, e->operands[0], m.real + 1,
                          got, expected);
        }
}

START_TEST(tangents)
{
    example e = smooth[_i];
    ck_assert(xb_protect(failure, check_tangents, &e));
}
END_TEST

/* ---- kinks ----------------------------------------------------------------- */

typedef struct kink {
    const char *name, *operand;
    double distance;
    double tangent; /* of the result, for tangents 1, 2, … of the elements */
} kink;

static const kink kinks[] = {
    {"nc_maxval", "3: 4. 2. 3.", 0.25, 1},
    {"nc_minval", "3: 4. 2. 3.", 0.5, 2},
    {"nc_maxval", "3: 2. 4. 4.", 0, 2},
    {"nc_minval", "3: 2. 4. 2.", 0, 1},
    {"nc_maxval", "1: 4.", INFINITY, 1},
    {"norm2_arr", "2: 0.3 0.4", 0.5, 2.2},
    {"norm2_arr", "2: 0. 0.", 0, 0},
    {"maxloc_arr", "3: 4. 2. 3.", 0.25, 0},
    {"minloc_arr", "2x2: 4. 2. 3. 9.", 0.5, 0},
    {"maxloc_arr", "3: 4 2 3", INFINITY, 0},
    {"sum_arr", "2: 4. 2.", INFINITY, 3},
};

static void check_kink(void *argument)
{
    const kink *k = argument;
    xb_array x = parse(k->operand, 1), y;
    for (size_t i = 0; x.tangents && i < x.count; i++)
        x.tangents[i] = (double)i + 1;
    double distance = INFINITY;
    const xb_transformational *rule = xb_transformational_find(xb_intrinsic_find(k->name));
    ck_assert_ptr_null(rule->apply(arena, &x, 1, &y, &distance));
    ck_assert_msg(distance == k->distance || fabs(distance - k->distance) < 1e-15, "%s of %s: %.17g", k->name,
                  k->operand, distance);
    if (y.tangents)
        ck_assert_msg(fabs(y.tangents[0] - k->tangent) < 1e-14, "%s of %s: %.17g", k->name, k->operand,
                      y.tangents[0]);
    else
        ck_assert(k->tangent == 0);
}

START_TEST(distances)
{
    kink k = kinks[_i];
    ck_assert(xb_protect(failure, check_kink, &k));
}
END_TEST

/* ---- coverage -------------------------------------------------------------- */

static bool has_example(const char *name)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (strcmp(examples[i].name, name) == 0)
            return true;
    return false;
}

START_TEST(inquiries_read_no_values)
{
    static const char *const inquiries[] = {"size",    "shape_arr", "lbound",      "ubound",
                                            "present", "allocated", "maxexponent", "huge",
                                            "kind",    "digits",    "epsilon"};
    for (size_t i = 0; i < sizeof inquiries / sizeof inquiries[0]; i++)
        ck_assert_msg(xb_intrinsic_facts_of(xb_intrinsic_find(inquiries[i]))->inquiry, "%s", inquiries[i]);
    ck_assert(!xb_intrinsic_facts_of(XB_INTRINSIC_LEN)->inquiry);
    ck_assert(!xb_intrinsic_facts_of(XB_INTRINSIC_SUM)->inquiry);
}
END_TEST

START_TEST(every_intrinsic_has_an_example)
{
    for (unsigned i = 1; i < XB_INTRINSIC_COUNT; i++) {
        const char *name = xb_intrinsic_facts_of((xb_intrinsic_code)i)->name;
        ck_assert_msg(!xb_transformational_find((xb_intrinsic_code)i) || has_example(name),
                      "%s is in no example", name);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("intrinsics of arrays");
    TCase *tests = tcase_create("arrays");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, values, 0, (int)(sizeof examples / sizeof examples[0]));
    tcase_add_loop_test(tests, tangents, 0, (int)(sizeof smooth / sizeof smooth[0]));
    tcase_add_loop_test(tests, distances, 0, (int)(sizeof kinks / sizeof kinks[0]));
    tcase_add_test(tests, inquiries_read_no_values);
    tcase_add_test(tests, every_intrinsic_has_an_example);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
