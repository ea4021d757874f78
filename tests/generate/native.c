/*
 * Looks for programs that compilers make something else of: native [--seed N] [--count N] [--minutes N]
 * [--features LIST] [--batch N] [--language NAME] [--compiler COMMAND] [--from LANGUAGE] [--verbose yes].
 *
 * Programs are drawn and written in another language, plain, tangent-linear, and with their adjoints split
 * and joint, with options that are drawn. Those of a batch are compiled together, run, and compared with what
 * the evaluator makes of the same documents; whether that is right is for others to judge. Without arguments
 * it is a test of a few programs. What is wrong is printed with the seed of its program: --seed N --count 1
 * tries that again, and --text FOLDER writes what is judged there.
 *
 * With --from fortran, programs are sources: what was generated is printed, and what the reader makes of that
 * is differentiated. The source is compiled, too; values and derivatives by dual numbers are those of what
 * was generated, and derivatives are right by the evaluator before they are compiled.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/transform.h"
#include "base/text.h"
#include "cases.h"
#include "document.h"
#include "grow.h"
#include "ir/verify.h"
#include "languages/xaif/reader.h"
#include "machine.h"
#include "reread.h"
#include "search.h"
#include "sides.h"
#include "verify/judge.h"
#include "verify/native/native.h"
#include "write.h"

enum { TEST_COUNT = 40, BATCH = 20, SETTINGS = 12 };

/* How a program is judged; the last one is a source as it was printed. */
enum { PLAIN, TANGENT, SPLIT, JOINT, SOURCE, WAYS };

/* What compilers are asked to find fault with; what is left out are the programs' own habits, and guesses
 * about paths that are never taken. */
static const char strict[] = "gfortran -std=f2008 -O1 -fcheck=all,no-array-temps -Wall -Wextra -Werror "
                             "-Wno-compare-reals -Wno-unused-dummy-argument -Wno-maybe-uninitialized "
                             "-Wno-zerotrip -Wno-integer-division -Wno-function-elimination";
static const char strict_c[] = "gcc -std=c17 -O1 -Wall -Wextra -Wpedantic -Wconversion -Werror "
                               "-fsanitize=address,undefined "
                               "-fno-sanitize-recover=undefined";

/* Features that other languages have not got, or of which a case says what they do. */
static const char usual_features[] = "all,-shared,-joint,-user,-externals,-jacobians,-rules,-allocation,-"
                                     "steering,-claims,-pointers,-unknown-bounds";

static const char *const way_names[WAYS] = {"plain", "tangent", "split", "joint", "source"};

/* A program in one way. */
typedef struct trial {
    unsigned long long seed;
    size_t way;
    const char *options;
    const char *text; /* what is judged, length bytes */
    size_t length;
    xb_program *program; /* owned */
    xb_native_verdict verdict;
    bool is_added;
} trial;

typedef struct hunting {
    gen_search search;
    unsigned long batch;
    const char *language, *compiler, *text;
    const char *from; /* the language that programs are read from; NULL: they are documents */
    bool verbose;
    /* so far */
    unsigned long programs, judged[WAYS], derived, wrong, runs;
    size_t values, derivatives, steep, exact;
    /* of one batch */
    xb_failure *failure;
    xb_arena *arena;
    xb_native *native;
    xb_diagnostics *of_batch;
    trial *trials; /* WAYS for each program */
    size_t trial_count;
    /* of one program */
    gen_options sided;      /* how activity is computed */
    const gen_sides *sides; /* between what; NULL: it is not */
    const char *document,
        *known_document; /* what is transformed, and the same with flags as derivatives need them */
    size_t length;
    const char *generated; /* as it was written, with what arguments are */
    xb_diagnostics *diagnostics;
    xb_program *original; /* owned */
    const char *source;   /* what was printed, source_length bytes */
    size_t source_length;
    xb_program *generated_program; /* owned; NULL: it is the original */
    xb_case description;
    xb_verdict known;
    xb_status status;
} hunting;

static void give_up(const char *what)
{
    fprintf(stderr, "native: %s\n", what);
    exit(4);
}

