/*
 * The cheapest cut is a minimum cut of a flow network, since the choice is Picard's problem of selection: a
 * piece that is needed is a member or replaced, and if it is replaced, its operands are needed. With a vertex
 * "needed" and a vertex "replaced" for each piece, the cheapest choice is what is on the side of the source,
 * where
 *
 *     source   -> needed    of each entry                      has no bound,
 *     needed   -> sink      has what it costs to replace the piece,
 *     needed   -> replaced  has what a member costs beyond that,
 *     replaced -> needed    of each operand                    has no bound.
 *
 * Shortest augmenting paths are searched from one entry after the other. If an entry reaches the sink no
 * more, what it reaches is on the side of the source for good, and is not searched again. Paths are short,
 * since each piece on a path takes some of the flow to the sink. Entries for which no steps are left are
 * pushed.
 *
 * Sources: J.-C. Picard, Maximal closure of a graph and applications to combinatorial problems, Management
 * Science 22, 1976; J. Edmonds, R. M. Karp, Theoretical improvements in algorithmic efficiency for network
 * flow problems, Journal of the ACM 19, 1972.
 */
#include "algorithms/taping/cuts.h"

/* Steps of all searches, for each piece and each operand. */
enum { MOST_STEPS = 256 };

/* Instead of an arc: the one from "needed" to "replaced" of the same piece. */
enum { OWN = UINT32_MAX };

/* Instead of a search: none reaches the vertex any more. */
enum { FOREVER = UINT32_MAX };

/* From "replaced" of a piece to "needed" of one of its operands. */
typedef struct arc {
    uint32_t piece, operand;
    uint32_t flow;
    uint32_t next;  /* of those that carry flow to the operand; XB_GRAPH_NONE ends them */
    bool is_listed; /* among these */
} arc;

/* What a search knows of a vertex. */
typedef struct reached {
    uint32_t search; /* that came here last */
    uint32_t before; /* the vertex before it on the path */
    uint32_t by;     /* the arc between these two */
} reached;

/* Vertex 2 i is "needed" of piece i, 2 i + 1 is "replaced". */
typedef struct network {
    const xb_cut_graph *graph;
    uint32_t count;       /* of pieces */
    arc *arcs;            /* by piece */
    uint32_t *first;      /* by piece: its first arc; one more ends the last */
    uint32_t *carrying;   /* by piece: the first of the arcs that carry flow to it */
    uint32_t *to_sink;    /* by piece: what may still flow from "needed" to the sink */
    uint32_t *to_replace; /* by piece: what may still flow from "needed" to "replaced" */
    uint32_t *replacing;  /* by piece: what flows there */
    reached *vertices;
    uint32_t *queue, length;
    uint32_t search;
    uint64_t steps; /* that may still be taken */
} network;

/* ---- the network --------------------------------------------------------------------------------------- */

static bool is_worth_replacing(const xb_cut_piece *p)
{
    return p->can_be_replaced && p->operations < p->cost;
}

/* @return how many arcs there are */
static uint32_t count_arcs(network *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const xb_cut_piece *p = xb_cut_piece_at(n->graph, i);
        n->first[i + 1] = n->first[i] + (is_worth_replacing(p) ? p->operand_count : 0);
    }
    return n->first[n->count];
}

static void connect(network *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const xb_cut_piece *p = xb_cut_piece_at(n->graph, i);
        n->carrying[i] = XB_GRAPH_NONE;
        n->to_sink[i] = is_worth_replacing(p) ? p->operations : p->cost;
        n->to_replace[i] = p->cost - n->to_sink[i];
        for (uint32_t a = n->first[i]; a < n->first[i + 1]; a++)
            n->arcs[a] = (arc){.piece = i, .operand = p->operands[a - n->first[i]]};
    }
}

static network network_of(xb_arena *scratch, const xb_cut_graph *graph)
{
    uint32_t count = graph->pieces.count;
    network n = {.graph = graph, .count = count};
    n.first = xb_arena_array(scratch, count + 1, sizeof *n.first);
    uint32_t arcs = count_arcs(&n);
    n.arcs = xb_arena_array(scratch, arcs, sizeof *n.arcs);
    n.carrying = xb_arena_array(scratch, count, sizeof *n.carrying);
    n.to_sink = xb_arena_array(scratch, count, sizeof *n.to_sink);
    n.to_replace = xb_arena_array(scratch, count, sizeof *n.to_replace);
    n.replacing = xb_arena_array(scratch, count, sizeof *n.replacing);
    n.vertices = xb_arena_array(scratch, 2 * (size_t)count, sizeof *n.vertices);
    n.queue = xb_arena_array(scratch, 2 * (size_t)count, sizeof *n.queue);
    n.steps = MOST_STEPS * ((uint64_t)count + arcs);
    connect(&n);
    return n;
}

/* ---- augmenting paths ---------------------------------------------------------------------------------- */

static void reach(network *n, uint32_t vertex, uint32_t before, uint32_t by)
{
    reached *r = &n->vertices[vertex];
    if (r->search == n->search || r->search == FOREVER)
        return;
    *r = (reached){n->search, before, by};
    n->queue[n->length++] = vertex;
}

/* What is needed for nothing takes no flow, and need not be reached. */
static void leave_replaced(network *n, uint32_t i)
{
    for (uint32_t a = n->first[i]; a < n->first[i + 1]; a++)
        if (xb_cut_piece_at(n->graph, n->arcs[a].operand)->cost > 0)
            reach(n, 2 * n->arcs[a].operand, 2 * i + 1, a);
    if (n->replacing[i] > 0)
        reach(n, 2 * i, 2 * i + 1, OWN);
}

