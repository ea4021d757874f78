/*
 * The graphs are scratch data that is gone when pictures are drawn; so the text of each picture that is
 * wanted is made at once, and kept in a state of its own.
 */
#include "algorithms/preaccumulation/picture.h"

#include <string.h>

#include "algorithm/notation.h"
#include "base/text.h"
#include "graph/dot.h"

typedef struct kept {
    uint32_t sequence;
    const char *text;
    size_t length;
} kept;

typedef struct drawing {
    const xb_sequence_graph *graph;
    const xb_accumulation_code *accumulation; /* NULL: the graph before elimination */
    xb_arena *arena;
} drawing;

/* State of the run: a vector of kept. */
static const char pictures_state[] = "preaccumulation.pictures";

static const char *text_of_reference(xb_arena *arena, const xb_reference *reference)
{
    xb_text *text = xb_text_create(arena);
    xb_notation_reference(xb_text_output(text), reference);
    return xb_text_join(text, NULL);
}

static void describe_vertex(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *d = context;
    const xb_sequence_vertex *vertex = xb_sequence_vertex_at(d->graph, i);
    const xb_value *value = vertex->value;
    look->shape = !value ? "point" : value->definition ? "ellipse" : "box";
    if (!value) {
        look->tooltip = "subexpression";
        return;
    }
    look->label = text_of_reference(d->arena, value->reference);
    look->style = value->live ? "bold" : NULL;
    look->tooltip = !value->definition ? "value from outside"
                    : value->live      ? "live after the sequence"
                                       : "not needed after the sequence";
}

static const char *text_of_factor(xb_arena *arena, const xb_factor *factor)
{
    return factor->reference ? text_of_reference(arena, factor->reference)
                             : xb_arena_format(arena, "%.6g", factor->value);
}

static const char *text_of_label(xb_arena *arena, const xb_sequence_edge *edge)
{
    const char *text = edge->constant != 0.0 ? xb_arena_format(arena, "%.6g", edge->constant) : NULL;
    for (size_t i = 0; i < edge->factors.count; i++) {
        const char *factor = text_of_factor(arena, edge->factors.items[i]);
        text = text ? xb_arena_format(arena, "%s + %s", text, factor) : factor;
    }
    return text;
}

static void describe_edge(void *context, uint32_t i, xb_dot_look *look)
{
    const drawing *d = context;
    look->label = d->accumulation ? text_of_factor(d->arena, &d->accumulation->edges[i].factor)
                                  : text_of_label(d->arena, xb_sequence_edge_at(d->graph, i));
}

static xb_graph shape_of_drawing(const drawing *d)
{
    xb_graph graph = {.vertex_count = 0};
    for (size_t i = 0; i < d->graph->vertices.count; i++)
        xb_graph_add_vertex(d->arena, &graph);
    size_t edges = d->accumulation ? d->accumulation->edge_count : d->graph->edges.count;
    for (uint32_t i = 0; i < edges; i++) {
        const xb_sequence_edge *edge = d->accumulation ? NULL : xb_sequence_edge_at(d->graph, i);
        const xb_jacobian_edge *remaining = d->accumulation ? &d->accumulation->edges[i] : NULL;
        xb_graph_add_edge(d->arena, &graph, edge ? edge->source : remaining->source,
                          edge ? edge->target : remaining->target);
    }
    return graph;
}

static void keep(xb_run *run, xb_block_place place, drawing *d, const char *kind)
{
    xb_arena *arena = xb_run_program(run)->arena;
    uint32_t number = d->graph->sequence->number;
    const char *label =
        xb_arena_format(d->arena, "%s of sequence %u: %s, block %s", kind, number,
                        place.routine->symbol->id->text, place.block->id ? place.block->id->text : "");
    xb_dot dot = {.name = xb_arena_format(d->arena, "%s_%u", kind, number),
                  .label = label,
                  .direction = "BT",
                  .vertex = describe_vertex,
                  .edge = describe_edge,
                  .context = d};
    xb_graph graph = shape_of_drawing(d);
    xb_text *text = xb_text_create(arena);
    xb_dot_put(xb_text_output(text), &graph, &dot);
    kept *entry = xb_vector_push(arena, xb_run_state(run, pictures_state, sizeof(xb_vector)), sizeof *entry);
    entry->sequence = number;
    entry->text = xb_text_join(text, &entry->length);
}

void xb_picture_keep(xb_run *run, xb_block_place place, const xb_sequence_graph *graph,
                     const xb_accumulation_code *accumulation)
{
    drawing d = {.graph = graph, .arena = xb_run_scratch(run)};
    if (xb_run_wants_picture(run, "lcg"))
        keep(run, place, &d, "lcg");
    d.accumulation = accumulation;
    if (xb_run_wants_picture(run, "remainder"))
        keep(run, place, &d, "remainder");
}

static xb_status draw(xb_run *run, const char *detail, xb_output *output)
{
    const xb_vector *pictures = xb_run_state(run, pictures_state, sizeof *pictures);
    const kept *entries = pictures->items;
    size_t drawn = 0;
    for (size_t i = 0; i < pictures->count; i++) {
        const char *number = xb_arena_format(xb_run_scratch(run), "%u", entries[i].sequence);
        if (detail && strcmp(detail, number) != 0)
            continue;
        xb_output_bytes(output, entries[i].text, entries[i].length);
        drawn++;
    }
    if (drawn == 0 && detail)
        return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "-a flattening shows the sequences in the output", "there is no sequence %s", detail);
    return XB_STATUS_OK;
}

const xb_picture xb_preaccumulation_pictures[] = {
    {"lcg", "linearized computational graphs; DETAIL: number of a sequence", draw},
    {"remainder", "what elimination leaves of them; DETAIL: number of a sequence", draw},
    {.kind = NULL}};
