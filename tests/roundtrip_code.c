/*
 * From XAIF to the statement form and back, for tests/roundtrip_code.py:
 *
 *     roundtrip_code [--case CASE] [--folder FOLDER] DOCUMENT [[--case CASE] DOCUMENT…]
 *
 * What comes back has to satisfy the verifier, its statement form has to print the same Fortran, and the
 * evaluator has to give all arguments and global variables the same values, bit for bit, at the points of the
 * case and some beside them. A line a document says what was found. With --folder, both texts and the
 * document that came back are left there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_output.h"
#include "base/text.h"
#include "ir/verify.h"
#include "languages/code/source.h"
#include "languages/languages.h"
#include "languages/xaif/catalogue.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/writer.h"
#include "verify/drive_internal.h"
#include "verify/environment.h"

enum {
    DRAWN = 3,      /* points beside those of a case */
    STEPS = 2000000 /* of a run, unless the case says it */
};

/* A program in its forms. */
typedef struct form {
    xb_program *program;
    xb_analyses *analyses;
    xb_source source;
    const char *text;
    size_t length;
    xb_status status;
} form;

typedef struct trip {
    const char *document, *folder;
    xb_failure *failure;
    xb_arena *arena, *scratch;
    xb_diagnostics *diagnostics;
    xb_catalogue *catalogue;
    xb_case description;
    form first, second, third;
    xb_node_map olds;        /* symbol of the first program by that of the second one */
    xb_list variables;       /* xb_source_variable: global ones of the first program */
    xb_environment world;    /* of the first program */
    xb_evaluator *evaluator; /* of the second program */
    const xb_routine *entry; /* likewise */
    xb_drive *drive;         /* of the first program */
    xb_variable **arguments; /* of the second program */
    size_t runs, differences;
    const char *difference; /* the first one */
} trip;

static void say(trip *t, const char *what, const char *more)
{
    printf("%s: %s%s%s\n", t->document, what, more ? ": " : "", more ? more : "");
}

static const char *last_message(const trip *t)
{
    size_t count = xb_diagnostics_count(t->diagnostics);
    return count > 0 ? xb_diagnostics_at(t->diagnostics, count - 1)->message : NULL;
}

/* ---- forms ----------------------------------------------------------------------------------------------
 */

/* Labels count from 1 in the order of the text: those of the IR are numbers of its vertices. */
static void number_labels(trip *t, xb_source_unit *unit)
{
    xb_map numbers = {0};
    xb_source_statement *all = unit->statements.items;
    uintptr_t count = 0;
    for (size_t i = 0; i < unit->statements.count; i++)
        if (all[i].kind == XB_SOURCE_LABEL)
            xb_map_put(t->scratch, &numbers, (uint64_t)all[i].number, 0, (const void *)++count);
    for (size_t i = 0; i < unit->statements.count; i++)
        if (all[i].kind == XB_SOURCE_LABEL || all[i].kind == XB_SOURCE_JUMP ||
            all[i].kind == XB_SOURCE_JUMP_IF)
            all[i].number = (int64_t)(uintptr_t)xb_map_get(&numbers, (uint64_t)all[i].number, 0);
}

typedef struct making {
    trip *t;
    form *f;
} making;

static void make_form(void *argument)
{
    const making *m = argument;
    trip *t = m->t;
    form *f = m->f;
    xb_text *text = xb_text_create(t->arena);
    xb_arena *lines = xb_arena_create(t->failure);
    f->analyses = xb_analyses_create(t->arena, f->program, t->catalogue);
    f->status = xb_source_make(f->analyses, t->arena, t->scratch, &xb_fortran_language,
                               &(xb_source_options){.comments = XB_COMMENTS_NONE}, &f->source);
    for (size_t i = 0; !f->status && i < f->source.units.count; i++)
        number_labels(t, f->source.units.items[i]);
    if (!f->status)
        f->status =
            xb_source_put(&f->source, &xb_fortran_language, t->arena, lines, xb_text_output(text), NULL);
    f->text = xb_text_join(text, &f->length);
    xb_arena_destroy(lines);
}

static xb_status made(trip *t, form *f)
{
    making m = {t, f};
    return xb_protect(t->failure, make_form, &m) ? f->status : XB_STATUS_FAILED;
}

/* ---- files ----------------------------------------------------------------------------------------------
 */

