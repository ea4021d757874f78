/*
 * Elemental intrinsics at random points: values against those of intrinsic_values.c, which are computed in
 * long double by other formulas, and tangents against extrapolated differences of those. Tangents are taken
 * in directions that move all operands at once, too. Coverage is asserted.
 */
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "differences.h"
#include "evaluate/intrinsics/intrinsics.h"
#include "ir/program.h"
#include "partial_points.h"
#include "suite.h"

enum { POINTS = 300, LEAST_POINTS = 100 };

/* Functions that intrinsic_values.c has not, or not for complex operands. */
typedef long double complex other_function(const long double complex *x);

typedef struct other_row {
    row points;
    other_function *f;
} other_row;

/* exp(x²) erfc(x) as an integral, by the trapezoidal rule, which converges fast for it:
 * erfc(x) = 2/sqrt(pi) exp(-x²) · integral of exp(-t² - 2xt) over t > 0; t = exp(u - exp(-u)). */
static long double complex other_scaled_erfc(const long double complex *x)
{
    long double sum = 0, h = 1.0L / 16, at = creall(x[0]);
    for (int k = -4 * 16; k <= 3 * 16; k++) {
        long double u = k * h, e = expl(-u), t = expl(u - e);
        sum += t * (1 + e) * expl(-t * t - 2 * at * t);
    }
    return 2 / sqrtl(acosl(-1)) * h * sum;
}

static long double complex other_abs(const long double complex *x)
{
    return sqrtl(creall(x[0]) * creall(x[0]) + cimagl(x[0]) * cimagl(x[0]));
}

static long double complex other_real(const long double complex *x)
{
    return creall(x[0]);
}

static long double complex other_imaginary(const long double complex *x)
{
    return cimagl(x[0]);
}

static long double complex other_conjugate(const long double complex *x)
{
    return 2 * creall(x[0]) - x[0];
}

static long double complex other_same(const long double complex *x)
{
    return x[0];
}

/* By recurrence, upwards, which is stable beyond the order. */
static long double complex other_bessel(const long double complex *x)
{
    double t = (double)creall(x[1]), before = j0(t), now = j1(t);
    for (int n = 1; n < (int)creall(x[0]); n++) {
        double next = 2 * n / t * now - before;
        before = now;
        now = next;
    }
    return now;
}

static long double to_origin(const long double complex *x)
{
    return cabsl(x[0]);
}

static const other_row other_rows[] = {
    {{"erfc_scaled_scal", {{TYPE_REAL, -1, 60}}, NULL}, other_scaled_erfc},
    {{"abs_scal", {{TYPE_COMPLEX, -2.5, 2.5}}, to_origin}, other_abs},
    {{"real_scal", {{TYPE_COMPLEX, -2.5, 2.5}}, NULL}, other_real},
    {{"dble_scal", {{TYPE_COMPLEX, -2.5, 2.5}}, NULL}, other_real},
    {{"imag_scal", {{TYPE_COMPLEX, -2.5, 2.5}}, NULL}, other_imaginary},
    {{"conj_scal", {{TYPE_COMPLEX, -2.5, 2.5}}, NULL}, other_conjugate},
    {{"complex_scal", {{TYPE_COMPLEX, -2.5, 2.5}}, NULL}, other_same},
    {{"complex_scal", {{TYPE_REAL, -2.5, 2.5}}, NULL}, other_same},
    {{"bessel_jn_scal_scal", {{TYPE_INTEGER, 5, 5}, {TYPE_REAL, 6, 20}}, NULL}, other_bessel},
};
enum { OTHER_ROWS = sizeof other_rows / sizeof other_rows[0] };

/* ---- points ---------------------------------------------------------------- */

static uint64_t state;

static void set_up(void)
{
    state = 2463534242u;
}

static value point_in(const range *r)
{
    double t = r->from + (r->to - r->from) * uniform_number(&state);
    switch (r->type) {
    case TYPE_INTEGER: return integer_value(roundl(t));
    case TYPE_COMPLEX: return complex_value(CMPLXL(t, r->from + (r->to - r->from) * uniform_number(&state)));
    case TYPE_BOOL: return (value){TYPE_BOOL, t > 0.5};
    default: return real_value(t);
    }
}

static unsigned operand_count(const row *r)
{
    unsigned count = 0;
    while (count < OPERANDS && (r->operands[count].from != 0 || r->operands[count].to != 0))
        count++;
    return count;
}

