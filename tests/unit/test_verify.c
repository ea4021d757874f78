/*
 * The verifier: a small program that is right, and one thing wrong with it at a time.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ir/build.h"
#include "ir/verify.h"

static xb_failure *failure;
static xb_arena *arena;

/* The program and what of it the tests spoil. */
static struct parts {
    xb_diagnostics *diagnostics;
    xb_program *program;
    xb_scope *global, *scope;
    xb_symbol *f, *g, *x, *y, *v, *i, *s, *t;
    xb_routine *routine;
    xb_flow_vertex *block, *loop, *body, *end_loop;
    xb_assignment *assignment;
    xb_reference *x_reference, *v_reference;
    xb_call *call, *outside_call;
    xb_propagator *propagator;
    xb_propagation *set, *sax;
} p;

static const xb_name *name(const char *text)
{
    return xb_program_name(p.program, text);
}

static void *node(xb_kind kind, size_t size, size_t line)
{
    return xb_node_create(p.program, kind, size, line);
}

static void append(xb_list *list, const void *item)
{
    xb_list_append(p.program->arena, list, item);
}

static xb_symbol *symbol(xb_scope *scope, const char *id, xb_type type, int rank)
{
    xb_symbol *result = xb_symbol_create(p.program, scope, name(id), false);
    result->type = type;
    result->rank = rank;
    result->active = type == XB_TYPE_REAL;
    return result;
}

static xb_reference *refer(xb_symbol *to)
{
    return xb_build_reference(p.program, to);
}

static xb_expression *leaf(void *vertex)
{
    return xb_build_leaf(p.program, vertex);
}

static xb_expression *integer(int64_t value)
{
    return leaf(xb_build_integer(p.program, value));
}

static xb_reference *add_subscript(xb_reference *reference, xb_expression *index)
{
    xb_triplet *triplet = node(XB_KIND_TRIPLET, sizeof *triplet, 0);
    triplet->index = index;
    append(&reference->subscripts, triplet);
    return reference;
}

/* ---- the program that is right ---- */

static void build_symbols(void)
{
    p.global = xb_scope_create(p.program, name("1"));
    p.scope = xb_scope_create(p.program, name("2"));
    p.scope->parent = p.global;
    p.f = symbol(p.global, "f", XB_TYPE_VOID, XB_RANK_VOID);
    p.g = symbol(p.global, "g", XB_TYPE_VOID, XB_RANK_VOID);
    p.f->kind = p.g->kind = XB_SYMBOL_SUBROUTINE;
    p.x = symbol(p.scope, "x", XB_TYPE_REAL, 0);
    p.y = symbol(p.scope, "y", XB_TYPE_REAL, 0);
    p.v = symbol(p.scope, "v", XB_TYPE_REAL, 1);
    p.i = symbol(p.scope, "i", XB_TYPE_INTEGER, 0);
    p.s = symbol(p.scope, "s", XB_TYPE_STRING, 0);
    p.t = xb_temporary_create(p.program, p.scope, "aux",
                              (xb_temporary_type){.type = XB_TYPE_REAL, .active = true});
    xb_alias_set *set = xb_alias_map_add(p.program->arena, &p.program->aliases, 1);
    *(xb_alias_range *)xb_vector_push(p.program->arena, &set->ranges, sizeof(xb_alias_range)) =
        (xb_alias_range){1, 3, false};
    xb_alias_map_finish(p.program->arena, &p.program->aliases);
    xb_chain_map_add(p.program->arena, &p.program->chains, 2);
    xb_chain_map_add(p.program->arena, &p.program->do_chains, 3);
}

static void add_formal(xb_symbol *formal_symbol, uint32_t position)
{
    xb_formal *formal = node(XB_KIND_FORMAL, sizeof *formal, 3);
    formal->symbol = formal_symbol;
    formal->position = position;
    append(&p.routine->formals, formal);
}

static uint32_t add_vertex(xb_flow_graph *flow, xb_kind kind, const char *id, xb_flow_vertex **vertex)
{
    *vertex = node(kind, sizeof **vertex, 10 + flow->graph.vertex_count);
    (*vertex)->id = name(id);
    append(&flow->vertices, *vertex);
    return xb_graph_add_vertex(p.program->arena, &flow->graph);
}