static void complain(hunting *h, const char *what, const char *detail)
{
    h->wrong++;
    printf("seed %llu: %s: %s\n", h->search.seed, what, detail);
    fflush(stdout);
}

static void protect(hunting *h, void (*body)(void *argument), void *argument)
{
    if (!xb_protect(h->failure, body, argument))
        give_up("memory ran out");
}

/* The reason that something is not judged: the last error. */
static void count_refusal(hunting *h, const xb_diagnostics *diagnostics)
{
    for (size_t i = xb_diagnostics_count(diagnostics); i-- > 0;) {
        const xb_diagnostic *found = xb_diagnostics_at(diagnostics, i);
        if (found->severity == XB_SEVERITY_ERROR) {
            gen_search_count_reason(&h->search, found->message);
            return;
        }
    }
    gen_search_count_reason(&h->search, "no reason is given");
}

/* ---- a program and its case ---------------------------------------------------------------------------- */

/* Nothing in a source says what is active. */
static gen_options sides_of_source(xb_arena *arena, gen_random *random)
{
    const char *number = xb_arena_format(arena, "%d", gen_below(random, 10));
    return (gen_options){.settings = {{GEN_ACTIVITY, "computed"}, {GEN_SIDES, number}}, .count = 2};
}

static void grow(void *argument)
{
    hunting *h = argument;
    const gen_profile profile = gen_profile_of(h->search.seed, h->search.features, 0);
    const gen_program *program = gen_grow(h->arena, &profile);
    xb_text *text = xb_text_create(h->arena);
    gen_write(h->arena, program, &profile, NULL, xb_text_output(text));
    h->generated = h->document = xb_text_join(text, &h->length);
    gen_random random = {gen_hash(h->search.seed, 19, 0)};
    h->sided = h->from ? sides_of_source(h->arena, &random) : gen_options_draw_sides(&random, &profile);
    h->diagnostics = xb_diagnostics_create(h->arena);
}

/* The original has the flags that its derivatives need, and what is transformed those that the options ask
 * for. */
static void set_flags(void *argument)
{
    hunting *h = argument;
    const char *flags = gen_option_value(&h->sided, GEN_FLAGS);
    h->known_document =
        gen_sides_need_all_flags(&h->sided) ? gen_with_flags(h->arena, h->document, true) : h->document;
    if (flags)
        h->document = gen_with_flags(h->arena, h->document, strcmp(flags, "all") == 0);
}

static void choose_sides(void *argument)
{
    hunting *h = argument;
    h->sides = gen_sides_of(h->arena, h->original, GEN_MAIN, &h->sided, !h->from);
}

static void make_case(void *argument)
{
    hunting *h = argument;
    const gen_inputs inputs = gen_inputs_read(h->arena, h->generated);
    const xb_program *named = h->generated_program ? h->generated_program : h->original;
    const gen_casing casing = {.inputs = &inputs,
                               .entry = gen_find_entry(h->original, GEN_MAIN),
                               .named = gen_find_entry(named, GEN_MAIN),
                               .sides = h->sides};
    size_t length = 0;
    const char *text = gen_case_text(h->arena, &casing, &length);
    h->status = xb_case_parse(h->arena, h->diagnostics, text, length, "(case)", &h->description);
}

/* Two points: that of the program, and one nearby. */
static void choose_points(void *argument)
{
    hunting *h = argument;
    xb_verdict *known = &h->known;
    *known = (xb_verdict){.kind = XB_DRIVE_VALUES, .original = "(program)"};
    h->status = xb_layout_create(h->arena, h->diagnostics, h->original, &h->description, &known->layout);
    if (h->status)
        return;
    double *near = xb_arena_array(h->arena, known->layout.n + 1, sizeof *near);
    for (size_t i = 0; i < known->layout.n; i++)
        near[i] = known->layout.x0[i] * 1.0078125 + 0.00390625;
    const double *points[] = {known->layout.x0, near};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        xb_verdict_point *point = xb_vector_push(h->arena, &known->points, sizeof *point);
        *point = (xb_verdict_point){.origin = "given", .x = points[i]};
    }
}

static void verify_original(void *argument)
{
    hunting *h = argument;
    h->status = xb_verify(h->original, h->arena);
}

