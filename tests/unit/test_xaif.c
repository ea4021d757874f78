/*
 * Reading: defaults, all elements and attributes, namespaces, encodings, edges before vertices.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "documents.h"
#include "ir/verify.h"
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

#define ck_assert_name(name, expected) ck_assert_str_eq((name)->text, expected)

static xb_symbol *symbol(xb_program *program, const char *scope, const char *id)
{
    xb_scope *found = xb_scope_find(program, xb_program_name(program, scope));
    ck_assert_ptr_nonnull(found);
    xb_symbol *result = xb_symbol_find(found, xb_program_name(program, id));
    ck_assert_ptr_nonnull(result);
    return result;
}

static xb_flow_vertex *flow_vertex(const xb_routine *routine, const char *id)
{
    for (size_t i = 0; i < routine->flow.vertices.count; i++) {
        xb_flow_vertex *vertex = routine->flow.vertices.items[i];
        if (strcmp(vertex->id->text, id) == 0)
            return vertex;
    }
    ck_abort_msg("no vertex %s", id);
}

/* ---- defaults ------------------------------------------------------------------------------------- */

static void check_plain_reference(const xb_reference *reference)
{
    ck_assert_int_eq(reference->vertex.node.kind, XB_KIND_VARIABLE_REFERENCE);
    ck_assert_uint_eq(reference->vertex.node.annotation, 0);
    ck_assert_ptr_null(reference->parts->symbol_annotation);
    ck_assert_uint_eq(reference->alias, 0);
    ck_assert_uint_eq(reference->du_ud, 0);
    ck_assert_int_eq(reference->active, XB_ACTIVITY_UNDEFINED);
    ck_assert(!reference->deriv && !reference->constant && reference->live);
    ck_assert_uint_eq(reference->parts->properties.count, 0);
}

static void read_defaults(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_small);
    ck_assert_ptr_null(program->program_name);
    ck_assert_name(program->prefix, "ad_");
    ck_assert_str_eq(program->file, "in.xaif");

    const xb_symbol *x = symbol(program, "2", "x");
    ck_assert_int_eq(x->kind, XB_SYMBOL_VARIABLE);
    ck_assert_int_eq(x->type, XB_TYPE_REAL);
    ck_assert_int_eq(x->rank, 0);
    ck_assert_ptr_null(x->fe_type);
    ck_assert(x->active && !x->temp && !x->pointer && !x->overlay && !x->temporary);
    ck_assert_uint_eq(x->bounds_count, 0);
    ck_assert_uint_eq(x->node.line, 8);
    ck_assert_int_eq(x->node.kind, XB_KIND_SYMBOL);
    ck_assert_int_eq(symbol(program, "2", "a")->rank, 1);

    const xb_routine *routine = program->routines.items[0];
    ck_assert_ptr_eq(routine->symbol, symbol(program, "1", "head"));
    ck_assert(routine->active && routine->structured && routine->has_formals);
    ck_assert_ptr_eq(xb_program_routine(program, routine->symbol), routine);
    ck_assert_ptr_eq(routine->scope->parent, program->root);
    ck_assert_name(program->root->id, "1");
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++)
        ck_assert(!routine->has_side_effects[i]);
    const xb_formal *formal = routine->formals.items[0];
    ck_assert(formal->intent == XB_INTENT_INOUT && !formal->deriv && formal->position == 1);

    const xb_flow_edge *edge = routine->flow.edges.items[1];
    ck_assert(!edge->has_condition_value && edge->condition_value == 1);
    ck_assert_uint_eq(routine->flow.graph.vertex_count, 3);
    ck_assert_uint_eq(xb_graph_source(&routine->flow.graph, 1), 1);
    ck_assert_uint_eq(xb_graph_target(&routine->flow.graph, 1), 2);

    const xb_flow_vertex *block = flow_vertex(routine, "2");
    const xb_assignment *assignment = block->statements.items[0];
    ck_assert_uint_eq(assignment->do_chain, 0);
    ck_assert_uint_eq(assignment->line_number, 0);
    ck_assert_uint_eq(assignment->statement.node.line, 22);
    check_plain_reference(assignment->target);
    ck_assert_ptr_null(assignment->target->vertex.id);
    ck_assert_uint_eq(assignment->target->subscripts.count, 0);
    ck_assert_uint_eq(assignment->value->root, 0);
    const xb_intrinsic *sine = (const void *)assignment->value->vertices[0];
    ck_assert_ptr_null(sine->type);
    ck_assert(!sine->has_result_type && !sine->has_result_shape);
    ck_assert(sine->result_type == XB_TYPE_REAL && sine->result_rank == 0);
    const xb_reference *reference = (const void *)assignment->value->vertices[1];
    check_plain_reference(reference);
    const xb_triplet *triplet = reference->subscripts.items[0];
    ck_assert(triplet->index && !triplet->bound && !triplet->stride);
    const xb_constant *constant = (const void *)triplet->index->vertices[0];
    ck_assert_ptr_null(constant->vertex.id); /* the number of its place */
    ck_assert_ptr_null(constant->fe_type);
    ck_assert_uint_eq(xb_expression_operand(assignment->value, 0, 1), 1);
}