static xb_number number_of(value v)
{
    switch (v.type) {
    case TYPE_INTEGER: return xb_number_of_integer((int64_t)creall(v.z));
    case TYPE_COMPLEX: return xb_number_of_complex((double complex)v.z);
    case TYPE_BOOL: return xb_number_of_bool(creall(v.z) != 0);
    default: return xb_number_of_real((double)creall(v.z));
    }
}

/* A function along a line through a point, on which operands that are no real or complex numbers stay. */
typedef struct line {
    const char *name;
    other_function *other; /* NULL: that of intrinsic_values.c */
    value operands[OPERANDS];
    unsigned count;
    double complex directions[OPERANDS];
} line;

static long double complex at(const void *context, long double step)
{
    const line *l = context;
    value operands[OPERANDS];
    long double complex x[OPERANDS];
    for (unsigned k = 0; k < l->count; k++) {
        operands[k] = l->operands[k];
        operands[k].z += step * l->directions[k];
        x[k] = operands[k].z;
    }
    return l->other ? l->other(x) : intrinsic_value(l->name, operands, l->count, PRECISION_LONG).z;
}

/* ---- comparisons ----------------------------------------------------------- */

/* Bessel functions of the C library are no more accurate; nor are differences where long double has no more
 * digits than double (as under valgrind). */
static bool is_inaccurate(const line *l)
{
    volatile long double next = 1 + DBL_EPSILON / 16.0L;
    return strncmp(l->name, "bessel", 6) == 0 || next == 1;
}

static void check_close(const line *l, const char *what, double complex got, long double complex expected,
                        long double relative)
{
    char operands[200];
    size_t used = 0;
    for (unsigned k = 0; k < l->count; k++)
        used += (size_t)snprintf(operands + used, sizeof operands - used, "%s%.17Lg%+.17Lgi", k ? ", " : "",
                                 creall(l->operands[k].z), cimagl(l->operands[k].z));
    ck_assert_msg(cabsl(got - expected) <= relative * (cabsl(expected) + 1e-3L),
                  "%s of %s(%s): %.17g%+.17gi, not %.17Lg%+.17Lgi", what, l->name, operands, creal(got),
                  cimag(got), creall(expected), cimagl(expected));
}

static double complex complex_of(const xb_number *y)
{
    return y->type == XB_TYPE_BOOL ? (double complex)y->integer : xb_number_complex(y);
}

/* Of the operands that are numbers. */
static xb_type widest_type(const xb_number *x, unsigned count)
{
    static const xb_type types[] = {XB_TYPE_COMPLEX, XB_TYPE_REAL, XB_TYPE_INTEGER};
    for (size_t i = 0; i < 3; i++)
        for (unsigned k = 0; k < count; k++)
            if (x[k].type == types[i])
                return types[i];
    return XB_TYPE_VOID;
}

static void check_value(const xb_elemental *rule, const line *l, xb_number *x, xb_number *y)
{
    for (unsigned k = 0; k < l->count; k++)
        x[k] = number_of(l->operands[k]);
    ck_assert_uint_ge(l->count, xb_intrinsic_facts_of(rule->intrinsic)->least);
    ck_assert_uint_le(l->count, xb_intrinsic_facts_of(rule->intrinsic)->most);
    const char *wrong = rule->value(rule, x, l->count, y);
    ck_assert_msg(!wrong, "%s: %s", l->name, wrong);
    if (!l->other) { /* of those, types are known, too */
        value expected = intrinsic_value(l->name, l->operands, l->count, PRECISION_LONG);
        value_type type = number_of(expected).type == y->type ? expected.type : TYPE_ERROR;
        ck_assert_msg(type == expected.type, "%s has the wrong type", l->name);
        ck_assert_msg(y->type == xb_intrinsic_result_type(rule->intrinsic, widest_type(x, l->count)),
                      "%s has another type than the table says", l->name);
    }
    bool jumps = strncmp(l->name, "near", 4) == 0 || strncmp(l->name, "next", 4) == 0;
    bool spacing = strcmp(l->name, "spacing_scal") == 0 || strcmp(l->name, "rrspacing_scal") == 0;
    if (!jumps && !spacing) /* these are about the digits that a double has */
        check_close(l, "value", complex_of(y), at(l, 0), is_inaccurate(l) ? 1e-11L : 2e-14L);
}

/* Compares the tangent along a line; false if the difference is not accurate enough there. */
static bool check_tangent(const xb_elemental *rule, const line *l, const xb_number *x, const xb_number *y,
                          long double gap)
{
    long double error, accurate = is_inaccurate(l) ? 1e-8L : 1e-11L;
    long double complex expected = extrapolated_derivative(at, l, fminl(0.25L, gap / 2), &error);
    if (!(error <= accurate / 4 * (cabsl(expected) + 1e-3L)))
        return false;
    double complex got = rule->tangent ? rule->tangent(rule, x, l->directions, l->count, y) : 0;
    check_close(l, "tangent", got, expected, accurate);
    return true;
}

