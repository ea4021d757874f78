/*
 * Intrinsics whose text depends on the types of their operands: powers, rounding, parts of numbers, and
 * questions about types and about what is there.
 */
#include "languages/c/c.h"

#include <stdlib.h>
#include <string.h>

#include "languages/code/maker.h"

/* How an intrinsic is written. */
typedef struct special {
    void (*put)(xb_c *c, const xb_source_expression *operation, const struct special *how);
    const char *text;           /* a function, or a turn of angles */
    xb_c_precedence precedence; /* 0: that of a conversion */
    xb_c_helper helper;
} special;

/* The same, said even where C would do it by itself, but not where nothing changes. */
void xb_c_cast(xb_c *c, const xb_source_expression *operand, xb_type type, unsigned bytes)
{
    bytes = xb_source_kind_of(type, bytes);
    bool changes = operand->type != type || xb_c_bytes(operand) != bytes;
    if (changes && xb_c_is_implicit(operand, type, bytes) && operand->kind != XB_SOURCE_CONSTANT)
        xb_output_format(c->lines.line, "(%s)", xb_c_type_of(c, type, bytes));
    if (operand->kind == XB_SOURCE_CONSTANT && operand->type == XB_TYPE_INTEGER && type == XB_TYPE_REAL) {
        xb_source_expression same = *operand;
        same.type = type;
        same.bytes = bytes;
        xb_c_constant(c, &same);
    } else {
        xb_c_converted(c, operand, type, bytes, XB_C_PREFIX);
    }
}

/* ---- powers ---------------------------------------------------------------------------------------------
 */

static bool is_simple(const xb_source_expression *base)
{
    return base->kind == XB_SOURCE_VARIABLE && base->size <= 4;
}

/* x*x, or x*x*x */
static void put_product(xb_c *c, const xb_source_expression *base, int64_t times)
{
    for (int64_t i = 0; i < times; i++) {
        xb_output_put(c->lines.line, i > 0 ? "*" : "");
        xb_c_expression(c, base, i > 0 && xb_c_is_deref(c, base) ? XB_C_PRIMARY : XB_C_PREFIX);
    }
}

static bool is_product(const xb_source_expression *power)
{
    int64_t exponent;
    return xb_source_is_integer(power->operands[1], &exponent) && (exponent == 2 || exponent == 3) &&
           is_simple(power->operands[0]) && !xb_c_is_narrow(power);
}

static void put_whole_power(xb_c *c, const xb_source_expression *power)
{
    const xb_source_expression *base = power->operands[0], *exponent = power->operands[1];
    int64_t value;
    bool known = xb_source_is_integer(exponent, &value);
    if (is_product(power)) {
        put_product(c, base, value);
        return;
    }
    bool named = known && (value == 2 || value == 3);
    xb_c_call(c, power, named ? value == 2 ? XB_C_SQUARE : XB_C_CUBE : XB_C_POWER);
    c->headers.integers |= !named;
    xb_c_converted(c, base, power->type, power->bytes, XB_C_ANY);
    if (!named) {
        xb_output_put(c->lines.line, ", ");
        xb_c_expression(c, exponent, XB_C_ANY);
    }
    xb_output_char(c->lines.line, ')');
}

static void put_power(xb_c *c, const xb_source_expression *power, const special *how)
{
    (void)how;
    if (power->operands[1]->type == XB_TYPE_INTEGER) {
        put_whole_power(c, power);
        return;
    }
    if (power->type == XB_TYPE_COMPLEX) {
        xb_c_call(c, power, XB_C_COMPLEX_POWER);
    } else {
        c->headers.math = true;
        xb_output_put(c->lines.line, xb_c_bytes(power) == 4 ? "powf(" : "pow(");
    }
    for (size_t i = 0; i < 2; i++) {
        xb_output_put(c->lines.line, i > 0 ? ", " : "");
        xb_c_converted(c, power->operands[i], power->type, power->bytes, XB_C_ANY);
    }
    xb_output_char(c->lines.line, ')');
}

