/*
 * A pattern is that of the original at all points where it can be run with all arguments. A profile is that
 * of a run at the first point where a program can be run that stores all calls, which pushes what a schedule
 * chooses from.
 */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "evaluate/profiler.h"
#include "graph/sparsity_file.h"
#include "machine.h"
#include "user.h"

/* ---- files --------------------------------------------------------------------------------------------- */

/* @return the name of a new file with a text; NULL: there is none */
static const char *write_file(xb_arena *arena, xb_text *text)
{
    const char *folder = getenv("TMPDIR");
    char *name = (char *)xb_arena_format(arena, "%s/hunt-XXXXXX", folder ? folder : "/tmp");
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    int descriptor = mkstemp(name);
    bool written = descriptor >= 0 && write(descriptor, bytes, length) == (ssize_t)length;
    if (descriptor >= 0)
        close(descriptor);
    return written ? name : NULL;
}

void gen_measure_forget(const gen_document *d)
{
    const char *const files[] = {d->pattern, d->profile};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i])
            unlink(files[i]);
}

/* ---- patterns ------------------------------------------------------------------------------------------ */

typedef struct tracing {
    gen_document *d;
    const gen_machine *machine;
    gen_results results;
    bool *flags; /* row by row, of all points so far; NULL: there was none */
    uint32_t rows;
    const char *dependents;
} tracing;

static bool has_row(const tracing *t, const gen_result *r)
{
    return gen_is_dependent(t->machine->entry, t->dependents, r);
}

static bool *begin_flags(tracing *t)
{
    for (size_t i = 0; i < t->results.count; i++)
        t->rows += has_row(t, &t->results.items[i]);
    return xb_arena_array(t->d->arena, t->rows * t->results.directions + 1, sizeof *t->flags);
}

static void add_flags(void *argument)
{
    tracing *t = argument;
    const size_t columns = t->results.directions;
    bool *flags = t->flags = t->flags ? t->flags : begin_flags(t);
    for (size_t i = 0; i < t->results.count; i++) {
        const gen_result *r = &t->results.items[i];
        if (!has_row(t, r))
            continue;
        for (size_t d = 0; d < columns; d++)
            flags[d] |= r->derivatives[d] != 0;
        flags += columns;
    }
}

static bool has_column(const tracing *t, const gen_result *r)
{
    const gen_sides *sides = t->machine->sides;
    return r->active && r->name[0] == 'x' && (!sides || gen_is_among(sides->independents, r->name));
}

/* The variables of rows or columns, in order. */
static const char *const *names_of(const tracing *t, bool (*has)(const tracing *, const gen_result *),
                                   size_t count)
{
    const char **names = xb_arena_array(t->d->arena, count + 1, sizeof *names);
    for (size_t i = 0, k = 0; i < t->results.count && k < count; i++)
        if (has(t, &t->results.items[i]))
            names[k++] = t->results.items[i].name;
    return names;
}

static void write_pattern(void *argument)
{
    tracing *t = argument;
    xb_arena *arena = t->d->arena;
    const uint32_t columns = (uint32_t)t->results.directions;
    const xb_sparsity sparsity = xb_sparsity_create(arena, t->rows, columns, t->flags);
    const xb_sparsity_labels labels = {.rows = names_of(t, has_row, t->rows),
                                       .columns = names_of(t, has_column, columns)};
    xb_text *text = xb_text_create(arena);
    xb_sparsity_write(xb_text_output(text), &sparsity, &labels);
    t->d->pattern = write_file(arena, text);
}

static void trace_points(gen_document *d, gen_document *original, const gen_inputs *inputs)
{
    gen_machine machine = {.failure = original->failure,
                           .arena = original->arena,
                           .program = original->program,
                           .inputs = inputs,
                           .name = d->entry,
                           .sides = d->sides,
                           .exact = true,
                           .numbers = XB_EXACT_DEPENDENCES};
    tracing t = {.d = d, .machine = &machine};
    bool fine = !gen_machine_create(&machine);
    t.dependents = gen_document_dependents(d, original->program);
    for (int point = 0; fine && point < inputs->point_count; point++)
        if (!gen_is_incomplete(&machine, point) && !gen_machine_run(&machine, point, 0, &t.results))
            fine = xb_protect(d->failure, add_flags, &t);
    if (fine && t.flags)
        xb_protect(d->failure, write_pattern, &t);
    gen_machine_destroy(&machine);
}

/* Not within xb_protect(): little is allocated in the arena before the document is open. */
static void measure_pattern(gen_document *d, const gen_trial *trial, const gen_inputs *inputs)
{
    gen_document original;
    const char *text = gen_plain_names(d->arena, trial->reference ? trial->reference : trial->text);
    if (gen_document_open(&original, text, strlen(text), trial->passive))
        trace_points(d, &original, inputs);
    gen_document_close(&original);
}

/* ---- profiles ------------------------------------------------------------------------------------------ */

typedef struct profiling {
    gen_document *d;
    gen_document *output; /* of a program that stores all calls */
    xb_profiler *profiler;
} profiling;

static void begin_profile(void *argument)
{
    profiling *p = argument;
    p->profiler = xb_profiler_create(p->output->arena, p->output->program);
}

static void write_profile(void *argument)
{
    profiling *p = argument;
    xb_profile *profile = NULL;
    xb_text *text = xb_text_create(p->d->arena);
    if (xb_profiler_finish(p->profiler, &profile))
        return;
    xb_profile_put(profile, xb_text_output(text));
    p->d->profile = write_file(p->d->arena, text);
}

static void profile_point(profiling *p, const gen_inputs *inputs, int point)
{
    const gen_results like = {.count = 0};
    gen_results results;
    if (!xb_protect(p->output->failure, begin_profile, p))
        return;
    gen_machine machine = {.failure = p->output->failure,
                           .arena = p->output->arena,
                           .program = p->output->program,
                           .inputs = inputs,
                           .name = p->d->entry,
                           .sides = p->d->sides,
                           .template_kind = XB_TEMPLATE_SPLIT,
                           .motions = true,
                           .watch = xb_profiler_watch(p->profiler)};
    if (!gen_machine_create(&machine) && !gen_machine_reverse(&machine, point, &like, &results) &&
        xb_protect(p->d->failure, write_profile, p))
        p->d->profiled_point = point;
    gen_machine_destroy(&machine);
}

static void profile_output(gen_document *d, const gen_document *joint, const gen_inputs *inputs)
{
    gen_document output;
    profiling p = {.d = d, .output = &output};
    bool fine = gen_document_open(&output, joint->text, joint->length, NULL);
    for (int point = 0; fine && point < inputs->point_count && !d->profile; point++)
        profile_point(&p, inputs, point);
    gen_document_close(&output);
}

static void measure_profile(gen_document *d, const gen_trial *trial, const gen_inputs *inputs)
{
    gen_document joint;
    if (gen_document_open(&joint, d->source, strlen(d->source), d->passive)) {
        gen_document_follow(&joint, d);
        joint.for_profile = true;
        gen_document_transform(&joint);
        if (!joint.status && !joint.problem && gen_document_complete(&joint, trial))
            profile_output(d, &joint, inputs);
    }
    gen_document_close(&joint);
}

void gen_measure(gen_document *d, const gen_trial *trial)
{
    const gen_inputs inputs = gen_inputs_read(d->arena, trial->text);
    if (gen_options_have(d->options, GEN_PATTERN))
        measure_pattern(d, trial, &inputs);
    if (gen_options_have(d->options, GEN_MEASURED))
        measure_profile(d, trial, &inputs);
}
