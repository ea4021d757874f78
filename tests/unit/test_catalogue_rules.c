/*
 * The rule test: the built-in catalogue passes; a catalogue with one fault fails, and the fault is named.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue_fixture.h"
#include "verify/catalogue_rules.h"
#include "languages/xaif/reader.h"
#include "suite.h"

/* Checks the fixture's catalogue. */
static xb_rule_report check(xb_program *program)
{
    const xb_rule_options options = {.seed = 7, .program = program};
    xb_rule_report report;
    ck_assert_int_eq(xb_catalogue_check(fixture.arena, fixture.catalogue, &options, &report), XB_STATUS_OK);
    size_t rows = 0;
    for (int verdict = 0; verdict <= XB_RULE_WRONG; verdict++)
        rows += report.verdicts[verdict];
    ck_assert_uint_eq(rows, report.count);
    return report;
}

static const xb_rule_row *find(const xb_rule_report *report, const char *name, unsigned position)
{
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->rows[i].name, name) == 0 && report->rows[i].position == position)
            return &report->rows[i];
    ck_abort_msg("there is no row %s, %u", name, position);
}

/* ---- the built-in catalogue ------------------------------------------------ */

static const struct {
    const char *name;
    unsigned position;
    xb_rule_verdict verdict;
} expected[] = {
    {"pow_scal_scal", 2, XB_RULE_LIMITED}, {"transfer", 1, XB_RULE_REFUSED},
    {"eoshift_arr", 0, XB_RULE_LIMITED},   {"pack_arr", 0, XB_RULE_LIMITED},
    {"reshape_arr", 0, XB_RULE_LIMITED},   {"unpack_arr", 0, XB_RULE_LIMITED},
};

START_TEST(built_in_catalogue)
{
    xb_rule_report report = check(NULL);
    size_t other = 0, compared = 0;
    ck_assert_msg(!report.first_wrong, "%s, %u: %s", report.first_wrong ? report.first_wrong->name : "",
                  report.first_wrong ? report.first_wrong->position : 0,
                  report.first_wrong ? report.first_wrong->detail : "");
    for (size_t i = 0; i < report.count; i++) {
        const xb_rule_row *row = &report.rows[i];
        compared += row->points > 0;
        if (row->verdict == XB_RULE_RIGHT)
            continue;
        ck_assert_msg(other < sizeof expected / sizeof expected[0], "%s", row->name);
        ck_assert_str_eq(row->name, expected[other].name);
        ck_assert_uint_eq(row->position, expected[other].position);
        ck_assert_int_eq(row->verdict, expected[other].verdict);
        ck_assert_ptr_nonnull(row->detail);
        other++;
    }
    ck_assert_uint_eq(other, sizeof expected / sizeof expected[0]);
    ck_assert_uint_gt(report.count, 350);
    ck_assert_uint_gt(compared, 250);
    ck_assert_uint_ge(find(&report, "sin_scal", 1)->points, 80); /* real and complex ones */
    ck_assert(find(&report, "sin_scal", 1)->deviation < 1e-14);
    ck_assert_ptr_nonnull(find(&report, "sin_scal", 1)->worst);
    ck_assert_uint_gt(find(&report, "transpose_arr", 0)->points, 10);
}
END_TEST

/* The report depends on the seed, and on nothing else. */
START_TEST(seeds)
{
    xb_rule_report a = check(NULL), b = check(NULL), c;
    const xb_rule_options options = {.seed = 8, .points = 5};
    ck_assert_int_eq(xb_catalogue_check(fixture.arena, fixture.catalogue, &options, &c), XB_STATUS_OK);
    ck_assert_str_eq(find(&a, "exp_scal", 1)->worst, find(&b, "exp_scal", 1)->worst);
    ck_assert_str_ne(find(&a, "exp_scal", 1)->worst, find(&c, "exp_scal", 1)->worst);
    ck_assert_uint_lt(find(&c, "exp_scal", 1)->points, find(&a, "exp_scal", 1)->points);
}
END_TEST