static void put_file(const trip *t, const char *suffix, const char *text, size_t length)
{
    const char *name = strrchr(t->document, '/');
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", t->folder, name ? name + 1 : t->document, suffix);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fwrite(text, 1, length, file);
    fclose(file);
}

static void put_document(void *argument)
{
    const trip *t = argument;
    xb_text *text = xb_text_create(t->arena);
    size_t length = 0;
    xb_write(t->second.program, xb_text_output(text), NULL);
    const char *bytes = xb_text_join(text, &length);
    put_file(t, ".back.xaif", bytes, length);
}

/* ---- symbols --------------------------------------------------------------------------------------------
 */

static void relate(trip *t, const xb_symbol *new, const xb_symbol *old)
{
    if (new &&old)
        xb_node_map_put(t->arena, &t->olds, &new->node, old);
}

static const xb_symbol *subroutine_of(const trip *t, const xb_source_unit *unit)
{
    const xb_list *scopes = &t->second.program->scopes;
    const xb_name *id = xb_program_name(t->second.program, unit->name);
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_symbol *found = xb_symbol_find(scopes->items[i], id);
        if (found && found->kind == XB_SYMBOL_SUBROUTINE)
            return found;
    }
    return NULL;
}

static void relate_variables(trip *t, const xb_scope *scope, const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        if (!variable->same)
            relate(t, xb_symbol_find(scope, xb_program_name(t->second.program, variable->name)),
                   variable->symbol);
    }
}

static void relate_all(void *argument)
{
    trip *t = argument;
    const xb_source *source = &t->first.source;
    relate_variables(t, t->second.program->root, &source->globals);
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        const xb_symbol *symbol = subroutine_of(t, unit);
        relate(t, symbol, unit->routine->symbol);
        relate_variables(t, symbol->routine->scope, &unit->declared);
    }
    for (size_t i = 0; i < source->externals.count; i++) {
        const xb_source_unit *unit = source->externals.items[i];
        relate(t, subroutine_of(t, unit), unit->routine->symbol);
    }
}

static const xb_symbol *old_of(const trip *t, const xb_symbol *symbol)
{
    return xb_node_map_get(&t->olds, &symbol->node);
}

/* ---- values ---------------------------------------------------------------------------------------------
 */

static const xb_bounds *extents(void *context, const xb_symbol *symbol)
{
    const trip *t = context;
    const xb_symbol *old = old_of(t, symbol);
    return old && t->world.extents ? t->world.extents(t->world.context, old) : NULL;
}

static bool initial(void *context, const xb_symbol *symbol, size_t element, xb_number *value)
{
    const trip *t = context;
    const xb_symbol *old = old_of(t, symbol);
    return old && t->world.initial && t->world.initial(t->world.context, old, element, value);
}

static bool external(void *context, const xb_symbol *subroutine)
{
    const trip *t = context;
    const xb_symbol *old = old_of(t, subroutine);
    return old && t->world.external && t->world.external(t->world.context, old);
}

static xb_variable *new_global(const trip *t, const xb_source_variable *variable)
{
    const xb_name *id = xb_program_name(t->second.program, variable->name);
    return xb_evaluator_global(t->evaluator, xb_symbol_find(t->second.program->root, id));
}

static xb_variable *old_global(const trip *t, const xb_source_variable *variable)
{
    return xb_evaluator_global(t->drive->evaluator, variable->symbol);
}

/* Everything has been put in: the second program gets the same. */
static void take_inputs(void *context)
{
    trip *t = context;
    size_t count = 0;
    xb_variable *const *arguments = xb_drive_arguments(t->drive, &count);
    xb_evaluator_reset(t->evaluator);
    t->arguments = xb_arena_array(t->arena, count + 1, sizeof(xb_variable *));
    for (size_t i = 0; i < count; i++) {
        xb_bounds bounds[XB_RANK_LIMIT];
        const xb_variable *from = arguments[i];
        const xb_formal *formal = xb_routine_formal(t->drive->entry, (uint32_t)i + 1);
        if (!from)
            continue;
        for (int d = 0; d < xb_variable_rank(from); d++)
            bounds[d] = xb_variable_bounds(from, d);
        t->arguments[i] = xb_variable_create(t->evaluator, xb_variable_type(from), formal->symbol->fe_type,
                                             xb_variable_rank(from), bounds);
        xb_variable_copy_values(from, t->arguments[i]);
    }
    for (size_t i = 0; i < t->variables.count; i++) {
        xb_variable *from = old_global(t, t->variables.items[i]), *to = new_global(t, t->variables.items[i]);
        if (from && to)
            xb_variable_copy_values(from, to);
    }
}

