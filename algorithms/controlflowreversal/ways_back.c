/*
 * What is reversed how is known by what the reversal is given.
 */
#include "algorithms/controlflowreversal/ways_back.h"

#include <string.h>

#include "algorithms/support/flow_pictures.h"

/* How a vertex of control flow is taken backward, as a metric; NULL: by itself. */
static const char *way_back(const xb_flow_reversal *reversal, uint32_t v)
{
    xb_kind kind = ((const xb_node *)reversal->taping->flow.vertices.items[v])->kind;
    if (!reversal->constructs)
        return kind == XB_KIND_BASIC_BLOCK ? "blocks recorded" : NULL;
    if (!reversal->constructs->reached[v] || reversal->idle[v] != XB_GRAPH_NONE)
        return NULL;
    switch (kind) {
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP: return reversal->loops[v] ? "loops by arithmetic" : "loops counted";
    case XB_KIND_IF:
    case XB_KIND_BRANCH: return reversal->conditions[v] ? "branches by condition" : "branches numbered";
    default: return NULL;
    }
}

static void report_ways_back(xb_run *run, const xb_flow_reversal *reversal)
{
    const xb_routine *taping = reversal->taping;
    for (uint32_t v = 0; v < taping->flow.vertices.count; v++) {
        const char *way = way_back(reversal, v);
        if (!way)
            continue;
        xb_run_metric(run, "", way, 1);
        xb_run_metric(run, taping->symbol->id->text, way, 1);
    }
}

typedef struct drawing {
    xb_arena *arena;
    const xb_flow_reversal *reversal;
} drawing;

static void describe_way_back(void *context, uint32_t v, xb_dot_look *look)
{
    const drawing *d = context;
    const char *text = xb_flow_picture_text(d->arena, d->reversal->taping->flow.vertices.items[v]);
    const char *way = way_back(d->reversal, v);
    look->label = way ? xb_arena_format(d->arena, "%s\n%s", text, strchr(way, ' ') + 1) : text;
    look->shape = way ? "box" : "ellipse";
}

xb_status xb_put_reversal(xb_run *run, const char *detail, xb_output *output)
{
    return xb_flow_picture_put(run, XB_REVERSAL_PICTURE, detail, output);
}

void xb_report_reversal(xb_run *run, const xb_flow_reversal *reversal)
{
    drawing d = {xb_run_program(run)->arena, reversal};
    if (xb_run_wants_metrics(run))
        report_ways_back(run, reversal);
    if (xb_run_wants_picture(run, XB_REVERSAL_PICTURE))
        xb_flow_picture_keep(run, XB_REVERSAL_PICTURE, reversal->taping, describe_way_back, &d);
}