PROTECTED_TEST(defaults, read_defaults)

static void read_more_defaults(void *argument)
{
    (void)argument;
    const char *text = documents_replace(
        arena, documents_small, "<xaif:AliasSet key=\"0\"/>",
        "<xaif:AliasSet key=\"1\"><xaif:AliasRange from_virtual_address=\" +7 \" to_virtual_address=\"9\"/>"
        "</xaif:AliasSet>");
    text = documents_replace(arena, text, "<xaif:Exit vertex_id=\"3\"/>",
                             "<xaif:Exit vertex_id=\"3\"/><xaif:ForLoop vertex_id=\"4\"/>");
    text = documents_replace(arena, text, "</xaif:BasicBlock>",
                             "<xaif:SubroutineCall statement_id=\"c\" symbol_id=\"head\" scope_id=\"1\">"
                             "<xaif:Argument position=\"4\"><xaif:Constant type=\"double\" value=\"1.5\"/>"
                             "</xaif:Argument></xaif:SubroutineCall></xaif:BasicBlock>");
    text = documents_replace(arena, text, " prefix=\"ad_\"", "");
    const char *reported;
    xb_program *program = documents_read(arena, text, strlen(text), &reported);
    ck_assert_str_eq(reported,
                     "in.xaif:36: warning: attribute formalArgCount is missing; 1 is assumed\n"
                     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/SubroutineCall[c]\n"
                     "  hint: give the number of formal arguments of the callee, optional ones included\n");
    const xb_alias_set *set = xb_alias_map_find(&program->aliases, 1);
    const xb_alias_range *range = set->ranges.items;
    ck_assert(range->partial && range->from == 7 && range->to == 9);
    const xb_routine *routine = program->routines.items[0];
    ck_assert_int_eq(flow_vertex(routine, "4")->reversal, XB_REVERSAL_ANONYMOUS);
    ck_assert_ptr_null(flow_vertex(routine, "4")->condition);
    const xb_call *call = flow_vertex(routine, "2")->statements.items[1];
    ck_assert(call->active == XB_ACTIVITY_UNDEFINED && call->line_number == 0);
    ck_assert_uint_eq(call->formal_count, 1);
    const xb_argument *actual = call->arguments.items[0];
    ck_assert_int_eq(actual->constant->type, XB_TYPE_DOUBLE);
    ck_assert_uint_eq(program->prefix->length, 0);
}

PROTECTED_TEST(more_defaults, read_more_defaults)

/* ---- everything that a program may have --------------------------------------------------------- */

