/*
 * The verifier, above statements: one thing at a time wrong with scopes, routines, control flow, derived
 * nodes.
 */
#include "verify_fixture.h"

START_TEST(nothing_is_wrong)
{
    ck_assert_int_eq(xb_verify_derived(p.program, arena), XB_STATUS_OK);
    expect_nothing();
    xb_program *empty = xb_program_create(xb_arena_failure(arena), p.diagnostics, "t.xaif");
    xb_scope_create(empty, xb_program_name(empty, "1"));
    ck_assert_int_eq(xb_verify(empty, arena), XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 0);
    xb_program_destroy(empty);
}
END_TEST

START_TEST(places_are_told)
{
    p.x_reference->alias = 44;
    p.call->symbol = p.x;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 2); /* all errors of one run */
    ck_assert_str_eq(xb_diagnostic_text(arena, xb_diagnostics_at(p.diagnostics, 0)),
                     "t.xaif:20: error: there is no alias set with key 44\n"
                     "  in " VALUE "/VariableReference[1]\n"
                     "  hint: keys are those of the AliasSetMap; 0 says that nothing is known\n");
    ck_assert_uint_eq(xb_diagnostics_at(p.diagnostics, 1)->place.line, 21);
}
END_TEST

START_TEST(errors_are_limited)
{
    for (int i = 0; i < 300; i++) {
        xb_assignment *assignment = build_product();
        assignment->statement.id = name(xb_arena_format(arena, "s%d", i));
        p.x_reference->alias = 44;
        append(&p.block->statements, assignment);
    }
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), XB_DIAGNOSTICS_LIMIT);
    ck_assert_uint_eq(xb_diagnostics_left_out(p.diagnostics), 300 - XB_DIAGNOSTICS_LIMIT);
}
END_TEST

/* ---- scopes and maps ---- */

START_TEST(scopes)
{
    p.scope->id = p.global->id;
    expect("CallGraph/Scope[1]", "scope id 1 is used twice");
    p.scope->parent = NULL;
    expect("CallGraph/Scope[2]", "scopes 1 and 2 are both global: neither is enclosed by another");
    p.global->parent = p.scope;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message,
                     "no scope is global: each is enclosed by another");
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 1)->message, "scope 1 encloses itself");
    build();
    xb_scope *third = xb_scope_create(p.program, name("3"));
    third->parent = third;
    expect("CallGraph/Scope[3]", "scope 3 encloses itself");
    p.program->root = p.scope;
    expect("CallGraph", "the program's root is not its global scope 1");
}
END_TEST

START_TEST(deep_scopes_are_fine)
{
    xb_scope *above = p.scope;
    for (int i = 0; i < 100000; i++) {
        xb_scope *scope = xb_scope_create(p.program, name(xb_arena_format(arena, "s%d", i)));
        scope->parent = above;
        above = scope;
    }
    expect_nothing();
}
END_TEST

START_TEST(symbols)
{
    p.y->id = p.x->id;
    expect("CallGraph/Scope[2]/Symbol[x]", "symbol id x is used twice in scope 2");
    p.y->type = XB_TYPE_DOUBLE;
    p.y->active = false;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message,
                     "symbol y has type double, which is for constants only");
    build();
    xb_bounds bounds[2] = {{1, 2}, {1, 2}};
    p.v->bounds = bounds;
    p.v->bounds_count = 2;
    expect("CallGraph/Scope[2]/Symbol[v]", "symbol v of shape vector has bounds of 2 dimensions");
    p.v->rank = 7;
    p.v_reference->subscripts.count = 0;
    p.y->rank = 7;
    expect_nothing();
    p.g->rank = 8;
    expect("CallGraph/Scope[1]/Symbol[g]", "symbol g has the impossible rank 8");
    p.v->bounds = bounds;
    p.v->bounds_count = 1;
    expect_nothing();
}
END_TEST

START_TEST(alias_ranges)
{
    xb_alias_range *range = ((xb_alias_set *)p.program->aliases.sets.items[0])->ranges.items;
    range->from = 3;
    expect_nothing();
    range = ((xb_alias_set *)p.program->aliases.sets.items[0])->ranges.items;
    range->from = 5;
    expect("CallGraph/AliasSetMap", "the alias set with key 1 has a range from 5 to 3");
}
END_TEST

