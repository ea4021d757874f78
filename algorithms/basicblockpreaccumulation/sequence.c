/*
 * The stages of one sequence: graph, elimination, accumulation, propagation. The statements come out in that
 * order behind the assignments, each of which is preceded by what evaluates its partial derivatives.
 */
#include "algorithms/basicblockpreaccumulation/sequence.h"

#include "algorithms/basicblockpreaccumulation/accumulation.h"
#include "algorithms/basicblockpreaccumulation/extraction.h"
#include "algorithms/basicblockpreaccumulation/picture.h"
#include "algorithms/basicblockpreaccumulation/propagation.h"
#include "algorithms/basicblockpreaccumulation/reduction.h"

static xb_carrier *make_carriers(xb_run *run, const xb_sequence_graph *graph)
{
    uint32_t count = (uint32_t)graph->vertices.count;
    xb_carrier *carriers = xb_arena_array(xb_run_scratch(run), count, sizeof *carriers);
    for (uint32_t i = 0; i < count; i++) {
        const xb_sequence_vertex *vertex = xb_sequence_vertex_at(graph, i);
        const xb_value *value = vertex->value;
        xb_carrier *carrier = &carriers[i];
        carrier->shape = vertex->shape;
        carrier->position = vertex->position;
        carrier->clobbered = XB_POSITION_NONE;
        if (!value)
            continue;
        carrier->outside = value->definition == NULL;
        carrier->wanted = value->live;
        carrier->late = true;
        carrier->reference = value->superseded ? NULL : value->reference;
        carrier->clobbered = value->clobbered;
        carrier->clobbered_by = value->clobbered_by ? value->clobbered_by->reference : NULL;
    }
    return carriers;
}

/* Canonicalization lets reductions stand alone; whatever else has one would get derivatives that are wrong.
 */
static void check_target(xb_run *run, xb_block_place place, const xb_sequence *sequence,
                         const xb_carried_edge *edges, size_t edge_count)
{
    for (size_t i = 1; i < edge_count; i++)
        if (edges[i].target != edges[0].target) {
            xb_error(xb_run_program(run)->diagnostics, XB_STATUS_UNSUPPORTED,
                     xb_place_of(run, place, sequence->elements.items[0]),
                     "assign the scalar that is made of an array to a variable of its own",
                     "an array is reduced to a scalar within a larger computation");
            return;
        }
}

static xb_propagation_code propagate(xb_run *run, xb_block_place place, const xb_sequence_graph *graph,
                                     const xb_accumulation_code *accumulation)
{
    xb_carried_edge *edges = xb_arena_array(xb_run_scratch(run), accumulation->edge_count, sizeof *edges);
    for (size_t i = 0; i < accumulation->edge_count; i++) {
        const xb_remaining_edge *edge = &accumulation->edges[i];
        edges[i] = (xb_carried_edge){edge->source, edge->target, edge->factor};
    }
    const xb_carrier *carriers = make_carriers(run, graph);
    if (xb_is_reduced(carriers, edges, accumulation->edge_count)) {
        check_target(run, place, graph->sequence, edges, accumulation->edge_count);
        return xb_reduce(run, place, carriers, edges, accumulation->edge_count);
    }
    return xb_propagate(run, place, carriers, (uint32_t)graph->vertices.count, edges,
                        accumulation->edge_count);
}

static void append_assignments(xb_run *run, const xb_sequence_graph *graph,
                               const xb_propagation_code *propagation, xb_list *statements)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const xb_list *elements = &graph->sequence->elements;
    for (size_t i = 0; i < propagation->early.count; i++) {
        const xb_early *early = propagation->early.items[i];
        xb_list_append(arena, &graph->early[early->position], early->statement);
    }
    uint32_t position = 0;
    for (size_t i = 0; i < elements->count; i++) {
        xb_statement *element = elements->items[i];
        if (element->node.kind != XB_KIND_ASSIGNMENT) {
            xb_list_append(arena, statements, element);
            continue;
        }
        const xb_materialized *materialized = graph->materialized[position];
        xb_list_append_all(arena, statements, &graph->early[position++]);
        if (materialized)
            xb_list_append_all(arena, statements, &materialized->before);
        xb_list_append(arena, statements, materialized ? &materialized->assignment->statement : element);
    }
}

