/*
 * Pushes say by their statement ids what they are for. A picture is kept as text, since it is wanted when the
 * run is over.
 */
#include "algorithms/basicblockpreaccumulationreverse/report.h"

#include <string.h>

#include "algorithms/taping/tape.h"
#include "base/text.h"
#include "graph/dot.h"

/* Bytes by use; what has no known size is counted in places. */
typedef struct amounts {
    int64_t bytes[XB_TAPE_USES];
    int64_t unknown;
} amounts;

/* ---- counting ------------------------------------------------------------------------------------------ */

static int64_t elements_of(const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (xb_reference_rank(reference) == 0)
        return 1;
    bool is_whole = reference->subscripts.count == 0 && symbol->bounds_count > 0;
    return is_whole ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 0;
}

static void count(const xb_inlinable_call *call, amounts *sum)
{
    size_t use = 0;
    while (use < XB_TAPE_USES && strcmp(call->statement.id->text, xb_tape_push_id((xb_tape_use)use)) != 0)
        use++;
    if (use == XB_TAPE_USES)
        return;
    const xb_reference *reference = ((const xb_argument *)call->arguments.items[0])->reference;
    int64_t elements = elements_of(reference);
    sum->bytes[use] += elements * (int64_t)xb_type_bytes(reference->symbol->type);
    sum->unknown += elements == 0;
}

static amounts amounts_of(const xb_flow_vertex *vertex)
{
    amounts sum = {.unknown = 0};
    for (size_t i = 0; i < vertex->statements.count; i++) {
        const xb_node *statement = vertex->statements.items[i];
        if (statement->kind == XB_KIND_INLINABLE_CALL)
            count((const xb_inlinable_call *)statement, &sum);
    }
    return sum;
}

/* ---- metrics ------------------------------------------------------------------------------------------- */

static void report(xb_run *run, const char *scope, const amounts *sum)
{
    for (size_t use = 0; use < XB_TAPE_USES; use++)
        if (sum->bytes[use] > 0)
            xb_run_metric(
                run, scope,
                xb_arena_format(xb_run_scratch(run), "tape bytes, %s", xb_tape_use_name((xb_tape_use)use)),
                (double)sum->bytes[use]);
    if (sum->unknown > 0)
        xb_run_metric(run, scope, "pushes of unknown size", (double)sum->unknown);
}

static void report_blocks(xb_run *run, const xb_routine *taping)
{
    for (size_t v = 0; v < taping->flow.vertices.count; v++) {
        const xb_flow_vertex *vertex = taping->flow.vertices.items[v];
        const amounts sum = amounts_of(vertex);
        const char *scope = taping->symbol->id->text;
        report(run, "", &sum);
        report(run, scope, &sum);
        if (vertex->id)
            report(run, xb_arena_format(xb_run_scratch(run), "%s/%s", scope, vertex->id->text), &sum);
    }
}

