/*
 * All programs go into one source, with the run time before them and the driver after them. If the compiler
 * does not take it, each program is compiled by itself, and what is good is compiled together again. Programs
 * are run once for each run of the evaluator: what they keep from one call to the next does not mix.
 */
#include "verify/native/native.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/entry.h"
#include "base/document.h"
#include "base/text.h"
#include "traverse/traverse.h"
#include "verify/drive_internal.h"
#include "verify/native/internal.h"

enum { RUN_SECONDS = 60, COMPILE_SECONDS = 600, LINES = 12 };

static const char program_name[] = "program", said[] = "said.txt", printed[] = "printed.txt",
                  read[] = "read.txt";

/* ---- making ------------------------------------------------------------------------------------------- */

/* The words of a command, ended by NULL. */
static const char *const *split(xb_arena *arena, const char *command)
{
    xb_list words = {0};
    for (const char *at = command + strspn(command, " \t"); *at; at += strspn(at, " \t")) {
        const size_t length = strcspn(at, " \t");
        xb_list_append(arena, &words, xb_arena_copy_text(arena, at, length));
        at += length;
    }
    xb_list_append(arena, &words, NULL);
    return (const char *const *)words.items;
}

/* Options are those of the usual compiler, if it is that, in whatever version. */
const char *const *xb_native_compiler(xb_arena *arena, const xb_native_language *language, const char *given,
                                      const char *options, const char **command)
{
    const char *text = given ? given : getenv(language->environment);
    if (!text || !text[strspn(text, " \t")])
        text = language->compiler;
    const char *const *words = split(arena, text);
    const char *slash = strrchr(words[0], '/'), *name = slash ? slash + 1 : words[0];
    if (!words[1] && strncmp(name, language->compiler, strlen(language->compiler)) == 0)
        text = xb_arena_format(arena, "%s %s", text, options);
    *command = text;
    return split(arena, text);
}

static void choose_compiler(xb_native *native)
{
    native->command = xb_native_compiler(native->arena, native->language, native->settings.compiler,
                                         native->language->options, &native->command_text);
}

typedef struct beginning {
    xb_arena *arena;
    xb_native *native;
} beginning;

static void begin(void *argument)
{
    beginning *b = argument;
    b->native = xb_arena_alloc(b->arena, sizeof *b->native);
}

xb_native *xb_native_create(xb_arena *arena, xb_diagnostics *diagnostics, const xb_native_settings *settings)
{
    beginning b = {.arena = arena};
    if (!xb_protect(xb_arena_failure(arena), begin, &b))
        return NULL;
    *b.native = (xb_native){.arena = arena,
                            .diagnostics = diagnostics,
                            .settings = *settings,
                            .lines = xb_arena_create(xb_arena_failure(arena)),
                            .language = xb_native_language_of(settings->language)};
    b.native->settings.writing.embeds_run_time = false;
    if (!b.native->lines)
        return NULL;
    return b.native;
}

void xb_native_destroy(xb_native *native)
{
    if (!native)
        return;
    for (size_t m = 0; m < native->modules.count; m++) {
        const xb_native_module *module = native->modules.items[m];
        for (size_t i = 0; i < module->ways.count; i++)
            xb_drive_destroy(((const xb_native_way *)module->ways.items[i])->drive);
    }
    xb_analyses_destroy(native->analyses);
    xb_arena_destroy(native->lines);
    xb_native_folder_destroy(native->folder);
}

/* ---- adding ------------------------------------------------------------------------------------------- */

/* What a case says of the world around a program is not in the program as it is written. */
static xb_status check_case(xb_native *native, const xb_native_subject *subject)
{
    const xb_case *description = subject->description;
    const char *what = description->markers.count > 0       ? "what markers do"
                       : description->association.count > 0 ? "what shares storage"
                       : description->externals.count > 0   ? "what routines without body do"
                       : description->shorten.count > 0     ? "what is set after routines that set up"
                                                            : NULL;
    if (!what)
        return XB_STATUS_OK;
    return xb_error(native->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = description->file},
                    "judge without compiling: --verify",
                    "can't be judged as %s: a case says %s, and the program does not",
                    native->language->source->name, what);
}

