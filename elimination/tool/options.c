/*
 * The options as tables: name, letter, argument, help, and the function that takes a value.
 */
#include "elimination/tool/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/files.h"
#include "elimination/heuristics/filter.h"

static const char usage[] =
    "usage: xaif-eliminate [OPTION]... FILE...\n"
    "Eliminates on the linearized computational graphs in FILEs (- is standard input) and\n"
    "prints what each order costs.\n";

static const char ending[] =
    "\nA file holds: vertices, independents, dependents; the numbers of the dependents; then one\n"
    "edge a line, source and target, and perhaps 1 (unit), 2 (constant) or 3 (variable). Or it is\n"
    "GraphML, whose nodes have an attribute 'dependent', and whose edges may have an attribute\n"
    "'label'. Several edges between the same vertices are added up.\n"
    "Ctrl-C ends what is tried; the best so far is kept. Under mpirun, the chains of a search are\n"
    "spread over processes; with a budget of steps, that makes no difference to the result either.\n"
    "\n"
    "Exit status: 0 done; 1 a file is wrong; 2 the command line is wrong; 3 a graph is too large\n"
    "for what it is wanted for, or for the time; 4 the environment failed (files, memory, no\n"
    "Graphviz), or an interrupt came before there was a result.\n";

enum {
    DEFAULT_STEPS = 1000000,
    DEFAULT_CHAINS = 4,
    DEFAULT_STATES = 1000000,
    MOST_CHAINS = 1024,
    MOST_SECONDS = 1000000000
};

typedef struct parser {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_plugins *plugins;
    tool_options *options;
    const char *order; /* NULL: not given */
    int cost;          /* awareness for operations, −1 if not given */
    int level;         /* awareness for scarcity, −1 if not given */
} parser;

/* ---- values ---- */

static const char *const orders[] = {"best", "forward", "reverse", "markowitz", "used-once", "all", NULL};
static const char *const objectives[] = {"total", "scarcity", "tape", "operations", "adjoint", NULL};
static const char *const costs[] = {"structural", "unit", "constant", NULL};
static const char *const levels[] = {"0", "1", "2", NULL};
static const char *const kinds[] = {"vertices", "edges", "faces", NULL};
static const char *const methods[] = {"annealing", "logarithmic", "restarts", "look-ahead", NULL};

/* The place of a word in a list that has it. */
static int place_of(const char *word, const char *const *words)
{
    int place = 0;
    while (words[place] && strcmp(word, words[place]) != 0)
        place++;
    return place;
}

/* Reads a number from `least` to `most`; what is wrong with it, or NULL. */
static const char *read_number(const parser *p, const char *word, size_t least, size_t most, size_t *number)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end || errno || value > most)
        return xb_arena_format(p->arena, "'%s' is no number up to %zu", word, most);
    *number = (size_t)value;
    return value < least ? "at least 1 is needed" : NULL;
}

static const char *read_count(const parser *p, const char *word, uint32_t *count)
{
    size_t number = 0;
    const char *wrong = read_number(p, word, 1, MOST_CHAINS, &number);
    *count = (uint32_t)number;
    return wrong;
}

/* ---- what is eliminated, and how ---- */

static const char *take_order(void *context, const char *word)
{
    parser *p = context;
    p->order = word;
    p->options->order = place_of(word, orders);
    return NULL;
}

static const char *take_heuristic(void *context, const char *word)
{
    ((parser *)context)->options->heuristic = word;
    return NULL;
}

static const char *take_list(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->lists_heuristics = true;
    return NULL;
}

static const char *take_plugin(void *context, const char *word)
{
    parser *p = context;
    xb_list_append(p->arena, &p->options->plugins, word);
    return *word ? NULL : "the file name is empty";
}

static const char *take_objective(void *context, const char *word)
{
    parser *p = context;
    p->options->elimination.objective = (xb_elimination_objective)place_of(word, objectives);
    return NULL;
}

static const char *take_directions(void *context, const char *word)
{
    parser *p = context;
    return read_number(p, word, 1, XB_DIRECTION_LIMIT, &p->options->elimination.directions);
}

static const char *take_rerouting(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->elimination.rerouting = true;
    return NULL;
}

static const char *take_cost(void *context, const char *word)
{
    ((parser *)context)->cost = place_of(word, costs);
    return NULL;
}

static const char *take_awareness(void *context, const char *word)
{
    ((parser *)context)->level = place_of(word, levels);
    return NULL;
}

static const char *take_maintaining(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->elimination.maintaining = true;
    return NULL;
}

