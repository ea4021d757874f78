/*
 * Each function has a template: $T is the type, $k the end of the name, $f what names of math.h end in, $U
 * the type without sign, $B the number of bits, $D the digits of a number, $L the least one.
 */
#include "languages/c/helpers.h"

#include "languages/code/source.h"

#include <string.h>

static const struct kind {
    const char *suffix, *type, *without_sign, *bits, *f, *digits, *least;
    xb_type of;
    unsigned bytes;
} kinds[XB_C_KINDS] = {
    {"i1", "int8_t", "uint8_t", "8", "", "", "", XB_TYPE_INTEGER, 1},
    {"i2", "int16_t", "uint16_t", "16", "", "", "", XB_TYPE_INTEGER, 2},
    {"i4", "int", "unsigned", "32", "", "", "", XB_TYPE_INTEGER, 4},
    {"i8", "int64_t", "uint64_t", "64", "", "", "", XB_TYPE_INTEGER, 8},
    {"r4", "float", "", "", "f", "FLT_MANT_DIG", "FLT_MIN", XB_TYPE_REAL, 4},
    {"r8", "double", "", "", "", "DBL_MANT_DIG", "DBL_MIN", XB_TYPE_REAL, 8},
    {"c4", "float complex", "", "", "f", "", "", XB_TYPE_COMPLEX, 4},
    {"c8", "double complex", "", "", "", "", "", XB_TYPE_COMPLEX, 8},
    {"u1", "uint8_t", "uint8_t", "8", "", "", "", XB_TYPE_INTEGER, XB_SOURCE_UNSIGNED + 1},
    {"u2", "uint16_t", "uint16_t", "16", "", "", "", XB_TYPE_INTEGER, XB_SOURCE_UNSIGNED + 2},
    {"u4", "uint32_t", "uint32_t", "32", "", "", "", XB_TYPE_INTEGER, XB_SOURCE_UNSIGNED + 4},
};