static xb_flow_edge *add_edge(xb_flow_graph *flow, const char *id, uint32_t source, uint32_t target)
{
    xb_flow_edge *edge = node(XB_KIND_CONTROL_FLOW_EDGE, sizeof *edge, 30);
    edge->id = name(id);
    append(&flow->edges, edge);
    xb_graph_add_edge(p.program->arena, &flow->graph, source, target);
    return edge;
}

/* y = x * v(i) */
static xb_assignment *build_product(void)
{
    p.x_reference = refer(p.x);
    p.x_reference->vertex.id = name("1");
    p.x_reference->alias = 1;
    p.x_reference->du_ud = 2;
    p.v_reference = add_subscript(refer(p.v), leaf(refer(p.i)));
    p.v_reference->vertex.id = name("2");
    xb_intrinsic *product = xb_build_intrinsic(p.program, "mul_scal_scal");
    product->vertex.id = name("3");
    xb_expression *value = leaf(p.x_reference);
    value->node.line = 20;
    xb_expression_add(p.program, value, p.v_reference);
    xb_expression_add(p.program, value, product);
    xb_expression_connect(p.program, value, 0, 2, 1);
    xb_expression_connect(p.program, value, 1, 2, 2);
    return xb_build_assignment(p.program, "7", refer(p.y), value);
}

static xb_call *build_call(const char *id, xb_symbol *callee, xb_symbol *first, uint64_t formal_count)
{
    xb_call *call = node(XB_KIND_SUBROUTINE_CALL, sizeof *call, 21);
    call->statement.id = name(id);
    call->symbol = callee;
    call->formal_count = formal_count;
    xb_build_argument(p.program, &call->arguments, refer(first));
    xb_build_argument(p.program, &call->arguments, xb_build_integer(p.program, 3));
    return call;
}

static xb_propagation *build_entry(xb_kind kind, xb_symbol *target, xb_symbol *source)
{
    xb_propagation *entry = node(kind, sizeof *entry, 0);
    entry->target = refer(target);
    entry->source = source ? refer(source) : NULL;
    append(&p.propagator->entries, entry);
    return entry;
}

static void build_propagator(void)
{
    p.propagator = node(XB_KIND_DERIVATIVE_PROPAGATOR, sizeof *p.propagator, 22);
    p.propagator->statement.id = name("");
    p.set = build_entry(XB_KIND_SET_DERIV, p.t, p.x);
    p.sax = build_entry(XB_KIND_SAX, p.y, NULL);
    xb_term *term = xb_vector_push(p.program->arena, &p.sax->terms, sizeof *term);
    *term = (xb_term){leaf(refer(p.x)), refer(p.t)};
    build_entry(XB_KIND_ZERO_DERIV, p.x, NULL)->target->deriv = true;
}

static xb_assignment *build_loop_part(xb_kind kind, const char *id)
{
    xb_assignment *part = xb_build_assignment(p.program, id, refer(p.i), integer(1));
    part->statement.node.kind = kind;
    return part;
}

/* Entry, block, loop { body }, Exit */
static void build_flow(void)
{
    xb_flow_graph *flow = &p.routine->flow;
    xb_flow_vertex *entry, *exit;
    add_vertex(flow, XB_KIND_ENTRY, "entry", &entry);
    add_vertex(flow, XB_KIND_BASIC_BLOCK, "block", &p.block);
    add_vertex(flow, XB_KIND_FOR_LOOP, "loop", &p.loop);
    add_vertex(flow, XB_KIND_BASIC_BLOCK, "body", &p.body);
    add_vertex(flow, XB_KIND_END_LOOP, "end", &p.end_loop);
    add_vertex(flow, XB_KIND_EXIT, "exit", &exit);
    add_edge(flow, "1", 0, 1);
    add_edge(flow, "2", 1, 2);
    add_edge(flow, "3", 2, 3)->has_condition_value = true;
    add_edge(flow, "4", 3, 4);
    add_edge(flow, "5", 4, 2);
    add_edge(flow, "6", 2, 5);
    p.block->scope = p.body->scope = p.scope;
    p.loop->initialization = build_loop_part(XB_KIND_INITIALIZATION, "8");
    p.loop->condition = leaf(refer(p.i));
    p.loop->update = build_loop_part(XB_KIND_UPDATE, "9");
}

