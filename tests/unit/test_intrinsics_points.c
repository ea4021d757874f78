/*
 * Intrinsics at chosen points: types, integers, strings, bits, borders of domains, kinks, and what is wrong.
 *
 * Operands and results are written as text: 2 is an integer, 2. a real number, (1.,2.) a complex one, T and F
 * are truth values, 'abc' is a string, - a missing operand. "!" is an error. Numbers may end in their width,
 * as in 2_4; those of results that do have to have it.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/intrinsics/intrinsics.h"
#include "suite.h"

enum { OPERANDS = 4 };

static xb_number parse_wide(const char *text)
{
    double real, imaginary;
    size_t length = strlen(text);
    if (strcmp(text, "-") == 0)
        return (xb_number){.type = XB_TYPE_VOID};
    if (strcmp(text, "T") == 0 || strcmp(text, "F") == 0)
        return xb_number_of_bool(text[0] == 'T');
    if (text[0] == '\'')
        return (xb_number){.type = XB_TYPE_STRING, .text = {text + 1, length - 2}};
    if (sscanf(text, "(%lf,%lf)", &real, &imaginary) == 2)
        return xb_number_of_complex(xb_complex(real, imaginary));
    if (strpbrk(text, ".nxe"))
        return xb_number_of_real(strtod(text, NULL));
    return xb_number_of_integer(strtoll(text, NULL, 10));
}

static xb_number parse(const char *text)
{
    xb_number number = parse_wide(text);
    const char *width = text[0] == '\'' ? NULL : strchr(text, '_');
    if (width)
        xb_number_fit(&number, (xb_width)(width[1] - '0'));
    return number;
}

static bool is_close(double a, double b)
{
    return a == b || fabs(a - b) <= 4e-16 * fabs(b);
}

static bool is_equal(const xb_number *a, const xb_number *b)
{
    if (a->type != b->type)
        return false;
    if (a->type == XB_TYPE_STRING)
        return a->text.length == b->text.length && memcmp(a->text.bytes, b->text.bytes, a->text.length) == 0;
    return a->integer == b->integer && is_close(a->real, b->real) && is_close(a->imaginary, b->imaginary);
}

static unsigned read_operands(const char *const *texts, xb_number *x)
{
    unsigned count = 0;
    for (; count < OPERANDS && texts[count]; count++)
        x[count] = parse(texts[count]);
    return count;
}

/* ---- values ---------------------------------------------------------------- */

typedef struct point {
    const char *name, *operands[OPERANDS], *result;
} point;