/* ---- faults of inlinable catalogues ---------------------------------------- */

#define ITEM(name, count, functions, partials)                                        \
    INLINABLE("<ii:InlinableIntrinsic name='" name "' nr_arguments='" count           \
              "'><ii:Function type='builtin' builtin_name='" functions "'/>" partials \
              "</ii:InlinableIntrinsic>")
#define TYPED(name, count, attributes, partials)                                            \
    INLINABLE("<ii:InlinableIntrinsic name='" name "' nr_arguments='" count "' " attributes \
              "><ii:Function type='builtin' builtin_name='f'/>" partials "</ii:InlinableIntrinsic>")
#define SIMPLE(id, kind)      "<ii:Partial partial_id='" id "' partial_type='" kind "'/>"
#define FORMULA(id, vertices) "<ii:Partial partial_id='" id "'>" vertices "</ii:Partial>"
#define OPERATOR(id, name)    "<x:Intrinsic vertex_id='" id "' name='" name "'/>"
#define OPERAND(id, number)   "<ii:ArgumentReference vertex_id='" id "' argument='" number "'/>"
#define NUMBER(id, value)     "<x:Constant vertex_id='" id "' type='real' value='" value "'/>"
#define EDGE(id, from, to, position) \
    "<x:ExpressionEdge edge_id='" id "' source='" from "' target='" to "' position='" position "'/>"
/* an operator of one operand, or two, of operands with these numbers */
#define OF(id, name, a) FORMULA(id, OPERATOR("1", name) OPERAND("2", a) EDGE("1", "2", "1", "1"))
#define OF_TWO(id, name, a, b)                                                               \
    FORMULA(id, OPERATOR("1", name) OPERAND("2", a) OPERAND("3", b) EDGE("1", "2", "1", "1") \
                    EDGE("2", "3", "1", "2"))
#define TIMES(id, value, a)                                                                                \
    FORMULA(id, OPERATOR("1", "mul_scal_scal") NUMBER("2", value) OPERAND("3", a) EDGE("1", "2", "1", "1") \
                    EDGE("2", "3", "1", "2"))

/* 1 unless one operand is less than another one */
#define UNLESS_LESS(id, a, b)                                                                             \
    FORMULA(id,                                                                                           \
            OPERATOR("1", "merge_scal_scal_scal") NUMBER("2", "0.0")                                      \
                NUMBER("3", "1.0") "<x:BooleanOperation vertex_id='4' name='less_than'/>" OPERAND("5", a) \
                    OPERAND("6", b) EDGE("1", "2", "1", "1") EDGE("2", "3", "1", "2")                     \
                        EDGE("3", "4", "1", "3") EDGE("4", "5", "4", "1") EDGE("5", "6", "4", "2"))

typedef struct fault {
    const char *document, *name;
    unsigned position;
    const char *detail; /* part of what is said */
} fault;