/* One whose second operand, or first one, is an integer. */
static void put_with_integer(xb_c *c, const xb_source_expression *operation, const special *how)
{
    const xb_c_helper helper = how->helper;
    const xb_source_expression *of = operation->operands[0];
    if (helper == XB_C_BESSEL_JN || helper == XB_C_BESSEL_YN)
        of = operation;
    xb_c_helper_name(c->lines.line, &c->helpers, helper, xb_c_kind(of->type, xb_c_bytes(of)));
    xb_output_char(c->lines.line, '(');
    c->headers.math |= of->type == XB_TYPE_REAL;
    c->headers.integers |= of->type == XB_TYPE_INTEGER;
    c->headers.booleans |= operation->type == XB_TYPE_BOOL;
    for (size_t i = 0; i < operation->count; i++) {
        const xb_source_expression *operand = operation->operands[i];
        xb_output_put(c->lines.line, i > 0 ? ", " : "");
        if (operand->type == XB_TYPE_INTEGER && of->type == XB_TYPE_REAL)
            xb_c_converted(c, operand, XB_TYPE_INTEGER, 4, XB_C_ANY);
        else
            xb_c_expression(c, operand, XB_C_ANY);
    }
    xb_output_char(c->lines.line, ')');
}

static void put_turn(xb_c *c, const xb_source_expression *operation, const special *how)
{
    xb_intrinsic_code code = operation->intrinsic;
    bool tangent = code == XB_INTRINSIC_TAND || code == XB_INTRINSIC_TANPI;
    bool cosine = code == XB_INTRINSIC_COSD || code == XB_INTRINSIC_COSPI;
    c->headers.math = true;
    for (int i = 0; i < (tangent ? 2 : 1); i++) {
        xb_c_call(c, operation, cosine || i > 0 ? XB_C_COS_TURN : XB_C_SIN_TURN);
        xb_c_converted(c, operation->operands[0], operation->type, operation->bytes, XB_C_ANY);
        xb_output_format(c->lines.line, ", %s)%s", how->text, tangent && i == 0 ? "/" : "");
    }
}

/* ---- what depends on types ------------------------------------------------------------------------------
 */

static void put_absolute(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    const xb_source_expression *operand = operation->operands[0];
    if (operand->type == XB_TYPE_INTEGER && operand->bytes >= XB_SOURCE_UNSIGNED) {
        xb_c_expression(c, operand, XB_C_PREFIX);
        return;
    }
    if (operand->type == XB_TYPE_INTEGER) {
        bool wide = xb_c_bytes(operand) == 8;
        c->headers.standard = true;
        if (xb_c_is_narrow(operation) || wide)
            xb_output_format(c->lines.line, "(%s)", xb_c_type_of(c, XB_TYPE_INTEGER, xb_c_bytes(operation)));
        xb_output_put(c->lines.line, wide ? "llabs(" : "abs(");
    } else {
        bool complex = operand->type == XB_TYPE_COMPLEX;
        c->headers.math |= !complex;
        xb_output_format(c->lines.line, "%s%s(", complex ? "cabs" : "fabs",
                         xb_c_bytes(operand) == 4 ? "f" : "");
    }
    xb_c_expression(c, operand, XB_C_ANY);
    xb_output_char(c->lines.line, ')');
}

/* An integer that a function of math.h rounds to. @param name NULL: towards zero */
static void put_rounded(xb_c *c, const xb_source_expression *operation, const special *how)
{
    const xb_source_expression *operand = operation->operands[0];
    if (operand->type == XB_TYPE_INTEGER || !how->text) {
        xb_c_cast(c, operand, XB_TYPE_INTEGER, operation->bytes);
        return;
    }
    bool single = xb_c_bytes(operand) == 4, wide = xb_c_bytes(operation) == 8 && *how->text == 'l';
    c->headers.math = true;
    xb_output_format(c->lines.line, "(%s)%s%s%s(", xb_c_type_of(c, XB_TYPE_INTEGER, operation->bytes),
                     wide ? "l" : "", how->text, single ? "f" : "");
    xb_c_expression(c, operand, XB_C_ANY);
    xb_output_char(c->lines.line, ')');
}

/* A whole number of the type of the operand, then of that of the result. */
static void put_whole(xb_c *c, const xb_source_expression *operation, const special *how)
{
    const xb_source_expression *operand = operation->operands[0];
    bool single = xb_c_bytes(operand) == 4;
    c->headers.math = true;
    if (xb_c_bytes(operand) != xb_c_bytes(operation))
        xb_output_format(c->lines.line, "(%s)", xb_c_type_of(c, XB_TYPE_REAL, operation->bytes));
    xb_output_format(c->lines.line, "%s%s(", how->text, single ? "f" : "");
    xb_c_expression(c, operand, XB_C_ANY);
    xb_output_char(c->lines.line, ')');
}

