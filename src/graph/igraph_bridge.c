/*
 * Only this file and igraph_graphml.c include igraph. Each function copies the graph to igraph, runs one
 * analysis, and copies the result to the caller's arrays, so that no object of igraph outlives a call.
 *
 * igraph aborts the program on errors and prints warnings, unless told otherwise by handlers, which are
 * global. They are set when a function is entered and restored when it is left, because the host program may
 * use igraph for itself. What an analysis owns is released by the function that made it, on every path;
 * igraph's own stack of things to clean is emptied by the handler.
 *
 * Isomorphism: igraph's fastest test takes neither parallel edges nor colours of edges, so each edge becomes
 * a vertex in the middle of two edges, with a colour that no proper vertex has.
 */
#include "graph/igraph_bridge.h"

#include <igraph.h>
#include <stdio.h>
#include <stdlib.h>

/* An analysis of a graph that igraph holds. */
typedef igraph_error_t analysis(const igraph_t *graph, void *arguments);

typedef struct handlers {
    igraph_error_handler_t *error;
    igraph_warning_handler_t *warning;
} handlers;

static handlers enter(void)
{
    return (handlers){igraph_set_error_handler(igraph_error_handler_ignore),
                      igraph_set_warning_handler(igraph_warning_handler_ignore)};
}

static void leave(handlers outer)
{
    igraph_set_error_handler(outer.error);
    igraph_set_warning_handler(outer.warning);
}

static const char *problem_of(igraph_error_t code)
{
    return code == IGRAPH_SUCCESS ? NULL : igraph_strerror(code);
}

static igraph_error_t fill(const xb_graph *graph, igraph_t *copy)
{
    igraph_vector_int_t ends;
    igraph_error_t code = igraph_vector_int_init(&ends, 2 * (igraph_integer_t)graph->edge_count);
    if (code != IGRAPH_SUCCESS)
        return code;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        VECTOR(ends)[2 * (size_t)e] = xb_graph_source(graph, e);
        VECTOR(ends)[2 * (size_t)e + 1] = xb_graph_target(graph, e);
    }
    code = igraph_create(copy, &ends, graph->vertex_count, IGRAPH_DIRECTED);
    igraph_vector_int_destroy(&ends);
    return code;
}

/* Runs an analysis on a copy of a graph. */
static igraph_error_t run(const xb_graph *graph, analysis *body, void *arguments)
{
    igraph_t copy;
    igraph_error_t code = fill(graph, &copy);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = body(&copy, arguments);
    igraph_destroy(&copy);
    return code;
}

static const char *run_guarded(const xb_graph *graph, analysis *body, void *arguments)
{
    handlers outer = enter();
    igraph_error_t code = run(graph, body, arguments);
    leave(outer);
    return problem_of(code);
}

/* Copies a vector of vertex numbers; negative ones stand for none. */
static void copy_vertices(const igraph_vector_int_t *from, uint32_t *to)
{
    igraph_integer_t n = igraph_vector_int_size(from);
    for (igraph_integer_t i = 0; i < n; i++)
        to[i] = VECTOR(*from)[i] < 0 ? XB_GRAPH_NONE : (uint32_t)VECTOR(*from)[i];
}

typedef struct components_arguments {
    bool strong;
    uint32_t *membership;
} components_arguments;

