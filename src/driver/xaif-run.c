/*
 * The program xaif-run: runs a document at one point and prints values and, on request, the Jacobian.
 */
#include <stddef.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "driver/case_choices.h"
#include "driver/files.h"
#include "driver/interruption.h"
#include "driver/run_paths.h"
#include "driver/run_pattern.h"
#include "driver/run_profile.h"
#include "driver/synonyms.h"
#include "driver/tool.h"
#include "driver/words.h"
#include "ir/verify.h"
#include "verify/case_effects.h"
#include "verify/jacobian.h"
#include "verify/judge.h"
#include "verify/verdict.h"
#include "languages/xaif/reader.h"

typedef struct running {
    tool tool;
    const char *file, *x;
    case_choices choices;
    xb_list catalogues;            /* const char */
    const xb_catalogue *catalogue; /* what is in them */
    bool work, json, wants_jacobian, terms, counts;
    bool undefined_derivatives, strict_anonymous, single_as_double, allows_nan, zero_singular;
    xb_drive_kind kind;
    xb_case description;
    xb_program *program; /* owned */
    xb_drive *drive;     /* owned */
    xb_layout layout;
    xb_jacobian jacobian;
    run_paths paths;
    run_pattern pattern;
    run_profile profile;
    const double *second; /* n numbers, NULL: no second point */
    size_t second_count;
} running;

/* ---- the command line ---- */

static const char *take_x(void *context, const char *value)
{
    ((running *)context)->x = value;
    return NULL;
}

static const char *take_catalogue(void *context, const char *value)
{
    running *run = context;
    xb_list_append(run->tool.arena, &run->catalogues, value);
    return *value ? NULL : "the file name is empty";
}

static const char *take_jacobian(void *context, const char *value)
{
    static const struct {
        const char *name;
        xb_drive_kind kind;
    } kinds[] = {{"tangent", XB_DRIVE_TANGENT}, {"split", XB_DRIVE_SPLIT},       {"joint", XB_DRIVE_JOINT},
                 {"motions", XB_DRIVE_MOTIONS}, {"combined", XB_DRIVE_COMBINED}, {"terms", XB_DRIVE_EXACT}};
    running *run = context;
    run->wants_jacobian = true;
    run->kind = XB_DRIVE_EXACT;
    run->terms = value && strcmp(value, "terms") == 0;
    for (size_t i = 0; value && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, value) == 0)
            run->kind = kinds[i].kind;
    return NULL;
}

static const char *take_pattern(void *context, const char *value)
{
    pattern_take(&((running *)context)->pattern, value);
    return NULL;
}

static const char *take_format(void *context, const char *value)
{
    ((running *)context)->json = strcmp(value, "json") == 0;
    return NULL;
}

static const char *take_singular(void *context, const char *value)
{
    ((running *)context)->zero_singular = strcmp(value, "zero") == 0;
    return NULL;
}

static const char *take_trace(void *context, const char *value)
{
    ((running *)context)->paths.file = value;
    return NULL;
}

static const char *take_profile(void *context, const char *value)
{
    ((running *)context)->profile.file = value;
    return NULL;
}

static const char *take_second(void *context, const char *value)
{
    ((running *)context)->paths.second = value;
    return NULL;
}

static const char *take_file(void *context, const char *word)
{
    running *run = context;
    if (run->file)
        return "there is more than one document";
    run->file = word;
    return NULL;
}

static const char *const jacobians[] = {"exact",   "tangent",  "split", "joint",
                                        "motions", "combined", "terms", NULL};
static const char *const formats[] = {"text", "json", NULL};
static const char *const singular_values[] = {"ieee", "zero", NULL};