/* Sets the directions of a line: operand `moving`, or all if there is none of this number, to random ones. */
static bool turn(line *l, unsigned moving)
{
    bool moves = false;
    for (unsigned k = 0; k < l->count; k++) {
        l->directions[k] = 0;
        if (moving < l->count && k != moving)
            continue;
        double angle = 6.28 * uniform_number(&state);
        if (l->operands[k].type == TYPE_REAL)
            l->directions[k] = cos(angle) < 0 ? -0.75 : 0.5;
        else if (l->operands[k].type == TYPE_COMPLEX)
            l->directions[k] = xb_complex(cos(angle), sin(angle)) / 2;
        moves = moves || l->directions[k] != 0;
    }
    return moves;
}

static void check_row(const row *r, other_function *other)
{
    const xb_elemental *rule = xb_elemental_find(xb_intrinsic_find(r->name));
    if (!rule) {
        ck_assert_ptr_nonnull(xb_transformational_find(xb_intrinsic_find(r->name)));
        return;
    }
    line l = {.name = r->name, .other = other, .count = operand_count(r)};
    xb_number x[OPERANDS], y;
    unsigned compared[OPERANDS + 1] = {0}, moved[OPERANDS + 1] = {0};
    for (uint64_t i = 0; i < sample_count(POINTS); i++) {
        long double complex z[OPERANDS];
        for (unsigned k = 0; k < l.count; k++) {
            l.operands[k] = point_in(&r->operands[k]);
            z[k] = l.operands[k].z;
        }
        long double gap = r->gap ? r->gap(z) : INFINITY;
        if (gap < 1e-3L)
            continue;
        check_value(rule, &l, x, &y);
        for (unsigned k = 0; k <= l.count; k++)
            if (turn(&l, k)) {
                moved[k]++;
                compared[k] += check_tangent(rule, &l, x, &y, gap);
            }
    }
    for (unsigned k = 0; k <= l.count; k++)
        ck_assert_msg(moved[k] == 0 || compared[k] >= sample_count(LEAST_POINTS),
                      "%s by operand %u was compared at %u points only", r->name, k + 1, compared[k]);
}

START_TEST(real_operands)
{
    check_row(&real_rows[_i], NULL);
}
END_TEST

START_TEST(complex_operands)
{
    check_row(&complex_rows[_i], NULL);
}
END_TEST

START_TEST(other_functions)
{
    const other_row *r = &other_rows[_i];
    check_row(&r->points, r->f);
}
END_TEST

/* ---- coverage -------------------------------------------------------------- */