static void count(xb_code_counts *counts, const xb_sequence_graph *graph, const xb_elimination *elimination,
                  const xb_accumulation_code *accumulation)
{
    const xb_elimination_counts *c = &elimination->counts;
    counts->sequences++;
    counts->assignments += graph->sequence->assignments.count;
    counts->graph_vertices += graph->vertices.count;
    counts->graph_edges += graph->edges.count;
    counts->multiplications += c->multiplications;
    counts->additions += c->additions + accumulation->additions;
    counts->propagation_multiplications += c->propagation_multiplications;
    counts->propagation_additions += c->propagation_additions;
    counts->remainder_edges += c->edges;
    counts->nontrivial_edges += c->nontrivial_edges;
    counts->tape_labels += c->tape_labels;
}

/* Rerouting sends a derivative through a vertex that it didn't go through before, whose variable must be able
 * to hold it. So it is for graphs whose vertices are all scalars of one type. */
static bool may_reroute(const xb_sequence_graph *graph)
{
    const xb_name *fe_type = NULL;
    for (uint32_t i = 0; i < graph->vertices.count; i++) {
        const xb_shape *shape = &xb_sequence_vertex_at(graph, i)->shape;
        if (shape->rank != 0 || shape->type != xb_sequence_vertex_at(graph, 0)->shape.type)
            return false;
        if (fe_type && shape->fe_type && shape->fe_type != fe_type)
            return false;
        fe_type = shape->fe_type ? shape->fe_type : fe_type;
    }
    return true;
}

static void warn_of_replacement(xb_run *run, xb_block_place place, const xb_sequence *sequence)
{
    xb_warning(xb_run_program(run)->diagnostics, xb_place_of(run, place, sequence->elements.items[0]),
               "it is eliminated as without a heuristic: results are right, but may cost more or less",
               "the heuristic takes too long for sequence %u, and is not used there", sequence->number);
}

/* Each product becomes code, of some three kilobytes. */
static const xb_elimination *eliminate(xb_run *run, xb_block_place place, const xb_sequence *sequence,
                                       const xb_lcg *lcg, xb_elimination_options *options)
{
    enum { PRODUCTS_AT_LEAST = 1 << 20, PRODUCTS_PER_EDGE = 4, PATIENCE = 500 };
    xb_program *program = xb_run_program(run);
    options->products = (size_t)PRODUCTS_AT_LEAST + PRODUCTS_PER_EDGE * lcg->edge_count;
    options->patience = PATIENCE;
    const xb_elimination *elimination = xb_eliminate(program->arena, xb_run_scratch(run), lcg, options);
    if (elimination && elimination->replaced)
        warn_of_replacement(run, place, sequence);
    if (!elimination || !elimination->incomplete)
        return elimination;
    xb_warning(program->diagnostics, xb_place_of(run, place, sequence->elements.items[0]),
               "it is as with --objective=total here: results are right, but not preaccumulated completely",
               "sequence %u is eliminated partially: complete elimination has more than %zu %s",
               sequence->number, options->products, xb_plural(options->products, "product", "products"));
    options->objective = XB_OBJECTIVE_TOTAL;
    options->heuristic = NULL;
    options->search = NULL;
    return xb_eliminate(program->arena, xb_run_scratch(run), lcg, options);
}

xb_status xb_sequence_generate(xb_run *run, xb_block_place place, const xb_sequence *sequence,
                               const xb_elimination_options *options, xb_list *statements,
                               xb_code_counts *counts)
{
    xb_program *program = xb_run_program(run);
    xb_sequence_graph *graph = xb_sequence_graph_build(run, place, sequence);
    if (!graph)
        return xb_diagnostics_status(program->diagnostics);
    xb_lcg lcg = xb_sequence_graph_lcg(graph, xb_run_scratch(run));
    xb_extraction_keep(run, place, sequence, &lcg);
    xb_elimination_options own = *options;
    own.rerouting = options->rerouting && may_reroute(graph);
    const xb_elimination *elimination = eliminate(run, place, sequence, &lcg, &own);
    if (!elimination)
        return xb_error(program->diagnostics, XB_STATUS_FAILED,
                        xb_place_of(run, place, sequence->elements.items[0]), "please report this input",
                        "internal error: the graph of sequence %u can't be eliminated", sequence->number);
    xb_accumulation_code accumulation = xb_accumulate(run, place, graph, elimination);
    xb_propagation_code propagation = propagate(run, place, graph, &accumulation);
    append_assignments(run, graph, &propagation, statements);
    xb_list_append_all(program->arena, statements, &accumulation.allocations);
    xb_list_append_all(program->arena, statements, &accumulation.statements);
    xb_list_append_all(program->arena, statements, &propagation.allocations);
    xb_list_append_all(program->arena, statements, &propagation.statements);
    xb_picture_keep(run, place, graph, &accumulation);
    count(counts, graph, elimination, &accumulation);
    return XB_STATUS_OK;
}
