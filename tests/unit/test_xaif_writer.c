/*
 * Writing: round trips, what is written in the place of nodes, ids of what is generated, escapes.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "documents.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "languages/xaif/vocabulary.h"
#include "suite.h"

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

/* A test whose body may run out of memory. */
#define PROTECTED_TEST(name, body)                  \
    START_TEST(name)                                \
    {                                               \
        ck_assert(xb_protect(failure, body, NULL)); \
    }                                               \
    END_TEST

static void check_contains(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part), "no '%s' in\n%s", part, text);
}

static void check_lacks(const char *text, const char *part)
{
    ck_assert_msg(!strstr(text, part), "'%s' in\n%s", part, text);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    while ((text = strstr(text, part))) {
        count++;
        text += strlen(part);
    }
    return count;
}

/* Writes a program, reads that and writes it again, which must give the same. */
static const char *write_stable(xb_program *program, const xb_write_options *options)
{
    const char *first = documents_write(arena, program, options);
    ck_assert_str_eq(documents_write(arena, documents_load(arena, first), NULL), first);
    return first;
}

static xb_routine *routine_of(const xb_program *program)
{
    return program->routines.items[0];
}

static xb_flow_vertex *block_of(const xb_program *program)
{
    return routine_of(program)->flow.vertices.items[1];
}

/* ---- round trips ---------------------------------------------------------------------------------- */

/* All facts that a document may have. */
static const char facts_of_symbols[] =
    "<xaif:Symbol symbol_id=\"x\" type=\"integer\" bytes=\"4\" unsigned=\"1\"/>"
    "<xaif:Symbol symbol_id=\"n\" type=\"integer\" parameter=\"1\"><xaif:InitialValue>"
    "<xaif:Constant type=\"integer\" value=\"3\"/></xaif:InitialValue></xaif:Symbol>"
    "<xaif:Symbol symbol_id=\"k\" save=\"1\" spelling=\"Kept\" target=\"1\"/>"
    "<xaif:Symbol symbol_id=\"b\" shape=\"vector\" storage=\"common\" block=\"one\" offset=\"8\">"
    "<xaif:DimensionBounds lower=\"0\"><xaif:UpperBound><xaif:VariableReference>"
    "<xaif:SymbolReference symbol_id=\"n\" scope_id=\"2\"/></xaif:VariableReference></xaif:UpperBound>"
    "</xaif:DimensionBounds><xaif:InitialValue repeat=\"4\"><xaif:Constant type=\"real\" value=\"1.5\"/>"
    "</xaif:InitialValue></xaif:Symbol>"
    "<xaif:Symbol symbol_id=\"p\" shape=\"vector\" allocatable=\"1\"><xaif:DimensionBounds "
    "extent=\"deferred\"/>"
    "</xaif:Symbol>"
    "<xaif:Symbol symbol_id=\"t\" type=\"string\" length=\"10\"/>"
    "<xaif:Symbol symbol_id=\"m\" shape=\"matrix\" path=\"s(:)%v(:)\"/>"
    "<xaif:Symbol symbol_id=\"q\" declared_kind=\"wp\" kind_module=\"lib\""
    " kind_statement=\"use kinds, only: wp\"/>"
    "<xaif:Symbol symbol_id=\"f\" kind=\"subroutine\" type=\"void\" unit=\"module\" module=\"lib\""
    " uses=\"use other\" plain_constants=\"8\"><xaif:Interface function=\"1\">"
    "<xaif:ArgumentSymbolReference position=\"1\" symbol_id=\"r\" scope_id=\"3\" intent=\"out\"/>"
    "</xaif:Interface></xaif:Symbol>"
    "<xaif:Symbol symbol_id=\"a\" shape=\"vector\"";