static void build(void)
{
    xb_program_destroy(p.program);
    p = (struct parts){.diagnostics = xb_diagnostics_create(arena)};
    p.program = xb_program_create(failure, p.diagnostics, "t.xaif");
    build_symbols();
    p.routine = node(XB_KIND_CONTROL_FLOW_GRAPH, sizeof *p.routine, 2);
    p.routine->id = name("1");
    p.routine->symbol = p.f;
    p.routine->scope = p.scope;
    add_formal(p.x, 1);
    add_formal(p.y, 2);
    build_flow();
    xb_program_add_routine(p.program, p.routine);
    append(&p.routine->side_effects[XB_SIDE_EFFECT_MOD], refer(p.y));
    p.assignment = build_product();
    append(&p.block->statements, p.assignment);
    p.call = build_call("10", p.f, p.y, 2);
    append(&p.block->statements, p.call);
    p.outside_call = build_call("11", p.g, p.y, 5);
    append(&p.body->statements, p.outside_call);
    append(&p.body->statements, xb_build_marker(p.program, "12", "note"));
    build_propagator();
    append(&p.body->statements, p.propagator);
}

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    p.program = NULL;
    build();
}

static void tear_down(void)
{
    xb_program_destroy(p.program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* ---- expectations ---- */

#define FLOW       "CallGraph/ControlFlowGraph[f]"
#define BLOCK      FLOW "/BasicBlock[block]"
#define VALUE      BLOCK "/Assignment[7]/AssignmentRHS"
#define CALL       BLOCK "/SubroutineCall[10]"
#define PROPAGATOR FLOW "/BasicBlock[body]/DerivativePropagator"

/* Exactly one error is found in the program, with this path and message; then the program is built anew. */
static void expect_status(xb_status status, const char *path, const char *message)
{
    xb_status found = xb_verify(p.program, arena);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(p.diagnostics, 0);
    ck_assert_str_eq(diagnostic->message, message);
    ck_assert_str_eq(diagnostic->place.path, path);
    ck_assert_str_eq(diagnostic->place.file, "t.xaif");
    ck_assert_int_eq(diagnostic->severity, XB_SEVERITY_ERROR);
    ck_assert_int_eq(found, status);
    ck_assert_int_eq(diagnostic->status, status);
    build();
}

static void expect(const char *path, const char *message)
{
    expect_status(XB_STATUS_INVALID, path, message);
}

/* Nothing is found; then the program is built anew. */
static void expect_nothing(void)
{
    xb_status found = xb_verify(p.program, arena);
    for (size_t i = 0; i < xb_diagnostics_count(p.diagnostics); i++)
        ck_abort_msg("%s", xb_diagnostic_text(arena, xb_diagnostics_at(p.diagnostics, i)));
    ck_assert_int_eq(found, XB_STATUS_OK);
    build();
}

START_TEST(nothing_is_wrong)
{
    ck_assert_int_eq(xb_verify_derived(p.program, arena), XB_STATUS_OK);
    expect_nothing();
    xb_program *empty = xb_program_create(failure, p.diagnostics, "t.xaif");
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
    ck_assert_uint_eq(xb_diagnostics_errors(p.diagnostics), XB_DIAGNOSTICS_LIMIT);
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
    edge->target = 1;
    expect("CallGraph/CallGraphEdge[1]", "the edge does not join two vertices of the call graph");
    edge = node(XB_KIND_CALL_GRAPH_EDGE, sizeof *edge, 0);
    edge->id = name("1");
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
    expect(FLOW "/ArgumentSymbolReference[y]", "a formal argument has position 3, but there are 2");
    ((xb_formal *)p.routine->formals.items[1])->position = 0;
    expect(FLOW "/ArgumentSymbolReference[y]", "a formal argument has position 0, but there are 2");
    ((xb_formal *)p.routine->formals.items[1])->position = 1;
    expect(FLOW "/ArgumentSymbolReference[y]", "two formal arguments have position 1");
    ((xb_formal *)p.routine->formals.items[1])->symbol = p.g;
    expect_status(XB_STATUS_UNSUPPORTED, FLOW "/ArgumentSymbolReference[g]",
                  "formal argument g is a subroutine, which is not supported");
    ((xb_formal *)p.routine->formals.items[1])->symbol = NULL;
    expect(FLOW "/ArgumentSymbolReference", "the formal argument has no symbol");
    ((xb_formal *)p.routine->formals.items[1])->symbol = p.i;
    ((xb_formal *)p.routine->formals.items[1])->deriv = true;
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
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, "there is more than one Entry");
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
    expect(FLOW "/Exit[exit]", "Exit has 1 out-edges; there must be 0");
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
    expect(FLOW "/ForLoop[loop]", "ForLoop has two out-edges with condition value 0");
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
    expect(FLOW "/Branch[block]", "Branch has two out-edges without condition value");
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

/* ---- statements ---- */

START_TEST(statements)
{
    p.call->statement.id = name("7");
    expect(BLOCK "/SubroutineCall[7]", "statement id 7 is used twice in the routine");
    p.outside_call->statement.id = name("9");
    expect(FLOW "/BasicBlock[body]/SubroutineCall[9]", "statement id 9 is used twice in the routine");
    append(&p.block->statements, xb_build_marker(p.program, "12", ""));
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    build();
    xb_statement *stray = &xb_build_marker(p.program, "77", "")->statement;
    stray->node.kind = XB_KIND_ARGUMENT;
    append(&p.block->statements, stray);
    expect(BLOCK "/Argument[77]", "Argument can't be a statement of a basic block");
    p.assignment->target = NULL;
    expect(BLOCK "/Assignment[7]", "AssignmentLHS is missing");
    p.assignment->value = NULL;
    expect(BLOCK "/Assignment[7]", "AssignmentRHS is missing");
    p.assignment->do_chain = 4;
    expect(BLOCK "/Assignment[7]", "there is no do chain with key 4");
    p.assignment->do_chain = 3;
    expect_nothing();
}
END_TEST

START_TEST(calls)
{
    xb_argument *second = p.call->arguments.items[1];
    p.call->formal_count = 3;
    expect(CALL, "f has 2 formal arguments, but formalArgCount is 3");
    second = p.call->arguments.items[1];
    second->position = 3;
    expect(CALL "/Argument", "an argument has position 3, but there are 2 formal arguments");
    second = p.call->arguments.items[1];
    second->position = 0;
    expect(CALL "/Argument", "an argument has position 0, but there are 2 formal arguments");
    second = p.call->arguments.items[1];
    second->position = 1;
    expect(CALL "/Argument", "two arguments have position 1");
    second = p.call->arguments.items[1];
    second->constant = NULL;
    expect(CALL "/Argument", "the argument is neither a reference nor a constant");
    second = p.call->arguments.items[1];
    second->reference = refer(p.y);
    expect(CALL "/Argument", "the argument is a reference and a constant at once");
    second = p.call->arguments.items[1];
    second->constant = NULL;
    second->reference = refer(p.g);
    expect_status(XB_STATUS_UNSUPPORTED, CALL "/Argument/VariableReference",
                  "subroutine g is passed as an argument, which is not supported");
    p.call->symbol = p.y;
    expect(CALL, "y is not a subroutine");
    p.call->symbol = NULL;
    expect(CALL, "the call has no symbol");
    p.outside_call->formal_count = 1;
    expect(FLOW "/BasicBlock[body]/SubroutineCall[11]/Argument",
           "an argument has position 2, but there are 1 formal arguments");
    p.call->arguments.count = 0; /* optional arguments */
    expect_nothing();
}
END_TEST

START_TEST(inlinable_calls)
{
    xb_inlinable_call *call = xb_build_inlinable_call(p.program, "push", "generated");
    xb_build_argument(p.program, &call->arguments, refer(p.x));
    append(&p.block->statements, call);
    append(&p.block->statements, call); /* ids of generated calls are not unique */
    expect_nothing();
    call = xb_build_inlinable_call(p.program, "", "generated");
    append(&p.block->statements, call);
    expect(BLOCK "/InlinableSubroutineCall[generated]", "the call has no subroutine name");
}
END_TEST

START_TEST(propagators)
{
    p.set->source = NULL;
    expect(PROPAGATOR "/SetDeriv", "Src is missing");
    p.set->target = NULL;
    expect(PROPAGATOR "/SetDeriv", "Tgt is missing");
    p.set->terms = p.sax->terms;
    expect(PROPAGATOR "/SetDeriv", "SetDeriv can't have an AX");
    p.sax->terms.count = 0;
    expect(PROPAGATOR "/Sax", "Sax has no AX");
    p.sax->source = refer(p.x);
    expect(PROPAGATOR "/Sax", "Sax can't have a Src");
    ((xb_term *)p.sax->terms.items)->factor = NULL;
    expect(PROPAGATOR "/Sax/AX", "A is missing");
    ((xb_term *)p.sax->terms.items)->source = refer(p.i);
    expect(PROPAGATOR "/Sax/AX/X", "i has no derivative component");
    p.t->active = false;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, "aux_0 has no derivative component");
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->place.path, PROPAGATOR "/SetDeriv/Tgt");
    build();
    p.set->target = refer(p.i);
    p.set->target->deriv = true;
    expect(PROPAGATOR "/SetDeriv/Tgt", "i has no derivative component"); /* once */
    p.set->node.kind = XB_KIND_ZERO_DERIV;
    expect(PROPAGATOR "/ZeroDeriv", "ZeroDeriv can't have a Src");
    p.set->node.kind = XB_KIND_MARKER;
    expect(PROPAGATOR "/Marker", "Marker stands in a derivative propagator");
}
END_TEST

