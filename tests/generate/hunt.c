/*
 * Looks for wrong derivatives: hunt [--seed N] [--count N] [--minutes N] [--features LIST] [--always LIST]
 * [--information none|full] [--options WORDS] [--store FOLDER] [--replay FOLDER].
 *
 * Words such as "checkpoint=2 motions=routines" are options that each set of reverse mode has, too.
 * Without arguments it is a test: the programs of fixed seeds (as many as XB_HUNT_COUNT says), and the
 * documents in tests/data/hunted.
 * What fails is made smaller, printed, and stored if a folder is named. What the engine refuses is counted by
 * reason and taken out of its program, and the rest is tried.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/document.h"
#include "base/text.h"
#include "graph/analysis.h"
#include "census.h"
#include "document.h"
#include "grow.h"
#include "judge.h"
#include "mend.h"
#include "print.h"
#include "reduce.h"
#include "search.h"
#include "write.h"

enum { TEST_COUNT = 1200, OPTIONS_EACH = 3, MEND_LIMIT = 20, STORED_LIMIT = 4 };

typedef struct hunting {
    gen_search search;
    gen_options more;         /* options that each set of reverse mode has, too */
    gen_features always;      /* of each program */
    bool forgetful, informed; /* front ends know nothing, or all */
    const char *store, *replay;
    bool keep_going;
    /* so far */
    unsigned long programs, useless, refused, wrong, runs;
    size_t compared, steep, ambiguous;                /* derivatives, see gen_verdict */
    size_t checkpointed, compressed, profiled, twice; /* see there, too */
    unsigned long mended;
    gen_census census;
    /* of one program */
    xb_failure *failure;
    xb_arena *arena;
    gen_failing failing;
    const char *text, *reference, *bodies;
    size_t length;
} hunting;

/* ---- one program --------------------------------------------------------------------------------------- */

static void write_program(hunting *h)
{
    xb_text *text = xb_text_create(h->arena);
    gen_write(h->arena, h->failing.program, &h->failing.profile, NULL, xb_text_output(text));
    h->text = xb_text_join(text, &h->length);
    h->reference = gen_reference_text(h->arena, h->failing.program, &h->failing.profile);
    h->bodies = gen_bodies_text(h->arena, h->failing.program, &h->failing.profile);
}

static void grow_program(void *argument)
{
    hunting *h = argument;
    h->failing.profile = gen_profile_of(h->search.seed, h->search.features, 0);
    h->failing.profile.features |= h->always;
    if (h->forgetful)
        gen_profile_forget(&h->failing.profile);
    if (h->informed)
        gen_profile_inform(&h->failing.profile);
    h->failing.program = gen_grow(h->arena, &h->failing.profile);
    write_program(h);
    gen_census_add(&h->census, h->arena, h->failing.program, &h->failing.profile);
}

typedef struct mending {
    hunting *h;
    int line;
    bool done;
} mending;

static void mend_program(void *argument)
{
    mending *m = argument;
    gen_program *program = gen_program_copy(m->h->arena, m->h->failing.program);
    m->done = gen_mend(program, m->h->text, m->line);
    m->h->failing.program = program;
    if (m->done)
        write_program(m->h);
}

/* The options to try: those that must be, a set of others, and a set of reverse mode. */
static void choose(const hunting *h, gen_options *options)
{
    gen_random random = {gen_hash(h->search.seed, 3, 0)};
    bool apart = gen_targets_are_apart(h->failing.program);
    options[0] = gen_options_needed(&h->failing.profile);
    options[OPTIONS_EACH - 1] =
        gen_options_with(gen_options_draw_reverse(&random, &h->failing.profile), &h->more);
    for (int i = 1; i < OPTIONS_EACH - 1; i++)
        options[i] = gen_options_draw(&random, &h->failing.profile, apart);
}

/* ---- failures ------------------------------------------------------------------------------------------ */

typedef struct telling {
    hunting *h;
    const char *note;
} telling;

static void tell(void *argument)
{
    const telling *t = argument;
    hunting *h = t->h;
    xb_text *text = xb_text_create(h->arena), *document = xb_text_create(h->arena);
    const gen_profile *p = &h->failing.profile;
    gen_print(h->arena, h->failing.program, xb_text_output(text));
    gen_write(h->arena, h->failing.program, p, t->note, xb_text_output(document));
    printf("%s", xb_text_join(text, NULL));
    printf(
        "passive: %s; style %d, conditions outside %d, lists %d; rates: alias %g %g %g, chain %g %g %g\n\n",
        p->passivated ? p->passivated : "-", p->style, p->conditions_are_outside, p->lists, p->no_alias,
        p->more_alias, p->partial, p->no_chain, p->more_chain, p->outside_chain);
    h->text = xb_text_join(document, &h->length);
    h->reference = gen_reference_text(h->arena, h->failing.program, p);
    h->bodies = gen_bodies_text(h->arena, h->failing.program, p);
}