static const char *with_facts(void)
{
    const char *text = documents_replace(
        arena, documents_small,
        "<xaif:Symbol symbol_id=\"x\"/>\n<xaif:Symbol symbol_id=\"a\" shape=\"vector\"", facts_of_symbols);
    text = documents_replace(
        arena, text, "<xaif:ScopeEdge",
        "<xaif:Scope vertex_id=\"3\"><xaif:SymbolTable><xaif:Symbol symbol_id=\"r\" optional=\"1\""
        " by_value=\"1\"/></xaif:SymbolTable></xaif:Scope>"
        "<xaif:ScopeEdge edge_id=\"2\" source=\"3\" target=\"1\"/><xaif:ScopeEdge");
    return documents_replace(
        arena, text, "<xaif:Assignment statement_id=\"s\">",
        "<xaif:Marker statement_id=\"w\" text=\"write (*, *) k\"><xaif:Mod/><xaif:Read>"
        "<xaif:SideEffectReference><xaif:SymbolReference symbol_id=\"k\" scope_id=\"2\"/>"
        "</xaif:SideEffectReference></xaif:Read></xaif:Marker>"
        "<xaif:Assignment statement_id=\"s\">");
}

static void facts_come_out(void *unused)
{
    static const char *const parts[] = {"bytes=\"4\" unsigned=\"1\"",
                                        "parameter=\"1\"",
                                        "save=\"1\"",
                                        "spelling=\"Kept\"",
                                        "target=\"1\"",
                                        "storage=\"common\" block=\"one\" offset=\"8\"",
                                        "<xaif:UpperBound>",
                                        "<xaif:InitialValue repeat=\"4\">",
                                        "allocatable=\"1\"",
                                        "extent=\"deferred\"",
                                        "length=\"10\"",
                                        "path=\"s(:)%v(:)\"",
                                        "declared_kind=\"wp\" kind_module=\"lib\" "
                                        "kind_statement=\"use kinds, only: wp\"",
                                        "unit=\"module\" module=\"lib\" uses=\"use other\" "
                                        "plain_constants=\"8\"",
                                        "<xaif:Interface function=\"1\">",
                                        "optional=\"1\" by_value=\"1\"",
                                        "text=\"write (*, *) k\"",
                                        "<xaif:Mod/>",
                                        "<xaif:Read>"};
    (void)unused;
    const xb_program *program = documents_load(arena, with_facts());
    const char *text = write_stable((xb_program *)program, NULL);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        check_contains(text, parts[i]);
    const xb_scope *scope = program->scopes.items[1];
    const xb_symbol *b = xb_symbol_find(scope, xb_program_name((xb_program *)program, "b"));
    ck_assert_int_eq(b->bounds_count, 1);
    ck_assert_int_eq(b->bounds->upper, 3);
    ck_assert_uint_eq(xb_symbol_storage(b), 32);
}

PROTECTED_TEST(facts_are_written_as_they_are_read, facts_come_out)