/* ---- expressions ---- */

START_TEST(expression_graphs)
{
    xb_expression *value = p.assignment->value;
    p.v_reference->vertex.id = name("1");
    expect(VALUE "/VariableReference[1]", "vertex id 1 is used twice in the expression");
    value = p.assignment->value;
    xb_expression_edge_at(value, 0)->id = xb_expression_edge_at(value, 1)->id = name("1");
    expect(VALUE, "edge id 1 is used twice in the expression");
    value = p.assignment->value;
    xb_expression_edge_at(value, 1)->position = 1;
    expect(VALUE "/Intrinsic[3]", "two operands have position 1");
    value = p.assignment->value;
    xb_expression_edge_at(value, 1)->position = 3;
    expect(VALUE "/Intrinsic[3]", "an operand has position 3, but there are 2 operands");
    value = p.assignment->value;
    xb_expression_edge_at(value, 1)->position = 0;
    expect(VALUE "/Intrinsic[3]", "an operand has position 0, but there are 2 operands");
    xb_expression_add(p.program, p.assignment->value, refer(p.x));
    expect(VALUE "/VariableReference", "the expression has more than one maximal vertex");
    p.assignment->value->root = 1;
    expect(VALUE, "the root of the expression is not its maximal vertex");
    p.assignment->value = xb_build_expression(p.program);
    expect(VALUE, "the expression is empty");
    p.assignment->value->vertices.count--;
    expect(VALUE, "the expression's graph and its nodes differ in number");
    xb_expression_connect(p.program, p.assignment->value, 0, 1, 1);
    expect(VALUE "/VariableReference[2]", "VariableReference can't have operands");
    value = p.assignment->value;
    xb_expression_connect(p.program, value, 2,
                          xb_expression_add(p.program, value, xb_build_integer(p.program, 1)), 1);
    expect(VALUE "/Constant", "Constant can't have operands");
}
END_TEST