static void put_complex(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    bool has_imaginary =
        operation->count > 1 && operation->operands[1] && operation->operands[0]->type != XB_TYPE_COMPLEX;
    unsigned bytes = xb_c_bytes(operation);
    c->headers.complex = true;
    if (!has_imaginary) {
        xb_c_cast(c, operation->operands[0], XB_TYPE_COMPLEX, bytes);
        return;
    }
    xb_c_helper_name(c->lines.line, &c->helpers, XB_C_COMPLEX, xb_c_kind(XB_TYPE_REAL, bytes));
    xb_output_char(c->lines.line, '(');
    for (size_t i = 0; i < 2; i++) {
        xb_output_put(c->lines.line, i > 0 ? ", " : "");
        xb_c_converted(c, operation->operands[i], XB_TYPE_REAL, bytes, XB_C_ANY);
    }
    xb_output_char(c->lines.line, ')');
}

static void put_part(xb_c *c, const xb_source_expression *operation, const special *how)
{
    const xb_source_expression *operand = operation->operands[0];
    c->headers.complex = true;
    xb_output_format(c->lines.line, "%s%s(", how->text, xb_c_bytes(operand) == 4 ? "f" : "");
    xb_c_expression(c, operand, XB_C_ANY);
    xb_output_char(c->lines.line, ')');
}

static void put_remainder(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    if (operation->type != XB_TYPE_INTEGER) {
        xb_c_math(c, operation, "fmod");
        return;
    }
    xb_c_binary(c, operation, " % ", XB_C_PRODUCT);
}

static void put_choice(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    xb_c_expression(c, operation->operands[2], XB_C_OR);
    xb_output_put(c->lines.line, " ? ");
    xb_c_converted(c, operation->operands[0], operation->type, operation->bytes, XB_C_OR);
    xb_output_put(c->lines.line, " : ");
    xb_c_converted(c, operation->operands[1], operation->type, operation->bytes, XB_C_OR);
}

static void put_nearest(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    c->headers.math = true;
    xb_output_put(c->lines.line, xb_c_is_single(operation) ? "nextafterf(" : "nextafter(");
    xb_c_converted(c, operation->operands[0], operation->type, operation->bytes, XB_C_ANY);
    xb_output_put(c->lines.line, ", ");
    xb_c_expression(c, operation->operands[1], XB_C_SUM);
    xb_output_put(c->lines.line, " > 0 ? INFINITY : -INFINITY)");
}

static void put_transfer(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    const xb_source_expression *operand = operation->operands[0];
    unsigned from = xb_c_kind(operand->type, xb_c_bytes(operand)),
             to = xb_c_kind(operation->type, xb_c_bytes(operation));
    if (from == XB_C_KINDS || to == XB_C_KINDS) {
        xb_c_refuse(c, "%s of what is no number", operation->text);
        return;
    }
    c->headers.memory = true;
    xb_c_transfer_name(c->lines.line, &c->helpers, from, to);
    xb_output_char(c->lines.line, '(');
    xb_c_expression(c, operand, XB_C_ANY);
    xb_output_char(c->lines.line, ')');
}

/* A number and a power of two. */
static void put_scaled(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    bool replaces = operation->intrinsic == XB_INTRINSIC_SET_EXPONENT;
    c->headers.math = true;
    xb_output_put(c->lines.line, xb_c_is_single(operation) ? "ldexpf(" : "ldexp(");
    if (replaces)
        xb_c_call(c, operation, XB_C_FRACTION);
    xb_c_converted(c, operation->operands[0], operation->type, operation->bytes, XB_C_ANY);
    xb_output_put(c->lines.line, replaces ? "), " : ", ");
    xb_c_converted(c, operation->operands[1], XB_TYPE_INTEGER, 4, XB_C_ANY);
    xb_output_char(c->lines.line, ')');
}

/* ---- questions ------------------------------------------------------------------------------------------
 */

