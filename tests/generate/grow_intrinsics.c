/*
 * Tables of intrinsics with the domains of their operands. An operand that may be outside is led through
 * something that isn't.
 */
#include "growing.h"

typedef enum domain {
    ANY,      /* every number */
    POSITIVE, /* above 0.5 */
    LARGE,    /* above 1.1 */
    UNIT,     /* below 1 in magnitude */
    SMALL,    /* below 3 in magnitude */
    ORDER,    /* an integer constant from 0 to 2 */
    PERIOD    /* a constant above 1 */
} domain;

typedef struct entry {
    const char *name;
    domain first, second;
    double bound; /* of the result; 0: that of the operands */
    gen_type type;
} entry;

static const entry unary[] = {
    {"sin_scal", ANY, ANY, 1, GEN_REAL},       {"cos_scal", ANY, ANY, 1, GEN_REAL},
    {"exp_scal", SMALL, ANY, 20, GEN_REAL},    {"tan_scal", UNIT, ANY, 2, GEN_REAL},
    {"sqrt_scal", POSITIVE, ANY, 0, GEN_REAL}, {"ln_scal", POSITIVE, ANY, 4, GEN_REAL},
    {"log10", POSITIVE, ANY, 4, GEN_REAL},     {"arcsin_scal", UNIT, ANY, 2, GEN_REAL},
    {"arccos_scal", UNIT, ANY, 3, GEN_REAL},   {"arctan_scal", ANY, ANY, 2, GEN_REAL},
    {"sinh_scal", SMALL, ANY, 10, GEN_REAL},   {"cosh_scal", SMALL, ANY, 10, GEN_REAL},
    {"tanh_scal", ANY, ANY, 1, GEN_REAL},      {"abs_scal", ANY, ANY, 0, GEN_REAL},
    {"minus_scal", ANY, ANY, 0, GEN_REAL},     {"minus_scal", ANY, ANY, 0, GEN_REAL},
    {"real_scal", ANY, ANY, 0, GEN_REAL},      {"dble_scal", ANY, ANY, 0, GEN_REAL}};

static const entry rare_unary[] = {
    {"expm1_scal", SMALL, ANY, 20, GEN_REAL},       {"log1p_scal", POSITIVE, ANY, 4, GEN_REAL},
    {"log2_scal", POSITIVE, ANY, 4, GEN_REAL},      {"exp2_scal", SMALL, ANY, 8, GEN_REAL},
    {"cbrt_scal", POSITIVE, ANY, 0, GEN_REAL},      {"erf_scal", ANY, ANY, 1, GEN_REAL},
    {"erfc_scal", ANY, ANY, 2, GEN_REAL},           {"erfc_scaled_scal", POSITIVE, ANY, 1, GEN_REAL},
    {"arcsinh_scal", ANY, ANY, 0, GEN_REAL},        {"arccosh_scal", LARGE, ANY, 0, GEN_REAL},
    {"arctanh_scal", UNIT, ANY, 2, GEN_REAL},       {"sind_scal", ANY, ANY, 1, GEN_REAL},
    {"cosd_scal", ANY, ANY, 1, GEN_REAL},           {"tand_scal", ANY, ANY, 1, GEN_REAL},
    {"arcsind_scal", UNIT, ANY, 60, GEN_REAL},      {"arccosd_scal", UNIT, ANY, 150, GEN_REAL},
    {"arctand_scal", ANY, ANY, 90, GEN_REAL},       {"sinpi_scal", ANY, ANY, 1, GEN_REAL},
    {"cospi_scal", ANY, ANY, 1, GEN_REAL},          {"tanpi_scal", UNIT, ANY, 20, GEN_REAL},
    {"arcsinpi_scal", UNIT, ANY, .5, GEN_REAL},     {"arccospi_scal", UNIT, ANY, 1, GEN_REAL},
    {"arctanpi_scal", ANY, ANY, .5, GEN_REAL},      {"bessel_j0_scal", ANY, ANY, 1, GEN_REAL},
    {"bessel_j1_scal", ANY, ANY, 1, GEN_REAL},      {"bessel_y0_scal", POSITIVE, ANY, 1, GEN_REAL},
    {"bessel_y1_scal", POSITIVE, ANY, 3, GEN_REAL}, {"fraction_scal", POSITIVE, ANY, 1, GEN_REAL},
    {"aint_scal", ANY, ANY, 0, GEN_REAL},           {"anint_scal", ANY, ANY, 0, GEN_REAL},
    {"rint_scal", ANY, ANY, 0, GEN_REAL},           {"oad_tan_scal", UNIT, ANY, 2, GEN_REAL},
    {"trunc_scal", ANY, ANY, 0, GEN_REAL},          {"round_scal", ANY, ANY, 0, GEN_REAL}};

