/*
 * Two documents are read and judged; or a catalogue's rules are tested.
 */
#include "driver/verify.h"

#include <stddef.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/case_choices.h"
#include "driver/files.h"
#include "driver/interruption.h"
#include "driver/judging.h"
#include "driver/rules.h"
#include "driver/tool.h"
#include "driver/words.h"
#include "ir/verify.h"
#include "verify/judge.h"
#include "verify/made_for.h"
#include "languages/xaif/reader.h"

typedef struct verifying {
    tool tool;
    const char *original_file, *transformed_file;
    case_choices choices;
    bool work, json, kind_given, both, undefined_derivatives, strict_anonymous, zero_singular, named_only;
    xb_drive_kind kind;
    xb_case description;
    xb_program *original, *transformed; /* owned */
    xb_verdict verdict;
    const char *native_language; /* compiled code is judged, too, in this language; NULL: it is not */
    const char *compiler;        /* for that; NULL: not said */
    xb_native *native;           /* owned */
    xb_native_verdict compiled;
    xb_list catalogues; /* const char: files whose rules are tested, if there is no transformed program */
    const xb_catalogue *catalogue; /* what is in them */
} verifying;

/* ---- the command line ---- */

static const char contradiction[] =
    "a program is either tangent-linear or adjoint: leave out --tangent or --adjoint";

static const char *take_tangent(void *context, const char *value)
{
    verifying *run = context;
    (void)value;
    if (run->kind_given && xb_drive_is_adjoint(run->kind))
        return contradiction;
    run->kind = XB_DRIVE_TANGENT;
    run->kind_given = true;
    return NULL;
}

static const char *take_adjoint(void *context, const char *value)
{
    verifying *run = context;
    if (run->kind_given && !xb_drive_is_adjoint(run->kind))
        return contradiction;
    run->kind = strcmp(value, "split") == 0     ? XB_DRIVE_SPLIT
                : strcmp(value, "joint") == 0   ? XB_DRIVE_JOINT
                : strcmp(value, "motions") == 0 ? XB_DRIVE_MOTIONS
                                                : XB_DRIVE_COMBINED;
    run->kind_given = true;
    return NULL;
}

static const char *take_singular(void *context, const char *value)
{
    ((verifying *)context)->zero_singular = strcmp(value, "zero") == 0;
    return NULL;
}

static const char *take_format(void *context, const char *value)
{
    ((verifying *)context)->json = strcmp(value, "json") == 0;
    return NULL;
}

static const char *take_native(void *context, const char *value)
{
    ((verifying *)context)->native_language = value ? value : xb_native_languages[0];
    return NULL;
}

static const char *take_compiler(void *context, const char *value)
{
    verifying *run = context;
    if (!run->native_language)
        run->native_language = xb_native_languages[0];
    run->compiler = value;
    return value[strspn(value, " \t")] ? NULL : "the command is empty";
}

static const char *take_catalogue(void *context, const char *value)
{
    verifying *run = context;
    xb_list_append(run->tool.arena, &run->catalogues, value);
    return *value ? NULL : "the file name is empty";
}

static const char *take_file(void *context, const char *word)
{
    verifying *run = context;
    if (run->transformed_file)
        return "there are more than two documents";
    *(run->original_file ? &run->transformed_file : &run->original_file) = word;
    return NULL;
}

static const char *const templates[] = {"split", "joint", "motions", "combined", NULL};
static const char *const formats[] = {"text", "json", NULL};
static const char *const singular_values[] = {"ieee", "zero", NULL};

static const word_option options[] = {
    {{"tangent", 0, NULL,
      "TRANSFORMED is a tangent-linear program; that is what a document without replacements is "
      "taken for",
      NULL, NULL},
     .take = take_tangent},
    {{"adjoint", 0, "TEMPLATE",
      "TRANSFORMED is an adjoint program, with replacements for these templates, or with routines that "
      "record "
      "and return (motions), or do both in one call (combined); without this, the names of its templates "
      "tell, or else it has to be right with either",
      NULL, templates},
     .take = take_adjoint},
    {{"undefined-derivatives", 0, NULL,
      "reading a derivative of a local variable that nobody has set is wrong; without this, a program that "
      "only runs "
      "with derivatives that are 0 at first is right, with a note",
      NULL, NULL},
     .flag = offsetof(verifying, undefined_derivatives)},
    {{"strict-anonymous", 0, NULL, "run the replacements 10 and 11 in the place of 2 and 3", NULL, NULL},
     .flag = offsetof(verifying, strict_anonymous)},
    {{"singular", 0, "VALUE",
      "what derivatives of the original are at points that have none, as of sqrt at 0: infinite or not a "
      "number (ieee), or 0 (zero), as in what xaifbooster --singular=zero makes",
      "ieee", singular_values},
     .take = take_singular},
    {{"catalogue", 'c', "FILE",
      "test the rules of this catalogue of intrinsics, and of the built-in one where it has no others; may "
      "be "
      "repeated; PROGRAM has bodies of routines that they name; with two documents, it says what intrinsics "
      "compute that are not built in",
      NULL, NULL},
     .take = take_catalogue},
    {{"noninlinable", 'N', "FILE", "the same as --catalogue", NULL, NULL}, .take = take_catalogue},
    {{"native", 0, "[=LANGUAGE]",
      "write both in this language, compile and run them, and compare with what was computed here, too",
      "fortran", xb_native_languages},
     .take = take_native},
    {{"compiler", 0, "COMMAND",
      "the compiler for that, which may have options; otherwise what FC names, or gfortran, and for C what "
      "CC "
      "names, or cc",
      NULL, NULL},
     .take = take_compiler},
    {{"format", 0, "FORMAT", "how to print the verdict", "text", formats}, .take = take_format},
    {.option = {.name = NULL}}};