/* What was read again takes the place of what was generated, with nothing said of what is active. */
static bool reread(hunting *h)
{
    gen_random random = {gen_hash(h->search.seed, 23, 0)};
    const char *text = h->known_document;
    const gen_reread made =
        gen_reread_document(h->arena, h->from, gen_below(&random, 4) == 0, text, h->length);
    const xb_read_options options = {.name = "(generated)"};
    if (made.is_wrong)
        complain(h, "what was printed can't be read", made.reason);
    else if (made.reason)
        gen_search_count_reason(&h->search, made.reason);
    if (made.reason)
        return false;
    h->status = xb_read_memory(h->failure, h->diagnostics, text, h->length, &options, &h->generated_program);
    h->source = made.source;
    h->source_length = made.source_length;
    h->document = h->known_document = made.text;
    h->length = made.length;
    return true;
}

static void judge_reread(hunting *h)
{
    const char *difference =
        gen_difference(h->arena, h->generated_program, h->original, &h->description,
                       strstr(h->source, "real(4)") || strstr(h->source, "complex(4)"), &h->exact);
    if (difference)
        complain(h, "it was read as another program", difference);
}

/* @return whether the program can be driven */
static bool prepare(hunting *h)
{
    const xb_read_options options = {.name = "(program)"};
    h->original = h->generated_program = NULL;
    protect(h, grow, h);
    protect(h, set_flags, h);
    if (h->from && !reread(h))
        return false;
    if (!h->status)
        h->status =
            xb_read_memory(h->failure, h->diagnostics, h->known_document, h->length, &options, &h->original);
    if (!h->status)
        protect(h, verify_original, h);
    if (!h->status)
        protect(h, choose_sides, h);
    if (!h->status)
        protect(h, make_case, h);
    if (!h->status && h->from)
        judge_reread(h);
    if (!h->status)
        protect(h, choose_points, h);
    if (h->status)
        count_refusal(h, h->diagnostics);
    return h->status == XB_STATUS_OK;
}

/* ---- ways ---------------------------------------------------------------------------------------------- */

static void set(xb_setting *settings, size_t *count, const char *name, const char *value)
{
    settings[(*count)++] = (xb_setting){name, value};
}

/* Options that are drawn, and change what code is made. */
static size_t choose_settings(gen_random *random, size_t way, xb_setting *settings)
{
    static const xb_setting forward[] = {{"per-statement", NULL}, {"simplify", "2"}, {"nary", NULL}},
                            tape[] = {{"tape", "values"}, {"tape", "auto"}, {"tape", "jacobian"}},
                            reverse[] = {{"initialise", NULL},
                                         {"zero-locals", NULL},
                                         {"per-statement", NULL}},
                            store[] = {{"checkpoint-formals", NULL}, {"record", "everything"}};
    size_t count = 0;
    if (way == SPLIT || way == JOINT)
        set(settings, &count, "reversal", way_names[way]);
    const xb_setting *drawn[] = {way == TANGENT ? &forward[gen_below(random, 3)] : NULL,
                                 way > TANGENT ? &tape[gen_below(random, 3)] : NULL,
                                 way > TANGENT ? &reverse[gen_below(random, 3)] : NULL,
                                 way > TANGENT ? &store[gen_below(random, 2)] : NULL};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (drawn[i] && gen_below(random, 2))
            settings[count++] = *drawn[i];
    return count;
}

static void set_sides(const hunting *h, xb_setting *settings, size_t *count)
{
    set(settings, count, "activity", gen_option_value(&h->sided, GEN_ACTIVITY));
    set(settings, count, "entry", GEN_MAIN);
    set(settings, count, "independents", h->sides->independents);
    set(settings, count, "dependents", h->sides->dependents);
}

static const char *text_of(xb_arena *arena, const xb_setting *settings, size_t count)
{
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        text = xb_arena_format(arena, "%s --%s%s%s", text, settings[i].name, settings[i].value ? "=" : "",
                               settings[i].value ? settings[i].value : "");
    return text;
}

static const xb_transform_mode *mode_of(size_t way)
{
    const char *name = way == PLAIN ? "plain" : way == TANGENT ? "tangent" : "adjoint";
    const xb_transform_mode *mode = xb_builtin_modes;
    while (strcmp(mode->name, name) != 0)
        mode++;
    return mode;
}