static void rename_commons(const xb_native *native, const xb_list *commons, size_t number)
{
    for (size_t i = 0; i < commons->count; i++) {
        xb_source_common *common = commons->items[i];
        const bool is_blank = strcmp(common->name, XB_SOURCE_BLANK) == 0;
        common->name =
            xb_arena_format(native->arena, "%s_%zu", is_blank ? "xaif_blank" : common->name, number);
    }
}

/* Programs that are judged together have nothing in common: routines are in their modules, whatever they are
 * in their sources, and common blocks have names of their own. */
static void keep_apart(const xb_native *native, xb_source *source, size_t number)
{
    source->name = xb_arena_format(native->arena, "xaif_judged_%zu", number);
    rename_commons(native, &source->commons, number);
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        unit->is_loose = false;
        rename_commons(native, &unit->commons, number);
    }
}

static xb_status write(xb_native *native, xb_native_module *module)
{
    xb_program *program = module->program;
    xb_diagnostics *own = program->diagnostics;
    xb_text *text = xb_text_create(native->arena);
    program->diagnostics = native->diagnostics;
    native->analyses = xb_analyses_create(native->arena, program, module->subject->catalogue);
    xb_status status = xb_source_make(native->analyses, native->arena, native->lines,
                                      native->language->source, &native->settings.writing, &module->source);
    keep_apart(native, &module->source, (size_t)native->modules.count + 1);
    if (!status)
        status = xb_source_put(&module->source, native->language->source, native->arena, native->lines,
                               xb_text_output(text), NULL);
    program->diagnostics = own;
    module->text = xb_text_join(text, &module->length);
    return status;
}

/* Without derivative components, kinds of programs are these. */
static xb_status check_kind(xb_native *native, const xb_native_way *way)
{
    const xb_drive *drive = way->drive;
    const xb_drive_kind kind = drive->options.kind;
    if (kind == XB_DRIVE_VALUES || kind == XB_DRIVE_JACOBIAN || drive->width > 0)
        return XB_STATUS_OK;
    return xb_error(native->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = drive->program->file},
                    "--mode makes derivatives variables, and so does -a associationbyname",
                    "can't be judged as %s: derivatives are components of variables",
                    native->language->source->name);
}

static xb_source_unit *unit_of(const xb_native_module *module, const xb_routine *routine)
{
    for (size_t i = 0; routine && i < module->source.units.count; i++) {
        xb_source_unit *unit = module->source.units.items[i];
        if (unit->routine == routine || unit->routine->symbol == routine->symbol)
            return unit->host ? NULL : unit;
    }
    return NULL;
}

static void add_unit(xb_native *native, const xb_native_way *way, xb_list *units, const xb_routine *routine)
{
    xb_source_unit *unit = unit_of(way->module, routine);
    if (unit)
        xb_list_append(native->arena, units, unit);
    else if (!native->status)
        native->status = xb_error(
            native->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = way->module->program->file}, NULL,
            "can't be judged as %s: a driver can't call %s", native->language->source->name,
            routine ? routine->symbol->id->text : "a routine of the case");
}

/* The routines that the drive calls. */
static void find_units(xb_native *native, xb_native_way *way)
{
    const xb_drive *drive = way->drive;
    const xb_list *setup = &drive->description->setup;
    for (size_t i = 0; i < setup->count; i++)
        add_unit(native, way, &way->setup, xb_entry_named(native->arena, drive->program, setup->items[i]));
    add_unit(native, way, &way->units, drive->entry);
    if (drive->back != drive->entry && (way->adjoint || drive->options.sweeps))
        add_unit(native, way, &way->units, drive->back);
    way->shows_each = way->adjoint && way->units.count > 1;
}

static size_t directions_of(const xb_native_module *module, xb_drive_kind kind)
{
    if (kind == XB_DRIVE_VALUES || kind == XB_DRIVE_JACOBIAN)
        return 0;
    const xb_native_subject *subject = module->subject;
    const size_t width = xb_by_name_directions(
        xb_by_name_find(module->source.program->arena, module->program, subject->before));
    return width > 0 ? width : 1;
}