static const point points[] = {
    /* promotion, and integers that don't wrap around */
    {"add_scal_scal", {"2", "3"}, "5"},
    {"add_scal_scal", {"2", "0.5"}, "2.5"},
    {"add_scal_scal", {"(1.,2.)", "1"}, "(2.,2.)"},
    {"add_scal_scal", {"T", "1"}, "!"},
    {"add_scal_scal", {"'1'", "1"}, "!"},
    {"add_scal_scal", {"9223372036854775807", "1"}, "-9223372036854775808"},
    {"sub_scal_scal", {"-9223372036854775807", "2"}, "9223372036854775807"},
    {"add_scal_scal", {"2147483647_4", "1_4"}, "-2147483648_4"},
    {"add_scal_scal", {"2147483647_4", "1"}, "2147483648"},
    {"add_scal_scal", {"127_1", "1_1"}, "-128_1"},
    {"add_scal_scal", {"32767_2", "1_1"}, "-32768_2"},
    {"add_scal_scal", {"0.1_4", "0.2_4"}, "0x1.333334p-2_4"},
    {"add_scal_scal", {"0.1_4", "0.2"}, "0x1.3333334cccccdp-2"},
    {"add_scal_scal", {"0.1_4", "3"}, "0x1.8cccccp+1_4"},
    {"minus_scal", {"-2147483648_4"}, "-2147483648_4"},
    {"minus_scal", {"-9223372036854775808"}, "-9223372036854775808"},
    {"sub_scal_scal", {"2", "3"}, "-1"},
    {"mul_scal_scal", {"-4", "3"}, "-12"},
    {"mul_scal_scal", {"4294967296", "4294967296"}, "0"},
    {"mul_scal_scal", {"1103515245_4", "12345_4"}, "-740563387_4"},
    {"div_scal_scal", {"-2147483648_4", "-1_4"}, "!"},
    {"div_scal_scal", {"-2147483648_4", "-1"}, "2147483648"},
    {"div_scal_scal", {"1._4", "3._4"}, "0x1.555556p-2_4"},
    {"mul_scal_scal", {"(1.,2.)", "(3.,4.)"}, "(-5.,10.)"},
    {"minus_scal", {"7"}, "-7"},
    {"minus_scal", {"F"}, "!"},
    {"div_scal_scal", {"7", "2"}, "3"},
    {"div_scal_scal", {"-7", "2"}, "-3"},
    {"div_scal_scal", {"7", "-2"}, "-3"},
    {"div_scal_scal", {"7", "0"}, "!"},
    {"div_scal_scal", {"7.", "0"}, "!"},
    {"div_scal_scal", {"7.", "(0.,0.)"}, "!"},
    {"div_scal_scal", {"7", "2."}, "3.5"},
    {"pow_scal_scal", {"2", "10"}, "1024"},
    {"pow_scal_scal", {"-3", "3"}, "-27"},
    {"pow_scal_scal", {"2", "-1"}, "0"},
    {"pow_scal_scal", {"-1", "-3"}, "-1"},
    {"pow_scal_scal", {"-1", "-4"}, "1"},
    {"pow_scal_scal", {"0", "-1"}, "!"},
    {"pow_scal_scal", {"0", "0"}, "1"},
    {"pow_scal_scal", {"10", "19"}, "-8446744073709551616"},
    {"pow_scal_scal", {"10_4", "10_4"}, "1410065408_4"},
    {"pow_scal_scal", {"10", "18"}, "1000000000000000000"},
    {"pow_scal_scal", {"-8.", "0.5"}, "!"},
    {"pow_scal_scal", {"-8.", "2."}, "64."},
    {"pow_scal_scal", {"-2.", "-3"}, "-0.125"},
    {"pow_scal_scal", {"0.", "-2"}, "!"},
    {"pow_scal_scal", {"0.", "0"}, "1."},
    {"pow_scal_scal", {"10.", "400"}, "!"},
    {"pow_scal_scal", {"(0.,1.)", "2"}, "(-1.,0.)"},
    {"pow_scal_scal", {"(0.,1.)", "-1"}, "(0.,-1.)"},
    {"pow_scal_scal", {"(0.,0.)", "-1"}, "!"},
    {"pow_scal_scal", {"(0.,0.)", "0"}, "(1.,0.)"},
    {"pow_scal_scal", {"(0.,0.)", "(2.,1.)"}, "(0.,0.)"},
    {"conj_scal", {"(1.,2.)"}, "(1.,-2.)"},
    {"conj_scal", {"1."}, "!"},
    {"imag_scal", {"(1.,2.)"}, "2."},
    {"imag_scal", {"1."}, "!"},
    {"merge_scal_scal_scal", {"'ab'", "'cd'", "F"}, "'cd'"},
    {"merge_scal_scal_scal", {"1", "2", "T"}, "1"},
    {"merge_scal_scal_scal", {"1", "2.", "T"}, "!"},
    {"merge_scal_scal_scal", {"1", "2", "1"}, "!"},
    {"fma_scal_scal_scal", {"2.", "3.", "(1.,1.)"}, "!"},
    {"dprod_scal_scal", {"2.", "'a'"}, "!"},
    /* pieces */
    {"abs_scal", {"-3"}, "3"},
    {"abs_scal", {"(3.,-4.)"}, "5."},
    {"abs_scal", {"T"}, "!"},
    {"iabs_scal", {"-3"}, "3"},
    {"iabs_scal", {"-3."}, "!"},
    {"sign_scal_scal", {"-3", "2"}, "3"},
    {"sign_scal_scal", {"3", "-2"}, "-3"},
    {"sign_scal_scal", {"-3.", "0."}, "3."},
    {"sign_scal_scal", {"-3.", "-0."}, "-3."},
    {"copysign_scal_scal", {"-3.", "-0."}, "-3."},
    {"nc_max_scal_scal", {"1", "5", "3"}, "5"},
    {"nc_min_scal_scal", {"1", "5", "-3"}, "-3"},
    {"nc_max_scal_scal", {"1", "5.5"}, "5.5"},
    {"nc_max_scal_scal", {"1", "(1.,1.)"}, "!"},
    {"dim_scal_scal", {"5", "2"}, "3"},
    {"dim_scal_scal", {"2", "5"}, "0"},
    {"dim_scal_scal", {"9223372036854775807", "-1"}, "-9223372036854775808"},
    {"mod_scal_scal", {"-7", "3"}, "-1"},
    {"mod_scal_scal", {"7", "-3"}, "1"},
    {"mod_scal_scal", {"7", "0"}, "!"},
    {"mod_scal_scal", {"7.", "0."}, "!"},
    {"mod_scal_scal", {"7", "-1"}, "0"},
    {"modulo_scal_scal", {"-7", "3"}, "2"},
    {"modulo_scal_scal", {"7", "-3"}, "-2"},
    {"modulo_scal_scal", {"6", "-3"}, "0"},
    {"modulo_scal_scal", {"-7.", "3."}, "2."},
    {"remainder_scal_scal", {"8.", "3."}, "-1."},
    /* domains */
    {"sqrt_scal", {"-1."}, "!"},
    {"sqrt_scal", {"(-4.,0.)"}, "(0.,2.)"},
    {"sqrt_scal", {"'4'"}, "!"},
    {"ln_scal", {"0."}, "!"},
    {"ln_scal", {"-1."}, "!"},
    {"ln_scal", {"(0.,0.)"}, "!"},
    {"log10", {"1000."}, "3."},
    {"log10", {"(1.,0.)"}, "!"},
    {"exp_scal", {"1000."}, "!"},
    {"exp_scal", {"-inf"}, "0."},
    {"arcsin_scal", {"1.5"}, "!"},
    {"arccosh_scal", {"0.5"}, "!"},
    {"arctanh_scal", {"1."}, "!"},
    {"arctan_scal_scal", {"0.", "0."}, "!"},
    {"arctan_scal_scal", {"1.", "0."}, "1.5707963267948966"},
    {"gamma_scal", {"5."}, "24."},
    {"gamma_scal", {"-2."}, "!"},
    {"gamma_scal", {"200."}, "!"},
    {"lgamma_scal", {"0."}, "!"},
    {"bessel_y0_scal", {"0."}, "!"},
    {"bessel_y1_scal", {"-1."}, "!"},
    {"bessel_jn_scal_scal", {"2.", "1."}, "!"},
    {"bessel_jn_scal_scal", {"-1", "1."}, "-0.44005058574493355"},
    {"bessel_jn_scal_scal", {"9999999999", "1."}, "!"},
    {"bessel_jn_scal_scal", {"0", "0."}, "1."},
    {"erfc_scaled_scal", {"0."}, "1."},
    {"erfc_scaled_scal", {"-30."}, "!"},
    {"erfc_scaled_scal", {"1e300"}, "5.6418958354775628e-301"},
    /* angles that have exact values */
    {"sind_scal", {"30."}, "0.5"},
    {"sind_scal", {"360180."}, "0."},
    {"sind_scal", {"-90."}, "-1."},
    {"sind_scal", {"135."}, "0.70710678118654752"},
    {"cosd_scal", {"60."}, "0.5"},
    {"cosd_scal", {"90."}, "0."},
    {"cosd_scal", {"180."}, "-1."},
    {"tand_scal", {"45."}, "1."},
    {"tand_scal", {"90."}, "!"},
    {"sinpi_scal", {"1e15"}, "0."},
    {"cospi_scal", {"1000000.5"}, "0."},
    {"tanpi_scal", {"0.25"}, "1."},
    {"arctand_scal", {"1."}, "45."},
    {"arccospi_scal", {"0."}, "0.5"},
    {"arctanpi_scal_scal", {"0.", "-1."}, "1."},
    /* conversions */
    {"real_scal", {"3", "8"}, "3."},
    {"real_scal", {"'3'"}, "!"},
    {"dble_scal", {"(3.,4.)"}, "3."},
    {"complex_scal", {"3"}, "(3.,0.)"},
    {"complex_scal", {"3", "4."}, "(3.,4.)"},
    {"complex_scal", {"3", "-", "8"}, "(3.,0.)"},
    {"complex_scal", {"(3.,1.)", "4."}, "!"},
    {"int_scal", {"-2.7"}, "-2"},
    {"int_scal", {"2.7", "4"}, "2"},
    {"int_scal", {"5"}, "5"},
    {"int_scal", {"(2.7,1.)"}, "2"},
    {"int_scal", {"1e19"}, "!"},
    {"int_scal", {"nan"}, "!"},
    {"int_scal", {"T"}, "!"},
    {"nint_scal", {"2.5"}, "3"},
    {"nint_scal", {"-2.5"}, "-3"},
    {"nint_scal", {"0.49999999999999994"}, "0"},
    {"lrint_scal", {"2.5"}, "2"},
    {"rint_scal", {"3.5"}, "4."},
    {"floor_scal", {"-2.1"}, "-3"},
    {"ceiling_scal", {"-2.1"}, "-2"},
    {"bogus_round_scal", {"-2.6"}, "-3"},
    {"aint_scal", {"-2.7"}, "-2."},
    {"anint_scal", {"-2.7"}, "-3."},
    /* representation */
    {"exponent_scal", {"8."}, "4"},
    {"exponent_scal", {"0."}, "0"},
    {"exponent_scal", {"8"}, "!"},
    {"ilogb_scal", {"8."}, "3"},
    {"ilogb_scal", {"0."}, "!"},
    {"logb_scal", {"0."}, "!"},
    {"fraction_scal", {"-8."}, "-0.5"},
    {"scale_scal_scal", {"3.", "4"}, "48."},
    {"scale_scal_scal", {"3.", "4."}, "!"},
    {"scale_scal_scal", {"3.", "9999999999"}, "!"},
    {"scale_scal_scal", {"3.", "-9999999999"}, "0."},
    {"set_exponent_scal_scal", {"3.", "0"}, "0.75"},
    {"nearest_scal_scal", {"1.", "1."}, "0x1.0000000000001p0"},
    {"nearest_scal_scal", {"1.", "-1."}, "0x1.fffffffffffffp-1"},
    {"nearest_scal_scal", {"1.", "0."}, "!"},
    {"nextafter_scal_scal", {"1.", "1."}, "1."},
    {"rrspacing_scal", {"-3."}, "6755399441055744."},
    {"spacing_scal", {"1."}, "0x1p-52"},
    {"spacing_scal", {"0."}, "0x1p-1022"},
    /* comparisons and truth values */
    {"less_than", {"1", "2"}, "T"},
    {"less_than", {"2", "1.5"}, "F"},
    {"less_than", {"9007199254740993", "9007199254740992"}, "F"},
    {"less_or_equal", {"2", "2"}, "T"},
    {"less_or_equal", {"nan", "2."}, "F"},
    {"greater_than", {"3.", "2"}, "T"},
    {"greater_than", {"2.", "2"}, "F"},
    {"greater_or_equal", {"2.", "2"}, "T"},
    {"greater_or_equal", {"1", "2"}, "F"},
    {"equal", {"nan", "nan"}, "F"},
    {"not_equal", {"nan", "nan"}, "T"},
    {"equal", {"(1.,2.)", "(1.,2.)"}, "T"},
    {"not_equal", {"(1.,2.)", "1."}, "T"},
    {"less_than", {"(1.,2.)", "1."}, "!"},
    {"equal", {"T", "F"}, "F"},
    {"equal", {"T", "1."}, "!"},
    {"equal", {"'ab'", "'ab  '"}, "T"},
    {"and", {"T", "T"}, "T"},
    {"and", {"T", "F"}, "F"},
    {"and", {"1", "T"}, "T"},
    {"and", {"1.", "T"}, "!"},
    {"or", {"F", "T"}, "T"},
    {"or", {"F", "F"}, "F"},
    {"or", {"T", "T"}, "T"},
    {"xor", {"T", "T"}, "F"},
    {"xor", {"F", "T"}, "T"},
    {"xor", {"F", "F"}, "F"},
    {"not", {"F"}, "T"},
    {"not", {"2"}, "F"},
    {"not", {"0."}, "!"},
    /* strings */
    {"string_eq_scal_scal", {"'a'", "'a '"}, "T"},
    {"string_eq_scal_scal", {"'a'", "'ab'"}, "F"},
    {"string_ne_scal_scal", {"'a'", "'b'"}, "T"},
    {"string_lt_scal_scal", {"'a'", "'ab'"}, "T"},
    {"string_lt_scal_scal", {"'a\t'", "'a'"}, "T"},
    {"string_le_scal_scal", {"'a'", "'a'"}, "T"},
    {"string_gt_scal_scal", {"'b'", "'ab'"}, "T"},
    {"string_ge_scal_scal", {"'a'", "'ab'"}, "F"},
    {"string_gt_scal_scal", {"'\377'", "'a'"}, "T"},
    {"string_eq_scal_scal", {"'a'", "1"}, "!"},
    {"trim", {"' a  '"}, "' a'"},
    {"trim", {"'  '"}, "''"},
    {"trim", {"3"}, "!"},
    {"len_trim", {"' a  '"}, "2"},
    {"ichar", {"'A'"}, "65"},
    {"iachar", {"'\377'"}, "255"},
    {"ichar", {"'AB'"}, "!"},
    {"char", {"65", "1"}, "'A'"},
    {"achar", {"255"}, "'\377'"},
    {"achar", {"127"}, "'\177'"},
    {"char", {"256"}, "!"},
    {"char", {"-1"}, "!"},
    {"index", {"'banana'", "'an'"}, "2"},
    {"index", {"'banana'", "'an'", "T"}, "4"},
    {"index", {"'banana'", "'x'"}, "0"},
    {"index", {"'ba'", "'banana'"}, "0"},
    {"index", {"'ba'", "''"}, "1"},
    {"index", {"'ba'", "''", "T"}, "3"},
    {"index", {"'ba'", "'a'", "1"}, "!"},
    {"scan", {"'banana'", "'xn'"}, "3"},
    {"scan", {"'banana'", "'xn'", "T"}, "5"},
    {"scan", {"'banana'", "''"}, "0"},
    {"verify", {"'banana'", "'ab'"}, "3"},
    {"verify", {"'banana'", "'ab'", "T"}, "5"},
    {"verify", {"'banana'", "'abn'", "-", "4"}, "0"},
    /* kinds */
    {"int_scal", {"2.5"}, "2_4"},
    {"int_scal", {"3e9"}, "!"},
    {"int_scal", {"3e9", "8"}, "3000000000"},
    {"int_scal", {"-2147483648.9"}, "-2147483648_4"},
    {"int_scal", {"300", "1"}, "44_1"},
    {"nint_scal", {"40000.", "2"}, "!"},
    {"lround_scal", {"3e9"}, "3000000000"},
    {"real_scal", {"0.1", "4"}, "0.1_4"},
    {"real_scal", {"0.1_4", "8"}, "0x1.99999ap-4"},
    {"real_scal", {"1"}, "1."},
    {"dble_scal", {"0.1_4"}, "0x1.99999ap-4"},
    {"dprod_scal_scal", {"0.1_4", "0.1_4"}, "0x1.47ae151eb852p-7"},
    {"spacing_scal", {"1.5_4"}, "0x1p-23_4"},
    {"spacing_scal", {"0._4"}, "0x1p-126_4"},
    {"rrspacing_scal", {"1.5_4"}, "0x1.8p+23_4"},
    {"nearest_scal_scal", {"1._4", "1."}, "0x1.000002p+0_4"},
    {"nextafter_scal_scal", {"1._4", "0."}, "0x1.fffffep-1_4"},
    {"exp_scal", {"1._4"}, "0x1.5bf0a8p+1_4"},
    {"abs_scal", {"-2147483648_4"}, "-2147483648_4"},
    {"mul_scal_scal", {"(0.1,0.2)_4", "(0.3,0.15)_4"}, "(0.,0x1.333334p-4)_4"},
    /* bits */
    {"iand_scal_scal", {"12", "10"}, "8"},
    {"ior_scal_scal", {"12", "10"}, "14"},
    {"ieor_scal_scal", {"12", "10"}, "6"},
    {"iand_scal_scal", {"12", "10."}, "!"},
    {"not_scal", {"5"}, "-6"},
    {"not_scal", {"T"}, "!"},
    {"ishft_scal_scal", {"3", "2"}, "12"},
    {"ishft_scal_scal", {"12", "-2"}, "3"},
    {"ishft_scal_scal", {"-1", "-60"}, "15"},
    {"ishft_scal_scal", {"-1", "64"}, "0"},
    {"ishft_scal_scal", {"-1", "65"}, "!"},
    {"ibset_scal_scal", {"8", "0"}, "9"},
    {"ibclr_scal_scal", {"9", "3"}, "1"},
    {"ishft_scal_scal", {"-7_4", "-28"}, "15_4"},
    {"ishft_scal_scal", {"1_4", "31"}, "-2147483648_4"},
    {"ishft_scal_scal", {"-1_2", "16"}, "0_2"},
    {"ishft_scal_scal", {"1_4", "33"}, "!"},
    {"not_scal", {"5_1"}, "-6_1"},
    {"iand_scal_scal", {"-1_4", "255_2"}, "255_4"},
    {"ibset_scal_scal", {"0_4", "31"}, "-2147483648_4"},
    {"ibset_scal_scal", {"0_4", "32"}, "!"},
    {"btest_scal_scal", {"-1_4", "31"}, "T"},
    {"btest_scal_scal", {"-1_4", "32"}, "!"},
    {"ibset_scal_scal", {"8", "64"}, "!"},
    {"ibclr_scal_scal", {"8", "-1"}, "!"},
    {"btest_scal_scal", {"8", "3"}, "T"},
    {"btest_scal_scal", {"8", "2"}, "F"},
    {"btest_scal_scal", {"8", "99"}, "!"},
};