static const char *take_budget(void *context, const char *word)
{
    parser *p = context;
    size_t budget = 0;
    const char *wrong = read_number(p, word, 0, SIZE_MAX, &budget);
    p->options->elimination.budget = budget;
    return wrong;
}

static const word_option elimination_options[] = {
    {{"order", 'o', "ORDER", "which order", "all", orders}, .take = take_order},
    {{"heuristic", 0, "TARGET:FILTER[,FILTER]...",
      "instead of an order: choose one elimination after the other by filters, such as "
      "vertex:lowest_markowitz,reverse",
      NULL, NULL},
     .take = take_heuristic},
    {{"list-heuristics", 0, NULL, "print the targets and filters and exit", NULL, NULL}, .take = take_list},
    {{"plugin", 0, "FILE", "load filters from a shared object; may be repeated", NULL, NULL},
     .take = take_plugin},
    {{"objective", 'm', "OBJECTIVE",
      "what is made small; operations: multiplications of complete elimination; by partial elimination, "
      "scarcity: nontrivial edges left, total: multiplications and additions of accumulation and "
      "propagation, tape: different variable labels left",
      "operations", objectives},
     .take = take_objective},
    {{"directions", 0, "NUMBER", "directions that are propagated", "1", NULL}, .take = take_directions},
    {{"rerouting", 0, NULL, "for partial elimination, also steps that subtract and divide by constants", NULL,
      NULL},
     .take = take_rerouting},
    {{"cost", 'c', "COST",
      "multiplications that count for operations: all of the structure, those of no factor 1 or -1, or those "
      "that are left when constants are folded",
      "structural", costs},
     .take = take_cost},
    {{"awareness", 'a', "LEVEL",
      "edges that count for scarcity: 0 all, 1 those that are no unit, 2 those that are variable", "1",
      levels},
     .take = take_awareness},
    {{"maintaining", 0, NULL,
      "for partial elimination, let vertex eliminations prefer to keep what counts to raising it, as edge "
      "eliminations always do",
      NULL, NULL},
     .take = take_maintaining},
    {{"budget", 'b', "NUMBER", "elementary operations spent on exploration", "a multiple of the graph's size",
      NULL},
     .take = take_budget},
    {.option = {.name = NULL}}};

/* ---- search ---- */

static tool_options *searching(void *context)
{
    tool_options *options = ((parser *)context)->options;
    options->searches = true;
    return options;
}

static const char *take_search(void *context, const char *word)
{
    searching(context)->search.kind = word ? (xb_elimination_kind)place_of(word, kinds) : XB_KIND_VERTICES;
    return NULL;
}

static const char *take_method(void *context, const char *word)
{
    searching(context)->search.method = (xb_search_method)place_of(word, methods);
    return NULL;
}

/* A limit of time, which goes without a search too. */
static const char *take_seconds(void *context, const char *word)
{
    char *end = NULL;
    double value = strtod(word, &end);
    bool begins = (*word >= '0' && *word <= '9') || *word == '.';
    if (!begins || end == word || *end || !(value > 0) || value > MOST_SECONDS)
        return xb_arena_format(((parser *)context)->arena,
                               "'%s' is no number of seconds: a number above 0 is needed, such as 5 or 0.5",
                               word);
    ((parser *)context)->options->search.seconds = value;
    return NULL;
}

static const char *take_search_steps(void *context, const char *word)
{
    size_t steps = 0;
    const char *wrong = read_number(context, word, 0, SIZE_MAX, &steps);
    searching(context)->search.steps = steps;
    return wrong;
}

static const char *take_prove(void *context, const char *word)
{
    size_t states = DEFAULT_STATES;
    const char *wrong = word ? read_number(context, word, 0, SIZE_MAX, &states) : NULL;
    searching(context)->search.states = states;
    return wrong;
}

static const char *take_seed(void *context, const char *word)
{
    size_t seed = 0;
    const char *wrong = read_number(context, word, 0, SIZE_MAX, &seed);
    searching(context)->search.seed = seed;
    return wrong;
}

static const char *take_chains(void *context, const char *word)
{
    return read_count(context, word, &searching(context)->search.chains);
}

static const char *take_threads(void *context, const char *word)
{
    return read_count(context, word, &searching(context)->search.threads);
}

static const char *take_progress(void *context, const char *word)
{
    (void)word;
    searching(context)->progress = true;
    return NULL;
}

static const char *take_cache(void *context, const char *word)
{
    ((parser *)context)->options->cache = word;
    return *word ? NULL : "the name of the file is empty";
}

