/*
 * Options that have a list of allowed values are read by their position in it, which is that of the
 * enumerators.
 */
#include "algorithms/preaccumulation/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/preaccumulation/preaccumulation.h"
#include "elimination/heuristics/filter.h"

static const char *const objective_values[] = {"total", "scarcity", "tape", "operations", "adjoint", NULL};
static const char *const awareness_values[] = {"0", "1", "2", NULL};
static const char *const search_values[] = {"none", "vertices", "edges", "faces", NULL};
static const char *const order_values[] = {"best", "forward", "reverse", "markowitz", "used-once", NULL};

const xb_option xb_preaccumulation_options[] = {
    {"objective", 'M', "OBJECTIVE",
     "what elimination makes small: total (multiplications and additions of accumulation and propagation), "
     "scarcity (nontrivial edges of the remainder), tape (different variable labels of the remainder), "
     "adjoint (total, and 24 for each such label) or operations (multiplications of a complete elimination)",
     "total", objective_values},
    {"directions", 0, "NUMBER",
     "directions that are propagated at once: objectives count them, and associationbyname has variables "
     "for derivatives in each",
     "1", NULL},
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
    {"extract-lcg", 0, "FOLDER",
     "write the linearized computational graph of each sequence to a file in this folder, for xaif-eliminate",
     NULL, NULL},
    {"elimination-cache", 0, "FILE", "keep eliminations that were found in this file, for later runs", NULL,
     NULL},
    {.name = NULL}};

const xb_preaccumulation_settings *xb_preaccumulation_settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_preaccumulation);
}

/* A number from 1 to a limit, or 0 if the text is none. */
static uint64_t number_of(const char *text, uint64_t limit)
{
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    return *text && text[strspn(text, "0123456789")] == '\0' && !errno && value <= limit ? value : 0;
}

static xb_status read_search(const xb_options *options, xb_preaccumulation_settings *settings)
{
    const char *steps = xb_option_value(options, "search-steps");
    size_t kind = xb_option_choice(options, "search");
    settings->search.steps = number_of(steps, UINT64_MAX);
    if (settings->search.steps == 0)
        return xb_option_error(options, "a number from 1 on", "--search-steps: '%s' is no number of steps",
                               steps);
    if (kind == 0)
        return XB_STATUS_OK;
    if (settings->elimination.objective != XB_OBJECTIVE_OPERATIONS)
        return xb_option_error(options, "add --objective=operations", "--search is for complete elimination");
    settings->search.kind = (xb_elimination_kind)(kind - 1);
    settings->elimination.search = &settings->search;
    return XB_STATUS_OK;
}

static const xb_filter *const *offered_filters(const xb_options *options)
{
    size_t count = 0;
    while (xb_option_offer(options, XB_FILTER_OFFER, count))
        count++;
    const xb_filter **filters = xb_arena_array(xb_options_arena(options), count + 1, sizeof *filters);
    for (size_t i = 0; i < count; i++)
        filters[i] = xb_option_offer(options, XB_FILTER_OFFER, i);
    return filters;
}

static xb_status read_heuristic(const xb_options *options, xb_preaccumulation_settings *settings)
{
    const char *text = xb_option_value(options, "heuristic");
    xb_heuristic_problem problem = {NULL, NULL};
    if (!text)
        return XB_STATUS_OK;
    if (xb_option_given(options, "elimination-order"))
        return xb_option_error(options, "leave one of them out; a heuristic may also come with the algorithm",
                               "--elimination-order=%s contradicts --heuristic=%s, which stands for an order",
                               xb_option_value(options, "elimination-order"), text);
    settings->elimination.heuristic =
        xb_heuristic_parse(xb_options_arena(options), text, offered_filters(options), &problem);
    if (!settings->elimination.heuristic)
        return xb_option_error(options, problem.hint, "--heuristic: %s", problem.message);
    if (strncmp(text, "face:", 5) == 0 && settings->elimination.objective != XB_OBJECTIVE_OPERATIONS)
        return xb_option_error(options, "add --objective=operations",
                               "--heuristic: faces are eliminated completely only");
    return XB_STATUS_OK;
}

static xb_status read_elimination(const xb_options *options, xb_elimination_options *elimination)
{
    const char *directions = xb_option_value(options, "directions");
    elimination->objective = (xb_elimination_objective)xb_option_choice(options, "objective");
    elimination->order = (xb_elimination_order)xb_option_choice(options, "elimination-order");
    elimination->awareness = (int)xb_option_choice(options, "awareness");
    elimination->rerouting = xb_option_given(options, "rerouting");
    elimination->maintaining = xb_option_given(options, "maintaining");
    elimination->directions = number_of(directions, XB_DIRECTION_LIMIT);
    if (elimination->directions > 0)
        return XB_STATUS_OK;
    const char *hint =
        xb_arena_format(xb_options_arena(options), "a number from 1 to %d", XB_DIRECTION_LIMIT);
    return xb_option_error(options, hint, "--directions: '%s' is no number of directions", directions);
}

static xb_status read_files(const xb_options *options, xb_preaccumulation_settings *settings)
{
    settings->extraction_folder = xb_option_value(options, "extract-lcg");
    settings->cache_file = xb_option_value(options, "elimination-cache");
    if (settings->extraction_folder && !*settings->extraction_folder)
        return xb_option_error(options, NULL, "--extract-lcg: the name of the folder is empty");
    if (settings->cache_file && !*settings->cache_file)
        return xb_option_error(options, NULL, "--elimination-cache: the name of the file is empty");
    if (settings->cache_file && strcmp(settings->cache_file, "-") == 0)
        return xb_option_error(options, "name a file",
                               "--elimination-cache: it is read and written, which - is not");
    return XB_STATUS_OK;
}

xb_status xb_preaccumulation_configure(const xb_options *options, void *memory)
{
    xb_preaccumulation_settings *settings = memory;
    xb_status status = read_elimination(options, &settings->elimination);
    if (!status)
        status = read_search(options, settings);
    if (!status)
        status = read_heuristic(options, settings);
    return status ? status : read_files(options, settings);
}