static const char usage[] =
    "usage: xaifbooster verify [OPTION]... ORIGINAL TRANSFORMED\n"
    "       xaifbooster verify --catalogue=FILE [OPTION]... [PROGRAM]\n"
    "Runs both programs and compares values and derivatives; or tests the rules of a\n"
    "catalogue of intrinsics at random points. One of the documents may be -, which is\n"
    "standard input.\n\n";

static const char statuses[] =
    "\nExit status: 0 TRANSFORMED is right; 5 it is wrong; 1 a document or the case is\n"
    "wrong, or ORIGINAL does not run; 2 the command line is wrong; 3 a program needs\n"
    "something that is not supported; 4 the environment failed, a limit was reached,\n"
    "or the run was interrupted.\n";

static word_command make_command(verifying *run, xb_arena *arena)
{
    word_command command = {.arena = arena,
                            .name = "xaifbooster verify",
                            .usage = usage,
                            .statuses = statuses,
                            .suffix = "xaif",
                            .operand = take_file,
                            .context = run};
    words_add(&command, case_options, &run->choices);
    words_add(&command, entry_options, &run->choices);
    words_add(&command, draw_options, &run->choices);
    words_add(&command, options, run);
    add_basic_options(&command, &run->tool.basics);
    return command;
}

const word_command *verify_command(xb_arena *arena)
{
    word_command *command = xb_arena_alloc(arena, sizeof *command);
    *command = make_command(xb_arena_alloc(arena, sizeof(verifying)), arena);
    return command;
}

/* ---- steps ---- */

/* Whether rules are tested instead of programs. */
static bool tests_rules(const verifying *run)
{
    return run->catalogues.count > 0 && !run->transformed_file;
}

/* Lines of these may be shown. */
static void know_files(verifying *run)
{
    sources *known = &run->tool.basics.messages.sources;
    const char *files[] = {run->original_file, run->transformed_file, run->choices.file};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i])
            sources_know(known, files[i]);
}

static xb_status check_inputs(verifying *run)
{
    xb_arena *arena = run->tool.arena;
    xb_vector files = {0};
    files_add_read(arena, &files, &run->catalogues, "a catalogue");
    files_add(arena, &files, run->choices.file, "the case", FILE_READ);
    files_add(arena, &files, run->original_file, tests_rules(run) ? "the program" : "the original document",
              FILE_READ);
    files_add(arena, &files, run->transformed_file, "the transformed one", FILE_READ);
    return files_check(run->tool.diagnostics, &files);
}

static void parse(void *context)
{
    verifying *run = context;
    tool *self = &run->tool;
    const word_command command = make_command(run, self->arena);
    run->work = tool_parse(self, &command);
    if (!run->work)
        return;
    if (!run->transformed_file && !tests_rules(run))
        self->status = (int)xb_error(self->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                                     "xaifbooster verify --help lists the options",
                                     "name two documents, the original and the transformed one");
    if (!self->status)
        self->status = (int)check_inputs(run);
    know_files(run);
}

static xb_status read_program(verifying *run, const char *file, xb_program **program)
{
    tool *self = &run->tool;
    const xb_read_options how = {.catalogue = run->catalogue};
    xb_status status = xb_read_file(xb_arena_failure(self->arena), self->diagnostics, file, &how, program);
    return status ? status : xb_verify(*program, self->arena);
}

/* What the document is taken for, unless that was said; what was said has to fit. */
static xb_status find_kind(verifying *run)
{
    xb_diagnostics *diagnostics = run->tool.diagnostics;
    const xb_place place = {.file = run->transformed->file};
    const xb_judge_finding found = xb_judge_find_kind(run->original, run->transformed, run->tool.arena);
    if (found.records && !run->kind_given)
        return xb_error(
            diagnostics, XB_STATUS_INVALID, place,
            "judge what an algorithm makes that gives derivatives, such as "
            "basicblockpreaccumulationreverse",
            "the document records what it does, but has no derivatives: there is nothing to judge");
    xb_status status = run->kind_given
                           ? xb_judge_require_kind(diagnostics, run->transformed, found, run->kind)
                           : XB_STATUS_OK;
    if (status)
        return status;
    if (found.kind == XB_DRIVE_VALUES)
        return xb_error(diagnostics, XB_STATUS_INVALID, place,
                        "name the original first, then what was made of it",
                        "the document has no derivative statements: there is nothing to judge");
    if (!run->kind_given) {
        run->kind = found.kind;
        run->both = found.unclear || found.kind == XB_DRIVE_MOTIONS;
    }
    return XB_STATUS_OK;
}

