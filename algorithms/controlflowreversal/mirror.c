/*
 * Each vertex has a counterpart, and each edge leads back between counterparts. Two kinds of edges are
 * special, since a loop is entered and left at its head, and its counterpart, too: what led into a loop comes
 * out of the loop back, and what came out leads to its head. Before the counterpart of an EndLoop or an
 * EndBranch stands a block that pops what was recorded. What is idle has no counterpart: what led into it and
 * what came out are one edge.
 */
#include "algorithms/controlflowreversal/flow.h"

#include "algorithms/support/insertion.h"
#include "ir/build.h"
#include "ir/provenance.h"

typedef struct mirror {
    const xb_flow_reversal *r;
    xb_program *program;
    const xb_flow_graph *flow; /* of the taping version as it was */
    const bool *reached;       /* by vertex */
    const uint32_t *end_of;    /* by vertex: the EndLoop of a loop, the branch of an EndBranch */
    uint32_t *arm;             /* by edge into an EndBranch: number of the arm */
    xb_list *leaving;          /* by edge: what is recorded of its source, */
    xb_list *entering;         /* and then of its target */
    xb_flow_graph back;
    uint32_t *counterpart; /* by vertex: where control comes to that goes back, */
    uint32_t *last;        /* and where it leaves */
    uint32_t *restore;     /* by vertex, of EndLoops and EndBranches: the block before the counterpart */
    const xb_body **first; /* by vertex, of EndLoops: what is done first in each round back */
} mirror;

/* ---- what is known of the graph ----------------------------------------------------------------------- */