static bool is_equal(const xb_number *a, const xb_number *b)
{
    if (a->type != b->type)
        return false;
    return a->integer == b->integer && memcmp(&a->real, &b->real, sizeof a->real) == 0 &&
           memcmp(&a->imaginary, &b->imaginary, sizeof a->imaginary) == 0;
}

static void compare(trip *t, const char *name, const xb_variable *a, const xb_variable *b)
{
    size_t count = a ? xb_variable_count(a) : 0;
    bool alike = !a || (b && xb_variable_count(b) == count);
    for (size_t i = 0; alike && i < count; i++) {
        xb_number x, y;
        bool has_x = xb_variable_get(a, i, &x), has_y = xb_variable_get(b, i, &y);
        alike = has_x == has_y && (!has_x || is_equal(&x, &y));
    }
    t->differences += !alike;
    if (!alike && !t->difference)
        t->difference = name;
}

static void compare_all(trip *t)
{
    size_t count = 0;
    xb_variable *const *arguments = xb_drive_arguments(t->drive, &count);
    for (size_t i = 0; i < count; i++)
        compare(t, xb_routine_formal(t->drive->entry, (uint32_t)i + 1)->symbol->id->text, arguments[i],
                t->arguments[i]);
    for (size_t i = 0; i < t->variables.count; i++) {
        const xb_source_variable *variable = t->variables.items[i];
        compare(t, variable->name, old_global(t, variable), new_global(t, variable));
    }
}

/* Both fail, or both run and leave the same. */
static void run_at(trip *t, const double *x, const xb_layout *layout)
{
    double *y = xb_arena_array(t->arena, layout->m + 1, sizeof *y);
    xb_drive_data data = {.x = x, .y = y, .ready = take_inputs, .context = t};
    xb_status status = xb_drive_run(t->drive, &data);
    size_t count = 0;
    xb_drive_arguments(t->drive, &count);
    if (status)
        return; /* not this point */
    t->runs++;
    if (xb_evaluator_call(t->evaluator, t->entry, t->arguments, count)) {
        t->differences++;
        t->difference = last_message(t);
        return;
    }
    compare_all(t);
}

static void run_points(trip *t, const xb_layout *layout)
{
    double *x = xb_arena_array(t->arena, layout->n + 1, sizeof *x);
    const double *const *points = t->description.points.items;
    const size_t *counts = t->description.point_counts.items;
    run_at(t, layout->x0, layout);
    for (size_t p = 0; p < t->description.points.count; p++)
        if (counts[p] == layout->n)
            run_at(t, points[p], layout);
    for (int drawn = 1; drawn <= DRAWN; drawn++) {
        for (size_t i = 0; i < layout->n; i++)
            x[i] = layout->x0[i] * (1 + 0.07 * drawn * sin((double)(i + 3) * drawn));
        run_at(t, x, layout);
    }
}

static void find_globals(void *argument)
{
    trip *t = argument;
    for (size_t i = 0; i < t->first.source.globals.count; i++) {
        const xb_source_variable *variable = t->first.source.globals.items[i];
        if (variable->symbol && !variable->same && !variable->parameter)
            xb_list_append(t->arena, &t->variables, variable);
    }
}

