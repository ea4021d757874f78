/*
 * Pushes say by their statement ids what they are for.
 */
#include "algorithms/basicblockpreaccumulationtape/report.h"

#include <string.h>

#include "algorithms/support/flow_pictures.h"
#include "algorithms/taping/tape.h"

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

/* ---- pictures ------------------------------------------------------------------------------------------ */

typedef struct drawing {
    xb_arena *arena;
    const xb_flow_graph *flow;
} drawing;

static void describe_tape(void *context, uint32_t v, xb_dot_look *look)
{
    const drawing *d = context;
    const amounts sum = amounts_of(d->flow->vertices.items[v]);
    const char *text = xb_flow_picture_text(d->arena, d->flow->vertices.items[v]);
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

xb_status xb_put_tape(xb_run *run, const char *detail, xb_output *output)
{
    return xb_flow_picture_put(run, XB_TAPE_PICTURE, detail, output);
}

/* ---- reports ------------------------------------------------------------------------------------------- */

void xb_report_tape(xb_run *run, const xb_routine *taping)
{
    drawing d = {xb_run_program(run)->arena, &taping->flow};
    if (taping->flow.vertices.count == 0)
        return;
    if (xb_run_wants_metrics(run))
        report_blocks(run, taping);
    if (xb_run_wants_picture(run, XB_TAPE_PICTURE))
        xb_flow_picture_keep(run, XB_TAPE_PICTURE, taping, describe_tape, &d);
}
