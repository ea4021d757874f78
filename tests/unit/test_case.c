/*
 * Case files: every field, defaults, errors with their places.
 */
#include <string.h>

#include "base/text.h"
#include "verify/cases/case.h"

#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_diagnostics *diagnostics;
static xb_case result;

static void begin(void *argument)
{
    (void)argument;
    diagnostics = xb_diagnostics_create(arena);
}

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    ck_assert_ptr_nonnull(arena);
    ck_assert(xb_protect(failure, begin, NULL));
}

static void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

static xb_status parse(const char *text)
{
    return xb_case_parse(arena, diagnostics, text, strlen(text), "case.json", &result);
}

START_TEST(nothing)
{
    ck_assert_int_eq(parse("{}"), XB_STATUS_OK);
    ck_assert_ptr_null(result.entry);
    ck_assert(!result.has_n && !result.has_arguments && !result.has_globals && !result.has_y0);
    ck_assert_uint_eq(result.seed, 1);
    ck_assert_double_eq(result.derivative_tolerance, 1e-9);
    ck_assert_double_eq(result.difference_tolerance, 1e-6);
}
END_TEST

START_TEST(points)
{
    ck_assert_int_eq(
        parse("{\"entry\": \"head\", \"n\": 2, \"m\": 1, \"x0\": [0.5, 1], \"points\": [[1, 2], [3, 4]],"
              "\"seed\": 7, \"draws\": 3, \"ranges\": [[0, 1], [2, 3.5]]}"),
        XB_STATUS_OK);
    ck_assert_str_eq(result.entry, "head");
    ck_assert(result.has_n && result.n == 2 && result.has_m && result.m == 1);
    ck_assert_uint_eq(result.x0_count, 2);
    ck_assert_double_eq(result.x0[1], 1);
    ck_assert_uint_eq(result.points.count, 2);
    ck_assert_double_eq((*((const double **)result.points.items + 1))[0], 3);
    ck_assert(result.seed == 7 && result.draws == 3);
    ck_assert_uint_eq(result.range_count, 2);
    ck_assert_double_eq(result.ranges[1].most, 3.5);
    ck_assert_int_eq(parse("{\"ranges\": [1, 2]}"), XB_STATUS_OK);
    ck_assert_uint_eq(result.range_count, 1);
}
END_TEST

START_TEST(arguments)
{
    ck_assert_int_eq(
        parse("{\"arguments\": [{\"x\": \"all\"}, {\"x\": 3}, {\"x\": [4, 8], \"y\": [1, 5]},"
              "{\"value\": 5, \"constant\": true}, {\"value\": [1.5, 2]}, {\"absent\": true}, {},"
              "{\"value\": {\"real\": 1, \"imaginary\": -2.5}}]}"),
        XB_STATUS_OK);
    const xb_case_argument *all = result.arguments;
    ck_assert_uint_eq(result.argument_count, 8);
    ck_assert(all[0].x.given && all[0].x.all && !all[0].y.given);
    ck_assert(all[1].x.scalar && all[1].x.first == 3 && all[1].x.last == 3);
    ck_assert(all[2].x.first == 4 && all[2].x.last == 8 && all[2].y.given && all[2].y.last == 5);
    ck_assert(all[3].constant && all[3].count == 1 && !all[3].list && all[3].values[0].integer == 5);
    ck_assert(all[4].list && all[4].count == 2 && all[4].values[0].type == XB_TYPE_REAL);
    ck_assert(all[5].absent && !all[6].absent && !all[6].values);
    ck_assert(!all[7].list && all[7].values[0].type == XB_TYPE_COMPLEX);
    ck_assert_double_eq(all[7].values[0].imaginary, -2.5);
}
END_TEST

