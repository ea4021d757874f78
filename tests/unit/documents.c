#include "documents.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "languages/xaif/reader.h"

const char documents_small[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" /* line 1 */
    "<xaif:CallGraph xmlns:xaif=\"http://www.mcs.anl.gov/XAIF\" prefix=\"ad_\">\n"
    "<xaif:ScopeHierarchy>\n"
    "<xaif:Scope vertex_id=\"1\"><xaif:SymbolTable>\n"
    "<xaif:Symbol symbol_id=\"head\" kind=\"subroutine\" type=\"void\"/>\n"
    "</xaif:SymbolTable></xaif:Scope>\n"
    "<xaif:Scope vertex_id=\"2\"><xaif:SymbolTable>\n"
    "<xaif:Symbol symbol_id=\"x\"/>\n"
    "<xaif:Symbol symbol_id=\"a\" shape=\"vector\"/>\n"
    "</xaif:SymbolTable></xaif:Scope>\n" /* line 10 */
    "<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/>\n"
    "</xaif:ScopeHierarchy>\n"
    "<xaif:AliasSetMap><xaif:AliasSet key=\"0\"/></xaif:AliasSetMap>\n"
    "<xaif:DUUDSetMap><xaif:StmtIdSet key=\"0\"/></xaif:DUUDSetMap>\n"
    "<xaif:DOSetMap><xaif:StmtIdSet key=\"0\"/></xaif:DOSetMap>\n"
    "<xaif:ControlFlowGraph vertex_id=\"1\" symbol_id=\"head\" scope_id=\"1\" "
    "controlflowgraph_scope_id=\"2\">\n"
    "<xaif:ArgumentList>\n"
    "<xaif:ArgumentSymbolReference position=\"1\" symbol_id=\"x\" scope_id=\"2\"/>\n"
    "</xaif:ArgumentList>\n"
    "<xaif:Entry vertex_id=\"1\"/>\n" /* line 20 */
    "<xaif:BasicBlock vertex_id=\"2\" scope_id=\"2\">\n"
    "<xaif:Assignment statement_id=\"s\">\n"
    "<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:AssignmentLHS>\n"
    "<xaif:AssignmentRHS>\n"
    "<xaif:Intrinsic vertex_id=\"1\" name=\"sin_scal\"/>\n"
    "<xaif:VariableReference vertex_id=\"2\">\n"
    "<xaif:SymbolReference vertex_id=\"1\" symbol_id=\"a\" scope_id=\"2\"/>\n"
    "<xaif:ArrayElementReference vertex_id=\"2\"><xaif:IndexTriplet><xaif:Index>\n"
    "<xaif:Constant type=\"integer\" value=\"1\"/>\n"
    "</xaif:Index></xaif:IndexTriplet></xaif:ArrayElementReference>\n" /* line 30 */
    "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>\n"
    "</xaif:VariableReference>\n"
    "<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\" position=\"1\"/>\n"
    "</xaif:AssignmentRHS>\n"
    "</xaif:Assignment>\n"
    "</xaif:BasicBlock>\n"
    "<xaif:Exit vertex_id=\"3\"/>\n"
    "<xaif:ControlFlowEdge edge_id=\"1\" source=\"1\" target=\"2\"/>\n"
    "<xaif:ControlFlowEdge edge_id=\"2\" source=\"2\" target=\"3\"/>\n"
    "</xaif:ControlFlowGraph>\n" /* line 40 */
    "</xaif:CallGraph>\n";

const char *documents_replace(xb_arena *arena, const char *text, const char *part, const char *by)
{
    const char *found = strstr(text, part);
    ck_assert_msg(found, "the document has no '%s'", part);
    return xb_arena_format(arena, "%.*s%s%s", (int)(found - text), text, by, found + strlen(part));
}

/* What was read; programs own memory of their own. */
static xb_program *programs[1000];
static size_t program_count;

xb_program *documents_read(xb_arena *arena, const char *text, size_t length, const char **reported)
{
    xb_diagnostics *diagnostics = xb_diagnostics_create(arena);
    const xb_read_options options = {.name = "in.xaif"};
    xb_program *program;
    xb_status status = xb_read_memory(xb_arena_failure(arena), diagnostics, text, length, &options, &program);
    *reported = "";
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        const char *more = xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, i));
        *reported = xb_arena_format(arena, "%s%s", *reported, more);
    }
    ck_assert_int_eq(status, xb_diagnostics_status(diagnostics));
    ck_assert((program == NULL) == (status != XB_STATUS_OK));
    if (program) {
        ck_assert(program_count < sizeof programs / sizeof *programs);
        programs[program_count++] = program;
    }
    return program;
}

xb_program *documents_load(xb_arena *arena, const char *text)
{
    const char *reported;
    xb_program *program = documents_read(arena, text, strlen(text), &reported);
    ck_assert_str_eq(reported, "");
    return program;
}

void documents_forget(void)
{
    while (program_count > 0)
        xb_program_destroy(programs[--program_count]);
}

const char *documents_write(xb_arena *arena, const xb_program *program, const xb_write_options *options)
{
    xb_text *text = xb_text_create(arena);
    ck_assert_int_eq(xb_write(program, xb_text_output(text), options), XB_STATUS_OK);
    return xb_text_join(text, NULL);
}

const char *documents_file(xb_arena *arena, const char *name)
{
    const char *top = getenv("XB_TOP_SRCDIR");
    const char *path = xb_arena_format(arena, "%s/%s", top ? top : ".", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file, "can't open %s", path);
    xb_text *text = xb_text_create(arena);
    char buffer[4096];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0)
        xb_output_bytes(xb_text_output(text), buffer, count);
    fclose(file);
    return xb_text_join(text, NULL);
}
