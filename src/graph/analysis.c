/*
 * The module must present a table with the right number of interface; its handle is kept by the analysis
 * object. Results of igraph whose numbering is igraph's own business are renumbered here, so that outputs
 * only depend on the document.
 */
#include "graph/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "base/module.h"
#include "graph/igraph_bridge.h"

struct xb_graph_analysis {
    void *module;
    const xb_igraph_bridge *bridge;
    xb_igraph_document document; /* that was read last */
};

typedef const xb_igraph_bridge *table_function(void);

static const char module_name[] = "xaifbooster-igraph";

xb_graph_analysis *xb_graph_analysis_create(void)
{
    return calloc(1, sizeof(xb_graph_analysis));
}

static void free_texts(xb_graph_texts *texts, size_t count)
{
    for (size_t t = 0; t < count; t++) {
        for (size_t i = 0; i < texts[t].count; i++)
            free(texts[t].values[i]);
        free(texts[t].values);
        free(texts[t].name);
    }
    free(texts);
}

static void forget_document(xb_igraph_document *document)
{
    free_texts(document->content.vertex_texts, document->content.vertex_text_count);
    free_texts(document->content.edge_texts, document->content.edge_text_count);
    free(document->content.ends);
    free(document->complaint);
    *document = (xb_igraph_document){0};
}

void xb_graph_analysis_destroy(xb_graph_analysis *analysis)
{
    if (analysis)
        forget_document(&analysis->document);
    free(analysis);
}

static xb_status refuse(xb_diagnostics *diagnostics, xb_place place, const char *problem)
{
    return xb_error(diagnostics, XB_STATUS_FAILED, place, XB_MODULE_FOLDERS "; it needs the library igraph",
                    "can't load the module %s: %s", module_name, problem);
}

static xb_status open_module(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_place place)
{
    const char *problem = NULL;
    analysis->module = xb_module_open(module_name, &problem);
    return analysis->module ? XB_STATUS_OK : refuse(diagnostics, place, problem);
}

static xb_status get_table(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_place place)
{
    void *symbol = xb_module_symbol(analysis->module, "xb_igraph_bridge_table");
    if (!symbol)
        return refuse(diagnostics, place, "it has no function xb_igraph_bridge_table");
    table_function *function;
    memcpy(&function, &symbol, sizeof function); /* ISO C has no cast from objects to functions */
    const xb_igraph_bridge *bridge = function();
    if (bridge->abi != XB_IGRAPH_BRIDGE_ABI)
        return refuse(diagnostics, place, "it belongs to another version");
    analysis->bridge = bridge;
    return XB_STATUS_OK;
}

/* Loads the module unless that has been done. Errors are those of a place. */
static xb_status load_for(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_place place)
{
    if (analysis->bridge)
        return XB_STATUS_OK;
    xb_status status = analysis->module ? XB_STATUS_OK : open_module(analysis, diagnostics, place);
    return status == XB_STATUS_OK ? get_table(analysis, diagnostics, place) : status;
}

static xb_status load(xb_graph_analysis *analysis, xb_diagnostics *diagnostics)
{
    return load_for(analysis, diagnostics, (xb_place){0});
}

static xb_status result(xb_diagnostics *diagnostics, const char *what, const char *problem)
{
    if (!problem)
        return XB_STATUS_OK;
    return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){0}, NULL, "igraph can't %s: %s", what, problem);
}

/* Renumbers components in the order of their first vertices; returns how many there are. */
static uint32_t renumber(xb_arena *scratch, uint32_t vertex_count, uint32_t *component)
{
    uint32_t count = 0;
    uint32_t *number = xb_arena_array(scratch, vertex_count, sizeof *number); /* from 1; 0: not seen */
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint32_t *mine = &number[component[v]];
        if (*mine == 0)
            *mine = ++count;
        component[v] = *mine - 1;
    }
    return count;
}

/* Renumbers strongly connected components in the topological order of the graph that they form. */
static void order_components(xb_arena *scratch, const xb_graph *graph, uint32_t *component, uint32_t count)
{
    xb_graph quotient = {0};
    xb_graph_reserve(scratch, &quotient, count, graph->edge_count);
    for (uint32_t c = 0; c < count; c++)
        xb_graph_add_vertex(scratch, &quotient);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t source = component[xb_graph_source(graph, e)], target = component[xb_graph_target(graph, e)];
        if (source != target)
            xb_graph_add_edge(scratch, &quotient, source, target);
    }
    uint32_t *order = xb_arena_array(scratch, count, sizeof *order);
    uint32_t *number = xb_arena_array(scratch, count, sizeof *number);
    xb_graph_topological_order(scratch, &quotient, order, NULL);
    for (uint32_t i = 0; i < count; i++)
        number[order[i]] = i;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        component[v] = number[component[v]];
}

static xb_status find_components(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                 const xb_graph *graph, bool strong, uint32_t *component)
{
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    return result(diagnostics, "find components", analysis->bridge->components(graph, strong, component));
}

xb_status xb_graph_analysis_strong(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                   xb_arena *scratch, const xb_graph *graph, uint32_t *component,
                                   uint32_t *count)
{
    xb_status status = find_components(analysis, diagnostics, graph, true, component);
    if (status != XB_STATUS_OK)
        return status;
    *count = renumber(scratch, graph->vertex_count, component);
    order_components(scratch, graph, component, *count);
    return XB_STATUS_OK;
}

