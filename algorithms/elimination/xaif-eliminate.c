/*
 * xaif-eliminate: elimination on graph files, to compare orders and to try out new ones. Each file is read,
 * eliminated and printed before the next one.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/elimination/tool_report.h"
#include "base/file_output.h"

static const char usage[] =
    "usage: xaif-eliminate [OPTION]... FILE...\n"
    "Eliminates on the linearized computational graphs in FILEs (- is standard input) and prints\n"
    "what each order costs.\n"
    "\n"
    "  -o, --order=ORDER      forward, reverse, markowitz, used-once, best, or all [all]\n"
    "  -m, --metric=METRIC    operations: complete elimination with few multiplications;\n"
    "                         scarcity: partial elimination, few nontrivial edges left [operations]\n"
    "  -c, --cost=COST        multiplications that count for operations: structural (all), unit (no\n"
    "                         factor is 1 or -1), constant (what is left when constants are folded)\n"
    "                         [structural]\n"
    "  -a, --awareness=LEVEL  edges that count for scarcity: 0 all, 1 those that are no unit, 2 those that\n"
    "                         are variable [1]\n"
    "      --maintaining      for scarcity, let vertex eliminations prefer to keep the number of these\n"
    "                         edges, as edge eliminations always do\n"
    "  -b, --budget=NUMBER    elementary operations spent on exploration [a multiple of the graph's size]\n"
    "  -s, --steps            print the steps and the remainder of the last order, too\n"
    "  -j, --json             print JSON\n"
    "  -h, --help             print this and exit\n"
    "  -V, --version          print the version and exit\n"
    "\n"
    "A file holds: vertices, independents, dependents; the numbers of the dependents; then one edge a line,\n"
    "source and target, and perhaps 1 (unit), 2 (constant) or 3 (variable).\n"
    "\n"
    "Exit status: 0 done; 1 a file is wrong; 2 the command line is wrong; 4 the environment failed\n"
    "(files, memory).\n";

enum { ALL_ORDERS = XB_ELIMINATION_ORDER_COUNT, OPTION_MAINTAINING = 1000 };

typedef struct tool {
    xb_failure *failure;
    xb_arena *arena;             /* for the command line */
    xb_arena *scratch;           /* for one file */
    xb_diagnostics *diagnostics; /* of the step at hand, or NULL */
    xb_elimination_options options;
    int order; /* xb_elimination_order or ALL_ORDERS */
    int cost;  /* awareness for operations, −1 if not given */
    int level; /* awareness for scarcity, −1 if not given */
    bool steps;
    bool json;
    bool help;
    bool version;
    int count;
    char **words;
    int next;         /* the word after the options */
    const char *name; /* of the file at hand */
    char *text;       /* owned: its content */
    size_t length;
    xb_file_output *output; /* owned */
    xb_status status;
} tool;

static void report(tool *t, xb_status status)
{
    if (t->status == XB_STATUS_OK)
        t->status = status;
}

/* ---- command line ---- */

static xb_status usage_error(tool *t, const char *message, const char *hint)
{
    return xb_error(t->diagnostics, XB_STATUS_USAGE, (xb_place){.file = "xaif-eliminate"}, hint, "%s",
                    message);
}

/* The place of a word in a list that ends with NULL; reports it if it isn't there. */
static int choice(tool *t, const char *option, const char *word, const char *const *words)
{
    size_t count = 0;
    for (; words[count]; count++) {
        if (strcmp(word, words[count]) == 0)
            return (int)count;
    }
    const char *nearest = xb_nearest(t->arena, word, words, count);
    usage_error(t, xb_arena_format(t->arena, "--%s: there is no '%s'", option, word),
                nearest ? xb_arena_format(t->arena, "did you mean '%s'?", nearest)
                        : "see xaif-eliminate --help");
    return 0;
}

static size_t number(tool *t, const char *option, const char *word, size_t most)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end || errno || value > most)
        usage_error(t, xb_arena_format(t->arena, "--%s: '%s' is no number up to %zu", option, word, most),
                    NULL);
    return (size_t)value;
}