static const word_option options[] = {
    {{"x", 0, "NUMBERS", "the independent numbers, separated by commas or blanks", "0.5,1,1.5,...", NULL},
     .take = take_x},
    {{"catalogue", 'c', "FILE",
      "the formulas of values in this catalogue say what intrinsics compute that are not built in; may be "
      "repeated",
      NULL, NULL},
     .take = take_catalogue},
    {{"noninlinable", 'N', "FILE", "the same as --catalogue", NULL, NULL}, .take = take_catalogue},
    {{"jacobian", 'j', "[=HOW]",
      "print the Jacobian, too: exact, by dual numbers; or what the derivative statements of the document "
      "make of it, a tangent-linear program or an adjoint one with split or joint templates, or with "
      "routines that record and return (motions), or do both in one call (combined); or, for each "
      "exact derivative, the sum of the sizes of its terms",
      "exact", jacobians},
     .take = take_jacobian},
    {{"pattern", 0, "[=FORM]",
      "print which dependent numbers depend on which independent ones, by the statements that are run: a "
      "line for each; a Matrix Market file and nothing else; a picture in text; or one in SVG and nothing "
      "else",
      "rows", pattern_forms},
     .take = take_pattern},
    {{"colouring", 0, NULL,
      "with --pattern, print groups of columns, or of rows, that one run of forward, or reverse, mode can "
      "take together: whichever are fewer",
      NULL, NULL},
     .flag = offsetof(running, pattern.grouped)},
    {{"undefined-derivatives", 0, NULL,
      "derivatives of local variables are undefined at first, instead of 0; reading one is an error", NULL,
      NULL},
     .flag = offsetof(running, undefined_derivatives)},
    {{"strict-anonymous", 0, NULL, "run the replacements 10 and 11 in the place of 2 and 3", NULL, NULL},
     .flag = offsetof(running, strict_anonymous)},
    {{"single-as-double", 0, NULL,
      "don't round to single precision: values whose feType is F4 keep the digits of double precision", NULL,
      NULL},
     .flag = offsetof(running, single_as_double)},
    {{"allow-nan", 0, NULL,
      "values and derivatives may be infinite or not a number; without it, the exit status is 5 then", NULL,
      NULL},
     .flag = offsetof(running, allows_nan)},
    {{"singular", 0, "VALUE",
      "what exact derivatives are at points that have none, as of sqrt at 0: infinite or not a number "
      "(ieee), "
      "or 0 (zero), as in what xaifbooster --singular=zero makes",
      "ieee", singular_values},
     .take = take_singular},
    {{"trace", 0, "FILE",
      "write what a traced document (xaifbooster -a tracediff) decides to a file: branches, rounds of loops, "
      "subscripts, pieces of non-smooth intrinsics",
      NULL, NULL},
     .take = take_trace},
    {{"compare-paths", 0, "NUMBERS",
      "run a traced document with these independent numbers, too, and say where it first goes another way",
      NULL, NULL},
     .take = take_second},
    {{"profile", 0, "FILE",
      "write what each activation of a routine calls, computes and stores to a file, with sums for each "
      "routine and call: of a program that xaifbooster has reversed with --reversal=joint "
      "--motions=routines, "
      "for its option --profile",
      NULL, NULL},
     .take = take_profile},
    {{"counts", 0, NULL, "print what was counted: steps, operations, sizes of tapes", NULL, NULL},
     .flag = offsetof(running, counts)},
    {{"format", 0, "FORMAT", "how to print", "text", formats}, .take = take_format},
    {.option = {.name = NULL}}};

static const char usage[] =
    "usage: xaif-run [OPTION]... FILE\n"
    "Runs the program in FILE, an XAIF document (- is standard input), and prints the\n"
    "results.\n\n";

static const char statuses[] =
    "\nExit status: 0 done; 1 the document or the case is wrong, or the program failed\n"
    "while it ran; 2 the command line is wrong; 3 the program needs something that is\n"
    "not supported; 4 the environment failed, a limit was reached, or the run was\n"
    "interrupted; 5 the paths that were compared differ, or something that is printed\n"
    "is infinite or not a number.\n";

static word_command make_command(running *run)
{
    word_command command = {.arena = run->tool.arena,
                            .name = "xaif-run",
                            .usage = usage,
                            .statuses = statuses,
                            .suffix = "xaif",
                            .meant = synonym_hint_of_run,
                            .operand = take_file,
                            .context = run};
    words_add(&command, case_options, &run->choices);
    words_add(&command, entry_options, &run->choices);
    words_add(&command, options, run);
    add_basic_options(&command, &run->tool.basics);
    return command;
}

/* ---- steps ---- */

static void refuse_both(running *run, const char *one, const char *other)
{
    run->tool.status =
        (int)xb_error(run->tool.diagnostics, XB_STATUS_USAGE, (xb_place){0}, "ask for one after the other",
                      "--%s can't be used with --%s", one, other);
}

