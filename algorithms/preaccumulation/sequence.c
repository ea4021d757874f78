/*
 * The stages of one sequence: graph, elimination, accumulation. Of the graph, only what the remainder joins
 * or what is wanted is kept; the rest is scratch memory.
 */
#include "algorithms/preaccumulation/sequence.h"

#include "algorithms/preaccumulation/accumulation.h"
#include "algorithms/preaccumulation/extraction.h"
#include "algorithms/preaccumulation/picture.h"
#include "ir/provenance.h"

/* ---- the remainder ------------------------------------------------------------------------------------- */

/* Bounds that were worked out for the graph are scratch memory. */
static xb_jacobian_vertex vertex_of(xb_arena *arena, const xb_sequence_vertex *vertex)
{
    const xb_value *value = vertex->value;
    xb_jacobian_vertex result = {.shape = xb_shape_copy(arena, vertex->shape),
                                 .position = vertex->position,
                                 .clobbered = XB_POSITION_NONE};
    if (!value)
        return result;
    result.outside = value->definition == NULL;
    result.wanted = value->live;
    result.late = true;
    result.reference = value->superseded ? NULL : value->reference;
    result.clobbered = value->clobbered;
    result.clobbered_by = value->clobbered_by ? value->clobbered_by->reference : NULL;
    return result;
}

/* Numbers of vertices in the remainder, by number in the graph; XB_GRAPH_NONE for those that are not in it.
 */
static uint32_t *number_vertices(xb_arena *scratch, const xb_sequence_graph *graph,
                                 const xb_accumulation_code *code, uint32_t *count)
{
    uint32_t *numbers = xb_arena_array(scratch, graph->vertices.count, sizeof *numbers);
    bool *joined = xb_arena_array(scratch, graph->vertices.count, sizeof *joined);
    for (size_t i = 0; i < code->edge_count; i++)
        joined[code->edges[i].source] = joined[code->edges[i].target] = true;
    *count = 0;
    for (uint32_t i = 0; i < graph->vertices.count; i++) {
        const xb_value *value = xb_sequence_vertex_at(graph, i)->value;
        bool zeroed = value && value->definition && value->live;
        numbers[i] = joined[i] || zeroed ? (*count)++ : XB_GRAPH_NONE;
    }
    return numbers;
}

static void keep_remainder(xb_run *run, const xb_sequence_graph *graph, const xb_accumulation_code *code,
                           xb_local_jacobian *jacobian)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const uint32_t *numbers = number_vertices(xb_run_scratch(run), graph, code, &jacobian->vertex_count);
    xb_jacobian_vertex *vertices = xb_arena_array(arena, jacobian->vertex_count, sizeof *vertices);
    xb_jacobian_edge *edges = xb_arena_array(arena, code->edge_count, sizeof *edges);
    for (uint32_t i = 0; i < graph->vertices.count; i++)
        if (numbers[i] != XB_GRAPH_NONE)
            vertices[numbers[i]] = vertex_of(arena, xb_sequence_vertex_at(graph, i));
    for (size_t i = 0; i < code->edge_count; i++) {
        const xb_jacobian_edge *edge = &code->edges[i];
        edges[i] = (xb_jacobian_edge){numbers[edge->source], numbers[edge->target], edge->factor};
        edges[i].factor.shape = xb_shape_copy(arena, edge->factor.shape);
    }
    jacobian->vertices = vertices;
    jacobian->edges = edges;
    jacobian->edge_count = code->edge_count;
}

/* ---- the statements ------------------------------------------------------------------------------------ */

static void keep_statements(xb_run *run, const xb_sequence_graph *graph, xb_local_jacobian *jacobian)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const xb_list *elements = &graph->sequence->elements;
    uint32_t position = 0;
    xb_vector_reserve(arena, &jacobian->statements, elements->count, sizeof(xb_jacobian_statement));
    for (size_t i = 0; i < elements->count; i++) {
        xb_statement *element = elements->items[i];
        xb_jacobian_statement *statement = xb_vector_push(arena, &jacobian->statements, sizeof *statement);
        *statement = (xb_jacobian_statement){.position = XB_POSITION_NONE, .statement = element};
        if (element->node.kind != XB_KIND_ASSIGNMENT)
            continue;
        const xb_materialized *materialized = graph->materialized[position];
        statement->position = position++;
        if (!materialized)
            continue;
        xb_list_append_all(arena, &statement->before, &materialized->before);
        statement->statement = &materialized->assignment->statement;
    }
}