static const char small_written[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<xaif:CallGraph xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
    " xmlns:xaif=\"http://www.mcs.anl.gov/XAIF\""
    " xsi:schemaLocation=\"http://www.mcs.anl.gov/XAIF xaif_output.xsd\" prefix=\"ad_\">\n"
    "  <xaif:ScopeHierarchy>\n"
    "    <xaif:Scope vertex_id=\"1\">\n"
    "      <xaif:SymbolTable>\n"
    "        <xaif:Symbol symbol_id=\"head\" kind=\"subroutine\" type=\"void\" shape=\"scalar\" active=\"1\" "
    "temp=\"0\"/>\n"
    "      </xaif:SymbolTable>\n"
    "    </xaif:Scope>\n"
    "    <xaif:Scope vertex_id=\"2\">\n"
    "      <xaif:SymbolTable>\n"
    "        <xaif:Symbol symbol_id=\"x\" kind=\"variable\" type=\"real\" shape=\"scalar\" active=\"1\" "
    "temp=\"0\"/>\n"
    "        <xaif:Symbol symbol_id=\"a\" kind=\"variable\" type=\"real\" shape=\"vector\" active=\"1\" "
    "temp=\"0\"/>\n"
    "      </xaif:SymbolTable>\n"
    "    </xaif:Scope>\n"
    "    <xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/>\n"
    "  </xaif:ScopeHierarchy>\n"
    "  <xaif:AliasSetMap>\n"
    "    <xaif:AliasSet key=\"0\"/>\n"
    "  </xaif:AliasSetMap>\n"
    "  <xaif:DUUDSetMap>\n"
    "    <xaif:StmtIdSet key=\"0\"/>\n"
    "  </xaif:DUUDSetMap>\n"
    "  <xaif:DOSetMap>\n"
    "    <xaif:StmtIdSet key=\"0\"/>\n"
    "  </xaif:DOSetMap>\n"
    "  <xaif:ControlFlowGraph vertex_id=\"1\" symbol_id=\"head\" scope_id=\"1\" "
    "controlflowgraph_scope_id=\"2\""
    " active=\"1\">\n"
    "    <xaif:ArgumentList>\n"
    "      <xaif:ArgumentSymbolReference position=\"1\" symbol_id=\"x\" scope_id=\"2\" intent=\"inout\"/>\n"
    "    </xaif:ArgumentList>\n"
    "    <xaif:Entry vertex_id=\"1\"/>\n"
    "    <xaif:BasicBlock vertex_id=\"2\" scope_id=\"2\">\n"
    "      <xaif:Assignment statement_id=\"s\">\n"
    "        <xaif:AssignmentLHS>\n"
    "          <xaif:SymbolReference vertex_id=\"1\" symbol_id=\"x\" scope_id=\"2\"/>\n"
    "        </xaif:AssignmentLHS>\n"
    "        <xaif:AssignmentRHS>\n"
    "          <xaif:Intrinsic vertex_id=\"1\" name=\"sin_scal\"/>\n"
    "          <xaif:VariableReference vertex_id=\"2\">\n"
    "            <xaif:SymbolReference vertex_id=\"1\" symbol_id=\"a\" scope_id=\"2\"/>\n"
    "            <xaif:ArrayElementReference vertex_id=\"2\">\n"
    "              <xaif:IndexTriplet>\n"
    "                <xaif:Index>\n"
    "                  <xaif:Constant vertex_id=\"1\" type=\"integer\" value=\"1\"/>\n"
    "                </xaif:Index>\n"
    "              </xaif:IndexTriplet>\n"
    "            </xaif:ArrayElementReference>\n"
    "            <xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>\n"
    "          </xaif:VariableReference>\n"
    "          <xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\" position=\"1\"/>\n"
    "        </xaif:AssignmentRHS>\n"
    "      </xaif:Assignment>\n"
    "    </xaif:BasicBlock>\n"
    "    <xaif:Exit vertex_id=\"3\"/>\n"
    "    <xaif:ControlFlowEdge edge_id=\"1\" source=\"1\" target=\"2\"/>\n"
    "    <xaif:ControlFlowEdge edge_id=\"2\" source=\"2\" target=\"3\"/>\n"
    "  </xaif:ControlFlowGraph>\n"
    "</xaif:CallGraph>\n";

static void write_small(void *argument)
{
    (void)argument;
    ck_assert_str_eq(write_stable(documents_load(arena, documents_small), NULL), small_written);
}

PROTECTED_TEST(small_document, write_small)

/* Whether all elements with a name may have an annotation. */
static bool may_be_annotated(const char *name, size_t length)
{
    bool may = false;
    for (xb_element i = XB_ELEMENT_CALL_GRAPH; i < XB_ELEMENT_COUNT; i++) {
        const xb_element_rule *rule = xb_element_rule_get(i);
        if (strlen(rule->name) != length || strncmp(rule->name, name, length) != 0)
            continue;
        may = rule->attributes && xb_attribute_rule_find(rule, "annotation") != SIZE_MAX;
        if (!may)
            return false;
    }
    return may;
}

/* The document with an annotation of its own, "note" and a number from 0, for each element that may have one.
 */
static const char *annotated(const char *text, size_t *count)
{
    static const char begin[] = "<xaif:";
    xb_text *result = xb_text_create(arena);
    xb_output *output = xb_text_output(result);
    *count = 0;
    for (const char *at; (at = strstr(text, begin)) != NULL;) {
        const char *name = at + strlen(begin), *rest = name + strcspn(name, " />\n");
        const char *given = strstr(rest, "annotation=");
        bool has_one = given && given < rest + strcspn(rest, ">");
        xb_output_format(output, "%.*s", (int)(rest - text), text);
        if (!has_one && may_be_annotated(name, (size_t)(rest - name)))
            xb_output_format(output, " annotation=\"note%zu.\"", (*count)++);
        text = rest;
    }
    xb_output_put(output, text);
    return xb_text_join(result, NULL);
}

static void write_annotations(void *argument)
{
    (void)argument;
    static const char *const files[] = {"program", "output"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t count;
        const char *file =
            documents_file(arena, xb_arena_format(arena, "tests/data/schemas/%s.xaif", files[i]));
        const char *text = annotated(documents_write(arena, documents_load(arena, file), NULL), &count);
        const char *written = write_stable(documents_load(arena, text), NULL);
        ck_assert_uint_gt(count, 20);
        for (size_t n = 0; n < count; n++)
            check_contains(written, xb_arena_format(arena, "annotation=\"note%zu.\"", n));
    }
}

PROTECTED_TEST(annotations_are_kept, write_annotations)

static void write_files(void *argument)
{
    (void)argument;
    static const char *const files[] = {"program", "output", "graphs"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *text =
            documents_file(arena, xb_arena_format(arena, "tests/data/schemas/%s.xaif", files[i]));
        write_stable(documents_load(arena, text), NULL);
    }
    const char *text = documents_file(arena, "tests/data/schemas/program.xaif");
    const char *written = write_stable(documents_load(arena, text), NULL);
    static const char *const kept[] = {
        "lineNumber=\"1\"",      "lineNumber=\"2\"",
        "reversal=\"explicit\"", "pointer=\"1\"",
        "do_chain=\"1\"",        "live=\"0\"",
        "rType=\"integer\"",     "rShape=\"scalar\"",
        "type=\"***\"",          "structured=\"0\"",
        "active=\"0\"",          "active=\"true\"",
        "lower=\"0\"",           "name=\"property\"",
        "annotation=\"third\"",  "formalArgCount=\"3\"",
        "<xaif:ReadLocal/>",     "has_condition_value=\"1\"",
        "partial=\"1\"",         "<xaif:OnEntry/>",
        "vertex_id=\"mod1\"",    "<xaif:StatementId idRef=\"\"/>",
        "<xaif:IndexTriplet/>",  "intent=\"out\"",
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        check_contains(written, kept[i]);
}

PROTECTED_TEST(nothing_is_lost, write_files)

static void write_escapes(void *argument)
{
    (void)argument;
    static const char raw[] = "&lt;a href=&quot;b&quot;&gt; &amp;amp; '&#10;&#9;&#13;]]&gt; \xC3\xA9";
    const char *text = documents_replace(arena, documents_small, "<xaif:Entry",
                                         xb_arena_format(arena, "<xaif:Entry annotation=\"%s\"", raw));
    xb_program *program = documents_load(arena, text);
    const xb_flow_vertex *entry = routine_of(program)->flow.vertices.items[0];
    ck_assert_str_eq(xb_node_annotation(program, &entry->node)->text,
                     "<a href=\"b\"> &amp; '\n\t\r]]> \xC3\xA9");
    check_contains(write_stable(program, NULL), raw);
}

PROTECTED_TEST(escapes, write_escapes)

static void write_keys(void *argument)
{
    (void)argument;
    const char *text =
        documents_replace(arena, documents_small, "<xaif:AliasSet key=\"0\"/>", "<xaif:AliasSet key=\"4\"/>");
    text =
        documents_replace(arena, text, "<xaif:DUUDSetMap><xaif:StmtIdSet key=\"0\"/>", "<xaif:DUUDSetMap>");
    const char *written = write_stable(documents_load(arena, text), NULL);
    check_contains(written, "<xaif:AliasSet key=\"0\"/>\n    <xaif:AliasSet key=\"4\"/>");
    ck_assert_uint_eq(count_of(written, "<xaif:StmtIdSet key=\"0\"/>"), 2);
}

PROTECTED_TEST(key_zero_exists, write_keys)

/* ---- what is written in the place of what --------------------------------------------------------- */

static xb_assignment *made_assignment(xb_program *program, xb_made_id id)
{
    xb_symbol *x =
        xb_symbol_find(xb_scope_find(program, xb_program_name(program, "2")), xb_program_name(program, "x"));
    return xb_build_assignment_as(program, id, xb_build_reference(program, x),
                                  xb_build_leaf(program, xb_build_real(program, 0.5)));
}

static xb_assignment *new_assignment(xb_program *program, const char *id)
{
    return made_assignment(program, (xb_made_id){XB_ID_NAME, xb_program_name(program, id), 0});
}

static void derive(xb_program *program, void *node, void *first, void *second)
{
    xb_list *list = xb_arena_alloc(program->arena, sizeof *list);
    if (first)
        xb_list_append(program->arena, list, first);
    if (second)
        xb_list_append(program->arena, list, second);
    xb_derive(program, node, list);
}

static void write_derived(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    const char *before = documents_write(arena, program, NULL);
    xb_node *read = block_of(program)->statements.items[0];
    xb_assignment *first = new_assignment(program, "first"), *second = new_assignment(program, "second");
    derive(program, read, first, read);
    const char *written = write_stable(program, NULL);
    ck_assert(strstr(written, "\"first\"") < strstr(written, "\"s\""));
    derive(program, first, second, first); /* derived nodes have derived nodes */
    written = write_stable(program, NULL);
    ck_assert(strstr(written, "\"second\"") < strstr(written, "\"first\""));
    ck_assert(strstr(written, "\"first\"") < strstr(written, "\"s\""));
    derive(program, read, NULL, NULL); /* nothing in its place */
    written = write_stable(program, NULL);
    check_lacks(written, "statement_id");
    const xb_write_options original = {.view = XB_VIEW_READ};
    ck_assert_str_eq(documents_write(arena, program, &original), before);
}

PROTECTED_TEST(derived_statements, write_derived)

static void write_derived_vertices(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    xb_flow_vertex *block = block_of(program), *copy = xb_copy_flow_vertex(program, block);
    copy->id = xb_program_name(program, "copy");
    xb_list_append(program->arena, &copy->statements, new_assignment(program, "more"));
    xb_derive_one(program, &block->node, &copy->node);
    const xb_write_options options = {.schema_path = "a \"b\"/c"};
    const char *written = documents_write(arena, program, &options);
    check_contains(written, "XAIF a &quot;b&quot;/c/xaif_output.xsd\"");
    written = write_stable(program, NULL);
    check_contains(written, "<xaif:ControlFlowEdge edge_id=\"1\" source=\"1\" target=\"copy\"/>");
    check_contains(written, "<xaif:ControlFlowEdge edge_id=\"2\" source=\"copy\" target=\"3\"/>");
    check_contains(written, "statement_id=\"more\"");
    xb_routine *routine = routine_of(program), *other = xb_copy_routine(program, routine);
    other->id = xb_program_name(program, "other");
    other->structured = false;
    xb_derive_one(program, &routine->node, &other->node);
    xb_assignment *assignment = block->statements.items[0];
    xb_derive_one(program, &assignment->target->vertex.node,
                  &new_assignment(program, "unused")->target->vertex.node);
    xb_derive_one(program, &assignment->value->node,
                  &xb_build_leaf(program, xb_build_integer(program, 7))->node);
    written = write_stable(program, NULL);
    check_contains(written, "<xaif:ControlFlowGraph vertex_id=\"other\"");
    check_contains(written, "structured=\"0\"");
    check_contains(written, "value=\"7\"");
    check_lacks(written, "sin_scal");
}

PROTECTED_TEST(derived_vertices_routines_expressions, write_derived_vertices)

/* Makes a routine with a scope, a block and edges of its own, all without ids. */
static xb_routine *generate_routine(xb_program *program)
{
    xb_routine *routine = routine_of(program), *made = xb_copy_routine(program, routine);
    made->id = NULL;
    made->scope = xb_scope_create(program, NULL);
    made->scope->parent = routine->scope;
    made->symbol = xb_symbol_create(program, program->root, xb_program_name(program, "made"), true);
    made->symbol->kind = XB_SYMBOL_SUBROUTINE;
    xb_flow_vertex *block = xb_copy_flow_vertex(program, block_of(program));
    block->id = NULL;
    block->scope = made->scope;
    xb_symbol *local =
        xb_temporary_create(program, made->scope, "local", (xb_temporary_type){.type = XB_TYPE_REAL});
    xb_assignment *assignment = xb_build_assignment(program, "set", xb_build_reference(program, local),
                                                    xb_build_leaf(program, xb_build_integer(program, 1)));
    block->statements = (xb_list){0};
    xb_list_append(program->arena, &block->statements, assignment);
    made->flow.vertices.items[1] = block;
    made->flow.edges.items[0] = xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof(xb_flow_edge), 0);
    made->has_formals = false;
    made->formals = (xb_list){0};
    return made;
}

static void write_generated(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    const char *before = documents_write(arena, program, NULL);
    xb_routine *routine = routine_of(program), *made = generate_routine(program);
    derive(program, routine, routine, made);
    xb_build_call_edge(program, made, made);
    const char *written = write_stable(program, NULL);
    check_contains(written, "<xaif:Scope vertex_id=\"3\">");
    check_contains(written, "source=\"3\" target=\"2\"");
    check_contains(written, "symbol_id=\"made\" scope_id=\"1\" controlflowgraph_scope_id=\"3\"");
    check_contains(written, "<xaif:BasicBlock vertex_id=\"2\" scope_id=\"3\">");
    check_contains(written, "<xaif:ControlFlowEdge edge_id=\"1\" source=\"1\" target=\"2\"/>");
    check_contains(written, "<xaif:CallGraphEdge edge_id=\"1\" source=\"2\" target=\"2\"/>");
    const xb_write_options original = {.view = XB_VIEW_READ};
    ck_assert_str_eq(documents_write(arena, program, &original), before);
}

PROTECTED_TEST(generated_ids, write_generated)

static void write_overlay(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    const char *before = documents_write(arena, program, NULL);
    xb_scope *scope = xb_scope_find(program, xb_program_name(program, "2"));
    const xb_bounds bounds[2] = {{-3, 4}, {1, 2}};
    const xb_temporary_type type = {
        .type = XB_TYPE_REAL, .rank = 2, .bounds = bounds, .fe_type = xb_program_name(program, "F8")};
    xb_temporary_create(program, scope, "lin", type);
    check_contains(write_stable(program, NULL),
                   "shape=\"vector\" active=\"1\" temp=\"0\"/>\n"
                   "        <xaif:Symbol symbol_id=\"ad_lin_0\" kind=\"variable\" type=\"real\" feType=\"F8\""
                   " shape=\"matrix\" active=\"0\" temp=\"1\">\n"
                   "          <xaif:DimensionBounds lower=\"-3\" upper=\"4\"/>\n"
                   "          <xaif:DimensionBounds lower=\"1\" upper=\"2\"/>\n"
                   "        </xaif:Symbol>\n");
    const xb_write_options original = {.view = XB_VIEW_READ};
    ck_assert_str_eq(documents_write(arena, program, &original), before);
}

PROTECTED_TEST(new_symbols, write_overlay)

static void write_activity(void *argument)
{
    (void)argument;
    const char *text = documents_replace(arena, documents_small, "<xaif:AssignmentLHS>",
                                         "<xaif:AssignmentLHS active=\"false\">");
    text = documents_replace(arena, text, "symbol_id=\"a\" shape", "symbol_id=\"a\" type=\"integer\" shape");
    xb_program *program = documents_load(arena, text);
    const xb_write_options options = {.resolve_activity = true};
    const char *written = write_stable(program, &options);
    check_contains(written, "<xaif:AssignmentLHS active=\"false\">");
    check_contains(written, "<xaif:VariableReference vertex_id=\"2\" active=\"false\">");
    program = documents_load(arena, documents_small);
    written = write_stable(program, &options);
    check_contains(written, "<xaif:AssignmentLHS active=\"true\">");
    check_contains(written, "<xaif:VariableReference vertex_id=\"2\" active=\"true\">");
}

PROTECTED_TEST(activity, write_activity)

/* ---- ids ------------------------------------------------------------------------------------------ */

static void append(xb_program *program, void *statement)
{
    xb_list_append(program->arena, &block_of(program)->statements, statement);
}

/* Statements have these ids, in order, and there are no others. */
static void check_ids(const char *written, const char *const *ids)
{
    const char *place = written;
    for (size_t i = 0; ids[i]; i++) {
        place = strstr(place, "statement_id=\"");
        ck_assert_ptr_nonnull(place);
        place += strlen("statement_id=\"");
        ck_assert_msg(strncmp(place, ids[i], strlen(ids[i])) == 0 && place[strlen(ids[i])] == '"',
                      "id number %zu should be %s, found %.20s", i, ids[i], place);
    }
    ck_assert_ptr_null(strstr(place, "statement_id=\""));
}

static void write_statement_ids(void *argument)
{
    (void)argument;
    const char *text = documents_replace(arena, documents_small, "</xaif:BasicBlock>",
                                         "<xaif:Marker statement_id=\"late\"/>"
                                         "<xaif:Marker statement_id=\"twice_1\"/></xaif:BasicBlock>");
    xb_program *program = documents_load(arena, text);
    xb_list *list = &block_of(program)->statements;
    void *late = list->items[1];
    list->items[1] = new_assignment(program, "late"); /* generated, before the one that was read */
    append(program, late);
    for (int i = 0; i < 3; i++)
        append(program, new_assignment(program, "twice"));
    append(program, new_assignment(program, "twice_2"));
    append(program, new_assignment(program, "s"));
    for (int i = 0; i < 2; i++) {
        append(program, xb_build_inlinable_call(program, XB_RUNTIME_PUSH, "call"));
        append(program, new_assignment(program, "twice_1_1"));
    }
    const char *written = write_stable(program, NULL);
    static const char *const ids[] = {"s",         "late_1",  "twice_1",     "late", "twice",
                                      "twice_3",   "twice_4", "twice_2",     "s_1",  "call",
                                      "twice_1_1", "call",    "twice_1_1_1", NULL};
    check_ids(written, ids);
}

PROTECTED_TEST(statement_ids_are_unique, write_statement_ids)

/* Ids that are kept as a name and a number get out of the way of those that were read, of names, and of each
 * other; ids that are made of others get out of theirs. */
static void write_made_ids(void *argument)
{
    (void)argument;
    const char *text = documents_replace(arena, documents_small, "</xaif:BasicBlock>",
                                         "<xaif:Marker statement_id=\"p_1\"/></xaif:BasicBlock>");
    xb_program *program = documents_load(arena, text);
    xb_list *list = &block_of(program)->statements;
    const xb_statement *read = list->items[0];
    for (uint32_t i = 0; i < 3; i++)
        append(program, made_assignment(program, xb_id_numbered(program, "p_")));
    append(program, made_assignment(program, xb_id_of(list->items[3])));
    append(program, made_assignment(program, xb_id_of_replacement(program, read, 1)));
    append(program, made_assignment(program, xb_id_of_replacement(program, read, 2)));
    append(program, made_assignment(program, xb_id_of_replacement(program, read, 1)));
    append(program, made_assignment(program, xb_id_of_replacement(program, list->items[2], 1)));
    append(program, new_assignment(program, "p"));
    for (int i = 0; i < 2; i++)
        append(program, new_assignment(program, "p"));
    check_ids(write_stable(program, NULL),
              (const char *const[]){"s", "p_1", "p_0", "p_1_1", "p_2", "p_1_2", "_replacement_1_for_s",
                                    "_replacement_2_for_s", "_replacement_1_for_s_1",
                                    "_replacement_1_for_p_0", "p", "p_3", "p_4", NULL});
}

PROTECTED_TEST(made_ids_are_unique, write_made_ids)

static void write_generated_ids(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    xb_assignment *assignment = block_of(program)->statements.items[0];
    xb_expression *value = assignment->value; /* has vertices 1 and 2, edge 1 */
    const uint32_t add = xb_expression_add(program, value, xb_build_intrinsic(program, "add_scal_scal"));
    const uint32_t one = xb_expression_add(program, value, xb_build_integer(program, 1));
    xb_expression_connect(program, value, 0, add, 1);
    xb_expression_connect(program, value, one, add, 2);
    value->vertices[1]->id = xb_program_name(program, "3");
    const char *written = write_stable(program, NULL);
    check_contains(written, "<xaif:Intrinsic vertex_id=\"2\" name=\"add_scal_scal\"/>");
    check_contains(written, "<xaif:Constant vertex_id=\"4\" type=\"integer\" value=\"1\"/>");
    check_contains(written, "<xaif:ExpressionEdge edge_id=\"1\" source=\"3\" target=\"1\" position=\"1\"/>");
    check_contains(written, "<xaif:ExpressionEdge edge_id=\"2\" source=\"1\" target=\"2\" position=\"1\"/>");
    check_contains(written, "<xaif:ExpressionEdge edge_id=\"3\" source=\"4\" target=\"2\" position=\"2\"/>");
    xb_reference *reference = (xb_reference *)value->vertices[1];
    reference->parts = &(xb_reference_parts){.element_vertex_id = xb_program_name(program, "1")};
    written = write_stable(program, NULL);
    check_contains(written, "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"2\" target=\"1\"/>");
}

PROTECTED_TEST(ids_of_generated_vertices, write_generated_ids)

/* ---- what can't be written ------------------------------------------------------------------------ */

static xb_status status_of(const xb_program *program)
{
    xb_text *text = xb_text_create(arena);
    return xb_write(program, xb_text_output(text), NULL);
}

static void write_circles(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    xb_node *read = block_of(program)->statements.items[0];
    xb_node *other = &new_assignment(program, "other")->statement.node;
    const char *before = documents_write(arena, program, NULL);
    xb_derive_one(program, read, other);
    xb_derive_one(program, other, read); /* meant as it is */
    ck_assert_str_eq(documents_write(arena, program, NULL), before);
    xb_assignment *assignment = block_of(program)->statements.items[0];
    derive(program, assignment->value, assignment->value, assignment->value);
    ck_assert_int_eq(status_of(program), XB_STATUS_UNSUPPORTED);
    ck_assert_uint_eq(xb_diagnostics_errors(program->diagnostics), 1);
}

PROTECTED_TEST(circles_are_written_and_pairs_refused, write_circles)

static void write_deep(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    xb_scope *scope = xb_scope_find(program, xb_program_name(program, "2"));
    xb_symbol *a = xb_symbol_find(scope, xb_program_name(program, "a"));
    xb_assignment *assignment = block_of(program)->statements.items[0];
    for (int level = 0; level < 1000; level++) {
        xb_reference *reference = xb_build_reference(program, a);
        xb_triplet *triplet = xb_node_create(program, XB_KIND_TRIPLET, sizeof *triplet, 0);
        triplet->index = assignment->value;
        xb_list_append(program->arena, &reference->subscripts, triplet);
        assignment->value = xb_build_leaf(program, reference);
        xb_status status = status_of(program);
        ck_assert_int_eq(status, level < 60 ? XB_STATUS_OK : level > 62 ? XB_STATUS_UNSUPPORTED : status);
        if (status == XB_STATUS_OK)
            documents_load(arena, documents_write(arena, program, NULL));
        level += level > 70 ? 300 : 0;
    }
}

PROTECTED_TEST(deep_nesting_is_refused, write_deep)

/* A sink with little room. */
static int write_little(void *sink, const char *bytes, size_t count)
{
    (void)bytes;
    size_t *room = sink;
    if (count > *room)
        return 28; /* no space left */
    *room -= count;
    return 0;
}

static void write_to_full_sink(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    for (size_t size = 0; size < sizeof small_written + 20; size++) {
        size_t room = size;
        char buffer[10];
        xb_output output;
        xb_output_init(&output, buffer, sizeof buffer, write_little, &room);
        xb_status status = xb_write(program, &output, NULL);
        ck_assert_int_eq(status, size < sizeof small_written - 1 ? XB_STATUS_FAILED : XB_STATUS_OK);
        ck_assert_int_eq(xb_output_error(&output), status == XB_STATUS_OK ? 0 : 28);
    }
}

PROTECTED_TEST(errors_of_output, write_to_full_sink)

int main(void)
{
    static const TTest *const *const tests[] = {
        &small_document,
        &annotations_are_kept,
        &nothing_is_lost,
        &facts_are_written_as_they_are_read,
        &escapes,
        &key_zero_exists,
        &derived_statements,
        &derived_vertices_routines_expressions,
        &new_symbols,
        &activity,
        &errors_of_output,
        &statement_ids_are_unique,
        &made_ids_are_unique,
        &ids_of_generated_vertices,
        &generated_ids,
        &circles_are_written_and_pairs_refused,
        &deep_nesting_is_refused,
    };
    Suite *suite = suite_create("xaif writer");
    TCase *writing = tcase_create("writing");
    tcase_add_checked_fixture(writing, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(writing, *tests[i]);
    suite_add_tcase(suite, writing);
    return suite_run(suite);
}