static void read(void *context)
{
    verifying *run = context;
    tool *self = &run->tool;
    xb_status status = read_case(self->arena, self->diagnostics, &run->choices, &run->description);
    if (!status)
        status = read_program(run, run->original_file, &run->original);
    if (!status)
        status = read_program(run, run->transformed_file, &run->transformed);
    if (!status)
        status = find_kind(run);
    if (!status)
        run->named_only =
            xb_made_for(self->arena, self->diagnostics, run->original, run->transformed, &run->description);
    self->status = (int)status;
}

static void judge(void *context)
{
    verifying *run = context;
    tool *self = &run->tool;
    const xb_judge_settings settings = {.original = run->original,
                                        .stop = catch_interruptions(),
                                        .transformed = run->transformed,
                                        .kind = run->kind,
                                        .both = run->both,
                                        .description = &run->description,
                                        .catalogue = run->catalogue,
                                        .undefined_derivatives = run->undefined_derivatives,
                                        .zero_singular = run->zero_singular,
                                        .named_only = run->named_only,
                                        .strict_anonymous = run->strict_anonymous};
    self->status = (int)xb_judge(self->arena, self->diagnostics, &settings, &run->verdict);
    leave_interruptions();
}

static void judge_native(void *context)
{
    verifying *run = context;
    tool *self = &run->tool;
    if (!run->native_language || !run->verdict.good)
        return;
    const xb_native_settings settings = {
        .language = run->native_language, .compiler = run->compiler, .stop = catch_interruptions()};
    const xb_native_subject subject = {.original = run->original,
                                       .transformed = run->transformed,
                                       .before = run->original,
                                       .verdict = &run->verdict,
                                       .description = &run->description,
                                       .catalogue = run->catalogue};
    run->native = xb_native_create(self->arena, self->diagnostics, &settings);
    xb_status status = run->native ? xb_native_add(run->native, &subject, &run->compiled) : XB_STATUS_FAILED;
    if (!status)
        status = xb_native_judge(run->native);
    self->status = (int)status;
    leave_interruptions();
}

static void put(void *context)
{
    verifying *run = context;
    xb_output *output = tool_answer(&run->tool);
    if (!output)
        return;
    messages_print(&run->tool.basics.messages, run->tool.diagnostics);
    const bool is_compiled = run->native_language && run->verdict.good;
    const xb_verdict_format format = run->json ? XB_VERDICT_JSON : XB_VERDICT_TEXT;
    xb_list texts = {.count = 0};
    keep_verdict(run->tool.arena, &texts, &run->verdict, is_compiled ? &run->compiled : NULL, format);
    put_verdicts(output, &texts, format);
    run->tool.status =
        run->verdict.good && (!is_compiled || run->compiled.good) ? XB_STATUS_OK : XB_VERDICT_STATUS;
}

/* Tests rules instead of judging programs. */
static void test(verifying *run)
{
    tool *self = &run->tool;
    xb_status status = read_case(self->arena, self->diagnostics, &run->choices, &run->description);
    if (!status && run->original_file)
        status = read_program(run, run->original_file, &run->original);
    if (status) {
        self->status = (int)status;
        return;
    }
    const rule_test settings = {.catalogue = run->catalogue,
                                .program = run->original,
                                .description = &run->description,
                                .seed = run->description.seed,
                                .points = run->choices.draws ? run->description.draws : 0,
                                .json = run->json};
    test_rules(self, &settings);
}

static void work(void *context)
{
    verifying *run = context;
    if (run->work)
        run->catalogue = tool_read_catalogues(&run->tool, &run->catalogues);
    if (run->tool.status)
        return;
    if (run->work && tests_rules(run)) {
        test(run);
        return;
    }
    static void (*const steps[])(void *context) = {read, judge, judge_native, put, NULL};
    for (size_t i = 0; run->work && !run->tool.status && steps[i]; i++)
        steps[i](run);
}

static void release(void *context)
{
    verifying *run = context;
    xb_native_destroy(run->native);
    xb_program_destroy(run->original);
    xb_program_destroy(run->transformed);
}

int verify_main(int count, char **words)
{
    static void (*const steps[])(void *context) = {parse, work, NULL};
    verifying run = {.tool = {.name = "xaifbooster verify", .count = count, .words = words}};
    return run_tool(&run.tool, steps, release, &run);
}
