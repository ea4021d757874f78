/*
 * What the reader refuses because of its size or its place: nesting, attributes, numbers of errors and lines,
 * files, text that isn't XML.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "documents.h"
#include "suite.h"
#include "languages/xaif/reader.h"

static xb_failure *failure;
static xb_arena *arena;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

static const char *repeat(const char *text, size_t count)
{
    size_t length = strlen(text);
    char *all = xb_arena_alloc(arena, length * count + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(all + i * length, text, length);
    return all;
}

/* Reads a document that is wrong and checks how the report begins. */
static void check_refused(const char *text, const char *begin)
{
    const char *reported;
    ck_assert_ptr_null(documents_read(arena, text, strlen(text), &reported));
    ck_assert_msg(strncmp(reported, begin, strlen(begin)) == 0, "reported:\n%s", reported);
}

static void read_nested(void *argument)
{
    (void)argument;
    static const char begin[] =
        "<xaif:VariableReference vertex_id=\"v\">"
        "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>"
        "<xaif:SymbolReference vertex_id=\"1\" symbol_id=\"a\" scope_id=\"2\"/>"
        "<xaif:ArrayElementReference vertex_id=\"2\"><xaif:IndexTriplet><xaif:Index>\n";
    static const char end[] =
        "</xaif:Index></xaif:IndexTriplet></xaif:ArrayElementReference></xaif:VariableReference>";
    static const char part[] = "<xaif:Constant type=\"integer\" value=\"1\"/>";
    for (size_t levels = 0; levels < 100; levels += levels < 50 ? 10 : 1) {
        const char *middle =
            xb_arena_format(arena, "%s%s%s", repeat(begin, levels), part, repeat(end, levels));
        const char *text = documents_replace(arena, documents_small, part, middle), *reported;
        xb_program *program = documents_read(arena, text, strlen(text), &reported);
        if (levels < 60) {
            ck_assert_str_eq(reported, "");
            ck_assert_ptr_nonnull(program); /* what can be read can be written and read again */
            documents_load(arena, documents_write(arena, program, NULL));
        } else if (levels > 62) {
            ck_assert_ptr_null(program);
            ck_assert_ptr_nonnull(strstr(reported, "elements are nested "));
        }
    }
    check_refused(repeat("<a>", 100000), "in.xaif:1: error: the root element is 'a' instead of CallGraph");
}

START_TEST(nesting_is_limited)
{
    ck_assert(xb_protect(failure, read_nested, NULL));
}
END_TEST

static void read_long(void *argument)
{
    (void)argument;
    static const char part[] = "prefix=\"ad_\"";
    const char *text, *longest = repeat("x", XB_READER_ATTRIBUTE_LIMIT);
    text = documents_replace(arena, documents_small, part, xb_arena_format(arena, "prefix=\"%s\"", longest));
    xb_program *program = documents_load(arena, text);
    ck_assert_uint_eq(program->prefix->length, XB_READER_ATTRIBUTE_LIMIT);
    text = documents_replace(arena, documents_small, part, xb_arena_format(arena, "prefix=\"%sx\"", longest));
    check_refused(text, "in.xaif:2: error: attribute prefix is longer than 1048576 bytes\n"
                        "  in CallGraph\n");
    longest = repeat("x", 12 * XB_READER_ATTRIBUTE_LIMIT);
    text = documents_replace(arena, documents_small, part, xb_arena_format(arena, "prefix=\"%s\"", longest));
    check_refused(text, "in.xaif:2: error: a name, an attribute or a comment is too long\n");
    text = documents_replace(arena, documents_small, "<xaif:Entry",
                             xb_arena_format(arena, "<%s/><xaif:Entry", repeat("x", 60000)));
    check_refused(text, "in.xaif:20: error: ");
}

START_TEST(attributes_and_names_are_limited)
{
    ck_assert(xb_protect(failure, read_long, NULL));
}
END_TEST

