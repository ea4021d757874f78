/*
 * The table is indexed by code and in order of names. A program's table of names begins with them, in that
 * order, and the further spellings of front ends after them, so that the number of a name tells which
 * intrinsic it is.
 */
#include "ir/intrinsic.h"

#include <string.h>

#include "base/name_table.h"

enum { MANY = 100 }; /* operands of maxima and minima */

static const xb_intrinsic_facts table[XB_INTRINSIC_COUNT] = {
    [XB_INTRINSIC_NONE] = {"", 0, 0, XB_FORM_UNKNOWN, XB_RESULT_UNKNOWN},
    [XB_INTRINSIC_ABS] = {"abs_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_MAGNITUDE},
    [XB_INTRINSIC_ACHAR] = {"achar", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_CHAR},
    [XB_INTRINSIC_ADD] = {"add_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC, .sign = " + "},
    [XB_INTRINSIC_ADJUSTL] = {"adjustl", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_STRING},
    [XB_INTRINSIC_ADJUSTR] = {"adjustr", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_STRING},
    [XB_INTRINSIC_AINT] = {"aint_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING, .kind = 2},
    [XB_INTRINSIC_ALL] = {"all", 1, 2, XB_FORM_REDUCTION, XB_RESULT_BOOL},
    [XB_INTRINSIC_ALLOCATED] = {"allocated", 1, 1, XB_FORM_SCALAR, XB_RESULT_BOOL, .inquiry = true},
    [XB_INTRINSIC_AND] = {"and", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
    [XB_INTRINSIC_ANINT] = {"anint_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING, .kind = 2},
    [XB_INTRINSIC_ANY] = {"any", 1, 2, XB_FORM_REDUCTION, XB_RESULT_BOOL},
    [XB_INTRINSIC_ARCCOS] = {"arccos_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCCOSD] = {"arccosd_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCCOSH] = {"arccosh_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCCOSPI] = {"arccospi_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCSIN] = {"arcsin_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCSIND] = {"arcsind_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCSINH] = {"arcsinh_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCSINPI] = {"arcsinpi_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTAN2] = {"arctan2_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTAN] = {"arctan_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTAN_SCAL_SCAL] = {"arctan_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTAND] = {"arctand_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTAND_SCAL_SCAL] = {"arctand_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTANH] = {"arctanh_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTANPI] = {"arctanpi_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ARCTANPI_SCAL_SCAL] = {"arctanpi_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ASSOCIATED] = {"associated", 1, 2, XB_FORM_SCALAR, XB_RESULT_BOOL, .inquiry = true},
    [XB_INTRINSIC_BESSEL_J0] = {"bessel_j0_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_BESSEL_J1] = {"bessel_j1_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_BESSEL_JN] = {"bessel_jn_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_BESSEL_Y0] = {"bessel_y0_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_BESSEL_Y1] = {"bessel_y1_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_BESSEL_YN] = {"bessel_yn_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_BIT_SIZE] = {"bit_size", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_BOGUS_CEIL] = {"bogus_ceil_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_BOGUS_FLOOR] = {"bogus_floor_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_BOGUS_MODULO] = {"bogus_modulo_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_BOGUS_ROUND] = {"bogus_round_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_BTEST] = {"btest_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_CBRT] = {"cbrt_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_CEILING] = {"ceiling_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_CHAR] = {"char", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_CHAR},
    [XB_INTRINSIC_COMPLEX] = {"complex_scal", 1, 3, XB_FORM_ELEMENTAL, XB_RESULT_COMPLEX, .kind = 3},
    [XB_INTRINSIC_CONCAT] = {"concat", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_STRING},
    [XB_INTRINSIC_CONJ] = {"conj_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_COPYSIGN] = {"copysign_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_COS] = {"cos_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_COSD] = {"cosd_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_COSH] = {"cosh_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_COSPI] = {"cospi_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_COUNT_TRUE] = {"count", 1, 3, XB_FORM_REDUCTION, XB_RESULT_INTEGER, .kind = 3},
    [XB_INTRINSIC_CSHIFT] = {"cshift_arr", 2, 3, XB_FORM_SAME, XB_RESULT_ANY},
    [XB_INTRINSIC_DBLE] = {"dble_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_DOUBLE},
    [XB_INTRINSIC_DIGITS] = {"digits", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_DIM] = {"dim_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_DIV] = {"div_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC, .sign = "/"},
    [XB_INTRINSIC_DOT_PRODUCT] = {"dot_product_arr", 2, 2, XB_FORM_SCALAR, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_DPROD] = {"dprod_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_DOUBLE},
    [XB_INTRINSIC_EOSHIFT] = {"eoshift_arr", 2, 4, XB_FORM_SAME, XB_RESULT_ANY, .padding = 3},
    [XB_INTRINSIC_EPSILON] = {"epsilon", 1, 1, XB_FORM_SCALAR, XB_RESULT_FLOATING, .inquiry = true},
    [XB_INTRINSIC_EQUAL] = {"equal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
    [XB_INTRINSIC_ERF] = {"erf_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ERFC] = {"erfc_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ERFC_SCALED] = {"erfc_scaled_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_EXP2] = {"exp2_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_EXP] = {"exp_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_EXPM1] = {"expm1_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_EXPONENT] = {"exponent_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_FDIM] = {"fdim_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_FLOOR] = {"floor_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_FMA] = {"fma_scal_scal_scal", 3, 3, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_FMAX] = {"fmax_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_FMIN] = {"fmin_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_FMOD] = {"fmod_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_FRACTION] = {"fraction_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_GAMMA] = {"gamma_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_GREATER_OR_EQUAL] = {"greater_or_equal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL,
                                       .is_operation = true},
    [XB_INTRINSIC_GREATER_THAN] = {"greater_than", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL,
                                   .is_operation = true},
    [XB_INTRINSIC_HUGE] = {"huge", 1, 1, XB_FORM_SCALAR, XB_RESULT_NUMERIC, .inquiry = true},
    [XB_INTRINSIC_HYPOT] = {"hypot_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_IABS] = {"iabs_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_IACHAR] = {"iachar", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_IAND] = {"iand_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_IBCLR] = {"ibclr_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_IBSET] = {"ibset_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_ICHAR] = {"ichar", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_IEOR] = {"ieor_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_ILOGB] = {"ilogb_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_IMAG] = {"imag_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_REAL},
    [XB_INTRINSIC_INDEX] = {"index", 2, 4, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 4},
    [XB_INTRINSIC_INT] = {"int_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_IOR] = {"ior_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_IS_CONTIGUOUS] = {"is_contiguous", 1, 1, XB_FORM_SCALAR, XB_RESULT_BOOL, .inquiry = true},
    [XB_INTRINSIC_ISHFT] = {"ishft_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_KIND] = {"kind", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_LBOUND] = {"lbound", 1, 3, XB_FORM_BOUNDS, XB_RESULT_INTEGER, .inquiry = true, .kind = 3},
    [XB_INTRINSIC_LDEXP] = {"ldexp_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LEN] = {"len", 1, 2, XB_FORM_SCALAR, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_LEN_TRIM] = {"len_trim", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_LESS_OR_EQUAL] = {"less_or_equal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL,
                                    .is_operation = true},
    [XB_INTRINSIC_LESS_THAN] = {"less_than", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
    [XB_INTRINSIC_LGAMMA] = {"lgamma_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LN] = {"ln_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LOG10] = {"log10", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LOG1P] = {"log1p_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LOG2] = {"log2_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LOGB] = {"logb_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_LRINT] = {"lrint_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_LROUND] = {"lround_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_MATMUL] = {"matmul_arr", 2, 2, XB_FORM_MULTIPLIED, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_MAXEXPONENT] = {"maxexponent", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_MAXLOC] = {"maxloc_arr", 1, 3, XB_FORM_LOCATION, XB_RESULT_INTEGER},
    [XB_INTRINSIC_MERGE] = {"merge_scal_scal_scal", 3, 3, XB_FORM_ELEMENTAL, XB_RESULT_ANY},
    [XB_INTRINSIC_MINEXPONENT] = {"minexponent", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_MINLOC] = {"minloc_arr", 1, 3, XB_FORM_LOCATION, XB_RESULT_INTEGER},
    [XB_INTRINSIC_MINUS] = {"minus_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_MOD] = {"mod_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_MODULO] = {"modulo_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_MUL] = {"mul_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC, .sign = "*"},
    [XB_INTRINSIC_NC_MAX] = {"nc_max_scal_scal", 2, MANY, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_NC_MAXVAL] = {"nc_maxval", 1, 3, XB_FORM_REDUCTION, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_NC_MIN] = {"nc_min_scal_scal", 2, MANY, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_NC_MINVAL] = {"nc_minval", 1, 3, XB_FORM_REDUCTION, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_NEARBYINT] = {"nearbyint_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_NEAREST] = {"nearest_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_NEXTAFTER] = {"nextafter_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_NINT] = {"nint_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 2},
    [XB_INTRINSIC_NORM2] = {"norm2_arr", 1, 2, XB_FORM_REDUCTION, XB_RESULT_FLOATING},
    [XB_INTRINSIC_NOT] = {"not", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
    [XB_INTRINSIC_NOT_EQUAL] = {"not_equal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
    [XB_INTRINSIC_NOT_SCAL] = {"not_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER},
    [XB_INTRINSIC_OAD_TAN] = {"oad_tan_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_OR] = {"or", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
    [XB_INTRINSIC_OVERLAY] = {"overlay", 4, 4, XB_FORM_ELEMENTAL, XB_RESULT_STRING},
    [XB_INTRINSIC_PACK] = {"pack_arr", 2, 3, XB_FORM_OTHER, XB_RESULT_ANY, .padding = 3},
    [XB_INTRINSIC_POW] = {"pow_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC, .sign = "**"},
    [XB_INTRINSIC_PRECISION] = {"precision", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_PRESENT] = {"present", 1, 1, XB_FORM_SCALAR, XB_RESULT_BOOL, .inquiry = true},
    [XB_INTRINSIC_PRODUCT] = {"product_arr", 1, 3, XB_FORM_REDUCTION, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_RADIX] = {"radix", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_RANGE] = {"range", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_RANK] = {"rank", 1, 1, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true},
    [XB_INTRINSIC_REAL] = {"real_scal", 1, 2, XB_FORM_ELEMENTAL, XB_RESULT_REAL, .kind = 2},
    [XB_INTRINSIC_REMAINDER] = {"remainder_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_REPEAT] = {"repeat", 2, 2, XB_FORM_SCALAR, XB_RESULT_STRING},
    [XB_INTRINSIC_RESHAPE] = {"reshape_arr", 2, 4, XB_FORM_RESHAPED, XB_RESULT_ANY, .padding = 3},
    [XB_INTRINSIC_RINT] = {"rint_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_ROUND] = {"round_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_RRSPACING] = {"rrspacing_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SCALBN] = {"scalbn_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SCALE] = {"scale_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SCAN] = {"scan", 2, 4, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 4},
    [XB_INTRINSIC_SET_EXPONENT] = {"set_exponent_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SHAPE] = {"shape_arr", 1, 2, XB_FORM_VECTOR, XB_RESULT_INTEGER, .inquiry = true, .kind = 2},
    [XB_INTRINSIC_SIGN] = {"sign_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_SIN] = {"sin_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SIND] = {"sind_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SINH] = {"sinh_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SINPI] = {"sinpi_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SIZE] = {"size", 1, 3, XB_FORM_SCALAR, XB_RESULT_INTEGER, .inquiry = true, .kind = 3},
    [XB_INTRINSIC_SPACING] = {"spacing_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_SPREAD] = {"spread_arr", 3, 3, XB_FORM_SPREAD, XB_RESULT_ANY},
    [XB_INTRINSIC_SQRT] = {"sqrt_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_STRING_EQ] = {"string_eq_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_STRING_GE] = {"string_ge_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_STRING_GT] = {"string_gt_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_STRING_LE] = {"string_le_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_STRING_LT] = {"string_lt_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_STRING_NE] = {"string_ne_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL},
    [XB_INTRINSIC_SUB] = {"sub_scal_scal", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_NUMERIC, .sign = " - "},
    [XB_INTRINSIC_SUBSTRING] = {"substring", 3, 3, XB_FORM_ELEMENTAL, XB_RESULT_STRING},
    [XB_INTRINSIC_SUM] = {"sum_arr", 1, 3, XB_FORM_REDUCTION, XB_RESULT_NUMERIC},
    [XB_INTRINSIC_TAN] = {"tan_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_TAND] = {"tand_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_TANH] = {"tanh_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_TANPI] = {"tanpi_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_TINY] = {"tiny", 1, 1, XB_FORM_SCALAR, XB_RESULT_FLOATING, .inquiry = true},
    [XB_INTRINSIC_TRANSFER] = {"transfer", 2, 3, XB_FORM_OTHER, XB_RESULT_MOULD},
    [XB_INTRINSIC_TRANSPOSE] = {"transpose_arr", 1, 1, XB_FORM_TRANSPOSED, XB_RESULT_ANY},
    [XB_INTRINSIC_TRIM] = {"trim", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_STRING},
    [XB_INTRINSIC_TRUNC] = {"trunc_scal", 1, 1, XB_FORM_ELEMENTAL, XB_RESULT_FLOATING},
    [XB_INTRINSIC_UBOUND] = {"ubound", 1, 3, XB_FORM_BOUNDS, XB_RESULT_INTEGER, .inquiry = true, .kind = 3},
    [XB_INTRINSIC_UNPACK] = {"unpack_arr", 3, 3, XB_FORM_OTHER, XB_RESULT_ANY, .padding = 3},
    [XB_INTRINSIC_VERIFY] = {"verify", 2, 4, XB_FORM_ELEMENTAL, XB_RESULT_INTEGER, .kind = 4},
    [XB_INTRINSIC_XOR] = {"xor", 2, 2, XB_FORM_ELEMENTAL, XB_RESULT_BOOL, .is_operation = true},
};

/* Spellings of front ends that the catalogues don't use. */
static const struct spelling {
    const char *name;
    xb_intrinsic_code code;
} spellings[] = {
    {"all_arr", XB_INTRINSIC_ALL},          {"any_arr", XB_INTRINSIC_ANY},
    {"count_arr", XB_INTRINSIC_COUNT_TRUE}, {"dot_product", XB_INTRINSIC_DOT_PRODUCT},
    {"maxloc", XB_INTRINSIC_MAXLOC},        {"maxval", XB_INTRINSIC_NC_MAXVAL},
    {"maxval_arr", XB_INTRINSIC_NC_MAXVAL}, {"minloc", XB_INTRINSIC_MINLOC},
    {"minval", XB_INTRINSIC_NC_MINVAL},     {"minval_arr", XB_INTRINSIC_NC_MINVAL},
    {"norm2", XB_INTRINSIC_NORM2},          {"product", XB_INTRINSIC_PRODUCT},
    {"shape", XB_INTRINSIC_SHAPE},          {"sum", XB_INTRINSIC_SUM},
};
enum { SPELLINGS = sizeof spellings / sizeof *spellings };

/* Names of those that write to the trace of a run, but for oad_tan_scal, which catalogues have. */
static const struct spelling traced[] = {
    {XB_INTRINSIC_TRACED "abs_scal", XB_INTRINSIC_ABS},
    {XB_INTRINSIC_TRACED "aint_scal", XB_INTRINSIC_AINT},
    {XB_INTRINSIC_TRACED "anint_scal", XB_INTRINSIC_ANINT},
    {XB_INTRINSIC_TRACED "bogus_ceil_scal", XB_INTRINSIC_BOGUS_CEIL},
    {XB_INTRINSIC_TRACED "bogus_floor_scal", XB_INTRINSIC_BOGUS_FLOOR},
    {XB_INTRINSIC_TRACED "bogus_modulo_scal_scal", XB_INTRINSIC_BOGUS_MODULO},
    {XB_INTRINSIC_TRACED "bogus_round_scal", XB_INTRINSIC_BOGUS_ROUND},
    {XB_INTRINSIC_TRACED "ceiling_scal", XB_INTRINSIC_CEILING},
    {XB_INTRINSIC_TRACED "copysign_scal_scal", XB_INTRINSIC_COPYSIGN},
    {XB_INTRINSIC_TRACED "dim_scal_scal", XB_INTRINSIC_DIM},
    {XB_INTRINSIC_TRACED "fdim_scal_scal", XB_INTRINSIC_FDIM},
    {XB_INTRINSIC_TRACED "floor_scal", XB_INTRINSIC_FLOOR},
    {XB_INTRINSIC_TRACED "fmax_scal_scal", XB_INTRINSIC_FMAX},
    {XB_INTRINSIC_TRACED "fmin_scal_scal", XB_INTRINSIC_FMIN},
    {XB_INTRINSIC_TRACED "fmod_scal_scal", XB_INTRINSIC_FMOD},
    {XB_INTRINSIC_TRACED "iabs_scal", XB_INTRINSIC_IABS},
    {XB_INTRINSIC_TRACED "int_scal", XB_INTRINSIC_INT},
    {XB_INTRINSIC_TRACED "lrint_scal", XB_INTRINSIC_LRINT},
    {XB_INTRINSIC_TRACED "lround_scal", XB_INTRINSIC_LROUND},
    {XB_INTRINSIC_TRACED "maxloc", XB_INTRINSIC_MAXLOC},
    {XB_INTRINSIC_TRACED "maxloc_arr", XB_INTRINSIC_MAXLOC},
    {XB_INTRINSIC_TRACED "maxval", XB_INTRINSIC_NC_MAXVAL},
    {XB_INTRINSIC_TRACED "maxval_arr", XB_INTRINSIC_NC_MAXVAL},
    {XB_INTRINSIC_TRACED "minloc", XB_INTRINSIC_MINLOC},
    {XB_INTRINSIC_TRACED "minloc_arr", XB_INTRINSIC_MINLOC},
    {XB_INTRINSIC_TRACED "minval", XB_INTRINSIC_NC_MINVAL},
    {XB_INTRINSIC_TRACED "minval_arr", XB_INTRINSIC_NC_MINVAL},
    {XB_INTRINSIC_TRACED "mod_scal_scal", XB_INTRINSIC_MOD},
    {XB_INTRINSIC_TRACED "modulo_scal_scal", XB_INTRINSIC_MODULO},
    {XB_INTRINSIC_TRACED "nc_max_scal_scal", XB_INTRINSIC_NC_MAX},
    {XB_INTRINSIC_TRACED "nc_maxval", XB_INTRINSIC_NC_MAXVAL},
    {XB_INTRINSIC_TRACED "nc_min_scal_scal", XB_INTRINSIC_NC_MIN},
    {XB_INTRINSIC_TRACED "nc_minval", XB_INTRINSIC_NC_MINVAL},
    {XB_INTRINSIC_TRACED "nearbyint_scal", XB_INTRINSIC_NEARBYINT},
    {XB_INTRINSIC_TRACED "nint_scal", XB_INTRINSIC_NINT},
    {XB_INTRINSIC_TRACED "remainder_scal_scal", XB_INTRINSIC_REMAINDER},
    {XB_INTRINSIC_TRACED "rint_scal", XB_INTRINSIC_RINT},
    {XB_INTRINSIC_TRACED "round_scal", XB_INTRINSIC_ROUND},
    {XB_INTRINSIC_TRACED "sign_scal_scal", XB_INTRINSIC_SIGN},
    {XB_INTRINSIC_TRACED "tand_scal", XB_INTRINSIC_TAND},
    {XB_INTRINSIC_TRACED "tanpi_scal", XB_INTRINSIC_TANPI},
    {XB_INTRINSIC_TRACED "transfer", XB_INTRINSIC_TRANSFER},
    {XB_INTRINSIC_TRACED "trunc_scal", XB_INTRINSIC_TRUNC},
};
enum { TRACED = sizeof traced / sizeof *traced };

const char *const xb_boolean_operations[XB_BOOLEAN_OPERATIONS + 1] = {"less_than",
                                                                      "less_or_equal",
                                                                      "greater_than",
                                                                      "greater_or_equal",
                                                                      "equal",
                                                                      "not_equal",
                                                                      "and",
                                                                      "or",
                                                                      "not",
                                                                      "xor",
                                                                      NULL};

bool xb_intrinsic_is_pure(xb_intrinsic_code code)
{
    return code != XB_INTRINSIC_NONE;
}

const xb_intrinsic_facts *xb_intrinsic_facts_of(xb_intrinsic_code code)
{
    return &table[code];
}

xb_intrinsic_code xb_intrinsic_named(const xb_name *name)
{
    if (name->index < XB_INTRINSIC_COUNT)
        return (xb_intrinsic_code)name->index;
    uint32_t spelling = name->index - XB_INTRINSIC_COUNT;
    if (spelling < SPELLINGS)
        return spellings[spelling].code;
    return spelling - SPELLINGS < TRACED ? traced[spelling - SPELLINGS].code : XB_INTRINSIC_NONE;
}

const char *xb_intrinsic_traced_name(const char *name)
{
    static const char prefix[] = XB_INTRINSIC_TRACED;
    if (strncmp(name, prefix, strlen(prefix)) == 0)
        name += strlen(prefix);
    if (strcmp(name, table[XB_INTRINSIC_TAN].name) == 0)
        return table[XB_INTRINSIC_OAD_TAN].name;
    for (size_t low = 0, high = TRACED; low < high;) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name, traced[middle].name + strlen(prefix));
        if (order == 0)
            return traced[middle].name;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool xb_intrinsic_is_traced(const xb_name *name)
{
    return name->index == XB_INTRINSIC_OAD_TAN || name->index - XB_INTRINSIC_COUNT - SPELLINGS < TRACED;
}

xb_intrinsic_code xb_intrinsic_find(const char *name)
{
    const xb_intrinsic_facts *row = xb_name_table_find(table, XB_INTRINSIC_COUNT, sizeof *table, name);
    return row ? (xb_intrinsic_code)(row - table) : XB_INTRINSIC_NONE;
}

xb_type xb_intrinsic_result_type(xb_intrinsic_code code, xb_type operands)
{
    switch (table[code].result) {
    case XB_RESULT_INTEGER: return XB_TYPE_INTEGER;
    case XB_RESULT_REAL:
    case XB_RESULT_DOUBLE: return XB_TYPE_REAL;
    case XB_RESULT_COMPLEX: return XB_TYPE_COMPLEX;
    case XB_RESULT_BOOL: return XB_TYPE_BOOL;
    case XB_RESULT_CHAR: return XB_TYPE_CHAR;
    case XB_RESULT_STRING: return XB_TYPE_STRING;
    case XB_RESULT_MAGNITUDE: return operands == XB_TYPE_INTEGER ? XB_TYPE_INTEGER : XB_TYPE_REAL;
    case XB_RESULT_NUMERIC:
    case XB_RESULT_ANY: return operands == XB_TYPE_VOID ? XB_TYPE_REAL : operands;
    default: return operands == XB_TYPE_COMPLEX ? XB_TYPE_COMPLEX : XB_TYPE_REAL;
    }
}

void xb_intrinsic_enter_names(xb_names *names)
{
    for (size_t i = 1; i < XB_INTRINSIC_COUNT; i++)
        xb_names_get(names, table[i].name);
    for (size_t i = 0; i < SPELLINGS; i++)
        xb_names_get(names, spellings[i].name);
    for (size_t i = 0; i < TRACED; i++)
        xb_names_get(names, traced[i].name);
}
