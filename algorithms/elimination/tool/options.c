/*
 * Words of lists are looked up; what is not there is reported with the nearest that is.
 */
#include "algorithms/elimination/tool/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/elimination/filter.h"

/* A compiler need not take strings of more than 4095 characters. */
const char *const tool_usage[] = {
    "usage: xaif-eliminate [OPTION]... FILE...\n"
    "Eliminates on the linearized computational graphs in FILEs (- is standard input) and prints\n"
    "what each order costs.\n"
    "\n",
    "  -o, --order=ORDER      forward, reverse, markowitz, used-once, best, or all [all]\n"
    "      --heuristic=TARGET:FILTER[,FILTER]...\n"
    "                         instead of an order: choose one elimination after the other by filters, such\n"
    "                         as vertex:lowest_markowitz,reverse\n"
    "      --list-heuristics  print the targets and filters and exit\n"
    "      --plugin=FILE      load filters from a shared object; may be repeated\n"
    "  -m, --objective=OBJECTIVE\n"
    "                         what is made small [operations]. operations: multiplications of complete\n"
    "                         elimination. By partial elimination, scarcity: nontrivial edges left; total:\n"
    "                         multiplications and additions of accumulation and propagation; tape: "
    "different\n"
    "                         variable labels left\n"
    "      --directions=NUMBER\n"
    "                         directions that are propagated [1]\n"
    "      --rerouting        for partial elimination, also steps that subtract and divide by constants\n"
    "  -c, --cost=COST        multiplications that count for operations: structural (all), unit (no\n"
    "                         factor is 1 or -1), constant (what is left when constants are folded)\n"
    "                         [structural]\n"
    "  -a, --awareness=LEVEL  edges that count for scarcity: 0 all, 1 those that are no unit, 2 those that\n"
    "                         are variable [1]\n"
    "      --maintaining      for partial elimination, let vertex eliminations prefer to keep what counts\n"
    "                         to raising it, as edge eliminations always do\n"
    "  -b, --budget=NUMBER    elementary operations spent on exploration [a multiple of the graph's size]\n",
    "      --search[=KIND]    search on from the best order, with vertices, edges or faces [vertices]\n"
    "      --method=METHOD    annealing, logarithmic, restarts, look-ahead [annealing]\n"
    "      --seconds=NUMBER   time for each graph, and for each kind that is searched\n"
    "      --search-steps=NUMBER\n"
    "                         changes that each chain tries; a fiftieth for edges and\n"
    "                         for faces [1000000 without --seconds]\n"
    "      --prove[=STATES]   after the search, find the optimum of this kind or prove it, looking at so\n"
    "                         many states of each part at most [1000000]\n"
    "      --seed=NUMBER      of the random numbers [0]\n"
    "      --chains=NUMBER    searches beside each other that exchange what they find [4]\n"
    "      --threads=NUMBER   threads that they are spread over; makes no difference to the result [1]\n"
    "      --progress         show how far the search is, although standard error is no terminal\n"
    "      --elimination-cache=FILE\n"
    "                         keep what is found in this file, and use what is in it\n",
    "  -s, --steps            print the steps and the remainder of the last order, too\n"
    "      --graphviz=FILE    write the graph before and after each step of the last order in Graphviz's\n"
    "                         language\n"
    "      --html=FILE        write a page that shows these steps (needs Graphviz)\n"
    "      --write-lp         instead, write an integer program whose optimum is that of vertex elimination\n"
    "                         (CPLEX LP format; structural cost)\n"
    "  -j, --json             print JSON\n"
    "      --csv              print CSV\n"
    "  -h, --help             print this and exit\n"
    "  -V, --version          print the version and exit\n"
    "\n",
    "A file holds: vertices, independents, dependents; the numbers of the dependents; then one edge a line,\n"
    "source and target, and perhaps 1 (unit), 2 (constant) or 3 (variable). Or it is GraphML, whose nodes\n"
    "have an attribute 'dependent', and whose edges may have an attribute 'label'.\n"
    "Several edges between the same vertices are added up.\n"
    "Ctrl-C ends what is tried; the best so far is kept. Under mpirun, the chains of a search are spread\n"
    "over processes; with a budget of steps, that makes no difference to the result either.\n"
    "\n"
    "Exit status: 0 done; 1 a file is wrong; 2 the command line is wrong; 3 a graph is too large for\n"
    "what it is wanted for, or for the time; 4 the environment failed (files, memory, no Graphviz), or an\n"
    "interrupt came before there was a result.\n",
    NULL};

