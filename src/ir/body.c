/*
 * The end of a branch is added together with its head, and stands behind its arms in the order of the text.
 * What control does not come to is added like all else, since a label may lead to it, and dropped at the end.
 * Edges into a construct, and those from its head, are added when it ends: after those within it.
 */
#include "ir/body.h"

#include "ir/build.h"
#include "ir/provenance.h"

/* An edge whose target is to come. */
typedef struct loose {
    uint32_t source;
    bool has_value;
    int64_t value;
} loose;

/* An edge that waits for the end of a construct. */
typedef struct waiting {
    loose edge;
    uint32_t target;
} waiting;

/* A branch or a loop that has been begun. */
typedef struct construct {
    uint32_t head, end; /* end: of a branch; XB_GRAPH_NONE: it is a loop */
    xb_vector entering; /* loose: to the head */
    xb_vector entered;  /* waiting: from the head */
    uint32_t arms;      /* that have been begun */
    bool has_default;   /* one of them is for all other values */
    xb_vector leaving;  /* loose: from arms of a branch to its end, from a loop to what follows it */
} construct;

typedef struct label {
    uint32_t vertex;   /* XB_GRAPH_NONE: it is to come */
    xb_vector waiting; /* loose: jumps to it so far */
} label;

/* ---- edges ---------------------------------------------------------------------------------------- */

static void add_loose(xb_body *body, xb_vector *edges, loose edge)
{
    *(loose *)xb_vector_push(body->program->arena, edges, sizeof edge) = edge;
}

static void move(xb_body *body, xb_vector *to, xb_vector *from)
{
    for (size_t i = 0; i < from->count; i++)
        add_loose(body, to, ((const loose *)from->items)[i]);
    from->count = 0;
}

static construct *innermost(const xb_body *body)
{
    return body->open.count ? &((construct *)body->open.items)[body->open.count - 1] : NULL;
}

static void add_edge(xb_body *body, loose from, uint32_t target)
{
    if (from.has_value)
        xb_build_flow_edge_if(body->program, &body->flow, from.source, target, from.value);
    else
        xb_build_flow_edge(body->program, &body->flow, from.source, target);
}

static void lead(xb_body *body, xb_vector *edges, uint32_t target)
{
    construct *around = innermost(body);
    const loose *all = edges->items;
    for (size_t i = 0; i < edges->count; i++)
        if (around && all[i].source == around->head)
            *(waiting *)xb_vector_push(body->program->arena, &around->entered, sizeof(waiting)) =
                (waiting){all[i], target};
        else
            add_edge(body, all[i], target);
    edges->count = 0;
}

/* Control comes from one vertex alone. */
static void go_on_from(xb_body *body, uint32_t source)
{
    body->pending.count = 0;
    body->block = XB_GRAPH_NONE;
    add_loose(body, &body->pending, (loose){.source = source});
}

static void go_on_if(xb_body *body, uint32_t source, int64_t value)
{
    add_loose(body, &body->pending, (loose){source, true, value});
}

/* Control goes elsewhere. */
static void send(xb_body *body, xb_vector *to)
{
    move(body, to, &body->pending);
    body->block = XB_GRAPH_NONE;
}

/* ---- vertices ------------------------------------------------------------------------------------- */

static void take_place(xb_body *body, uint32_t vertex)
{
    *(uint32_t *)xb_vector_push(body->program->arena, &body->order, sizeof vertex) = vertex;
}

/* Has no edges yet, nor a place. */
static uint32_t new_vertex(xb_body *body, xb_kind kind)
{
    return xb_build_flow_vertex(body->program, &body->flow, kind, body->annotation);
}

static uint32_t add_vertex(xb_body *body, xb_kind kind)
{
    uint32_t vertex = new_vertex(body, kind);
    take_place(body, vertex);
    lead(body, &body->pending, vertex);
    go_on_from(body, vertex);
    return vertex;
}

