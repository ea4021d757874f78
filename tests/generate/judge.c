/*
 * Each document that is read has an arena of its own. Work that allocates is a function that runs under
 * xb_protect(); the evaluator is called between these.
 */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/passivation.h"
#include "algorithm/run.h"
#include "base/text.h"
#include "collisions.h"
#include "ir/verify.h"
#include "machine.h"
#include "user.h"
#include "languages/xaif/catalogue.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/validate.h"
#include "languages/xaif/writer.h"

/* ---- documents ----------------------------------------------------------------------------------------- */

/* A document that was read, and the results of working on it. */
typedef struct document {
    xb_failure *failure;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_program *program;
    xb_status status;
    const char *passive; /* names of variables to treat as passive; NULL: none */
    /* of transform() */
    const gen_options *options;
    gen_catalogues catalogues;  /* NULL: not needed */
    const char *bodies;         /* of run_output() */
    const char *before, *after; /* the original as written before and after */
    const char *text;           /* of what comes out; NULL: nothing */
    size_t length;
    const char *problem; /* what must not be; NULL: nothing */
    const char *detail;  /* more about it; NULL: the first error */
} document;

static void read_document(document *d, const char *text, size_t length);

static void create_diagnostics(void *argument)
{
    document *d = argument;
    d->diagnostics = xb_diagnostics_create(d->arena);
}

static void verify(void *argument)
{
    document *d = argument;
    if (d->passive)
        xb_passivate(d->program, d->arena, d->passive, XB_NAME_STYLE_NONE);
    d->status = xb_verify(d->program, d->arena);
}

static bool open_document(document *d, const char *text, size_t length, const char *passive)
{
    *d = (document){.failure = xb_failure_create(), .status = XB_STATUS_FAILED, .passive = passive};
    d->arena = xb_arena_create(d->failure);
    if (!d->arena || !xb_protect(d->failure, create_diagnostics, d))
        return false;
    read_document(d, text, length);
    return d->status == XB_STATUS_OK;
}

static void read_document(document *d, const char *text, size_t length)
{
    d->status = xb_read_memory(d->failure, d->diagnostics, text, length, NULL, &d->program);
    if (!d->status && !xb_protect(d->failure, verify, d))
        d->status = XB_STATUS_FAILED;
}

static void close_document(document *d)
{
    xb_program_destroy(d->program);
    xb_arena_destroy(d->arena);
    xb_failure_destroy(d->failure);
}

/* NULL if there is none. */
static const xb_diagnostic *first_diagnostic(const document *d)
{
    for (size_t i = 0; d->diagnostics && i < xb_diagnostics_count(d->diagnostics); i++)
        if (xb_diagnostics_at(d->diagnostics, i)->severity == XB_SEVERITY_ERROR)
            return xb_diagnostics_at(d->diagnostics, i);
    return NULL;
}

static const char *first_error(const document *d)
{
    const xb_diagnostic *error = first_diagnostic(d);
    return error ? error->message : "no reason is given";
}

/* ---- transformation ------------------------------------------------------------------------------------ */

static const char *written(document *d, const xb_write_options *options, size_t *length)
{
    xb_text *text = xb_text_create(d->arena);
    d->status = xb_write(d->program, xb_text_output(text), options);
    return d->status ? NULL : xb_text_join(text, length);
}

/* Files have names from the top of the sources. */
static xb_setting engine_setting(const document *d, xb_setting setting)
{
    const char *top = getenv("XB_TOP_SRCDIR");
    if (setting.value && strchr(setting.value, '/') && top)
        setting.value = xb_arena_format(d->arena, "%s/%s", top, setting.value);
    return setting;
}

/* Without what is no option of the engine. */
static gen_options engine_options(const document *d)
{
    gen_options settings = {.count = 0};
    for (size_t i = 0; i < d->options->count; i++)
        if (strcmp(d->options->settings[i].name, GEN_REVERSE) != 0)
            settings.settings[settings.count++] = engine_setting(d, d->options->settings[i]);
    return settings;
}

static void read_catalogues(document *d, xb_catalogue *catalogue)
{
    const char *const files[] = {d->catalogues.boxes, d->catalogues.user, d->catalogues.arrangements};
    for (size_t i = 0; i < sizeof files / sizeof *files && !d->status; i++)
        if (files[i])
            d->status = xb_catalogue_read(catalogue, d->diagnostics, files[i]);
}