START_TEST(values)
{
    const point *p = &points[_i];
    xb_number x[OPERANDS], y = {.type = XB_TYPE_VOID};
    const xb_elemental *rule = xb_elemental_find(xb_intrinsic_find(p->name));
    ck_assert_msg(rule != NULL, "%s", p->name);
    unsigned count = read_operands(p->operands, x);
    ck_assert_uint_ge(count, xb_intrinsic_facts_of(rule->intrinsic)->least);
    ck_assert_uint_le(count, xb_intrinsic_facts_of(rule->intrinsic)->most);
    const char *wrong = rule->value(rule, x, count, &y);
    if (strcmp(p->result, "!") == 0) {
        ck_assert_msg(wrong && strlen(wrong) > 5, "%s of %s: no error", p->name, p->operands[0]);
        return;
    }
    ck_assert_msg(!wrong, "%s of %s: %s", p->name, p->operands[0], wrong);
    xb_number expected = parse(p->result);
    xb_number_fit(&y, xb_result_width(rule->intrinsic, x, count, y.type));
    if (expected.width != XB_WIDE)
        ck_assert_int_eq(y.width, expected.width);
    ck_assert_msg(is_equal(&y, &expected), "%s of %s, …: type %d, %lld, %.17g, '%.*s', not %s", p->name,
                  p->operands[0], (int)y.type, (long long)y.integer, y.real,
                  y.text.length < 100 ? (int)y.text.length : 0, y.text.bytes ? y.text.bytes : "", p->result);
}
END_TEST

