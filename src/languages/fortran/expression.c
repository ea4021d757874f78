/*
 * Each intrinsic has a row: an operator with its precedence, a function of the same operands, or a text in
 * which $1, $2, … are operands, and $k is the kind of the result. Parentheses are written where precedence
 * wants them, and where without them the language would group operands in another way.
 */
#include "languages/fortran/fortran.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "languages/code/maker.h"

/* Precedence, the loosest first. */
enum { ANY, EQUIVALENCE, OR, AND, NOT, RELATION, SUM, PRODUCT, POWER, PRIMARY };

typedef struct row {
    const char *text;
    int precedence; /* of an operator; ANY: a function, or a text */
    bool same;      /* operands have to be of one type and kind */
} row;

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

static const row rows[XB_INTRINSIC_COUNT] = {
    [XB_INTRINSIC_ABS] = {"abs", ANY, false},
    [XB_INTRINSIC_ACHAR] = {"achar", ANY, false},
    [XB_INTRINSIC_ADD] = {" + ", SUM, false},
    [XB_INTRINSIC_ADJUSTL] = {"adjustl", ANY, false},
    [XB_INTRINSIC_ADJUSTR] = {"adjustr", ANY, false},
    [XB_INTRINSIC_AINT] = {"aint", ANY, false},
    [XB_INTRINSIC_ALL] = {"all", ANY, false},
    [XB_INTRINSIC_ALLOCATED] = {"allocated", ANY, false},
    [XB_INTRINSIC_AND] = {" .and. ", AND, false},
    [XB_INTRINSIC_ANINT] = {"anint", ANY, false},
    [XB_INTRINSIC_ANY] = {"any", ANY, false},
    [XB_INTRINSIC_ARCCOS] = {"acos", ANY, false},
    [XB_INTRINSIC_ARCCOSD] = {"acos($1)*(180/" PI ")", PRODUCT, false},
    [XB_INTRINSIC_ARCCOSH] = {"acosh", ANY, false},
    [XB_INTRINSIC_ARCCOSPI] = {"acos($1)/" PI, PRODUCT, false},
    [XB_INTRINSIC_ARCSIN] = {"asin", ANY, false},
    [XB_INTRINSIC_ARCSIND] = {"asin($1)*(180/" PI ")", PRODUCT, false},
    [XB_INTRINSIC_ARCSINH] = {"asinh", ANY, false},
    [XB_INTRINSIC_ARCSINPI] = {"asin($1)/" PI, PRODUCT, false},
    [XB_INTRINSIC_ARCTAN2] = {"atan2", ANY, true},
    [XB_INTRINSIC_ARCTAN] = {"atan", ANY, false},
    [XB_INTRINSIC_ARCTAN_SCAL_SCAL] = {"atan2", ANY, true},
    [XB_INTRINSIC_ARCTAND] = {"atan($1)*(180/" PI ")", PRODUCT, false},
    [XB_INTRINSIC_ARCTAND_SCAL_SCAL] = {"atan2($1, $2)*(180/" PI ")", PRODUCT, true},
    [XB_INTRINSIC_ARCTANH] = {"atanh", ANY, false},
    [XB_INTRINSIC_ARCTANPI] = {"atan($1)/" PI, PRODUCT, false},
    [XB_INTRINSIC_ARCTANPI_SCAL_SCAL] = {"atan2($1, $2)/" PI, PRODUCT, true},
    [XB_INTRINSIC_ASSOCIATED] = {"associated", ANY, false},
    [XB_INTRINSIC_BESSEL_J0] = {"bessel_j0", ANY, false},
    [XB_INTRINSIC_BESSEL_J1] = {"bessel_j1", ANY, false},
    [XB_INTRINSIC_BESSEL_JN] = {"bessel_jn", ANY, false},
    [XB_INTRINSIC_BESSEL_Y0] = {"bessel_y0", ANY, false},
    [XB_INTRINSIC_BESSEL_Y1] = {"bessel_y1", ANY, false},
    [XB_INTRINSIC_BESSEL_YN] = {"bessel_yn", ANY, false},
    [XB_INTRINSIC_BIT_SIZE] = {"bit_size", ANY, false},
    [XB_INTRINSIC_BTEST] = {"btest", ANY, false},
    [XB_INTRINSIC_CBRT] = {"sign(abs($1)**(1/3.0_$k), $1)", PRIMARY, false},
    [XB_INTRINSIC_CEILING] = {"ceiling", ANY, false},
    [XB_INTRINSIC_CHAR] = {"char", ANY, false},
    [XB_INTRINSIC_COPYSIGN] = {"sign", ANY, true},
    [XB_INTRINSIC_COS] = {"cos", ANY, false},
    [XB_INTRINSIC_COSD] = {SIGN_D "*" COSINE_D, PRODUCT, false},
    [XB_INTRINSIC_COSH] = {"cosh", ANY, false},
    [XB_INTRINSIC_COSPI] = {SIGN_PI "*" COSINE_PI, PRODUCT, false},
    [XB_INTRINSIC_COUNT_TRUE] = {"count", ANY, false},
    [XB_INTRINSIC_CSHIFT] = {"cshift", ANY, false},
    [XB_INTRINSIC_DBLE] = {"real($1, 8)", PRIMARY, false},
    [XB_INTRINSIC_DIGITS] = {"digits", ANY, false},
    [XB_INTRINSIC_DIM] = {"dim", ANY, true},
    [XB_INTRINSIC_DIV] = {"/", PRODUCT, false},
    [XB_INTRINSIC_DOT_PRODUCT] = {"dot_product", ANY, false},
    [XB_INTRINSIC_DPROD] = {"dprod", ANY, false},
    [XB_INTRINSIC_EOSHIFT] = {"eoshift", ANY, false},
    [XB_INTRINSIC_EPSILON] = {"epsilon", ANY, false},
    [XB_INTRINSIC_EQUAL] = {" == ", RELATION, false},
    [XB_INTRINSIC_ERF] = {"erf", ANY, false},
    [XB_INTRINSIC_ERFC] = {"erfc", ANY, false},
    [XB_INTRINSIC_ERFC_SCALED] = {"erfc_scaled", ANY, false},
    [XB_INTRINSIC_EXP2] = {"2.0_$k**$1", POWER, false},
    [XB_INTRINSIC_EXP] = {"exp", ANY, false},
    [XB_INTRINSIC_EXPM1] = {"2*exp($1/2)*sinh($1/2)", PRODUCT, false},
    [XB_INTRINSIC_EXPONENT] = {"exponent", ANY, false},
    [XB_INTRINSIC_FDIM] = {"dim", ANY, true},
    [XB_INTRINSIC_FLOOR] = {"floor", ANY, false},
    [XB_INTRINSIC_FMA] = {"$1*$2 + $3", SUM, false},
    [XB_INTRINSIC_FMAX] = {"max", ANY, true},
    [XB_INTRINSIC_FMIN] = {"min", ANY, true},
    [XB_INTRINSIC_FMOD] = {"mod", ANY, true},
    [XB_INTRINSIC_FRACTION] = {"fraction", ANY, false},
    [XB_INTRINSIC_GAMMA] = {"gamma", ANY, false},
    [XB_INTRINSIC_GREATER_OR_EQUAL] = {" >= ", RELATION, false},
    [XB_INTRINSIC_GREATER_THAN] = {" > ", RELATION, false},
    [XB_INTRINSIC_HUGE] = {"huge", ANY, false},
    [XB_INTRINSIC_HYPOT] = {"hypot", ANY, true},
    [XB_INTRINSIC_IABS] = {"abs", ANY, false},
    [XB_INTRINSIC_IACHAR] = {"iachar", ANY, false},
    [XB_INTRINSIC_IAND] = {"iand", ANY, true},
    [XB_INTRINSIC_IBCLR] = {"ibclr", ANY, false},
    [XB_INTRINSIC_IBSET] = {"ibset", ANY, false},
    [XB_INTRINSIC_ICHAR] = {"ichar", ANY, false},
    [XB_INTRINSIC_IEOR] = {"ieor", ANY, true},
    [XB_INTRINSIC_IMAG] = {"aimag", ANY, false},
    [XB_INTRINSIC_INDEX] = {"index", ANY, false},
    [XB_INTRINSIC_INT] = {"int", ANY, false},
    [XB_INTRINSIC_IOR] = {"ior", ANY, true},
    [XB_INTRINSIC_ISHFT] = {"ishft", ANY, false},
    [XB_INTRINSIC_KIND] = {"kind", ANY, false},
    [XB_INTRINSIC_LBOUND] = {"lbound", ANY, false},
    [XB_INTRINSIC_LDEXP] = {"scale", ANY, false},
    [XB_INTRINSIC_LEN] = {"len", ANY, false},
    [XB_INTRINSIC_LEN_TRIM] = {"len_trim", ANY, false},
    [XB_INTRINSIC_LESS_OR_EQUAL] = {" <= ", RELATION, false},
    [XB_INTRINSIC_LESS_THAN] = {" < ", RELATION, false},
    [XB_INTRINSIC_LGAMMA] = {"log_gamma", ANY, false},
    [XB_INTRINSIC_LN] = {"log", ANY, false},
    [XB_INTRINSIC_LOG10] = {"log10", ANY, false},
    [XB_INTRINSIC_LOG1P] = {"2*atanh($1/(2 + $1))", PRODUCT, false},
    [XB_INTRINSIC_LOG2] = {"log($1)/log(2.0_$k)", PRODUCT, false},
    [XB_INTRINSIC_LROUND] = {"nint", ANY, false},
    [XB_INTRINSIC_MATMUL] = {"matmul", ANY, false},
    [XB_INTRINSIC_MAXEXPONENT] = {"maxexponent", ANY, false},
    [XB_INTRINSIC_MAXLOC] = {"maxloc", ANY, false},
    [XB_INTRINSIC_MERGE] = {"merge", ANY, true},
    [XB_INTRINSIC_MINEXPONENT] = {"minexponent", ANY, false},
    [XB_INTRINSIC_MINLOC] = {"minloc", ANY, false},
    [XB_INTRINSIC_MINUS] = {"-", SUM, false},
    [XB_INTRINSIC_MOD] = {"mod", ANY, true},
    [XB_INTRINSIC_MODULO] = {"modulo", ANY, true},
    [XB_INTRINSIC_MUL] = {"*", PRODUCT, false},
    [XB_INTRINSIC_NC_MAX] = {"max", ANY, true},
    [XB_INTRINSIC_NC_MAXVAL] = {"maxval", ANY, false},
    [XB_INTRINSIC_NC_MIN] = {"min", ANY, true},
    [XB_INTRINSIC_NC_MINVAL] = {"minval", ANY, false},
    [XB_INTRINSIC_NEAREST] = {"nearest", ANY, false},
    [XB_INTRINSIC_NINT] = {"nint", ANY, false},
    [XB_INTRINSIC_NORM2] = {"norm2", ANY, false},
    [XB_INTRINSIC_NOT] = {".not. ", NOT, false},
    [XB_INTRINSIC_NOT_SCAL] = {"not", ANY, false},
    [XB_INTRINSIC_NOT_EQUAL] = {" /= ", RELATION, false},
    [XB_INTRINSIC_OAD_TAN] = {"tan", ANY, false},
    [XB_INTRINSIC_OR] = {" .or. ", OR, false},
    [XB_INTRINSIC_PACK] = {"pack", ANY, true},
    [XB_INTRINSIC_POW] = {"**", POWER, false},
    [XB_INTRINSIC_PRECISION] = {"precision", ANY, false},
    [XB_INTRINSIC_PRESENT] = {"present", ANY, false},
    [XB_INTRINSIC_PRODUCT] = {"product", ANY, false},
    [XB_INTRINSIC_RADIX] = {"radix", ANY, false},
    [XB_INTRINSIC_RANGE] = {"range", ANY, false},
    [XB_INTRINSIC_REAL] = {"real($1, $k)", PRIMARY, false},
    [XB_INTRINSIC_RESHAPE] = {"reshape", ANY, false},
    [XB_INTRINSIC_ROUND] = {"anint", ANY, false},
    [XB_INTRINSIC_RRSPACING] = {"rrspacing", ANY, false},
    [XB_INTRINSIC_SCALBN] = {"scale", ANY, false},
    [XB_INTRINSIC_SCALE] = {"scale", ANY, false},
    [XB_INTRINSIC_SCAN] = {"scan", ANY, false},
    [XB_INTRINSIC_SET_EXPONENT] = {"set_exponent", ANY, false},
    [XB_INTRINSIC_SHAPE] = {"shape", ANY, false},
    [XB_INTRINSIC_SIGN] = {"sign", ANY, true},
    [XB_INTRINSIC_SIN] = {"sin", ANY, false},
    [XB_INTRINSIC_SIND] = {SIGN_D "*" SINE_D, PRODUCT, false},
    [XB_INTRINSIC_SINH] = {"sinh", ANY, false},
    [XB_INTRINSIC_SINPI] = {SIGN_PI "*" SINE_PI, PRODUCT, false},
    [XB_INTRINSIC_SIZE] = {"size", ANY, false},
    [XB_INTRINSIC_SPACING] = {"spacing", ANY, false},
    [XB_INTRINSIC_SPREAD] = {"spread", ANY, false},
    [XB_INTRINSIC_SQRT] = {"sqrt", ANY, false},
    [XB_INTRINSIC_SUB] = {" - ", SUM, false},
    [XB_INTRINSIC_SUM] = {"sum", ANY, false},
    [XB_INTRINSIC_TAN] = {"tan", ANY, false},
    [XB_INTRINSIC_TAND] = {SINE_D "/" COSINE_D, PRODUCT, false},
    [XB_INTRINSIC_TANH] = {"tanh", ANY, false},
    [XB_INTRINSIC_TANPI] = {SINE_PI "/" COSINE_PI, PRODUCT, false},
    [XB_INTRINSIC_TINY] = {"tiny", ANY, false},
    [XB_INTRINSIC_TRANSFER] = {"transfer", ANY, false},
    [XB_INTRINSIC_TRANSPOSE] = {"transpose", ANY, false},
    [XB_INTRINSIC_TRIM] = {"trim", ANY, false},
    [XB_INTRINSIC_TRUNC] = {"aint", ANY, false},
    [XB_INTRINSIC_UBOUND] = {"ubound", ANY, false},
    [XB_INTRINSIC_UNPACK] = {"unpack", ANY, true},
    [XB_INTRINSIC_VERIFY] = {"verify", ANY, false},
    [XB_INTRINSIC_XOR] = {" .neqv. ", EQUIVALENCE, false},
};