/* Options without a letter. */
enum {
    OPTION_MAINTAINING = 1000,
    OPTION_CSV,
    OPTION_GRAPHVIZ,
    OPTION_HTML,
    OPTION_WRITE_LP,
    OPTION_HEURISTIC,
    OPTION_LIST_HEURISTICS,
    OPTION_PLUGIN,
    OPTION_CACHE,
    OPTION_DIRECTIONS,
    OPTION_REROUTING,
    OPTION_SEARCH,
    OPTION_METHOD,
    OPTION_SECONDS,
    OPTION_SEARCH_STEPS,
    OPTION_PROVE,
    OPTION_SEED,
    OPTION_CHAINS,
    OPTION_THREADS,
    OPTION_PROGRESS
};

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
    char **words;
    tool_options options;
    int cost;  /* awareness for operations, −1 if not given */
    int level; /* awareness for scarcity, −1 if not given */
} parser;

static void usage_error(parser *p, const char *message, const char *hint)
{
    xb_error(p->diagnostics, XB_STATUS_USAGE, (xb_place){.file = "xaif-eliminate"}, hint, "%s", message);
}

/* The place of a word in a list that ends with NULL; reports it if it isn't there. */
static int choice(parser *p, const char *option, const char *word, const char *const *words)
{
    size_t count = 0;
    for (; words[count]; count++) {
        if (strcmp(word, words[count]) == 0)
            return (int)count;
    }
    const char *nearest = xb_nearest(p->arena, word, words, count);
    usage_error(p, xb_arena_format(p->arena, "--%s: there is no '%s'", option, word),
                nearest ? xb_arena_format(p->arena, "did you mean '%s'?", nearest)
                        : "see xaif-eliminate --help");
    return 0;
}

static size_t number(parser *p, const char *option, const char *word, size_t most)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end || errno || value > most)
        usage_error(p, xb_arena_format(p->arena, "--%s: '%s' is no number up to %zu", option, word, most),
                    NULL);
    return (size_t)value;
}

static uint32_t count_of(parser *p, const char *option, const char *word)
{
    size_t value = number(p, option, word, MOST_CHAINS);
    if (value == 0 && strspn(word, "0") > 0)
        usage_error(p, xb_arena_format(p->arena, "--%s: at least 1 is needed", option), NULL);
    return (uint32_t)value;
}

static double seconds(parser *p, const char *word)
{
    char *end = NULL;
    double value = strtod(word, &end);
    bool begins = (*word >= '0' && *word <= '9') || *word == '.';
    if (begins && end > word && !*end && value > 0 && value <= MOST_SECONDS)
        return value;
    usage_error(p, xb_arena_format(p->arena, "--seconds: '%s' is no number of seconds", word),
                "a number above 0, such as 5 or 0.5");
    return 0;
}

static void load_plugins(parser *p)
{
    xb_registry *registry = xb_registry_create(p->arena, NULL);
    const char *path = getenv("XAIFBOOSTER_PLUGIN_PATH");
    for (size_t i = 0; i < p->options.plugins.count; i++)
        xb_plugins_load(p->plugins, p->arena, registry, p->diagnostics, p->options.plugins.items[i], path);
    size_t count = 0;
    while (xb_registry_offer(registry, XB_FILTER_OFFER, count))
        count++;
    const xb_filter **filters = xb_arena_array(p->arena, count + 1, sizeof *filters);
    for (size_t i = 0; i < count; i++)
        filters[i] = xb_registry_offer(registry, XB_FILTER_OFFER, i);
    p->options.filters = filters;
}

static void read_heuristic(parser *p)
{
    xb_heuristic_problem problem = {NULL, NULL};
    if (!p->options.heuristic || xb_diagnostics_errors(p->diagnostics) > 0)
        return;
    p->options.elimination.heuristic =
        xb_heuristic_parse(p->arena, p->options.heuristic, p->options.filters, &problem);
    if (!p->options.elimination.heuristic)
        usage_error(p, xb_arena_format(p->arena, "--heuristic: %s", problem.message), problem.hint);
}

