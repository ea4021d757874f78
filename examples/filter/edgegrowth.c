/*
 * A filter in a plugin: by how many edges a vertex elimination makes the graph grow. Build it with make in
 * this folder and try
 *
 *     xaif-eliminate --plugin ./edgegrowth.so --heuristic vertex:edge_growth,reverse GRAPH
 *     xaifbooster --plugin ./edgegrowth.so --heuristic vertex:edge_growth,reverse FILE
 *
 * A plugin may describe an algorithm, make offers, or both. This one offers a filter.
 */
#include <elimination/heuristics/filter.h>
#include <xaifbooster.h>

/* Edges that the successors of the middle do not have yet from one of its predecessors. */
static uint32_t new_edges(const xb_filter_view *view, uint32_t predecessor, uint32_t middle)
{
    uint32_t place = XB_FILTER_BEGIN, successor, count = 0;
    while (xb_filter_successor(view, middle, &place, &successor))
        count += !xb_filter_is_joined(view, predecessor, successor);
    return count;
}

/* The elimination with the lowest key is done next. */
static double edge_growth(const xb_filter_view *view, xb_lcg_action action)
{
    uint32_t middle = xb_filter_middle(action), place = XB_FILTER_BEGIN, predecessor;
    double growth = 0;
    while (xb_filter_predecessor(view, middle, &place, &predecessor))
        growth += new_edges(view, predecessor, middle);
    return growth - xb_filter_in_degree(view, middle) - xb_filter_out_degree(view, middle);
}

/* The key depends on the edges at the middle and on those between its neighbours: it is computed again when
 * one of these changes. */
static const xb_filter filter = {"edge_growth", XB_SCOPE_JOINED, 0, edge_growth, NULL, NULL};

static const xb_offer offers[] = {{XB_FILTER_OFFER, "edge_growth", &filter}, {.kind = NULL}};

/* The one function that a plugin exports. */
const xb_plugin *xaifbooster_plugin(void);

const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, NULL, offers};
    return &plugin;
}
