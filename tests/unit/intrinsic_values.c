/*
 * Everything is computed in long double; in double precision, each result is rounded to double. Bessel
 * functions are those of the C library in double.
 */
#include "intrinsic_values.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

static const long double pi = 3.14159265358979323846264338327950288L;

value real_value(long double x)
{
    return (value){TYPE_REAL, x};
}

value integer_value(long double n)
{
    return (value){TYPE_INTEGER, n};
}

value complex_value(long double complex z)
{
    return (value){TYPE_COMPLEX, z};
}

static value bool_value(bool truth)
{
    return (value){TYPE_BOOL, truth};
}

static const value type_error = {TYPE_ERROR, 0};

static bool is_number(value v)
{
    return v.type == TYPE_INTEGER || v.type == TYPE_REAL || v.type == TYPE_COMPLEX;
}

static value_type promote(value a, value b)
{
    if (!is_number(a) || !is_number(b))
        return TYPE_ERROR;
    return a.type > b.type ? a.type : b.type;
}

static long double re(value v)
{
    return creall(v.z);
}

/* ---- arithmetic ------------------------------------------------------------ */

static value add(const value *v)
{
    return (value){promote(v[0], v[1]), v[0].z + v[1].z};
}

static value subtract(const value *v)
{
    return (value){promote(v[0], v[1]), v[0].z - v[1].z};
}

/* Real factors are multiplied as such: 0 times an infinity would make a NaN of the imaginary part. */
static value multiply(const value *v)
{
    value_type type = promote(v[0], v[1]);
    return type == TYPE_COMPLEX ? complex_value(v[0].z * v[1].z) : (value){type, re(v[0]) * re(v[1])};
}

static value divide(const value *v)
{
    switch (promote(v[0], v[1])) {
    case TYPE_INTEGER: return re(v[1]) == 0 ? type_error : integer_value(truncl(re(v[0]) / re(v[1])));
    case TYPE_REAL: return real_value(re(v[0]) / re(v[1]));
    case TYPE_COMPLEX: return complex_value(v[0].z / v[1].z);
    default: return type_error;
    }
}

static value negate(const value *v)
{
    return is_number(v[0]) ? (value){v[0].type, -v[0].z} : type_error;
}

/* A real base to a real power must not be negative, in Fortran. */
static value power(const value *v)
{
    long double base = re(v[0]), exponent = re(v[1]);
    switch (promote(v[0], v[1])) {
    case TYPE_INTEGER:
        if (base == 0 && exponent < 0)
            return type_error;
        return integer_value(truncl(powl(base, exponent)));
    case TYPE_REAL:
        if (v[1].type == TYPE_REAL && base < 0)
            return real_value(NAN);
        return real_value(powl(base, exponent));
    case TYPE_COMPLEX:
        if (v[0].z == 0)
            return complex_value(v[1].z == 0 ? 1 : 0);
        if (v[1].type == TYPE_INTEGER && fabsl(exponent) < 64) {
            long double complex product = 1;
            for (long double n = 0; n < fabsl(exponent); n++)
                product *= v[0].z;
            return complex_value(exponent < 0 ? 1 / product : product);
        }
        return complex_value(cpowl(v[0].z, v[1].z));
    default: return type_error;
    }
}

static value merge(const value *v)
{
    if (v[0].type != v[1].type || v[2].type != TYPE_BOOL)
        return type_error;
    return v[re(v[2]) != 0 ? 0 : 1];
}

static value absolute(const value *v)
{
    if (v[0].type == TYPE_COMPLEX)
        return real_value(cabsl(v[0].z));
    return is_number(v[0]) ? (value){v[0].type, fabsl(re(v[0]))} : type_error;
}

static value make_complex(const value *v)
{
    if (!is_number(v[0]) || !is_number(v[1]))
        return type_error;
    return complex_value(v[0].z + I * v[1].z);
}

static value to_real(const value *v)
{
    return is_number(v[0]) ? real_value(re(v[0])) : type_error;
}

static value multiply_add(const value *v)
{
    return real_value(fmal(re(v[0]), re(v[1]), re(v[2])));
}

/* ---- of two operands of one type, integer or real -------------------------- */

static long double maximum(long double a, long double b)
{
    return a >= b ? a : b;
}

static long double minimum(long double a, long double b)
{
    return a <= b ? a : b;
}

static long double modulo(long double a, long double p)
{
    long double r = fmodl(a, p);
    return r != 0 && (r < 0) != (p < 0) ? r + p : r;
}

/* ---- of an integer and a real ---------------------------------------------- */

static int whole(value v)
{
    return (int)re(v);
}

static value scale(const value *v)
{
    if (v[0].type != TYPE_REAL || v[1].type != TYPE_INTEGER)
        return type_error;
    return real_value(ldexpl(re(v[0]), whole(v[1])));
}