static xb_run *create_run(document *d, xb_pipeline *pipeline)
{
    static const char *const forward[] = {"basicblockpreaccumulation"},
                             *const reverse[] = {"basicblockpreaccumulationreverse"};
    bool is_reverse = gen_options_have(d->options, GEN_REVERSE);
    const gen_options settings = engine_options(d);
    const xb_registry *registry = xb_registry_create(d->arena, xb_builtin_algorithms);
    xb_catalogue *catalogue = xb_catalogue_create(d->arena);
    d->status =
        xb_pipeline_resolve(d->arena, registry, d->diagnostics, is_reverse ? reverse : forward, 1, pipeline);
    read_catalogues(d, catalogue);
    const xb_options *options = NULL;
    if (!d->status)
        d->status = xb_options_read(d->arena, d->diagnostics, registry, pipeline, settings.settings,
                                    settings.count, &options);
    const xb_run_plan plan = {
        .program = d->program, .catalogue = catalogue, .pipeline = pipeline, .options = options};
    return d->status ? NULL : xb_run_create(d->arena, &plan);
}

static void run_stages(document *d, xb_run *run, const xb_pipeline *pipeline)
{
    for (size_t i = 0; !d->status && i < pipeline->count; i++) {
        d->status = xb_run_stage(run, &pipeline->stages[i]);
        if (!d->status && xb_verify_derived(d->program, d->arena)) {
            d->problem = "what is derived is not valid";
            d->status = XB_STATUS_INVALID;
        }
    }
    if (!d->status)
        d->status = xb_run_finish(run);
    if (!d->status && gen_collision(d->program)) {
        d->problem = "a generated name is taken";
        d->detail = gen_collision(d->program)->id->text;
    }
}

static void transform(void *argument)
{
    document *d = argument;
    const xb_write_options original = {.view = XB_VIEW_READ};
    xb_pipeline *pipeline = xb_arena_array(d->arena, 1, sizeof *pipeline);
    d->before = written(d, &original, NULL);
    xb_run *run = create_run(d, pipeline);
    if (!run)
        return;
    run_stages(d, run, pipeline);
    if (!d->status) {
        const xb_write_options options = {.resolve_activity = true};
        d->text = written(d, &options, &d->length);
    }
    xb_status status = d->status;
    d->after = written(d, &original, NULL);
    d->status = status;
    xb_run_destroy(run);
    if (!d->problem && strcmp(d->before, d->after) != 0)
        d->problem = "the input was modified";
}

static gen_catalogues needed_catalogues(const gen_trial *trial)
{
    gen_catalogues needed = trial->catalogues;
    if (!trial->bodies)
        needed.boxes = NULL;
    if (!gen_has_user_names(trial->text))
        needed.user = NULL;
    if (!strstr(trial->text, "eoshift_arr") && !strstr(trial->text, "pack_arr"))
        needed.arrangements = NULL;
    return needed;
}

/* Reads and transforms a document. */
static void make(document *d, const gen_trial *trial, const gen_options *options)
{
    if (!open_document(d, trial->text, trial->length, trial->passive)) {
        d->problem = "the document is refused";
        return;
    }
    d->options = options;
    d->catalogues = needed_catalogues(trial);
    if (!xb_protect(d->failure, transform, d)) {
        d->problem = "memory ran out";
        d->status = XB_STATUS_FAILED;
    }
    if (!d->problem && d->status && d->status != XB_STATUS_UNSUPPORTED)
        d->problem = "an error";
}

/* ---- comparison ---------------------------------------------------------------------------------------- */

static const xb_exact_activity activities[] = {XB_EXACT_EVERYWHERE, XB_EXACT_BY_FORMALS};
enum { OTHERS = sizeof activities / sizeof *activities };

/* What is known of the original at one point. */
typedef struct reference {
    gen_results results;
    gen_results shifted;        /* at a point nearby, for the condition */
    gen_results others[OTHERS]; /* with other meanings of passive variables */
    bool usable, has_shifted, has_others;
} reference;

enum { POINT_LIMIT = 4 };

typedef struct judging {
    xb_arena *arena;
    const gen_trial *trial;
    const char *entry;
    gen_inputs inputs;
    document original;
    gen_machine machine, others[OTHERS];
    reference points[POINT_LIMIT];
    gen_verdict verdict;
} judging;

static const double largest = 1e6, nearest_kink = 1e-6, nearby = 1e-10, tolerance = 1e-9;

static bool is_moderate(const gen_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const gen_result *r = &results->items[i];
        if (!r->defined || r->value.type == XB_TYPE_INTEGER || r->value.type == XB_TYPE_BOOL)
            continue;
        if (!(fabs(r->value.real) < largest) || !(fabs(r->value.imaginary) < largest))
            return false;
        for (size_t d = 0; r->active && d < results->directions; d++)
            if (!(cabs(r->derivatives[d]) < largest))
                return false;
    }
    return true;
}

