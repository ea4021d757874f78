/*
 * Intrinsics by their generic names, and by the specific ones that flang leaves as they are. Arguments are
 * those of the standard, in its order; what is absent is left out.
 */
#include <algorithm>
#include <cstring>
#include <string>

#include "intrinsics.h"

namespace reader
{

static const Intrinsic rows[] = {
    {"abs", XB_INTRINSIC_ABS},
    {"achar", XB_INTRINSIC_ACHAR},
    {"acos", XB_INTRINSIC_ARCCOS},
    {"acosd", XB_INTRINSIC_ARCCOSD},
    {"acosh", XB_INTRINSIC_ARCCOSH},
    {"adjustl", XB_INTRINSIC_ADJUSTL},
    {"adjustr", XB_INTRINSIC_ADJUSTR},
    {"aimag", XB_INTRINSIC_IMAG},
    {"aint", XB_INTRINSIC_AINT},
    {"all", XB_INTRINSIC_ALL},
    {"allocated", XB_INTRINSIC_ALLOCATED},
    {"anint", XB_INTRINSIC_ANINT},
    {"any", XB_INTRINSIC_ANY},
    {"asin", XB_INTRINSIC_ARCSIN},
    {"asind", XB_INTRINSIC_ARCSIND},
    {"asinh", XB_INTRINSIC_ARCSINH},
    {"associated", XB_INTRINSIC_ASSOCIATED},
    {"atan", XB_INTRINSIC_ARCTAN},
    {"atan2", XB_INTRINSIC_ARCTAN2},
    {"atan2d", XB_INTRINSIC_ARCTAND_SCAL_SCAL},
    {"atand", XB_INTRINSIC_ARCTAND},
    {"atanh", XB_INTRINSIC_ARCTANH},
    {"bessel_j0", XB_INTRINSIC_BESSEL_J0},
    {"bessel_j1", XB_INTRINSIC_BESSEL_J1},
    {"bessel_jn", XB_INTRINSIC_BESSEL_JN},
    {"bessel_y0", XB_INTRINSIC_BESSEL_Y0},
    {"bessel_y1", XB_INTRINSIC_BESSEL_Y1},
    {"bessel_yn", XB_INTRINSIC_BESSEL_YN},
    {"bit_size", XB_INTRINSIC_BIT_SIZE},
    {"btest", XB_INTRINSIC_BTEST},
    {"ceiling", XB_INTRINSIC_CEILING},
    {"char", XB_INTRINSIC_CHAR},
    {"cmplx", XB_INTRINSIC_COMPLEX},
    {"conjg", XB_INTRINSIC_CONJ},
    {"cos", XB_INTRINSIC_COS},
    {"cosd", XB_INTRINSIC_COSD},
    {"cosh", XB_INTRINSIC_COSH},
    {"count", XB_INTRINSIC_COUNT_TRUE},
    {"cshift", XB_INTRINSIC_CSHIFT},
    {"dble", XB_INTRINSIC_DBLE},
    {"digits", XB_INTRINSIC_DIGITS},
    {"dim", XB_INTRINSIC_DIM},
    {"dot_product", XB_INTRINSIC_DOT_PRODUCT},
    {"dprod", XB_INTRINSIC_DPROD},
    {"eoshift", XB_INTRINSIC_EOSHIFT},
    {"epsilon", XB_INTRINSIC_EPSILON},
    {"erf", XB_INTRINSIC_ERF},
    {"erfc", XB_INTRINSIC_ERFC},
    {"erfc_scaled", XB_INTRINSIC_ERFC_SCALED},
    {"exp", XB_INTRINSIC_EXP},
    {"exponent", XB_INTRINSIC_EXPONENT},
    {"floor", XB_INTRINSIC_FLOOR},
    {"fraction", XB_INTRINSIC_FRACTION},
    {"gamma", XB_INTRINSIC_GAMMA},
    {"huge", XB_INTRINSIC_HUGE},
    {"hypot", XB_INTRINSIC_HYPOT},
    {"iachar", XB_INTRINSIC_IACHAR},
    {"iand", XB_INTRINSIC_IAND},
    {"ibclr", XB_INTRINSIC_IBCLR},
    {"ibset", XB_INTRINSIC_IBSET},
    {"ichar", XB_INTRINSIC_ICHAR},
    {"ieor", XB_INTRINSIC_IEOR},
    {"index", XB_INTRINSIC_INDEX},
    {"int", XB_INTRINSIC_INT},
    {"ior", XB_INTRINSIC_IOR},
    {"is_contiguous", XB_INTRINSIC_IS_CONTIGUOUS},
    {"ishft", XB_INTRINSIC_ISHFT},
    {"kind", XB_INTRINSIC_KIND},
    {"lbound", XB_INTRINSIC_LBOUND},
    {"len", XB_INTRINSIC_LEN},
    {"len_trim", XB_INTRINSIC_LEN_TRIM},
    {"log", XB_INTRINSIC_LN},
    {"log10", XB_INTRINSIC_LOG10},
    {"log_gamma", XB_INTRINSIC_LGAMMA},
    {"matmul", XB_INTRINSIC_MATMUL},
    {"max", XB_INTRINSIC_NC_MAX},
    {"maxexponent", XB_INTRINSIC_MAXEXPONENT},
    {"maxloc", XB_INTRINSIC_MAXLOC},
    {"maxval", XB_INTRINSIC_NC_MAXVAL},
    {"merge", XB_INTRINSIC_MERGE},
    {"min", XB_INTRINSIC_NC_MIN},
    {"minexponent", XB_INTRINSIC_MINEXPONENT},
    {"minloc", XB_INTRINSIC_MINLOC},
    {"minval", XB_INTRINSIC_NC_MINVAL},
    {"mod", XB_INTRINSIC_MOD},
    {"modulo", XB_INTRINSIC_MODULO},
    {"nearest", XB_INTRINSIC_NEAREST},
    {"nint", XB_INTRINSIC_NINT},
    {"norm2", XB_INTRINSIC_NORM2},
    {"not", XB_INTRINSIC_NOT_SCAL},
    {"pack", XB_INTRINSIC_PACK},
    {"precision", XB_INTRINSIC_PRECISION},
    {"present", XB_INTRINSIC_PRESENT},
    {"product", XB_INTRINSIC_PRODUCT},
    {"radix", XB_INTRINSIC_RADIX},
    {"range", XB_INTRINSIC_RANGE},
    {"real", XB_INTRINSIC_REAL},
    {"repeat", XB_INTRINSIC_REPEAT},
    {"reshape", XB_INTRINSIC_RESHAPE},
    {"rrspacing", XB_INTRINSIC_RRSPACING},
    {"scale", XB_INTRINSIC_SCALE},
    {"scan", XB_INTRINSIC_SCAN},
    {"set_exponent", XB_INTRINSIC_SET_EXPONENT},
    {"shape", XB_INTRINSIC_SHAPE},
    {"sign", XB_INTRINSIC_SIGN},
    {"sin", XB_INTRINSIC_SIN},
    {"sind", XB_INTRINSIC_SIND},
    {"sinh", XB_INTRINSIC_SINH},
    {"size", XB_INTRINSIC_SIZE},
    {"spacing", XB_INTRINSIC_SPACING},
    {"spread", XB_INTRINSIC_SPREAD},
    {"sqrt", XB_INTRINSIC_SQRT},
    {"sum", XB_INTRINSIC_SUM},
    {"tan", XB_INTRINSIC_TAN},
    {"tand", XB_INTRINSIC_TAND},
    {"tanh", XB_INTRINSIC_TANH},
    {"tiny", XB_INTRINSIC_TINY},
    {"transfer", XB_INTRINSIC_TRANSFER},
    {"transpose", XB_INTRINSIC_TRANSPOSE},
    {"trim", XB_INTRINSIC_TRIM},
    {"ubound", XB_INTRINSIC_UBOUND},
    {"unpack", XB_INTRINSIC_UNPACK},
    {"verify", XB_INTRINSIC_VERIFY},
};

/* The generic name of a specific one, for those whose arguments are the same. */
static const struct {
    const char *specific, *generic;
} specifics[] = {
    {"alog", "log"},     {"alog10", "log10"}, {"amax1", "max"},    {"amin1", "min"},  {"amod", "mod"},
    {"cabs", "abs"},     {"ccos", "cos"},     {"cdabs", "abs"},    {"cdcos", "cos"},  {"cdexp", "exp"},
    {"cdlog", "log"},    {"cdsin", "sin"},    {"cdsqrt", "sqrt"},  {"cexp", "exp"},   {"clog", "log"},
    {"csin", "sin"},     {"csqrt", "sqrt"},   {"dabs", "abs"},     {"dacos", "acos"}, {"dasin", "asin"},
    {"datan", "atan"},   {"datan2", "atan2"}, {"dconjg", "conjg"}, {"dcos", "cos"},   {"dcosh", "cosh"},
    {"ddim", "dim"},     {"dexp", "exp"},     {"dimag", "aimag"},  {"dint", "aint"},  {"dlog", "log"},
    {"dlog10", "log10"}, {"dmax1", "max"},    {"dmin1", "min"},    {"dmod", "mod"},   {"dnint", "anint"},
    {"dsign", "sign"},   {"dsin", "sin"},     {"dsinh", "sinh"},   {"dsqrt", "sqrt"}, {"dtan", "tan"},
    {"dtanh", "tanh"},   {"float", "real"},   {"iabs", "abs"},     {"idim", "dim"},   {"idint", "int"},
    {"idnint", "nint"},  {"ifix", "int"},     {"isign", "sign"},   {"max0", "max"},   {"min0", "min"},
    {"sngl", "real"},    {"dfloat", "dble"},
};

const Intrinsic *find_intrinsic(const std::string &name)
{
    const char *wanted = name.c_str();
    for (const auto &s : specifics)
        if (name == s.specific)
            wanted = s.generic;
    auto found = std::lower_bound(
        std::begin(rows), std::end(rows), wanted,
        [](const Intrinsic &row, const char *text) { return std::strcmp(row.name, text) < 0; });
    return found != std::end(rows) && std::strcmp(found->name, wanted) == 0 ? found : nullptr;
}

} // namespace reader