static const fault faults[] = {
    /* another function, a sign, another operand, nothing */
    {ITEM("sin_scal", "1", "sin", OF("1", "sin_scal", "1")), "sin_scal", 1, "another one"},
    {ITEM("cos_scal", "1", "cos", OF("1", "sin_scal", "1")), "cos_scal", 1, "another one"},
    {ITEM("sub_scal_scal", "2", "- -", SIMPLE("1", "linear_one") SIMPLE("2", "linear_one")), "sub_scal_scal",
     2, "another one"},
    {ITEM("add_scal_scal", "2", "+ +", SIMPLE("1", "linear_one") SIMPLE("2", "passive")), "add_scal_scal", 2,
     "another one"},
    {ITEM("minus_scal", "1", "- -", SIMPLE("1", "linear_one")), "minus_scal", 1, "another one"},
    {ITEM("mul_scal_scal", "2", "*", FORMULA("1", OPERAND("1", "1")) FORMULA("2", OPERAND("1", "1"))),
     "mul_scal_scal", 1, "another one"},
    {ITEM("exp_scal", "1", "exp", SIMPLE("1", "passive")), "exp_scal", 1, "another one"},
    {ITEM("abs_scal", "1", "abs", SIMPLE("1", "linear_one")), "abs_scal", 1, "another one"},
    {ITEM("tan_scal", "1", "tan", OF_TWO("1", "mul_scal_scal", "0", "0")), "tan_scal", 1, "another one"},
    {ITEM("hypot_scal_scal", "2", "hypot",
          OF_TWO("1", "div_scal_scal", "2", "0") OF_TWO("2", "div_scal_scal", "2", "0")),
     "hypot_scal_scal", 1, "another one"},
    {ITEM("nc_max_scal_scal", "2", "max", SIMPLE("1", "linear_one") SIMPLE("2", "passive")),
     "nc_max_scal_scal", 1, "another one"},
    {ITEM("mod_scal_scal", "2", "mod", SIMPLE("1", "linear_one") SIMPLE("2", "passive")), "mod_scal_scal", 2,
     "another one"},
    {ITEM("gamma_scal", "1", "gamma", FORMULA("1", OPERAND("1", "0"))), "gamma_scal", 1, "another one"},
    /* a constant of few digits */
    {ITEM("exp2_scal", "1", "exp2", TIMES("1", "0.693147", "0")), "exp2_scal", 1, "another one"},
    {ITEM("exp2_scal", "1", "exp2",
          FORMULA("1", OPERATOR("1", "mul_scal_scal") "<x:Constant vertex_id='2' type='real' feType='F4' "
                                                      "value='0.6931471805599453'/>" OPERAND("3", "0")
                                                          EDGE("1", "2", "1", "1") EDGE("2", "3", "1", "2"))),
     "exp2_scal", 1, "another one"},
    /* formulas that fail */
    {ITEM("ln_scal", "1", "log",
          FORMULA("1", OPERATOR("1", "div_scal_scal") NUMBER("2", "1.0") OPERATOR("3", "sub_scal_scal")
                           OPERAND("4", "1") EDGE("1", "2", "1", "1") EDGE("2", "3", "1", "2")
                               EDGE("3", "4", "3", "1") EDGE("4", "4", "3", "2"))),
     "ln_scal", 1, "division by 0"},
    {ITEM("cbrt_scal", "1", "cbrt", OF("1", "ln_scal", "1")), "cbrt_scal", 1, "fails"},
    /* right but for one point: y/x, and b*a**(b-1) for 0**0 */
    {ITEM("mul_scal_scal", "2", "*", OF_TWO("1", "div_scal_scal", "0", "1") FORMULA("2", OPERAND("1", "1"))),
     "mul_scal_scal", 1, "fails for operands 0, "},
    {ITEM("pow_scal_scal", "2", "**",
          FORMULA("1", OPERATOR("1", "mul_scal_scal") OPERAND("2", "2") OPERATOR("3", "pow_scal_scal")
                           OPERAND("4", "1") OPERATOR("5", "sub_scal_scal") NUMBER("6", "1.0")
                               EDGE("1", "2", "1", "1") EDGE("2", "3", "1", "2") EDGE("3", "4", "3", "1")
                                   EDGE("4", "5", "3", "2") EDGE("5", "2", "5", "1") EDGE("6", "6", "5", "2"))
              SIMPLE("2", "nonlinear")),
     "pow_scal_scal", 1, "fails for operands "},
    /* complex operands */
    {ITEM("abs_scal", "1", "abs cabs", OF_TWO("1", "div_scal_scal", "1", "0")), "abs_scal", 1, "another one"},
    {ITEM("conj_scal", "1", "conjg conjg", SIMPLE("1", "linear_one")), "conj_scal", 1, "another one"},
    {ITEM("imag_scal", "1", "aimag aimag", SIMPLE("1", "linear_one")), "imag_scal", 1, "another one"},
    {ITEM("complex_scal", "3", "cmplx",
          SIMPLE("1", "linear_one") SIMPLE("2", "linear_one") SIMPLE("3", "passive")),
     "complex_scal", 2, "another one"},
    /* what is said of the whole */
    {TYPED("nint_scal", "1", "", SIMPLE("1", "passive")), "nint_scal", 0, "of type integer, not real"},
    {TYPED("sqrt_scal", "1", "return_type='integer'", OF("1", "exp_scal", "1")), "sqrt_scal", 0,
     "of type real, not integer"},
    {TYPED("arctan_scal", "2", "", SIMPLE("1", "passive") SIMPLE("2", "passive")), "arctan_scal", 0,
     "1 to 1 operands, not 2"},
    {TYPED("real_scal", "1", "",
           "<ii:Partial partial_id='1' partial_type='linear_one' nonValueInquiry='true'/>"),
     "real_scal", 1, "value of operand 1 is needed"},
    {TYPED("sin_scal", "1", "shapeChange='scalar'", OF("1", "cos_scal", "1")), "sin_scal", 0,
     "another shape"},
    {ITEM("nc_max_scal_scal", "2", "max", UNLESS_LESS("1", "1", "2") UNLESS_LESS("2", "2", "1")),
     "nc_max_scal_scal", 0, "add up to 2, not 1"},
    {TYPED("real_scal", "2", "complexAction='imag_scal'", SIMPLE("1", "linear_one") SIMPLE("2", "passive")),
     "real_scal", 1, "another one"},
    {TYPED("exp_scal", "1", "complexAction='exp_scal'", FORMULA("1", OPERAND("1", "0"))), "exp_scal", 1,
     "another one"},
    /* functions of arrays */
    {ITEM("sum_arr", "1", "sum", SIMPLE("1", "passive")), "sum_arr", 1, "another one"},
    {ITEM("nc_maxval", "1", "maxval", SIMPLE("1", "passive")), "nc_maxval", 1, "another one"},
    {ITEM("dot_product_arr", "2", "dot_product", SIMPLE("1", "nonlinear") SIMPLE("2", "passive")),
     "dot_product_arr", 2, "another one"},
    {INLINABLE("<ii:InlinableIntrinsic name='norm2_arr' nr_arguments='1' shapeChange='scalar'>"
               "<ii:Function type='builtin'/>" FORMULA("1", OPERAND("1", "1")) "</ii:InlinableIntrinsic>"),
     "norm2_arr", 1, "another one"},
    {INLINABLE("<ii:InlinableIntrinsic name='product_arr' nr_arguments='1' shapeChange='scalar'>"
               "<ii:Function type='builtin'/>" SIMPLE("1", "linear_one") "</ii:InlinableIntrinsic>"),
     "product_arr", 1, "another one"},
    {TYPED("size", "2", "", SIMPLE("1", "passive") SIMPLE("2", "passive")), "size", 0,
     "of type integer, not real"},
    {TYPED("transpose_arr", "2", "", SIMPLE("1", "nonlinear") SIMPLE("2", "passive")), "transpose_arr", 0,
     "operands, not 2"},
    /* direct actions */
    {NONINLINABLE("<n:DirectAction name='transpose_arr' derivAction='sum_arr'/>"), "transpose_arr", 0,
     "another type or shape"},
    {NONINLINABLE("<n:DirectAction name='conj_scal' derivAction='minus_scal'/>"), "conj_scal", 0,
     "another one"},
    {NONINLINABLE("<n:DirectAction name='sum_arr' derivAction='product_arr'/>"), "sum_arr", 0, "another one"},
    {NONINLINABLE("<n:DirectAction name='nc_maxval' derivAction='nc_maxval'/>"), "nc_maxval", 0,
     "another one"},
    {NONINLINABLE("<n:DirectAction name='norm2_arr' derivAction='norm2_arr'/>"), "norm2_arr", 0,
     "another one"},
    {NONINLINABLE("<n:DirectAction name='matmul_arr' derivAction='matmul_arr'/>"), "matmul_arr", 0,
     "another one"},
    {NONINLINABLE("<n:DirectAction name='sum_arr' derivAction='product_arr' productRule='true'/>"), "sum_arr",
     0, "another one"},
    {NONINLINABLE("<n:Selection name='nc_maxval' location='minloc_arr'/>"), "nc_maxval", 0, "another one"},
    {NONINLINABLE("<n:Selection name='nc_minval' location='shape_arr'/>"), "nc_minval", 0, "another one"},
    {NONINLINABLE("<n:Selection name='sum_arr' location='maxloc_arr'/>"), "sum_arr", 0, "maxloc_arr fails"},
    {NONINLINABLE("<n:DirectAction name='cshift_arr' derivAction='eoshift_arr'/>"), "cshift_arr", 0,
     "eoshift_arr fails"},
    {NONINLINABLE("<n:DirectAction name='ln_scal' derivAction='sqrt_scal'/>"), "ln_scal", 0,
     "sqrt_scal fails"},
};