static void read_many_errors(void *argument)
{
    (void)argument;
    const char *more = repeat("<xaif:Wrong/>", 5000), *reported;
    const char *text = documents_replace(arena, documents_small, "<xaif:Entry",
                                         xb_arena_format(arena, "%s<xaif:Entry", more));
    ck_assert_ptr_null(documents_read(arena, text, strlen(text), &reported));
    size_t count = 0;
    for (const char *found = reported; (found = strstr(found, "error: unknown element 'Wrong'")); found++)
        count++;
    ck_assert_uint_eq(count, XB_DIAGNOSTICS_LIMIT);
    ck_assert_ptr_null(strstr(reported, "missing"));
}

START_TEST(many_errors_are_counted)
{
    ck_assert(xb_protect(failure, read_many_errors, NULL));
}
END_TEST

/* Lines beyond 65535 are right too, wherever the element stands in its line. */
static void read_many_lines(void *argument)
{
    (void)argument;
    static const char part[] = "<xaif:Exit vertex_id=\"3\"/>";
    const char *blank = repeat("  \n", 70000);
    const char *text = documents_replace(
        arena, documents_small, part,
        xb_arena_format(arena, "%s<xaif:Wrong/>%s\n\n  <xaif:Label\n vertex_id=\"5\"/><xaif:Wrong/>", blank,
                        part));
    check_refused(text, "in.xaif:70037: error: unknown element 'Wrong'\n"
                        "  in CallGraph/ControlFlowGraph[head]\n");
    text = documents_replace(arena, text, "<xaif:Wrong/>", "");
    check_refused(text, "in.xaif:70040: error: unknown element 'Wrong'\n");
}

START_TEST(large_line_numbers)
{
    ck_assert(xb_protect(failure, read_many_lines, NULL));
}
END_TEST

/* ---- files ---------------------------------------------------------------------------------------- */

