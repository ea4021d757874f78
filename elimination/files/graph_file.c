/*
 * Line by line, each split into numbers. What can only be judged of the whole is looked at in the end.
 */
#include "elimination/files/graph_file.h"

#include <stdarg.h>
#include <string.h>

#include "elimination/files/graph_check.h"
#include "base/vector.h"

/* A file may declare this many vertices without naming them; beyond, there must be enough text to name each.
 */
enum { VERTICES_ON_CREDIT = 1000000 };

typedef struct reader {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_place place;
    const char *at;
    const char *end;
    xb_graph_file *file;
    bool *dependent;
    xb_vector edges; /* xb_lcg_edge */
    xb_vector lines; /* size_t: of edges */
    size_t columns;  /* of the first edge, 0 before */
} reader;

/* Reports what is wrong in the current line. Returns false, so that a caller can report and return in one
 * statement. */
static bool fail(reader *r, const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(reader *r, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(r->arena, format, arguments);
    va_end(arguments);
    xb_error(r->diagnostics, XB_STATUS_INVALID, r->place, hint, "%s", text);
    return false;
}

xb_lcg_edge xb_graph_file_edge(uint32_t source, uint32_t target, uint32_t kind)
{
    static const double values[] = {0, 1, 2, 0}; /* products and sums of 2 are no units */
    return (xb_lcg_edge){source, target, kind == 3 ? XB_LABEL_VARIABLE : XB_LABEL_CONSTANT, values[kind]};
}

/* One line split into numbers. */
typedef struct line {
    xb_vector numbers; /* uint32_t */
} line;

static uint32_t number_at(const line *l, size_t i)
{
    return ((const uint32_t *)l->numbers.items)[i];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool read_number(reader *r, line *l)
{
    uint64_t value = 0;
    const char *start = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9' && value <= (uint64_t)XB_LCG_VERTEX_LIMIT)
        value = value * 10 + (uint64_t)(*r->at++ - '0');
    if (value > (uint64_t)XB_LCG_VERTEX_LIMIT)
        return fail(r, "larger graphs are not supported", "a number is larger than %d",
                    (int)XB_LCG_VERTEX_LIMIT);
    if (r->at == start || (r->at < r->end && !is_blank(*r->at) && *r->at != '\n'))
        return fail(r, "a graph file holds nothing but numbers", "a number was expected");
    *(uint32_t *)xb_vector_push(r->arena, &l->numbers, sizeof(uint32_t)) = (uint32_t)value;
    return true;
}

/* Reads a line into l. The end of the text is an empty line. */
static bool read_line(reader *r, line *l)
{
    l->numbers.count = 0;
    r->place.line++;
    for (;;) {
        while (r->at < r->end && is_blank(*r->at))
            r->at++;
        if (r->at == r->end)
            return true;
        if (*r->at == '\n') {
            r->at++;
            return true;
        }
        if (!read_number(r, l))
            return false;
    }
}

static bool read_sizes(reader *r, line *l)
{
    size_t length = (size_t)(r->end - r->at);
    if (!read_line(r, l))
        return false;
    if (l->numbers.count != 3)
        return fail(r, "the first line holds the numbers of vertices, independents and dependents",
                    "the first line has %u %s, not 3", l->numbers.count,
                    xb_plural(l->numbers.count, "number", "numbers"));
    uint32_t vertices = number_at(l, 0);
    r->file->graph.vertex_count = vertices;
    r->file->independent_count = number_at(l, 1);
    r->file->dependent_count = number_at(l, 2);
    if (number_at(l, 1) > vertices || number_at(l, 2) > vertices)
        return fail(r, "the first line holds the numbers of vertices, independents and dependents",
                    "there are more independents or dependents than the %u vertices", vertices);
    if (vertices > (uint32_t)VERTICES_ON_CREDIT && vertices > length)
        return fail(r, "the first line begins with the number of vertices; is the file complete?",
                    "%u vertices are more than the file can name", vertices);
    r->dependent = xb_arena_array(r->arena, vertices, sizeof *r->dependent);
    bool *independent = xb_arena_array(r->arena, vertices, sizeof *independent);
    memset(independent, true, r->file->independent_count);
    r->file->graph.independent = independent;
    return true;
}

static bool is_vertex(reader *r, uint32_t number)
{
    if (number < r->file->graph.vertex_count)
        return true;
    return fail(r, "vertices are numbered from 0", "there is no vertex %u: the graph has %u", number,
                r->file->graph.vertex_count);
}

static bool read_dependents(reader *r, line *l)
{
    if (!read_line(r, l))
        return false;
    if (l->numbers.count != r->file->dependent_count)
        return fail(r, "the second line holds the numbers of the dependents",
                    "%u %s listed where line 1 says %u", l->numbers.count,
                    xb_plural(l->numbers.count, "dependent is", "dependents are"), r->file->dependent_count);
    for (size_t i = 0; i < l->numbers.count; i++) {
        uint32_t vertex = number_at(l, i);
        if (!is_vertex(r, vertex))
            return false;
        if (r->dependent[vertex])
            return fail(r, "the second line holds each dependent once", "vertex %u is listed twice", vertex);
        r->dependent[vertex] = true;
    }
    return true;
}

static bool check_columns(reader *r, const line *l)
{
    size_t columns = l->numbers.count;
    if (columns != 2 && columns != 3)
        return fail(r, "an edge is a source, a target and perhaps 1 (unit), 2 (constant) or 3 (variable)",
                    "an edge has %zu %s", columns, xb_plural(columns, "number", "numbers"));
    if (r->columns != 0 && columns != r->columns)
        return fail(
            r, "write the kind of the label, 1 (unit), 2 (constant) or 3 (variable), of all edges or of none",
            "this edge has %zu %s, the first one %zu", columns, xb_plural(columns, "number", "numbers"),
            r->columns);
    r->columns = columns;
    if (columns == 3 && (number_at(l, 2) < 1 || number_at(l, 2) > 3))
        return fail(r, "1 is unit, 2 constant, 3 variable", "there is no kind %u of label", number_at(l, 2));
    return true;
}

static bool check_ends(reader *r, uint32_t source, uint32_t target)
{
    if (!is_vertex(r, source) || !is_vertex(r, target))
        return false;
    if (target < r->file->independent_count && source != target)
        return fail(r, "the vertices that are numbered first are the independents; no edge leads into these",
                    "an edge leads into vertex %u, which is an independent", target);
    return true;
}

static bool add_edge(reader *r, const line *l)
{
    if (!check_columns(r, l) || !check_ends(r, number_at(l, 0), number_at(l, 1)))
        return false;
    if (r->edges.count == (size_t)XB_LCG_EDGE_LIMIT)
        return fail(r, "larger graphs are not supported", "there are more than %d edges",
                    (int)XB_LCG_EDGE_LIMIT);
    uint32_t kind = r->columns == 3 ? number_at(l, 2) : 3;
    xb_lcg_edge *edge = xb_vector_push(r->arena, &r->edges, sizeof *edge);
    *edge = xb_graph_file_edge(number_at(l, 0), number_at(l, 1), kind);
    *(size_t *)xb_vector_push(r->arena, &r->lines, sizeof(size_t)) = r->place.line;
    return true;
}

static bool read_edges(reader *r, line *l)
{
    while (r->at < r->end) {
        if (!read_line(r, l) || (l->numbers.count > 0 && !add_edge(r, l)))
            return false;
    }
    return true;
}

/* Whoever names all files of a folder names some that are none, such as the index.json of --extract-lcg. */
static bool begins_like_a_graph(reader *r)
{
    const char *at = r->at;
    while (at < r->end && (is_blank(*at) || *at == '\n'))
        at++;
    if (at == r->end || (*at >= '0' && *at <= '9') || *at == '-')
        return true;
    return fail(r, "a graph is a file of numbers or GraphML; name only those, such as FOLDER/*.lgraph",
                "this is %s", *at == '{' || *at == '[' ? "JSON, not a graph" : "no graph");
}

const xb_graph_file *xb_graph_file_parse(xb_arena *arena, xb_diagnostics *diagnostics, const char *name,
                                         const char *text, size_t length)
{
    reader r = {.arena = arena,
                .diagnostics = diagnostics,
                .place = {.file = name},
                .at = text,
                .end = text + length};
    line l = {{0}};
    r.file = xb_arena_alloc(arena, sizeof *r.file);
    r.place.line = 1;
    if (!begins_like_a_graph(&r))
        return NULL;
    r.place.line = 0;
    if (!read_sizes(&r, &l) || !read_dependents(&r, &l) || !read_edges(&r, &l))
        return NULL;
    r.file->has_labels = r.columns == 3;
    r.file->graph.edges = r.edges.items;
    r.file->graph.edge_count = r.edges.count;
    r.file->graph.dependent = r.dependent;
    xb_graph_origin origin = {arena, diagnostics, name, r.lines.items, NULL};
    if (!xb_graph_check(&origin, &r.file->graph))
        return NULL;
    xb_graph_warn_of_constants(&origin, &r.file->graph);
    r.file->parallel = xb_graph_parallel(&origin, &r.file->graph);
    return r.file;
}