static void store_as(const hunting *h, const char *suffix, const char *text, size_t length)
{
    gen_store(h->store, "hunted", h->search.seed, suffix, text, length);
}

static void store(const hunting *h)
{
    store_as(h, ".xaif", h->text, h->length);
    if ((h->failing.profile.pessimistic || h->bodies) && h->reference)
        store_as(h, ".xaif.reference", h->reference, strlen(h->reference));
    if (h->bodies)
        store_as(h, ".xaif.bodies", h->bodies, strlen(h->bodies));
}

static void fail(hunting *h, const gen_verdict *verdict, const gen_options *options)
{
    char note[400];
    h->wrong++;
    printf("seed %llu, options %s: %s: %s\n", h->search.seed, gen_options_text(h->arena, options),
           verdict->kind, verdict->what);
    fflush(stdout);
    h->failing.options = *options;
    h->failing.kind = verdict->kind;
    int tried = gen_reduce(h->arena, &h->failing);
    printf("made smaller by %d trials:\n", tried);
    const char *passive = h->failing.profile.passivated;
    snprintf(note, sizeof note, "options: %s%s%s", gen_options_text(h->arena, &h->failing.options),
             passive ? "\n  passive: " : "", passive ? passive : "");
    telling t = {h, note};
    if (xb_protect(h->failure, tell, &t) && h->store)
        store(h);
    fflush(stdout);
}

static gen_verdict try_program(hunting *h, const gen_options *options)
{
    const gen_trial trial = {.text = h->text,
                             .length = h->length,
                             .reference = h->reference,
                             .bodies = h->bodies,
                             .catalogues = h->failing.catalogues,
                             .passive = h->failing.profile.passivated,
                             .options = options,
                             .options_count = OPTIONS_EACH,
                             .validate = h->search.seed % 16 == 0,
                             .again = h->search.seed % 4 == 0};
    gen_verdict verdict = gen_judge(h->arena, &trial);
    h->compared += verdict.compared;
    h->checkpointed += verdict.checkpointed;
    h->compressed += verdict.compressed;
    h->profiled += verdict.profiled;
    h->twice += verdict.twice;
    h->steep += verdict.steep;
    h->ambiguous += verdict.ambiguous;
    return verdict;
}

/* What is refused for an option: then the option goes. */
static const struct {
    const char *reason, *option;
} removable[] = {{"can't be the new name", "rename"},
                 {"in one direction, not in several", "directions"},
                 {"saved for each direction", "directions"},
                 {"has no active argument that is", GEN_UNNAMED},
                 {"has no bounds by which it could be restored", GEN_BY_NAME},
                 {"has no bounds by which it could be restored", "keep-active"}};

/* @return whether there was such an option */
static bool leave_out_option(const gen_verdict *verdict, gen_options *options)
{
    size_t before = options->count;
    for (size_t i = 0; i < sizeof removable / sizeof *removable; i++)
        if (strstr(verdict->kind, removable[i].reason))
            gen_options_drop(options, removable[i].option);
    return options->count < before;
}

/* Changes what is refused. @return whether there was something to change */
static bool mend(hunting *h, const gen_verdict *verdict, gen_options *options)
{
    mending m = {h, verdict->line, false};
    return leave_out_option(verdict, &options[verdict->options]) ||
           (xb_protect(h->failure, mend_program, &m) && m.done);
}

/* Tries the current program, and without what is refused as long as anything is. */
static gen_verdict try_and_mend(hunting *h, gen_options *options)
{
    gen_verdict verdict = try_program(h, options);
    bool refused = verdict.outcome == GEN_REFUSED;
    h->refused += refused;
    for (int i = 0; i < MEND_LIMIT && verdict.outcome == GEN_REFUSED; i++) {
        gen_search_count_reason(&h->search, verdict.kind);
        if (!mend(h, &verdict, options))
            return verdict;
        verdict = try_program(h, options);
    }
    h->mended += refused && verdict.outcome != GEN_REFUSED && verdict.outcome != GEN_USELESS;
    return verdict;
}

static void try_seed(hunting *h)
{
    gen_options options[OPTIONS_EACH];
    xb_arena_reset(h->arena);
    if (!xb_protect(h->failure, grow_program, h)) {
        fputs("hunt: memory ran out\n", stderr);
        exit(4);
    }
    choose(h, options);
    gen_verdict verdict = try_and_mend(h, options);
    h->programs++;
    h->useless += verdict.outcome == GEN_USELESS;
    if (verdict.outcome == GEN_USELESS)
        gen_search_count_reason(&h->search, verdict.what);
    if (verdict.outcome == GEN_WRONG)
        fail(h, &verdict, &options[verdict.options]);
}