/* ---- tangents at special points -------------------------------------------- */

typedef struct slope {
    const char *name, *operands[OPERANDS];
    unsigned moving; /* operand, from 0, that moves by 1 */
    double expected;
} slope;

static const slope slopes[] = {
    /* ordinary points at which a formula could fail */
    {"pow_scal_scal", {"0.", "0"}, 0, 0},
    {"pow_scal_scal", {"0.", "1"}, 0, 1},
    {"pow_scal_scal", {"0.", "2"}, 0, 0},
    {"pow_scal_scal", {"-2.", "3"}, 0, 12},
    {"pow_scal_scal", {"-2.", "-1"}, 0, -0.25},
    {"pow_scal_scal", {"-2.", "2."}, 0, -4},
    {"pow_scal_scal", {"0.", "2."}, 1, 0},
    {"pow_scal_scal", {"1.", "7."}, 1, 0},
    {"pow_scal_scal", {"(0.,0.)", "(0.5,0.)"}, 1, 0},
    {"pow_scal_scal", {"2", "3."}, 1, 5.5451774444795624753},
    {"div_scal_scal", {"1e150", "1e-150"}, 0, 1e150},
    {"div_scal_scal", {"1e200", "1e200"}, 1, -1e-200},
    {"hypot_scal_scal", {"3e200", "4e200"}, 0, 0.6},
    {"hypot_scal_scal", {"0.", "0."}, 0, 1},
    {"arctan_scal_scal", {"3e-200", "4e-200"}, 0, 1.6e199},
    {"arcsin_scal", {"0.99999999999909051"}, 0, 741455.200189633844340},
    {"arctanh_scal", {"0.99999999999909051"}, 0, 549755813888.25},
    {"tanh_scal", {"800."}, 0, 0},
    {"arctan_scal", {"1e200"}, 0, 0},
    {"bessel_j1_scal", {"0."}, 0, 0.5},
    {"bessel_jn_scal_scal", {"1", "0."}, 1, 0.5},
    {"bessel_jn_scal_scal", {"0", "0."}, 1, 0},
    {"bessel_jn_scal_scal", {"-1", "0."}, 1, -0.5},
    {"bessel_jn_scal_scal", {"-2", "1."}, 1, 0.21024361588113259},
    {"bessel_jn_scal_scal", {"7", "0."}, 1, 0},
    {"erfc_scaled_scal", {"1e8"}, 0, -5.6418958354775626e-17},
    {"fraction_scal", {"0."}, 0, 1},
    {"rrspacing_scal", {"-3."}, 0, -2251799813685248.},
    {"mod_scal_scal", {"7.", "2."}, 1, -3},
    {"mod_scal_scal", {"-7.", "2."}, 1, 3},
    {"modulo_scal_scal", {"-7.", "2."}, 1, 4},
    {"remainder_scal_scal", {"7.5", "2."}, 1, -4},
    /* digamma: -γ, -γ - 2 log 2, and 1 - γ, -γ + 3/2; at -1/2 2 - γ - 2 log 2; 10^6 */
    {"lgamma_scal", {"1."}, 0, -0.57721566490153286061},
    {"lgamma_scal", {"0.5"}, 0, -1.96351002602142347944},
    {"lgamma_scal", {"2."}, 0, 0.42278433509846713939},
    {"lgamma_scal", {"-0.5"}, 0, 0.03648997397857652056},
    {"lgamma_scal", {"1e6"}, 0, 13.81551005796410410746},
    {"gamma_scal", {"3."}, 0, 1.84556867019693427879},
    /* kinks: the first of equal operands, sign(1, 0) */
    {"abs_scal", {"0."}, 0, 1},
    {"abs_scal", {"-0."}, 0, -1},
    {"sign_scal_scal", {"0.", "-1."}, 0, -1},
    {"sign_scal_scal", {"-2.", "0."}, 0, -1},
    {"nc_max_scal_scal", {"2.", "2."}, 0, 1},
    {"nc_max_scal_scal", {"2.", "2."}, 1, 0},
    {"nc_min_scal_scal", {"2.", "2."}, 0, 1},
    {"nc_min_scal_scal", {"2.", "2."}, 1, 0},
    {"nc_max_scal_scal", {"1.", "3.", "2."}, 1, 1},
    {"nc_max_scal_scal", {"1.", "3.", "2."}, 2, 0},
    {"dim_scal_scal", {"2.", "2."}, 0, 1},
    {"dim_scal_scal", {"2.", "2."}, 1, -1},
    {"mod_scal_scal", {"6.", "2."}, 1, -3},
    {"aint_scal", {"2."}, 0, 0},
};