/* What is true of integers of 1, 2, 4 and 8 bytes, and of real numbers of 4 and 8. */
static const struct property {
    xb_intrinsic_code code;
    const char *of[6];
} properties[] = {
    {XB_INTRINSIC_BIT_SIZE, {"8", "16", "32", "64", NULL, NULL}},
    {XB_INTRINSIC_DIGITS, {"7", "15", "31", "63", "FLT_MANT_DIG", "DBL_MANT_DIG"}},
    {XB_INTRINSIC_EPSILON, {NULL, NULL, NULL, NULL, "FLT_EPSILON", "DBL_EPSILON"}},
    {XB_INTRINSIC_HUGE, {"INT8_MAX", "INT16_MAX", "INT_MAX", "INT64_MAX", "FLT_MAX", "DBL_MAX"}},
    {XB_INTRINSIC_KIND, {"1", "2", "4", "8", "4", "8"}},
    {XB_INTRINSIC_MAXEXPONENT, {NULL, NULL, NULL, NULL, "FLT_MAX_EXP", "DBL_MAX_EXP"}},
    {XB_INTRINSIC_MINEXPONENT, {NULL, NULL, NULL, NULL, "FLT_MIN_EXP", "DBL_MIN_EXP"}},
    {XB_INTRINSIC_PRECISION, {NULL, NULL, NULL, NULL, "FLT_DIG", "DBL_DIG"}},
    {XB_INTRINSIC_RADIX, {"2", "2", "2", "2", "FLT_RADIX", "FLT_RADIX"}},
    {XB_INTRINSIC_RANGE, {"2", "4", "9", "18", "37", "307"}},
    {XB_INTRINSIC_TINY, {NULL, NULL, NULL, NULL, "FLT_MIN", "DBL_MIN"}},
};

static bool put_property(xb_c *c, const xb_source_expression *operation)
{
    const xb_source_expression *operand = operation->operands[0];
    xb_type type = operand->type == XB_TYPE_COMPLEX ? XB_TYPE_REAL : operand->type;
    unsigned kind = xb_c_kind(type, xb_c_bytes(operand));
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        if (properties[i].code != operation->intrinsic)
            continue;
        const char *text = kind < 6 ? properties[i].of[kind] : NULL;
        if (!text)
            return false;
        xb_output_put(c->lines.line, text);
        c->headers.integers |= strncmp(text, "INT", 3) == 0;
        c->headers.limits |= strcmp(text, "INT_MAX") == 0;
        c->headers.floats |= strncmp(text, "FLT", 3) == 0 || strncmp(text, "DBL", 3) == 0;
        return true;
    }
    return false;
}

/* Whether something is there. */
static void put_presence(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    const xb_source_expression *asked = operation->operands[0];
    c->headers.sizes = true;
    if (asked->kind != XB_SOURCE_VARIABLE || operation->count > 1) {
        xb_c_refuse(c, "the question %s", operation->text);
        return;
    }
    const xb_source_variable *variable = asked->variable;
    if (operation->intrinsic == XB_INTRINSIC_PRESENT && !variable->optional) {
        c->headers.booleans = true;
        xb_output_put(c->lines.line, "true");
    } else if (xb_c_has_descriptor(variable)) {
        xb_output_format(c->lines.line, "%s%sdata != NULL", variable->name,
                         variable->position && xb_c_passing_of(variable) == XB_C_BY_REFERENCE ? "->" : ".");
    } else {
        xb_output_format(c->lines.line, "%s != NULL", variable->name);
    }
}

static void put_size(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    int64_t dimension = 1;
    xb_source_is_integer(operation->operands[1], &dimension);
    xb_c_extent(c, operation->operands[0]->variable, (int)dimension - 1);
}

static void put_real(xb_c *c, const xb_source_expression *operation, const special *how)
{
    (void)how;
    xb_c_cast(c, operation->operands[0], XB_TYPE_REAL, operation->bytes);
}

