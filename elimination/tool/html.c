/*
 * All edges that there ever are stand in one drawing, and say when they are there; the script shows those of
 * a step. What is in the table of steps is said in words, so that nothing depends on colours.
 */
#include "elimination/tool/html.h"

#include <string.h>

#include "elimination/tool/report.h"

typedef struct page {
    xb_output *output;
    const tool_picture *picture;
    const tool_layout *layout;
} page;

static void put_text(const page *p, const char *text)
{
    xb_output_xml(p->output, text, strlen(text));
}

static const xb_history *history_of(const page *p)
{
    return p->picture->history;
}

/* ---- the drawing ---- */

static void put_tip(const page *p, const char *id, const char *color)
{
    xb_output_format(p->output,
                     "<marker id=\"%s\" viewBox=\"0 0 10 8\" refX=\"9\" refY=\"4\" markerWidth=\"9\" "
                     "markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
                     "<path d=\"M0 0L10 4L0 8z\" fill=\"%s\"/></marker>\n",
                     id, color);
}

static void put_route(const page *p, const tool_route *route)
{
    for (size_t i = 0; i < route->count; i++)
        xb_output_format(p->output, "%s%.1f %.1f",
                         i == 0   ? "M"
                         : i == 1 ? "C"
                                  : " ",
                         route->points[i].x, route->points[i].y);
}

/* The absorptions of each edge, as chains: heads by edge, next by absorption; one more than the absorption, 0
 * ends. */
typedef struct chains {
    uint32_t *heads;
    uint32_t *next;
} chains;

static chains absorptions_of(const page *p)
{
    const xb_history_absorption *absorptions = history_of(p)->absorptions.items;
    size_t count = history_of(p)->absorptions.count;
    chains c = {xb_arena_array(p->picture->arena, history_of(p)->edges.count, sizeof *c.heads),
                xb_arena_array(p->picture->arena, count, sizeof *c.next)};
    for (size_t a = count; a-- > 0;) {
        c.next[a] = c.heads[absorptions[a].edge];
        c.heads[absorptions[a].edge] = (uint32_t)a + 1;
    }
    return c;
}

static void put_edge(const page *p, uint32_t e, const chains *c)
{
    const xb_history_edge *edge = (const xb_history_edge *)history_of(p)->edges.items + e;
    const xb_history_absorption *absorptions = history_of(p)->absorptions.items;
    const char *kind = tool_picture_kind(&edge->label);
    xb_output_format(p->output, "<g class=\"edge %s%s\" data-made=\"%u\" data-kind=\"0:%s", kind,
                     edge->made > XB_HISTORY_START ? " off" : "", edge->made, kind);
    for (uint32_t a = c->heads[e]; a != 0; a = c->next[a - 1])
        xb_output_format(p->output, " %u:%s", absorptions[a - 1].step,
                         tool_picture_kind(&absorptions[a - 1].label));
    xb_output_char(p->output, '"');
    if (edge->gone != XB_HISTORY_NEVER)
        xb_output_format(p->output, " data-gone=\"%u\"", edge->gone);
    if (c->heads[e] != 0) {
        xb_output_put(p->output, " data-absorbed=\"");
        for (uint32_t a = c->heads[e]; a != 0; a = c->next[a - 1])
            xb_output_format(p->output, "%s%u", a == c->heads[e] ? "" : " ", absorptions[a - 1].step);
        xb_output_char(p->output, '"');
    }
    xb_output_put(p->output, "><title>");
    put_text(p, tool_picture_edge(p->picture, edge));
    xb_output_put(p->output, "</title><path d=\"");
    put_route(p, &p->layout->edges[e]);
    xb_output_put(p->output, "\"/></g>\n");
}

