/*
 * Block by block: the local Jacobians of the items of a flat block are an extension of the block, in the
 * order of the items.
 */
#include "algorithms/preaccumulation/preaccumulation.h"

#include "algorithms/preaccumulation/cache.h"
#include "algorithms/preaccumulation/explicit.h"
#include "algorithms/preaccumulation/extraction.h"
#include "algorithms/preaccumulation/picture.h"
#include "algorithms/preaccumulation/sequence.h"
#include "algorithms/preaccumulation/settings.h"
#include "analysis/calls.h"
#include "ir/provenance.h"

/* ---- what is attached ---------------------------------------------------------------------------------- */

#define BLOCK_SLOT "preaccumulation.block"

typedef struct block_jacobians {
    const xb_local_jacobian **of_item;
} block_jacobians;

static block_jacobians *attached(xb_run *run, const xb_flow_vertex *block)
{
    return xb_run_extension(run, (xb_node *)&block->node, xb_run_slot(run, BLOCK_SLOT));
}

const xb_local_jacobian *xb_local_jacobian_of(xb_run *run, const xb_flow_vertex *block, size_t item)
{
    const block_jacobians *jacobians = attached(run, block);
    return jacobians && jacobians->of_item ? jacobians->of_item[item] : NULL;
}

/* ---- counts -------------------------------------------------------------------------------------------- */

void xb_jacobian_counts_add(xb_jacobian_counts *sum, const xb_jacobian_counts *counts)
{
    sum->sequences += counts->sequences;
    sum->assignments += counts->assignments;
    sum->graph_vertices += counts->graph_vertices;
    sum->graph_edges += counts->graph_edges;
    sum->multiplications += counts->multiplications;
    sum->additions += counts->additions;
    sum->propagation_multiplications += counts->propagation_multiplications;
    sum->propagation_additions += counts->propagation_additions;
    sum->remainder_edges += counts->remainder_edges;
    sum->nontrivial_edges += counts->nontrivial_edges;
    sum->tape_labels += counts->tape_labels;
}

static void report(xb_run *run, const char *scope, const xb_jacobian_counts *counts)
{
    xb_run_metric(run, scope, "sequences", (double)counts->sequences);
    xb_run_metric(run, scope, "assignments", (double)counts->assignments);
    xb_run_metric(run, scope, "graph vertices", (double)counts->graph_vertices);
    xb_run_metric(run, scope, "graph edges", (double)counts->graph_edges);
    xb_run_metric(run, scope, "multiplications", (double)counts->multiplications);
    xb_run_metric(run, scope, "additions", (double)counts->additions);
    xb_run_metric(run, scope, "propagation multiplications", (double)counts->propagation_multiplications);
    xb_run_metric(run, scope, "propagation additions", (double)counts->propagation_additions);
    xb_run_metric(run, scope, "remainder edges", (double)counts->remainder_edges);
    xb_run_metric(run, scope, "nontrivial edges", (double)counts->nontrivial_edges);
    xb_run_metric(run, scope, "tape labels", (double)counts->tape_labels);
}

static void report_scope(xb_run *run, xb_block_place place, const xb_sequence *sequence,
                         const xb_jacobian_counts *counts)
{
    xb_arena *scratch = xb_run_scratch(run);
    if (!xb_run_wants_metrics(run) || counts->sequences == 0)
        return;
    const xb_name *id = place.block->id;
    const char *scope =
        xb_arena_format(scratch, "%s/%s", place.routine->symbol->id->text, id ? id->text : "");
    if (sequence)
        scope = xb_arena_format(scratch, "%s/sequence %u", scope, sequence->number);
    report(run, scope, counts);
}

static xb_jacobian_counts *totals(xb_run *run)
{
    return xb_run_state(run, "preaccumulation.totals", sizeof(xb_jacobian_counts));
}

static void metrics(xb_run *run)
{
    report(run, "", totals(run));
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

bool xb_noninlinable_is_active(const xb_assignment *assignment)
{
    const xb_expression *expression = assignment->value;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (v != expression->root && vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
            xb_symbol_is_active(((const xb_reference *)vertex)->symbol))
            return assignment->target->active != XB_ACTIVITY_FALSE;
    }
    return false;
}

/* The catalogue's entry with an explicit Jacobian for an item, or NULL. */
static const xb_noninlinable *explicit_of(xb_run *run, const xb_flat_item *item)
{
    if (item->kind == XB_FLAT_STATEMENT && item->statement->node.kind == XB_KIND_SUBROUTINE_CALL)
        return xb_jacobian_of_call(xb_run_analyses(run), (const xb_call *)item->statement);
    if (item->kind != XB_FLAT_NONINLINABLE || !item->intrinsic->jacobian ||
        !xb_noninlinable_is_active((const xb_assignment *)item->statement))
        return NULL;
    return item->intrinsic;
}