static void check_file(const char *file, xb_status expected, const char *message)
{
    xb_diagnostics *diagnostics = xb_diagnostics_create(arena);
    xb_program *program;
    ck_assert_int_eq(xb_read_file(failure, diagnostics, file, NULL, &program), expected);
    ck_assert_ptr_null(program);
    ck_assert_uint_eq(xb_diagnostics_count(diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(diagnostics, 0);
    ck_assert_str_eq(diagnostic->place.file, file);
    ck_assert_str_eq(diagnostic->message, message);
}

static void read_files(void *argument)
{
    (void)argument;
    check_file("/dev/null", XB_STATUS_INVALID, "the document has no XML element");
    check_file("/", XB_STATUS_FAILED, "can't read: Is a directory");
    check_file("no such file", XB_STATUS_FAILED, "can't read: No such file or directory");
    check_file("/dev/null/x", XB_STATUS_FAILED, "can't read: Not a directory");
}

START_TEST(files_that_cannot_be_read)
{
    ck_assert(xb_protect(failure, read_files, NULL));
}
END_TEST

static void read_texts(void *argument)
{
    (void)argument;
    static const char *const texts[] = {"", " ", "\n\n", "XAIF", "{}", "\xEF\xBB\xBF", "\xFF\xFE"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *reported;
        ck_assert_ptr_null(documents_read(arena, texts[i], strlen(texts[i]), &reported));
        ck_assert_ptr_nonnull(strstr(reported, ": error: the document has no XML element\n"));
    }
    const char *reported, zeros[64] = "";
    ck_assert_ptr_null(documents_read(arena, zeros, sizeof zeros, &reported));
    ck_assert_str_ne(reported, "");
}

START_TEST(what_is_no_xml)
{
    ck_assert(xb_protect(failure, read_texts, NULL));
}
END_TEST

/* libxml2 would print some complaints about encodings. */
static void read_encodings(void *argument)
{
    (void)argument;
    static const struct {
        const char *text;
        size_t length;
        const char *reported;
    } cases[] = {
        {"<\0\0\0\0004", 6, "in.xaif:1: error: the encoding UTF-32 is not read\n"},
        {"\xFF\xFE<\0a\0/\0>\0\0\xD8\0\xD8", 14, "in.xaif"},
        {"\0\0\0<", 4, "in.xaif"},
        {"\0\0<\0", 4, "in.xaif"},
        {"<\0?\0", 4, "in.xaif"},
        {"L\xA7\x94\xA7", 4, "in.xaif"},
    };
    FILE *printed = tmpfile();
    ck_assert_ptr_nonnull(printed);
    int old = dup(STDERR_FILENO);
    ck_assert_int_ge(dup2(fileno(printed), STDERR_FILENO), 0);
    const char *reports[sizeof cases / sizeof *cases];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        documents_read(arena, cases[i].text, cases[i].length, &reports[i]);
    dup2(old, STDERR_FILENO);
    close(old);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(strncmp(reports[i], cases[i].reported, strlen(cases[i].reported)) == 0, "%zu: %s", i,
                      reports[i]);
    ck_assert_int_eq(fseek(printed, 0, SEEK_END), 0);
    ck_assert_int_eq(ftell(printed), 0);
    fclose(printed);
}

START_TEST(nothing_is_printed)
{
    ck_assert(xb_protect(failure, read_encodings, NULL));
}
END_TEST

/* The small document; vertices of expressions and parts of references have ids that no vertex of control flow
 * has. */
static const char *with_ids_of_their_own(void)
{
    static const char *const changes[][2] = {
        {"<xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:AssignmentLHS>",
         "<xaif:SymbolReference vertex_id=\"31\" symbol_id=\"a\" scope_id=\"2\"/>\n"
         "<xaif:ArrayElementReference vertex_id=\"32\"><xaif:IndexTriplet><xaif:Index>\n"
         "<xaif:Constant type=\"integer\" value=\"1\"/>\n"
         "</xaif:Index></xaif:IndexTriplet></xaif:ArrayElementReference>\n"
         "<xaif:VariableReferenceEdge edge_id=\"9\" source=\"31\" target=\"32\"/></xaif:AssignmentLHS>"},
        {"<xaif:SymbolReference vertex_id=\"1\"", "<xaif:SymbolReference vertex_id=\"21\""},
        {"<xaif:ArrayElementReference vertex_id=\"2\"", "<xaif:ArrayElementReference vertex_id=\"22\""},
        {"edge_id=\"1\" source=\"1\" target=\"2\"/>\n</xaif:VariableReference>",
         "edge_id=\"1\" source=\"21\" target=\"22\"/>\n</xaif:VariableReference>"},
        {"<xaif:Intrinsic vertex_id=\"1\"", "<xaif:Intrinsic vertex_id=\"11\""},
        {"<xaif:VariableReference vertex_id=\"2\"", "<xaif:VariableReference vertex_id=\"12\""},
        {"source=\"2\" target=\"1\" position", "source=\"12\" target=\"11\" position"}};
    const char *text = documents_small;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        text = documents_replace(arena, text, changes[i][0], changes[i][1]);
    return text;
}

/* A document that is cut off anywhere is refused, once, with nothing but XML to blame. */
static void read_truncated(void *argument)
{
    (void)argument;
    const char *text = with_ids_of_their_own(), *complete;
    size_t last = strlen(text) - 2;
    ck_assert_ptr_nonnull(documents_read(arena, text, strlen(text), &complete));
    for (size_t length = 1; length < last; length++) {
        const char *reported;
        ck_assert_ptr_null(documents_read(arena, text, length, &reported));
        const char *first = strstr(reported, ": error: ");
        ck_assert_ptr_nonnull(first);
        ck_assert_ptr_null(strstr(first + 1, ": error: "));
    }
}

START_TEST(truncated_documents)
{
    ck_assert(xb_protect(failure, read_truncated, NULL));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xaif limits");
    TCase *limits = tcase_create("limits");
    tcase_add_checked_fixture(limits, set_up, tear_down);
    tcase_add_test(limits, nesting_is_limited);
    tcase_add_test(limits, attributes_and_names_are_limited);
    tcase_add_test(limits, many_errors_are_counted);
    tcase_add_test(limits, large_line_numbers);
    tcase_add_test(limits, files_that_cannot_be_read);
    tcase_add_test(limits, what_is_no_xml);
    tcase_add_test(limits, truncated_documents);
    tcase_add_test(limits, nothing_is_printed);
    suite_add_tcase(suite, limits);
    return suite_run(suite);
}