static void check_routine(xb_program *program, const xb_routine *routine)
{
    static const xb_intent intents[] = {XB_INTENT_IN, XB_INTENT_INOUT, XB_INTENT_INOUT, XB_INTENT_OUT};
    ck_assert_name(xb_node_annotation(program, &routine->node), "main");
    ck_assert_uint_eq(routine->formals.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_int_eq(xb_routine_formal(routine, i + 1)->intent, intents[i]);
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++)
        ck_assert(routine->has_side_effects[i]);
    ck_assert_uint_eq(routine->side_effects[XB_SIDE_EFFECT_MOD_LOCAL].count, 1);
    const xb_reference *mod = routine->side_effects[XB_SIDE_EFFECT_MOD].items[0];
    ck_assert_ptr_eq(mod->symbol, symbol(program, "2", "a"));
    ck_assert_name(mod->parts->symbol_vertex_id, "mod1");
    ck_assert_name(mod->parts->element_vertex_id, "mod2");
    ck_assert_uint_eq(mod->subscripts.count, 1);
}

static void check_loop(const xb_flow_vertex *loop)
{
    ck_assert_int_eq(loop->node.kind, XB_KIND_FOR_LOOP);
    ck_assert_int_eq(loop->reversal, XB_REVERSAL_EXPLICIT);
    ck_assert_uint_eq(loop->line_number, 2);
    ck_assert_int_eq(loop->initialization->statement.node.kind, XB_KIND_INITIALIZATION);
    ck_assert_name(loop->initialization->statement.id, "init");
    ck_assert_int_eq(loop->update->statement.node.kind, XB_KIND_UPDATE);
    ck_assert_uint_eq(loop->update->do_chain, 1);
    ck_assert(!loop->update->target->live);
    ck_assert_uint_eq(loop->update->target->alias, 2);
    ck_assert_uint_eq(loop->update->target->du_ud, 1);
    const xb_intrinsic *plus = (const void *)loop->update->value->vertices[0];
    ck_assert_name(plus->type, "***");
    ck_assert(plus->has_result_type && plus->has_result_shape && plus->result_type == XB_TYPE_INTEGER);
    const xb_intrinsic *compare = (const void *)loop->condition->vertices[0];
    ck_assert_int_eq(compare->vertex.node.kind, XB_KIND_BOOLEAN_OPERATION);
    ck_assert_name(compare->name, "less_or_equal");
}

static void check_branch(const xb_flow_vertex *branch)
{
    const xb_reference *a = (const void *)branch->condition->vertices[1];
    ck_assert_int_eq(a->active, XB_ACTIVITY_TRUE);
    const xb_property *property = a->parts->properties.items;
    ck_assert_name(property->name, "property");
    ck_assert_name(property->value, "any");
    const xb_triplet *outer = a->subscripts.items[0];
    const xb_reference *ix = (const void *)outer->index->vertices[0];
    ck_assert_name(ix->symbol->id, "ix");
    const xb_triplet *inner = ix->subscripts.items[0];
    ck_assert_name(((const xb_reference *)inner->index->vertices[0])->symbol->id, "i");
}

static void check_statements(const xb_program *program, const xb_flow_vertex *block)
{
    const xb_call *call = block->statements.items[0];
    ck_assert_uint_eq(call->formal_count, 3);
    ck_assert_uint_eq(call->line_number, 4);
    ck_assert_uint_eq(call->arguments.count, 2);
    const xb_argument *first = call->arguments.items[0], *third = call->arguments.items[1];
    const xb_triplet *section = first->reference->subscripts.items[0];
    ck_assert(section->index && section->bound && section->stride);
    ck_assert_uint_eq(third->position, 3);
    ck_assert_name(xb_node_annotation(program, &third->node), "third");
    ck_assert(third->constant && !third->reference);
    const xb_assignment *sum = block->statements.items[1];
    const xb_expression *value = sum->value;
    ck_assert_uint_eq(value->graph.edge_count, 4);
    ck_assert_uint_eq(value->root, 0); /* "plus", though an edge that names it comes first */
    ck_assert_uint_eq(xb_expression_operand(value, 0, 1), 1);
    ck_assert_uint_eq(xb_expression_operand(value, 1, 2), 2);
    const xb_function_call *norm = (const void *)value->vertices[3];
    ck_assert_int_eq(norm->vertex.node.kind, XB_KIND_FUNCTION_CALL);
    ck_assert_name(norm->symbol->id, "norm");
    ck_assert_name(((const xb_reference *)norm->arguments.items[0])->symbol->id, "a");
}