static const xb_local_jacobian *preaccumulate_item(xb_run *run, xb_block_place place,
                                                   const xb_flat_item *item,
                                                   const xb_elimination_options *options)
{
    const xb_noninlinable *intrinsic = explicit_of(run, item);
    if (intrinsic)
        xb_provenance_of(xb_run_program(run), item->statement);
    if (intrinsic)
        return xb_explicit_jacobian(run, place, item->statement, intrinsic);
    if (item->kind != XB_FLAT_SEQUENCE)
        return NULL;
    xb_arena_mark mark = xb_arena_mark_now(xb_run_scratch(run));
    const xb_local_jacobian *jacobian = xb_sequence_preaccumulate(run, place, item->sequence, options);
    if (jacobian)
        report_scope(run, place, item->sequence, &jacobian->counts);
    xb_arena_release(xb_run_scratch(run), mark);
    return jacobian;
}

/* Errors are seen by whoever calls the action. */
static xb_status preaccumulate_block(xb_run *run, xb_block_place place)
{
    const xb_flat_block *flat = xb_flat_block_needed(run, place);
    if (!flat)
        return XB_STATUS_UNSUPPORTED;
    block_jacobians *jacobians = attached(run, place.block);
    xb_elimination_options options = xb_preaccumulation_settings_of(run)->elimination;
    options.reuse = xb_elimination_cache_of(run);
    xb_jacobian_counts sum = {.sequences = 0};
    jacobians->of_item =
        xb_arena_array(xb_run_program(run)->arena, flat->items.count, sizeof(const xb_local_jacobian *));
    for (size_t i = 0; i < flat->items.count; i++) {
        const xb_flat_item *item = (const xb_flat_item *)flat->items.items + i;
        const xb_local_jacobian *jacobian = preaccumulate_item(run, place, item, &options);
        jacobians->of_item[i] = jacobian;
        if (jacobian)
            xb_jacobian_counts_add(&sum, &jacobian->counts);
    }
    report_scope(run, place, NULL, &sum);
    xb_jacobian_counts_add(totals(run), &sum);
    return XB_STATUS_OK;
}

static xb_status preaccumulate(xb_run *run)
{
    xb_status status = xb_elimination_cache_read(run);
    if (!status)
        status = xb_blocks_each(run, preaccumulate_block);
    if (status)
        return status;
    xb_extraction_attach(run);
    xb_elimination_cache_attach(run);
    return XB_STATUS_OK;
}

/* ---- the results in the output ------------------------------------------------------------------------- */

static void show_item(xb_program *program, const xb_flat_item *item, const xb_local_jacobian *jacobian,
                      xb_list *statements)
{
    if (!jacobian) {
        xb_list_append(program->arena, statements, item->statement);
        return;
    }
    for (size_t i = 0; i < jacobian->statements.count; i++) {
        const xb_jacobian_statement *statement =
            (const xb_jacobian_statement *)jacobian->statements.items + i;
        xb_list_append_all(program->arena, statements, &statement->before);
        xb_list_append(program->arena, statements, statement->statement);
    }
    xb_list_append_all(program->arena, statements, &jacobian->accumulation);
}

static xb_status show_block(xb_run *run, xb_block_place place)
{
    const xb_flat_block *flat = xb_flat_block_of(run, place.block);
    xb_list statements = {.count = 0};
    if (!flat)
        return XB_STATUS_OK; /* it was made by others after that */
    for (size_t i = 0; i < flat->items.count; i++)
        show_item(xb_run_program(run), (const xb_flat_item *)flat->items.items + i,
                  xb_local_jacobian_of(run, place.block, i), &statements);
    xb_block_replace_statements(run, place.block, statements);
    return XB_STATUS_OK;
}

static xb_status present(xb_run *run)
{
    return xb_blocks_each(run, show_block);
}

static const char *const needs[] = {XB_PROPERTY_FOLDED, NULL};
static const char *const gives[] = {XB_PROPERTY_PREACCUMULATED, NULL};

static const xb_factory factories[] = {{XB_KIND_BASIC_BLOCK, BLOCK_SLOT, sizeof(block_jacobians), NULL},
                                       {.slot = NULL}};

static const xb_action actions[] = {{"preaccumulation", NULL, preaccumulate}, {.name = NULL}};

const xb_algorithm xb_algorithm_preaccumulation = {
    .name = "preaccumulation",
    .summary =
        "preaccumulate the local Jacobians of basic blocks, by elimination on linearized computational "
        "graphs",
    .options = xb_preaccumulation_options,
    .factories = factories,
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .settings_size = sizeof(xb_preaccumulation_settings),
    .configure = xb_preaccumulation_configure,
    .present = present,
    .metrics = metrics,
    .pictures = xb_preaccumulation_pictures,
};