static void number_arms_of(mirror *m, uint32_t end)
{
    const xb_graph *graph = &m->flow->graph;
    uint32_t next = 0;
    for (uint32_t e = xb_graph_first_in(graph, end); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (m->reached[xb_graph_source(graph, e)])
            m->arm[e] = next++;
}

/* An edge of a Branch that leads to a vertex that an earlier one leads to, too. */
static bool is_repeated(const mirror *m, uint32_t edge)
{
    const xb_graph *graph = &m->flow->graph;
    uint32_t source = xb_graph_source(graph, edge), target = xb_graph_target(graph, edge);
    if (xb_flow_kind_at(m->flow, target) == XB_KIND_END_BRANCH)
        return false;
    for (uint32_t e = xb_graph_first_in(graph, target); e != edge; e = xb_graph_next_in(graph, e))
        if (xb_graph_source(graph, e) == source)
            return true;
    return false;
}

/* ---- recording ----------------------------------------------------------------------------------------- */

static void record(mirror *m, uint32_t edge, xb_statement *statement)
{
    xb_list_append(m->program->arena, &m->entering[edge], statement);
}

static void push(mirror *m, xb_list *statements, xb_tape_entry *entry, bool keeps)
{
    xb_tape_segment segment = {.entries = {.count = 0}, .kept = keeps};
    xb_list_append(m->r->scratch, &segment.entries, entry);
    xb_tape_push(m->r->tape, &segment, statements);
}

static xb_expression *number(mirror *m, int64_t value)
{
    return xb_build_leaf(m->program, xb_build_integer(m->program, value));
}

static xb_expression *sum_with_one(mirror *m, xb_symbol *counter)
{
    xb_expression *sum = xb_build_expression(m->program);
    uint32_t a = xb_expression_add(m->program, sum, xb_build_reference(m->program, counter));
    uint32_t b = xb_expression_add(m->program, sum, xb_build_integer(m->program, 1));
    sum->root = xb_build_binary(m->program, sum, XB_INTRINSIC_ADD, a, b);
    return sum;
}

/* What a variable has is not pushed if the way back can refer to it. */
static xb_tape_entry *entry_of(const mirror *m, xb_tape_use use, xb_symbol *symbol, bool keeps)
{
    xb_tape_entry *entry = xb_tape_entry_of_symbol(m->r->tape, use, symbol);
    if (keeps)
        entry->popped = symbol;
    return entry;
}

/* Counts rounds. @return what is pushed after the loop */
static xb_tape_entry *count_rounds(mirror *m, uint32_t loop, bool keeps)
{
    const xb_graph *graph = &m->flow->graph;
    uint32_t end = m->end_of[loop];
    xb_symbol *counter = xb_tape_integer(m->r->tape);
    for (uint32_t e = xb_graph_first_in(graph, loop); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (xb_graph_source(graph, e) != end)
            record(m, e, xb_build_setting(m->program, "_count_rounds", counter, number(m, 0)));
    record(m, xb_graph_first_in(graph, end),
           xb_build_setting(m->program, "_count_round", counter, sum_with_one(m, counter)));
    return entry_of(m, XB_TAPE_TRIPS, counter, keeps);
}

/* What is pushed when control leaves a loop. */
static void push_after_loop(mirror *m, uint32_t loop, const xb_tape_segment *segment)
{
    const xb_graph *graph = &m->flow->graph;
    for (uint32_t e = xb_graph_first_out(graph, loop); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
        if (!xb_is_body_edge(m->flow, e)) {
            xb_tape_evaluate(m->r->tape, segment, &m->leaving[e]);
            xb_tape_push(m->r->tape, segment, &m->leaving[e]);
        }
}

/* Numbers arms. @return what is pushed at the end of each; NULL if there is only one */
static xb_tape_entry *number_arms(mirror *m, uint32_t end, bool keeps)
{
    const xb_graph *graph = &m->flow->graph;
    if (xb_graph_in_degree(graph, end) < 2)
        return NULL;
    xb_symbol *arm = xb_tape_integer(m->r->tape);
    xb_tape_entry *entry = entry_of(m, XB_TAPE_ARM, arm, keeps);
    for (uint32_t e = xb_graph_first_in(graph, end); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        record(m, e, xb_build_setting(m->program, "_number_arm", arm, number(m, m->arm[e])));
        push(m, &m->entering[e], entry, keeps);
    }
    return entry;
}

/* ---- counterparts ------------------------------------------------------------------------------------- */

static xb_loop_back *count_back(mirror *m, const xb_symbol *rounds)
{
    xb_program *program = m->program;
    xb_loop_back *back = xb_arena_alloc(m->r->scratch, sizeof *back);
    xb_symbol *round = xb_tape_integer(m->r->tape);
    back->condition = xb_build_expression(program);
    back->initialization =
        xb_build_assignment(program, "_first_round", xb_build_reference(program, round), number(m, 1));
    back->initialization->statement.node.kind = XB_KIND_INITIALIZATION;
    uint32_t a = xb_expression_add(program, back->condition, xb_build_reference(program, round));
    uint32_t b =
        xb_expression_add(program, back->condition, xb_build_reference(program, (xb_symbol *)rounds));
    back->condition->root = xb_build_binary(program, back->condition, XB_INTRINSIC_LESS_OR_EQUAL, a, b);
    back->update = xb_build_assignment(program, "_next_round", xb_build_reference(program, round),
                                       sum_with_one(m, round));
    back->update->statement.node.kind = XB_KIND_UPDATE;
    return back;
}

/* Puts a block before the counterpart of a vertex. */
static void make_restore(mirror *m, uint32_t vertex, xb_list statements)
{
    m->restore[vertex] = m->counterpart[vertex];
    if (statements.count == 0)
        return;
    m->restore[vertex] = xb_build_block(m->program, &m->back, m->r->taping->scope, statements);
    xb_build_flow_edge(m->program, &m->back, m->restore[vertex], m->counterpart[vertex]);
}

/* What is made from now on comes from a branch or loop. */
static void made_for(mirror *m, uint32_t head)
{
    xb_provenance_of_node(m->program, m->flow->vertices.items[head]);
}

/* A vertex goes by what was pushed. */
static void note_popped(mirror *m, xb_flow_vertex *vertex, const xb_tape_entry *entry)
{
    xb_provenance_add(m->program, &vertex->node, "tape", "%s", entry->popped->id->text);
}

static void make_loop(mirror *m, uint32_t head)
{
    uint32_t end = m->end_of[head];
    xb_flow_vertex *loop = m->back.vertices.items[m->counterpart[end]];
    const xb_loop_back *back = m->r->loops[head];
    const xb_taped_loop *taped = &m->r->taped_loops[head];
    const bool keeps = xb_flow_keeps(m->r, head);
    xb_tape_segment segment = {.entries = {.count = 0}, .kept = keeps};
    xb_list before = {.count = 0};
    made_for(m, head);
    xb_list_append_all(m->program->arena, &segment.entries, &taped->segment.entries);
    if (!back) {
        xb_tape_entry *rounds = count_rounds(m, head, keeps);
        xb_list_append(m->program->arena, &segment.entries, rounds);
        back = count_back(m, rounds->popped);
        note_popped(m, loop, rounds);
    }
    push_after_loop(m, head, &segment);
    xb_tape_pop(m->r->tape, &segment, &before);
    xb_list_append_all(m->program->arena, &before, &back->before);
    xb_list_append_all(m->program->arena, &before, &taped->before);
    make_restore(m, end, before);
    loop->initialization = back->initialization;
    loop->condition = back->condition;
    loop->update = back->update;
    m->first[end] = &taped->first;
}

static void make_branch(mirror *m, uint32_t end)
{
    xb_flow_vertex *branch = m->back.vertices.items[m->counterpart[end]];
    const bool keeps = xb_flow_keeps(m->r, m->end_of[end]);
    xb_tape_segment segment = {.entries = {.count = 0}, .kept = keeps};
    xb_list before = {.count = 0};
    made_for(m, m->end_of[end]);
    number_arms_of(m, end);
    branch->condition = m->r->conditions[m->end_of[end]];
    xb_tape_entry *arm = branch->condition ? NULL : number_arms(m, end, keeps);
    if (arm) {
        xb_list_append(m->r->scratch, &segment.entries, arm);
        xb_tape_pop(m->r->tape, &segment, &before);
        branch->condition = xb_build_leaf(m->program, xb_build_reference(m->program, arm->popped));
        note_popped(m, branch, arm);
    } else if (!branch->condition)
        branch->condition = number(m, 0);
    make_restore(m, end, before);
}

static xb_kind counterpart_kind(const xb_program *program, const xb_node *vertex)
{
    switch (vertex->kind) {
    case XB_KIND_ENTRY: return XB_KIND_EXIT;
    case XB_KIND_EXIT: return XB_KIND_ENTRY;
    case XB_KIND_IF:
    case XB_KIND_BRANCH: return XB_KIND_END_BRANCH;
    case XB_KIND_END_BRANCH: return XB_KIND_BRANCH;
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP:
    case XB_KIND_POST_LOOP: return XB_KIND_END_LOOP;
    case XB_KIND_END_LOOP: return XB_KIND_FOR_LOOP;
    default: xb_unexpected_kind(program, vertex);
    }
}

static void make_counterpart(mirror *m, uint32_t v)
{
    xb_kind kind = xb_flow_kind_at(m->flow, v);
    if (kind == XB_KIND_BASIC_BLOCK) {
        const xb_flow_ends ends = xb_body_add_to_flow(&m->r->blocks[v], &m->back);
        m->counterpart[v] = ends.first;
        m->last[v] = ends.last;
        return;
    }
    if (kind == XB_KIND_END_LOOP || kind == XB_KIND_END_BRANCH)
        made_for(m, m->end_of[v]);
    m->counterpart[v] = m->last[v] =
        xb_build_flow_vertex(m->program, &m->back, counterpart_kind(m->program, m->flow->vertices.items[v]),
                             xb_program_name(m->program, "_cfr_"));
}

static bool has_counterpart(const mirror *m, uint32_t v)
{
    return m->reached[v] && m->r->idle[v] == XB_GRAPH_NONE;
}

static void make_counterparts(mirror *m)
{
    uint32_t count = m->flow->graph.vertex_count;
    for (uint32_t v = count; v-- > 0;)
        if (has_counterpart(m, v))
            make_counterpart(m, v);
    for (uint32_t v = count; v-- > 0;) {
        xb_kind kind = xb_flow_kind_at(m->flow, v);
        if (!has_counterpart(m, v))
            continue;
        if (kind == XB_KIND_END_BRANCH)
            make_branch(m, v);
        else if (xb_is_loop(m->flow, v))
            make_loop(m, v);
    }
}

/* ---- edges -------------------------------------------------------------------------------------------- */

/* An edge that leads into what is idle. */
static uint32_t edge_into_idle(const mirror *m, uint32_t head)
{
    const xb_graph *graph = &m->flow->graph;
    uint32_t e = xb_graph_first_in(graph, head);
    while (m->r->idle[xb_graph_source(graph, e)] == head)
        e = xb_graph_next_in(graph, e);
    return e;
}

/* Where control comes to that goes back to the source of an edge, or to what is before that if it is idle. */
static uint32_t back_to(const mirror *m, uint32_t edge)
{
    uint32_t source = xb_graph_source(&m->flow->graph, edge);
    for (; m->r->idle[source] != XB_GRAPH_NONE; source = xb_graph_source(&m->flow->graph, edge))
        edge = edge_into_idle(m, m->r->idle[source]);
    xb_kind kind = xb_flow_kind_at(m->flow, source);
    if (xb_is_loop(m->flow, source))
        return xb_is_body_edge(m->flow, edge) ? m->counterpart[source] : m->restore[m->end_of[source]];
    return kind == XB_KIND_END_BRANCH ? m->restore[source] : m->counterpart[source];
}

/* The edge that led into the arm that an edge leads out of. */
static uint32_t edge_into_arm(const mirror *m, uint32_t edge)
{
    uint32_t source = xb_graph_source(&m->flow->graph, edge);
    if (source == m->end_of[xb_graph_target(&m->flow->graph, edge)])
        return edge;
    return xb_constructs_level(m->r->constructs, m->r->constructs->level[source])->edge;
}

/* Into an arm, for each value that led there. */
static void lead_back_as_it_came(mirror *m, uint32_t edge)
{
    const xb_graph *graph = &m->flow->graph;
    uint32_t from = m->counterpart[xb_graph_target(graph, edge)], to = back_to(m, edge);
    uint32_t into = edge_into_arm(m, edge), branch = xb_graph_source(graph, into);
    for (uint32_t e = xb_graph_first_out(graph, branch); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *value = m->flow->edges.items[e];
        bool leads_there =
            into == edge ? e == edge : xb_graph_target(graph, e) == xb_graph_target(graph, into);
        if (leads_there && value->has_condition_value)
            xb_build_flow_edge_if(m->program, &m->back, from, to, value->condition_value);
        else if (leads_there)
            xb_build_flow_edge(m->program, &m->back, from, to);
    }
}

/* Into the body of a loop, through what is to be done first in each round. */
static void lead_into_body(mirror *m, uint32_t edge)
{
    uint32_t end = xb_graph_target(&m->flow->graph, edge), to = back_to(m, edge);
    if (!xb_body_is_empty(m->first[end])) {
        const xb_flow_ends ends = xb_body_add_to_flow(m->first[end], &m->back);
        xb_build_flow_edge(m->program, &m->back, ends.last, to);
        to = ends.first;
    }
    xb_build_flow_edge_if(m->program, &m->back, m->counterpart[end], to, 1);
}

static void lead_back(mirror *m, uint32_t edge)
{
    const xb_graph *graph = &m->flow->graph;
    uint32_t source = xb_graph_source(graph, edge), target = xb_graph_target(graph, edge);
    xb_kind kind = xb_flow_kind_at(m->flow, target);
    if (xb_is_loop(m->flow, target) && source == m->end_of[target])
        xb_build_flow_edge(m->program, &m->back, m->counterpart[target], m->counterpart[source]);
    else if (xb_is_loop(m->flow, target))
        xb_build_flow_edge(m->program, &m->back, m->counterpart[m->end_of[target]], back_to(m, edge));
    else if (kind == XB_KIND_END_LOOP)
        lead_into_body(m, edge);
    else if (kind == XB_KIND_END_BRANCH && m->r->conditions[m->end_of[target]])
        lead_back_as_it_came(m, edge);
    else if (kind == XB_KIND_END_BRANCH && m->arm[edge] > 0)
        xb_build_flow_edge_if(m->program, &m->back, m->counterpart[target], back_to(m, edge), m->arm[edge]);
    else
        xb_build_flow_edge(m->program, &m->back, m->last[target], back_to(m, edge));
}

/* What is pushed at the end is popped first. */
static void record_end(mirror *m)
{
    const xb_graph *graph = &m->flow->graph;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        if (xb_flow_kind_at(m->flow, xb_graph_target(graph, e)) != XB_KIND_EXIT)
            continue;
        xb_tape_evaluate(m->r->tape, m->r->at_end, &m->entering[e]);
        xb_tape_push(m->r->tape, m->r->at_end, &m->entering[e]);
    }
}

void xb_flow_mirror(const xb_flow_reversal *r)
{
    const xb_flow_graph *flow = &r->taping->flow;
    uint32_t count = flow->graph.vertex_count, edges = flow->graph.edge_count;
    mirror m = {.r = r, .program = r->program, .flow = flow};
    m.reached = r->constructs->reached;
    m.end_of = r->constructs->other;
    m.first = xb_arena_array(r->scratch, count, sizeof *m.first);
    m.counterpart = xb_arena_array(r->scratch, count, sizeof *m.counterpart);
    m.last = xb_arena_array(r->scratch, count, sizeof *m.last);
    m.restore = xb_arena_array(r->scratch, count, sizeof *m.restore);
    m.arm = xb_arena_array(r->scratch, edges, sizeof *m.arm);
    m.leaving = xb_arena_array(r->scratch, edges, sizeof *m.leaving);
    m.entering = xb_arena_array(r->scratch, edges, sizeof *m.entering);
    xb_provenance before = r->program->provenance;
    make_counterparts(&m);
    xb_provenance_restore(r->program, before);
    record_end(&m);
    for (uint32_t e = edges; e-- > 0;)
        if (m.reached[xb_graph_source(&flow->graph, e)] &&
            r->idle[xb_graph_target(&flow->graph, e)] == XB_GRAPH_NONE && !is_repeated(&m, e))
            lead_back(&m, e);
    r->adjoint->flow = xb_flow_after_entry(r->program, r->taping->scope, &m.back, xb_flow_first_back(r));
    r->adjoint->structured = true;
    for (uint32_t e = 0; e < edges; e++)
        xb_list_append_all(r->program->arena, &m.leaving[e], &m.entering[e]);
    r->taping->flow = xb_flow_with_blocks(r->program, r->taping->scope, flow, m.leaving);
}