/* ---- the call graph ---- */

START_TEST(call_graph)
{
    xb_routine *other = xb_copy_routine(p.program, p.routine);
    other->flow = (xb_flow_graph){0};
    other->symbol = p.g;
    xb_program_add_routine(p.program, other);
    expect("CallGraph/ControlFlowGraph[g]", "vertex id 1 is used twice in the call graph");
    other = xb_copy_routine(p.program, p.routine);
    other->id = name("2");
    xb_program_add_routine(p.program, other);
    expect("CallGraph/ControlFlowGraph[f]", "subroutine f has two bodies");
    xb_call_graph_edge *edge = node(XB_KIND_CALL_GRAPH_EDGE, sizeof *edge, 0);
    edge->id = name("1");
    append(&p.program->call_edges, edge);
    edge->source = xb_copy_routine(p.program, p.routine);
    edge->target = p.routine;
    expect("CallGraph/CallGraphEdge[1]", "the edge does not join two vertices of the call graph");
    edge = node(XB_KIND_CALL_GRAPH_EDGE, sizeof *edge, 0);
    edge->id = name("1");
    append(&p.program->call_edges, edge);
    edge->source = p.routine;
    edge->target = NULL;
    expect("CallGraph/CallGraphEdge[1]", "the edge does not join two vertices of the call graph");
    edge = node(XB_KIND_CALL_GRAPH_EDGE, sizeof *edge, 0);
    edge->id = name("1");
    edge->source = edge->target = p.routine;
    append(&p.program->call_edges, edge);
    append(&p.program->call_edges, edge);
    expect("CallGraph/CallGraphEdge[1]", "edge id 1 is used twice in the call graph");
}
END_TEST

START_TEST(routines)
{
    p.routine->symbol = p.x;
    p.call->formal_count = 2;
    expect("CallGraph/ControlFlowGraph[x]", "x is not a subroutine");
    p.routine->scope = NULL;
    expect(FLOW, "ControlFlowGraph has no scope");
    p.routine->symbol = NULL;
    expect("CallGraph/ControlFlowGraph", "ControlFlowGraph has no symbol");
    ((xb_formal *)p.routine->formals.items[1])->position = 3;
    expect(FLOW "/ArgumentSymbolReference[x]", "a formal argument has position 3, but there are 2");
    ((xb_formal *)p.routine->formals.items[1])->position = 0;
    expect(FLOW "/ArgumentSymbolReference[x]", "a formal argument has position 0, but there are 2");
    ((xb_formal *)p.routine->formals.items[1])->position = 1;
    expect(FLOW "/ArgumentSymbolReference[x]", "two formal arguments have position 1");
    ((xb_formal *)p.routine->formals.items[1])->symbol = p.g;
    expect_status(XB_STATUS_UNSUPPORTED, FLOW "/ArgumentSymbolReference[g]",
                  "formal argument g is a subroutine, which is not supported");
    ((xb_formal *)p.routine->formals.items[1])->symbol = NULL;
    expect(FLOW "/ArgumentSymbolReference", "the formal argument has no symbol");
    ((xb_formal *)p.routine->formals.items[1])->symbol = p.t;
    expect_nothing();
    ((xb_formal *)p.routine->formals.items[1])->symbol = p.i;
    ((xb_formal *)p.routine->formals.items[1])->deriv = true;
    p.call->arguments.count = 0;
    expect(FLOW "/ArgumentSymbolReference[i]", "i has no derivative component");
    ((xb_reference *)p.routine->side_effects[XB_SIDE_EFFECT_MOD].items[0])->du_ud = 9;
    expect(FLOW "/Mod/SideEffectReference", "there is no chain with key 9");
}
END_TEST

/* ---- control flow ---- */

static xb_flow_graph *flow(void)
{
    return &p.routine->flow;
}

START_TEST(vertices_and_edges)
{
    p.body->id = p.block->id;
    expect(FLOW "/BasicBlock[block]", "vertex id block is used twice in the control-flow graph");
    ((xb_flow_edge *)p.routine->flow.edges.items[1])->id = name("1");
    expect(FLOW "/ControlFlowEdge[1]", "edge id 1 is used twice in the control-flow graph");
    ((xb_flow_edge *)p.routine->flow.edges.items[1])->has_condition_value = true;
    expect(FLOW "/ControlFlowEdge[2]", "an edge that leaves BasicBlock has a condition value");
    p.routine->flow.vertices.count--;
    expect(FLOW, "the control-flow graph and its nodes differ in number");
    p.routine->flow.vertices.items[1] = p.x;
    expect(FLOW "/Symbol", "Symbol can't be a vertex of a control-flow graph");
}
END_TEST