static void read_program(void *argument)
{
    (void)argument;
    xb_program *program = documents_load(arena, documents_file(arena, "tests/data/schemas/program.xaif"));
    ck_assert_name(program->program_name, "schemas");
    const xb_symbol *ix = symbol(program, "2", "ix"), *p = symbol(program, "2", "p");
    ck_assert(ix->bounds_count == 1 && ix->bounds[0].lower == 0 && ix->bounds[0].upper == 9 && !ix->active);
    ck_assert(p->kind == XB_SYMBOL_POINTER && p->type == XB_TYPE_OPAQUE && p->pointer);
    ck_assert_int_eq(symbol(program, "1", "all")->rank, XB_RANK_VOID);
    ck_assert_name(symbol(program, "2", "n")->fe_type, "I4");
    ck_assert_name(xb_node_annotation(program, &symbol(program, "2", "y")->node), "result");
    ck_assert_uint_eq(xb_alias_map_find(&program->aliases, 2)->ranges.count, 2);
    ck_assert(xb_chain_contains(xb_chain_find(&program->chains, 1), xb_names_empty(program->names)));
    ck_assert(xb_chain_contains(xb_chain_find(&program->do_chains, 1), xb_program_name(program, "update")));
    ck_assert_uint_eq(program->routines.count, 3);
    check_routine(program, program->routines.items[1]);
    check_loop(flow_vertex(program->routines.items[1], "loop"));
    check_branch(flow_vertex(program->routines.items[1], "branch"));
    check_statements(program, flow_vertex(program->routines.items[1], "then"));
    ck_assert_int_eq(flow_vertex(program->routines.items[1], "while")->node.kind, XB_KIND_PRE_LOOP);
    ck_assert_int_eq(flow_vertex(program->routines.items[1], "repeat")->node.kind, XB_KIND_POST_LOOP);
    const xb_routine *jump = program->routines.items[2];
    ck_assert(!jump->structured && !jump->active);
    ck_assert_int_eq(flow_vertex(jump, "1")->node.kind, XB_KIND_ENTRY); /* the last one, of default id */
    ck_assert_int_eq(flow_vertex(jump, "2")->node.kind, XB_KIND_IF);
    ck_assert_int_eq(flow_vertex(jump, "3")->node.kind, XB_KIND_LABEL);
    ck_assert_int_eq(flow_vertex(jump, "4")->node.kind, XB_KIND_GOTO);
    const xb_flow_edge *edge = jump->flow.edges.items[1];
    ck_assert(edge->has_condition_value && edge->condition_value == 1);
    const xb_call_graph_edge *call = program->call_edges.items[0];
    ck_assert(call->source == program->routines.items[1] && call->target == program->routines.items[2]);
    ck_assert_int_eq(xb_verify(program, arena), XB_STATUS_OK);
}

PROTECTED_TEST(every_element_of_a_program, read_program)