bool xb_fortran_is_intrinsic(const char *name)
{
    static const char *const more[] = {"real",       "int",     "conjg",    "cmplx",  "size", "allocated",
                                       "associated", "logical", "kind",     "if",     "do",   "end",
                                       "call",       "else",    "contains", "return", NULL};
    for (size_t i = 0; i < XB_INTRINSIC_COUNT; i++)
        if (rows[i].text && *rows[i].text == *name && strcmp(rows[i].text, name) == 0)
            return true;
    for (size_t i = 0; more[i]; i++)
        if (*more[i] == *name && strcmp(more[i], name) == 0)
            return true;
    return false;
}

void xb_fortran_type(xb_output *output, xb_type type, unsigned bytes)
{
    static const char *const names[] = {[XB_TYPE_INTEGER] = "integer",
                                        [XB_TYPE_REAL] = "real",
                                        [XB_TYPE_COMPLEX] = "complex",
                                        [XB_TYPE_BOOL] = "logical",
                                        [XB_TYPE_CHAR] = "character"};
    xb_output_put(output, names[type]);
    if (type == XB_TYPE_BOOL || type == XB_TYPE_CHAR)
        return;
    if (bytes && !(type == XB_TYPE_INTEGER && bytes == 4))
        xb_output_format(output, "(%u)", bytes);
}