static uint32_t add_block(xb_body *body)
{
    uint32_t block = xb_build_block(body->program, &body->flow, body->scope, (xb_list){.count = 0});
    take_place(body, block);
    lead(body, &body->pending, block);
    go_on_from(body, block);
    body->block = block;
    return block;
}

static xb_flow_vertex *vertex_at(const xb_body *body, uint32_t vertex)
{
    return body->flow.vertices.items[vertex];
}

xb_body xb_body_begin(xb_program *program, xb_scope *scope)
{
    xb_body body = {.program = program, .scope = scope};
    add_vertex(&body, XB_KIND_ENTRY);
    return body;
}

xb_body xb_body_begin_within(xb_program *program, xb_scope *scope, const xb_flow_graph *flow)
{
    return (xb_body){.program = program,
                     .scope = scope,
                     .annotation = xb_program_name(program, "_cfr_"),
                     .flow = *flow,
                     .block = XB_GRAPH_NONE};
}

xb_body xb_body_begin_made(xb_program *program, xb_scope *scope)
{
    xb_body body = xb_body_begin_within(program, scope, &(xb_flow_graph){.vertices = {.count = 0}});
    add_vertex(&body, XB_KIND_ENTRY);
    return body;
}

xb_body xb_body_begin_part(xb_program *program, xb_scope *scope)
{
    xb_body body = xb_body_begin_within(program, scope, &(xb_flow_graph){.vertices = {.count = 0}});
    body.is_part = true;
    return body;
}

bool xb_body_is_empty(const xb_body *body)
{
    uint32_t count = body->flow.vertices.count;
    return count == 0 || (count == 1 && vertex_at(body, 0)->statements.count == 0);
}

xb_list *xb_body_statements(xb_body *body)
{
    uint32_t block = body->block != XB_GRAPH_NONE ? body->block : add_block(body);
    return &vertex_at(body, block)->statements;
}

void xb_body_add(xb_body *body, xb_statement *statement)
{
    xb_list_append(body->program->arena, xb_body_statements(body), statement);
}

void xb_body_set(xb_body *body, const char *id, xb_symbol *variable, xb_expression *value)
{
    xb_body_add(body, xb_build_setting(body->program, id, variable, value));
}

void xb_body_set_number(xb_body *body, const char *id, xb_symbol *variable, int64_t number)
{
    xb_body_set(body, id, variable, xb_build_leaf(body->program, xb_build_integer(body->program, number)));
}

/* ---- constructs ----------------------------------------------------------------------------------- */

/* Adds the head of a construct, which edges are going to lead to. */
static construct *begin(xb_body *body, xb_kind kind, xb_expression *condition)
{
    if (body->is_part)
        xb_body_statements(body);
    uint32_t head = new_vertex(body, kind);
    construct *made = xb_vector_push(body->program->arena, &body->open, sizeof *made);
    *made = (construct){.head = head, .end = XB_GRAPH_NONE};
    take_place(body, head);
    send(body, &made->entering);
    vertex_at(body, head)->condition = condition;
    return made;
}

xb_flow_vertex *xb_body_construct(const xb_body *body)
{
    return vertex_at(body, innermost(body)->head);
}

xb_flow_vertex *xb_body_branch(xb_body *body, xb_expression *condition)
{
    construct *branch = begin(body, XB_KIND_BRANCH, condition);
    branch->end = new_vertex(body, XB_KIND_END_BRANCH);
    return vertex_at(body, branch->head);
}

/* Whether there is no vertex so far in what was begun last. */
static bool has_just_begun(const xb_body *body)
{
    const loose *edges = body->pending.items;
    return body->pending.count > 0 && edges->source == innermost(body)->head;
}

void xb_body_fill(xb_body *body, bool first)
{
    if (has_just_begun(body) && innermost(body)->arms > (first ? 0 : 1))
        add_block(body);
}

/* Control has come to the end of an arm. */
static void end_arm(xb_body *body, construct *branch)
{
    if (body->is_part && has_just_begun(body))
        add_block(body);
    send(body, &branch->leaving);
}

