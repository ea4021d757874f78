/*
 * The partial derivatives of the built-in catalogue against differences of the functions.
 *
 * Each intrinsic with a value has rows that say of which types its operands are and where points are taken.
 * At each point, the partial with respect to each real operand is compared with an extrapolated central
 * difference in long double, and evaluated once more in double. Where a function has kinks or
 * singularities, a row names the distance to the nearest, and differences stay on one side. Functions of
 * complex operands are compared in several directions, which also shows that they are complex differentiable.
 *
 * Coverage is asserted: an intrinsic that is in no table here, or a partial that was compared at few points,
 * is a failure.
 */
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "differences.h"
#include "partial_points.h"
#include "suite.h"

enum { POINTS = 300, LEAST_POINTS = 100 };

/* ---- differences ----------------------------------------------------------- */

static uint64_t state;

static double uniform(void)
{
    return uniform_number(&state);
}

static value point_in(const range *r)
{
    double t = r->from + (r->to - r->from) * uniform();
    switch (r->type) {
    case TYPE_INTEGER: return integer_value(roundl(t));
    case TYPE_COMPLEX: {
        double imaginary = r->from + (r->to - r->from) * uniform();
        return complex_value(CMPLXL(t, imaginary));
    }
    case TYPE_BOOL: return (value){TYPE_BOOL, t > 0.5};
    default: return real_value(t);
    }
}

/* A function along a line through a point. */
typedef struct line {
    const char *name;
    value operands[OPERANDS];
    unsigned count;
    unsigned moving;               /* the operand that moves */
    long double complex direction; /* of the line, of modulus 1 */
} line;

static long double complex at(const void *context, long double step)
{
    const line *l = context;
    value operands[OPERANDS];
    memcpy(operands, l->operands, sizeof operands);
    operands[l->moving].z += step * l->direction;
    return intrinsic_value(l->name, operands, l->count, PRECISION_LONG).z;
}

/* The derivative along a line, steps up to `largest`; *error receives an estimate of the error. */
static long double complex derivative(const line *l, long double largest, long double *error)
{
    return extrapolated_derivative(at, l, largest, error) / l->direction;
}

/* ---- the comparison -------------------------------------------------------- */

static xb_failure *failure;
static xb_arena *arena;
static xb_names *names;
static xb_catalogue *catalogue;

static void set_up_in_arena(void *unused)
{
    (void)unused;
    names = xb_names_create(arena);
    catalogue = xb_catalogue_create(arena);
}

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    ck_assert(xb_protect(failure, set_up_in_arena, NULL));
    state = 88172645463325252u;
}

static void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

static const xb_inlinable *intrinsic(const char *name)
{
    const xb_inlinable *item = xb_catalogue_inlinable(catalogue, xb_names_get(names, name));
    ck_assert_msg(item != NULL, "'%s' is not in the catalogue", name);
    return item;
}

/*
 * The accuracy to be expected of differences: less where the C library computes in double only, and where
 * long double has no more digits than double (as under valgrind).
 */
static long double tolerance(const char *name)
{
    volatile long double next = 1 + DBL_EPSILON / 16.0L;
    return strncmp(name, "bessel", 6) == 0 || next == 1 ? 1e-9L : 1e-11L;
}

static const char *describe(const value *operands, unsigned count)
{
    static char text[200];
    size_t used = 0;
    for (unsigned i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.17Lg%+.17Lgi", i ? ", " : "",
                                 creall(operands[i].z), cimagl(operands[i].z));
    return text;
}

static void check_close(const char *name, unsigned k, const line *l, const char *what,
                        long double complex got, long double complex expected, long double relative)
{
    long double scale = cabsl(expected) + 1e-3L;
    ck_assert_msg(cabsl(got - expected) <= relative * scale,
                  "%s(%s) by operand %u%s: %.17Lg%+.17Lgi, not %.17Lg%+.17Lgi", name,
                  describe(l->operands, l->count), k + 1, what, creall(got), cimagl(got), creall(expected),
                  cimagl(expected));
}

/* Compares partial k at the point of a line, along it; false if the difference is not accurate enough there.
 */
