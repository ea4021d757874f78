/*
 * Validation against the schemas: verdicts, where violations are, what can't be read.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "documents.h"
#include "suite.h"
#include "languages/xaif/validate.h"

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

/* Folder of the schemas, not the one where they are installed. */
static const char *folder(void)
{
    const char *top = getenv("XB_TOP_SRCDIR");
    return xb_arena_format(arena, "%s/schemas", top ? top : ".");
}

static const char *report_of(const xb_diagnostics *diagnostics)
{
    const char *report = "";
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++)
        report = xb_arena_format(arena, "%s%s", report,
                                 xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, i)));
    return report;
}

static void check_text(const char *text, xb_schema schema, xb_status expected, const char *report)
{
    xb_diagnostics *diagnostics = xb_diagnostics_create(arena);
    xb_status status =
        xb_validate_memory(failure, diagnostics, "in.xaif", text, strlen(text), schema, folder());
    ck_assert_str_eq(report_of(diagnostics), report);
    ck_assert_int_eq(status, expected);
    ck_assert_int_eq(xb_diagnostics_status(diagnostics), expected);
}

static void validate_right(void *argument)
{
    (void)argument;
    static const struct {
        const char *file;
        xb_schema schema;
    } files[] = {
        {"program", XB_SCHEMA_PROGRAM},     {"program", XB_SCHEMA_OUTPUT},
        {"output", XB_SCHEMA_OUTPUT},       {"graphs", XB_SCHEMA_OUTPUT},
        {"inlinable", XB_SCHEMA_INLINABLE}, {"noninlinable", XB_SCHEMA_NONINLINABLE},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        check_text(documents_file(arena, xb_arena_format(arena, "tests/data/schemas/%s.xaif", files[i].file)),
                   files[i].schema, XB_STATUS_OK, "");
    check_text(documents_small, XB_SCHEMA_PROGRAM, XB_STATUS_OK, "");
}

START_TEST(right_documents)
{
    ck_assert(xb_protect(failure, validate_right, NULL));
}
END_TEST

static void validate_wrong(void *argument)
{
    (void)argument;
    const char *text = documents_replace(arena, documents_small, "<xaif:Entry", "<xaif:Entry colour=\"red\"");
    text = documents_replace(arena, text, "symbol_id=\"x\"/>", "symbol_id=\"x\" temp=\"no\"/>");
    check_text(
        text, XB_SCHEMA_PROGRAM, XB_STATUS_INVALID,
        "in.xaif:8: error: Element 'Symbol', attribute 'temp': 'no' is not a valid value of the atomic"
        " type 'xs:boolean'.\n"
        "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
        "  hint: doc/format.md describes the format; the messages of reading, without --validate, may say "
        "more\n"
        "in.xaif:20: error: Element 'Entry', attribute 'colour': The attribute 'colour' is not allowed.\n"
        "  in CallGraph/ControlFlowGraph[head]/Entry[1]\n"
        "  hint: remove it, or correct its name\n");
    text = documents_replace(arena, documents_small, "</xaif:Assignment>", "");
    check_text(text, XB_SCHEMA_PROGRAM, XB_STATUS_INVALID,
               "in.xaif:36: error: Opening and ending tag mismatch: Assignment line 22 and BasicBlock\n"
               "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]\n"
               "  hint: elements end in the reverse order of their beginnings\n");
    text = documents_replace(arena, documents_small, "<xaif:CallGraph",
                             "<!DOCTYPE xaif:CallGraph [<!ENTITY e \"x\">]>\n<xaif:CallGraph");
    check_text(text, XB_SCHEMA_PROGRAM, XB_STATUS_INVALID,
               "in.xaif:2: error: a document type declaration (DOCTYPE) is not allowed\n"
               "  hint: remove the DOCTYPE: documents are described by XML schemas\n");
    check_text("", XB_SCHEMA_PROGRAM, XB_STATUS_INVALID,
               "in.xaif:1: error: the document has no XML element\n"
               "  hint: the document is one element, as CallGraph of a program\n");
}

START_TEST(wrong_documents)
{
    ck_assert(xb_protect(failure, validate_wrong, NULL));
}
END_TEST

static void check_folder(const char *schemas, xb_status expected, const char *message)
{
    xb_diagnostics *diagnostics = xb_diagnostics_create(arena);
    ck_assert_int_eq(xb_validate_memory(failure, diagnostics, "in.xaif", "", 0, XB_SCHEMA_OUTPUT, schemas),
                     expected);
    const char *report = report_of(diagnostics);
    ck_assert_msg(strstr(report, message), "reported:\n%s", report);
}

static void validate_by_folders(void *argument)
{
    (void)argument;
    check_folder("/no such folder", XB_STATUS_FAILED,
                 "/no such folder/xaif_output.xsd: error: can't use the schema: ");
    setenv("XAIFBOOSTER_SCHEMA_DIR", "/neither this", 1);
    check_folder(NULL, XB_STATUS_FAILED, "/neither this/xaif_output.xsd: error: ");
    setenv("XAIFBOOSTER_SCHEMA_DIR", folder(), 1);
    check_folder(NULL, XB_STATUS_INVALID, "the document has no XML element");
    unsetenv("XAIFBOOSTER_SCHEMA_DIR");
}

START_TEST(folders_of_schemas)
{
    ck_assert(xb_protect(failure, validate_by_folders, NULL));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("validate");
    TCase *validation = tcase_create("validation");
    tcase_add_checked_fixture(validation, set_up, tear_down);
    tcase_add_test(validation, right_documents);
    tcase_add_test(validation, wrong_documents);
    tcase_add_test(validation, folders_of_schemas);
    suite_add_tcase(suite, validation);
    return suite_run(suite);
}
