/*
 * How diagnostics look: heads, excerpts with a caret, JSON; UTF-8.
 */
#include <check.h>
#include <string.h>

#include "base/diagnostic_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "arena_fixture.h"
#include "suite.h"

static const char *json_of(const xb_diagnostic *diagnostic, const xb_excerpt *excerpt)
{
    xb_text *text = xb_text_create(arena);
    const xb_diagnostic_look look = {.program = "tool", .excerpt = excerpt};
    xb_diagnostic_json(xb_text_output(text), diagnostic, &look);
    return xb_text_join(text, NULL);
}

/* The excerpt of a line for a message about an element. */
static const char *excerpt_of(const char *line, const char *path, const char *message)
{
    xb_text *text = xb_text_create(arena);
    const xb_diagnostic diagnostic = {.place = {.path = path}, .message = message};
    xb_excerpt excerpt = {.line = line, .length = strlen(line), .number = 7};
    xb_excerpt_find(&excerpt, &diagnostic);
    xb_excerpt_put(xb_text_output(text), &excerpt, false);
    return xb_text_join(text, NULL);
}

START_TEST(text_has_all_that_is_known)
{
    const xb_excerpt excerpt = {.line = "<a b='c'>", .length = 9, .number = 3, .mark = 3, .marked = 1};
    const xb_diagnostic diagnostic = {
        .severity = XB_SEVERITY_ERROR,
        .status = XB_STATUS_INVALID,
        .place = {.file = "in.xaif", .line = 3, .path = "A/B[c]", .source_line = 17},
        .message = "no b",
        .hint = "say c",
    };
    xb_text *text = xb_text_create(arena);
    xb_diagnostic_put(xb_text_output(text), &diagnostic, &(xb_diagnostic_look){.excerpt = &excerpt});
    ck_assert_str_eq(xb_text_join(text, NULL), "in.xaif:3: error: no b\n"
                                               "    3 | <a b='c'>\n"
                                               "      |    ^\n"
                                               "  in A/B[c], line 17 of the source\n"
                                               "  hint: say c\n");
    text = xb_text_create(arena);
    const xb_diagnostic_look coloured = {.coloured = true, .excerpt = &excerpt};
    xb_diagnostic_put(xb_text_output(text), &diagnostic, &coloured);
    ck_assert_str_eq(xb_text_join(text, NULL), "\033[1min.xaif:3: \033[0m\033[1;31merror:\033[0m no b\n"
                                               "    3 | <a b='c'>\n"
                                               "      |    \033[1;32m^\033[0m\n"
                                               "  in A/B[c], line 17 of the source\n"
                                               "  hint: say c\n");
    ck_assert_str_eq(
        json_of(&diagnostic, &excerpt),
        "{\"program\": \"tool\", \"severity\": \"error\", \"status\": 1, \"file\": \"in.xaif\", "
        "\"line\": 3, \"column\": 4, \"path\": \"A/B[c]\", \"source_line\": 17, \"source_file\": null, "
        "\"message\": \"no b\", \"hint\": \"say c\"}\n");
}
END_TEST

START_TEST(a_source_has_its_name)
{
    const xb_diagnostic diagnostic = {
        .severity = XB_SEVERITY_ERROR,
        .status = XB_STATUS_INVALID,
        .place = {.file = "in.xaif", .line = 3, .source_line = 17, .source_file = "b.f90"},
        .message = "no b",
    };
    xb_text *text = xb_text_create(arena);
    xb_diagnostic_put(xb_text_output(text), &diagnostic, &(xb_diagnostic_look){0});
    ck_assert_str_eq(xb_text_join(text, NULL), "in.xaif:3: error: no b\n  in line 17 of b.f90\n");
    ck_assert_ptr_nonnull(
        strstr(json_of(&diagnostic, NULL), "\"source_line\": 17, \"source_file\": \"b.f90\","));
}
END_TEST

START_TEST(what_is_not_known_is_null)
{
    const xb_diagnostic diagnostic = {.severity = XB_SEVERITY_WARNING, .message = "\"\\\n\xff\x1b"};
    ck_assert_str_eq(
        json_of(&diagnostic, NULL),
        "{\"program\": \"tool\", \"severity\": \"warning\", \"status\": 0, \"file\": null, "
        "\"line\": null, \"column\": null, \"path\": null, \"source_line\": null, \"source_file\": null, "
        "\"message\": \"\\\"\\\\\\u000a\\ufffd\\u001b\", \"hint\": null}\n");
}
END_TEST