static const char *place(xb_arena *arena, const gen_result *r)
{
    return xb_arena_format(arena, "%s[%zu]", r->name, r->element);
}

static void wrong(judging *j, const char *kind, const char *what)
{
    j->verdict.outcome = GEN_WRONG;
    j->verdict.kind = kind;
    j->verdict.what = what;
}

static bool same_value(const xb_number *a, const xb_number *b)
{
    return a->type == b->type && a->integer == b->integer &&
           memcmp(&a->real, &b->real, sizeof a->real) == 0 &&
           memcmp(&a->imaginary, &b->imaginary, sizeof a->imaginary) == 0;
}

static const gen_result *find_result(const gen_results *results, const gen_result *like)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->items[i].element == like->element && strcmp(results->items[i].name, like->name) == 0)
            return &results->items[i];
    return NULL;
}

static double scale_of(const gen_results *results, const gen_result *r)
{
    double scale = 1;
    for (size_t d = 0; d < results->directions; d++)
        scale = fmax(scale, cabs(r->derivatives[d]));
    return scale;
}

/* How much the derivative changes when the point moves a little: what rounding may do to it. */
static double condition(judging *j, int point, const gen_result *r, size_t direction)
{
    reference *known = &j->points[point];
    if (!known->has_shifted) {
        known->has_shifted = true;
        if (gen_machine_run(&j->machine, point, nearby, &known->shifted))
            known->shifted.count = 0;
    }
    const gen_result *moved = find_result(&known->shifted, r);
    return moved ? cabs(moved->derivatives[direction] - r->derivatives[direction]) : 0;
}

static bool runs(gen_machine *machine, int point, gen_results *results)
{
    return (machine->evaluator || !gen_machine_create(machine)) &&
           !gen_machine_run(machine, point, 0, results);
}

/* Whether a derivative depends on what happens to derivatives in passive variables: those of a passive actual
 * argument, for one, may live on as long as it has the name of an active formal one, or longer. */
static bool is_ambiguous(judging *j, int point, const gen_result *r, size_t direction)
{
    reference *known = &j->points[point];
    bool differs = false;
    for (int i = 0; i < OTHERS; i++) {
        gen_results *results = &known->others[i];
        if (!known->has_others && !runs(&j->others[i], point, results))
            results->count = 0;
        const gen_result *other = find_result(results, r);
        differs |= other && cabs(other->derivatives[direction] - r->derivatives[direction]) > tolerance;
    }
    known->has_others = true;
    return differs;
}

static bool compare_derivatives(judging *j, int point, const gen_result *r, const gen_result *found)
{
    double scale = scale_of(&j->points[point].results, r);
    if (!found->differentiated) {
        wrong(j, "a derivative is not set", xb_arena_format(j->arena, "%s'", place(j->arena, r)));
        return false;
    }
    for (size_t d = 0; d < j->machine.directions; d++) {
        double difference = cabs(r->derivatives[d] - found->derivatives[d]);
        j->verdict.compared++;
        if (difference <= tolerance * scale)
            continue;
        bool steep = difference <= 100 * condition(j, point, r, d);
        bool ambiguous = !steep && is_ambiguous(j, point, r, d);
        j->verdict.steep += steep;
        j->verdict.ambiguous += ambiguous;
        if (steep || ambiguous)
            continue;
        if (j->points[point].results.kink < nearest_kink) {
            j->verdict.outcome = GEN_USELESS;
            j->verdict.kind = j->verdict.what = "a kink";
            return false;
        }
        wrong(j, "a wrong derivative",
              xb_arena_format(j->arena, "%s'%zu is %.15g%+.3gi, not %.15g%+.3gi (point %d)",
                              place(j->arena, r), d + 1, creal(found->derivatives[d]),
                              cimag(found->derivatives[d]), creal(r->derivatives[d]),
                              cimag(r->derivatives[d]), point + 1));
        return false;
    }
    return true;
}

static bool compare(judging *j, int point, const gen_results *results)
{
    const gen_results *known = &j->points[point].results;
    for (size_t i = 0; i < known->count; i++) {
        const gen_result *r = &known->items[i], *found = find_result(results, r);
        if (!r->defined)
            continue;
        if (!found || !found->defined || !same_value(&r->value, &found->value)) {
            wrong(j, "a wrong value",
                  xb_arena_format(j->arena, "%s is %.17g, not %.17g (point %d)", place(j->arena, r),
                                  found && found->defined ? found->value.real : NAN, r->value.real,
                                  point + 1));
            return false;
        }
        if (r->active && !compare_derivatives(j, point, r, found))
            return false;
    }
    return true;
}