START_TEST(entries_and_exits)
{
    xb_flow_vertex *vertex;
    p.block->statements.count = 0;
    p.block->node.kind = XB_KIND_ENTRY;
    p.block->scope = NULL;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    check_message(xb_diagnostics_at(p.diagnostics, 0)->message, "there is more than one Entry");
    build();
    ((xb_flow_vertex *)flow()->vertices.items[0])->node.kind = XB_KIND_LABEL;
    expect(FLOW, "there is no Entry");
    ((xb_flow_vertex *)flow()->vertices.items[5])->node.kind = XB_KIND_LABEL;
    add_edge(flow(), "7", 5, 5);
    expect(FLOW, "there is no Exit");
    add_edge(flow(), "7", add_vertex(flow(), XB_KIND_LABEL, "7", &vertex), 0);
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, "an edge leads to Entry");
    build();
    add_edge(flow(), "7", 5, 1);
    expect(FLOW "/Exit[exit]", "Exit has 1 out-edge; there must be 0");
    add_edge(flow(), "7", 0, 2);
    expect(FLOW "/Entry[entry]", "Entry has 2 out-edges; there must be 1");
}
END_TEST

START_TEST(out_edges)
{
    add_edge(flow(), "7", 1, 5);
    expect(FLOW "/BasicBlock[block]", "BasicBlock has 2 out-edges; there must be 1");
    add_edge(flow(), "7", 2, 1);
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message,
                     "ForLoop has 3 out-edges; there must be 2");
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 1)->message,
                     "ForLoop has two out-edges without condition value");
    build();
    ((xb_flow_edge *)flow()->edges.items[5])->has_condition_value = true;
    expect(FLOW "/ControlFlowEdge[6]", "ForLoop has two out-edges with condition value 0");
    ((xb_flow_edge *)flow()->edges.items[5])->has_condition_value = true;
    ((xb_flow_edge *)flow()->edges.items[5])->condition_value = -1;
    expect_nothing();
}
END_TEST

/* Turns the block into a Branch whose arms meet at the loop. */
static void make_branch(xb_kind kind)
{
    p.block->statements.count = 0;
    p.block->scope = NULL;
    p.block->node.kind = kind;
    p.block->condition = leaf(refer(p.i));
}

START_TEST(branches)
{
    make_branch(XB_KIND_BRANCH);
    expect_nothing(); /* all cases lead to the same place */
    make_branch(XB_KIND_IF);
    for (int64_t i = 0; i < 1000; i++) {
        xb_flow_edge *edge = add_edge(flow(), xb_arena_format(arena, "e%d", (int)i), 1, 2);
        edge->has_condition_value = true;
        edge->condition_value = INT64_MIN + i;
    }
    expect_nothing();
    make_branch(XB_KIND_IF);
    p.block->condition = NULL;
    expect(FLOW "/If[block]", "If has no Condition");
    make_branch(XB_KIND_BRANCH);
    add_edge(flow(), "7", 1, 5);
    expect(FLOW "/ControlFlowEdge[7]", "Branch has two out-edges without condition value");
}
END_TEST

START_TEST(jumps)
{
    xb_flow_vertex *vertex;
    make_branch(XB_KIND_BRANCH);
    uint32_t label = add_vertex(flow(), XB_KIND_LABEL, "label", &vertex);
    uint32_t jump = add_vertex(flow(), XB_KIND_GOTO, "goto", &vertex);
    uint32_t end = add_vertex(flow(), XB_KIND_END_BRANCH, "end branch", &vertex);
    add_edge(flow(), "7", 1, label)->has_condition_value = true;
    add_edge(flow(), "8", label, jump);
    add_edge(flow(), "9", jump, end);
    add_edge(flow(), "10", end, 2);
    expect_nothing();
}
END_TEST