static xb_status add_way(xb_native *native, xb_native_module *module, xb_drive_kind kind, bool sweeps)
{
    const xb_native_subject *subject = module->subject;
    xb_native_way *way = xb_arena_alloc(native->arena, sizeof *way);
    *way = (xb_native_way){.module = module, .number = ++native->ways, .adjoint = xb_drive_is_adjoint(kind)};
    const xb_drive_options options = {.kind = kind,
                                      .directions = directions_of(module, kind),
                                      .sweeps = sweeps,
                                      .other = true,
                                      .original = module->is_original ? NULL : subject->before,
                                      .catalogue = subject->catalogue,
                                      .stop = native->settings.stop};
    xb_diagnostics *own = module->program->diagnostics;
    module->program->diagnostics = native->diagnostics;
    xb_status status = xb_drive_create(native->arena, module->program, subject->description,
                                       &subject->verdict->layout, &options, &way->drive);
    module->program->diagnostics = own;
    if (status)
        return status;
    xb_list_append(native->arena, &module->ways, way);
    status = check_kind(native, way);
    if (!status)
        find_units(native, way);
    return status || native->status ? status : xb_native_record(native, way);
}

static xb_visit see_constant(xb_walk *walk, xb_node *node, void *context)
{
    const xb_constant *constant = (const xb_constant *)node;
    bool *is_single = context;
    (void)walk;
    if (xb_width_of(constant->type, constant->fe_type) == XB_WIDTH_4)
        *is_single = *is_single || constant->type != XB_TYPE_INTEGER;
    return XB_VISIT_CONTINUE;
}

static bool has_single_constants(xb_arena *arena, xb_program *program)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_CONSTANT] = see_constant}, .view = XB_VIEW_READ};
    bool is_single = false;
    xb_traverse(program, arena, &program->node, &visitor, &is_single);
    return is_single;
}

bool xb_native_has_single(xb_arena *arena, xb_program *program)
{
    if (has_single_constants(arena, program))
        return true;
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            const bool is_real = symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX;
            if (is_real && xb_width_of(symbol->type, symbol->fe_type) == XB_WIDTH_4)
                return true;
        }
    }
    return false;
}

/* Numbers of single precision have few digits. */
static double tolerance_of(xb_native *native, const xb_native_module *module)
{
    const double usual = 1e-12, of_single = 1e-5;
    return xb_native_has_single(native->arena, module->program) ? of_single : usual;
}

static void add_module(xb_native *native, const xb_native_subject *subject, xb_native_verdict *verdict,
                       bool is_original)
{
    xb_program *program = is_original ? subject->original : subject->transformed;
    if (!program || native->status)
        return;
    xb_native_module *module = xb_arena_alloc(native->arena, sizeof *module);
    *module = (xb_native_module){.subject = subject,
                                 .verdict = verdict,
                                 .program = program,
                                 .is_original = is_original,
                                 .executable = program_name};
    module->tolerance = tolerance_of(native, module);
    native->status = write(native, module);
    xb_analyses_destroy(native->analyses);
    native->analyses = NULL;
    if (native->status)
        return;
    xb_list_append(native->arena, &native->modules, module);
    const xb_verdict *known = subject->verdict;
    native->status = add_way(native, module, is_original ? XB_DRIVE_VALUES : known->kind, false);
    if (!native->status && !is_original && known->kind == XB_DRIVE_COMBINED)
        native->status = add_way(native, module, XB_DRIVE_MOTIONS, false);
    if (!native->status && !is_original && known->sweeps)
        native->status = add_way(native, module, known->kind, true);
    if (!native->status && !is_original &&
        xb_drive_jacobian_routine(program, subject->before, known->layout.entry))
        native->status = add_way(native, module, XB_DRIVE_JACOBIAN, false);
}

typedef struct adding {
    xb_native *native;
    const xb_native_subject *subject;
    xb_native_verdict *verdict;
} adding;

static void set_tolerance(xb_native_verdict *verdict, const xb_native_module *module)
{
    static const xb_native_check of_original[] = {XB_NATIVE_ORIGINAL},
                                 of_other[] = {XB_NATIVE_VALUES, XB_NATIVE_DERIVATIVES};
    const xb_native_check *kinds = module->is_original ? of_original : of_other;
    for (size_t i = 0; i < (module->is_original ? 1 : 2); i++)
        verdict->checks[kinds[i]].tolerance = module->tolerance;
}