static igraph_error_t components_body(const igraph_t *graph, void *arguments)
{
    const components_arguments *a = arguments;
    igraph_vector_int_t membership;
    igraph_error_t code = igraph_vector_int_init(&membership, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code =
        igraph_connected_components(graph, &membership, NULL, NULL, a->strong ? IGRAPH_STRONG : IGRAPH_WEAK);
    if (code == IGRAPH_SUCCESS)
        copy_vertices(&membership, a->membership);
    igraph_vector_int_destroy(&membership);
    return code;
}

static const char *components(const xb_graph *graph, bool strong, uint32_t *membership)
{
    return run_guarded(graph, components_body, &(components_arguments){strong, membership});
}

typedef struct dominators_arguments {
    uint32_t root;
    bool backward;
    uint32_t *immediate;
} dominators_arguments;

static igraph_error_t dominators_body(const igraph_t *graph, void *arguments)
{
    const dominators_arguments *a = arguments;
    igraph_vector_int_t dominator;
    igraph_error_t code = igraph_vector_int_init(&dominator, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code =
        igraph_dominator_tree(graph, a->root, &dominator, NULL, NULL, a->backward ? IGRAPH_IN : IGRAPH_OUT);
    if (code == IGRAPH_SUCCESS)
        copy_vertices(&dominator, a->immediate);
    igraph_vector_int_destroy(&dominator);
    return code;
}

static const char *dominators(const xb_graph *graph, uint32_t root, bool backward, uint32_t *immediate)
{
    return run_guarded(graph, dominators_body, &(dominators_arguments){root, backward, immediate});
}

/* Sets the ends of both halves of each edge, and the colours of all vertices, those in the middle of edges
 * included. */
static void subdivide(const xb_graph_colored *graph, igraph_vector_int_t *ends, igraph_vector_int_t *colors)
{
    igraph_integer_t n = graph->graph->vertex_count;
    for (uint32_t v = 0; v < graph->graph->vertex_count; v++)
        VECTOR(*colors)[v] = 2 * (igraph_integer_t)(graph->vertex_colors ? graph->vertex_colors[v] : 0);
    for (uint32_t e = 0; e < graph->graph->edge_count; e++) {
        igraph_integer_t *half = &VECTOR(*ends)[4 * (size_t)e];
        half[0] = xb_graph_source(graph->graph, e);
        half[1] = half[2] = n + e;
        half[3] = xb_graph_target(graph->graph, e);
        VECTOR(*colors)[n + e] = 2 * (igraph_integer_t)(graph->edge_colors ? graph->edge_colors[e] : 0) + 1;
    }
}

static igraph_error_t create_subdivided(const xb_graph_colored *graph, igraph_t *copy,
                                        igraph_vector_int_t *colors)
{
    igraph_integer_t n = graph->graph->vertex_count, m = graph->graph->edge_count;
    igraph_vector_int_t ends;
    igraph_error_t code = igraph_vector_int_resize(colors, n + m);
    if (code == IGRAPH_SUCCESS)
        code = igraph_vector_int_init(&ends, 4 * m);
    if (code != IGRAPH_SUCCESS)
        return code;
    subdivide(graph, &ends, colors);
    code = igraph_create(copy, &ends, n + m, IGRAPH_DIRECTED);
    igraph_vector_int_destroy(&ends);
    return code;
}

/* A graph prepared for the test of isomorphism. */
typedef struct subdivided {
    igraph_t graph;
    igraph_vector_int_t colors;
} subdivided;

static igraph_error_t subdivided_init(subdivided *s, const xb_graph_colored *graph)
{
    igraph_error_t code = igraph_vector_int_init(&s->colors, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = create_subdivided(graph, &s->graph, &s->colors);
    if (code != IGRAPH_SUCCESS)
        igraph_vector_int_destroy(&s->colors);
    return code;
}

static void subdivided_destroy(subdivided *s)
{
    igraph_destroy(&s->graph);
    igraph_vector_int_destroy(&s->colors);
}

static igraph_error_t compare(const xb_graph_colored *a, const xb_graph_colored *b, igraph_bool_t *answer)
{
    subdivided first, second;
    igraph_error_t code = subdivided_init(&first, a);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = subdivided_init(&second, b);
    if (code == IGRAPH_SUCCESS) {
        code = igraph_isomorphic_bliss(&first.graph, &second.graph, &first.colors, &second.colors, answer,
                                       NULL, NULL, IGRAPH_BLISS_FL, NULL, NULL);
        subdivided_destroy(&second);
    }
    subdivided_destroy(&first);
    return code;
}

static const char *isomorphic(const xb_graph_colored *a, const xb_graph_colored *b, bool *answer)
{
    igraph_bool_t same = false;
    handlers outer = enter();
    igraph_error_t code = compare(a, b, &same);
    leave(outer);
    *answer = same;
    return problem_of(code);
}

/* igraph asks from time to time whether to go on, without saying on whose behalf: so what is left has to be
 * here. One thread at a time is in igraph. */
static uint32_t questions_left;

static igraph_error_t count_question(void *data)
{
    (void)data;
    if (questions_left == 0)
        return IGRAPH_INTERRUPTED;
    questions_left--;
    return IGRAPH_SUCCESS;
}

static igraph_error_t label(const subdivided *s, uint32_t effort, igraph_vector_int_t *labels, bool *found)
{
    igraph_interruption_handler_t *outer = igraph_set_interruption_handler(count_question);
    questions_left = effort;
    igraph_error_t code = igraph_canonical_permutation(&s->graph, &s->colors, labels, IGRAPH_BLISS_FL, NULL);
    igraph_set_interruption_handler(outer);
    *found = code == IGRAPH_SUCCESS && questions_left > 0; /* being interrupted is no error to igraph */
    return code == IGRAPH_INTERRUPTED ? IGRAPH_SUCCESS : code;
}

/* The vertices are numbered among themselves, without those in the middle of edges. */
static igraph_error_t number_vertices(const igraph_vector_int_t *labels, uint32_t *number, uint32_t count)
{
    igraph_vector_int_t holder; /* by label */
    igraph_integer_t size = igraph_vector_int_size(labels);
    igraph_error_t code = igraph_vector_int_init(&holder, size);
    if (code != IGRAPH_SUCCESS)
        return code;
    for (igraph_integer_t v = 0; v < size; v++)
        VECTOR(holder)[VECTOR(*labels)[v]] = v;
    uint32_t next = 0;
    for (igraph_integer_t i = 0; i < size; i++)
        if (VECTOR(holder)[i] < (igraph_integer_t)count)
            number[VECTOR(holder)[i]] = next++;
    igraph_vector_int_destroy(&holder);
    return IGRAPH_SUCCESS;
}

static igraph_error_t number_canonically(const xb_graph_colored *graph, uint32_t effort, uint32_t *number,
                                         bool *found)
{
    subdivided s;
    igraph_vector_int_t labels;
    igraph_error_t code = subdivided_init(&s, graph);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = igraph_vector_int_init(&labels, 0);
    if (code == IGRAPH_SUCCESS) {
        code = label(&s, effort, &labels, found);
        if (code == IGRAPH_SUCCESS && *found)
            code = number_vertices(&labels, number, graph->graph->vertex_count);
        igraph_vector_int_destroy(&labels);
    }
    subdivided_destroy(&s);
    return code;
}

static const char *canonical(const xb_graph_colored *graph, uint32_t effort, uint32_t *number, bool *found)
{
    *found = false;
    handlers outer = enter();
    igraph_error_t code = number_canonically(graph, effort, number, found);
    leave(outer);
    return problem_of(code);
}

static igraph_error_t coloring_body(const igraph_t *graph, void *arguments)
{
    igraph_vector_int_t colors;
    igraph_error_t code = igraph_vector_int_init(&colors, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = igraph_vertex_coloring_greedy(graph, &colors, IGRAPH_COLORING_GREEDY_COLORED_NEIGHBORS);
    if (code == IGRAPH_SUCCESS)
        copy_vertices(&colors, arguments);
    igraph_vector_int_destroy(&colors);
    return code;
}

static const char *coloring(const xb_graph *graph, uint32_t *color)
{
    return run_guarded(graph, coloring_body, color);
}

typedef struct layout_arguments {
    double hgap, vgap;
    double *x, *y;
} layout_arguments;

static igraph_error_t layout_body(const igraph_t *graph, void *arguments)
{
    enum { ITERATIONS = 100 };
    const layout_arguments *a = arguments;
    igraph_matrix_t places;
    igraph_error_t code = igraph_matrix_init(&places, 0, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = igraph_layout_sugiyama(graph, &places, NULL, NULL, NULL, a->hgap, a->vgap, ITERATIONS, NULL);
    for (igraph_integer_t v = 0; code == IGRAPH_SUCCESS && v < igraph_vcount(graph); v++) {
        a->x[v] = MATRIX(places, v, 0);
        a->y[v] = MATRIX(places, v, 1);
    }
    igraph_matrix_destroy(&places);
    return code;
}

static const char *layout(const xb_graph *graph, double hgap, double vgap, double *x, double *y)
{
    return run_guarded(graph, layout_body, &(layout_arguments){hgap, vgap, x, y});
}

typedef igraph_error_t set_texts(igraph_t *graph, const char *name, const igraph_strvector_t *values);

static igraph_error_t set_attribute(igraph_t *graph, const xb_graph_attribute *attribute,
                                    igraph_integer_t count, set_texts *set)
{
    igraph_strvector_t texts;
    igraph_error_t code = igraph_strvector_init(&texts, count);
    if (code != IGRAPH_SUCCESS)
        return code;
    for (igraph_integer_t i = 0; code == IGRAPH_SUCCESS && i < count; i++)
        if (attribute->values[i])
            code = igraph_strvector_set(&texts, i, attribute->values[i]);
    if (code == IGRAPH_SUCCESS)
        code = set(graph, attribute->name, &texts);
    igraph_strvector_destroy(&texts);
    return code;
}

static igraph_error_t set_attributes(igraph_t *graph, const xb_graph_attributes *attributes)
{
    igraph_error_t code = IGRAPH_SUCCESS;
    for (size_t i = 0; code == IGRAPH_SUCCESS && i < attributes->vertex_count; i++)
        code = set_attribute(graph, &attributes->vertex[i], igraph_vcount(graph), igraph_cattribute_VAS_setv);
    for (size_t i = 0; code == IGRAPH_SUCCESS && i < attributes->edge_count; i++)
        code = set_attribute(graph, &attributes->edge[i], igraph_ecount(graph), igraph_cattribute_EAS_setv);
    return code;
}

static igraph_error_t write_graphml(const xb_graph *graph, const xb_graph_attributes *attributes, FILE *file)
{
    igraph_t copy;
    igraph_error_t code = fill(graph, &copy);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = set_attributes(&copy, attributes);
    if (code == IGRAPH_SUCCESS)
        code = igraph_write_graph_graphml(&copy, file, true);
    igraph_destroy(&copy);
    return code;
}

static const char *graphml(const xb_graph *graph, const xb_graph_attributes *attributes, char **text,
                           size_t *length)
{
    FILE *file = open_memstream(text, length);
    if (!file)
        return igraph_strerror(IGRAPH_ENOMEM);
    handlers outer = enter();
    const igraph_attribute_table_t *outer_table = igraph_set_attribute_table(&igraph_cattribute_table);
    igraph_error_t code = write_graphml(graph, attributes, file);
    igraph_set_attribute_table(outer_table);
    leave(outer);
    bool complete = !ferror(file);
    complete = fclose(file) == 0 && complete;
    if (code == IGRAPH_SUCCESS && !complete)
        code = IGRAPH_ENOMEM;
    if (code != IGRAPH_SUCCESS) {
        free(*text);
        *text = NULL;
    }
    return problem_of(code);
}

const xb_igraph_bridge *xb_igraph_bridge_table(void)
{
    static const xb_igraph_bridge table = {
        XB_IGRAPH_BRIDGE_ABI,
        IGRAPH_VERSION,
        components,
        dominators,
        isomorphic,
        canonical,
        coloring,
        layout,
        graphml,
        xb_igraph_read_graphml,
    };
    return &table;
}