/* How a vertex of control flow is taken backward, as a metric; NULL: by itself. */
static const char *way_back(const xb_flow_reversal *reversal, uint32_t v)
{
    xb_kind kind = ((const xb_node *)reversal->taping->flow.vertices.items[v])->kind;
    if (!reversal->constructs)
        return kind == XB_KIND_BASIC_BLOCK ? "blocks recorded" : NULL;
    if (!reversal->constructs->reached[v])
        return NULL;
    switch (kind) {
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP: return reversal->loops[v] ? "loops by arithmetic" : "loops counted";
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

/* ---- pictures ------------------------------------------------------------------------------------------ */

typedef struct kept {
    const char *kind, *routine, *text;
} kept;

/* State of the run: a vector of kept. */
static const char pictures_state[] = "basicblockpreaccumulationreverse.pictures";

typedef struct drawing {
    xb_arena *arena;
    const xb_flow_graph *flow;
    const xb_flow_reversal *reversal; /* of the picture of the reversal */
} drawing;

static const char *vertex_text(const drawing *d, uint32_t v)
{
    const xb_flow_vertex *vertex = d->flow->vertices.items[v];
    return xb_arena_format(d->arena, "%s %s", xb_kind_name(vertex->node.kind),
                           vertex->id ? vertex->id->text : "");
}

static void describe_tape(void *context, uint32_t v, xb_dot_look *look)
{
    const drawing *d = context;
    const amounts sum = amounts_of(d->flow->vertices.items[v]);
    const char *text = vertex_text(d, v);
    bool pushes = sum.unknown > 0;
    for (size_t use = 0; use < XB_TAPE_USES; use++)
        if (sum.bytes[use] > 0) {
            text = xb_arena_format(d->arena, "%s\n%s %lld", text, xb_tape_use_name((xb_tape_use)use),
                                   (long long)sum.bytes[use]);
            pushes = true;
        }
    look->label =
        sum.unknown > 0 ? xb_arena_format(d->arena, "%s\narrays %lld", text, (long long)sum.unknown) : text;
    look->shape = pushes ? "box" : "ellipse";
}

static void describe_way_back(void *context, uint32_t v, xb_dot_look *look)
{
    const drawing *d = context;
    const char *way = way_back(d->reversal, v);
    look->label = way ? xb_arena_format(d->arena, "%s\n%s", vertex_text(d, v), strchr(way, ' ') + 1)
                      : vertex_text(d, v);
    look->shape = way ? "box" : "ellipse";
}

static void keep_picture(xb_run *run, const char *kind, const xb_routine *taping, drawing *d,
                         void (*describe)(void *context, uint32_t v, xb_dot_look *look))
{
    xb_text *text = xb_text_create(d->arena);
    const char *name = taping->symbol->id->text;
    xb_dot_put(xb_text_output(text), &taping->flow.graph,
               &(xb_dot){.name = name, .label = name, .vertex = describe, .context = d});
    kept *picture =
        xb_vector_push(d->arena, xb_run_state(run, pictures_state, sizeof(xb_vector)), sizeof *picture);
    *picture = (kept){kind, name, xb_text_join(text, NULL)};
}

static xb_status put_pictures(xb_run *run, const char *kind, const char *detail, xb_output *output)
{
    const xb_vector *all = xb_run_state(run, pictures_state, sizeof(xb_vector));
    size_t drawn = 0;
    for (size_t i = 0; i < all->count; i++) {
        const kept *picture = (const kept *)all->items + i;
        if (strcmp(kind, picture->kind) != 0 || (detail && strcmp(detail, picture->routine) != 0))
            continue;
        xb_output_put(output, picture->text);
        drawn++;
    }
    return drawn > 0 || !detail ? XB_STATUS_OK
                                : xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                                           NULL, "there is no routine %s with control flow", detail);
}

xb_status xb_put_tape(xb_run *run, const char *detail, xb_output *output)
{
    return put_pictures(run, XB_TAPE_PICTURE, detail, output);
}

xb_status xb_put_reversal(xb_run *run, const char *detail, xb_output *output)
{
    return put_pictures(run, XB_REVERSAL_PICTURE, detail, output);
}

/* ---- reports ------------------------------------------------------------------------------------------- */

void xb_report_tape(xb_run *run, const xb_routine *taping)
{
    drawing d = {.arena = xb_run_program(run)->arena, .flow = &taping->flow};
    if (taping->flow.vertices.count == 0)
        return;
    if (xb_run_wants_metrics(run))
        report_blocks(run, taping);
    if (xb_run_wants_picture(run, XB_TAPE_PICTURE))
        keep_picture(run, XB_TAPE_PICTURE, taping, &d, describe_tape);
}

void xb_report_reversal(xb_run *run, const xb_flow_reversal *reversal)
{
    drawing d = {xb_run_program(run)->arena, &reversal->taping->flow, reversal};
    if (xb_run_wants_metrics(run))
        report_ways_back(run, reversal);
    if (xb_run_wants_picture(run, XB_REVERSAL_PICTURE))
        keep_picture(run, XB_REVERSAL_PICTURE, reversal->taping, &d, describe_way_back);
}