START_TEST(loops)
{
    p.loop->initialization = NULL;
    expect(FLOW "/ForLoop[loop]", "ForLoop has no Initialization");
    p.loop->condition = NULL;
    expect(FLOW "/ForLoop[loop]", "ForLoop has no Condition");
    p.loop->update = NULL;
    expect(FLOW "/ForLoop[loop]", "ForLoop has no Update");
    p.loop->node.kind = XB_KIND_PRE_LOOP;
    p.loop->initialization = NULL;
    expect(FLOW "/PreLoop[loop]", "PreLoop can't have Update");
    p.loop->node.kind = XB_KIND_POST_LOOP;
    p.loop->initialization = p.loop->update = NULL;
    expect_nothing();
    p.end_loop->node.kind = XB_KIND_LABEL;
    p.routine->structured = true;
    expect(FLOW "/ForLoop[loop]", "ForLoop has no EndLoop");
    xb_flow_vertex *end;
    add_edge(flow(), "7", add_vertex(flow(), XB_KIND_END_LOOP, "7", &end), 3);
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, "EndLoop leads to BasicBlock");
    build();
    p.loop->update->statement.node.kind = XB_KIND_ASSIGNMENT;
    expect(FLOW "/ForLoop[loop]/Assignment[9]", "Assignment stands in the place of Update");
    p.block->scope = NULL;
    expect(BLOCK, "BasicBlock has no scope");
    append(&p.end_loop->statements, xb_build_marker(p.program, "77", ""));
    expect(FLOW "/EndLoop[end]", "EndLoop can't have statements");
}
END_TEST

START_TEST(dead_code_is_a_warning)
{
    xb_flow_vertex *label;
    add_edge(&p.routine->flow, "7", add_vertex(&p.routine->flow, XB_KIND_LABEL, "dead", &label), 5);
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(p.diagnostics, 0);
    ck_assert_int_eq(diagnostic->severity, XB_SEVERITY_WARNING);
    ck_assert_str_eq(diagnostic->message, "this part of the routine is never run");
    ck_assert_str_eq(diagnostic->place.path, FLOW "/Label[dead]");
    ck_assert_uint_eq(diagnostic->place.line, 16);
}
END_TEST

START_TEST(replacements_are_verified)
{
    xb_replacement *replacement = node(XB_KIND_REPLACEMENT, sizeof *replacement, 0);
    replacement->placeholder = name("3");
    xb_flow_vertex *label;
    add_edge(&replacement->flow, "1", add_vertex(&replacement->flow, XB_KIND_LABEL, "1", &label), 0);
    append(&p.routine->replacements, replacement);
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, "there is no Entry");
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->place.path, FLOW "/Replacement[3]");
}
END_TEST

/* A replacement may hold the statements of the routine, and each of them more than once. */
START_TEST(replacements_repeat_statements)
{
    xb_replacement *replacement = node(XB_KIND_REPLACEMENT, sizeof *replacement, 0);
    xb_flow_vertex *entry, *block, *exit;
    add_vertex(&replacement->flow, XB_KIND_ENTRY, "1", &entry);
    add_vertex(&replacement->flow, XB_KIND_BASIC_BLOCK, "2", &block);
    add_vertex(&replacement->flow, XB_KIND_EXIT, "3", &exit);
    add_edge(&replacement->flow, "1", 0, 1);
    add_edge(&replacement->flow, "2", 1, 2);
    block->scope = p.scope;
    append(&block->statements, p.assignment);
    append(&block->statements, p.assignment);
    append(&p.routine->replacements, replacement);
    expect_nothing();
}
END_TEST

/* ---- derived nodes ---- */

static void expect_derived(const char *message)
{
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_OK);
    ck_assert_int_eq(xb_verify_derived(p.program, arena), message ? XB_STATUS_INVALID : XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), message ? 1 : 0);
    if (message)
        check_message(xb_diagnostics_at(p.diagnostics, 0)->message, message);
    build();
}

static xb_list *list_of(void *a, void *b)
{
    xb_list *list = xb_arena_alloc(p.program->arena, sizeof *list);
    append(list, a);
    append(list, b);
    return list;
}

