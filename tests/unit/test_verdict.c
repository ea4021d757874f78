/*
 * Tallies, and verdicts as they are printed.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "verify/tally.h"

#include "arena_fixture.h"
#include "suite.h"

START_TEST(numbers)
{
    xb_check check = {.tolerance = 1e-9};
    xb_tally_number(&check, 1 + 1e-10, 1, 1e-3);
    ck_assert_int_eq(check.state, XB_CHECK_GOOD);
    ck_assert(!xb_tally_number(&check, 1, 1, 1e-3));
    ck_assert(xb_tally_number(&check, 1 + 1e-6, 1, 1e-3));
    ck_assert_int_eq(check.state, XB_CHECK_BAD);
    ck_assert(!xb_tally_number(&check, 1, 1, 1e-3));
    ck_assert_int_eq(check.state, XB_CHECK_BAD);
    ck_assert_uint_eq(check.compared, 4);
    check = (xb_check){.tolerance = 1e-9};
    xb_tally_number(&check, NAN, NAN, 1);
    xb_tally_number(&check, INFINITY, INFINITY, 1);
    ck_assert_int_eq(check.state, XB_CHECK_GOOD);
    xb_tally_number(&check, NAN, 1, 1);
    ck_assert_int_eq(check.state, XB_CHECK_BAD);
    check = (xb_check){.tolerance = 1e-9};
    xb_tally_number(&check, 1, INFINITY, 1);
    ck_assert_int_eq(check.state, XB_CHECK_BAD);
}
END_TEST

/* How bad a number is that is the sum of terms. */
static xb_check_state tally(double found, double wanted, double terms, size_t faint)
{
    xb_check check = {.tolerance = 1e-9};
    xb_tally_number(&check, found, wanted, terms);
    ck_assert_uint_eq(check.faint, faint);
    return check.state;
}

START_TEST(terms)
{
    ck_assert_int_eq(tally(1e-13, 1e-14, 1, 1), XB_CHECK_GOOD);
    ck_assert_int_eq(tally(0, 1e-13, 1, 1), XB_CHECK_GOOD);
    ck_assert_int_eq(tally(1e-13, 0, 1, 0), XB_CHECK_GOOD); /* 0 but for rounding errors */
    ck_assert_int_eq(tally(1e-11, 0, 1, 0), XB_CHECK_BAD);
    ck_assert_int_eq(tally(1e-13, 1e-14, 1e-2, 0), XB_CHECK_BAD);
    ck_assert_int_eq(tally(0, 1e-250, 1e-250, 0), XB_CHECK_BAD);
    ck_assert_int_eq(tally(1e-250, 0, 0, 0), XB_CHECK_BAD);
    ck_assert_int_eq(tally(1e-310, 0, 0, 0), XB_CHECK_GOOD); /* too small to have all digits */
    ck_assert_int_eq(tally(1.5, 1, INFINITY, 0), XB_CHECK_BAD);
    ck_assert_int_eq(tally(1.5, 1, NAN, 0), XB_CHECK_BAD);
}
END_TEST

START_TEST(bits)
{
    xb_check check = {0};
    xb_tally_bits(&check, 0.1 + 0.2, 0.1 + 0.2);
    xb_tally_bits(&check, NAN, -NAN);
    ck_assert_int_eq(check.state, XB_CHECK_GOOD);
    ck_assert(xb_tally_bits(&check, -0.0, 0.0));
    ck_assert_int_eq(check.state, XB_CHECK_BAD);
    check = (xb_check){0};
    ck_assert(xb_tally_bits(&check, nextafter(1, 2), 1));
    ck_assert_int_eq(check.state, XB_CHECK_BAD);
}
END_TEST

/* ---- printing ---- */

typedef struct printing {
    xb_verdict verdict;
    const char *text, *json;
} printing;

static void print(void *argument)
{
    printing *work = argument;
    static xb_symbol symbol;
    static xb_routine routine;
    static const double x[] = {0.5, 1};
    xb_names *names = xb_names_create(arena);
    symbol.id = xb_names_get(names, "head__1");
    routine.symbol = &symbol;
    work->verdict.layout.entry = &routine;
    work->verdict.layout.n = 2;
    work->verdict.layout.m = 1;
    xb_verdict_point *point = xb_vector_push(arena, &work->verdict.points, sizeof *point);
    *point = (xb_verdict_point){"given", x, NULL};
    point = xb_vector_push(arena, &work->verdict.points, sizeof *point);
    *point = (xb_verdict_point){"drawn", x, "numbers are too large here"};
    xb_list_append(arena, &work->verdict.notes, "abs in head__1 \"stands\"");
    xb_text *text = xb_text_create(arena), *json = xb_text_create(arena);
    xb_verdict_put(&work->verdict, xb_text_output(text), XB_VERDICT_TEXT);
    xb_verdict_put(&work->verdict, xb_text_output(json), XB_VERDICT_JSON);
    work->text = xb_text_join(text, NULL);
    work->json = xb_text_join(json, NULL);
}

START_TEST(texts)
{
    printing work = {.verdict = {.kind = XB_DRIVE_SPLIT,
                                 .original = "in.xaif",
                                 .transformed = "out.xaif",
                                 .seed = 3,
                                 .statements = 7,
                                 .statements_run = 5}};
    work.verdict.checks[XB_CHECK_RUNS].state = XB_CHECK_GOOD;
    work.verdict.checks[XB_CHECK_VALUES] = (xb_check){.state = XB_CHECK_GOOD, .compared = 6};
    work.verdict.checks[XB_CHECK_DERIVATIVES] =
        (xb_check){XB_CHECK_BAD, 2, 0.5, 0.25, 1e-9, "d Y / d X is 2 instead of 1", 0, NULL};
    ck_assert(xb_protect(failure, print, &work));
    ck_assert_str_eq(work.text,
                     "original: in.xaif, entry head__1, 2 independent and 1 dependent number\n"
                     "transformed: out.xaif, split adjoint\n"
                     "point 1, given: 0.5 1\n"
                     "point 2, drawn: 0.5 1\n"
                     "    passed over: numbers are too large here\n"
                     "\n"
                     "check                           result    compared   absolute   relative  tolerance\n"
                     "runs                            ok      \n"
                     "values, bit for bit             ok               6          0          0       bits\n"
                     "adjoints, entry by entry        WRONG            2        0.5       0.25      1e-09\n"
                     "    d Y / d X is 2 instead of 1\n"
                     "adjoints against differences    not done\n"
                     "dot product with tangents       not done\n"
                     "adjoints are incremented        not done\n"
                     "second call                     not done\n"
                     "tapes are empty                 not done\n"
                     "\n"
                     "statements run: 5 of 7\n"
                     "note: abs in head__1 \"stands\"\n"
                     "verdict: WRONG (1 of 2 points, seed 3)\n");
    ck_assert_ptr_nonnull(strstr(work.json, "{\"verdict\": \"wrong\",\n \"original\": \"in.xaif\""));
    ck_assert_ptr_nonnull(strstr(work.json, "\"kind\": \"split\""));
    ck_assert_ptr_nonnull(strstr(work.json,
                                 "{\"name\": \"derivatives\", \"result\": \"wrong\", \"compared\": 2, "
                                 "\"absolute\": 0.5, \"relative\": 0.25, "));
    ck_assert_ptr_nonnull(strstr(work.json, "\"passed_over\": \"numbers are too large here\""));
    ck_assert_ptr_nonnull(strstr(work.json, "\"abs in head__1 \\\"stands\\\"\""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verdict");
    SUITE_ADD(suite, "verdicts", numbers, terms, bits, texts);
    return suite_run(suite);
}