/* @return why the programs can't be run; NULL: they have been */
static const char *compare_values(trip *t)
{
    xb_layout layout;
    const xb_drive_options options = {.kind = XB_DRIVE_VALUES, .catalogue = t->catalogue};
    if (t->description.markers.count > 0 || t->description.association.count > 0)
        return "its case says what the document does not";
    if (xb_layout_create(t->arena, t->diagnostics, t->first.program, &t->description, &layout))
        return last_message(t);
    xb_drive *drive = NULL;
    if (xb_drive_create(t->arena, t->first.program, &t->description, &layout, &options, &drive))
        return last_message(t);
    t->drive = drive;
    if (xb_environment_create(t->arena, t->first.program, &t->description, true, 0, &t->world))
        return last_message(t);
    const xb_evaluate_options choices = {
        .catalogue = t->catalogue,
        .step_limit = t->description.step_limit,
        .environment = {.extents = extents, .initial = initial, .external = external, .context = t}};
    if (xb_evaluator_create(t->second.program, &choices, &t->evaluator))
        return last_message(t);
    for (size_t i = 0; i < t->first.source.units.count; i++) {
        const xb_source_unit *unit = t->first.source.units.items[i];
        if (unit->routine == t->drive->entry)
            t->entry = subroutine_of(t, unit)->routine;
    }
    if (!t->entry)
        return "its entry is not written";
    run_points(t, &layout);
    return NULL;
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static size_t warnings_of(trip *t, xb_program *program)
{
    size_t before = xb_diagnostics_count(t->diagnostics);
    xb_verify(program, t->scratch);
    return xb_diagnostics_count(t->diagnostics) - before;
}

typedef struct checking {
    trip *t;
    size_t first, second;
} checking;

static void check(void *argument)
{
    checking *c = argument;
    c->first = warnings_of(c->t, c->t->first.program);
    c->second = warnings_of(c->t, c->t->second.program);
}

static bool is_same(const form *a, const form *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Where jumps became constructs, or parts were never run, or temporaries became variables, the text is
 * another one: then it is the same once more. */
static bool settles(trip *t)
{
    return !xb_source_to_program(&t->second.source, t->failure, t->diagnostics, &t->third.program) &&
           !made(t, &t->third) && is_same(&t->second, &t->third);
}

/* @return whether nothing is wrong */
static bool run(trip *t)
{
    checking c = {.t = t};
    if (xb_read_file(t->failure, t->diagnostics, t->document, NULL, &t->first.program)) {
        say(t, "not read", last_message(t));
        return true;
    }
    if (made(t, &t->first)) {
        say(t, "not written", last_message(t));
        return true;
    }
    if (xb_source_to_program(&t->first.source, t->failure, t->diagnostics, &t->second.program)) {
        say(t, "FAIL, no way back", last_message(t));
        return false;
    }
    if (t->folder)
        xb_protect(t->failure, put_document, t);
    if (!xb_protect(t->failure, check, &c) || c.second > c.first) {
        say(t, "FAIL, the verifier", last_message(t));
        return false;
    }
    if (made(t, &t->second)) {
        say(t, "FAIL, not written again", last_message(t));
        return false;
    }
    if (t->folder)
        put_file(t, ".1.f90", t->first.text, t->first.length);
    if (t->folder)
        put_file(t, ".2.f90", t->second.text, t->second.length);
    const char *text = is_same(&t->first, &t->second) ? "same" : settles(t) ? "settled" : NULL;
    xb_protect(t->failure, relate_all, t);
    xb_protect(t->failure, find_globals, t);
    const char *unfit = compare_values(t);
    char counts[256];
    snprintf(counts, sizeof counts, "%zu runs, %zu differences (%s)", t->runs, t->differences,
             unfit           ? unfit
             : t->difference ? t->difference
                             : "");
    say(t, t->differences ? "FAIL, values" : text ? text : "FAIL, text", counts);
    return text && t->differences == 0;
}

static bool take(const char *document, const char *description, const char *folder)
{
    trip t = {.document = document, .folder = folder, .failure = xb_failure_create()};
    t.arena = xb_arena_create(t.failure);
    t.scratch = xb_arena_create(t.failure);
    t.diagnostics = xb_diagnostics_create(t.arena);
    t.catalogue = xb_catalogue_create(t.arena);
    xb_case_init(&t.description);
    bool good = false;
    t.description.step_limit = STEPS;
    if (description && xb_case_read(t.arena, t.diagnostics, description, &t.description))
        say(&t, "FAIL, its case", last_message(&t));
    else
        good = run(&t);
    xb_evaluator_destroy(t.evaluator);
    xb_drive_destroy(t.drive);
    xb_analyses_destroy(t.first.analyses);
    xb_analyses_destroy(t.second.analyses);
    xb_analyses_destroy(t.third.analyses);
    xb_program_destroy(t.first.program);
    xb_program_destroy(t.second.program);
    xb_program_destroy(t.third.program);
    xb_arena_destroy(t.scratch);
    xb_arena_destroy(t.arena);
    xb_failure_destroy(t.failure);
    return good;
}

int main(int argc, char **argv)
{
    const char *folder = NULL, *description = NULL;
    bool good = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--folder") == 0 && i + 1 < argc) {
            folder = argv[++i];
        } else if (strcmp(argv[i], "--case") == 0 && i + 1 < argc) {
            description = argv[++i];
        } else {
            good = take(argv[i], description, folder) && good;
            description = NULL;
        }
    }
    return good ? 0 : 1;
}
