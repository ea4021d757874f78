/**
 * @file
 * What the fuzz targets share.
 */
#ifndef XB_TESTS_FUZZ_H
#define XB_TESTS_FUZZ_H

#include "ir/verify.h"

enum { FUZZ_PROGRAM_LIMIT = 4 };

/** The world of one input. */
typedef struct fuzz_state {
    xb_failure *failure;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_program *programs[FUZZ_PROGRAM_LIMIT];
    size_t program_count;
} fuzz_state;

/** Makes an empty world. */
void fuzz_begin(fuzz_state *state);

/** Frees it. */
void fuzz_end(fuzz_state *state);

/** Aborts with a message unless the condition holds: a finding. */
void fuzz_require(bool condition, const char *message);

/** Reads and verifies a document; NULL, with something reported, if it is refused. */
xb_program *fuzz_read(fuzz_state *state, const char *text, size_t length);

/** Writes a program; NULL, with something reported, if it is refused. */
const char *fuzz_write(fuzz_state *state, xb_program *program, size_t *length);

#endif