static bool is_compared(const char *name)
{
    for (size_t i = 0; i < real_row_count; i++)
        if (strcmp(real_rows[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < OTHER_ROWS; i++)
        if (strcmp(other_rows[i].points.name, name) == 0)
            return true;
    return false;
}

/* A row of the table of facts: what the evaluator knows of it. @return whether it has tangents */
static bool check_facts(xb_intrinsic_code code)
{
    const char *name = xb_intrinsic_facts_of(code)->name;
    const xb_elemental *elemental = xb_elemental_find(code);
    const xb_transformational *transformational = xb_transformational_find(code);
    ck_assert_int_eq(xb_intrinsic_find(name), code);
    ck_assert_uint_le(xb_intrinsic_facts_of(code)->least, xb_intrinsic_facts_of(code)->most);
    ck_assert_int_ne(xb_intrinsic_facts_of(code)->form, XB_FORM_UNKNOWN);
    ck_assert_int_ne(xb_intrinsic_facts_of(code)->result, XB_RESULT_UNKNOWN);
    ck_assert_msg((elemental == NULL) != (transformational == NULL), "%s", name);
    ck_assert_int_eq(elemental ? elemental->intrinsic : transformational->intrinsic, code);
    bool differentiable = elemental && elemental->tangent;
    ck_assert_msg(!differentiable || is_compared(name), "%s was not compared", name);
    return differentiable;
}

START_TEST(the_table_is_in_order_and_evaluated)
{
    size_t differentiable = 0;
    const char *last = "";
    for (unsigned i = 1; i < XB_INTRINSIC_COUNT; i++) {
        const char *name = xb_intrinsic_facts_of((xb_intrinsic_code)i)->name;
        ck_assert_msg(strcmp(last, name) < 0, "%s comes after %s", name, last);
        last = name;
        differentiable += check_facts((xb_intrinsic_code)i);
    }
    ck_assert_uint_gt(differentiable, 75);
    ck_assert_int_eq(xb_intrinsic_find("sin"), XB_INTRINSIC_NONE);
    ck_assert_int_eq(xb_intrinsic_find(""), XB_INTRINSIC_NONE);
    ck_assert_ptr_null(xb_elemental_find(XB_INTRINSIC_NONE));
    ck_assert_ptr_null(xb_transformational_find(XB_INTRINSIC_NONE));
}
END_TEST

/* How a catalogue says what the table says as a form. */
static xb_shape_change shape_change_of(xb_intrinsic_form form)
{
    switch (form) {
    case XB_FORM_SCALAR:
    case XB_FORM_BOUNDS:
    case XB_FORM_REDUCTION: return XB_SHAPE_SCALAR;
    case XB_FORM_VECTOR:
    case XB_FORM_LOCATION: return XB_SHAPE_RANK;
    default: return XB_SHAPE_SAME;
    }
}

static xb_intrinsic_code check_name(const char *name)
{
    xb_intrinsic_code code = xb_intrinsic_find(name);
    ck_assert_msg(code != XB_INTRINSIC_NONE, "%s is not in the table", name);
    return code;
}

static void check_known(void *context, const xb_inlinable *item)
{
    size_t *count = context;
    (*count)++;
    xb_intrinsic_code code = check_name(item->name);
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    const xb_elemental *elemental = xb_elemental_find(code);
    ck_assert_msg(item->required_count >= facts->least && item->argument_count <= facts->most,
                  "%s has %u to %u operands", item->name, item->required_count, item->argument_count);
    ck_assert_msg(item->return_type == xb_intrinsic_result_type(code, XB_TYPE_REAL), "%s is of another type",
                  item->name);
    ck_assert_msg(item->shape_change == shape_change_of(facts->form), "%s has another shape", item->name);
    ck_assert_msg(!facts->inquiry || item->partials[0].non_value_inquiry, "%s is an inquiry", item->name);
    ck_assert_msg(!item->non_smooth || !elemental || elemental->kink, "%s is smooth", item->name);
}

static void check_known_action(void *context, const xb_noninlinable *item)
{
    size_t *count = context;
    (*count)++;
    check_name(item->name);
}

START_TEST(names_of_a_program_are_known)
{
    xb_failure *failure = xb_failure_create();
    xb_program *program = xb_program_create(failure, NULL, NULL);
    for (unsigned i = 1; i < XB_INTRINSIC_COUNT; i++) {
        const char *name = xb_intrinsic_facts_of((xb_intrinsic_code)i)->name;
        ck_assert_uint_eq(xb_intrinsic_named(xb_program_name(program, name)), i);
    }
    ck_assert_int_eq(xb_intrinsic_named(xb_program_name(program, "all_arr")), XB_INTRINSIC_ALL);
    ck_assert_int_eq(xb_intrinsic_named(xb_program_name(program, "maxval")), XB_INTRINSIC_NC_MAXVAL);
    ck_assert_int_eq(xb_intrinsic_named(xb_program_name(program, "sum")), XB_INTRINSIC_SUM);
    ck_assert_int_eq(xb_intrinsic_named(xb_program_name(program, "another")), XB_INTRINSIC_NONE);
    ck_assert_int_eq(xb_intrinsic_named(xb_names_empty(program->names)), XB_INTRINSIC_NONE);
    xb_program_destroy(program);
    xb_failure_destroy(failure);
}
END_TEST

static xb_arena *arena;

static void check_catalogue(void *unused)
{
    (void)unused;
    size_t count = 0;
    const xb_catalogue *catalogue = xb_catalogue_create(arena);
    xb_catalogue_each_inlinable(catalogue, check_known, &count);
    ck_assert_uint_gt(count, 150);
    count = 0;
    xb_catalogue_each_noninlinable(catalogue, check_known_action, &count);
    ck_assert_uint_ge(count, 7);
}

START_TEST(the_catalogue_is_known)
{
    xb_failure *failure = xb_failure_create();
    arena = xb_arena_create(failure);
    ck_assert(xb_protect(failure, check_catalogue, NULL));
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("intrinsics");
    TCase *tests = tcase_create("intrinsics");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_loop_test(tests, real_operands, 0, (int)real_row_count);
    tcase_add_loop_test(tests, complex_operands, 0, (int)complex_row_count);
    tcase_add_loop_test(tests, other_functions, 0, OTHER_ROWS);
    tcase_add_test(tests, the_table_is_in_order_and_evaluated);
    tcase_add_test(tests, names_of_a_program_are_known);
    tcase_add_test(tests, the_catalogue_is_known);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
