/*
 * The end of a branch is added together with its head, and stands behind its arms in the order of the text.
 * What control does not come to is added like all else, since a label may lead to it, and dropped at the end.
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

/* A branch or a loop that has been begun. */
typedef struct construct {
    uint32_t head, end; /* end: of a branch; XB_GRAPH_NONE: it is a loop */
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

static void lead(xb_body *body, xb_vector *edges, uint32_t target)
{
    const loose *all = edges->items;
    for (size_t i = 0; i < edges->count; i++) {
        xb_build_flow_edge(body->program, body->flow, all[i].source, target);
        xb_flow_edge *edge = body->flow->edges.items[body->flow->edges.count - 1];
        edge->has_condition_value = all[i].has_value;
        edge->condition_value = all[i].value;
    }
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
    xb_program *program = body->program;
    xb_flow_vertex *vertex = xb_node_create(program, kind, sizeof *vertex, 0);
    xb_node_annotate(&vertex->node, body->annotation);
    xb_list_append(program->arena, &body->flow->vertices, vertex);
    xb_provenance_note(program, &vertex->node);
    return xb_graph_add_vertex(program->arena, &body->flow->graph);
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
    uint32_t block = xb_build_block(body->program, body->flow, body->scope, (xb_list){.count = 0});
    take_place(body, block);
    lead(body, &body->pending, block);
    go_on_from(body, block);
    body->block = block;
    return block;
}

static xb_flow_vertex *vertex_at(const xb_body *body, uint32_t vertex)
{
    return body->flow->vertices.items[vertex];
}

xb_body xb_body_begin(xb_program *program, xb_flow_graph *flow, xb_scope *scope)
{
    xb_body body = {.program = program, .flow = flow, .scope = scope};
    add_vertex(&body, XB_KIND_ENTRY);
    return body;
}

void xb_body_add(xb_body *body, xb_statement *statement)
{
    uint32_t block = body->block != XB_GRAPH_NONE ? body->block : add_block(body);
    xb_list_append(body->program->arena, &vertex_at(body, block)->statements, statement);
}

/* ---- constructs ----------------------------------------------------------------------------------- */

static construct *innermost(const xb_body *body)
{
    return &((construct *)body->open.items)[body->open.count - 1];
}

static construct *begin(xb_body *body, uint32_t head, uint32_t end)
{
    construct *made = xb_vector_push(body->program->arena, &body->open, sizeof *made);
    *made = (construct){.head = head, .end = end};
    return made;
}

xb_flow_vertex *xb_body_construct(const xb_body *body)
{
    return vertex_at(body, innermost(body)->head);
}

xb_flow_vertex *xb_body_branch(xb_body *body, xb_expression *condition)
{
    uint32_t head = add_vertex(body, XB_KIND_BRANCH);
    begin(body, head, new_vertex(body, XB_KIND_END_BRANCH));
    body->pending.count = 0;
    vertex_at(body, head)->condition = condition;
    return vertex_at(body, head);
}

void xb_body_arm(xb_body *body, const int64_t *values, size_t count)
{
    construct *branch = innermost(body);
    send(body, &branch->leaving);
    branch->arms++;
    for (size_t i = 0; i < count; i++)
        go_on_if(body, branch->head, values[i]);
    if (count == 0)
        go_on_from(body, branch->head);
    branch->has_default |= count == 0;
}

void xb_body_fill(xb_body *body, bool first)
{
    const construct *branch = innermost(body);
    const loose *edges = body->pending.items;
    if (body->pending.count > 0 && edges->source == branch->head && branch->arms > (first ? 0 : 1))
        add_block(body);
}

static void end_branch(xb_body *body, construct *branch)
{
    send(body, &branch->leaving);
    if (!branch->has_default)
        go_on_from(body, branch->head);
    lead(body, &body->pending, branch->end);
    lead(body, &branch->leaving, branch->end);
    take_place(body, branch->end);
    go_on_from(body, branch->end);
}

xb_flow_vertex *xb_body_loop(xb_body *body, xb_kind kind, xb_expression *condition)
{
    uint32_t head = add_vertex(body, kind);
    begin(body, head, XB_GRAPH_NONE);
    body->pending.count = 0;
    go_on_if(body, head, 1);
    vertex_at(body, head)->condition = condition;
    return vertex_at(body, head);
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
    body->open.count--;
    if (last.end != XB_GRAPH_NONE)
        end_branch(body, &last);
    else
        end_loop(body, &last);
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
    made->vertex = add_block(body);
    lead(body, &made->waiting, made->vertex);
}

void xb_body_jump(xb_body *body, int64_t number)
{
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

void xb_body_finish(xb_body *body, xb_arena *scratch)
{
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    bool *reached = xb_arena_array(scratch, body->flow->graph.vertex_count + 1, sizeof *reached);
    uint32_t count = 0;
    move(body, &body->pending, &body->exits);
    uint32_t exit = add_vertex(body, XB_KIND_EXIT), *order = body->order.items;
    xb_graph_reachable(scratch, &body->flow->graph, order[0], reached);
    reached[exit] = true;
    for (size_t i = 0; i < body->order.count; i++)
        if (reached[order[i]])
            order[count++] = order[i];
    *body->flow = xb_flow_of_vertices(body->program, scratch, body->flow, order, count);
    xb_arena_release(scratch, mark);
}
