/*
 * Readers read files, so a source goes to a file of its own for a moment.
 */
#include "reread.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algorithm/builtin.h"
#include "algorithm/transform.h"
#include "languages/foreign.h"
#include "verify/jacobian.h"
#include "verify/layout.h"

/* ---- printing and reading ------------------------------------------------------------------------------ */

typedef struct rereading {
    xb_arena *arena;
    const char *language;
    bool is_fixed;
    const char *text;
    size_t length;
    xb_diagnostics *diagnostics;
    xb_registry *registry;
    char folder[64];
    const char *file;
    xb_document document;
    xb_status status;
    gen_reread *made;
} rereading;

static void prepare(void *argument)
{
    rereading *r = argument;
    const char *place = getenv("TMPDIR");
    r->diagnostics = xb_diagnostics_create(r->arena);
    r->registry = xb_registry_create(r->arena, xb_builtin_algorithms);
    snprintf(r->folder, sizeof r->folder, "%s/reread.XXXXXX", place && strlen(place) < 40 ? place : "/tmp");
    r->file = mkdtemp(r->folder)
                  ? xb_arena_format(r->arena, "%s/program.%s", r->folder, r->is_fixed ? "f" : "f90")
                  : NULL;
}

static const char *last_error(const xb_diagnostics *diagnostics)
{
    for (size_t i = xb_diagnostics_count(diagnostics); i-- > 0;)
        if (xb_diagnostics_at(diagnostics, i)->severity == XB_SEVERITY_ERROR)
            return xb_diagnostics_at(diagnostics, i)->message;
    return "no reason is given";
}

static bool print_source(rereading *r)
{
    xb_transform_report report;
    const xb_transform_settings settings = {.input = "(program)",
                                            .text = r->text,
                                            .length = r->length,
                                            .output = r->file,
                                            .language = r->language,
                                            .to_memory = true};
    if (xb_transform(r->arena, r->registry, r->diagnostics, &settings, &report))
        return false;
    r->made->source = report.text;
    r->made->source_length = report.length;
    return true;
}

static bool store_source(const rereading *r)
{
    FILE *file = fopen(r->file, "w");
    const bool written =
        file && fwrite(r->made->source, 1, r->made->source_length, file) == r->made->source_length;
    return file && fclose(file) == 0 && written;
}

static void read_source(void *argument)
{
    rereading *r = argument;
    const xb_foreign_source source = {
        .language = xb_foreign_language_of(r->language, NULL), .files = &r->file, .file_count = 1};
    r->status = xb_foreign_read(r->arena, r->diagnostics, &source, &r->document);
    if (r->status)
        return;
    r->made->text = xb_arena_copy_text(r->arena, r->document.text, r->document.length);
    r->made->length = r->document.length;
}

gen_reread gen_reread_document(xb_arena *arena, const char *language, bool is_fixed, const char *text,
                               size_t length)
{
    gen_reread made = {.reason = "memory ran out"};
    rereading r = {.arena = arena,
                   .language = language,
                   .is_fixed = is_fixed,
                   .text = text,
                   .length = length,
                   .made = &made};
    if (!xb_protect(xb_arena_failure(arena), prepare, &r) || !r.file)
        return made;
    if (!print_source(&r))
        made.reason = last_error(r.diagnostics);
    else if (!store_source(&r))
        made.reason = "the source can't be stored";
    else if (xb_protect(xb_arena_failure(arena), read_source, &r)) {
        made.reason = r.status ? last_error(r.diagnostics) : NULL;
        made.is_wrong = r.status && r.status != XB_STATUS_UNSUPPORTED;
    }
    xb_document_free(&r.document);
    unlink(r.file);
    rmdir(r.folder);
    return made;
}

/* ---- comparing ----------------------------------------------------------------------------------------- */

/* A program that was run. */
typedef struct running {
    xb_arena *arena;
    xb_program *program;
    const xb_case *description;
    xb_diagnostics *diagnostics;
    xb_layout layout;
    xb_drive *drive;
    xb_jacobian jacobian;
    bool done;
} running;

static void run(void *argument)
{
    running *r = argument;
    r->diagnostics = xb_diagnostics_create(r->arena);
    if (xb_layout_create(r->arena, r->diagnostics, r->program, r->description, &r->layout))
        return;
    const xb_drive_options how = {.kind = XB_DRIVE_EXACT, .directions = XB_JACOBIAN_DIRECTIONS};
    if (xb_drive_create(r->arena, r->program, r->description, &r->layout, &how, &r->drive))
        return;
    r->jacobian = xb_jacobian_choose(r->arena, r->layout.n, SIZE_MAX);
    r->done = xb_jacobian_compute(r->arena, r->drive, &r->layout, XB_DRIVE_EXACT, r->layout.x0,
                                  &r->jacobian) == XB_STATUS_OK;
}