static void add(void *argument)
{
    const adding *a = argument;
    xb_native *native = a->native;
    xb_native_subject *subject = xb_arena_alloc(native->arena, sizeof *subject);
    *subject = *a->subject;
    if (!subject->catalogue)
        subject->catalogue = xb_catalogue_create(native->arena);
    if (!native->command)
        choose_compiler(native);
    *a->verdict = (xb_native_verdict){
        .transformed = (subject->transformed ? subject->transformed : subject->original)->file,
        .language = native->language->source->name,
        .compiler = native->command_text};
    native->status = check_case(native, subject);
    add_module(native, subject, a->verdict, true);
    add_module(native, subject, a->verdict, false);
    for (size_t i = 0; i < native->modules.count; i++)
        set_tolerance(((const xb_native_module *)native->modules.items[i])->verdict,
                      native->modules.items[i]);
    if (!native->status)
        xb_list_append(native->arena, &native->verdicts, a->verdict);
}

/* What was added of a subject that is refused goes again. */
static void forget(xb_native *native, size_t modules)
{
    for (; native->modules.count > modules; native->modules.count--) {
        const xb_native_module *module = native->modules.items[native->modules.count - 1];
        for (size_t i = 0; i < module->ways.count; i++)
            xb_drive_destroy(((const xb_native_way *)module->ways.items[i])->drive);
    }
}

xb_status xb_native_add(xb_native *native, const xb_native_subject *subject, xb_native_verdict *verdict)
{
    adding a = {native, subject, verdict};
    const size_t before = native->modules.count;
    if (!xb_protect(xb_arena_failure(native->arena), add, &a))
        native->status = XB_STATUS_FAILED;
    const xb_status status = native->status;
    native->status = XB_STATUS_OK;
    xb_analyses_destroy(native->analyses);
    native->analyses = NULL;
    if (status)
        forget(native, before);
    return status;
}

/* ---- compiling ---------------------------------------------------------------------------------------- */

static void interrupt(xb_native *native)
{
    native->status =
        xb_error(native->diagnostics, XB_STATUS_FAILED, (xb_place){0}, NULL, "the run was interrupted");
}

static void fail(xb_native *native, const char *what, int number)
{
    native->status = xb_error(native->diagnostics, XB_STATUS_FAILED, (xb_place){0},
                              "temporary files are in the folder that TMPDIR names, or in /tmp",
                              "can't %s: %s", what, strerror(number));
}

static void no_compiler(xb_native *native, int number)
{
    native->status =
        xb_error(native->diagnostics, XB_STATUS_FAILED, (xb_place){0},
                 xb_arena_format(native->arena,
                                 "install %s, or name another compiler: --compiler, or %s in the "
                                 "environment",
                                 native->command[0], native->language->environment),
                 "can't run the compiler %s: %s", native->command[0], strerror(number));
}

static void no_program(xb_native *native)
{
    native->status = xb_error(native->diagnostics, XB_STATUS_FAILED, (xb_place){0},
                              xb_arena_format(native->arena,
                                              "is it a compiler of %s? It is called with the source, -o, and "
                                              "the name of the program",
                                              native->language->source->name),
                              "the compiler %s made no program, and said no error", native->command[0]);
}

/* The first lines of a file; NULL: there are none. */
static const char *first_lines(xb_native *native, const char *name)
{
    xb_document document = {0};
    const char *text = NULL;
    if (xb_document_read(&document, xb_arena_format(native->arena, "%s/%s", native->folder, name)) == 0 &&
        document.length > 0) {
        size_t length = 0, lines = 0;
        while (length < document.length && lines < LINES)
            lines += document.text[length++] == '\n';
        text = xb_arena_copy_text(native->arena, document.text, length);
    }
    xb_document_free(&document);
    return text;
}

static const char *source_of(xb_native *native, const xb_list *modules, size_t *length)
{
    xb_text *text = xb_text_create(native->arena);
    xb_output *output = xb_text_output(text);
    bool has_tape = false;
    for (size_t i = 0; i < modules->count; i++)
        has_tape = has_tape || ((const xb_native_module *)modules->items[i])->source.has_tape;
    if (has_tape && !native->language->header)
        xb_source_put_run_time(native->language->source, output);
    for (size_t i = 0; i < modules->count; i++) {
        const xb_native_module *module = modules->items[i];
        xb_output_bytes(output, module->text, module->length);
        xb_output_char(output, '\n');
    }
    native->language->put_driver(native->arena, modules, output);
    return xb_text_join(text, length);
}