/* ---- steps --------------------------------------------------------------------------------------------- */

/* Routines with ids that no routine of an output has. */
static const char *with_other_ids(xb_arena *arena, const char *bodies)
{
    static const char begin[] = "<xaif:ControlFlowGraph vertex_id=\"";
    const char *text = "", *rest = bodies;
    for (const char *at; (at = strstr(rest, begin)) != NULL; rest = at + sizeof begin - 1)
        text = xb_arena_format(arena, "%s%.*s%s90", text, (int)(at - rest), rest, begin);
    return xb_arena_format(arena, "%s%s", text, rest);
}

/* Puts the routines that were not shown into what came out, and names that can be run. */
static void complete(void *argument)
{
    document *d = argument;
    d->text = gen_plain_names(d->arena, d->text);
    d->length = strlen(d->text);
    if (!d->bodies)
        return;
    const char *end = d->text + d->length;
    while (end > d->text && *end != '<')
        end--;
    d->text = xb_arena_format(d->arena, "%.*s%s%s", (int)(end - d->text), d->text,
                              with_other_ids(d->arena, d->bodies), end);
    d->length = strlen(d->text);
}

static size_t count_seeds(const judging *j)
{
    size_t most = 0;
    for (int point = 0; point < j->inputs.point_count; point++) {
        const gen_results *known = &j->points[point].results;
        size_t count = 0;
        for (size_t i = 0; j->points[point].usable && i < known->count; i++)
            count += gen_seeds_of(&known->items[i]);
        most = count > most ? count : most;
    }
    return most;
}

static void run_points(judging *j, gen_machine *machine, const document *output)
{
    xb_status status = gen_machine_create(machine);
    for (int point = 0; !status && point < j->inputs.point_count && j->verdict.outcome == GEN_RIGHT;
         point++) {
        gen_results results;
        if (!j->points[point].usable)
            continue;
        status = machine->template_kind
                     ? gen_machine_reverse(machine, point, &j->points[point].results, &results)
                     : gen_machine_run(machine, point, 0, &results);
        if (!status)
            compare(j, point, &results);
    }
    if (status)
        wrong(j, "the output can't be run", xb_arena_format(j->arena, "%s", first_error(output)));
    gen_machine_destroy(machine);
}

/* Split templates, joint ones, and the one or the other with strict placeholders; or motions, which are for
 * split templates if they are lists. */
static void run_adjoints(judging *j, gen_machine *machine, const document *output, const gen_options *options)
{
    static const struct {
        xb_template kind;
        bool strict;
        const char *name;
    } ways[] = {{XB_TEMPLATE_SPLIT, false, "split"},
                {XB_TEMPLATE_JOINT, false, "joint"},
                {XB_TEMPLATE_SPLIT, true, "strict split"},
                {XB_TEMPLATE_JOINT, true, "strict joint"}};
    machine->seeds = count_seeds(j);
    machine->initialises = gen_options_have(options, "initialise");
    machine->motions = gen_options_have(options, "motions");
    bool scheduled = machine->motions || gen_options_have(options, "reversal");
    for (size_t i = 0; i < sizeof ways / sizeof *ways && j->verdict.outcome == GEN_RIGHT; i++) {
        if (scheduled && (ways[i].kind != XB_TEMPLATE_SPLIT || (machine->motions && ways[i].strict)))
            continue;
        machine->template_kind = ways[i].kind;
        machine->strict = ways[i].strict;
        run_points(j, machine, output);
        if (j->verdict.outcome == GEN_WRONG)
            j->verdict.what = xb_arena_format(j->arena, "%s: %s", ways[i].name, j->verdict.what);
    }
}

/* Runs what came out. */
static void run_output(judging *j, document *made)
{
    document output;
    gen_machine machine = {.inputs = &j->inputs, .name = j->entry};
    made->bodies = j->trial->bodies;
    if (!xb_protect(made->failure, complete, made))
        made->length = 0;
    if (!open_document(&output, made->text, made->length, NULL)) {
        wrong(j, "the output can't be read", xb_arena_format(j->arena, "%s", first_error(&output)));
        close_document(&output);
        return;
    }
    machine.failure = output.failure;
    machine.arena = output.arena;
    machine.program = output.program;
    if (gen_options_have(made->options, GEN_REVERSE))
        run_adjoints(j, &machine, &output, made->options);
    else
        run_points(j, &machine, &output);
    close_document(&output);
}