static void put_conjugate(xb_c *c, const xb_source_expression *operation, const special *how)
{
    if (operation->operands[0]->type == XB_TYPE_COMPLEX)
        put_part(c, operation, how);
    else
        xb_c_expression(c, operation->operands[0], XB_C_PREFIX);
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static const special specials[XB_INTRINSIC_COUNT] = {
    [XB_INTRINSIC_ABS] = {put_absolute, .precedence = XB_C_PRIMARY},
    [XB_INTRINSIC_AINT] = {put_whole, "trunc"},
    [XB_INTRINSIC_ALLOCATED] = {put_presence, .precedence = XB_C_EQUALITY},
    [XB_INTRINSIC_ANINT] = {put_whole, "round"},
    [XB_INTRINSIC_ASSOCIATED] = {put_presence, .precedence = XB_C_EQUALITY},
    [XB_INTRINSIC_BESSEL_JN] = {put_with_integer, .helper = XB_C_BESSEL_JN},
    [XB_INTRINSIC_BESSEL_YN] = {put_with_integer, .helper = XB_C_BESSEL_YN},
    [XB_INTRINSIC_BOGUS_CEIL] = {put_rounded, "ceil"},
    [XB_INTRINSIC_BOGUS_FLOOR] = {put_rounded, "floor"},
    [XB_INTRINSIC_BOGUS_ROUND] = {put_rounded, "lround"},
    [XB_INTRINSIC_BTEST] = {put_with_integer, .helper = XB_C_BTEST},
    [XB_INTRINSIC_CEILING] = {put_rounded, "ceil"},
    [XB_INTRINSIC_COMPLEX] = {put_complex},
    [XB_INTRINSIC_CONJ] = {put_conjugate, "conj"},
    [XB_INTRINSIC_COSD] = {put_turn, "360"},
    [XB_INTRINSIC_COSPI] = {put_turn, "2"},
    [XB_INTRINSIC_DBLE] = {put_real},
    [XB_INTRINSIC_EXPONENT] = {put_with_integer, .helper = XB_C_EXPONENT},
    [XB_INTRINSIC_FLOOR] = {put_rounded, "floor"},
    [XB_INTRINSIC_IABS] = {put_absolute, .precedence = XB_C_PRIMARY},
    [XB_INTRINSIC_IBCLR] = {put_with_integer, .helper = XB_C_IBCLR},
    [XB_INTRINSIC_IBSET] = {put_with_integer, .helper = XB_C_IBSET},
    [XB_INTRINSIC_ILOGB] = {put_rounded, "logb"},
    [XB_INTRINSIC_IMAG] = {put_part, "cimag", XB_C_PRIMARY},
    [XB_INTRINSIC_INT] = {put_rounded},
    [XB_INTRINSIC_ISHFT] = {put_with_integer, .helper = XB_C_ISHFT},
    [XB_INTRINSIC_LDEXP] = {put_scaled},
    [XB_INTRINSIC_LRINT] = {put_rounded, "lrint"},
    [XB_INTRINSIC_LROUND] = {put_rounded, "lround"},
    [XB_INTRINSIC_MERGE] = {put_choice, .precedence = XB_C_CHOICE},
    [XB_INTRINSIC_MOD] = {put_remainder, .precedence = XB_C_PRIMARY},
    [XB_INTRINSIC_NEAREST] = {put_nearest},
    [XB_INTRINSIC_NINT] = {put_rounded, "lround"},
    [XB_INTRINSIC_POW] = {put_power, .precedence = XB_C_PRIMARY},
    [XB_INTRINSIC_PRESENT] = {put_presence, .precedence = XB_C_EQUALITY},
    [XB_INTRINSIC_REAL] = {put_real},
    [XB_INTRINSIC_SCALBN] = {put_scaled},
    [XB_INTRINSIC_SCALE] = {put_scaled},
    [XB_INTRINSIC_SET_EXPONENT] = {put_scaled},
    [XB_INTRINSIC_SIND] = {put_turn, "360"},
    [XB_INTRINSIC_SINPI] = {put_turn, "2"},
    [XB_INTRINSIC_SIZE] = {put_size, .precedence = XB_C_PRIMARY},
    [XB_INTRINSIC_TAND] = {put_turn, "360", XB_C_PRODUCT},
    [XB_INTRINSIC_TANPI] = {put_turn, "2", XB_C_PRODUCT},
    [XB_INTRINSIC_TRANSFER] = {put_transfer},
};

void xb_c_special(xb_c *c, const xb_source_expression *operation)
{
    const special *how = &specials[operation->intrinsic];
    if (how->put)
        how->put(c, operation, how);
    else if (operation->count == 0 || !put_property(c, operation))
        xb_c_refuse(c, "the intrinsic %s", operation->text);
}

xb_c_precedence xb_c_precedence_of_special(const xb_source_expression *operation)
{
    const xb_source_expression *operand = operation->operands[0];
    const special *how = &specials[operation->intrinsic];
    bool is_whole = operation->type == XB_TYPE_INTEGER;
    switch (operation->intrinsic) {
    case XB_INTRINSIC_MOD: return is_whole ? XB_C_PRODUCT : XB_C_PRIMARY;
    case XB_INTRINSIC_ABS:
    case XB_INTRINSIC_IABS: return is_whole ? XB_C_PREFIX : XB_C_PRIMARY;
    case XB_INTRINSIC_POW:
        return operation->operands[1]->type == XB_TYPE_INTEGER && is_product(operation) ? XB_C_PRODUCT
                                                                                        : XB_C_PRIMARY;
    case XB_INTRINSIC_REAL:
    case XB_INTRINSIC_DBLE:
    case XB_INTRINSIC_INT:
        return operand->kind == XB_SOURCE_CONSTANT && *operand->text == '-' ? XB_C_SUM : XB_C_PREFIX;
    default: return how->precedence ? how->precedence : XB_C_PREFIX;
    }
}
