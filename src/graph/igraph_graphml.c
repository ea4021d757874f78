/*
 * igraph reads GraphML from a stream, which is the text in memory, into a graph with attributes, all of which
 * are copied out as texts. It tells its handlers what is wrong, and where: the first complaint is kept. A
 * handler has no context, so the document that is being read is in a static variable; igraph has global state
 * anyway.
 */
#include "graph/igraph_bridge.h"

#include <igraph.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static xb_igraph_document *reading;

static void keep_complaint(const char *reason)
{
    if (!reading->complaint && *reason)
        reading->complaint = strdup(reason);
}

static void hear_error(const char *reason, const char *file, int line, igraph_error_t code)
{
    keep_complaint(reason);
    igraph_error_handler_ignore(reason, file, line, code);
}

static void hear_warning(const char *reason, const char *file, int line)
{
    (void)file, (void)line;
    keep_complaint(reason);
}

/* ---- copying ---- */

static igraph_error_t copy_ends(const igraph_t *graph, xb_graph_document *to)
{
    if (igraph_vcount(graph) > UINT32_MAX / 2 || igraph_ecount(graph) > UINT32_MAX / 2)
        return IGRAPH_EINVAL;
    to->directed = igraph_is_directed(graph);
    to->vertex_count = (uint32_t)igraph_vcount(graph);
    to->edge_count = (uint32_t)igraph_ecount(graph);
    to->ends = malloc((2 * (size_t)to->edge_count + 1) * sizeof *to->ends);
    for (uint32_t e = 0; to->ends && e < to->edge_count; e++) {
        to->ends[2 * (size_t)e] = (uint32_t)IGRAPH_FROM(graph, e);
        to->ends[2 * (size_t)e + 1] = (uint32_t)IGRAPH_TO(graph, e);
    }
    return to->ends ? IGRAPH_SUCCESS : IGRAPH_ENOMEM;
}

static char *text_of_number(double value)
{
    char text[32] = "";
    if (!isnan(value))
        snprintf(text, sizeof text, "%.17g", value);
    return strdup(text);
}

/* The value of an attribute of vertex or edge i. */
static char *text_of(const igraph_t *graph, bool of_edges, const char *name, igraph_attribute_type_t type,
                     uint32_t i)
{
    switch (type) {
    case IGRAPH_ATTRIBUTE_BOOLEAN:
        return strdup((of_edges ? EAB(graph, name, i) : VAB(graph, name, i)) ? "true" : "false");
    case IGRAPH_ATTRIBUTE_NUMERIC:
        return text_of_number(of_edges ? EAN(graph, name, i) : VAN(graph, name, i));
    case IGRAPH_ATTRIBUTE_STRING: return strdup(of_edges ? EAS(graph, name, i) : VAS(graph, name, i));
    default: return strdup("");
    }
}

static bool copy_attribute(const igraph_t *graph, bool of_edges, const char *name, igraph_integer_t type,
                           xb_graph_texts *to)
{
    size_t count = (size_t)(of_edges ? igraph_ecount(graph) : igraph_vcount(graph));
    to->name = strdup(name);
    to->values = calloc(count + 1, sizeof *to->values);
    if (!to->name || !to->values)
        return false;
    for (; to->count < count; to->count++) {
        char *value = text_of(graph, of_edges, name, (igraph_attribute_type_t)type, (uint32_t)to->count);
        if (!value)
            return false;
        to->values[to->count] = value;
    }
    return true;
}

static igraph_error_t copy_attributes(const igraph_t *graph, bool of_edges, const igraph_strvector_t *names,
                                      const igraph_vector_int_t *types, xb_graph_document *to)
{
    xb_graph_texts **all = of_edges ? &to->edge_texts : &to->vertex_texts;
    size_t *count = of_edges ? &to->edge_text_count : &to->vertex_text_count;
    igraph_integer_t n = igraph_strvector_size(names);
    *all = calloc((size_t)n + 1, sizeof **all);
    if (!*all)
        return IGRAPH_ENOMEM;
    for (igraph_integer_t i = 0; i < n; i++) {
        ++*count;
        if (!copy_attribute(graph, of_edges, igraph_strvector_get(names, i), VECTOR(*types)[i], &(*all)[i]))
            return IGRAPH_ENOMEM;
    }
    return IGRAPH_SUCCESS;
}

/* Names and types of attributes of the graph itself, of vertices and of edges. */
typedef struct listing {
    igraph_strvector_t names[3];
    igraph_vector_int_t types[3];
} listing;

static igraph_error_t copy_listed(const igraph_t *graph, listing *l, xb_graph_document *to)
{
    igraph_error_t code = igraph_cattribute_list(graph, &l->names[0], &l->types[0], &l->names[1],
                                                 &l->types[1], &l->names[2], &l->types[2]);
    for (int which = 1; code == IGRAPH_SUCCESS && which < 3; which++)
        code = copy_attributes(graph, which == 2, &l->names[which], &l->types[which], to);
    return code;
}

static igraph_error_t copy_out(const igraph_t *graph, xb_graph_document *to)
{
    listing l;
    int names = 0, types = 0;
    igraph_error_t code = copy_ends(graph, to);
    for (; code == IGRAPH_SUCCESS && names < 3; names += code == IGRAPH_SUCCESS)
        code = igraph_strvector_init(&l.names[names], 0);
    for (; code == IGRAPH_SUCCESS && types < 3; types += code == IGRAPH_SUCCESS)
        code = igraph_vector_int_init(&l.types[types], 0);
    if (code == IGRAPH_SUCCESS)
        code = copy_listed(graph, &l, to);
    while (names > 0)
        igraph_strvector_destroy(&l.names[--names]);
    while (types > 0)
        igraph_vector_int_destroy(&l.types[--types]);
    return code;
}

/* ---- reading ---- */

static igraph_error_t read_stream(FILE *stream, xb_graph_document *to)
{
    igraph_t graph;
    igraph_error_t code = igraph_read_graph_graphml(&graph, stream, 0);
    if (code != IGRAPH_SUCCESS)
        return code;
    code = copy_out(&graph, to);
    igraph_destroy(&graph);
    return code;
}

static igraph_error_t read_guarded(FILE *stream, xb_igraph_document *document)
{
    const igraph_attribute_table_t *outer_table = igraph_set_attribute_table(&igraph_cattribute_table);
    igraph_error_handler_t *outer_error = igraph_set_error_handler(hear_error);
    igraph_warning_handler_t *outer_warning = igraph_set_warning_handler(hear_warning);
    reading = document;
    igraph_error_t code = read_stream(stream, &document->content);
    reading = NULL;
    igraph_set_warning_handler(outer_warning);
    igraph_set_error_handler(outer_error);
    igraph_set_attribute_table(outer_table);
    return code;
}

const char *xb_igraph_read_graphml(const char *text, size_t length, xb_igraph_document *document)
{
    /* fmemopen() takes what it does not change, and refuses to open nothing */
    FILE *stream = fmemopen((void *)text, length > 0 ? length : 1, "r");
    if (!stream)
        return igraph_strerror(IGRAPH_ENOMEM);
    igraph_error_t code = read_guarded(stream, document);
    fclose(stream);
    return code == IGRAPH_SUCCESS ? NULL : igraph_strerror(code);
}