static value set_exponent(const value *v)
{
    int exponent;
    if (v[0].type != TYPE_REAL || v[1].type != TYPE_INTEGER)
        return type_error;
    return real_value(ldexpl(frexpl(re(v[0]), &exponent), whole(v[1])));
}

static value bessel_j(const value *v)
{
    return v[0].type == TYPE_INTEGER && v[1].type == TYPE_REAL ? real_value(jn(whole(v[0]), (double)re(v[1])))
                                                               : type_error;
}

static value bessel_y(const value *v)
{
    return v[0].type == TYPE_INTEGER && v[1].type == TYPE_REAL ? real_value(yn(whole(v[0]), (double)re(v[1])))
                                                               : type_error;
}

static value digits(const value *v)
{
    return v[0].type == TYPE_REAL ? integer_value(DBL_MANT_DIG) : type_error;
}

static value exponent(const value *v)
{
    int e = 0;
    (void)frexpl(re(v[0]), &e);
    return v[0].type == TYPE_REAL ? integer_value(e) : type_error;
}

/* ---- of one real ----------------------------------------------------------- */

static long double sine_degrees(long double x)
{
    return sinl(x * pi / 180);
}

static long double cosine_degrees(long double x)
{
    return cosl(x * pi / 180);
}

static long double tangent_degrees(long double x)
{
    return tanl(x * pi / 180);
}

static long double arcsine_degrees(long double x)
{
    return asinl(x) * 180 / pi;
}

static long double arccosine_degrees(long double x)
{
    return acosl(x) * 180 / pi;
}

static long double arctangent_degrees(long double x)
{
    return atanl(x) * 180 / pi;
}

static long double angle_degrees(long double y, long double x)
{
    return atan2l(y, x) * 180 / pi;
}

static long double sine_turns(long double x)
{
    return sinl(x * pi);
}

static long double cosine_turns(long double x)
{
    return cosl(x * pi);
}

static long double tangent_turns(long double x)
{
    return tanl(x * pi);
}

static long double arcsine_turns(long double x)
{
    return asinl(x) / pi;
}

static long double arccosine_turns(long double x)
{
    return acosl(x) / pi;
}

static long double arctangent_turns(long double x)
{
    return atanl(x) / pi;
}

static long double angle_turns(long double y, long double x)
{
    return atan2l(y, x) / pi;
}

/* lgammal() loses digits at negative arguments where long double is emulated; Γ(x) = Γ(x + 1) / x leads to
 * positive ones. */
static long double log_gamma(long double x)
{
    long double logarithms = 0;
    for (; x < 1; x++)
        logarithms += logl(fabsl(x));
    return lgammal(x) - logarithms;
}

static long double scaled_erfc(long double x)
{
    return expl(x * x) * erfcl(x);
}

static long double bessel_j0(long double x)
{
    return j0((double)x);
}

static long double bessel_j1(long double x)
{
    return j1((double)x);
}

static long double bessel_y0(long double x)
{
    return y0((double)x);
}

static long double bessel_y1(long double x)
{
    return y1((double)x);
}

static long double fraction(long double x)
{
    int e;
    return frexpl(x, &e);
}

static long double reciprocal_spacing(long double x)
{
    return ldexpl(fabsl(fraction(x)), DBL_MANT_DIG);
}

static long double spacing(long double x)
{
    int e;
    (void)frexpl(x, &e);
    return ldexpl(1, e - DBL_MANT_DIG);
}

static long double integer_exponent(long double x)
{
    return logbl(x);
}

/* ---- the table ------------------------------------------------------------- */

typedef long double real_function(long double);
typedef long double complex complex_function(long double complex);
typedef long double real_function_2(long double, long double);

typedef struct semantics {
    const char *name;
    unsigned operands;            /* how many it needs */
    value (*any)(const value *);  /* or, if NULL, one of: */
    real_function *of_real;       /* of one real */
    complex_function *of_complex; /* and of one complex, if it takes those */
    real_function_2 *of_two;      /* of two of one type: both integer, or both real */
    value_type result;            /* of of_real, of_two on reals */
} semantics;

#define ANY(name, operands, function)                         \
    {                                                         \
        name, operands, function, NULL, NULL, NULL, TYPE_REAL \
    }
#define ONE(name, function)                            \
    {                                                  \
        name, 1, NULL, function, NULL, NULL, TYPE_REAL \
    }
#define BOTH(name, function)                                        \
    {                                                               \
        name, 1, NULL, function##l, c##function##l, NULL, TYPE_REAL \
    }
#define WHOLE(name, function)                             \
    {                                                     \
        name, 1, NULL, function, NULL, NULL, TYPE_INTEGER \
    }