static bool compare(const xb_inlinable *item, const line *l, unsigned k, long double gap)
{
    long double error;
    long double complex expected = derivative(l, fminl(0.25L, gap / 2), &error);
    long double accurate = tolerance(l->name) / 4;
    if (!(error <= accurate * (cabsl(expected) + 1e-3L)))
        return false;
    const xb_partial *partial = xb_inlinable_partial(item, k + 1);
    if (l->operands[k].type == TYPE_COMPLEX && partial->of_complex)
        partial = partial->of_complex;
    value got = partial_value(item, partial, l->operands, l->count, PRECISION_LONG);
    ck_assert_msg(got.type != TYPE_ERROR, "%s(%s) by operand %u: types", l->name,
                  describe(l->operands, l->count), k + 1);
    check_close(l->name, k, l, "", got.z, expected, tolerance(l->name));
    value rounded = partial_value(item, partial, l->operands, l->count, PRECISION_DOUBLE);
    check_close(l->name, k, l, " in double", rounded.z, got.z, 1e-11L);
    return true;
}

static unsigned operand_count(const row *r)
{
    unsigned count = 0;
    while (count < OPERANDS && (r->operands[count].from != 0 || r->operands[count].to != 0))
        count++;
    return count;
}

static long double gap_at(const row *r, const value *operands)
{
    long double complex x[OPERANDS];
    for (int i = 0; i < OPERANDS; i++)
        x[i] = operands[i].z;
    return r->gap ? r->gap(x) : INFINITY;
}

/* Compares all partials of one row by operands of one type, in the given directions. */
static void check_row(const row *r, value_type moving, const long double complex *directions,
                      size_t direction_count)
{
    const xb_inlinable *item = intrinsic(r->name);
    line l = {.name = r->name, .count = operand_count(r)};
    unsigned compared[OPERANDS] = {0};
    for (uint64_t i = 0; i < sample_count(POINTS); i++) {
        for (unsigned k = 0; k < l.count; k++)
            l.operands[k] = point_in(&r->operands[k]);
        long double gap = gap_at(r, l.operands);
        for (unsigned k = 0; k < l.count; k++) {
            if (r->operands[k].type != moving || gap < 1e-3L)
                continue;
            l.moving = k;
            unsigned accurate = 0;
            for (size_t d = 0; d < direction_count; d++) {
                l.direction = directions[d];
                accurate += compare(item, &l, k, gap);
            }
            compared[k] += accurate == direction_count;
        }
    }
    for (unsigned k = 0; k < l.count; k++)
        if (r->operands[k].type == moving)
            ck_assert_msg(compared[k] >= sample_count(LEAST_POINTS),
                          "%s by operand %u was compared at %u points only", r->name, k + 1, compared[k]);
}

START_TEST(real_partials)
{
    const long double complex directions[] = {1};
    check_row(&real_rows[_i], TYPE_REAL, directions, 1);
}
END_TEST

START_TEST(complex_partials)
{
    const long double complex directions[] = {1, I, (3 - 4 * I) / 5};
    check_row(&complex_rows[_i], TYPE_COMPLEX, directions, 3);
}
END_TEST

/* ---- coverage -------------------------------------------------------------- */

/* Intrinsics without numeric values or derivatives: all partials must be passive. */
static const char *const passive[] = {
    // clang-format off
    "achar", "adjustl", "adjustr", "all", "allocated", "any", "associated", "bit_size", "btest_scal_scal",
    "char", "concat", "count", "epsilon", "huge", "iabs_scal", "iachar", "iand_scal_scal", "ibclr_scal_scal",
    "ibset_scal_scal", "ichar", "ieor_scal_scal", "index", "ior_scal_scal", "is_contiguous",
    "ishft_scal_scal", "kind", "lbound", "len", "len_trim", "maxexponent", "maxloc_arr", "minexponent",
    "minloc_arr", "not_scal", "overlay", "precision", "present", "radix", "range", "repeat", "scan", "shape_arr",
    "size", "string_eq_scal_scal", "string_ge_scal_scal", "string_gt_scal_scal", "string_le_scal_scal",
    "string_lt_scal_scal", "string_ne_scal_scal", "substring", "tiny", "trim", "ubound", "verify",
    // clang-format on
};

/* Reductions of arrays, whose partials test_catalogue_rules.c compares. */
static const char *const of_arrays[] = {"norm2_arr", "product_arr"};

/* Intrinsics that are refused when the first operand is active. */
static const char *const refused[] = {"transfer"};

static bool is_listed(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

static size_t count_rows(const row *list, size_t count, const char *name)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += strcmp(list[i].name, name) == 0;
    return found;
}

/* Whether some row moves operand k. */
static bool is_moved(const char *name, unsigned k)
{
    for (size_t i = 0; i < real_row_count; i++)
        if (strcmp(real_rows[i].name, name) == 0 && real_rows[i].operands[k].type == TYPE_REAL &&
            k < operand_count(&real_rows[i]))
            return true;
    return false;
}