void xb_body_arm(xb_body *body, const int64_t *values, size_t count)
{
    construct *branch = innermost(body);
    end_arm(body, branch);
    branch->arms++;
    for (size_t i = 0; i < count; i++)
        go_on_if(body, branch->head, values[i]);
    if (count == 0)
        go_on_from(body, branch->head);
    branch->has_default |= count == 0;
}

xb_flow_vertex *xb_body_if(xb_body *body, xb_expression *condition)
{
    xb_flow_vertex *branch = xb_body_branch(body, condition);
    xb_body_arm(body, (int64_t[]){1}, 1);
    return branch;
}

void xb_body_else(xb_body *body)
{
    xb_body_arm(body, NULL, 0);
}

void xb_body_no_else(xb_body *body)
{
    innermost(body)->has_default = true;
}

/* What waits for the end of a construct, which is the innermost one no more. */
static void add_waiting(xb_body *body, const construct *last)
{
    const waiting *all = last->entered.items;
    for (size_t i = 0; i < last->entered.count; i++)
        add_edge(body, all[i].edge, all[i].target);
}

static void end_branch(xb_body *body, construct *branch)
{
    if (!branch->has_default)
        go_on_from(body, branch->head);
    lead(body, &body->pending, branch->end);
    lead(body, &branch->leaving, branch->end);
    take_place(body, branch->end);
    go_on_from(body, branch->end);
}

xb_flow_vertex *xb_body_loop(xb_body *body, xb_kind kind, xb_expression *condition)
{
    const construct *loop = begin(body, kind, condition);
    go_on_if(body, loop->head, 1);
    return vertex_at(body, loop->head);
}

/* A body that control never comes to the end of leads back from nowhere. */
static void end_loop(xb_body *body, construct *loop)
{
    if (body->pending.count > 0) {
        add_vertex(body, XB_KIND_END_LOOP);
        lead(body, &body->pending, loop->head);
    }
    go_on_from(body, loop->head);
    move(body, &body->pending, &loop->leaving);
}

void xb_body_end(xb_body *body)
{
    construct last = *innermost(body);
    bool is_branch = last.end != XB_GRAPH_NONE;
    if (is_branch)
        end_arm(body, &last);
    else if (body->is_part && has_just_begun(body))
        add_block(body);
    last.entered = innermost(body)->entered;
    body->open.count--;
    add_waiting(body, &last);
    if (is_branch)
        end_branch(body, &last);
    else
        end_loop(body, &last);
    lead(body, &last.entering, last.head);
}

size_t xb_body_depth(const xb_body *body)
{
    return body->open.count;
}

void xb_body_end_to(xb_body *body, size_t depth)
{
    while (body->open.count > depth)
        xb_body_end(body);
}

/* ---- loops that count ----------------------------------------------------------------------------- */

/* variable CODE other, which is copied */
static xb_expression *with_variable(xb_program *program, xb_symbol *variable, xb_intrinsic_code code,
                                    const xb_expression *other)
{
    xb_expression *expression = xb_build_expression(program);
    uint32_t first = xb_expression_add(program, expression, xb_build_reference(program, variable));
    uint32_t second = xb_copy_subexpression(program, other, other->root, expression, NULL, NULL);
    expression->root = xb_build_binary(program, expression, code, first, second);
    return expression;
}

static xb_assignment *set_variable(xb_program *program, xb_symbol *variable, xb_kind kind, const char *id,
                                   xb_expression *value)
{
    xb_assignment *assignment =
        xb_build_assignment(program, id, xb_build_reference(program, variable), value);
    assignment->statement.node.kind = kind;
    return assignment;
}

void xb_body_count(xb_body *body, xb_symbol *variable, xb_expression *count)
{
    xb_program *program = body->program;
    xb_expression *one = xb_build_leaf(program, xb_build_integer(program, 1));
    xb_flow_vertex *head = xb_body_loop(body, XB_KIND_FOR_LOOP,
                                        with_variable(program, variable, XB_INTRINSIC_LESS_OR_EQUAL, count));
    head->update = set_variable(program, variable, XB_KIND_UPDATE, "_next_element",
                                with_variable(program, variable, XB_INTRINSIC_ADD, one));
    head->initialization = set_variable(program, variable, XB_KIND_INITIALIZATION, "_first_element", one);
}