#define TWO(name, function)                            \
    {                                                  \
        name, 2, NULL, NULL, NULL, function, TYPE_REAL \
    }

static const semantics table[] = {
    ANY("add_scal_scal", 2, add),
    ANY("sub_scal_scal", 2, subtract),
    ANY("mul_scal_scal", 2, multiply),
    ANY("div_scal_scal", 2, divide),
    ANY("minus_scal", 1, negate),
    ANY("pow_scal_scal", 2, power),
    ANY("fma_scal_scal_scal", 3, multiply_add),
    ANY("dprod_scal_scal", 2, multiply),
    ANY("merge_scal_scal_scal", 3, merge),
    ANY("abs_scal", 1, absolute),
    ANY("complex_scal", 2, make_complex),
    ANY("real_scal", 1, to_real),
    ANY("dble_scal", 1, to_real),
    ANY("scale_scal_scal", 2, scale),
    ANY("ldexp_scal_scal", 2, scale),
    ANY("scalbn_scal_scal", 2, scale),
    ANY("set_exponent_scal_scal", 2, set_exponent),
    ANY("bessel_jn_scal_scal", 2, bessel_j),
    ANY("bessel_yn_scal_scal", 2, bessel_y),
    ANY("digits", 1, digits),
    ANY("exponent_scal", 1, exponent),
    TWO("sign_scal_scal", copysignl),
    TWO("copysign_scal_scal", copysignl),
    TWO("nc_max_scal_scal", maximum),
    TWO("nc_min_scal_scal", minimum),
    TWO("fmax_scal_scal", fmaxl),
    TWO("fmin_scal_scal", fminl),
    TWO("dim_scal_scal", fdiml),
    TWO("fdim_scal_scal", fdiml),
    TWO("mod_scal_scal", fmodl),
    TWO("fmod_scal_scal", fmodl),
    TWO("modulo_scal_scal", modulo),
    TWO("bogus_modulo_scal_scal", modulo),
    TWO("remainder_scal_scal", remainderl),
    TWO("hypot_scal_scal", hypotl),
    TWO("arctan2_scal_scal", atan2l),
    TWO("arctan_scal_scal", atan2l),
    TWO("arctand_scal_scal", angle_degrees),
    TWO("arctanpi_scal_scal", angle_turns),
    TWO("nextafter_scal_scal", nextafterl),
    TWO("nearest_scal_scal", nextafterl),
    BOTH("exp_scal", exp),
    BOTH("ln_scal", log),
    BOTH("sqrt_scal", sqrt),
    BOTH("sin_scal", sin),
    BOTH("cos_scal", cos),
    BOTH("tan_scal", tan),
    BOTH("oad_tan_scal", tan),
    BOTH("arcsin_scal", asin),
    BOTH("arccos_scal", acos),
    BOTH("arctan_scal", atan),
    BOTH("sinh_scal", sinh),
    BOTH("cosh_scal", cosh),
    BOTH("tanh_scal", tanh),
    BOTH("arcsinh_scal", asinh),
    BOTH("arccosh_scal", acosh),
    BOTH("arctanh_scal", atanh),
    ONE("exp2_scal", exp2l),
    ONE("expm1_scal", expm1l),
    ONE("log10", log10l),
    ONE("log2_scal", log2l),
    ONE("log1p_scal", log1pl),
    ONE("cbrt_scal", cbrtl),
    ONE("sind_scal", sine_degrees),
    ONE("cosd_scal", cosine_degrees),
    ONE("tand_scal", tangent_degrees),
    ONE("arcsind_scal", arcsine_degrees),
    ONE("arccosd_scal", arccosine_degrees),
    ONE("arctand_scal", arctangent_degrees),
    ONE("sinpi_scal", sine_turns),
    ONE("cospi_scal", cosine_turns),
    ONE("tanpi_scal", tangent_turns),
    ONE("arcsinpi_scal", arcsine_turns),
    ONE("arccospi_scal", arccosine_turns),
    ONE("arctanpi_scal", arctangent_turns),
    ONE("erf_scal", erfl),
    ONE("erfc_scal", erfcl),
    ONE("erfc_scaled_scal", scaled_erfc),
    ONE("bessel_j0_scal", bessel_j0),
    ONE("bessel_j1_scal", bessel_j1),
    ONE("gamma_scal", tgammal),
    ONE("lgamma_scal", log_gamma),
    ONE("bessel_y0_scal", bessel_y0),
    ONE("bessel_y1_scal", bessel_y1),
    ONE("fraction_scal", fraction),
    ONE("rrspacing_scal", reciprocal_spacing),
    ONE("spacing_scal", spacing),
    ONE("logb_scal", logbl),
    ONE("aint_scal", truncl),
    ONE("trunc_scal", truncl),
    ONE("anint_scal", roundl),
    ONE("round_scal", roundl),
    ONE("rint_scal", rintl),
    ONE("nearbyint_scal", nearbyintl),
    WHOLE("int_scal", truncl),
    WHOLE("nint_scal", roundl),
    WHOLE("floor_scal", floorl),
    WHOLE("bogus_floor_scal", floorl),
    WHOLE("ceiling_scal", ceill),
    WHOLE("bogus_ceil_scal", ceill),
    WHOLE("bogus_round_scal", roundl),
    WHOLE("lround_scal", roundl),
    WHOLE("lrint_scal", rintl),
    WHOLE("ilogb_scal", integer_exponent),
};