START_TEST(cycles)
{
    xb_expression *value = p.assignment->value;
    uint32_t a = xb_expression_add(p.program, value, xb_build_intrinsic(p.program, "f"));
    uint32_t b = xb_expression_add(p.program, value, xb_build_intrinsic(p.program, "g"));
    xb_expression_connect(p.program, value, a, b, 1);
    xb_expression_connect(p.program, value, b, a, 1);
    expect(VALUE "/Intrinsic", "the expression has a cycle through this vertex");
    xb_expression_connect(p.program, p.assignment->value, 2, 2, 3);
    expect(VALUE "/Intrinsic[3]", "the expression has a cycle through this vertex");
}
END_TEST

/* Operands before and behind their operators, without a cycle. */
START_TEST(any_order_of_vertices_is_fine)
{
    xb_expression *value = xb_build_expression(p.program);
    for (int i = 0; i < 3; i++)
        xb_expression_add(p.program, value,
                          i == 0 ? (void *)refer(p.x) : xb_build_intrinsic(p.program, "sin_scal"));
    xb_expression_connect(p.program, value, 0, 2, 1);
    xb_expression_connect(p.program, value, 2, 1, 1);
    p.assignment->value = value;
    expect_nothing();
}
END_TEST

START_TEST(large_expressions_are_fine)
{
    enum { DEPTH = 200000 };
    xb_expression *value = leaf(refer(p.x));
    for (uint32_t i = 0; i < DEPTH; i++)
        xb_expression_connect(p.program, value, i,
                              xb_expression_add(p.program, value, xb_build_intrinsic(p.program, "sin_scal")),
                              1);
    p.assignment->value = value;
    xb_expression *wide = xb_build_expression(p.program);
    xb_expression_add(p.program, wide, xb_build_intrinsic(p.program, "max"));
    for (uint32_t i = DEPTH; i > 0; i--)
        xb_expression_connect(p.program, wide, xb_expression_add(p.program, wide, refer(p.x)), 0, i);
    append(&p.block->statements, xb_build_assignment(p.program, "77", refer(p.y), wide));
    expect_nothing();
}
END_TEST