static const word_option search_options[] = {
    {{"search", 0, "[=KIND]", "search on from the best order", "vertices", kinds}, .take = take_search},
    {{"method", 0, "METHOD", "how to search", "annealing", methods}, .take = take_method},
    {{"seconds", 0, "NUMBER", "time for each graph, and for each kind that is searched", NULL, NULL},
     .take = take_seconds},
    {{"search-steps", 0, "NUMBER", "changes that each chain tries; a fiftieth for edges and for faces",
      "1000000 without --seconds", NULL},
     .take = take_search_steps},
    {{"prove", 0, "[=STATES]",
      "after the search, find the optimum of this kind or prove it, looking at so many states of each part "
      "at "
      "most",
      "1000000", NULL},
     .take = take_prove},
    {{"seed", 0, "NUMBER", "of the random numbers", "0", NULL}, .take = take_seed},
    {{"chains", 0, "NUMBER", "searches beside each other that exchange what they find", "4", NULL},
     .take = take_chains},
    {{"threads", 0, "NUMBER", "threads that they are spread over; makes no difference to the result", "1",
      NULL},
     .take = take_threads},
    {{"progress", 0, NULL, "show how far the search is, although standard error is no terminal", NULL, NULL},
     .take = take_progress},
    {{"elimination-cache", 0, "FILE", "keep what is found in this file, and use what is in it", NULL, NULL},
     .take = take_cache},
    {.option = {.name = NULL}}};

/* ---- output ---- */

static const char *take_steps(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->steps = true;
    return NULL;
}

static const char *take_graphviz(void *context, const char *word)
{
    ((parser *)context)->options->graphviz = word;
    return *word ? NULL : "the file name is empty";
}

static const char *take_html(void *context, const char *word)
{
    ((parser *)context)->options->html = word;
    return *word ? NULL : "the file name is empty";
}

static const char *take_lp(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->lp = true;
    return NULL;
}

static const char *take_json(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->json = true;
    return NULL;
}

static const char *take_csv(void *context, const char *word)
{
    (void)word;
    ((parser *)context)->options->csv = true;
    return NULL;
}

static const word_option output_options[] = {
    {{"steps", 's', NULL, "print the steps and the remainder of the last order, too", NULL, NULL},
     .take = take_steps},
    {{"graphviz", 0, "FILE",
      "write the graph before and after each step of the last order in Graphviz's language", NULL, NULL},
     .take = take_graphviz},
    {{"html", 0, "FILE", "write a page that shows these steps (needs Graphviz)", NULL, NULL},
     .take = take_html},
    {{"write-lp", 0, NULL,
      "instead, write an integer program whose optimum is that of vertex elimination (CPLEX LP format; "
      "structural cost)",
      NULL, NULL},
     .take = take_lp},
    {{"json", 'j', NULL, "print JSON", NULL, NULL}, .take = take_json},
    {{"csv", 0, NULL, "print CSV", NULL, NULL}, .take = take_csv},
    {.option = {.name = NULL}}};

/* ---- all of them ---- */

static const char *take_operand(void *context, const char *word)
{
    parser *p = context;
    xb_list_append(p->arena, &p->options->files, word);
    return NULL;
}