START_TEST(tangents)
{
    const slope *s = &slopes[_i];
    xb_number x[OPERANDS], y;
    double complex dx[OPERANDS] = {0};
    const xb_elemental *rule = xb_elemental_find(xb_intrinsic_find(s->name));
    ck_assert_msg(rule != NULL, "%s", s->name);
    unsigned count = read_operands(s->operands, x);
    ck_assert_ptr_null(rule->value(rule, x, count, &y));
    dx[s->moving] = 1;
    double got = rule->tangent ? creal(rule->tangent(rule, x, dx, count, &y)) : 0;
    ck_assert_msg(fabs(got - s->expected) <= 1e-13 * fabs(s->expected),
                  "%s of %s, … by operand %u: %.17g, not %.17g", s->name, s->operands[0], s->moving + 1, got,
                  s->expected);
    dx[s->moving] = -3;
    got = rule->tangent ? creal(rule->tangent(rule, x, dx, count, &y)) : 0;
    ck_assert(fabs(got + 3 * s->expected) <= 1e-13 * fabs(3 * s->expected));
}
END_TEST

/* Where there is no derivative in a direction, the tangent is no number, or infinite; never a wrong number.
 */
START_TEST(no_tangent)
{
    static const slope none[] = {
        {"pow_scal_scal", {"-2.", "2."}, 1, 0},
        {"pow_scal_scal", {"0.", "0."}, 1, 0},
        {"pow_scal_scal", {"0.", "0.5"}, 0, 0},
        {"sqrt_scal", {"0."}, 0, 0},
        {"cbrt_scal", {"0."}, 0, 0},
        {"arcsin_scal", {"1."}, 0, 0},
    };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        xb_number x[OPERANDS], y;
        double complex dx[OPERANDS] = {0};
        const xb_elemental *rule = xb_elemental_find(xb_intrinsic_find(none[i].name));
        unsigned count = read_operands(none[i].operands, x);
        ck_assert_ptr_null(rule->value(rule, x, count, &y));
        dx[none[i].moving] = 1;
        ck_assert_msg(!isfinite(creal(rule->tangent(rule, x, dx, count, &y))), "%s", none[i].name);
    }
}
END_TEST

