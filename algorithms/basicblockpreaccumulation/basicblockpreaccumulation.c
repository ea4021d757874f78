/*
 * Block by block, in one pass: each item of the flat block is replaced by its code.
 */
#include "algorithms/basicblockpreaccumulation/basicblockpreaccumulation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/basicblockpreaccumulation/extraction.h"
#include "algorithms/basicblockpreaccumulation/heuristic.h"
#include "algorithms/basicblockpreaccumulation/initialisation.h"
#include "algorithms/basicblockpreaccumulation/memory.h"
#include "algorithms/basicblockpreaccumulation/picture.h"
#include "algorithms/basicblockpreaccumulation/sequence.h"
#include "ir/build.h"

/* A number of directions, or 0 if the text is none. */
static size_t directions_of(const char *text)
{
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    bool good = *text && text[strspn(text, "0123456789")] == '\0' && !errno && value <= XB_DIRECTION_LIMIT;
    return good ? (size_t)value : 0;
}

/* A number of steps, or 0 if the text is none. */
static uint64_t steps_of(const char *text)
{
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    return *text && text[strspn(text, "0123456789")] == '\0' && !errno ? value : 0;
}

/* A key for the state; it is never run. */
static const xb_algorithm search_state = {.name = "search for eliminations"};

/* What to search, in memory that lasts as long as the run; NULL for nothing. */
static const xb_elimination_search *search_of(xb_run *run)
{
    static const char *const kinds[] = {"vertices", "edges", "faces"};
    xb_elimination_search *search = xb_run_state(run, &search_state, sizeof *search);
    const char *kind = xb_run_option(run, "search");
    if (strcmp(kind, "none") == 0)
        return NULL;
    search->steps = steps_of(xb_run_option(run, "search-steps"));
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
        if (strcmp(kind, kinds[i]) == 0)
            search->kind = (xb_elimination_kind)i;
    return search;
}

static xb_elimination_options elimination_options(xb_run *run)
{
    xb_elimination_options options = {.rerouting = xb_run_flag(run, "rerouting")};
    const char *objective = xb_run_option(run, "objective");
    const char *awareness = xb_run_option(run, "awareness");
    const char *order = xb_run_option(run, "elimination-order");
    options.search = search_of(run);
    options.heuristic = xb_heuristic_of(run);
    options.directions = directions_of(xb_run_option(run, "directions"));
    options.awareness = strcmp(awareness, "0") == 0 ? 0 : strcmp(awareness, "1") == 0 ? 1 : 2;
    options.maintaining = xb_run_flag(run, "maintaining");
    for (int i = 0; i < XB_ELIMINATION_OBJECTIVE_COUNT; i++)
        if (strcmp(objective, xb_elimination_objective_name((xb_elimination_objective)i)) == 0)
            options.objective = (xb_elimination_objective)i;
    for (int i = 0; i < XB_ELIMINATION_ORDER_COUNT; i++)
        if (strcmp(order, xb_elimination_order_name((xb_elimination_order)i)) == 0)
            options.order = (xb_elimination_order)i;
    return options;
}

static void report(xb_run *run, const char *scope, const xb_code_counts *counts)
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
                         const xb_code_counts *counts)
{
    xb_arena *scratch = xb_run_scratch(run);
    const char *scope =
        xb_arena_format(scratch, "%s/%s", place.routine->symbol->id->text, place.block->id->text);
    if (sequence)
        scope = xb_arena_format(scratch, "%s/sequence %u", scope, sequence->number);
    report(run, scope, counts);
}

static void add_counts(xb_code_counts *sum, const xb_code_counts *more)
{
    sum->sequences += more->sequences;
    sum->assignments += more->assignments;
    sum->graph_vertices += more->graph_vertices;
    sum->graph_edges += more->graph_edges;
    sum->multiplications += more->multiplications;
    sum->additions += more->additions;
    sum->propagation_multiplications += more->propagation_multiplications;
    sum->propagation_additions += more->propagation_additions;
    sum->remainder_edges += more->remainder_edges;
    sum->nontrivial_edges += more->nontrivial_edges;
    sum->tape_labels += more->tape_labels;
}