static void check_listed(void *context, const xb_inlinable *item)
{
    size_t *count = context;
    ++*count;
    bool is_passive = is_listed(item->name, passive, sizeof passive / sizeof *passive);
    bool is_refused = is_listed(item->name, refused, sizeof refused / sizeof *refused);
    size_t compared = count_rows(real_rows, real_row_count, item->name);
    bool is_of_arrays = is_listed(item->name, of_arrays, sizeof of_arrays / sizeof *of_arrays);
    ck_assert_msg(is_passive + is_refused + is_of_arrays + (compared > 0) == 1,
                  "'%s' must be in one of the tables of this test", item->name);
    ck_assert_uint_eq(item->partial_count, item->argument_count);
    for (unsigned k = 0; k < item->partial_count; k++) {
        const xb_partial *partial = &item->partials[k];
        ck_assert_uint_eq(partial->position, k + 1);
        ck_assert_ptr_eq(xb_inlinable_partial(item, k + 1), partial);
        if (is_passive)
            ck_assert_msg(partial->kind == XB_PARTIAL_PASSIVE, "'%s' is not passive", item->name);
        bool free = k > 0 && partial->kind == XB_PARTIAL_PASSIVE;
        ck_assert_msg(xb_partial_is_refused(partial) == (is_refused && !free),
                      "'%s' by operand %u: refused or not", item->name, k + 1);
        if (compared && partial->kind != XB_PARTIAL_PASSIVE)
            ck_assert_msg(is_moved(item->name, k), "'%s' was never compared by operand %u", item->name,
                          k + 1);
    }
    bool holomorphic = item->complex_rule == XB_COMPLEX_HOLOMORPHIC;
    ck_assert_msg(is_of_arrays ||
                      holomorphic == (count_rows(complex_rows, complex_row_count, item->name) > 0),
                  "'%s': complex operands allowed but not compared, or the reverse", item->name);
    ck_assert(!xb_inlinable_partial(item, 0));
    ck_assert(!xb_inlinable_partial(item, item->argument_count + 1));
}

START_TEST(every_intrinsic_is_compared)
{
    size_t count = 0;
    xb_catalogue_each_inlinable(catalogue, check_listed, &count);
    ck_assert_uint_gt(count, 150);
    for (size_t i = 0; i < sizeof passive / sizeof *passive; i++)
        intrinsic(passive[i]);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        intrinsic(refused[i]);
    for (size_t i = 0; valued_name(i); i++)
        ck_assert_msg(count_rows(real_rows, real_row_count, valued_name(i)) > 0, "'%s' has values but no row",
                      valued_name(i));
}
END_TEST

/* ---- special points -------------------------------------------------------- */

/* Ordinary points at which a formula could fail, and the choice of a side at kinks; in double precision. */
typedef struct special {
    const char *name;
    const char *types; /* of the operands: r real, i integer */
    double operands[OPERANDS];
    unsigned position;
    double expected;
} special;