static void leave_needed(network *n, uint32_t i)
{
    if (n->to_replace[i] > 0)
        reach(n, 2 * i + 1, 2 * i, OWN);
    for (uint32_t *a = &n->carrying[i]; *a != XB_GRAPH_NONE;) {
        arc *by = &n->arcs[*a];
        if (by->flow > 0) {
            reach(n, 2 * by->piece + 1, 2 * i, *a);
            a = &by->next;
        } else {
            by->is_listed = false;
            *a = by->next;
        }
    }
}

/* Steps that it takes to leave a vertex; few arcs carry flow to a piece, since its cost bounds that. */
static uint64_t ways_out(const network *n, uint32_t vertex)
{
    return 1 + (vertex % 2 ? n->first[vertex / 2 + 1] - n->first[vertex / 2] : 0);
}

/* A shortest path from an entry to the sink. @return the last vertex before the sink; XB_GRAPH_NONE if there
 * is no path, or too long a search for one */
static uint32_t find_path(network *n, uint32_t entry)
{
    n->search++;
    n->length = 0;
    reach(n, 2 * entry, XB_GRAPH_NONE, OWN);
    for (uint32_t q = 0; q < n->length; q++) {
        uint32_t vertex = n->queue[q], i = vertex / 2;
        if (vertex % 2 == 0 && n->to_sink[i] > 0)
            return vertex;
        uint64_t steps = ways_out(n, vertex);
        if (steps > n->steps) {
            n->steps = 0;
            return XB_GRAPH_NONE;
        }
        n->steps -= steps;
        if (vertex % 2 == 0)
            leave_needed(n, i);
        else
            leave_replaced(n, i);
    }
    return XB_GRAPH_NONE;
}

/* What may still flow to a vertex from the one before it. */
static uint32_t residual(const network *n, uint32_t vertex)
{
    const reached *r = &n->vertices[vertex];
    if (r->by == OWN)
        return vertex % 2 ? n->to_replace[vertex / 2] : n->replacing[vertex / 2];
    return vertex % 2 ? n->arcs[r->by].flow : UINT32_MAX;
}

static void change_flow(network *n, uint32_t number, uint32_t more)
{
    arc *a = &n->arcs[number];
    a->flow += more;
    if (a->is_listed)
        return;
    a->is_listed = true;
    a->next = n->carrying[a->operand];
    n->carrying[a->operand] = number;
}

/* Sends flow to a vertex from the one before it. */
static void push_flow(network *n, uint32_t vertex, uint32_t flow)
{
    const reached *r = &n->vertices[vertex];
    bool is_to_replaced = vertex % 2 == 1;
    if (r->by != OWN) {
        change_flow(n, r->by, is_to_replaced ? -flow : flow);
        return;
    }
    n->to_replace[vertex / 2] += is_to_replaced ? -flow : flow;
    n->replacing[vertex / 2] += is_to_replaced ? flow : -flow;
}

static void augment(network *n, uint32_t last)
{
    uint32_t flow = n->to_sink[last / 2];
    for (uint32_t v = last; n->vertices[v].before != XB_GRAPH_NONE; v = n->vertices[v].before)
        flow = residual(n, v) < flow ? residual(n, v) : flow;
    n->to_sink[last / 2] -= flow;
    for (uint32_t v = last; n->vertices[v].before != XB_GRAPH_NONE; v = n->vertices[v].before)
        push_flow(n, v, flow);
}

/* Sends as much as possible from an entry to the sink; what it reaches then is on the side of the source. */
static void saturate(network *n, uint32_t entry)
{
    uint32_t last;
    while ((last = find_path(n, entry)) != XB_GRAPH_NONE)
        augment(n, last);
    for (uint32_t q = 0; n->steps > 0 && q < n->length; q++)
        n->vertices[n->queue[q]].search = FOREVER;
}

/* ---- cuts ---------------------------------------------------------------------------------------------- */

/* @param n NULL: all that can be replaced by what it is computed from is */
static bool is_replaced(const network *n, const xb_cut_piece *p, uint32_t number)
{
    return n ? n->vertices[2 * number + 1].search == FOREVER : p->can_be_replaced && !p->whole;
}

/* All that need a piece come after it, and are settled before it. */
static xb_cut_part *parts_by(const network *n, xb_arena *scratch, const xb_cut_graph *graph,
                             const bool *wanted)
{
    xb_cut_part *parts = xb_arena_array(scratch, graph->pieces.count, sizeof *parts);
    for (uint32_t i = graph->pieces.count; i-- > 0;) {
        const xb_cut_piece *p = xb_cut_piece_at(graph, i);
        if (wanted[i])
            parts[i] = XB_CUT_MEMBER;
        if (parts[i] == XB_CUT_NONE || !is_replaced(n, p, i))
            continue;
        parts[i] = XB_CUT_REPLACED;
        for (uint32_t k = 0; k < p->operand_count; k++)
            parts[p->operands[k]] = XB_CUT_MEMBER;
    }
    return parts;
}

xb_cut_part *xb_cut_at_variables(xb_arena *scratch, const xb_cut_graph *graph, const bool *wanted)
{
    return parts_by(NULL, scratch, graph, wanted);
}

xb_cut_part *xb_cut_cheapest(xb_arena *scratch, const xb_cut_graph *graph, const bool *wanted)
{
    network n = network_of(scratch, graph);
    for (uint32_t i = 0; i < n.count; i++)
        if (wanted[i])
            saturate(&n, i);
    return parts_by(&n, scratch, graph, wanted);
}