/* ---- kinks ----------------------------------------------------------------- */

typedef struct kink {
    const char *name, *operands[OPERANDS];
    double distance;
} kink;

static const kink kinks[] = {
    {"abs_scal", {"0.25"}, 0.25},
    {"abs_scal", {"-8."}, 1},
    {"abs_scal", {"-3"}, INFINITY},
    {"abs_scal", {"(0.3,-0.4)"}, 0.5},
    {"sign_scal_scal", {"0.5", "0.25"}, 0.25},
    {"sign_scal_scal", {"0.5", "-2"}, 0.5},
    {"nc_max_scal_scal", {"4.", "3."}, 0.25},
    {"nc_max_scal_scal", {"4", "3"}, INFINITY},
    {"nc_min_scal_scal", {"4.", "3.", "8."}, 1. / 3},
    {"dim_scal_scal", {"4.", "5."}, 0.2},
    {"mod_scal_scal", {"0.25", "1."}, 0.75},
    {"mod_scal_scal", {"2.25", "1."}, 0.25 / 2.25},
    {"mod_scal_scal", {"7", "3"}, INFINITY},
    {"modulo_scal_scal", {"0.25", "1."}, 0.25},
    {"remainder_scal_scal", {"0.25", "1."}, 0.25},
    {"sqrt_scal", {"0.125"}, 0.125},
    {"hypot_scal_scal", {"0.3", "0.4"}, 0.5},
    {"arcsin_scal", {"-0.75"}, 0.25},
    {"arccosh_scal", {"1.25"}, 0.2},
    {"arctan_scal_scal", {"0.5", "-1."}, 0.5},
    {"arctan_scal_scal", {"0.3", "0.4"}, 0.5},
    {"pow_scal_scal", {"0.25", "0.5"}, 0.25},
    {"pow_scal_scal", {"0.25", "2"}, INFINITY},
    {"pow_scal_scal", {"0.25", "2."}, INFINITY},
    {"int_scal", {"0.25"}, 0.75},
    {"int_scal", {"4.25"}, 0.25 / 4.25},
    {"int_scal", {"4"}, INFINITY},
    {"floor_scal", {"0.25"}, 0.25},
    {"nint_scal", {"0.25"}, 0.25},
    {"anint_scal", {"-0.75"}, 0.25},
    {"fraction_scal", {"0.875"}, 0.125},
    {"exponent_scal", {"0."}, 0},
    {"spacing_scal", {"4.5"}, 0.5 / 4.5},
    {"less_than", {"4.", "3."}, 0.25},
    {"less_than", {"4", "3"}, INFINITY},
    {"equal", {"'a'", "'a'"}, INFINITY},
    {"equal", {"0.5", "0.5"}, 0},
};

START_TEST(distances)
{
    const kink *k = &kinks[_i];
    xb_number x[OPERANDS];
    const xb_elemental *rule = xb_elemental_find(xb_intrinsic_find(k->name));
    ck_assert_msg(rule && rule->kink, "%s", k->name);
    double distance = rule->kink(rule, x, read_operands(k->operands, x));
    ck_assert_msg(is_close(distance, k->distance), "%s of %s, …: %.17g, not %.17g", k->name, k->operands[0],
                  distance, k->distance);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("intrinsics at chosen points");
    TCase *tests = tcase_create("points");
    tcase_add_loop_test(tests, values, 0, (int)(sizeof points / sizeof points[0]));
    tcase_add_loop_test(tests, tangents, 0, (int)(sizeof slopes / sizeof slopes[0]));
    tcase_add_test(tests, no_tangent);
    tcase_add_loop_test(tests, distances, 0, (int)(sizeof kinks / sizeof kinks[0]));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
