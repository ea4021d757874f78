/*
 * Keys are numbers of products, edges or paths, computed from the lists of the two ends; lower is better.
 *
 * The Markowitz degree of a vertex is the product of its degrees; only intermediates have one. What an
 * elimination does to the degrees of others is found by counting, for each vertex at one end, to how many at
 * the other end it is not joined yet.
 */
#include "elimination/heuristics/filter_view.h"
#include "elimination/heuristics/heuristics.h"

/* ---- vertex and edge eliminations ---- */

static double number(const xb_lcg_state *state, uint32_t a, uint32_t b)
{
    return (double)a * (state->part->vertex_count + 1.0) + b;
}

static double forward_vertex(const xb_filter_view *view, xb_lcg_action action)
{
    (void)view;
    return action.source;
}

static double reverse_vertex(const xb_filter_view *view, xb_lcg_action action)
{
    return -forward_vertex(view, action);
}

/* By source, then target; back before front. */
static double forward_edge(const xb_filter_view *view, xb_lcg_action action)
{
    return 2 * number(view->state, action.source, action.target) + (action.kind == XB_ACTION_FRONT);
}

static double reverse_edge(const xb_filter_view *view, xb_lcg_action action)
{
    return -forward_edge(view, action);
}

static double front_only(const xb_filter_view *view, xb_lcg_action action)
{
    (void)view;
    return action.kind != XB_ACTION_FRONT;
}

static double back_only(const xb_filter_view *view, xb_lcg_action action)
{
    (void)view;
    return action.kind != XB_ACTION_BACK;
}

static double lowest_markowitz(const xb_filter_view *view, xb_lcg_action action)
{
    return (double)xb_lcg_products(view->state, action);
}

static double relative_markowitz(const xb_filter_view *view, xb_lcg_action action)
{
    return lowest_markowitz(view, action) -
           (double)view->sources[action.source] * view->targets[action.target];
}

static double used_once(const xb_filter_view *view, xb_lcg_action action)
{
    return view->state->vertices[action.source].out_degree != 1;
}

static double minimal_distance(const xb_filter_view *view, xb_lcg_action action)
{
    (void)view;
    return (double)action.target - action.source;
}

/* The arcs of an action: those from first on in the list of the middle, or one alone. */
typedef struct arcs {
    uint32_t first;
    bool all;
} arcs;

static arcs arcs_in(const xb_lcg_state *state, xb_lcg_action action)
{
    if (action.kind == XB_ACTION_FRONT)
        return (arcs){xb_lcg_find(state, action.source, action.target), false};
    return (arcs){state->vertices[action.source].first_in, true};
}

static arcs arcs_out(const xb_lcg_state *state, xb_lcg_action action)
{
    if (action.kind == XB_ACTION_BACK)
        return (arcs){xb_lcg_find(state, action.source, action.target), false};
    return (arcs){state->vertices[xb_filter_middle(action)].first_out, true};
}

static uint32_t next_in(const xb_lcg_state *state, arcs a, uint32_t arc)
{
    return a.all ? state->arcs[arc].next_in : XB_LCG_NONE;
}

static uint32_t next_out(const xb_lcg_state *state, arcs a, uint32_t arc)
{
    return a.all ? state->arcs[arc].next_out : XB_LCG_NONE;
}

/* New edges that the arcs of an action make at one source, or at one target. */
static uint32_t fill_from(const xb_lcg_state *state, uint32_t source, arcs out)
{
    uint32_t count = 0;
    for (uint32_t arc = out.first; arc != XB_LCG_NONE; arc = next_out(state, out, arc))
        count += xb_lcg_find(state, source, state->arcs[arc].target) == XB_LCG_NONE;
    return count;
}

static uint32_t fill_into(const xb_lcg_state *state, uint32_t target, arcs in)
{
    uint32_t count = 0;
    for (uint32_t arc = in.first; arc != XB_LCG_NONE; arc = next_in(state, in, arc))
        count += xb_lcg_find(state, state->arcs[arc].source, target) == XB_LCG_NONE;
    return count;
}

static double lowest_fill_in(const xb_filter_view *view, xb_lcg_action action)
{
    arcs in = arcs_in(view->state, action), out = arcs_out(view->state, action);
    double count = 0;
    for (uint32_t arc = in.first; arc != XB_LCG_NONE; arc = next_in(view->state, in, arc))
        count += fill_from(view->state, view->state->arcs[arc].source, out);
    return count;
}

static double degree(const xb_lcg_state *state, uint32_t vertex, double in, double out)
{
    return state->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE ? in * out : 0;
}