static void take_option(tool *t, int option, const char *word)
{
    static const char *const orders[] = {"best", "forward", "reverse", "markowitz", "used-once", "all", NULL};
    static const char *const metrics[] = {"scarcity", "operations", NULL};
    static const char *const costs[] = {"structural", "unit", "constant", NULL};
    switch (option) {
    case 'o': t->order = choice(t, "order", word, orders); break;
    case 'm': t->options.metric = (xb_elimination_metric)choice(t, "metric", word, metrics); break;
    case 'c': t->cost = choice(t, "cost", word, costs); break;
    case 'a': t->level = (int)number(t, "awareness", word, 2); break;
    case 'b': t->options.budget = number(t, "budget", word, SIZE_MAX); break;
    case OPTION_MAINTAINING: t->options.maintaining = true; break;
    case 's': t->steps = true; break;
    case 'j': t->json = true; break;
    case 'h': t->help = true; break;
    case 'V': t->version = true; break;
    default:
        usage_error(t,
                    xb_arena_format(t->arena, "%s: no such option, or its argument is missing or superfluous",
                                    t->words[optind - 1]),
                    "see xaif-eliminate --help");
    }
}

static void settle_awareness(tool *t)
{
    if (t->options.metric == XB_METRIC_SCARCITY)
        t->options.awareness = t->level >= 0 ? t->level : 1;
    else
        t->options.awareness = t->cost >= 0 ? t->cost : t->level >= 0 ? t->level : 0;
}

static void parse(void *argument)
{
    static const struct option options[] = {
        {"order", required_argument, NULL, 'o'},
        {"metric", required_argument, NULL, 'm'},
        {"cost", required_argument, NULL, 'c'},
        {"awareness", required_argument, NULL, 'a'},
        {"maintaining", no_argument, NULL, OPTION_MAINTAINING},
        {"budget", required_argument, NULL, 'b'},
        {"steps", no_argument, NULL, 's'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {0},
    };
    tool *t = argument;
    t->diagnostics = xb_diagnostics_create(t->arena);
    opterr = 0;
    for (int option; (option = getopt_long(t->count, t->words, "o:m:c:a:b:sjhV", options, NULL)) != -1;)
        take_option(t, option, optarg);
    t->next = optind;
    settle_awareness(t);
    if (t->next == t->count && !t->help && !t->version)
        usage_error(t, "there is no file", "name a file, or - for standard input; see xaif-eliminate --help");
    report(t, xb_diagnostics_status(t->diagnostics));
}

/* ---- one file ---- */

/* Reads a stream to its end into memory of malloc. Returns 0 or errno. */
static int read_stream(FILE *stream, char **text, size_t *length)
{
    size_t capacity = 0;
    for (;;) {
        if (*length == capacity) {
            capacity = capacity ? capacity * 2 : 65536;
            char *larger = realloc(*text, capacity);
            if (!larger)
                return ENOMEM;
            *text = larger;
        }
        size_t got = fread(*text + *length, 1, capacity - *length, stream);
        *length += got;
        if (got == 0)
            return ferror(stream) ? errno : 0;
    }
}

static int read_file(const char *path, char **text, size_t *length)
{
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, text, length);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return errno;
    int error = read_stream(stream, text, length);
    fclose(stream);
    return error;
}

static tool_result eliminated(tool *t, const xb_lcg *graph, xb_elimination_order order)
{
    xb_elimination_options options = t->options;
    options.order = order;
    return (tool_result){order, xb_eliminate(t->scratch, t->scratch, graph, &options)};
}

/* Runs what was asked for, the best one last. */
static size_t eliminate(tool *t, const xb_lcg *graph, tool_result *results)
{
    size_t count = 0;
    if (t->order != ALL_ORDERS) {
        results[count++] = eliminated(t, graph, (xb_elimination_order)t->order);
        return count;
    }
    for (int order = XB_ORDER_FORWARD; order < XB_ELIMINATION_ORDER_COUNT; order++)
        results[count++] = eliminated(t, graph, (xb_elimination_order)order);
    results[count++] = eliminated(t, graph, XB_ORDER_BEST);
    return count;
}