START_TEST(planted_faults)
{
    const fault *f = &faults[_i];
    accept(f->document);
    xb_rule_report report = check(NULL);
    ck_assert_msg(report.first_wrong != NULL, "nothing is wrong with %s", f->name);
    const xb_rule_row *row = find(&report, f->name, f->position);
    ck_assert_msg(row->verdict == XB_RULE_WRONG, "%s, %u is %s", f->name, f->position,
                  xb_rule_verdict_name(row->verdict));
    ck_assert_str_eq(report.first_wrong->name, f->name);
    ck_assert_uint_eq(report.first_wrong->position, f->position);
    ck_assert_msg(strstr(row->detail, f->detail), "%s", row->detail);
    ck_assert_ptr_nonnull(row->worst ? row->worst : row->detail);
    for (size_t i = 0; i < report.count; i++)
        ck_assert(report.rows[i].verdict != XB_RULE_WRONG || strcmp(report.rows[i].name, f->name) == 0);
}
END_TEST

/* What nothing is known of is named, and is not wrong. */
START_TEST(unknown)
{
    static const fault known_by_nobody[] = {
        {ITEM("square_scal", "1", "square", TIMES("1", "2.0", "1")), "square_scal", 0,
         "nothing is known of it"},
        {NONINLINABLE("<n:DirectAction name='lowpass' derivAction='lowpass'/>"), "lowpass", 0, "of lowpass"},
        {NONINLINABLE("<n:DirectAction name='sum_arr' derivAction='sum_up'/>"), "sum_arr", 0, "of sum_up"},
        {INLINABLE(
             "<ii:InlinableIntrinsic name='square_scal' nr_arguments='1'><ii:Function type='builtin' "
             "builtin_name='square'/>" TIMES(
                 "1", "2.0",
                 "1") "</ii:InlinableIntrinsic>"
                      "<ii:InlinableIntrinsic name='exp_scal' nr_arguments='1'><ii:Function type='builtin' "
                      "builtin_name='exp'/>" OF("1", "square_scal", "1") "</ii:InlinableIntrinsic>"),
         "exp_scal", 1, "nothing is known of square_scal"},
        {NONINLINABLE("<n:ExplicitJacobian name='energy' jacobian='energy_right'>"
                      "<n:Partial dep='1' indep='2' partial='3'/></n:ExplicitJacobian>"),
         "energy", 0, "no program"},
    };
    const fault *f = &known_by_nobody[_i];
    accept(f->document);
    xb_rule_report report = check(NULL);
    const xb_rule_row *row = find(&report, f->name, f->position);
    ck_assert_int_eq(row->verdict, XB_RULE_UNCHECKED);
    ck_assert_msg(strstr(row->detail, f->detail), "%s", row->detail);
    ck_assert_ptr_null(report.first_wrong);
}
END_TEST