static void usage_error(parser *p, const char *message, const char *hint)
{
    xb_error(p->diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

static void load_plugins(parser *p)
{
    const xb_registry *registry = load_offers(p->plugins, p->arena, p->diagnostics, &p->options->plugins);
    size_t count = 0;
    while (xb_registry_offer(registry, XB_FILTER_OFFER, count))
        count++;
    const xb_filter **filters = xb_arena_array(p->arena, count + 1, sizeof *filters);
    for (size_t i = 0; i < count; i++)
        filters[i] = xb_registry_offer(registry, XB_FILTER_OFFER, i);
    p->options->filters = filters;
}

static void read_heuristic(parser *p)
{
    xb_heuristic_problem problem = {NULL, NULL};
    if (!p->options->heuristic || xb_diagnostics_errors(p->diagnostics) > 0)
        return;
    if (p->order)
        usage_error(p,
                    xb_arena_format(p->arena,
                                    "--order=%s contradicts --heuristic=%s, which stands for an order",
                                    p->order, p->options->heuristic),
                    "leave one of them out");
    p->options->elimination.heuristic =
        xb_heuristic_parse(p->arena, p->options->heuristic, p->options->filters, &problem);
    if (!p->options->elimination.heuristic)
        usage_error(p, xb_arena_format(p->arena, "--heuristic: %s", problem.message), problem.hint);
}

static void settle(parser *p)
{
    xb_elimination_options *elimination = &p->options->elimination;
    xb_elimination_search *search = &p->options->search;
    if (elimination->objective != XB_OBJECTIVE_OPERATIONS)
        elimination->awareness = p->level >= 0 ? p->level : 1;
    else
        elimination->awareness = p->cost >= 0 ? p->cost : p->level >= 0 ? p->level : 0;
    if (elimination->objective == XB_OBJECTIVE_OPERATIONS && search->seconds > 0)
        p->options->searches = true;
    if (p->options->searches && elimination->objective != XB_OBJECTIVE_OPERATIONS)
        usage_error(p, "--search is for complete elimination", "leave out --objective");
    if (p->options->heuristic && strncmp(p->options->heuristic, "face:", 5) == 0 &&
        elimination->objective != XB_OBJECTIVE_OPERATIONS)
        usage_error(p, "heuristics for faces are for complete elimination", "leave out --objective");
    if (p->cost >= 0 && elimination->objective != XB_OBJECTIVE_OPERATIONS)
        usage_error(p, "--cost is for complete elimination", "leave out --objective, or say --awareness");
    else if (p->cost >= 0 && p->level >= 0 && p->cost != p->level)
        usage_error(p, "--cost and --awareness contradict each other: both say what counts",
                    "leave one of them out");
    if (p->options->csv && (p->options->json || p->options->steps))
        usage_error(p, "--csv goes without --json and --steps", NULL);
    if (search->steps == 0 && search->seconds <= 0)
        search->steps = DEFAULT_STEPS;
}

static word_command make_command(parser *p)
{
    word_command command = {.arena = p->arena,
                            .name = "xaif-eliminate",
                            .usage = usage,
                            .statuses = ending,
                            .operand = take_operand,
                            .context = p};
    words_section(&command, "Elimination");
    words_add(&command, elimination_options, p);
    words_section(&command, "Search");
    words_add(&command, search_options, p);
    words_section(&command, "Output");
    words_add(&command, output_options, p);
    words_section(&command, "Messages and answers");
    add_basic_options(&command, &p->options->basics);
    return command;
}

/* What completion offers for a heuristic: the target is typed once, before the first filter. */
static void add_heuristics(word_command *command, const tool_options *options)
{
    const char *target, *filter;
    xb_list *values = words_values(command, "heuristic", false);
    for (size_t i = 0; xb_heuristic_name(options->filters, i, &target, &filter); i++)
        xb_list_append(command->arena, values, xb_arena_format(command->arena, "%s:%s", target, filter));
}

static void check_pictures(parser *p)
{
    const tool_options *options = p->options;
    bool pictures = options->graphviz || options->html;
    if (options->lp && options->files.count > 1)
        usage_error(p, "--write-lp takes one file", NULL);
    if (pictures && options->files.count > 1)
        usage_error(p, "--graphviz and --html take one file", NULL);
    if (pictures && options->lp)
        usage_error(p, "--write-lp eliminates nothing that --graphviz or --html could show", NULL);
}

static void check_files(parser *p)
{
    const tool_options *options = p->options;
    xb_vector files = {0};
    for (size_t i = 0; i < options->files.count; i++)
        files_add(p->arena, &files, options->files.items[i], xb_arena_format(p->arena, "file %zu", i + 1),
                  FILE_READ);
    files_add(p->arena, &files, options->cache, "the cache", FILE_APART);
    files_add(p->arena, &files, options->graphviz, "the Graphviz text", FILE_WRITTEN);
    files_add(p->arena, &files, options->html, "the page", FILE_WRITTEN);
    files_check(p->diagnostics, &files);
}

void tool_options_parse(xb_arena *arena, xb_diagnostics *diagnostics, xb_plugins *plugins, int count,
                        char **words, tool_options *options)
{
    parser p = {.arena = arena,
                .diagnostics = diagnostics,
                .plugins = plugins,
                .options = options,
                .cost = -1,
                .level = -1};
    word_command *command = xb_arena_alloc(arena, sizeof *command);
    *options = (tool_options){.basics.messages.program = "xaif-eliminate",
                              .command = command,
                              .elimination.objective = XB_OBJECTIVE_OPERATIONS,
                              .order = TOOL_ALL_ORDERS,
                              .search = {.chains = DEFAULT_CHAINS, .threads = 1}};
    *command = make_command(&p);
    words_parse(command, diagnostics, count, words);
    load_plugins(&p);
    read_heuristic(&p);
    add_heuristics(command, options);
    settle(&p);
    check_pictures(&p);
    check_files(&p);
    if (xb_diagnostics_errors(diagnostics) == 0 && options->files.count == 0 &&
        options->basics.request == REQUEST_RUN && !options->lists_heuristics)
        usage_error(&p, "there is no file",
                    "name a file, or - for standard input; see xaif-eliminate --help");
}