/* ---- stored documents ---------------------------------------------------------------------------------- */

/* The text of a file as a string, to be freed; NULL: it can't be read. */
static char *read_text(const char *file)
{
    xb_document document = {0};
    bool found = xb_document_read(&document, file) == 0;
    char *text = found ? calloc(document.length + 1, 1) : NULL;
    if (text && document.length > 0)
        memcpy(text, document.text, document.length);
    xb_document_free(&document);
    return text;
}

/* The text of the file with something after its name, if there is one. */
static char *read_beside(const char *file, const char *suffix)
{
    char name[4200];
    snprintf(name, sizeof name, "%s%s", file, suffix);
    return read_text(name);
}

/* The sets of options that a document names, one a line, and those that it needs. @return how many they are;
 * 0: a word is no option */
static size_t stored_options(const char *text, gen_options *options)
{
    static const char name[] = "  options: ";
    size_t count = 0;
    for (const char *at = strstr(text, name); at && count + 1 < STORED_LIMIT; at = strstr(at, name)) {
        char words[300] = "default";
        at += strlen(name);
        sscanf(at, "%299[^\n]", words);
        if (!gen_options_parse(words, &options[count++]))
            return 0;
    }
    const gen_profile profile = {.pessimistic = gen_options_have(options, "black-box")};
    options[count++] = gen_options_needed(&profile);
    return count;
}

/* Judges a stored document. Beside it may be a document to compare with, and routines to be added. */
static gen_verdict judge_stored(hunting *h, const char *file, char *text, gen_options *options)
{
    char passive[100] = "";
    const char *names = strstr(text, "  passive: ");
    size_t count = stored_options(text, options);
    if (names)
        sscanf(names + 11, "%99[^\n]", passive);
    if (count == 0)
        return (gen_verdict){.outcome = GEN_WRONG, .kind = "unknown options", .what = file};
    char *reference = read_beside(file, ".reference"), *bodies = read_beside(file, ".bodies");
    const gen_trial trial = {.text = text,
                             .length = strlen(text),
                             .reference = reference,
                             .bodies = bodies,
                             .catalogues = h->failing.catalogues,
                             .passive = names ? passive : NULL,
                             .options = options,
                             .options_count = count,
                             .validate = true,
                             .again = true};
    gen_verdict verdict = gen_judge(h->arena, &trial);
    free(reference);
    free(bodies);
    return verdict;
}

static void replay_file(hunting *h, const char *file)
{
    gen_options options[STORED_LIMIT] = {{.count = 0}};
    char *text = read_text(file);
    gen_verdict verdict = {.outcome = GEN_WRONG, .kind = "it can't be read", .what = file};
    xb_arena_reset(h->arena);
    if (text)
        verdict = judge_stored(h, file, text, options);
    if (verdict.outcome != GEN_RIGHT) {
        printf("%s, options %s: %s: %s\n", file, gen_options_text(h->arena, &options[verdict.options]),
               verdict.kind, verdict.what);
        h->wrong++;
    }
    free(text);
}

static void replay(hunting *h, const char *folder)
{
    DIR *directory = opendir(folder);
    unsigned long count = 0;
    for (const struct dirent *entry = directory ? readdir(directory) : NULL; entry;
         entry = readdir(directory)) {
        char name[4096];
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".xaif") != 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        replay_file(h, name);
        count++;
    }
    if (directory)
        closedir(directory);
    if (count == 0) {
        printf("no documents in %s\n", folder);
        h->wrong++;
    }
    printf("%lu stored documents\n", count);
}

/* ---- everything ---------------------------------------------------------------------------------------- */

static void summarize(const hunting *h)
{
    for (int i = 0; gen_construct_name(i); i++)
        printf("%7lu programs, %7lu times: %s\n", h->census.programs[i], h->census.occurrences[i],
               gen_construct_name(i));
    gen_search_put_reasons(&h->search, "refused or not used");
    printf("%zu loops reversed by checkpoints, %zu Jacobians compressed by patterns, %zu schedules chosen by "
           "profiles, %zu programs differentiated twice\n",
           h->checkpointed, h->compressed, h->profiled, h->twice);
    printf("%zu derivatives pass only because rounding is amplified there, and %zu are not judged: they "
           "depend on "
           "derivatives of passive variables\n",
           h->steep, h->ambiguous);
    printf("%lu programs, %zu derivatives compared, %lu wrong, %lu useless, %lu refused (%lu of them tried "
           "without what is refused), %.1f s of CPU in %.1f s\n",
           h->programs, h->compared, h->wrong, h->useless, h->refused, h->mended, gen_cpu_seconds(),
           gen_search_seconds(&h->search));
}