/* Operations are the same, in the same order, but for intrinsics that the language has not got, which are
 * printed as formulas. */
static bool is_same(double a, double b, double tolerance)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

enum { MOVES = 6 };

typedef struct comparing {
    running runs[2];
    xb_jacobian moved[MOVES]; /* of the first one, where x has other rounding errors */
    bool is_moved;
    const char *difference;
    double tolerance;
    size_t compared;
} comparing;

static const char *name_of(const running *r, const xb_layout_number *number)
{
    return xb_layout_name(r->arena, &r->layout, number);
}

/* Runs the first program where x is some units in the last place larger or smaller. */
static void run_moved(comparing *c)
{
    running *a = &c->runs[0];
    double *x = xb_arena_array(a->arena, a->layout.n + 1, sizeof *x);
    for (size_t move = 0; move < MOVES && !c->is_moved; move++) {
        for (size_t i = 0; i < a->layout.n; i++)
            x[i] = a->layout.x0[i] * (1 + ((int)((move + i) % 3) - 1 + 3 * (move % 2 == 0)) * 0x1p-52);
        c->moved[move] = xb_jacobian_choose(a->arena, a->layout.n, SIZE_MAX);
        xb_jacobian_compute(a->arena, a->drive, &a->layout, XB_DRIVE_EXACT, x, &c->moved[move]);
    }
    c->is_moved = true;
}

/* Whether rounding errors of x make a difference that is not much smaller. @param i number of x; n: the value
 */
static bool is_steep(comparing *c, size_t j, size_t i, double one, double other)
{
    const xb_layout *layout = &c->runs[0].layout;
    run_moved(c);
    for (size_t move = 0; move < MOVES; move++) {
        const xb_jacobian *moved = &c->moved[move];
        const double there = i == layout->n ? moved->y[j] : moved->entries[i * layout->m + j];
        if (!(fabs(there - one) < fabs(other - one) / 16))
            return true;
    }
    return false;
}

static void compare_row(comparing *c, size_t j)
{
    const running *a = &c->runs[0], *b = &c->runs[1];
    if (!is_same(a->jacobian.y[j], b->jacobian.y[j], c->tolerance) &&
        !is_steep(c, j, a->layout.n, a->jacobian.y[j], b->jacobian.y[j]))
        c->difference = xb_arena_format(a->arena, "%s is %.17g, and after it was read again %.17g",
                                        name_of(a, &a->layout.y[j]), a->jacobian.y[j], b->jacobian.y[j]);
    for (size_t i = 0; i < a->layout.n && !c->difference; i++) {
        const double one = a->jacobian.entries[i * a->layout.m + j],
                     other = b->jacobian.entries[i * b->layout.m + j];
        if (!is_same(one, other, c->tolerance) && !is_steep(c, j, i, one, other))
            c->difference =
                xb_arena_format(a->arena, "d %s / d %s is %.17g, and after it was read again %.17g",
                                name_of(a, &a->layout.y[j]), name_of(a, &a->layout.x[i]), one, other);
    }
    c->compared += a->layout.n + 1;
}

static void compare(void *argument)
{
    comparing *c = argument;
    const running *a = &c->runs[0], *b = &c->runs[1];
    if (!b->done)
        c->difference = xb_arena_format(a->arena, "it runs no more after it was read again: %s",
                                        last_error(b->program->diagnostics));
    else if (a->layout.n != b->layout.n || a->layout.m != b->layout.m)
        c->difference = "there are more or fewer numbers after it was read again";
    for (size_t j = 0; j < a->layout.m && !c->difference; j++)
        compare_row(c, j);
}

const char *gen_difference(xb_arena *arena, xb_program *one, xb_program *other, const xb_case *description,
                           bool is_single, size_t *compared)
{
    comparing c = {.difference = NULL, .tolerance = is_single ? 1e-4 : 1e-9};
    xb_program *programs[] = {one, other};
    for (int i = 0; i < 2; i++) {
        c.runs[i] = (running){.arena = arena, .program = programs[i], .description = description};
        xb_protect(xb_arena_failure(arena), run, &c.runs[i]);
    }
    if (c.runs[0].done)
        xb_protect(xb_arena_failure(arena), compare, &c);
    for (int i = 0; i < 2; i++)
        xb_drive_destroy(c.runs[i].drive);
    *compared += c.compared;
    return c.difference;
}
