/*
 * Buffered output, text in memory, and pieces of JSON.
 */
#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_fixture.h"
#include "base/decimal.h"
#include "base/json.h"
#include "base/output.h"
#include "base/text.h"
#include "suite.h"

/* A sink that keeps the first bytes, and fails after a number of calls. */
typedef struct sink {
    char bytes[200];
    size_t count;
    int calls, failing_call;
} sink;

static int take(void *argument, const char *bytes, size_t count)
{
    sink *s = argument;
    ck_assert_uint_gt(count, 0);
    if (++s->calls == s->failing_call)
        return ENOSPC;
    ck_assert_uint_le(s->count + count, sizeof s->bytes);
    memcpy(s->bytes + s->count, bytes, count);
    s->count += count;
    return 0;
}

static void put_everything(xb_output *output)
{
    xb_output_put(output, "abc");
    xb_output_char(output, 'd');
    xb_output_bytes(output, NULL, 0);
    xb_output_bytes(output, "efgh", 3);
    xb_output_number(output, 0);
    xb_output_number(output, UINT64_MAX);
    xb_output_repeat(output, '-', 20);
    xb_output_repeat(output, '-', 0);
    xb_output_format(output, "<%s|%5d>", "a text of some length", 42);
    xb_output_format(output, "%s", "");
    xb_output_xml(output, "a<b>&\"c\"'\n\t\r\x01\xc3\xa9", 15);
}

static const char everything[] =
    "abcdefg018446744073709551615--------------------<a text of some length|   42>"
    "a&lt;b&gt;&amp;&quot;c&quot;'&#10;&#9;&#13;\xef\xbf\xbd\xc3\xa9";

START_TEST(output_is_the_same_with_any_buffer)
{
    for (size_t capacity = 1; capacity < 150; capacity++) {
        sink s = {.count = 0};
        char *buffer = malloc(capacity); /* so that tools notice an overrun */
        xb_output output;
        xb_output_init(&output, buffer, capacity, take, &s);
        put_everything(&output);
        ck_assert_uint_eq(xb_output_count(&output), strlen(everything));
        ck_assert_int_eq(xb_output_flush(&output), 0);
        ck_assert_int_eq(xb_output_flush(&output), 0);
        ck_assert_uint_eq(xb_output_count(&output), strlen(everything));
        ck_assert_uint_eq(s.count, strlen(everything));
        ck_assert_int_eq(memcmp(s.bytes, everything, s.count), 0);
        free(buffer);
    }
}
END_TEST

START_TEST(output_errors_stick)
{
    for (int failing = 1; failing < 8; failing++) {
        sink s = {.failing_call = failing};
        char buffer[8];
        xb_output output;
        xb_output_init(&output, buffer, sizeof buffer, take, &s);
        put_everything(&output);
        ck_assert_int_eq(xb_output_error(&output), ENOSPC);
        put_everything(&output);
        ck_assert_int_eq(xb_output_flush(&output), ENOSPC);
        ck_assert_int_eq(s.calls, failing);
        ck_assert_uint_eq(xb_output_count(&output), s.count);
        ck_assert_int_eq(memcmp(s.bytes, everything, s.count), 0);
    }
}
END_TEST

START_TEST(text_is_joined)
{
    xb_text *text = xb_text_create(arena);
    size_t length = 1;
    ck_assert_str_eq(xb_text_join(text, &length), "");
    ck_assert_uint_eq(length, 0);
    xb_output *output = xb_text_output(text);
    xb_output_put(output, "short");
    const char *early = xb_text_join(text, NULL);
    for (unsigned i = 0; i < 10000; i++)
        xb_output_format(output, "%u,", i);
    const char *late = xb_text_join(text, &length);
    ck_assert_str_eq(early, "short");
    ck_assert_uint_eq(length, strlen(late));
    ck_assert_uint_eq(length, 5 + 10 * 2 + 90 * 3 + 900 * 4 + 9000 * 5);
    const char *at = late + 5;
    for (unsigned i = 0; i < 10000; i++) {
        char number[16];
        int digits = snprintf(number, sizeof number, "%u,", i);
        ck_assert_int_eq(strncmp(at, number, (size_t)digits), 0);
        at += digits;
    }
}
END_TEST

static void put_too_much(void *argument)
{
    xb_text *text = argument;
    volatile size_t endless = SIZE_MAX / 2 + 1; /* so that compilers don't see that it is nonsense */
    xb_output_bytes(xb_text_output(text), "x", endless);
    ck_assert_int_eq(xb_output_error(xb_text_output(text)), ENOMEM);
    xb_text_join(text, NULL);
    ck_abort_msg("joined what did not fit");
}

START_TEST(text_without_memory_fails_at_the_join)
{
    xb_text *text = xb_text_create(arena);
    ck_assert(!xb_protect(failure, put_too_much, text));
}
END_TEST

static const char *json_of(const char *text)
{
    xb_text *written = xb_text_create(arena);
    xb_json_text(xb_text_output(written), text);
    return xb_text_join(written, NULL);
}

START_TEST(json_is_valid_whatever_the_text)
{
    static const struct {
        const char *text, *json;
    } examples[] = {{"", "\"\""},
                    {"a \"b\" \\ c\n", "\"a \\\"b\\\" \\\\ c\\u000a\""},
                    {"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80\""},
                    {"\xff-\xc3", "\"\\ufffd-\\ufffd\""},
                    {"\xc0\xaf", "\"\\ufffd\\ufffd\""},
                    {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
                    {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
                    {"\xe2\x82\"", "\"\\ufffd\\ufffd\\\"\""}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        ck_assert_str_eq(json_of(examples[i].text), examples[i].json);
}
END_TEST

START_TEST(json_numbers_are_exact)
{
    const double numbers[] = {0.1, -3, 1e300, INFINITY, NAN};
    xb_text *text = xb_text_create(arena);
    xb_json_numbers(xb_text_output(text), numbers, sizeof numbers / sizeof *numbers);
    ck_assert_str_eq(xb_text_join(text, NULL),
                     "[0.10000000000000001, -3, 1.0000000000000001e+300, null, null]");
}
END_TEST

START_TEST(numbers_have_as_many_digits_as_they_need)
{
    uint64_t power = 1;
    for (int digits = 1; digits <= XB_DECIMAL_DIGITS; digits++, power *= 10) {
        for (uint64_t number = power - 1; number <= power + 1; number++) {
            char written[XB_DECIMAL_DIGITS + 1] = {0}, expected[XB_DECIMAL_DIGITS + 1];
            ck_assert_int_eq((int)xb_decimal(written, number),
                             snprintf(expected, sizeof expected, "%" PRIu64, number));
            ck_assert_str_eq(written, expected);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("output");
    TCase *memory = tcase_create("memory");
    tcase_add_checked_fixture(memory, set_up, tear_down);
    tcase_add_test(memory, output_is_the_same_with_any_buffer);
    tcase_add_test(memory, output_errors_stick);
    tcase_add_test(memory, text_is_joined);
    tcase_add_test(memory, text_without_memory_fails_at_the_join);
    tcase_add_test(memory, json_is_valid_whatever_the_text);
    tcase_add_test(memory, json_numbers_are_exact);
    tcase_add_test(memory, numbers_have_as_many_digits_as_they_need);
    suite_add_tcase(suite, memory);
    return suite_run(suite);
}