/* How much the Markowitz degree of a vertex grows with that many more edges in and out. */
static double growth(const xb_lcg_state *state, uint32_t vertex, double in, double out)
{
    const xb_lcg_vertex *at = &state->vertices[vertex];
    return degree(state, vertex, at->in_degree + in, at->out_degree + out) -
           degree(state, vertex, at->in_degree, at->out_degree);
}

/* How much the degrees of the others grow. An edge that is eliminated disappears, and with the last one on a
 * side those on the other side. */
static double damage(const xb_filter_view *view, xb_lcg_action action)
{
    const xb_lcg_state *state = view->state;
    arcs in = arcs_in(state, action), out = arcs_out(state, action);
    const xb_lcg_vertex *middle = &state->vertices[xb_filter_middle(action)];
    double loses_in = in.all || middle->in_degree == 1 ? 1 : 0,
           loses_out = out.all || middle->out_degree == 1 ? 1 : 0;
    double sum = 0;
    for (uint32_t arc = in.first; arc != XB_LCG_NONE; arc = next_in(state, in, arc)) {
        uint32_t source = state->arcs[arc].source;
        sum += growth(state, source, 0, (double)fill_from(state, source, out) - loses_out);
    }
    for (uint32_t arc = out.first; arc != XB_LCG_NONE; arc = next_out(state, out, arc)) {
        uint32_t target = state->arcs[arc].target;
        sum += growth(state, target, (double)fill_into(state, target, in) - loses_in, 0);
    }
    return sum;
}

static double lmmd(const xb_filter_view *view, xb_lcg_action action)
{
    return lowest_markowitz(view, action) + damage(view, action);
}

/* The growth of all degrees, with that of the middle. */
static double momr(const xb_filter_view *view, xb_lcg_action action)
{
    uint32_t middle = xb_filter_middle(action);
    double in = action.kind == XB_ACTION_BACK ? 0 : -1, out = action.kind == XB_ACTION_FRONT ? 0 : -1;
    if (action.kind == XB_ACTION_VERTEX)
        return damage(view, action) - lowest_markowitz(view, action);
    return damage(view, action) + growth(view->state, middle, in, out);
}

/* Each path through the arcs becomes one edge shorter, or is one no more where there is an edge already. */
static double moplr(const xb_filter_view *view, xb_lcg_action action)
{
    const xb_lcg_state *state = view->state;
    arcs in = arcs_in(state, action), out = arcs_out(state, action);
    double reduction = 0;
    for (uint32_t a = in.first; a != XB_LCG_NONE; a = next_in(state, in, a)) {
        uint32_t source = state->arcs[a].source;
        for (uint32_t b = out.first; b != XB_LCG_NONE; b = next_out(state, out, b)) {
            uint32_t target = state->arcs[b].target;
            double edges = xb_lcg_find(state, source, target) == XB_LCG_NONE ? 1 : 2;
            reduction += edges * view->paths_to[source] * view->paths_from[target];
        }
    }
    return -reduction;
}

/* ---- locality ---- */

static double shared(const xb_filter_view *view, uint32_t vertex, bool in)
{
    const xb_lcg_state *state = view->state;
    double count = 0;
    for (uint32_t arc = in ? state->vertices[vertex].first_in : state->vertices[vertex].first_out;
         arc != XB_LCG_NONE; arc = in ? state->arcs[arc].next_in : state->arcs[arc].next_out)
        count +=
            in ? view->last_in.has[state->arcs[arc].source] : view->last_out.has[state->arcs[arc].target];
    return count;
}

static double sibling2(const xb_filter_view *view, xb_lcg_action action)
{
    uint32_t vertex = xb_filter_middle(action);
    return view->last == XB_LCG_NONE ? 0 : -shared(view, vertex, true) * shared(view, vertex, false);
}

static double sibling(const xb_filter_view *view, xb_lcg_action action)
{
    return sibling2(view, action) >= 0;
}

static double succpred(const xb_filter_view *view, xb_lcg_action action)
{
    uint32_t vertex = xb_filter_middle(action);
    if (view->last == XB_LCG_NONE)
        return 0;
    bool in_smaller = view->last_in.count <= view->last_out.count;
    if (in_smaller ? view->last_in.has[vertex] : view->last_out.has[vertex])
        return 0;
    return view->last_in.has[vertex] || view->last_out.has[vertex] ? 1 : 2;
}

/* ---- face eliminations ---- */

static uint32_t middle_face(const xb_face_view *view, uint32_t i)
{
    return view->graph->lines[i].target;
}