/* Traces are those of runs for values. */
static void check_paths(running *run)
{
    if (!paths_wanted(&run->paths))
        return;
    run->kind = XB_DRIVE_TRACE;
    if (run->wants_jacobian || run->pattern.form)
        refuse_both(run, run->wants_jacobian ? "jacobian" : "pattern",
                    run->paths.file ? "trace" : "compare-paths");
}

/* Dependences are propagated in the place of derivatives. */
static void check_pattern(running *run)
{
    const run_pattern *pattern = &run->pattern;
    if (pattern->grouped && !pattern->form)
        run->tool.status = (int)xb_error(run->tool.diagnostics, XB_STATUS_USAGE, (xb_place){0},
                                         "add --pattern", "--colouring needs the pattern that it is one of");
    else if (pattern->form && run->wants_jacobian)
        refuse_both(run, "jacobian", "pattern");
    else if (pattern_stands_alone(pattern) && run->counts)
        refuse_both(run, "counts", pattern->form == PATTERN_MARKET ? "pattern=market" : "pattern=svg");
    else if (pattern_stands_alone(pattern) && run->json)
        refuse_both(run, "format=json", pattern->form == PATTERN_MARKET ? "pattern=market" : "pattern=svg");
    if (pattern->form)
        run->kind = XB_DRIVE_EXACT;
}

static xb_status check_files(const running *run)
{
    xb_arena *arena = run->tool.arena;
    xb_vector files = {0};
    files_add_read(arena, &files, &run->catalogues, "a catalogue");
    files_add(arena, &files, run->choices.file, "the case", FILE_READ);
    files_add(arena, &files, run->file, "the document", FILE_READ);
    files_add(arena, &files, run->paths.file, "the trace", FILE_WRITTEN);
    files_add(arena, &files, run->profile.file, "the profile", FILE_WRITTEN);
    return files_check(run->tool.diagnostics, &files);
}

static void parse(void *context)
{
    running *run = context;
    tool *self = &run->tool;
    const word_command command = make_command(run);
    run->work = tool_parse(self, &command);
    if (run->work && !run->file)
        self->status = (int)xb_error(self->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                                     "name a file, or - for standard input; see xaif-run --help",
                                     "there is no document");
    else if (run->work)
        self->status = (int)check_files(run);
    if (run->work && !self->status)
        check_pattern(run);
    if (run->work && !self->status)
        check_paths(run);
    if (run->file)
        sources_know(&self->basics.messages.sources, run->file);
    if (run->choices.file)
        sources_know(&self->basics.messages.sources, run->choices.file);
}

/* The numbers that an option gives. @return NULL if something is wrong, which is reported */
static const double *parse_numbers(running *run, const char *option, const char *text, size_t *count)
{
    static const char gaps[] = ", ";
    xb_vector numbers = {0};
    const char *hint = xb_arena_format(run->tool.arena, "write numbers as in --%s=0.5,-2,1e-3", option), *end;
    for (text += strspn(text, gaps); *text; text += strspn(text, gaps)) {
        size_t length = strcspn(text, gaps);
        double *number = xb_vector_push(run->tool.arena, &numbers, sizeof *number);
        *number = strtod(text, (char **)&end);
        if (end != text + length) {
            xb_error(run->tool.diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint,
                     "option --%s: number %u, '%.*s', is no number", option, numbers.count, (int)length,
                     text);
            return NULL;
        }
        text = end;
    }
    if (numbers.count == 0)
        xb_error(run->tool.diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint,
                 "option --%s: there is no number", option);
    *count = numbers.count;
    return numbers.items;
}

/* The numbers of --x take the place of the case's. */
static xb_status take_numbers(running *run)
{
    size_t count = 0;
    if (run->x) {
        const double *numbers = parse_numbers(run, "x", run->x, &count);
        if (!numbers)
            return XB_STATUS_USAGE;
        xb_case_name_point(&run->description, numbers, count);
    }
    if (run->paths.second) {
        run->second = parse_numbers(run, "compare-paths", run->paths.second, &run->second_count);
        if (!run->second)
            return XB_STATUS_USAGE;
    }
    return XB_STATUS_OK;
}