/* An action that is right only if nothing else enters linearly. */
START_TEST(limited)
{
    accept(NONINLINABLE("<n:DirectAction name='eoshift_arr' derivAction='eoshift_arr'/>"));
    xb_rule_report report = check(NULL);
    const xb_rule_row *row = find(&report, "eoshift_arr", 0);
    ck_assert_int_eq(row->verdict, XB_RULE_LIMITED);
    ck_assert_msg(strstr(row->detail, "operand 1 or 3 is passive"), "%s", row->detail);
}
END_TEST

/* ---- Jacobian routines ----------------------------------------------------- */

#define JACOBIAN(name, routine, partials)                                               \
    NONINLINABLE("<n:ExplicitJacobian name='" name "' jacobian='" routine "'>" partials \
                 "</n:ExplicitJacobian>")
#define PARTIAL(dep, indep, partial) "<n:Partial dep='" dep "' indep='" indep "' partial='" partial "'/>"
#define OF_ENERGY                    PARTIAL("1", "2", "3") PARTIAL("1", "3", "4")
#define OF_SWIRL                     PARTIAL("3", "1", "4") PARTIAL("3", "2", "5") PARTIAL("1", "1", "6") PARTIAL("1", "2", "7")

typedef struct routine_case {
    const char *document, *name;
    unsigned position; /* of the first row that is wrong */
    xb_rule_verdict verdict;
    const char *detail; /* NULL: all is right */
} routine_case;