/* Writes the header of the run time, if it is one. */
static void write_header(xb_native *native)
{
    const xb_native_language *language = native->language;
    xb_text *text = xb_text_create(native->arena);
    size_t length = 0;
    if (language->header)
        xb_source_put_run_time(language->source, xb_text_output(text));
    const char *bytes = xb_text_join(text, &length);
    const int number = language->header
                           ? xb_native_write(native->arena, native->folder, language->header, bytes, length)
                           : 0;
    if (number)
        fail(native, "write the run time", number);
}

/* @param executable name of the file that it becomes
 * @return whether the compiler takes it; if not, it has a status if that is no fault of the programs */
static bool compile(xb_native *native, const xb_list *modules, const char *executable)
{
    const char *name =
        xb_arena_format(native->arena, "%s%s", program_name, native->language->source->suffixes[0]);
    size_t length = 0;
    const char *text = source_of(native, modules, &length);
    const int number = xb_native_write(native->arena, native->folder, name, text, length);
    if (number) {
        fail(native, "write a source", number);
        return false;
    }
    xb_list words = {0};
    for (size_t i = 0; native->command[i]; i++)
        xb_list_append(native->arena, &words, native->command[i]);
    const char *const more[] = {name, "-o", executable, native->language->libraries};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i])
            xb_list_append(native->arena, &words, more[i]);
    xb_list_append(native->arena, &words, NULL);
    const xb_native_end end = xb_native_execute(native->folder, (const char *const *)words.items, NULL,
                                                printed, said, COMPILE_SECONDS, native->settings.stop);
    if (!end.started)
        no_compiler(native, end.error);
    else if (end.interrupted)
        interrupt(native);
    else if (end.status == 0 && !xb_native_exists(native->arena, native->folder, executable))
        no_program(native);
    return end.started && end.status == 0 && !native->status;
}

/* What is compiled by itself tells whose fault it is. */
static void complain(xb_native *native, xb_native_module *module)
{
    const char *lines = first_lines(native, said);
    module->left_out = true;
    module->verdict->complaint = lines ? lines : "the compiler says nothing\n";
    module->verdict->checks[XB_NATIVE_COMPILES] =
        (xb_check){.state = XB_CHECK_BAD,
                   .detail = module->is_original ? "the original: the compiler says"
                                                 : "the transformed program: the compiler says"};
}

static void compile_each(xb_native *native, xb_list *good)
{
    for (size_t i = 0; i < native->modules.count && !native->status; i++) {
        xb_native_module *module = native->modules.items[i];
        const xb_list one = {.items = &native->modules.items[i], .count = 1};
        if (native->language->is_apart)
            module->executable = xb_arena_format(native->arena, "%s_%zu", program_name, i + 1);
        if (compile(native, &one, module->executable))
            xb_list_append(native->arena, good, module);
        else if (!native->status)
            complain(native, module);
    }
}

static void compile_all(xb_native *native)
{
    const bool is_apart = native->language->is_apart;
    xb_list good = {0};
    write_header(native);
    if (native->status || (!is_apart && compile(native, &native->modules, program_name)) || native->status)
        return;
    compile_each(native, &good);
    if (is_apart || native->status || good.count == 0 || compile(native, &good, program_name) ||
        native->status)
        return;
    const char *lines = first_lines(native, said);
    native->status = xb_error(native->diagnostics, XB_STATUS_FAILED, (xb_place){0}, NULL,
                              "programs that are compiled one by one can't be compiled together: %s",
                              lines ? lines : "the compiler says nothing");
}

/* ---- running ------------------------------------------------------------------------------------------ */