/* The document must have what the Jacobian is to be made of. */
static xb_status require_derivatives(running *run)
{
    tool *self = &run->tool;
    if (!run->wants_jacobian || run->kind == XB_DRIVE_EXACT)
        return XB_STATUS_OK;
    const xb_judge_finding found = xb_judge_find_kind(NULL, run->program, self->arena);
    xb_status status = xb_judge_require_kind(self->diagnostics, run->program, found, run->kind);
    const xb_place place = {.file = run->program->file};
    if (!status && found.kind == XB_DRIVE_VALUES)
        return xb_error(self->diagnostics, XB_STATUS_INVALID, place, "--jacobian=exact needs none",
                        "the document has no derivative statements");
    if (!status && !found.has_components)
        return xb_error(self->diagnostics, XB_STATUS_INVALID, place,
                        "let xaifbooster verify judge it, or add a routine that computes the Jacobian by "
                        "xaifbooster --jacobian=ROUTINE, and run that with --entry",
                        "the document has no components that are derivatives: these are variables");
    return status;
}

static void read(void *context)
{
    running *run = context;
    tool *self = &run->tool;
    run->catalogue = tool_read_catalogues(self, &run->catalogues);
    if (self->status)
        return;
    const xb_read_options how = {.catalogue = run->catalogue};
    xb_status status = read_case(self->arena, self->diagnostics, &run->choices, &run->description);
    if (!status)
        status = take_numbers(run);
    if (!status)
        status =
            xb_read_file(xb_arena_failure(self->arena), self->diagnostics, run->file, &how, &run->program);
    if (!status)
        status = xb_verify(run->program, self->arena);
    if (!status)
        status = require_derivatives(run);
    if (!status && paths_wanted(&run->paths))
        status = paths_require(self, run->program);
    self->status = (int)status;
}

static bool wants_columns(const running *run)
{
    return run->wants_jacobian || run->pattern.form;
}

/* A Jacobian without rows or columns. */
static void warn_of_nothing(const running *run)
{
    const xb_layout *layout = &run->layout;
    if (!wants_columns(run) || (layout->n > 0 && layout->m > 0))
        return;
    xb_warning(run->tool.diagnostics, (xb_place){.file = run->program->file},
               layout->n > 0 ? "name variables with --dependents" : "name variables with --independents",
               "nothing is %s in %s: the Jacobian is empty", layout->n > 0 ? "dependent" : "independent",
               layout->entry->symbol->id->text);
}

static xb_status find_paths(running *run)
{
    if (run->second && run->second_count != run->layout.n)
        return xb_error(run->tool.diagnostics, XB_STATUS_INVALID, (xb_place){0},
                        "write one number for each element that is x",
                        "option --compare-paths: there %s %zu %s, but there %s %zu independent %s",
                        xb_plural(run->second_count, "is", "are"), run->second_count,
                        xb_plural(run->second_count, "number", "numbers"),
                        xb_plural(run->layout.n, "is", "are"), run->layout.n,
                        xb_plural(run->layout.n, "number", "numbers"));
    return paths_find(&run->tool, &run->paths, run->drive, &run->layout, run->second);
}

/* Values and, if it is wanted, the Jacobian. */
static xb_status compute(running *run)
{
    xb_arena *arena = run->tool.arena;
    size_t total = xb_drive_is_adjoint(run->kind) ? run->layout.m : run->layout.n;
    run->jacobian = xb_jacobian_choose(arena, run->wants_jacobian ? total : 0, SIZE_MAX);
    return xb_jacobian_compute(arena, run->drive, &run->layout, run->kind, run->layout.x0, &run->jacobian);
}

static xb_status find_pattern(running *run)
{
    xb_arena *arena = run->tool.arena;
    run->jacobian.y = xb_arena_array(arena, run->layout.m + 1, sizeof *run->jacobian.y);
    xb_status status = xb_jacobian_pattern(arena, run->drive, &run->layout, run->layout.x0, run->jacobian.y,
                                           &run->pattern.sparsity);
    return status ? status : pattern_label(&run->tool, &run->pattern, &run->layout);
}

