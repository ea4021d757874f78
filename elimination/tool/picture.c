/*
 * Each graph has the vertices and edges that are there after a step. What the step made or changed has a
 * colour.
 */
#include "elimination/tool/picture.h"

#include "elimination/graphs/labels.h"
#include "graph/dot.h"

#define ARROW "\xc2\xa0\xe2\x86\x92\xc2\xa0" /* between blanks at which no line is broken */

static const char made_color[] = "#1a7f37", absorbed_color[] = "#0550ae";

static const xb_history_vertex *vertices_of(const tool_picture *picture)
{
    return picture->history->vertices.items;
}

static const xb_history_edge *edges_of(const tool_picture *picture)
{
    return picture->history->edges.items;
}

bool tool_picture_fits(const tool_picture *picture)
{
    return picture->history->vertices.count <= TOOL_PICTURE_VERTICES &&
           picture->history->edges.count <= TOOL_PICTURE_EDGES;
}

const char *tool_picture_vertex(const tool_picture *picture, uint32_t vertex)
{
    const xb_history_vertex *v = &vertices_of(picture)[vertex];
    const char *prime = v->copy ? "\xe2\x80\xb2" : "";
    if (picture->file->names)
        return xb_arena_format(picture->arena, "%s%s", picture->file->names[v->original], prime);
    return xb_arena_format(picture->arena, "%u%s", v->original, prime);
}

static const char *joined(const tool_picture *picture, uint32_t source, uint32_t target)
{
    return xb_arena_format(picture->arena, "%s" ARROW "%s", tool_picture_vertex(picture, source),
                           tool_picture_vertex(picture, target));
}

const char *tool_picture_edge(const tool_picture *picture, const xb_history_edge *edge)
{
    return joined(picture, edge->source, edge->target);
}

const char *tool_picture_step(const tool_picture *picture, size_t step)
{
    const xb_history_step *s = (const xb_history_step *)picture->history->steps.items + step - 1;
    const char *b = tool_picture_vertex(picture, s->b);
    switch (s->kind) {
    case XB_HISTORY_VERTEX: return xb_arena_format(picture->arena, "eliminate %s", b);
    case XB_HISTORY_FRONT:
        return xb_arena_format(picture->arena, "front eliminate %s", joined(picture, s->a, s->b));
    case XB_HISTORY_BACK:
        return xb_arena_format(picture->arena, "back eliminate %s", joined(picture, s->b, s->c));
    case XB_HISTORY_FACE:
        return xb_arena_format(picture->arena, "eliminate the face %s" ARROW "%s",
                               joined(picture, s->a, s->b), tool_picture_vertex(picture, s->c));
    case XB_HISTORY_PREROUTE:
        return xb_arena_format(picture->arena, "pre-route %s by %s", joined(picture, s->a, s->c), b);
    default: return xb_arena_format(picture->arena, "post-route %s by %s", joined(picture, s->a, s->c), b);
    }
}

const char *tool_picture_kind(const xb_operand *label)
{
    if (label->kind != XB_OPERAND_CONSTANT)
        return "variable";
    return xb_label_is_unit(label) ? "unit" : "constant";
}

/* ---- Graphviz ---- */

/* One graph. */
typedef struct state {
    const tool_picture *picture;
    uint32_t step;
    uint32_t *vertices;       /* of the graph, as those of the history */
    uint32_t *numbers;        /* of the history, as those of the graph */
    uint32_t *edges;          /* of the graph, as those of the history */
    xb_operand *labels;       /* of the history's edges, at this step */
    const uint32_t *absorbed; /* for each edge of the history, the last step at which it absorbed, or 0 */
} state;

static bool is_there(uint32_t step, uint32_t made, uint32_t gone)
{
    return made <= step && (gone == XB_HISTORY_NEVER || gone > step);
}