static const special specials[] = {
    /* x**n with an integer n, zero and negative bases included */
    {"pow_scal_scal", "ri", {0, 0}, 1, 0},
    {"pow_scal_scal", "ri", {0, 1}, 1, 1},
    {"pow_scal_scal", "ri", {0, 2}, 1, 0},
    {"pow_scal_scal", "ri", {-2, 0}, 1, 0},
    {"pow_scal_scal", "ri", {-2, 1}, 1, 1},
    {"pow_scal_scal", "ri", {-2, 3}, 1, 12},
    {"pow_scal_scal", "ri", {-2, -1}, 1, -0.25},
    /* x**p with a real p */
    {"pow_scal_scal", "rr", {0, 0}, 1, 0},
    {"pow_scal_scal", "rr", {0, 1}, 1, 1},
    {"pow_scal_scal", "rr", {0, 2}, 1, 0},
    {"pow_scal_scal", "rr", {4, 0.5}, 1, 0.25},
    {"pow_scal_scal", "rr", {1e-3, 1e-50}, 1, 1e-47},
    {"pow_scal_scal", "rr", {0, 2}, 2, 0},
    {"pow_scal_scal", "rr", {0, 0.5}, 2, 0},
    {"pow_scal_scal", "rr", {1, 7}, 2, 0},
    {"pow_scal_scal", "ir", {0, 3}, 2, 0},
    {"pow_scal_scal", "ir", {2, 3}, 2, 5.5451774444795624753},
    /* no integer division, no overflow of squares */
    {"div_scal_scal", "ri", {1, 3}, 1, 1 / 3.0},
    {"div_scal_scal", "ir", {1, 2}, 2, -0.25},
    {"div_scal_scal", "rr", {1e-150, 1e-150}, 2, -1e150},
    {"div_scal_scal", "rr", {1e150, 1e150}, 2, -1e-150},
    {"hypot_scal_scal", "rr", {3e100, 4e100}, 1, 0.6},
    {"sqrt_scal", "r", {1e-300}, 1, 5e149},
    /* kinks: sign(1, 0), the first operand, and partials that add up */
    {"abs_scal", "r", {0}, 1, 1},
    {"abs_scal", "r", {-0.0}, 1, -1},
    {"nc_max_scal_scal", "rr", {2, 2}, 1, 1},
    {"nc_max_scal_scal", "rr", {2, 2}, 2, 0},
    {"nc_min_scal_scal", "rr", {2, 2}, 1, 1},
    {"nc_min_scal_scal", "rr", {2, 2}, 2, 0},
    {"nc_max_scal_scal", "rr", {0, -0.0}, 1, 1},
    {"nc_max_scal_scal", "rr", {0, -0.0}, 2, 0},
    {"nc_max_scal_scal", "rr", {1e308, -1e308}, 1, 1},
    {"nc_min_scal_scal", "rr", {5e-324, 0}, 1, 0},
    {"nc_min_scal_scal", "rr", {5e-324, 0}, 2, 1},
    {"dim_scal_scal", "rr", {2, 2}, 1, 1},
    {"dim_scal_scal", "rr", {2, 2}, 2, -1},
    {"dim_scal_scal", "rr", {1, 2}, 2, 0},
    {"mod_scal_scal", "rr", {7, 2}, 2, -3},
    {"mod_scal_scal", "rr", {-7, 2}, 2, 3},
    {"mod_scal_scal", "rr", {6, 2}, 2, -3},
    {"mod_scal_scal", "rr", {1, 2}, 2, 0},
    {"mod_scal_scal", "rr", {1e300, 1}, 2, -1e300},
    {"modulo_scal_scal", "rr", {-7, 2}, 2, 4},
    {"remainder_scal_scal", "rr", {7.5, 2}, 2, -4},
    /* no cancellation */
    {"expm1_scal", "r", {-30}, 1, 9.3576229688401746049e-14},
    {"arcsin_scal", "r", {1 - 0x1p-40}, 1, 741455.200189633844340},
    {"arccos_scal", "r", {1 - 0x1p-40}, 1, -741455.200189633844340},
    {"arctanh_scal", "r", {1 - 0x1p-40}, 1, 549755813888.25},
    {"log1p_scal", "r", {-1 + 0x1p-40}, 1, 0x1p40},
    {"fraction_scal", "r", {0}, 1, 1},
    {"bessel_j1_scal", "r", {0}, 1, 0.5},
    {"bessel_jn_scal_scal", "ir", {1, 0}, 2, 0.5},
    {"bessel_jn_scal_scal", "ir", {0, 0}, 2, 0},
    {"bessel_jn_scal_scal", "ir", {2, 0}, 2, 0},
};

START_TEST(special_points)
{
    const special *s = &specials[_i];
    value operands[OPERANDS];
    unsigned count = (unsigned)strlen(s->types);
    for (unsigned k = 0; k < count; k++)
        operands[k] = s->types[k] == 'i' ? integer_value(s->operands[k]) : real_value(s->operands[k]);
    const xb_inlinable *item = intrinsic(s->name);
    value got =
        partial_value(item, xb_inlinable_partial(item, s->position), operands, count, PRECISION_DOUBLE);
    ck_assert_msg(got.type == TYPE_REAL || got.type == TYPE_INTEGER, "%s(%g, %g): types", s->name,
                  s->operands[0], s->operands[1]);
    double x = (double)creall(got.z);
    ck_assert_msg(fabs(x - s->expected) <= 1e-14 * fabs(s->expected),
                  "%s(%g, %g) by operand %u: %.17g, not %.17g", s->name, s->operands[0], s->operands[1],
                  s->position, x, s->expected);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("partials");
    TCase *tests = tcase_create("partials");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, real_partials, 0, (int)real_row_count);
    tcase_add_loop_test(tests, complex_partials, 0, (int)complex_row_count);
    tcase_add_test(tests, every_intrinsic_is_compared);
    tcase_add_loop_test(tests, special_points, 0, (int)(sizeof specials / sizeof *specials));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