static void append_counter(xb_program *program, const char *name, size_t number, xb_list *statements)
{
    xb_inlinable_call *call =
        xb_build_inlinable_call(program, name, xb_arena_format(program->arena, "inline_%s", name));
    xb_build_argument(program, &call->arguments, xb_build_integer(program, (int64_t)number));
    xb_list_append(program->arena, statements, call);
}

static xb_status generate_sequence(xb_run *run, xb_block_place place, const xb_sequence *sequence,
                                   const xb_elimination_options *options, xb_list *statements,
                                   xb_code_counts *sum)
{
    xb_code_counts counts = {.sequences = 0};
    xb_arena_mark mark = xb_arena_mark_now(xb_run_scratch(run));
    xb_status status = xb_sequence_generate(run, place, sequence, options, statements, &counts);
    if (xb_run_wants_metrics(run))
        report_scope(run, place, sequence, &counts);
    add_counts(sum, &counts);
    xb_arena_release(xb_run_scratch(run), mark);
    return status;
}

static xb_status generate_item(xb_run *run, xb_block_place place, const xb_flat_item *item,
                               const xb_elimination_options *options, xb_list *statements,
                               xb_code_counts *sum)
{
    xb_status status = XB_STATUS_OK;
    switch (item->kind) {
    case XB_FLAT_SEQUENCE: return generate_sequence(run, place, item->sequence, options, statements, sum);
    case XB_FLAT_NONINLINABLE:
        return xb_noninlinable_generate(run, place, (xb_assignment *)item->statement, item->intrinsic,
                                        statements);
    default:
        if (item->statement->node.kind != XB_KIND_SUBROUTINE_CALL ||
            !xb_jacobian_call_generate(run, place, (xb_call *)item->statement, statements, &status))
            xb_list_append(xb_run_program(run)->arena, statements, item->statement);
        return status;
    }
}

static xb_status preaccumulate_block(xb_run *run, xb_block_place place)
{
    xb_program *program = xb_run_program(run);
    const xb_flat_block *flat = xb_flat_block_of(run, place.block);
    xb_elimination_options options = elimination_options(run);
    options.reuse = xb_memory_of(run);
    xb_list statements = {.count = 0};
    xb_code_counts sum = {.sequences = 0};
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < flat->items.count; i++) {
        const xb_flat_item *item = (const xb_flat_item *)flat->items.items + i;
        xb_status status = generate_item(run, place, item, &options, &statements, &sum);
        if (worst == XB_STATUS_OK)
            worst = status;
    }
    if (xb_run_flag(run, "count-operations") && sum.sequences > 0) {
        append_counter(program, "countmult", sum.multiplications + sum.propagation_multiplications,
                       &statements);
        append_counter(program, "countadd", sum.additions + sum.propagation_additions, &statements);
    }
    xb_block_replace_statements(run, place.block, statements);
    if (xb_run_wants_metrics(run) && sum.sequences > 0)
        report_scope(run, place, NULL, &sum);
    add_counts(xb_run_state(run, &xb_algorithm_basicblockpreaccumulation, sizeof sum), &sum);
    return worst;
}