static void describe_vertex(void *context, uint32_t i, xb_dot_look *look)
{
    static const char *const shapes[] = {"box", "ellipse", "doublecircle"};
    const state *s = context;
    uint32_t vertex = s->vertices[i];
    look->label = tool_picture_vertex(s->picture, vertex);
    look->shape = shapes[vertices_of(s->picture)[vertex].role];
}

static const char *style_of(const xb_operand *label)
{
    if (label->kind != XB_OPERAND_CONSTANT)
        return "solid";
    return xb_label_is_unit(label) ? "dashed" : "dotted";
}

static void describe_edge(void *context, uint32_t i, xb_dot_look *look)
{
    const state *s = context;
    uint32_t edge = s->edges[i];
    look->style = style_of(&s->labels[edge]);
    if (s->step > 0 && edges_of(s->picture)[edge].made == s->step)
        look->color = made_color;
    else if (s->step > 0 && s->absorbed[edge] == s->step)
        look->color = absorbed_color;
}

static const char *caption(const tool_picture *picture, uint32_t step)
{
    const xb_history_step *steps = picture->history->steps.items;
    size_t count = picture->history->steps.count;
    if (step == 0)
        return xb_arena_format(picture->arena, "%s: %s, %zu %s", picture->name, picture->method, count,
                               xb_plural(count, "step", "steps"));
    size_t before = step > 1 ? steps[step - 2].products : 0, so_far = steps[step - 1].products;
    return xb_arena_format(picture->arena, "%u of %zu: %s, %zu %s, %zu so far", step, count,
                           tool_picture_step(picture, step), so_far - before,
                           xb_plural(so_far - before, "product", "products"), so_far);
}

static void put_state(xb_output *output, state *s)
{
    const tool_picture *picture = s->picture;
    xb_graph graph = {0};
    for (uint32_t v = 0; v < picture->history->vertices.count; v++) {
        if (!is_there(s->step, XB_HISTORY_START, vertices_of(picture)[v].gone))
            continue;
        s->numbers[v] = xb_graph_add_vertex(picture->arena, &graph);
        s->vertices[s->numbers[v]] = v;
    }
    for (uint32_t e = 0; e < picture->history->edges.count; e++) {
        const xb_history_edge *edge = &edges_of(picture)[e];
        if (!is_there(s->step, edge->made, edge->gone))
            continue;
        s->edges[graph.edge_count] = e;
        xb_graph_add_edge(picture->arena, &graph, s->numbers[edge->source], s->numbers[edge->target]);
    }
    xb_dot_put(output, &graph,
               &(xb_dot){.name = xb_arena_format(picture->arena, "step %u", s->step),
                         .label = caption(picture, s->step),
                         .vertex = describe_vertex,
                         .edge = describe_edge,
                         .context = s});
}

void tool_picture_graphviz(xb_output *output, const tool_picture *picture)
{
    const xb_history *history = picture->history;
    uint32_t *absorbed = xb_arena_array(picture->arena, history->edges.count, sizeof *absorbed);
    state s = {.picture = picture, .absorbed = absorbed};
    s.vertices = xb_arena_array(picture->arena, history->vertices.count, sizeof *s.vertices);
    s.numbers = xb_arena_array(picture->arena, history->vertices.count, sizeof *s.numbers);
    s.edges = xb_arena_array(picture->arena, history->edges.count, sizeof *s.edges);
    s.labels = xb_arena_array(picture->arena, history->edges.count, sizeof *s.labels);
    for (size_t e = 0; e < history->edges.count; e++)
        s.labels[e] = edges_of(picture)[e].label;
    const xb_history_absorption *absorption = history->absorptions.items;
    const xb_history_absorption *end = absorption + history->absorptions.count;
    for (; s.step <= history->steps.count; s.step++) {
        for (; absorption < end && absorption->step == s.step; absorption++) {
            absorbed[absorption->edge] = s.step;
            s.labels[absorption->edge] = absorption->label;
        }
        put_state(output, &s);
    }
}
