/*
 * Fuzz target: the whole forward pipeline. The first byte chooses options, the rest is the document. What is
 * derived from a valid document must be valid itself, and must be read again from what is written.
 */
#include <stdint.h>
#include <stdlib.h>

#include "algorithm/run.h"
#include "algorithm/builtin.h"
#include "fuzz.h"

typedef struct trial {
    fuzz_state *state;
    const char *text;
    size_t length;
    unsigned choice;
    xb_run *run;
} trial;

/* Options by bits of the choice. */
static const xb_setting settings[] = {
    {"per-statement", NULL},     {"nary", NULL},      {"inlinable-propagation", NULL},
    {"objective", "operations"}, {"rerouting", NULL}, {"count-operations", NULL},
    {"initialise", NULL},        {"rename", NULL},    {"no-alias-split", NULL}};

enum { SETTING_COUNT = sizeof settings / sizeof *settings };

static xb_status run_stages(trial *test, xb_program *program)
{
    static const char *const names[] = {"basicblockpreaccumulation"};
    xb_arena *arena = test->state->arena;
    xb_setting *chosen = xb_arena_array(arena, SETTING_COUNT, sizeof *chosen);
    size_t count = 0;
    for (unsigned i = 0; i < SETTING_COUNT; i++)
        if (test->choice & (1u << i))
            chosen[count++] = settings[i];
    const xb_registry *registry = xb_registry_create(arena, xb_builtin_algorithms);
    xb_pipeline pipeline = {0};
    fuzz_require(!xb_pipeline_resolve(arena, registry, test->state->diagnostics, names, 1, &pipeline),
                 "the pipeline is not resolved");
    const xb_options *options = NULL;
    fuzz_require(
        !xb_options_read(arena, test->state->diagnostics, registry, &pipeline, chosen, count, &options),
        "the options are refused");
    const xb_run_plan plan = {.program = program,
                              .catalogue = xb_catalogue_create(arena),
                              .pipeline = &pipeline,
                              .options = options};
    test->run = xb_run_create(arena, &plan);
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < pipeline.count; i++)
        status = xb_run_stage(test->run, &pipeline.stages[i]);
    return status ? status : xb_run_finish(test->run);
}

static void transform(void *argument)
{
    trial *test = argument;
    xb_program *program = fuzz_read(test->state, test->text, test->length);
    size_t length;
    if (!program)
        return;
    if (run_stages(test, program)) {
        fuzz_require(xb_diagnostics_status(test->state->diagnostics) != XB_STATUS_OK,
                     "an error was not reported");
        return;
    }
    fuzz_require(!xb_verify_derived(program, test->state->arena), "what was derived is not valid");
    const char *text = fuzz_write(test->state, program, &length);
    if (text)
        fuzz_require(fuzz_read(test->state, text, length) != NULL, "what was written can't be read");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_state state;
    if (size == 0)
        return 0;
    /* A document begins with '<': corpora of plain documents run with one set of options. */
    unsigned choice = data[0] == '<' ? 0 : data[0];
    size_t skip = data[0] == '<' ? 0 : 1;
    fuzz_begin(&state);
    trial test = {
        .state = &state, .text = (const char *)data + skip, .length = size - skip, .choice = choice};
    fuzz_require(xb_protect(state.failure, transform, &test), "memory ran out");
    xb_run_destroy(test.run);
    fuzz_end(&state);
    return 0;
}