static void drive(void *context)
{
    running *run = context;
    tool *self = &run->tool;
    xb_status status =
        xb_layout_create(self->arena, self->diagnostics, run->program, &run->description, &run->layout);
    xb_evaluate_watch watch = {.context = NULL};
    if (!status)
        status = profile_prepare(self, &run->profile, run->program, &run->kind, &watch);
    const xb_drive_options how = {.kind = run->kind,
                                  .watch = watch,
                                  .stop = catch_interruptions(),
                                  .numbers = run->pattern.form ? XB_EXACT_DEPENDENCES
                                             : run->terms      ? XB_EXACT_MAGNITUDES
                                                               : XB_EXACT_DERIVATIVES,
                                  .directions = run->pattern.form     ? 1
                                                : run->wants_jacobian ? XB_JACOBIAN_DIRECTIONS
                                                                      : 0,
                                  .undefined_derivatives =
                                      run->undefined_derivatives || run->description.undefined_derivatives,
                                  .strict_anonymous = run->strict_anonymous,
                                  .catalogue = run->catalogue,
                                  .single_as_double = run->single_as_double,
                                  .zero_singular = run->zero_singular};
    if (!status)
        status = xb_case_check(self->arena, self->diagnostics, run->program, &run->description, &run->layout);
    if (!status)
        warn_of_nothing(run);
    if (!status)
        status =
            xb_drive_create(self->arena, run->program, &run->description, &run->layout, &how, &run->drive);
    if (!status)
        status = run->pattern.form ? find_pattern(run) : compute(run);
    if (!status && paths_wanted(&run->paths))
        status = find_paths(run);
    leave_interruptions();
    self->status = (int)status;
}

/* ---- printing ---- */

/* The entry in row j and column i, whichever way it was computed. */
static double entry(const running *run, size_t j, size_t i)
{
    bool rows = xb_drive_is_adjoint(run->kind);
    return run->jacobian.entries[rows ? j * run->jacobian.length + i : i * run->jacobian.length + j];
}

static const char *name(const running *run, const xb_layout_number *number)
{
    return xb_layout_name(run->tool.arena, &run->layout, number);
}

/* What is no number has no sign. */
static double printed(double number)
{
    return isnan(number) ? (double)NAN : number;
}

static void put_text(const running *run, xb_output *output)
{
    const xb_layout *layout = &run->layout;
    for (size_t i = 0; i < layout->n; i++)
        xb_output_format(output, "%s = %.17g\n", name(run, &layout->x[i]), layout->x0[i]);
    for (size_t j = 0; j < layout->m; j++)
        xb_output_format(output, "%s -> %.17g\n", name(run, &layout->y[j]), printed(run->jacobian.y[j]));
    for (size_t j = 0; run->wants_jacobian && j < layout->m; j++)
        for (size_t i = 0; i < layout->n; i++)
            xb_output_format(output, "d %s / d %s = %.17g\n", name(run, &layout->y[j]),
                             name(run, &layout->x[i]), printed(entry(run, j, i)));
}

static void put_names(const running *run, xb_output *output, const char *key, const xb_layout_number *numbers,
                      size_t count)
{
    xb_output_format(output, ",\n \"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        xb_output_put(output, i > 0 ? ", " : "");
        xb_json_text(output, name(run, &numbers[i]));
    }
    xb_output_char(output, ']');
}

static void put_json(const running *run, xb_output *output)
{
    const xb_layout *layout = &run->layout;
    double *row = xb_arena_array(run->tool.arena, layout->n + 1, sizeof *row);
    xb_output_put(output, "{\"entry\": ");
    xb_json_text(output, layout->entry->symbol->id->text);
    put_names(run, output, "independents", layout->x, layout->n);
    put_names(run, output, "dependents", layout->y, layout->m);
    xb_output_put(output, ",\n \"x\": ");
    xb_json_numbers(output, layout->x0, layout->n);
    xb_output_put(output, ",\n \"y\": ");
    xb_json_numbers(output, run->jacobian.y, layout->m);
    for (size_t j = 0; run->wants_jacobian && j < layout->m; j++) {
        for (size_t i = 0; i < layout->n; i++)
            row[i] = entry(run, j, i);
        xb_output_put(output, j > 0 ? ",\n  " : ",\n \"jacobian\": [\n  ");
        xb_json_numbers(output, row, layout->n);
    }
    if (run->wants_jacobian)
        xb_output_put(output, layout->m > 0 ? "]" : ",\n \"jacobian\": []");
}