void xb_body_for(xb_body *body, xb_symbol *variable, xb_expression *first, xb_symbol *bound, int64_t stride)
{
    xb_program *program = body->program;
    xb_flow_vertex *head = xb_body_loop(body, XB_KIND_FOR_LOOP,
                                        xb_build_of_two(program, XB_INTRINSIC_LESS_THAN, variable, bound));
    head->initialization = set_variable(program, variable, XB_KIND_INITIALIZATION, "_first_step", first);
    head->update = set_variable(program, variable, XB_KIND_UPDATE, "_next_step",
                                xb_build_with_number(program, XB_INTRINSIC_ADD, variable, stride));
}

/* ---- jumps ---------------------------------------------------------------------------------------- */

static label *label_of(xb_body *body, int64_t number)
{
    label *found = xb_map_get(&body->labels, (uint64_t)number, 0);
    if (found)
        return found;
    found = xb_arena_alloc(body->program->arena, sizeof *found);
    *found = (label){.vertex = XB_GRAPH_NONE};
    xb_map_put(body->program->arena, &body->labels, (uint64_t)number, 0, found);
    return found;
}

static void lead_to_label(xb_body *body, xb_vector *edges, int64_t number)
{
    label *target = label_of(body, number);
    if (target->vertex == XB_GRAPH_NONE)
        move(body, &target->waiting, edges);
    else
        lead(body, edges, target->vertex);
}

void xb_body_label(xb_body *body, int64_t number)
{
    label *made = label_of(body, number);
    made->vertex = body->annotation ? add_vertex(body, XB_KIND_LABEL) : add_block(body);
    lead(body, &made->waiting, made->vertex);
}

void xb_body_jump(xb_body *body, int64_t number)
{
    if (body->annotation)
        add_vertex(body, XB_KIND_GOTO);
    lead_to_label(body, &body->pending, number);
    body->block = XB_GRAPH_NONE;
}

/* Adds a test; control goes on if it fails. @param if_true receives the edge that is taken otherwise */
static xb_flow_vertex *add_test(xb_body *body, xb_expression *condition, loose *if_true)
{
    uint32_t test = add_vertex(body, XB_KIND_IF);
    vertex_at(body, test)->condition = condition;
    *if_true = (loose){test, true, 1};
    return vertex_at(body, test);
}

xb_flow_vertex *xb_body_jump_if(xb_body *body, xb_expression *condition, int64_t number)
{
    xb_vector edges = {0};
    loose if_true;
    xb_flow_vertex *test = add_test(body, condition, &if_true);
    add_loose(body, &edges, if_true);
    lead_to_label(body, &edges, number);
    return test;
}

xb_flow_vertex *xb_body_leave_if(xb_body *body, xb_expression *condition)
{
    construct *all = body->open.items;
    size_t loop = body->open.count;
    loose if_true;
    xb_flow_vertex *test = add_test(body, condition, &if_true);
    while (loop > 0 && all[loop - 1].end != XB_GRAPH_NONE)
        loop--;
    if (loop > 0)
        add_loose(body, &all[loop - 1].leaving, if_true);
    return test;
}

void xb_body_return(xb_body *body)
{
    send(body, &body->exits);
}

/* ---- graphs that there are ------------------------------------------------------------------------ */

static uint32_t append(xb_program *program, xb_flow_graph *to, const xb_flow_graph *from)
{
    const xb_graph *graph = &from->graph;
    uint32_t first = to->graph.vertex_count;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        xb_graph_add_vertex(program->arena, &to->graph);
    xb_list_append_all(program->arena, &to->vertices, &from->vertices);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        xb_graph_add_edge(program->arena, &to->graph, first + xb_graph_source(graph, e),
                          first + xb_graph_target(graph, e));
    xb_list_append_all(program->arena, &to->edges, &from->edges);
    return first;
}

