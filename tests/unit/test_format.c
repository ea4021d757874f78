/*
 * The table of attributes in doc/format.md is the vocabulary of the reader.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "documents.h"
#include "suite.h"
#include "languages/xaif/vocabulary.h"

static xb_failure *failure;
static xb_arena *arena;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* The default as the page has it; "" if there is none. */
static const char *default_of(const xb_attribute_rule *rule)
{
    switch (rule->type) {
    case XB_VALUE_NAME:
    case XB_VALUE_LOCAL:
        if (!rule->text)
            return "";
        return rule->text[0] ? xb_arena_format(arena, " %s", rule->text) : " empty";
    case XB_VALUE_BOOLEAN: return rule->number ? " true" : " false";
    case XB_VALUE_WORD: return xb_arena_format(arena, " %s", rule->words[rule->number]);
    default: return xb_arena_format(arena, " %lld", (long long)rule->number);
    }
}

/* The attributes that are required, or those that are not, with commas. */
static const char *attributes_of(const xb_element_rule *element, bool required)
{
    const char *all = "";
    for (size_t i = 0; i < xb_attribute_rule_count(element); i++) {
        const xb_attribute_rule *rule = &element->attributes[i];
        if (rule->required == required)
            all = xb_arena_format(arena, "%s%s`%s`%s", all, *all ? ", " : "",
                                  xb_attribute_name(rule->attribute), required ? "" : default_of(rule));
    }
    return all;
}

/* The cells with attributes; elements with the same ones share a row. */
static const char *cells_of(xb_element element)
{
    const xb_element_rule *rule = xb_element_rule_get(element);
    return xb_arena_format(arena, "%s | %s", attributes_of(rule, true), attributes_of(rule, false));
}

static const char *name_of(xb_element element)
{
    const char *name = xb_element_rule_get(element)->name;
    return xb_arena_format(arena, "`%s`%s", name,
                           element == XB_ELEMENT_FUNCTION_ARGUMENT ? " of `FunctionCall`" : "");
}

static const char *expected_rows(void)
{
    const char *cells[XB_ELEMENT_COUNT], *rows = "";
    for (xb_element i = XB_ELEMENT_CALL_GRAPH; i < XB_ELEMENT_COUNT; i++)
        cells[i] = cells_of(i);
    for (xb_element i = XB_ELEMENT_CALL_GRAPH; i < XB_ELEMENT_COUNT; i++) {
        const char *names = "";
        for (xb_element k = XB_ELEMENT_CALL_GRAPH; k < XB_ELEMENT_COUNT && strcmp(cells[i], " | ") != 0;
             k++) {
            if (k < i && strcmp(cells[k], cells[i]) == 0)
                break; /* is in the row of the other one */
            if (strcmp(cells[k], cells[i]) == 0)
                names = xb_arena_format(arena, "%s%s%s", names, *names ? ", " : "", name_of(k));
        }
        if (*names)
            rows = xb_arena_format(arena, "%s| %s | %s |\n", rows, names, cells[i]);
    }
    return rows;
}

static void compare_rows(void *argument)
{
    (void)argument;
    static const char head[] = "| element | required | with default |\n| --- | --- | --- |\n";
    const char *page = strstr(documents_file(arena, "doc/format.md"), head);
    ck_assert_msg(page, "doc/format.md has no table of attributes");
    page += strlen(head);
    const char *end = strstr(page, "\n\n");
    ck_assert(end);
    ck_assert_str_eq(xb_arena_copy_text(arena, page, (size_t)(end + 1 - page)), expected_rows());
}

START_TEST(page_has_the_attributes_of_the_reader)
{
    ck_assert(xb_protect(failure, compare_rows, NULL));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("format");
    TCase *tests = tcase_create("format");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, page_has_the_attributes_of_the_reader);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