xb_status xb_graph_analysis_weak(xb_graph_analysis *analysis, xb_diagnostics *diagnostics, xb_arena *scratch,
                                 const xb_graph *graph, uint32_t *component, uint32_t *count)
{
    xb_status status = find_components(analysis, diagnostics, graph, false, component);
    if (status == XB_STATUS_OK)
        *count = renumber(scratch, graph->vertex_count, component);
    return status;
}

xb_status xb_graph_analysis_dominators(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                       const xb_graph *graph, uint32_t root, bool backward,
                                       uint32_t *immediate)
{
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    status = result(diagnostics, "find dominators",
                    analysis->bridge->dominators(graph, root, backward, immediate));
    if (status == XB_STATUS_OK)
        immediate[root] = root;
    return status;
}

void xb_graph_dominator_tree(xb_arena *arena, const uint32_t *immediate, uint32_t vertex_count,
                             xb_graph *tree)
{
    *tree = (xb_graph){0};
    xb_graph_reserve(arena, tree, vertex_count, vertex_count);
    for (uint32_t v = 0; v < vertex_count; v++)
        xb_graph_add_vertex(arena, tree);
    for (uint32_t v = 0; v < vertex_count; v++)
        if (immediate[v] != XB_GRAPH_NONE && immediate[v] != v)
            xb_graph_add_edge(arena, tree, immediate[v], v);
}

static bool are_colors(const uint32_t *colors, uint32_t count)
{
    enum { LIMIT = 1 << 30 }; /* so that the bridge can double them within the integers of bliss */
    for (uint32_t i = 0; colors && i < count; i++)
        if (colors[i] >= LIMIT)
            return false;
    return true;
}

static bool is_colored(const xb_graph_colored *graph)
{
    return are_colors(graph->vertex_colors, graph->graph->vertex_count) &&
           are_colors(graph->edge_colors, graph->graph->edge_count);
}

static xb_status refuse_colors(xb_diagnostics *diagnostics)
{
    return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, NULL,
                    "a colour of a graph is 2^30 or larger");
}

xb_status xb_graph_analysis_isomorphic(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                       const xb_graph_colored *a, const xb_graph_colored *b, bool *isomorphic)
{
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    if (!is_colored(a) || !is_colored(b))
        return refuse_colors(diagnostics);
    return result(diagnostics, "compare graphs", analysis->bridge->isomorphic(a, b, isomorphic));
}

xb_status xb_graph_analysis_canonical(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                      const xb_graph_colored *graph, uint32_t effort, uint32_t *number,
                                      bool *found)
{
    *found = false;
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    if (!is_colored(graph))
        return refuse_colors(diagnostics);
    return result(diagnostics, "number a graph canonically",
                  analysis->bridge->canonical(graph, effort, number, found));
}

xb_status xb_graph_analysis_coloring(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                     const xb_graph *graph, uint32_t *color)
{
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    return result(diagnostics, "colour a graph", analysis->bridge->coloring(graph, color));
}

/* Shifts coordinates so that the least is 0; igraph's x sometimes are negative. */
static void shift_to_zero(double *coordinates, uint32_t count)
{
    double least = count > 0 ? coordinates[0] : 0;
    for (uint32_t i = 1; i < count; i++)
        least = coordinates[i] < least ? coordinates[i] : least;
    for (uint32_t i = 0; i < count; i++)
        coordinates[i] -= least;
}

xb_status xb_graph_analysis_layout(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                   const xb_graph *graph, double hgap, double vgap, double *x, double *y)
{
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    if (graph->vertex_count > XB_GRAPH_LAYOUT_LIMIT || graph->edge_count > XB_GRAPH_LAYOUT_LIMIT)
        return xb_error(
            diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){0}, NULL,
            "a graph with %u vertices and %u edges is too large for a picture: at most %d of each",
            (unsigned)graph->vertex_count, (unsigned)graph->edge_count, XB_GRAPH_LAYOUT_LIMIT);
    status = result(diagnostics, "place vertices", analysis->bridge->layout(graph, hgap, vgap, x, y));
    if (status == XB_STATUS_OK)
        shift_to_zero(x, graph->vertex_count);
    return status;
}

xb_status xb_graph_analysis_graphml(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                    const xb_graph *graph, const xb_graph_attributes *attributes,
                                    xb_output *output)
{
    xb_status status = load(analysis, diagnostics);
    if (status != XB_STATUS_OK)
        return status;
    char *text = NULL;
    size_t length = 0;
    const char *problem = analysis->bridge->graphml(graph, attributes, &text, &length);
    if (!problem)
        xb_output_bytes(output, text, length);
    free(text);
    return result(diagnostics, "write GraphML", problem);
}

xb_status xb_graph_analysis_read_graphml(xb_graph_analysis *analysis, xb_diagnostics *diagnostics,
                                         const char *file, const char *text, size_t length,
                                         const xb_graph_document **document)
{
    xb_place place = {.file = file};
    xb_status status = load_for(analysis, diagnostics, place);
    if (status != XB_STATUS_OK)
        return status;
    forget_document(&analysis->document);
    const char *problem = analysis->bridge->read_graphml(text, length, &analysis->document);
    if (analysis->document.complaint)
        return xb_error(
            diagnostics, XB_STATUS_INVALID, place,
            "igraph reads GraphML: is the document that, and is the key of each <data> declared by a <key>?",
            "igraph says: %s", analysis->document.complaint);
    *document = &analysis->document.content;
    return result(diagnostics, "read GraphML", problem);
}