START_TEST(world)
{
    ck_assert_int_eq(
        parse("{\"globals\": {\"x\": [\"XX\"], \"y\": [\"T\", \"S\"]}, \"setup\": [\"init\"],"
              "\"shorten\": {\"N\": 2}, \"y0\": 0.5, \"extents\": {\"4/T_5\": [[1, 2], [0, 3]]},"
              "\"initial\": {\"N_3\": [1, 2]}, \"externals\": [\"bar\"],"
              "\"association\": [[\"A_1\", \"2/A_2\"]], \"derivatives_start\": \"undefined\","
              "\"markers\": {\"4/54\": [{\"set\": \"A\", \"at\": [1, \"I\"], \"to\": \"I + 1\"}], \"4/55\": "
              "[]},"
              "\"tolerances\": {\"derivatives\": 1e-7}, \"limits\": {\"steps\": 5, \"depth\": 6},"
              "\"name\": 1, \"tolerance\": \"a note\"}"),
        XB_STATUS_OK);
    ck_assert(result.has_globals && result.global_y.count == 2);
    ck_assert_str_eq(result.setup.items[0], "init");
    ck_assert(result.has_y0 && result.y0 > 0);
    const xb_case_extents *extents = result.extents.items;
    ck_assert(extents->rank == 2 && extents->bounds[1].upper == 3);
    ck_assert_str_eq(extents->symbol.scope, "4");
    ck_assert_str_eq(extents->symbol.id, "T_5");
    const xb_case_value *initial = result.initial.items;
    ck_assert(initial->count == 2 && initial->values[1].integer == 2 && !initial->symbol.scope);
    const xb_case_group *group = result.association.items;
    ck_assert(group->count == 2);
    const xb_case_marker *markers = result.markers.items;
    ck_assert(result.markers.count == 2 && markers[0].count == 1 && markers[1].count == 0);
    ck_assert_str_eq(markers[0].statement, "54");
    ck_assert_uint_eq(markers[0].actions[0].count, 2);
    ck_assert(result.undefined_derivatives && result.step_limit == 5 && result.depth_limit == 6);
    ck_assert_double_eq(result.derivative_tolerance, 1e-7);
}
END_TEST

/* The first diagnostic of what is wrong. */
static void expect(const char *text, const char *wanted)
{
    const size_t before = xb_diagnostics_count(diagnostics);
    ck_assert_int_eq(parse(text), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(diagnostics), before + 1);
    const xb_diagnostic *found = xb_diagnostics_at(diagnostics, before);
    ck_assert_str_eq(found->message, wanted);
    ck_assert_str_eq(found->place.file, "case.json");
}

START_TEST(errors)
{
    expect("[]", "the case must be an object, as {\"name\": value}");
    expect("{\"enttry\": 1}", "enttry is not known");
    expect("{\"entry\": \"\"}", "entry must be a text that is not empty");
    expect("{\"n\": 1.5}", "n must be an integer, 0 or more");
    expect("{\"points\": [[1], [\"a\"]]}", "points[2][1] must be a number");
    expect("{\"ranges\": [2, 1]}", "ranges must be two numbers in order, as [0.5, 2]");
    expect("{\"arguments\": [{\"x\": [3, 2]}]}",
           "arguments[1].x must be \"all\", the number of an element, as 3, or a part, as [4, 8]");
    expect("{\"arguments\": [{\"value\": null}]}",
           "arguments[1].value must be a number, {\"real\": 1, \"imaginary\": 2}, true, false or a text");
    expect("{\"globals\": {\"z\": []}}", "globals.z is not known");
    expect("{\"initial\": {\"A\": {}}}",
           "initial.A must be a number, {\"real\": 1, \"imaginary\": 2}, true, false or a text");
    expect("{\"extents\": {\"A\": []}}",
           "extents.A must be a list of bounds, one for each dimension, as [[1, 2]]");
    expect("{\"markers\": {\"4/1\": [{\"set\": \"A\"}]}}",
           "markers.4/1[1] must be an object, as {\"set\": \"I_5\", \"to\": \"I_5 + 1\"}");
    expect("{\"markers\": {\"4/1\": [{\"set\": \"A\", \"to\": 1, \"at\": [\"1+\"]}]}}",
           "markers.4/1[1].at[1] is no formula: a value is missing at ''");
    expect("{\"limits\": {\"memory\": 0}}", "limits.memory must be a positive integer");
}
END_TEST

START_TEST(syntax)
{
    ck_assert_int_eq(parse("{\n\"n\": 1,\n\"m\" 2}"), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_at(diagnostics, 0)->place.line, 3);
    ck_assert_int_eq(xb_case_read(arena, diagnostics, "/nowhere/case.json", &result), XB_STATUS_FAILED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("case");
    SUITE_ADD(suite, "cases", nothing, points, arguments, world, errors, syntax);
    return suite_run(suite);
}