static xb_status usage_error(xb_run *run, const char *hint, const char *message)
{
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

static xb_status check_options(xb_run *run)
{
    xb_arena *scratch = xb_run_scratch(run);
    const char *directions = xb_run_option(run, "directions"), *steps = xb_run_option(run, "search-steps"),
               *folder = xb_run_option(run, "extract-lcg");
    bool searches = strcmp(xb_run_option(run, "search"), "none") != 0;
    if (directions_of(directions) == 0)
        return usage_error(
            run, xb_arena_format(scratch, "a number from 1 to %d", XB_DIRECTION_LIMIT),
            xb_arena_format(scratch, "--directions: '%s' is no number of directions", directions));
    if (steps_of(steps) == 0)
        return usage_error(run, "a number from 1 on",
                           xb_arena_format(scratch, "--search-steps: '%s' is no number of steps", steps));
    if (searches && strcmp(xb_run_option(run, "objective"), "operations") != 0)
        return usage_error(run, "add --objective=operations", "--search is for complete elimination");
    if (folder && !*folder)
        return usage_error(run, NULL, "--extract-lcg: the name of the folder is empty");
    return xb_heuristic_read(run);
}

static xb_status preaccumulate(xb_run *run)
{
    xb_status status = check_options(run);
    if (!status)
        status = xb_memory_read(run);
    if (!status)
        status = xb_blocks_each(run, preaccumulate_block);
    if (status)
        return status;
    xb_extraction_attach(run);
    xb_memory_attach(run);
    return xb_initialisation_blocks(run);
}

static void metrics(xb_run *run)
{
    report(run, "", xb_run_state(run, &xb_algorithm_basicblockpreaccumulation, sizeof(xb_code_counts)));
}

static const char *const prerequisites[] = {"constantfolding", NULL};

static const char *const objective_values[] = {"total", "scarcity", "tape", "operations", NULL};
static const char *const awareness_values[] = {"0", "1", "2", NULL};
static const char *const search_values[] = {"none", "vertices", "edges", "faces", NULL};
static const char *const order_values[] = {"best", "forward", "reverse", "markowitz", "used-once", NULL};

static const xb_option options[] = {
    {"objective", 'M', "OBJECTIVE",
     "what elimination makes small: total (multiplications and additions of accumulation and propagation), "
     "scarcity (nontrivial edges of the remainder), tape (different variable labels of the remainder) or "
     "operations (multiplications of a complete elimination)",
     "total", objective_values},
    {"directions", 0, "NUMBER", "directions that are propagated at once, for objectives that count them", "1",
     NULL},
    {"rerouting", 0, NULL, "let partial elimination use steps that subtract and divide by constants", NULL,
     NULL},
    {"elimination-order", 0, "ORDER",
     "order of eliminations: best (of all), forward, reverse, markowitz, used-once", "best", order_values},
    {"heuristic", 0, "TARGET:FILTER,...",
     "instead of an order, choose one elimination after the other by filters, such as "
     "vertex:lowest_markowitz,reverse; see xaif-eliminate(1) for what there is",
     NULL, NULL},
    {"search", 0, "KIND",
     "with --objective=operations, search on for eliminations that need fewer multiplications, of vertices, "
     "edges or faces",
     "none", search_values},
    {"search-steps", 0, "NUMBER",
     "changes that a search tries for each graph, a fiftieth for edges and for faces", "100000", NULL},
    {"awareness", 'A', "LEVEL",
     "edges that count as nontrivial: 0 all, 1 those that are not 1 or -1, 2 those that "
     "are not constant",
     "1", awareness_values},
    {"maintaining", 'm', NULL, "let partial elimination use steps that keep what counts", NULL, NULL},
    {"nary", 'n', NULL, "propagate with one entry per target, whatever the number of its terms", NULL, NULL},
    {"inlinable-propagation", 'H', NULL, "write propagation as calls of inlinable subroutines", NULL, NULL},
    {"count-operations", 'C', NULL, "insert calls that count multiplications and additions at run time", NULL,
     NULL},
    {"initialise", 'D', NULL, "insert an initialisation block at the entry of each routine", NULL, NULL},
    {"extract-lcg", 0, "FOLDER",
     "write the linearized computational graph of each sequence to a file in this folder, for xaif-eliminate",
     NULL, NULL},
    {"elimination-cache", 0, "FILE", "keep eliminations that were found in this file, for later runs", NULL,
     NULL},
    {.name = NULL}};

static const xb_action actions[] = {{"preaccumulation", NULL, preaccumulate}, {.name = NULL}};

const xb_algorithm xb_algorithm_basicblockpreaccumulation = {
    .name = "basicblockpreaccumulation",
    .summary = "tangent-linear code: preaccumulate the Jacobians of basic blocks and propagate derivatives",
    .prerequisites = prerequisites,
    .options = options,
    .actions = actions,
    .needs = XB_PROPERTY_FOLDED,
    .gives = XB_PROPERTY_PREACCUMULATED,
    .metrics = metrics,
    .pictures = xb_preaccumulation_pictures,
};
