/*
 * Looks for programs that compilers make something else of: native [--seed N] [--count N] [--minutes N]
 * [--features LIST] [--batch N] [--language NAME] [--compiler COMMAND] [--verbose yes].
 *
 * Programs are drawn and written in another language, plain, tangent-linear, and with their adjoints split
 * and joint, with options that are drawn. Those of a batch are compiled together, run, and compared with what
 * the evaluator makes of the same documents; whether that is right is for others to judge. Without arguments
 * it is a test of a few programs. What is wrong is printed with the seed of its program: --seed N --count 1
 * tries that again, and --text FOLDER writes what is judged there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/transform.h"
#include "base/text.h"
#include "document.h"
#include "grow.h"
#include "ir/verify.h"
#include "languages/xaif/reader.h"
#include "machine.h"
#include "search.h"
#include "sides.h"
#include "verify/native/native.h"
#include "write.h"

enum { TEST_COUNT = 40, BATCH = 20, WAYS = 4, SETTINGS = 12 };

/* What compilers are asked to find fault with; what is left out are the programs' own habits, and guesses
 * about paths that are never taken. */
static const char strict[] = "gfortran -std=f2008 -O1 -fcheck=all,no-array-temps -Wall -Wextra -Werror "
                             "-Wno-compare-reals -Wno-unused-dummy-argument -Wno-maybe-uninitialized "
                             "-Wno-zerotrip -Wno-integer-division";
static const char strict_c[] = "gcc -std=c17 -O1 -Wall -Wextra -Wpedantic -Wconversion -Werror "
                               "-fsanitize=address,undefined "
                               "-fno-sanitize-recover=undefined";

/* Features that other languages have not got, or of which a case says what they do. */
static const char usual_features[] = "all,-shared,-joint,-user,-externals,-jacobians,-rules,-allocation,-"
                                     "steering,-claims,-pointers,-unknown-bounds";

static const char *const way_names[WAYS] = {"plain", "tangent", "split", "joint"};

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
    bool verbose;
    /* so far */
    unsigned long programs, judged[WAYS], wrong, runs;
    size_t values, derivatives, steep;
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
    xb_diagnostics *diagnostics;
    xb_program *original; /* owned */
    xb_case description;
    xb_verdict known;
    xb_status status;
} hunting;