/* ---- constants ------------------------------------------------------------------------------------------
 */

static void write_integer(xb_fortran *f, const xb_source_expression *constant)
{
    const char *text = constant->text + (*constant->text == '+');
    if (constant->bytes >= XB_SOURCE_UNSIGNED)
        xb_fortran_refuse(f, NULL, "an integer without sign (unsigned)");
    xb_output_put(f->lines.line, text);
    if (constant->bytes != 0 && constant->bytes != 4)
        xb_output_format(f->lines.line, "_%u", constant->bytes);
    else if (strtoll(text, NULL, 10) > INT32_MAX || strtoll(text, NULL, 10) < -(long long)INT32_MAX)
        xb_output_put(f->lines.line, "_8");
}

static void write_real(xb_fortran *f, const xb_source_expression *constant)
{
    char text[64];
    xb_constant_shortest(xb_constant_real(constant->text), constant->bytes == 4, text, sizeof text);
    char *e = strchr(text, 'e');
    if (!strchr(text, '.')) {
        int before = (int)(e ? (size_t)(e - text) : strlen(text));
        xb_output_format(f->lines.line, "%.*s.0", before, text);
    } else {
        xb_output_format(f->lines.line, "%.*s", (int)(e ? (size_t)(e - text) : strlen(text)), text);
    }
    if (constant->bytes == 8)
        xb_output_format(f->lines.line, "d%ld", e ? strtol(e + 1, NULL, 10) : 0L);
    else if (e)
        xb_output_format(f->lines.line, "e%ld", strtol(e + 1, NULL, 10));
    if (constant->bytes != 8 && constant->bytes != 4)
        xb_output_format(f->lines.line, "_%u", constant->bytes);
}