/* What is counted, as it is called in texts. */
static void put_counts(const running *run, xb_output *output)
{
    const xb_evaluator_counts counts = xb_evaluator_count(xb_drive_evaluator(run->drive));
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {{"steps", counts.steps},
                {"operations", counts.operations},
                {"multiplications", counts.multiplications},
                {"additions", counts.additions},
                {"pushes", counts.pushes},
                {"tape_peak", counts.tape_peak},
                {"checkpoint_peak", counts.checkpoint_peak},
                {"stored_peak", counts.stored_peak},
                {"statements", counts.statements},
                {"statements_run", counts.statements_run}};
    xb_output_put(output, run->json ? ",\n \"counts\": {" : "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (run->json)
            xb_output_format(output, "%s\"%s\": %llu", i > 0 ? ", " : "", rows[i].name,
                             (unsigned long long)rows[i].count);
        else
            xb_output_format(output, "count of %s: %llu\n", rows[i].name, (unsigned long long)rows[i].count);
    xb_output_put(output, run->json ? "}" : "");
}

/* ---- what is not finite ---- */

/* What is infinite or not a number among what was printed. */
typedef struct oddity {
    size_t count;
    const char *name; /* of the first; NULL: there is none */
    double number;
    bool is_derivative;
} oddity;

static oddity find_oddity(const running *run)
{
    const xb_layout *layout = &run->layout;
    xb_arena *arena = run->tool.arena;
    oddity found = {.name = NULL};
    for (size_t j = 0; j < layout->m; j++)
        if (!isfinite(run->jacobian.y[j]) && found.count++ == 0)
            found = (oddity){1, name(run, &layout->y[j]), run->jacobian.y[j], false};
    for (size_t j = 0; run->wants_jacobian && j < layout->m; j++)
        for (size_t i = 0; i < layout->n; i++)
            if (!isfinite(entry(run, j, i)) && found.count++ == 0)
                found = (oddity){
                    1,
                    xb_arena_format(arena, "d %s / d %s", name(run, &layout->y[j]), name(run, &layout->x[i])),
                    entry(run, j, i), true};
    return found;
}

/* Values and derivatives that are no finite numbers are a failure unless the user knows of them. */
static void judge_numbers(running *run)
{
    static const char of_value[] =
        "the program computes it so at this point: choose another one by --x or a case; "
        "--allow-nan says that it may be so";
    static const char of_derivative[] =
        "there may be no derivative at this point: choose another one by --x or a case, or say which "
        "variables have none (xaifbooster -p), or that derivatives are 0 there (--singular=zero); "
        "--allow-nan says that it may be so";
    if (run->allows_nan || pattern_stands_alone(&run->pattern))
        return;
    const oddity found = find_oddity(run);
    if (!found.name)
        return;
    const char *more =
        found.count == 1 ? ""
                         : xb_arena_format(run->tool.arena, ", and %zu more are not finite", found.count - 1);
    xb_warning(run->tool.diagnostics, (xb_place){.file = run->program->file},
               found.is_derivative ? of_derivative : of_value, "%s is %s%s", found.name,
               isnan(found.number) ? "not a number" : "infinite", more);
    run->tool.status = XB_VERDICT_STATUS;
}

static void put(void *context)
{
    running *run = context;
    run->tool.status = (int)paths_write(&run->tool, &run->paths);
    if (!run->tool.status)
        run->tool.status = (int)profile_write(&run->tool, &run->profile);
    xb_output *output = run->tool.status ? NULL : tool_answer(&run->tool);
    if (!output)
        return;
    if (run->json)
        put_json(run, output);
    else if (!pattern_stands_alone(&run->pattern))
        put_text(run, output);
    pattern_put(run->tool.arena, &run->pattern, run->json, output);
    if (run->counts)
        put_counts(run, output);
    paths_put(&run->tool, &run->paths, run->json, output);
    if (run->json)
        xb_output_put(output, "}\n");
    judge_numbers(run);
    if (run->paths.differ)
        run->tool.status = XB_VERDICT_STATUS;
}

/* ---- putting them together ---- */

/* A step that is left out when there was only a question. */
static void work(void *context)
{
    running *run = context;
    static void (*const steps[])(void *context) = {read, drive, put, NULL};
    for (size_t i = 0; run->work && !run->tool.status && steps[i]; i++)
        steps[i](run);
}

static void release(void *context)
{
    running *run = context;
    xb_file_output_discard(run->paths.trace);
    pattern_release(&run->pattern);
    xb_file_output_discard(run->profile.output);
    xb_drive_destroy(run->drive);
    xb_program_destroy(run->program);
}

int main(int count, char **words)
{
    static void (*const steps[])(void *context) = {parse, work, NULL};
    running run = {.tool = {.name = "xaif-run", .count = count, .words = words}};
    return run_tool(&run.tool, steps, release, &run);
}