static void put_report(tool *t, const tool_report *content)
{
    xb_output *output = xb_file_output_stream(t->output);
    if (!t->json) {
        tool_report_text(output, content);
        return;
    }
    xb_output_put(output, xb_output_count(output) == 0 ? "[" : ",\n");
    tool_report_json(output, content);
}

static void process(void *argument)
{
    tool *t = argument;
    const char *name = strcmp(t->name, "-") == 0 ? "standard input" : t->name;
    t->diagnostics = xb_diagnostics_create(t->scratch);
    const xb_graph_file *file = xb_graph_file_parse(t->scratch, t->diagnostics, name, t->text, t->length);
    if (!file)
        return;
    tool_result results[XB_ELIMINATION_ORDER_COUNT];
    size_t count = eliminate(t, &file->graph, results);
    put_report(t, &(tool_report){name, file, &t->options, results, count, t->steps});
}

static void say_out_of_memory(void)
{
    fputs("xaif-eliminate: error: memory ran out\n", stderr);
}

static void print_diagnostics(void *argument)
{
    tool *t = argument;
    for (size_t i = 0; t->diagnostics && i < xb_diagnostics_count(t->diagnostics); i++)
        fputs(xb_diagnostic_text(t->arena, xb_diagnostics_at(t->diagnostics, i)), stderr);
}

/* Runs a step; whatever goes wrong is printed and leaves a status. */
static void perform(tool *t, void (*step)(void *argument))
{
    bool done = xb_protect(t->failure, step, t);
    if (!done || !xb_protect(t->failure, print_diagnostics, t)) {
        say_out_of_memory();
        report(t, XB_STATUS_FAILED);
    }
    if (t->diagnostics)
        report(t, xb_diagnostics_status(t->diagnostics));
}

static void say_unreadable(const char *path, int error)
{
    fprintf(stderr, "%s: error: %s\n", path, strerror(error));
}

static void process_file(tool *t, const char *path)
{
    t->name = path;
    t->diagnostics = NULL;
    t->text = NULL;
    t->length = 0;
    int error = read_file(path, &t->text, &t->length);
    if (error) {
        say_unreadable(path, error);
        report(t, XB_STATUS_FAILED);
    } else {
        perform(t, process);
    }
    free(t->text);
    xb_arena_reset(t->scratch);
}

/* ---- all of it ---- */

static void print_result(tool *t)
{
    xb_output *output = xb_file_output_stream(t->output);
    if (t->help)
        xb_output_put(output, usage);
    else if (t->version)
        xb_output_format(output, "xaif-eliminate %s\n", PACKAGE_VERSION);
    else {
        for (int i = t->next; i < t->count; i++)
            process_file(t, t->words[i]);
        if (t->json)
            xb_output_put(output, xb_output_count(output) == 0 ? "[]\n" : "]\n");
    }
}

static void print_all(tool *t)
{
    xb_file_error error = {0};
    t->output = xb_file_output_open(NULL, &error);
    if (t->output) {
        print_result(t);
        if (xb_file_output_commit(t->output, &error))
            return;
    }
    fprintf(stderr, "xaif-eliminate: error: can't %s standard output: %s\n", error.action,
            strerror(error.number));
    report(t, XB_STATUS_FAILED);
}

int main(int count, char **words)
{
    tool t = {.order = ALL_ORDERS, .cost = -1, .level = -1, .count = count, .words = words};
    t.options.metric = XB_METRIC_OPERATIONS;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing, to be reported as such */
    t.failure = xb_failure_create();
    t.arena = t.failure ? xb_arena_create(t.failure) : NULL;
    t.scratch = t.failure ? xb_arena_create(t.failure) : NULL;
    if (t.arena && t.scratch) {
        perform(&t, parse);
        if (!t.status)
            print_all(&t);
    } else {
        say_out_of_memory();
        report(&t, XB_STATUS_FAILED);
    }
    xb_arena_destroy(t.scratch);
    xb_arena_destroy(t.arena);
    xb_failure_destroy(t.failure);
    return (int)t.status;
}