static void give_up(const char *what)
{
    fprintf(stderr, "native: %s\n", what);
    exit(4);
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

static void grow(void *argument)
{
    hunting *h = argument;
    const gen_profile profile = gen_profile_of(h->search.seed, h->search.features, 0);
    const gen_program *program = gen_grow(h->arena, &profile);
    xb_text *text = xb_text_create(h->arena);
    gen_write(h->arena, program, &profile, NULL, xb_text_output(text));
    h->document = xb_text_join(text, &h->length);
    gen_random random = {gen_hash(h->search.seed, 19, 0)};
    h->sided = gen_options_draw_sides(&random, &profile);
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
    h->sides = gen_sides_of(h->arena, h->original, GEN_MAIN, &h->sided);
}

/* A case under construction, as text. */
typedef struct casing {
    hunting *h;
    gen_inputs inputs;
    int point;
    xb_output *output;
    size_t x, y;    /* numbers so far */
    const char *x0; /* texts of those of x */
} casing;

static int input_of(const casing *c, const char *name)
{
    for (int i = 0; i < c->inputs.name_count; i++)
        if (strcmp(c->inputs.names[i], name) == 0)
            return i;
    return -1;
}

static void put_values(casing *c, const xb_symbol *symbol, int input)
{
    const bool is_list = symbol->rank > 0;
    xb_output_put(c->output, is_list ? "\"value\": [" : "\"value\": ");
    for (int i = 0; i < c->inputs.counts[input]; i++)
        xb_output_format(c->output, symbol->type == XB_TYPE_INTEGER ? "%s%.0f" : "%s%.17g", i > 0 ? ", " : "",
                         c->inputs.values[input][c->point][i]);
    xb_output_put(c->output, is_list ? "]" : "");
}

static void put_span(casing *c, bool goes_on, const char *name, size_t *numbers, size_t count)
{
    xb_output_format(c->output, "%s\"%s\": [%zu, %zu]", goes_on ? ", " : "", name, *numbers + 1,
                     *numbers + count);
    *numbers += count;
}

static void put_x(casing *c, const xb_symbol *symbol, int input, size_t parts)
{
    put_span(c, false, "x", &c->x, parts * (size_t)c->inputs.counts[input]);
    for (int i = 0; i < c->inputs.counts[input]; i++)
        c->x0 = xb_arena_format(c->h->arena, "%s%s%.17g%s", c->x0, *c->x0 ? ", " : "",
                                c->inputs.values[input][c->point][i],
                                symbol->type == XB_TYPE_COMPLEX ? ", 0" : "");
}

static bool is_side(const casing *c, bool independent, const char *name)
{
    const gen_sides *sides = c->h->sides;
    return !sides || gen_is_among(independent ? sides->independents : sides->dependents, name);
}

/* Active arguments are x if they have values, and y if they may get some, as far as sides have them. */
static void put_argument(casing *c, const xb_formal *formal)
{
    const xb_symbol *symbol = formal->symbol;
    const int input = input_of(c, symbol->id->text);
    const size_t parts = symbol->type == XB_TYPE_COMPLEX ? 2 : 1;
    size_t elements = 1;
    for (int d = 0; d < symbol->rank; d++)
        elements *=
            xb_symbol_bounds(symbol, (size_t)d) ? xb_bounds_extent(*xb_symbol_bounds(symbol, (size_t)d)) : 0;
    const bool is_active = xb_symbol_is_active(symbol);
    const char *name = symbol->id->text;
    const bool is_x = is_active && input >= 0 && formal->intent != XB_INTENT_OUT && is_side(c, true, name);
    const bool is_y =
        is_active && formal->intent != XB_INTENT_IN && is_side(c, false, name) && (is_x || input < 0);
    xb_output_put(c->output, "{");
    if (is_x)
        put_x(c, symbol, input, parts);
    if (is_y)
        put_span(c, is_x, "y", &c->y, parts * elements);
    if (!is_x && input >= 0)
        put_values(c, symbol, input);
    xb_output_put(c->output, "}");
}

static void make_case(void *argument)
{
    casing *c = argument;
    const xb_routine *entry = gen_find_entry(c->h->original, GEN_MAIN);
    xb_text *text = xb_text_create(c->h->arena);
    c->output = xb_text_output(text);
    c->x0 = "";
    xb_output_put(c->output, "{\"entry\": \"" GEN_MAIN "\", \"arguments\": [");
    for (size_t i = 0; entry && i < entry->formals.count; i++) {
        xb_output_put(c->output, i > 0 ? ", " : "");
        put_argument(c, entry->formals.items[i]);
    }
    xb_output_format(c->output, "], \"x0\": [%s], \"limits\": {\"steps\": 1000000}}", c->x0);
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    c->h->status = xb_case_parse(c->h->arena, c->h->diagnostics, bytes, length, "(case)", &c->h->description);
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

/* The first point at which all arguments are there. */
static int choose_point(const gen_inputs *inputs)
{
    for (int point = 0; point < inputs->point_count; point++) {
        bool any = false;
        for (int i = 0; i < inputs->name_count; i++)
            any = any || inputs->absent[i][point];
        if (!any)
            return point;
    }
    return 0;
}

/* @return whether the program can be driven */
static bool prepare(hunting *h)
{
    const xb_read_options options = {.name = "(program)"};
    h->original = NULL;
    protect(h, grow, h);
    protect(h, set_flags, h);
    casing c = {.h = h, .inputs = gen_inputs_read(h->arena, h->document)};
    c.point = choose_point(&c.inputs);
    h->status =
        xb_read_memory(h->failure, h->diagnostics, h->known_document, h->length, &options, &h->original);
    if (!h->status)
        protect(h, verify_original, h);
    if (!h->status)
        protect(h, choose_sides, h);
    if (!h->status)
        protect(h, make_case, &c);
    if (!h->status)
        protect(h, choose_points, h);
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
    if (way > 1)
        set(settings, &count, "reversal", way_names[way]);
    const xb_setting *drawn[] = {
        way == 1 ? &forward[gen_below(random, 3)] : NULL, way > 1 ? &tape[gen_below(random, 3)] : NULL,
        way > 1 ? &reverse[gen_below(random, 3)] : NULL, way > 1 ? &store[gen_below(random, 2)] : NULL};
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
    const char *name = way == 0 ? "plain" : way == 1 ? "tangent" : "adjoint";
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
    if (p->way > 0 && h->sides)
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

static void copy_case(void *argument)
{
    preparing *p = argument;
    hunting *h = p->h;
    xb_verdict *known = xb_arena_alloc(h->arena, sizeof *known);
    xb_case *description = xb_arena_alloc(h->arena, sizeof *description);
    static const xb_drive_kind kinds[WAYS] = {XB_DRIVE_VALUES, XB_DRIVE_TANGENT, XB_DRIVE_COMBINED,
                                              XB_DRIVE_COMBINED};
    *known = h->known;
    known->kind = kinds[p->way];
    *description = h->description;
    const bool is_plain = p->way == 0;
    p->subject = (xb_native_subject){.original = is_plain ? p->trial->program : NULL,
                                     .transformed = is_plain ? NULL : p->trial->program,
                                     .before = h->original,
                                     .verdict = known,
                                     .description = description};
}

/* The document of a way, to be judged with others. @return whether it is */
static bool add_way(hunting *h, size_t way)
{
    preparing p = {.h = h, .way = way};
    const bool is_made = transform(&p);
    bool done = is_made;
    if (done) {
        protect(h, copy_case, &p);
        done = xb_native_add(h->native, &p.subject, &p.trial->verdict) == XB_STATUS_OK;
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
    snprintf(suffix, sizeof suffix, "-%s.xaif", way_names[t->way]);
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
    if (!prepare(h)) {
        count_refusal(h, h->diagnostics);
    } else {
        h->programs++;
        for (size_t way = 0; way < WAYS; way++)
            if (!add_way(h, way) && way == 0)
                break; /* what can't be written is not differentiated */
    }
}

static void try_batch(hunting *h)
{
    xb_arena_reset(h->arena);
    protect(h, begin_batch, h);
    if (!h->native)
        give_up("memory ran out");
    xb_program **originals = calloc(h->batch, sizeof(xb_program *));
    size_t count = 0;
    for (; originals && count < h->batch; count++, h->search.seed++) {
        add_program(h);
        originals[count] = h->original;
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
    for (size_t i = 0; i < count; i++)
        xb_program_destroy(originals[i]);
    free(originals);
}

/* ---- everything ---------------------------------------------------------------------------------------- */

static void summarize(const hunting *h)
{
    if (h->verbose)
        gen_search_put_reasons(&h->search, "not judged");
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
        "[--compiler COMMAND] [--text FOLDER] [--verbose yes]\n",
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
    else if (strcmp(name, "--text") == 0)
        h->text = value;
    else if (strcmp(name, "--verbose") == 0)
        h->verbose = true;
    else
        return gen_search_set(&h->search, name, value);
    return h->batch > 0;
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
