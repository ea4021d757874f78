/*
 * Each vertex that can be reached gets the construct around it, a branch or a loop, which follows from the
 * edge that reaches it first: the edges that leave a branch, and the one into the body of a loop, lead into
 * the construct, an EndBranch and an EndLoop end the innermost one. In structured control flow all edges
 * agree, and only an EndBranch and a loop are reached from several places. Each edge is looked at once.
 */
#include "ir/verify_internal.h"

typedef struct walk {
    xb_verifier *v;
    const xb_flow_graph *flow;
    uint32_t *around; /* by vertex: the vertex that begins the construct around it, XB_GRAPH_NONE: none */
    uint32_t *from;   /* by vertex: the one from which it was reached first, XB_GRAPH_NONE: not reached */
    uint32_t *end;    /* by vertex: what ends the construct that it begins, XB_GRAPH_NONE: nothing so far */
    uint32_t *begin;  /* by vertex: the beginning of the construct that it ends */
    uint32_t *queue;
    uint32_t count;    /* of the vertices in the queue */
    uint32_t fault_at; /* the vertex that shows that it is not structured */
    const char *fault; /* why, NULL: it is */
} walk;

static const xb_flow_vertex *vertex_at(const walk *w, uint32_t vertex)
{
    return w->flow->vertices.items[vertex];
}

static bool is_branch(const walk *w, uint32_t vertex)
{
    xb_kind kind = vertex_at(w, vertex)->node.kind;
    return kind == XB_KIND_BRANCH || kind == XB_KIND_IF;
}

static bool is_loop(const walk *w, uint32_t vertex)
{
    xb_kind kind = vertex_at(w, vertex)->node.kind;
    return kind == XB_KIND_FOR_LOOP || kind == XB_KIND_PRE_LOOP || kind == XB_KIND_POST_LOOP;
}

static const char *name_of(const walk *w, uint32_t vertex)
{
    const xb_flow_vertex *found = vertex_at(w, vertex);
    return xb_arena_format(w->v->scratch, "%s[%s]", xb_kind_name(found->node.kind),
                           found->id ? found->id->text : "");
}

static void note_fault(walk *w, uint32_t vertex, const char *fault)
{
    w->fault_at = vertex;
    w->fault = fault;
}

/* The construct that an edge leads through. */
static uint32_t construct_of(const walk *w, uint32_t source, const xb_flow_edge *edge)
{
    bool enters_body = is_loop(w, source) && edge->has_condition_value && edge->condition_value == 1;
    return is_branch(w, source) || enters_body ? source : w->around[source];
}

/* Notes that an edge within a construct leads to what ends it. */
static void take_end(walk *w, uint32_t construct, uint32_t vertex)
{
    bool ends_branch = vertex_at(w, vertex)->node.kind == XB_KIND_END_BRANCH;
    const char *name = name_of(w, vertex);
    if (construct == XB_GRAPH_NONE)
        note_fault(w, vertex,
                   xb_arena_format(w->v->scratch, "%s is reached from outside of a %s", name,
                                   ends_branch ? "branch" : "loop"));
    else if (ends_branch != is_branch(w, construct))
        note_fault(
            w, vertex,
            xb_arena_format(w->v->scratch, "%s is reached from within %s", name, name_of(w, construct)));
    else if (w->end[construct] != XB_GRAPH_NONE && w->end[construct] != vertex)
        note_fault(w, vertex,
                   xb_arena_format(w->v->scratch, "%s ends in %s and in %s", name_of(w, construct),
                                   name_of(w, w->end[construct]), name));
    else if (w->begin[vertex] != XB_GRAPH_NONE && w->begin[vertex] != construct)
        note_fault(w, vertex,
                   xb_arena_format(w->v->scratch, "%s ends both %s and %s", name,
                                   name_of(w, w->begin[vertex]), name_of(w, construct)));
    else {
        w->end[construct] = vertex;
        w->begin[vertex] = construct;
    }
}

static void reach(walk *w, uint32_t source, uint32_t target, uint32_t around)
{
    w->from[target] = source;
    w->around[target] = around;
    w->queue[w->count++] = target;
}

