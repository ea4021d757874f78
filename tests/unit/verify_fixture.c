/*
 * The program that is right, and what is expected of one that is not.
 */
#include "suite.h"
#include "verify_fixture.h"

#include <stdlib.h>

static xb_failure *failure;
xb_arena *arena;

struct parts p;

const xb_name *name(const char *text)
{
    return xb_program_name(p.program, text);
}

void *node(xb_kind kind, size_t size, size_t line)
{
    return xb_node_create(p.program, kind, size, line);
}

void append(xb_list *list, const void *item)
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

xb_reference *refer(xb_symbol *to)
{
    return xb_build_reference(p.program, to);
}

xb_expression *leaf(void *vertex)
{
    return xb_build_leaf(p.program, vertex);
}

xb_expression *integer(int64_t value)
{
    return leaf(xb_build_integer(p.program, value));
}

xb_reference *add_subscript(xb_reference *reference, xb_expression *index)
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

uint32_t add_vertex(xb_flow_graph *flow, xb_kind kind, const char *id, xb_flow_vertex **vertex)
{
    *vertex = node(kind, sizeof **vertex, 10 + flow->graph.vertex_count);
    (*vertex)->id = name(id);
    append(&flow->vertices, *vertex);
    return xb_graph_add_vertex(p.program->arena, &flow->graph);
}

xb_flow_edge *add_edge(xb_flow_graph *flow, const char *id, uint32_t source, uint32_t target)
{
    xb_flow_edge *edge = node(XB_KIND_CONTROL_FLOW_EDGE, sizeof *edge, 30);
    edge->id = name(id);
    append(&flow->edges, edge);
    xb_graph_add_edge(p.program->arena, &flow->graph, source, target);
    return edge;
}

xb_assignment *build_product(void)
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
    xb_build_argument(p.program, &call->arguments, xb_build_real(p.program, 3));
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

void build(void)
{
    xb_program_destroy(p.program);
    p = (struct parts){.diagnostics = xb_diagnostics_create(arena)};
    p.program = xb_program_create(failure, p.diagnostics, "t.xaif");
    build_symbols();
    p.routine = node(XB_KIND_CONTROL_FLOW_GRAPH, sizeof *p.routine, 2);
    p.routine->id = name("1");
    p.routine->symbol = p.f;
    p.routine->scope = p.scope;
    add_formal(p.y, 1);
    add_formal(p.x, 2);
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

void verify_set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    p.program = NULL;
    build();
}

void verify_tear_down(void)
{
    xb_program_destroy(p.program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* ---- expectations ---- */

void check_message(const char *message, const char *wanted)
{
    size_t length = strlen(wanted);
    bool begins = strncmp(message, wanted, length) == 0;
    bool ends = begins && (message[length] == '\0' ||
                           strncmp(message + length, "; the first one is on line ", 27) == 0);
    ck_assert_msg(ends, "%s, not %s", message, wanted);
}

void expect_status(xb_status status, const char *path, const char *message)
{
    xb_status found = xb_verify(p.program, arena);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(p.diagnostics, 0);
    check_message(diagnostic->message, message);
    ck_assert_str_eq(diagnostic->place.path, path);
    ck_assert_str_eq(diagnostic->place.file, "t.xaif");
    ck_assert_int_eq(diagnostic->severity, XB_SEVERITY_ERROR);
    ck_assert_int_eq(found, status);
    ck_assert_int_eq(diagnostic->status, status);
    build();
}

void expect(const char *path, const char *message)
{
    expect_status(XB_STATUS_INVALID, path, message);
}

void expect_nothing(void)
{
    xb_status found = xb_verify(p.program, arena);
    for (size_t i = 0; i < xb_diagnostics_count(p.diagnostics); i++)
        ck_abort_msg("%s", xb_diagnostic_text(arena, xb_diagnostics_at(p.diagnostics, i)));
    ck_assert_int_eq(found, XB_STATUS_OK);
    build();
}

void verify_add_case(Suite *suite, const char *case_name, const TTest *const *tests, size_t count)
{
    TCase *tcase = tcase_create(case_name);
    tcase_add_checked_fixture(tcase, verify_set_up, verify_tear_down);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

int verify_run(Suite *suite)
{
    return suite_run(suite);
}