static const routine_case routine_cases[] = {
    {JACOBIAN("energy", "energy_right", OF_ENERGY), "energy", 0, XB_RULE_RIGHT, NULL},
    {JACOBIAN("ENERGY", "Energy_Right", OF_ENERGY), "ENERGY", 0, XB_RULE_RIGHT, NULL},
    {JACOBIAN("swirl", "swirl_right", OF_SWIRL), "swirl", 0, XB_RULE_RIGHT, NULL},
    {JACOBIAN("scaled", "scaled_right", PARTIAL("3", "1", "4")), "scaled", 0, XB_RULE_RIGHT, NULL},
    {JACOBIAN("energy", "energy_sign", OF_ENERGY), "energy", 2, XB_RULE_WRONG, "another one"},
    {JACOBIAN("energy", "energy_right", PARTIAL("1", "2", "4") PARTIAL("1", "3", "3")), "energy", 2,
     XB_RULE_WRONG, "another one"},
    {JACOBIAN("energy", "energy_changes", OF_ENERGY), "energy", 0, XB_RULE_WRONG, "changes its argument 2"},
    {JACOBIAN("energy", "energy_restores", OF_ENERGY), "energy", 2, XB_RULE_WRONG,
     "if arguments 1 and 2 are one variable"},
    {JACOBIAN("energy", "energy_unset", OF_ENERGY), "energy", 3, XB_RULE_WRONG,
     "does not set its argument 4"},
    {JACOBIAN("energy", "energy_fails", OF_ENERGY), "energy", 0, XB_RULE_WRONG, "energy_fails fails at ("},
    {JACOBIAN("energy", "energy_right", PARTIAL("1", "2", "3")), "energy", 0, XB_RULE_WRONG,
     "derivative of 1 by 3 is missing"},
    {JACOBIAN("swirl", "swirl_right", PARTIAL("3", "1", "4") PARTIAL("3", "2", "5")), "swirl", 0,
     XB_RULE_WRONG, "argument 1, which is no dependent"},
    {JACOBIAN("energy", "energy_but_at_zero", OF_ENERGY), "energy", 3, XB_RULE_WRONG, "another one"},
    {JACOBIAN("swirl", "swirl_reads", OF_SWIRL), "swirl", 0, XB_RULE_WRONG, "swirl_reads fails at ("},
    {JACOBIAN("energy", "energy_touches", OF_ENERGY), "energy", 0, XB_RULE_WRONG,
     "energy_touches changes 'shared', which is active"},
    {JACOBIAN("leaving", "leaving_jacobian", PARTIAL("2", "1", "3")), "leaving", 0, XB_RULE_WRONG,
     "changes 'shared', which is active"},
    {JACOBIAN("reading", "reading_jacobian", PARTIAL("2", "1", "3")), "reading", 0, XB_RULE_WRONG,
     "depends on an active variable"},
    {JACOBIAN("energy", "energy_elsewhere", OF_ENERGY), "energy", 0, XB_RULE_UNCHECKED,
     "no body of energy_elsewhere"},
    {JACOBIAN("power", "energy_right", OF_ENERGY), "power", 0, XB_RULE_UNCHECKED, "no body of power"},
    {JACOBIAN("vector", "vector_jacobian", PARTIAL("2", "1", "3")), "vector", 0, XB_RULE_UNCHECKED,
     "argument 1 of vector is no real or integer scalar"},
    {JACOBIAN("swirl", "energy_right", OF_ENERGY), "swirl", 0, XB_RULE_WRONG, "energy_right fails at"},
    {JACOBIAN("energy", "swirl_right", PARTIAL("1", "2", "2")), "energy", 0, XB_RULE_UNCHECKED,
     "does not fit"},
};

