/*
 * The document is gone through twice: by a scan, which knows lines and refuses what igraph passes over, and
 * by igraph, which knows what attributes there are, and their types and defaults.
 */
#include "elimination/files/graphml.h"

#include <string.h>

#include "elimination/files/graph_check.h"
#include "elimination/files/graphml_scan.h"

typedef struct reader {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const char *name;
    xb_graphml_scan scan;
    const xb_graph_document *document;
    xb_graph_origin origin;
    xb_graph_file *file;
    uint32_t *in_degree;
} reader;

bool xb_graphml_is(const char *text, size_t length)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of the order of bytes */
    size_t i = length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    while (i < length && strchr(" \t\r\n", text[i]) && text[i])
        i++;
    return i < length && text[i] == '<';
}

static const xb_graph_texts *texts_of(const xb_graph_texts *texts, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(texts[i].name, name) == 0)
            return &texts[i];
    }
    return NULL;
}

static const xb_graph_texts *vertex_texts(const reader *r, const char *name)
{
    return texts_of(r->document->vertex_texts, r->document->vertex_text_count, name);
}

static bool reject_vertex(const reader *r, uint32_t vertex, const char *hint, const char *message)
{
    xb_place place = {.file = r->name, .line = xb_graphml_line_of(&r->scan, r->origin.names[vertex])};
    xb_error(r->diagnostics, XB_STATUS_INVALID, place, hint, "node '%s': %s", r->origin.names[vertex],
             message);
    return false;
}

/* Reads a boolean attribute of all vertices. */
static bool read_flags(const reader *r, const xb_graph_texts *texts, bool *flags)
{
    static const char *const words[] = {"false", "0", "", "true", "1"};
    enum { WORDS = sizeof words / sizeof *words, FIRST_TRUE = 3 };
    for (uint32_t v = 0; v < r->document->vertex_count; v++) {
        size_t word = 0;
        while (word < WORDS && strcmp(texts->values[v], words[word]) != 0)
            word++;
        if (word == WORDS)
            return reject_vertex(
                r, v, "true or false",
                xb_arena_format(r->arena, "'%s' is not whether it is %s", texts->values[v], texts->name));
        flags[v] = word >= FIRST_TRUE;
    }
    return true;
}

static bool read_dependents(reader *r)
{
    const xb_graph_texts *texts = vertex_texts(r, "dependent");
    bool *dependent = xb_arena_array(r->arena, r->document->vertex_count, sizeof *dependent);
    xb_place place = {.file = r->name};
    r->file->graph.dependent = dependent;
    if (!texts) {
        xb_error(r->diagnostics, XB_STATUS_INVALID, place,
                 "<key id=\"d\" for=\"node\" attr.name=\"dependent\" attr.type=\"boolean\"/> declares one",
                 "nodes have no attribute 'dependent'");
        return false;
    }
    if (!read_flags(r, texts, dependent))
        return false;
    for (uint32_t v = 0; v < r->document->vertex_count; v++)
        r->file->dependent_count += dependent[v];
    if (r->file->dependent_count == 0)
        xb_error(r->diagnostics, XB_STATUS_INVALID, place,
                 "write <data key=\"d\">true</data> in at least one node, d being the id of the key of this "
                 "attribute",
                 "no node is a dependent");
    return r->file->dependent_count > 0;
}

static bool read_kind(const reader *r, const xb_graph_texts *texts, uint32_t edge, uint32_t *kind)
{
    static const struct {
        const char *word;
        uint32_t kind;
    } words[] = {{"unit", 1}, {"1", 1}, {"constant", 2}, {"2", 2}, {"variable", 3}, {"3", 3}, {"", 3}};
    const char *text = texts ? texts->values[edge] : "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        *kind = words[i].kind;
        if (strcmp(text, words[i].word) == 0)
            return true;
    }
    return xb_graph_reject(&r->origin, edge, "unit, constant, variable, or 1, 2, 3",
                           "there is no kind '%s' of label", text);
}

static bool read_edges(reader *r)
{
    const xb_graph_document *document = r->document;
    const xb_graph_texts *labels = texts_of(document->edge_texts, document->edge_text_count, "label");
    xb_lcg_edge *edges = xb_arena_array(r->arena, document->edge_count, sizeof *edges);
    for (uint32_t e = 0; e < document->edge_count; e++) {
        uint32_t kind = 0;
        if (!read_kind(r, labels, e, &kind))
            return false;
        const uint32_t *ends = document->ends + 2 * (size_t)e;
        edges[e] = xb_graph_file_edge(ends[0], ends[1], kind);
        r->in_degree[ends[1]]++;
    }
    r->file->has_labels = labels != NULL;
    r->file->graph.edges = edges;
    r->file->graph.edge_count = document->edge_count;
    return true;
}

/* If the document says of no node that it is an independent, all are that no edge leads into. */
static bool read_independents(reader *r)
{
    const xb_graph_texts *texts = vertex_texts(r, "independent");
    bool *flags = xb_arena_array(r->arena, r->document->vertex_count, sizeof *flags), any = false;
    if (texts && !read_flags(r, texts, flags))
        return false;
    for (uint32_t v = 0; v < r->document->vertex_count; v++) {
        if (flags[v] && r->in_degree[v] > 0)
            return reject_vertex(r, v, "independents are nodes that no edge leads into",
                                 "an edge leads into this independent");
        any = any || flags[v];
    }
    for (uint32_t v = 0; v < r->document->vertex_count; v++) {
        flags[v] = any ? flags[v] : r->in_degree[v] == 0;
        r->file->independent_count += flags[v];
    }
    r->file->graph.independent = flags;
    return true;
}

const xb_graph_file *xb_graphml_parse(xb_arena *arena, xb_diagnostics *diagnostics,
                                      xb_graph_analysis *analysis, const char *name, const char *text,
                                      size_t length)
{
    reader r = {.arena = arena, .diagnostics = diagnostics, .name = name};
    if (!xb_graphml_scan_text(arena, diagnostics, name, text, length, &r.scan) ||
        xb_graph_analysis_read_graphml(analysis, diagnostics, name, text, length, &r.document) !=
            XB_STATUS_OK)
        return NULL;
    r.file = xb_arena_alloc(arena, sizeof *r.file);
    r.file->graph.vertex_count = r.document->vertex_count;
    r.in_degree = xb_arena_array(arena, r.document->vertex_count, sizeof *r.in_degree);
    const xb_graph_texts *ids = vertex_texts(&r, "id");
    r.file->names = ids ? (const char *const *)ids->values : NULL;
    r.origin = (xb_graph_origin){arena, diagnostics, name, r.scan.edge_lines.items, r.file->names};
    bool good = read_dependents(&r) && read_edges(&r) && read_independents(&r) &&
                xb_graph_check(&r.origin, &r.file->graph);
    if (!good)
        return NULL;
    xb_graph_warn_of_constants(&r.origin, &r.file->graph);
    r.file->parallel = xb_graph_parallel(&r.origin, &r.file->graph);
    return r.file;
}