static const entry gammas[] = {{"gamma_scal", POSITIVE, ANY, 50, GEN_REAL},
                               {"lgamma_scal", POSITIVE, ANY, 10, GEN_REAL}};

static const entry user[] = {{"user_sine_scal", ANY, ANY, 1, GEN_REAL},
                             {"user_tanh_scal", ANY, ANY, 1, GEN_REAL},
                             {"user_mul_scal_scal", SMALL, SMALL, 9, GEN_REAL},
                             {"user_div_scal_scal", ANY, LARGE, 0, GEN_REAL}};

static const entry cuts[] = {{"int_scal", SMALL, ANY, 3, GEN_INTEGER},
                             {"nint_scal", SMALL, ANY, 3, GEN_INTEGER},
                             {"floor_scal", SMALL, ANY, 4, GEN_INTEGER},
                             {"ceiling_scal", SMALL, ANY, 4, GEN_INTEGER}};

static const entry rare_binary[] = {
    {"nc_max_scal_scal", ANY, ANY, 0, GEN_REAL},         {"nc_min_scal_scal", ANY, ANY, 0, GEN_REAL},
    {"sign_scal_scal", ANY, ANY, 0, GEN_REAL},           {"mod_scal_scal", ANY, PERIOD, 2.1, GEN_REAL},
    {"arctan2_scal_scal", ANY, POSITIVE, 3, GEN_REAL},   {"hypot_scal_scal", ANY, POSITIVE, 0, GEN_REAL},
    {"arctan_scal_scal", ANY, POSITIVE, 3, GEN_REAL},    {"dim_scal_scal", ANY, ANY, 0, GEN_REAL},
    {"copysign_scal_scal", ANY, ANY, 0, GEN_REAL},       {"fmax_scal_scal", ANY, ANY, 0, GEN_REAL},
    {"fmin_scal_scal", ANY, ANY, 0, GEN_REAL},           {"fdim_scal_scal", ANY, ANY, 0, GEN_REAL},
    {"modulo_scal_scal", ANY, PERIOD, 2.1, GEN_REAL},    {"fmod_scal_scal", ANY, PERIOD, 2.1, GEN_REAL},
    {"remainder_scal_scal", ANY, PERIOD, 2.1, GEN_REAL}, {"mod_scal_scal", ANY, LARGE, 0, GEN_REAL},
    {"modulo_scal_scal", ANY, LARGE, 0, GEN_REAL},       {"arctanpi_scal_scal", ANY, POSITIVE, 1, GEN_REAL},
    {"arctand_scal_scal", ANY, POSITIVE, 180, GEN_REAL}, {"scale_scal_scal", ANY, ORDER, 0, GEN_REAL},
    {"ldexp_scal_scal", ANY, ORDER, 0, GEN_REAL}};

enum {
    UNARY = sizeof unary / sizeof *unary,
    RARE_UNARY = sizeof rare_unary / sizeof *rare_unary,
    CUTS = sizeof cuts / sizeof *cuts,
    RARE_BINARY = sizeof rare_binary / sizeof *rare_binary
};

/* ---- operands ------------------------------------------------------------------------------------------ */

static double bound_of(grow *g, int a)
{
    return grow_expression_at(g, a)->bound;
}

static int real(grow *g, const char *text, double magnitude)
{
    return gen_real(g->program, text, magnitude, false);
}

static int apply(grow *g, const char *name, int a, int b, double bound)
{
    int result = gen_operation(g->program, name, GEN_REAL, a, b, GEN_NONE);
    const gen_expression *first = grow_expression_at(g, a);
    if (first->type == GEN_INTEGER && (b == GEN_NONE || grow_expression_at(g, b)->type == GEN_INTEGER))
        grow_expression_at(g, result)->type = GEN_INTEGER;
    grow_expression_at(g, result)->bound = bound;
    return result;
}

static int add(grow *g, int a, int b)
{
    return apply(g, "add_scal_scal", a, b, bound_of(g, a) + bound_of(g, b));
}

static int multiply(grow *g, int a, int b)
{
    return apply(g, "mul_scal_scal", a, b, bound_of(g, a) * bound_of(g, b));
}