uint32_t xb_body_add_flow(xb_body *body, const xb_flow_graph *flow)
{
    uint32_t first = append(body->program, &body->flow, flow);
    for (uint32_t v = first; v < body->flow.graph.vertex_count; v++)
        take_place(body, v);
    return first;
}

void xb_body_enter(xb_body *body, uint32_t vertex)
{
    lead(body, &body->pending, vertex);
    body->block = XB_GRAPH_NONE;
}

void xb_body_come_from(xb_body *body, uint32_t vertex, const xb_flow_edge *edge)
{
    bool has_value = edge && edge->has_condition_value;
    add_loose(body, &body->pending, (loose){vertex, has_value, has_value ? edge->condition_value : 0});
    body->block = XB_GRAPH_NONE;
}

void xb_body_go_on(xb_body *body, uint32_t vertex)
{
    go_on_from(body, vertex);
    if (vertex_at(body, vertex)->node.kind == XB_KIND_BASIC_BLOCK)
        body->block = vertex;
}

uint32_t xb_body_last(const xb_body *body)
{
    return ((const loose *)body->pending.items)->source;
}

void xb_body_add_part(xb_body *body, const xb_body *part)
{
    const uint32_t *order = part->order.items;
    if (part->order.count == 0)
        return;
    uint32_t first = append(body->program, &body->flow, &part->flow);
    for (size_t i = 0; i < part->order.count; i++)
        take_place(body, first + order[i]);
    xb_body_enter(body, first);
    xb_body_go_on(body, first + xb_body_last(part));
}

xb_flow_ends xb_body_add_to_flow(const xb_body *part, xb_flow_graph *flow)
{
    if (part->order.count == 0) {
        uint32_t block = xb_build_block(part->program, flow, part->scope, (xb_list){.count = 0});
        return (xb_flow_ends){block, block};
    }
    uint32_t first = append(part->program, flow, &part->flow);
    return (xb_flow_ends){first, first + xb_body_last(part)};
}

/* ---- the end -------------------------------------------------------------------------------------- */

xb_flow_graph xb_flow_of_vertices(xb_program *program, xb_arena *scratch, const xb_flow_graph *flow,
                                  const uint32_t *order, uint32_t count)
{
    const xb_graph *graph = &flow->graph;
    xb_flow_graph result = {.vertices = {.count = 0}};
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    uint32_t *number = xb_arena_array(scratch, graph->vertex_count, sizeof *number);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        number[v] = XB_GRAPH_NONE;
    for (uint32_t i = 0; i < count; i++) {
        number[order[i]] = xb_graph_add_vertex(program->arena, &result.graph);
        xb_list_append(program->arena, &result.vertices, flow->vertices.items[order[i]]);
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = xb_graph_first_out(graph, order[i]); e != XB_GRAPH_NONE;
             e = xb_graph_next_out(graph, e)) {
            if (number[xb_graph_target(graph, e)] == XB_GRAPH_NONE)
                continue;
            xb_graph_add_edge(program->arena, &result.graph, i, number[xb_graph_target(graph, e)]);
            xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
        }
    xb_arena_release(scratch, mark);
    return result;
}

xb_flow_graph xb_body_finish(xb_body *body, xb_arena *scratch)
{
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    uint32_t count = 0;
    move(body, &body->pending, &body->exits);
    uint32_t exit = add_vertex(body, XB_KIND_EXIT), *order = body->order.items;
    bool *reached = xb_arena_array(scratch, body->flow.graph.vertex_count, sizeof *reached);
    xb_graph_reachable(scratch, &body->flow.graph, order[0], reached);
    reached[exit] = true;
    for (size_t i = 0; i < body->order.count; i++)
        if (reached[order[i]])
            order[count++] = order[i];
    const xb_flow_graph flow = xb_flow_of_vertices(body->program, scratch, &body->flow, order, count);
    xb_arena_release(scratch, mark);
    return flow;
}