typedef struct preparing {
    hunting *h;
    size_t way;
    xb_transform_settings settings;
    xb_setting own[SETTINGS];
    xb_registry *registry;
    xb_native_subject subject;
    trial *trial;
} preparing;

static void prepare_way(void *argument)
{
    preparing *p = argument;
    hunting *h = p->h;
    gen_random random = {gen_hash(h->search.seed, 17, p->way)};
    size_t count = choose_settings(&random, p->way, p->own);
    if (p->way != PLAIN && h->sides)
        set_sides(h, p->own, &count);
    h->diagnostics = xb_diagnostics_create(h->arena);
    p->registry = xb_registry_create(h->arena, xb_builtin_algorithms);
    p->settings = (xb_transform_settings){.input = "(program)",
                                          .text = h->document,
                                          .length = h->length,
                                          .to_memory = true,
                                          .mode = mode_of(p->way),
                                          .settings = p->own,
                                          .setting_count = count};
    p->trial = &h->trials[h->trial_count];
    *p->trial = (trial){.seed = h->search.seed, .way = p->way, .options = text_of(h->arena, p->own, count)};
}

/* What is in the output is what is judged, like any other document. */
static bool transform(preparing *p)
{
    hunting *h = p->h;
    xb_transform_report report;
    protect(h, prepare_way, p);
    if (xb_transform(h->arena, p->registry, h->diagnostics, &p->settings, &report))
        return false;
    p->trial->text = report.text;
    p->trial->length = report.length;
    const xb_read_options options = {.name = "(output)"};
    return xb_read_memory(h->failure, h->diagnostics, report.text, report.length, &options,
                          &p->trial->program) == XB_STATUS_OK;
}

/* The verdict and the case of what is judged are its own. */
static void copy_case(void *argument)
{
    preparing *p = argument;
    hunting *h = p->h;
    xb_verdict *known = xb_arena_alloc(h->arena, sizeof *known);
    xb_case *description = xb_arena_alloc(h->arena, sizeof *description);
    static const xb_drive_kind kinds[WAYS] = {XB_DRIVE_VALUES, XB_DRIVE_TANGENT, XB_DRIVE_COMBINED,
                                              XB_DRIVE_COMBINED, XB_DRIVE_VALUES};
    *known = h->known;
    known->kind = kinds[p->way];
    *description = h->description;
    const bool is_plain = known->kind == XB_DRIVE_VALUES;
    p->subject = (xb_native_subject){.original = is_plain ? p->trial->program : NULL,
                                     .transformed = is_plain ? NULL : p->trial->program,
                                     .before = h->original,
                                     .verdict = known,
                                     .description = description};
    if (p->way == SOURCE) {
        p->subject.original = h->generated_program;
        p->subject.before = h->generated_program;
        h->status =
            xb_layout_create(h->arena, h->diagnostics, h->generated_program, description, &known->layout);
    }
}

static void verify_transformed(void *argument)
{
    preparing *p = argument;
    p->h->status = xb_verify(p->trial->program, p->h->arena);
}

/* Whether derivatives are right, before anything is compiled. */
static void judge_derivatives(preparing *p)
{
    hunting *h = p->h;
    xb_verdict verdict;
    protect(h, verify_transformed, p);
    const xb_judge_finding found = xb_judge_find_kind(h->original, p->trial->program, h->arena);
    const xb_judge_settings settings = {.original = h->original,
                                        .transformed = p->trial->program,
                                        .kind = found.kind,
                                        .both = found.unclear || found.kind == XB_DRIVE_MOTIONS,
                                        .description = &h->description,
                                        .named_only = true,
                                        .undefined_derivatives = !xb_drive_is_adjoint(found.kind)};
    if (xb_judge(h->arena, h->diagnostics, &settings, &verdict)) {
        count_refusal(h, h->diagnostics);
        return;
    }
    h->derived++;
    for (xb_check_kind kind = 0; kind < XB_CHECK_COUNT; kind++)
        if (verdict.checks[kind].state == XB_CHECK_BAD)
            complain(h, xb_arena_format(h->arena, "%s%s", way_names[p->way], p->trial->options),
                     verdict.checks[kind].detail ? verdict.checks[kind].detail : "it is wrong");
}