/* A function, of integers and of others where they differ. */
static const struct helper {
    const char *name, *text, *of_integers;
} helpers_of_c[XB_C_HELPERS] = {
    [XB_C_MAX] = {"max", "($T a, $T b)\n{\n    return b > a ? b : a;\n}\n"},
    [XB_C_MIN] = {"min", "($T a, $T b)\n{\n    return b < a ? b : a;\n}\n"},
    [XB_C_SIGN] = {"sign", NULL, "($T a, $T b)\n{\n    return ($T)((a < 0) == (b < 0) ? a : -a);\n}\n"},
    [XB_C_DIM] = {"dim", "($T a, $T b)\n{\n    return a > b ? a - b : 0;\n}\n",
                  "($T a, $T b)\n{\n    return ($T)(a > b ? a - b : 0);\n}\n"},
    [XB_C_MODULO] = {"modulo",
                     "($T a, $T p)\n{\n    $T rest = fmod$f(a, p);\n"
                     "    return rest != 0 && (rest < 0) != (p < 0) ? rest + p : rest;\n}\n",
                     "($T a, $T p)\n{\n    $T rest = ($T)(a % p);\n"
                     "    return ($T)(rest != 0 && (rest < 0) != (p < 0) ? rest + p : rest);\n}\n"},
    [XB_C_SQUARE] = {"square", "($T x)\n{\n    return x*x;\n}\n", "($T x)\n{\n    return ($T)(x*x);\n}\n"},
    [XB_C_CUBE] = {"cube", "($T x)\n{\n    return x*x*x;\n}\n", "($T x)\n{\n    return ($T)(x*x*x);\n}\n"},
    [XB_C_POWER] =
        {"power",
         "($T x, int64_t n)\n{\n    $T y = 1;\n    for (uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n; "
         "left > 0; left /= 2) {\n        if (left % 2 == 1)\n            y *= x;\n"
         "        if (left > 1)\n            x *= x;\n    }\n    return n < 0 ? 1/y : y;\n}\n",
         "($T x, int64_t n)\n{\n    $T y = 1;\n    if (n < 0 && x != 1 && x != -1)\n"
         "        return ($T)(1/x);\n    for (uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n; "
         "left > 0; left /= 2) {\n        if (left % 2 == 1)\n            y = ($T)(y*x);\n"
         "        if (left > 1)\n            x = ($T)(x*x);\n    }\n    return y;\n}\n"},
    [XB_C_COMPLEX] = {"number", "($T re, $T im)\n{\n    return re + im*I;\n}\n"},
    [XB_C_COMPLEX_POWER] = {"general_power",
                            "($T x, $T y)\n{\n    return x != 0 ? cpow$f(x, y) : y != 0 ? 0 : 1;\n}\n"},
    [XB_C_ISHFT] = {"ishft", NULL,
                    "($T a, int64_t places)\n{\n    if (places >= $B || places <= -$B)\n        return 0;\n"
                    "    return ($T)(places < 0 ? ($U)a >> -places : ($U)(($U)a << places));\n}\n"},
    [XB_C_IBSET] = {"ibset", NULL,
                    "($T a, int64_t bit)\n{\n    return ($T)(($U)a | ($U)(($U)1 << bit));\n}\n"},
    [XB_C_IBCLR] = {"ibclr", NULL,
                    "($T a, int64_t bit)\n{\n    return ($T)(($U)a & ($U)~(($U)1 << bit));\n}\n"},
    [XB_C_BTEST] = {"btest", NULL, "($T a, int64_t bit)\n{\n    return ($U)a >> bit & 1;\n}\n"},
    [XB_C_EXPONENT] = {"exponent", "($T x)\n{\n    int n;\n    (void)frexp$f(x, &n);\n    return n;\n}\n"},
    [XB_C_FRACTION] = {"fraction", "($T x)\n{\n    int n;\n    return frexp$f(x, &n);\n}\n"},
    [XB_C_SPACING] = {"spacing", "($T x)\n{\n    int n;\n    (void)frexp$f(x, &n);\n    return x != 0 ? "
                                 "fmax$f(ldexp$f(1, n - $D), $L) : $L;\n}\n"},
    [XB_C_RRSPACING] = {"rrspacing",
                        "($T x)\n{\n    int n;\n    return ldexp$f(fabs$f(frexp$f(x, &n)), $D);\n}\n"},
    [XB_C_ERFC_SCALED] =
        {"erfc_scaled",
         "($T x)\n{\n    if (x < 4)\n        return ($T)(exp((double)x*x)*erfc(x));\n"
         "    double tail = x;\n    for (int k = 60; k > 0; k--)\n        tail = x + 0.5*k/tail;\n"
         "    return ($T)(0.5641895835477562869/tail);\n}\n"},
    [XB_C_BESSEL_J0] = {"bessel_j0", "($T x)\n{\n    double j0(double);\n    return ($T)j0(x);\n}\n"},
    [XB_C_BESSEL_J1] = {"bessel_j1", "($T x)\n{\n    double j1(double);\n    return ($T)j1(x);\n}\n"},
    [XB_C_BESSEL_JN] = {"bessel_jn",
                        "(int n, $T x)\n{\n    double jn(int, double);\n    return ($T)jn(n, x);\n}\n"},
    [XB_C_BESSEL_Y0] = {"bessel_y0", "($T x)\n{\n    double y0(double);\n    return ($T)y0(x);\n}\n"},
    [XB_C_BESSEL_Y1] = {"bessel_y1", "($T x)\n{\n    double y1(double);\n    return ($T)y1(x);\n}\n"},
    [XB_C_BESSEL_YN] = {"bessel_yn",
                        "(int n, $T x)\n{\n    double yn(int, double);\n    return ($T)yn(n, x);\n}\n"},
    [XB_C_SIN_TURN] =
        {"sin_of_turns",
         "($T x, $T turn)\n{\n    $T rest = remainder$f(x, turn), quarters = nearbyint$f(rest/(turn/4));\n"
         "    $T angle = (rest - quarters*(turn/4))*(($T)6.283185307179586477/turn);\n"
         "    switch ((int)quarters & 3) {\n    case 0: return sin$f(angle);\n"
         "    case 1: return cos$f(angle);\n    case 2: return -sin$f(angle);\n"
         "    default: return -cos$f(angle);\n    }\n}\n"},
    [XB_C_COS_TURN] =
        {"cos_of_turns",
         "($T x, $T turn)\n{\n    $T rest = remainder$f(x, turn), quarters = nearbyint$f(rest/(turn/4));\n"
         "    $T angle = (rest - quarters*(turn/4))*(($T)6.283185307179586477/turn);\n"
         "    switch ((int)quarters & 3) {\n    case 0: return cos$f(angle);\n"
         "    case 1: return -sin$f(angle);\n    case 2: return -cos$f(angle);\n"
         "    default: return sin$f(angle);\n    }\n}\n"},
};