static void put_vertex(const page *p, uint32_t v)
{
    static const char *const roles[] = {"independent", "intermediate", "dependent"};
    const xb_history_vertex *vertex = (const xb_history_vertex *)history_of(p)->vertices.items + v;
    double width = p->layout->vertex_width, height = p->layout->vertex_height;
    tool_point at = p->layout->vertices[v];
    xb_output_format(p->output, "<g class=\"vertex %s\"", roles[vertex->role]);
    if (vertex->gone != XB_HISTORY_NEVER)
        xb_output_format(p->output, " data-gone=\"%u\"", vertex->gone);
    if (vertex->role == XB_ROLE_INDEPENDENT)
        xb_output_format(p->output, "><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                         at.x - width / 2, at.y - height / 2, width, height);
    else
        xb_output_format(p->output, "><ellipse cx=\"%.1f\" cy=\"%.1f\" rx=\"%.1f\" ry=\"%.1f\"/>", at.x, at.y,
                         width / 2, height / 2);
    xb_output_format(p->output, "<text x=\"%.1f\" y=\"%.1f\">", at.x, at.y);
    put_text(p, tool_picture_vertex(p->picture, v));
    xb_output_put(p->output, "</text></g>\n");
}

static void put_drawing(const page *p)
{
    enum { MARGIN = 8 };
    double width = p->layout->width + 2 * MARGIN, height = p->layout->height + 2 * MARGIN;
    xb_output_format(
        p->output,
        "<div class=\"picture\" role=\"region\" aria-label=\"Picture; arrows move it\" "
        "tabindex=\"0\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
        "aria-labelledby=\"caption\" width=\"%.0f\" height=\"%.0f\" viewBox=\"%d %d %.0f %.0f\">\n"
        "<title id=\"caption\">The graph; independents are boxes, at the top</title>\n<defs>\n",
        width, height, -MARGIN, -MARGIN, width, height);
    put_tip(p, "tip", "#57606a");
    put_tip(p, "tip-made", "#1a7f37");
    put_tip(p, "tip-absorbed", "#0550ae");
    put_tip(p, "tip-going", "#cf222e");
    xb_output_put(p->output, "</defs>\n");
    chains c = absorptions_of(p);
    for (uint32_t e = 0; e < history_of(p)->edges.count; e++)
        put_edge(p, e, &c);
    for (uint32_t v = 0; v < history_of(p)->vertices.count; v++)
        put_vertex(p, v);
    xb_output_put(p->output, "</svg>\n</div>\n");
}

/* ---- the steps ---- */

/* What happens to edges at a step. */
typedef struct events {
    uint32_t *made, *gone, *absorbed; /* numbers of edges, of all steps, sorted by step */
    uint32_t *first_made, *first_gone,
        *first_absorbed; /* for each step and one more, where its edges begin */
} events;

/* Sorts count numbers by step (counting sort); those at step 0 are left out. */
static void sort_by_step(xb_arena *arena, size_t steps, const uint32_t *step, size_t count, uint32_t **sorted,
                         uint32_t **first)
{
    uint32_t *begin = xb_arena_array(arena, steps + 2, sizeof *begin);
    uint32_t *place = xb_arena_array(arena, steps + 2, sizeof *place);
    *sorted = xb_arena_array(arena, count, sizeof **sorted);
    *first = begin;
    for (size_t i = 0; i < count; i++)
        begin[step[i] + 1] += step[i] > 0;
    for (size_t s = 0; s <= steps; s++)
        begin[s + 1] += begin[s];
    memcpy(place, begin, (steps + 2) * sizeof *place);
    for (uint32_t i = 0; i < count; i++) {
        if (step[i] > 0)
            (*sorted)[place[step[i]]++] = i;
    }
}

static events sort_events(const page *p)
{
    xb_arena *arena = p->picture->arena;
    const xb_history *h = history_of(p);
    const xb_history_edge *edges = h->edges.items;
    const xb_history_absorption *absorptions = h->absorptions.items;
    size_t most = h->edges.count > h->absorptions.count ? h->edges.count : h->absorptions.count;
    uint32_t *step = xb_arena_array(arena, most, sizeof *step);
    events found;
    for (size_t e = 0; e < h->edges.count; e++)
        step[e] = edges[e].made;
    sort_by_step(arena, h->steps.count, step, h->edges.count, &found.made, &found.first_made);
    for (size_t e = 0; e < h->edges.count; e++)
        step[e] = edges[e].gone;
    sort_by_step(arena, h->steps.count, step, h->edges.count, &found.gone, &found.first_gone);
    for (size_t a = 0; a < h->absorptions.count; a++)
        step[a] = absorptions[a].step;
    sort_by_step(arena, h->steps.count, step, h->absorptions.count, &found.absorbed, &found.first_absorbed);
    for (size_t a = 0; a < h->absorptions.count; a++)
        found.absorbed[a] = absorptions[found.absorbed[a]].edge;
    return found;
}

static void put_edges(const page *p, const char *what, const uint32_t *edges, uint32_t from, uint32_t to,
                      const char **separator)
{
    const xb_history_edge *all = history_of(p)->edges.items;
    for (uint32_t i = from; i < to; i++) {
        xb_output_put(p->output, i > from ? ", " : *separator);
        if (i == from)
            xb_output_put(p->output, what);
        put_text(p, tool_picture_edge(p->picture, &all[edges[i]]));
        *separator = "; ";
    }
}

/* Puts what stands before a step's cost, and its cost. */
static void put_status(const page *p, size_t step, const xb_history_step *now, const xb_history_step *before)
{
    xb_output_format(p->output, "Step %zu of %u: ", step, history_of(p)->steps.count);
    if (step == 0) {
        xb_output_put(p->output, "the graph as it was read");
        return;
    }
    put_text(p, tool_picture_step(p->picture, step));
    xb_output_format(
        p->output, ". %zu %s, %zu so far; %zu %s and %zu %s so far", now->products - before->products,
        xb_plural(now->products - before->products, "product", "products"), now->products,
        now->multiplications, xb_plural(now->multiplications, "multiplication", "multiplications"),
        now->additions, xb_plural(now->additions, "addition", "additions"));
}

static void put_row(const page *p, size_t step, const events *e)
{
    static const xb_history_step nothing = {0};
    const xb_history_step *steps = history_of(p)->steps.items;
    const xb_history_step *now = step > 0 ? &steps[step - 1] : &nothing;
    const xb_history_step *before = step > 1 ? &steps[step - 2] : &nothing;
    const char *separator = "";
    xb_output_put(p->output, "<tr data-status=\"");
    put_status(p, step, now, before);
    xb_output_format(p->output, "\"><th scope=\"row\"><a href=\"#%zu\">%zu</a></th><td>", step, step);
    put_text(p, step > 0 ? tool_picture_step(p->picture, step) : "the graph as it was read");
    xb_output_format(p->output, "</td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td><td>",
                     now->products - before->products, now->products, now->multiplications, now->additions);
    if (step > 0) {
        put_edges(p, "made: ", e->made, e->first_made[step], e->first_made[step + 1], &separator);
        put_edges(p, "absorbed: ", e->absorbed, e->first_absorbed[step], e->first_absorbed[step + 1],
                  &separator);
        put_edges(p, "gone: ", e->gone, e->first_gone[step], e->first_gone[step + 1], &separator);
    }
    xb_output_put(p->output, "</td></tr>\n");
}

static void put_steps(const page *p)
{
    events e = sort_events(p);
    xb_output_put(
        p->output,
        "<div class=\"scroll\" role=\"region\" aria-label=\"Table of steps\" tabindex=\"0\">\n<table "
        "id=\"steps\">\n<caption>Steps</caption>\n<thead><tr><th scope=\"col\">step</th><th "
        "scope=\"col\">elimination</th><th scope=\"col\">products</th><th scope=\"col\">so far</th><th "
        "scope=\"col\">multiplications</th><th scope=\"col\">additions</th><th "
        "scope=\"col\">edges</th></tr></thead>\n<tbody>\n");
    for (size_t step = 0; step <= history_of(p)->steps.count; step++)
        put_row(p, step, &e);
    xb_output_put(p->output, "</tbody>\n</table>\n</div>\n");
}

/* ---- the page ---- */

/* What a click does, the text of a button and, where that says too little, its name. */
static void put_button(const page *p, const char *id, const char *text, const char *name)
{
    xb_output_format(p->output, "<button type=\"button\" id=\"%s\"", id);
    if (name)
        xb_output_format(p->output, " aria-label=\"%s\"", name);
    xb_output_format(p->output, ">%s</button>\n", text);
}

static void begin_controls(const page *p, const char *name)
{
    xb_output_format(p->output,
                     "<div class=\"controls scripted\" role=\"group\" aria-label=\"%s\" hidden=\"hidden\">\n",
                     name);
}

static void put_step_controls(const page *p)
{
    begin_controls(p, "Steps");
    put_button(p, "first", "First", NULL);
    put_button(p, "back", "Back", NULL);
    put_button(p, "play", "Play", NULL);
    put_button(p, "forward", "Forward", NULL);
    put_button(p, "last", "Last", NULL);
    xb_output_format(p->output,
                     "<input id=\"slider\" type=\"range\" min=\"0\" max=\"%u\" value=\"0\" "
                     "aria-label=\"Step\"/>\n</div>\n",
                     history_of(p)->steps.count);
}

static void put_zoom_controls(const page *p)
{
    begin_controls(p, "Zoom");
    put_button(p, "smaller", "\xe2\x88\x92", "Zoom out");
    put_button(p, "larger", "+", "Zoom in");
    put_button(p, "readable", "Readable", "Zoom to where names are readable");
    put_button(p, "whole", "Whole graph", NULL);
    xb_output_put(p->output, "<output id=\"zoom\" aria-label=\"Zoom\"></output>\n</div>\n");
}

static void put_legend(const page *p)
{
    static const char *const entries[][2] = {{"edge variable", "variable"},
                                             {"edge constant", "constant"},
                                             {"edge unit", "unit"},
                                             {"edge variable made", "made (fill-in)"},
                                             {"edge variable absorbed", "absorbed"},
                                             {"edge variable going", "eliminated"}};
    xb_output_put(p->output, "<ul class=\"legend\" aria-label=\"Legend\">\n");
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        xb_output_format(p->output,
                         "<li><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"44\" height=\"10\" "
                         "aria-hidden=\"true\"><g class=\"%s\"><path d=\"M0 5L43 5\"/></g></svg>%s</li>\n",
                         entries[i][0], entries[i][1]);
    xb_output_put(p->output, "</ul>\n");
}

static void put_head(const page *p)
{
    xb_output_put(p->output, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" "
                             "xml:lang=\"en\">\n<head>\n<meta charset=\"UTF-8\"/>\n<meta name=\"viewport\" "
                             "content=\"width=device-width, initial-scale=1\"/>\n<title>Elimination of ");
    put_text(p, p->picture->name);
    xb_output_put(p->output, "</title>\n<style>\n");
    xb_output_put(p->output, tool_html_style);
    xb_output_put(p->output, "</style>\n</head>\n");
}

void tool_html_put(xb_output *output, const tool_picture *picture, const tool_layout *layout)
{
    page p = {output, picture, layout};
    const xb_graph_file *file = picture->file;
    put_head(&p);
    xb_output_put(output, "<body>\n<main>\n<h1>");
    put_text(&p, picture->name);
    xb_output_put(output, "</h1>\n<p>");
    tool_report_put_size(output, file);
    xb_output_put(output, "; ");
    put_text(&p, picture->method);
    xb_output_format(output, ", %u %s.</p>\n", picture->history->steps.count,
                     xb_plural(picture->history->steps.count, "step", "steps"));
    put_step_controls(&p);
    xb_output_put(output,
                  "<noscript><p>Without scripts this page shows the graph as it was read; the table has "
                  "the steps.</p></noscript>\n<p id=\"status\" aria-live=\"polite\">");
    put_status(&p, 0, NULL, NULL);
    xb_output_put(output, "</p>\n");
    put_legend(&p);
    put_zoom_controls(&p);
    put_drawing(&p);
    xb_output_put(
        output,
        "<p class=\"keys scripted\" hidden=\"hidden\">Keys: left and right, Home and End go through the "
        "steps; +, \xe2\x88\x92 and 0 zoom, and so does the wheel of the mouse over the picture; arrows "
        "move the picture when it has the focus.</p>\n");
    put_steps(&p);
    xb_output_put(output, "</main>\n<script>\n");
    for (const char *const *piece = tool_html_script; *piece; piece++)
        xb_output_put(output, *piece);
    xb_output_put(output, "</script>\n</body>\n</html>\n");
}
