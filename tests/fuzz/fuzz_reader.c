/*
 * Fuzz target: the reader, the verifier and the writer. A document that is read and verified is written, and
 * what was written must be read, verified and written to the same bytes again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

typedef struct trial {
    fuzz_state *state;
    const char *text;
    size_t length;
} trial;

static void read_and_write(void *argument)
{
    trial *test = argument;
    size_t first_length, second_length;
    xb_program *program = fuzz_read(test->state, test->text, test->length);
    if (!program)
        return;
    const char *first = fuzz_write(test->state, program, &first_length);
    if (!first)
        return; /* refused by name */
    xb_program *again = fuzz_read(test->state, first, first_length);
    fuzz_require(again != NULL, "what was written can't be read");
    const char *second = fuzz_write(test->state, again, &second_length);
    fuzz_require(second && first_length == second_length && memcmp(first, second, first_length) == 0,
                 "written again, the document differs");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_state state;
    fuzz_begin(&state);
    trial test = {&state, (const char *)data, size};
    fuzz_require(xb_protect(state.failure, read_and_write, &test), "memory ran out");
    fuzz_end(&state);
    return 0;
}