unsigned xb_c_kind(xb_type type, unsigned bytes)
{
    unsigned kind = 0;
    while (kind < XB_C_KINDS && (kinds[kind].of != type || kinds[kind].bytes != bytes))
        kind++;
    return kind;
}

const char *xb_c_kind_suffix(unsigned kind)
{
    return kinds[kind].suffix;
}

const char *xb_c_type(xb_type type, unsigned bytes)
{
    if (type == XB_TYPE_BOOL)
        return "bool";
    if (type == XB_TYPE_CHAR)
        return "char";
    unsigned kind = xb_c_kind(type, bytes);
    return kind < XB_C_KINDS ? kinds[kind].type : NULL;
}

void xb_c_helper_name(xb_output *output, xb_c_helpers *helpers, xb_c_helper helper, unsigned kind)
{
    helpers->used[helper] |= 1u << kind;
    xb_output_format(output, "%s_%s", helpers_of_c[helper].name, kinds[kind].suffix);
}

void xb_c_transfer_name(xb_output *output, xb_c_helpers *helpers, unsigned from, unsigned to)
{
    helpers->transfers[from] |= 1u << to;
    xb_output_format(output, "transfer_%s_%s", kinds[from].suffix, kinds[to].suffix);
}

/* Bits that a wider number has beyond those that it is given are 0. */
static void put_transfer(xb_output *output, const struct kind *from, const struct kind *to)
{
    bool widens =
        to->bytes * (to->of == XB_TYPE_COMPLEX ? 2 : 1) > from->bytes * (from->of == XB_TYPE_COMPLEX ? 2 : 1);
    xb_output_format(
        output,
        "\nstatic inline %s transfer_%s_%s(%s x)\n{\n    %s y%s;\n    memcpy(&y, &x, sizeof %s);\n"
        "    return y;\n}\n",
        to->type, from->suffix, to->suffix, from->type, to->type, widens ? " = 0" : "", widens ? "x" : "y");
}

static void put_template(xb_output *output, const char *text, const struct kind *kind)
{
    for (; *text; text++) {
        if (*text != '$') {
            xb_output_char(output, *text);
            continue;
        }
        switch (*++text) {
        case 'T': xb_output_put(output, kind->type); break;
        case 'U': xb_output_put(output, kind->without_sign); break;
        case 'B': xb_output_put(output, kind->bits); break;
        case 'D': xb_output_put(output, kind->digits); break;
        case 'L': xb_output_put(output, kind->least); break;
        default: xb_output_put(output, kind->f);
        }
    }
}

/* What a function results in; numbers are made of their parts. */
static const char *result_of(xb_c_helper helper, const struct kind *kind)
{
    if (helper == XB_C_BTEST)
        return "bool";
    if (helper == XB_C_COMPLEX)
        return kind->bytes == 4 ? "float complex" : "double complex";
    return helper == XB_C_EXPONENT ? "int" : kind->type;
}

bool xb_c_helpers_put(xb_output *output, const xb_c_helpers *helpers)
{
    bool any = false;
    for (int h = 0; h < XB_C_HELPERS; h++)
        for (unsigned k = 0; k < XB_C_KINDS; k++) {
            const struct helper *helper = &helpers_of_c[h];
            if (!(helpers->used[h] & 1u << k))
                continue;
            any = true;
            xb_output_format(output, "\nstatic inline %s %s_%s", result_of((xb_c_helper)h, &kinds[k]),
                             helper->name, kinds[k].suffix);
            put_template(output,
                         kinds[k].of == XB_TYPE_INTEGER && helper->of_integers ? helper->of_integers
                                                                               : helper->text,
                         &kinds[k]);
        }
    for (unsigned from = 0; from < XB_C_KINDS; from++)
        for (unsigned to = 0; to < XB_C_KINDS; to++)
            if (helpers->transfers[from] & 1u << to)
                put_transfer(output, &kinds[from], &kinds[to]);
    return any;
}

bool xb_c_is_helper(const char *name)
{
    const char *end = strrchr(name, '_');
    for (int h = 0; end && h < XB_C_HELPERS; h++) {
        size_t length = strlen(helpers_of_c[h].name);
        if ((size_t)(end - name) != length || strncmp(name, helpers_of_c[h].name, length) != 0)
            continue;
        for (unsigned k = 0; k < XB_C_KINDS; k++)
            if (strcmp(end + 1, kinds[k].suffix) == 0)
                return true;
    }
    return false;
}