static void follow(walk *w, uint32_t source, uint32_t e)
{
    uint32_t target = xb_graph_target(&w->flow->graph, e);
    uint32_t construct = construct_of(w, source, w->flow->edges.items[e]);
    xb_kind kind = vertex_at(w, target)->node.kind;
    bool is_known = w->from[target] != XB_GRAPH_NONE;
    if (vertex_at(w, source)->node.kind == XB_KIND_END_LOOP)
        return; /* the way back */
    if (kind == XB_KIND_END_BRANCH) {
        take_end(w, construct, target);
        if (!is_known && !w->fault)
            reach(w, source, target, w->around[construct]);
        return;
    }
    if (kind == XB_KIND_END_LOOP && !is_known) {
        take_end(w, construct, target);
        if (!w->fault && xb_graph_out_degree(&w->flow->graph, target) == 1 &&
            xb_graph_target(&w->flow->graph, xb_graph_first_out(&w->flow->graph, target)) != construct)
            note_fault(w, target,
                       xb_arena_format(w->v->scratch, "%s is reached from within %s", name_of(w, target),
                                       name_of(w, construct)));
    } else if (is_known && (w->from[target] != source || !is_branch(w, source))) {
        note_fault(w, target,
                   xb_arena_format(w->v->scratch, "%s is reached both from %s and from %s",
                                   name_of(w, target), name_of(w, w->from[target]), name_of(w, source)));
    } else if (kind == XB_KIND_EXIT && construct != XB_GRAPH_NONE) {
        note_fault(
            w, target,
            xb_arena_format(w->v->scratch, "the Exit is reached from within %s", name_of(w, construct)));
    }
    if (!is_known && !w->fault)
        reach(w, source, target, construct);
}

/* A construct that was reached has an end. */
static void check_ends(walk *w)
{
    for (uint32_t i = 0; i < w->count && !w->fault; i++) {
        uint32_t vertex = w->queue[i];
        if ((is_branch(w, vertex) || is_loop(w, vertex)) && w->end[vertex] == XB_GRAPH_NONE)
            note_fault(w, vertex,
                       xb_arena_format(w->v->scratch, "no %s ends %s",
                                       is_branch(w, vertex) ? "EndBranch" : "EndLoop", name_of(w, vertex)));
    }
}

void xb_verify_structured(xb_verifier *v, const xb_verify_step *at, const xb_flow_graph *flow, uint32_t entry)
{
    uint32_t size = flow->graph.vertex_count;
    walk w = {.v = v, .flow = flow, .fault_at = XB_GRAPH_NONE};
    w.around = xb_arena_array(v->scratch, size, sizeof *w.around);
    w.from = xb_arena_array(v->scratch, size, sizeof *w.from);
    w.end = xb_arena_array(v->scratch, size, sizeof *w.end);
    w.begin = xb_arena_array(v->scratch, size, sizeof *w.begin);
    w.queue = xb_arena_array(v->scratch, size, sizeof *w.queue);
    for (uint32_t i = 0; i < size; i++)
        w.around[i] = w.from[i] = w.end[i] = w.begin[i] = XB_GRAPH_NONE;
    reach(&w, entry, entry, XB_GRAPH_NONE);
    for (uint32_t i = 0; i < w.count && !w.fault; i++)
        for (uint32_t e = xb_graph_first_out(&flow->graph, w.queue[i]); e != XB_GRAPH_NONE && !w.fault;
             e = xb_graph_next_out(&flow->graph, e))
            follow(&w, w.queue[i], e);
    check_ends(&w);
    if (!w.fault)
        return;
    const xb_flow_vertex *vertex = vertex_at(&w, w.fault_at);
    xb_verify_step step = xb_verify_step_to(at, vertex, vertex->id);
    xb_verify_warning(
        v, &step,
        "write structured=\"false\", or let each branch and loop end within the construct around it",
        xb_arena_format(v->scratch, "the control flow is said to be structured, but %s", w.fault));
}
