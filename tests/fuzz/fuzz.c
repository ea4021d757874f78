/*
 * Every input gets a failure point and an arena of its own, so that leaks show.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/writer.h"

void fuzz_begin(fuzz_state *state)
{
    *state = (fuzz_state){.failure = xb_failure_create()};
    fuzz_require(state->failure != NULL, "memory ran out");
    state->arena = xb_arena_create(state->failure);
    fuzz_require(state->arena != NULL, "memory ran out");
}

void fuzz_end(fuzz_state *state)
{
    for (size_t i = 0; i < state->program_count; i++)
        xb_program_destroy(state->programs[i]);
    xb_arena_destroy(state->arena);
    xb_failure_destroy(state->failure);
}

void fuzz_require(bool condition, const char *message)
{
    if (condition)
        return;
    fprintf(stderr, "finding: %s\n", message);
    abort();
}

static void tell(const fuzz_state *state)
{
    for (size_t i = 0; i < xb_diagnostics_count(state->diagnostics); i++)
        fputs(xb_diagnostic_text(state->arena, xb_diagnostics_at(state->diagnostics, i)), stderr);
}

xb_program *fuzz_read(fuzz_state *state, const char *text, size_t length)
{
    xb_program *program = NULL;
    state->diagnostics = xb_diagnostics_create(state->arena);
    xb_status status = xb_read_memory(state->failure, state->diagnostics, text, length, NULL, &program);
    if (program)
        state->programs[state->program_count++] = program;
    if (!status)
        status = xb_verify(program, state->arena);
    fuzz_require(!status || xb_diagnostics_status(state->diagnostics) != XB_STATUS_OK,
                 "a refusal without a reason");
    if (status && getenv("FUZZ_TELL"))
        tell(state);
    return status ? NULL : program;
}

const char *fuzz_write(fuzz_state *state, xb_program *program, size_t *length)
{
    xb_text *text = xb_text_create(state->arena);
    if (xb_write(program, xb_text_output(text), NULL)) {
        fuzz_require(xb_diagnostics_status(state->diagnostics) != XB_STATUS_OK, "a refusal without a reason");
        return NULL;
    }
    return xb_text_join(text, length);
}