static xb_jacobian_counts counts_of(const xb_sequence_graph *graph, const xb_elimination *elimination,
                                    const xb_accumulation_code *code)
{
    const xb_elimination_counts *c = &elimination->counts;
    return (xb_jacobian_counts){.sequences = 1,
                                .assignments = graph->sequence->assignments.count,
                                .graph_vertices = graph->vertices.count,
                                .graph_edges = graph->edges.count,
                                .multiplications = c->multiplications,
                                .additions = c->additions + code->additions,
                                .propagation_multiplications = c->propagation_multiplications,
                                .propagation_additions = c->propagation_additions,
                                .remainder_edges = c->edges,
                                .nontrivial_edges = c->nontrivial_edges,
                                .tape_labels = c->tape_labels};
}

/* ---- elimination --------------------------------------------------------------------------------------- */

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
static const xb_elimination *eliminate_within_limits(xb_run *run, xb_block_place place,
                                                     const xb_sequence *sequence, const xb_lcg *lcg,
                                                     xb_elimination_options *options)
{
    enum { PRODUCTS_AT_LEAST = 1 << 20, PRODUCTS_PER_EDGE = 4, PATIENCE = 500 };
    xb_program *program = xb_run_program(run);
    options->products = (size_t)PRODUCTS_AT_LEAST + PRODUCTS_PER_EDGE * lcg->edge_count;
    options->patience = PATIENCE;
    const xb_elimination *elimination =
        xb_eliminate(xb_run_scratch(run), xb_run_inner_scratch(run), lcg, options);
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
    return xb_eliminate(xb_run_scratch(run), xb_run_inner_scratch(run), lcg, options);
}

/* The result is in scratch memory; what the search for it took is given back. */
static const xb_elimination *eliminate(xb_run *run, xb_block_place place, const xb_sequence_graph *graph,
                                       const xb_elimination_options *options)
{
    xb_arena *work = xb_run_inner_scratch(run);
    xb_arena_mark mark = xb_arena_mark_now(work);
    xb_elimination_options own = *options;
    own.rerouting = options->rerouting && may_reroute(graph);
    xb_lcg lcg = xb_sequence_graph_lcg(graph, work);
    xb_extraction_keep(run, place, graph->sequence, &lcg);
    const xb_elimination *elimination = eliminate_within_limits(run, place, graph->sequence, &lcg, &own);
    xb_arena_release(work, mark);
    return elimination;
}

/* What is made from now on is made for the statements of a sequence; it may have none. */
static void attribute_to(xb_program *program, const xb_list *elements)
{
    if (elements->count > 0)
        xb_provenance_between(program, elements->items[0], elements->items[elements->count - 1]);
}

const xb_local_jacobian *xb_sequence_preaccumulate(xb_run *run, xb_block_place place,
                                                   const xb_sequence *sequence,
                                                   const xb_elimination_options *options)
{
    xb_program *program = xb_run_program(run);
    xb_sequence_graph *graph = xb_sequence_graph_build(run, place, sequence);
    if (!graph)
        return NULL;
    const xb_elimination *elimination = eliminate(run, place, graph, options);
    if (!elimination) {
        xb_error(program->diagnostics, XB_STATUS_FAILED, xb_place_of(run, place, sequence->elements.items[0]),
                 "please report this input", "internal error: the graph of sequence %u can't be eliminated",
                 sequence->number);
        return NULL;
    }
    attribute_to(program, &sequence->elements);
    xb_accumulation_code code = xb_accumulate(run, place, graph, elimination);
    xb_picture_keep(run, place, graph, &code);
    xb_local_jacobian *jacobian = xb_arena_alloc(program->arena, sizeof *jacobian);
    keep_statements(run, graph, jacobian);
    keep_remainder(run, graph, &code, jacobian);
    jacobian->accumulation = code.allocations;
    xb_list_append_all(program->arena, &jacobian->accumulation, &code.statements);
    jacobian->counts = counts_of(graph, elimination, &code);
    return jacobian;
}