int grow_as_real(grow *g, int a)
{
    const gen_expression *e = grow_expression_at(g, a);
    if (e->type != GEN_INTEGER)
        return a;
    int result = gen_operation(g->program, "dble_scal", GEN_REAL, a, GEN_NONE, GEN_NONE);
    return result;
}

static int sine_of(grow *g, int a, const char *factor, double bound)
{
    int sine = apply(g, "sin_scal", grow_as_real(g, a), GEN_NONE, 1);
    return apply(g, "mul_scal_scal", real(g, factor, bound), sine, bound);
}

/* The same operand a second time. */
static int again(grow *g, int a)
{
    return grow_has(g, GEN_DAGS) ? a : gen_copy_expression(g->program, a);
}

/* a*a + low, or what is like it for large a. */
static int above(grow *g, int a, const char *low, const char *high)
{
    if (bound_of(g, a) <= 3)
        return add(g, multiply(g, a, again(g, a)), real(g, low, 1.5));
    return add(g, sine_of(g, a, "1.5", 1.5), real(g, high, 3));
}

static int led_into(grow *g, domain d, int a)
{
    static const char *const periods[] = {"1.3", "2.1"};
    switch (d) {
    case POSITIVE: return above(g, a, "0.7", "2.2");
    case LARGE: return above(g, a, "1.2", "2.9");
    case UNIT: return sine_of(g, a, "0.8", .8);
    case SMALL: return bound_of(g, a) <= 2.5 ? grow_as_real(g, a) : sine_of(g, a, "1.7", 1.7);
    case ORDER: return gen_integer(g->program, grow_below(g, 3));
    case PERIOD: return real(g, periods[grow_below(g, 2)], 2.1);
    default: return grow_as_real(g, a);
    }
}

/* ---- choice -------------------------------------------------------------------------------------------- */

static int apply_entry(grow *g, const entry *e, int a, int b)
{
    int first = led_into(g, e->first, a), second = b == GEN_NONE ? GEN_NONE : led_into(g, e->second, b);
    int result = gen_operation(g->program, e->name, e->type, first, second, GEN_NONE);
    if (e->bound > 0)
        grow_expression_at(g, result)->bound = e->bound;
    return result;
}

int grow_boxed_product(grow *g, int a, int b)
{
    return apply(g, "user_times_scal_scal", a, b, bound_of(g, a) * bound_of(g, a));
}

int grow_boxed(grow *g, int a)
{
    if (grow_has(g, GEN_JACOBIANS) && grow_chance(g, .2)) {
        a = led_into(g, SMALL, grow_as_real(g, a));
        return grow_boxed_product(g, a, again(g, a));
    }
    int n = grow_index_value(g);
    if (grow_chance(g, .5))
        return apply(g, "bessel_yn_scal_scal", n, led_into(g, LARGE, a), 20);
    return apply(g, "bessel_jn_scal_scal", n, grow_as_real(g, a), 1);
}

int grow_unary(grow *g, int a)
{
    if (grow_has(g, GEN_CUTS) && grow_chance(g, .06)) {
        int cut = apply_entry(g, &cuts[grow_below(g, CUTS)], a, GEN_NONE);
        return add(g, cut, gen_integer(g->program, grow_between(g, 1, 2)));
    }
    if (grow_has(g, GEN_REDUCTIONS) && grow_chance(g, .04))
        return apply_entry(g, &gammas[grow_below(g, 2)], grow_tame(g, a, 2), GEN_NONE);
    if (grow_has(g, GEN_USER) && grow_chance(g, .2))
        return apply_entry(g, &user[grow_below(g, 2)], a, GEN_NONE);
    if (grow_has(g, GEN_CATALOGUE) && grow_chance(g, .5))
        return apply_entry(g, &rare_unary[grow_below(g, RARE_UNARY)], a, GEN_NONE);
    return apply_entry(g, &unary[grow_below(g, UNARY)], a, GEN_NONE);
}