static double forward_face(const xb_face_view *view, uint32_t i, uint32_t j)
{
    double base = view->graph->part->vertex_count + 1.0;
    const xb_line *first = &view->graph->lines[i], *second = &view->graph->lines[j];
    return ((double)first->target * base + first->source) * base + second->target;
}

static double reverse_face(const xb_face_view *view, uint32_t i, uint32_t j)
{
    return -forward_face(view, i, j);
}

static double size(const xb_face_view *view, const uint64_t *set)
{
    double count = 0;
    for (uint32_t i = 0; i < view->graph->words; i++)
        count += __builtin_popcountll(set[i]);
    return count;
}

static double face_degree(const xb_face_view *view, uint32_t vertex, double in, double out)
{
    const xb_line_graph *graph = view->graph;
    if (!xb_line_is_middle(graph, vertex))
        return 0;
    return (size(view, xb_line_row(graph, graph->into, vertex)) + in) *
           (size(view, xb_line_row(graph, graph->out_of, vertex)) + out);
}

static double markowitz_face(const xb_face_view *view, uint32_t i, uint32_t j)
{
    (void)j;
    return face_degree(view, middle_face(view, i), 0, 0);
}

static double whole_vertex(const xb_face_view *view, uint32_t i, uint32_t j)
{
    (void)j;
    return middle_face(view, i) != view->last;
}

static double distance_face(const xb_face_view *view, uint32_t i, uint32_t j)
{
    return (double)view->graph->lines[j].target - view->graph->lines[i].source;
}

static double absorb(const xb_face_view *view, uint32_t i, uint32_t j)
{
    return !xb_line_is_absorbed(view->graph, i, j);
}

static double momr_face(const xb_face_view *view, uint32_t i, uint32_t j)
{
    const xb_line_graph *graph = view->graph;
    uint32_t a = graph->lines[i].source, b = graph->lines[i].target, c = graph->lines[j].target;
    double made = absorb(view, i, j);
    double gone_in = size(view, xb_line_row(graph, graph->after, i)) == 1;
    double gone_out = size(view, xb_line_row(graph, graph->before, j)) == 1;
    return face_degree(view, a, 0, made - gone_in) - face_degree(view, a, 0, 0) +
           face_degree(view, b, -gone_in, -gone_out) - face_degree(view, b, 0, 0) +
           face_degree(view, c, made - gone_out, 0) - face_degree(view, c, 0, 0);
}

enum { DAMAGE = XB_SCOPE_JOINED | XB_SCOPE_DEGREES, PATHS = XB_SCOPE_JOINED | XB_SCOPE_PATHS };

const xb_filter xb_filters[] = {
    {"forward", XB_SCOPE_MIDDLE, 0, forward_vertex, forward_edge, forward_face},
    {"reverse", XB_SCOPE_MIDDLE, 0, reverse_vertex, reverse_edge, reverse_face},
    {"lowest_markowitz", XB_SCOPE_MIDDLE, 0, lowest_markowitz, lowest_markowitz, markowitz_face},
    {"lowest_relative_markowitz", XB_SCOPE_REACH, 0, relative_markowitz, relative_markowitz, NULL},
    {"lowest_fill_in", XB_SCOPE_JOINED, 0, lowest_fill_in, lowest_fill_in, absorb},
    {"lmmd", DAMAGE, 0, lmmd, lmmd, NULL},
    {"momr", DAMAGE, 0, momr, momr, momr_face},
    {"moplr", PATHS, 0, moplr, moplr, NULL},
    {"used_once", XB_SCOPE_MIDDLE, 0, used_once, NULL, NULL},
    {"minimal_distance", XB_SCOPE_MIDDLE, 0, NULL, minimal_distance, distance_face},
    {"front", XB_SCOPE_MIDDLE, 0, NULL, front_only, NULL},
    {"back", XB_SCOPE_MIDDLE, 0, NULL, back_only, NULL},
    {"sibling", XB_SCOPE_LAST, 1, sibling, sibling, NULL},
    {"sibling2", XB_SCOPE_LAST, 0, sibling2, sibling2, NULL},
    {"succpred", XB_SCOPE_LAST, 2, succpred, succpred, NULL},
    {"absorb", XB_SCOPE_MIDDLE, 0, NULL, NULL, absorb},
    {"whole_vertex", XB_SCOPE_MIDDLE, 0, NULL, NULL, whole_vertex},
    {NULL, XB_SCOPE_MIDDLE, 0, NULL, NULL, NULL},
};