static void check_again(judging *j, const document *made)
{
    document second;
    make(&second, j->trial, made->options);
    if (!second.text || second.length != made->length || memcmp(second.text, made->text, made->length) != 0)
        wrong(j, "the second output is another one", "");
    close_document(&second);
}

static void check_schema(judging *j, document *made)
{
    xb_status status = xb_validate_memory(made->failure, made->diagnostics, "output", made->text,
                                          made->length, XB_SCHEMA_OUTPUT, NULL);
    if (status == XB_STATUS_FAILED) {
        j->verdict.outcome = GEN_USELESS;
        j->verdict.kind = j->verdict.what = "the schemas are not found, see XAIFBOOSTER_SCHEMA_DIR";
    } else if (status) {
        wrong(j, "the output violates the schema", xb_arena_format(j->arena, "%s", first_error(made)));
    }
}

static void judge_choice(judging *j, size_t number, bool thorough)
{
    document made;
    j->verdict.options = number;
    make(&made, j->trial, &j->trial->options[number]);
    if (made.problem) {
        wrong(j, made.problem,
              xb_arena_format(j->arena, "%s", made.detail ? made.detail : first_error(&made)));
    } else if (made.status) {
        j->verdict.outcome = GEN_REFUSED;
        j->verdict.kind = j->verdict.what = xb_arena_format(j->arena, "%s", first_error(&made));
        j->verdict.line = first_diagnostic(&made) ? (int)first_diagnostic(&made)->place.line : 0;
    } else {
        if (thorough && j->trial->again)
            check_again(j, &made);
        if (thorough && j->trial->validate)
            check_schema(j, &made);
        if (j->verdict.outcome == GEN_RIGHT)
            run_output(j, &made);
    }
    close_document(&made);
}

/* Runs the original at all points. @return whether one of them can be used */
static bool run_original(judging *j)
{
    bool any = false;
    j->machine = (gen_machine){.failure = j->original.failure,
                               .arena = j->original.arena,
                               .program = j->original.program,
                               .inputs = &j->inputs,
                               .name = j->entry,
                               .exact = true,
                               .activity = XB_EXACT_BY_ACTUALS};
    for (int i = 0; i < OTHERS; i++) {
        j->others[i] = j->machine;
        j->others[i].activity = activities[i];
    }
    if (gen_machine_create(&j->machine)) {
        j->verdict.what = xb_arena_format(j->arena, "%s", first_error(&j->original));
        return false;
    }
    for (int point = 0; point < j->inputs.point_count; point++) {
        reference *known = &j->points[point];
        if (gen_machine_run(&j->machine, point, 0, &known->results))
            j->verdict.what = xb_arena_format(j->arena, "%s", first_error(&j->original));
        else if (!is_moderate(&known->results))
            j->verdict.what = "large values";
        else
            any = known->usable = true;
    }
    return any;
}

static gen_verdict judge_entry(xb_arena *arena, const gen_trial *trial, const char *entry)
{
    judging *j = xb_arena_array(arena, 1, sizeof *j);
    *j = (judging){
        .arena = arena, .trial = trial, .entry = entry, .inputs = gen_inputs_read(arena, trial->text)};
    const char *known = gen_plain_names(arena, trial->reference ? trial->reference : trial->text);
    if (!open_document(&j->original, known, strlen(known), trial->passive)) {
        wrong(j, "the document is refused", xb_arena_format(arena, "%s", first_error(&j->original)));
    } else if (!run_original(j)) {
        j->verdict.outcome = GEN_USELESS;
        j->verdict.kind = "useless";
    } else {
        for (size_t i = 0; i < trial->options_count && j->verdict.outcome == GEN_RIGHT; i++)
            judge_choice(j, i, i == 0);
    }
    gen_machine_destroy(&j->machine);
    for (int i = 0; i < OTHERS; i++)
        gen_machine_destroy(&j->others[i]);
    close_document(&j->original);
    return j->verdict;
}

gen_verdict gen_judge(xb_arena *arena, const gen_trial *trial)
{
    static const char *const others[] = {"tail"};
    gen_verdict verdict = judge_entry(arena, trial, GEN_MAIN);
    for (size_t i = 0; i < sizeof others / sizeof *others && verdict.outcome == GEN_RIGHT; i++) {
        if (!strstr(trial->text, xb_arena_format(arena, "\n  %s.x", others[i])))
            continue;
        const gen_verdict first = verdict;
        verdict = judge_entry(arena, trial, others[i]);
        verdict.compared += first.compared;
        verdict.steep += first.steep;
        verdict.ambiguous += first.ambiguous;
    }
    return verdict;
}