static void take_search_option(parser *p, int option, const char *word)
{
    static const char *const kinds[] = {"vertices", "edges", "faces", NULL};
    static const char *const methods[] = {"annealing", "logarithmic", "restarts", "look-ahead", NULL};
    xb_elimination_search *search = &p->options.search;
    switch (option) {
    case OPTION_SEARCH:
        search->kind = word ? (xb_elimination_kind)choice(p, "search", word, kinds) : XB_KIND_VERTICES;
        break;
    case OPTION_METHOD: search->method = (xb_search_method)choice(p, "method", word, methods); break;
    case OPTION_SECONDS: search->seconds = seconds(p, word); return;
    case OPTION_SEARCH_STEPS: search->steps = number(p, "search-steps", word, SIZE_MAX); break;
    case OPTION_PROVE: search->states = word ? number(p, "prove", word, SIZE_MAX) : DEFAULT_STATES; break;
    case OPTION_SEED: search->seed = number(p, "seed", word, SIZE_MAX); break;
    case OPTION_CHAINS: search->chains = count_of(p, "chains", word); break;
    case OPTION_THREADS: search->threads = count_of(p, "threads", word); break;
    case OPTION_PROGRESS: p->options.progress = true; break;
    default: break;
    }
    p->options.searches = true;
}

static void take_option(parser *p, int option, const char *word)
{
    static const char *const orders[] = {"best", "forward", "reverse", "markowitz", "used-once", "all", NULL};
    static const char *const objectives[] = {"total", "scarcity", "tape", "operations", NULL};
    static const char *const costs[] = {"structural", "unit", "constant", NULL};
    xb_elimination_options *elimination = &p->options.elimination;
    switch (option) {
    case 'o': p->options.order = choice(p, "order", word, orders); break;
    case 'm':
        elimination->objective = (xb_elimination_objective)choice(p, "objective", word, objectives);
        break;
    case 'c': p->cost = choice(p, "cost", word, costs); break;
    case 'a': p->level = (int)number(p, "awareness", word, 2); break;
    case 'b': elimination->budget = number(p, "budget", word, SIZE_MAX); break;
    case OPTION_WRITE_LP: p->options.lp = true; break;
    case OPTION_GRAPHVIZ: p->options.graphviz = word; break;
    case OPTION_HTML: p->options.html = word; break;
    case OPTION_HEURISTIC: p->options.heuristic = word; break;
    case OPTION_PLUGIN: xb_list_append(p->arena, &p->options.plugins, word); break;
    case OPTION_CACHE:
        p->options.cache = word;
        if (!*word)
            usage_error(p, "--elimination-cache: the name of the file is empty", NULL);
        break;
    case OPTION_LIST_HEURISTICS: p->options.lists_heuristics = true; break;
    case OPTION_MAINTAINING: elimination->maintaining = true; break;
    case OPTION_REROUTING: elimination->rerouting = true; break;
    case OPTION_DIRECTIONS:
        elimination->directions = number(p, "directions", word, XB_DIRECTION_LIMIT);
        if (elimination->directions == 0 && strspn(word, "0") > 0)
            usage_error(p, "--directions: at least 1 is needed", NULL);
        break;
    case 's': p->options.steps = true; break;
    case 'j': p->options.json = true; break;
    case OPTION_CSV: p->options.csv = true; break;
    case 'h': p->options.help = true; break;
    case 'V': p->options.version = true; break;
    case '?':
        usage_error(p,
                    xb_arena_format(p->arena, "%s: no such option, or its argument is missing or superfluous",
                                    p->words[optind - 1]),
                    "see xaif-eliminate --help");
        break;
    default: take_search_option(p, option, word);
    }
}