static void read_output(void *argument)
{
    (void)argument;
    static const xb_kind kinds[] = {XB_KIND_SET_DERIV, XB_KIND_SET_NEG_DERIV, XB_KIND_INC_DERIV,
                                    XB_KIND_DEC_DERIV, XB_KIND_SAX,           XB_KIND_SAXPY,
                                    XB_KIND_ZERO_DERIV};
    xb_program *program = documents_load(arena, documents_file(arena, "tests/data/schemas/output.xaif"));
    const xb_flow_vertex *block = flow_vertex(program->routines.items[0], "2");
    const xb_propagator *propagator = block->statements.items[0];
    ck_assert_uint_eq(propagator->entries.count, sizeof kinds / sizeof *kinds);
    for (size_t i = 0; i < propagator->entries.count; i++) {
        const xb_propagation *entry = propagator->entries.items[i];
        ck_assert_int_eq(entry->node.kind, kinds[i]);
        ck_assert_int_eq(entry->target->vertex.node.kind, XB_KIND_VARIABLE_REFERENCE);
        ck_assert(entry->target->deriv);
        ck_assert((entry->source != NULL) == (i < 4));
        ck_assert_uint_eq(entry->terms.count, i == 4 ? 2 : i == 5 ? 1 : 0);
    }
    const xb_propagation *sax = propagator->entries.items[4];
    const xb_term *terms = sax->terms.items;
    ck_assert_name(((const xb_constant *)terms[1].factor->vertices[0])->value, "2.0");
    ck_assert_name(terms[1].source->symbol->id, "y");
    const xb_inlinable_call *push = block->statements.items[1];
    ck_assert_name(push->name, "push_s0");
    ck_assert_name(push->statement.id, "inline_push");
    const xb_routine *list = program->routines.items[1];
    ck_assert_int_eq(list->node.kind, XB_KIND_REPLACEMENT_LIST);
    ck_assert_name(list->template_name, "reverse_subroutine_template");
    ck_assert_uint_eq(list->replacements.count, 2);
    const xb_replacement *first = list->replacements.items[0], *second = list->replacements.items[1];
    ck_assert(first->structured && !second->structured);
    ck_assert_uint_eq(first->flow.graph.edge_count, 2);
    ck_assert_name(second->placeholder, "2");
}

PROTECTED_TEST(every_element_of_output, read_output)

/* ---- namespaces, encodings, white space ----------------------------------------------------------- */

/* The text with all occurrences of a part replaced. */
static const char *replace_all(const char *text, const char *part, const char *by)
{
    while (strstr(text, part))
        text = documents_replace(arena, text, part, by);
    return text;
}

static void read_namespaces(void *argument)
{
    (void)argument;
    const char *expected = documents_write(arena, documents_load(arena, documents_small), NULL);
    const char *others[] = {
        replace_all(replace_all(documents_small, "xmlns:xaif=", "xmlns:x="), "xaif:", "x:"),
        replace_all(replace_all(documents_small, "xmlns:xaif=", "xmlns="), "xaif:", ""),
        documents_replace(arena, documents_small, "<xaif:Entry",
                          "<e:Entry xmlns:e=\"http://www.mcs.anl.gov/XAIF\""),
        documents_replace(arena, documents_small, "<xaif:Entry",
                          "<xaif:Entry xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                          " xsi:type=\"any\" xml:id=\"e\" xml:lang=\"en\""),
        documents_replace(arena, documents_small, "<xaif:Entry",
                          "<!-- here --><?and here?>\r\n\t<![CDATA[ ]]><xaif:Entry"),
        documents_replace(arena, documents_small, "<xaif:Entry vertex_id=\"1\"/>",
                          "<xaif:Entry vertex_id=\"&#49;\" annotation=\"\"> </xaif:Entry>"),
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_str_eq(documents_write(arena, documents_load(arena, others[i]), NULL), expected);
}

PROTECTED_TEST(namespaces_and_what_is_ignored, read_namespaces)

static xb_program *load_bytes(const char *bytes, size_t count)
{
    const char *reported;
    xb_program *program = documents_read(arena, bytes, count, &reported);
    ck_assert_str_eq(reported, "");
    return program;
}

static void read_encodings(void *argument)
{
    (void)argument;
    const char *text = documents_replace(arena, documents_small, "prefix=\"ad_\"", "prefix=\"\xC3\xA4_\"");
    ck_assert_name(documents_load(arena, text)->prefix, "\xC3\xA4_");
    text = documents_replace(arena, text, "\xC3\xA4", "\xE4");
    text = documents_replace(arena, text, "UTF-8", "ISO-8859-1");
    ck_assert_name(load_bytes(text, strlen(text))->prefix, "\xC3\xA4_");
    text = documents_replace(arena, documents_small, "UTF-8", "UTF-16");
    size_t length = strlen(text);
    char *wide = xb_arena_alloc(arena, 2 * length + 2);
    memcpy(wide, "\xFF\xFE", 2);
    for (size_t i = 0; i < length; i++)
        wide[2 + 2 * i] = text[i];
    ck_assert_name(load_bytes(wide, 2 * length + 2)->prefix, "ad_");
    text = documents_replace(arena, documents_small, "<?xml", "\xEF\xBB\xBF<?xml");
    ck_assert_name(documents_load(arena, text)->prefix, "ad_");
}

PROTECTED_TEST(encodings, read_encodings)

static void read_any_order(void *argument)
{
    (void)argument;
    static const char *const edges[] = {
        "<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/>\n",
        "<xaif:ControlFlowEdge edge_id=\"1\" source=\"1\" target=\"2\"/>\n",
        "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>\n",
        "<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\" position=\"1\"/>\n",
    };
    static const char *const before[] = {
        "<xaif:Scope vertex_id=\"1\">",
        "<xaif:Entry",
        "<xaif:SymbolReference vertex_id=\"1\" symbol_id=\"a\"",
        "<xaif:Intrinsic",
    };
    const char *expected = documents_write(arena, documents_load(arena, documents_small), NULL);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        const char *text = documents_replace(arena, documents_small, edges[i], "");
        text = documents_replace(arena, text, before[i], xb_arena_format(arena, "%s%s", edges[i], before[i]));
        ck_assert_str_eq(documents_write(arena, documents_load(arena, text), NULL), expected);
    }
}