static void write_text(xb_output *output, const char *text, size_t limit)
{
    xb_output_char(output, '\'');
    for (size_t i = 0; i < limit && text[i]; i++) {
        xb_output_char(output, text[i]);
        if (text[i] == '\'')
            xb_output_char(output, '\'');
    }
    xb_output_char(output, '\'');
}

static void write_constant(xb_fortran *f, const xb_source_expression *constant)
{
    switch (constant->type) {
    case XB_TYPE_INTEGER: write_integer(f, constant); break;
    case XB_TYPE_BOOL:
        xb_output_put(f->lines.line, xb_constant_is_true(constant->text) ? ".true." : ".false.");
        break;
    case XB_TYPE_CHAR: write_text(f->lines.line, constant->text, 1); break;
    case XB_TYPE_STRING: write_text(f->lines.line, constant->text, SIZE_MAX); break;
    default: write_real(f, constant);
    }
}

/* ---- operators ------------------------------------------------------------------------------------------
 */

static int precedence_of(const xb_source_expression *expression)
{
    if (expression->kind == XB_SOURCE_CONSTANT)
        return *expression->text == '-' ? SUM : PRIMARY;
    if (expression->kind != XB_SOURCE_OPERATION)
        return PRIMARY;
    if (expression->intrinsic == XB_INTRINSIC_EQUAL || expression->intrinsic == XB_INTRINSIC_NOT_EQUAL)
        return expression->operands[0]->type == XB_TYPE_BOOL ? EQUIVALENCE : RELATION;
    int precedence = rows[expression->intrinsic].precedence;
    return precedence == ANY ? PRIMARY : precedence;
}