static void blame_run(xb_native *native, const xb_native_way *way, const xb_native_run *run,
                      const xb_native_end *end)
{
    xb_native_verdict *verdict = way->module->verdict;
    const char *which = way->module->is_original ? "the original" : "the transformed program";
    xb_check *check = &verdict->checks[XB_NATIVE_RUNS];
    if (check->state == XB_CHECK_BAD)
        return;
    check->state = XB_CHECK_BAD;
    const char *what =
        end->late     ? xb_arena_format(native->arena, "runs longer than %d seconds", RUN_SECONDS)
        : end->signal ? xb_arena_format(native->arena, "is ended by a signal (%s)", strsignal(end->signal))
                      : xb_arena_format(native->arena, "ends with status %d", end->status);
    check->detail = xb_arena_format(native->arena, "%s %s at point %zu", which, what, run->point + 1);
    verdict->complaint = first_lines(native, said);
}

static void compare_output(xb_native *native, xb_native_way *way, const xb_native_run *run)
{
    xb_document document = {0};
    const int number =
        xb_document_read(&document, xb_arena_format(native->arena, "%s/%s", native->folder, printed));
    if (number)
        fail(native, "read what a program prints", number);
    const char *text = xb_arena_copy_text(native->arena, document.text ? document.text : "", document.length);
    xb_document_free(&document);
    if (!number)
        xb_native_compare(native, way, run, text);
}

static void execute(xb_native *native, xb_native_way *way, const xb_native_run *run)
{
    const char *const command[] = {xb_arena_format(native->arena, "./%s", way->module->executable),
                                   xb_arena_format(native->arena, "%zu", way->number), NULL};
    xb_native_verdict *verdict = way->module->verdict;
    const int number = xb_native_write(native->arena, native->folder, read, run->input, run->length);
    if (number) {
        fail(native, "write what a program reads", number);
        return;
    }
    const xb_native_end end =
        xb_native_execute(native->folder, command, read, printed, said, RUN_SECONDS, native->settings.stop);
    if (end.interrupted)
        interrupt(native);
    else if (!end.started)
        fail(native, "run the compiled program", end.error);
    if (native->status)
        return;
    verdict->runs++;
    if (run->point + 1 > verdict->points)
        verdict->points = run->point + 1;
    if (end.status != 0)
        blame_run(native, way, run, &end);
    else
        compare_output(native, way, run);
}

static void run_module(xb_native *native, const xb_native_module *module)
{
    for (size_t i = 0; i < module->ways.count && !native->status; i++) {
        xb_native_way *way = module->ways.items[i];
        const xb_native_run *runs = way->runs.items;
        for (size_t k = 0; k < way->runs.count && !native->status; k++)
            execute(native, way, &runs[k]);
    }
}

/* ---- verdicts ----------------------------------------------------------------------------------------- */

static void conclude(xb_native_verdict *verdict)
{
    static const xb_native_check usual[] = {XB_NATIVE_COMPILES, XB_NATIVE_RUNS};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (verdict->checks[usual[i]].state == XB_CHECK_UNDONE &&
            (verdict->runs > 0 || usual[i] == XB_NATIVE_COMPILES))
            verdict->checks[usual[i]].state = XB_CHECK_GOOD;
    verdict->good = verdict->runs > 0;
    for (xb_native_check kind = 0; kind < XB_NATIVE_CHECK_COUNT; kind++)
        verdict->good = verdict->good && verdict->checks[kind].state != XB_CHECK_BAD;
}

static void judge(void *argument)
{
    xb_native *native = argument;
    compile_all(native);
    for (size_t i = 0; i < native->modules.count && !native->status; i++) {
        const xb_native_module *module = native->modules.items[i];
        if (!module->left_out)
            run_module(native, module);
    }
    for (size_t i = 0; i < native->verdicts.count; i++)
        conclude(native->verdicts.items[i]);
}

xb_status xb_native_judge(xb_native *native)
{
    if (native->modules.count == 0)
        return XB_STATUS_OK;
    native->folder = xb_native_folder_create();
    if (!native->folder)
        return xb_error(native->diagnostics, XB_STATUS_FAILED, (xb_place){0},
                        "TMPDIR in the environment names another folder for it",
                        "can't make a temporary folder: %s", strerror(errno));
    if (!xb_protect(xb_arena_failure(native->arena), judge, native))
        native->status = XB_STATUS_FAILED;
    xb_native_folder_destroy(native->folder);
    native->folder = NULL;
    return native->status;
}
