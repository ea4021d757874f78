/*
 * The table of intrinsics: an operator with its precedence, a function of the same operands, or a text in
 * which $1, $2, … are operands, and $k is the kind of the result.
 */
#include <string.h>

#include "languages/fortran/fortran.h"

#define PI "3.14159265358979323846264338327950288_$k"

/* Sines of multiples of half a turn, and cosines of what is a quarter beside these, are exactly 0: what is
 * more than the nearest such multiple is taken, and its sign. */
#define REST_D    "($1 - 180*anint($1/180))"
#define REST_PI   "($1 - anint($1))"
#define SIGN_D    "(1 - 2*modulo(anint($1/180), 2.0_$k))"
#define SIGN_PI   "(1 - 2*modulo(anint($1), 2.0_$k))"
#define SINE_D    "sin(" REST_D "*(" PI "/180))"
#define SINE_PI   "sin(" REST_PI "*" PI ")"
#define COSINE_D  "sin((90 - abs" REST_D ")*(" PI "/180))"
#define COSINE_PI "sin((0.5_$k - abs" REST_PI ")*" PI ")"

const xb_fortran_row xb_fortran_rows[XB_INTRINSIC_COUNT] = {
    [XB_INTRINSIC_ABS] = {"abs", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ACHAR] = {"achar", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ADD] = {" + ", XB_FORTRAN_SUM, false},
    [XB_INTRINSIC_ADJUSTL] = {"adjustl", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ADJUSTR] = {"adjustr", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_AINT] = {"aint", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ALL] = {"all", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ALLOCATED] = {"allocated", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_AND] = {" .and. ", XB_FORTRAN_AND, false},
    [XB_INTRINSIC_ANINT] = {"anint", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ANY] = {"any", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCCOS] = {"acos", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCCOSD] = {"acos($1)*(180/" PI ")", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_ARCCOSH] = {"acosh", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCCOSPI] = {"acos($1)/" PI, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_ARCSIN] = {"asin", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCSIND] = {"asin($1)*(180/" PI ")", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_ARCSINH] = {"asinh", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCSINPI] = {"asin($1)/" PI, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_ARCTAN2] = {"atan2", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_ARCTAN] = {"atan", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCTAN_SCAL_SCAL] = {"atan2", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_ARCTAND] = {"atan($1)*(180/" PI ")", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_ARCTAND_SCAL_SCAL] = {"atan2($1, $2)*(180/" PI ")", XB_FORTRAN_PRODUCT, true},
    [XB_INTRINSIC_ARCTANH] = {"atanh", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ARCTANPI] = {"atan($1)/" PI, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_ARCTANPI_SCAL_SCAL] = {"atan2($1, $2)/" PI, XB_FORTRAN_PRODUCT, true},
    [XB_INTRINSIC_ASSOCIATED] = {"associated", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BESSEL_J0] = {"bessel_j0", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BESSEL_J1] = {"bessel_j1", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BESSEL_JN] = {"bessel_jn", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BESSEL_Y0] = {"bessel_y0", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BESSEL_Y1] = {"bessel_y1", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BESSEL_YN] = {"bessel_yn", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BIT_SIZE] = {"bit_size", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_BTEST] = {"btest", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_CBRT] = {"sign(abs($1)**(1/3.0_$k), $1)", XB_FORTRAN_PRIMARY, false},
    [XB_INTRINSIC_CEILING] = {"ceiling", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_CHAR] = {"char", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_CONCAT] = {" // ", XB_FORTRAN_CONCATENATION, false},
    [XB_INTRINSIC_COPYSIGN] = {"sign", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_COS] = {"cos", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_COSD] = {SIGN_D "*" COSINE_D, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_COSH] = {"cosh", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_COSPI] = {SIGN_PI "*" COSINE_PI, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_COUNT_TRUE] = {"count", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_CSHIFT] = {"cshift", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_DBLE] = {"real($1, 8)", XB_FORTRAN_PRIMARY, false},
    [XB_INTRINSIC_DIGITS] = {"digits", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_DIM] = {"dim", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_DIV] = {"/", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_DOT_PRODUCT] = {"dot_product", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_DPROD] = {"dprod", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_EOSHIFT] = {"eoshift", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_EPSILON] = {"epsilon", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_EQUAL] = {" == ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_ERF] = {"erf", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ERFC] = {"erfc", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ERFC_SCALED] = {"erfc_scaled", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_EXP2] = {"2.0_$k**$1", XB_FORTRAN_POWER, false},
    [XB_INTRINSIC_EXP] = {"exp", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_EXPM1] = {"2*exp($1/2)*sinh($1/2)", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_EXPONENT] = {"exponent", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_FDIM] = {"dim", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_FLOOR] = {"floor", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_FMA] = {"$1*$2 + $3", XB_FORTRAN_SUM, false},
    [XB_INTRINSIC_FMAX] = {"max", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_FMIN] = {"min", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_FMOD] = {"mod", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_FRACTION] = {"fraction", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_GAMMA] = {"gamma", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_GREATER_OR_EQUAL] = {" >= ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_GREATER_THAN] = {" > ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_HUGE] = {"huge", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_HYPOT] = {"hypot", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_IABS] = {"abs", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_IACHAR] = {"iachar", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_IAND] = {"iand", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_IBCLR] = {"ibclr", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_IBSET] = {"ibset", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ICHAR] = {"ichar", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_IEOR] = {"ieor", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_IMAG] = {"aimag", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_INDEX] = {"index", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_INT] = {"int", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_IOR] = {"ior", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_ISHFT] = {"ishft", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_KIND] = {"kind", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LBOUND] = {"lbound", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LDEXP] = {"scale", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LEN] = {"len", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LEN_TRIM] = {"len_trim", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LESS_OR_EQUAL] = {" <= ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_LESS_THAN] = {" < ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_LGAMMA] = {"log_gamma", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LN] = {"log", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LOG10] = {"log10", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_LOG1P] = {"2*atanh($1/(2 + $1))", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_LOG2] = {"log($1)/log(2.0_$k)", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_LROUND] = {"nint", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_MATMUL] = {"matmul", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_MAXEXPONENT] = {"maxexponent", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_MAXLOC] = {"maxloc", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_MERGE] = {"merge", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_MINEXPONENT] = {"minexponent", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_MINLOC] = {"minloc", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_MINUS] = {"-", XB_FORTRAN_SUM, false},
    [XB_INTRINSIC_MOD] = {"mod", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_MODULO] = {"modulo", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_MUL] = {"*", XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_NC_MAX] = {"max", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_NC_MAXVAL] = {"maxval", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_NC_MIN] = {"min", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_NC_MINVAL] = {"minval", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_NEAREST] = {"nearest", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_NINT] = {"nint", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_NORM2] = {"norm2", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_NOT] = {".not. ", XB_FORTRAN_NOT, false},
    [XB_INTRINSIC_NOT_SCAL] = {"not", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_NOT_EQUAL] = {" /= ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_OAD_TAN] = {"tan", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_OR] = {" .or. ", XB_FORTRAN_OR, false},
    [XB_INTRINSIC_PACK] = {"pack", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_POW] = {"**", XB_FORTRAN_POWER, false},
    [XB_INTRINSIC_PRECISION] = {"precision", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_PRESENT] = {"present", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_PRODUCT] = {"product", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_RADIX] = {"radix", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_RANGE] = {"range", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_REAL] = {"real($1, $k)", XB_FORTRAN_PRIMARY, false},
    [XB_INTRINSIC_REPEAT] = {"repeat", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_RESHAPE] = {"reshape", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_ROUND] = {"anint", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_RRSPACING] = {"rrspacing", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SCALBN] = {"scale", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SCALE] = {"scale", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SCAN] = {"scan", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SET_EXPONENT] = {"set_exponent", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SHAPE] = {"shape", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SIGN] = {"sign", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_SIN] = {"sin", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SIND] = {SIGN_D "*" SINE_D, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_SINH] = {"sinh", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SINPI] = {SIGN_PI "*" SINE_PI, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_SIZE] = {"size", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SPACING] = {"spacing", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SPREAD] = {"spread", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_SQRT] = {"sqrt", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_STRING_EQ] = {" == ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_STRING_GE] = {" >= ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_STRING_GT] = {" > ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_STRING_LE] = {" <= ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_STRING_LT] = {" < ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_STRING_NE] = {" /= ", XB_FORTRAN_RELATION, false},
    [XB_INTRINSIC_SUB] = {" - ", XB_FORTRAN_SUM, false},
    [XB_INTRINSIC_SUBSTRING] = {"$1($2:$3)", XB_FORTRAN_PRIMARY, false},
    [XB_INTRINSIC_SUM] = {"sum", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TAN] = {"tan", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TAND] = {SINE_D "/" COSINE_D, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_TANH] = {"tanh", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TANPI] = {SINE_PI "/" COSINE_PI, XB_FORTRAN_PRODUCT, false},
    [XB_INTRINSIC_TINY] = {"tiny", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TRANSFER] = {"transfer", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TRANSPOSE] = {"transpose", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TRIM] = {"trim", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_TRUNC] = {"aint", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_UBOUND] = {"ubound", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_UNPACK] = {"unpack", XB_FORTRAN_ANY, true},
    [XB_INTRINSIC_VERIFY] = {"verify", XB_FORTRAN_ANY, false},
    [XB_INTRINSIC_XOR] = {" .neqv. ", XB_FORTRAN_EQUIVALENCE, false},
};

static bool is_in(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (**names == *name && strcmp(*names, name) == 0)
            return true;
    return false;
}

bool xb_fortran_is_intrinsic(const char *name)
{
    static const char *const more[] = {"real",       "int",     "conjg", "cmplx",        "size", "allocated",
                                       "associated", "logical", "kind",  "same_type_as", NULL};
    for (size_t i = 0; i < XB_INTRINSIC_COUNT; i++)
        if (xb_fortran_rows[i].text && *xb_fortran_rows[i].text == *name &&
            strcmp(xb_fortran_rows[i].text, name) == 0)
            return true;
    return is_in(more, name);
}

bool xb_fortran_is_reserved(const char *name)
{
    static const char *const words[] = {"if", "do", "end", "call", "else", "contains", "return", NULL};
    return xb_fortran_is_intrinsic(name) || is_in(words, name);
}