static int power(grow *g, int a, int b)
{
    static const char *const exponents[] = {"2.0", "1.0", "3.0"}, *const odd[] = {"0.5", "-0.5", "1.5",
                                                                                  "-2.0"};
    static const char *const bases[] = {"2.0", "1.5", "1.0"};
    int kind = grow_below(g, 10), i = grow_integer_variable(g), n = grow_below(g, 4);
    a = bound_of(g, a) > 4 ? sine_of(g, a, "1.7", 1.7) : grow_as_real(g, a);
    double cube = bound_of(g, a) * bound_of(g, a) * bound_of(g, a) + 1;
    if (kind < 5)
        return apply(g, "pow_scal_scal", a, gen_integer(g->program, n), cube);
    if (kind < 6)
        return apply(g, "pow_scal_scal", led_into(g, POSITIVE, a), real(g, exponents[grow_below(g, 3)], 3),
                     50);
    if (kind < 7)
        return apply(g, "pow_scal_scal", led_into(g, POSITIVE, a), real(g, odd[n], 1), 10);
    if (kind < 8 && i != GEN_NONE)
        return apply(g, "pow_scal_scal", a, gen_reference(g->program, i), cube);
    b = led_into(g, SMALL, b);
    if (kind < 9)
        return apply(g, "pow_scal_scal", real(g, bases[grow_below(g, 3)], 2), b, 6);
    return apply(g, "pow_scal_scal", led_into(g, POSITIVE, a), b, 50);
}

static int divide(grow *g, int a, int b)
{
    static const char *const divisors[] = {"2.0", "4.0", "1.0", "3.0"};
    if (grow_chance(g, .3))
        return apply(g, "div_scal_scal", grow_as_real(g, a),
                     grow_chance(g, .5) ? real(g, divisors[grow_below(g, 4)], 4)
                                        : gen_integer(g->program, grow_between(g, 1, 3)),
                     bound_of(g, a));
    return apply(g, "div_scal_scal", grow_as_real(g, a), led_into(g, LARGE, b), bound_of(g, a));
}

static int merge(grow *g, int a, int b)
{
    static const char *const names[] = {"less_than", "greater_than"};
    int c = grow_scalar_leaf(g, (grow_wish){GEN_REAL, {0}, true});
    int condition = gen_boolean(g->program, names[grow_below(g, 2)], c, real(g, "0.45", .5));
    return gen_operation(g->program, "merge_scal_scal_scal", GEN_REAL, grow_as_real(g, a), grow_as_real(g, b),
                         condition);
}

int grow_binary(grow *g, int a, int b)
{
    int kind = grow_below(g, 32);
    if (grow_has(g, GEN_USER) && grow_chance(g, .15))
        return apply_entry(g, &user[grow_between(g, 2, 3)], a, b);
    if (kind < 6)
        return add(g, a, b);
    if (kind < 12)
        return apply(g, "sub_scal_scal", a, b, bound_of(g, a) + bound_of(g, b));
    if (kind < 20)
        return multiply(g, a, b);
    if (kind < 23)
        return divide(g, a, b);
    if (kind < 26)
        return power(g, a, b);
    if (kind < 27 && grow_has(g, GEN_CONDITIONAL))
        return merge(g, a, b);
    if (kind < 28 && grow_has(g, GEN_CATALOGUE))
        return gen_operation(g->program, "fma_scal_scal_scal", GEN_REAL, led_into(g, SMALL, a),
                             led_into(g, SMALL, b), again(g, grow_as_real(g, a)));
    int count = grow_has(g, GEN_CATALOGUE) ? RARE_BINARY : 4;
    return apply_entry(g, &rare_binary[grow_below(g, count)], a, b);
}

/* Complex if an operand is; a real operand keeps its type. */
static int apply_complex(grow *g, const char *name, int a, int b)
{
    gen_type type = grow_expression_at(g, a)->type;
    if (b != GEN_NONE && grow_expression_at(g, b)->type > type)
        type = grow_expression_at(g, b)->type;
    return gen_operation(g->program, name, type, a, b, GEN_NONE);
}

int grow_complex(grow *g, int a, int b)
{
    static const char *const functions[] = {"sin_scal", "cos_scal", "minus_scal"};
    static const char *const operations[] = {"add_scal_scal", "sub_scal_scal", "mul_scal_scal"};
    int kind = grow_below(g, 3), result;
    if (b == GEN_NONE) {
        if (kind < 2)
            a = apply_complex(g, "mul_scal_scal", real(g, "0.125", .1), a);
        result = apply_complex(g, functions[kind], a, GEN_NONE);
        if (kind < 2)
            grow_expression_at(g, result)->bound = 4;
        return result;
    }
    double bound = kind == 2 ? bound_of(g, a) * bound_of(g, b) : bound_of(g, a) + bound_of(g, b);
    result = apply_complex(g, operations[kind], a, b);
    grow_expression_at(g, result)->bound = bound;
    return result;
}