static void hunt_seeds(hunting *h)
{
    gen_search_begin(&h->search);
    for (; gen_search_goes_on(&h->search); h->search.seed++) {
        try_seed(h);
        gen_search_report(&h->search, h->wrong);
    }
    summarize(h);
}

static int usage(void)
{
    fputs("usage: hunt [--seed N] [--count N] [--minutes N] [--features LIST] [--always LIST] "
          "[--information none|full] [--options WORDS] [--store FOLDER] [--replay FOLDER]\n",
          stderr);
    return 2;
}

static bool set_option(hunting *h, const char *name, const char *value)
{
    if (strcmp(name, "--information") == 0 && strcmp(value, "none") == 0)
        h->forgetful = true;
    else if (strcmp(name, "--information") == 0 && strcmp(value, "full") == 0)
        h->informed = true;
    else if (strcmp(name, "--always") == 0)
        return gen_features_parse(value, &h->always);
    else if (strcmp(name, "--options") == 0)
        return gen_options_parse(value, &h->more);
    else if (strcmp(name, "--store") == 0)
        h->store = value;
    else if (strcmp(name, "--replay") == 0)
        h->replay = value;
    else
        return gen_search_set(&h->search, name, value);
    return true;
}

static void find_catalogues(hunting *h, const char *top, char paths[3][4096])
{
    static const char *const names[3] = {"tests/generate/boxes.xaif", "tests/generate/user.xaif",
                                         "tests/generate/rules.xaif"};
    for (int i = 0; i < 3; i++)
        snprintf(paths[i], sizeof *paths, "%s/%s", top, names[i]);
    h->failing.catalogues = (gen_catalogues){paths[0], paths[1], paths[2]};
}

/* Loading of igraph's module. */
typedef struct loading {
    xb_arena *arena;
    bool done;
} loading;

static void load_igraph(void *argument)
{
    loading *module = argument;
    xb_diagnostics *diagnostics = xb_diagnostics_create(module->arena);
    xb_graph_analysis *analysis = xb_graph_analysis_create();
    xb_graph graph = {.vertex_count = 0};
    uint32_t component = 0, count = 0;
    xb_graph_add_vertex(module->arena, &graph);
    if (analysis)
        module->done =
            !xb_graph_analysis_weak(analysis, diagnostics, module->arena, &graph, &component, &count);
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        const xb_diagnostic *error = xb_diagnostics_at(diagnostics, i);
        fprintf(stderr, "hunt: %s\n  hint: %s\n", error->message, error->hint ? error->hint : "");
    }
    xb_graph_analysis_destroy(analysis);
}

/* Without igraph, what needs it would be taken for wrong. @return whether it is there, which is reported */
static bool has_igraph(const hunting *h)
{
    loading module = {.arena = h->arena};
    return xb_protect(h->failure, load_igraph, &module) && module.done;
}

/* Everything that was asked for. @return the exit status */
static int hunt(hunting *h, bool is_test)
{
    if (!has_igraph(h))
        return 4;
    if (h->replay)
        replay(h, h->replay);
    if (!h->replay || is_test)
        hunt_seeds(h);
    bool poor = h->programs > 100 && h->useless + h->refused - h->mended > h->programs / 10;
    if (poor)
        puts("too many programs are useless or refused");
    return h->wrong > 0 || poor ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
    hunting h = {.search = {.seed = 1, .count = TEST_COUNT, .features = gen_features_all()}};
    const char *top = getenv("XB_TOP_SRCDIR");
    char stored[4096], catalogues[3][4096];
    find_catalogues(&h, top ? top : ".", catalogues);
    if (count % 2 == 0)
        return usage();
    if (access(catalogues[0], R_OK) != 0) {
        fprintf(stderr, "hunt: can't read %s: set XB_TOP_SRCDIR\n", catalogues[0]);
        return 4;
    }
    for (int i = 1; i < count; i += 2)
        if (!set_option(&h, arguments[i], arguments[i + 1]))
            return usage();
    if (getenv("XB_HUNT_COUNT"))
        h.search.count = strtoul(getenv("XB_HUNT_COUNT"), NULL, 10);
    if (count == 1 && top) {
        snprintf(stored, sizeof stored, "%s/tests/data/hunted", top);
        h.replay = stored;
    }
    h.failure = xb_failure_create();
    h.arena = xb_arena_create(h.failure);
    const int status = hunt(&h, count == 1);
    xb_arena_destroy(h.arena);
    xb_failure_destroy(h.failure);
    return status;
}