enum { TABLE_COUNT = sizeof table / sizeof *table };

static const semantics *find(const char *name)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

bool has_values(const char *name)
{
    return find(name) != NULL;
}

const char *valued_name(size_t i)
{
    return i < TABLE_COUNT ? table[i].name : NULL;
}

static value apply(const semantics *s, const value *v)
{
    if (s->any)
        return s->any(v);
    if (s->of_two) {
        if (v[0].type != v[1].type || v[0].type > TYPE_REAL)
            return type_error;
        return (value){v[0].type, s->of_two(re(v[0]), re(v[1]))};
    }
    if (v[0].type == TYPE_COMPLEX && s->of_complex)
        return complex_value(s->of_complex(v[0].z));
    return v[0].type == TYPE_REAL ? (value){s->result, s->of_real(re(v[0]))} : type_error;
}

static value rounded(value v, precision in)
{
    if (in == PRECISION_DOUBLE && (v.type == TYPE_REAL || v.type == TYPE_COMPLEX))
        v.z = CMPLXL((double)creall(v.z), (double)cimagl(v.z));
    return v;
}

value intrinsic_value(const char *name, const value *operands, unsigned count, precision in)
{
    const semantics *s = find(name);
    if (!s || count < s->operands)
        return type_error;
    for (unsigned i = 0; i < count; i++)
        if (operands[i].type == TYPE_ERROR)
            return type_error;
    return rounded(apply(s, operands), in);
}

static value constant_value(const xb_partial_vertex *vertex, precision in)
{
    long double number = strtold(vertex->text, NULL);
    switch (vertex->type) {
    case XB_TYPE_INTEGER: return integer_value(number);
    case XB_TYPE_REAL:
    case XB_TYPE_DOUBLE: return rounded(real_value(number), in);
    case XB_TYPE_BOOL: return bool_value(strcmp(vertex->text, "true") == 0);
    default: return type_error;
    }
}

/* Comparisons that occur in formulas. */
static value compared(const char *name, const value *v)
{
    if (v[0].type > TYPE_REAL || v[1].type > TYPE_REAL)
        return type_error;
    if (strcmp(name, "greater_than") == 0)
        return bool_value(re(v[0]) > re(v[1]));
    if (strcmp(name, "less_than") == 0)
        return bool_value(re(v[0]) < re(v[1]));
    return strcmp(name, "equal") == 0 ? bool_value(re(v[0]) == re(v[1])) : type_error;
}

enum { VERTEX_LIMIT = 128, OPERAND_LIMIT = 4 };

value partial_value(const xb_inlinable *item, const xb_partial *partial, const value *operands,
                    unsigned count, precision in)
{
    switch (partial->kind) {
    case XB_PARTIAL_PASSIVE: return real_value(0);
    case XB_PARTIAL_ONE: return real_value(1);
    case XB_PARTIAL_MINUS_ONE: return real_value(-1);
    default: break;
    }
    value values[VERTEX_LIMIT];
    if (partial->vertex_count == 0 || partial->vertex_count > VERTEX_LIMIT)
        return type_error;
    for (size_t i = 0; i < partial->vertex_count; i++) {
        const xb_partial_vertex *vertex = &partial->vertices[i];
        if (vertex->kind == XB_KIND_CONSTANT) {
            values[i] = constant_value(vertex, in);
        } else if (vertex->kind == XB_KIND_ARGUMENT_REFERENCE) {
            if (vertex->argument > count)
                return type_error;
            values[i] = vertex->argument ? operands[vertex->argument - 1]
                                         : intrinsic_value(item->name, operands, count, in);
        } else {
            value v[OPERAND_LIMIT];
            if (vertex->operand_count > OPERAND_LIMIT)
                return type_error;
            for (unsigned p = 0; p < vertex->operand_count; p++)
                v[p] = values[vertex->operands[p]];
            values[i] = vertex->kind == XB_KIND_INTRINSIC
                            ? intrinsic_value(vertex->text, v, vertex->operand_count, in)
                            : compared(vertex->text, v);
        }
    }
    return values[partial->vertex_count - 1];
}