static void expect_vertex(void *vertex, const char *path, const char *message)
{
    p.assignment->value = leaf(vertex);
    expect(path, message);
}

static xb_intrinsic *boolean(const char *operation)
{
    xb_intrinsic *result = xb_build_intrinsic(p.program, operation);
    result->vertex.node.kind = XB_KIND_BOOLEAN_OPERATION;
    return result;
}

static xb_constant *constant(xb_type type, const char *value)
{
    xb_constant *result = xb_build_integer(p.program, 0);
    result->type = type;
    result->value = value ? name(value) : NULL;
    return result;
}

START_TEST(expression_vertices)
{
    expect_vertex(xb_build_intrinsic(p.program, ""), VALUE "/Intrinsic", "the intrinsic has no name");
    expect_vertex(boolean("nand"), VALUE "/BooleanOperation", "there is no boolean operation nand");
    expect_vertex(boolean("not"), VALUE "/BooleanOperation",
                  "boolean operation not has 0 operands instead of 1");
    expect_vertex(boolean("less_than"), VALUE "/BooleanOperation",
                  "boolean operation less_than has 0 operands instead of 2");
    expect_vertex(constant(XB_TYPE_INTEGER, "1.5"), VALUE "/Constant",
                  "1.5 is not a constant of type integer");
    expect_vertex(constant(XB_TYPE_REAL, "one"), VALUE "/Constant", "one is not a constant of type real");
    expect_vertex(constant(XB_TYPE_BOOL, NULL), VALUE "/Constant", "the constant has no value");
    expect_vertex(node(XB_KIND_ARGUMENT_REFERENCE, sizeof(xb_argument_reference), 0),
                  VALUE "/ArgumentReference",
                  "ArgumentReference can't be a vertex of a program's expression");
    xb_function_call *call = node(XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    expect_vertex(call, VALUE "/FunctionCall", "the call has no symbol");
    call = node(XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    call->symbol = p.x;
    expect_vertex(call, VALUE "/FunctionCall", "x is not a function");
    p.assignment->value = leaf(constant(XB_TYPE_STRING, "one"));
    expect_nothing();
}
END_TEST

START_TEST(references)
{
    p.x_reference->symbol = NULL;
    expect(VALUE "/VariableReference[1]", "the reference has no symbol");
    p.x_reference->symbol = p.f;
    expect(VALUE "/VariableReference[1]", "f is a subroutine, not a variable");
    p.x_reference->alias = 3;
    expect(VALUE "/VariableReference[1]", "there is no alias set with key 3");
    p.x_reference->du_ud = 3;
    expect(VALUE "/VariableReference[1]", "there is no chain with key 3");
    p.x_reference->symbol = p.t;
    expect(VALUE "/VariableReference[1]", "the engine's temporary aux_0 has an alias or chain key");
    p.x_reference->symbol = p.i;
    p.x_reference->deriv = true;
    expect(VALUE "/VariableReference[1]", "i has no derivative component");
    p.x_reference->deriv = true;
    expect_nothing();
    p.assignment->target->vertex.node.kind = XB_KIND_CONSTANT;
    expect(BLOCK "/Assignment[7]/AssignmentLHS", "Constant stands where a variable must");
}
END_TEST

START_TEST(subscripts)
{
    add_subscript(p.x_reference, integer(1));
    expect(VALUE "/VariableReference[1]", "x has 1 subscripts, but is of shape scalar");
    add_subscript(p.v_reference, integer(1));
    expect(VALUE "/VariableReference[2]", "v has 2 subscripts, but is of shape vector");
    p.v_reference->subscripts.count = 0;
    expect_nothing();
    p.assignment->target = add_subscript(refer(p.s), integer(1)); /* a substring */
    expect_nothing();
    p.x->type = XB_TYPE_OPAQUE; /* a component of a derived type */
    add_subscript(p.x_reference, integer(1));
    expect_nothing();
    xb_triplet *triplet = p.v_reference->subscripts.items[0];
    triplet->stride = xb_build_expression(p.program);
    expect(VALUE "/VariableReference[2]/IndexTriplet/Stride", "the expression is empty");
    triplet = p.v_reference->subscripts.items[0];
    triplet->index = leaf(refer(p.f));
    triplet->bound = integer(3);
    expect(VALUE "/VariableReference[2]/IndexTriplet/Index/VariableReference",
           "f is a subroutine, not a variable");
}
END_TEST

START_TEST(nested_subscripts_end)
{
    xb_expression *index = leaf(refer(p.i));
    for (int i = 0; i < 300; i++)
        index = leaf(add_subscript(refer(p.v), index));
    p.assignment->value = index;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message,
                     "subscripts are nested deeper than 256 levels");
}
END_TEST

/* ---- derived nodes ---- */

static void expect_derived(const char *message)
{
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_OK);
    ck_assert_int_eq(xb_verify_derived(p.program, arena), message ? XB_STATUS_INVALID : XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), message ? 1 : 0);
    if (message)
        ck_assert_str_eq(xb_diagnostics_at(p.diagnostics, 0)->message, message);
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
    expect_derived("statement id 7 is used twice in the routine");
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
    expect_derived("BasicBlock is replaced by 2 nodes where one must be");
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
    expect_derived("f has 1 formal arguments, but formalArgCount is 2");
}
END_TEST