PROTECTED_TEST(edges_before_vertices, read_any_order)

/* Ids are texts: nothing but equality counts, and equal ids of different graphs have nothing to do with each
 * other. */
static void read_ids(void *argument)
{
    (void)argument;
    const char *text =
        replace_all(documents_small, "vertex_id=\"2\" scope_id", "vertex_id=\"\xE2\x82\xAC &amp;\" scope_id");
    text = documents_replace(arena, text, "source=\"1\" target=\"2\"/>\n<xaif:ControlFlowEdge",
                             "source=\"1\" target=\"\xE2\x82\xAC &#38;\"/>\n<xaif:ControlFlowEdge");
    text = documents_replace(arena, text, "source=\"2\" target=\"3\"",
                             "source=\"\xE2\x82\xAC &amp;\" target=\"3\"");
    xb_program *program = documents_load(arena, text);
    const xb_routine *routine = program->routines.items[0];
    ck_assert_int_eq(flow_vertex(routine, "\xE2\x82\xAC &")->node.kind, XB_KIND_BASIC_BLOCK);
    ck_assert_uint_eq(xb_graph_out_degree(&routine->flow.graph, 1), 1);
}

PROTECTED_TEST(ids_are_texts, read_ids)

/* The right-hand side of the only assignment of the small document, with other ids of its two vertices. */
static const xb_expression *value_with_ids(const char *first, const char *second, const char *edge)
{
    static const char intrinsic[] = "<xaif:Intrinsic vertex_id=\"1\"",
                      variable[] = "<xaif:VariableReference vertex_id=\"2\"",
                      link[] = "<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\"";
    const char *text = documents_replace(arena, documents_small, intrinsic,
                                         xb_arena_format(arena, "<xaif:Intrinsic vertex_id=\"%s\"", first));
    text = documents_replace(arena, text, variable,
                             xb_arena_format(arena, "<xaif:VariableReference vertex_id=\"%s\"", second));
    text = documents_replace(
        arena, text, link,
        xb_arena_format(arena, "<xaif:ExpressionEdge edge_id=\"%s\" source=\"%s\" target=\"%s\"", edge,
                        second, first));
    xb_program *program = documents_load(arena, text);
    const char *written = documents_write(arena, program, NULL);
    ck_assert_ptr_nonnull(strstr(written, xb_arena_format(arena, "<xaif:Intrinsic vertex_id=\"%s\"", first)));
    ck_assert_ptr_nonnull(
        strstr(written, xb_arena_format(arena, "<xaif:VariableReference vertex_id=\"%s\"", second)));
    ck_assert_ptr_nonnull(strstr(
        written, xb_arena_format(arena, "<xaif:ExpressionEdge edge_id=\"%s\" source=\"%s\" target=\"%s\"",
                                 edge, second, first)));
    const xb_flow_vertex *block = flow_vertex(program->routines.items[0], "2");
    return ((const xb_assignment *)block->statements.items[0])->value;
}

