/*
 * One line a vertex and one an edge. Every value is written as a quoted string: within quotes, Graphviz only
 * gives meaning to the quote, and in labels to the backslash, so that these two and the newline are all that
 * has to be escaped.
 */
#include "graph/dot.h"

#include <string.h>

static void put_quoted(xb_output *output, const char *text)
{
    xb_output_char(output, '"');
    while (*text) {
        size_t plain = strcspn(text, "\"\\\n\r");
        xb_output_bytes(output, text, plain);
        text += plain;
        if (!*text)
            break;
        if (*text == '\n')
            xb_output_put(output, "\\n");
        else if (*text != '\r')
            xb_output_format(output, "\\%c", *text);
        text++;
    }
    xb_output_char(output, '"');
}

/* Puts `name="text"` in a list of attributes that is opened by the first. */
static void put_attribute(xb_output *output, bool *open, const char *name, const char *text)
{
    if (!text)
        return;
    xb_output_put(output, *open ? ", " : " [");
    *open = true;
    xb_output_put(output, name);
    xb_output_char(output, '=');
    put_quoted(output, text);
}

/* Puts a coordinate in thousandths of a point: free of the locale, and of digits that depend on rounding. */
static void put_coordinate(xb_output *output, double coordinate)
{
    enum { UNITS = 1000 };
    double limit = 1e15;
    double scaled = coordinate < 0 ? -coordinate * UNITS : coordinate * UNITS;
    uint64_t units = scaled < limit ? (uint64_t)(scaled + 0.5) : (uint64_t)limit;
    if (coordinate < 0 && units > 0)
        xb_output_char(output, '-');
    xb_output_format(output, "%llu.%03llu", (unsigned long long)(units / UNITS),
                     (unsigned long long)(units % UNITS));
}

static void put_position(xb_output *output, bool *open, const xb_dot_look *look)
{
    xb_output_put(output, *open ? ", pos=\"" : " [pos=\"");
    *open = true;
    put_coordinate(output, look->x);
    xb_output_char(output, ',');
    put_coordinate(output, look->y);
    xb_output_char(output, '"');
}

static void put_look(xb_output *output, const xb_dot_look *look)
{
    bool open = false;
    put_attribute(output, &open, "label", look->label);
    put_attribute(output, &open, "tooltip", look->tooltip);
    put_attribute(output, &open, "shape", look->shape);
    put_attribute(output, &open, "style", look->style);
    put_attribute(output, &open, "color", look->color);
    put_attribute(output, &open, "fillcolor", look->fill);
    if (look->placed)
        put_position(output, &open, look);
    xb_output_put(output, open ? "];\n" : ";\n");
}

static void put_heading(xb_output *output, const xb_dot *dot)
{
    xb_output_put(output, "digraph ");
    if (dot->name) {
        put_quoted(output, dot->name);
        xb_output_char(output, ' ');
    }
    xb_output_put(output, "{\n");
    if (dot->direction) {
        xb_output_put(output, "  rankdir=");
        put_quoted(output, dot->direction);
        xb_output_put(output, ";\n");
    }
    if (dot->label) {
        xb_output_put(output, "  label=");
        put_quoted(output, dot->label);
        xb_output_put(output, ";\n");
    }
}

void xb_dot_put(xb_output *output, const xb_graph *graph, const xb_dot *dot)
{
    put_heading(output, dot);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        xb_dot_look look = {0};
        if (dot->vertex)
            dot->vertex(dot->context, v, &look);
        xb_output_put(output, "  ");
        xb_output_number(output, v);
        put_look(output, &look);
    }
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        xb_dot_look look = {0};
        if (dot->edge)
            dot->edge(dot->context, e, &look);
        xb_output_put(output, "  ");
        xb_output_number(output, xb_graph_source(graph, e));
        xb_output_put(output, " -> ");
        xb_output_number(output, xb_graph_target(graph, e));
        put_look(output, &look);
    }
    xb_output_put(output, "}\n");
}
