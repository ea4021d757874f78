/*
 * The variables that flows connect are vertices, routine by routine; edges follow what values become part of,
 * through calls by way of the arguments. It is the program as it was read, with the activity that it has now.
 */
#include "algorithm/activity_picture.h"

#include "analysis/origins.h"
#include "analysis/passages.h"
#include "graph/dot.h"
#include "ir/declaration.h"
#include "ir/decoration.h"

typedef struct drawing {
    xb_arena *scratch;
    const xb_flows *flows;
    xb_graph graph;
    uint32_t *base;            /* by routine: number of its first value */
    const xb_symbol **symbols; /* by vertex */
    const xb_routine **routines;
    uint32_t *vertices; /* by value: its vertex, or XB_GRAPH_NONE */
    xb_map seen;        /* edges */
} drawing;

static uint32_t vertex_of(drawing *d, uint32_t r, uint32_t value)
{
    uint32_t *vertex = &d->vertices[d->base[r] + value];
    if (*vertex == XB_GRAPH_NONE) {
        *vertex = xb_graph_add_vertex(d->scratch, &d->graph);
        d->symbols[*vertex] = d->flows->routines[r].values.items[value];
        d->routines[*vertex] = d->flows->routines[r].routine;
    }
    return *vertex;
}

static void connect(drawing *d, uint32_t from, uint32_t to)
{
    if (from == to || xb_map_get(&d->seen, from, to))
        return;
    xb_map_put(d->scratch, &d->seen, from, to, d);
    xb_graph_add_edge(d->scratch, &d->graph, from, to);
}

/* Whether anything that a routine leaves depends on a value that comes in. */
static bool gives_anything(const xb_routine_flows *flows, uint32_t value)
{
    bool gives = false;
    for (uint32_t v = 0; v < flows->interface; v++)
        gives = gives || xb_origins_has(flows, v, value);
    return gives;
}

/* Whether a value that a routine leaves depends on anything else that comes in. */
static bool gets_anything(const xb_routine_flows *flows, uint32_t value)
{
    bool gets = false;
    for (uint32_t v = 0; v < flows->interface; v++)
        gets = gets || (v != value && xb_origins_has(flows, value, v));
    return gets;
}

static void draw_flow(drawing *d, uint32_t r, const xb_flow *flow)
{
    const xb_routine_flows *flows = &d->flows->routines[r];
    const uint32_t *sources = xb_flow_sources(flows, flow);
    const xb_flow_target *targets = xb_flow_targets(flows, flow);
    const xb_flow_binding *bindings = xb_flow_bindings(flows, flow);
    for (uint32_t i = 0; i < flow->sources; i++)
        for (uint32_t k = 0; k < flow->targets; k++)
            connect(d, vertex_of(d, r, sources[i]), vertex_of(d, r, targets[k].value));
    for (uint32_t i = 0; i < flow->bindings; i++) {
        if (!flow->callee->values.items[bindings[i].inner])
            continue;
        const uint32_t outer = vertex_of(d, r, bindings[i].value),
                       inner = vertex_of(d, (uint32_t)(flow->callee - d->flows->routines), bindings[i].inner);
        if (gives_anything(flow->callee, bindings[i].inner))
            connect(d, outer, inner);
        if (bindings[i].modified && gets_anything(flow->callee, bindings[i].inner))
            connect(d, inner, outer);
    }
}

static void describe(void *context, uint32_t v, xb_dot_look *look)
{
    const drawing *d = context;
    const xb_symbol *symbol = d->symbols[v];
    look->label =
        xb_arena_format(d->scratch, "%s\n%s", symbol ? xb_plain_text(d->scratch, symbol->id->text) : "…",
                        xb_plain_text(d->scratch, d->routines[v]->symbol->id->text));
    look->shape = "ellipse";
    if (symbol && xb_symbol_is_active(symbol)) {
        look->style = "filled";
        look->fill = "#ffcc66";
    }
}

/* A routine goes by its name, and by those of what it has become. */
static bool goes_by(const drawing *d, const xb_routine *routine, const char *name)
{
    xb_list forms = {.count = 0};
    xb_view_append(d->scratch, XB_VIEW_DERIVED, routine, &forms);
    bool found = xb_name_agrees(routine->symbol->id->text, name);
    for (size_t i = 0; i < forms.count; i++)
        found = found || xb_name_agrees(((const xb_routine *)forms.items[i])->symbol->id->text, name);
    return found;
}

/* @return whether anything is drawn */
static bool draw_routines(drawing *d, const char *detail)
{
    bool any = !detail;
    for (uint32_t r = 0; r < d->flows->calls->graph.vertex_count; r++) {
        const xb_routine_flows *flows = &d->flows->routines[r];
        if (detail && !goes_by(d, flows->routine, detail))
            continue;
        any = true;
        for (uint32_t i = 0; i < flows->flows.count; i++)
            draw_flow(d, r, (const xb_flow *)flows->flows.items + i);
    }
    return any;
}

bool xb_activity_draw(xb_run *run, const char *detail, xb_output *output)
{
    xb_arena *scratch = xb_run_scratch(run);
    drawing d = {.scratch = scratch, .flows = xb_passages_of(xb_run_analyses(run), scratch)};
    const uint32_t count = d.flows->calls->graph.vertex_count;
    uint32_t values = 0;
    d.base = xb_arena_array(scratch, count, sizeof *d.base);
    for (uint32_t r = 0; r < count; r++) {
        d.base[r] = values;
        values += d.flows->routines[r].values.count;
    }
    d.symbols = xb_arena_array(scratch, values, sizeof *d.symbols);
    d.routines = xb_arena_array(scratch, values, sizeof *d.routines);
    d.vertices = xb_arena_array(scratch, values, sizeof *d.vertices);
    for (uint32_t v = 0; v < values; v++)
        d.vertices[v] = XB_GRAPH_NONE;
    if (!draw_routines(&d, detail))
        return false;
    const xb_dot dot = {.name = "activity", .direction = "TB", .vertex = describe, .context = &d};
    xb_dot_put(output, &d.graph, &dot);
    return true;
}