/* What is judged by a way. @return whether there is something */
static bool make_way(preparing *p)
{
    hunting *h = p->h;
    if (p->way == SOURCE) {
        h->trials[h->trial_count] = (trial){.seed = h->search.seed,
                                            .way = SOURCE,
                                            .options = "",
                                            .text = h->source,
                                            .length = h->source_length};
        p->trial = &h->trials[h->trial_count];
        return true;
    }
    const bool made = transform(p);
    if (made && h->from && p->way != PLAIN)
        judge_derivatives(p);
    return made;
}

/* The document of a way, to be judged with others. @return whether it is */
static bool add_way(hunting *h, size_t way)
{
    preparing p = {.h = h, .way = way};
    const bool is_made = make_way(&p);
    bool done = is_made;
    if (done) {
        protect(h, copy_case, &p);
        done = !h->status && xb_native_add(h->native, &p.subject, &p.trial->verdict) == XB_STATUS_OK;
    }
    p.trial->is_added = done;
    h->trial_count++;
    if (!done)
        count_refusal(h, is_made ? h->of_batch : h->diagnostics);
    return done;
}

/* ---- batches ------------------------------------------------------------------------------------------- */

static void begin_batch(void *argument)
{
    hunting *h = argument;
    const xb_native_settings settings = {.language = h->language, .compiler = h->compiler};
    h->trials = xb_arena_array(h->arena, h->batch * WAYS + 1, sizeof *h->trials);
    h->trial_count = 0;
    h->of_batch = xb_diagnostics_create(h->arena);
    h->native = xb_native_create(h->arena, h->of_batch, &settings);
}

static void put_file(const hunting *h, const trial *t)
{
    char suffix[32];
    snprintf(suffix, sizeof suffix, "-%s.%s", way_names[t->way], t->way == SOURCE ? "f90" : "xaif");
    gen_store(h->text, "native", t->seed, suffix, t->text, t->length);
}

static void report(hunting *h, const trial *t)
{
    const xb_native_verdict *verdict = &t->verdict;
    h->judged[t->way]++;
    h->runs += verdict->runs;
    h->steep += verdict->steep;
    h->values += verdict->checks[XB_NATIVE_ORIGINAL].compared + verdict->checks[XB_NATIVE_VALUES].compared;
    h->derivatives += verdict->checks[XB_NATIVE_DERIVATIVES].compared;
    if (h->text)
        put_file(h, t);
    if (verdict->good)
        return;
    if (verdict->runs == 0 && !verdict->complaint) {
        gen_search_count_reason(&h->search, "the evaluator does not run it");
        return;
    }
    h->wrong++;
    printf("seed %llu, %s%s:\n", t->seed, way_names[t->way], t->options);
    for (xb_native_check kind = 0; kind < XB_NATIVE_CHECK_COUNT; kind++)
        if (verdict->checks[kind].state == XB_CHECK_BAD && verdict->checks[kind].detail)
            printf("  %s\n", verdict->checks[kind].detail);
    if (verdict->complaint)
        printf("%s\n", verdict->complaint);
    fflush(stdout);
}

static void add_program(hunting *h)
{
    if (!prepare(h))
        return;
    h->programs++;
    for (size_t way = 0; way < (h->from ? WAYS : SOURCE); way++)
        if (!add_way(h, way) && way == PLAIN)
            break; /* what can't be written is not differentiated */
}