static void settle(parser *p)
{
    xb_elimination_options *elimination = &p->options.elimination;
    xb_elimination_search *search = &p->options.search;
    if (elimination->objective != XB_OBJECTIVE_OPERATIONS)
        elimination->awareness = p->level >= 0 ? p->level : 1;
    else
        elimination->awareness = p->cost >= 0 ? p->cost : p->level >= 0 ? p->level : 0;
    if (elimination->objective == XB_OBJECTIVE_OPERATIONS && search->seconds > 0)
        p->options.searches = true;
    if (p->options.searches && elimination->objective != XB_OBJECTIVE_OPERATIONS)
        usage_error(p, "--search is for complete elimination", "leave out --objective");
    if (p->options.heuristic && strncmp(p->options.heuristic, "face:", 5) == 0 &&
        elimination->objective != XB_OBJECTIVE_OPERATIONS)
        usage_error(p, "heuristics for faces are for complete elimination", "leave out --objective");
    if (p->options.csv && (p->options.json || p->options.steps))
        usage_error(p, "--csv goes without --json and --steps", NULL);
    if (search->steps == 0 && search->seconds <= 0)
        search->steps = DEFAULT_STEPS;
}

tool_options tool_options_parse(xb_arena *arena, xb_diagnostics *diagnostics, xb_plugins *plugins, int count,
                                char **words)
{
    static const struct option options[] = {
        {"order", required_argument, NULL, 'o'},
        {"objective", required_argument, NULL, 'm'},
        {"directions", required_argument, NULL, OPTION_DIRECTIONS},
        {"rerouting", no_argument, NULL, OPTION_REROUTING},
        {"cost", required_argument, NULL, 'c'},
        {"awareness", required_argument, NULL, 'a'},
        {"maintaining", no_argument, NULL, OPTION_MAINTAINING},
        {"budget", required_argument, NULL, 'b'},
        {"write-lp", no_argument, NULL, OPTION_WRITE_LP},
        {"graphviz", required_argument, NULL, OPTION_GRAPHVIZ},
        {"html", required_argument, NULL, OPTION_HTML},
        {"heuristic", required_argument, NULL, OPTION_HEURISTIC},
        {"elimination-cache", required_argument, NULL, OPTION_CACHE},
        {"list-heuristics", no_argument, NULL, OPTION_LIST_HEURISTICS},
        {"plugin", required_argument, NULL, OPTION_PLUGIN},
        {"search", optional_argument, NULL, OPTION_SEARCH},
        {"method", required_argument, NULL, OPTION_METHOD},
        {"seconds", required_argument, NULL, OPTION_SECONDS},
        {"search-steps", required_argument, NULL, OPTION_SEARCH_STEPS},
        {"prove", optional_argument, NULL, OPTION_PROVE},
        {"seed", required_argument, NULL, OPTION_SEED},
        {"chains", required_argument, NULL, OPTION_CHAINS},
        {"threads", required_argument, NULL, OPTION_THREADS},
        {"progress", no_argument, NULL, OPTION_PROGRESS},
        {"steps", no_argument, NULL, 's'},
        {"json", no_argument, NULL, 'j'},
        {"csv", no_argument, NULL, OPTION_CSV},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {0},
    };
    parser p = {.arena = arena,
                .diagnostics = diagnostics,
                .plugins = plugins,
                .words = words,
                .cost = -1,
                .level = -1};
    p.options.elimination.objective = XB_OBJECTIVE_OPERATIONS;
    p.options.order = TOOL_ALL_ORDERS;
    p.options.search.chains = DEFAULT_CHAINS;
    p.options.search.threads = 1;
    opterr = 0;
    for (int option; (option = getopt_long(count, words, "o:m:c:a:b:sjhV", options, NULL)) != -1;)
        take_option(&p, option, optarg);
    p.options.next = optind;
    load_plugins(&p);
    read_heuristic(&p);
    settle(&p);
    if (p.options.lp && count - p.options.next > 1)
        usage_error(&p, "--write-lp takes one file", NULL);
    if ((p.options.graphviz || p.options.html) && count - p.options.next > 1)
        usage_error(&p, "--graphviz and --html take one file", NULL);
    if ((p.options.graphviz || p.options.html) && p.options.lp)
        usage_error(&p, "--write-lp eliminates nothing that --graphviz or --html could show", NULL);
    if (p.options.next == count && !p.options.help && !p.options.version && !p.options.lists_heuristics)
        usage_error(&p, "there is no file",
                    "name a file, or - for standard input; see xaif-eliminate --help");
    return p.options;
}