START_TEST(derived_statements)
{
    xb_assignment *wrong = xb_build_assignment(p.program, "7: copy", refer(p.y), leaf(refer(p.f)));
    xb_derive(p.program, &p.assignment->statement.node, list_of(p.assignment, wrong));
    expect_derived("f is a subroutine, not a variable");
    xb_assignment *right = xb_build_assignment(p.program, "7: copy", refer(p.y), leaf(refer(p.x)));
    xb_derive(p.program, &p.assignment->statement.node, list_of(p.assignment, right));
    expect_derived(NULL);
    right = xb_build_assignment(p.program, "7", refer(p.y), leaf(refer(p.x)));
    xb_derive(p.program, &p.assignment->statement.node, list_of(p.assignment, right));
    expect_derived(NULL);
    right = xb_build_assignment(p.program, "7", refer(p.y), leaf(refer(p.x)));
    xb_derive(p.program, &p.assignment->statement.node, list_of(p.assignment, right));
    p.assignment->statement.node.line = right->statement.node.line =
        20; /* read, or a copy of what was read */
    expect_derived("statement id 7 is used twice in the routine");
    right = xb_build_assignment(p.program, "", refer(p.y), leaf(refer(p.x)));
    xb_derive(p.program, &p.assignment->statement.node, list_of(p.assignment, right));
    expect_derived("a statement has an empty id");
    /* What is derived from derived nodes counts, and only that. */
    wrong = xb_build_assignment(p.program, "7", refer(p.y), leaf(refer(p.f)));
    right = xb_build_assignment(p.program, "7", refer(p.y), leaf(refer(p.x)));
    xb_derive_one(p.program, &p.assignment->statement.node, &wrong->statement.node);
    xb_derive_one(p.program, &wrong->statement.node, &right->statement.node);
    expect_derived(NULL);
    xb_derive(p.program, &p.assignment->statement.node, xb_arena_alloc(p.program->arena, sizeof(xb_list)));
    expect_derived(NULL);
}
END_TEST

START_TEST(derived_structure)
{
    xb_flow_vertex *block = xb_copy_flow_vertex(p.program, p.block);
    block->scope = NULL;
    xb_derive_one(p.program, &p.block->node, &block->node);
    expect_derived("BasicBlock has no scope");
    block = xb_copy_flow_vertex(p.program, p.block);
    xb_derive(p.program, &p.block->node, list_of(block, p.block));
    expect_derived("BasicBlock is replaced by none or several nodes where one must be");
    xb_routine *routine = xb_copy_routine(p.program, p.routine);
    add_edge(&routine->flow, "7", 1, 5);
    xb_derive_one(p.program, &p.routine->node, &routine->node);
    expect_derived("BasicBlock has 2 out-edges; there must be 1");
    xb_reference *wrong = refer(p.f);
    xb_derive_one(p.program, &p.x_reference->vertex.node, &wrong->vertex.node);
    expect_derived("f is a subroutine, not a variable");
    wrong = refer(p.f);
    xb_derive_one(p.program, &p.assignment->target->vertex.node, &wrong->vertex.node);
    expect_derived("f is a subroutine, not a variable");
    /* A call fits the routine as it is written. */
    routine = xb_copy_routine(p.program, p.routine);
    routine->formals.count = 1;
    xb_derive_one(p.program, &p.routine->node, &routine->node);
    expect_derived("f has 1 formal argument, but formalArgCount is 2");
}
END_TEST

/* Each of many nodes is derived from the next. */
START_TEST(long_derivations_are_followed)
{
    xb_statement *first = &xb_build_marker(p.program, "m", "")->statement, *last = first;
    append(&p.block->statements, first);
    for (int i = 0; i < 100000; i++) {
        xb_statement *next = &xb_build_marker(p.program, "m", "")->statement;
        xb_derive_one(p.program, &last->node, &next->node);
        last = next;
    }
    last->id = xb_program_name(p.program, "");
    expect_derived("a statement has an empty id");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify");
    ADD_CASE(suite, "reports", nothing_is_wrong, places_are_told, errors_are_limited);
    ADD_CASE(suite, "scopes", scopes, deep_scopes_are_fine, symbols, alias_ranges);
    ADD_CASE(suite, "flow", call_graph, routines, vertices_and_edges, entries_and_exits, out_edges, branches,
             jumps, loops, dead_code_is_a_warning, replacements_are_verified, replacements_repeat_statements);
    ADD_CASE(suite, "derived", derived_statements, derived_structure, long_derivations_are_followed);
    return verify_run(suite);
}