START_TEST(names_don_t_command_a_terminal)
{
    const xb_diagnostic diagnostic = {.severity = XB_SEVERITY_NOTE,
                                      .place = {.file = "a\nb:1: error: c"},
                                      .message = "\x1b[2J\xc2\x9b\xe2\x80\xaex \xc3\xa4 \xff"};
    ck_assert_str_eq(xb_diagnostic_text(arena, &diagnostic),
                     "a\xef\xbf\xbd"
                     "b:1: error: c: note: \xef\xbf\xbd[2J\xef\xbf\xbd\xef\xbf\xbdx \xc3\xa4 \xff\n");
    const xb_diagnostic standard = {
        .severity = XB_SEVERITY_NOTE, .place = {.file = "-", .line = 2}, .message = "m"};
    ck_assert_str_eq(xb_diagnostic_text(arena, &standard), "(standard input):2: note: m\n");
}
END_TEST

START_TEST(marks_of_elements)
{
    static const struct {
        const char *line, *path, *message, *wanted;
    } cases[] = {
        {"  <xaif:Symbol symbol_id=\"X\"/>\r", "CallGraph/Symbol[X]", "m",
         "    7 | <xaif:Symbol symbol_id=\"X\"/>\n      | ^~~~~~~~~~~~\n"},
        {"<Symbol id=\"X\"/><Symbol id='Y'/>", "Symbol[Y]", "m",
         "    7 | <Symbol id=\"X\"/><Symbol id='Y'/>\n      |                 ^~~~~~~\n"},
        /* several that can be meant, one that is named longer, none */
        {"<S id=\"X\"/><S id=\"X\"/>", "S[X]", "m", "    7 | <S id=\"X\"/><S id=\"X\"/>\n"},
        {"<S/><S/>", "S", "m", "    7 | <S/><S/>\n"},
        {"<Symbols/>", "Symbol", "m", "    7 | <Symbols/>\n"},
        {"id='X'>", "A/S[X]", "m", "    7 | id='X'>\n"},
        {"<S id=\"Z\"/>", "S[X]", "m", "    7 | <S id=\"Z\"/>\n      | ^~\n"},
        /* labels with what separates steps */
        {"<A/><B c=\"d/e]\"/>", "A/B[d/e]]", "m", "    7 | <A/><B c=\"d/e]\"/>\n      |     ^~\n"},
        {"<A/>", "", "m", "    7 | <A/>\n"},
        {"", "A", "m", "    7 | \n"},
        {"<", "A", "m", "    7 | <\n"},
        {"<A", "A[", "m", "    7 | <A\n      | ^~\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(excerpt_of(cases[i].line, cases[i].path, cases[i].message), cases[i].wanted);
}
END_TEST

START_TEST(marks_of_quoted_words)
{
    static const struct {
        const char *line, *message, *wanted;
    } cases[] = {
        {"<A colour=\"red\"/>", "attribute 'colour' is unknown",
         "    7 | <A colour=\"red\"/>\n      |    ^~~~~~\n"},
        {"<foo>x</foo>", "unknown element 'foo'", "    7 | <foo>x</foo>\n      |  ^~~\n"},
        {"<A x=\"x\"/>", "attribute 'x'", "    7 | <A x=\"x\"/>\n      | ^~\n"},
        {"<A xy=\"x.y\"/>", "'x' isn't 'xy'", "    7 | <A xy=\"x.y\"/>\n      |    ^~\n"},
        {"<A t=\"1\"/>", "can't be 't", "    7 | <A t=\"1\"/>\n      | ^~\n"},
        {"<A>\tb</A>", "text 'b'", "    7 | <A> b</A>\n      |     ^\n"},
        {"<A b=\"\xc3\xa4\xe4\xb8\xad\" c=\"d\"/>", "'c'",
         "    7 | <A b=\"\xc3\xa4\xe4\xb8\xad\" c=\"d\"/>\n      |            ^\n"},
        {"<A b=\"\xff\x1b[2J\xe2\x80\xae\" c=\"d\"/>", "'c'",
         "    7 | <A b=\"\xef\xbf\xbd\xef\xbf\xbd[2J\xef\xbf\xbd\" c=\"d\"/>\n      |               ^\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(excerpt_of(cases[i].line, "A", cases[i].message), cases[i].wanted);
}
END_TEST

/* The columns of a line of ASCII text. */
static size_t widest(const char *text)
{
    size_t most = 0;
    for (; *text; text += strcspn(text, "\n") + 1)
        if (strcspn(text, "\n") > most)
            most = strcspn(text, "\n");
    return most;
}

START_TEST(long_lines_are_cut)
{
    const char *padding = xb_arena_format(arena, "%0500d", 0);
    const char *line = xb_arena_format(arena, "  <A>%s<Symbol/>%s</A>", padding, padding);
    for (size_t cut = 0; cut < strlen(line); cut += 7) {
        const char *text = excerpt_of(line + cut, "Symbol", "m");
        ck_assert_uint_le(widest(text), XB_EXCERPT_WIDTH);
        bool marked = strstr(line + cut, "<Symbol");
        ck_assert_int_eq(strstr(text, "<Symbol") != NULL, marked);
        ck_assert_int_eq(strchr(text, '^') != NULL, marked);
        if (marked) { /* the caret is below the element */
            const char *second = strchr(text, '\n') + 1;
            ck_assert_uint_eq(strcspn(second, "^"), (size_t)(strstr(text, "<Symbol") - text));
        }
    }
    ck_assert_uint_eq(widest(excerpt_of(padding, "A", "m")), XB_EXCERPT_WIDTH);
    ck_assert_str_eq(excerpt_of(xb_arena_format(arena, "%092d", 0), "A", "m"),
                     xb_arena_format(arena, "    7 | %092d\n", 0));
}
END_TEST

START_TEST(columns_count_characters)
{
    xb_excerpt excerpt = {
        .line = "\xc3\xa4\xe4\xb8\xad\xff<", .length = 7, .number = 1, .mark = 6, .marked = 1};
    ck_assert_uint_eq(xb_excerpt_column(&excerpt), 4);
    excerpt.marked = 0;
    ck_assert_uint_eq(xb_excerpt_column(&excerpt), 0);
}
END_TEST

START_TEST(utf8_is_checked)
{
    static const struct {
        const char *text;
        size_t room, length;
        uint32_t code;
    } cases[] = {
        {"a", 1, 1, 'a'},
        {"\xc3\xa4", 2, 2, 0xe4},
        {"\xc3\xa4", 1, 0, 0xfffd},
        {"\xe4\xb8\xad", 3, 3, 0x4e2d},
        {"\xf0\x9f\x98\x80", 9, 4, 0x1f600},
        {"\xc0\x80", 2, 0, 0xfffd},         /* overlong */
        {"\xed\xa0\x80", 3, 0, 0xfffd},     /* a surrogate */
        {"\xf4\x90\x80\x80", 4, 0, 0xfffd}, /* too large */
        {"\x80", 1, 0, 0xfffd},
        {"\xe4\xb8", 3, 0, 0xfffd},
        {"", 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t code = 1;
        ck_assert_uint_eq(xb_utf8_length(cases[i].text, cases[i].room), cases[i].length);
        ck_assert_uint_eq(xb_utf8_decode(cases[i].text, cases[i].room, &code),
                          cases[i].length > 0 ? cases[i].length : 1);
        ck_assert_uint_eq(code, cases[i].code);
    }
    ck_assert_uint_eq(xb_utf8_width(0x301), 0);
    ck_assert_uint_eq(xb_utf8_width(0xe4), 1);
    ck_assert_uint_eq(xb_utf8_width(0x4e2d), 2);
}
END_TEST

START_TEST(what_is_left_out_is_counted)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    for (size_t i = 0; i < XB_DIAGNOSTICS_LIMIT; i++) {
        ck_assert(!xb_diagnostics_full(d));
        xb_error(d, XB_STATUS_INVALID, (xb_place){.file = "a"}, NULL, "e");
    }
    ck_assert(xb_diagnostics_full(d));
    ck_assert_uint_eq(xb_diagnostics_left_out(d), 0);
    for (size_t i = 0; i < 23; i++)
        xb_error(d, XB_STATUS_INVALID, (xb_place){.file = "a"}, NULL, "e");
    xb_warning(d, (xb_place){.file = "a"}, NULL, "w");
    xb_error(d, XB_STATUS_FAILED, (xb_place){.file = "a"}, NULL, "f");
    ck_assert_uint_eq(xb_diagnostics_left_out(d), 23);
    ck_assert_uint_eq(xb_diagnostics_errors(d), XB_DIAGNOSTICS_LIMIT + 24);
    ck_assert_uint_eq(xb_diagnostics_count(d), XB_DIAGNOSTICS_LIMIT + 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diagnostics");
    SUITE_ADD(suite, "text", text_has_all_that_is_known, a_source_has_its_name, what_is_not_known_is_null,
              names_don_t_command_a_terminal, what_is_left_out_is_counted);
    SUITE_ADD(suite, "excerpts", marks_of_elements, marks_of_quoted_words, long_lines_are_cut,
              columns_count_characters, utf8_is_checked);
    return suite_run(suite);
}