static void try_batch(hunting *h)
{
    xb_arena_reset(h->arena);
    protect(h, begin_batch, h);
    if (!h->native)
        give_up("memory ran out");
    xb_program **originals = calloc(2 * h->batch, sizeof(xb_program *));
    size_t count = 0;
    for (; originals && count < h->batch; count++, h->search.seed++) {
        add_program(h);
        originals[2 * count] = h->original;
        originals[2 * count + 1] = h->generated_program;
    }
    if (xb_native_judge(h->native)) {
        for (size_t i = 0; i < xb_diagnostics_count(h->of_batch); i++)
            fprintf(stderr, "native: %s\n", xb_diagnostics_at(h->of_batch, i)->message);
        give_up("programs can't be judged");
    }
    for (size_t i = 0; i < h->trial_count; i++)
        if (h->trials[i].is_added)
            report(h, &h->trials[i]);
    xb_native_destroy(h->native);
    for (size_t i = 0; i < h->trial_count; i++)
        xb_program_destroy(h->trials[i].program);
    for (size_t i = 0; i < 2 * count; i++)
        xb_program_destroy(originals[i]);
    free(originals);
}

/* ---- everything ---------------------------------------------------------------------------------------- */

static void summarize(const hunting *h)
{
    if (h->verbose)
        gen_search_put_reasons(&h->search, "not judged");
    if (h->from)
        printf("read from %s: %lu sources judged, %zu numbers the same in the evaluator, %lu derivatives of "
               "programs right there\n",
               h->from, h->judged[SOURCE], h->exact, h->derived);
    printf(
        "seeds from %llu to %llu: %lu programs, judged %lu plain, %lu tangent, %lu split, %lu joint, in %lu "
        "runs; %zu values and %zu derivatives compared, %zu steep; %lu wrong; %.1f s of CPU in "
        "%.1f s\n",
        h->search.first, h->search.seed - 1, h->programs, h->judged[0], h->judged[1], h->judged[2],
        h->judged[3], h->runs, h->values, h->derivatives, h->steep, h->wrong, gen_cpu_seconds(),
        gen_search_seconds(&h->search));
}

static void hunt(hunting *h)
{
    const unsigned long batch = h->batch;
    gen_search_begin(&h->search);
    while (gen_search_goes_on(&h->search)) {
        const unsigned long left = h->search.count - (unsigned long)(h->search.seed - h->search.first);
        h->batch = h->search.minutes > 0 || left > batch ? batch : left;
        try_batch(h);
        gen_search_report(&h->search, h->wrong);
    }
    summarize(h);
}

static int usage(void)
{
    fputs(
        "usage: native [--seed N] [--count N] [--minutes N] [--features LIST] [--batch N] [--language NAME] "
        "[--compiler COMMAND] [--from LANGUAGE] [--text FOLDER] [--verbose yes]\n",
        stderr);
    return 2;
}

static bool set_option(hunting *h, const char *name, const char *value)
{
    if (strcmp(name, "--batch") == 0)
        h->batch = strtoul(value, NULL, 10);
    else if (strcmp(name, "--language") == 0)
        h->language = value;
    else if (strcmp(name, "--compiler") == 0)
        h->compiler = value;
    else if (strcmp(name, "--from") == 0)
        h->from = value;
    else if (strcmp(name, "--text") == 0)
        h->text = value;
    else if (strcmp(name, "--verbose") == 0)
        h->verbose = true;
    else
        return gen_search_set(&h->search, name, value);
    return h->batch > 0 && (!h->from || xb_foreign_language_of(h->from, NULL));
}

static bool is_there(const char *compiler)
{
    char command[4096];
    snprintf(command, sizeof command, "%.*s --version >/dev/null 2>&1", (int)strcspn(compiler, " "),
             compiler);
    return system(command) == 0;
}

int main(int count, char **arguments)
{
    hunting h = {.search = {.seed = 1, .count = TEST_COUNT}, .batch = BATCH, .language = "fortran"};
    gen_features_parse(usual_features, &h.search.features);
    for (int i = 1; i + 1 < count; i += 2)
        if (!set_option(&h, arguments[i], arguments[i + 1]))
            return usage();
    if (count % 2 == 0)
        return usage();
    if (!h.compiler)
        h.compiler = strcmp(h.language, "c") == 0 ? strict_c : strict;
    if (!is_there(h.compiler)) {
        printf("there is no %.*s\n", (int)strcspn(h.compiler, " "), h.compiler);
        return 77;
    }
    h.failure = xb_failure_create();
    h.arena = xb_arena_create(h.failure);
    hunt(&h);
    xb_arena_destroy(h.arena);
    xb_failure_destroy(h.failure);
    return h.wrong > 0 || h.values == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