/* Each of many nodes is derived from the next. */
START_TEST(endless_derivations_end)
{
    xb_statement *first = &xb_build_marker(p.program, "m", "")->statement, *last = first;
    append(&p.block->statements, first);
    for (int i = 0; i < 100000; i++) {
        xb_statement *next = &xb_build_marker(p.program, "m", "")->statement;
        xb_derive_one(p.program, &last->node, &next->node);
        last = next;
    }
    expect_derived("more than 200 derivations one behind the other");
}
END_TEST

static void add_case(Suite *suite, const char *case_name, const TTest *const *tests, size_t count)
{
    TCase *tcase = tcase_create(case_name);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

#define ADD_CASE(suite, name, ...)                             \
    add_case(suite, name, (const TTest *const[]){__VA_ARGS__}, \
             sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

int main(void)
{
    Suite *suite = suite_create("verify");
    ADD_CASE(suite, "reports", nothing_is_wrong, places_are_told, errors_are_limited);
    ADD_CASE(suite, "scopes", scopes, deep_scopes_are_fine, symbols, alias_ranges);
    ADD_CASE(suite, "flow", call_graph, routines, vertices_and_edges, entries_and_exits, out_edges, branches,
             loops, dead_code_is_a_warning, replacements_are_verified);
    ADD_CASE(suite, "statements", statements, calls, inlinable_calls, propagators);
    ADD_CASE(suite, "expressions", expression_graphs, cycles, any_order_of_vertices_is_fine,
             large_expressions_are_fine, expression_vertices, references, subscripts, nested_subscripts_end);
    ADD_CASE(suite, "derived", derived_statements, derived_structure, endless_derivations_end);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