static void write_at(xb_fortran *f, const xb_source_expression *expression, int least)
{
    bool within = precedence_of(expression) < least;
    if (within)
        xb_output_char(f->lines.line, '(');
    xb_fortran_expression(f, expression);
    if (within)
        xb_output_char(f->lines.line, ')');
}

static const char *relation_of(const xb_source_expression *expression, const char *text)
{
    bool logical = expression->operands[0]->type == XB_TYPE_BOOL;
    if (logical && expression->intrinsic == XB_INTRINSIC_EQUAL)
        return " .eqv. ";
    return logical && expression->intrinsic == XB_INTRINSIC_NOT_EQUAL ? " .neqv. " : text;
}

/* ---- conversions of integers ----------------------------------------------------------------------------
 */

static bool is_floating(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

/* Whether an integer may have more digits than a floating-point number of a kind: compilers warn of such a
 * conversion unless it is spelled out. */
static bool loses_digits(const xb_source_expression *integer, unsigned bytes)
{
    unsigned digits = xb_source_kind_of(XB_TYPE_REAL, bytes) == 4 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int64_t value;
    if (integer->type != XB_TYPE_INTEGER || bytes > 8)
        return false;
    if (xb_source_is_integer(integer, &value))
        return value > INT64_C(1) << digits || value < -(INT64_C(1) << digits);
    return 8 * xb_source_kind_of(XB_TYPE_INTEGER, integer->bytes) - 1 > digits;
}

/* Writes one of two operands. An exponent that is an integer stays one. */
static void write_beside(xb_fortran *f, const xb_source_expression *expression, size_t i, int least)
{
    const xb_source_expression *operand = expression->operands[i], *other = expression->operands[1 - i];
    bool is_exponent = expression->intrinsic == XB_INTRINSIC_POW && i == 1;
    if (is_exponent || !is_floating(other->type) || !loses_digits(operand, other->bytes)) {
        write_at(f, operand, least);
        return;
    }
    xb_output_put(f->lines.line, "real(");
    xb_fortran_expression(f, operand);
    xb_output_format(f->lines.line, ", %u)", xb_source_kind_of(XB_TYPE_REAL, other->bytes));
}

/* Writes a function of two arrays that are multiplied. */
static void write_array_product(xb_fortran *f, const xb_source_expression *expression, const char *name)
{
    xb_output_format(f->lines.line, "%s(", name);
    write_beside(f, expression, 0, ANY);
    xb_output_put(f->lines.line, ", ");
    write_beside(f, expression, 1, ANY);
    xb_output_char(f->lines.line, ')');
}

/* Operators group from the left, powers from the right. */
static void write_operator(xb_fortran *f, const xb_source_expression *expression)
{
    const row *r = &rows[expression->intrinsic];
    int precedence = precedence_of(expression);
    bool right = precedence == POWER;
    if (expression->count == 1) {
        xb_output_put(f->lines.line, r->text);
        write_at(f, expression->operands[0], precedence + 1);
        return;
    }
    write_beside(f, expression, 0, precedence + (right || precedence == RELATION));
    xb_output_put(f->lines.line, relation_of(expression, r->text));
    write_beside(f, expression, 1, precedence + !right);
}

/* The type that all operands are converted to, but for masks. */
static const xb_source_expression *widest_of(const xb_source_expression *expression)
{
    const xb_source_expression *widest = expression->operands[0];
    for (size_t i = 1; i < expression->count; i++) {
        const xb_source_expression *next = expression->operands[i];
        if (next->type == XB_TYPE_BOOL)
            continue;
        if (next->type > widest->type || (next->type == widest->type && next->bytes > widest->bytes))
            widest = next;
    }
    return widest;
}

/* What has the type and kind that an operand is converted to. What fills up an array is alike to its
 * elements. */
static const xb_source_expression *model_of(const xb_source_expression *expression, size_t i)
{
    bool fills =
        expression->intrinsic == XB_INTRINSIC_RESHAPE || expression->intrinsic == XB_INTRINSIC_EOSHIFT;
    if (fills && i == 2)
        return expression->operands[0];
    return rows[expression->intrinsic].same ? widest_of(expression) : expression->operands[i];
}

static void write_operand(xb_fortran *f, const xb_source_expression *expression, size_t i, int least)
{
    const xb_source_expression *operand = expression->operands[i];
    const xb_source_expression *widest = model_of(expression, i);
    unsigned bytes = operand->bytes == 4 && operand->type == XB_TYPE_INTEGER ? 0 : operand->bytes;
    unsigned wanted = widest->bytes == 4 && widest->type == XB_TYPE_INTEGER ? 0 : widest->bytes;
    bool is_mask = operand->type == XB_TYPE_BOOL;
    bool is_complex = widest->type == XB_TYPE_COMPLEX;
    if (is_mask || (operand->type == widest->type && bytes == wanted)) {
        write_at(f, operand, least);
        return;
    }
    xb_output_put(f->lines.line, widest->type == XB_TYPE_INTEGER ? "int(" : is_complex ? "cmplx(" : "real(");
    xb_fortran_expression(f, operand);
    xb_output_format(f->lines.line, ", %s%u)", is_complex ? "kind=" : "", wanted ? wanted : 4);
}

static bool calls(const xb_source_expression *expression)
{
    bool found = expression->kind == XB_SOURCE_FUNCTION;
    for (size_t i = 0; !found && i < expression->count; i++)
        found = expression->operands[i] && calls(expression->operands[i]);
    return found;
}

/* A function that is called twice may do something twice. */
static void check_pattern(xb_fortran *f, const xb_source_expression *expression, const char *text)
{
    for (size_t i = 0; i < expression->count; i++) {
        const char mark[] = {'$', (char)('1' + i), '\0'}, *first = strstr(text, mark);
        if (first && strstr(first + 1, mark) && calls(expression->operands[i]))
            xb_fortran_refuse(f, "assign what the function returns to a variable first",
                              "%s of a function call", expression->text);
    }
}

static void write_pattern(xb_fortran *f, const xb_source_expression *expression, const char *text)
{
    check_pattern(f, expression, text);
    unsigned bytes = expression->bytes ? expression->bytes : 8;
    for (; *text; text++)
        if (*text != '$') {
            xb_output_char(f->lines.line, *text);
        } else if (*++text == 'k') {
            xb_output_format(f->lines.line, "%u", bytes);
        } else {
            bool alone = strcmp(text + 1, ")") == 0 || text[1] == ',' || text[1] == ')';
            write_operand(f, expression, (size_t)(*text - '1'), alone && text[-2] == '(' ? ANY : PRIMARY);
        }
}

static void write_function(xb_fortran *f, const xb_source_expression *expression, const char *name)
{
    xb_output_put(f->lines.line, name);
    xb_output_char(f->lines.line, '(');
    for (size_t i = 0; i < expression->count; i++) {
        if (i > 0)
            xb_output_put(f->lines.line, ", ");
        write_operand(f, expression, i, ANY);
    }
    xb_output_char(f->lines.line, ')');
}

/* Without a kind, it would be the usual one. */
static void write_integer_of(xb_fortran *f, const xb_source_expression *expression)
{
    xb_output_put(f->lines.line, "int(");
    xb_fortran_expression(f, expression->operands[0]);
    xb_output_format(f->lines.line, ", %u)", expression->bytes);
}

static void write_complex(xb_fortran *f, const xb_source_expression *expression)
{
    unsigned bytes = expression->bytes ? expression->bytes : 8;
    xb_output_put(f->lines.line, "cmplx(");
    for (size_t i = 0; i < expression->count; i++) {
        xb_fortran_expression(f, expression->operands[i]);
        xb_output_put(f->lines.line, ", ");
    }
    xb_output_format(f->lines.line, "kind=%u)", bytes);
}

static bool is_known(const xb_source_expression *expression)
{
    bool known = expression->kind == XB_SOURCE_CONSTANT || expression->kind == XB_SOURCE_OPERATION ||
                 (expression->kind == XB_SOURCE_VARIABLE && expression->variable->parameter);
    for (size_t i = 0; known && i < expression->count; i++)
        known = expression->operands[i] && is_known(expression->operands[i]);
    return known;
}

/* Which operand of a choice between a scalar and an array is the scalar, where compilers know the mask:
 * gfortran takes the scalar as it is then, and not as the array that the result is. -1: it is not so. */
static int bare_scalar_of(const xb_source_expression *choice)
{
    const xb_source_expression *const *operands = choice->operands;
    const bool is_mixed = (operands[0]->rank > 0) != (operands[1]->rank > 0);
    if (!is_mixed || choice->count != 3 || operands[2]->rank > 0 || !is_known(operands[2]))
        return -1;
    return operands[0]->rank > 0 ? 1 : 0;
}

/* An array of the shape of a choice. Choices may nest. */
static const xb_source_expression *array_of(const xb_source_expression *choice)
{
    while (choice->kind == XB_SOURCE_OPERATION && choice->intrinsic == XB_INTRINSIC_MERGE)
        choice = choice->operands[choice->operands[0]->rank > 0 ? 0 : 1];
    return choice;
}

static void write_as_array(xb_fortran *f, const xb_source_expression *choice, size_t scalar)
{
    if (calls(choice))
        xb_fortran_refuse(f, "assign what the function returns to a variable first", "%s of a function call",
                          choice->text);
    xb_output_put(f->lines.line, "reshape([");
    write_operand(f, choice, scalar, ANY);
    xb_output_put(f->lines.line, "], shape(");
    xb_fortran_expression(f, array_of(choice));
    xb_output_put(f->lines.line, "), [");
    write_operand(f, choice, scalar, ANY);
    xb_output_put(f->lines.line, "])");
}

static void write_choice(xb_fortran *f, const xb_source_expression *choice)
{
    const int scalar = bare_scalar_of(choice);
    xb_output_put(f->lines.line, "merge(");
    for (size_t i = 0; i < choice->count; i++) {
        xb_output_put(f->lines.line, i > 0 ? ", " : "");
        if ((int)i == scalar)
            write_as_array(f, choice, i);
        else
            write_operand(f, choice, i, ANY);
    }
    xb_output_char(f->lines.line, ')');
}

static void write_operation(xb_fortran *f, const xb_source_expression *expression)
{
    const row *r = &rows[expression->intrinsic];
    xb_intrinsic_code code = expression->intrinsic;
    if (code == XB_INTRINSIC_COMPLEX)
        write_complex(f, expression);
    else if (code == XB_INTRINSIC_MERGE)
        write_choice(f, expression);
    else if (code == XB_INTRINSIC_CONJ && expression->operands[0]->type == XB_TYPE_COMPLEX)
        write_function(f, expression, "conjg");
    else if (code == XB_INTRINSIC_CONJ)
        write_at(f, expression->operands[0], PRIMARY);
    else if (code == XB_INTRINSIC_ALLOCATED && expression->operands[0]->variable &&
             expression->operands[0]->variable->pointer)
        write_function(f, expression, "associated");
    else if ((code == XB_INTRINSIC_DOT_PRODUCT || code == XB_INTRINSIC_MATMUL) && expression->count == 2)
        write_array_product(f, expression, r->text);
    else if (code == XB_INTRINSIC_INT && expression->count == 1 &&
             xb_source_kind_of(XB_TYPE_INTEGER, expression->bytes) != 4)
        write_integer_of(f, expression);
    else if (code == XB_INTRINSIC_REAL && expression->count == 2)
        write_function(f, expression, "real");
    else if (!r->text)
        xb_fortran_refuse(f, NULL, "the intrinsic %s", expression->text);
    else if (strchr(r->text, '$'))
        write_pattern(f, expression, r->text);
    else if (r->precedence != ANY)
        write_operator(f, expression);
    else
        write_function(f, expression, r->text);
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static bool is_difference(const xb_source_expression *e)
{
    return e && e->kind == XB_SOURCE_OPERATION && e->intrinsic == XB_INTRINSIC_SUB && e->count == 2;
}

/* The last subscript of a range. gfortran 12 miscounts ranges such as t - m:2 - m and n - 1 - m:3 - m:-2, but
 * not those that end with -m + 2. */
static void write_last(xb_fortran *f, const xb_source_expression *first, const xb_source_expression *last)
{
    int64_t number;
    if (!is_difference(first) || !is_difference(last) || !xb_source_is_integer(last->operands[0], &number) ||
        number < 0) {
        xb_fortran_expression(f, last);
        return;
    }
    xb_output_char(f->lines.line, '-');
    write_at(f, last->operands[1], PRODUCT);
    xb_output_put(f->lines.line, " + ");
    write_at(f, last->operands[0], PRODUCT);
}

static void write_subscript(xb_fortran *f, const xb_source_expression *subscript)
{
    if (subscript->kind != XB_SOURCE_RANGE) {
        xb_fortran_expression(f, subscript);
        return;
    }
    if (subscript->operands[0])
        xb_fortran_expression(f, subscript->operands[0]);
    xb_output_char(f->lines.line, ':');
    if (subscript->operands[1])
        write_last(f, subscript->operands[0], subscript->operands[1]);
    if (subscript->operands[2]) {
        xb_output_char(f->lines.line, ':');
        xb_fortran_expression(f, subscript->operands[2]);
    }
}

static void write_variable(xb_fortran *f, const xb_source_expression *expression)
{
    xb_output_put(f->lines.line, expression->variable->name);
    for (size_t i = 0; i < expression->count; i++) {
        xb_output_put(f->lines.line, i > 0 ? ", " : "(");
        write_subscript(f, expression->operands[i]);
    }
    if (expression->count > 0)
        xb_output_char(f->lines.line, ')');
}

bool xb_fortran_has_context(const xb_fortran *fortran, const xb_source_unit *unit)
{
    return unit->has_tape && fortran->source->options.has_tape_argument;
}

static bool differs(const xb_source_expression *actual, const xb_source_variable *formal)
{
    bool is_number = formal->type >= XB_TYPE_INTEGER && formal->type <= XB_TYPE_COMPLEX &&
                     actual->type >= XB_TYPE_INTEGER && actual->type <= XB_TYPE_COMPLEX;
    return is_number && (actual->type != formal->type || xb_source_kind_of(actual->type, actual->bytes) !=
                                                             xb_source_kind_of(formal->type, formal->bytes));
}

/* A constant may be of another kind than the argument. */
static void put_actual(xb_fortran *f, const xb_source_variable *formal, const xb_source_expression *actual)
{
    static const char *const functions[] = {
        [XB_TYPE_INTEGER] = "int(", [XB_TYPE_REAL] = "real(", [XB_TYPE_COMPLEX] = "cmplx("};
    if (actual->kind == XB_SOURCE_VARIABLE || !differs(actual, formal)) {
        xb_fortran_expression(f, actual);
        return;
    }
    xb_output_put(f->lines.line, functions[formal->type]);
    xb_fortran_expression(f, actual);
    xb_output_format(f->lines.line, ", %s%u)", formal->type == XB_TYPE_COMPLEX ? "kind=" : "",
                     xb_source_kind_of(formal->type, formal->bytes));
}

void xb_fortran_arguments(xb_fortran *fortran, const xb_source_unit *callee,
                          const xb_source_expression *const *arguments, size_t count)
{
    bool by_keyword = false, any = xb_fortran_has_context(fortran, callee);
    xb_output_put(fortran->lines.line, any ? "(context" : "(");
    for (size_t i = 0; i < count; i++) {
        if (!arguments[i]) {
            by_keyword = true;
            continue;
        }
        const xb_source_variable *formal = callee->formals.items[i];
        xb_output_put(fortran->lines.line, any ? ", " : "");
        if (by_keyword)
            xb_output_format(fortran->lines.line, "%s=", formal->name);
        put_actual(fortran, formal, arguments[i]);
        any = true;
    }
    xb_output_char(fortran->lines.line, ')');
}

void xb_fortran_expression(xb_fortran *fortran, const xb_source_expression *expression)
{
    switch (expression->kind) {
    case XB_SOURCE_CONSTANT: write_constant(fortran, expression); break;
    case XB_SOURCE_VARIABLE: write_variable(fortran, expression); break;
    case XB_SOURCE_RANGE: write_subscript(fortran, expression); break;
    case XB_SOURCE_OPERATION: write_operation(fortran, expression); break;
    case XB_SOURCE_FUNCTION:
        xb_output_put(fortran->lines.line, expression->callee->name);
        xb_fortran_arguments(fortran, expression->callee, expression->operands, expression->count);
        break;
    }
}

static bool narrows(const xb_source_expression *expression, xb_type type, unsigned bytes)
{
    unsigned from = expression->bytes ? expression->bytes : expression->type == XB_TYPE_INTEGER ? 4 : 8;
    unsigned to = bytes ? bytes : type == XB_TYPE_INTEGER ? 4 : 8;
    if (type < XB_TYPE_INTEGER || type > XB_TYPE_COMPLEX || expression->type > XB_TYPE_COMPLEX)
        return false;
    bool is_alike = expression->type == type || (expression->type == XB_TYPE_REAL && type == XB_TYPE_COMPLEX);
    if (is_floating(type) && loses_digits(expression, bytes))
        return true;
    return expression->type > type || (is_alike && from > to);
}

void xb_fortran_converted(xb_fortran *fortran, const xb_source_expression *expression, xb_type type,
                          unsigned bytes)
{
    static const char *const functions[] = {
        [XB_TYPE_INTEGER] = "int(", [XB_TYPE_REAL] = "real(", [XB_TYPE_COMPLEX] = "cmplx("};
    if (!narrows(expression, type, bytes)) {
        xb_fortran_expression(fortran, expression);
        return;
    }
    xb_output_put(fortran->lines.line, functions[type]);
    xb_fortran_expression(fortran, expression);
    if (bytes)
        xb_output_format(fortran->lines.line, ", %s%u", type == XB_TYPE_COMPLEX ? "kind=" : "", bytes);
    xb_output_char(fortran->lines.line, ')');
}
