/*
 * Each intrinsic has a row: an operator, a function of math.h, one of helpers.c, or a text in which $1, $2, …
 * are operands, and $f is what names of math.h end in. Operands are converted to the type of the operation;
 * conversions are written where one of the compilers would warn of them, or where C would compute otherwise.
 */
#include "languages/c/c.h"

#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "languages/code/maker.h"

/* What a row says. */
typedef enum form {
    UNKNOWN,
    OPERATOR,
    MATH,         /* a function of math.h */
    COMPLEX_MATH, /* one of math.h or of complex.h */
    HELPER,
    TEXT
} form;

typedef struct row {
    form form;
    const char *text;
    xb_c_precedence precedence; /* of an operator or a text */
    xb_c_helper helper;
} row;

#define PI      "3.141592653589793116"
#define DEGREES "57.29577951308232286"

static const row rows[XB_INTRINSIC_COUNT] = {
    [XB_INTRINSIC_ADD] = {OPERATOR, " + ", XB_C_SUM},
    [XB_INTRINSIC_AND] = {OPERATOR, " && ", XB_C_AND},
    [XB_INTRINSIC_ARCCOS] = {COMPLEX_MATH, "acos"},
    [XB_INTRINSIC_ARCCOSD] = {TEXT, "acos$f($1)*" DEGREES "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCCOSH] = {COMPLEX_MATH, "acosh"},
    [XB_INTRINSIC_ARCCOSPI] = {TEXT, "acos$f($1)/" PI "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCSIN] = {COMPLEX_MATH, "asin"},
    [XB_INTRINSIC_ARCSIND] = {TEXT, "asin$f($1)*" DEGREES "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCSINH] = {COMPLEX_MATH, "asinh"},
    [XB_INTRINSIC_ARCSINPI] = {TEXT, "asin$f($1)/" PI "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCTAN2] = {MATH, "atan2"},
    [XB_INTRINSIC_ARCTAN] = {COMPLEX_MATH, "atan"},
    [XB_INTRINSIC_ARCTAN_SCAL_SCAL] = {MATH, "atan2"},
    [XB_INTRINSIC_ARCTAND] = {TEXT, "atan$f($1)*" DEGREES "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCTAND_SCAL_SCAL] = {TEXT, "atan2$f($1, $2)*" DEGREES "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCTANH] = {COMPLEX_MATH, "atanh"},
    [XB_INTRINSIC_ARCTANPI] = {TEXT, "atan$f($1)/" PI "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_ARCTANPI_SCAL_SCAL] = {TEXT, "atan2$f($1, $2)/" PI "$f", XB_C_PRODUCT},
    [XB_INTRINSIC_BESSEL_J0] = {HELPER, .helper = XB_C_BESSEL_J0},
    [XB_INTRINSIC_BESSEL_J1] = {HELPER, .helper = XB_C_BESSEL_J1},
    [XB_INTRINSIC_BESSEL_Y0] = {HELPER, .helper = XB_C_BESSEL_Y0},
    [XB_INTRINSIC_BESSEL_Y1] = {HELPER, .helper = XB_C_BESSEL_Y1},
    [XB_INTRINSIC_BOGUS_MODULO] = {HELPER, .helper = XB_C_MODULO},
    [XB_INTRINSIC_CBRT] = {MATH, "cbrt"},
    [XB_INTRINSIC_COPYSIGN] = {MATH, "copysign"},
    [XB_INTRINSIC_COS] = {COMPLEX_MATH, "cos"},
    [XB_INTRINSIC_COSH] = {COMPLEX_MATH, "cosh"},
    [XB_INTRINSIC_DIM] = {HELPER, .helper = XB_C_DIM},
    [XB_INTRINSIC_DIV] = {OPERATOR, "/", XB_C_PRODUCT},
    [XB_INTRINSIC_DPROD] = {OPERATOR, "*", XB_C_PRODUCT},
    [XB_INTRINSIC_EQUAL] = {OPERATOR, " == ", XB_C_EQUALITY},
    [XB_INTRINSIC_ERF] = {MATH, "erf"},
    [XB_INTRINSIC_ERFC] = {MATH, "erfc"},
    [XB_INTRINSIC_ERFC_SCALED] = {HELPER, .helper = XB_C_ERFC_SCALED},
    [XB_INTRINSIC_EXP2] = {MATH, "exp2"},
    [XB_INTRINSIC_EXP] = {COMPLEX_MATH, "exp"},
    [XB_INTRINSIC_EXPM1] = {MATH, "expm1"},
    [XB_INTRINSIC_FDIM] = {HELPER, .helper = XB_C_DIM},
    [XB_INTRINSIC_FMA] = {MATH, "fma"},
    [XB_INTRINSIC_FMAX] = {HELPER, .helper = XB_C_MAX},
    [XB_INTRINSIC_FMIN] = {HELPER, .helper = XB_C_MIN},
    [XB_INTRINSIC_FMOD] = {MATH, "fmod"},
    [XB_INTRINSIC_FRACTION] = {HELPER, .helper = XB_C_FRACTION},
    [XB_INTRINSIC_GAMMA] = {MATH, "tgamma"},
    [XB_INTRINSIC_GREATER_OR_EQUAL] = {OPERATOR, " >= ", XB_C_RELATION},
    [XB_INTRINSIC_GREATER_THAN] = {OPERATOR, " > ", XB_C_RELATION},
    [XB_INTRINSIC_HYPOT] = {MATH, "hypot"},
    [XB_INTRINSIC_IAND] = {OPERATOR, " & ", XB_C_BIT_AND},
    [XB_INTRINSIC_IEOR] = {OPERATOR, " ^ ", XB_C_BIT_XOR},
    [XB_INTRINSIC_IOR] = {OPERATOR, " | ", XB_C_BIT_OR},
    [XB_INTRINSIC_LESS_OR_EQUAL] = {OPERATOR, " <= ", XB_C_RELATION},
    [XB_INTRINSIC_LESS_THAN] = {OPERATOR, " < ", XB_C_RELATION},
    [XB_INTRINSIC_LGAMMA] = {MATH, "lgamma"},
    [XB_INTRINSIC_LN] = {COMPLEX_MATH, "log"},
    [XB_INTRINSIC_LOG10] = {MATH, "log10"},
    [XB_INTRINSIC_LOG1P] = {MATH, "log1p"},
    [XB_INTRINSIC_LOG2] = {MATH, "log2"},
    [XB_INTRINSIC_LOGB] = {MATH, "logb"},
    [XB_INTRINSIC_MINUS] = {OPERATOR, "-", XB_C_SUM},
    [XB_INTRINSIC_MODULO] = {HELPER, .helper = XB_C_MODULO},
    [XB_INTRINSIC_MUL] = {OPERATOR, "*", XB_C_PRODUCT},
    [XB_INTRINSIC_NC_MAX] = {HELPER, .helper = XB_C_MAX},
    [XB_INTRINSIC_NC_MIN] = {HELPER, .helper = XB_C_MIN},
    [XB_INTRINSIC_NEARBYINT] = {MATH, "nearbyint"},
    [XB_INTRINSIC_NEXTAFTER] = {MATH, "nextafter"},
    [XB_INTRINSIC_NOT] = {OPERATOR, "!", XB_C_PREFIX},
    [XB_INTRINSIC_NOT_SCAL] = {OPERATOR, "~", XB_C_PREFIX},
    [XB_INTRINSIC_NOT_EQUAL] = {OPERATOR, " != ", XB_C_EQUALITY},
    [XB_INTRINSIC_OAD_TAN] = {COMPLEX_MATH, "tan"},
    [XB_INTRINSIC_OR] = {OPERATOR, " || ", XB_C_OR},
    [XB_INTRINSIC_REMAINDER] = {MATH, "remainder"},
    [XB_INTRINSIC_RINT] = {MATH, "rint"},
    [XB_INTRINSIC_ROUND] = {MATH, "round"},
    [XB_INTRINSIC_RRSPACING] = {HELPER, .helper = XB_C_RRSPACING},
    [XB_INTRINSIC_SIGN] = {HELPER, .helper = XB_C_SIGN},
    [XB_INTRINSIC_SIN] = {COMPLEX_MATH, "sin"},
    [XB_INTRINSIC_SINH] = {COMPLEX_MATH, "sinh"},
    [XB_INTRINSIC_SPACING] = {HELPER, .helper = XB_C_SPACING},
    [XB_INTRINSIC_SQRT] = {COMPLEX_MATH, "sqrt"},
    [XB_INTRINSIC_SUB] = {OPERATOR, " - ", XB_C_SUM},
    [XB_INTRINSIC_TAN] = {COMPLEX_MATH, "tan"},
    [XB_INTRINSIC_TANH] = {COMPLEX_MATH, "tanh"},
    [XB_INTRINSIC_TRUNC] = {MATH, "trunc"},
    [XB_INTRINSIC_XOR] = {OPERATOR, " != ", XB_C_EQUALITY},
};

void xb_c_refuse(xb_c *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(c->lines.arena, format, arguments);
    va_end(arguments);
    xb_place place = xb_program_place(c->source->program, c->at, NULL);
    c->status = xb_error(c->source->program->diagnostics, XB_STATUS_UNSUPPORTED, place, NULL,
                         "can't be written as C: %s", text);
}

unsigned xb_c_bytes(const xb_source_expression *expression)
{
    return xb_source_kind_of(expression->type, expression->bytes);
}

const char *xb_c_type_of(xb_c *c, xb_type type, unsigned bytes)
{
    bytes = xb_source_kind_of(type, bytes);
    const char *name = xb_c_type(type, bytes);
    if (!name)
        xb_c_refuse(c, "a number of %u bytes", bytes);
    c->headers.booleans |= type == XB_TYPE_BOOL;
    c->headers.complex |= type == XB_TYPE_COMPLEX;
    c->headers.integers |= type == XB_TYPE_INTEGER && bytes != 4;
    return name ? name : "double";
}

/* ---- constants ------------------------------------------------------------------------------------------
 */

static void put_integer(xb_c *c, const xb_source_expression *constant)
{
    const char *text = constant->text + (*constant->text == '+');
    int64_t value = strtoll(text, NULL, 10);
    bool wide = value > INT32_MAX || value < -(int64_t)INT32_MAX;
    if (constant->bytes >= XB_SOURCE_UNSIGNED && wide) {
        xb_output_format(c->lines.line, "%" PRId64 "U", value);
        return;
    }
    if (!wide) {
        xb_output_format(c->lines.line, "%" PRId64, value);
        return;
    }
    c->headers.integers = true;
    if (value < 0)
        xb_output_format(c->lines.line, "(-INT64_C(%" PRId64 ") - 1)", -(value + 1));
    else
        xb_output_format(c->lines.line, "INT64_C(%" PRId64 ")", value);
}

static void put_real(xb_c *c, const xb_source_expression *constant)
{
    char text[64];
    bool single = xb_c_bytes(constant) == 4;
    xb_constant_shortest(xb_constant_real(constant->text), single, text, sizeof text);
    char *e = strchr(text, 'e');
    xb_output_bytes(c->lines.line, text, e ? (size_t)(e - text) : strlen(text));
    if (!strpbrk(text, ".en"))
        xb_output_put(c->lines.line, ".0");
    if (e)
        xb_output_format(c->lines.line, "e%ld", strtol(e + 1, NULL, 10));
    if (single)
        xb_output_char(c->lines.line, 'f');
}

void xb_c_constant(xb_c *c, const xb_source_expression *constant)
{
    const char *text = constant->text;
    switch (constant->type) {
    case XB_TYPE_INTEGER: put_integer(c, constant); break;
    case XB_TYPE_REAL: put_real(c, constant); break;
    case XB_TYPE_COMPLEX:
        if (strchr(text, '('))
            xb_c_refuse(c, "the complex constant %s", text);
        put_real(c, constant);
        break;
    case XB_TYPE_BOOL:
        c->headers.booleans = true;
        xb_output_put(c->lines.line, xb_constant_is_true(text) ? "true" : "false");
        break;
    case XB_TYPE_CHAR:
        xb_output_format(c->lines.line, *text == '\'' || *text == '\\' ? "'\\%c'" : "'%c'", *text);
        break;
    default: xb_c_refuse(c, "a text");
    }
}

/* ---- conversions ----------------------------------------------------------------------------------------
 */

static bool is_floating(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

/* Whether an integer constant is a floating-point number of a kind. */
static bool is_exact(const xb_source_expression *constant, unsigned bytes)
{
    int64_t value, most = INT64_C(1) << (bytes == 4 ? FLT_MANT_DIG : DBL_MANT_DIG);
    return xb_source_is_integer(constant, &value) && value <= most && value >= -most;
}

/* Whether an integer keeps its value in another kind: constants with sign are of any kind with sign. */
static bool widens(const xb_source_expression *expression, unsigned from, unsigned to)
{
    bool had_sign = from < XB_SOURCE_UNSIGNED, has_sign = to < XB_SOURCE_UNSIGNED;
    int64_t value;
    if (expression->kind == XB_SOURCE_CONSTANT && had_sign && has_sign)
        return true;
    if (expression->kind == XB_SOURCE_CONSTANT && xb_source_is_integer(expression, &value))
        return value >= 0 && value < INT64_C(1) << (8 * xb_source_size(to) - has_sign);
    return had_sign == has_sign ? from < to : has_sign && xb_source_size(from) < xb_source_size(to);
}

/* Whether C converts without loss, and without being told. */
bool xb_c_is_implicit(const xb_source_expression *expression, xb_type type, unsigned bytes)
{
    unsigned from = xb_c_bytes(expression);
    if (expression->type == type && from == bytes)
        return true;
    if (expression->type == XB_TYPE_INTEGER && type == XB_TYPE_INTEGER)
        return widens(expression, from, bytes);
    from = xb_source_size(from);
    if (expression->type == XB_TYPE_INTEGER && is_floating(type))
        return is_exact(expression, bytes) || (bytes == 8 && from < 8) || from < 4;
    if (is_floating(expression->type) && is_floating(type))
        return from <= bytes && expression->type <= type;
    return !is_floating(type) && type != XB_TYPE_INTEGER;
}

void xb_c_converted(xb_c *c, const xb_source_expression *expression, xb_type type, unsigned bytes,
                    xb_c_precedence least)
{
    static const char *const parts[] = {"creal", "crealf"};
    bytes = xb_source_kind_of(type, bytes);
    if (xb_c_is_implicit(expression, type, bytes)) {
        xb_c_expression(c, expression, least);
        return;
    }
    bool within = least > XB_C_PREFIX;
    if (within)
        xb_output_char(c->lines.line, '(');
    if (expression->type == XB_TYPE_COMPLEX && type != XB_TYPE_COMPLEX) {
        bool single = xb_c_bytes(expression) == 4;
        if (type == XB_TYPE_INTEGER || bytes != xb_c_bytes(expression))
            xb_output_format(c->lines.line, "(%s)", xb_c_type_of(c, type, bytes));
        xb_output_format(c->lines.line, "%s(", parts[single]);
        xb_c_expression(c, expression, XB_C_ANY);
        xb_output_char(c->lines.line, ')');
    } else {
        xb_output_format(c->lines.line, "(%s)", xb_c_type_of(c, type, bytes));
        xb_c_expression(c, expression, XB_C_PREFIX);
    }
    if (within)
        xb_output_char(c->lines.line, ')');
}

/* ---- operators ------------------------------------------------------------------------------------------
 */

/* What operands are converted to. */
typedef struct number {
    xb_type type;
    unsigned bytes;
} number;

static number of_operands(const xb_source_expression *operation)
{
    number widest = {operation->operands[0]->type, xb_c_bytes(operation->operands[0])};
    for (size_t i = 1; i < operation->count; i++) {
        const xb_source_expression *next = operation->operands[i];
        unsigned bytes = xb_c_bytes(next);
        bool floats = is_floating(next->type), floated = is_floating(widest.type);
        if (floats == floated)
            widest.bytes = xb_source_order(bytes) > xb_source_order(widest.bytes) ? bytes : widest.bytes;
        else if (floats)
            widest.bytes = bytes;
        widest.type = next->type > widest.type ? next->type : widest.type;
    }
    return widest;
}

bool xb_c_is_narrow(const xb_source_expression *operation)
{
    return operation->type == XB_TYPE_INTEGER && xb_source_size(xb_c_bytes(operation)) < 4;
}

bool xb_c_is_deref(const xb_c *c, const xb_source_expression *operand)
{
    return operand->kind == XB_SOURCE_VARIABLE && xb_c_is_behind_pointer(c, operand);
}

static void put_operand(xb_c *c, const xb_source_expression *operation, size_t i, xb_c_precedence least)
{
    const xb_source_expression *operand = operation->operands[i];
    number wanted = operation->type == XB_TYPE_BOOL ? of_operands(operation)
                                                    : (number){operation->type, xb_c_bytes(operation)};
    if (is_floating(operand->type) && wanted.type == XB_TYPE_COMPLEX)
        wanted.type = operand->type; /* C adds and multiplies real and complex numbers */
    if (i > 0 && least > XB_C_PRODUCT && xb_c_is_deref(c, operand))
        least = XB_C_PRIMARY;
    bool exact = operation->intrinsic == XB_INTRINSIC_DPROD && operand->type == XB_TYPE_REAL;
    if (exact)
        xb_c_cast(c, operand, XB_TYPE_REAL, 8);
    else if (operation->intrinsic == XB_INTRINSIC_MUL && wanted.type == XB_TYPE_INTEGER &&
             wanted.bytes == XB_SOURCE_UNSIGNED + 2)
        xb_c_cast(c, operand, XB_TYPE_INTEGER, XB_SOURCE_UNSIGNED + 4); /* the product may be beyond int */
    else
        xb_c_converted(c, operand, wanted.type, wanted.bytes, least);
}

static void put_operator(xb_c *c, const xb_source_expression *operation, const row *r)
{
    bool compares = r->precedence == XB_C_RELATION || r->precedence == XB_C_EQUALITY;
    bool bits = r->precedence >= XB_C_BIT_OR && r->precedence <= XB_C_BIT_AND;
    xb_c_precedence least = compares ? XB_C_SHIFT : bits ? XB_C_PREFIX : r->precedence;
    if (operation->count == 1) {
        xb_output_put(c->lines.line, r->text);
        put_operand(c, operation, 0, r->precedence == XB_C_SUM ? XB_C_PRODUCT : XB_C_PREFIX);
        return;
    }
    bool mixes = r->precedence == XB_C_OR;
    put_operand(c, operation, 0,
                mixes && rows[operation->operands[0]->intrinsic].precedence == XB_C_AND ? XB_C_EQUALITY
                                                                                        : least);
    xb_output_put(c->lines.line, r->text);
    put_operand(c, operation, 1, mixes ? XB_C_EQUALITY : least + !compares);
}

bool xb_c_is_operator(const xb_source_expression *operation)
{
    xb_intrinsic_code code = operation->intrinsic;
    return rows[code].form == OPERATOR || code == XB_INTRINSIC_INT || code == XB_INTRINSIC_REAL ||
           code == XB_INTRINSIC_DBLE;
}

void xb_c_binary(xb_c *c, const xb_source_expression *operation, const char *text, xb_c_precedence precedence)
{
    const row r = {OPERATOR, text, precedence, 0};
    put_operator(c, operation, &r);
}

/* ---- functions ------------------------------------------------------------------------------------------
 */

void xb_c_call(xb_c *c, const xb_source_expression *operation, xb_c_helper helper)
{
    unsigned kind = xb_c_kind(operation->type, xb_c_bytes(operation));
    xb_c_helper_name(c->lines.line, &c->helpers, helper, kind);
    xb_output_char(c->lines.line, '(');
}

bool xb_c_is_single(const xb_source_expression *operation)
{
    return xb_c_bytes(operation) == 4;
}

static void put_arguments(xb_c *c, const xb_source_expression *operation, size_t count)
{
    xb_output_char(c->lines.line, '(');
    for (size_t i = 0; i < count; i++) {
        xb_output_put(c->lines.line, i > 0 ? ", " : "");
        xb_c_converted(c, operation->operands[i], operation->type, operation->bytes, XB_C_ANY);
    }
    xb_output_char(c->lines.line, ')');
}

void xb_c_math(xb_c *c, const xb_source_expression *operation, const char *name)
{
    bool complex = operation->type == XB_TYPE_COMPLEX;
    c->headers.math |= !complex;
    c->headers.complex |= complex;
    xb_output_format(c->lines.line, "%s%s%s", complex ? "c" : "", name, xb_c_is_single(operation) ? "f" : "");
    put_arguments(c, operation, operation->count);
}

/* A function of two operands of one type, of any number of them. */
static void put_helper(xb_c *c, const xb_source_expression *operation, xb_c_helper helper)
{
    for (size_t i = operation->count > 1 ? operation->count - 1 : 1; i-- > 0;)
        xb_c_call(c, operation, helper);
    for (size_t i = 0; i < operation->count; i++) {
        xb_output_put(c->lines.line, i > 0 ? ", " : "");
        xb_c_converted(c, operation->operands[i], operation->type, operation->bytes, XB_C_ANY);
        xb_output_put(c->lines.line, i > 0 || operation->count == 1 ? ")" : "");
    }
    c->headers.math |= operation->type == XB_TYPE_REAL && helper != XB_C_MAX && helper != XB_C_MIN;
    c->headers.floats |= helper == XB_C_SPACING || helper == XB_C_RRSPACING;
}

static void put_text(xb_c *c, const xb_source_expression *operation, const char *text)
{
    c->headers.math = true;
    for (; *text; text++)
        if (*text != '$')
            xb_output_char(c->lines.line, *text);
        else if (*++text == 'f')
            xb_output_put(c->lines.line, xb_c_is_single(operation) ? "f" : "");
        else
            xb_c_converted(c, operation->operands[*text - '1'], operation->type, operation->bytes, XB_C_ANY);
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static xb_c_precedence precedence_of(const xb_c *c, const xb_source_expression *expression)
{
    switch (expression->kind) {
    case XB_SOURCE_CONSTANT: return *expression->text == '-' ? XB_C_SUM : XB_C_PRIMARY;
    case XB_SOURCE_VARIABLE: return xb_c_is_deref(c, expression) ? XB_C_PREFIX : XB_C_PRIMARY;
    case XB_SOURCE_OPERATION: break;
    default: return XB_C_PRIMARY;
    }
    const row *r = &rows[expression->intrinsic];
    if (xb_c_is_narrow(expression) && (r->form == OPERATOR || expression->intrinsic == XB_INTRINSIC_MOD))
        return XB_C_PREFIX;
    if (r->form == UNKNOWN)
        return xb_c_precedence_of_special(expression);
    return r->form == OPERATOR || r->form == TEXT ? r->precedence : XB_C_PRIMARY;
}

/* Computing with narrow integers, C widens them. */
static void put_narrowed(xb_c *c, const xb_source_expression *operation, const row *r)
{
    xb_output_format(c->lines.line, "(%s)(", xb_c_type_of(c, XB_TYPE_INTEGER, operation->bytes));
    if (r->form == OPERATOR)
        put_operator(c, operation, r);
    else
        xb_c_special(c, operation);
    xb_output_char(c->lines.line, ')');
}

static bool has_no_sign(const xb_source_expression *e)
{
    return e && e->type == XB_TYPE_INTEGER && e->bytes >= XB_SOURCE_UNSIGNED;
}

/* Whether an operation of integers without sign is one that C does as documents mean it. */
static bool may_lack_sign(const xb_source_expression *operation)
{
    int64_t exponent;
    switch (operation->intrinsic) {
    case XB_INTRINSIC_ABS:
    case XB_INTRINSIC_IABS:
    case XB_INTRINSIC_MOD:
    case XB_INTRINSIC_NC_MAX:
    case XB_INTRINSIC_NC_MIN:
    case XB_INTRINSIC_MERGE:
    case XB_INTRINSIC_INT:
    case XB_INTRINSIC_REAL:
    case XB_INTRINSIC_DBLE:
    case XB_INTRINSIC_COMPLEX: return true;
    case XB_INTRINSIC_POW:
        return !has_no_sign(operation->operands[0]) ||
               (operation->bytes == XB_SOURCE_UNSIGNED + 4 &&
                xb_source_is_integer(operation->operands[1], &exponent) && (exponent == 2 || exponent == 3));
    default:
        return rows[operation->intrinsic].form == OPERATOR ||
               xb_intrinsic_facts_of(operation->intrinsic)->inquiry;
    }
}

static void check_signs(xb_c *c, const xb_source_expression *operation)
{
    bool found = has_no_sign(operation);
    for (size_t i = 0; i < operation->count && !found; i++)
        found = has_no_sign(operation->operands[i]);
    if (found && !may_lack_sign(operation))
        xb_c_refuse(c, "%s of integers without sign (unsigned)", operation->text);
}

static void put_operation(xb_c *c, const xb_source_expression *operation)
{
    const row *r = &rows[operation->intrinsic];
    bool is_number = operation->type >= XB_TYPE_INTEGER && operation->type <= XB_TYPE_COMPLEX;
    check_signs(c, operation);
    if (is_number && xb_c_kind(operation->type, xb_c_bytes(operation)) == XB_C_KINDS) {
        xb_c_refuse(c, "a number of %u bytes", xb_c_bytes(operation));
        return;
    }
    if (xb_c_is_narrow(operation) && (r->form == OPERATOR || operation->intrinsic == XB_INTRINSIC_MOD)) {
        put_narrowed(c, operation, r);
        return;
    }
    switch (r->form) {
    case OPERATOR: put_operator(c, operation, r); break;
    case MATH:
        if (operation->type == XB_TYPE_COMPLEX)
            xb_c_refuse(c, "the intrinsic %s of a complex number", operation->text);
        else
            xb_c_math(c, operation, r->text);
        break;
    case COMPLEX_MATH: xb_c_math(c, operation, r->text); break;
    case HELPER:
        if (r->helper == XB_C_SIGN && operation->type == XB_TYPE_REAL)
            xb_c_math(c, operation, "copysign");
        else
            put_helper(c, operation, r->helper);
        break;
    case TEXT: put_text(c, operation, r->text); break;
    case UNKNOWN: xb_c_special(c, operation);
    }
}

void xb_c_expression(xb_c *c, const xb_source_expression *expression, xb_c_precedence least)
{
    bool within = precedence_of(c, expression) < least;
    if (within)
        xb_output_char(c->lines.line, '(');
    switch (expression->kind) {
    case XB_SOURCE_CONSTANT: xb_c_constant(c, expression); break;
    case XB_SOURCE_VARIABLE: xb_c_variable(c, expression); break;
    case XB_SOURCE_RANGE: xb_c_refuse(c, "a section where an element has to be"); break;
    case XB_SOURCE_OPERATION: put_operation(c, expression); break;
    case XB_SOURCE_FUNCTION:
        xb_output_put(c->lines.line, expression->callee->name);
        xb_c_arguments(c, expression->callee, expression->operands, expression->count);
        break;
    }
    if (within)
        xb_output_char(c->lines.line, ')');
}