static void read_numbered(void *argument)
{
    (void)argument;
    const xb_expression *value = value_with_ids("1", "2", "1");
    ck_assert(!value->vertices[0]->id && !value->vertices[1]->id && !xb_expression_edge_at(value, 0)->id);
    ck_assert_str_eq(xb_vertex_label(arena, value, value->vertices[1]), "2");
    ck_assert_uint_gt(xb_expression_edge_line(value, 0), value->vertices[1]->node.line);
    value = value_with_ids("1", "2", "e");
    ck_assert_ptr_null(value->vertices[0]->id);
    ck_assert_name(xb_expression_edge_at(value, 0)->id, "e");
    value = value_with_ids("2", "1", "1");
    ck_assert_name(value->vertices[0]->id, "2");
    ck_assert_name(value->vertices[1]->id, "1");
    value = value_with_ids("1", "02", "01");
    ck_assert_name(value->vertices[0]->id, "1");
    ck_assert_str_eq(xb_vertex_label(arena, value, value->vertices[1]), "02");
    ck_assert_name(xb_expression_edge_at(value, 0)->id, "01");
}

PROTECTED_TEST(ids_that_are_numbers_of_places, read_numbered)

static void read_numbers(void *argument)
{
    (void)argument;
    const char *text =
        documents_replace(arena, documents_small, "target=\"2\"/>\n<xaif:ControlFlowEdge",
                          "target=\"2\" has_condition_value=\" true\n\""
                          " condition_value=\"-9223372036854775808\"/>\n<xaif:ControlFlowEdge");
    text = documents_replace(
        arena, text, "target=\"3\"/>",
        "target=\"3\" has_condition_value=\"1\" condition_value=\" +9223372036854775807\"/>");
    text = documents_replace(arena, text, "<xaif:AliasSet key=\"0\"/>",
                             "<xaif:AliasSet key=\"-0\"/><xaif:AliasSet key=\"9223372036854775807\"/>");
    xb_program *program = documents_load(arena, text);
    const xb_routine *routine = program->routines.items[0];
    const xb_flow_edge *first = routine->flow.edges.items[0], *second = routine->flow.edges.items[1];
    ck_assert(first->has_condition_value && first->condition_value == INT64_MIN);
    ck_assert(second->has_condition_value && second->condition_value == INT64_MAX);
    ck_assert_ptr_nonnull(xb_alias_map_find(&program->aliases, 0));
    ck_assert_ptr_nonnull(xb_alias_map_find(&program->aliases, xb_program_key(program, INT64_MAX)));
    ck_assert_str_eq(
        documents_write(arena, documents_load(arena, documents_write(arena, program, NULL)), NULL),
        documents_write(arena, program, NULL));
}

PROTECTED_TEST(numbers, read_numbers)

int main(void)
{
    Suite *suite = suite_create("xaif");
    TCase *reading = tcase_create("reading");
    tcase_add_checked_fixture(reading, set_up, tear_down);
    tcase_add_test(reading, defaults);
    tcase_add_test(reading, more_defaults);
    tcase_add_test(reading, every_element_of_a_program);
    tcase_add_test(reading, every_element_of_output);
    tcase_add_test(reading, namespaces_and_what_is_ignored);
    tcase_add_test(reading, encodings);
    tcase_add_test(reading, edges_before_vertices);
    tcase_add_test(reading, ids_are_texts);
    tcase_add_test(reading, ids_that_are_numbers_of_places);
    tcase_add_test(reading, numbers);
    suite_add_tcase(suite, reading);
    return suite_run(suite);
}