START_TEST(routines)
{
    const routine_case *c = &routine_cases[_i];
    const char *source = getenv("XB_TOP_SRCDIR");
    xb_program *program;
    char file[1000];
    snprintf(file, sizeof file, "%s/tests/data/rules/jacobians.xaif", source ? source : ".");
    accept(c->document);
    ck_assert_int_eq(xb_read_file(fixture.failure, fixture.diagnostics, file, NULL, &program), XB_STATUS_OK);
    xb_rule_report report = check(program);
    const xb_rule_row *row = find(&report, c->name, c->position);
    ck_assert_msg(row->verdict == c->verdict, "%s: %s", xb_rule_verdict_name(row->verdict),
                  row->detail ? row->detail : "");
    ck_assert_msg(!c->detail || strstr(row->detail, c->detail), "%s", row->detail);
    if (c->verdict == XB_RULE_WRONG) {
        ck_assert_ptr_eq(report.first_wrong, row);
    } else {
        ck_assert_msg(!report.first_wrong, "%s", report.first_wrong ? report.first_wrong->detail : "");
    }
    if (c->verdict == XB_RULE_RIGHT)
        ck_assert_uint_ge(row->points,
                          strcmp(c->name, "scaled") == 0 ? 60 : 120); /* without aliases, and with */
    ck_assert_uint_eq(xb_diagnostics_errors(fixture.diagnostics), 0);
    xb_program_destroy(program);
}
END_TEST

/* For each document of a list, the whole catalogue is looked at; under valgrind, only for some. */
static int some_of(size_t all)
{
    const size_t some = sample_count(20 * all);
    return (int)(some < all ? some : all);
}

int main(void)
{
    Suite *suite = suite_create("catalogue rules");
    TCase *tests = tcase_create("rules");
    tcase_add_checked_fixture(tests, catalogue_set_up, catalogue_tear_down);
    tcase_add_test(tests, built_in_catalogue);
    tcase_add_test(tests, seeds);
    tcase_add_loop_test(tests, planted_faults, 0, some_of(sizeof faults / sizeof faults[0]));
    tcase_add_loop_test(tests, unknown, 0, 5);
    tcase_add_test(tests, limited);
    tcase_add_loop_test(tests, routines, 0, some_of(sizeof routine_cases / sizeof routine_cases[0]));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
